"""What a lesson is once it is read: pages of parts, and the problems of its text. Data only."""

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class LessonProblem:
    """What is wrong in a lesson's text, what to write instead, and where: line and column count from 1."""

    message: str
    hint: str
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands before the text, in YAML."""

    title: str = ""
    summary: str = ""
    language: str = "en"
    minutes: int = 10
    level: int = 1
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a page. `html` is safe to insert: everything in it was escaped."""

    kind: Literal["prose", "backpass", "question", "training"]
    html: str
    line: int
    data: dict[str, Any] = field(default_factory=dict)
    """What the page mounts, as JSON; empty for prose."""
    gate: bool = False
    """Whether the rest of the page stays closed until this question has an answer."""
    thoughts: dict[str, str] = field(default_factory=dict)
    """What the author says to each answer of a question, as safe HTML: `right`, `wrong-0`, or the place of a choice."""


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A page and its title, which is that of the lesson where the page has none."""

    title: str
    parts: tuple[Part, ...]
    line: int = 1
    """Where it begins in the text."""
    notes: str = ""
    """What its teacher alone reads, as HTML that is safe to insert."""

    def count(self, kind: str) -> int:
        """How many parts of a kind there are."""
        return sum(part.kind == kind for part in self.parts)

    @property
    def has_math(self) -> bool:
        """Whether something on it has to be typeset."""
        return any('class="math"' in html for part in self.parts for html in (part.html, *part.thoughts.values()))


def part_id(page: int, place: int) -> str:
    """The name of a part in what the browser and a class remember: page and place, both from 1."""
    return f"{page}.{place}"


def place_of(identifier: str) -> tuple[int, int]:
    """The page and the place of a part by its name. Raises ValueError for what is no such name."""
    page, _, place = identifier.partition(".")
    return int(page), int(place)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A whole lesson. `problems` is empty for one that can be taught."""

    matter: FrontMatter
    pages: tuple[LessonPage, ...]
    problems: tuple[LessonProblem, ...]
    figures: int
    """Numbers in the text and answers of questions that the engine computed."""
    links: tuple[tuple[str, int], ...] = ()
    """Links to other lessons, with their lines."""

    def count(self, kind: str) -> int:
        """How many parts of a kind there are."""
        return sum(page.count(kind) for page in self.pages)
