"""Functions of curves that are a formula of a few operations: polynomials and their fits, slopes, products with a sliding row,
areas, straight lines between points, numbers spaced by their logarithms.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import binding_errors, library_errors
from backpass.engine.interpreter.libraries.arrays.cuts_and_turns import along
from backpass.engine.interpreter.libraries.arrays.queries import NUMPY_ALONE, NUMPYS, OF_BOTH, read_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axes_of, axis_of

# Polynomials and products of neighbours


@offer(NUMPYS, "polyval", takes="(p, x)")
def _polyval(machine: Any, arguments: Arguments) -> Item:
    """By Horner's rule; the coefficient of the highest power comes first."""
    graph = GraphOfCall(machine, arguments)
    coefficients = graph.tensor(graph.values[0])
    if len(coefficients.shape) != 1 or not coefficients.shape[0]:
        raise ProblemError(binding_errors.value("dim", len(coefficients.shape), "1", graph.part))
    x = graph.tensor(graph.values[1])
    machine.evaluator.hold(coefficients.shape[0])
    found = graph.made("multiply", graph.made("index", coefficients, key=(0,)), graph.constant(np.ones(x.shape)))
    for place in range(1, coefficients.shape[0]):
        found = graph.made("add", graph.made("multiply", found, x), graph.made("index", coefficients, key=(place,)))
    return found


@offer(NUMPYS, "polyfit", takes="(x, y, deg)")
def _polyfit(machine: Any, arguments: Arguments) -> Item:
    """The coefficients of least squares, that of the highest power first. Raises ProblemError.

    Places are divided by the largest before, so that powers are of one size.
    """
    graph = GraphOfCall(machine, arguments)
    places, heights, degree = graph.places(x=None, y=None, deg=1)
    x, data = read_numbers(graph, places)
    y, aims = read_numbers(graph, heights)
    count = graph.whole(degree) + 1
    if data.ndim != 1 or aims.ndim not in (1, 2) or len(aims) != len(data):
        raise ProblemError(binding_errors.value("y", str(aims.shape), str(data.shape), graph.part))
    if not 0 < count <= len(data):
        raise ProblemError(binding_errors.value("deg", count - 1, f"0 … {len(data) - 1}", graph.part))
    if not (np.isfinite(data).all() and np.isfinite(aims).all()):
        raise ProblemError(library_errors.not_finite(graph.part))
    machine.evaluator.hold(len(data) * count * 4)
    try:
        with np.errstate(all="ignore"):
            exact, _, rank, *_ = np.polyfit(data, aims, count - 1, full=True)
    except np.linalg.LinAlgError:  # powers that are no numbers
        raise ProblemError(library_errors.points_too_close(count - 1, graph.part)) from None
    if rank < count:
        raise ProblemError(library_errors.points_too_close(count - 1, graph.part))
    scale = float(np.abs(data).max()) or 1.0
    steps = x if scale == 1 else graph.made("divide", x, scale)
    columns = [graph.constant(np.ones(len(data)))]
    for _ in range(1, count):
        columns.insert(0, graph.made("multiply", columns[0], steps))
    found = _least_squares(graph, graph.made("stack", *columns, axis=1), y)
    powers = np.reshape(scale ** np.arange(count - 1.0, -1.0, -1.0), (count, *[1] * (aims.ndim - 1)))
    found = graph.made("divide", found, graph.constant(powers))
    if not np.allclose(np.asarray(found.raw), exact, rtol=1e-7, atol=1e-10 * float(np.abs(exact).max(initial=0.0))):
        raise ProblemError(library_errors.points_too_close(count - 1, graph.part))
    return found


@offer(NUMPYS, "vander", takes="(x, N=None, increasing=False)")
def _vander(machine: Any, arguments: Arguments) -> Item:
    """A row of powers for each element, the highest first unless they increase. Raises ProblemError."""
    graph = GraphOfCall(machine, arguments)
    item, columns, increasing = graph.places(x=None, N=None, increasing=False)
    x = graph.tensor(item)
    if len(x.shape) != 1:
        raise ProblemError(binding_errors.value("dim", len(x.shape), "1", graph.part))
    count = x.shape[0] if columns is None else graph.whole(columns)
    if count < 1:
        raise ProblemError(binding_errors.value("N", count, "1, 2, 3 …", graph.part))
    machine.evaluator.hold(x.shape[0] * count)
    powers = [graph.constant(np.ones(x.shape)), x][:count]
    for _ in range(2, count):
        powers.append(graph.made("multiply", powers[-1], x))
    rises = machine.truth(increasing, graph.part.span)
    return graph.made("stack", *(powers if rises else reversed(powers)), axis=1)


