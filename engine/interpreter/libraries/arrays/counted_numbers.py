"""What is counted of the numbers of arrays: how many lie in each bin, and the rank of a matrix. None has a gradient."""

import math
from typing import Any

import numpy as np

from backpass.engine.interpreter.errors import binding_errors
from backpass.engine.interpreter.libraries.arrays.queries import NUMPYS, read_numbers, whole_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError

_USUAL_BINS = 10


@offer(NUMPYS, "histogram", takes="(a, bins=10, range=None, *, density=None, weights=None)")
def _histogram(machine: Any, arguments: Arguments) -> Item:
    """How many numbers lie in each bin, and the edges of the bins. Raises ProblemError for rules by name, such as `auto`."""
    graph = GraphOfCall(machine, arguments)
    item, bins, ends, density, weights = graph.places(a=None, bins=_USUAL_BINS, range=None, density=None, weights=None)
    if isinstance(bins, str):
        raise ProblemError(binding_errors.value("bins", bins, "1, 2, 3 …", graph.part))
    _, data = read_numbers(graph, item)
    bounds: Any = None if ends is None else tuple(read_numbers(graph, ends)[1].ravel().tolist())
    if bounds is not None and len(bounds) != 2:
        raise ProblemError(binding_errors.value("range", ends, "(0, 1) …", graph.part))
    edges = read_numbers(graph, bins)[1]
    if not edges.ndim:
        machine.evaluator.hold(max(0, graph.whole(bins)))
        edges = np.asarray(graph.whole(bins))
    is_density = machine.truth(density, arguments.span)
    of_each = None if weights is None else read_numbers(graph, weights)[1]
    try:
        found, borders = np.histogram(data, edges if edges.ndim else int(edges), bounds, is_density, of_each)
    except (ValueError, TypeError) as error:
        raise ProblemError(binding_errors.value("bins", str(error), "1, 2, 3 …", graph.part)) from None
    counts = whole_numbers(graph, found) if not is_density and weights is None else graph.constant(found.astype(float))
    return counts, graph.constant(borders.astype(float))


@offer(("numpy.linalg", "autograd.numpy.linalg"), "matrix_rank", takes="(A, tol=None)")
@offer(("jax.numpy.linalg", "torch.linalg"), "matrix_rank", takes="(A)")
def _matrix_rank(machine: Any, arguments: Arguments) -> Item:
    """How many singular values are larger than a tolerance, by default that of rounding."""
    graph = GraphOfCall(machine, arguments)
    item, tolerance = graph.places(A=None, tol=None)
    x, data = read_numbers(graph, item)
    if len(x.shape) > 2 or not np.isfinite(data).all():
        raise ProblemError(binding_errors.no_matrix(len(x.shape), graph.part))
    machine.evaluator.hold(math.prod(x.shape))
    return int(np.linalg.matrix_rank(data, None if tolerance is None else graph.number_of(tolerance)))
