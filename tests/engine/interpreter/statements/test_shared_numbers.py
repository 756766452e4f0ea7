"""Arrays that show one another's numbers, beside NumPy and PyTorch: `.detach().numpy()`, `.diagonal()`, `.expand()`, `copy.copy`.

Every way of deriving one array from another × every change of either: both are then what they are in the library, or the program
is refused. It is refused wherever the library stops.
"""

import copy
import itertools
from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

torch = pytest.importorskip("torch")

ROWS = "[[1.0, 2.0], [3.0, 4.0]]"
MADE = {
    "numpy": (f"a = np.array({ROWS})", f"a = np.array({ROWS}) * 2", f"base = np.array([{ROWS}])\na = base[0]"),
    "torch": (
        f"a = torch.tensor({ROWS})",
        f"a = torch.tensor({ROWS}) * 2",
        f"base = torch.tensor([{ROWS}])\na = base[0]",
        f"base = np.array({ROWS})\na = torch.from_numpy(base)",
    ),
}
DERIVED = {
    "numpy": (
        *("a", "a.copy()", "copy.copy(a)", "copy.deepcopy(a)", "a.diagonal()", "np.diagonal(a)", "a.diagonal(1)", "np.diag(a)"),
        *(
            "np.broadcast_to(a, (3, 2, 2))",
            "np.asarray(a)",
            "np.array(a)",
            "a.T",
            "a.reshape(4)",
            "a.ravel()",
            "np.ravel(a)",
            "a.T.ravel()",
            "a.flatten()",
        ),
        *("a[0]", "a[[0, 1]]", "a.astype(float)", "np.broadcast_to(a[0], (2, 2))[0]", "a.diagonal()[:1]", "torch.from_numpy(a)"),
        *("torch.as_tensor(a)", "torch.tensor(a)", "a.diagonal().copy()", "np.diag(np.diag(a))", "torch.from_numpy(a)[0]"),
        *("a.astype(np.float32)", "a.astype(np.float64, copy=False)", "a.astype(np.float32, copy=False)", "a.astype(int)"),
        *("np.asarray(a, dtype=float)", "np.asarray(a, dtype=np.float32)", "np.array(a, copy=False)"),
        *("torch.from_numpy(a).float()", "torch.from_numpy(a).double()", "torch.as_tensor(a, dtype=torch.float32)"),
    ),
    "torch": (
        *("a", "a.clone()", "copy.copy(a)", "copy.deepcopy(a)", "a.diagonal()", "torch.diagonal(a)", "a.diagonal(1)"),
        *("torch.diag(a)", "a.expand(3, 2, 2)", "a.expand(1, 2, 2)", "a[0].expand(2, 2)", "a[0].expand_as(a)", "a.detach()"),
        *("a.broadcast_to(3, 2, 2)", "a.numpy()", "a.detach().numpy()", "a.detach().numpy().copy()", "a.numpy()[0]", "a.T"),
        *("a.view(4)", "a.diagonal()[:1]", "a.detach().numpy().diagonal()", "torch.as_tensor(a)", "a.diagonal().clone()"),
        *("torch.from_numpy(a.numpy())", "a.expand(1, 2, 2)[0]", "a.flatten()", "a.contiguous()", "copy.copy(a)[0]"),
        *(
            "a.float()",
            "a.double()",
            "a.half()",
            "a.to(torch.float64)",
            "a.to(torch.float32)",
            "a.type(torch.float64)",
            "a.long()",
        ),
        *("a.to(torch.float32, copy=True)", "a.to('cpu')", "a.to('cpu', copy=True)", "torch.as_tensor(a, dtype=torch.float64)"),
        *("a[0].double()", "a.double().float()", "a.T.float()", "a.detach().double()", "torch.zeros_like(a).float()"),
    ),
}
CHANGED = (
    "a[0] = 9.0",
    "a += 1",
    "a[0, 0] = 7.0\na[1, 1] = 8.0",
    "b += 1",
    "b[0] = 9.0",
    "b *= 2\na += 1",
    "a += 1\nb += 1",
    "a[:] = 5.0\nb += 1",
)
HEAD = "import copy\nimport numpy as np\nimport torch\n"


def really(text: str) -> list[Any] | None:
    """What `a` and `b` are in the end, None where the library stops."""
    names: dict[str, Any] = {"np": np, "torch": torch, "copy": copy}
    try:
        exec(text, names)
    except (RuntimeError, ValueError, TypeError):
        return None
    return [np.array(names[each].tolist()) for each in ("a", "b")]


def here(text: str) -> list[Any] | None:
    """The same, None where it is refused."""
    shown = "print(a.tolist())\nprint(b.tolist())\n"
    try:
        found = run(parse(f"{HEAD}{text}\n{shown}a.sum()"))
    except ProblemError:
        return None
    return [np.array(eval(each)) for each in found.printed]


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_what_shares_numbers_in_a_library_shares_them_here_or_is_refused(library: str) -> None:
    wrong, honoured, count = [], 0, 0
    for made, derived, changed in itertools.product(MADE[library], DERIVED[library], CHANGED):
        text = f"{made}\nb = {derived}\n{changed}"
        theirs, mine = really(text), here(text)
        count += theirs is not None
        honoured += theirs is not None and mine is not None
        if mine is None:
            continue
        if theirs is None:
            wrong.append(f"{text!r} goes on")
        elif not all(np.array_equal(one, other) for one, other in zip(mine, theirs, strict=True)):
            wrong.append(f"{text!r} gives {mine}, and not {theirs}")
    assert wrong == []
    assert honoured > 0.9 * count > 300


def test_gradients_are_those_at_the_numbers_that_were_put_in_through_numpy() -> None:
    text = (
        "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\nx.detach().numpy()[0] = 9.0\n"
        "y = (x*x).sum()\ny.backward()\nprint(x.grad.tolist())"
    )
    names: dict[str, Any] = {}
    exec(text.replace("print(x.grad.tolist())", ""), names)
    assert run(parse(text)).printed == [str(names["x"].grad.tolist())] == ["[18.0, 4.0]"]


def test_a_shallow_copy_of_what_has_a_gradient_is_refused_where_something_is_changed() -> None:
    start = "import copy\nimport torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = copy.copy(x)\n"
    with pytest.raises(ProblemError, match=r"copy\.copy"):
        run(parse(f"{start}with torch.no_grad():\n    x += 1\ny.sum()"))
    assert run(parse(f"{start}y.sum()")).output.raw == 3.0


@pytest.mark.parametrize("first", ["import numpy as np\nimport torch", "import torch\nimport numpy as np"])
@pytest.mark.parametrize("made", ["np.array([1.0, 2.0, 4.0])", "torch.tensor([1.0, 2.0, 4.0], dtype=torch.float64)"])
@pytest.mark.parametrize("method", ["std()", "var()", "max(0)", "sum(0)", "ravel()[1]", "std(0)", "mean(0)"])
def test_an_array_has_the_methods_of_its_own_library_where_a_program_names_several(first: str, made: str, method: str) -> None:
    text = f"a = {made}\nb = a.{method}"
    names: dict[str, Any] = {"np": np, "torch": torch}
    exec(text, names)
    is_pair = isinstance(names["b"], tuple)
    real = names["b"].values if is_pair else names["b"]
    shown = "b.values.item()" if is_pair else "b.item()"
    (mine,) = run(parse(f"{first}\n{text}\nprint({shown})\na.sum()")).printed
    assert float(mine) == pytest.approx(float(real), rel=1e-12)
