"""What stands between square brackets as a value: slices, tuples of places, and what the methods of a program's class receive.

The oracles are Python and NumPy themselves, which run the same text.
"""

import contextlib
import io
from typing import Any

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

torch = pytest.importorskip("torch")

PLACES = (
    "(0, 1)", "(1,)", "(-1, slice(None))", "(slice(0, 2), 1)", "(Ellipsis, 0)", "(None, 1)", "([0, 1], [1, 2])", "slice(1, None)",
    "(slice(None, None, 2), slice(1, 3))", "(1, [0, 2])", "np.where(x > 2.0)", "np.nonzero(x > 4.0)", "([1, 0],)", "()",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("inside", [False, True], ids=["top level", "function"])
def test_a_place_that_a_name_holds_means_what_it_means_in_brackets(place: str, inside: bool) -> None:
    x = np.arange(6.0).reshape(2, 3)
    expected = x[eval(place, {"np": np, "x": x})]
    text = f"place = {place}\ny = x[place] * 1.0\n"
    if inside:
        text = f"def f(x):\n    place = {place}\n    return x[place] * 1.0\ny = f(x)\n"
    made = run(parse(f"import numpy as np\n{text}y.sum()"), {"x": x.tolist()})
    np.testing.assert_array_equal(made.output.raw, expected.sum())
    swept = backward(made.output)
    slopes = dict(zip(swept.tensors, swept.values, strict=True))
    touched = np.zeros((2, 3))
    touched[eval(place, {"np": np, "x": x})] = 1.0
    np.testing.assert_array_equal(slopes[made.inputs["x"]], touched)


@pytest.mark.parametrize("place", PLACES)
def test_elements_are_assigned_at_a_place_that_a_name_holds(place: str) -> None:
    text = "x = np.arange(6.0).reshape(2, 3)\nplace = {}\nx[place] = 9.0\nx[place] += 1.0\n"
    known = {"np": np}
    exec(text.format(place), known)
    found = run(parse(f"import numpy as np\n{text.format(place)}y = x * 1.0\ny"))
    np.testing.assert_array_equal(found.output.raw, known["x"])


def test_the_places_of_an_array_one_after_the_other_are_numpy_s() -> None:
    text = "for place in np.ndindex(2, 3):\n    x[place] += place[0] - place[1]\n"
    text += "for place in np.ndindex((2,)):\n    x[place] *= 2.0\n"
    known = {"np": np, "x": np.ones((2, 3))}
    exec(text, known)
    found = run(parse(f"import numpy as np\nx = np.ones((2, 3))\n{text}y = x * 1.0\ny"))
    np.testing.assert_array_equal(found.output.raw, known["x"])
    for wrong in ("np.ndindex(-1)", "np.ndindex(1.5)", "np.ndindex(10**9, 10**9)"):
        with pytest.raises(ProblemError):
            run(parse(f"import numpy as np\nfor place in {wrong}:\n    pass\nx * 2"))


def test_places_of_what_is_not_zero_are_pytorch_s() -> None:
    text = "mask = x > 2.0\nplaces = mask.nonzero(as_tuple=True)\ny = x[places]\nz = mask.nonzero()\n"
    known: dict[str, Any] = {"torch": torch, "x": torch.arange(6.0).reshape(2, 3)}
    exec(text, known)
    found = run(parse(f"import torch\nx = torch.arange(6.0).reshape(2, 3)\n{text}print(z.shape)\n(y * y).sum()"))
    assert found.output.item() == (known["y"] ** 2).sum().item()
    assert found.printed == [str(known["z"].shape).removeprefix("torch.Size([").removesuffix("])").join(("(", ")"))]


OBJECTS = """
class Seen:
    def __getitem__(self, key):
        print(key, isinstance(key, slice), isinstance(key, tuple))
        return 2.0

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("deleted", key)

class Rows:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return [self[place] for place in range(*key.indices(len(self)))]
        return self.items[key] * 2

seen = Seen()
read = seen[1:2]
read = seen[:, 1]
read = seen[..., None]
read = seen[3]
read = seen["x", 2]
read = seen[::2]
seen[1:3] = 5
seen[:, 0] = 6
seen[2] = 7
del seen[1:]
del seen["x"]
rows = Rows([1, 2, 3, 4])
print(rows[:2], rows[-1], rows[::-2], rows[slice(1, 3)])
part = slice(1, 7, 2)
print(part.start, part.stop, part.step, part, part.indices(4), [5, 6, 7, 8][part], "abcdef"[part], (1, 2, 3)[slice(2)])
"""


def test_the_methods_of_a_class_receive_slices_and_tuples_as_python_gives_them() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(OBJECTS, {})
    found = run(parse(f"{OBJECTS}x = 2.0\ny = x * rows[0]\ny"))
    assert "\n".join(found.printed) == printed.getvalue().rstrip()
    assert found.output.item() == 4.0


@pytest.mark.parametrize(
    "text", ["slice()", "slice(1, 2, 3, 4)", "slice(1.5)", "slice(1, 2).end", "slice(1, 2) + 1", "x[slice(0.5)]"]
)
def test_slices_that_python_refuses_are_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(f"x = [1.0, 2.0]\ny = {text}\ny"))


KEYS = """
d = {0: "cat", 1: "dog", 2.5: "b", -1: "a", (1, 2): "c", 3: 2.0, "word": 4}
print(d[0], d[1], d[2.5], d[-1], d[(1, 2)], d[1, 2], d["word"], d[1.0])
print(list(d), 3 in d, 4 in d, (1, 2) in d, d.get(3), d.get(7, 1), d.pop(0), d.setdefault(8, 9))
d[4] = 5.0
d[4, 5] = 6.0
d[4, 5] += 1.0
del d[1]
del d[1, 2]
print(d)
"""


@pytest.mark.parametrize("inside", [False, True], ids=["formula", "script"])
def test_numbers_and_several_numbers_are_keys_as_in_python(inside: bool) -> None:
    text = KEYS + ("for _ in range(1):\n    pass\n" if inside else "")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(text, {})
    found = run(parse(f"{text}x = 2.0\ny = x * d[4]\ny"))
    assert "\n".join(found.printed) == printed.getvalue().rstrip()
    assert found.output.item() == 10.0


def test_what_is_missing_under_several_numbers_is_what_the_factory_gives() -> None:
    text = "from collections import Counter, defaultdict\nq = defaultdict(float)\nq[1, 2] += 3.0\nc = Counter('aab')\n"
    found = run(parse(f"{text}print(q[1, 2], q[5, 6], len(q), c['a'], c['z'], c[1, 2])\nx * 2"))
    assert found.printed == ["3.0 0.0 2 2 0 0"]


@pytest.mark.parametrize("text", ["d[1:2]", "d[1:2] = 3", "del d[::2]", "d[a]", "d[3]", "d[1, 3]"])
def test_other_keys_are_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(f"a = 2.0\nd = {{1: 2.0, (1, 2): 3.0}}\n{text}\na * d[1]"))


def test_a_number_of_the_graph_is_no_text() -> None:
    text = "import torch\nx = torch.tensor(2.0)\nfor _ in range(1):\n    pass\n"
    found = run(parse(f"{text}print(x == 'a', 'a' != x, [0 if each == 'q' else 1 for each in x.reshape(1)])\nx * 2"))
    assert found.printed == ["False True [1]"]
