"""What all requests about a program share: its fields, parsing with a cache, running, and turning problems into answers."""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema

from app.errors import invalid_request, problem_answer
from app.evaluator import Answer
from engine import Limits, ProblemError
from engine.export.graph_json import is_graph, load
from engine.language import Program, parse
from engine.running.interpreter import Run, run

_VALUE_SCHEMA = {
    "anyOf": [{"type": "number"}, {"type": "array", "items": {}}],
    "description": "A finite number, or nested lists of numbers in which all rows have the same length.",
}
InputValue = Annotated[Any, WithJsonSchema(_VALUE_SCHEMA)]

_MOST_CACHED, _LONGEST_CACHED = 512, 10_000
"""Parsed programs that are kept for the next request with the same text, and the most characters of such a text."""


class ProgramRequest(BaseModel):
    """A program and what is asked about it. Only `program` is required."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    program: str = Field(
        description="Assignments and expressions, one per line or separated by `;`.", examples=["a = 2.0\nb = -3.0\na*b + a**2"]
    )
    inputs: dict[str, InputValue] = Field(
        default={},
        description="Values by name, for names that the program assigns a number or does not assign.",
        examples=[{"a": 2.5}],
    )
    output: str | None = Field(
        default=None,
        description="The name to differentiate; else the value on which the program calls `.backward()`, else the last one.",
    )
    wrt: list[str] | None = Field(default=None, description="The names whose gradients are wanted; else all inputs.")
    upstream: InputValue = Field(
        default=1.0, description="The gradient with which the backward pass starts: a number, or one per element of the output."
    )


@lru_cache(maxsize=_MOST_CACHED)
def _parsed(text: str) -> Program:
    return parse(text)


def run_program(request: ProgramRequest, limits: Limits) -> Run:
    """Parses (or finds) the program and runs it, or reads a graph back that was exported. Raises ProblemError."""
    limits.check_characters(request.program)
    if is_graph(request.program):
        return load(request.program, request.inputs, request.output, limits)
    program = _parsed(request.program) if len(request.program) <= _LONGEST_CACHED else parse(request.program)
    return run(program, request.inputs, request.output, limits)


def answer(
    model: type[ProgramRequest],
    body: bytes,
    limits: Limits,
    compute: Callable[[Any, Run], Any],
    replayed: Callable[[Any, Limits], bytes | None],
) -> Answer:
    """Validates the body, runs its program and writes what `compute(request, run)` makes of it; problems become a
    problem document.

    `replayed(request, limits)` may have the answer at once.
    """
    return written(
        model, body, lambda request: replayed(request, limits) or orjson.dumps(compute(request, run_program(request, limits)))
    )


def written(model: type[ProgramRequest], body: bytes, write: Callable[[Any], bytes]) -> Answer:
    """Validates the body and answers with what `write(request)` makes of it; problems become a problem document."""
    try:
        request = model.model_validate_json(body)
    except ValidationError as error:
        return Answer(*problem_answer(invalid_request(error), ""))
    try:
        return Answer(200, write(request))
    except ProblemError as error:
        return Answer(*problem_answer(error.problems, request.program))
