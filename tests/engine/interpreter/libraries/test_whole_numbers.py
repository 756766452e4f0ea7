"""Arrays of whole numbers: every way of making one × every way of changing it, beside NumPy and PyTorch themselves.

What the library computes silently is the same here, with a note where it cuts off digits and nowhere else; where it stops there
is a note that says so, or a refusal, and nowhere else.
"""

import itertools
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.interpreter.tensor_semantics.library_differences import CALLED, DIFFERENCES, difference
from backpass.engine.language import parse
from backpass.engine.problems import Problem, ProblemError

torch = pytest.importorskip("torch")

MADE = {
    "numpy": (
        *("np.array([1, 2, 3])", "np.array([1.0, 2, 3])", "np.array([1.5, 2.0, 3.0])", "np.asarray([4, 5, 6])"),
        *("np.zeros(3, dtype=int)", "np.zeros(3)", "np.ones(3, dtype=np.int64)", "np.ones(3)", "np.arange(3)"),
        *("np.arange(3.0)", "np.arange(0, 6, 2)", "np.arange(3, dtype=float)", "np.full(3, 1)", "np.full(3, 1.0)"),
        *("np.full(3, 2, dtype=float)", "np.array([2.9, 1.2, 3.0]).astype(int)", "np.array([1, 2, 3]).astype(float)"),
        *("np.zeros_like(np.array([1, 2, 3]))", "np.ones_like(np.array([1, 2, 3]))", "np.zeros_like(np.zeros(3))"),
        *("np.empty_like(np.array([1, 2, 3])) * 0", "np.array([5, 6, 7]) // 2", "np.array([5, 6, 7]) / 1"),
        *("np.array([1, 2, 3]) * 2", "np.array([1, 2, 3]) * 2.0", "np.array([1, 2, 3]) + np.arange(3)"),
        *("np.abs(np.array([-1, 2, 3]))", "np.sqrt(np.array([1, 4, 9]))", "np.array([1, 2, 3]).copy()"),
        *("np.array(np.array([1, 2, 3]))", "np.array([1, 2, 3], dtype=float)", "np.array([[1, 2], [3, 4]]).sum(axis=0)"),
        *("np.cumsum(np.array([1, 2, 3]))", "np.concatenate([np.array([1, 2]), np.array([3])])", "np.array([1, 2, 3])[::-1]"),
        *("np.concatenate([np.array([1, 2]), np.array([3.0])])", "np.where(np.arange(3) > 1, np.arange(3), 0)"),
        *("np.array([1, 2, 3]) ** 2", "np.maximum(np.arange(3), 1)", "np.maximum(np.arange(3), 1.0)", "np.linspace(0, 2, 3)"),
        *("np.array([[1, 2, 3]])[0]", "np.median(np.array([[1, 2, 3]]), axis=0)", "np.array([1, 2, 3]).reshape(3)"),
        *("np.array([3, 1, 2]) % 2", "np.argsort(np.array([3.5, 1.5, 2.5]))", "-np.array([1, 2, 3])", "np.eye(3)[0]"),
        *("np.eye(3, dtype=int)[0]", "np.mean(np.array([[1, 2, 3]]), axis=0)", "np.array([True, False, True]) * 3"),
    ),
    "torch": (
        *("torch.tensor([1, 2, 3])", "torch.tensor([1.0, 2, 3])", "torch.zeros(3, dtype=torch.long)", "torch.zeros(3)"),
        *("torch.arange(3)", "torch.arange(3.0)", "torch.arange(3, dtype=torch.float32)", "torch.full((3,), 1)"),
        *("torch.full((3,), 1.0)", "torch.tensor([2.9, 1.2, 3.0]).long()", "torch.tensor([2.9, 1.2, 3.0]).int()"),
        *(
            "torch.tensor([1, 2, 3]).float()",
            "torch.tensor([4, 5, 6]).to(torch.float32)",
            "torch.zeros_like(torch.tensor([1, 2, 3]))",
        ),
        *("torch.ones_like(torch.tensor([1, 2, 3]))", "torch.tensor([1, 2, 3]) * 2", "torch.tensor([1, 2, 3]) * 0.5"),
        *("torch.tensor([5, 6, 7]) // 2", "torch.tensor([5, 6, 7]) / 1", "torch.tensor([1, 2, 3]).clone()"),
        *("torch.ones(3).to(torch.int64)", "torch.ones(3, dtype=torch.int).long()", "torch.ones(3, dtype=torch.int)"),
        *(
            "torch.cat([torch.tensor([1, 2]), torch.tensor([3])])",
            "torch.stack([torch.tensor(1), torch.tensor(2), torch.tensor(3)])",
        ),
        *("torch.tensor([1, 2, 3]).new_zeros(3)", "torch.tensor([[1, 2], [3, 4]]).sum(dim=0)", "torch.LongTensor([1, 2, 3])"),
        *("torch.FloatTensor([1, 2, 3])", "torch.relu(torch.tensor([-1, 2, 3]))", "torch.tensor([[1, 2, 3]])[0]"),
    ),
}
"""By library, arrays of three numbers or of two."""

