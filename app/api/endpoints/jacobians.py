"""`POST /api/v1/jacobian`: the derivative of every element of the output."""

from typing import Any

import orjson
from pydantic import Field

from backpass.app.api.schema_types import Row, Value
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Code, Limits, ProblemError
from backpass.engine.autodiff.jacobian import jacobian
from backpass.engine.interpreter.run import Run
from backpass.engine.serialization.graph_json import data_json, gradient_json, named
from backpass.engine.shapes import finite_data


class JacobianRequest(ProgramRequest):
    """A program whose Jacobian is wanted. `upstream` has no part in it: each element of the output is differentiated alone."""


class JacobianResponse(Row):
    """The value, and per input every derivative of every element of it."""

    value: Value
    jacobian: dict[str, Value | None] = Field(
        description="In the shape of the output followed by that of the input: `jacobian.x[i][j]` is d output[i] / d x[j]."
    )
    problems: list[ProblemModel]


def answer_jacobian(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/jacobian`."""
    try:
        request = JacobianRequest.read(body)
        content = orjson.dumps(_compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _compute(request: JacobianRequest, run: Run, limits: Limits) -> Any:
    finite_data(request.upstream, "The upstream gradient")  # it has no part in this, and must still be one
    found = gradient_json(run, request.wrt)
    wanted = {name: named(run, name) for name, value in found["gradients"].items() if value is not None}
    rows = jacobian(run.output, wanted, limits)
    return {
        "value": found["value"],
        # A constant has no derivative, as it has no gradient.
        "jacobian": {name: data_json(rows.get(name)) for name in found["gradients"]},
        # A Jacobian has a row for each element, so nothing was added up.
        "problems": [problem for problem in found["problems"] if problem["code"] != Code.SUMMED_OUTPUT],
    }