_WELL_CONDITIONED = 1e3
"""Tables whose singular values lie closer together lose at most six digits when they are squared."""


def _least_squares(graph: GraphOfCall, table: Tensor, y: Tensor) -> Tensor:
    """The c for which |V·c − y| is smallest, from the normal equations VᵀV·c = Vᵀy.

    A badly conditioned V is multiplied by the inverse of its triangle R of V = Q·R before, as a constant: c = R⁻¹·z where z fits
    V·R⁻¹, whatever R is. G. H. Golub and C. F. Van Loan, Matrix Computations, 5.3.
    """
    data, change = np.asarray(table.raw), None
    if not np.linalg.cond(data) < _WELL_CONDITIONED:
        triangle = np.linalg.qr(data, mode="r")
        if np.all(np.isfinite(triangle)) and np.all(np.diag(triangle)):
            change = graph.constant(np.linalg.inv(triangle))
            table = graph.made("matmul", table, change)
    turned = graph.made("transpose", table)
    found = graph.made("solve", graph.made("matmul", turned, table), graph.made("matmul", turned, y))
    return found if change is None else graph.made("matmul", change, found)


# Slopes of rows of numbers


_GRADIENT = "(f, *varargs, axis=None, edge_order=1)"


@offer(NUMPY_ALONE, "gradient", takes=_GRADIENT)
def _gradient_of_numpy(machine: Any, arguments: Arguments) -> Item:
    return _gradient(machine, arguments, (1, 2))


@offer(("jax.numpy",), "gradient", takes=_GRADIENT)
def _gradient_of_jax(machine: Any, arguments: Arguments) -> Item:
    return _gradient(machine, arguments, (1,))


def _gradient(machine: Any, arguments: Arguments, orders: tuple[int, ...]) -> Item:
    """Slopes between the neighbours of each element, at the ends those of the first and last two, or with `edge_order=2` of the
    parabola through three; of several axes a list.

    Raises ProblemError. Between places at unequal distances h and k the slopes of both sides are weighted: B. Fornberg,
    Generation of Finite Difference Formulas on Arbitrarily Spaced Grids (1988).
    """
    graph = GraphOfCall(machine, arguments)
    f, spacing = graph.tensor(graph.values[0]), graph.values[1:]
    wanted = graph.plain_option("axis")
    given = graph.plain_option("edge_order", 1)
    order = 1 if given is None else given  # JAX's only choice is None
    if order not in orders:
        raise ProblemError(binding_errors.value("edge_order", order, ", ".join(map(str, orders)), graph.part))
    axes = tuple(range(len(f.shape))) if wanted is None else axes_of(wanted, f.shape)
    if len(spacing) not in (0, 1, len(axes)) or not axes:
        raise ProblemError(binding_errors.value("varargs", len(spacing), f"0, 1, {len(axes)}", graph.part))
    steps = [*spacing] * len(axes) if len(spacing) == 1 else [*spacing] or [1.0] * len(axes)
    found = [_slopes(graph, f, axis, step, order) for axis, step in zip(axes, steps, strict=True)]
    return found[0] if len(found) == 1 else tuple(found)


def _slopes(graph: GraphOfCall, f: Tensor, axis: int, spacing: Item, order: int) -> Tensor:
    """Along one axis; the spacing is one distance or the place of each element."""
    length, distance = f.shape[axis], graph.tensor(spacing)
    if length <= order:
        raise ProblemError(binding_errors.value("f", str(f.shape), f"≥ {order + 1}", graph.part))
    rises = graph.made("subtract", along(graph, f, axis, slice(1, None)), along(graph, f, axis, slice(None, -1)))
    if distance.shape:
        if distance.shape != (length,):
            raise ProblemError(binding_errors.value("varargs", str(distance.shape), f"({length},)", graph.part))
        later, earlier = along(graph, distance, 0, slice(1, None)), along(graph, distance, 0, slice(None, -1))
        distance = graph.made("subtract", later, earlier)
        shape = tuple(-1 if each == axis else 1 for each in range(len(f.shape)))
        distance = distance if len(shape) == 1 else graph.made("reshape", distance, shape=shape)
    slopes = graph.made("divide", rises, distance)
    ends = along(graph, slopes, axis, slice(0, 1)), along(graph, slopes, axis, slice(-1, None))
    if length == 2:
        return graph.made("concatenate", *ends, axis=axis)
    before, after = along(graph, slopes, axis, slice(None, -1)), along(graph, slopes, axis, slice(1, None))
    if order == 2:
        ends = _edge(graph, slopes, distance, axis, (0, 1)), _edge(graph, slopes, distance, axis, (-1, -2))
    if distance.shape:
        h, k = along(graph, distance, axis, slice(None, -1)), along(graph, distance, axis, slice(1, None))
        weighted = graph.made("add", graph.made("multiply", k, before), graph.made("multiply", h, after))
        inside = graph.made("divide", weighted, graph.made("add", h, k))
    else:
        inside = graph.made("divide", graph.made("add", before, after), 2.0)
    return graph.made("concatenate", ends[0], inside, ends[1], axis=axis)


