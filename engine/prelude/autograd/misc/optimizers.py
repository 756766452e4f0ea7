"""`autograd.misc.optimizers`: of arrays, or of lists, tuples and dictionaries of them."""

from backpass.engine.python.libraries.array_natives import apply as _apply
from backpass.engine.python.libraries.autograd_natives import tree_map as _tree_map


def _each(function, tree, *others):
    return _tree_map(function, tree, others, None)


def sgd(grad, x, callback=None, num_iters=200, step_size=0.1, mass=0.9):
    velocity = _each(lambda part: part * 0.0, x)
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        velocity = _each(lambda v, part: mass * v - (1.0 - mass) * part, velocity, g)
        x = _each(lambda part, v: part + step_size * v, x, velocity)
    return x


def rmsprop(grad, x, callback=None, num_iters=100, step_size=0.1, gamma=0.9, eps=1e-8):
    square = _each(lambda part: part * 0.0 + 1.0, x)
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        square = _each(lambda s, part: s * gamma + part**2 * (1 - gamma), square, g)
        x = _each(lambda part, d, s: part - step_size * d / (_apply("sqrt", s) + eps), x, g, square)
    return x


def adam(grad, x, callback=None, num_iters=100, step_size=0.001, b1=0.9, b2=0.999, eps=1e-8):
    m = _each(lambda part: part * 0.0, x)
    v = _each(lambda part: part * 0.0, x)
    for i in range(num_iters):
        g = grad(x, i)
        if callback:
            callback(x, i, g)
        m = _each(lambda d, s: (1 - b1) * d + b1 * s, g, m)
        v = _each(lambda d, s: (1 - b2) * d**2 + b2 * s, g, v)
        first = _each(lambda d, count=i + 1: d / (1 - b1**count), m)
        second = _each(lambda s, count=i + 1: s / (1 - b2**count), v)
        x = _each(lambda part, d, s: part - step_size * d / (_apply("sqrt", s) + eps), x, first, second)
    return x
