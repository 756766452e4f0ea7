"""Tables of plain data that are kept as columns and given away as columns or as rows. Knows nothing of what stands in them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Json = Any


@dataclass(frozen=True, slots=True)
class ColumnTable:
    """Rows that all have the same fields, but for some that only some rows have."""

    fields: Mapping[str, Sequence[Json]]
    """By name, a value for each row."""
    some: Mapping[str, Mapping[int, Json]] = field(default_factory=dict)
    """By name, the values of the rows that have the field, by the number of the row."""


def rows(*tables: ColumnTable) -> list[dict[str, Json]]:
    """The rows of all tables, one after the other, each as an object."""
    found: list[dict[str, Json]] = []
    for table in tables:
        start = len(found)
        found += _objects(tuple(table.fields))(*table.fields.values())
        for name, values in table.some.items():
            for row, value in values.items():
                found[start + row][name] = value
    return found


@cache
def _objects(names: tuple[str, ...]) -> Callable[..., list[dict[str, Json]]]:
    """What makes objects with these fields of their columns. Written out as `{"id": v0, "name": v1}`, an object takes a third of
    the time that it takes from pairs. The names are the engine's own.
    """
    values = [f"v{place}" for place in range(len(names))]
    fields = ", ".join(f"{name!r}: {value}" for name, value in zip(names, values, strict=True))
    listed = ", ".join(values)
    made: Callable[..., list[dict[str, Json]]] = eval(  # noqa: S307
        f"lambda {listed}: [{{{fields}}} for {listed}, in zip({listed}, strict=True)]"
    )
    return made


def columns(*tables: ColumnTable) -> dict[str, list[Json]]:
    """The same as one list per field; a field that a row lacks is null there."""
    filled = [(table, count) for table in tables if (count := len(next(iter(table.fields.values()))))]
    names = dict.fromkeys(
        name for table, _ in filled for name in (*table.fields, *(each for each in table.some if table.some[each]))
    )
    found: dict[str, list[Json]] = {name: [] for name in names}
    for table, count in filled:
        for name in names:
            if name in table.fields:
                found[name] += table.fields[name]
            elif values := table.some.get(name):
                found[name] += map(values.get, range(count))
            else:
                found[name] += [None] * count
    return found
