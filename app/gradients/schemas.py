"""What the answer to a request for gradients looks like."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.programs import InputValue, ProgramRequest
from app.routes import ProblemModel

Number = float | Literal["NaN", "Infinity", "-Infinity"]
Value = Number | list[Any]


class GradientRequest(ProgramRequest):
    """A program whose value and gradients are wanted."""

    order: Literal[1, 2] = Field(default=1, description="2 asks for the second derivatives, too; for programs of scalars.")
    mode: Literal["reverse", "forward"] = Field(
        default="reverse", description="How the gradients are computed: one pass backward, or one forward per input."
    )


class GradientResponse(BaseModel):
    """Value and gradients, exact to rounding."""

    model_config = ConfigDict(extra="forbid")

    value: Value
    gradients: dict[str, Value | None]
    hessian: dict[str, dict[str, Number]] | None = Field(
        default=None, description="Second derivatives by two names; only where `order` is 2."
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
