"""What mypy, and so an editor's completion, knows of the library: as strict as a user may be."""

import subprocess
import sys
from pathlib import Path

from backpass.engine import OPERATIONS
from backpass.engine.library.docstrings import EXAMPLES
from scripts import linked, type_stubs

PROGRAM = """
import backpass
import backpass.nn as nn
import backpass.optim as optim

a, b = backpass.Tensor(2.0), backpass.Tensor([1.0, -3.0])
loss = ((a * b + a**2).tanh() @ b + backpass.relu(b).sum(dim=0, keepdim=True)).mean()
loss.backward()
reveal_type(loss)  # Tensor
reveal_type(loss.item())  # float
reveal_type(b.reshape(2, 1).T.max())  # Any
reveal_type(backpass.softmax(b, axis=0))  # Tensor
reveal_type(backpass.stack([a, 3.0]))  # Tensor
b[0] = 4.0
model = nn.MLP(2, [4, 1])
optim.SGD(model.parameters(), lr=0.1, momentum=0.9).step()
optim.Adam(model.parameters(), lr=0.1, betas=(0.8, 0.99)).zero_grad()
b.tnah()  # attr-defined
b.sum(keepdimension=True)  # call-arg
optim.SGD(model.parameters(), speed=0.1)  # call-arg
"""


def checked(program: str, tmp_path: Path) -> list[str]:
    """What mypy says of a user's file, where the package is as a wheel has it."""
    linked.link()
    file = tmp_path / "user.py"
    file.write_text(program, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", str(file)]
    cache = linked.ROOT / ".venv" / "mypy_of_users"
    run = subprocess.run(
        [*command, f"--cache-dir={cache}"],
        cwd=tmp_path,
        env={"MYPYPATH": str(linked.LINKED), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not run.stderr, run.stderr
    return run.stdout.splitlines()


def test_a_strict_user_sees_what_operations_and_optimisers_take_and_give(tmp_path: Path) -> None:
    found = checked(PROGRAM, tmp_path)
    for number, line in enumerate(PROGRAM.splitlines(), 1):
        _, mark, wanted = line.partition("# ")
        of_line = [each for each in found if each.startswith(f"user.py:{number}:")]
        assert bool(of_line) == bool(mark), (line, of_line)
        assert any(wanted in each for each in of_line) or not mark, (line, of_line)


def test_every_example_of_an_operation_passes(tmp_path: Path) -> None:
    lines = ["from backpass import Tensor"]
    for name, example in EXAMPLES.items():
        if OPERATIONS[name].variadic:  # of a list of tensors; a method only where everything is one
            continue
        lines += [f"def {name}() -> None:", f"    {example.inputs}", f"    out = {example.call}", f"    {example.backward}"]
    assert checked("\n".join(lines), tmp_path) == ["Success: no issues found in 1 source file"]


def test_the_stubs_are_up_to_date() -> None:
    for path, text in type_stubs.stubs().items():
        assert path.read_text(encoding="utf-8") == text, f"`python3 run.py docs` writes {path.name} again"
