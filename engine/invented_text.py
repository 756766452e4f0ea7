"""A text instead of that of a file, since there are no files here."""

from itertools import cycle, islice
from zlib import crc32

import numpy as np

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span

_SYLLABLES = (
    *("ka", "ri", "mo", "el", "an", "ta", "lo", "vi", "se", "nu", "dar", "bel", "ith", "or", "fen", "mi"),
    *("cy", "gwen", "jo", "pax", "quin", "zo"),
)
"""All letters of the alphabet, for which programs on names have fixed sizes."""
_FIRST_NAMES = ("emma", "olivia", "ava", "isabella", "sophia")
"""With which a well-known list of names begins, so that what a lecture counts on the first of them is right."""
TEXTS = (".txt", ".text")
"""How the names of files end in whose place a text can stand, since a program looks at nothing but its characters."""
_WORDS, _LINES, _WORDS_OF_LINE = 120, 80, 8


def stand_in_text(path: str) -> str:
    """A text instead of that of a file: of a list of names or words a word in each line, else lines of some words each."""
    generator = np.random.default_rng(crc32(path.encode()))
    words = [
        "".join([first, *generator.choice(_SYLLABLES, generator.integers(0, 3))]) for first in islice(cycle(_SYLLABLES), _WORDS)
    ]
    if "name" in path.lower() or "word" in path.lower():
        words[: len(_FIRST_NAMES)] = _FIRST_NAMES
        return "\n".join(words)
    lines = [" ".join(generator.choice(words, _WORDS_OF_LINE).tolist()).capitalize() + "." for _ in range(_LINES)]
    return "\n".join(lines) + "\n"


def stand_in_note(path: str, text: str, place: Span | None) -> Problem:
    """A text is there instead of that of a file."""
    lines = text.count("\n") + (not text.endswith("\n"))
    message = say("stand-in-text", path=path, lines=lines, characters=len(text))
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-text.hint"), place)
