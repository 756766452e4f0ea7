"""`POST /api/v1/explain`: a computation in words."""

from typing import Any, Literal

import orjson
from pydantic import Field

from backpass.app.api.schema_types import Row
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Limits, ProblemError
from backpass.engine.explain.explain import explanation_json
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run


class ExplanationRequest(ProgramRequest):
    """A program whose computation is to be explained."""


class SaidModel(Row):
    """The same words to read (code between backticks) and to hear."""

    sentence: str
    spoken: str


class FormulaModel(Row):
    """A formula in plain text, in LaTeX, and as it is read aloud."""

    plain: str
    latex: str
    spoken: str


class StepModel(SaidModel):
    """One of the graph's steps, in the same order."""

    phase: Literal["forward", "backward"]
    node: int | None = None
    edge: int | None = None
    arriving: bool = False


class NodeModel(Row):
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


class ExplanationResponse(Row):
    """A computation in words. Numbers are rounded to be read; `/graph` has them exactly."""

    start: SaidModel
    steps: list[StepModel]
    nodes: list[NodeModel]
    contributions: list[ContributionModel]
    problems: list[ProblemModel]


_EVALUATIONS_PER_CONTRIBUTION = 200
"""Wording one contribution takes about as long as computing this many numbers, so a long explanation is left to a worker."""


def answer_explanation(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/explain`."""
    try:
        request = ExplanationRequest.read(body)
        content = orjson.dumps(_compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _compute(request: ExplanationRequest, run: Run, limits: Limits) -> Any:
    slots = sum(len(tensor.inputs) for tensor in ancestors(run.output))
    limits.check_evaluations(slots * _EVALUATIONS_PER_CONTRIBUTION)
    return explanation_json(run, request.upstream, limits)
