"""From a request's body to the JSON of its gradients."""

from typing import Any

from app.evaluator import Answer
from app.gradients.schemas import GradientRequest
from app.programs import answer
from app.replay import Kind, replay
from engine import Limits
from engine.graph import gradient_json
from engine.language.interpreter import Run
from engine.replay import gradient_numbers, marked_gradient

_KIND = Kind(marked_gradient, gradient_numbers)


def answer_gradient(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/gradient`."""
    return answer(GradientRequest, body, limits, _compute, lambda request, most: replay(_KIND, request, most))


def _compute(request: GradientRequest, run: Run) -> Any:
    return gradient_json(run, request.wrt, request.upstream)
