"""The parts of a lesson's page as templates write them, and the records of operations that its graphs need."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson
from fastapi import Response
from jinja2 import Environment
from markupsafe import Markup

from backpass.app.lessons.model import LessonPage, Part, part_id
from backpass.app.pages.bootstrap import json_in_html
from backpass.engine.messages import language, say, spoken, worded
from backpass.engine.serialization.operation_json import operations_json


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part as the template writes it. `id` names a question in what the browser remembers."""

    id: str
    kind: str
    html: Markup
    data: str
    gate: bool
    is_beside: bool
    thoughts: Mapping[str, Markup]


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page as the template writes it."""

    number: int
    title: str
    parts: tuple[ShownPart, ...]
    gates: int
    """How many of its questions keep the rest closed."""


def shown_page(page: LessonPage, number: int) -> ShownPage:
    """A page by its number, from 1."""
    parts = tuple(shown_part(part, part_id(number, place)) for place, part in enumerate(page.parts, 1))
    return ShownPage(number, page.title, parts, sum(part.gate for part in parts))


def questions_of(page: LessonPage, number: int) -> list[str]:
    """The places of a page's questions in the lesson, in order."""
    return [part_id(number, place) for place, part in enumerate(page.parts, 1) if part.kind == "question"]


_ASKED = ("kind", "hints")
"""What a page holds of a question that is marked elsewhere."""


def shown_part(part: Part, identifier: str, *, marked_here: bool = True) -> ShownPart:
    """A part as the template writes it; a question with what is right only where the page itself marks it."""
    data, thoughts = part.data, part.thoughts
    if part.kind == "question" and not marked_here:
        data, thoughts = {name: data[name] for name in _ASKED}, {}
    elif part.kind == "question":  # known mistakes are kept by key
        data = orjson.loads(spoken(orjson.dumps(data).decode()))
    return ShownPart(
        identifier,
        part.kind,
        Markup(part.html),  # noqa: S704 (everything in it was escaped when it was made)
        str(json_in_html(data)) if data else "",
        part.gate,
        bool(part.data.get("beside")),
        {name: Markup(html) for name, html in thoughts.items()},  # noqa: S704 (as above)
    )


def operations_for(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """The records of the operations that the graphs of some parts use; every one, where programs may be written."""
    blocks = [part.data for part in parts if part.kind == "backpass"]
    every = _operations(language.get())
    if any("edit" in block or "graph" not in block for block in blocks):
        return every
    used = {node["op"] for block in blocks for node in block["graph"]["nodes"]}
    return [record for record in every if record["name"] in used]


@cache
def _operations(_language: str) -> list[dict[str, Any]]:
    """The records of all operations: wording them takes longer than the rest of a page."""
    records: list[dict[str, Any]] = worded(operations_json())
    return records


def written_parts(
    templates: Environment, found: dict[str, Any], parts: Sequence[Part], number: int, *, marked_here: bool = True
) -> Response:
    """What is known of a page, `found`, with its parts as HTML and the operations that they need, as JSON."""
    module = templates.get_template("learn_parts.html").make_module({"say": say})
    shown = [shown_part(part, part_id(number, place), marked_here=marked_here) for place, part in enumerate(parts, 1)]
    html = [
        {"id": each.id, "html": str(module.part_html(each)), "gate": each.gate, "line": part.line}  # type: ignore[attr-defined]
        for each, part in zip(shown, parts, strict=True)
    ]
    body = orjson.dumps(found | {"parts": html, "operations": operations_for(parts)})
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})
