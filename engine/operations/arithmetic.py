"""The arithmetic of numbers: what is written with operator symbols. Facts only; see `model`."""

import math

import numpy as np

from engine.operations.model import Domain, Family, Native, Notation, Operation, Rule

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
        notation=Notation("+", infix="+", precedence=SUM, spoken="‹a› plus ‹b›"),
        summary="The sum of two values.",
        why="A unit more of either input is a unit more of the sum, so addition copies the gradient to both.",
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
        notation=Notation("−", infix="-", precedence=SUM, spoken="‹a› minus ‹b›"),
        spellings=("sub",),
        summary="The difference of two values.",
        why="A unit more of the first raises the difference by one, a unit more of the second lowers it by one.",
        samples=(ANYTHING, ANYTHING),
        special=(((math.inf, math.inf), math.nan),),
    ),
    Operation(
        name="multiply",
        family=Family.ARITHMETIC,
        parameters=("a", "b"),
        value="a * b",
        rules=(Rule("b"), Rule("a")),
        notation=Notation("×", infix="*", precedence=PRODUCT, spoken="‹a› times ‹b›"),
        spellings=("mul",),
        summary="The product of two values.",
        why=(
            "Nudging one factor changes the product by that nudge times the other factor, so each gradient is "
            "scaled by the other input."
        ),
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
        notation=Notation("÷", infix="/", precedence=PRODUCT, latex=r"\frac{‹a›}{‹b›}", spoken="‹a› divided by ‹b›"),
        spellings=(
            "div",
            "true_divide",
        ),
        summary="The quotient of two values.",
        why="The numerator counts one b-th each; a larger denominator makes the quotient smaller in proportion to its size.",
        samples=(ANYTHING, AWAY_FROM_ZERO),
        domain=Domain(
            "b != 0",
            "Division by zero has no finite value: it gives ±∞, and 0/0 gives NaN.",
            "Keep the denominator away from 0, for example by adding a small constant to it.",
        ),
        special=(((1.0, 0.0), math.inf), ((-1.0, 0.0), -math.inf), ((0.0, 0.0), math.nan), ((1.0, math.inf), 0.0)),
    ),
    Operation(
        name="power",
        family=Family.ARITHMETIC,
        parameters=("a", "b"),
        value=Native(math.pow, np.power),
        rules=(
            Rule("where(b == 0, 0, b * a**(b - 1))", usual="b * a**(b - 1)"),
            Rule("where(a > 0, out * log(a), where(a == 0, where(b >= 0, 0, -inf), nan))", usual="out * log(a)"),
        ),
        notation=Notation("xⁿ", infix="**", precedence=POWER, latex="{«a»}^{‹b›}", spoken="‹a› to the power ‹b›"),
        spellings=("pow", "float_power"),
        summary="A base raised to an exponent.",
        why=(
            "The exponent comes down as a factor and is lowered by one; for the exponent itself the logarithm of "
            "the base is the rate of growth."
        ),
        samples=(AWAY_FROM_ZERO, (-2.0, 3.0)),
        domain=Domain(
            "a > 0",
            "A negative base has a real power only for whole exponents, and 0 only for exponents that are not negative.",
            "Keep the base positive, use a whole exponent, or write exp(b * log(a)) where a > 0 is known.",
        ),
        convention=(
            "x**0 is 1 with slope 0, also at x = 0. For a base of 0 the slope in the exponent is taken as 0, as PyTorch does."
        ),
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
        notation=Notation("neg", infix="-", precedence=SIGN, spoken="minus ‹x›"),
        spellings=(
            "neg",
            "negative",
        ),
        summary="The value with its sign turned.",
        why="What goes up on one side of the sign goes down by as much on the other.",
        samples=(ANYTHING,),
        special=(((math.inf,), -math.inf),),
    ),
)
