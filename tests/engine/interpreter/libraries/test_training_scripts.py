"""Training scripts of PyTorch's, as their graph shows them: parameters, layers and the loss, not the data and their loading."""

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from backpass.engine.serialization.graph_json import gradient_json, graph_json

torch = pytest.importorskip("torch")

LOADED = """\
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
X = torch.randn(8, 3)
true_w = torch.randn(3, 1)
y = X @ true_w + 0.1 * torch.randn(8, 1)
loader = DataLoader(TensorDataset(X, y), batch_size=4, shuffle=True)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    for xb, yb in loader:
        loss = nn.MSELoss()(model(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


def test_gradients_are_those_of_the_parameters_and_not_of_the_data() -> None:
    found = gradient_json(run(parse(LOADED)))["gradients"]
    namespace: dict[str, object] = {}
    exec(LOADED, namespace)
    assert sorted(tuple(torch.tensor(each).shape) for each in found.values()) == sorted(
        tuple(each.shape)
        for each in namespace["model"].parameters()  # type: ignore[attr-defined]
    )


def test_a_loader_is_one_part_called_batch_and_the_others_are_the_layers() -> None:
    groups = graph_json(run(parse(LOADED)))["groups"]
    assert [each["name"] for each in groups if each["kind"] == "call"] == ["batch", "Sequential", "Linear", "ReLU", "Linear"]
    batch = next(each for each in groups if each["name"] == "batch")
    assert not [each for each in groups if each["parent"] == batch["id"]]
    assert "loader" in LOADED[slice(*batch["span"])]


def test_pictures_of_a_data_set_have_no_name_of_ours() -> None:
    text = (
        "import torch, torchvision\nimport torchvision.transforms as T\n"
        "steps = T.Compose([T.ToTensor(), T.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))])\n"
        "data = torchvision.datasets.CIFAR10('d', train=True, download=True, transform=steps)\n"
        "net = torch.nn.Linear(3 * 32 * 32, 10)\n"
        "for images, labels in torch.utils.data.DataLoader(data, batch_size=2):\n"
        "    loss = torch.nn.functional.cross_entropy(net(images.flatten(1)), labels)\n"
        "    loss.backward()\n"
    )
    assert [each["name"] for each in graph_json(run(parse(text)))["groups"] if each["kind"] == "call"] == ["batch", "Linear"]


@pytest.mark.parametrize(
    ("data", "inputs"),
    [
        ("x = torch.randn(3)", ["w"]),
        ("x = torch.linspace(0, 1, 3)", ["w"]),
        ("x = np.random.randn(3)\nx = torch.from_numpy(x)", ["w"]),
        ("d = np.array([1.0, 2.0, 3.0])\nx = torch.tensor(d)", ["w"]),
        ("x = torch.randn(3, requires_grad=True)", ["x", "w"]),
        ("x = torch.randn(3)\nx.requires_grad_()", ["x", "w"]),
    ],
)
def test_what_requires_no_gradient_is_no_input_beside_what_does(data: str, inputs: list[str]) -> None:
    text = (
        f"import numpy as np\nimport torch\n{data}\nw = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)\nloss = (w * x).sum()"
    )
    assert list(gradient_json(run(parse(text)))["gradients"]) == inputs


@pytest.mark.parametrize("data", ["torch.ones(3, 2)", "torch.full((3, 2), 1.5)", "torch.randn(3, 2)"])
def test_data_beside_a_layer_is_no_input(data: str) -> None:
    text = f"import torch\nimport torch.nn as nn\nm = nn.Linear(2, 1)\nx = {data}\nm(x).sum().backward()"
    assert list(gradient_json(run(parse(text)))["gradients"]) == ["m.weight", "m.bias"]


@pytest.mark.parametrize("counts", ["T, H, D = 3, 4, 2", "T = 3\nH = 4\nD = 2"])
def test_how_often_and_how_many_are_no_inputs_beside_parameters(counts: str) -> None:
    text = (
        f"import torch\n{counts}\nx = torch.randn(T, D)\nW = torch.randn(D, H, requires_grad=True)\nloss = 0\n"
        "for t in range(T):\n    loss = loss + (x[t] @ W).sum()\n(loss / T).backward()"
    )
    assert list(gradient_json(run(parse(text)))["gradients"]) == ["W"]
    assert list(gradient_json(run(parse(text.replace("range(T)", "range(3)").replace("(T, D)", "(3, D)"))))["gradients"]) == [
        "T",
        "W",
    ]
    assert list(gradient_json(run(parse(text), {"T": 3}))["gradients"]) == ["T", "W"]


@pytest.mark.parametrize(
    ("imported", "layer"),
    [
        ("from torch.nn import Linear", "Linear"),
        ("from torch.nn import (\n    ReLU,\n    Linear,\n)", "Linear"),
        ("from torch.nn import ReLU, Linear as L", "L"),
        ("from torch import nn\nimport torch.nn.functional as F", "nn.Linear"),
    ],
)
def test_data_beside_a_layer_that_is_imported_by_name_is_no_input(imported: str, layer: str) -> None:
    text = f"import torch\n{imported}\nm = {layer}(2, 1)\nx = torch.randn(3, 2)\nm(x).sum().backward()"
    assert list(gradient_json(run(parse(text)))["gradients"]) == ["m.weight", "m.bias"]


def test_a_layer_of_the_program_itself_is_none_of_pytorch() -> None:
    text = "import torch\nclass Linear:\n    def __call__(self, x):\n        return x * 2\nx = torch.randn(2)\nLinear()(x).sum()"
    assert list(gradient_json(run(parse(text)))["gradients"]) == ["x"]


def test_without_parameters_every_array_is_an_input() -> None:
    text = "import numpy as np\nimport torch\nd = np.array([1.0, 2.0])\nx = torch.randn(2)\nloss = (torch.tensor(d) * x).sum()"
    assert list(gradient_json(run(parse(text)))["gradients"]) == ["d", "x"]


def test_a_request_can_still_give_the_data() -> None:
    text = "import torch\nx = torch.randn(2)\nw = torch.tensor([1.0, 2.0], requires_grad=True)\nloss = (w * x).sum()"
    assert gradient_json(run(parse(text), {"x": [3.0, 4.0]}))["gradients"]["w"] == [3.0, 4.0]


MODEL = """\
import torch
from torch import nn
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8, bias=False)
        self.drop = nn.Dropout(0.2)
