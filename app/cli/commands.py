"""The command line, `backpass`: the same functions as the API, without a network. Problems are shown under the text that
they are about.

Exit status: 0 where there is a result, 1 where a checked gradient differs, a run diverges or a script fails, 2 where the
program or the command line is wrong.
"""

import argparse
import gc
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import backpass
from backpass.app.cli.completion import Parser
from backpass.app.cli.completion import add_to as add_completion
from backpass.app.cli.csv_points import read_points, write_results
from backpass.app.cli.examine_command import add_to as add_examination
from backpass.app.cli.lesson_arguments import add_to as add_lessons
from backpass.app.cli.refusals import leave, reason
from backpass.app.cli.server_packages import needed_by
from backpass.app.cli.show_command import add_to as add_showing
from backpass.app.cli.train_arguments import add_to as add_training
from backpass.engine import Code, Problem, ProblemError, Severity, backward
from backpass.engine.autodiff.check.gradient_check import Verdict, check
from backpass.engine.export.registry import FORMATS, SUFFIXES, export
from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse
from backpass.engine.language.pasted_text.notebooks import code_of, place_of
from backpass.engine.many_points.batch import gradients
from backpass.engine.messages import in_language, languages, preferred, say, speaking
from backpass.engine.reading.run_as_python import run_as_python
from backpass.engine.serialization.computation import Computation
from backpass.engine.serialization.graph_json import data_json, gradient_json, named, problem_json, utf16
from backpass.engine.serialization.load_graph import is_graph, load
from backpass.engine.serialization.reading import reading_of
from backpass.engine.symbolic.derivative import derivatives
from backpass.engine.symbolic.writing import Written

