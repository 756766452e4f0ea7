"""Decompositions of matrices in `numpy.linalg`, `torch.linalg` and `jax.numpy.linalg`: eigenvalues of symmetric matrices,
singular values, and the pseudo-inverse. Their numbers come from NumPy, their rules are written in the language.

With A = V·diag(w)·Vᵀ and gradients ḡ of w and V̄ of V the gradient of A is V·(diag(ḡ) + F∘(Vᵀ·V̄))·Vᵀ, where F has
1 / (w_j − w_i) beside its diagonal; of a symmetric A its symmetric part counts. With A = U·diag(s)·Vᵀ it is

    (U·(F∘(UᵀŪ − ŪᵀU))·S + (1 − U·Uᵀ)·Ū·S⁻¹ + U·diag(ḡ))·Vᵀ + U·(S·(F∘(VᵀV̄ − V̄ᵀV))·Vᵀ + S⁻¹·V̄ᵀ·(1 − V·Vᵀ))

where F has 1 / (s_j² − s_i²). M. B. Giles, Collected matrix derivative results for forward and reverse mode algorithmic
differentiation (2008); J. Townsend, Differentiating the singular value decomposition (2016).

The pseudo-inverse P of a matrix A of full rank, with gradient Ḡ, sends −PᵀḠPᵀ + (1 − A·P)·Ḡᵀ·P·Pᵀ + Pᵀ·P·Ḡᵀ·(1 − P·A).
G. H. Golub and V. Pereyra, The differentiation of pseudo-inverses and nonlinear least squares problems (1973).
"""

RULES = """
import backpass

class Eigvalsh(backpass.Function):
    @staticmethod
    def forward(ctx, A):
        values, vectors = backpass.eigh(A)
        ctx.save_for_backward(vectors)
        return values

    @staticmethod
    def backward(ctx, upstream):
        (V,) = ctx.saved_tensors
        return (V * upstream) @ V.T

class Eigh(backpass.Function):
    @staticmethod
    def forward(ctx, A):
        values, vectors = backpass.eigh(A)
        ctx.save_for_backward(vectors, backpass.inverse_gaps(values))
        return values, vectors

    @staticmethod
    def backward(ctx, of_values, of_vectors):
        V, F = ctx.saved_tensors
        inner = F * (V.T @ of_vectors)
        return (V * of_values) @ V.T + V @ ((inner + inner.T) / 2) @ V.T

class Svdvals(backpass.Function):
    @staticmethod
    def forward(ctx, A):
        U, values, Vh = backpass.svd(A)
        ctx.save_for_backward(U, Vh)
        return values

    @staticmethod
    def backward(ctx, upstream):
        U, Vh = ctx.saved_tensors
        return (U * upstream) @ Vh

class Svd(backpass.Function):
    @staticmethod
    def forward(ctx, A):
        U, values, Vh = backpass.svd(A)
        ctx.save_for_backward(U, values, Vh, backpass.inverse_gaps(values * values), backpass.inverse(values))
        return U, values, Vh

    @staticmethod
    def backward(ctx, of_U, of_values, of_Vh):
        U, s, Vh, F, inverse = ctx.saved_tensors
        left = U.T @ of_U
        right = Vh @ of_Vh.T
        inner = (F * (left - left.T)) * s + s[:, None] * (F * (right - right.T))
        found = (U @ inner + U * of_values) @ Vh
        found = found + ((of_U - U @ left) * inverse) @ Vh
        return found + U @ (inverse[:, None] * (of_Vh - right.T @ Vh))

class Pinv(backpass.Function):
    @staticmethod
    def forward(ctx, A):
        P = backpass.pinv(A)
        ctx.save_for_backward(A, P)
        return P

    @staticmethod
    def backward(ctx, upstream):
        A, P = ctx.saved_tensors
        turned = P.T
        found = -(turned @ upstream @ turned)
        if A.shape[0] > A.shape[1]:
            outer = upstream.T @ P @ turned
            return found + outer - A @ (P @ outer)
        inner = turned @ P @ upstream.T
        return found + inner - (inner @ P) @ A
"""

_FUNCTIONS = """
def eigvalsh({matrix}, {options}):
    backpass.refuse("{module}.eigvalsh", "UPLO", UPLO not in (None, "L", "U"))
    A = {symmetric}
    return Eigvalsh.apply(A) if backpass.moves(A) else backpass.eigh(A)[0]

def eigh({matrix}, {options}):
    backpass.refuse("{module}.eigh", "UPLO", UPLO not in (None, "L", "U"))
    A = {symmetric}
    return backpass.named_eigh(*(Eigh.apply(A) if backpass.moves(A) else backpass.eigh(A)))

def svdvals({singular}):
    return Svdvals.apply({singular}) if backpass.moves({singular}) else backpass.svd({singular})[1]

def pseudo_inverse(A):
    return Pinv.apply(A) if backpass.moves(A) else backpass.pinv(A)

def both_sides(A, full_matrices):
    if full_matrices and A.shape[0] != A.shape[-1]:
        backpass.stop("full singular vectors")
    return backpass.named_svd(*(Svd.apply(A) if backpass.moves(A) else backpass.svd(A)))
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

_SVD = """
def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    backpass.refuse("{module}.svd", "hermitian", hermitian)
    return both_sides(a, full_matrices) if compute_uv else svdvals(a)
"""


def _text(module: str, matrix: str, options: str, singular: str, symmetric: str = "") -> str:
    """`symmetric` is the matrix whose eigenvalues count, where it is not the one that is given."""
    given = symmetric or matrix
    return RULES + _FUNCTIONS.format(module=module, matrix=matrix, options=options, singular=singular, symmetric=given)


OF_NUMPY = (
    _text("numpy.linalg", "a", "UPLO='L'", "x")
    + _SVD.format(module="numpy.linalg")
    + _PINV.format(module="numpy.linalg", options="rcond=None, hermitian=False, rtol=None")
    + _LSTSQ
)
OF_JAX = _text(
    "jax.numpy.linalg",
    "a",
    "UPLO=None, symmetrize_input=True",
    "x",
    "(a + a.T) / 2 if symmetrize_input and len(a.shape) == 2 and a.shape[0] == a.shape[1] else a",
) + (
    _SVD.format(module="jax.numpy.linalg")
    + _PINV.format(module="jax.numpy.linalg", options="rtol=None, hermitian=False, rcond=None")
)
OF_TORCH = (
    "import torch\n"
    + _text("torch.linalg", "A", "UPLO='L'", "A")
    + """
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
