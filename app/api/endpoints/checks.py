"""`POST /api/v1/check`: gradients compared with finite differences."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import orjson
from pydantic import Field

from backpass.app.api.schema_types import Number, Row, Whole
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Code, Limits, Problem, ProblemError, backward
from backpass.engine.autodiff.check.gradient_check import Check, Estimate, NearKink, check
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.run import Run
from backpass.engine.messages import say
from backpass.engine.serialization.graph_json import gradient_json, named, number, problem_json, utf16


class CheckRequest(ProgramRequest):
    """A program whose gradients are to be checked."""

    sweep: bool = Field(default=True, description="Whether the answer holds every step of every sweep; false leaves them out.")
    seed: Whole = Field(
        default=0, ge=0, le=2**32 - 1, description="For the random direction along which large tensors are checked."
    )


class EstimateModel(Row):
    """One step of the sweep."""

    h: float = Field(description="The step.")
    estimate: Number = Field(description="The difference; NaN where neither side has a finite value.")
    error: Number = Field(description="How far the estimate is from the gradient.")
    truncation: Number = Field(description="The part of the error that a smaller step would lessen, as the neighbours show it.")
    round_off: Number = Field(description="The most that the rounding of floats adds; it grows as h shrinks.")
    side: Literal["central", "above", "below"] = Field(description="One-sided where the value is finite on one side only.")
    straddles: bool = Field(description="Whether a kink lies between the two ends of the difference.")


class NearKinkModel(Row):
    """An operation whose kink some of the differences straddle."""

    node: int
    operation: str
    distance: Number = Field(description="How far its kink condition is from being true.")
    h: float = Field(description="The smallest step of the sweep that straddles it.")


class CheckModel(Row):
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
        description="Between autodiff and numeric; null where there is no difference, or where both are 0 as far as it can show."
    )
    uncertainty: Number | None = Field(description="Of numeric: truncation and round-off at the best h.")
    best_h: float | None = Field(description="Chosen from the differences alone, not by how well they agree.")
    verdict: Literal["agrees", "differs", "undecided"]
    note: str | None = Field(description="Why it is undecided, or what is special about the comparison.")
    kinks: list[NearKinkModel]
    sweep: list[EstimateModel] | None = Field(description="One row per h, the largest first; null where they were left out.")


class CheckResponse(Row):
    """The value, and a check per input and element."""

    value: Number | list[Any]
    checks: list[CheckModel]
    problems: list[ProblemModel]


_NEAR = 1e-3
"""A kink that steps of this size straddle is worth a remark."""


def answer_check(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/check`."""
    try:
        request = CheckRequest.read(body)
        content = orjson.dumps(_compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _compute(request: CheckRequest, run: Run, limits: Limits) -> Any:
    found = gradient_json(run, request.wrt, request.upstream)
    upstream = run.seed(request.upstream)
    gradients = backward(run.output, upstream)
    wanted = {name: named(run, name) for name, value in found["gradients"].items() if value is not None}
    checked = check(gradients, wanted, upstream, limits, request.seed)
    ids = {tensor: position for position, tensor in enumerate(gradients.tensors)}
    near = _nearest(kink for checks in checked.values() for each in checks for kink in each.kinks)
    span = utf16(run.program.text)
    remarks = [problem_json(_near_kink(kink, ids[kink.tensor]), span) for kink in near if kink.distance > 0]
    return {
        "value": found["value"],
        "checks": [_check_json(name, each, ids, rows=request.sweep) for name, checks in checked.items() for each in checks],
        "problems": found["problems"] + remarks,
    }


def _nearest(kinks: Iterable[NearKink]) -> list[NearKink]:
    """Per operation the kink that the smallest step straddles, where that step is small."""
    nearest: dict[Tensor, NearKink] = {}
    for kink in kinks:
        known = nearest.get(kink.tensor)
        if kink.smallest_step <= _NEAR and (known is None or kink.smallest_step < known.smallest_step):
            nearest[kink.tensor] = kink
    return list(nearest.values())


def _near_kink(kink: NearKink, node: int) -> Problem:
    assert kink.tensor.operation is not None
    return Problem(
        Code.NEAR_KINK,
        say(
            "near-kink",
            signature=kink.tensor.operation.signature,
            distance=f"{kink.distance:.2g}",
            smallest_step=f"{kink.smallest_step:g}",
        ),
        say("near-kink.hint"),
        kink.tensor.span,
        node,
    )


def _check_json(name: str, each: Check, ids: Mapping[Tensor, int], *, rows: bool) -> Any:
    best = each.best
    return {
        "input": name,
        "index": None if each.index is None else list(each.index),
        "autodiff": number(each.autodiff),
        "numeric": number(best.estimate) if best else None,
        "complex_step": _optional(each.complex_step),
        "relative_error": _optional(each.relative_error),
        "uncertainty": number(best.uncertainty) if best else None,
        "best_h": best.step if best else None,
        "verdict": each.verdict.value,
        "note": each.note,
        "kinks": [
            {
                "node": ids[kink.tensor],
                "operation": kink.tensor.operation.name if kink.tensor.operation else None,
                "distance": number(kink.distance),
                "h": kink.smallest_step,
            }
            for kink in each.kinks
        ],
        "sweep": [_estimate_json(row) for row in each.sweep] if rows else None,
    }


def _optional(value: float | None) -> Any:
    return None if value is None else number(value)


def _estimate_json(row: Estimate) -> Any:
    return {
        "h": row.step,
        "estimate": number(row.estimate),
        "error": number(row.error),
        "truncation": number(row.truncation),
        "round_off": number(row.round_off),
        "side": row.side.value,
        "straddles": row.straddles,
    }
