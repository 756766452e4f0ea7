"""What a request for a Jacobian and its answer look like."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.problem_models import ProblemModel
from app.programs import ProgramRequest

Value = float | Literal["NaN", "Infinity", "-Infinity"] | list[Any]


class JacobianRequest(ProgramRequest):
    """A program whose Jacobian is wanted. `upstream` has no part in it: each element of the output is differentiated alone."""


class JacobianResponse(BaseModel):
    """The value, and per input every derivative of every element of it."""

    model_config = ConfigDict(extra="forbid")

    value: Value
    jacobian: dict[str, Value | None] = Field(
        description="In the shape of the output followed by that of the input: `jacobian.x[i][j]` is d output[i] / d x[j]."
    )
    problems: list[ProblemModel]
