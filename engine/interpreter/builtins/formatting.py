"""Values as `print` shows them and as formats write them. Lengths are bounded before anything is written."""

import re
from dataclasses import dataclass
from types import EllipsisType
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.builtins.module_texts import module_text
from backpass.engine.interpreter.builtins.numbers import note_lost_gradient
from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.exceptions import is_exception
from backpass.engine.interpreter.python_containers import NamedRow
from backpass.engine.interpreter.tensor_semantics.exact_whole_numbers import LARGEST
from backpass.engine.interpreter.values import (
    Arguments,
    Builtin,
    Class,
    Instance,
    Item,
    LibraryModule,
    Method,
    NumberType,
    Set,
    SkippedError,
    Unkept,
    Unknown,
    UserFunction,
)
from backpass.engine.language.syntax_tree import Literal
from backpass.engine.problems import ProblemError

_MAX_NESTED = 8
_MAX_SHOWN = 1_000
"""Items that are written out at once."""
_LONGEST_SHOWN = 10_000
"""Characters of texts within lists that are written out at once: one text may stand in a list a thousand times."""

_FORMAT = re.compile(r"(?:.?[<>=^])?[-+ ]?#?0?(?P<width>\d{0,4})[,_]?(?:\.(?P<precision>\d{0,3}))?[bcdeEfFgGnosxX%]?")
_PERCENT = re.compile(r"%(?:%|[-+ #0]*(?P<width>\d{0,3})(?:\.(?P<precision>\d{0,2}))?(?P<kind>[diufFeEgGsr]))")

_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>\w*)(?P<format>(?:![rs])?(?::[^{}]*)?)\}")
_ROUNDS = frozenset({"floor", "ceil", "round"})
"""Operations that give whole numbers of Python's for floats."""

_KEEPS_WHOLE = frozenset({"+", "-", "*", "//", "%"})
"""Operators that give whole numbers of whole numbers."""


def shown(machine: Any, item: Item, *, quoted: bool = False) -> str:
    """A value as `print` writes it. Of lists within lists no more is written than anyone reads."""
    return _shown(machine, item, quoted, 0, _Left())


@dataclass(slots=True)
class _Left:
    """What of a value may still be written."""

    items: int = _MAX_SHOWN
    characters: int = _LONGEST_SHOWN

    def text(self, text: str) -> str:
        """As much of a text as may be written."""
        kept = text if len(text) <= self.characters else f"{text[: self.characters]}…"
        self.characters -= len(kept)
        return kept


def _shown(machine: Any, item: Item, quoted: bool, depth: int, left: _Left) -> str:
    left.items -= 1
    if isinstance(item, Tensor):
        machine.read(item)
        return _number(machine.aliases.current(item), machine)
    if isinstance(item, bool | Unkept) or item is None:
        return "None" if isinstance(item, Unkept) else str(item)
    if isinstance(item, int | float):
        item = machine.aliases.as_it_is(item)
        return repr(float(item)) if isinstance(item, float) else int.__repr__(item)
    if isinstance(item, str):
        return repr(left.text(item)) if quoted else item
    if isinstance(item, Instance) and (written := _by_own_method(machine, item, quoted=quoted)) is not None:
        return left.text(written)
    if isinstance(item, Instance) and (written := _of_module(machine, item)) is not None:
        return left.text(written)
    if isinstance(item, Instance) and is_exception(item.kind):
        given: Any = item.members.get("args", ())
        if quoted:
            inner = _shown(machine, given, True, depth, left)
            return f"{item.kind.name}{inner.replace(',)', ')')}"
        return _shown(machine, given[0] if len(given) == 1 else given, item.kind.name == "KeyError", depth, left) if given else ""
    if not isinstance(item, list | tuple | dict | Set):
        return _named(item)
    return _gathered(machine, item, depth, left)


def _gathered(machine: Any, item: "list[Any] | tuple[Any, ...] | dict[Any, Any] | Set", depth: int, left: _Left) -> str:
    """A list, a tuple, a dictionary or a set."""
    if isinstance(item, Set) and not item:
        return "set()"
    if depth > _MAX_NESTED:
        return "…"
    parts = []
    for each in item.items() if isinstance(item, Set) else item:
        if left.items <= 0 or left.characters <= 0:
            parts.append("…")
            break
        value = _shown(machine, item[each] if isinstance(item, dict) else each, True, depth + 1, left)
        parts.append(f"{_shown(machine, each, True, depth + 1, left)}: {value}" if isinstance(item, dict) else value)
    if isinstance(item, NamedRow):
        return f"{item.kind}({', '.join(f'{name}={part}' for name, part in zip(item.fields, parts, strict=False))})"
    inside = ", ".join(parts)
    if isinstance(item, dict | Set):
        return f"{{{inside}}}"
    return f"[{inside}]" if isinstance(item, list) else f"({inside}{',' * (len(item) == 1)})"


def _by_own_method(machine: Any, item: Instance, *, quoted: bool) -> str | None:
    """An object by its `__str__` or `__repr__`, which are run apart; None where its class has neither."""
    for name in ("__repr__",) if quoted else ("__str__", "__repr__"):
        found = item.kind.find(name)
        if isinstance(found, UserFunction):
            place = Literal(None, machine.evaluator.place or found.span)
            written = machine.apart(Method(found, item), Arguments([], {}, place))
            return written if isinstance(written, str) else shown(machine, written)
    return None


