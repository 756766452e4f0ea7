"""Functions of arrays that are a formula of a few operations: remainders and whole parts, products added to something, distances,
spreads, means with weights.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, call_errors, library_errors
from backpass.engine.interpreter.libraries.arrays import array_functions
from backpass.engine.interpreter.libraries.arrays.queries import NUMPY_ALONE, NUMPYS, OF_BOTH, read_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of, broadcast

_TORCH = ("torch",)

Formula = Callable[[GraphOfCall], Item]
"""Makes the graph of one call."""


def formula(*names: str, takes: str, modules: tuple[str, ...] = OF_BOTH) -> Callable[[Formula], Formula]:
    """Enters a formula under its names, as a function of each module and as a method."""

    def enter(body: Formula) -> Formula:
        def called(machine: Any, arguments: Arguments) -> Item:
            return body(GraphOfCall(machine, arguments))

        offer(modules, *names, takes=takes)(called)
        builtin(TENSOR_METHODS, *names, takes=takes)(called)
        return body

    return enter


# Whole parts and remainders


def _trunc(graph: GraphOfCall, x: Item) -> Tensor:
    return graph.made("where", graph.made("less", x, 0.0), graph.made("ceil", x), graph.made("floor", x))


@formula("trunc", "fix", takes="(x)")
def _whole_part(graph: GraphOfCall) -> Item:
    return _trunc(graph, graph.values[0])


@formula("frac", takes="(x)", modules=_TORCH)
def _fraction(graph: GraphOfCall) -> Item:
    x = graph.values[0]
    return graph.made("subtract", x, _trunc(graph, x))


@formula("fmod", takes="(x, divisor)")
def _fmod(graph: GraphOfCall) -> Item:
    """The remainder that has the sign of x, as in C."""
    x, divisor = graph.values
    size = graph.made("abs", divisor)
    below = graph.made("negate", graph.made("modulo", graph.made("negate", x), size))
    return graph.made("where", graph.made("less", x, 0.0), below, graph.made("modulo", x, size))


@offer(NUMPYS, "rint", takes="(x)")
def _rint(machine: Any, arguments: Arguments) -> Item:
    return GraphOfCall(machine, arguments).made("round", arguments.values[0])


# What is put in place of some numbers


@formula("nan_to_num", takes="(x, *, nan=0.0, posinf=None, neginf=None)")
def _nan_to_num(graph: GraphOfCall) -> Item:
    x, nan, above, below = graph.places(x=None, nan=0.0, posinf=None, neginf=None)
    largest = float(np.finfo(float).max)
    found = graph.made("where", graph.made("not_equal", x, x), 0.0 if nan is None else nan, x)
    found = graph.made("where", graph.made("equal", x, math.inf), largest if above is None else above, found)
    return graph.made("where", graph.made("equal", x, -math.inf), -largest if below is None else below, found)


@formula("heaviside", takes="(x, values)", modules=_TORCH)
def _heaviside(graph: GraphOfCall) -> Tensor:
    """0 below 0, the given values at 0, 1 above; 0 at NaN, as in PyTorch."""
    x, values = graph.values
    rest = graph.made("detach", values)
    return graph.made("where", graph.made("equal", x, 0.0), rest, graph.made("greater", x, 0.0))


@offer(NUMPYS, "heaviside", takes="(x, values)")
def _heaviside_of_numpy(machine: Any, arguments: Arguments) -> Item:
    """As PyTorch's, but NaN at NaN."""
    graph = GraphOfCall(machine, arguments)
    x = graph.values[0]
    return graph.made("where", graph.made("equal", x, x), _heaviside(graph), math.nan)


