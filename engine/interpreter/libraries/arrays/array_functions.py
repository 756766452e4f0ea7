"""Functions on arrays whose arguments in other libraries are more than an operation's options: written with operations.

Each has the signature of ours that `parameter_meanings` speaks of, and replaces the operation of its name wherever a
library's own name is called.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import Body
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, call_errors, program_errors
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.mathematics.decomposed import SINGULAR_VALUES, matrix_part
from backpass.engine.interpreter.libraries.registry import ARRAYS, LIBRARY_FUNCTIONS
from backpass.engine.interpreter.tensor_semantics.number_kinds import Kind
from backpass.engine.interpreter.values import Arguments, Builtin, Extremes, Item, whole_number
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axes_of, axis_of

_STANDS: dict[str, Builtin] = {}
"""By the name that is called, or that of the operation."""


def standing_for(name: str, found: "Operation | Builtin", dotted: str = "") -> "Operation | Builtin":
    """What replaces an operation when a library's function of that name is called."""
    if isinstance(found, Builtin):
        return found
    return _STANDS.get(dotted) or _STANDS.get(name) or _STANDS.get(found.name) or found


def _stands(*names: str, takes: str) -> Callable[[Body], Body]:
    def enter(body: Body) -> Body:
        for name in names:
            _STANDS[name] = Builtin(name, body, takes)
        return body

    return enter


def own_method(name: str, items: list[Item], keywords: dict[str, Item]) -> Builtin | None:
    """A method where no library is named: `x.max(1)` is along an axis, as in NumPy, if x has axes and a whole number is given;
    `x.sort()` would change x itself.
    """
    if name == "sort":
        return Builtin(name, _refuse_sort)
    if name not in ("max", "min") or keywords or len(items) != 2:
        return None
    x, axis = items
    literal = axis.raw if isinstance(axis, Tensor) and not axis.requires_grad else axis
    if not isinstance(x, Tensor) or not x.shape or not isinstance(literal, int | float) or not float(literal).is_integer():
        return None
    found = _STANDS[name]
    return Builtin(
        name, lambda machine, given: found.call(machine, Arguments(given.values[:1], {"axis": given.values[1]}, given.part))
    )


def _refuse_sort(_: Any, arguments: Arguments) -> Item:
    raise ProblemError(binding_errors.function("sort", say("sorts-in-place"), arguments.part))


@_stands("numpy.ravel", "numpy.ndarray.ravel", "autograd.numpy.ravel", takes="(x)")
def _ravel(machine: Any, arguments: Arguments) -> Item:
    """What shows the numbers of the array, unlike `flatten`, which copies them."""
    graph = GraphOfCall(machine, arguments)
    return graph.made("reshape", *graph.places(x=None), shape=(-1,))


# Extremes


def _extreme(name: str, pairwise: str, whole: str) -> None:
    @_stands(name, takes="(x, other=None, *, axis=None, keepdims=None, along=None)")
    def body(machine: Any, arguments: Arguments) -> Item:
        graph = GraphOfCall(machine, arguments)
        if len(graph.values) > 1 and graph.values[1] is not None:
            return graph.called(pairwise, *graph.values)
        if "along" not in graph.keywords:
            return graph.called(whole, graph.values[0], axis=graph.plain_option("axis"), keepdims=graph.plain_option("keepdims"))
        return _with_places(graph, whole, graph.plain_option("along"), bool(graph.plain_option("keepdims")))


def _with_places(graph: GraphOfCall, whole: str, along: Any, keepdims: bool) -> Item:
    """The extremes along an axis and where they are: of several that are equal the first, which alone is credited."""
    x = graph.tensor(graph.values[0])
    graph.machine.read(x)
    data = np.asarray(x.raw)
    if not x.shape:
        axis_of(along, (1,))
        return Extremes(x, _places(graph, 0.0))
    axis = axis_of(along, x.shape)
    find = np.argmax if whole == "amax" else np.argmin
    places = find(data, axis=axis)
    extremes = np.expand_dims(np.take_along_axis(data, np.expand_dims(places, axis), axis).squeeze(axis), axis)
    if np.any(np.sum(np.equal(data, extremes), axis=axis) != 1):
        values = _picked(graph, x, places, axis, keepdims)
    else:
        values = graph.made(whole, x, axis=axis, keepdims=keepdims)
    where = np.expand_dims(places, axis) if keepdims else places
    return Extremes(values, _places(graph, where))


