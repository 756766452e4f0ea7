"""The command line: what it prints, where it marks mistakes, and with which status it ends."""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import backpass
from backpass.app.cli import commands
from backpass.engine import backward
from backpass.engine.export.registry import FORMATS, SUFFIXES
from scripts.page import ROOT

PROGRAM = "a = 2.0\nb = -3.0\nL = tanh(a*b + 6) * a\n"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "prog.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> tuple[str, str]:
    """What a command writes to standard output and beside it."""
    try:
        code = commands.main([str(argument) for argument in arguments])
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    captured = capsys.readouterr()
    assert code == status, captured.err
    return captured.out, captured.err


def test_grad_prints_the_value_and_every_gradient(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "grad", "x*y+z", "x=2", "y=-3", "z=10") == ("value  4\n∂/∂x   -3\n∂/∂y   2\n∂/∂z   1\n", "")


def test_grad_takes_the_fields_of_the_api(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["grad", "b = a*a\nc = b + 1", "a=3", "--output", "b", "--wrt", "a,b", "--upstream", "-2"]
    assert said(capsys, *arguments)[0] == "value  9\n∂/∂a   -12\n∂/∂b   -2\n"


def test_grad_takes_lists_and_prints_them_with_all_digits(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "grad", "w*x", "w=[1, 0.1]", "x=3")[0] == "value  [3, 0.30000000000000004]\n∂/∂w   [3, 3]\n∂/∂x   1.1\n"


def test_grad_as_json_is_the_answer_of_the_api(capsys: pytest.CaptureFixture[str]) -> None:
    text, beside = said(capsys, "grad", "x*2", "--json")
    assert json.loads(text)["gradients"] == {"x": 2.0}
    assert json.loads(text)["problems"][0]["code"] == "assumed-input"
    assert beside == ""


def test_a_program_is_read_from_a_file_or_from_standard_input(
    capsys: pytest.CaptureFixture[str], program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = said(capsys, "grad", PROGRAM)
    assert said(capsys, "grad", program) == expected
    monkeypatch.setattr("sys.stdin", io.StringIO(PROGRAM))
    assert said(capsys, "grad", "-") == expected


def test_check_says_of_each_gradient_whether_differences_agree(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = said(capsys, "check", "w*x", "w=[1,2]", "x=3", "--wrt", "w,x")
    assert out.splitlines() == [
        "∂/∂w[0]  gradient 3, numerical 3: agrees",
        "∂/∂w[1]  gradient 3, numerical 3: agrees",
        "∂/∂x  gradient 3, numerical 3: agrees",
    ]
    assert "undecided\n  " in said(capsys, "check", "abs(x)", "x=0")[0]


def test_check_ends_with_1_where_a_gradient_differs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "backward", lambda output, upstream: backward(output, 1.01 * upstream))
    assert "differs" in said(capsys, "check", "x*x", "x=3", status=1)[0]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_graph_writes_the_format_that_the_suffix_says(capsys: pytest.CaptureFixture[str], program: Path, suffix: str) -> None:
    out = program.with_name(f"out.{suffix}")
    assert said(capsys, "graph", program, "-o", out) == ("", "")
    assert out.read_text(encoding="utf-8") == said(capsys, "graph", program, "--to", SUFFIXES[suffix].name)[0]


@pytest.mark.parametrize("name", FORMATS)
def test_graph_writes_any_format_to_standard_output(capsys: pytest.CaptureFixture[str], program: Path, name: str) -> None:
    assert len(said(capsys, "graph", program, "--to", name)[0]) > 100


def test_graph_leaves_operations_out_of_pictures_where_asked(capsys: pytest.CaptureFixture[str], program: Path) -> None:
    assert "o4" in said(capsys, "graph", program, "--to", "dot")[0]
    assert "o4" not in said(capsys, "graph", program, "--to", "dot", "--no-operations")[0]


def test_a_graph_saved_as_json_can_be_read_back(capsys: pytest.CaptureFixture[str], program: Path) -> None:
    saved = program.with_suffix(".json")
    said(capsys, "graph", program, "-o", saved)
    assert said(capsys, "grad", saved) == said(capsys, "grad", program)
    assert said(capsys, "graph", saved, "--to", "pytorch") == said(capsys, "graph", program, "--to", "pytorch")
    assert said(capsys, "grad", saved, "a=5") == said(capsys, "grad", program, "a=5")


MISTAKES = {
    "x + tanhh(y)": "error: `tanhh` is not a function here.\n  x + tanhh(y)\n      ^^^^^\n  Did you mean `tanh`?\n",
    "a = 2\nb = (a + 1": "error: This `(` is never closed.\n  2 | b = (a + 1\n          ^\n",
    "é = 1; 名 = 2; than(名)": "  é = 1; 名 = 2; than(名)\n                 ^^^^\n",
}


@pytest.mark.parametrize(("text", "expected"), MISTAKES.items(), ids=MISTAKES)
def test_a_mistake_is_marked_under_its_place_and_ends_with_2(
    capsys: pytest.CaptureFixture[str], text: str, expected: str
) -> None:
    out, beside = said(capsys, "grad", text, status=2)
    assert out == ""
    assert expected in beside


def test_warnings_and_notes_stand_beside_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    out, beside = said(capsys, "grad", "𝑦 = 1; log(x)", "x=-1")
    assert "value  NaN" in out
    assert beside.startswith("warning: `log(x)` is `log(−1)` here, which gives NaN")
    assert "\n  𝑦 = 1; log(x)\n         ^^^^^^\n" in beside


WRONG = {
    "an input without a value": (["grad", "x", "x"], "'x' is not of the form name=value"),
    "an input that is no number": (["grad", "x", "x=two"], "'two' is not a number such as 2.5"),
    "a list that does not end": (["grad", "x", "x=[1,"], "not a number such as 2.5"),
    "a list of what JSON lacks": (["grad", "x", "x=[NaN]"], "not a number such as 2.5"),
    "an infinite input": (["grad", "x", "x=inf"], "not a finite number"),
    "an input the program lacks": (["grad", "x", "y=2"], "`y`"),
    "an unknown name": (["grad", "x", "--wrt", "q"], "`q`, which is not a name of the program"),
    "an unknown suffix": (["graph", "x", "-o", "out.png"], "no format ends in .png"),
    "an unknown format": (["graph", "x", "--to", "excel"], "invalid choice: 'excel'"),
    "a folder that is not there": (["graph", "x", "-o", "nowhere/x.svg"], "Cannot write nowhere/x.svg: No such file"),
    "a file that is not there": (["grad", "nowhere.py"], "Cannot read nowhere.py"),
    "what a format cannot hold": (["graph", "x*2", "x=[1,2]", "--to", "python"], "single numbers only"),
    "an empty program": (["grad", ""], "error:"),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_command_line_is_refused_with_a_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out, beside = said(capsys, *arguments, status=2)
    assert out == ""
    assert message in beside


MISSING = (
    ("grad", "nosuch.py"),
    ("grad", "x", "--batch", "nosuch.csv"),
    ("graph", "7", "-o", "nowhere/x.svg"),
    ("train", "nosuch.json"),
    ("train", "moons", "--data", "nosuch.csv"),
    ("lesson", "check", "nosuch.md"),
    ("examine", "nosuch.py"),
    ("show", "nosuch.py"),
)


@pytest.mark.parametrize("arguments", MISSING, ids=" ".join)
def test_a_missing_file_is_one_sentence_without_a_number_of_the_system(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(SystemExit):
        commands.main(arguments)
    out, beside = capsys.readouterr()
    assert out == ""
    assert "Errno" not in beside
    assert "error: " in beside
    assert "Python runs" not in beside


@pytest.mark.parametrize(
    "arguments",
    [
        ["--language", "fr", "grad", "log(x)", "x=-1"],
        ["grad", "--language", "fr", "log(x)", "x=-1"],
        ["grad", "log(x)", "x=-1", "--language", "fr"],
        ["grad", "log(x)", "--language=fr", "x=-1"],
    ],
)
def test_the_language_may_stand_anywhere(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert said(capsys, *arguments)[1].startswith("avertissement\N{NO-BREAK SPACE}: ")


def test_a_language_that_there_is_not_is_refused_wherever_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert "'xx'" in said(capsys, "grad", "x", "x=1", "--language", "xx", status=2)[1]
    assert "--language" in said(capsys, "grad", "x", "x=1", "--language", status=2)[1]


def test_a_file_that_is_no_text_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "picture.py"
    path.write_bytes(b"\x89PNG\xff")
    assert "Cannot read" in said(capsys, "grad", path, status=2)[1]


def test_serve_starts_the_application_at_the_address_that_is_given(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = {}
    monkeypatch.setattr("backpass.app.serving.server.DrainingServer.run", lambda server: started.update(vars(server.config)))
    said(capsys, "serve", "--host", "127.0.0.2", "--port", "8123")
    assert (started["host"], started["port"], started["app"]) == ("127.0.0.2", 8123, "backpass.app.main:create_app")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "points.csv"


def test_grad_prints_a_row_for_each_point_of_a_table(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    table.write_text("\ufeffx, y\n1,0.1\n\n3,1e300\n", encoding="utf-8")
    out, beside = said(capsys, "grad", "x*y*z", "z=2", "--batch", table, "--wrt", "x,z")
    assert out == "value,∂/∂x,∂/∂z\n0.2,0.2,0.1\n6e+300,2e+300,3e+300\n"
    assert beside == ""


def test_points_that_are_not_finite_are_in_the_table_and_said_beside_it(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    table.write_text("x\n1\n0\n-1\n", encoding="utf-8")
    out, beside = said(capsys, "grad", "log(x)*pi", "--batch", table, "--wrt", "pi,x")
    assert out.splitlines()[1:] == ["0,,3.141592653589793", "-inf,,inf", "nan,,-3.141592653589793"]
    assert beside.startswith("warning: At 2 of 3 points")
    answer = json.loads(said(capsys, "grad", "log(x)", "--batch", table, "--json")[0])
    assert answer["values"] == [0, "-Infinity", "NaN"]
    assert answer["problems"][0]["code"] == "outside-domain"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x,x\n1,2\n", "first line"),
        ("x,\n1,2\n", "first line"),
        ("x,y\n1,2\n3\n", "line 3 has 1 values for 2 names"),
        ("x,y\n1,two\n", "line 2: 'two' in the column y"),
        ('x\n"1\n', "line"),
        ("x,q\n1,2\n", "`q`"),
        ("x\n", "`x`"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], table: Path, content: str, words: str
) -> None:
    table.write_text(content, encoding="utf-8")
    out, beside = said(capsys, "grad", "x*y", "--batch", table, status=2)
    assert out == ""
    assert words in beside


def test_a_table_of_tensors_is_refused_and_a_missing_one_named(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    assert "No such file" in said(capsys, "grad", "x", "--batch", table, status=2)[1]
    table.write_text("x\n1\n", encoding="utf-8")
    assert "--json" in said(capsys, "grad", "[x, x]", "--batch", table, status=2)[1]


def test_a_notebook_is_a_program_whose_places_are_cells(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": ["%matplotlib inline\n", "a = 3.0"]}, {"cell_type": "code", "source": ["y = a*a"]}]
    path = tmp_path / "lecture.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    out, beside = said(capsys, "grad", path)
    assert out == "value  9\n∂/∂a   6\n"
    assert "  cell 1, line 1 | %matplotlib inline" in beside
    assert beside.endswith("2 of 3 lines; ignored: notebook commands\n")
    cells[1]["source"] = ["y = foo(a)"]
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    assert "  cell 2, line 1 | y = foo(a)" in said(capsys, "grad", path, status=2)[1]


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == (f"backpass {backpass.__version__}\n", "")


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    text, beside = said(capsys)
    assert "grad" in text
    assert "serve" in text
    assert beside == ""


def test_it_ends_quietly_where_nobody_reads_on() -> None:
    command = [sys.executable, "-m", "backpass", "graph", "; ".join(f"x{n} = {n}.0" for n in range(3_000)) + "; x0*x1"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=120) == 141


def test_a_command_of_the_server_says_what_to_install_where_its_packages_are_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pydantic", None)
    for name in [name for name in sys.modules if name.startswith("backpass.app.configuration")]:
        monkeypatch.delitem(sys.modules, name)
    _, beside = said(capsys, "serve", status=2)
    assert "`pydantic` is not installed" in beside
    assert 'pip install "backpass[server]"' in beside