def _without_nan(name: str, operation: str, instead: float) -> None:
    @formula(name, takes="(x, *, axis=None, keepdims=False)")
    def reduced(graph: GraphOfCall) -> Item:
        """The reduction of all numbers that are not NaN."""
        x = graph.values[0]
        there = graph.made("equal", x, x)
        options = {"axis": graph.plain_option("axis"), "keepdims": graph.plain_option("keepdims")}
        kept = graph.made("where", there, x, instead)
        found = graph.made(operation, kept, **options)
        return graph.made("divide", found, graph.made("sum", there, **options)) if name == "nanmean" else found


_without_nan("nansum", "sum", 0.0)
_without_nan("nanmean", "sum", 0.0)


# Products added to something


@formula("lerp", takes="(x, end, weight)", modules=_TORCH)
def _lerp(graph: GraphOfCall) -> Item:
    x, end, weight = graph.values
    return graph.made("add", x, graph.made("multiply", weight, graph.made("subtract", end, x)))


def _added(name: str, operation: str) -> None:
    @formula(name, takes="(x, one, other, *, value=1.0)", modules=_TORCH)
    def added(graph: GraphOfCall) -> Item:
        x, one, other = graph.values
        return graph.made("add", x, graph.made("multiply", graph.keywords.get("value", 1.0), graph.made(operation, one, other)))


_added("addcmul", "multiply")
_added("addcdiv", "divide")


_SKIPPING = ("addmm", "addmv")
"""With `alpha=0` PyTorch leaves NaN and infinity in the factors of these out of the value, and not out of the gradients."""


def _added_product(name: str, operation: str, axes: tuple[int, int]) -> None:
    @formula(name, takes="(x, one, other, *, beta=1.0, alpha=1.0)", modules=_TORCH)
    def added(graph: GraphOfCall) -> Item:
        x, *factors = (graph.tensor(each) for each in graph.values)
        for factor, rank in zip(factors, axes, strict=True):
            if len(factor.shape) != rank:
                raise ProblemError(binding_errors.value("dim", len(factor.shape), str(rank), graph.part))
        beta, alpha = graph.keywords.get("beta", 1.0), graph.keywords.get("alpha", 1.0)
        if graph.number_of(alpha) == 0 and name in _SKIPPING and not all(np.isfinite(each.raw).all() for each in factors):
            raise ProblemError(library_errors.not_finite(graph.part))
        product = graph.made(operation, *factors)
        scaled = graph.made("multiply", alpha, product)
        if broadcast(name, (x.shape, product.shape)) != product.shape:
            raise ProblemError(binding_errors.value("input", str(x.shape), str(product.shape), graph.part))
        if graph.number_of(beta) == 0:  # PyTorch then ignores x, even where it is NaN
            x = graph.made("where", graph.constant(np.zeros(x.shape)), x, 0.0)
        return graph.made("add", graph.made("multiply", beta, x), scaled)


_added_product("addmm", "matmul", (2, 2))
_added_product("addmv", "matmul", (2, 1))
_added_product("addr", "outer", (1, 1))
_added_product("baddbmm", "matmul", (3, 3))


# Logarithms


@formula("logit", takes="(x, eps=None)", modules=_TORCH)
def _logit(graph: GraphOfCall) -> Item:
    x, eps = graph.places(x=None, eps=None)
    if eps is not None:
        x = graph.made("clip", x, graph.number_of(eps), 1 - graph.number_of(eps))
    numbers = np.asarray(graph.tensor(x).raw)
    if np.any((numbers < 0) | (numbers > 1)):  # the slope is NaN there as well, as in PyTorch
        inside = graph.made("multiply", graph.made("greater_equal", x, 0.0), graph.made("less_equal", x, 1.0))
        x = graph.made("multiply", x, graph.made("where", inside, 1.0, math.nan))
    return graph.made("subtract", graph.made("log", x), graph.made("log", graph.made("subtract", 1.0, x)))


