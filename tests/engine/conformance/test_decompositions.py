"""Gradients that a program takes of parts of matrices (eigenvalues, singular vectors, Q and R, norms, determinants), and
gradients of these gradients, beside those that the libraries print.
"""

import ast
import contextlib
import io
import re
import warnings
from collections.abc import Iterator

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from backpass.engine.serialization.graph_json import graph_json
from tests.in_turn import in_turn

_SYMMETRIC = "[[4.0, 1.0, 0.5], [1.0, 3.0, -0.7], [0.5, -0.7, 1.5]]"
_SQUARE = "[[1.0, 2.0, -0.5], [0.3, -1.0, 2.0], [1.5, 0.2, 0.7]]"
_TALL = "[[1.0, 2.0], [0.3, -1.0], [1.5, 0.2]]"
_WIDE = "[[1.0, 0.3, 1.5], [2.0, -1.0, 0.2]]"
_SINGULAR = "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]"

_ZEROS = "[[0.0, 0.0], [0.0, 0.0]]"

_SUMS = (
    ("L.eigvalsh(x)[0] ** 2", _SYMMETRIC),
    ("sum(L.eigvalsh(x) ** 2)", "[[1.0, 0.0], [0.0, 1.0]]"),
    ("sum(L.eigh(x)[1] ** 2 * w)", _SYMMETRIC),
    ("sum(L.eigh(x)[0] * L.eigh(x)[1][0] ** 2)", _SYMMETRIC),
    ("L.svdvals(x)[0]", _SQUARE),
    ("sum(L.svdvals(x))", _TALL),
    ("sum(L.svd(x, full_matrices=False)[0] ** 2 * w[:, :2])", _TALL),
    ("sum(L.svd(x, full_matrices=False)[0] ** 2 * w[:2, :2])", _WIDE),
    ("sum(L.svd(x, full_matrices=False)[2] ** 2 * w[:2])", _WIDE),
    ("sum(L.pinv(x) ** 2 * w[:2])", _TALL),
    ("sum(L.pinv(x) * w[:, :2])", _WIDE),
    ("sum(L.pinv(x) * w)", _SQUARE),
    ("sum(L.qr(x)[0] ** 2 * w)", _SQUARE),
    ("sum(L.qr(x)[1] ** 2 * w[:2, :2])", _TALL),
    ("sum(L.qr(x)[1] ** 2 * w[:2])", _WIDE),
    ("L.det(x)", _SINGULAR),
    ("L.det(x)", _SQUARE),
    ("L.det(x) ** 2", _ZEROS),
    ("L.norm(x, 2)", _TALL),
    ("L.norm(x, -2)", _SQUARE),
    ("L.norm(x, 'nuc') ** 2", _WIDE),
    ("L.matrix_norm(x, ord=2)", _SQUARE),
)
_NOT_IN_AUTOGRAD = ("qr", "svdvals", "eigvalsh", "norm", "det")
"""What autograd 1.9 does not differentiate, and determinants of singular matrices."""
_WEIGHTS = "[[0.3, 1.1, -0.4], [0.9, -0.2, 0.6], [0.1, 0.8, 1.3]]"
_DOUBLE = "dtype=torch.float64"


def _of_jax(text: str, matrix: str, *, twice: bool) -> str:
    text = text.replace("L.", "jnp.linalg.").replace("sum(", "jnp.sum(")
    asked = "jax.grad(lambda x: jnp.sum(jax.grad(f)(x) * jnp.arange(float(x.size)).reshape(x.shape)))" if twice else "jax.grad(f)"
    head = f"import jax\nimport jax.numpy as jnp\nw = jnp.array({_WEIGHTS})\nf = lambda x: {text}\n"
    return head + f"print({asked}(jnp.array({matrix})))"


def _of_autograd(text: str, matrix: str, *, twice: bool) -> str:
    text = text.replace("L.", "np.linalg.").replace("sum(", "np.sum(")
    head = f"import autograd.numpy as np\nfrom autograd import grad\nw = np.array({_WEIGHTS})\nf = lambda x: {text}\n"
    ramp = "np.arange(float(np.size(x))).reshape(np.shape(x))"
    return head + f"print({f'grad(lambda x: np.sum(grad(f)(x) * {ramp}))' if twice else 'grad(f)'}(np.array({matrix})))"


