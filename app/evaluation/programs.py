"""What all requests about a program share: its fields, parsing with a cache, running, and refusals.

An answer function reads as one straight line: `Request.read(body)`, the cached answer or `run_program` and what is made of the
run, and `refused` for any ProblemError on the way.
"""

from functools import lru_cache
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema
from pydantic_core import from_json

from backpass.app.evaluation.answer import Answer, refusal
from backpass.app.problems.status_codes import invalid_request
from backpass.engine import Code, Limits, Problem, ProblemError
from backpass.engine.interpreter.partial import run_partly
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import Program, parse
from backpass.engine.language.pasted_text.notebooks import code_of
from backpass.engine.messages import say
from backpass.engine.own_engine.detection import defines_engine
from backpass.engine.reading.run_as_python import run_as_python
from backpass.engine.serialization.load_graph import is_graph, load

_VALUE_SCHEMA = {
    "anyOf": [{"type": "number"}, {"type": "array", "items": {}}],
    "description": "A finite number, or nested lists of numbers in which all rows have the same length.",
}
InputValue = Annotated[Any, WithJsonSchema(_VALUE_SCHEMA)]

_MAX_CACHED, _LONGEST_CACHED = 512, 10_000
"""The number of parsed programs in the cache, and the most characters of one."""


class ProgramRequest(BaseModel):
    """A program and what is asked about it. Only `program` is required."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    program: Annotated[str, AfterValidator(code_of)] = Field(
        description="Assignments and expressions, one per line or separated by `;`.", examples=["a = 2.0\nb = -3.0\na*b + a**2"]
    )
    inputs: dict[str, InputValue] = Field(
        default={},
        description="Values by name, for names that the program assigns a number or does not assign.",
        examples=[{"a": 2.5}],
    )
    output: str | None = Field(
        default=None,
        description="The name to differentiate, or one element of it, as in `y[0]`; `[0]` is one of the usual output. "
        "Else the value on which the program calls `.backward()`, else the last one.",
    )
    wrt: list[str] | None = Field(default=None, description="The names whose gradients are wanted; else all inputs.")
    upstream: InputValue = Field(
        default=1.0, description="The gradient with which the backward pass starts: a number, or one per element of the output."
    )

    partial: bool = Field(
        default=False,
        description="Of a program with an error, answer with what comes before the first place that has one, also within a loop "
        "or a function: the errors are then among the `problems` of the answer, each with its `statement`. Without it, such a "
        "program is refused.",
    )

    @classmethod
    def read(cls, body: bytes) -> Self:
        """Validates a request's body. Raises ProblemError (invalid-request)."""
        try:
            return cls.model_validate_json(body)
        except ValidationError as error:
            raise ProblemError(invalid_request(error)) from None


class PartModel(BaseModel):
    """How far a program was run."""

    line: int = Field(description="The line, from 1, of the first statement that is not part of the answer.")
    left_out: list[int] | None = Field(
        default=None,
        description="The lines of the statements that cannot be run, where the answer is that of the program without them: "
        "where it computes its gradients only behind the first of them. Names that come from them have no value.",
    )
    end: int | None = Field(
        default=None,
        description="With `left_out`, the line at which something stopped that program; null where it ran to its end.",
    )
    over_limit: bool = Field(default=False, description="Whether the rest is more than this server computes for one request.")


@lru_cache(maxsize=_MAX_CACHED)
def _parsed(text: str) -> Program:
    return parse(text)


def run_program(request: ProgramRequest, limits: Limits) -> Run:
    """Parses (or finds) the program and runs it, or reads a graph back that was exported. Raises ProblemError."""
    limits.check_characters(request.program)
    if defines_engine(request.program):
        raise ProblemError(Problem(Code.UNSUPPORTED, say("own-engine-elsewhere"), say("own-engine-elsewhere.hint")))
    if is_graph(request.program):
        return load(request.program, request.inputs, request.output, limits)
    program = _parsed(request.program) if len(request.program) <= _LONGEST_CACHED else parse(request.program)
    otherwise = run_partly if request.partial else run
    return run_as_python(program, request.inputs, request.output, limits, request.wrt or (), otherwise=otherwise)


def refused(error: ProblemError, body: bytes) -> Answer:
    """The refusal of a request, with spans in the program that its body has."""
    return refusal(error.problems, _program_of(body), error.printed)


def _program_of(body: bytes) -> str:
    """The text of the program in a body; empty where there is none, and so no span either."""
    try:
        program = from_json(body)["program"]
    except (ValueError, KeyError, TypeError):
        return ""
    return code_of(program) if isinstance(program, str) else ""