@formula("xlogy", takes="(x, y)", modules=_TORCH)
def _xlogy(graph: GraphOfCall) -> Item:
    """x·log(y), which is 0 where x is 0 unless y is NaN."""
    x, y = graph.values
    if graph.tensor(y).requires_grad and np.any(np.equal(graph.tensor(x).raw, 0) & np.equal(graph.tensor(y).raw, 0)):
        graph.machine.names.differs("logarithm of nothing", "torch", graph.machine.evaluator.place or graph.part.span)
    nothing = graph.made("multiply", graph.made("equal", x, 0.0), graph.made("less_equal", y, 0.0))
    return graph.made("where", nothing, 0.0, graph.made("multiply", x, graph.made("log", graph.made("where", nothing, 1.0, y))))


@formula("logaddexp2", takes="(x, y)")
def _logaddexp2(graph: GraphOfCall) -> Item:
    if len(graph.values) != 2:
        raise ProblemError(call_errors.builtin_arguments("logaddexp2", 2, 2, len(graph.values), graph.part))
    x, y = (graph.made("multiply", each, math.log(2)) for each in graph.values)
    return graph.made("divide", graph.made("logaddexp", x, y), math.log(2))


# Distances, spreads and means


@formula("dist", takes="(x, other, p=2.0)", modules=_TORCH)
def _dist(graph: GraphOfCall) -> Item:
    x, other, p = graph.places(x=None, other=None, p=2.0)
    return _norm(graph, graph.made("reshape", graph.made("subtract", x, other), shape=(-1,)), p)


def _norm(graph: GraphOfCall, x: Tensor, p: Item) -> Item:
    """PyTorch's norm along the last axis."""
    norm = array_functions.standing_for("norm", OPERATIONS["norm"], "torch.norm")
    return norm.call(graph.machine, Arguments([x], {"p": graph.number_of(p), "axis": -1}, graph.part))  # type: ignore[union-attr, return-value]


@offer(_TORCH, "cdist", takes="(x, y, p=2.0)")
def _cdist(machine: Any, arguments: Arguments) -> Item:
    """The distance of each row of x from each row of y."""
    graph = GraphOfCall(machine, arguments)
    one, other, p = graph.places(x=None, y=None, p=2.0)
    x, y = graph.tensor(one), graph.tensor(other)
    axis_of(-2, x.shape), axis_of(-2, y.shape)
    if not graph.number_of(p) >= 0:
        raise ProblemError(binding_errors.value("p", graph.number_of(p), "≥ 0", graph.part))
    apart = graph.made("subtract", graph.made("expand_dims", x, axis=-2), graph.made("expand_dims", y, axis=-3))
    return _norm(graph, apart, p)


def _with_mean(name: str, operation: str) -> None:
    @formula(name, takes="(x, *, axis=None, correction=None, unbiased=None, keepdims=False)", modules=_TORCH)
    def both(graph: GraphOfCall) -> Item:
        """The spread and the mean."""
        x = graph.values[0]
        options = {"axis": graph.plain_option("axis"), "keepdims": graph.plain_option("keepdims")}
        unbiased, correction = graph.keywords.get("unbiased", True), graph.plain_option("correction")
        ddof = int(graph.machine.truth(unbiased, graph.part.span)) if correction is None else correction
        return graph.made(operation, x, ddof=ddof, **options), graph.made("mean", x, **options)


_with_mean("std_mean", "std")
_with_mean("var_mean", "var")


@offer(NUMPYS, "ptp", takes="(x, *, axis=None, keepdims=False)")
def _ptp(machine: Any, arguments: Arguments) -> Item:
    """From the smallest to the largest."""
    graph = GraphOfCall(machine, arguments)
    options = {"axis": graph.plain_option("axis"), "keepdims": graph.plain_option("keepdims")}
    return graph.made("subtract", graph.made("amax", graph.values[0], **options), graph.made("amin", graph.values[0], **options))


_AVERAGE = "(x, *, axis=None, weights=None, keepdims=False)"