def _of_module(machine: Any, item: Instance) -> str | None:
    """A module of `torch.nn`; None for another object."""

    def own(module: Instance, name: str) -> str | None:
        found = module.kind.find(name)
        if not isinstance(found, UserFunction) or found.foreign:
            return None
        place = Literal(None, machine.evaluator.place or found.span)
        written = machine.apart(Method(found, module), Arguments([], {}, place))
        return written if isinstance(written, str) else shown(machine, written)

    return module_text(item, lambda option: shown(machine, option, quoted=True), own)


def _number(tensor: Tensor, machine: Any) -> str:
    data = machine.kinds.in_type(tensor, tensor.raw)
    if tensor.shape:
        return np.array2string(data, precision=4, separator=", ", threshold=_MAX_SHOWN)
    value = data.item()
    whole = type(value) is float and value.is_integer() and _whole(tensor, machine)
    if whole or type(value) is int:
        known = machine.evaluator.exact.of(tensor) if abs(value) >= LARGEST else None
        return str(int(value) if known is None else known)
    return repr(value)


def _whole(tensor: Tensor, machine: Any) -> bool:
    """Whether Python would have computed it with whole numbers only."""
    return all(
        machine.names.is_integer_literal(each)
        if each.operation is None
        else each.operation.notation.infix in _KEEPS_WHOLE
        or (each.operation.name == "power" and np.all(np.greater_equal(each.inputs[1].raw, 0)))
        for each in ancestors(tensor)
    )


def is_whole(tensor: Tensor, machine: Any) -> bool:
    """Whether a tensor is one whole number that Python would have computed with whole numbers only."""
    return not tensor.shape and tensor.item().is_integer() and _whole(tensor, machine)


def is_float(tensor: Tensor, machine: Any) -> bool:
    """Whether a number is a float in Python for certain: one written with a point is in it, and nothing rounds."""
    leaves = [each for each in ancestors(tensor) if each.operation is None]
    rounded = any(each.operation is not None and each.operation.name in _ROUNDS for each in ancestors(tensor))
    return not rounded and not all(machine.names.is_integer_literal(each) for each in leaves)


def _named(item: Item) -> str:
    if isinstance(item, Instance):
        return f"<{item.kind.name}>"
    if isinstance(item, UserFunction | Builtin):
        return f"<function {item.name}>"
    if isinstance(item, Method):
        return f"<function {item.function.name}>"
    if isinstance(item, NumberType):
        return f"torch.{item.name}" if item.library == "torch" else item.name
    if isinstance(item, Class | LibraryModule):
        return f"<{item.name}>"
    return str(item) if isinstance(item, range | slice | EllipsisType) else "<value>"


def formatted_value(machine: Any, value: Item, written: str, part: Any) -> str:
    """A value in a text, by the format behind its colon. Raises ProblemError (invalid-format)."""
    if isinstance(value, Unknown):
        raise SkippedError
    if isinstance(value, Tensor | float):
        machine.names.formatted(value)
    quoted = written.startswith("!r")
    written = written.removeprefix("!r").removeprefix("!s").removeprefix(":")
    if not written:
        return shown(machine, value, quoted=quoted)
    found = _FORMAT.fullmatch(written)
    if found is None:
        raise ProblemError(program_errors.invalid_format(written, part.span))
    try:
        return format(shown(machine, value, quoted=True) if quoted else _plain(machine, value, written[-1], part), written)
    except (ValueError, TypeError):
        raise ProblemError(program_errors.invalid_format(written, part.span)) from None


def _plain(machine: Any, value: Item, kind: str, part: Any) -> Any:
    if isinstance(value, Tensor) and not value.shape:
        note_lost_gradient(machine, value, part.span)
        machine.read(value)
        number = value.item()
        return int(number) if kind in "bcdnoxX" and number.is_integer() else number
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return float(value) if isinstance(value, float) else int(value)
    return shown(machine, value)


def held(machine: Any, text: str) -> str:
    """The text, counted. Raises ProblemError (too-many-elements)."""
    machine.evaluator.hold(len(text))
    return text


def percent(machine: Any, template: str, values: Item, part: Any) -> str:
    """`"%.4f" % x`. Raises ProblemError (invalid-format)."""
    waiting = list(reversed(values)) if isinstance(values, tuple) else [values]

    def one(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        if not waiting:
            raise ProblemError(program_errors.invalid_format(template, part.span))
        value = waiting.pop()
        if isinstance(value, Tensor | float):
            machine.names.formatted(value)
        if found["kind"] in "sr":
            return held(machine, f"{found[0][:-1]}s" % shown(machine, value, quoted=found["kind"] == "r"))
        try:
            return held(machine, str(found[0] % _plain(machine, value, found["kind"], part)))
        except (TypeError, ValueError):
            raise ProblemError(program_errors.invalid_format(template, part.span)) from None

    text = _PERCENT.sub(one, template)
    if waiting:
        raise ProblemError(program_errors.invalid_format(template, part.span))
    return text


def filled(machine: Any, template: str, values: list[Item], keywords: dict[str, Item], part: Any) -> str:
    """`"{:.2f}".format(x)`. Raises ProblemError (invalid-format)."""
    count = -1

    def one(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] in ("{{", "}}"):
            return found[0][0]
        name, written = found["name"], found["format"] or ""
        if not name:
            count += 1
        try:
            value = keywords[name] if name and not name.isdigit() else values[int(name) if name else count]
        except (IndexError, KeyError):
            raise ProblemError(program_errors.invalid_format(template, part.span)) from None
        return held(machine, formatted_value(machine, value, written, part))

    left_over = _FIELD.sub("", template)
    if "{" in left_over or "}" in left_over:
        raise ProblemError(program_errors.invalid_format(template, part.span))
    return _FIELD.sub(one, template)
