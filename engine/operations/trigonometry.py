"""Trigonometric and hyperbolic functions and their inverses. Facts only; see `model`.

Derivatives: Abramowitz and Stegun, Handbook of Mathematical Functions, 4.3–4.6.
"""

import math

import numpy as np

from engine.operations.model import Domain, Native
from engine.operations.one_variable import INSIDE_ONE, WIDE, function

TABLE = (
    function(
        "sin",
        Native(math.sin, np.sin),
        "cos(x)",
        samples=WIDE,
        spoken="the sine of ‹x›",
        summary="The sine of an angle in radians.",
        why="On the unit circle the height changes at the rate of the width: the cosine.",
        special=((math.inf, math.nan), (0.0, 0.0)),
        odd=True,
        undoes="asin",
    ),
    function(
        "cos",
        Native(math.cos, np.cos),
        "-sin(x)",
        samples=WIDE,
        spoken="the cosine of ‹x›",
        summary="The cosine of an angle in radians.",
        why="On the unit circle the width shrinks at the rate of the height: minus the sine.",
        special=((math.inf, math.nan), (0.0, 1.0)),
        even=True,
        undoes="acos",
    ),
    function(
        "tan",
        Native(math.tan, np.tan),
        "1 + out**2",
        samples=(-1.2, 1.2),
        spoken="the tangent of ‹x›",
        summary="The tangent of an angle in radians.",
        why="The steeper the line already is, the faster its slope grows with the angle: one plus the tangent squared.",
        special=((math.inf, math.nan), (0.0, 0.0)),
        odd=True,
        undoes="atan",
    ),
    function(
        "asin",
        Native(math.asin, np.arcsin),
        "1 / sqrt((1 - x) * (1 + x))",
        samples=INSIDE_ONE,
        latex=r"\arcsin\left(‹x›\right)",
        spoken="the arc sine of ‹x›",
        spellings=("arcsin",),
        summary="The angle in [−π/2, π/2] whose sine is x.",
        why="It undoes the sine, so its slope is one over the cosine of the angle it finds.",
        domain=Domain(
            "abs(x) <= 1", "No angle has a sine beyond ±1, so the result is NaN.", "Keep the argument within −1 and 1."
        ),
        special=((2.0, math.nan), (0.0, 0.0)),
        odd=True,
    ),
    function(
        "acos",
        Native(math.acos, np.arccos),
        "-1 / sqrt((1 - x) * (1 + x))",
        samples=INSIDE_ONE,
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
    function(
        "atan",
        Native(math.atan, np.arctan),
        "1 / (1 + x**2)",
        samples=WIDE,
        latex=r"\arctan\left(‹x›\right)",
        spoken="the arc tangent of ‹x›",
        spellings=("arctan",),
        summary="The angle in (−π/2, π/2) whose tangent is x.",
        why="It undoes the tangent, whose slope is one plus its square.",
        special=((math.inf, math.pi / 2), (0.0, 0.0)),
        odd=True,
    ),
    function(
        "sinh",
        Native(math.sinh, np.sinh),
        "cosh(x)",
        samples=WIDE,
        spoken="the hyperbolic sine of ‹x›",
        summary="The hyperbolic sine, (exp(x) − exp(−x)) / 2.",
        why="The falling exponential turns its sign when differentiated, so the difference becomes a sum: the hyperbolic cosine.",
        special=((1000.0, math.inf), (-1000.0, -math.inf)),
        odd=True,
        undoes="asinh",
    ),
    function(
        "cosh",
        Native(math.cosh, np.cosh),
        "sinh(x)",
        samples=WIDE,
        spoken="the hyperbolic cosine of ‹x›",
        summary="The hyperbolic cosine, (exp(x) + exp(−x)) / 2.",
        why="The falling exponential turns its sign when differentiated, so the sum becomes a difference: the hyperbolic sine.",
        special=((1000.0, math.inf), (-1000.0, math.inf)),
        even=True,
        undoes="acosh",
    ),
    function(
        "tanh",
        Native(math.tanh, np.tanh),
        "1 - out**2",
        samples=WIDE,
        spoken="the hyperbolic tangent of ‹x›",
        summary="The hyperbolic tangent: squashes any number into (−1, 1).",
        why=(
            "It is steepest, slope 1, at 0 and flattens as its output nears ±1: there it is saturated and lets "
            "little gradient through."
        ),
        activation=True,
        special=((400.0, 1.0), (-400.0, -1.0), (math.inf, 1.0)),
        odd=True,
        undoes="atanh",
    ),
    function(
        "asinh",
        Native(math.asinh, np.arcsinh),
        "1 / hypot(x, 1)",
        samples=WIDE,
        latex=r"\operatorname{arsinh}\left(‹x›\right)",
        spoken="the inverse hyperbolic sine of ‹x›",
        spellings=("arcsinh",),
        summary="The inverse of the hyperbolic sine.",
        why="It undoes sinh, so its slope is one over the cosh of what it finds, the root of x² + 1.",
        special=((0.0, 0.0), (math.inf, math.inf)),
        odd=True,
    ),
    function(
        "acosh",
        Native(math.acosh, np.arccosh),
        "1 / (sqrt(x - 1) * sqrt(x + 1))",
        samples=(1.5, 3.0),
        latex=r"\operatorname{arcosh}\left(‹x›\right)",
        spoken="the inverse hyperbolic cosine of ‹x›",
        spellings=("arccosh",),
        summary="The inverse of the hyperbolic cosine, for x ≥ 1.",
        why="It undoes cosh, so its slope is one over the sinh of what it finds, the root of x² − 1.",
        domain=Domain(
            "x >= 1", "No number has a hyperbolic cosine below 1, so the result is NaN.", "Keep the argument at 1 or above."
        ),
        special=((0.5, math.nan), (1.0, 0.0)),
    ),
    function(
        "atanh",
        Native(math.atanh, np.arctanh),
        "1 / ((1 - x) * (1 + x))",
        samples=INSIDE_ONE,
        latex=r"\operatorname{artanh}\left(‹x›\right)",
        spoken="the inverse hyperbolic tangent of ‹x›",
        spellings=("arctanh",),
        summary="The inverse of the hyperbolic tangent, for −1 < x < 1.",
        why="It undoes tanh, whose slope is one minus its square.",
        domain=Domain(
            "abs(x) < 1",
            "A hyperbolic tangent stays within ±1: at ±1 the result is ±∞, beyond it NaN.",
            "Keep the argument within −1 and 1.",
        ),
        special=((1.0, math.inf), (2.0, math.nan), (0.0, 0.0)),
        odd=True,
    ),
)
