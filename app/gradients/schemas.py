"""What the answer to a request for gradients looks like."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from app.programs import ProgramRequest
from app.routes import ProblemModel

Value = float | Literal["NaN", "Infinity", "-Infinity"] | list[Any]


class GradientRequest(ProgramRequest):
    """A program whose value and gradients are wanted."""


class GradientResponse(BaseModel):
    """Value and gradients, exact to rounding."""

    model_config = ConfigDict(extra="forbid")

    value: Value
    gradients: dict[str, Value | None]
    problems: list[ProblemModel]
