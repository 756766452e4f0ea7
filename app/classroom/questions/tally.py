"""Equal answers counted together: exact counts, and groups in which people recognise what they wrote."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from backpass.app.classroom.questions.marking import Key, Mark, is_near
from backpass.app.classroom.questions.schemas import MAX_GROUPS, AnswerGroup, Moderation, Move, Tally

_GATHERED = 0.01
"""Wrong numbers that lie nearer to one another than this share of them are counted as one group."""


Moderated = Mapping[str, Moderation]
"""What a teacher has made of open answers, by `key_of` their marks."""
_UNTOUCHED = Moderation()


class Counted(NamedTuple):
    """An answer, and how many guests gave just this."""

    mark: Mark
    guests: int


def tally_of(counted: Iterable[Counted], *, marked: bool, moderated: Moderated | None = None) -> Tally:
    """The tally of a poll; `marked` where answers are right or wrong, `moderated` where a teacher has sorted open ones."""
    moderated = moderated or {}
    groups: defaultdict[Key, list[Counted]] = defaultdict(list)
    numbers: list[Counted] = []
    for each in counted:
        if each.mark.number is None:
            name = moderated[key].group if (key := key_of(each.mark)) in moderated else ""
            groups[("named", name) if name else each.mark.key].append(each)
        else:
            numbers.append(each)
    for number, gathered in enumerate(_gather(numbers)):
        groups["near", number] = gathered
    made = [_group(members, key[1] if key[0] == "named" else "", moderated) for key, members in groups.items()]
    rows = sorted(made, key=lambda row: (row.hidden, not row.starred, -row.count, row.label))
    right = sum(row.count for row in rows if row.correct)
    return Tally(
        answered=sum(row.count for row in rows),
        correct=right if marked else None,
        groups=rows[:MAX_GROUPS],
        others=sum(row.count for row in rows[MAX_GROUPS:]),
    )


def moves_of(pairs: Iterable[tuple[Mark, Mark, int]]) -> list[Move]:
    """How many moved from each group of the first vote to each of the second, given marks and counts of equal pairs."""
    found: dict[tuple[Key, Key], Move] = {}
    for before, after, guests in pairs:
        wrong = after if after.correct is False else before
        key = before.key, after.key
        known = found.get(key)
        if known is not None:
            known.count += guests
            continue
        found[key] = Move(
            before=before.label,
            after=after.label,
            count=guests,
            before_correct=before.correct,
            after_correct=after.correct,
            misconception=wrong.misconception,
        )
    return sorted(found.values(), key=lambda move: (-move.count, move.before, move.after))[:MAX_GROUPS]


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


def without_hidden(tally: Tally) -> Tally:
    """What the class may see: hidden answers are counted with others that are not listed."""
    shown = [row for row in tally.groups if not row.hidden]
    hidden = sum(row.count for row in tally.groups if row.hidden)
    return tally.model_copy(update={"groups": shown, "others": tally.others + hidden})


def key_of(mark: Mark) -> str:
    """By which open answers are moderated."""
    return str(mark.key[0])


def _group(members: list[Counted], name: object, moderated: Moderated) -> AnswerGroup:
    """Called as its teacher has named it, else as most of its members wrote it."""
    sorted_by_hand = [moderated.get(key_of(each.mark), _UNTOUCHED) for each in members]
    most = min(members, key=lambda each: (-each.guests, len(each.mark.label), each.mark.label)).mark
    return AnswerGroup(
        answer=most.answer,
        label=str(name) or most.label,
        count=sum(each.guests for each in members),
        correct=most.correct,
        misconception=most.misconception,
        hidden=all(each.hidden for each in sorted_by_hand),
        starred=any(each.starred for each in sorted_by_hand),
        members=sorted({each.mark.label for each in members})[:MAX_GROUPS] if name else [],
    )
