"""Which part of a program made which node, from the calls and repetitions in which the nodes were made."""

import ast

from backpass.engine.autodiff.operation_text import number
from backpass.engine.interpreter.program_state.call_groups import Group, Groups
from backpass.engine.plain_python.syntax.places import Places
from backpass.engine.plain_python.values import Function, Within
from backpass.engine.problems import Span
from backpass.engine.python.libraries.libraries import Libraries
from backpass.engine.python.numbers import TRACKED
from backpass.engine.python.record import UNSHOWN, Record
from backpass.engine.python.statements import Loop, Repetition

_LONGEST_ITEM = 20
"""Characters of an item after which a repetition is called."""
_AS_THE_CLASS = ("__call__", "forward")


def groups_of(record: Record, places: Places) -> Groups:
    """Calls, loops and their repetitions as a tree of groups."""
    libraries = record.machine.libraries if record.machine.uses_tensors else None
    numbers: dict[int, int | None] = {}
    found: list[Group] = []

    def of(within: Within | None) -> int | None:
        waiting: list[Within] = []
        while within is not None and id(within) not in numbers:
            waiting.append(within)
            within = within.around
        place = None if within is None else numbers[id(within)]
        for each in reversed(waiting):
            if _is_shown(each, libraries):
                found.append(Group(place, each.kind, _name(each, places), _span(each, places)))
                place = len(found) - 1
            numbers[id(each)] = place
        return place

    stretches = [(begin, of(within)) for begin, within in record.stretches]
    return Groups.of_stretches(found, stretches)


def _is_shown(within: Within, libraries: Libraries | None) -> bool:
    """Whether a call or a loop is one of the program, or the call of a module of a library."""
    if within.kind != "call":
        return isinstance(within, Loop | Repetition)
    if isinstance(within.of, str):
        return True  # what is no function: the gradients that can be differentiated again
    if not isinstance(within.of, Function) or within.of.name in UNSHOWN:
        return False
    return libraries is None or not libraries.defines(within.of) or (within.of.owner is not None and within.of.name == "forward")


def _name(within: Within, places: Places) -> str:
    if isinstance(within.of, str) and within.kind == "call":
        return within.of
    if isinstance(within.of, Function) and within.kind == "call":
        owner = within.of.owner
        if owner is None:
            return within.of.name
        return owner.name if within.of.name in _AS_THE_CLASS else f"{owner.name}.{within.of.name}"
    if isinstance(within, Repetition):
        return _repetition(within)
    return places.text[slice(*(_span(within, places) or (0, 0)))]


def _span(within: Within, places: Places) -> Span | None:
    """Where a call stands, or the first line of a loop without its colon."""
    span = places.span(within.at)
    if span is None or within.kind == "call":
        return span
    start, end = span
    return start, start + len(places.text[start:end].rstrip().removesuffix(":").rstrip())


def _repetition(within: Repetition) -> str:
    target, item = getattr(within.at, "target", None), within.of
    if isinstance(target, ast.Name) and type(item) not in TRACKED:
        if isinstance(item, float):
            return f"repetition {within.count + 1}, {target.id} = {number(float(item))}"
        if isinstance(item, int | str) and len(str(item)) <= _LONGEST_ITEM:
            return f"{target.id} = {item}"
    return f"repetition {within.count + 1}"
