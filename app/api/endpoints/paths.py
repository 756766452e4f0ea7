"""`POST /api/v1/paths`: a gradient as a sum over paths."""

from typing import Annotated, Any

import orjson
from pydantic import ConfigDict, Field

from backpass.app.api.schema_types import FROM_FLOAT, Number, Row, Whole
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.programs import ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Code, Gradients, Limits, Problem, ProblemError, backward
from backpass.engine.autodiff.paths import PathSum, digits, sum_over_paths
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.messages import say
from backpass.engine.serialization.graph_json import named, no_influence, number, problem_json, problems_of, utf16

Count = Annotated[str, Field(pattern=r"^\d+$")]

MAX_PATHS = 100


class PathsRequest(ProgramRequest):
    """A program, and the node to which paths are followed: exactly one of `name` and `node`."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["name"], "properties": {"name": {"type": "string"}, "node": {"type": "null"}}},
                {"required": ["node"], "properties": {"node": {"type": "integer"}, "name": {"type": "null"}}},
            ]
        }
    )

    name: str | None = Field(default=None, description="The name of the program to which the paths lead.", examples=["a"])
    node: Annotated[int, Field(ge=0), FROM_FLOAT] | None = Field(
        default=None, description="Its id in the graph, for what has no name."
    )
    most: Whole = Field(default=10, ge=1, le=MAX_PATHS, description="How many of the largest paths are listed.")
    element: list[Whole] | None = Field(
        default=None, max_length=64, description="Which element of a tensor, one place per axis counted from 0; else the first."
    )


class PathModel(Row):
    """One path from the output to the node, by ids of the graph: one node more than edges."""

    nodes: list[int]
    edges: list[int]
    locals: list[Number]
    product: Number
    elements: list[list[int]] = Field(description="Which element of each node, one place per axis; empty for a single number.")


class LastStepModel(Row):
    """All paths that come in through one edge; together they are its contribution."""

    user: int
    slot: int
    edge: int
    count: Count
    contribution: Number


class PathsResponse(Row):
    """One gradient as a sum over paths. Counts are texts of digits, since they are exact however large they are."""

    node: int | None = Field(description="null for a name that does not feed the output.")
    gradient: Number | None
    count: Count
    zeros: Count = Field(
        description="How many of the paths have a slope of 0 on the way. Where arrays of several shapes are on the "
        "way, such paths are not counted."
    )
    paths: list[PathModel]
    listed: Number | None = Field(description="The sum of the listed products.")
    remainder: Number | None = Field(description="The gradient minus that sum.")
    last_steps: list[LastStepModel]
    problems: list[ProblemModel]


_EVALUATIONS_PER_SLOT = 10
"""Counting paths through one slot takes about as long as computing this many numbers, so large graphs are left to a worker."""
_MAX_LAST_STEPS = 1_000
"""A count may have thousands of digits, and a node thousands of users: the rest of them is left out."""


def answer_paths(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/paths`."""
    try:
        request = PathsRequest.read(body)
        content = orjson.dumps(_compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _compute(request: PathsRequest, run: Run, limits: Limits) -> Any:
    slots = sum(len(tensor.inputs) for tensor in ancestors(run.output))
    limits.check_evaluations(slots * (_EVALUATIONS_PER_SLOT + request.most))
    gradients = backward(run.output, run.seed(request.upstream))
    problems = problems_of(run, gradients)
    node = _node(request, run, gradients, problems)
    element = None if request.element is None else tuple(request.element)
    found = PathSum(0.0, 0, 0, (), ()) if node is None else sum_over_paths(gradients, node, request.most, element)
    span = utf16(run.program.text)
    return {
        "node": node,
        "gradient": _number(found.gradient),
        "count": digits(found.count),
        "zeros": digits(found.zeros),
        "paths": [
            {
                "nodes": path.nodes,
                "edges": path.edges,
                "locals": [number(local) for local in path.locals],
                "product": number(path.product),
                "elements": path.elements,
            }
            for path in found.paths
        ],
        "listed": _number(found.listed),
        "remainder": _number(found.remainder),
        "last_steps": [
            {
                "user": step.user,
                "slot": step.slot,
                "edge": step.edge,
                "count": digits(step.paths),
                "contribution": number(step.contribution),
            }
            for step in found.last_steps[:_MAX_LAST_STEPS]
        ],
        "problems": [problem_json(problem, span) for problem in problems],
    }


def _number(value: float | None) -> Any:
    return None if value is None else number(value)


def _node(request: PathsRequest, run: Run, gradients: Gradients, problems: list[Problem]) -> int | None:
    """The node asked for; None, with a problem that says so, for a name that does not feed the output."""
    if (request.name is None) == (request.node is None):
        raise ProblemError(
            Problem(
                Code.INVALID_REQUEST,
                say("path-node-missing"),
                say("path-node-missing.hint"),
            )
        )
    if request.name is not None:
        tensor = named(run, request.name)
        for position, candidate in enumerate(gradients.tensors):
            if candidate is tensor:
                return position
        problems.append(no_influence(request.name, tensor))
        return None
    assert request.node is not None
    if request.node < len(gradients.tensors):
        return request.node
    raise ProblemError(
        Problem(
            Code.INVALID_REQUEST,
            say("poll-no-node", node=request.node, count=len(gradients.tensors) - 1),
            say("take-id-of-node"),
        )
    )
