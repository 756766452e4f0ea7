"""From a request's body to the JSON of its gradient check."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.checks.schemas import CheckRequest
from app.evaluator import Answer
from app.programs import answer
from engine import Code, Limits, Problem, backward
from engine.check import Check, Estimate, NearKink, check
from engine.graph import gradient_json, named, number, problem_json, utf16
from engine.running.interpreter import Run
from engine.tensor import Tensor

_NEAR = 1e-3
"""A kink that steps of this size straddle is worth a remark."""


def answer_check(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/check`."""
    return answer(CheckRequest, body, limits, lambda request, run: _compute(request, run, limits), lambda *_: None)


def _compute(request: CheckRequest, run: Run, limits: Limits) -> Any:
    found = gradient_json(run, request.wrt, request.upstream)
    gradients = backward(run.output, request.upstream)
    wanted = {name: named(run, name) for name, value in found["gradients"].items() if value is not None}
    checked = check(gradients, wanted, request.upstream, limits, request.seed)
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
        f"`{kink.tensor.operation.signature}` is only {kink.distance:.2g} away from its kink, and differences with h = "
        f"{kink.smallest_step:g} or more straddle it; they are left out of the verdict.",
        "The gradient holds on this side of the kink; a step of that size ends on the other.",
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
