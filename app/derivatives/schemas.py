"""What a request for derivatives as formulas and its answer look like."""

from pydantic import BaseModel, ConfigDict, Field

from app.problem_models import ProblemModel
from app.programs import ProgramRequest


class DerivativeRequest(ProgramRequest):
    """A program whose derivatives are wanted as formulas. The `inputs` matter only where the program decides by them."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DerivativeModel(_Row):
    """One derivative in three forms, each complete in itself."""

    text: str = Field(
        description="A program in our own language whose value it is; shared parts of a long one are assigned first."
    )
    latex: str = Field(description="An equation, or an aligned block of them.")
    speech: str


class DerivativeResponse(_Row):
    """By name, the derivative of the output."""

    derivatives: dict[str, DerivativeModel | None] = Field(description="null for a constant, which has no gradient.")
    problems: list[ProblemModel]
