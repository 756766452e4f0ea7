"""The built-in course: complete in every language, and every number in its text is one that the engine computed."""

import itertools
import re
from collections.abc import Iterator
from functools import cache

import pytest

from backpass.app.lessons.model import Lesson, LessonPage
from backpass.app.lessons.reading import is_rounded, read_lesson
from backpass.app.lessons.shelf import files, find, names
from backpass.app.lessons.table import check_file
from backpass.engine.messages import DEFAULT_LANGUAGE, languages

COURSE = [(language, name) for language in languages() for name in files(language)]
EVERY = pytest.mark.parametrize(("language", "name"), COURSE)

COUNTING = 20
"""Whole numbers up to this count things; they are no results."""
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w])")


def source(language: str, name: str) -> str:
    return files(language)[name].read_text(encoding="utf-8")


@cache
def lesson(language: str, name: str) -> Lesson:
    return read_lesson(source(language, name))


def test_the_course_has_at_least_ten_lessons_and_covers_the_seed_systems() -> None:
    assert len(names()) >= 10
    assert {"slope", "graph", "chain-rule", "accumulation", "paths", "modes", "neuron", "logistic", "network", "moons"} <= set(
        names()
    )


@EVERY
def test_a_lesson_is_without_mistakes(language: str, name: str) -> None:
    assert check_file(files(language)[name]).problems == ()
    assert lesson(language, name).matter.language == language


@EVERY
def test_a_lesson_is_short_and_asks(language: str, name: str) -> None:
    made = lesson(language, name)
    assert 10 <= made.matter.minutes <= 15
    assert 5 <= len(made.pages) <= 9
    asking = [page.count("question") > 0 or any("goal" in part.data for part in page.parts) for page in made.pages]
    assert all(one or other for one, other in itertools.pairwise(asking)), "a question at least every second page"
    assert made.pages[-1].count("question") >= 3, "a practice page at the end"
    assert any(part.gate for page in made.pages for part in page.parts) or name == "moons", "a prediction before an explanation"


@EVERY
def test_a_translation_has_the_same_programs_questions_and_figures(language: str, name: str) -> None:
    original, other = lesson(DEFAULT_LANGUAGE, name), lesson(language, name)
    assert len(other.pages) == len(original.pages)
    for one, another in zip(original.pages, other.pages, strict=True):
        assert [part.kind for part in one.parts if part.kind != "prose"] == [
            part.kind for part in another.parts if part.kind != "prose"
        ]
        for mine, theirs in zip(live(one), live(another), strict=True):
            keys = ("program", "fragment", "controls", "answer", "right", "wrong", "within", "preset", "redaction")
            assert {key: mine.get(key) for key in keys} == {key: theirs.get(key) for key in keys}
        assert figures(one) == figures(another)


READ_OFF = {("slope", 3), ("paths", 1), ("trouble", 6)}
"""Pages that ask for what the picture above is there to show: the text or a hint says to read it off."""


@EVERY
def test_no_block_in_sight_shows_what_is_asked_for_before_there_is_an_answer(language: str, name: str) -> None:
    headers = re.findall(r"^```question ([^\n]*)", source(language, name), flags=re.MULTILINE)
    asked = (re.search(r"\bof=(?:grad\((\w+)\)|([a-zA-Z_]\w*))(?=\s|$)", header) for header in headers)
    for number, page in enumerate(lesson(language, name).pages, 1):
        for place, part in enumerate(page.parts):
            wanted = next(asked) if part.kind == "question" else None
            if wanted is None or (name, number) in READ_OFF:
                continue
            closed = next((at for at, later in enumerate(page.parts) if at >= place and later.gate), len(page.parts))
            for block in page.parts[:closed]:
                if block.kind == "backpass":
                    assert not shows(block.data, wanted[1] or wanted[2], gradient=wanted[2] is None), (number, wanted[0])


def shows(block: dict, name: str, *, gradient: bool) -> bool:
    """Whether the number of a node that an operation made, or its gradient, comes to be seen in a block of a lesson."""
    graph, withheld = block["graph"], block.get("redaction")
    node = next((each for each in graph["nodes"] if each["name"] == name), None)
    if node is None or (not gradient and node["op"] is None):
        return False
    if withheld is None:
        return True
    return first_step(graph, node["id"], gradient=gradient) < last_step_shown(graph, withheld)


def first_step(graph: dict, node: int, *, gradient: bool) -> int:
    for at, step in enumerate(graph["steps"]):
        if not gradient and step["phase"] == "forward" and step.get("node") == node:
            return at
        receiver = graph["edges"][step["edge"]]["source"] if step.get("edge") is not None else step.get("node")
        if gradient and step["phase"] == "backward" and receiver == node:
            return at
    return len(graph["steps"])


def last_step_shown(graph: dict, withheld: dict) -> int:
    if "position" in withheld:
        return withheld["position"]
    return first_step(graph, withheld["node"], gradient=withheld["quantity"] == "gradient")


def live(page: LessonPage) -> list[dict]:
    return [part.data for part in page.parts if part.kind != "prose"]


def figures(page: LessonPage) -> list[str]:
    return figures_in("".join(part.html for part in page.parts))


def figures_in(html: str) -> list[str]:
    return re.findall(r'class="figure"[^>]*>([^<]+)<', html)


