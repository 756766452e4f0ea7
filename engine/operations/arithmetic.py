"""The arithmetic of numbers: what is written with operator symbols. Facts only; see `model`."""

import math

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import Domain, Family, Native, Notation, Operation, Rule

SUM, PRODUCT, SIGN, POWER = 10, 20, 30, 40
"""Binding strengths: a sign binds tighter than a product and looser than a power, so `-x**2` is `-(x**2)`."""

ANYTHING = (-3.0, 3.0)
AWAY_FROM_ZERO = (0.5, 3.0)

TABLE = (
    Operation(
        name="add",
        family=Family.ARITHMETIC,
        parameters=("a", "b"),
        value="a + b",
        rules=(Rule("1"), Rule("1")),
        notation=Notation("+", infix="+", precedence=SUM, spoken=say("operation-add.spoken")),
        summary=say("operation-add"),
        why=say("operation-add.why"),
        samples=(ANYTHING, ANYTHING),
        commutes=True,
        special=(((math.inf, -math.inf), math.nan), ((1e308, 1e308), math.inf)),
    ),
    Operation(
        name="subtract",
        family=Family.ARITHMETIC,
        parameters=("a", "b"),
        value="a - b",
        rules=(Rule("1"), Rule("-1")),
        notation=Notation("−", infix="-", precedence=SUM, spoken=say("operation-subtract.spoken")),
        spellings=("sub",),
        summary=say("operation-subtract"),
        why=say("operation-subtract.why"),
        samples=(ANYTHING, ANYTHING),
        special=(((math.inf, math.inf), math.nan),),
    ),
    Operation(
        name="multiply",
        family=Family.ARITHMETIC,
        parameters=("a", "b"),
        value="a * b",
        rules=(Rule("b"), Rule("a")),
        notation=Notation("×", infix="*", precedence=PRODUCT, spoken=say("operation-multiply.spoken")),
        spellings=("mul",),
        summary=say("operation-multiply"),
        why=(say("operation-multiply.why")),
        samples=(ANYTHING, ANYTHING),
        commutes=True,
        special=(((0.0, math.inf), math.nan), ((1e200, 1e200), math.inf)),
    ),
    Operation(
        name="divide",
        family=Family.ARITHMETIC,
        parameters=("a", "b"),
        value="a / b",
        rules=(Rule("1 / b"), Rule("-out / b")),
        notation=Notation("÷", infix="/", precedence=PRODUCT, latex=r"\frac{‹a›}{‹b›}", spoken=say("operation-divide.spoken")),
        spellings=(
            "div",
            "true_divide",
        ),
        summary=say("operation-divide"),
        why=say("operation-divide.why"),
        samples=(ANYTHING, AWAY_FROM_ZERO),
        domain=Domain(
            "b != 0",
            say("operation-divide.outside"),
            say("operation-divide.hint"),
        ),
        special=(((1.0, 0.0), math.inf), ((-1.0, 0.0), -math.inf), ((0.0, 0.0), math.nan), ((1.0, math.inf), 0.0)),
    ),
    Operation(
        name="power",
        family=Family.ARITHMETIC,
        parameters=("a", "b"),
        value=Native(math.pow, np.power),
        rules=(
            # At b = 0 the slope is 0, and it moves with b; b * out / a moves alike and is no 0 × ∞ for a tiny a.
            Rule("where(b == 0, where(a == 0, 0, b * out / a), b * a**(b - 1))", display_text="b * a**(b - 1)"),
            # Below 0 the logarithm is NaN, and so is every derivative of it; a written NaN would be a constant, with slope 0.
            Rule("where(a == 0, where(b >= 0, 0, out * log(a)), out * log(a))", display_text="out * log(a)"),
        ),
        notation=Notation("xⁿ", infix="**", precedence=POWER, latex="{«a»}^{‹b›}", spoken=say("operation-power.spoken")),
        spellings=("pow", "float_power"),
        summary=say("operation-power"),
        why=(say("operation-power.why")),
        samples=(AWAY_FROM_ZERO, (-2.0, 3.0)),
        domain=Domain(
            "a > 0",
            say("operation-power.outside"),
            say("operation-power.hint"),
        ),
        kink="abs(a) + abs(b) == 0",
        convention=(say("operation-power.convention")),
        special=(
            ((0.0, 0.0), 1.0),
            ((0.0, -1.0), math.inf),
            ((-8.0, 3.0), -512.0),
            ((-8.0, 1 / 3), math.nan),
            ((10.0, 400.0), math.inf),
            ((math.nan, 0.0), 1.0),
        ),
    ),
    Operation(
        name="negate",
        family=Family.ARITHMETIC,
        parameters=("x",),
        value="-x",
        rules=(Rule("-1"),),
        notation=Notation("neg", infix="-", precedence=SIGN, spoken=say("operation-negate.spoken")),
        spellings=(
            "neg",
            "negative",
        ),
        summary=say("operation-negate"),
        why=say("operation-negate.why"),
        samples=(ANYTHING,),
        special=(((math.inf,), -math.inf),),
    ),
)