def _places(graph: GraphOfCall, numbers: Any) -> Tensor:
    """Where something is, in whole numbers, which have no gradient."""
    found = graph.constant(np.asarray(numbers, dtype=float))
    graph.machine.tracking.made_of_whole_numbers(found)
    graph.machine.kinds.note(found, Kind.WHOLE)
    return found


def _picked(graph: GraphOfCall, x: Tensor, places: Any, axis: int, keepdims: bool) -> Tensor:
    grids = np.indices(places.shape)
    key = [tuple(each.ravel().tolist()) for each in grids]
    key.insert(axis, tuple(np.ravel(places).tolist()))
    shape = (*places.shape[:axis], *([1] if keepdims else []), *places.shape[axis:])
    picked = graph.made("index", x, key=tuple(key))
    return picked if picked.shape == shape else graph.made("reshape", picked, shape=shape)


_extreme("max", "maximum", "amax")
_extreme("min", "minimum", "amin")


def _place(name: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        """Where the largest or smallest element is: a number that has no gradient."""
        graph = GraphOfCall(machine, arguments)
        x = graph.tensor(graph.values[0])
        machine.read(x)
        axis, data = graph.plain_option("axis"), np.asarray(x.raw)
        axis = None if axis is None else axis_of(axis, x.shape or (1,)) if x.shape or axis not in (0, -1) else None
        if not (data.size if axis is None or not data.shape else data.shape[axis]):
            raise ProblemError(program_errors.empty_list(arguments.span))
        found = getattr(np, name)(data, axis=axis, keepdims=bool(graph.plain_option("keepdims")))
        return _places(graph, found)

    takes = "(x, *, axis=None, keepdims=False)"
    made = Builtin(name, body, takes)
    TENSOR_METHODS[name] = made
    for module in ARRAYS:
        LIBRARY_FUNCTIONS.setdefault(module, {})[name] = made


for _name in ("argmax", "argmin"):
    _place(_name)


# Sums and lengths


@_stands("var", "std", takes="(x, *, axis=None, ddof=0, correction=None, bessel=1, unbiased=None, keepdims=False)")
def _spread(machine: Any, arguments: Arguments) -> Item:
    """Variances: NumPy's `ddof`, PyTorch's `correction` (its default is 1) or `unbiased`."""
    graph = GraphOfCall(machine, arguments)
    ddof = graph.plain_option("ddof", 0)
    if "bessel" in graph.keywords:
        given = graph.plain_option("bessel", 1)
        ddof = 1 if given is None else given
    if graph.keywords.get("correction") is not None:
        ddof = graph.plain_option("correction")
    if (unbiased := graph.keywords.get("unbiased")) is not None:
        ddof = int(machine.truth(unbiased, arguments.span))
    name = OPERATIONS.spellings[graph.part.name].name
    return graph.called(
        name, graph.values[0], axis=graph.plain_option("axis"), keepdims=graph.plain_option("keepdims"), ddof=ddof or None
    )


@_stands("norm", takes="(x, *, p=2, ord=None, euclidean='euclidean', axis=None, keepdims=False)")
def _norm(machine: Any, arguments: Arguments) -> Item:
    """The length of vectors by `p`, or of vectors and matrices by `ord`; `euclidean` is TensorFlow's `ord`."""
    graph = GraphOfCall(machine, arguments)
    x = graph.values[0]
    axis, keepdims = graph.plain_option("axis"), bool(graph.plain_option("keepdims"))
    order = next((graph.keywords[each] for each in ("p", "ord", "euclidean") if each in graph.keywords), None)
    if isinstance(order, Tensor) and not order.shape:
        machine.read(order)
        order = order.item()
    if isinstance(order, Tensor | list | tuple | dict):
        raise ProblemError(binding_errors.value("ord", "[…]", "numbers, `inf` and `'fro'`", graph.part))
    if order in (None, "fro", "euclidean") or ("ord" not in graph.keywords and order == 2):
        if order == "fro" and "p" not in graph.keywords and _matrix_axes(graph, axis) is None:
            raise ProblemError(binding_errors.value("ord", order, "numbers, for a vector", graph.part))
        return graph.called("norm", x, axis=axis, keepdims=keepdims)
    matrix = None if "p" in graph.keywords and order != "nuc" else _matrix_axes(graph, axis)
    if order == "nuc" and matrix is not None:
        return _of_singular_values(graph, "sum", keepdims)
    if not isinstance(order, int | float):
        raise ProblemError(binding_errors.value("ord", order, "numbers, `inf` and `'fro'`", graph.part))
    if "euclidean" in graph.keywords and axis is None:
        matrix = None
    if matrix is not None:
        return _matrix_norm(graph, float(order), matrix, keepdims)
    if "ord" in graph.keywords and axis is None and len(graph.tensor(x).shape) > 2:
        raise ProblemError(binding_errors.value("ord", order, "an `axis` beside it, or no `ord`", graph.part))
    return _vector_norm(graph, float(order), axis, keepdims)


def _matrix_axes(graph: GraphOfCall, axis: Any) -> tuple[int, int] | None:
    """The two axes of matrices, if it is matrices that are measured."""
    shape = graph.tensor(graph.values[0]).shape
    axes = axes_of(axis, shape) if axis is not None else tuple(range(len(shape)))
    return (axes[0], axes[1]) if len(axes) == 2 else None


def _vector_norm(graph: GraphOfCall, order: float, axis: Any, keepdims: bool) -> Item:
    x = graph.values[0]
    if order == 2:
        return graph.called("norm", x, axis=axis, keepdims=keepdims)
    if order == 0:
        return graph.made("sum", graph.made("not_equal", x, 0.0), axis=axis, keepdims=keepdims)
    sizes = graph.made("abs", x)
    if np.isinf(order):
        return graph.made("amax" if order > 0 else "amin", sizes, axis=axis, keepdims=keepdims)
    if order == 1:
        return graph.made("sum", sizes, axis=axis, keepdims=keepdims)
    total = graph.made("sum", graph.made("power", sizes, order), axis=axis, keepdims=keepdims)
    if graph.machine.aliases.library_of(graph.tensor(x)) != "torch" or np.all(np.not_equal(total.raw, 0)):
        return graph.made("power", total, 1.0 / order)
    some = graph.made("not_equal", total, 0.0)  # PyTorch's slope at the origin is 0
    return graph.made("where", some, graph.made("power", graph.made("where", some, total, 1.0), 1.0 / order), 0.0)


def _matrix_norm(graph: GraphOfCall, order: float, axes: tuple[int, int], keepdims: bool) -> Item:
    """The largest (or smallest) sum of sizes of a column (1) or a row (infinity), or singular value (2)."""
    if abs(order) == 2:
        return _of_singular_values(graph, "amax" if order > 0 else "amin", keepdims)
    if abs(order) not in (1.0, np.inf):
        raise ProblemError(binding_errors.value("ord", order, "1, 2, inf, their negatives, 'fro' and 'nuc'", graph.part))
    rows, columns = axes
    summed, picked = (rows, columns) if abs(order) == 1 else (columns, rows)
    totals = graph.made("sum", graph.made("abs", graph.values[0]), axis=summed, keepdims=True)
    found = graph.made("amax" if order > 0 else "amin", totals, axis=picked, keepdims=True)
    return found if keepdims else graph.made("squeeze", found, axis=axes)


def _of_singular_values(graph: GraphOfCall, name: str, keepdims: bool) -> Item:
    """One matrix's; of its transpose they are the same."""
    found = graph.made(name, matrix_part(graph, SINGULAR_VALUES, graph.tensor(graph.values[0])))
    return graph.made("reshape", found, shape=(1, 1)) if keepdims else found


@_stands("cumsum", takes="(x, *, axis=None)")
def _cumsum(machine: Any, arguments: Arguments) -> Item:
    """Without an axis that of all elements in a row, as in NumPy."""
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    axis = graph.plain_option("axis")
    flat = graph.made("flatten", x) if axis is None and len(x.shape) != 1 else x
    return graph.made("cumsum", flat, axis=axis)


def _softmax(name: str) -> None:
    @_stands(name, takes="(x, *, axis=-1, implied=..., everywhere=...)")
    def body(machine: Any, arguments: Arguments) -> Item:
        """Along `axis`; `implied` is PyTorch's `dim`, which may be left out; `everywhere` SciPy's: all, if it is left out."""
        graph = GraphOfCall(machine, arguments)
        x = graph.tensor(graph.values[0])
        axis = graph.plain_option("axis", -1)
        if "implied" in graph.keywords:
            axis = graph.plain_option("implied")
            axis = (0 if len(x.shape) in (0, 1, 3) else 1) if axis is None else axis
        if "everywhere" in graph.keywords:
            axis = graph.plain_option("everywhere")
            axis = tuple(range(len(x.shape))) if axis is None else axis
        if not x.shape and axis in (0, -1, ()):
            axis = None
        last = axis is None or axis == -1 or (axis == len(x.shape) - 1 and "axis" not in graph.keywords)
        return graph.called(name, x, axis=None if last else axis)


for _name in ("softmax", "log_softmax"):
    _softmax(_name)


# Shapes


@_stands("transpose", takes="(x, *, axes=None, dim0=None, dim1=None)")
def _transpose(machine: Any, arguments: Arguments) -> Item:
    """All axes in another order, or two axes (`dim0`, `dim1`, PyTorch's) in each other's place."""
    graph = GraphOfCall(machine, arguments)
    axes = graph.plain_option("axes")
    if "dim0" in graph.keywords:
        return _swapped(graph, graph.plain_option("dim0"), graph.plain_option("dim1"))
    if axes in ((), (None,)):
        axes = None
    return graph.made("transpose", graph.values[0], axes=axes)


def _swapped(graph: GraphOfCall, one: Any, other: Any) -> Tensor:
    x = graph.tensor(graph.values[0])
    if not x.shape:
        return x
    first, second = axis_of(one, x.shape), axis_of(other, x.shape)
    order = list(range(len(x.shape)))
    order[first], order[second] = second, first
    return graph.made("transpose", x, axes=None if len(order) == 2 and first != second else tuple(order))


@_stands("flatten", takes="(x, *, start_dim=0, end_dim=-1)")
def _flatten(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    start, end = (
        axis_of(graph.plain_option(name, usual), x.shape or (1,)) for name, usual in (("start_dim", 0), ("end_dim", -1))
    )
    if not x.shape or (start == 0 and end == len(x.shape) - 1):
        return graph.made("flatten", x)
    return graph.made("reshape", x, shape=(*x.shape[:start], -1, *x.shape[end + 1 :]))


@_stands("squeeze", takes="(x, *, axis=None, lenient=None)")
def _squeeze(machine: Any, arguments: Arguments) -> Item:
    """Without axes of length 1; `lenient` is PyTorch's `dim`, which leaves an axis that is longer."""
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    axis = graph.plain_option("axis")
    if axis == ():
        axis = None  # TensorFlow's and JAX's empty list: none is named
    if "lenient" in graph.keywords and graph.keywords["lenient"] is not None:
        axes = axes_of(graph.plain_option("lenient"), x.shape or (1,))
        axis = tuple(each for each in axes if x.shape and x.shape[each] == 1)
        if not axis:
            return x
    return graph.made("squeeze", x, axis=axis)


@_stands("broadcast_to", takes="(x, *, shape)")
def _broadcast_to(machine: Any, arguments: Arguments) -> Item:
    """A length of -1 is that which is there, as in PyTorch's `expand`."""
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    wanted = graph.plain_option("shape")
    lengths = list(wanted if isinstance(wanted, tuple) else (wanted,))
    for place in range(1, min(len(lengths), len(x.shape)) + 1):
        if lengths[-place] == -1:
            lengths[-place] = x.shape[-place]
    if any(isinstance(length, int) and length < 0 for length in lengths):
        known = "lengths, and -1 for one that is there already"
        raise ProblemError(binding_errors.value("shape", str(wanted), known, graph.part))
    return machine.aliases.shares(graph.made("broadcast_to", x, shape=tuple(lengths)))  # type: ignore[no-any-return]


@_stands("concatenate", takes="(x, *, axis=0)")
def _concatenate(machine: Any, arguments: Arguments) -> Item:
    """Without an axis (None) all elements in a row, as in NumPy."""
    graph = GraphOfCall(machine, arguments)
    items = graph.values[0]
    if isinstance(items, Tensor):
        items = list(machine.evaluator.rows(items, graph.part))
    if "axis" in graph.keywords and graph.keywords["axis"] is None and isinstance(items, list | tuple):
        return graph.called("concatenate", [graph.made("flatten", each) for each in items])
    return _listed(graph, "concatenate", items)


@_stands("stack", takes="(x, *, axis=0)")
def _stack(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    items = graph.values[0]
    if isinstance(items, Tensor):
        items = list(machine.evaluator.rows(items, graph.part))
    return _listed(graph, "stack", items)


def _listed(graph: GraphOfCall, name: str, items: Item) -> Item:
    options = {"axis": graph.keywords["axis"]} if "axis" in graph.keywords else {}
    return graph.machine.evaluator.call(OPERATIONS[name], graph.part, [items], options)  # type: ignore[no-any-return]


# Products


@_stands("dot", takes="(a, b)")
def _dot(machine: Any, arguments: Arguments) -> Item:
    """Of numbers their product. Raises ProblemError (shape-mismatch) where it is another product than `@`."""
    graph = GraphOfCall(machine, arguments)
    a, b = (graph.tensor(each) for each in graph.values)
    if not a.shape or not b.shape:
        return graph.made("multiply", a, b)
    if len(b.shape) > 2:
        raise ProblemError(binding_errors.stacks(graph.part))
    return graph.made("matmul", a, b)


@_stands("matmul", takes="(a, b, *, transpose_a=False, transpose_b=False)")
def _matmul(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    factors = [graph.tensor(each) for each in graph.values]
    for place, name in enumerate(("transpose_a", "transpose_b")):
        if graph.plain_option(name) and len(factors[place].shape) > 1:
            graph.values = [factors[place]]
            factors[place] = _swapped(graph, -1, -2)
    return graph.made("matmul", *factors)


@_stands("numpy.outer", "jax.numpy.outer", "autograd.numpy.outer", takes="(a, b)")
def _outer(machine: Any, arguments: Arguments) -> Item:
    """Of all elements of both, in a row."""
    graph = GraphOfCall(machine, arguments)
    tensors = [graph.tensor(each) for each in graph.values]
    return graph.made("outer", *(each if len(each.shape) == 1 else graph.made("flatten", each) for each in tensors))


# Element by element


_MAX_DECIMALS = 300
"""Beyond it the power of ten that scales is no number any more."""


@_stands("round", takes="(x, *, decimals=0)")
def _round(machine: Any, arguments: Arguments) -> Item:
    """To so many decimals, as NumPy does it: scaled, rounded to the even neighbour, scaled back."""
    graph = GraphOfCall(machine, arguments)
    decimals = whole_number(graph.keywords.get("decimals", 0), "`decimals`", graph.part)
    if not decimals:
        return graph.called("round", graph.values[0])
    if abs(decimals) > _MAX_DECIMALS:
        raise ProblemError(binding_errors.value("decimals", decimals, f"−{_MAX_DECIMALS} … {_MAX_DECIMALS}", graph.part))
    scale = 10.0 ** abs(decimals)
    into, back = ("multiply", "divide") if decimals > 0 else ("divide", "multiply")
    return graph.made(back, graph.made("round", graph.made(into, graph.values[0], scale)), scale)


@_stands("add", "subtract", takes="(a, b, *, alpha=1)")
def _scaled_sum(machine: Any, arguments: Arguments) -> Item:
    """`a + alpha*b`, `a - alpha*b`."""
    graph = GraphOfCall(machine, arguments)
    if len(graph.values) != 2:
        raise ProblemError(call_errors.builtin_arguments(graph.part.name, 2, 2, len(graph.values), graph.part))
    a, b = graph.values
    scaled = graph.made("multiply", graph.keywords["alpha"], b) if "alpha" in graph.keywords else b
    return graph.called(OPERATIONS.spellings[graph.part.name].name, a, scaled)


@_stands("divide", takes="(a, b, *, rounding_mode=None)")
def _divide(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    mode = graph.keywords.get("rounding_mode")
    if mode is None:
        return graph.called("divide", *graph.values)
    if mode == "floor":
        return graph.called("floor_divide", *graph.values)
    if mode != "trunc":
        raise ProblemError(binding_errors.value("rounding_mode", mode, "None, 'floor' and 'trunc'", graph.part))
    ratio = graph.made("divide", *graph.values)
    return graph.made("multiply", graph.made("sign", ratio), graph.made("floor", graph.made("abs", ratio)))


@_stands("math.log", takes="(x, base=None)")
def _log(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x, *base = graph.values
    if not base:
        return graph.called("log", x)
    return machine.evaluator.operator("/", [graph.called("log", x), graph.called("log", base[0])], graph.part)  # type: ignore[no-any-return]


@_stands("math.hypot", takes="(*coordinates)")
def _hypot(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    if len(graph.values) < 2:
        return graph.called("abs", *graph.values) if graph.values else 0.0
    total = graph.values[0]
    for each in graph.values[1:]:
        total = graph.called("hypot", total, each)
    return total


@_stands("gelu", takes="(x, *, approximate='none', tanh=False)")
def _gelu(machine: Any, arguments: Arguments) -> Item:
    """The exact form, or that with tanh: PyTorch's `approximate` is a word, that of JAX and TensorFlow true or false."""
    graph = GraphOfCall(machine, arguments)
    approximate = graph.keywords.get("approximate", "none")
    if "tanh" in graph.keywords:
        approximate = "tanh" if machine.truth(graph.keywords["tanh"], arguments.span) else "none"
    if approximate not in ("none", "tanh"):
        raise ProblemError(binding_errors.value("approximate", approximate, "'none', 'tanh'", graph.part))
    return graph.called("gelu" if approximate == "none" else "gelu_tanh", graph.values[0])


@_stands("elu", takes="(x, *, alpha=1.0)")
def _elu(machine: Any, arguments: Arguments) -> Item:
    """x where it is positive, else alpha·(exp(x) − 1)."""
    graph = GraphOfCall(machine, arguments)
    (x,) = graph.values
    if graph.number("alpha", 1.0) == 1.0:
        return graph.called("elu", x)
    below = graph.made("multiply", graph.keywords["alpha"], graph.made("elu", x))
    return graph.made("where", graph.made("greater", x, 0.0), x, below)


@_stands("leaky_relu", takes="(x, *, slope=0.01)")
def _leaky_relu(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    if "slope" not in graph.keywords:
        return graph.called("leaky_relu", *graph.values)
    return graph.called("prelu", *graph.values, graph.keywords["slope"])


@_stands("prelu", takes="(x, slope)")
def _prelu(machine: Any, arguments: Arguments) -> Item:
    """One slope, or one for each channel, which PyTorch has along axis 1."""
    graph = GraphOfCall(machine, arguments)
    x, slope = (graph.tensor(each) for each in graph.values)
    if len(x.shape) > 2 and slope.shape not in ((), (1,)):
        slope = graph.made("reshape", slope, shape=(*slope.shape, *[1] * (len(x.shape) - 2)))
    return graph.made("prelu", x, slope)


@_stands("softplus", takes="(x, *, beta=1)")
def _softplus(machine: Any, arguments: Arguments) -> Item:
    """log(1 + exp(beta·x)) / beta. PyTorch gives x itself beyond its threshold, which differs by less than 2.1e-9."""
    graph = GraphOfCall(machine, arguments)
    (x,) = graph.values
    if "beta" not in graph.keywords:
        return graph.called("softplus", x)
    beta = graph.keywords["beta"]
    return graph.made("divide", graph.made("softplus", graph.made("multiply", beta, x)), beta)


@_stands("silu", takes="(x, *, beta=1.0)")
def _silu(machine: Any, arguments: Arguments) -> Item:
    """x × logistic(beta·x)."""
    graph = GraphOfCall(machine, arguments)
    (x,) = graph.values
    if "beta" not in graph.keywords:
        return graph.called("silu", x)
    return graph.made(
        "multiply", x, graph.made(OPERATIONS.spellings["logistic"].name, graph.made("multiply", graph.keywords["beta"], x))
    )
