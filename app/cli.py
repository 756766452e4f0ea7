"""The command line, `backpass`: the same functions as the API, without a network. Problems are shown under the text that
they are about.

Exit status: 0 where there is a result, 1 where a checked gradient differs or a run runs away, 2 where the program or
the command line is wrong.
"""

import argparse
import json
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from app.tables import read_points, write_results
from app.training.arguments import add_to as add_training
from engine import Code, Problem, ProblemError, Severity, backward
from engine.batch import gradients
from engine.check import Verdict, check
from engine.export.computation import Computation
from engine.export.formats import FORMATS, SUFFIXES, export
from engine.export.graph_json import is_graph, load
from engine.graph import data_json, gradient_json, named, problem_json, utf16
from engine.language import parse
from engine.running.interpreter import Run, run
from engine.symbolic.derivative import derivatives
from engine.symbolic.writing import Written

_WRONG, _DIFFERS = 2, 1
_HELP_PROGRAM = "a program such as 'x*y + z', a file that holds one, or - for standard input"
_CODES = {code.value: code for code in Code}
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], None] = options.command
    options.text = ""
    try:
        if hasattr(options, "program"):
            options.text = _read(options.program)
        command(options)
    except ProblemError as error:
        for problem in error.problems:
            sys.stderr.write(shown(problem, options.text))
        return _WRONG
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="backpass", description="Any expression, its computational graph, and exact gradients.")
    commands = parser.add_subparsers(required=True, metavar="command")

    gradient = commands.add_parser(
        "grad", help="value and gradients", description="Prints the value of a program and its gradients."
    )
    _add_program(gradient)
    gradient.add_argument("--json", action="store_true", help="print the answer of the API, with all digits and problems")
    gradient.add_argument(
        "--batch",
        metavar="FILE",
        type=Path,
        help="a table (CSV) of points, its columns named as inputs; prints a table of results",
    )
    gradient.set_defaults(command=_gradient)

    checked = commands.add_parser(
        "check",
        help="the gradients against differences",
        description="Holds each gradient against what the value does when the input moves. Ends with status 1 where one differs.",
    )
    _add_program(checked)
    checked.set_defaults(command=_check)

    graph = commands.add_parser(
        "graph",
        help="the graph, a derivation, or code",
        description="Writes a program as a picture, as a derivation, as data, or as code for another library.",
        epilog=" ".join(f"{each.name}: {each.meaning}" for each in FORMATS.values()),
    )
    _add_program(graph)
    graph.add_argument("-o", "--out", metavar="FILE", type=Path, help="where to write it, instead of standard output")
    graph.add_argument(
        "--to", choices=FORMATS, metavar="FORMAT", help=f"{', '.join(FORMATS)}; else what FILE's suffix says, else json"
    )
    graph.add_argument("--no-operations", action="store_true", help="leave the nodes of operations out of dot and mermaid")
    graph.set_defaults(command=_graph)

    formula = commands.add_parser(
        "derivative",
        help="the gradients as formulas",
        description="Differentiates a program with letters: prints each derivative as a simplified formula.",
    )
    _add_program(formula)
    formula.add_argument("--form", choices=Written._fields, default="text", help="how it is written (default: %(default)s)")
    formula.set_defaults(command=_derivative)

    add_training(commands)

    serve = commands.add_parser("serve", help="the page and the API", description="Serves the page and the API until Ctrl+C.")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve.add_argument("--port", default=8000, type=int, help="port to listen on (default: %(default)s)")
    serve.add_argument("--lan", action="store_true", help="let others on this network in, and print the address and its QR code")
    serve.add_argument("--reload", action="store_true", help=argparse.SUPPRESS)  # for `run.py dev`
    serve.set_defaults(command=_serve)
    return parser


