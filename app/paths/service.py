"""From a request's body to the JSON of the paths to a node."""

from typing import Any

from app.evaluator import Answer
from app.paths.schemas import PathsRequest
from app.programs import answer
from engine import Code, Gradients, Limits, Problem, ProblemError, backward
from engine.diagnose import diagnose
from engine.graph import named, no_influence, number, problem_json, utf16
from engine.paths import PathSum, digits, sum_over_paths
from engine.running.interpreter import Run
from engine.shapes import finite_data

_MOST_LAST_STEPS = 1_000
"""A count may have thousands of digits, and a node thousands of users: the rest of them is left out."""


def answer_paths(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/paths`."""
    return answer(PathsRequest, body, limits, _compute, lambda _request, _limits: None)


def _compute(request: PathsRequest, run: Run) -> Any:
    gradients = backward(run.output, finite_data(request.upstream, "The upstream gradient"))
    problems = [*run.problems, *diagnose(gradients)]
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
            for step in found.last_steps[:_MOST_LAST_STEPS]
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
                "It must be said to which node the paths lead, by its name or by its number.",
                "Give either `name`, a name of the program, or `node`, an id of the graph.",
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
            f"There is no node {request.node}: the graph's nodes are 0 to {len(gradients.tensors) - 1}.",
            "Take the `id` of a node from `/api/v1/graph` with the same program.",
        )
    )
