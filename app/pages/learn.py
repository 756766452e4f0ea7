"""The lessons as pages: the shelf, a lesson page by page, and a whole lesson for paper."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response

from backpass.app.lessons.front_matter import LEVELS
from backpass.app.lessons.model import LessonPage
from backpass.app.lessons.shelf import Shelved, find, names, shelf
from backpass.app.pages.bootstrap import json_in_html
from backpass.app.pages.lesson_parts import operations_for, questions_of, shown_page
from backpass.app.pages.router import POLICY, render
from backpass.app.state import state_of
from backpass.engine.export.registry import export
from backpass.engine.language import parse
from backpass.engine.messages import language, worded
from backpass.engine.reading.run_as_python import run_as_python
from backpass.engine.serialization.computation import Computation

router = APIRouter(include_in_schema=False)

_DAY = 86_400


@router.get("/learn")
async def learn(request: Request) -> Response:
    """The shelf."""
    return await _shelf(request, 200)


@router.get("/learn/{name}")
async def first_page(request: Request, name: str) -> Response:
    """The first page of a lesson."""
    return await _lesson(request, name, 1)


@router.get("/learn/{name}/all")
async def whole(request: Request, name: str) -> Response:
    """All pages of a lesson after one another, for paper."""
    return await _lesson(request, name, None)


@router.get("/learn/{name}/picture.svg")
async def picture(request: Request, name: str) -> Response:
    """The first graph of a lesson, for the shelf."""
    found = find(name, language.get())
    drawn = _picture(name) if found is not None else None
    if drawn is None:
        return await _missing(request)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": f"max-age={_DAY}"})


@router.get("/learn/{name}/{page}")
async def one_page(request: Request, name: str, page: str) -> Response:
    """A page of a lesson, by its number from 1."""
    if not (page.isascii() and page.isdigit() and len(page) < 4):
        return await _missing(request)
    return await _lesson(request, name, int(page))


async def _shelf(request: Request, status: int) -> Response:
    own = await state_of(request).lessons.shelf()
    lessons, facts = shelf(language.get()), {"levels": worded(LEVELS), "missing": status != 200}
    return render(request, "learn_shelf.html", POLICY, status, lessons=lessons, own=own, **facts)


async def _missing(request: Request) -> Response:
    return await _shelf(request, 404)


async def _lesson(request: Request, name: str, number: int | None) -> Response:
    found = find(name, language.get())
    own = () if found is not None else (await state_of(request).lessons.shelf()).lessons
    found = found or next((each for each in own if each.name == name), None)
    if found is None or (number is not None and not 1 <= number <= len(found.lesson.pages)):
        return await _missing(request)
    pages = found.lesson.pages
    at_end = {"asked": asked(pages)} if number == len(pages) else {}
    numbers = range(1, len(pages) + 1) if number is None else [number]
    shown = [shown_page(pages[each - 1], each) for each in numbers]
    operations = operations_for(part for each in numbers for part in pages[each - 1].parts)
    return render(
        request,
        "learn.html",
        POLICY,
        name=name,
        lesson=found.lesson,
        shown=shown,
        number=number,
        following=_following(found, own),
        page_json=json_in_html({"lesson": name, "page": number, "pages": len(pages), "operations": operations} | at_end),
        has_math=any(pages[each - 1].has_math for each in numbers),
    )


def asked(pages: Sequence[LessonPage]) -> list[dict[str, Any]]:
    """Every question of a lesson with its page, for the end, which says what to look at again."""
    return [
        {"question": question, "page": number, "title": page.title}
        for number, page in enumerate(pages, 1)
        for question in questions_of(page, number)
    ]


def _following(found: Shelved, own: Sequence[Shelved]) -> Shelved | None:
    """The lesson after this one, of the course or of the school's own."""
    if found.name in names():
        after = names()[names().index(found.name) + 1 :][:1]
        return find(after[0], language.get()) if after else None
    place = [each.name for each in own].index(found.name)
    return own[place + 1] if place + 1 < len(own) else None


@cache
def _picture(name: str) -> str | None:
    found = find(name, "en")
    assert found is not None
    programs = (part.data["program"] for page in found.lesson.pages for part in page.parts if part.kind == "backpass")
    program = next(programs, None)
    return (
        None
        if program is None
        else export(Computation.of(run_as_python(parse(program)), None, 1.0), "svg", operation_nodes=False)
    )
