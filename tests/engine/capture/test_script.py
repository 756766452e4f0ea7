"""`backpass show`: scripts that train, in processes of their own, up to the step that is asked for.

`show` forks those processes (`preloaded`), `started` starts them.
"""

import json
import os
import select
import subprocess
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from backpass.app.cli import main
from backpass.engine.capture.scripts import process
from scripts.page import ROOT
from tests.engine.capture.preloaded import Forks, forks

TRAINING = """
import sys
import torch

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
optimiser = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    optimiser.zero_grad()
    loss = torch.nn.functional.mse_loss(net(x), y)
    print("step", step, sys.argv[1:], loss.item())
    {differentiate}
    print("loss", step, loss.item())
    optimiser.step()
"""


TRAINER = """
import torch

class Trainer:
    def __init__(self):
        self.model = torch.nn.Linear(2, 1)

    def step(self):
        self.loss = self.model(torch.ones(1, 2)).sum()
        self.loss.backward()
"""


class Shown:
    """One run of the command."""

    def __init__(self, status: object, out: str, error: str, file: Path) -> None:
        self.status, self.out, self.error = status, out, error
        self.graph = json.loads(file.read_text("utf-8")) if file.exists() else None


Show = Callable[..., Shown]


@pytest.fixture(scope="module")
def forked() -> Iterator[Forks | None]:
    with forks("torch") as made:
        yield made


@pytest.fixture
def show(started: Show, forked: Forks | None, monkeypatch: pytest.MonkeyPatch) -> Show:
    if forked is not None:
        monkeypatch.setattr(process, "_run", forked.run)
    return started


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Show:
    monkeypatch.chdir(tmp_path)

    def run(text: str, *options: str) -> Shown:
        Path("train.py").write_text(dedent(text), encoding="utf-8")
        status: object
        try:
            status = main(["show", "train.py", "-o", "graph.json", *options])
        except SystemExit as ended:
            status = ended.code
        captured = capfd.readouterr()
        return Shown(status, captured.out, captured.err, tmp_path / "graph.json")

    return run


def training(differentiate: str = "loss.backward()") -> str:
    return TRAINING.format(differentiate=differentiate)


def test_the_graph_of_the_first_step_is_written_and_the_script_stops_there(started: Show) -> None:
    shown = started(training(), "--health", "--arguments=--epochs 2")
    assert shown.status == 0, shown.error
    assert "Python runs train.py in a separate process on this machine, with all your permissions" in shown.error
    assert shown.out.startswith("step 0 ['--epochs', '2']")
    assert "loss 0" not in shown.out
    assert shown.out.splitlines()[-1] == f"graph.json: {len(shown.graph['nodes'])} nodes"
    assert shown.out.splitlines()[1].startswith("layer ")
    assert set(shown.graph["gradients"]) == {"net.0.weight", "net.0.bias", "net.2.weight", "net.2.bias"}
    assert [group["name"] for group in shown.graph["groups"]][:2] == ["Sequential", "0"]
    assert {node["site"]["file"] for node in shown.graph["nodes"] if "site" in node} == {"train.py"}


def test_a_later_step_has_the_numbers_of_that_step(show: Show) -> None:
    shown = show(training(), "--step", "3")
    assert shown.status == 0, shown.error
    assert shown.graph["value"] == float(shown.out.splitlines()[-2].split()[-1])
    assert "loss 1" in shown.out
    assert "loss 2" not in shown.out


@pytest.mark.parametrize(
    "differentiate", ["(loss / 4).backward()", "torch.autograd.backward([loss])", "torch.autograd.backward(loss)"]
)
def test_backward_is_seen_however_it_is_called(show: Show, differentiate: str) -> None:
    shown = show(training(differentiate))
    assert shown.status == 0, shown.error
    assert "loss" in {node["name"] for node in shown.graph["nodes"]}


