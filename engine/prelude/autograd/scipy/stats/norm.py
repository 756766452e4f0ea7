"""`scipy.stats.norm`: the normal distribution (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2)."""

from backpass.engine.python.libraries.array_natives import apply, as_array, has_node, plainly, refuse
from backpass.engine.python.libraries.array_natives import pi as _pi


def _standard(x, loc, scale):
    if not plainly("all", as_array(scale) > 0):
        refuse("a spread that is not positive")
    centred = as_array(x) if not has_node(loc) and loc == 0 else x - as_array(loc)
    return centred if _is_one(scale) else centred / scale


def _is_one(scale):
    return not has_node(scale) and scale == 1


def pdf(x, loc=0, scale=1):
    z = _standard(x, loc, scale)
    density = apply("exp", -(z**2) / 2) / (2 * _pi) ** 0.5
    return density if _is_one(scale) else density / scale


def logpdf(x, loc=0, scale=1):
    z = _standard(x, loc, scale)
    density = -(z**2) / 2 - apply("log", 2 * _pi) / 2
    return density if _is_one(scale) else density - apply("log", scale)


def cdf(x, loc=0, scale=1):
    return apply("erfc", -_standard(x, loc, scale) / 2**0.5) / 2


def sf(x, loc=0, scale=1):
    return apply("erfc", _standard(x, loc, scale) / 2**0.5) / 2


def logcdf(x, loc=0, scale=1):
    return apply("log", cdf(x, loc, scale))
