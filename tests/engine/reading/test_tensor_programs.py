"""Programs of PyTorch, read after they were run: whole answers beside the interpreter's, and what is left to it."""

import ast
import json
from time import process_time
from typing import Any

import pytest

from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.limits import OVER_LIMIT, Limits
from backpass.engine.problems import ProblemError
from backpass.engine.python.source import Source
from backpass.engine.reading.bounded import is_bounded
from backpass.engine.reading.run_as_python import python_source, run_as_python
from backpass.engine.reading.whole import UnreadError, run_source
from backpass.engine.serialization.graph_json import gradient_json, graph_json
from tests.corpus.corpus import entries
from tests.fuzz.corpus import corpus
from tests.golden.test_golden import compact

LIMITS = Limits(repetitions=20_000, nodes=20_000, elements=1_000_000)
X = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\n"
LEAST_READ, LEAST_ALIKE = 70, 40
"""Programs of all texts in the tests that are read at least, and whose graphs are the interpreter's, node by node."""
OTHER_NUMBERS = {
    "m = nn.Linear(3, 2)": "`nn.init.ones_(m.bias)` is in the graph, as in PyTorch",
    "x = torch.tensor([1.0]*1000, requires_grad=True)": "a list times 1000 is a list, as in Python",
    "y = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))(torch.ones(1, 2)).sum()": "weights are called by what holds them",
}
"""A line of each program whose value or gradients are others here, and why."""


MOST_SECONDS = 5.0
"""Far more than any of them takes, and far less than what they ask for."""


class LeftError(Exception):
    """A program is left to the interpreter."""


def left(*_: object) -> Run:
    raise LeftError


def read(text: str, **given: Any) -> Run:
    return run_source(parse(text), Source(text, ast.parse(text)), given)


def whole(run: Run) -> Any:
    return json.loads(json.dumps(compact(graph_json(run))))


def texts() -> list[str]:
    """Programs of PyTorch that are run here, of all texts in the tests."""
    found = dict.fromkeys([*corpus(), *(entry.text for entry in entries() if not entry.formula)])
    return [text for text in found if "torch" in text and python_source(text) is not None]


def test_numbers_and_pictures_are_those_of_the_interpreter() -> None:
    is_read = is_alike = 0
    different = set()
    for text in texts():
        program = parse(text)
        try:
            new, old = whole(run_as_python(program, limits=LIMITS, otherwise=left)), whole(run(program, limits=LIMITS))
        except (LeftError, ProblemError):
            continue
        is_read += 1
        if (new["value"], new["gradients"]) != (old["value"], old["gradients"]):
            different.add(next((line for line in OTHER_NUMBERS if line in text), text))
        is_alike += [new[key] for key in ("nodes", "edges", "steps")] == [old[key] for key in ("nodes", "edges", "steps")]
    assert different == OTHER_NUMBERS.keys()
    assert is_read >= LEAST_READ
    assert is_alike >= LEAST_ALIKE


def test_what_is_printed_is_what_the_library_prints() -> None:
    text = f"{X}y = (x*x/3).mean()\ny.backward()\nprint(x.grad, y)\nprint(x[0].item()/3, (x[0]/3).item())\nprint(x)"
    printed = ["tensor([0.3333, 0.6667]) tensor(0.8333, grad_fn=<MeanBackward0>)", "0.3333333333333333 0.3333333432674408"]
    assert read(text).printed == [*printed, "tensor([1., 2.], requires_grad=True)"]


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        ("w = torch.randn(2, requires_grad=True)\n(w*x).sum()", ["other random numbers"]),
        ("y = (x/7).sum()\nprint(y.item())\ny", ["rounding"]),
        ("y = (x*x).sum()\ny.backward(retain_graph=True)\ny.backward()\nprint(x.grad)", ["sum of passes"]),
        ("y = (x*x).sum()\ny.backward(retain_graph=True)\nx.grad = None\ny.backward()\nprint(x.grad)", []),
        ("y = (x*x).sum()\ny.backward(retain_graph=True)\nx.grad.zero_()\ny.backward()\nprint(x.grad)", []),
        ("z = x.to('cuda')\n(z*z).sum()", ["device"]),
        ("torch.log(x - 1).masked_fill(x == 1, 0.0).sum().backward()\nprint(x.grad)", ["not a number elsewhere"]),
    ],
)
def test_what_the_library_does_otherwise_is_noted(lines: str, keys: list[str]) -> None:
    found = read(X + lines)
    notes = [each for each in [*found.problems, *found.passed] if each.code == "library-differs"]
    assert len(notes) == len(keys), notes
    old = run(parse(X + lines))
    assert [str(each.message) for each in notes] == [
        str(each.message) for each in [*old.problems, *old.passed] if each.code == "library-differs"
    ]


@pytest.mark.parametrize(
    "lines",
    [
        "x.register_hook(lambda grad: grad*2)\n(x*x).sum().backward()",
        "y = x*x\ntorch.autograd.backward([y.sum(), (y*2).sum()])",
        "y = (x**3).sum()\ntorch.autograd.grad(y, x, create_graph=True)[0].sum().backward()",
        "y = (x*x).sum()\nx.data += 1\ny.backward()",
        "torch.log(torch.exp(x*100)).sum().backward()",
        "y = x*2\ny.sum().backward",
        "raise ValueError()",
        "def f(v):\n    w = torch.tensor(v, requires_grad=True)\n    return w**3\nf(1.0).backward()",
    ],
    ids=["hook", "outputs", "create_graph", ".data", "32 bits", "not called", "raises", "no name"],
)
def test_what_the_graph_would_not_show_is_left_to_the_interpreter(lines: str) -> None:
    with pytest.raises(UnreadError):
        read(X + lines)


