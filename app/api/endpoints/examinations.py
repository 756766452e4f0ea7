"""`POST /api/v1/examination`: a table of what an engine must do, with verdict, evidence and hints."""

from typing import Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from backpass.app.api.schema_types import Row
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import refused
from backpass.app.problems.status_codes import invalid_request
from backpass.engine import Code, Limits, Problem, ProblemError
from backpass.engine.messages import say
from backpass.engine.own_engine.answer import WORK
from backpass.engine.own_engine.examination.examine import examine
from backpass.engine.own_engine.examination.formats import examination_json, markdown, shown


class ExaminationRequest(BaseModel):
    """A program that defines an engine; what it does with it is left out."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    program: str = Field(description="A Python program with the classes and functions of an automatic differentiation engine.")
    gradient: str | None = Field(
        default=None, max_length=100, description="The attribute that holds the gradient, where it is not found by itself."
    )
    hints: bool = Field(default=True, description="Whether what failed comes with hints.")


class ExaminedEngine(Row):
    """How the engine is used, as it was found."""

    kind: str = Field(description="The class of its values.")
    value: str
    gradient: str
    mode: Literal["reverse", "forward"]
    offers: list[str] = Field(description="The operations that it has.")
    definitions: str = Field(description="The engine without its use; the program of a line is to be written below.")


class ExaminationLine(Row):
    """One line: what was asked, and how it went."""

    key: str
    section: str
    verdict: Literal["passed", "failed", "stopped"]
    required: bool = Field(description="Whether an engine that does not do it is wrong.")
    program: str = Field(description="The line as a program, to be written below the engine; empty for a hidden test.")
    expected: dict[str, Any]
    got: dict[str, Any]
    error: str
    hints: list[str] = Field(description="Where to look, the rule, and the first step that went wrong.")


class ExaminationResponse(Row):
    """The examination of an engine in our interpreter. The server runs nobody's Python."""

    engine: ExaminedEngine
    right: bool = Field(description="Whether every line was passed that an engine must pass.")
    passed: int
    asked: int
    lines: list[ExaminationLine]
    markdown: str = Field(description="The same as a document.")


def answer_examination(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/examination`."""
    try:
        try:
            request = ExaminationRequest.model_validate_json(body)
        except ValidationError as error:
            raise ProblemError(invalid_request(error)) from None
        limits.check_characters(request.program)
        limits.check_evaluations(WORK)
        try:
            found = shown(examine(request.program, limits, hints=request.hints, gradient=request.gradient))
        except SyntaxError as error:
            raise ProblemError(Problem(Code.SYNTAX, say("own-not-python", text=str(error.msg)))) from None
        return Answer(200, orjson.dumps({**examination_json(found), "markdown": markdown(found)}))
    except ProblemError as error:
        return refused(error, body)
