"""What Bash completes with the script of `backpass completion`."""

import shutil
import subprocess

import pytest

from backpass.app.cli import commands
from backpass.engine.export.registry import FORMATS

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="needs Bash")


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str]) -> str:
    assert commands.main(["completion"]) == 0
    return capsys.readouterr().out


def completed(script: str, *words: str) -> list[str]:
    """The replies for the last of these words, as Bash asks for them."""
    asking = 'COMP_WORDS=(backpass "$@"); COMP_CWORD=$#; _backpass; printf "%s\\n" "${COMPREPLY[@]}"'
    run = subprocess.run([str(BASH), "-c", script + asking, "bash", *words], check=True, capture_output=True, text=True)
    assert run.stderr == ""
    return run.stdout.split()


def test_commands_options_and_choices_are_completed(script: str) -> None:
    assert completed(script, "de") == ["derivative"]
    assert {"grad", "graph", "serve", "completion", "--version"} <= set(completed(script, ""))
    assert completed(script, "grad", "x*y", "--up") == ["--upstream"]
    assert completed(script, "graph", "prog.py", "--to", "") == list(FORMATS)
    assert completed(script, "--language", "") == ["en", "fr"]
    assert completed(script, "lesson", "") == ["check", "--help"]


def test_files_are_left_to_bash_and_options_of_developers_are_not_offered(script: str) -> None:
    assert completed(script, "grad", "") == []
    assert completed(script, "grad", "prog") == []
    assert completed(script, "lesson", "check", "") == []
    assert completed(script, "serve", "--re") == []
