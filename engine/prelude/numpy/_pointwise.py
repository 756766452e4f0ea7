"""Functions of one array, element by element."""

from backpass.engine.python.libraries.array_natives import apply, as_array, plainly, rank_of, ufunc


def exp(x, /, out=None, *, where=True, dtype=None):
    return ufunc("exp", x, out=out, where=where, dtype=dtype)


def exp2(x, /, out=None, *, where=True, dtype=None):
    return ufunc("exp2", x, out=out, where=where, dtype=dtype)


def expm1(x, /, out=None, *, where=True, dtype=None):
    return ufunc("expm1", x, out=out, where=where, dtype=dtype)


def log(x, /, out=None, *, where=True, dtype=None):
    return ufunc("log", x, out=out, where=where, dtype=dtype)


def log2(x, /, out=None, *, where=True, dtype=None):
    return ufunc("log2", x, out=out, where=where, dtype=dtype)


def log10(x, /, out=None, *, where=True, dtype=None):
    return ufunc("log10", x, out=out, where=where, dtype=dtype)


def log1p(x, /, out=None, *, where=True, dtype=None):
    return ufunc("log1p", x, out=out, where=where, dtype=dtype)


def sqrt(x, /, out=None, *, where=True, dtype=None):
    return ufunc("sqrt", x, out=out, where=where, dtype=dtype)


def cbrt(x, /, out=None, *, where=True, dtype=None):
    return ufunc("cbrt", x, out=out, where=where, dtype=dtype)


def square(x, /, out=None, *, where=True, dtype=None):
    return ufunc("square", x, out=out, where=where, dtype=dtype)


def reciprocal(x, /, out=None, *, where=True, dtype=None):
    return ufunc("reciprocal", x, out=out, where=where, dtype=dtype)


def negative(x, /, out=None, *, where=True, dtype=None):
    return ufunc("negate", x, out=out, where=where, dtype=dtype)


def abs(x, /, out=None, *, where=True, dtype=None):
    return ufunc("abs", x, out=out, where=where, dtype=dtype)


def absolute(x, /, out=None, *, where=True, dtype=None):
    return ufunc("abs", x, out=out, where=where, dtype=dtype)


def fabs(x, /, out=None, *, where=True, dtype=None):
    return ufunc("abs", x, out=out, where=where, dtype=dtype)


def sign(x, /, out=None, *, where=True, dtype=None):
    return ufunc("sign", x, out=out, where=where, dtype=dtype)


def floor(x, /, out=None, *, where=True, dtype=None):
    return ufunc("floor", x, out=out, where=where, dtype=dtype)


def ceil(x, /, out=None, *, where=True, dtype=None):
    return ufunc("ceil", x, out=out, where=where, dtype=dtype)


def rint(x, /, out=None, *, where=True, dtype=None):
    return ufunc("round", x, out=out, where=where, dtype=dtype)


def sin(x, /, out=None, *, where=True, dtype=None):
    return ufunc("sin", x, out=out, where=where, dtype=dtype)


def cos(x, /, out=None, *, where=True, dtype=None):
    return ufunc("cos", x, out=out, where=where, dtype=dtype)


def tan(x, /, out=None, *, where=True, dtype=None):
    return ufunc("tan", x, out=out, where=where, dtype=dtype)


def arcsin(x, /, out=None, *, where=True, dtype=None):
    return ufunc("asin", x, out=out, where=where, dtype=dtype)


def arccos(x, /, out=None, *, where=True, dtype=None):
    return ufunc("acos", x, out=out, where=where, dtype=dtype)


def arctan(x, /, out=None, *, where=True, dtype=None):
    return ufunc("atan", x, out=out, where=where, dtype=dtype)


def asin(x, /, out=None, *, where=True, dtype=None):
    return ufunc("asin", x, out=out, where=where, dtype=dtype)


def acos(x, /, out=None, *, where=True, dtype=None):
    return ufunc("acos", x, out=out, where=where, dtype=dtype)


def atan(x, /, out=None, *, where=True, dtype=None):
    return ufunc("atan", x, out=out, where=where, dtype=dtype)


def sinh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("sinh", x, out=out, where=where, dtype=dtype)


def cosh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("cosh", x, out=out, where=where, dtype=dtype)


def tanh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("tanh", x, out=out, where=where, dtype=dtype)


def arcsinh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("asinh", x, out=out, where=where, dtype=dtype)


def arccosh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("acosh", x, out=out, where=where, dtype=dtype)


def arctanh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("atanh", x, out=out, where=where, dtype=dtype)


def asinh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("asinh", x, out=out, where=where, dtype=dtype)


def acosh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("acosh", x, out=out, where=where, dtype=dtype)


def atanh(x, /, out=None, *, where=True, dtype=None):
    return ufunc("atanh", x, out=out, where=where, dtype=dtype)


def deg2rad(x, /, out=None, *, where=True, dtype=None):
    return ufunc("deg2rad", x, out=out, where=where, dtype=dtype)


def radians(x, /, out=None, *, where=True, dtype=None):
    return ufunc("deg2rad", x, out=out, where=where, dtype=dtype)


def rad2deg(x, /, out=None, *, where=True, dtype=None):
    return ufunc("rad2deg", x, out=out, where=where, dtype=dtype)


def degrees(x, /, out=None, *, where=True, dtype=None):
    return ufunc("rad2deg", x, out=out, where=where, dtype=dtype)


def positive(x, /):
    return +as_array(x)


def sinc(x):
    return apply("sinc", x)


def trunc(x, /):
    source = as_array(x)
    return source if rank_of(source) < 2 else apply("where", source < 0, apply("ceil", source), apply("floor", source))


def fix(x):
    return trunc(x)


def round(a, decimals=0, out=None):
    source = as_array(a)
    if rank_of(source) < 2:
        return source
    if decimals == 0:
        return ufunc("round", source, out=out)
    scale = 10.0 ** (-decimals if decimals < 0 else decimals)
    if decimals < 0:
        return apply("round", source / scale) * scale
    return apply("round", source * scale) / scale


def around(a, decimals=0, out=None):
    return round(a, decimals, out)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    largest = 1.7976931348623157e308
    found = apply("where", plainly("isnan", x), nan, x)
    is_infinite = plainly("isinf", x)
    high = apply("where", found > 0, largest if posinf is None else posinf, -largest if neginf is None else neginf)
    return apply("where", is_infinite, high, found)