_WRONG, _DIFFERS = 2, 1
_PIPE_CLOSED = 128 + 13
"""As a shell calls the end of a program by SIGPIPE."""
_HIGHEST_PORT = 65_535
_VERDICTS = {
    Verdict.AGREES: "cli-agrees",
    Verdict.DIFFERS: "cli-differs",
    Verdict.UNDECIDED: "cli-undecided",
}
_CODES = {code.value: code for code in Code}
_WORDS = {Severity.ERROR: "cli-error", Severity.WARNING: "cli-warning", Severity.INFO: "cli-note"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    chosen, rest = _language(given)
    environment = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    with speaking(chosen if chosen in languages() else preferred(environment.replace("_", "-").partition(".")[0])):
        try:
            status = _carry_out(rest if chosen is None else ["--language", chosen, *rest])
            sys.stdout.flush()
        except BrokenPipeError:  # who reads has enough, as `head` does; nothing is left to be written when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = _PIPE_CLOSED
        return status


def _language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """What `--language` says, which words the help as well, wherever it stands; and the other arguments."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    parser.add_argument("--language")
    try:
        found, rest = parser.parse_known_args(arguments)
    except argparse.ArgumentError:
        return None, list(arguments)
    return found.language, rest


def _carry_out(arguments: Sequence[str]) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if not hasattr(options, "command"):
        parser.print_help()
        return 0
    command: Callable[[argparse.Namespace], None] = options.command
    options.text = ""
    try:
        if hasattr(options, "program"):
            options.text = code_of(_read(options.program))
        command(options)
    except ProblemError as error:
        for problem in error.problems:
            sys.stderr.write(shown(problem, options.text))
        return _WRONG
    return 0


def _parser() -> Parser:
    parser = Parser(prog="backpass", description=say("cli-about"))
    parser.add_argument("--language", choices=languages(), help=say("cli-language"))
    parser.add_argument("--version", action="version", version=f"backpass {backpass.__version__}", help=say("cli-version"))
    commands = parser.add_subparsers(metavar="command")

    gradient = commands.add_parser("grad", help=say("cli-grad"), description=say("cli-grad.description"))
    _add_program(gradient)
    gradient.add_argument("--json", action="store_true", help=say("cli-grad.json"))
    gradient.add_argument("--batch", metavar="FILE", type=Path, help=say("cli-grad.batch"))
    gradient.set_defaults(command=_gradient)

    checked = commands.add_parser("check", help=say("cli-check"), description=say("cli-check.description"))
    _add_program(checked)
    checked.set_defaults(command=_check)

    graph = commands.add_parser(
        "graph",
        help=say("cli-graph"),
        description=say("cli-graph.description"),
        epilog=" ".join(f"{each.name}: {each.meaning}" for each in FORMATS.values()),
    )
    _add_program(graph)
    graph.add_argument("-o", "--out", metavar="FILE", type=Path, help=say("cli-graph.out"))
    graph.add_argument("--to", choices=FORMATS, metavar="FORMAT", help=say("cli-graph.to", formats=", ".join(FORMATS)))
    graph.add_argument("--no-operations", action="store_true", help=say("cli-graph.plain"))
    graph.set_defaults(command=_graph)

    formula = commands.add_parser("derivative", help=say("cli-derivative"), description=say("cli-derivative.description"))
    _add_program(formula)
    formula.add_argument("--form", choices=Written._fields, default="text", help=say("cli-derivative.style"))
    formula.set_defaults(command=_derivative)

    add_showing(commands)
    add_training(commands)
    add_lessons(commands)
    add_examination(commands, backpass.__version__)

    serve = commands.add_parser("serve", help=say("cli-serve"), description=say("cli-serve.description"))
    serve.add_argument("--host", default="127.0.0.1", help=say("cli-serve.host"))
    serve.add_argument("--port", default=8000, type=_port, help=say("cli-serve.port"))
    serve.add_argument("--lan", action="store_true", help=say("cli-serve.lan"))
    serve.add_argument("--run-as-is", metavar="LIBRARIES", nargs="?", const="torch", help=say("cli-serve.run-as-is"))
    serve.add_argument("--reload", action="store_true", help=argparse.SUPPRESS)  # for `run.py dev`
    serve.set_defaults(command=_serve)

    add_completion(commands, parser)
    return parser


def _add_program(parser: Parser) -> None:
    parser.add_argument("program", may_be_file=True, help=say("cli-program"))
    parser.add_argument("inputs", nargs="*", type=_input, metavar="name=value", help=say("cli-program.inputs"))
    parser.add_argument("--output", metavar="NAME", help=say("cli-program.output"))
    parser.add_argument("--wrt", metavar="NAMES", type=lambda names: names.split(","), help=say("cli-program.wrt"))
    parser.add_argument("--upstream", type=_value, default=1.0, metavar="VALUE", help=say("cli-program.upstream"))


def _value(text: str) -> Any:
    """A number or nested list. Raises ArgumentTypeError."""
    try:
        return json.loads(text, parse_constant=_no_number) if text.startswith("[") else float(text)
    except (ValueError, RecursionError):
        raise argparse.ArgumentTypeError(say("cli-not-a-number", text=repr(text))) from None


def _port(text: str) -> int:
    """A port to listen on; the system would silently take another for one that is too large. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or int(text) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(say("cli-not-a-port", text=repr(text), highest_port=_HIGHEST_PORT))
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _input(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals):
        raise argparse.ArgumentTypeError(say("cli-not-name-value", text=repr(text)))
    return name.strip(), _value(value.strip())


def _read(program: str) -> str:
    """The text of a program, wherever it is. Exits where a file cannot be read."""
    if program == "-":
        return sys.stdin.read()
    try:
        return Path(program).read_text(encoding="utf-8") if _is_file(program) else program
    except (OSError, UnicodeDecodeError) as error:
        leave(say("cli-unreadable", program=program, error=reason(error)))


def _is_file(program: str) -> bool:
    """Whether it names a file; what ends like one is meant as one, even where there is none."""
    try:
        return Path(program).is_file() or program.endswith((".py", ".txt", ".json", ".ipynb", ".tex"))
    except (OSError, ValueError):  # too long, or not the name of any file
        return False


def _run(options: argparse.Namespace) -> Run:
    """Runs the program, or reads a graph back that was exported as JSON."""
    if is_graph(options.text):
        return load(options.text, dict(options.inputs), options.output)
    return run_as_python(parse(options.text), dict(options.inputs), options.output)


def _gradient(options: argparse.Namespace) -> None:
    if options.batch:
        _batch(options)
        return
    made = _run(options)
    answer = gradient_json(made, options.wrt, options.upstream)
    if options.json:
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        return
    _say(answer["problems"], options.text)
    if (reading := reading_of(made)).passed_over:
        sys.stderr.write(f"{reading.sentence}\n")
    rows = {"value": answer["value"], **{f"∂/∂{name}": gradient for name, gradient in answer["gradients"].items()}}
    width = max(map(_columns, rows))
    for name, number in rows.items():
        sys.stdout.write(f"{name}{' ' * (width - _columns(name))}  {_digits(number)}\n")


def _batch(options: argparse.Namespace) -> None:
    try:
        with options.batch.open(encoding="utf-8-sig", newline="") as file:
            points = read_points(file)
    except (OSError, ValueError) as error:
        leave(say("cli-unreadable.table", batch=options.batch, error=reason(error)))
    inputs = dict(options.inputs) | points
    found = gradients(options.text, inputs, wrt=options.wrt, output=options.output, upstream=options.upstream)
    if options.json:
        answer = {
            "values": data_json(found.values),
            "gradients": {name: data_json(array) for name, array in found.gradients.items()},
            "problems": [problem_json(problem, utf16(options.text)) for problem in found.problems],
        }
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        return
    for problem in found.problems:
        sys.stderr.write(shown(problem, options.text))
    try:
        write_results(found, sys.stdout)
    except ValueError as error:
        leave(str(error))


def _check(options: argparse.Namespace) -> None:
    made = _run(options)
    found = gradient_json(made, options.wrt, options.upstream)
    _say(found["problems"], options.text)
    wanted = {name: named(made, name) for name, value in found["gradients"].items() if value is not None}
    checks = check(backward(made.output, options.upstream), wanted, options.upstream)
    differs = False
    for name, each in ((name, each) for name, several in checks.items() for each in several):
        place = "" if each.index == () else say("cli-random-direction") if each.index is None else str(list(each.index))
        line = say(
            "cli-compared",
            name=name,
            place=place,
            autodiff=f"{each.autodiff:.6g}",
            numeric=f"{each.numeric:.6g}",
            verdict=say(_VERDICTS[each.verdict]),
        )
        sys.stdout.write(f"{line}\n")
        if each.note:
            sys.stdout.write(f"  {each.note}\n")
        differs = differs or each.verdict is Verdict.DIFFERS
    if differs:
        raise SystemExit(_DIFFERS)


def _derivative(options: argparse.Namespace) -> None:
    made = _run(options)
    found = derivatives(made, options.wrt, options.upstream)
    span = utf16(made.program.text)
    _say([problem_json(problem, span) for problem in found.problems], options.text)
    several = len(found.by_name) > 1 and options.form == "text"
    for name, written in found.by_name.items():
        text = say("cli-not-computed") if written is None else getattr(written, options.form)
        lead = f"∂/∂{name}  " if several else ""
        sys.stdout.write(text.replace("\n", "\n" + " " * len(lead)).join((lead, "\n")))


def _digits(value: Any) -> str:
    """A number as short as it can be without losing a digit."""
    if isinstance(value, list):
        return f"[{', '.join(map(_digits, value))}]"
    return say("cli-not-computed") if value is None else value if isinstance(value, str) else repr(value).removesuffix(".0")


def _graph(options: argparse.Namespace) -> None:
    suffix = options.out.suffix.removeprefix(".") if options.out else "json"
    if options.to is None and suffix not in SUFFIXES:
        leave(say("cli-no-format", suffix=suffix, formats=", ".join(FORMATS)))
    name = options.to or SUFFIXES[suffix].name
    made = _run(options)
    _say(gradient_json(made, options.wrt, options.upstream)["problems"], options.text)
    text = export(Computation.of(made, options.wrt, options.upstream), name, operation_nodes=not options.no_operations)
    if options.out is None:
        sys.stdout.write(text)
        return
    try:
        options.out.write_text(text, encoding="utf-8")
    except OSError as error:
        leave(say("cli-unwritable", out=options.out, strerror=reason(error)))


def _serve(options: argparse.Namespace) -> None:
    gc.disable()  # nothing of what is loaded now can be freed; the server enables it once it is up
    with needed_by("backpass serve"):
        from backpass.app.configuration import WrongSettingError, read_settings, variable
        from backpass.app.evaluation.as_it_is import check_confinement
        from backpass.app.http.assets import PageNotBuiltError
        from backpass.app.serving.lan import EVERYWHERE, invite
        from backpass.app.serving.server import run as run_server
        from backpass.engine.capture.as_it_is.confined import NotConfinedError

    try:
        if options.run_as_is is not None:
            os.environ[variable("run_as_is")] = options.run_as_is
        settings = read_settings()
        check_confinement(settings)
        if options.lan:
            invite(options.port)
        run_server(settings, EVERYWHERE if options.lan else options.host, options.port, reload=options.reload)
    except (NotConfinedError, PageNotBuiltError, WrongSettingError) as error:
        leave(str(error).replace("\n", "\nerror: "))
    finally:
        gc.enable()


def _say(problems: list[dict[str, Any]], text: str) -> None:
    """Warnings and notes that come with a result, beside it."""
    for each in problems:
        span = tuple(_code_points(text, place) for place in each["span"] or ())
        problem = Problem(_CODES[each["code"]], each["message"], each["hint"], (span[0], span[1]) if span else None)
        sys.stderr.write(shown(problem, text))


def _code_points(text: str, units: int) -> int:
    """A place that was counted in UTF-16 units, counted in characters."""
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le"))


def shown(problem: Problem, text: str) -> str:
    """A problem with the line that it is about, and a mark under the place."""
    lines: list[str] = [say(_WORDS[problem.severity], message=in_language(problem.message))]
    if problem.span:
        lines += _marked(text, *problem.span)
    if problem.hint:
        lines.append(f"  {in_language(problem.hint)}")
    return "\n".join(lines) + "\n"


def _marked(text: str, start: int, end: int) -> list[str]:
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", begin)
    line = text[begin : len(text) if stop < 0 else stop].replace("\t", " ")
    number = str(text.count("\n", 0, start) + 1)
    marks = max(1, _columns(line[start - begin : end - begin]))
    cell = place_of(text, start)
    number = say("cli-cell", cell=cell.cell, line=cell.line) if cell else number
    lead = f"  {number} | " if "\n" in text.strip() else "  "
    return [f"{lead}{line}", " " * (len(lead) + _columns(line[: start - begin])) + "^" * marks]


def _columns(text: str) -> int:
    """How many columns a text takes in a terminal: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)
