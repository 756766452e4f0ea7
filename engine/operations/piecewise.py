"""Functions with a corner: they pick an input or block it, so they route the gradient. Facts only; see `model`."""

import math
import operator
from collections.abc import Callable

import numpy as np

from engine.operations.arithmetic import PRODUCT
from engine.operations.model import Domain, Family, Native, Notation, Operation, Rule

_RELU = Operation(
    name="relu",
    family=Family.PIECEWISE,
    parameters=("x",),
    value="where(x <= 0, 0, x)",
    rules=(Rule("where(x > 0, 1, 0)", routes=True),),
    notation=Notation("relu", latex=r"\operatorname{relu}\left(‹x›\right)", spoken="relu of ‹x›"),
    summary="The rectified linear unit: x where it is positive, else 0.",
    why="Above 0 it passes the gradient on untouched; below 0 the output does not move at all, so the gradient is blocked.",
    samples=((0.5, 3.0),),
    kink="x == 0",
    convention="At exactly 0 the slope is taken as 0, as in PyTorch and JAX.",
    activation=True,
    settles=True,
    special=(((-1.0,), 0.0), ((0.0,), 0.0), ((math.nan,), math.nan), ((math.inf,), math.inf)),
)

_ABS = Operation(
    name="abs",
    family=Family.PIECEWISE,
    parameters=("x",),
    value=Native(math.fabs, np.abs),
    rules=(Rule("where(x > 0, 1, where(x < 0, -1, 0))"),),
    notation=Notation("|x|", latex=r"\left|‹x›\right|", spoken="the absolute value of ‹x›"),
    spellings=("absolute", "fabs"),
    summary="The absolute value: the distance from 0.",
    why="To the right of 0 the distance grows with x, to the left it shrinks: the slope is the sign of x.",
    samples=((0.5, 3.0),),
    kink="x == 0",
    convention="At exactly 0 the slope is taken as 0, as in PyTorch.",
    even=True,
    settles=True,
    special=(((-2.0,), 2.0), ((-0.0,), 0.0), ((-math.inf,), math.inf)),
)


def _extreme(name: str, spelling: str, comparison: str, adjective: str) -> Operation:
    """max and min differ by the direction of one comparison; an input that is NaN makes the result NaN."""
    return Operation(
        name=name,
        family=Family.PIECEWISE,
        parameters=("a", "b"),
        value=f"where(a {comparison} b, a, where(b {comparison}= a, b, a + b))",
        rules=(
            Rule(f"where(a {comparison} b, 1, where(a == b, 1 / 2, 0))", routes=True),
            Rule(f"where(b {comparison} a, 1, where(a == b, 1 / 2, 0))", routes=True),
        ),
        notation=Notation(
            spelling, call=spelling, latex=rf"\{spelling}\left(‹a›, ‹b›\right)", spoken=f"the {adjective} of ‹a› and ‹b›"
        ),
        spellings=(spelling,),
        alone="amax" if comparison == ">" else "amin",
        settles=True,
        commutes=True,
        folds=True,
        summary=f"The {adjective} of its arguments.",
        why=f"Only the {adjective} input reaches the output, so it alone is credited; the other could move a little unnoticed.",
        samples=((0.5, 1.5), (2.0, 3.0)),
        kink="a == b",
        convention="At a tie the gradient is shared in halves, as in PyTorch and JAX.",
        special=(
            ((1.0, math.nan), math.nan),
            ((2.0, 2.0), 2.0),
            ((-math.inf, math.inf), math.inf if comparison == ">" else -math.inf),
        ),
    )


_LEAKY_RELU = Operation(
    name="leaky_relu",
    family=Family.PIECEWISE,
    parameters=("x",),
    value="where(x > 0, x, 0.01 * x)",
    rules=(Rule("where(x > 0, 1, 0.01)"),),
    notation=Notation("leaky", latex=r"\operatorname{leaky\_relu}\left(‹x›\right)", spoken="leaky relu of ‹x›"),
    summary="x where it is positive, else a hundredth of it.",
    why="Below 0 a hundredth of the gradient still gets through, so a unit that is off can learn its way back.",
    samples=((-3.0, -0.5),),
    kink="x == 0",
    convention="At exactly 0 the slope is taken as 0.01, as in PyTorch.",
    longer="prelu",
    activation=True,
    special=(((-100.0,), -1.0), ((0.0,), 0.0), ((math.nan,), math.nan)),
)

_PRELU = Operation(
    name="prelu",
    family=Family.PIECEWISE,
    parameters=("x", "slope"),
    value="where(x > 0, x, slope * x)",
    rules=(Rule("where(x > 0, 1, slope)"), Rule("where(x > 0, 0, x)")),
    notation=Notation(
        "prelu", latex=r"\operatorname{prelu}\left(‹x›, ‹slope›\right)", spoken="leaky relu of ‹x› with the slope ‹slope›"
    ),
    summary="x where it is positive, else x times a slope, which may be learnt.",
    why="Below 0 that share of the gradient gets through; the slope itself is credited with the x that it scales there.",
    samples=((-3.0, -0.5), (0.1, 0.5)),
    keywords={"negative_slope": "slope", "alpha": "slope", "weight": "slope"},
    kink="x == 0",
    convention="At exactly 0 the slope in x is taken as the one below 0, as in PyTorch.",
    special=(((-100.0, 0.5), -50.0), ((0.0, 0.5), 0.0), ((3.0, 0.5), 3.0)),
)


