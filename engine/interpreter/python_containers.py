"""Containers of Python's `collections`: dictionaries that make what is missing, lists of a limited length, tuples with names."""

from collections.abc import Iterable
from typing import Any, SupportsIndex


class DefaultDictionary(dict[Any, Any]):
    """`defaultdict(list)`: what is asked for and missing is what the factory gives. A `Counter` counts from 0."""

    def __init__(self, factory: Any) -> None:
        super().__init__()
        self.factory = factory


class Counts(dict[Any, Any]):
    """`Counter("text")`: how often each item occurs; 0 where it does not."""


class Deque(list[Any]):
    """`deque([], maxlen=10)`: a list from whose other end items fall where it is full."""

    def __init__(self, items: Iterable[Any], maximum: int | None) -> None:
        super().__init__(items)
        self.maximum = maximum
        self._drop_first()

    def append(self, item: Any) -> None:
        super().append(item)
        self._drop_first()

    def extend(self, items: Iterable[Any]) -> None:
        super().extend(items)
        self._drop_first()

    def insert(self, place: SupportsIndex, item: Any) -> None:
        super().insert(place, item)
        if self.maximum is not None:
            del self[self.maximum :]

    def _drop_first(self) -> None:
        if self.maximum is not None and len(self) > self.maximum:
            del self[: len(self) - self.maximum]

    def __add__(self, items: Any) -> "Deque":
        return Deque([*self, *items], self.maximum)

    def __mul__(self, times: SupportsIndex) -> "Deque":
        return Deque(super().__mul__(times), self.maximum)

    def copy(self) -> "Deque":
        """A list of the same maximum with the same items."""
        return Deque(self, self.maximum)


class NamedRow(tuple[Any, ...]):  # noqa: SLOT001 (tuples cannot have slots)
    """An object of a `namedtuple`: a tuple whose items have names."""

    kind: str
    fields: tuple[str, ...]

    @classmethod
    def of(cls, kind: str, fields: tuple[str, ...], items: Iterable[Any]) -> "NamedRow":
        """A row of that kind."""
        made = cls(items)
        made.kind, made.fields = kind, fields
        return made

    def like(self, items: Iterable[Any]) -> "NamedRow":
        """A row of the same kind with other items."""
        return NamedRow.of(self.kind, self.fields, items)


def emptied(item: Any) -> Any:
    """A list or dictionary of the same kind with nothing in it."""
    if isinstance(item, DefaultDictionary):
        return DefaultDictionary(item.factory)
    return Deque([], item.maximum) if isinstance(item, Deque) else type(item)()
