"""Exponential, logarithmic, trigonometric and hyperbolic functions, and the smooth activations. Facts only; see `model`.

Derivatives: Abramowitz and Stegun, Handbook of Mathematical Functions, 4.1–4.6 and 7.1.19.
"""

import math

import numpy as np

from engine.operations.model import Array, Domain, Family, Native, Notation, Operation, Rule

_WIDE = (-2.0, 2.0)
_POSITIVE = (0.3, 3.0)
_INSIDE_ONE = (-0.8, 0.8)
_INFINITY = math.inf


def _function(
    name: str,
    value: str | Native,
    rule: str,
    *,
    samples: tuple[float, float],
    spoken: str,
    summary: str,
    why: str,
    latex: str | None = None,
    glyph: str | None = None,
    spellings: tuple[str, ...] = (),
    domain: Domain | None = None,
    kink: str | None = None,
    convention: str | None = None,
    special: tuple[tuple[float, float], ...] = (),
) -> Operation:
    """A function of one variable x, called by its name; `special` pairs an x with its value."""
    return Operation(
        name=name,
        family=Family.ELEMENTARY,
        parameters=("x",),
        value=value,
        rules=(Rule(rule),),
        notation=Notation(glyph or name, latex=latex or rf"\{name}\left(‹x›\right)", spoken=spoken),
        summary=summary,
        why=why,
        samples=(samples,),
        spellings=spellings,
        domain=domain,
        kink=kink,
        convention=convention,
        special=tuple(((x,), y) for x, y in special),
    )


def _erf_of_array(x: Array) -> Array:
    """NumPy has no error function; the standard library's, element by element."""
    result: Array = np.vectorize(math.erf, otypes=[np.float64])(x)
    return result


