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
from engine.higher_order import derivatives, hessian
from engine.operations import Data
from engine.replay import Recording, marked_gradient
from engine.running.interpreter import Run

_KIND = Kind(marked_gradient, Recording.gradient_numbers)


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
    higher: list[Data] = []
    if request.order == 2:
        rows = hessian(gradients, wanted, limits)
        found["hessian"] = {name: {other: data_json(each) for other, each in row.items()} for name, row in rows.items()}
        higher = [each for row in rows.values() for each in row.values()]
    elif request.order > 2:
        orders = {name: derivatives(run.output, each, request.order, request.upstream, limits) for name, each in wanted.items()}
        found["derivatives"] = {name: [number(each) for each in values] for name, values in orders.items()}
        higher = [each for values in orders.values() for each in values]
    if not all(map(finite, higher)) and _finite_so_far(gradients):
        found["problems"].append(problem_json(_not_finite(), utf16(run.program.text)))
    return found


def _finite_so_far(gradients: Gradients) -> bool:
    values = (*(tensor.data for tensor in gradients.tensors), *(value for value in gradients.values if value is not None))
    return all(map(finite, values))


def _not_finite() -> Problem:
    return Problem(
        Code.NOT_FINITE_GRADIENT,
        "Value and gradients are finite here, but a second or higher derivative is not.",
        "Move the inputs a little away from this point.",
    )