def _of_torch(text: str, matrix: str, *, twice: bool) -> str:
    text = text.replace("L.", "torch.linalg.").replace("sum(", "torch.sum(")
    head = f"import torch\nw = torch.tensor({_WEIGHTS}, {_DOUBLE})\nx = torch.tensor({matrix}, {_DOUBLE}, requires_grad=True)\n"
    if not twice:
        return head + f"print(torch.autograd.grad({text}, x)[0])"
    head += f"g = torch.autograd.grad({text}, x, create_graph=True)[0]\n"
    return head + "print(torch.autograd.grad(torch.sum(g * torch.arange(float(x.numel())).reshape(x.shape)), x)[0])"


_WRITTEN = {"jax": _of_jax, "autograd": _of_autograd, "torch": _of_torch}


def _programs() -> Iterator[tuple[str, str, bool]]:
    for library, written in _WRITTEN.items():
        for text, matrix in _SUMS:
            if library == "autograd" and any(name in text for name in _NOT_IN_AUTOGRAD):
                continue
            if library == "torch" and matrix in (_SINGULAR, _ZEROS):
                continue  # PyTorch 2.14 answers 0 or NaN there
            twice = (True,) if matrix != "[[1.0, 0.0], [0.0, 1.0]]" else ()
            for each in (False, *twice):
                yield library, written(text, matrix, twice=each), each


def _numbers(lines: str) -> list[float]:
    lines = re.sub(r"tensor|array|dtype=\S+|grad_fn=\S+", "", lines)
    return [float(each) for each in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", lines)]


def _printed(program: str) -> str:
    """What the library itself prints, in 64 bits."""
    lines = io.StringIO()
    with contextlib.redirect_stdout(lines), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(ast.parse(program), "program", "exec"), {})
    return lines.getvalue()


@in_turn("library, program, twice", _programs())
def test_gradients_of_parts_of_matrices_agree_with_the_library(library: str, program: str, twice: bool) -> None:
    pytest.importorskip(library)
    with np.printoptions(precision=4, suppress=True):
        ours = _numbers("\n".join(run(parse(program)).printed))
    theirs = _numbers(_printed(program))
    assert len(ours) == len(theirs)
    assert np.allclose(ours, theirs, atol=2e-3 if twice else 5e-4, rtol=5e-4)


@pytest.mark.parametrize(
    "program",
    [
        "import torch\nA = torch.eye(2, requires_grad=True)\ntorch.linalg.eigh(A)[1][0].sum().backward()",
        "import torch\nA = torch.eye(2, requires_grad=True)\ntorch.linalg.svd(A).U[0].sum().backward()",
    ],
)
def test_vectors_that_are_not_determined_have_no_derivative(program: str) -> None:
    with pytest.raises(ProblemError, match="their vectors are not unique"):
        graph_json(run(parse(program)))


@pytest.mark.parametrize(
    "call",
    ["np.linalg.eigh(np.eye(2) * 2.0)", "np.linalg.eigh(np.diag([1e-320, 1e-310]))", "np.linalg.svd(np.ones((2, 3)), False)"],
)
def test_vectors_without_a_derivative_are_computed_where_none_is_asked_for(call: str) -> None:
    program = f"import numpy as np\nfor part in {call}:\n    print(part)"
    with np.printoptions(precision=4, suppress=True):
        assert np.allclose(_numbers("\n".join(run(parse(program)).printed)), _numbers(_printed(program)), atol=5e-4)


def test_the_values_alone_of_equal_eigenvalues_have_one() -> None:
    answer = graph_json(run(parse("import torch\nA = torch.eye(2, requires_grad=True)\n(torch.linalg.eigh(A)[0] ** 2).sum()")))
    assert answer["gradients"]["A"] == [[2.0, 0.0], [0.0, 2.0]]


def test_q_and_r_of_dependent_columns_have_no_derivative() -> None:
    program = "import torch\nA = torch.ones(2, 2, requires_grad=True)\ntorch.linalg.qr(A).R.sum().backward()"
    with pytest.raises(ProblemError, match="depend on one another"):
        graph_json(run(parse(program)))