CHANGED = {
    "numpy": (
        *("a[0] = 2.9", "a[0] = -2.9", "a[0] = 5", "a[0] = True", "a[0] = 4.0", "a[0] += 0.5", "a[0] += 1", "a[0] /= 2"),
        *("a[0:1] = 2.9", "a[:] = 7.5", "a[[0]] = 2.9", "a[a > 1] = 2.9", "a[:2] = [2.9, 1.2]", "a[:2] = np.array([2.9, 1.2])"),
        *("a[:2] = np.array([7, 8])", "a[0:1] += 0.5", "a[[0]] += 0.5", "a[0:1] += 1", "a[a > 0] *= 2"),
        *("a += 0.5", "a += 1", "a += 1.0", "a -= 0.25", "a *= 2", "a *= 0.5", "a /= 2", "a //= 2", "a //= 2.0", "a %= 2"),
        *("a **= 2", "a **= -1", "a **= 0.5", "a += a", "a += np.arange(len(a))", "a -= np.ones(len(a))", "a = a ** -1"),
        *("a = a ** -1.0", "a = a / 2", "a = a // 2", "a = a * 0.5", "b = a\nb += 0.5", "b = a[:1]\nb[0] = 2.9"),
        *("b = a[:1]\nb += 0.5", "b = a.copy()\nb[0] = 2.9", "b = a * 2\nb[0] = 2.9", "b = a / 2\nb[0] = 2.9"),
        *("b = a.astype(float)\nb[0] = 2.9", "b = a.astype(int)\nb[0] = 2.9", "for i in range(2):\n    a[i] = a[i] + 0.75"),
        *("a[0] = np.nan", "a[0] = np.sqrt(2)", "a[0] = a[1] / 4", "a[0] = a[1] * 2", "a[0] = len(a)", "a = a ** 2", "a = 1 / a"),
        *("a[0] = x", "a[0] = n", "a += x", "a += n", "a[0] = x * n", "a[0] = n * 2"),
    ),
    "torch": (
        *("a[0] = 2.9", "a[0] = -2.9", "a[0] = 5", "a[0] += 0.5", "a[0] += 1", "a[0:1] = 2.9", "a[:] = 7.5", "a[[0]] = 2.9"),
        *("a[a > 1] = 2.9", "a[:2] = torch.tensor([2.9, 1.2])", "a[:2] = torch.tensor([7, 8])", "a[0] = torch.tensor(2.9)"),
        *("a[[0, 1]] = torch.tensor([2.9, 1.2])", "a[0:1] += 0.5", "a += 0.5", "a += 1", "a += 1.0", "a -= 0.25", "a *= 2"),
        *("a *= 0.5", "a /= 2", "a //= 2", "a %= 2", "a **= 2", "a **= -1", "a += a", "a.add_(0.5)", "a.add_(1)", "a.mul_(2)"),
        *("a.div_(2)", "a.fill_(2.9)", "a.zero_()", "a.copy_(torch.arange(float(len(a))) + 0.5)", "a.clamp_(0, 2)", "a.sqrt_()"),
        *(
            "a = a ** -1",
            "a = a ** -1.0",
            "a = a / 2",
            "a = a // 2",
            "b = a.clone()\nb[0] = 2.9",
            "b = a\nb += 0.5",
            "a = a // 0",
        ),
        *(
            "b = a[:1]\nb[0] = 2.9",
            "b = a.float()\nb[0] = 2.5",
            "b = a.long()\nb[0] = 2.5",
            "a = a.mean()",
            "a = a.float().mean()",
        ),
        *("a = a @ torch.ones(len(a))", "a = a @ a", "a[0] = float('nan')", "a[0] = x", "a += x", "a += n"),
    ),
}

HEAD = {"numpy": "import numpy as np\nx = 0.75\nn = 3\n", "torch": "import torch\nx = 0.75\nn = 3\n"}


class Outcome(NamedTuple):
    """What a program does in a library or here."""

    numbers: tuple[Any, ...]
    """Those of `a` and of `b` in the end."""
    stops: bool = False
    refused: bool = False
    whole: bool = False
    """Whether one of them is of whole numbers in the library; here, whether a note says that digits were cut off."""


def real(library: str, text: str) -> Outcome:
    names: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(HEAD[library] + text, names)
        except (TypeError, ValueError, RuntimeError, OverflowError):
            return Outcome((), stops=True)
    found = [np.asarray(names[each]) for each in ("a", "b") if each in names]
    return Outcome(tuple(each.astype(float) for each in found), whole=any(each.dtype.kind == "i" for each in found))


STOPS = frozenset(
    {
        "whole numbers in place",
        "whole powers",
        "whole numbers by zero",
        "whole numbers without floats",
        "whole numbers and floats",
    }
)


def said(problems: Sequence[Problem], library: str, names: frozenset[str]) -> bool:
    """Whether one of the notes stands beside a program."""
    found = {str(each.message) for each in problems}
    known = [name for name in names if library in DIFFERENCES[name].libraries]
    return any(str(difference(name, library, None, operation="mean").message) in found for name in known)


