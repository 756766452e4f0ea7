"""What a request for a gradient check and its answer look like."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.problem_models import ProblemModel
from app.programs import ProgramRequest

Number = float | Literal["NaN", "Infinity", "-Infinity"]


class CheckRequest(ProgramRequest):
    """A program whose gradients are to be checked."""

    sweep: bool = Field(default=True, description="Whether the answer holds every step of every sweep; false leaves them out.")
    seed: int = Field(
        default=0, ge=0, le=2**32 - 1, description="For the random direction along which large tensors are checked."
    )


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class EstimateModel(_Row):
    """One step of the sweep."""

    h: float = Field(description="The step.")
    estimate: Number = Field(description="The difference; NaN where neither side has a finite value.")
    error: Number = Field(description="How far the estimate is from the gradient.")
    truncation: Number = Field(description="The part of the error that a smaller step would lessen, as the neighbours show it.")
    round_off: Number = Field(description="The most that the rounding of floats adds; it grows as h shrinks.")
    side: Literal["central", "above", "below"] = Field(description="One-sided where the value is finite on one side only.")
    straddles: bool = Field(description="Whether a kink lies between the two ends of the difference.")


class NearKinkModel(_Row):
    """An operation whose kink some of the differences straddle."""

    node: int
    operation: str
    distance: Number = Field(description="How far its kink condition is from being true.")
    h: float = Field(description="The smallest step of the sweep that straddles it.")


class CheckModel(_Row):
    """One derivative, checked."""

    input: str
    index: list[int] | None = Field(
        description="The element of a tensor, [] for a scalar; null for a random direction over all of a large tensor."
    )
    autodiff: Number = Field(description="What the rules say.")
    numeric: Number | None = Field(description="The difference at the best h; null where there is none.")
    complex_step: Number | None = Field(
        description="Im f(x + ih) / h; null where an operation on the way does not take complex numbers."
    )
    relative_error: Number | None = Field(
        description="Between autodiff and numeric; null where there is no difference, or where both are 0 as far as it can tell."
    )
    uncertainty: Number | None = Field(description="Of numeric: truncation and round-off at the best h.")
    best_h: float | None = Field(description="Chosen from the differences alone, not by how well they agree.")
    verdict: Literal["agrees", "differs", "undecided"]
    note: str | None = Field(description="Why it is undecided, or what is special about the comparison.")
    kinks: list[NearKinkModel]
    sweep: list[EstimateModel] | None = Field(description="One row per h, the largest first; null where they were left out.")


class CheckResponse(_Row):
    """The value, and a check per input and element."""

    value: Number | list[Any]
    checks: list[CheckModel]
    problems: list[ProblemModel]
