"""Texts that stand in for files, NumPy's further distributions, and rows that an embedding leaves out."""

from typing import Any

import numpy as np
import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import gradient_json

START = "import numpy as np\nnp.random.seed(3)\n"


@pytest.mark.parametrize(
    "call",
    [
        "np.random.poisson(3.0, size=4)",
        "np.random.poisson(np.array([1.0, 20.0]))",
        "np.random.exponential(2.0, 3)",
        "np.random.exponential(size=(2, 2))",
        "np.random.gamma(2.0, 0.5, size=3)",
        "np.random.gamma(np.array([1.0, 2.0]), 0.5)",
        "np.random.beta(2.0, 3.0, size=3)",
        "np.random.binomial(10, 0.3, size=5)",
        "np.random.multinomial(20, [0.2, 0.3, 0.5])",
        "np.random.multinomial(20, [0.2, 0.3, 0.5], size=2)",
        "np.random.geometric(0.4, 3)",
        "np.random.laplace(scale=2.0, size=3)",
        "np.random.default_rng(5).poisson(lam=4.0, size=3)",
        "np.random.default_rng(5).gamma(2.0, size=3)",
    ],
)
def test_numbers_of_a_distribution_are_those_of_numpy(call: str) -> None:
    names: dict[str, Any] = {}
    exec(START + f"found = {call}", names)
    assert np.array_equal(run(parse(START + call)).output.raw, names["found"])


@pytest.mark.parametrize(
    "call", ["np.random.poisson(-1.0)", "np.random.beta(2.0, -3.0)", "np.random.multinomial(3, [0.9, 0.9, 0.1])"]
)
def test_what_is_no_distribution_is_refused(call: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(START + call))


@pytest.mark.parametrize("place", [0, 2, -1])
def test_an_embedding_s_padding_row_is_zero_and_gets_no_gradient(place: int) -> None:
    torch = pytest.importorskip("torch")
    text = f"""
import torch
import torch.nn as nn
emb = nn.Embedding(4, 3, padding_idx={place})
start = emb.weight[{place}].sum()
emb.weight.data = torch.arange(12.0).reshape(4, 3)
((emb(torch.tensor([[0, 2, 3], [2, 2, 1]]))**2).sum() + start*0)
"""
    made = run(parse(text))
    theirs = torch.nn.Embedding(4, 3, padding_idx=place)
    theirs.weight.data = torch.arange(12.0).reshape(4, 3)
    value = (theirs(torch.tensor([[0, 2, 3], [2, 2, 1]])) ** 2).sum()
    value.backward()
    assert made.output.raw == value.item()
    ours = [np.asarray(each) for name, each in gradient_json(made)["gradients"].items() if np.shape(each) == (4, 3)]
    assert any(np.array_equal(each, theirs.weight.grad.numpy()) for each in ours)
    assert run(parse(text + "start")).output.raw == 0.0


def test_functional_embedding_leaves_the_padding_row_without_a_gradient() -> None:
    text = "import torch\nimport torch.nn.functional as F\nw = torch.ones(3, 2, requires_grad=True)\n"
    made = run(parse(text + "F.embedding(torch.tensor([0, 1, 1]), w, padding_idx=-2).sum()"))
    assert gradient_json(made)["gradients"]["w"] == [[1, 1], [0, 0], [0, 0]]
    with pytest.raises(ProblemError, match="is not a row"):
        run(parse(text + "F.embedding(torch.tensor([0, 1, 1]), w, padding_idx=3).sum()"))


def test_pooling_and_devices_are_spelled_as_in_pytorch() -> None:
    text = "import torch\nx = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()\n"
    for call in ("torch.max_pool2d(x, 2)", "torch.max_pool2d(x, 2, 1, 1)", "torch.max_pool2d(x, kernel_size=2, stride=2)"):
        torch = pytest.importorskip("torch")
        assert np.array_equal(
            run(parse(f"{text}{call}.sum()")).output.raw,
            eval(call, {"torch": torch, "x": torch.arange(16.0).reshape(1, 1, 4, 4)}).sum(),
        )
    assert run(parse("import torch\nx = torch.ones(3).cuda(0).cuda('cuda:1', non_blocking=True)\nx.sum()")).output.raw == 3.0


READ = "text = open('input.txt', 'r', encoding='utf-8').read()\n"


def test_an_invented_text_stands_in_for_a_file_and_is_said() -> None:
    made = run(parse(READ + "print(len(text))\nx = 2.0\nx*len(set(text))"))
    note = next(each for each in made.problems if getattr(each.message, "key", "") == "stand-in-text")
    assert f"{int(made.printed[0]):,}" in note.message
    again = run(parse(READ + "print(len(text))\nx = 2.0\nx*len(set(text))"))
    assert again.printed == made.printed
    words = run(
        parse("words = open('names.txt').read().splitlines()\nprint(len(words), max(len(w) for w in words) < 20)\nx = 1.0\nx*2")
    )
    assert words.printed == ["120 True"]


