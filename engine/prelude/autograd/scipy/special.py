"""`scipy.special`."""

from backpass.engine.python.libraries.array_natives import apply, as_array, refuse


def erf(x):
    return apply("erf", x)


def erfc(x):
    return apply("erfc", x)


def erfinv(x):
    return apply("erfinv", x)


def expit(x):
    return apply("sigmoid", x)


def logit(x):
    return apply("log", x) - apply("log", 1 - as_array(x))


def gammaln(x):
    return apply("lgamma", x)


def digamma(x):
    return apply("digamma", x)


def psi(x):
    return apply("digamma", x)


def ndtr(x):
    return apply("erfc", -as_array(x) / 2**0.5) / 2


def xlogy(x, y):
    first = as_array(x)
    nothing = apply("multiply", first == 0, as_array(y) <= 0)
    return apply("where", nothing, 0.0, first * apply("log", apply("where", nothing, 1.0, y)))


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    if b is not None or return_sign:
        refuse("b")
    return apply("logsumexp", as_array(a), axis=axis, keepdims=keepdims)
