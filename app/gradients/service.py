"""From a request's body to the JSON of its gradients."""

from app.evaluator import Answer
from app.gradients.schemas import GradientRequest
from app.programs import answer
from engine import Limits
from engine.graph import gradient_json


def answer_gradient(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/gradient`."""
    return answer(GradientRequest, body, limits, lambda request, run: gradient_json(run, request.wrt, request.upstream))
