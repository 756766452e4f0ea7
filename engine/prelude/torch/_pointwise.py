"""Functions of each number of one tensor, of any shape: the result has the shape of `input`."""

from backpass.engine.python.libraries.natives import apply, inf, nan, plainly


def exp(input, *, out=None):
    return apply("exp", input)


def log(input, *, out=None):
    return apply("log", input)


def log1p(input, *, out=None):
    return apply("log1p", input)


def expm1(input, *, out=None):
    return apply("expm1", input)


def sqrt(input, *, out=None):
    return apply("sqrt", input)


def log2(input, *, out=None):
    return apply("log2", input)


def log10(input, *, out=None):
    return apply("log10", input)


def exp2(input, *, out=None):
    return apply("exp2", input)


def square(input, *, out=None):
    return apply("square", input)


def reciprocal(input, *, out=None):
    return apply("reciprocal", input)


def rsqrt(input, *, out=None):
    return apply("rsqrt", input)


def sin(input, *, out=None):
    return apply("sin", input)


def cos(input, *, out=None):
    return apply("cos", input)


def tan(input, *, out=None):
    return apply("tan", input)


def asin(input, *, out=None):
    return apply("asin", input)


def acos(input, *, out=None):
    return apply("acos", input)


def atan(input, *, out=None):
    return apply("atan", input)


def arcsin(input, *, out=None):
    return apply("asin", input)


def arccos(input, *, out=None):
    return apply("acos", input)


def arctan(input, *, out=None):
    return apply("atan", input)


def sinh(input, *, out=None):
    return apply("sinh", input)


def cosh(input, *, out=None):
    return apply("cosh", input)


def tanh(input, *, out=None):
    return apply("tanh", input)


def asinh(input, *, out=None):
    return apply("asinh", input)


def acosh(input, *, out=None):
    return apply("acosh", input)


def atanh(input, *, out=None):
    return apply("atanh", input)


def deg2rad(input, *, out=None):
    return apply("deg2rad", input)


def rad2deg(input, *, out=None):
    return apply("rad2deg", input)


def sinc(input, *, out=None):
    return apply("sinc", input)


def sigmoid(input, *, out=None):
    return apply("sigmoid", input)


def erf(input, *, out=None):
    return apply("erf", input)


def erfc(input, *, out=None):
    return apply("erfc", input)


def erfinv(input, *, out=None):
    return apply("erfinv", input)


def lgamma(input, *, out=None):
    return apply("lgamma", input)


def digamma(input, *, out=None):
    return apply("digamma", input)


def relu(input, *, out=None):
    return apply("relu", input)


def abs(input, *, out=None):
    return apply("abs", input)


def absolute(input, *, out=None):
    return apply("abs", input)


def sign(input, *, out=None):
    return apply("sign", input)


def sgn(input, *, out=None):
    return apply("sign", input)


def floor(input, *, out=None):
    return apply("floor", input)


def ceil(input, *, out=None):
    return apply("ceil", input)


def neg(input, *, out=None):
    return apply("negate", input)


def negative(input, *, out=None):
    return apply("negate", input)


def round(input, *, decimals=0, out=None):
    if decimals:
        return apply("divide", apply("round", input * 10**decimals), 10**decimals)
    return apply("round", input)


def trunc(input, *, out=None):
    return apply("sign", input) * apply("floor", apply("abs", input))


def frac(input, *, out=None):
    return input - trunc(input)


def logit(input, eps=None, *, out=None):
    if eps is not None:
        input = clamp(input, eps, 1 - eps)
    elif plainly("any", apply("less", input, 0.0)) or plainly("any", apply("greater", input, 1.0)):
        inside = apply("multiply", apply("greater_equal", input, 0.0), apply("less_equal", input, 1.0))
        input = input * apply("where", inside, 1.0, nan)  # the slope is NaN there as well
    return apply("log", input) - apply("log", 1 - input)


def clamp(input, min=None, max=None, *, out=None):
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return apply("clip", input, -inf if min is None else min, inf if max is None else max)


def clip(input, min=None, max=None, *, out=None):
    return clamp(input, min, max)


def clamp_min(input, min, *, out=None):
    return clamp(input, min)


def clamp_max(input, max, *, out=None):
    return clamp(input, None, max)


def nan_to_num(input, nan=0.0, posinf=None, neginf=None, *, out=None):
    found = apply("where", apply("not_equal", input, input), nan, input)
    largest = 3.4028234663852886e38
    return apply("clip", found, -largest if neginf is None else neginf, largest if posinf is None else posinf)
