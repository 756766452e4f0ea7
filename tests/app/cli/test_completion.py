"""What shells complete with the script of `backpass completion`."""

import shutil
import subprocess
from pathlib import Path

import pytest
import shtab

from backpass.app.cli import commands
from backpass.app.cli.completion import SHELLS
from backpass.engine.export.registry import FORMATS

BASH = shutil.which("bash")


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str]) -> str:
    assert commands.main(["completion"]) == 0
    return capsys.readouterr().out


def completed(script: str, *words: str, within: Path | None = None) -> list[str]:
    """The replies for the last of these words, as Bash asks for them."""
    asking = 'COMP_WORDS=(backpass "$@"); COMP_CWORD=$#; _shtab_backpass; printf "%s\\n" "${COMPREPLY[@]}"'
    run = subprocess.run(
        [str(BASH), "-c", script + asking, "bash", *words], check=True, capture_output=True, text=True, cwd=within
    )
    return run.stdout.split()


@pytest.mark.skipif(BASH is None, reason="needs Bash")
def test_commands_options_choices_and_files_are_completed(script: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("x = 2\n", encoding="utf-8")
    assert completed(script, "de") == ["derivative"]
    assert {"grad", "graph", "serve", "completion"} <= set(completed(script, ""))
    assert completed(script, "grad", "x*y", "--up") == ["--upstream"]
    assert completed(script, "graph", "program.py", "--to", "") == list(FORMATS)
    assert completed(script, "--language", "") == ["en", "fr"]
    assert "check" in completed(script, "lesson", "")
    for words in (["grad", "prog"], ["lesson", "check", "prog"], ["graph", "x", "--out", "prog"]):
        assert completed(script, *words, within=tmp_path) == ["program.py"]


@pytest.mark.skipif(BASH is None, reason="needs Bash")
def test_options_of_developers_are_not_offered(script: str) -> None:
    assert completed(script, "serve", "--re") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["completion", shell]) == 0
    assert "derivative" in capsys.readouterr().out


def test_the_shells_are_those_that_shtab_knows() -> None:
    assert sorted(SHELLS) == sorted(shtab.SUPPORTED_SHELLS)
