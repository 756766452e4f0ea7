"""The routes that compute a program, one per capability."""

from fastapi import APIRouter, Request, Response

from backpass.app.api.endpoints.checks import CheckRequest, CheckResponse, answer_check
from backpass.app.api.endpoints.derivatives import DerivativeRequest, DerivativeResponse, answer_derivative
from backpass.app.api.endpoints.examinations import ExaminationRequest, ExaminationResponse, answer_examination
from backpass.app.api.endpoints.explanations import ExplanationRequest, ExplanationResponse, answer_explanation
from backpass.app.api.endpoints.exports import ExportRequest, ExportResponse, answer_export
from backpass.app.api.endpoints.gradients import (
    BatchRequest,
    BatchResponse,
    GradientRequest,
    GradientResponse,
    answer_batch,
    answer_gradient,
)
from backpass.app.api.endpoints.graphs import GraphRequest, GraphResponse, answer_graph
from backpass.app.api.endpoints.jacobians import JacobianRequest, JacobianResponse, answer_jacobian
from backpass.app.api.endpoints.paths import PathsRequest, PathsResponse, answer_paths
from backpass.app.api.endpoints.runs_as_is import answer_run, asks_for_a_run, read_run
from backpass.app.api.routes import (
    API,
    ProgramRoute,
    answered,
    described,
    program_response,
    requester_of,
    response_of,
    whole,
)
from backpass.app.state import state_of
from backpass.engine.capture.as_it_is.answers import AsItIs

router = APIRouter(prefix=API, route_class=ProgramRoute)

GRAPH_EXAMPLES = {
    "two paths to one input": {"program": "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\n((a*b) + c) * (a + d)"},
    "other inputs, another output": {
        "program": "a = 2.0\nb = -3.0\nd = a*b\nL = tanh(d)",
        "inputs": {"a": 0.25},
        "output": "L",
        "wrt": ["a", "d"],
    },
    "forward mode besides": {"program": "x = 3.0\ny = 4.0\nx*y + sin(x)", "directions": [{"x": 1}, {"y": 1}]},
    "columns": {"program": "2x^2 + 3x + 5", "inputs": {"x": 3}, "layout": "columns"},
}


@router.post(
    "/graph",
    tags=["graph"],
    **described("graph", "Nodes, edges and steps of a computation", GraphRequest, GraphResponse, GRAPH_EXAMPLES),
)
async def graph(request: Request) -> Response:
    """Computes a program forward and backward and returns every node, every edge and every step.

    `steps` are the frames of an animation: first each value as it is computed, then each contribution as it arrives,
    with the running total.
    """
    runs = state_of(request).as_it_is
    body = await request.body()
    if asks_for_a_run(body):
        asked = read_run(body, runs.libraries, runs.bounds, state_of(request).settings.program_limits())
        if isinstance(asked, AsItIs):
            return await whole(await answered(runs.answer(answer_run, asked, requester_of(request))), request)
        if asked is not None:
            return response_of(asked)
    return await program_response(request, answer_graph)


GRADIENT_EXAMPLES = {
    "product and sum": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}},
    "as written in class": {"program": "2x² + 3x + 5", "inputs": {"x": 1}},
    "tensors": {"program": "tanh(w*x + b)", "inputs": {"w": [0.5, -0.5], "x": [1, 2], "b": 0.1}},
    "second derivatives": {"program": "x**2 * y + sin(y)", "inputs": {"x": 2, "y": 3}, "order": 2},
    "forward mode": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}, "mode": "forward"},
}

BATCH_EXAMPLES = {
    "three points": {"program": "x*y + z", "inputs": {"x": [1, 2, 3], "y": [4, 5, 6], "z": 0}},
    "beyond the domain": {"program": "log(x) / y", "inputs": {"x": [1, -2, 0], "y": 4}, "wrt": ["x"]},
}


@router.post(
    "/gradient",
    tags=["gradient"],
    **described("gradient", "Value and gradients at a point", GradientRequest, GradientResponse, GRADIENT_EXAMPLES),
)
async def gradient(request: Request) -> Response:
    """Computes a program and the derivative of its output with respect to every input (or to the names in `wrt`)."""
    return await program_response(request, answer_gradient)


@router.post(
    "/gradient/batch",
    tags=["gradient"],
    **described("gradient_batch", "Values and gradients at many points", BatchRequest, BatchResponse, BATCH_EXAMPLES),
)
async def batch(request: Request) -> Response:
    """Computes a program and its gradients at many points at once: `inputs` has a list with a value for each point, or one
    number for all of them.
    """
    return await program_response(request, answer_batch)


DERIVATIVE_EXAMPLES = {
    "two inputs": {"program": "x*y + sin(x)"},
    "as in class": {"program": "2x² + 3x + 5"},
    "a neuron": {"program": "n = w1*x1 + w2*x2 + b\no = tanh(n)", "wrt": ["w1"]},
}