def ours(library: str, text: str) -> Outcome:
    try:
        made = run(parse(f"{HEAD[library]}{text}\n(a*1.0).sum()"))
    except ProblemError:
        return Outcome((), refused=True)
    return Outcome(
        tuple(np.asarray(getattr(made.names[each], "raw", made.names[each])) for each in ("a", "b") if each in made.names),
        stops=said(made.problems, library, STOPS),
        whole=said(made.problems, library, frozenset({"whole numbers cut off"})),
    )


def disagreement(library: str, text: str) -> str | None:
    """What is wrong here about a program, or None."""
    theirs, mine = real(library, text), ours(library, text)
    if theirs.stops:
        return None if mine.stops or mine.refused else f"{CALLED[library]} stops, and nothing says so"
    if mine.refused:
        return "refused"
    if mine.stops:
        return f"{CALLED[library]} does not stop"
    if mine.whole and not theirs.whole:
        return f"{CALLED[library]} cuts nothing off"
    same = all(np.allclose(one, other, equal_nan=True) for one, other in zip(theirs.numbers, mine.numbers, strict=True))
    return None if same else f"{mine.numbers}, and not {theirs.numbers}"


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_what_is_made_and_changed_is_what_the_library_makes_of_it(library: str) -> None:
    pairs = list(itertools.product(MADE[library], CHANGED[library]))
    wrong = [
        f"a = {made}; {changed}: {why}" for made, changed in pairs if (why := disagreement(library, f"a = {made}\n{changed}"))
    ]
    assert len(pairs) > 1_000
    assert wrong == []


READ_OUT = {
    "numpy": (
        *("a.tolist()", "(a > 1).tolist()", "a[0].item()", "(a > 1).sum().item()", "a.argmax().item()", "np.argsort(a).tolist()"),
        *("a.max().item()", "(a * 2).tolist()", "(a / 1).tolist()", "(a == a).all().item()", "(a > 1).mean().item()"),
        *("(a > 1).astype(float).tolist()", "(a > 1).astype(int).tolist()", "a.sum().item()", "a.mean().item()"),
    ),
    "torch": (
        *(
            "a.tolist()",
            "(a > 1).tolist()",
            "a[0].item()",
            "(a > 1).sum().item()",
            "a.argmax().item()",
            "torch.argsort(a).tolist()",
        ),
        *("a.max().item()", "(a * 2).tolist()", "(a / 1).tolist()", "(a == a).all().item()", "(a > 1).float().mean().item()"),
        *("(a > 1).float().tolist()", "(a > 1).long().tolist()", "a.sum().item()", "a.max(dim=0).indices.item()"),
        *("a.max(dim=0).values.item()", "a.long().tolist()", "a.float().tolist()", "a.argmax(dim=0, keepdim=True).tolist()"),
    ),
}
"""What takes numbers of Python's out of an array."""


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_numbers_are_printed_and_read_out_in_their_type(library: str) -> None:
    wrong = []
    for made in MADE[library]:
        text = f"{HEAD[library]}a = {made}\n"
        array, *theirs = _kept(text, ["a", *READ_OUT[library]])
        whole, *lines = run(parse(text + "".join(f"print({each})\n" for each in ["a", *READ_OUT[library]]) + "x * x")).printed
        numbers = np.asarray(array, dtype=float) if np.asarray(array).dtype.kind == "f" else np.asarray(array)
        if whole != np.array2string(numbers, precision=4, separator=", "):
            wrong.append(f"a = {made}: {whole}, and not {numbers!r}")
        for read, line, number in zip(READ_OUT[library], lines, theirs, strict=True):
            mine = eval(line)
            if type(mine) is not type(number) or _types(mine) != _types(number) or not np.allclose(mine, number):
                wrong.append(f"a = {made}; {read}: {line}, and not {number!r}")
    assert wrong == []


def test_what_a_loader_or_python_hands_on_keeps_the_type_of_its_numbers() -> None:
    text = (
        "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\n"
        "data = TensorDataset(torch.ones(4, 2), torch.tensor([0, 1, 0, 1]))\nx, y = data[1]\nprint(x, y)\n"
        "for x, y in DataLoader(data, batch_size=2):\n    print(x.sum(), y)\n"
        "import numpy as np\nprint(np.round(np.array([1, 2])), np.array([1.5, 2.5]).round(), np.round(np.array([1.0])))"
    )
    assert run(parse(text)).printed == ["[1., 1.] 1", "4.0 [0, 1]", "4.0 [0, 1]", "[1, 2] [2., 2.] [1.]"]


def _kept(text: str, expressions: Sequence[str]) -> list[Any]:
    """What expressions are in the library itself, after a program."""
    found: list[Any] = []
    exec(text + "".join(f"keep({each})\n" for each in expressions), {"keep": found.append})
    return found


def _types(numbers: Any) -> set[type]:
    return {type(each) for each in (numbers if isinstance(numbers, list) else [numbers])}
