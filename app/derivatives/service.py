"""From a request's body to the JSON of its derivatives."""

from typing import Any

from app.derivatives.schemas import DerivativeRequest
from app.evaluator import Answer
from app.programs import answer
from engine import Limits
from engine.graph import problem_json, utf16
from engine.running.interpreter import Run
from engine.symbolic.derivative import derivatives
from engine.trace import ancestors

_EVALUATIONS_PER_SLOT = 200
"""Working out one slot of the graph with letters takes about as long as computing this many numbers."""


def answer_derivative(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/derivative`."""
    return answer(DerivativeRequest, body, limits, lambda request, run: _compute(request, run, limits), lambda *_: None)


def _compute(request: DerivativeRequest, run: Run, limits: Limits) -> Any:
    slots = sum(len(tensor.inputs) for tensor in ancestors(run.output))
    limits.check_evaluations(slots * _EVALUATIONS_PER_SLOT)
    found = derivatives(run, request.wrt, request.upstream)
    span = utf16(run.program.text)
    return {
        "derivatives": {name: written and written._asdict() for name, written in found.by_name.items()},
        "problems": [problem_json(problem, span) for problem in found.problems],
    }
