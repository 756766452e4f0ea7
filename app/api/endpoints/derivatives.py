"""`POST /api/v1/derivative`: derivatives as formulas."""

from typing import Any

import orjson
from pydantic import Field

from backpass.app.api.schema_types import Row
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Limits, ProblemError
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.serialization.graph_json import problem_json, utf16
from backpass.engine.symbolic.derivative import derivatives


class DerivativeRequest(ProgramRequest):
    """A program whose derivatives are wanted as formulas. The `inputs` matter only where the program decides by them."""


class DerivativeModel(Row):
    """One derivative in three forms, each complete in itself."""

    text: str = Field(
        description="A program in our own language whose value it is; shared parts of a long one are assigned first."
    )
    latex: str = Field(description="An equation, or an aligned block of them.")
    speech: str


class DerivativeResponse(Row):
    """By name, the derivative of the output."""

    derivatives: dict[str, DerivativeModel | None] = Field(description="null for a constant, which has no gradient.")
    problems: list[ProblemModel]


_EVALUATIONS_PER_SLOT = 200
"""Working out one slot of the graph with letters takes about as long as computing this many numbers."""


def answer_derivative(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/derivative`."""
    try:
        request = DerivativeRequest.read(body)
        content = orjson.dumps(_compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _compute(request: DerivativeRequest, run: Run, limits: Limits) -> Any:
    slots = sum(len(tensor.inputs) for tensor in ancestors(run.output))
    limits.check_evaluations(slots * _EVALUATIONS_PER_SLOT)
    found = derivatives(run, request.wrt, request.upstream)
    span = utf16(run.program.text)
    return {
        "derivatives": {name: written and written._asdict() for name, written in found.by_name.items()},
        "problems": [problem_json(problem, span) for problem in found.problems],
    }
