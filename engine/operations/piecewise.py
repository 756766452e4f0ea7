"""Functions with a corner: they pick an input or block it, so they route the gradient. Facts only; see `model`."""

import math
import operator
from collections.abc import Callable

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.arithmetic import PRODUCT
from backpass.engine.operations.model import Domain, Family, Native, Notation, Operation, Rule

_RELU = Operation(
    name="relu",
    family=Family.PIECEWISE,
    parameters=("x",),
    value="where(x <= 0, 0, x)",
    rules=(Rule("where(x > 0, 1, 0)", routes=True),),
    notation=Notation("relu", latex=r"\operatorname{relu}\left(‹x›\right)", spoken=say("operation-relu.spoken")),
    summary=say("operation-relu"),
    why=say("operation-relu.why"),
    samples=((0.5, 3.0),),
    kink="x == 0",
    convention=say("operation-relu.convention"),
    activation=True,
    is_idempotent=True,
    special=(((-1.0,), 0.0), ((0.0,), 0.0), ((math.nan,), math.nan), ((math.inf,), math.inf)),
)

_ABS = Operation(
    name="abs",
    family=Family.PIECEWISE,
    parameters=("x",),
    value=Native(math.fabs, np.abs),
    rules=(Rule("where(x > 0, 1, where(x < 0, -1, 0))"),),
    notation=Notation("|x|", latex=r"\left|‹x›\right|", spoken=say("operation-abs.spoken")),
    spellings=("absolute", "fabs"),
    summary=say("operation-abs"),
    why=say("operation-abs.why"),
    samples=((0.5, 3.0),),
    kink="x == 0",
    convention=say("operation-abs.convention"),
    even=True,
    is_idempotent=True,
    special=(((-2.0,), 2.0), ((-0.0,), 0.0), ((-math.inf,), math.inf)),
)


def _extreme(name: str, spelling: str, comparison: str) -> Operation:
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
            spelling, call=spelling, latex=rf"\{spelling}\left(‹a›, ‹b›\right)", spoken=say(f"operation-{name}.spoken")
        ),
        spellings=(spelling,),
        unary_form="amax" if comparison == ">" else "amin",
        is_idempotent=True,
        commutes=True,
        is_variadic_fold=True,
        summary=say(f"operation-{name}"),
        why=say(f"operation-{name}.why"),
        samples=((0.5, 1.5), (2.0, 3.0)),
        kink="a == b",
        convention=say("operation-maximum.convention"),
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
    notation=Notation("leaky", latex=r"\operatorname{leaky\_relu}\left(‹x›\right)", spoken=say("operation-leaky-relu.spoken")),
    summary=say("operation-leaky-relu"),
    why=say("operation-leaky-relu.why"),
    samples=((-3.0, -0.5),),
    kink="x == 0",
    convention=say("operation-leaky-relu.convention"),
    extended_form="prelu",
    activation=True,
    special=(((-100.0,), -1.0), ((0.0,), 0.0), ((math.nan,), math.nan)),
)

_PRELU = Operation(
    name="prelu",
    family=Family.PIECEWISE,
    parameters=("x", "slope"),
    value="where(x > 0, x, slope * x)",
    rules=(Rule("where(x > 0, 1, slope)"), Rule("where(x > 0, 0, x)")),
    notation=Notation("prelu", latex=r"\operatorname{prelu}\left(‹x›, ‹slope›\right)", spoken=say("operation-prelu.spoken")),
    summary=say("operation-prelu"),
    why=say("operation-prelu.why"),
    samples=((-3.0, -0.5), (0.1, 0.5)),
    keywords={"negative_slope": "slope", "alpha": "slope", "weight": "slope"},
    kink="x == 0",
    convention=say("operation-prelu.convention"),
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
        why=say("operation-sign.why"),
        samples=((0.6, 0.9),),
        kink=kink,
        convention=say("operation-sign.convention"),
        odd=odd,
        is_idempotent=True,
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
        Notation("sign", latex=r"\operatorname{sign}\left(‹x›\right)", spoken=say("operation-sign.spoken")),
        summary=say("operation-sign"),
        kink="x == 0",
        odd=True,
        special=((-2.0, -1.0), (0.0, 0.0), (math.inf, 1.0)),
    ),
    _step(
        "floor",
        Native(_whole(math.floor), np.floor),
        Notation("floor", latex=r"\left\lfloor ‹x› \right\rfloor", spoken=say("operation-floor.spoken")),
        summary=say("operation-floor"),
        kink="x == floor(x)",
        special=((-0.5, -1.0), (1e300, 1e300), (math.inf, math.inf)),
    ),
    _step(
        "ceil",
        Native(_whole(math.ceil), np.ceil),
        Notation("ceil", latex=r"\left\lceil ‹x› \right\rceil", spoken=say("operation-ceil.spoken")),
        summary=say("operation-ceil"),
        kink="x == ceil(x)",
        special=((0.5, 1.0), (-1e300, -1e300)),
    ),
    _step(
        "round",
        Native(_whole(round), np.round),
        Notation("round", latex=r"\operatorname{round}\left(‹x›\right)", spoken=say("operation-round.spoken")),
        summary=say("operation-round"),
        kink="x - floor(x) == 0.5",
        special=((0.5, 0.0), (1.5, 2.0), (2.4, 2.0)),
    ),
)

_DIVISOR = Domain(
    "b != 0",
    say("operation-modulo.outside"),
    say("operation-modulo.hint"),
)

_REMAINDER = (
    Operation(
        name="modulo",
        family=Family.PIECEWISE,
        parameters=("a", "b"),
        value=Native(operator.mod, np.remainder),
        rules=(Rule("1"), Rule("-(a // b)")),
        notation=Notation("mod", infix="%", precedence=PRODUCT, spoken=say("operation-modulo.spoken")),
        spellings=("mod", "remainder"),
        summary=say("operation-modulo"),
        why=say("operation-modulo.why"),
        samples=((2.2, 2.6), (0.9, 1.0)),
        domain=_DIVISOR,
        kink="a / b == floor(a / b)",
        convention=say("operation-modulo.convention"),
        special=(((7.5, 2.0), 1.5), ((-7.5, 2.0), 0.5), ((7.5, -2.0), -0.5), ((1.0, 0.0), math.nan), ((math.inf, 2.0), math.nan)),
    ),
    Operation(
        name="floor_divide",
        family=Family.PIECEWISE,
        parameters=("a", "b"),
        value=Native(operator.floordiv, np.floor_divide),
        rules=(Rule("0", routes=True, is_flat=True), Rule("0", routes=True, is_flat=True)),
        notation=Notation(
            "÷⌊⌋",
            infix="//",
            precedence=PRODUCT,
            latex=r"\left\lfloor \frac{‹a›}{‹b›} \right\rfloor",
            spoken=say("operation-floor-divide.spoken"),
        ),
        summary=say("operation-floor-divide"),
        why=say("operation-sign.why"),
        samples=((2.2, 2.6), (0.9, 1.0)),
        domain=_DIVISOR,
        kink="a / b == floor(a / b)",
        convention=say("operation-floor-divide.convention"),
        special=(((7.5, 2.0), 3.0), ((-7.5, 2.0), -4.0), ((1.0, 0.0), math.inf), ((0.0, 0.0), math.nan)),
    ),
)

TABLE = (
    _RELU,
    _LEAKY_RELU,
    _PRELU,
    _ABS,
    _extreme("maximum", "max", ">"),
    _extreme("minimum", "min", "<"),
    *_STEPS,
    *_REMAINDER,
)
