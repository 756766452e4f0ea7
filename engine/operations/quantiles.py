"""The inverse of the error function, and the quantile of the normal distribution. Facts only; see `model`.

Both by Wichura's rational functions, correct to about 16 digits: The percentage points of the normal distribution, Algorithm
AS 241, Applied Statistics 37 (1988).
"""

import math

from backpass.engine.messages import say
from backpass.engine.operations.model import Domain, Operation
from backpass.engine.operations.one_variable import function

_MIDDLE = (
    (3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125),
    (45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727),
    (1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077),
    (21213.794301586595867, 39307.895800092710610, 28729.085735721942674, 5226.4952788528545610),
)
_TAIL = (
    (1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504),
    (1.27045825245236838258, 0.241780725177450611770, 0.0227238449892691845833, 7.74545014278341407640e-4),
    (1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550),
    (0.148103976427480074590, 0.0151986665636164571966, 5.47593808499534494600e-4, 1.05075007164441684324e-9),
)
_FAR = (
    (6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 0.296560571828504891230),
    (0.0265321895265761230930, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7),
    (1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525),
    (7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15),
)


def _ratio(table: tuple[tuple[float, ...], ...], r: str) -> str:
    """A quotient of two polynomials of degree 7, by Horner's rule."""
    above, below = (_polynomial([*table[place], *table[place + 1]], r) for place in (0, 2))
    return f"{above} / {below}"


def _polynomial(coefficients: list[float], r: str) -> str:
    text = repr(coefficients[-1])
    for each in coefficients[-2::-1]:
        text = f"({text} * {r} + {each!r})"
    return text


def _quantile(centred: str, tail: str) -> str:
    """The quantile of the normal distribution, of a probability less 1/2 and of the smaller one of it and its complement."""
    root = f"sqrt(-log({tail}))"
    far = f"where({tail} > 0, {_ratio(_FAR, f'({root} - 5)')}, -log({tail}))"
    outside = f"where({root} <= 5, {_ratio(_TAIL, f'({root} - 1.6)')}, {far})"
    within = f"{centred} * {_ratio(_MIDDLE, f'(0.180625 - {centred}**2)')}"
    return f"where(abs({centred}) <= 0.425, {within}, sign({centred}) * {outside})"


TABLE: tuple[Operation, ...] = (
    function(
        "erfinv",
        f"({_quantile('(x / 2)', '((1 - abs(x)) / 2)')}) / sqrt(2)",
        "sqrt(pi) / 2 * exp(out**2)",
        samples=(-0.8, 0.8),
        latex=r"\operatorname{erfinv}\left(‹x›\right)",
        spoken=say("operation-erfinv.spoken"),
        summary=say("operation-erfinv"),
        why=say("operation-erfinv.why"),
        domain=Domain("abs(x) < 1", say("operation-erfinv.outside"), say("operation-asin.hint")),
        special=((1.0, math.inf), (-1.0, -math.inf), (2.0, math.nan), (0.0, 0.0)),
        odd=True,
    ),
    function(
        "ndtri",
        _quantile("(x - 0.5)", "minimum(x, 1 - x)"),
        "sqrt(2 * pi) * exp(out**2 / 2)",
        samples=(0.1, 0.9),
        latex=r"\operatorname{ndtri}\left(‹x›\right)",
        spoken=say("operation-ndtri.spoken"),
        summary=say("operation-ndtri"),
        why=say("operation-ndtri.why"),
        domain=Domain("abs(x - 0.5) < 0.5", say("operation-ndtri.outside"), say("operation-asin.hint")),
        special=((1.0, math.inf), (0.0, -math.inf), (2.0, math.nan), (0.5, 0.0)),
    ),
)
