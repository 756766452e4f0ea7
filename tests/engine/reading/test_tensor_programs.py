"""Programs of PyTorch, read after they were run: whole answers beside the interpreter's, and what is left to it."""

import ast
import json
from time import process_time
from typing import Any

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run, run
from backpass.engine.interpreter.tensor_semantics.library_differences import difference
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
    "x = torch.tensor([1.0]*1000, requires_grad=True)": "a list times 1000 is a list, as in Python",
    "torch.log(torch.exp(a)).backward()": "e^100 is infinite with 32 bits, and its gradient no number, as in PyTorch",
    "print(torch.finfo(torch.float32).max > 3e38)": "a truth of Python's is no number",
}
"""A line of each program whose value or gradients are others here, and why."""


DRAWN = difference("other random numbers", "torch", None).message
"""What the interpreter says of random numbers, which are PyTorch's own here."""
MOST_SECONDS = 5.0
"""Far more than any of them takes, and far less than what they ask for."""
MOST_KEPT = 6_000
"""Nodes; all that the loop makes are twice as many."""


class LeftError(Exception):
    """A program is left to the interpreter."""


def left(*_: object) -> Run:
    raise LeftError


def read(text: str, **given: Any) -> Run:
    return run_source(parse(text), Source(text, ast.parse(text)), given)


def whole(run: Run) -> Any:
    return json.loads(json.dumps(compact(graph_json(run))))