@pytest.mark.parametrize("path", ["names.txt", "data/names/Czech.txt", "words.txt", "/content/Names.txt"])
def test_invented_names_have_all_letters_and_follow_the_file(path: str) -> None:
    made = run(parse(f"words = open('{path}').read().splitlines()\nprint(''.join(sorted(set(''.join(words)))))\nx = 1.0\nx*2"))
    assert made.printed == ["abcdefghijklmnopqrstuvwxyz"]
    first = run(parse(f"print(open('{path}').read())\nx = 1.0\nx*2")).printed
    assert first != run(parse(f"print(open('{path}.txt').read())\nx = 1.0\nx*2")).printed


def test_files_that_a_pattern_fits_are_invented_and_noted() -> None:
    text = (
        "import glob\nfound = glob.glob('data/*.txt')\nprint(found)\nprint([len(open(each).read()) > 99 for each in found])\n"
        "print(len(glob.glob('../data/names/*.txt')), glob.glob('pictures/*.png'), glob.glob('*'))\nx = 1.0\nx*2"
    )
    made = run(parse(text))
    assert made.printed == ["['data/first.txt', 'data/second.txt', 'data/third.txt']", "[True, True, True]", "18 [] []"]
    notes = [str(each.message) for each in made.problems if getattr(each.message, "key", "") == "stand-in-files"]
    assert ["`data/*.txt`" in notes[0], "`../data/names/*.txt`" in notes[1], len(notes)] == [True, True, 2]


def test_a_text_is_read_as_a_file_is() -> None:
    shown = "print(f.readline(), f.read(2), f.readlines(), f.read(), f.seek(1), f.readline())"
    text = f"import io\nf = io.StringIO('ab\\ncd\\n\\ne')\n{shown}\nx = 1.0\nx*2"
    expected: list[str] = []
    exec(text, {"print": lambda *values: expected.append(" ".join(map(str, values)))})
    assert "\n".join(run(parse(text)).printed) == "\n".join(expected)
    within = "with open('poems.txt') as f:\n    lines = [line.strip() for line in f]\nprint(len(lines))\nx = 1.0\nx*2"
    assert run(parse(within)).printed == ["80"]


@pytest.mark.parametrize("call", ["open('a.csv')", "open('a.txt', 'rb')", "open('model.pth')"])
def test_files_of_other_kinds_are_refused(call: str) -> None:
    with pytest.raises(ProblemError, match="no files here"):
        run(parse(f"x = 2.0\ny = {call}.read()\nx*x"))


@pytest.mark.parametrize("name", ["sgd", "rmsprop", "adam"])
@pytest.mark.parametrize("options", ["num_iters=7", "num_iters=5, step_size=0.05, callback=seen"])
def test_optimisers_of_autograd_take_its_steps(name: str, options: str) -> None:
    pytest.importorskip("autograd")
    text = f"""
import autograd.numpy as np
from autograd import grad
from autograd.misc.optimizers import {name}
def loss(params, i):
    w, (b, s) = params
    return np.sum((w*2 - b)**2) + np.sum(np.tanh(s))*0.1*(i + 1)
def seen(params, i, g):
    print(i)
start = [np.array([1.0, -2.0]), (np.array([0.5, 0.25]), np.array([[1.0]]))]
w, (b, s) = {name}(grad(loss), start, {options})
out = np.sum(w)*1.0 + np.sum(b)*10.0 + np.sum(s)*100.0
out
"""
    names: dict[str, Any] = {}
    exec(text.replace("print(i)", "pass"), names)
    made = run(parse(text))
    assert np.isclose(made.output.raw, names["out"], rtol=1e-12)
    assert len(made.printed) == (5 if "seen" in options else 0)


def test_a_picture_is_the_array_that_numpy_makes_of_one() -> None:
    start = "import numpy as np\nfrom torchvision import datasets, transforms\n"
    for name, shape in (("MNIST", (28, 28)), ("CIFAR10", (32, 32, 3))):
        text = f"{start}picture, label = datasets.{name}('x')[0]\ntensor = transforms.PILToTensor()(picture)\n"
        array = np.asarray(run(parse(text + "np.array(picture, dtype='float32')")).output.raw)
        assert array.shape == shape
        tensor = np.asarray(run(parse(text + "tensor")).output.raw)
        assert np.array_equal(array, tensor[0] if name == "MNIST" else np.transpose(tensor, (1, 2, 0)))
    own = "class A:\n    def __array__(self):\n        return 1\nnp.array(A())"
    with pytest.raises(ProblemError, match="object of the class `A`"):
        run(parse(start + own))


