"""Methods of texts. Lengths are counted before anything is made."""

from typing import Any

from backpass.engine.interpreter.builtins.formatting import filled, shown
from backpass.engine.interpreter.builtins.iteration import builtin, everything, whole
from backpass.engine.interpreter.errors import call_errors, program_errors
from backpass.engine.interpreter.values import Arguments, Builtin, Item, kind_of
from backpass.engine.problems import ProblemError

TEXT_METHODS: dict[str, Builtin] = {}


@builtin(TEXT_METHODS, "join", least=2, most=2)
def _join(machine: Any, arguments: Arguments) -> Item:
    separator: Any = arguments.values[0]
    parts = []
    for item in everything(machine, arguments.values[1], arguments):
        parts.append(shown(machine, item))
        machine.evaluator.hold(len(parts[-1]) + len(separator))
    return separator.join(parts)  # type: ignore[no-any-return]


@builtin(TEXT_METHODS, "format", least=1)
def _format(machine: Any, arguments: Arguments) -> Item:
    template: Any = arguments.values[0]
    return filled(machine, template, arguments.values[1:], arguments.keywords, arguments.part)


def _text_method(name: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        machine.evaluator.hold(len(arguments.values[0]))  # type: ignore[arg-type]
        return getattr(arguments.values[0], name)()  # type: ignore[no-any-return]

    builtin(TEXT_METHODS, name, least=1, most=1)(body)


_PLAIN = ("upper", "lower", "title", "capitalize", "swapcase", "casefold", "isdigit", "isalpha", "isalnum", "isspace", "isupper")
for _name in (*_PLAIN, "islower", "isnumeric", "isidentifier"):
    _text_method(_name)


def _texts(arguments: Arguments, places: slice) -> list[str]:
    """Arguments that must be texts. Raises ProblemError."""
    found = arguments.values[places]
    for each in found:
        if not isinstance(each, str):
            raise ProblemError(call_errors.no_text(kind_of(each), arguments.part))
    return found  # type: ignore[return-value]


def _of_texts(name: str, least: int, most: int) -> None:
    """A method that takes nothing but texts and gives a text, a truth or a place."""

    def body(machine: Any, arguments: Arguments) -> Item:
        own, *given = _texts(arguments, slice(None))
        machine.evaluator.hold(len(own))
        return getattr(own, name)(*given)  # type: ignore[no-any-return]

    builtin(TEXT_METHODS, name, least=least, most=most)(body)


for _name, _least, _most in (
    ("strip", 1, 2),
    ("lstrip", 1, 2),
    ("rstrip", 1, 2),
    ("removeprefix", 2, 2),
    ("removesuffix", 2, 2),
    ("count", 2, 2),
    ("find", 2, 2),
    ("rfind", 2, 2),
    ("splitlines", 1, 1),
    ("partition", 2, 2),
    ("rpartition", 2, 2),
):
    _of_texts(_name, _least, _most)


def _begins(name: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        wanted = arguments.values[1]
        several = wanted if isinstance(wanted, tuple) else (wanted,)
        return getattr(arguments.values[0], name)(tuple(_texts(Arguments(list(several), {}, arguments.part), slice(None))))  # type: ignore[no-any-return]

    builtin(TEXT_METHODS, name, least=2, most=2)(body)


_begins("startswith")
_begins("endswith")


@builtin(TEXT_METHODS, "split", "rsplit", least=1, most=3)
def _split(machine: Any, arguments: Arguments) -> Item:
    own, *given = arguments.values
    separator = given[0] if given else None
    if separator is not None and (not isinstance(separator, str) or not separator):
        raise ProblemError(call_errors.no_text(kind_of(separator), arguments.part))
    most = whole(machine, given[1], arguments) if len(given) > 1 else -1
    machine.evaluator.hold(len(own))  # type: ignore[arg-type]
    return getattr(own, getattr(arguments.part, "name", "split"))(separator, most)  # type: ignore[no-any-return]


@builtin(TEXT_METHODS, "replace", least=3, most=3)
def _replace(machine: Any, arguments: Arguments) -> Item:
    own, old, new = _texts(arguments, slice(None))
    machine.evaluator.hold(len(own) + own.count(old) * len(new))
    return own.replace(old, new)


def _padded(name: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        own, width, *fill = arguments.values
        wanted = whole(machine, width, arguments)
        machine.evaluator.hold(max(wanted, len(own)))  # type: ignore[arg-type]
        if any(not isinstance(each, str) or len(each) != 1 for each in fill):
            raise ProblemError(program_errors.invalid_format(str(fill[0]), arguments.span))
        return getattr(own, name)(wanted, *fill)  # type: ignore[no-any-return]

    builtin(TEXT_METHODS, name, least=2, most=2 if name == "zfill" else 3)(body)


for _name in ("center", "ljust", "rjust", "zfill"):
    _padded(_name)
