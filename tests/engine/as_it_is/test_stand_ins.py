"""What stands in for data that are elsewhere, where a program is run as it is: the same numbers as in the language, and said."""

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from backpass.engine.capture.as_it_is import fence
from backpass.engine.capture.as_it_is.answers import AsItIs, graph_in
from backpass.engine.capture.as_it_is.confined import Confined, Outcome
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.as_it_is.notes import notes_of
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import say

pytestmark = pytest.mark.skipif(
    fence.lacking() is not None or importlib.util.find_spec("torch") is None, reason="no fence, or no PyTorch"
)
BOUNDS = Bounds(30.0, 120.0)


@pytest.fixture(scope="module")
def confined() -> Iterator[Confined]:
    made = Confined("torch")
    made.start()
    yield made
    made.close()


def outcome(confined: Confined, program: str) -> Outcome:
    return confined.begin(BOUNDS).run({"program": program, "step": 1, "language": "en"})


def graph(confined: Confined, program: str) -> Any:
    return graph_in(outcome(confined, program), AsItIs(program, "torch", confined.version, 1, BOUNDS))


END = "\nw = torch.ones(1, requires_grad=True)\n(w * 2).sum().backward()\n"
DATA = {
    "pictures": "from torchvision import datasets\ndata = datasets.MNIST('data', download=True)\nprint(int(data.data.sum()), data.targets.tolist())",
    "coloured pictures": "import torchvision\ndata = torchvision.datasets.CIFAR10('data')\nprint(int(data.data[1].sum()), data.classes[data.targets[1]])",
    "a folder": "from torchvision.datasets import ImageFolder\ndata = ImageFolder('cats')\nprint(len(data), data.targets)",
    "a transform": "from torchvision import datasets, transforms as T\nt = T.Compose([T.Resize(8), T.ToTensor(), T.Normalize((0.5,), (0.5,))])\n"
    "x, label = datasets.FashionMNIST('data', transform=t)[2]\nprint(tuple(x.shape), label, round(float(x[0, 0, 0]), 5))",
    "a picture": "from PIL import Image\nimport numpy as np\nprint(np.array(Image.open('cat.jpg')).shape, int(np.array(Image.open('cat.jpg').convert('L')).sum()))",
    "a table": "import numpy as np\ntable = np.loadtxt('houses.csv', delimiter=',')\nprint(table.shape, table[0, 0])\nprint(table[:, :2].shape)",
    "a table by its columns": "import pandas as pd\nprint(pd.read_csv('houses.csv')['price'].values[0])",
    "a data set of scikit-learn": "from sklearn.datasets import load_iris\nX, y = load_iris(return_X_y=True)\nprint(X.shape, X[0, 0], int(y[1]))",
    "a text": "text = open('data/input.txt').read()\nprint(len(text), sorted(set(text))[:5])",
    "texts of a folder": "import glob\nnames = glob.glob('data/names/*.txt')\nprint(len(names), names[0])",
    "a data set of texts": "from datasets import load_dataset\ndata = load_dataset('imdb', split='train')\nprint(len(data), data[3]['label'], data['text'][0])",
    "a page": "import requests\nprint(len(requests.get('https://example.org/input.txt').text))",
}


@pytest.mark.parametrize("name", DATA)
def test_both_doors_have_the_same_data_and_say_so(confined: Confined, name: str) -> None:
    program = f"import torch\n{DATA[name]}{END}"
    here = graph(confined, program)
    there = run(parse(program))
    assert here["printed"] == there.printed
    said = [each["message"] for each in here["problems"]]
    assert said
    assert set(said) <= {each.message for each in there.problems}


def test_a_note_has_the_place_that_asked(confined: Confined) -> None:
    program = f"import torch\nfrom torchvision import datasets\ndef data():\n    return datasets.MNIST('x')\ndata(){END}"
    (note,) = graph(confined, program)["problems"]
    assert program[slice(*note["span"])] == "datasets.MNIST('x')"


def test_the_first_batch_is_as_large_as_the_program_says(confined: Confined) -> None:
    program = """import torch
from torchvision import datasets, transforms
BATCH_SIZE = 50
data = datasets.MNIST("data", transform=transforms.ToTensor())
loader = torch.utils.data.DataLoader(data, batch_size=BATCH_SIZE, shuffle=True, num_workers=2)
net = torch.nn.Linear(784, 10)
for images, labels in loader:
    loss = torch.nn.functional.cross_entropy(net(images.reshape(BATCH_SIZE, -1)), labels)
    loss.backward()
"""
    found = graph(confined, program)
    assert [50, 784] in [node["shape"] for node in found["nodes"]]
    assert say("as-it-is-workers") in [each["message"] for each in found["problems"]]


def test_workers_of_a_loader_change_nothing(confined: Confined) -> None:
    text = (
        "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\ndata = TensorDataset(torch.arange(9.0))\n"
        "print([each.tolist() for each, in DataLoader(data, 4, True, num_workers={0})], torch.rand(1).item())"
    )
    assert outcome(confined, text.format(0)).printed == outcome(confined, text.format(4)).printed != ""


