"""`jax.flatten_util`: trees of arrays as one row, and back."""

from .numpy import array as _array
from .numpy import concatenate as _concatenate
from .numpy import ravel as _ravel
from .numpy import reshape as _reshape
from .numpy import shape as _shape
from .numpy import size as _size
from .tree_util import tree_flatten as _tree_flatten


def ravel_pytree(pytree):
    leaves, treedef = _tree_flatten(pytree)
    flat = _concatenate([_ravel(each) for each in leaves]) if leaves else _array([])

    def unravel(vector):
        found, place = [], 0
        for each in leaves:
            count = _size(each)
            found.append(_reshape(vector[place : place + count], _shape(each)))
            place += count
        return treedef.unflatten(found)

    return flat, unravel
