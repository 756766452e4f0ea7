"""Lists of arrays stay lists of Python's, whatever the shapes; lists of numbers of different lengths are no arrays."""

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError

PARTS = "import torch\nw = torch.tensor([1., 2.], requires_grad=True)\nb = torch.tensor(3., requires_grad=True)\n"


def ran(text: str) -> Run:
    return run(parse(text))


def gradients(made: Run) -> dict[str, object]:
    found = backward(made.output)
    return {name: np.asarray(found.of(leaf)).tolist() for name, leaf in made.inputs.items()}


LISTS = {
    "elements": "params = [w, b]\nloss = (params[0]**2).sum() + params[1]**2",
    "the last by a negative index": "params = [w, b]\nloss = (params[-2]**2).sum() + params[-1]**2",
    "taken apart": "params = [w, b]\nu, v = params\nloss = (u**2).sum() + v**2",
    "a loop": "params = [w, b]\nloss = 0\nfor p in params:\n    loss = loss + (p**2).sum()",
    "a comprehension": "params = [w, b]\nloss = sum((p**2).sum() for p in params)",
    "a tuple": "params = (w, b)\nloss = (params[0]**2).sum() + params[1]**2",
    "a dictionary": "params = {'w': w, 'b': [b, w]}\nloss = (params['w']**2).sum() + params['b'][0]**2",
    "within a list": "params = [[w, b], [b]]\nloss = (params[0][0]**2).sum() + params[1][0]**2",
    "a longer list": "params = [w] + [b]\nloss = (params[0]**2).sum() + params[1]**2",
    "how many": "params = [w, b]\nloss = (params[0]**2).sum() + params[len(params) - 1]**2",
}


@pytest.mark.parametrize("lines", LISTS.values(), ids=LISTS)
def test_arrays_of_different_shapes_stay_what_they_are(lines: str) -> None:
    made = ran(PARTS + lines)
    assert made.output.raw == 14.0
    assert list(gradients(made).values()) == [[2.0, 4.0], 6.0]


def test_a_list_of_parameters() -> None:
    made = ran(
        "import torch\nfrom torch import nn\np = nn.ParameterList([nn.Parameter(torch.tensor([1., 2.])),"
        " nn.Parameter(torch.tensor(3.))])\nloss = (p[0]**2).sum() + p[1]**2"
    )
    assert made.output.raw == 14.0
    assert gradients(made) == {"p.0": [2.0, 4.0], "p.1": 6.0}


def test_parameters_in_a_list_of_a_module_are_called_as_named_parameters_calls_them() -> None:
    text = (
        "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.ws = nn.ParameterList([nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))])\n"
        "        self.ws.scale = nn.Parameter(torch.tensor(3.))\n        self.ls = nn.ModuleList([nn.Linear(2, 1, bias=False)])\n"
        "    def forward(self, x):\n        return self.ws.scale * self.ls[0](x * self.ws[0] * self.ws[1]).sum()\n"
        "net = Net()\nprint([name for name, _ in net.named_parameters()])\nnet(torch.ones(2))"
    )
    made = ran(text)
    called = ["ws.0", "ws.1", "ws.scale", "ls.0.weight"]
    assert set(gradients(made)) == {f"net.{name}" for name in called}
    assert all(f"'{name}'" in str(made.printed) for name in called)


def test_without_a_library_too() -> None:
    made = ran("w = [1.0, 2.0]\nb = 3.0\nparams = [w, b]\nmore = params + [b]\nmore[0].sum() * more[2] * len(more)")
    assert made.output.raw == 27.0
    assert gradients(made) == {"w": [9.0, 9.0], "b": 9.0}


def test_gradients_and_steps_of_each() -> None:
    lines = (
        "params = [w, b]\nopt = torch.optim.SGD(params, lr=0.5)\nloss = (params[0]**2).sum() + params[1]**2\nloss.backward()\n"
    )
    made = ran(f"{PARTS}{lines}print(params[0].grad, params[1].grad)\nopt.step()\nprint(params[0], params[1])")
    assert made.printed == ["[2., 4.] 6.0", "[0., 0.] 0.0"]


@pytest.mark.parametrize(("made", "numbers"), [("params + [w]", [1, 2, 5, 5, 1, 2]), ("params * 2", [1, 2, 5, 5, 1, 2, 5, 5])])
def test_a_list_of_arrays_of_one_shape_is_no_array_either(made: str, numbers: list[float]) -> None:
    text = f"{PARTS}v = torch.tensor([5., 5.])\nparams = [w, v]\nmore = {made}\ntorch.cat(more)"
    assert ran(text).output.data.tolist() == numbers


def test_arrays_of_a_list_are_inputs_as_they_are_by_themselves() -> None:
    made = ran("import torch\nparams = [torch.ones(3), torch.zeros(2)]\n(params[0]*2).sum() + params[1].sum()")
    assert gradients(made) == {"params[0]": [2.0, 2.0, 2.0], "params[1]": [1.0, 1.0]}


@pytest.mark.parametrize(
    "text",
    [
        "params = [[1., 2.], 3.]\nparams[1]",
        "import numpy as np\nnp.array([np.array([1., 2.]), np.array(3.)])",
        f"{PARTS}torch.stack([w, b])",
        f"{PARTS}torch.tensor([[1., 2.], [3.]])",
        "w = [1.0, 2.0]\nb = 3.0\nparams = [w, b]\nparams*2",
    ],
)
def test_numbers_of_different_lengths_are_refused(text: str) -> None:
    with pytest.raises(ProblemError) as refused:
        ran(text)
    assert refused.value.problems[0].code is Code.SHAPE_MISMATCH


def test_a_list_of_numbers_with_names_is_still_an_array_of_a_formula() -> None:
    assert gradients(ran("a, b = 2.0, 3.0\nx = [a, b]\nsum(x*x)")) == {"a": 4.0, "b": 6.0}
