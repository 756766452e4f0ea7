"""The built-in lessons: `lessons/<language>/<number>-<name>.md`, in the order of their numbers."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from backpass.app.lessons.model import Lesson
from backpass.app.lessons.reading import read_lesson
from backpass.engine.messages import DEFAULT_LANGUAGE, languages, speaking

_WHEEL, _CHECKOUT = Path(__file__).parent / "course", Path(__file__).parents[2] / "lessons"
FOLDER = _WHEEL if _WHEEL.is_dir() else _CHECKOUT
"""In the package in a wheel, at the top of a checkout."""
_FILE = re.compile(r"\d\d-(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)\.md")


@dataclass(frozen=True, slots=True)
class Shelved:
    """A lesson on the shelf and the name in its address."""

    name: str
    lesson: Lesson


@cache
def files(language: str) -> dict[str, Path]:
    """The lessons of a language by name, in order. A name comes from this list only, never from an address."""
    found = sorted((FOLDER / language).glob("*.md"))
    return {match["name"]: file for file in found if (match := _FILE.fullmatch(file.name))}


def names() -> tuple[str, ...]:
    """The names of all lessons, in order."""
    return tuple(files(DEFAULT_LANGUAGE))


def source(name: str, language: str) -> str | None:
    """The text of a lesson, in English where it has not been translated; None where there is none of this name."""
    file = files(language).get(name) or files(DEFAULT_LANGUAGE).get(name)
    return None if file is None else file.read_text(encoding="utf-8")


@cache
def find(name: str, language: str) -> Shelved | None:
    """A lesson in a language, in English where it has not been translated; None where there is none of this name."""
    text = source(name, language)
    if text is None:
        return None
    with speaking(language):
        return Shelved(name, read_lesson(text))


@lru_cache(maxsize=64)
def built_in(text: str, language: str) -> Lesson | None:
    """The lesson of a text that is one of ours, in whatever language; None for any other text."""
    if not any(source(name, each) == text for name in names() for each in languages()):
        return None
    with speaking(language):
        return read_lesson(text)


def shelf(language: str) -> list[Shelved]:
    """All lessons, in order."""
    return [found for name in names() if (found := find(name, language)) is not None]
