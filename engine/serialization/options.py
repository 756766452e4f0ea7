"""Options of operations besides their inputs (an axis, an index, a shape) as plain data for JSON, and such data read back.

Knows Python's kinds of values, not which operation takes which option.
"""

from typing import Any

from backpass.engine.messages import say
from backpass.engine.operations import Options

Json = Any

_SLICE = ("start", "stop", "step")
_ELLIPSIS = "..."
_NO_DATA = "application"
_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
"""The whole numbers that every reader of JSON can take."""


def options_json(options: Options) -> Json:
    """The options by name: numbers, truth values and null as they are, several as a list, a slice as its three parts. The
    application of a rule of somebody's own is no data, and left out.
    """
    return {name: _written(value) for name, value in options.items() if name != _NO_DATA}


def _written(value: Any) -> Json:
    if isinstance(value, tuple | list):
        return [_written(each) for each in value]
    if isinstance(value, slice):
        return {part: _bound(getattr(value, part)) for part in _SLICE}
    if type(value) is int and not _LOWEST <= value <= _HIGHEST:
        return float(value)
    return _ELLIPSIS if value is Ellipsis else value


def _bound(value: int | None) -> int | None:
    """A part of a slice: beyond every length it says the same as the largest whole number, as Python itself reads it."""
    return None if value is None else max(_LOWEST, min(_HIGHEST, value))


def options_from_json(written: Json) -> dict[str, Any]:
    """The options whose JSON this is. Raises ValueError, whose text says what is wrong."""
    if not isinstance(written, dict):
        raise _wrong(say("options-by-name"))
    return {name: _read(value, name) for name, value in written.items()}


def _read(value: Json, name: str) -> Any:
    """An option, several as a tuple; among them may be lists of indices."""
    if not isinstance(value, list):
        return _entry(value, name)
    return tuple(tuple(_entry(part, name) for part in each) if isinstance(each, list) else _entry(each, name) for each in value)


def _entry(value: Json, name: str) -> Any:
    if isinstance(value, dict):
        parts = [value.get(part) for part in _SLICE]
        if set(value) != set(_SLICE) or not all(part is None or type(part) is int for part in parts) or parts[2] == 0:
            raise _wrong(say("option-slice", name=name))
        return slice(*parts)
    if isinstance(value, list):
        raise _wrong(say("option-nested", name=name))
    if isinstance(value, str) and value != _ELLIPSIS:
        raise _wrong(say("option-text", name=name))
    if type(value) is int and not _LOWEST <= value <= _HIGHEST:
        raise _wrong(say("option-large", name=name))
    return Ellipsis if value == _ELLIPSIS else value


def _wrong(message: str) -> ValueError:
    return ValueError(message)
