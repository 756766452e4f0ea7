"""From a request's body to the JSON of its explanations."""

from typing import Any

from app.evaluator import Answer
from app.explanations.schemas import ExplanationRequest
from app.programs import answer
from engine import Limits
from engine.explain import explanation_json
from engine.language.interpreter import Run


def answer_explanation(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/explain`."""
    return answer(ExplanationRequest, body, limits, _compute, lambda _request, _limits: None)


def _compute(request: ExplanationRequest, run: Run) -> Any:
    return explanation_json(run, request.upstream)
