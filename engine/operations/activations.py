"""Smooth activations, and the error function that some of them are made of. Facts only; see `model`.

Derivatives: Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.19.
"""

import math

from backpass.engine.messages import say
from backpass.engine.operations.model import Native
from backpass.engine.operations.one_variable import WIDE, by_element, function

_TWICE_BENT = "2 * sqrt(2 / pi) * (x + 0.044715 * x**3)"
_TANH_SLOPE = f"sigmoid({_TWICE_BENT}) * (1 + x * sigmoid(-({_TWICE_BENT})) * 2 * sqrt(2 / pi) * (1 + 3 * 0.044715 * x**2))"

TABLE = (
    function(
        "sigmoid",
        # Each branch exponentiates a number that is not positive, so neither overflows.
        "where(x >= 0, 1 / (1 + exp(-abs(x))), exp(-abs(x)) / (1 + exp(-abs(x))))",
        "out * (1 - out)",
        samples=WIDE,
        latex=r"\sigma\left(‹x›\right)",
        glyph="σ",
        spoken=say("operation-sigmoid.spoken"),
        spellings=("σ", "logistic", "expit"),
        summary=say("operation-sigmoid"),
        why=say("operation-sigmoid.why"),
        activation=True,
        special=((800.0, 1.0), (-800.0, 0.0), (0.0, 0.5)),
    ),
    function(
        "softplus",
        # log(1 + exp(x)) with the large part taken out, so that it does not overflow.
        "where(x > 0, x, 0) + log1p(exp(-abs(x)))",
        "sigmoid(x)",
        samples=WIDE,
        latex=r"\ln\left(1 + e^{‹x›}\right)",
        glyph="soft+",
        spoken=say("operation-softplus.spoken"),
        summary=say("operation-softplus"),
        why=say("operation-softplus.why"),
        activation=True,
        special=((800.0, 800.0), (-800.0, 0.0), (0.0, math.log(2))),
    ),
    function(
        "log_sigmoid",
        "-softplus(-x)",
        "sigmoid(-x)",
        samples=WIDE,
        latex=r"\ln \sigma\left(‹x›\right)",
        glyph="log σ",
        spoken=say("operation-log-sigmoid.spoken"),
        spellings=("logsigmoid",),
        summary=say("operation-log-sigmoid"),
        why=say("operation-log-sigmoid.why"),
        special=((800.0, 0.0), (-800.0, -800.0), (0.0, -math.log(2))),
    ),
    function(
        "erf",
        Native(math.erf, by_element(math.erf)),
        "2 / sqrt(pi) * exp(-x**2)",
        samples=WIDE,
        latex=r"\operatorname{erf}\left(‹x›\right)",
        spoken=say("operation-erf.spoken"),
        summary=say("operation-erf"),
        why=say("operation-erf.why"),
        special=((math.inf, 1.0), (-math.inf, -1.0), (0.0, 0.0)),
        odd=True,
    ),
    function(
        "erfc",
        Native(math.erfc, by_element(math.erfc)),
        "-2 / sqrt(pi) * exp(-x**2)",
        samples=WIDE,
        latex=r"\operatorname{erfc}\left(‹x›\right)",
        spoken=say("operation-erfc.spoken"),
        summary=say("operation-erfc"),
        why=say("operation-erfc.why"),
        special=((math.inf, 0.0), (-math.inf, 2.0), (0.0, 1.0)),
    ),
    function(
        "silu",
        "x * sigmoid(x)",
        "sigmoid(x) * (1 + x * (1 - sigmoid(x)))",
        samples=WIDE,
        latex=r"\operatorname{silu}\left(‹x›\right)",
        spoken=say("operation-silu.spoken"),
        spellings=("swish",),
        summary=say("operation-silu"),
        why=say("operation-silu.why"),
        activation=True,
        special=((0.0, 0.0), (800.0, 800.0), (-800.0, 0.0)),
    ),
    function(
        "gelu",
        # Half of erfc keeps the digits that 1 + erf would lose for negative x.
        "x * erfc(-x / sqrt(2)) / 2",
        "erfc(-x / sqrt(2)) / 2 + x * exp(-x**2 / 2) / sqrt(2 * pi)",
        samples=WIDE,
        latex=r"\operatorname{gelu}\left(‹x›\right)",
        spoken=say("operation-gelu.spoken"),
        summary=say("operation-gelu"),
        why=say("operation-gelu.why"),
        activation=True,
        special=((0.0, 0.0), (40.0, 40.0), (-40.0, 0.0)),
    ),
    function(
        "gelu_tanh",
        # x (1 + tanh(u)) / 2 is x sigmoid(2u), which keeps the digits that 1 + tanh would lose for negative x.
        f"x * sigmoid({_TWICE_BENT})",
        # Beyond 30 the sigmoid is 0 or 1 to the last digit, and the powers of x could overflow beside it.
        f"where(abs(x) < 30, {_TANH_SLOPE}, where(x > 0, 1, 0))",
        display_text=_TANH_SLOPE,
        samples=WIDE,
        latex=r"\operatorname{gelu\_tanh}\left(‹x›\right)",
        glyph="gelu",
        spoken=say("operation-gelu-tanh.spoken"),
        summary=say("operation-gelu-tanh"),
        why=say("operation-gelu-tanh.why"),
        activation=True,
        special=((0.0, 0.0), (40.0, 40.0), (-40.0, 0.0), (1e200, 1e200)),
    ),
    function(
        "softsign",
        "x / (1 + abs(x))",
        "1 / (1 + abs(x))**2",
        samples=(0.2, 2.0),
        latex=r"\operatorname{softsign}\left(‹x›\right)",
        glyph="s.sign",
        spoken=say("operation-softsign.spoken"),
        summary=say("operation-softsign"),
        why=say("operation-softsign.why"),
        special=((0.0, 0.0), (1e300, 1.0)),
    ),
    function(
        "elu",
        "where(x > 0, x, expm1(x))",
        "where(x > 0, 1, exp(x))",
        samples=(-2.0, -0.2),
        latex=r"\operatorname{elu}\left(‹x›\right)",
        spoken=say("operation-elu.spoken"),
        summary=say("operation-elu"),
        why=say("operation-elu.why"),
        activation=True,
        special=((0.0, 0.0), (-1000.0, -1.0), (1000.0, 1000.0)),
    ),
)
