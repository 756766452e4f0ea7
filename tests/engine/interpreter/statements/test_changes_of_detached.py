"""Changes in place of what is detached from a result with gradients: it is a tensor of its own from there on, while the result,
whose numbers PyTorch changes as well, is not used any more.
"""

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from backpass.engine.serialization.graph_json import graph_json

_HEAD = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\n"


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("y = x.clone().detach()\ny[0] = x[0]*3\ny.sum().backward()\nprint(x.grad)", "[3., 0.]"),
        ("y = (x*2).detach()\ny.mul_(x)\ny.sum().backward()\nprint(x.grad)", "[2., 4.]"),
        ("h = x*2\ny = h.detach()\ny += x\ny.sum().backward()\nprint(x.grad)", "[1., 1.]"),
        ("y = (x*2).detach()\nwith torch.no_grad():\n    y.mul_(3)\n(y*x).sum().backward()\nprint(x.grad)", "[ 6., 12.]"),
        ("y = (x*2).detach()\nw = y.detach()\nw += 1\nprint(y)", "[3., 5.]"),
        ("h = x*2\nc = h.sum()\ny = h.detach()\ny.zero_()\nc.backward()\nprint(x.grad)", "[2., 2.]"),
        ("y = (x*2).detach()\nz = y.view(2, 1)\nz[0] = x[1]*5\ny.sum().backward()\nprint(x.grad)", "[0., 5.]"),
    ],
)
def test_what_is_detached_may_be_changed(program: str, printed: str) -> None:
    assert list(run(parse(_HEAD + program)).printed) == [printed]


def test_a_result_is_not_used_after_what_is_detached_from_it_was_changed() -> None:
    with pytest.raises(ProblemError, match="what is detached shares them"):
        run(parse(_HEAD + "h = x*2\ny = h.detach()\ny.zero_()\nprint(h)"))


def test_a_pass_that_needs_the_numbers_before_is_noted() -> None:
    answer = graph_json(run(parse(_HEAD + "h = x*2\nc = (h**2).sum()\ny = h.detach()\ny.zero_()\nc.backward()")))
    assert "library-differs" in {each["code"] for each in answer["problems"]}
