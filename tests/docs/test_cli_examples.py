"""The examples of the command line print what stands below them."""

import re
import shlex
from pathlib import Path

import pytest

from backpass.app.cli import commands

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_every_command_prints_what_stands_below_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    (program,) = re.findall(r"`prog.py` holds a program:\n\n```\n(.*?)```", text, re.DOTALL)
    Path("prog.py").write_text(program, encoding="utf-8")
    (points,) = re.findall(r"`points.csv`[^\n]*\n\n```\n(.*?)```", text, re.DOTALL)
    Path("points.csv").write_text(points, encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    steps = [step for block in blocks for step in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]
    for command, expected in steps:
        name, *arguments = shlex.split(command)
        assert name == "backpass"
        status = commands.main(arguments)
        captured = capsys.readouterr()
        assert captured.out + captured.err == expected
        assert status == (2 if expected.startswith("error") else 0)
    assert len(steps) == text.count("\n$ ")


def test_every_option_of_the_page_exists(capsys: pytest.CaptureFixture[str]) -> None:
    helped = ""
    for command in ("grad", "check", "derivative", "graph", "show", "train", "examine", "serve"):
        with pytest.raises(SystemExit):
            commands.main([command, "--help"])
        helped += capsys.readouterr().out
    options = set(re.findall(r"`(?:backpass \w+ )?(--[\w-]+)", PAGE.read_text(encoding="utf-8")))
    assert len(options) >= 5
    assert not [option for option in options if option not in helped]
