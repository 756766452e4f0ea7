"""HIPS autograd. Each name is one `def` with its own signature."""

from backpass.engine.python.libraries.autograd_natives import check_callable as _check_callable
from backpass.engine.python.libraries.autograd_natives import gradient as _gradient
from backpass.engine.python.libraries.autograd_natives import jacobian as _jacobian
from backpass.engine.python.libraries.autograd_natives import pulled as _pulled
from backpass.engine.python.libraries.autograd_natives import pushed as _pushed
from backpass.engine.python.libraries.autograd_natives import refuse as _refuse


def grad(fun, argnum=0):
    _check_callable(fun)

    def derivative(*args, **kwargs):
        return _gradient(fun, argnum, False, False, args, kwargs)[0]

    return derivative


def value_and_grad(fun, argnum=0):
    _check_callable(fun)

    def derivative(*args, **kwargs):
        gradients, value, _ = _gradient(fun, argnum, False, False, args, kwargs)
        return value, gradients

    return derivative


def grad_and_aux(fun, argnum=0):
    _check_callable(fun)

    def derivative(*args, **kwargs):
        gradients, _, aux = _gradient(fun, argnum, True, False, args, kwargs)
        return gradients, aux

    return derivative


def elementwise_grad(fun, argnum=0):
    _check_callable(fun)

    def derivative(*args, **kwargs):
        return _gradient(fun, argnum, False, True, args, kwargs)[0]

    return derivative


def multigrad_dict(fun):
    return _refuse("multigrad_dict")


def jacobian(fun, argnum=0):
    _check_callable(fun)

    def derivative(*args, **kwargs):
        return _jacobian(fun, argnum, 1, args, kwargs)

    return derivative


def hessian(fun, argnum=0):
    _check_callable(fun)

    def derivative(*args, **kwargs):
        return _jacobian(fun, argnum, 2, args, kwargs)

    return derivative


def make_vjp(fun, argnum=0):
    def made(*args, **kwargs):
        value, back, _ = _pulled(lambda x: fun(*args[:argnum], x, *args[argnum + 1 :], **kwargs), (args[argnum],), False)
        return (lambda cotangent: back(cotangent)[0]), value

    return made


def make_jvp(fun, argnum=0):
    def made(*args, **kwargs):
        def inner(x):
            return fun(*args[:argnum], x, *args[argnum + 1 :], **kwargs)

        def along(tangent):
            value, change, _ = _pushed(inner, (args[argnum],), (tangent,), False)
            return value, change

        return along

    return made


def hessian_vector_product(fun, argnum=0):
    def product(*args, **kwargs):
        def first(*inner):
            return (grad(fun, argnum)(*inner, **kwargs) * args[-1]).sum()

        return grad(first, argnum)(*args[:-1])

    return product
