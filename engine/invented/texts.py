"""A text instead of that of a file, since there are no files here."""

from itertools import cycle, islice
from typing import Any
from zlib import crc32

import numpy as np

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
    """A text instead of that of a file: of a list of names or words a word in each line, else lines of some words each. The same
    for a file of a name, whatever its folder.
    """
    generator = np.random.default_rng(crc32(path.rpartition("/")[2].encode()))
    words = [
        "".join([first, *generator.choice(_SYLLABLES, generator.integers(0, 3))]) for first in islice(cycle(_SYLLABLES), _WORDS)
    ]
    if "name" in path.lower() or "word" in path.lower():
        words[: len(_FIRST_NAMES)] = _FIRST_NAMES
        return "\n".join(words)
    lines = [" ".join(generator.choice(words, _WORDS_OF_LINE).tolist()).capitalize() + "." for _ in range(_LINES)]
    return "\n".join(lines) + "\n"


def described(path: str, text: str) -> dict[str, Any]:
    """The note on an invented text."""
    return {"path": path, "lines": text.count("\n") + (not text.endswith("\n")), "characters": len(text)}


_NAMES_OF_PEOPLE = """
Arabic Chinese Czech Dutch English French German Greek Irish Italian Japanese Korean Polish Portuguese Russian Scottish Spanish
Vietnamese
"""
"""The files of the names by which the tutorials of PyTorch classify characters."""
_FILES = ("first", "second", "third")
_ALL_TEXTS = "*.txt"


def files_of(pattern: str) -> list[str]:
    """Invented paths of files that a pattern such as `data/*.txt` fits; none for another pattern."""
    if not pattern.endswith(f"/{_ALL_TEXTS}"):
        return []
    folder = pattern.removesuffix(_ALL_TEXTS)
    return [f"{folder}{name}.txt" for name in (_NAMES_OF_PEOPLE.split() if folder.endswith("names/") else _FILES)]
