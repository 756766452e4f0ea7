"""`backpass lesson check`: reads lessons and prints what is wrong with each and a table of what they have."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from backpass.app.lessons.markdown import lesson_of
from backpass.app.lessons.model import Lesson, LessonProblem
from backpass.app.lessons.reading import LONGEST, read_lesson
from backpass.app.lessons.shelf import names
from backpass.engine.messages import say


@dataclass(frozen=True, slots=True)
class CheckedLesson:
    """A file and what its check found."""

    file: str
    lesson: Lesson
    problems: tuple[LessonProblem, ...]


def check_lesson(text: str, file: str, neighbours: Sequence[str] = ()) -> CheckedLesson:
    """Reads a lesson and follows its links: to built-in lessons, and to files beside it."""
    lesson = read_lesson(text)
    known = {*names(), *map(lesson_of, neighbours)}
    lost = [
        LessonProblem(
            say("lesson-link-unknown", target=target), say("lesson-link-unknown.hint", names=", ".join(sorted(known))), line
        )
        for target, line in lesson.links
        if target not in known
    ]
    problems = sorted((*lesson.problems, *lost), key=lambda problem: (problem.line, problem.column))
    return CheckedLesson(file, lesson, tuple(problems))


def check_file(path: Path) -> CheckedLesson:
    """The same for a file. Raises OSError and UnicodeDecodeError where it cannot be read."""
    with path.open(encoding="utf-8", newline="") as stream:
        text = stream.read(LONGEST + 2)
    return check_lesson(text, str(path), [each.name for each in path.parent.glob("*.md")])


def write_table(checked: Sequence[CheckedLesson], out: TextIO) -> None:
    """Every problem with its place and its hint, then a row for each file."""
    for each in checked:
        for problem in each.problems:
            place = {"file": each.file, "line": str(problem.line), "column": str(problem.column)}
            out.write(say("cli-lesson-place", **place, message=problem.message) + f"\n  {problem.hint}\n")
    rows = [say("cli-lesson-columns").split(", "), *map(_row, checked)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    out.writelines(f"{line}\n" for line in lines)


def _row(checked: CheckedLesson) -> list[str]:
    lesson = checked.lesson
    counts = (len(lesson.pages), *(lesson.count(kind) for kind in ("backpass", "question", "training")))
    wrong = len(checked.problems)
    result = say("cli-lesson-wrong", count=wrong) if wrong else say("cli-lesson-right")
    return [checked.file, *map(str, counts), str(lesson.figures), str(lesson.matter.minutes), result]
