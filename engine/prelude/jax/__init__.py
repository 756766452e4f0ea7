"""JAX: functions that change functions. Each name is one `def` with its own signature."""

from backpass.engine.python.libraries.jax_natives import check_callable as _check_callable
from backpass.engine.python.libraries.jax_natives import configured as _configured
from backpass.engine.python.libraries.jax_natives import differs as _differs
from backpass.engine.python.libraries.jax_natives import gradient as _gradient
from backpass.engine.python.libraries.jax_natives import jacobian as _jacobian
from backpass.engine.python.libraries.jax_natives import pulled as _pulled
from backpass.engine.python.libraries.jax_natives import pushed as _pushed
from backpass.engine.python.libraries.jax_natives import refuse as _refuse
from backpass.engine.python.libraries.jax_natives import rows_of as _rows_of
from backpass.engine.python.libraries.jax_natives import stacked as _stacked

from ._rules import custom_jvp, custom_vjp
from .numpy._array import Array
from .tree_util import tree_leaves, tree_map


def grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    _check_callable(fun)

    if holomorphic or allow_int:
        _refuse("holomorphic")

    def derivative(*args, **kwargs):
        gradients, _, aux = _gradient(fun, argnums, has_aux, False, args, kwargs)
        return (gradients, aux) if has_aux else gradients

    return derivative


def value_and_grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    _check_callable(fun)

    if holomorphic or allow_int:
        _refuse("holomorphic")

    def derivative(*args, **kwargs):
        gradients, value, aux = _gradient(fun, argnums, has_aux, False, args, kwargs)
        return ((value, aux) if has_aux else value), gradients

    return derivative


def jacrev(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False):
    _check_callable(fun)

    if has_aux or holomorphic or allow_int:
        _refuse("has_aux")

    def derivative(*args, **kwargs):
        return _jacobian(fun, argnums, 1, args, kwargs)

    return derivative


def jacfwd(fun, argnums=0, has_aux=False, holomorphic=False):
    return jacrev(fun, argnums, has_aux, holomorphic)


def jacobian(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False):
    return jacrev(fun, argnums, has_aux, holomorphic, allow_int)


def hessian(fun, argnums=0, has_aux=False, holomorphic=False):
    _check_callable(fun)

    if has_aux or holomorphic:
        _refuse("has_aux")

    def derivative(*args, **kwargs):
        return _jacobian(fun, argnums, 2, args, kwargs)

    return derivative


def vjp(fun, *primals, has_aux=False, reduce_axes=()):
    value, back, aux = _pulled(fun, primals, has_aux)
    return (value, back, aux) if has_aux else (value, back)


def jvp(fun, primals, tangents, has_aux=False):
    value, change, aux = _pushed(fun, primals, tangents, has_aux)
    return (value, change, aux) if has_aux else (value, change)


def linearize(fun, *primals, has_aux=False):
    if has_aux:
        _refuse("has_aux")

    def along(*tangents):
        return _pushed(fun, primals, tangents, False)[1]

    return fun(*primals), along


def vmap(fun, in_axes=0, out_axes=0, axis_name=None, axis_size=None, spmd_axis_name=None):
    _check_callable(fun)

    def mapped(*args, **kwargs):
        axes = list(in_axes) if isinstance(in_axes, (tuple, list)) else [in_axes] * len(args)
        if len(axes) != len(args):
            raise ValueError("vmap in_axes must have one entry for each positional argument")
        if any(each is not None and not isinstance(each, int) for each in axes):
            _refuse("in_axes")
        columns = [None if axis is None else _rows_of(each, axis) for each, axis in zip(args, axes, strict=True)]
        named = {key: _rows_of(each) for key, each in kwargs.items()}
        counts = {len(each) for each in [*columns, *named.values()] if each is not None}
        if len(counts) != 1:
            raise ValueError("vmap got inconsistent sizes for array axes to be mapped")
        found = []
        for row in range(counts.pop()):
            given = [whole if each is None else each[row] for whole, each in zip(args, columns, strict=True)]
            found.append(fun(*given, **{key: each[row] for key, each in named.items()}))
        if isinstance(out_axes, (tuple, list)):
            parts = zip(*found, strict=True)
            return tuple([_beside(list(each), axis) for each, axis in zip(parts, out_axes, strict=True)])
        return _beside(found, out_axes)

    return mapped


def _beside(found, axis):
    return found[0] if axis is None else _stacked(found, axis)


def jit(fun=None, **options):
    return (lambda function: function) if fun is None else fun


def checkpoint(fun=None, **options):
    return (lambda function: function) if fun is None else fun


def remat(fun=None, **options):
    return checkpoint(fun)


def named_call(fun, *, name=None):
    return fun


def block_until_ready(x):
    return x


def device_put(x, device=None, src=None):
    return x


def device_get(x):
    return x


def devices(backend=None):
    _differs("device")
    return ["cpu"]


def default_backend():
    _differs("device")
    return "cpu"


class _Config:
    def update(self, name, val):
        _configured(name, val)


config = _Config()
