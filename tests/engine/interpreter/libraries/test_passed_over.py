"""What has no effect on numbers does not stop a program: plots, progress, reports, files, the command line, hardware."""

import contextlib
import io
import runpy
from pathlib import Path

import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse

_WITHOUT_EFFECT = {
    "attributes of backends": (
        "import torch\ntorch.backends.cudnn.deterministic = True\ntorch.backends.cuda.matmul.allow_tf32 = True"
    ),
    "a backend by itself": "import torch.backends.cudnn as cudnn\nfrom torch.backends import cudnn\ncudnn.benchmark = True",
    "the path of modules": "import sys\nsys.path.append('..')\nsys.path.insert(0, '.')\nsys.stdout.flush()",
    "the environment": "import os\nos.environ['A'] = '0'\nos.environ.setdefault('B', '1')",
    "folders": "import os\nif not os.path.exists('out'):\n    os.makedirs('out', exist_ok=True)",
    "paths": "from pathlib import Path\np = Path('a') / 'b.txt'\nif not p.exists():\n    p.parent.mkdir(parents=True)",
    "a file to write": "import pickle\nwith open('a', 'wb') as f:\n    pickle.dump([1, 2], f)\n    f.write('end')",
    "styles": "import matplotlib.pyplot as plt\nplt.rcParams['figure.figsize'] = (4, 3)\nplt.style.use('x')",
    "one axis": "import matplotlib.pyplot as plt\nax = plt.figure().add_subplot(111, projection='3d')\nax.set(xlabel='x')",
    "axes": (
        "import matplotlib.pyplot as plt\nfig, axes = plt.subplots(2, 3)\naxes[0, 1].plot([1])\n"
        "for ax in axes.flatten():\n    ax.grid()"
    ),
    "axes by name": "import matplotlib.pyplot as plt\nfig, (a, b) = plt.subplots(1, 2)\na.plot([1])\nb.legend()",
    "axes of a figure": "import matplotlib.pyplot as plt\naxes = plt.figure().subplots(1, 3)\naxes[2].plot([1])",
    "what plots give": (
        "import matplotlib.pyplot as plt\nn, bins, patches = plt.hist([1, 2])\nline, = plt.plot([1])\nline.set_label('a')"
    ),
    "logging": "import logging\nlog = logging.getLogger(__name__)\nlog.setLevel(logging.INFO)\nlog.info('%s', 3)",
    "warnings": "import warnings\nwarnings.filterwarnings('ignore')\nwith warnings.catch_warnings():\n    pass",
    "boards": "from torch.utils.tensorboard import SummaryWriter\nw = SummaryWriter('a')\nw.add_scalar('l', 1.0, 2)\nw.close()",
    "the clock": "from datetime import datetime\nstart = datetime.now()\nprint((datetime.now() - start).seconds)",
    "switches": (
        "import torch, numpy as np\ntorch.set_num_threads(1)\nnp.seterr(all='ignore')\n"
        "with np.errstate(divide='ignore'):\n    pass"
    ),
    "anomalies": "import torch\ntorch.autograd.set_detect_anomaly(True)\nwith torch.autograd.detect_anomaly():\n    pass",
}


def _read(text: str) -> Run:
    return run(parse(text))


@pytest.mark.parametrize("text", _WITHOUT_EFFECT.values(), ids=_WITHOUT_EFFECT)
def test_a_program_goes_on_with_the_number_it_has_without_it(text: str) -> None:
    found = _read(f"{text}\nx = 3.0\ny = x*x")
    assert found.output.item() == 9.0
    assert set(found.inputs) == {"x"}


def test_each_kind_of_thing_is_noted_once() -> None:
    found = _read("import os\nos.mkdir('a')\nos.mkdir('b')\nprint(os.path.exists('a'))\nx = 3.0\ny = x*x")
    assert [problem.code.value for problem in found.problems] == ["ignored"]
    assert found.printed == ["False"]


_PATHS = (
    ("os.path.join('a', 'b', '/c', 'd')", "/c/d"),
    ("os.path.join('a/', 'b')", "a/b"),
    ("os.path.basename('/a/b.tar.gz')", "b.tar.gz"),
    ("os.path.splitext('a/b.tar.gz')[0]", "a/b.tar"),
    ("os.path.splitext('.rc')[1]", ""),
    ("os.path.dirname('a/b/c')", "a/b"),
    ("os.environ.get('A', 'no')", "no"),
)


@pytest.mark.parametrize(("text", "value"), _PATHS)
def test_paths_are_python_s(text: str, value: str) -> None:
    import os  # noqa: F401 (which the text names)

    assert eval(text) == value
    assert _read(f"import os\nprint({text})\nx = 1.0\ny = x*x").printed == [value]


