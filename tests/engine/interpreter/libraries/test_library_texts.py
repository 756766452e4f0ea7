"""Functions that are written in the language: what they make stands where the program calls them; their helpers are theirs."""

import pytest

from backpass.engine import ProblemError
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code
from backpass.engine.serialization.graph_json import graph_json

_CALLS = (
    "nn.Dropout(0.25)(x)",
    "nn.functional.dropout(x, 0.5)",
    "nn.BatchNorm1d(2)(x)",
    "nn.LayerNorm(2)(x)",
    "nn.Linear(2, 3)(x)",
    "nn.MaxPool1d(2)(x)",
    "nn.functional.one_hot(torch.tensor([0, 1]))*x",
    "nn.MSELoss()(x, x*2)",
    "nn.CrossEntropyLoss()(x, torch.tensor([0, 1]))",
    "nn.RNN(2, 3)(x)[0]",
    "nn.LSTM(2, 3)(x)[0]",
    "nn.GRU(2, 3)(x)[0]",
    "nn.functional.scaled_dot_product_attention(x, x, x, dropout_p=0.5)",
)


@pytest.mark.parametrize("call", _CALLS)
def test_every_node_and_group_stands_where_the_program_calls(call: str) -> None:
    text = f"import torch\nfrom torch import nn\nx=torch.ones(2,2,requires_grad=True)\n{call}"
    document = graph_json(run(parse(text)))
    begin = text.rindex("\n") + 1
    spans = [node["span"] for node in document["nodes"]]
    assert any(span and span[0] >= begin for span in spans)
    assert all(span is None or span[0] <= span[1] <= len(text) for span in spans), spans
    assert all(
        span is None or span[0] >= begin for span, node in zip(spans, document["nodes"], strict=True) if node["name"] != "x"
    )


@pytest.mark.parametrize("call", ["stop([])", "stop('fans of a vector')", "refuse(lambda: 1, x, 1)", "is_mask(x)", "max_pool(x)"])
def test_helpers_of_libraries_are_no_functions_for_a_program(call: str) -> None:
    with pytest.raises(ProblemError) as caught:
        graph_json(run(parse(f"import backpass\nx = 1.5\ny = backpass.{call}\ny")))
    assert caught.value.problems[0].code.value == "unknown-function"


_FIRST_USES = (
    "nn.Dropout(0.0)(x)",
    "nn.functional.linear(x, 2*torch.eye(2))",
    "nn.init.constant_(torch.zeros(2, 2), 3.0)*x",
    "torch.optim.SGD([x], lr=0.5).param_groups[0]['lr']*x",
    "torch.linalg.svd(x)[1].sum()*x",
    "scipy.stats.norm.cdf(1.0)*x",
    "scipy.special.ndtr(1.0)*x",
)
_CONTEXTS = {
    "no_grad": "with torch.no_grad():\n    y = {call}\n    z = x*2\n",
    "enable_grad within no_grad": "with torch.no_grad():\n    with torch.enable_grad():\n        y = {call}\n    z = x*2\n",
    "a function under no_grad": "@torch.no_grad()\ndef f(x):\n    y = {call}\n    return y, x*2\ny, z = f(x)\n",
    "a loop": "for k in range(3):\n    with torch.no_grad():\n        y = {call}\n        z = x*2\n",
    "a try": "with torch.no_grad():\n    try:\n        y = {call}\n        1/0\n    except ZeroDivisionError:\n        z = x*2\n",
    "a generator": "def g(x):\n    yield {call}\nwith torch.no_grad():\n    y = next(g(x))\n    z = x*2\n",
}


@pytest.mark.parametrize("context", _CONTEXTS.values(), ids=_CONTEXTS)
@pytest.mark.parametrize("call", _FIRST_USES)
def test_the_first_use_of_a_library_in_a_context_is_as_any_other_there(call: str, context: str) -> None:
    begin = "import torch, scipy\nfrom torch import nn\nx = torch.tensor([[1.5, 0.0], [0.0, -2.0]], requires_grad=True)\n"
    middle = context.replace("{call}", call)
    end = "loss = (x*3 + y + z).sum()\nloss.backward()\nprint(y.requires_grad, z.requires_grad, loss.item(), x.grad)\n"
    first, later = (run(parse(begin + text + end)).printed for text in (middle, f"{call}\n{middle}"))
    assert first == later
    assert "False" in first[0]


def test_names_within_the_text_of_a_library_name_no_values_and_the_programs_own_within_it_do() -> None:
    made = run(
        parse(
            "import torch\n"
            "class Double(torch.nn.Module):\n"
            "    def forward(self, h):\n"
            "        twice = h * 2\n"
            "        return twice + 1\n"
            "net = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU(), Double())\n"
            "x = torch.randn(5, 3)\n"
            "hidden = net(x)\n"
            "loss = (hidden * hidden).mean()"
        )
    )
    labels = [tensor.label for tensor in ancestors(made.output) if tensor.operation is not None and tensor.label]
    assert sorted(labels) == ["hidden", "loss", "twice"]
    assert made.inputs.keys() == {"net.0.weight", "net.0.bias"}  # as `named_parameters()` has them


@pytest.mark.parametrize("text", ["torch.nn.Sequential(layer)(x * 2)", "import torch\nl = 2.0\ntorch.nn.Sequential(l)(3.0)"])
def test_a_number_in_the_place_of_a_module_is_refused_where_it_is_called(text: str) -> None:
    """`layer(x)` is a product in formulas, and none in the text of a library."""
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    (problem,) = refused.value.problems
    assert problem.code is Code.UNKNOWN_FUNCTION
    assert problem.span
    assert text[slice(*problem.span)].startswith("torch.nn.Sequential(")