def _step(
    name: str,
    native: Native,
    notation: Notation,
    *,
    summary: str,
    kink: str,
    special: tuple[tuple[float, float], ...],
    odd: bool = False,
) -> Operation:
    """A function that only jumps: its slope is 0 wherever it has one, so it blocks every gradient."""
    return Operation(
        name=name,
        family=Family.PIECEWISE,
        parameters=("x",),
        value=native,
        rules=(Rule("0", routes=True),),
        notation=notation,
        summary=summary,
        why="Between its jumps it does not move at all, so no gradient gets back through it.",
        samples=((0.6, 0.9),),
        kink=kink,
        convention="At a jump the slope is taken as 0 as well, as in PyTorch and JAX.",
        odd=odd,
        settles=True,
        special=tuple(((x,), y) for x, y in special),
    )


def _sign(x: float) -> float:
    return x if x != x else float((x > 0) - (x < 0))  # only NaN differs from itself, and stays


def _whole(function: Callable[[float], int]) -> Callable[[float], float]:
    """A rounding function as one from floats to floats; infinities and NaN stay what they are."""
    return lambda x: float(function(x)) if math.isfinite(x) else x


_STEPS = (
    _step(
        "sign",
        Native(_sign, np.sign),
        Notation("sign", latex=r"\operatorname{sign}\left(‹x›\right)", spoken="the sign of ‹x›"),
        summary="The sign of x as a number: −1, 0 or 1.",
        kink="x == 0",
        odd=True,
        special=((-2.0, -1.0), (0.0, 0.0), (math.inf, 1.0)),
    ),
    _step(
        "floor",
        Native(_whole(math.floor), np.floor),
        Notation("floor", latex=r"\left\lfloor ‹x› \right\rfloor", spoken="‹x› rounded down"),
        summary="The largest whole number that is not above x.",
        kink="x == floor(x)",
        special=((-0.5, -1.0), (1e300, 1e300), (math.inf, math.inf)),
    ),
    _step(
        "ceil",
        Native(_whole(math.ceil), np.ceil),
        Notation("ceil", latex=r"\left\lceil ‹x› \right\rceil", spoken="‹x› rounded up"),
        summary="The smallest whole number that is not below x.",
        kink="x == ceil(x)",
        special=((0.5, 1.0), (-1e300, -1e300)),
    ),
    _step(
        "round",
        Native(_whole(round), np.round),
        Notation("round", latex=r"\operatorname{round}\left(‹x›\right)", spoken="‹x› rounded"),
        summary="The nearest whole number; halves go to the even one.",
        kink="x - floor(x) == 0.5",
        special=((0.5, 0.0), (1.5, 2.0), (2.4, 2.0)),
    ),
)

_DIVISOR = Domain(
    "b != 0",
    "Nothing fits into 0 a definite number of times: the remainder is NaN, the quotient ±∞ or NaN.",
    "Keep the divisor away from 0.",
)

_REMAINDER = (
    Operation(
        name="modulo",
        family=Family.PIECEWISE,
        parameters=("a", "b"),
        value=Native(operator.mod, np.remainder),
        rules=(Rule("1"), Rule("-(a // b)")),
        notation=Notation("mod", infix="%", precedence=PRODUCT, spoken="‹a› modulo ‹b›"),
        spellings=("mod", "remainder"),
        summary="What is left of a when b is taken away as often as it fits; it has the sign of b, as in Python.",
        why="Between its jumps a unit more of a is a unit more left over; a unit more of b takes one away as often as b fits.",
        samples=((2.2, 2.6), (0.9, 1.0)),
        domain=_DIVISOR,
        kink="a / b == floor(a / b)",
        convention="At a jump the slopes are those on the side above it, as in PyTorch.",
        special=(((7.5, 2.0), 1.5), ((-7.5, 2.0), 0.5), ((7.5, -2.0), -0.5), ((1.0, 0.0), math.nan), ((math.inf, 2.0), math.nan)),
    ),
    Operation(
        name="floor_divide",
        family=Family.PIECEWISE,
        parameters=("a", "b"),
        value=Native(operator.floordiv, np.floor_divide),
        rules=(Rule("0", routes=True, level=True), Rule("0", routes=True, level=True)),
        notation=Notation(
            "÷⌊⌋",
            infix="//",
            precedence=PRODUCT,
            latex=r"\left\lfloor \frac{‹a›}{‹b›} \right\rfloor",
            spoken="‹a› divided by ‹b›, rounded down",
        ),
        summary="How often b fits into a: the quotient, rounded down.",
        why="Between its jumps it does not move at all, so no gradient gets back through it.",
        samples=((2.2, 2.6), (0.9, 1.0)),
        domain=_DIVISOR,
        kink="a / b == floor(a / b)",
        convention="At a jump the slope is taken as 0 as well.",
        special=(((7.5, 2.0), 3.0), ((-7.5, 2.0), -4.0), ((1.0, 0.0), math.inf), ((0.0, 0.0), math.nan)),
    ),
)

TABLE = (
    _RELU,
    _LEAKY_RELU,
    _PRELU,
    _ABS,
    _extreme("maximum", "max", ">", "larger"),
    _extreme("minimum", "min", "<", "smaller"),
    *_STEPS,
    *_REMAINDER,
)
