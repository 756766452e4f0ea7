"""Equal answers counted together: exact counts, and groups in which people recognise what they wrote."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from app.rooms.polls.marking import Key, Mark, is_near
from app.rooms.polls.schemas import MOST_GROUPS, Group, Tally

_GATHERED = 0.01
"""Wrong numbers that lie nearer to one another than this share of them are told as one."""


class Counted(NamedTuple):
    """An answer, and how many guests gave just this."""

    mark: Mark
    guests: int


def tally_of(counted: Iterable[Counted], *, marked: bool) -> Tally:
    """The tally of a poll; `marked` where answers to it are right or wrong."""
    groups: defaultdict[Key, list[Counted]] = defaultdict(list)
    numbers: list[Counted] = []
    for each in counted:
        if each.mark.number is None:
            groups[each.mark.key].append(each)
        else:
            numbers.append(each)
    for number, gathered in enumerate(_gather(numbers)):
        groups["near", number] = gathered
    rows = sorted(map(_group, groups.values()), key=lambda row: (-row.count, row.label))
    right = sum(row.count for row in rows if row.correct)
    return Tally(
        answered=sum(row.count for row in rows),
        correct=right if marked else None,
        groups=rows[:MOST_GROUPS],
        others=sum(row.count for row in rows[MOST_GROUPS:]),
    )


def _gather(numbers: list[Counted]) -> Iterable[list[Counted]]:
    """Runs of numbers that are near the first of their run, from the smallest on; NaN by itself."""
    run: list[Counted] = []
    for each in sorted(numbers, key=lambda each: (each.mark.number != each.mark.number, each.mark.number or 0.0)):
        first = run[0].mark.number if run else None
        if first is not None and is_near(each.mark.number or 0.0, first, _GATHERED):
            run.append(each)
        else:
            if run:
                yield run
            run = [each]
    if run:
        yield run


def _group(members: list[Counted]) -> Group:
    """Called as most of its members wrote it."""
    most = min(members, key=lambda each: (-each.guests, len(each.mark.label), each.mark.label)).mark
    return Group(
        answer=most.answer,
        label=most.label,
        count=sum(each.guests for each in members),
        correct=most.correct,
        misconception=most.misconception,
    )
