"""`POST /api/v1/export`: a program as code, picture, derivation or data."""

from typing import Annotated, Any

import orjson
from pydantic import AfterValidator, Field, WithJsonSchema

from backpass.app.api.schema_types import Row
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Limits, ProblemError
from backpass.engine.export.registry import FORMATS, export
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.serialization.computation import Computation, identifier
from backpass.engine.serialization.graph_json import gradient_json


def _known(name: str) -> str:
    if name not in FORMATS:
        raise ValueError(f"there is no format {name[:40]!r}; there are {', '.join(FORMATS)}")
    return name


FormatName = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(FORMATS)})]


class ExportRequest(ProgramRequest):
    """A program that is wanted in another form."""

    format: FormatName = Field(description=" ".join(f"`{each.name}`: {each.meaning}" for each in FORMATS.values()))
    operation_nodes: bool = Field(
        default=True,
        description="Whether pictures in `dot` and `mermaid` have a node for each operation, between its inputs and its value.",
    )


class ExportResponse(Row):
    """The text, and what a file with it would be called."""

    format: str
    filename: str
    media_type: str
    text: str
    problems: list[ProblemModel]


_EVALUATIONS_PER_NODE = 10
"""Writing one node takes about as long as computing this many numbers, so long texts are left to a worker."""


def answer_export(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/export`."""
    try:
        request = ExportRequest.read(body)
        content = orjson.dumps(_compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _compute(request: ExportRequest, run: Run, limits: Limits) -> Any:
    limits.check_evaluations(len(ancestors(run.output)) * _EVALUATIONS_PER_NODE)
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