def test_a_loss_in_a_method_of_a_module_named_engine_beside_the_script(show: Show, tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(dedent(TRAINER), encoding="utf-8")
    shown = show("from engine import Trainer\nTrainer().step()\n", "--loss", "self.loss")
    assert shown.status == 0, shown.error
    assert set(shown.graph["gradients"]) == {"model.weight", "model.bias"}
    assert {node["site"]["file"] for node in shown.graph["nodes"] if "site" in node} == {"engine.py"}


def test_a_loss_that_is_never_differentiated_is_shown_at_the_end(show: Show) -> None:
    shown = show("import torch\na = torch.tensor(2.0, requires_grad=True)\nloss = a * a\n")
    assert (shown.status, shown.graph["value"], shown.graph["gradients"]) == (0, 4.0, {"a": 4.0})


def test_clean_up_runs_and_a_script_that_catches_everything_is_shown(show: Show, tmp_path: Path) -> None:
    text = """
    import torch
    from pathlib import Path

    a = torch.tensor(3.0, requires_grad=True)
    loss = a * a
    try:
        try:
            loss.backward()
        except Exception:
            print("caught as an error")
        finally:
            Path("closed").touch()
    except:
        print("caught")
    """
    shown = show(text)
    assert (shown.status, shown.graph["gradients"]) == (0, {"a": 6.0})
    assert (tmp_path / "closed").exists()
    assert shown.out.splitlines()[0] == "caught"


FAILING = {
    "raises": (
        "import torch\nraise ValueError('no data')\n",
        1,
        "ended with an error before the requested step: ValueError: no data",
    ),
    "raises without words": (
        "class E(Exception):\n    def __str__(self): raise RuntimeError('no')\nraise E()\n",
        1,
        "ended with an error before the requested step: E: <exception str() failed>",
    ),
    "has a mistake": ("x = = 1\n", 1, "SyntaxError"),
    "exits": ("import sys\nsys.exit(3)\n", 1, "ended with exit status 3"),
    "is killed": ("import os\nos._exit(7)\n", 1, "ended without a result, with exit status 7"),
    "never ends": ("while True: pass\n", 1, "took longer than 2 s without differentiating `loss`, and was stopped"),
    "has no such name": ("import json\n", 2, "`loss.backward()` was never called"),
    "has too few steps": (training(), 2, "ended after 3 × `loss.backward()` or `grad(loss, …)`, but `--step` asks for number 9"),
    "has no grad_fn": ("import torch\nloss = torch.ones(())\nloss.backward()\n", 2, "has no `grad_fn`"),
    "computes no tensor": ("loss = 3.5\n", 2, "`float` cannot be captured"),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_script_that_cannot_be_shown_is_a_sentence_and_a_status(show: Show, name: str) -> None:
    text, status, sentence = FAILING[name]
    options = ["--step", "9"] if "steps" in name else ["--seconds", "2"] if "never" in name else []
    shown = show(text, *options)
    assert (shown.status, shown.graph) == (status, None)
    assert sentence in shown.error
    assert ("Traceback" in shown.error) == ("raises" in name), "the script's own, from its own lines on"
    assert "child.py" not in shown.error


@pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="asks Linux which processes run")
def test_a_script_ends_with_the_process_that_wanted_its_graph(tmp_path: Path) -> None:
    """That process may be killed, or its terminal closed: a script that never ends must not go on for ever."""
    script, number = tmp_path / "train.py", tmp_path / "number"
    script.write_text(f"import os\nopen({str(number)!r}, 'w').write(str(os.getpid()))\nwhile True: pass\n", encoding="utf-8")
    wanting = (
        "import sys\nfrom pathlib import Path\nfrom engine.capture.scripts.process import Script, graph_of\n"
        "graph_of(Script(Path(sys.argv[1]), 'loss'))"
    )
    parent = subprocess.Popen([sys.executable, "-c", wanting, str(script)], cwd=ROOT)
    try:
        until(lambda: number.is_file() and number.read_text(encoding="utf-8") != "")
    finally:
        parent.kill()
        parent.wait()
    child = int(number.read_text(encoding="utf-8"))
    until(lambda: not _runs(child))


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "waited for a minute"
        time.sleep(0.1)


def _runs(process: int) -> bool:
    """Whether a process is there and has not ended; one that waits for its status to be asked has."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("differentiate", ["total.backward()", "torch.autograd.grad(total, a)", "total.backward(); loss = 3"])
def test_another_loss_is_named(show: Show, differentiate: str) -> None:
    shown = show(f"import torch\na = torch.ones((), requires_grad=True)\ntotal = a * 2\n{differentiate}\n")
    assert shown.status == 2
    assert "Name another with `--loss`: the script differentiates `total`." in shown.error


def test_attributes_that_raise_are_no_error_of_the_script(show: Show) -> None:
    text = """
    import torch

    class Settings:
        def __getattr__(self, name):
            raise KeyError(name)

    loss = Settings()
    total = torch.ones((), requires_grad=True) * 2
    total.backward()
    """
    shown = show(text, "--loss", "loss.a")
    assert shown.status == 2
    assert "the script differentiates `total`" in shown.error
    assert "KeyError" not in shown.error


GRADIENTS = """
import torch

a = torch.tensor(1.0, requires_grad=True)
x = torch.tensor(3.0, requires_grad=True)
for step in range(3):
    loss = x * x * a
    {differentiate}
    x = (x.detach() + 1).requires_grad_()
"""


@pytest.mark.parametrize(
    ("differentiate", "upstream"),
    [
        ("torch.autograd.grad(loss, x)", 1.0),
        ("torch.autograd.grad(inputs=[x], outputs=[loss], grad_outputs=[torch.tensor(2.0)])", 2.0),
        ("torch.autograd.grad(loss, x, create_graph=True)[0].backward()", 1.0),
    ],
)
def test_grad_is_a_step_like_backward(show: Show, differentiate: str, upstream: float) -> None:
    shown = show(GRADIENTS.format(differentiate=differentiate), "--step", "2")
    assert shown.status == 0, shown.error
    assert (shown.graph["value"], shown.graph["gradients"]) == (16.0, {"x": 8.0 * upstream, "a": 16.0 * upstream})


def test_a_loss_in_a_thread_ends_it_without_a_traceback(started: Show) -> None:
    text = """
    import threading
    import torch

    a = torch.tensor(3.0, requires_grad=True)

    def step():
        loss = a * a
        loss.backward()

    thread = threading.Thread(target=step)
    thread.start()
    thread.join()
    """
    shown = started(text)
    assert (shown.status, shown.graph["gradients"]) == (0, {"a": 6.0})
    assert "Traceback" not in shown.error
    assert "Stopped" not in shown.error


def test_a_file_that_cannot_be_written_or_read_is_said_before_the_script_runs(show: Show, tmp_path: Path) -> None:
    assert main(["show", "missing.py"]) == 2
    shown = show(training(), "-o", "graph.pdf")
    assert (shown.status, shown.out) == (2, "")
    shown = show(training(), "-o", str(tmp_path / "nowhere" / "graph.html"))
    assert (shown.status, shown.out) == (2, "")


def test_the_compiler_of_pytorch_is_imported_only_by_a_script_that_compiles_and_sees_nothing_of_the_recording(
    started: Show,
) -> None:
    text = """
    import sys
    import torch

    a = torch.tensor([1.0, 2.0], requires_grad=True)
    loss = (a * a).sum()
    print("torch._dynamo" in sys.modules)

    @torch.compile(backend="eager")
    def compiled(x):
        return torch.tanh(x).sum()

    loss = compiled(a)
    loss.backward()
    """
    shown = started(text)
    assert (shown.status, shown.out.splitlines()[0]) == (0, "False"), shown.error
    assert [node["op"] for node in shown.graph["nodes"]] == [None, "tanh", "sum"]
    assert "groups" not in shown.graph, "the compiler is no call of the program"


@pytest.mark.parametrize("options", [["--step", "0"], ["--step", "x"], ["--seconds", "0"], ["--seconds", "nan"]])
def test_wrong_options_are_refused(show: Show, options: list[str]) -> None:
    shown = show(training(), *options)
    assert (shown.status, shown.graph) == (2, None)


def test_the_page_opens_where_no_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    Path("train.py").write_text("import backpass\na = backpass.Tensor(3.0)\nloss = a * a\n", encoding="utf-8")
    assert main(["show", "train.py"]) == 0
    assert len(opened) == 1
    page = Path(opened[0].removeprefix("file://")).read_text("utf-8")
    assert "<title>train.py: loss</title>" in page
    assert '"name":"a"' in page


@pytest.mark.skipif(os.name != "posix", reason="processes are ended by groups there")
def test_processes_that_the_script_started_end_with_it(started: Show, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "alive")
    reading = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    # The process has the pipe from its first moment, however long the machine takes to give it a second one.
    text = """
    import subprocess
    process = subprocess.Popen(["sleep", "600"], stdout=open("alive", "w"))
    open("begun", "w").close()
    process.wait()
    """
    # On a busy machine Python itself may take longer to start than the script is given.
    for seconds in ("8", "40", "200"):
        shown = started(text, "--seconds", seconds)
        assert shown.status == 1
        if (tmp_path / "begun").exists():
            break
    readable, _, _ = select.select([reading], [], [], 60)
    assert readable, "the pipe is closed with its last writer"
    os.close(reading)