_ARGUMENTS = """
import argparse
parser = argparse.ArgumentParser(description='train', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
parser.add_argument('--lr', '-l', type=float, default='0.5', metavar='LR')
parser.add_argument('-e', '--batch-size', default=64, type=int)
parser.add_argument('--no-cuda', action='store_true')
parser.add_argument('--shuffle', action='store_false')
parser.add_argument('data', nargs='?')
args = parser.parse_args({given})
args.cuda = not args.no_cuda
print(args)
"""


def test_arguments_have_the_defaults_that_argparse_gives_them(capsys: pytest.CaptureFixture[str]) -> None:
    exec(_ARGUMENTS.format(given="[]"), {})
    found = _read(_ARGUMENTS.format(given="") + "x = 3.0\ny = args.lr*x")
    assert found.printed == [capsys.readouterr().out.rstrip("\n")]
    assert found.output.item() == 1.5


def test_a_progress_bar_goes_through_the_same_things() -> None:
    text = (
        "from tqdm import tqdm\nx = 3.0\ny = 0.0\nbar = tqdm(enumerate([1.0, 2.0]), total=2)\n"
        "for i, k in bar:\n    y = y + i*k*x\n    bar.set_postfix(loss=y)"
    )
    assert _read(text).output.item() == 6.0


def test_scaled_gradients_are_the_gradients() -> None:
    text = """
import torch
w = torch.tensor(2.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
scaler = torch.cuda.amp.GradScaler()
with torch.cuda.amp.autocast():
    loss = w*w
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()
print(round(w.item(), 6))
"""
    assert _read(text).printed == ["1.6"]


_SPARING = {
    "checkpoint": "from torch.utils.checkpoint import checkpoint\nloss = checkpoint(square, x, use_reentrant=False).sum()",
    "checkpoints in a row": (
        "from torch.utils.checkpoint import checkpoint_sequential\n"
        "layers = torch.nn.Sequential(torch.nn.Tanh(), torch.nn.Sigmoid())\n"
        "loss = checkpoint_sequential(layers, 2, x, use_reentrant=False).sum()"
    ),
    "TorchScript": "fast = torch.jit.script(square)\nloss = fast(x).sum()",
    "a trace": "fast = torch.jit.trace(square, (torch.ones(2),))\nloss = fast(x).sum()",
    "mixed precision": "with torch.autocast(device_type='cpu', enabled=False):\n    loss = square(x).sum()",
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("text", _SPARING.values(), ids=_SPARING)
def test_what_spares_memory_or_time_has_the_numbers_of_pytorch(text: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    program = (
        "import torch\ndef square(a):\n    return a * a\nx = torch.tensor([0.5, -1.5], requires_grad=True)\n"
        f"{text}\nloss.backward()\nprint([round(each, 5) for each in x.grad.tolist()], round(loss.item(), 5))"
    )
    file = tmp_path / "program.py"  # TorchScript reads the source of a function
    file.write_text(program, encoding="utf-8")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(file))
    assert _read(program).printed == printed.getvalue().splitlines()


_REFUSED = {
    "a number of a plot": ("import matplotlib.pyplot as plt\nx = 3.0\ny = x*plt.hist([1])", "unsupported"),
    "a condition on a plot": ("import matplotlib.pyplot as plt\nx = 3.0\nif plt.get_fignums():\n    x = 2.0", "unsupported"),
    "a loop over a plot": ("import matplotlib.pyplot as plt\nx = 3.0\nfor a in plt.get_fignums():\n    x = 2.0", "unsupported"),
    "a file that is read": ("x = 3.0\nf = open('a')", "unsupported"),
    "a folder that is read": ("import os\nx = 3.0\nf = os.listdir('a')", "unsupported"),
    "a pickle": ("import pickle\nx = 3.0\nf = pickle.load('a')", "unsupported"),
    "given arguments": (
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('-a')\np.parse_args(['-a', '1'])",
        "unsupported",
    ),
    "what os does not have": ("import os\nx = os.fork()", "unknown-function"),
}


@pytest.mark.parametrize(("text", "code"), _REFUSED.values(), ids=_REFUSED)
def test_what_decides_on_numbers_is_refused(text: str, code: str) -> None:
    with pytest.raises(ProblemError) as caught:
        _read(text)
    (problem,) = [each for each in caught.value.problems if each.code.value == code]
    begin, end = problem.span or (0, 0)
    assert 0 <= begin < end <= len(text)