def without_numbers(answer: Any) -> Any:
    """An answer whose random numbers are others."""
    if isinstance(answer, dict):
        return {key: without_numbers(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [without_numbers(each) for each in answer]
    return None if isinstance(answer, float) else answer


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
            new, before = whole(run_as_python(program, limits=LIMITS, otherwise=left)), run(program, limits=LIMITS)
        except (LeftError, ProblemError):
            continue
        is_read += 1
        old = whole(before)
        if any(each.message == DRAWN for each in before.problems):
            continue
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
        ("w = torch.randn(2, requires_grad=True)\n(w*x).sum()", []),
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
    said = [str(each.message) for each in [*old.problems, *old.passed] if each.code == "library-differs"]
    assert [str(each.message) for each in notes] == [each for each in said if each != DRAWN]


@pytest.mark.parametrize(
    "lines",
    [
        "x.register_hook(lambda grad: grad*2)\n(x*x).sum().backward()",
        "y = x*2\ny.sum().backward",
        "raise ValueError()",
        "y = (x*x).sum()\nx.data += 1\ntorch.autograd.grad(y, x, create_graph=True)",
    ],
    ids=["hook", "not called", "raises", ".data and create_graph"],
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
    new, old = (without_numbers(whole(each)) for each in (read(text), run(parse(text))))
    assert {**new, "problems": []} == {**old, "problems": []}  # the interpreter says that it draws others
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


UNDECLARED = "import torch\nx = torch.ones(2)\nw = [torch.zeros(2), torch.full((2,), 3.0)]\n"


def test_tensors_are_inputs_where_the_program_says_of_none_that_it_needs_a_gradient() -> None:
    lines = "y = (x*w[1]).sum()\nprint(x.requires_grad, y.requires_grad, y)\ny"
    found = read(UNDECLARED + lines, **{"w[1]": [2.0, 5.0]})
    assert set(found.inputs) == {"x", "w[0]", "w[1]"}
    assert gradient_json(found)["gradients"] == {"x": [2.0, 5.0], "w[1]": [1.0, 1.0]}
    assert found.printed == ["False False tensor(7.)"]
    declared = read(f"{UNDECLARED}v = torch.ones(2, requires_grad=True)\n(x*v).sum()")
    assert gradient_json(declared)["gradients"] == {"v": [1.0, 1.0]}
    assert gradient_json(read("import torch\nx = torch.tensor([1., 2.])\n(x*x).sum()"))["gradients"] == {}


def test_what_is_detached_is_a_node_behind_which_no_gradient_goes() -> None:
    text = f"{X}y = x*x\n(y.detach()*x).sum().backward()"
    found = read(text)
    assert read(f"{text}\nprint(x.grad)").printed == ["tensor([1., 4.])"]
    nodes = whole(found)["nodes"]
    assert [(node["op"], node["grad"]) for node in nodes[1:3]] == [("multiply", None), ("detach", None)]
    assert not found.is_data_dependent


def test_a_long_loop_does_not_keep_what_was_detached_long_ago() -> None:
    text = f"{X}h = torch.zeros(2)\nfor i in range(2000):\n    h = torch.tanh((h*2).detach() + x*0.5)\nh.sum().backward()"
    assert len(ancestors(read(text).output)) < MOST_KEPT


RULE = """import torch
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3
    @staticmethod
    def backward(ctx, g):
        print("asked")
        x, = ctx.saved_tensors
        return 5*x**2*g
x = torch.tensor([1., -2.], requires_grad=True)
"""


@pytest.mark.parametrize(
    ("lines", "asked", "gradient"),
    [
        ("y = Cube.apply(x*2).sum()\ny.backward()", 1, [40.0, 160.0]),
        ("Cube.apply(x).sum()", 0, [5.0, 20.0]),
        ("y = Cube.apply(x).sum()\ny.backward(retain_graph=True)\ny.backward()", 2, [5.0, 20.0]),
        ("y = Cube.apply(Cube.apply(x))\ny.backward(torch.tensor([1., 0.5]))", 2, [25.0, 3200.0]),
    ],
)
def test_a_rule_of_the_program_is_asked_by_its_passes_and_followed_in_the_graph(
    lines: str, asked: int, gradient: list[float]
) -> None:
    found = read(RULE + lines)
    assert found.printed == ["asked"] * asked
    assert gradient_json(found)["gradients"] == {"x": gradient}
    if found.upstream is None:
        assert gradient_json(found, upstream=2.0)["gradients"] == {"x": [2 * each for each in gradient]}
    assert found.is_data_dependent
    assert found.printed == ["asked"] * asked


@pytest.mark.parametrize(
    ("lines", "gradient", "shown"),
    [
        ("y, z = (x*x).sum(), x.prod()\ntorch.autograd.backward([y, z])", [4.0, 5.0], "add"),
        ("y = x*x\ny.backward(torch.tensor([1., 10.]))", [2.0, 40.0], "multiply"),
        ("y = x*x\ng, = torch.autograd.grad(y, x, torch.tensor([1., 10.]))\ng", [2.0, 40.0], "multiply"),
        ("g, = torch.autograd.grad((x**3).sum(), x, create_graph=True)\ng.sum().backward()", [6.0, 12.0], "sum"),
        ("torch.func.grad(lambda v: (v**3*x).sum())(torch.tensor([2., 3.])).sum()", [12.0, 27.0], "sum"),
        ("x.data.mul_(2)\ny = (x*x).sum()\nx.data += 1\ny.backward()", [6.0, 10.0], "sum"),
        ("torch.exp(x*100)[1].backward()", [float("nan"), float("inf")], "index"),
    ],
    ids=["outputs", "upstream", "upstream of grad", "create_graph", "torch.func", ".data", "32 bits"],
)
def test_the_graph_shows_the_pass_that_the_program_takes(lines: str, gradient: list[float], shown: str) -> None:
    found = read(X + lines)
    np.testing.assert_array_equal(backward(found.output, found.seed()).of(found.inputs["x"]), gradient)
    assert whole(found)["nodes"][-1]["op"] == shown


def test_gradients_that_are_differentiated_again_are_a_group_of_the_graph() -> None:
    lines = "g, = torch.autograd.grad((x**3).sum(), x, create_graph=True)\ng.sum().backward()"
    found = whole(read(X + lines))
    assert [(group["kind"], group["name"]) for group in found["groups"]] == [("call", "gradient")]
    start, end = found["groups"][0]["span"]
    assert (X + lines)[start:end] == "torch.autograd.grad((x**3).sum(), x, create_graph=True)"


def test_a_tensor_that_nothing_holds_is_called_by_its_call() -> None:
    text = "import torch\ndef f(v):\n    w = torch.tensor(v, requires_grad=True)\n    return w**3\nf(2.0).backward()"
    found = read(text)
    assert gradient_json(found)["gradients"] == {"torch.tensor(v, requires_grad=True)": 12.0}
    assert not found.parameters


INLINE = Limits(evaluations=20_000, repetitions=2_000, nodes=5_000, operations=5_000, tentative=True)
HOSTILE = {
    "passes": "y = x\nfor i in range(400):\n    y = y*1.1\ny = y.sum()\nfor i in range(999):\n    y.backward(retain_graph=True)",
    "arrays": "keep = []\nfor i in range(100000):\n    keep.append(torch.ones(1000000))\nx.sum()",
    "nodes": "keep = []\nwhile True:\n    keep.append(x*2)",
    "product": "a = torch.ones(1400, 1400)\nb = a@a@a@a\nx.sum()",
    "calls": "def f(v):\n    return f(v*2)\nf(x)",
    "layers": "torch.nn.Sequential(*[torch.nn.Linear(2, 2) for i in range(3000)])(x).sum()",
    "list": "torch.ones(1000, 1000).tolist()\nx.sum()",
    "detached": "keep = []\ny = x\nwhile True:\n    y = (y*2).detach() + x\n    keep.append(y)",
    "permutation": "for i in range(100):\n    torch.randperm(100000)\nx.sum()",
    "generators": "for i in range(100000):\n    torch.Generator()\nx.sum()",
    "graphs": "y = (x**9).sum()\nfor i in range(99):\n    y = torch.autograd.grad(y, x, create_graph=True)[0].pow(3).sum()",
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
