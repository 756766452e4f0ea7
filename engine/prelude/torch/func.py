"""`torch.func`: functions that give derivatives of functions."""

from ._shapes import stack, unbind
from .autograd import grad as _grad
from .autograd.functional import hessian as _hessian
from .autograd.functional import jacobian as _jacobian


def _at(func, argnums, args):
    """The arguments, of which those at `argnums` are leaves, or go on in the graph that they come from."""
    places = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    given = list(args)
    for place in places:
        given[place] = given[place] * 1.0 if given[place].requires_grad else given[place].detach().clone().requires_grad_()
    return places, given


def grad_and_value(func, argnums=0, has_aux=False):
    def derivative(*args, **kwargs):
        places, given = _at(func, argnums, args)
        found = func(*given, **kwargs)
        output = found[0] if has_aux else found
        gradients = _grad(output, [given[place] for place in places], create_graph=True)
        is_nested = any(args[place].requires_grad for place in places)
        gradients = tuple([each if is_nested else each.detach() for each in gradients])
        return gradients[0] if isinstance(argnums, int) else gradients, found

    return derivative


def grad(func, argnums=0, has_aux=False):
    both = grad_and_value(func, argnums, has_aux)

    def derivative(*args, **kwargs):
        gradients, found = both(*args, **kwargs)
        return (gradients, found[1]) if has_aux else gradients

    return derivative


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    def derivative(*args):
        return _jacobian(lambda each: func(*args[:argnums], each, *args[argnums + 1 :]), args[argnums])

    return derivative


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    return jacrev(func, argnums)


def hessian(func, argnums=0):
    def derivative(*args):
        return _hessian(lambda each: func(*args[:argnums], each, *args[argnums + 1 :]), args[argnums])

    return derivative


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    def mapped(*args):
        axes = (in_dims,) * len(args) if in_dims is None or isinstance(in_dims, int) else in_dims
        count = next(each.shape[axis] for each, axis in zip(args, axes, strict=True) if axis is not None)
        lists = [[each] * count if axis is None else unbind(each, axis) for each, axis in zip(args, axes, strict=True)]
        return stack([func(*each) for each in zip(*lists, strict=True)], out_dims)

    return mapped