def _edge(graph: GraphOfCall, slopes: Tensor, distance: Tensor, axis: int, places: tuple[int, int]) -> Tensor:
    """The slope at an end of the parabola through three points: s₀ + (s₀ − s₁)·h₀ / (h₀ + h₁), where s₀ is the slope
    next to the end, s₁ the one behind it, and h₀ and h₁ are their widths.
    """
    cuts = [slice(place, place + 1 or None) for place in places]
    first, second = (along(graph, slopes, axis, cut) for cut in cuts)
    share: Item = 0.5
    if distance.shape:
        h, k = (along(graph, distance, axis, cut) for cut in cuts)
        share = graph.made("divide", h, graph.made("add", h, k))
    return graph.made("add", first, graph.made("multiply", share, graph.made("subtract", first, second)))


_MODES = ("full", "same", "valid")


def _row(graph: GraphOfCall, item: Item) -> Tensor:
    x = graph.tensor(item)
    return x if x.shape else graph.made("reshape", x, shape=(-1,))


def _sliding(name: str, usual: str, *, turned: bool) -> None:
    @offer(NUMPYS, name, takes=f"(a, v, mode='{usual}')")
    def products(machine: Any, arguments: Arguments) -> Item:
        """Sums of products of one row with the other at each offset. Raises ProblemError."""
        graph = GraphOfCall(machine, arguments)
        one, other, mode = graph.places(a=None, v=None, mode=usual)
        a, v = (_row(graph, each) for each in (one, other))
        if len(a.shape) != 1 or len(v.shape) != 1 or not a.shape[0] or not v.shape[0]:
            raise ProblemError(binding_errors.value("dim", max(len(a.shape), len(v.shape)), "1", graph.part))
        if mode not in _MODES:
            raise ProblemError(binding_errors.value("mode", str(mode), ", ".join(_MODES), graph.part))
        backwards = slice(None, None, -1)
        flipped = v.shape[0] > a.shape[0]  # as NumPy, which slides the shorter one
        if turned:
            v = graph.made("index", v, key=(backwards,))
        if flipped:
            a, v = v, a
        length, short = a.shape[0], v.shape[0]
        machine.evaluator.hold((length + 2 * short) * short)
        zeros = graph.constant(np.zeros(short - 1))
        padded = graph.made("concatenate", zeros, a, zeros, axis=0) if short > 1 else a
        windows = np.arange(length + short - 1)[:, None] + np.arange(short)
        table = graph.made("index", padded, key=(tuple(windows.ravel().tolist()),))
        rows = graph.made("reshape", table, shape=windows.shape)
        found = graph.made("matmul", rows, graph.made("index", v, key=(backwards,)))
        first = {"full": 0, "same": (short if turned and flipped else short - 1) // 2, "valid": short - 1}[str(mode)]
        count = {"full": length + short - 1, "same": length, "valid": length - short + 1}[str(mode)]
        return graph.made("index", found, key=(slice(first, first + count),))


_sliding("convolve", "full", turned=False)
_sliding("correlate", "valid", turned=True)


# Areas and straight lines between points


@offer(OF_BOTH, "trapezoid", "trapz", takes="(y, x=None, *, dx=1.0, axis=-1)")
def _trapezoid(machine: Any, arguments: Arguments) -> Item:
    """The area under straight lines between the points. Raises ProblemError."""
    graph = GraphOfCall(machine, arguments)
    item, places = graph.places(y=None, x=None)
    y = graph.tensor(item)
    axis = axis_of(graph.whole(graph.keywords.get("axis", -1)), y.shape)
    later, earlier = along(graph, y, axis, slice(1, None)), along(graph, y, axis, slice(None, -1))
    heights = graph.made("divide", graph.made("add", later, earlier), 2.0)
    if places is None:
        widths: Item = graph.keywords.get("dx", 1.0)
    else:
        x = graph.tensor(places)
        if len(x.shape) not in (1, len(y.shape)):
            raise ProblemError(binding_errors.value("dim", len(x.shape), str(len(y.shape)), graph.part))
        one = axis if len(x.shape) > 1 else 0
        steps = graph.made("subtract", along(graph, x, one, slice(1, None)), along(graph, x, one, slice(None, -1)))
        shape = tuple(-1 if each == axis else 1 for each in range(len(y.shape)))
        widths = steps if len(x.shape) == len(y.shape) else graph.made("reshape", steps, shape=shape)
    return graph.made("sum", graph.made("multiply", heights, widths), axis=axis)


_INTERP = "(x, xp, fp, left=None, right=None)"


@offer(NUMPY_ALONE, "interp", takes=_INTERP)
def _interp_of_numpy(machine: Any, arguments: Arguments) -> Item:
    return _interp(machine, arguments, last=True)


@offer(("jax.numpy",), "interp", takes=_INTERP)
def _interp_of_jax(machine: Any, arguments: Arguments) -> Item:
    return _interp(machine, arguments, last=False)


def _interp(machine: Any, arguments: Arguments, *, last: bool) -> Item:
    """On the straight line between the two neighbours of x; outside the value at the end. Raises ProblemError.

    At a last knot that is repeated NumPy takes the last of its heights, JAX the one before; both are constant there.
    """
    graph = GraphOfCall(machine, arguments)
    item, points, heights, left, right = graph.places(x=None, xp=None, fp=None, left=None, right=None)
    x, data = read_numbers(graph, item)
    xp, knots = read_numbers(graph, points)
    fp = graph.tensor(heights)
    if knots.ndim != 1 or fp.shape != knots.shape or not knots.size:
        raise ProblemError(binding_errors.value("fp", str(fp.shape), str(knots.shape), graph.part))
    if np.any(np.diff(knots) < 0):
        raise ProblemError(binding_errors.value("xp", "", "x₀ < x₁ < x₂ …", graph.part))
    end = knots.size - 1
    upper = np.clip(np.searchsorted(knots, data, side="right"), 1, max(end, 1)) if end else np.zeros(data.shape, int)
    lower = np.maximum(upper - 1, 0)

    def at(of: Tensor, places: Any) -> Tensor:
        found = graph.made("index", of, key=(tuple(np.ravel(places).tolist()),))
        return graph.made("reshape", found, shape=np.shape(places))

    start, base = at(xp, lower), at(fp, lower)
    inside = base
    if end:
        width, empty = graph.made("subtract", at(xp, upper), start), knots[upper] == knots[lower]
        if empty.any():
            width = graph.made("where", graph.constant(empty * 1.0), 1.0, width)
        slope = graph.made("divide", graph.made("subtract", at(fp, upper), base), width)
        inside = graph.made("add", base, graph.made("multiply", slope, graph.made("subtract", x, start)))
        if empty.any():
            inside = graph.made("where", graph.constant(empty * 1.0), at(fp, upper if last else lower), inside)
    first = graph.made("index", fp, key=(0,)) if left is None else left
    beyond = graph.made("index", fp, key=(end,)) if right is None else right
    found = graph.made("where", graph.constant((data < knots[0]) * 1.0), first, inside)
    return graph.made("where", graph.constant((data > knots[-1]) * 1.0), beyond, found)


def _spaced(name: str, values: Callable[[float, float, int, bool], Any]) -> None:
    @offer(NUMPYS, name, takes="(start, stop, num=50, endpoint=True)")
    def spaced(machine: Any, arguments: Arguments) -> Item:
        """Numbers whose logarithms are evenly spaced. Raises ProblemError."""
        graph = GraphOfCall(machine, arguments)
        start, stop, num, endpoint = graph.places(start=None, stop=None, num=50, endpoint=True)
        count = graph.whole(num)
        machine.evaluator.hold(max(count, 0))
        if count < 0:
            raise ProblemError(binding_errors.value("num", count, "0, 1, 2 …", graph.part))
        last = machine.truth(endpoint, graph.part.span)
        one, other = graph.number_of(start), graph.number_of(stop)
        if name == "geomspace" and one * other <= 0:
            raise ProblemError(binding_errors.value("start", one, "> 0", graph.part))
        with np.errstate(all="ignore"):
            return graph.constant(values(one, other, count, last))


_spaced("logspace", np.logspace)
_spaced("geomspace", np.geomspace)