TABLE = (
    _function(
        "exp",
        Native(math.exp, np.exp),
        "out",
        samples=_WIDE,
        latex="e^{‹x›}",
        spoken="e to the ‹x›",
        summary="The exponential function, e to the power x.",
        why="The exponential is its own slope: it grows as fast as it is large.",
        special=((1000.0, _INFINITY), (-1000.0, 0.0), (0.0, 1.0), (-_INFINITY, 0.0)),
    ),
    _function(
        "log",
        Native(math.log, np.log),
        "1 / x",
        samples=_POSITIVE,
        latex=r"\ln\left(‹x›\right)",
        spoken="the natural logarithm of ‹x›",
        spellings=("ln",),
        summary="The natural logarithm, to the base e.",
        why="The logarithm counts relative change: a unit more matters less the larger x already is.",
        domain=Domain(
            "x > 0",
            "The logarithm exists for positive numbers only: log(0) is −∞ and the logarithm of a negative number is NaN.",
            "Keep the argument positive, for example with log(x + 0.001), or use log1p(x) for values near 0.",
        ),
        special=((0.0, -_INFINITY), (-1.0, math.nan), (_INFINITY, _INFINITY), (1.0, 0.0)),
    ),
    _function(
        "log1p",
        Native(math.log1p, np.log1p),
        "1 / (1 + x)",
        samples=(-0.6, 3.0),
        latex=r"\ln\left(1 + «x»\right)",
        spoken="the natural logarithm of one plus ‹x›",
        summary="log(1 + x), exact also for tiny x.",
        why="It is the logarithm moved one to the left, so its slope is 1 over 1 + x.",
        domain=Domain(
            "x > -1",
            "log1p(x) is log(1 + x): below −1 it is NaN, at −1 it is −∞.",
            "Keep the argument above −1.",
        ),
        special=((-1.0, -_INFINITY), (-2.0, math.nan), (1e-20, 1e-20)),
    ),
    _function(
        "expm1",
        Native(math.expm1, np.expm1),
        "out + 1",
        samples=_WIDE,
        latex="e^{‹x›} - 1",
        spoken="e to the ‹x› minus one",
        summary="exp(x) − 1, exact also for tiny x.",
        why="Taking away a constant does not change a slope, so it is that of exp: the value plus one.",
        special=((1000.0, _INFINITY), (-1000.0, -1.0), (1e-20, 1e-20)),
    ),
    _function(
        "sqrt",
        Native(math.sqrt, np.sqrt),
        "1 / (2 * out)",
        samples=_POSITIVE,
        latex=r"\sqrt{‹x›}",
        glyph="√",
        spoken="the square root of ‹x›",
        summary="The square root.",
        why="The root flattens as it grows: its slope is one over twice the root itself.",
        domain=Domain(
            "x >= 0",
            "A negative number has no real square root, so the result is NaN.",
            "Keep the argument at 0 or above; strictly above it where a gradient is wanted.",
        ),
        kink="x == 0",
        convention="At x = 0 the slope is +∞, as in PyTorch and JAX.",
        special=((0.0, 0.0), (-1.0, math.nan), (_INFINITY, _INFINITY)),
    ),
    _function(
        "sin",
        Native(math.sin, np.sin),
        "cos(x)",
        samples=_WIDE,
        spoken="the sine of ‹x›",
        summary="The sine of an angle in radians.",
        why="On the unit circle the height changes at the rate of the width: the cosine.",
        special=((_INFINITY, math.nan), (0.0, 0.0)),
    ),
    _function(
        "cos",
        Native(math.cos, np.cos),
        "-sin(x)",
        samples=_WIDE,
        spoken="the cosine of ‹x›",
        summary="The cosine of an angle in radians.",
        why="On the unit circle the width shrinks at the rate of the height: minus the sine.",
        special=((_INFINITY, math.nan), (0.0, 1.0)),
    ),
    _function(
        "tan",
        Native(math.tan, np.tan),
        "1 + out**2",
        samples=(-1.2, 1.2),
        spoken="the tangent of ‹x›",
        summary="The tangent of an angle in radians.",
        why="The steeper the line already is, the faster its slope grows with the angle: one plus the tangent squared.",
        special=((_INFINITY, math.nan), (0.0, 0.0)),
    ),
    _function(
        "asin",
        Native(math.asin, np.arcsin),
        "1 / sqrt(1 - x**2)",
        samples=_INSIDE_ONE,
        latex=r"\arcsin\left(‹x›\right)",
        spoken="the arc sine of ‹x›",
        spellings=("arcsin",),
        summary="The angle in [−π/2, π/2] whose sine is x.",
        why="It undoes the sine, so its slope is one over the cosine of the angle it finds.",
        domain=Domain(
            "abs(x) <= 1", "No angle has a sine beyond ±1, so the result is NaN.", "Keep the argument within −1 and 1."
        ),
        special=((2.0, math.nan), (0.0, 0.0)),
    ),
    _function(
        "acos",
        Native(math.acos, np.arccos),
        "-1 / sqrt(1 - x**2)",
        samples=_INSIDE_ONE,
        latex=r"\arccos\left(‹x›\right)",
        spoken="the arc cosine of ‹x›",
        spellings=("arccos",),
        summary="The angle in [0, π] whose cosine is x.",
        why="It undoes the cosine: a larger cosine belongs to a smaller angle, hence the minus.",
        domain=Domain(
            "abs(x) <= 1", "No angle has a cosine beyond ±1, so the result is NaN.", "Keep the argument within −1 and 1."
        ),
        special=((2.0, math.nan), (1.0, 0.0)),
    ),
    _function(
        "atan",
        Native(math.atan, np.arctan),
        "1 / (1 + x**2)",
        samples=_WIDE,
        latex=r"\arctan\left(‹x›\right)",
        spoken="the arc tangent of ‹x›",
        spellings=("arctan",),
        summary="The angle in (−π/2, π/2) whose tangent is x.",
        why="It undoes the tangent, whose slope is one plus its square.",
        special=((_INFINITY, math.pi / 2), (0.0, 0.0)),
    ),
    _function(
        "sinh",
        Native(math.sinh, np.sinh),
        "cosh(x)",
        samples=_WIDE,
        spoken="the hyperbolic sine of ‹x›",
        summary="The hyperbolic sine, (exp(x) − exp(−x)) / 2.",
        why="The falling exponential turns its sign when differentiated, so the difference becomes a sum: the hyperbolic cosine.",
        special=((1000.0, _INFINITY), (-1000.0, -_INFINITY)),
    ),
    _function(
        "cosh",
        Native(math.cosh, np.cosh),
        "sinh(x)",
        samples=_WIDE,
        spoken="the hyperbolic cosine of ‹x›",
        summary="The hyperbolic cosine, (exp(x) + exp(−x)) / 2.",
        why="The falling exponential turns its sign when differentiated, so the sum becomes a difference: the hyperbolic sine.",
        special=((1000.0, _INFINITY), (-1000.0, _INFINITY)),
    ),
    _function(
        "tanh",
        Native(math.tanh, np.tanh),
        "1 - out**2",
        samples=_WIDE,
        spoken="the hyperbolic tangent of ‹x›",
        summary="The hyperbolic tangent: squashes any number into (−1, 1).",
        why=(
            "It is steepest, slope 1, at 0 and flattens as its output nears ±1: there it is saturated and lets "
            "little gradient through."
        ),
        special=((400.0, 1.0), (-400.0, -1.0), (_INFINITY, 1.0)),
    ),
    _function(
        "sigmoid",
        # Each branch exponentiates a number that is not positive, so neither overflows.
        "where(x >= 0, 1 / (1 + exp(-abs(x))), exp(-abs(x)) / (1 + exp(-abs(x))))",
        "out * (1 - out)",
        samples=_WIDE,
        latex=r"\sigma\left(‹x›\right)",
        glyph="σ",
        spoken="the sigmoid of ‹x›",
        spellings=("σ", "logistic"),
        summary="The logistic function 1 / (1 + exp(−x)): squashes any number into (0, 1).",
        why="It grows by what it has times what is left to 1, and so at most by a quarter.",
        special=((800.0, 1.0), (-800.0, 0.0), (0.0, 0.5)),
    ),
    _function(
        "softplus",
        # log(1 + exp(x)) with the large part taken out, so that it does not overflow.
        "where(x > 0, x, 0) + log1p(exp(-abs(x)))",
        "sigmoid(x)",
        samples=_WIDE,
        latex=r"\ln\left(1 + e^{‹x›}\right)",
        glyph="soft+",
        spoken="the softplus of ‹x›",
        summary="log(1 + exp(x)): a smooth relu.",
        why="Its slope is the sigmoid, rising from 0 to 1: a relu whose corner has been rounded.",
        special=((800.0, 800.0), (-800.0, 0.0), (0.0, math.log(2))),
    ),
    _function(
        "erf",
        Native(math.erf, _erf_of_array),
        "2 / sqrt(pi) * exp(-x**2)",
        samples=_WIDE,
        latex=r"\operatorname{erf}\left(‹x›\right)",
        spoken="the error function of ‹x›",
        summary="The error function, the area under a bell curve from 0 to x, scaled to (−1, 1).",
        why="It adds up the area under a bell curve, so its slope is the height of that curve.",
        special=((_INFINITY, 1.0), (-_INFINITY, -1.0), (0.0, 0.0)),
    ),
)
