"""`autograd.misc.flatten`: trees of arrays as one row, and back."""

from backpass.engine.python.libraries.array_natives import apply as _apply
from backpass.engine.python.libraries.array_natives import as_array as _as_array
from backpass.engine.python.libraries.autograd_natives import tree_leaves as _tree_leaves
from backpass.engine.python.libraries.autograd_natives import tree_rebuilt as _tree_rebuilt


def flatten(value):
    leaves = [_as_array(each) for each in _tree_leaves(value)]
    flat = _apply("concatenate", *[each.reshape(-1) for each in leaves], axis=0) if leaves else _as_array([])

    def unflatten(vector):
        found, place = [], 0
        for each in leaves:
            found.append(vector[place : place + each.size].reshape(each.shape))
            place += each.size
        return _tree_rebuilt(value, found)

    return flat, unflatten


def flatten_func(func, example):
    flat, unflatten = flatten(example)

    def of_row(row, *args):
        return flatten(func(unflatten(row), *args))[0]

    return of_row, unflatten, flat
