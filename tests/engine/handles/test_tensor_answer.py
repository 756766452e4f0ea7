"""What a run of a program of tensors gives: the output, its gradients by name, and the graph."""

import ast

import numpy as np
import pytest

from backpass.engine import ProblemError
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.grad_mode import is_grad_enabled
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse
from backpass.engine.limits import Limits
from backpass.engine.plain_python.machine import Outcome
from backpass.engine.python.run import evaluate
from backpass.engine.python.source import Source
from backpass.engine.reading.whole import UnreadError, run_source


def outcome(program: str, limits: Limits | None = None) -> Outcome:
    return evaluate(Source(program, ast.parse(program)), limits or Limits(), shows=False).outcome


def answer(program: str, **given: object) -> Run:
    return run_source(parse(program), Source(program, ast.parse(program)), given)


def gradients(run: Run) -> dict[str, object]:
    found = backward(run.output, run.seed())
    arrived = dict(zip(found.tensors, found.values, strict=True))
    return {name: np.asarray(arrived[leaf]).tolist() for name, leaf in run.inputs.items()}


NET = """
import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
    def forward(self, x):
        return torch.relu(self.fc(x))
net = Net()
with torch.no_grad():
    net.fc.weight.fill_(2.0)
    net.fc.bias.fill_(1.0)
x = torch.tensor([1., 3.], requires_grad=True)
k = 2.0
loss = (net(x) * k).sum()
loss.backward()
"""


def test_the_leaves_of_a_model_have_names_and_gradients() -> None:
    found = answer(NET)
    assert found.output.raw == 18.0
    assert gradients(found) == {"k": 9.0, "x": [4.0, 4.0], "net.fc.weight": [[2.0, 6.0]], "net.fc.bias": [2.0]}


def test_numbers_that_are_given_for_leaves_are_those_they_are_computed_with() -> None:
    assert answer(NET, x=[2.0, 2.0]).output.raw == 18.0
    found = answer(NET, **{"net.fc.weight": [[1.0, 1.0]], "k": 3.0})  # whatever `fill_` writes into it
    assert found.output.raw == 15.0
    assert gradients(found)["net.fc.weight"] == [[3.0, 9.0]]


def test_numbers_of_another_shape_are_left_to_whom_can_say_so() -> None:
    with pytest.raises(UnreadError):
        answer(NET, x=[1.0])


def test_the_graph_is_that_of_the_output_and_knows_its_places() -> None:
    found = answer(NET)
    steps = [(node.operation.name, NET[slice(*node.span)]) for node in Trace.of(found.output).tensors if node.operation]
    assert steps[-3:] == [("relu", "torch.relu(self.fc(x))"), ("multiply", "net(x) * k"), ("sum", "(net(x) * k).sum()")]
    assert found.output.label == "loss"


def test_without_a_backward_pass_the_last_line_is_the_output() -> None:
    found = answer("import torch\nw = torch.tensor([1., 2.], requires_grad=True)\nw * w")
    assert np.asarray(found.output.raw).tolist() == [1.0, 4.0]
    assert gradients(found) == {"w": [2.0, 4.0]}


@pytest.mark.parametrize(
    "expression",
    ["torch._pointwise", "torch.apply", "torch._tensor", "x.node", "x.kind", "x.made", "x._node", "x.result_class", "x.steps"],
)
def test_what_is_inside_is_not_for_programs(expression: str) -> None:
    program = (
        f"import torch\nx = torch.ones(2)\ntry:\n    {expression}\n    print('reached')\nexcept AttributeError:\n    print('no')"
    )
    try:
        assert outcome(program).printed == "no\n"
    except ProblemError:
        return


@pytest.mark.parametrize(
    "expression",
    [
        "torch.zeros(10**6, 10**6)",
        "torch.arange(10**12)",
        "torch.linspace(0, 1, 10**11)",
        "torch.rand(10**11)",
        "torch.ones(1).expand(10**6, 10**6)",
        "torch.ones(10**5).reshape(-1, 1) * torch.ones(10**5)",
        "torch.bincount(torch.tensor([10**11]))",
        "torch.eye(10**6)",
        "torch.ones(3).repeat(10**9)",
    ],
)
def test_what_is_too_large_is_refused_before_it_is_made(expression: str) -> None:
    with pytest.raises(ProblemError) as refused:
        outcome(f"import torch\ntry:\n    {expression}\nexcept Exception:\n    pass")
    assert "too-many" in refused.value.problems[0].code


def test_a_run_leaves_recording_as_it_was() -> None:
    outcome("import torch\ntorch.set_grad_enabled(False)\nraise ValueError()")
    assert is_grad_enabled()


def test_a_class_of_the_library_is_changed_for_one_run_alone() -> None:
    program = "import torch.nn as nn\nnn.ReLU.forward = lambda self, x: 5\nprint(nn.ReLU()(3))"
    assert outcome(program).printed == "5\n"
    assert outcome("import torch\nprint(torch.nn.ReLU()(torch.tensor(-3.)))").printed == "tensor(0.)\n"


def test_a_hook_may_begin_another_pass() -> None:
    program = """
import torch
x = torch.tensor(2., requires_grad=True)
y = torch.tensor(3., requires_grad=True)
z = x * x
def seen(gradient):
    with torch.enable_grad():
        (y * y).backward()
    return gradient * 2
z.register_hook(seen)
z.backward()
print(x.grad, y.grad)
"""
    assert outcome(program).printed == "tensor(8.) tensor(6.)\n"


def test_what_a_program_changes_in_a_library_is_its_own() -> None:
    shown = "import torch\nfrom torch import nn\n{}print(nn.Linear(2, 2)(torch.ones(2)).sum().item())"
    patch = "def nothing(self, x):\n    return x*0\nnn.Linear.forward = nothing\n"
    first = outcome(shown.format("")).printed
    assert outcome(shown.format(patch)).printed == "0.0\n"
    assert outcome(shown.format("")).printed == first != "0.0\n"
