"""Programs in Python's own ways that print the same here as where Python, NumPy and PyTorch run them."""

import contextlib
import io
from pathlib import Path

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from tests.in_turn import in_turn

PROGRAMS = Path(__file__).with_name("same_as_python.txt").read_text(encoding="utf-8").split("\n====\n")
"""Scripts, so a block follows each; the last line gives the graph something to be of."""
BLOCK = "\nfor _ in range(1):\n    pass\nend_of_the_script = 2.0\nend_of_the_script * 1\n"


@in_turn("program", PROGRAMS)
def test_a_program_prints_what_python_prints(program: str) -> None:
    if "import torch" in program:
        pytest.importorskip("torch")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "program", "exec"), {"__name__": "__main__"})
    assert "\n".join(run(parse(program + BLOCK)).printed).rstrip() == printed.getvalue().rstrip()