def computed(page: LessonPage) -> Iterator[float]:
    """Every number that the engine computed for a page."""
    for data in live(page):
        graph = data.get("graph", {"nodes": [], "edges": []})
        found = [
            *(node[key] for node in graph["nodes"] for key in ("data", "grad")),
            *(edge[key] for edge in graph["edges"] for key in ("local", "contribution")),
            data.get("answer"),
            data.get("wrong"),
            data.get("goal", {}).get("wanted"),
        ]
        yield from numbers(found)
    for text in figures(page):
        yield from numbers(float(each.replace("−", "-")) for each in re.findall(r"[-−]?\d+(?:\.\d+)?(?:e−?\d+)?", text))


def numbers(value: object) -> Iterator[float]:
    if isinstance(value, int | float):
        yield float(value)
    elif not isinstance(value, str | None.__class__):
        for each in value:  # type: ignore[attr-defined]
            yield from numbers(each)


def pages_of(text: str) -> list[str]:
    """The source of each page."""
    body = text.split("\n---\n", 1)[1]
    return re.split(r"^## .*$", body, flags=re.MULTILINE)[1:]


def prose_and_code(page: str) -> tuple[str, str]:
    """What a reader reads of a page's source, and the code in it: programs, expressions, options that are no sentences."""
    sentences = re.findall(r'(?:caption|hint|done)="([^"]*)"', page)
    code = [
        re.sub(r'(?:caption|hint|done)="[^"]*"', "", info)
        for info in re.findall(r"^```(?:backpass|question).*$", page, re.MULTILINE)
    ]
    code += re.findall(r"^```(?:backpass|python).*\n((?:.*\n)*?)```", page, re.MULTILINE)
    without = re.sub(r"^```(?:backpass|python).*\n(?:.*\n)*?```", "", page, flags=re.MULTILINE)
    without = re.sub(r"^```.*$", "", without, flags=re.MULTILINE)
    code += re.findall(r"`([^`\n]+)`", without)
    code += re.findall(r"\{([^{}\n]+)\}", "\n".join(sentences))
    formulas = re.findall(r"\$\$?[^$]+\$\$?", without)
    text = re.sub(r"\$\$?[^$]+\$\$?", "", re.sub(r"`[^`\n]+`", "", without))
    return "\n".join([text, *sentences]), "\n".join([*code, *formulas])


@EVERY
def test_every_number_in_the_text_is_given_or_computed(language: str, name: str) -> None:
    """Given: it is in a program or an expression of the lesson. Computed: the engine has it, rounded to as many digits."""
    sources, made = pages_of(source(language, name)), lesson(language, name).pages
    assert len(sources) == len(made)
    unknown = []
    codes = "\n".join(prose_and_code(text)[1] for text in sources)
    given = set(re.findall(r"\d+(?:\.\d+)?", codes))
    for text, page in zip(sources, made, strict=True):
        prose, _ = prose_and_code(text)
        values = [abs(value) for value in computed(page)]
        for match in NUMBER.finditer(re.sub(r"\{[^{}\n]+\}", "", prose)):
            number = match.group().replace(",", ".")
            if number.isdigit() and int(number) <= COUNTING:
                continue
            if number not in given and not any(is_rounded(number, value) for value in values):
                unknown.append((page.title, number, prose[max(0, match.start() - 40) : match.end() + 10]))
    assert unknown == []


def test_a_wrong_number_in_the_text_is_found() -> None:
    prose, code = prose_and_code('It is 14.003 and `=f`.\n```backpass caption="At 20.5"\nx = 3\n```\n')
    assert NUMBER.findall(prose) == ["14.003", "20.5"]
    assert "x = 3" in code
    assert "caption" not in code


NOTED_MINUTES = re.compile(r"<strong>(\d+) minutes?\.</strong>")


@EVERY
def test_every_page_that_asks_has_a_note_for_its_teacher(language: str, name: str) -> None:
    """With the minutes that it takes, which fit into those of the lesson; its figures are the same in every language."""
    made, original = lesson(language, name), lesson(DEFAULT_LANGUAGE, name)
    minutes = 0
    for number, (page, first) in enumerate(zip(made.pages, original.pages, strict=True), 1):
        assert (page.count("question") > 0) == (page.notes != ""), number
        found = NOTED_MINUTES.search(page.notes)
        assert (found is not None) == (page.notes != ""), number
        minutes += int(found[1]) if found else 0
        assert figures_in(page.notes) == figures_in(first.notes), number
    assert minutes <= made.matter.minutes


def test_every_lesson_exists_in_every_language() -> None:
    assert all(tuple(files(language)) == names() for language in languages())
    for language in languages():
        for name in names():
            found = find(name, language)
            assert found is not None
            assert found.lesson.matter.language == language


@EVERY
def test_every_question_says_what_to_look_at_next_after_a_wrong_answer(language: str, name: str) -> None:
    """A wrong number that nobody thought of gets a hint, which never is the number; a wrong choice has its author's answer."""
    for part in (part for page in lesson(language, name).pages for part in page.parts if part.kind == "question"):
        data = part.data
        if data["kind"] == "choice":
            wrong = [place for place in range(len(data["choices"])) if place != data["right"]]
            assert all(str(place) in part.thoughts for place in wrong), part.html
        else:
            assert data["hints"], part.html


@EVERY
def test_every_right_answer_gets_its_reason(language: str, name: str) -> None:
    for part in (part for page in lesson(language, name).pages for part in page.parts if part.kind == "question"):
        right = "right" if part.data["kind"] == "number" else str(part.data["right"])
        assert part.thoughts.get(right), part.html
