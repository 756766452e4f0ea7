"""Values as `print` shows them and as formats write them. Lengths are bounded before anything is written."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.problems import ProblemError
from engine.running import refusals
from engine.running.values import Builtin, Class, Function, Instance, Item, Method, Module
from engine.tensor import Tensor
from engine.trace import ancestors

_MOST_NESTED = 8
_MOST_SHOWN = 1_000
"""Items that are written out at once."""
_LONGEST_SHOWN = 10_000
"""Characters of texts within lists that are written out at once: one text may stand in a list a thousand times."""

_FORMAT = re.compile(r"(?:.?[<>=^])?[-+ ]?#?0?(?P<width>\d{0,4})[,_]?(?:\.(?P<precision>\d{0,3}))?[bcdeEfFgGnosxX%]?")
_PERCENT = re.compile(r"%(?:%|[-+ #0]*(?P<width>\d{0,3})(?:\.(?P<precision>\d{0,2}))?(?P<kind>[diufFeEgGsr]))")

_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>\w*)(?P<format>(?:![rs])?(?::[^{}]*)?)\}")
_KEEPS_WHOLE = frozenset({"+", "-", "*", "//", "%"})
"""Operators that give whole numbers of whole numbers."""


def shown(machine: Any, item: Item, *, quoted: bool = False) -> str:
    """A value as `print` writes it. Of lists within lists no more is written than anyone reads."""
    return _shown(machine, item, quoted, 0, _Left())


@dataclass(slots=True)
class _Left:
    """What of a value may still be written."""

    items: int = _MOST_SHOWN
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
        return _number(item, machine)
    if isinstance(item, bool) or item is None:
        return str(item)
    if isinstance(item, int | float):
        return repr(float(item)) if isinstance(item, float) else int.__repr__(item)
    if isinstance(item, str):
        return repr(left.text(item)) if quoted else item
    if not isinstance(item, list | tuple | dict):
        return _named(item)
    if depth > _MOST_NESTED:
        return "…"
    parts = []
    for each in item:
        if left.items <= 0 or left.characters <= 0:
            parts.append("…")
            break
        value = _shown(machine, item[each] if isinstance(item, dict) else each, True, depth + 1, left)
        parts.append(f"{_shown(machine, each, True, depth + 1, left)}: {value}" if isinstance(item, dict) else value)
    inside = ", ".join(parts)
    if isinstance(item, dict):
        return f"{{{inside}}}"
    return f"[{inside}]" if isinstance(item, list) else f"({inside}{',' * (len(item) == 1)})"


def _number(tensor: Tensor, machine: Any) -> str:
    if not tensor.shape:
        value = tensor.item()
        return str(int(value)) if value.is_integer() and _whole(tensor, machine) else repr(value)
    return np.array2string(np.asarray(tensor.data), precision=4, separator=", ", threshold=_MOST_SHOWN)


def _whole(tensor: Tensor, machine: Any) -> bool:
    """Whether Python would have computed it with whole numbers only."""
    return all(
        machine.names.written_whole(each) if each.operation is None else each.operation.notation.infix in _KEEPS_WHOLE
        for each in ancestors(tensor)
    )


def _named(item: Item) -> str:
    if isinstance(item, Instance):
        return f"<{item.kind.name}>"
    if isinstance(item, Function | Builtin):
        return f"<function {item.name}>"
    if isinstance(item, Method):
        return f"<function {item.function.name}>"
    if isinstance(item, Class | Module):
        return f"<{item.name}>"
    return str(item) if isinstance(item, range) else "<value>"


def formatted_value(machine: Any, value: Item, written: str, part: Any) -> str:
    """A value in a text, by the format behind its colon. Raises ProblemError (invalid-format)."""
    quoted = written.startswith("!r")
    written = written.removeprefix("!r").removeprefix("!s").removeprefix(":")
    if not written:
        return shown(machine, value, quoted=quoted)
    found = _FORMAT.fullmatch(written)
    if found is None:
        raise ProblemError(refusals.invalid_format(written, part.span))
    try:
        return format(_plain(machine, value, written[-1]), written)
    except (ValueError, TypeError):
        raise ProblemError(refusals.invalid_format(written, part.span)) from None


def _plain(machine: Any, value: Item, kind: str) -> Any:
    if isinstance(value, Tensor) and not value.shape:
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
            raise ProblemError(refusals.invalid_format(template, part.span))
        value = waiting.pop()
        if found["kind"] in "sr":
            return held(machine, found[0] % shown(machine, value, quoted=found["kind"] == "r"))
        try:
            return held(machine, str(found[0] % _plain(machine, value, found["kind"])))
        except (TypeError, ValueError):
            raise ProblemError(refusals.invalid_format(template, part.span)) from None

    text = _PERCENT.sub(one, template)
    if waiting:
        raise ProblemError(refusals.invalid_format(template, part.span))
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
            raise ProblemError(refusals.invalid_format(template, part.span)) from None
        return held(machine, formatted_value(machine, value, written, part))

    left_over = _FIELD.sub("", template)
    if "{" in left_over or "}" in left_over:
        raise ProblemError(refusals.invalid_format(template, part.span))
    return _FIELD.sub(one, template)