def _add_program(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", help=_HELP_PROGRAM)
    parser.add_argument("inputs", nargs="*", type=_input, metavar="name=value", help="values for inputs: numbers or nested lists")
    parser.add_argument("--output", metavar="NAME", help="the name to differentiate, else the last value")
    parser.add_argument(
        "--wrt", metavar="NAMES", type=lambda names: names.split(","), help="whose gradients: names with commas between"
    )
    parser.add_argument("--upstream", type=_value, default=1.0, metavar="VALUE", help="the gradient to start with (default: 1)")


def _value(text: str) -> Any:
    """A number or nested list. Raises ArgumentTypeError."""
    try:
        return json.loads(text, parse_constant=_no_number) if text.startswith("[") else float(text)
    except (ValueError, RecursionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number such as 2.5, nor a list such as [1, 2]") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _input(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=value")
    return name.strip(), _value(value.strip())


def _read(program: str) -> str:
    """The text of a program, wherever it is. Exits where a file cannot be read."""
    if program == "-":
        return sys.stdin.read()
    try:
        return Path(program).read_text(encoding="utf-8") if _is_file(program) else program
    except (OSError, UnicodeDecodeError) as error:
        _exit(f"{program} cannot be read: {error}.")


def _is_file(program: str) -> bool:
    """Whether it names a file; what ends like one is meant as one, even where there is none."""
    try:
        return Path(program).is_file() or program.endswith((".py", ".txt", ".json"))
    except (OSError, ValueError):  # too long, or not the name of any file
        return False


def _exit(message: str) -> NoReturn:
    sys.stderr.write(f"error: {message}\n")
    raise SystemExit(_WRONG)


def _run(options: argparse.Namespace) -> Run:
    """Runs the program, or reads a graph back that was exported as JSON."""
    if is_graph(options.text):
        return load(options.text, dict(options.inputs), options.output)
    return run(parse(options.text), dict(options.inputs), options.output)


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
    rows = {"value": answer["value"], **{f"∂/∂{name}": gradient for name, gradient in answer["gradients"].items()}}
    width = max(map(_columns, rows))
    for name, number in rows.items():
        sys.stdout.write(f"{name}{' ' * (width - _columns(name))}  {_digits(number)}\n")


def _batch(options: argparse.Namespace) -> None:
    try:
        with options.batch.open(encoding="utf-8-sig", newline="") as file:
            points = read_points(file)
    except (OSError, ValueError) as error:
        _exit(f"{options.batch} cannot be read: {error}")
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
        _exit(str(error))


def _check(options: argparse.Namespace) -> None:
    made = _run(options)
    found = gradient_json(made, options.wrt, options.upstream)
    _say(found["problems"], options.text)
    wanted = {name: named(made, name) for name, value in found["gradients"].items() if value is not None}
    checks = check(backward(made.output, options.upstream), wanted, options.upstream)
    differs = False
    for name, each in ((name, each) for name, several in checks.items() for each in several):
        place = "" if each.index == () else " along a random direction" if each.index is None else str(list(each.index))
        sys.stdout.write(
            f"∂/∂{name}{place}  gradient {each.autodiff:.6g}, differences {each.numeric:.6g}: {each.verdict.value}\n"
        )
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
        text = "not computed" if written is None else getattr(written, options.form)
        lead = f"∂/∂{name}  " if several else ""
        sys.stdout.write(text.replace("\n", "\n" + " " * len(lead)).join((lead, "\n")))


def _digits(value: Any) -> str:
    """A number as short as it can be without losing a digit."""
    if isinstance(value, list):
        return f"[{', '.join(map(_digits, value))}]"
    return "not computed" if value is None else value if isinstance(value, str) else repr(value).removesuffix(".0")


def _graph(options: argparse.Namespace) -> None:
    suffix = options.out.suffix.removeprefix(".") if options.out else "json"
    if options.to is None and suffix not in SUFFIXES:
        _exit(f"no format ends in .{suffix}. Say --to with one of {', '.join(FORMATS)}.")
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
        _exit(f"{options.out} cannot be written: {error.strerror}.")


def _serve(options: argparse.Namespace) -> None:
    from app.assets import PageNotBuiltError
    from app.serving.lan import EVERYWHERE, invite
    from app.serving.server import run as run_server
    from app.settings import Settings

    try:
        if options.lan:
            invite(options.port)
        run_server(Settings(), EVERYWHERE if options.lan else options.host, options.port, reload=options.reload)
    except PageNotBuiltError as error:
        _exit(str(error))


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
    lines = [f"{_WORDS[problem.severity]}: {problem.message}"]
    if problem.span:
        lines += _marked(text, *problem.span)
    if problem.hint:
        lines.append(f"  {problem.hint}")
    return "\n".join(lines) + "\n"


def _marked(text: str, start: int, end: int) -> list[str]:
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", begin)
    line = text[begin : len(text) if stop < 0 else stop].replace("\t", " ")
    number = text.count("\n", 0, start) + 1
    marks = max(1, _columns(line[start - begin : end - begin]))
    lead = f"  {number} | " if "\n" in text.strip() else "  "
    return [f"{lead}{line}", " " * (len(lead) + _columns(line[: start - begin])) + "^" * marks]


def _columns(text: str) -> int:
    """How many columns a text takes in a terminal: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


if __name__ == "__main__":
    sys.exit(main())
