"""Programs that nobody would write, and that once ended in an exception, a wrong number or a place outside the text."""

from typing import Any

import numpy as np
import pytest

from backpass.engine import Code, Limits, ProblemError, Tensor
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.many_points.batch import gradients
from backpass.engine.serialization.graph_json import graph_json

REFUSED: dict[str, Code] = {
    "sum([1, 2], keepdims=())": Code.INVALID_AXIS,
    "amax([[1, 2]], 0, keepdims=None)": Code.INVALID_AXIS,
    "var([1, 2], ddof=(1, 2))": Code.INVALID_AXIS,
    "import torch\ntorch.tensor(2.0).size(0)": Code.INVALID_AXIS,
    "x = [1, 2]\nx[[0, 5e307]]": Code.INVALID_AXIS,
    "x = [1, 2]\ni = [0, 1e308*10]\nx[i]": Code.INVALID_AXIS,
    "x = [1, 2]\nx[x:]": Code.INVALID_AXIS,
    "x = [1, 2]\nx[...:]": Code.INVALID_AXIS,
    "x = [1, 2]\nx[0:[1]]": Code.INVALID_AXIS,
    "min((2,), 10) * x": Code.UNSUPPORTED,
    "def f(x):\n    return x\nmax(['a', 1]) * f(x)": Code.UNSUPPORTED,
    "import numpy as np\nnp.eye(-1)": Code.INVALID_AXIS,
    "class A:\n    pass\nhasattr(A(), []) * x": Code.UNSUPPORTED,
    "import numpy as np\nnp.random.default_rng(0).uniform(5) * x": Code.INVALID_INPUT,
    "import numpy as np\nnp.random.normal(0, -1) * x": Code.INVALID_INPUT,
    "import numpy as np\nnp.random.uniform(-1e308, 1e308) * x": Code.INVALID_INPUT,
    "import numpy as np\nnp.zeros((10**30, 0)) * x": Code.TOO_MANY_ELEMENTS,
    "import numpy as np\nnp.random.randn(10**30, 0) * x": Code.TOO_MANY_ELEMENTS,
    "import torch\ntorch.nn.functional.l1_loss(x, 1, reduction=[])": Code.ARGUMENT_COUNT,
    "broadcast_to(2, shape=(-1,))": Code.SHAPE_MISMATCH,
    "ord(chr(3.5)) * x": Code.INVALID_AXIS,
    "ord(chr([97])) * x": Code.INVALID_AXIS,
    "ord(chr(99_999)) * x": Code.UNSUPPORTED,
    f"x = {'[' * 70}1{']' * 70}\nsum(x)": Code.INVALID_AXIS,
    f"import numpy as np\nnp.zeros([{'1, ' * 70}])": Code.INVALID_AXIS,
    f"reshape([1], shape=({'1, ' * 70}))": Code.INVALID_AXIS,
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text)[:60])
def test_what_cannot_be_computed_is_refused(text: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(text), limits=Limits())
    assert refused.value.problems[0].code is REFUSED[text]


@pytest.mark.parametrize("use", ["ord(chr(y))", "range(y)", "torch.randperm(y)", "np.random.normal(y, 1)"])
def test_what_uses_a_name_without_a_value_says_nothing_of_its_own(use: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(f"import numpy as np\nimport torch\ny = ()*1\nz = {use}\nx*x"))
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize("axis", ["0", "(0,)"])
def test_one_axis_may_be_written_as_several_of_which_there_is_one(axis: str) -> None:
    for text in (f"concatenate([x, x], axis={axis})", f"cumsum(x, axis={axis})", f"stack([x[0], x[1]], axis={axis})"):
        expected = run(parse(text.replace(axis, "0")), {"x": [[1.0, 2.0], [3.0, 4.0]]}).output.data
        assert (run(parse(text), {"x": [[1.0, 2.0], [3.0, 4.0]]}).output.data == expected).all()


LISTS: list[tuple[str, Any]] = [
    ("y = [1, 2]", [5, 6, 7]),
    ("y = [1, 2]", [5]),
    ("y = [1, 2]", 5),
    ("y = [1, 2]", [[1, 2], [3, 4]]),
    ("y = [[1], [2, 3]]", [[1, 1], [2, 3]]),
    ("y = [[1, 2], [3, 4]]", [5, 6]),
]


@pytest.mark.parametrize(("line", "given"), LISTS, ids=str)
def test_a_value_of_another_shape_than_a_list_of_inputs_is_refused_and_not_passed_over(line: str, given: Any) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(f"{line}\nz = [each for each in y]\ny[0]"), {"y": given})
    assert refused.value.problems[0].code is Code.SHAPE_MISMATCH


def test_a_value_of_another_shape_than_a_weight_of_an_object_is_refused() -> None:
    text = "class A:\n    def __init__(self):\n        self.w = Value(2.0)\na = A()\na.w * 3"
    assert run(parse(text), {"a.w": 5.0}).output.data == 15
    with pytest.raises(ProblemError, match=r"a\.w|Value"):
        run(parse(text), {"a.w": [1.0, 2.0]})


def test_repetitions_within_a_class_of_a_library_are_placed_where_it_is_called() -> None:
    text = "from micrograd.nn import MLP\nmodel = MLP(2, [3, 1])\nmodel([1.0, -2.0])"
    spans = [group["span"] for group in graph_json(run(parse(text)))["groups"]]
    assert {text[start:end] for start, end in spans} == {"model([1.0, -2.0])"}


