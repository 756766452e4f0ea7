"""The logarithm of the gamma function and its derivatives. Facts only; see `model`.

Recurrence, reflection and asymptotic series: Abramowitz and Stegun, Handbook of Mathematical Functions, 6.3.5–6.3.18 and
6.4.6–6.4.14.
"""

import math
from fractions import Fraction

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import Array, Domain, Family, Native, Notation, Operation, Rule

_SHIFT = 8
"""How far the recurrence carries an argument up, to where the series is exact to rounding."""
_BERNOULLI = [
    Fraction(*each) for each in ((1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510), (43867, 798))
]
"""B2, B4, ..., B18."""

# Right of 1/2 it is x itself, left of it the mirrored 1 - x: the series is only ever used on the right.
_MIRRORED = "(abs(x - 0.5) + 0.5)"
_SHIFTED = f"({_MIRRORED} + {_SHIFT})"


def _carried(power: int) -> str:
    """The terms that the recurrence adds, smallest first so that less is lost to rounding."""
    return " + ".join(f"1 / ({_MIRRORED} + {step})**{power}" for step in range(_SHIFT - 1, -1, -1))


def _series(weights: list[Fraction]) -> str:
    """The sum of weights[k] / w**(2k), nested, over the shifted argument w."""
    text = "0"
    for weight in reversed(weights):
        text = f"({weight.numerator} / {weight.denominator} + {text} / {_SHIFTED}**2)"
    return text


_FIRST = (
    f"log({_SHIFTED}) - 1 / (2 * {_SHIFTED})"
    f" - {_series([each / (2 * k) for k, each in enumerate(_BERNOULLI, 1)])} / {_SHIFTED}**2 - ({_carried(1)})"
)
_SECOND = f"1 / {_SHIFTED} + 1 / (2 * {_SHIFTED}**2) + {_series(_BERNOULLI)} / {_SHIFTED}**3 + ({_carried(2)})"
_THIRD = (
    f"-(1 / {_SHIFTED}**2 + 1 / {_SHIFTED}**3"
    f" + {_series([(2 * k + 1) * each for k, each in enumerate(_BERNOULLI, 1)])} / {_SHIFTED}**4 + 2 * ({_carried(3)}))"
)


_ONE_LESS_GAMMA = 0.42278433509846713
"""1 − Euler's constant."""
_ZETA_LESS_ONE = (
    0.6449340668482264,
    0.2020569031595943,
    0.08232323371113819,
    0.03692775514336993,
    0.01734306198444914,
    0.008349277381922827,
    0.00407735619794434,
    0.0020083928260822143,
    0.0009945751278180853,
    0.0004941886041194645,
    0.0002460865533080483,
    0.00012271334757848915,
    6.124813505870483e-05,
    3.058823630702049e-05,
    1.528225940865187e-05,
    7.637197637899763e-06,
    3.81729326499984e-06,
    1.908212716553939e-06,
    9.539620338727962e-07,
    4.769329867878064e-07,
    2.38450502727733e-07,
    1.1921992596531106e-07,
    5.960818905125948e-08,
    2.980350351465228e-08,
    1.4901554828365043e-08,
    7.45071178983543e-09,
    3.725334024788457e-09,
    1.862659723513049e-09,
    9.313274324196682e-10,
    4.656629065033784e-10,
)
"""ζ(2) − 1, ζ(3) − 1, ...: the sums of 1/k**n over k = 2, 3, ..."""


def _lgamma(x: float) -> float:
    """As `math.lgamma`, but infinite where that raises (at the poles, and where the result overflows), and with all digits near
    the zeros at 1 and 2, where it keeps a dozen: there by the power series 6.1.33.
    """
    if 0.5 <= x <= 2.5:
        away = x - 2.0 if x > 1.5 else x - 1.0
        total = 0.0
        for order in range(len(_ZETA_LESS_ONE) + 1, 1, -1):
            total = -away * (total - _ZETA_LESS_ONE[order - 2] / order)
        near = away * (_ONE_LESS_GAMMA + total)
        return near if x > 1.5 else near - math.log1p(away)
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):
        return math.inf


def _lgamma_of_each(x: Array) -> Array:
    result: Array = np.vectorize(_lgamma, otypes=[np.float64])(x)
    return result


_POLES = Domain(
    "where(x > 0, 1, where(x == floor(x), 0, 1)) == 1",
    say("operation-lgamma.outside"),
    say("operation-lgamma.hint"),
)


def _gamma(
    name: str,
    value: str | Native,
    rule: str,
    *,
    latex: str,
    summary: str,
    why: str,
    special: tuple[tuple[tuple[float], float], ...],
    spellings: tuple[str, ...] = (),
) -> Operation:
    return Operation(
        name=name,
        family=Family.ELEMENTARY,
        parameters=("x",),
        value=value,
        rules=(Rule(rule),),
        notation=Notation(name, latex=latex, spoken=say(f"operation-{name}.spoken")),
        summary=summary,
        why=why,
        samples=((0.6, 4.0),),
        domain=_POLES,
        special=special,
        spellings=spellings,
    )


TABLE = (
    _gamma(
        "lgamma",
        Native(_lgamma, _lgamma_of_each),
        "digamma(x)",
        latex=r"\ln \Gamma\left(‹x›\right)",
        summary=say("operation-lgamma"),
        why=say("operation-lgamma.why"),
        spellings=("gammaln", "loggamma"),
        special=(((1.0,), 0.0), ((2.0,), 0.0), ((0.0,), math.inf), ((-1.0,), math.inf), ((math.inf,), math.inf)),
    ),
    _gamma(
        "digamma",
        f"{_FIRST} - where(x < 0.5, pi / tan(pi * (x - round(x))), 0)",
        "trigamma(x)",
        latex=r"\psi\left(‹x›\right)",
        summary=say("operation-digamma"),
        why=say("operation-digamma.why"),
        special=(((1.0,), -0.5772156649015329), ((0.5,), -1.9635100260214235)),
    ),
    _gamma(
        "trigamma",
        f"where(x < 0.5, (pi / sin(pi * (x - round(x))))**2 - ({_SECOND}), {_SECOND})",
        f"{_THIRD} - where(x < 0.5, 2 * pi**3 * cos(pi * (x - round(x))) / sin(pi * (x - round(x)))**3, 0)",
        latex=r"\psi_1\left(‹x›\right)",
        summary=say("operation-trigamma"),
        why=say("operation-trigamma.why"),
        special=(((1.0,), math.pi**2 / 6), ((0.5,), math.pi**2 / 2)),
    ),
)
