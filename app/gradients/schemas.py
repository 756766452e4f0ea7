"""What the answer to a request for gradients looks like."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.programs import ProgramRequest
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