def test_numbers_within_a_class_of_a_library_are_placed_where_it_is_called() -> None:
    text = "import torch.nn as nn\nnn.LeakyReLU()(x) * 3"
    constants = [node for node in graph_json(run(parse(text)))["nodes"] if node["role"] == "constant"]
    assert {text[slice(*node["span"])] for node in constants} == {"nn.LeakyReLU()(x)", "3"}


def test_overflow_in_a_sum_of_gradients_gives_no_warning() -> None:
    """Warnings are errors here."""
    text = "(a + b)*(a + b)"
    answer = graph_json(run(parse(text), {"a": [1e308, 1e154], "b": [1e308, 1.0]}))
    assert answer["gradients"]["a"] == ["Infinity", pytest.approx(2e154)]
    twice = Tensor([1e308, 1.0])
    for _ in range(2):
        (twice * 1.5).backward()


def test_what_does_not_feed_the_output_has_the_gradient_0_whatever_its_value() -> None:
    made = run(parse("z = exp(1000*x)\nw = log(x - 2)\nx*2"), {"x": 1.0})
    assert graph_json(made, ["x", "z", "w"])["gradients"] == {"x": 2.0, "z": 0.0, "w": 0.0}
    found = gradients("z = exp(1000*x)\nv = [x, 1]*1e308*10\nsum([x, x])", {"x": [1.0, 2.0]}, wrt=["x", "z", "v"]).gradients
    assert {name: np.max(np.abs(column)) for name, column in found.items() if column is not None} == {"x": 2, "z": 0, "v": 0}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("w = [0.25]\nw.inner()", Code.ARGUMENT_COUNT),
        ("x = [1.0, 2]\nx.cross(x, x, x)", Code.ARGUMENT_COUNT),
        ("x = 2.0\nx.view_as()", Code.ARGUMENT_COUNT),
        ("w = [0.25]\ns = w[1:]\ns.argmax()", Code.UNSUPPORTED),
        ("import numpy as np\nx = np.zeros((0, 3))\nx.argmin(0)", Code.UNSUPPORTED),
        ("import numpy as np\nx = np.array([1.0])[1:]\nnp.median(x)", Code.UNSUPPORTED),
        ("import numpy as np\nx = np.zeros((2, 0))\nnp.percentile(x, 50, axis=1)", Code.UNSUPPORTED),
        ("import torch\ntorch.quantile(torch.zeros(0), 0.5)", Code.UNSUPPORTED),
    ],
)
def test_methods_of_arrays_refuse_what_they_cannot_compute_with(text: str, code: Code) -> None:
    with pytest.raises(ProblemError) as raised:
        run(parse(text))
    assert [each.code for each in raised.value.problems] == [code]


@pytest.mark.parametrize("text", ["x = 2\ny = 1,5*x", "y = 2,5*x + 1"])
def test_a_comma_in_a_number_is_no_second_value_of_a_formula(text: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        run(parse(text))
    (problem,) = refusal.value.problems
    assert problem.hint is not None
    assert "`2.5`" in problem.hint


@pytest.mark.parametrize(
    "text",
    ["a, b = 1,2\na*b", "y = 1,200\ny[0]*a", "y = (1,5)\ny[0]*a", "y = 1, 5\ny[0]*a", "y = max(1,5)*a", "y = [1,5]\ny[0]*a"],
)
def test_commas_between_values_stay(text: str) -> None:
    run(parse(text))


@pytest.mark.parametrize("text", ["max(1;2)", "f(x;y) = x", "max(1,5; 2,5)", "y = [1; 2]"])
def test_a_semicolon_among_arguments_is_refused_as_one(text: str) -> None:
    with pytest.raises(ProblemError, match="semicolon"):
        run(parse(text))
    assert run(parse("a = (1 +\n2); b = 3; a*b")).output.item() == 9.0


@pytest.mark.parametrize(
    ("text", "value"), [("(x > 0) | (x < -1)", 1.0), ("|x| + 2|x|", 9.0), ("|x - 1||x|", 6.0), ("~(x > 4) & (x > 2)", 1.0)]
)
def test_bars_are_absolute_values_or_between_truths(text: str, value: float) -> None:
    made = run(parse(f"x = 3.0\ny = {text}"))
    assert made.output.item() == value
    assert not [problem for problem in made.problems if problem.code is Code.KINK]
    with pytest.raises(ProblemError, match="works on bits"):
        run(parse("x = 3.0\nx & 2"))


@pytest.mark.parametrize(
    "text",
    [
        "quit([[5.0, 75.0]])",
        "raise SystemExit(1, 2)",
        "import numpy as np\nnp.round([1.5], 1e308)*x",
        "import jax\njax.lax.map({}, [])",
        "import jax.numpy as jnp\njnp.subtract(1, x, True)",
    ],
)
def test_more_of_what_once_ended_in_an_exception_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(f"x = 2.0\n{text}"))


def test_whole_numbers_beyond_64_bits_are_printed_as_they_are() -> None:
    made = run(parse("n = [9]\nfor i in range(6):\n    n[0] = n[0]**9\nprint(n[0])\nx = 1.0\nx * 2"))
    assert made.printed == [repr(9.0**9**6) if 9**6 < 300 else "inf"]


def test_a_place_in_the_text_of_a_library_is_none_of_the_program() -> None:
    text = "import autograd\nfrom autograd.misc.optimizers import adam\nv = 2.0\nadam(v > 0, None)"
    with pytest.raises(ProblemError) as refusal:
        run(parse(text))
    assert all(problem.span is not None and problem.span[1] <= len(text) for problem in refusal.value.problems)