class Scaled(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor
    def extra_repr(self):
        return f"factor={self.factor}"
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 3, stride=2, padding=1, bias=False)
        self.pool = nn.MaxPool2d(2, 2)
        self.mean = nn.AvgPool2d(2)
        self.flatten = nn.Flatten()
        self.stack = nn.Sequential(
            nn.Linear(8, 16), nn.ReLU(), nn.ReLU(inplace=True), nn.Sigmoid(), nn.Tanh(), nn.GELU(), nn.LeakyReLU(0.1),
            nn.Softmax(dim=1), nn.LogSoftmax(dim=-1), nn.Identity(), nn.SiLU(), nn.ELU(), nn.Softplus(),
        )
        self.blocks = nn.ModuleList([Block() for _ in range(3)])
        self.scaled = Scaled(2)
        self.table = nn.Embedding(10, 4)
        self.layer_norm = nn.LayerNorm(8)
        self.batch_norm = nn.BatchNorm1d(16)
        self.lstm = nn.LSTM(1, 4, 2, batch_first=True)
        self.gru = nn.GRU(3, 4)
        self.criterion = nn.CrossEntropyLoss()
        self.w = nn.Parameter(torch.zeros(3))
print(Net())
print(f"{Block()}")
"""


def test_a_module_prints_as_pytorch_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    exec(MODEL, {"__name__": "__main__"})
    assert run(parse(f"{MODEL}x = 2.0\ny = x*x")).printed == capsys.readouterr().out.rstrip("\n").split("\n")


def test_a_module_is_shown_where_it_stands_alone_and_not_where_a_call_gives_it_back() -> None:
    text = "import torch\nmodel = torch.nn.Linear(2, 1)\nmodel.eval()\nloss = model(torch.ones(1, 2)).sum()\n"
    assert run(parse(text)).printed == []
    assert run(parse(text + "model\n"), None, "loss").printed == ["Linear(in_features=2, out_features=1, bias=True)"]


@pytest.mark.parametrize(("text", "what"), [("layer(x)", "`x`"), ("torch.nn.Sequential(layer)(x * 2)", "its input")])
def test_rows_of_another_length_than_a_layer_takes_are_refused_with_both_lengths(text: str, what: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(f"import torch\nx = torch.randn(4, 3)\nlayer = torch.nn.Linear(4, 2)\nloss = {text}.sum()"))
    (problem,) = refused.value.problems
    assert problem.message == f"`Linear(4, 2)` takes 4 features, but {what} has 3."


LBFGS = """\
import torch
x = torch.tensor([-1.0, 1.0], requires_grad=True, dtype=torch.float64)
optimiser = torch.optim.LBFGS([x], lr=0.1, max_iter=7, history_size=4)
def closure():
    optimiser.zero_grad()
    loss = (1 - x[0])**2 + 3 * (x[1] - x[0]**2)**2 + 0.1 * x[0]**4
    loss.backward()
    return loss
