"""What students are called: names that they choose, made fit to be shown, and friendly ones for those who choose none."""

import secrets
import unicodedata
from collections.abc import Container

from backpass.engine.messages import say

LONGEST = 24
"""Characters of a chosen name; a number may come behind it."""

_MAX_MARKS = 2
"""Accents in a row that a letter may carry; more would climb over the lines above."""

_JOINERS = "\u200c\u200d"
"""Invisible, but needed within words of Persian and Hindi, and within emoji."""

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Counted as letters and symbols by Unicode, and drawn as nothing."""

_COLOURS = (
    "Amber", "Azure", "Bronze", "Cobalt", "Copper", "Coral", "Crimson", "Emerald", "Golden", "Indigo", "Ivory", "Jade", "Lilac",
    "Lime", "Maroon", "Mint", "Olive", "Opal", "Pearl", "Plum", "Ruby", "Russet", "Sable", "Saffron", "Sapphire", "Scarlet",
    "Sienna", "Silver", "Teal", "Topaz", "Umber", "Violet",
)  # fmt: skip
_ANIMALS = (
    "Alpaca", "Badger", "Beaver", "Bison", "Cheetah", "Condor", "Crane", "Dolphin", "Eagle", "Falcon", "Ferret", "Finch", "Fox",
    "Gecko", "Hare", "Hedgehog", "Heron", "Ibex", "Jaguar", "Kestrel", "Koala", "Lemur", "Lynx", "Magpie", "Marten", "Moose",
    "Narwhal", "Ocelot", "Orca", "Otter", "Owl", "Panda", "Penguin", "Puffin", "Quokka", "Raven", "Robin", "Salmon", "Seal",
    "Sparrow", "Stork", "Swift", "Tapir", "Tiger", "Toucan", "Turtle", "Walrus", "Weasel", "Wombat", "Yak",
)  # fmt: skip


class UnfitNicknameError(ValueError):
    """A name that cannot be shown; the text is the reason."""


def generated(taken: Container[str]) -> str:
    """Such as `Amber Otter`, with a number where that is taken."""
    return unique(f"{secrets.choice(_COLOURS)} {secrets.choice(_ANIMALS)}", taken)


def cleaned(chosen: str) -> str:
    """The name as it is shown: one form for equal letters, single blanks. Raises UnfitNicknameError."""
    name = " ".join(unicodedata.normalize("NFC", chosen).split())
    if len(name) > LONGEST:
        raise UnfitNicknameError(say("nickname-length", count=len(name), longest=LONGEST))
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        marks = marks + 1 if category == "Mn" else 0
        if marks > _MAX_MARKS:
            raise UnfitNicknameError(say("nickname-accents"))
        if (category[0] == "C" and character not in _JOINERS) or character in _BLANK:
            raise UnfitNicknameError(say("nickname-invisible"))
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise UnfitNicknameError(say("nickname-empty"))
    return name


def unique(name: str, taken: Container[str]) -> str:
    """The name, with the first number behind it that makes it nobody else's."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free
