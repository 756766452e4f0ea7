"""The page of a lesson in class, and the pages of its lesson for those who are in it."""

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from backpass.app.api.routes import API
from backpass.app.classroom.codes import canonical
from backpass.app.classroom.router import identified
from backpass.app.pages.bootstrap import json_in_html
from backpass.app.pages.lesson_parts import questions_of, written_parts
from backpass.app.pages.router import POLICY, render
from backpass.app.state import state_of

router = APIRouter(include_in_schema=False)


@router.get("/learn/class/{code}")
async def lesson_class(request: Request, code: str) -> Response:
    """A lesson in class. The page asks the API whether there is one, and who it is there."""
    return render(request, "learn_class.html", POLICY, page_json=json_in_html({"class": canonical(code)}))


@router.get("/learn/class/{code}/screen")
async def screen(request: Request, code: str) -> Response:
    """A screen of a class with a lesson. Its right is where that of `/r/{code}/screen` is."""
    return render(request, "learn_class.html", POLICY, page_json=json_in_html({"screen": canonical(code)}))


@router.get("/r/{code}/studio")
async def studio(request: Request, code: str) -> Response:
    """A student's page while the class has the studio on its screens."""
    return render(request, "learn_class.html", POLICY, page_json=json_in_html({"studio": canonical(code)}))


@router.get("/r/{code}/studio/screen")
async def studio_screen(request: Request, code: str) -> Response:
    """A screen of a class with the studio. Its right is where that of `/r/{code}/screen` is."""
    return render(request, "learn_class.html", POLICY, page_json=json_in_html({"studioScreen": canonical(code)}))


@router.get("/record")
async def record(request: Request) -> Response:
    """What a class left as a file, opened in the browser: no byte of it comes here."""
    return render(request, "learn_class.html", POLICY, page_json=json_in_html({"record": True}), heading="record")


@router.get("/r/{code}/remote")
async def remote(request: Request, code: str) -> Response:
    """The teacher's phone as a remote control. Its right is in the fragment of the address, which no server sees."""
    return render(request, "learn_class.html", POLICY, page_json=json_in_html({"remote": canonical(code)}))


@router.get(f"{API}/rooms/{{code}}/lesson/pages/{{page}}")
async def lesson_page(request: Request, code: str, page: str) -> Response:
    """A page of the lesson, for the host, or for a student to whom it is open. What is right, and what a prediction keeps closed,
    comes to the host alone, and not for a screen that others see: `shown=true`.
    """
    code, teaching = canonical(code), state_of(request).teaching
    participant = await identified(request, code)
    number = int(page) if page.isascii() and page.isdigit() and len(page) < 5 else 0
    lesson, parts = await teaching.parts(code, number, participant)
    shown = lesson.pages[number - 1]
    is_teacher = participant.guest is None and participant.key is None
    marked_here = is_teacher and request.query_params.get("shown") != "true"
    found = {
        "matter": asdict(lesson.matter),
        "pages": [
            {"title": each.title, "line": each.line, "asked": questions_of(each, place)}
            for place, each in enumerate(lesson.pages, 1)
        ],
        "page": number,
        "problems": [],
        "figures": lesson.figures,
        "notes": shown.notes if participant.guest is None and participant.screen is None else "",
    }
    return written_parts(
        state_of(request).templates, found, shown.parts if marked_here else parts, number, marked_here=marked_here
    )
