"""From a request's body to the JSON of its Jacobian."""

from typing import Any

from app.evaluator import Answer
from app.jacobians.schemas import JacobianRequest
from app.programs import answer
from engine import Limits
from engine.graph import data_json, gradient_json, named
from engine.jacobian import jacobian
from engine.running.interpreter import Run


def answer_jacobian(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/jacobian`."""
    return answer(JacobianRequest, body, limits, lambda request, run: _compute(request, run, limits), lambda *_: None)


def _compute(request: JacobianRequest, run: Run, limits: Limits) -> Any:
    found = gradient_json(run, request.wrt)
    wanted = {name: named(run, name) for name, value in found["gradients"].items() if value is not None}
    rows = jacobian(run.output, wanted, limits)
    return {
        "value": found["value"],
        # A constant has no derivative, as it has no gradient.
        "jacobian": {name: data_json(rows.get(name)) for name in found["gradients"]},
        "problems": found["problems"],
    }
