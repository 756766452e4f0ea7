"""How much a run holds: what is alive is counted where everything that was ever made would be more than is allowed."""

import gc
from collections import deque
from collections.abc import Container
from typing import Any

import numpy as np

from backpass.engine.plain_python.values import Env, Instance

_HOLDERS = (list, dict, set, frozenset, deque)
_LONG = 64
"""Characters or items from which on texts and tuples count."""
_OF_AN_OBJECT = 4
_OF_A_RUN = 2_000
"""Objects of the interpreter itself that a run leaves behind."""
_MAX_LEFT = 100_000
"""Items that runs may leave before the collector is called, or a quarter of what was there before, where that is more."""
_left, _enough = 0, _MAX_LEFT


def begin() -> None:
    """`alive` counts what is made from now on: Python's collector sets everything older aside, until `end`."""
    gc.freeze()


def end(held: int) -> None:
    """Gives what was set aside back to the collector, and calls it once the runs so far have left enough to be worth it.

    It does not start on its own account: what was set aside counts as old afterwards, a run's interpreter included, and the
    collector looks at old objects only when there are many new ones.
    """
    global _left, _enough  # noqa: PLW0603 - one collector per process
    _left += held + _OF_A_RUN
    collects = _left > _enough
    if collects:
        _left, _enough = 0, max(_MAX_LEFT, gc.get_freeze_count() // 4)
    gc.unfreeze()
    if collects:
        gc.collect()


def alive(others: tuple[Any, ...], watched: Container[int] = ()) -> int:
    """The items of all lists, dictionaries, sets, objects and arrays that a run has made and that something still refers to.
    `others` are lists and dictionaries that are not the program's, `watched` are by `id` objects that are counted elsewhere.
    """
    gc.collect()
    found = gc.get_objects()
    skipped = {id(each) for each in others} | {id(each.names) for each in found if type(each) is Env}
    holders: list[Any] = []
    count = 0
    for each in found:
        if isinstance(each, Instance):
            skipped.add(id(each.members))
            if id(each) not in watched:
                count += _OF_AN_OBJECT
                holders.append(each.members.values())
    holders += [
        each.values() if isinstance(each, dict) else each
        for each in found
        if isinstance(each, _HOLDERS) and id(each) not in skipped
    ]
    arrays: dict[int, int] = {}
    for holder in holders:
        count += len(holder)
        for item in holder:
            kind = type(item)
            if kind is tuple or kind is str:
                count += len(item) // 8 if len(item) > _LONG else 0
            elif isinstance(item, np.ndarray):
                arrays[id(item)] = item.size
    return count + sum(arrays.values())
