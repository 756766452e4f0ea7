"""From a request's body to the text of an export."""

from typing import Any

from app.evaluator import Answer
from app.exports.schemas import ExportRequest
from app.programs import answer
from engine import Limits
from engine.export.computation import Computation, identifier
from engine.export.formats import FORMATS, export
from engine.graph import gradient_json
from engine.running.interpreter import Run


def answer_export(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/export`."""
    return answer(ExportRequest, body, limits, _compute, lambda _request, _limits: None)


def _compute(request: ExportRequest, run: Run) -> Any:
    problems = gradient_json(run, request.wrt, request.upstream)["problems"]
    computation = Computation.of(run, request.wrt, request.upstream)
    chosen = FORMATS[request.format]
    # A program must not be called as a module that it imports.
    stem = identifier(computation.names[-1]) + (f"_{chosen.name}" if chosen.suffix == "py" else "")
    return {
        "format": chosen.name,
        "filename": f"{stem}.{chosen.suffix}",
        "media_type": chosen.media_type,
        "text": export(computation, chosen.name, operation_nodes=request.operation_nodes),
        "problems": problems,
    }