@offer(NUMPY_ALONE, "average", takes=_AVERAGE)
def _average_of_numpy(machine: Any, arguments: Arguments) -> Item:
    return _average(machine, arguments, checked=True)


@offer(("jax.numpy",), "average", takes=_AVERAGE)
def _average_of_jax(machine: Any, arguments: Arguments) -> Item:
    """JAX divides by a sum of 0."""
    return _average(machine, arguments, checked=False)


def _average(machine: Any, arguments: Arguments, *, checked: bool) -> Item:
    """The mean; with weights their share of the sum. Raises ProblemError where the weights do not fit, or their sum is 0."""
    graph = GraphOfCall(machine, arguments)
    x, weights = graph.tensor(graph.values[0]), graph.keywords.get("weights")
    options = {"axis": graph.plain_option("axis"), "keepdims": graph.plain_option("keepdims")}
    if weights is None:
        return graph.made("mean", x, **options)
    shares = graph.tensor(weights)
    if shares.shape != x.shape:
        axis = options["axis"]
        if not isinstance(axis, int) or shares.shape != (x.shape[axis_of(axis, x.shape)],):
            raise ProblemError(binding_errors.value("weights", str(shares.shape), str(x.shape), graph.part))
        place = axis_of(axis, x.shape)
        shares = graph.made("reshape", shares, shape=tuple(-1 if each == place else 1 for each in range(len(x.shape))))
        shares = graph.made("broadcast_to", shares, shape=x.shape)
    total = graph.made("sum", shares, **options)
    if checked and np.any(read_numbers(graph, total)[1] == 0):
        raise ProblemError(library_errors.weights_sum_to_zero(graph.part))
    return graph.made("divide", graph.made("sum", graph.made("multiply", x, shares), **options), total)


def _covariance(graph: GraphOfCall, rows: Tensor, ddof: float) -> Tensor:
    """Of variables in rows; of one variable its variance."""
    table = graph.made("reshape", rows, shape=(1, -1)) if len(rows.shape) < 2 else rows
    centred = graph.made("subtract", table, graph.made("mean", table, axis=1, keepdims=True))
    product = graph.made("matmul", centred, graph.made("transpose", centred))
    found = graph.made("divide", product, table.shape[1] - ddof)
    return graph.made("reshape", found, shape=()) if table.shape[0] == 1 else found


def _variables(graph: GraphOfCall) -> Tensor:
    """The rows of what is compared. Raises ProblemError."""
    item, y, in_rows = graph.places(x=None, y=None, rowvar=True)
    tables = []
    for each in (item,) if y is None else (item, y):
        x = graph.tensor(each)
        if len(x.shape) > 2:
            raise ProblemError(binding_errors.value("dim", len(x.shape), "1 … 2", graph.part))
        rows = graph.made("reshape", x, shape=(1, -1)) if len(x.shape) < 2 else x
        turned = len(x.shape) == 2 and not graph.machine.truth(in_rows, graph.part.span)
        tables.append(graph.made("transpose", rows) if turned else rows)
    return tables[0] if len(tables) == 1 else graph.made("concatenate", *tables, axis=0)


@offer(NUMPYS, "cov", takes="(x, y=None, rowvar=True, bias=False, ddof=None)")
def _cov(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    _, _, _, bias, ddof = graph.places(x=None, y=None, rowvar=True, bias=False, ddof=None)
    usual = 0 if machine.truth(bias, graph.part.span) else 1
    return _covariance(graph, _variables(graph), usual if ddof is None else graph.whole(ddof))


@formula("corrcoef", takes="(x, y=None, rowvar=True)")
def _corrcoef(graph: GraphOfCall) -> Item:
    found = _covariance(graph, _variables(graph), 1)
    if not found.shape:
        return graph.made("divide", found, found)
    size = found.shape[0]
    places = tuple(range(size))
    spread = graph.made("sqrt", graph.made("index", found, key=(places, places)))
    return graph.made("divide", found, graph.made("outer", spread, spread))