def test_what_draws_or_reports_does_nothing(confined: Confined) -> None:
    program = """import torch
import matplotlib.pyplot as plt
from mpl_toolkits.mplot3d import Axes3D
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm, trange
figure, axes = plt.subplots(2, 3, figsize=(4, 4))
axes[1, 2].plot([1, 2])
figure, (left, right) = plt.subplots(1, 2)
line, = left.plot([1], [2], label="x")
with SummaryWriter("runs") as writer: writer.add_scalar("loss", 1.0)
plt.style.use("ggplot"); plt.rcParams["font.size"] = 3; plt.show()
w = torch.ones(1, requires_grad=True)
for i in trange(2):
    for x in tqdm([1.0, 2.0]): loss = (w * x).sum()
loss.backward()
"""
    found = graph(confined, program)
    assert found["value"] == 2.0
    said = [each["message"] for each in found["problems"]]
    named = ["matplotlib", "mpl_toolkits", "torch.utils.tensorboard", "tqdm"]
    assert said == [say("module-ignored", module=each) for each in named]


def test_without_a_gpu_numbers_stay_where_they_are(confined: Confined) -> None:
    found = graph(confined, "import torch\nnet = torch.nn.Linear(2, 1).cuda()\nnet(torch.ones(2).cuda()).sum().backward()")
    assert [each["message"] for each in found["problems"]] == [say("as-it-is-devices")]
    assert {node["device"] for node in found["nodes"]} == {"cpu"}


def test_what_is_saved_can_be_loaded_again(confined: Confined) -> None:
    program = """import os, torch
net = torch.nn.Linear(2, 1)
os.makedirs("models/a", exist_ok=True)
torch.save(net.state_dict(), "models/a/net.pt")
other = torch.nn.Linear(2, 1)
assert os.path.exists("models/a/net.pt") and not os.path.exists("/etc/passwd")
other.load_state_dict(torch.load("models/a/net.pt"))
print(torch.equal(net.weight, other.weight))
"""
    assert outcome(confined, program).printed == "True\n"


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("from torchvision import models\nmodels.vgg19(pretrained=True)", "`torchvision.models` provides ready-made networks"),
        ("import torchvision.models as models\nmodels.resnet18()", "`torchvision.models` provides ready-made networks"),
        ("import requests\nrequests.get('https://example.org/a.bin').text", "Operation not permitted"),
        ("import urllib.request\nurllib.request.urlopen('https://example.org/')", "Operation not permitted"),
        ("from torchvision import datasets\ndatasets.STL10('x', folds=1)", "does not support the argument `folds`"),
        ("open('weights.bin', 'rb')", "Operation not permitted"),
        ("import transformers", "No module named 'transformers'"),
    ],
)
def test_what_cannot_stand_in_is_an_error_of_its_line(confined: Confined, program: str, words: str) -> None:
    found = outcome(confined, program).answer
    assert found["kind"] == "raised"
    assert words in found["error"]
    assert found["line"] == program.count("\n") + 1


@pytest.mark.parametrize(
    ("program", "call"),
    [
        (
            "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(6, 2)\n    def forward(self, x):\n        return self.a(x)",
            "Net()(torch.randn(2, 6))",
        ),
        ("net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Linear(1352, 3))", "net(torch.randn(2, 1, 28, 28))"),
        (
            (
                "class Coder(nn.Module):\n    def __init__(self, hidden_size):\n        super().__init__()\n        self.e = nn.Embedding(9, hidden_size)\n"
                "        self.r = nn.GRU(hidden_size, hidden_size)\n    def forward(self, x, hidden):\n        return self.r(self.e(x), hidden)"
            ),
            "Coder(8)(torch.randint(9, (2, 5,)), torch.randn(1, 5, 8))",
        ),
    ],
)
def test_a_model_without_data_is_drawn_on_numbers_that_fit(confined: Confined, program: str, call: str) -> None:
    found = graph(confined, f"import torch\nfrom torch import nn\n{program}")
    assert len(found["gradients"]) > 1
    assert call in found["problems"][0]["message"]


def test_a_graph_that_is_too_large_is_sent_with_summaries(confined: Confined) -> None:
    program = "import torch\nx = torch.rand(30, 30, requires_grad=True)\ny = x\nfor i in range(700): y = y * 1.001\nz = y.sum()\nz.backward()"
    found = graph(confined, program)
    summarised = [node for node in found["nodes"] if node["data"] is None]
    assert summarised
    assert all(node["summary"]["data"]["shape"] == [30, 30] for node in summarised)
    small = Bounds(60.0, 240.0, answer=20_000)
    assert confined.begin(small).run({"program": program, "step": 1, "language": "en"}).answer["kind"] == "too-large"


def test_no_note_is_believed() -> None:
    good = ["text", {"path": "a\x00b", "lines": 2, "characters": 9}, [0, 3]]
    (note,) = notes_of([good, good], "open")
    assert "`ab`" in note["message"]
    assert note["span"] == [0, 3]
    wrong = [
        ["text", {"path": "a", "lines": 2}, None],
        ["text", {"path": "a", "lines": -1, "characters": 9}, None],
        ["text", {"path": "a", "lines": "2", "characters": 9}, None],
        ["text", {"path": ["a"], "lines": 2, "characters": 9, "more": 1}, None],
        ["pictures", {"name": "a", "count": 2**70, "shape": [1]}, None],
        ["pictures", {"name": "a", "count": 2, "shape": [1, "<b>"]}, None],
        ["passed_over", {"what": "<b>"}, None],
        ["nothing", {}, None],
        [["text"], {}, None],
        "text",
        None,
        5,
    ]
    assert notes_of(wrong, "open") == []
    assert notes_of({"text": 1}, "open") == []
    assert len(notes_of([["ignored", {"name": f"a{number}"}, [0, 99]] for number in range(100)], "open")) == 20
