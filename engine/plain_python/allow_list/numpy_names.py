"""What programs may use of NumPy. Sizes are known before anything is made."""

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from backpass.engine.plain_python.allow_list.native_members import check_dtype
from backpass.engine.plain_python.syntax.operators import check_whole_elements
from backpass.engine.plain_python.values import Module, Native, Object

_ELEMENTWISE = frozenset(
    name
    for name, function in vars(np).items()
    if isinstance(function, np.ufunc) and function.nout == 1 and function.signature is None
)
"""NumPy's universal functions of one result, whose size is that of what they are given, broadcast."""
_OF_ARRAYS = [
    "sum",
    "mean",
    "prod",
    "max",
    "min",
    "amax",
    "amin",
    "argmax",
    "argmin",
    "std",
    "var",
    "cumsum",
    "cumprod",
    "any",
    "all",
    "where",
    "clip",
    "round",
    "around",
    "dot",
    "matmul",
    "inner",
    "transpose",
    "reshape",
    "ravel",
    "squeeze",
    "expand_dims",
    "swapaxes",
    "moveaxis",
    "concatenate",
    "stack",
    "vstack",
    "hstack",
    "column_stack",
    "split",
    "array_equal",
    "allclose",
    "isclose",
    "zeros_like",
    "ones_like",
    "full_like",
    "copy",
    "sort",
    "argsort",
    "unique",
    "trace",
    "diag",
    "diagonal",
    "flip",
    "atleast_1d",
    "atleast_2d",
    "shape",
    "ndim",
    "size",
    "isscalar",
    "count_nonzero",
    "nonzero",
    "tril",
    "triu",
    "median",
    "percentile",
    "nan_to_num",
    "average",
    "roll",
    "linalg",
    "append",
    "nansum",
    "ptp",
    "broadcast_shapes",
]
_PRODUCTS = frozenset(["outer", "kron", "tensordot", "einsum", "meshgrid"])
_GROWING = frozenset(["power", "float_power", "left_shift", "prod", "cumprod", "vectorize"])
_CONSTANTS = ("pi", "e", "inf", "nan", "newaxis")
_TYPES = ("ndarray", "float64", "float32", "int64", "int32", "number", "floating", "integer", "generic", "bool_", "uint8")
_LARGEST_GUESS = 4_000_000
"""Elements that a product of everything with everything may have."""
_DRAWS = [
    "rand",
    "randn",
    "random",
    "uniform",
    "normal",
    "randint",
    "choice",
    "shuffle",
    "permutation",
    "seed",
    "random_sample",
    "standard_normal",
    "binomial",
]


def numpy_modules(machine: Any) -> dict[str, Module]:
    """NumPy as programs see it, with generators of random numbers of this run."""
    found: dict[str, Any] = {name: getattr(np, name) for name in (*_CONSTANTS, *_TYPES)}
    for name in (*_ELEMENTWISE, *_OF_ARRAYS, *_PRODUCTS):
        function = getattr(np, name, None)
        if callable(function):
            found[name] = _offered(machine, name, function)
    for name in ("zeros", "ones", "eye", "identity", "arange", "linspace", "full"):
        found[name] = Native(name, _making(machine, name, getattr(np, name)))
    found["empty"], found["empty_like"] = found["zeros"], found["zeros_like"]  # memory of others is not shown
    found["array"] = Native("array", _array(machine, np.array))
    found["asarray"] = Native("asarray", _array(machine, np.asarray))
    found["broadcast_to"] = Native("broadcast_to", _broadcast_to(machine))
    found["tile"] = Native("tile", _tiled(machine, np.tile))
    found["repeat"] = Native("repeat", _tiled(machine, np.repeat))
    found["vectorize"] = Native("vectorize", _vectorized(machine))
    found["set_printoptions"] = Native("set_printoptions", lambda **_: None)
    found["seterr"] = Native("seterr", lambda **_: None)
    found["errstate"] = Native("errstate", np.errstate)
    found["add"] = Native("add", found["add"].call, at=Native("at", _add_at(machine)))
    random = Module("numpy.random", _random(machine))
    linalg = Module("numpy.linalg", {"norm": Native("norm", np.linalg.norm), "inv": Native("inv", np.linalg.inv)})
    found |= {"random": random, "linalg": linalg}
    typing = Module("numpy.typing", {"NDArray": np.ndarray, "ArrayLike": np.ndarray})
    return {"numpy": Module("numpy", found), "numpy.random": random, "numpy.linalg": linalg, "numpy.typing": typing}


def _vectorized(machine: Any) -> Callable[..., Any]:
    def call(function: Any) -> Native:
        def each(*values: Any) -> Any:
            machine.hold(10)
            return _checked(machine, np.vectorize(machine.counting(function))(*values))

        return Native("vectorize", each)

    return call


def _add_at(machine: Any) -> Callable[..., Any]:
    def call(of: Any, key: Any, value: Any) -> None:
        machine.hold(np.size(value))
        np.add.at(of, key, value)
        machine.watch.changed(of)

    return call


def _offered(machine: Any, name: str, function: Callable[..., Any]) -> Native:
    watched = machine.watch.array_function(name, function)

    def call(*values: Any, **named: Any) -> Any:
        _check_sizes(machine, name, values)
        check_dtype(machine, named.get("dtype"))
        return _checked(machine, watched(*values, **named))

    return Native(name, call)