def test_loaders_are_gone_through_by_the_older_next_too() -> None:
    torch = pytest.importorskip("torch")
    text = """
import torch
from torch.utils.data.dataset import Subset, TensorDataset
from torch.utils.data.dataloader import DataLoader
import torch.utils.data as data
rows = Subset(TensorDataset(torch.arange(12.0).reshape(6, 2)), [5, 0, 3])
batches = iter(DataLoader(rows, batch_size=2))
(first,), (second,) = batches.{}(), batches.__next__()
"""
    names: dict[str, Any] = {}
    exec(text.format("__next__"), names)
    assert names["data"].Subset is names["Subset"]
    shown = "print(first.tolist(), second.tolist(), data.Subset is Subset, data.DataLoader is DataLoader)\nx = 2.0\nx*x"
    made = run(parse(text.format("next") + shown))
    assert made.printed == [f"{names['first'].tolist()} {names['second'].tolist()} True True"]
    assert torch.equal(names["second"], torch.tensor([[6.0, 7.0]]))


@pytest.mark.parametrize("module", ["pytorch_lightning", "lightning", "lightning.pytorch"])
def test_a_module_of_lightning_is_one_of_pytorch(module: str) -> None:
    torch = pytest.importorskip("torch")
    text = """
import torch
class Net(Module):
    def __init__(self, n):
        super().__init__()
        self.save_hyperparameters()
        self.fc = torch.nn.Linear(2, n)
        self.fc.weight.data = torch.tensor([[0.5, -1.0]])
        self.fc.bias.data = torch.tensor([0.25])
    def forward(self, x):
        return self.fc(x)
    def training_step(self, batch, batch_idx):
        loss = torch.nn.functional.mse_loss(self(batch), torch.ones(4, 1))
        self.log("loss", loss, prog_bar=True)
        self.log_dict({"loss": loss}, on_epoch=True)
        return loss
net = Net(1)
loss = net.training_step(torch.arange(8.0).reshape(4, 2), 0)
loss.backward()
print(net.fc.weight.grad.tolist(), net.fc.bias.grad.tolist(), loss.item())
"""
    start = f"import {module} as pl\n" + text.replace("(Module)", "(pl.LightningModule)")
    names: dict[str, Any] = {"Module": torch.nn.Module}
    for name in ("log", "log_dict", "save_hyperparameters"):
        text = text.replace(f"        self.{name}(", "        0 and print(")
    printed: list[str] = []
    exec(text, {**names, "print": lambda *values, **_: printed.append(" ".join(map(str, values)))})
    assert run(parse(start)).printed == printed
    with pytest.raises(ProblemError, match="no `Trainer` here"):
        run(parse(start + "pl.Trainer(max_epochs=2).fit(net)"))


@pytest.mark.parametrize(
    "call", ["string.printable", "string.whitespace", "list(itertools.chain.from_iterable([['x'], 'ab', ['c', 'd']]))"]
)
def test_names_of_the_standard_library_are_those_of_python(call: str) -> None:
    text = f"import itertools, string\ndef found():\n    return {call}\nprint(repr(found()), len(found()))\n"
    expected: list[str] = []
    exec(text, {"print": lambda *values: expected.append(" ".join(map(str, values)))})
    assert "\n".join(run(parse(text + "x = 2.0\nx*x")).printed) == "\n".join(expected)


def test_nothing_is_found_where_there_are_no_files() -> None:
    text = """
import os, glob
from glob import iglob
print([names for _, _, names in os.walk("backpass-has-no-such-folder")])
print(glob.glob("backpass-has-no-such-folder/**/*.png", recursive=True), list(iglob("backpass-has-no-such-folder/*")))
x = 2.0
x*x
"""
    expected: list[str] = []
    exec(text, {"print": lambda *values: expected.append(" ".join(map(str, values)))})
    made = run(parse(text))
    assert made.printed == expected
    assert [each.message.key for each in made.problems] == ["nothing-of-files"]  # type: ignore[attr-defined]


def test_profilers_measure_nothing() -> None:
    text = "import torch\nfrom torch.profiler import profile\nx = torch.ones(2, requires_grad=True)\n"
    for call in ("torch.autograd.profiler.profile(use_cuda=False)", "profile()", "torch.profiler.profile()"):
        made = run(parse(f"{text}with {call} as prof:\n    y = (x*3).sum()\nprof.key_averages().table(sort_by='x')\ny"))
        assert made.output.raw == 6.0
