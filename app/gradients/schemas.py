"""What the answer to a request for gradients looks like."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.problem_models import ProblemModel
from app.programs import InputValue, ProgramRequest

Number = float | Literal["NaN", "Infinity", "-Infinity"]
Value = Number | list[Any]
HIGHEST_ORDER = 10
"""Each order's graph is a few times as large as the one before."""


class GradientRequest(ProgramRequest):
    """A program whose value and gradients are wanted."""

    order: int = Field(
        default=1,
        ge=1,
        le=HIGHEST_ORDER,
        strict=True,
        description="2 asks for the second derivatives, too; more for all derivatives up to that order by each input alone.",
    )
    mode: Literal["reverse", "forward"] = Field(
        default="reverse", description="How the gradients are computed: one pass backward, or one forward per input."
    )


class GradientResponse(BaseModel):
    """Value and gradients, exact to rounding."""

    model_config = ConfigDict(extra="forbid")

    value: Value
    gradients: dict[str, Value | None]
    hessian: dict[str, dict[str, Value]] | None = Field(
        default=None,
        description="Second derivatives by two names, in the shape of the first followed by that of the second; "
        "only where `order` is 2.",
    )
    derivatives: dict[str, list[Number]] | None = Field(
        default=None, description="By name the first, second, ... derivative by it alone; only where `order` is above 2."
    )
    problems: list[ProblemModel]


class BatchRequest(ProgramRequest):
    """A program whose value and gradients are wanted at many points."""

    inputs: dict[str, InputValue] = Field(
        default={},
        description="By name a list with a value for each point, or one number for all points.",
        examples=[{"x": [1, 2, 3], "y": 4}],
    )
    upstream: InputValue = Field(
        default=1.0, description="The gradient with which the backward pass starts: a number, or a list with one for each point."
    )


class BatchResponse(BaseModel):
    """Value and gradients, point by point."""

    model_config = ConfigDict(extra="forbid")

    values: list[Value]
    gradients: dict[str, list[Value] | None] = Field(description="By name, a value for each point; null where there is none.")
    problems: list[ProblemModel]