def _checked(machine: Any, made: Any) -> Any:
    """A result, unless it is an array of lists or of other arrays. Raises ProblemError."""
    machine.check_held(made)
    return made


def _check_sizes(machine: Any, name: str, values: tuple[Any, ...]) -> None:
    sizes = [each.size for each in values if isinstance(each, np.ndarray)]
    check_whole_elements(machine, *values, most=0 if name in _GROWING else 64)
    for each in values:
        if isinstance(each, list | tuple):
            count_nested(machine, each)
    machine.hold(sum(sizes) + 1)
    if len(sizes) > 1 and prod(sizes) > 100_000 and (name in _ELEMENTWISE or name == "where"):
        machine.hold(_broadcast([each.shape for each in values if isinstance(each, np.ndarray)]))
    elif prod(sizes) > _LARGEST_GUESS and (name in _PRODUCTS or name in ("dot", "matmul", "inner")):
        machine.too_large()


def _broadcast(shapes: list[tuple[int, ...]]) -> int:
    try:
        return prod(np.broadcast_shapes(*shapes))
    except ValueError:
        return 0


def count_nested(machine: Any, value: Any) -> None:
    """Counts the numbers in lists within lists before an array is made of them; texts are refused."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list | tuple):
            machine.hold(1 + len(each))
            inner = [item for item in each if isinstance(item, list | tuple | np.ndarray | str)]
            waiting += inner
        elif isinstance(each, np.ndarray):
            machine.hold(each.size)
        elif isinstance(each, str) and len(each) > 100:
            machine.too_large()
        elif isinstance(each, Object):
            machine.hold(1)


def _making(machine: Any, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*values: Any, **named: Any) -> Any:
        check_dtype(machine, named.get("dtype"))
        machine.hold(_elements(machine, name, values, named))
        return _checked(machine, function(*values, **named))

    return call


def _elements(machine: Any, name: str, values: tuple[Any, ...], named: dict[str, Any]) -> int:
    if name == "arange":
        start, stop, step = (0, values[0], 1) if len(values) == 1 else (*values, 1)[:3]
        return max(int((stop - start) / step), 0) if step else 0
    if name == "linspace":
        return int(values[2] if len(values) > 2 else named.get("num", 50))
    if name in ("eye", "identity"):
        return int(values[0]) * int(values[1] if len(values) > 1 and name == "eye" else values[0])
    shape = values[0] if values else named.get("shape", 0)
    return shape_size(shape)


def shape_size(shape: Any) -> int:
    """The elements of an array of a shape, whatever numbers a program gives for one."""
    if shape is None:
        return 1
    sizes = shape if isinstance(shape, tuple | list) else (shape,)
    return prod(max(int(each), 0) for each in sizes)


def _array(machine: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    watched = machine.watch.array_function(function.__name__, function)

    def call(value: Any, dtype: Any = None, **named: Any) -> Any:
        check_dtype(machine, dtype)
        count_nested(machine, value)
        return _checked(machine, watched(value, **named) if dtype is None else watched(value, dtype=dtype, **named))

    return call


def _broadcast_to(machine: Any) -> Callable[..., Any]:
    watched = machine.watch.array_function("broadcast_to", np.broadcast_to)

    def call(value: Any, shape: Any) -> Any:
        machine.hold(shape_size(shape))
        return watched(value, shape)

    return call


def _tiled(machine: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    watched = machine.watch.array_function(function.__name__, function)

    def call(value: Any, times: Any, *values: Any, **named: Any) -> Any:
        most = int(np.max(times)) if function is np.repeat else shape_size(times)
        machine.hold(np.size(value) * max(most, 1))
        return watched(value, times, *values, **named)

    return call


def _random(machine: Any) -> dict[str, Any]:
    own = np.random.RandomState()
    found: dict[str, Any] = {name: Native(name, _drawing(machine, getattr(own, name), name)) for name in _DRAWS}
    found["RandomState"] = Native("RandomState", lambda seed=None: _generator(machine, np.random.RandomState(seed), _DRAWS))
    names = ["random", "uniform", "normal", "integers", "choice", "shuffle", "permutation", "standard_normal", "binomial"]
    found["default_rng"] = Native("default_rng", lambda seed=None: _generator(machine, np.random.default_rng(seed), names))
    return found


def _generator(machine: Any, own: Any, names: list[str]) -> Module:
    return Module("Generator", {name: Native(name, _drawing(machine, getattr(own, name), name)) for name in names})


def _drawing(machine: Any, function: Callable[..., Any], name: str) -> Callable[..., Any]:
    def call(*values: Any, **named: Any) -> Any:
        given = [*values, *named.values()]
        if name in ("rand", "randn"):
            machine.hold(shape_size(values))
        else:
            size = _size(name, values, named)
            machine.hold(shape_size(size) if isinstance(size, int | tuple | list) else 1)
            machine.hold(max((len(each) for each in given if hasattr(each, "__len__")), default=1))
        return function(*values, **named)

    return call


def _size(name: str, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The shape of what is drawn, as a call gives it."""
    if name in ("shuffle", "seed"):
        return None
    place = {"uniform": 2, "normal": 2, "randint": 2, "integers": 2, "binomial": 2, "choice": 1}.get(name, 0)
    return named.get("size", values[place] if len(values) > place else None)
