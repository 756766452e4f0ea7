"""From a request's body to the JSON of its gradients."""

from typing import Any

from app.evaluator import Answer
from app.gradients.schemas import GradientRequest
from app.programs import answer
from app.replay import Kind, replay
from engine import Code, Gradients, Limits, Problem, backward
from engine.diagnose import finite
from engine.forward_mode import forward_gradients
from engine.graph import data_json, gradient_json, named, number, problem_json, utf16
from engine.higher_order import hessian
from engine.language.interpreter import Run
from engine.replay import gradient_numbers, marked_gradient
from engine.tensor import Tensor

_KIND = Kind(marked_gradient, gradient_numbers)


def answer_gradient(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/gradient`."""
    return answer(GradientRequest, body, limits, lambda request, run: compute(request, run, limits), _replayed)


def _replayed(request: GradientRequest, limits: Limits) -> bytes | None:
    return replay(_KIND, request, limits) if request.order == 1 and request.mode == "reverse" else None


def compute(request: GradientRequest, run: Run, limits: Limits) -> Any:
    """What the request asks of a finished run. Raises ProblemError."""
    found = gradient_json(run, request.wrt, request.upstream)
    if request.order == 1 and request.mode == "reverse":
        return found
    gradients = backward(run.output, request.upstream)
    wanted = {name: named(run, name) for name, value in found["gradients"].items() if value is not None}
    if request.mode == "forward":
        forward = forward_gradients(gradients, list(wanted.values()), request.upstream, limits)
        found["gradients"] |= {name: data_json(value) for name, value in zip(wanted, forward, strict=True)}
    if request.order == 2:
        found["hessian"] = _second(gradients, wanted, limits)
        if _only_second_is_not_finite(gradients, found["hessian"]):
            found["problems"].append(problem_json(_not_finite(), utf16(run.program.text)))
    return found


def _second(gradients: Gradients, wanted: dict[str, Tensor], limits: Limits) -> dict[str, dict[str, Any]]:
    rows = hessian(gradients, wanted, limits)
    return {name: {other: number(value) for other, value in row.items()} for name, row in rows.items()}


def _only_second_is_not_finite(gradients: Gradients, table: dict[str, dict[str, Any]]) -> bool:
    values = (*(tensor.data for tensor in gradients.tensors), *(value for value in gradients.values if value is not None))
    return all(map(finite, values)) and any(isinstance(value, str) for row in table.values() for value in row.values())


def _not_finite() -> Problem:
    return Problem(
        Code.NOT_FINITE_GRADIENT,
        "Value and gradients are finite here, but a second derivative is not.",
        "Move the inputs a little away from this point.",
    )