for i in range(4):
    print(optimiser.step(closure).item())
print(x[0].item(), x[1].item())
"""


def test_lbfgs_goes_the_way_of_pytorch(capsys: pytest.CaptureFixture[str]) -> None:
    exec(LBFGS, {})
    wanted = [float(each) for each in capsys.readouterr().out.split()]
    assert [float(each) for line in run(parse(LBFGS)).printed for each in line.split()] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("option", ["line_search_fn='strong_wolfe'"])
def test_a_line_search_is_refused_by_name(option: str) -> None:
    with pytest.raises(ProblemError, match="line_search_fn"):
        run(parse(f"import torch\nx = torch.ones(2, requires_grad=True)\no = torch.optim.LBFGS([x], {option})\nx.sum()"))


def test_flags_of_a_command_line_have_their_defaults() -> None:
    text = (
        "from absl import app, flags\nFLAGS = flags.FLAGS\nflags.DEFINE_float('lr', 0.25, 'step')\n"
        "def main(argv):\n    print(FLAGS.lr)\nif __name__ == '__main__':\n    app.run(main)\nx = 2.0\nx*1"
    )
    assert list(run(parse(text)).printed) == ["0.25"]
    held = text.replace("flags.DEFINE_float", "rate = flags.DEFINE_float").replace("FLAGS.lr)", "rate.value)")
    assert list(run(parse(held)).printed) == ["0.25"]


def test_a_loss_goes_to_a_device_and_back_to_itself() -> None:
    text = (
        "import torch\nfrom torch import nn\ncriterion = nn.BCELoss()\ncriterion.cuda()\n"
        "criterion = criterion.to('cpu').double()\n"
        "p = torch.tensor([0.5], requires_grad=True)\nloss = criterion(p, torch.tensor([1.0]))\nloss.backward()\nprint(p.grad)"
    )
    assert run(parse(text)).printed == ["[-2.]"]
    for wrong in ("def f(x):\n    return x\nf.cuda()", "import math\nmath.sin.to('cpu')"):
        with pytest.raises(ProblemError, match="not a function"):
            run(parse(f"import torch\n{wrong}\nx = 2.0\nx*1"))


def test_networks_that_were_trained_elsewhere_are_refused_with_what_to_write() -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse("from torchvision.models import resnet18\nmodel = resnet18(pretrained=True)\nx = 2.0\nx*1"))
    assert "torch.nn" in str(caught.value.problems[0].hint)
    with pytest.raises(ProblemError) as caught:
        run(parse("import torchvision\nmodel = torchvision.models.resnet18()\nx = 2.0\nx*1"))
    assert "torch.nn" in str(caught.value.problems[0].hint)


@pytest.mark.parametrize(
    "text",
    [
        "from flax import linen as nn\nmodel = nn.Dense(3)",
        "import optax\nrule = optax.adam(1e-3)",
        "from transformers import AutoModel\nmodel = AutoModel.from_pretrained('a')",
        "import torchvision\nmodel = torchvision.models.resnet18()",
    ],
)
def test_who_pastes_a_script_of_a_library_that_is_not_here_hears_of_the_command_that_runs_it(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(f"{text}\nx = 2.0\nx*1"))
    assert any("backpass show" in str(problem.hint) for problem in caught.value.problems)
