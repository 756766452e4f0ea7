"""`GET /api/v1/operations`, `/misconceptions` and `/problems`: the registries as JSON, written once."""

from functools import cache
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response
from pydantic import Field

from backpass.app.api.documents import Document
from backpass.app.api.routes import API, operation
from backpass.app.api.schema_types import Row
from backpass.engine import Code, Severity
from backpass.engine.explain.misconceptions import MISCONCEPTIONS, QuestionKind
from backpass.engine.messages import language, worded
from backpass.engine.operations import How
from backpass.engine.serialization.operation_json import operations_json


class RuleModel(Row):
    """The derivative for one input."""

    parameter: str
    text: str = Field(description="In our own language, such as `1 - out**2`.")
    latex: str
    plain: str
    how: How


class OperationModel(Row):
    """One operation. In `latex` and `plain` inputs are placeholders between marks."""

    name: str
    glyph: str = Field(description="What its node shows.")
    family: str
    parameters: list[str]
    commutes: bool
    signature: str = Field(description="How it is called.")
    spellings: list[str] = Field(description="All names under which the language knows it.")
    latex: str
    plain: str
    rules: list[RuleModel]
    why: str = Field(description="Why the derivative is what it is.")
    summary: str
    domain: str | None = Field(description="What happens outside of where it is defined; null where it is defined everywhere.")
    convention: str | None = Field(description="What is agreed where the derivative does not exist; null where it always does.")


class Operations(Row):
    """Every operation, in the order of the tables."""

    operations: list[OperationModel]


class MisconceptionModel(Row):
    """A mistake that a wrong number gives away."""

    asked: list[QuestionKind] = Field(description="The questions after which it may be made.")
    formula: str = Field(description="How the number comes about.")
    sentence: str
    operations: list[str] = Field(description="Where it is made; everywhere if empty.")


class Misconceptions(Row):
    """Every misconception that is known."""

    misconceptions: list[MisconceptionModel]


class CodeModel(Row):
    """A code that a problem can carry."""

    code: Code
    severity: Severity
    meaning: str


class Problems(Row):
    """Every code."""

    problems: list[CodeModel]


def misconceptions_json() -> list[dict[str, Any]]:
    """Every misconception that a wrong number may give away."""
    return [
        {
            "asked": [asked.value for asked in each.asked],
            "formula": each.formula,
            "sentence": each.sentence,
            "operations": each.operations,
        }
        for each in MISCONCEPTIONS
    ]


def problems_json() -> list[dict[str, str]]:
    """Every code that a problem can carry."""
    return [{"code": code.value, "severity": code.severity.value, "meaning": code.meaning} for code in Code]


router = APIRouter(prefix=API, tags=["reference"])


@cache
def documents(_language: str) -> dict[str, Document]:
    """The answers in a language, which is that of the context, by the name of their route and of their one field."""
    written = {"operations": operations_json, "misconceptions": misconceptions_json, "problems": problems_json}
    return {name: Document(orjson.dumps({name: worded(content())})) for name, content in written.items()}


@router.get("/operations", **operation("operations", "Every operation with its rules", answer=Operations, cached=True))
async def operations(request: Request) -> Response:
    """Every operation: how it is called and written, its derivative for each input and why, its domain and conventions.

    In `latex` and `plain`, `‹x›` and `«x»` mark inputs (and `out` the value); the second wants parentheses around
    anything compound.
    """
    return documents(language.get())["operations"].response(request)


@router.get("/misconceptions", **operation("misconceptions", "What wrong answers give away", answer=Misconceptions, cached=True))
async def misconceptions(request: Request) -> Response:
    """The misconceptions that wrong answers show: the mistake as a formula, a sentence about it, and the operations at which it
    is made (all, if none is named).
    """
    return documents(language.get())["misconceptions"].response(request)


@router.get("/problems", **operation("problems", "Every code of a problem", answer=Problems, cached=True))
async def problems(request: Request) -> Response:
    """Every code that a problem can carry, and what it means."""
    return documents(language.get())["problems"].response(request)