@pytest.mark.parametrize(
    ("lines", "may_change"),
    [
        ("(x*x).sum()", False),
        ("k = 3.0\n(k*torch.tanh(x) @ x).sum()", False),
        ("y = (x*x).sum()\nprint(y)\ny", True),
        ("y = (x*x).sum()\ny.backward()\nz = (x*x.grad).sum()", True),
        ("with torch.no_grad():\n    y = x*2\n(x*y).sum()", True),
        ("(x*x).sum() if x.sum() > 1 else x.sum()", True),
        ("(x*torch.argmax(x)).sum()", True),
        ("with torch.no_grad():\n    x.mul_(2)\n(x*x).sum()", True),
    ],
)
def test_a_program_that_reads_numbers_may_have_another_graph(lines: str, may_change: bool) -> None:
    assert read(X + lines).is_data_dependent is may_change


def test_places_names_and_groups_are_those_of_the_text() -> None:
    text = (
        "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = nn.Linear(2, 1)\n    def forward(self, x):\n        h = self.fc(x)\n        return torch.relu(h)\n"
        "net = Net()\nk = 2.0\nloss = (net(torch.tensor([[1., 3.]])) * k).sum()\nloss.backward()"
    )
    new, old = whole(read(text)), whole(run(parse(text)))
    assert new == old
    assert [group["name"] for group in new["groups"]] == ["Net", "Linear"]
    assert set(new["gradients"]) == {"k", "net.fc.weight", "net.fc.bias"}


def test_a_frozen_parameter_has_a_name_and_no_gradient() -> None:
    text = (
        "import torch\nm = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1))\n"
        "m[0].weight.requires_grad = False\nm(torch.ones(1, 1)).sum().backward()"
    )
    gradients = gradient_json(read(text))["gradients"]
    assert gradients["m.0.weight"] is None
    assert gradients["m.1.bias"] == [1.0]


def test_numbers_of_a_model_are_of_the_kind_that_it_was_cast_to() -> None:
    text = "import torch\nm = torch.nn.Linear(1, 1).double()\nprint(m.weight.dtype, m(torch.ones(1, 1).double()).dtype)\nm.bias*1"
    assert read(text).printed == ["torch.float64 torch.float64"]


def test_of_equal_numbers_the_first_gets_the_gradient_of_the_largest() -> None:
    rows = (
        "import torch\nA = torch.tensor([[1., 5., 5.], [7., 2., 3.]], requires_grad=True)\nA.max(dim=1).values.sum().backward()"
    )
    assert gradient_json(read(rows))["gradients"] == {"A": [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]}
    alone = rows.replace("5., 5.", "5., 4.")
    assert [node["op"] for node in whole(read(alone))["nodes"]] == [None, "amax", "sum"]


@pytest.mark.parametrize(
    ("lines", "bounded"),
    [("(x*x).sum()", True), ("torch.linalg.inv(torch.outer(x, x))", False), ("with torch.no_grad():\n    x*2", False)],
)
def test_what_takes_long_is_run_where_it_can_be_ended(lines: str, bounded: bool) -> None:
    source = python_source(X + lines)
    assert source is not None
    assert is_bounded(source) is bounded


INLINE = Limits(evaluations=20_000, repetitions=2_000, nodes=5_000, operations=5_000, tentative=True)
HOSTILE = {
    "passes": "y = x\nfor i in range(400):\n    y = y*1.1\ny = y.sum()\nfor i in range(999):\n    y.backward(retain_graph=True)",
    "arrays": "keep = []\nfor i in range(100000):\n    keep.append(torch.ones(1000000))\nx.sum()",
    "nodes": "keep = []\nwhile True:\n    keep.append(x*2)",
    "product": "a = torch.ones(1400, 1400)\nb = a@a@a@a\nx.sum()",
    "calls": "def f(v):\n    return f(v*2)\nf(x)",
    "layers": "torch.nn.Sequential(*[torch.nn.Linear(2, 2) for i in range(3000)])(x).sum()",
    "list": "torch.ones(1000, 1000).tolist()\nx.sum()",
}


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE)
def test_what_is_much_work_is_given_up_in_the_serving_process(lines: str) -> None:
    began = process_time()
    with pytest.raises(ProblemError) as refused:
        run_as_python(parse(X + lines), limits=INLINE, otherwise=left)
    assert {each.code for each in refused.value.problems} & OVER_LIMIT
    assert process_time() - began < MOST_SECONDS


def test_arrays_count_as_long_as_they_are_alive() -> None:
    limits = Limits(elements=100_000)
    text = X + "kept = []\nfor i in range(20):\n    kept.append(torch.ones(9000))\n    {}\nx.sum()"
    assert run_as_python(parse(text.format("kept.clear()")), limits=limits, otherwise=left).output.raw == 3.0
    with pytest.raises(LeftError):
        run_as_python(parse(text.format("pass")), limits=limits, otherwise=left)
