"""A school's own lessons: the Markdown files of one folder, beside the built-in ones. Each is read in a worker process.

A file is refused with line and column where `backpass lesson check` would find a mistake. Nothing outside the folder is ever
read: a name comes from the folder's list, never from an address, and what is no regular file within it is refused.
"""

import logging
import re
import stat
from collections import OrderedDict
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import anyio.to_thread
import orjson
from pydantic import BaseModel, ConfigDict

from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.dispatcher import Dispatcher, Requester
from backpass.app.lessons.model import FrontMatter, Lesson, LessonPage, LessonProblem, Part
from backpass.app.lessons.reading import LONGEST
from backpass.app.lessons.shelf import Shelved, names
from backpass.app.lessons.table import check_lesson
from backpass.engine import Limits
from backpass.engine.messages import language, say, worded

_log = logging.getLogger(__name__)

_FILE = re.compile(r"(?:\d\d-)?(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)\.md")
RESERVED = frozenset({"edit", "shared", "preview", "class", "all"})
"""Addresses below `/learn` that are none of lessons."""
MAX_FILES = 200
"""Files of a folder that are read."""
_LARGEST = 4 * LONGEST
"""Bytes of a file; a character of UTF-8 has at most four."""


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that is not on the shelf, and what is wrong with it."""

    file: str
    problem: LessonProblem


@dataclass(frozen=True, slots=True)
class OwnShelf:
    """What a folder has."""

    lessons: tuple[Shelved, ...] = ()
    refused: tuple[RefusedFile, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A file of the folder: its text, or why it is not read."""

    file: str
    name: str
    text: str = ""
    problem: LessonProblem | None = None


class _ReadRequest(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    text: str
    file: str
    neighbours: list[str]


class OwnLessons:
    """The lessons of a folder, read again when a file has changed. An empty folder name is none."""

    def __init__(self, folder: str, dispatcher: Dispatcher) -> None:
        self._folder = Path(folder) if folder else None
        self._dispatcher = dispatcher
        self._read: OrderedDict[tuple[str, ...], Lesson | LessonProblem] = OrderedDict()

    async def shelf(self) -> OwnShelf:
        """All lessons and refused files in the order of the files' names, in the language of the context."""
        if self._folder is None:
            return OwnShelf()
        found = await anyio.to_thread.run_sync(_files, self._folder)
        lessons, refused = [], []
        for each in found:
            try:
                read = each.problem or await self._lesson(each, [other.file for other in found])
            except Exception:  # noqa: BLE001 - whatever it was, the other files are none the worse
                _log.exception("A lesson could not be read: %s", each.file)
                read = LessonProblem(say("lesson-defect"), say("lesson-defect.hint"), 1)
            if isinstance(read, LessonProblem):
                refused.append(RefusedFile(each.file, read))
            else:
                lessons.append(Shelved(each.name, read))
        return OwnShelf(tuple(lessons), tuple(refused))

    async def source(self, name: str) -> str | None:
        """The text of a lesson; None where there is none of this name."""
        if self._folder is None:
            return None
        found = await anyio.to_thread.run_sync(_files, self._folder)
        return next((each.text for each in found if each.name == name and each.problem is None), None)

    async def read(self, text: str) -> Lesson | LessonProblem:
        """Any lesson by its text, or its first mistake."""
        return await self._lesson(_Found("", "", text), [])

    async def _lesson(self, found: _Found, neighbours: list[str]) -> Lesson | LessonProblem:
        key = (found.file, found.text, language.get(), *neighbours)
        known = self._read.get(key)
        if known is None:
            request = _ReadRequest(text=found.text, file=found.file, neighbours=neighbours)
            answer = await self._dispatcher.in_worker(answer_lesson, request.model_dump_json().encode(), Requester("lessons"))
            if answer.status != 200:
                return _not_computed(answer)
            known = self._read[key] = lesson_of_json(orjson.loads(answer.body))
            if len(self._read) > 2 * MAX_FILES:
                self._read.popitem(last=False)
        return known


def _files(folder: Path) -> list[_Found]:
    """The Markdown files of a folder, in order. What is in folders below it is nobody's lesson."""
    files = sorted(each for each in folder.iterdir() if each.suffix == ".md")
    found: list[_Found] = []
    for file in files[:MAX_FILES]:
        each = _file(folder, file)
        taken = each.problem is None and each.name in {*RESERVED, *names(), *(other.name for other in found)}
        if taken:
            problem = LessonProblem(say("lesson-own-taken", name=each.name), say("lesson-own-taken.hint"), 1)
            each = _Found(each.file, each.name, problem=problem)
        found.append(each)
    return found


def _file(folder: Path, file: Path) -> _Found:
    shown = file.name.encode("utf-8", "replace").decode()[:100]
    named = _FILE.fullmatch(file.name)
    if named is None:
        return _Found(shown, "", problem=LessonProblem(say("lesson-own-name"), say("lesson-own-name.hint"), 1))
    try:
        inside = file.resolve(strict=True).parent == folder.resolve(strict=True)
        facts = file.stat()
        if not inside or not stat.S_ISREG(facts.st_mode):
            return _Found(shown, "", problem=LessonProblem(say("lesson-own-outside"), say("lesson-own-outside.hint"), 1))
        if facts.st_size > _LARGEST:
            problem = LessonProblem(say("lesson-too-long", count=facts.st_size, longest=LONGEST), say("lesson-too-long.hint"), 1)
            return _Found(shown, "", problem=problem)
        return _Found(shown, named["name"], file.read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", "replace")
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        return _Found(shown, "", problem=LessonProblem(say("lesson-own-coding"), say("lesson-own-coding.hint"), *place))
    except (OSError, RuntimeError):
        return _Found(shown, "", problem=LessonProblem(say("lesson-own-unreadable"), say("lesson-own-unreadable.hint"), 1))


def answer_lesson(body: bytes, _limits: Limits) -> Answer:
    """Reads and checks a lesson, in a worker process: the lesson, or its first problem."""
    asked = _ReadRequest.model_validate_json(body)
    checked = check_lesson(asked.text, asked.file, asked.neighbours)
    if checked.problems:
        return Answer(200, orjson.dumps(worded({"problem": asdict(checked.problems[0])})))
    return Answer(200, orjson.dumps(worded({"lesson": asdict(checked.lesson)})))


def lesson_of_json(found: dict[str, Any]) -> Lesson | LessonProblem:
    """What `answer_lesson` wrote."""
    if "problem" in found:
        return LessonProblem(**found["problem"])
    lesson = found["lesson"]
    pages = (LessonPage(**page | {"parts": tuple(Part(**part) for part in page["parts"])}) for page in lesson["pages"])
    matter = FrontMatter(**lesson["matter"] | {"sources": tuple(lesson["matter"]["sources"])})
    links = tuple((target, line) for target, line in lesson["links"])
    return Lesson(matter, tuple(pages), (), lesson["figures"], links)


def _not_computed(answer: Answer) -> LessonProblem:
    problem = orjson.loads(answer.body)["problems"][0]
    return LessonProblem(problem["message"], problem["hint"] or "", 1)
