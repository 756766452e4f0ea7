"""What programs may repeat without end takes no more room than is counted, and arrays have no more axes than NumPy bears."""

import pytest

from backpass.engine import Limits, Tensor
from backpass.engine.interpreter.program_state.call_groups import Groups
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError
from backpass.engine.shapes import MAX_AXES

X = "import torch\nx = torch.tensor([1.0]*1000, requires_grad=True)\n"


def problem_of(program: str, limits: Limits | None = None) -> Code:
    with pytest.raises(ProblemError) as raised:
        run(parse(program), limits=limits)
    return raised.value.problems[0].code


def nested(depth: int) -> object:
    value: object = 1.5
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "body",
    ["x.data = x.data", "y = x.data", "x.grad = x.data", "torch.autograd.grad(x.sum(), x)", "x.sum().backward(); g = x.grad"],
)
def test_copies_of_numbers_are_counted(body: str) -> None:
    program = f"{X}while True:\n    {body}\n"
    problem = problem_of(program, Limits(elements=200_000, repetitions=1_000_000, nodes=5_000, operations=8_000))
    assert problem in (Code.TOO_MANY_ELEMENTS, Code.TOO_MUCH_WORK)


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "for j in range(3):\n        if j > 1:\n            break",
        "f()",
        "for j in range(2):\n        f()",
        "while True:\n        break",
    ],
)
def test_repetitions_that_make_nothing_leave_nothing_behind(body: str) -> None:
    function = "def f():\n    for k in range(3):\n        if k == 1:\n            return k\n"
    program = f"{function}for i in range(500):\n    {body}\nx = 1.5\nx*x"
    groups = run(parse(program)).groups
    assert len(groups.all) == 0
    assert len(groups._begins) < 5


def test_only_the_repetitions_that_made_something_are_groups() -> None:
    made = run(parse("x = 1.5\nfor i in range(4):\n    for j in range(3):\n        if j == 2:\n            x = x*2\nx"))
    names = [each.name for each in made.groups.all]
    assert names == ["for i in range(4)"] + [name for i in range(4) for name in (f"i = {i}", "for j in range(3)", "j = 2")]
    product = made.output
    for i in reversed(range(4)):
        place = made.groups.of(product)
        assert place is not None
        chain = []
        while place is not None:
            chain.append(made.groups.all[place].name)
            place = made.groups.all[place].parent
        assert chain == ["j = 2", "for j in range(3)", f"i = {i}", "for i in range(4)"]
        product = product.inputs[0]


def test_a_group_that_is_gone_back_to_goes_on() -> None:
    groups = Groups()
    outer = groups.enter("loop", "outer", None)
    first = Tensor(1.0)
    inner = groups.enter("iteration", "inner", None)
    groups.leave(inner)
    second = Tensor(2.0)
    groups.leave(outer)
    third = Tensor(3.0)
    assert [groups.of(each) for each in (first, second, third)] == [outer, outer, None]
    assert [each.name for each in groups.all] == ["outer"]


@pytest.mark.parametrize("axes", [MAX_AXES + 1, 64, 65, 200])
def test_more_axes_than_there_can_be_are_refused(axes: int) -> None:
    with pytest.raises(ProblemError):
        Tensor(nested(axes))
    assert problem_of(f"for i in range({axes}): a = [a]\na*a") is Code.INVALID_AXIS
    assert problem_of(f"import numpy as np\nx = np.ones({[1] * axes})\ny = np.sum(x*x)") is Code.INVALID_AXIS


def test_as_many_axes_as_there_can_be_are_computed() -> None:
    made = run(parse(f"x = 1.5\nfor i in range({MAX_AXES}): x = [x]\nsum(x*x)"))
    assert made.output.item() == 2.25


def test_numbers_beyond_floats_with_a_fraction_are_infinite() -> None:
    assert run(parse("9" * 400 + "½ * 1")).output.item() == float("inf")
    assert run(parse("2½ * 1")).output.item() == 2.5


@pytest.mark.parametrize("given", ["(), x", "y, ()", "[], []"])
def test_a_gradient_of_nothing_is_refused(given: str) -> None:
    program = f"import torch\nx = torch.tensor(2.0, requires_grad=True)\ny = x*x\ntorch.autograd.grad({given})"
    assert problem_of(program) is Code.ARGUMENT_COUNT


def test_decimals_are_one_whole_number() -> None:
    assert problem_of("import numpy as np\nx = np.array([1.25])\ny = x.round([True])") is Code.INVALID_AXIS


def test_a_flag_that_is_an_array_is_refused() -> None:
    with pytest.raises(ProblemError):
        run(parse("import tensorflow as tf\nx = [[73, 1]]\nr = tf.Variable(7, tf.constant(x))"))
