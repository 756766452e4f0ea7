"""`torch.func`: functions that give derivatives of functions."""

from backpass.engine.python.libraries.natives import depend_on_others as _depend_on_others
from backpass.engine.python.libraries.natives import goes_on as _goes_on
from backpass.engine.python.libraries.natives import leaf_of as _leaf_of
from backpass.engine.python.libraries.natives import refuse as _refuse

from ._shapes import stack, unbind
from .autograd import _of_function
from .autograd.functional import hessian as _hessian
from .autograd.functional import jacobian as _jacobian


def grad_and_value(func, argnums=0, has_aux=False):
    def derivative(*args, **kwargs):
        places, given = (argnums,) if isinstance(argnums, int) else tuple(argnums), list(args)
        for place in places:
            given[place] = given[place] * 1.0 if _goes_on(given[place]) else _leaf_of(given[place])
        found = func(*given, **kwargs)
        leaves = [given[place] for place in places]
        gradients = _of_function(found[0] if has_aux else found, leaves, None, True)
        if not any(_goes_on(args[place]) for place in places) and not _depend_on_others(gradients, leaves):
            gradients = tuple([each.detach() for each in gradients])
        return gradients[0] if isinstance(argnums, int) else gradients, found

    return derivative


def grad(func, argnums=0, has_aux=False):
    both = grad_and_value(func, argnums, has_aux)

    def derivative(*args, **kwargs):
        gradients, found = both(*args, **kwargs)
        return (gradients, found[1]) if has_aux else gradients

    return derivative


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    if has_aux:
        _refuse("has_aux")

    def derivative(*args):
        at = args[argnums]
        return _jacobian(lambda each: func(*args[:argnums], each, *args[argnums + 1 :]), at, at.requires_grad)

    return derivative


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    def derivative(*args):
        at = args[argnums]
        return _hessian(lambda each: func(*args[:argnums], each, *args[argnums + 1 :]), at, at.requires_grad)

    return derivative


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    def mapped(*args):
        axes = (in_dims,) * len(args) if in_dims is None or isinstance(in_dims, int) else in_dims
        count = next(each.shape[axis] for each, axis in zip(args, axes, strict=True) if axis is not None)
        lists = [[each] * count if axis is None else unbind(each, axis) for each, axis in zip(args, axes, strict=True)]
        return stack([func(*each) for each in zip(*lists, strict=True)], out_dims)

    return mapped
