"""Names and roles that a program gives to tensors, and classes with a rule of their own."""

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json

NAMED = """from engine import Tensor
w = Tensor(2.0)
x = Tensor(3.0)
w.name = "weight"
w.role = "parameter"
loss = w * x
loss.name = "loss"
loss.role = "output"
print(w.name, w.role, loss.name)
loss
"""

OWN_RULE = """class Square:
    @staticmethod
    def forward(ctx, x):
        return x * x
    @staticmethod
    def backward(ctx, upstream):
        return 7 * upstream
x = 3.0
y = Square.forward(None, x)
y
"""


def test_names_and_roles_show_in_the_graph() -> None:
    made = run(parse(NAMED))
    nodes = graph_json(made)["nodes"]
    assert [(node["name"], node["role"]) for node in nodes] == [("weight", "parameter"), ("x", "input"), ("loss", "output")]
    assert made.printed == ["weight parameter loss"]


def test_a_role_that_there_is_not_is_refused_with_the_nearest() -> None:
    with pytest.raises(ProblemError, match="is not a role") as error:
        run(parse('x = 2.0\ny = x * x\nx.role = "parametre"\ny'))
    assert "`parameter`" in error.value.problems[0].hint


def test_a_rule_of_the_programs_own_that_is_not_used_is_said() -> None:
    made = run(parse(OWN_RULE))
    (problem,) = [each for each in made.problems if each.code is Code.IGNORED]
    assert "Square.backward" in problem.message


def test_tensors_in_lists_are_told_apart_by_themselves_and_compared_by_their_numbers() -> None:
    two = "import torch\na = torch.tensor([1.0, 2.0], requires_grad=True)\nb = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    made = run(parse(two + "y = (a * b).sum()\ny"))
    assert list(made.inputs) == ["a", "b"]
    printed = run(parse("x = 2.0\ny = 2.0\nz = 3.0\nprint([x*1] == [y*1], [x*1] == [z*1], [1, 2] == [1, 2])\nx*y*z")).printed
    assert printed == ["True False True"]
    with pytest.raises(ProblemError):
        run(parse(two + "print([a] == [b])\na.sum()"))
