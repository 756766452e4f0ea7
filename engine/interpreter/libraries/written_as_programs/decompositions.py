"""Decompositions of matrices as `numpy.linalg`, `torch.linalg` and `jax.numpy.linalg` have them: eigenvalues of symmetric ones,
singular values, Q and R, the pseudo-inverse, and the matrix norms that are made of singular values. The parts and their rules are
those of `mathematics/decomposed`.
"""

_FUNCTIONS = """
import backpass

def eigvalsh({matrix}, {options}):
    backpass.refuse("{module}.eigvalsh", "UPLO", UPLO not in (None, "L", "U"))
    return backpass.eigenvalues({symmetric})

def eigh({matrix}, {options}):
    backpass.refuse("{module}.eigh", "UPLO", UPLO not in (None, "L", "U"))
    A = {symmetric}
    return backpass.named_eigh(backpass.eigenvalues(A), backpass.eigenvectors(A))

def svdvals({singular}):
    return backpass.singular_values({singular})

def pseudo_inverse(A):
    return backpass.pinv(A)

def both_sides(A, full_matrices):
    if full_matrices and A.shape[0] != A.shape[-1]:
        backpass.stop("full singular vectors")
    return backpass.named_svd(backpass.left_vectors(A), backpass.singular_values(A), backpass.right_vectors(A))

def qr({matrix}, mode="reduced"):
    rows, columns = {matrix}.shape[0], {matrix}.shape[-1]
    backpass.refuse("{module}.qr", "mode", mode not in ("reduced", "complete", "r") or (mode == "complete" and rows > columns))
    first = {matrix}[:, :rows] if columns > rows else {matrix}
    Q = None if mode == "r" and columns <= rows else backpass.orthogonal(first)
    R = backpass.upper(first)
    if columns > rows:
        R = {join}
    return {only_r} if mode == "r" else backpass.named_qr(Q, R)
"""

_PINV = """
def pinv(a, {options}):
    backpass.refuse("{module}.pinv", "rcond", rcond is not None)
    backpass.refuse("{module}.pinv", "rtol", rtol is not None)
    backpass.refuse("{module}.pinv", "hermitian", hermitian)
    return pseudo_inverse(a)
"""

_LSTSQ = """
def lstsq(a, b, rcond=None):
    backpass.refuse("numpy.linalg.lstsq", "rcond", rcond not in (None, -1))
    found = pseudo_inverse(a) @ b
    left = b - a @ found
    squares = (left * left).sum(0)
    if len(b.shape) == 1:
        squares = squares.reshape(1)
    values = svdvals(a)
    return found, squares if a.shape[0] > a.shape[1] else backpass.no_numbers(), len(values), values
"""

_MATRIX_NORM = """
def matrix_norm({takes}):
    return {numpy}.linalg.norm({matrix}, ord, {axes}, {keep})
"""

_SVD = """
def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    backpass.refuse("{module}.svd", "hermitian", hermitian)
    return both_sides(a, full_matrices) if compute_uv else svdvals(a)
"""


def _text(module: str, matrix: str, options: str, singular: str, symmetric: str = "") -> str:
    """`symmetric` is the matrix whose eigenvalues count, where it is not the one that is given."""
    torch = module.startswith("torch")
    return _FUNCTIONS.format(
        module=module,
        matrix=matrix,
        options=options,
        singular=singular,
        symmetric=symmetric or matrix,
        join=f"torch.cat((R, Q.T @ {matrix}[:, rows:]), 1)" if torch else f"np.concatenate((R, Q.T @ {matrix}[:, rows:]), 1)",
        only_r="backpass.named_qr(backpass.no_numbers(), R)" if torch else "R",
    )


_OF_NUMPY = (
    _SVD.format(module="numpy.linalg")
    + _PINV.format(module="numpy.linalg", options="rcond=None, hermitian=False, rtol=None")
    + _LSTSQ
    + _MATRIX_NORM.format(takes="x, *, keepdims=False, ord='fro'", numpy="np", matrix="x", axes="(-2, -1)", keep="keepdims")
)
OF_NUMPY = "import numpy as np\n" + _text("numpy.linalg", "a", "UPLO='L'", "x") + _OF_NUMPY
OF_AUTOGRAD = (
    "import autograd.numpy as np\n"
    + _text(
        "numpy.linalg",
        "a",
        "UPLO='L'",
        "x",
        "np.triu(a) + np.triu(a, 1).T if UPLO == 'U' else np.tril(a) + np.tril(a, -1).T",
    )
    + _OF_NUMPY
)
"""Its gradients of `eigh` are those of the one triangle that is read."""

OF_JAX = (
    "import jax.numpy as np\n"
    + _text(
        "jax.numpy.linalg",
        "a",
        "UPLO=None, symmetrize_input=True",
        "x",
        "(a + a.T) / 2 if symmetrize_input and len(a.shape) == 2 and a.shape[0] == a.shape[1] else a",
    )
    + (
        _SVD.format(module="jax.numpy.linalg")
        + _PINV.format(module="jax.numpy.linalg", options="rtol=None, hermitian=False, rcond=None")
        + _MATRIX_NORM.format(takes="x, *, keepdims=False, ord='fro'", numpy="np", matrix="x", axes="(-2, -1)", keep="keepdims")
    )
)
OF_TORCH = (
    "import torch\n"
    + _text("torch.linalg", "A", "UPLO='L'", "A")
    + """
def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    backpass.refuse("torch.linalg.matrix_norm", "dtype", dtype is not None)
    backpass.refuse("torch.linalg.matrix_norm", "out", out is not None)
    return torch.linalg.norm(A, ord, dim, keepdim)

def svd(A, full_matrices=True):
    return both_sides(A, full_matrices)

def solve_triangular(A, B, *, upper, left=True, unitriangular=False, out=None):
    backpass.refuse("torch.linalg.solve_triangular", "left", not left)
    backpass.refuse("torch.linalg.solve_triangular", "unitriangular", unitriangular)
    backpass.refuse("torch.linalg.solve_triangular", "out", out is not None)
    return torch.linalg.solve(torch.triu(A) if upper else torch.tril(A), B)

def pinv(A, atol=None, rtol=None, hermitian=False):
    backpass.refuse("torch.linalg.pinv", "atol", atol is not None)
    backpass.refuse("torch.linalg.pinv", "rtol", rtol is not None)
    backpass.refuse("torch.linalg.pinv", "hermitian", hermitian)
    return pseudo_inverse(A)
"""
)
