"""What a request for explanations and its answer look like."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from app.problem_models import ProblemModel
from app.programs import ProgramRequest


class ExplanationRequest(ProgramRequest):
    """A program whose computation is to be explained."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SaidModel(_Row):
    """The same words to read (code between backticks) and to hear."""

    sentence: str
    spoken: str


class FormulaModel(_Row):
    """A formula in plain text, in LaTeX, and as it is said aloud."""

    plain: str
    latex: str
    spoken: str


class StepModel(SaidModel):
    """One of the graph's steps, in the same order."""

    phase: Literal["forward", "backward"]
    node: int | None = None
    edge: int | None = None
    arriving: bool = False


class NodeModel(_Row):
    """One node: its value from letters to numbers, and its gradient."""

    node: int
    called: FormulaModel
    letters: FormulaModel | None
    numbers: FormulaModel | None
    result: FormulaModel
    gradient: FormulaModel | None = Field(description="null where none is computed; `why` says why.")
    why: SaidModel | None = Field(description="Why the gradient is 0, 1 or not there at all.")
    why_value: SaidModel | None = Field(description="Where NaN or infinity begins.")
    rule: SaidModel | None = Field(description="Why the operation's derivative is what it is.")


class ContributionModel(SaidModel):
    """One contribution, in the order in which they land."""

    edge: int
    rule: FormulaModel | None = Field(
        description="The local derivative with letters; of a linear map what it makes of the upstream gradient G."
    )
    rule_numbers: FormulaModel | None = Field(description="The same with numbers.")
    chain_rule: FormulaModel
    numbers: FormulaModel = Field(description="upstream × local")
    result: FormulaModel
    why: SaidModel | None = Field(description="Why it is 0, copied, summed, agreed at a kink, or not finite.")


class ExplanationResponse(_Row):
    """A computation in words. Numbers are rounded to be read; `/graph` has them exactly."""

    start: SaidModel
    steps: list[StepModel]
    nodes: list[NodeModel]
    contributions: list[ContributionModel]
    problems: list[ProblemModel]
