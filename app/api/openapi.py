"""The description of the API, `/openapi.json`: what the framework makes of the routes, in a form that generators can use.

Schemas of models are written once, in `components`, every reference leads somewhere, and what middleware does to
every answer (its headers, refusals) is written once and referred to.
"""

from collections.abc import Callable, Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from backpass.app.problems.problem_models import ProblemDocument
from backpass.app.serving.rate_limit import UNCOUNTED

_SCHEMAS = "#/components/schemas/"
_HEADERS = {
    "RateLimit": {
        "description": 'What is left of a budget, as in `"requests";r=59998;t=42`: units, and seconds until there are more.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'A budget and its window in seconds, as in `"requests";q=60000;w=60`.',
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds after which to ask again.", "schema": {"type": "integer", "minimum": 0}},
    "X-Request-ID": {"description": "The number of the request in the server's log.", "schema": {"type": "string"}},
}
_ALWAYS = ("RateLimit", "RateLimit-Policy", "X-Request-ID")
_WHEN_REFUSED_FOR_NOW = ("Retry-After",)
_FOR_NOW = {"429", "503"}
_METHODS = {"get", "put", "post", "delete", "patch", "head", "options"}
_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token that was answered when the room was opened (`host_token`) or joined (`token`).",
}
TAGS = (
    ("gradient", "Values and derivatives: at a point, at many, as formulas, checked, taken apart."),
    ("graph", "Nodes, edges and steps of a computation, and the same in words."),
    ("export", "A program in another form."),
    ("reference", "What there is: operations, codes of problems, misconceptions, examples."),
    ("sharing", "States of the page under short links."),
    ("training", "Models that learn, as streams of events."),
    ("rooms", "Classes: a teacher's page that others follow, questions and answers."),
)


def describe(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """A function for `app.api.openapi`: the document, made when it is first asked for."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _made(app)
        return app.openapi_schema

    return document


def _made(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
        tags=[{"name": name, "description": meaning} for name, meaning in TAGS],
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):  # the framework's own refusals, of which none is sent
        schemas.pop(name, None)
    components["headers"] = _HEADERS
    components["securitySchemes"] = {"token": _TOKEN}
    _hoist(ProblemDocument.model_json_schema(mode="serialization"), schemas)
    for path, operation in _operations(document):
        refusal = operation["responses"].get("422", {})
        if "application/json" in refusal.get("content", {}):
            del operation["responses"]["422"]
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is not None:
            body["schema"] = _hoist(body["schema"], schemas)
        for response in operation["responses"].values():  # the first is what generators of clients read an answer as
            if "content" in response:
                response["content"] = dict(sorted(response["content"].items(), key=lambda item: item[0] != "application/json"))
        if not path.startswith(UNCOUNTED):
            _add_headers(operation["responses"])
    return document


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in _METHODS:
                yield path, operation


def _add_headers(responses: dict[str, Any]) -> None:
    for status, response in responses.items():
        names = (*_ALWAYS, *(_WHEN_REFUSED_FOR_NOW if status in _FOR_NOW else ()))
        response.setdefault("headers", {}).update({name: {"$ref": f"#/components/headers/{name}"} for name in names})


def _hoist(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """Moves a model's schema and the definitions within it to `schemas`; returns what refers to it, or holds such references."""
    if "anyOf" in schema and "title" not in schema:
        return schema | {"anyOf": [_hoist(each, schemas) for each in schema["anyOf"]]}
    definitions: dict[str, Any] = schema.get("$defs", {})
    whole = definitions | {schema["title"]: {name: value for name, value in schema.items() if name != "$defs"}}
    names = {
        name: name if name not in schemas or _alike(schemas[name], _led(content, {})) else f"{name}-Input"
        for name, content in whole.items()
    }
    for name, content in whole.items():
        schemas[names[name]] = _led(content, names)
    return {"$ref": _SCHEMAS + names[schema["title"]]}


def _alike(one: Any, other: Any) -> bool:
    """Whether two schemas are the same but for defaults of null, which the framework leaves out of those that it writes."""
    return bool(_stated(one) == _stated(other))


def _stated(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _stated(value) for key, value in node.items() if (key, value) != ("default", None)}
    return [_stated(each) for each in node] if isinstance(node, list) else node


def _led(node: Any, names: dict[str, str]) -> Any:
    """The schema with references that lead to `components`."""
    if isinstance(node, dict):
        return {key: _led(value, names) for key, value in node.items()}
    if isinstance(node, list):
        return [_led(each, names) for each in node]
    if isinstance(node, str) and node.startswith("#/$defs/"):
        name = node.removeprefix("#/$defs/")
        return _SCHEMAS + names.get(name, name)
    return node
