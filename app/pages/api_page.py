"""The description of the API at `/docs`: what openapi.json says, as a page that can be read and whose requests run."""

import json
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from markdown_it import MarkdownIt
from markupsafe import Markup

from backpass.app.pages.router import POLICY, render

router = APIRouter(include_in_schema=False)

DOCS_POLICY = POLICY | {"form-action": "'self'"}
"""A search is a form whose answer is a page."""
_MARKDOWN = MarkdownIt("commonmark", {"html": False})


@dataclass(frozen=True)
class Field:
    """A parameter of a request, or a field of a body."""

    name: str
    kind: str
    description: str
    required: bool
    place: str = ""


@dataclass(frozen=True)
class Described:
    """An operation of the API."""

    id: str
    method: str
    path: str
    summary: str
    description: Markup
    parameters: list[Field]
    body: list[Field]
    answer: list[Field]
    example: str
    secured: bool
    responses: list[tuple[str, str]]


@router.get("/docs")
async def api_page(request: Request) -> Response:
    """Every operation of the API, by its group."""
    document = request.app.openapi()
    schemas = document["components"]["schemas"]
    operations = [
        (operation["tags"][0], _described(method, path, operation, schemas))
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    groups = [tag | {"operations": [each for name, each in operations if name == tag["name"]]} for tag in document["tags"]]
    return render(request, "api.html", DOCS_POLICY, about=_html(document["info"]["description"]), groups=groups)


def _html(text: str) -> Markup:
    return Markup(_MARKDOWN.render(text))  # noqa: S704 (the library escapes all HTML)


def _described(method: str, path: str, operation: dict[str, Any], schemas: dict[str, Any]) -> Described:
    body = _content(operation.get("requestBody", {}))
    parameters = [
        Field(each["name"], _kind(each["schema"]), each.get("description", ""), each.get("required", False), each["in"])
        for each in operation.get("parameters", [])
    ]
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    return Described(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        description=_html(operation.get("description", "")),
        parameters=parameters,
        body=_fields(body.get("schema", {}), schemas),
        answer=_fields(_content(answers[0]).get("schema", {}), schemas) if answers else [],
        example=_example(body, schemas),
        secured="security" in operation,
        responses=[(status, answer["description"]) for status, answer in operation["responses"].items()],
    )


def _content(holder: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = holder.get("content", {}).get("application/json", {})
    return found


def _led(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to."""
    found: dict[str, Any] = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _fields(schema: dict[str, Any], schemas: dict[str, Any]) -> list[Field]:
    whole = _led(schema, schemas)
    return [
        Field(name, _kind(each), each.get("description", ""), name in whole.get("required", []))
        for name, each in whole.get("properties", {}).items()
    ]


def _kind(schema: dict[str, Any]) -> str:
    """The type of a value in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(_kind, several)))
    kind = str(schema.get("type", "any"))
    return f"{kind} of {_kind(schema['items'])}" if schema.get("items") else kind


def _example(body: dict[str, Any], schemas: dict[str, Any]) -> str:
    """The first example of a body; where there is none, its required fields by their own examples."""
    if not body:
        return ""
    for each in body.get("examples", {}).values():
        return json.dumps(each["value"], ensure_ascii=False, indent=2)
    whole = _led(body.get("schema", {}), schemas)
    made = {
        name: (_led(each, schemas).get("examples") or [None])[0]
        for name, each in whole.get("properties", {}).items()
        if name in whole.get("required", [])
    }
    return json.dumps(made, ensure_ascii=False, indent=2)
