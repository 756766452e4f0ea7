"""From a request's body to the JSON of its explanations."""

from typing import Any

from app.evaluator import Answer
from app.explanations.schemas import ExplanationRequest
from app.programs import answer
from engine import Limits
from engine.explain import explanation_json
from engine.running.interpreter import Run
from engine.trace import ancestors

_EVALUATIONS_PER_CONTRIBUTION = 200
"""Wording one contribution takes about as long as computing this many numbers, so a long explanation is left to a worker."""


def answer_explanation(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/explain`."""
    return answer(ExplanationRequest, body, limits, lambda request, run: _compute(request, run, limits), lambda *_: None)


def _compute(request: ExplanationRequest, run: Run, limits: Limits) -> Any:
    slots = sum(len(tensor.inputs) for tensor in ancestors(run.output))
    limits.check_evaluations(slots * _EVALUATIONS_PER_CONTRIBUTION)
    return explanation_json(run, request.upstream)
