"""What operations are told besides their inputs (an axis, an index, a shape) as plain data for JSON, and such data read back.

Knows Python's kinds of values, not which operation takes which option.
"""

from typing import Any

from engine.operations import Options

Json = Any

_SLICE = ("start", "stop", "step")
_ELLIPSIS = "..."


def options_json(options: Options) -> Json:
    """The options by name: numbers, truth values and null as they are, several as a list, a slice as its three parts."""
    return {name: _written(value) for name, value in options.items()}


def _written(value: Any) -> Json:
    if isinstance(value, tuple | list):
        return [_written(each) for each in value]
    if isinstance(value, slice):
        return {part: getattr(value, part) for part in _SLICE}
    return _ELLIPSIS if value is Ellipsis else value


def options_from_json(written: Json) -> dict[str, Any]:
    """The options whose JSON this is. Raises ValueError, whose text says what is wrong."""
    if not isinstance(written, dict):
        raise _wrong("options are given by their names")
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
            raise _wrong(f"a slice in `{name}` has start, stop and step, whole numbers or null, and no step of 0")
        return slice(*parts)
    if isinstance(value, list):
        raise _wrong(f"`{name}` has lists within lists within a list")
    if isinstance(value, str) and value != _ELLIPSIS:
        raise _wrong(f"`{name}` is a text")
    return Ellipsis if value == _ELLIPSIS else value


def _wrong(message: str) -> ValueError:
    return ValueError(message)