@router.post(
    "/derivative",
    tags=["gradient"],
    **described("derivative", "Derivatives as formulas", DerivativeRequest, DerivativeResponse, DERIVATIVE_EXAMPLES),
)
async def derivative(request: Request) -> Response:
    """Differentiates a program of single numbers with letters: each derivative as a simplified formula."""
    return await program_response(request, answer_derivative)


JACOBIAN_EXAMPLES = {
    "element by element": {"program": "x**2 * a", "inputs": {"x": [1, 2, 3], "a": 2}},
    "a scalar output": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}},
}


@router.post(
    "/jacobian",
    tags=["gradient"],
    **described(
        "jacobian", "The derivative of every element of the output", JacobianRequest, JacobianResponse, JACOBIAN_EXAMPLES
    ),
)
async def jacobian(request: Request) -> Response:
    """Differentiates every element of the output separately, where `/gradient` differentiates their weighted sum."""
    return await program_response(request, answer_jacobian)


CHECK_EXAMPLES = {
    "a neuron": {"program": "tanh(w*x + b)", "inputs": {"w": 0.5, "x": 2, "b": 0.1}},
    "next to a kink": {"program": "relu(x)", "inputs": {"x": 0.0005}},
    "at the end of a domain": {"program": "x**1.5", "inputs": {"x": 0}},
}


@router.post(
    "/check",
    tags=["gradient"],
    **described("check", "Gradients held against differences", CheckRequest, CheckResponse, CHECK_EXAMPLES),
)
async def check(request: Request) -> Response:
    """Holds each gradient against differences of values over steps h from 0.1 to 1e-15, and against the complex step."""
    return await program_response(request, answer_check)


PATHS_EXAMPLES = {
    "31 = 21 + 10": {"program": "a = 2.0\nb = 3.0\nc = 4.0\nd = 5.0\n((a*b) + c) * (a + d)", "name": "a"},
    "a weight used by two neurons": {
        "program": "x = 0.5\nw1 = 1.7\nw2 = 0.2\nw3 = 0.6\na = x²\nb = relu(w1*a + w3)\nc = relu(w2*a + w3)\ny = 4sin(b + c)",
        "name": "w3",
    },
    "16 paths, the 2 largest": {"program": "x = 0.5\nx = x + x²\nx = x + x²\nx = x + x²\nx + x²", "node": 0, "most": 2},
}


@router.post(
    "/paths",
    tags=["gradient"],
    **described("paths", "A gradient as a sum over paths", PathsRequest, PathsResponse, PATHS_EXAMPLES),
)
async def paths(request: Request) -> Response:
    """Takes the gradient of one node apart into paths from the output to it: their exact number, the largest ones
    with the derivatives on their edges, and what each last step brings.
    """
    return await program_response(request, answer_paths)


EXPLANATION_EXAMPLES = {
    "a value used twice": {"program": "a = 3\na*a + a"},
    "a neuron": {"program": "x1, x2 = 2, 0\nw1, w2 = -3, 1\nb = 6.88\nn = x1*w1 + x2*w2 + b\no = tanh(n)"},
    "a gradient that is blocked": {"program": "x = -2\nw = 0.5\nrelu(x) * w"},
}


@router.post(
    "/explain",
    tags=["graph"],
    **described("explain", "A computation in words", ExplanationRequest, ExplanationResponse, EXPLANATION_EXAMPLES),
)
async def explain(request: Request) -> Response:
    """Words every step of the graph, and takes every contribution from letters to numbers to its result: to read, in
    LaTeX, and to hear.
    """
    return await program_response(request, answer_explanation)


EXAMINATION_EXAMPLES = {
    "an engine that overwrites": {
        "program": "class Value:\n    def __init__(self, data, back=()):\n"
        "        self.data, self.grad, self.back = data, 0.0, back\n"
        "    def __add__(self, other):\n        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))\n"
        "    def backward(self, upstream=1.0):\n        self.grad = upstream\n"
        "        for parent, local in self.back:\n            parent.backward(upstream * local)"
    }
}


@router.post(
    "/examination",
    tags=["graph"],
    **described("examination", "An engine examined, line by line", ExaminationRequest, ExaminationResponse, EXAMINATION_EXAMPLES),
)
async def examination(request: Request) -> Response:
    """Asks of an engine what an engine must do, in its own words, and compares with ours: operations, numbers on either side,
    values used several times, long chains, several passes. It is run in our interpreter; what it does not offer is not asked.
    """
    return await program_response(request, answer_examination)


EXPORT_EXAMPLES = {
    "PyTorch": {"program": "x*y + z", "inputs": {"x": 2, "y": -3, "z": 10}, "format": "pytorch"},
    "plain Python, the backward pass by hand": {"program": "a = 3\na*a + a", "format": "python"},
    "a derivation": {"program": "2x² + 3x + 5", "inputs": {"x": 1}, "format": "latex"},
}


@router.post(
    "/export",
    tags=["export"],
    **described("export", "A program as code, picture, derivation or data", ExportRequest, ExportResponse, EXPORT_EXAMPLES),
)
async def export(request: Request) -> Response:
    """Writes a program for another library, as a picture, as a derivation, or as data. Code that comes out runs as it is."""
    return await program_response(request, answer_export)
