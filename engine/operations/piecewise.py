"""Functions with a corner: they pick an input or block it, so they route the gradient. Facts only; see `model`."""

import math

import numpy as np

from engine.operations.model import Family, Native, Notation, Operation, Rule

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
    special=(((-1.0,), 0.0), ((0.0,), 0.0), ((math.nan,), math.nan), ((math.inf,), math.inf)),
)

_ABS = Operation(
    name="abs",
    family=Family.PIECEWISE,
    parameters=("x",),
    value=Native(math.fabs, np.abs),
    rules=(Rule("where(x > 0, 1, where(x < 0, -1, 0))"),),
    notation=Notation("|x|", latex=r"\left|‹x›\right|", spoken="the absolute value of ‹x›"),
    summary="The absolute value: the distance from 0.",
    why="To the right of 0 the distance grows with x, to the left it shrinks: the slope is the sign of x.",
    samples=((0.5, 3.0),),
    kink="x == 0",
    convention="At exactly 0 the slope is taken as 0, as in PyTorch.",
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


TABLE = (
    _RELU,
    _ABS,
    _extreme("maximum", "max", ">", "larger"),
    _extreme("minimum", "min", "<", "smaller"),
)
