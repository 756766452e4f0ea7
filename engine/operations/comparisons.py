"""Questions with the answers 1 and 0, and what is done with an answer. Facts only; see `model`.

An answer jumps and never slopes, so every gradient ends at a comparison; what chooses by it passes the gradient to what it chose.
"""

import math

from engine.operations.model import Family, Notation, Operation, Rule

COMPARISON = 5
"""Binding strength: looser than a sum, so that `a + b > c` compares the sum."""

_APART = ((0.5, 1.5), (2.0, 3.0))
_LEVEL = Rule("0", routes=True, level=True)


def _comparison(
    name: str,
    symbol: str,
    glyph: str,
    words: str,
    *,
    special: tuple[tuple[tuple[float, float], float], ...],
    spellings: tuple[str, ...] = (),
    commutes: bool = False,
) -> Operation:
    return Operation(
        name=name,
        family=Family.COMPARISON,
        parameters=("a", "b"),
        value=f"where(a {symbol} b, 1, 0)",
        rules=(_LEVEL, _LEVEL),
        notation=Notation(
            glyph,
            infix=symbol,
            precedence=COMPARISON,
            spoken=f"‹a› {words} ‹b›",
        ),
        spellings=spellings,
        summary=f"1 where the first value {words} the second, else 0.",
        why="The answer jumps from 0 to 1 and is level on both sides, so no gradient gets back through it.",
        samples=_APART,
        kink="a == b",
        convention="Where both are equal the answer jumps; its slope is taken as 0 there as well, as in JAX.",
        commutes=commutes,
        special=(*special, ((math.nan, 1.0), 1.0 if symbol == "!=" else 0.0)),
    )


_COMPARISONS = (
    _comparison(
        "greater",
        ">",
        ">",
        "is greater than",
        spellings=("gt",),
        special=(((2.0, 1.0), 1.0), ((1.0, 1.0), 0.0), ((1.0, 2.0), 0.0)),
    ),
    _comparison(
        "greater_equal",
        ">=",
        "≥",
        "is at least",
        spellings=("ge",),
        special=(((2.0, 1.0), 1.0), ((1.0, 1.0), 1.0), ((1.0, 2.0), 0.0)),
    ),
    _comparison(
        "less",
        "<",
        "<",
        "is less than",
        spellings=("lt",),
        special=(((2.0, 1.0), 0.0), ((1.0, 1.0), 0.0), ((1.0, 2.0), 1.0)),
    ),
    _comparison(
        "less_equal",
        "<=",
        "≤",
        "is at most",
        spellings=("le",),
        special=(((2.0, 1.0), 0.0), ((1.0, 1.0), 1.0), ((1.0, 2.0), 1.0)),
    ),
    _comparison(
        "equal",
        "==",
        "=",
        "equals",
        spellings=("eq",),
        commutes=True,
        special=(((2.0, 1.0), 0.0), ((math.inf, math.inf), 1.0)),
    ),
    _comparison(
        "not_equal",
        "!=",
        "≠",
        "differs from",
        spellings=("ne",),
        commutes=True,
        special=(((2.0, 1.0), 1.0), ((math.inf, math.inf), 0.0)),
    ),
)

_WHERE = Operation(
    name="where",
    family=Family.COMPARISON,
    parameters=("condition", "a", "b"),
    value="where(condition != 0, a, b)",
    rules=(
        _LEVEL,
        Rule("where(condition != 0, 1, 0)", routes=True),
        Rule("where(condition != 0, 0, 1)", routes=True),
    ),
    notation=Notation(
        "where",
        latex=r"\begin{cases} ‹a› & \text{if } ‹condition› \\ ‹b› & \text{otherwise} \end{cases}",
        spoken="‹a› if ‹condition›, else ‹b›",
    ),
    spellings=("select",),
    summary="The second value where the first is true (anything but 0), else the third.",
    why="Only what was chosen reaches the output, so it alone is credited; the other, and the choice itself, go unnoticed.",
    samples=((0.5, 1.0), (-2.0, 2.0), (-2.0, 2.0)),
    special=(((1.0, 2.0, math.nan), 2.0), ((0.0, math.inf, 3.0), 3.0), ((math.nan, 2.0, 3.0), 2.0)),
)

_CLIP = Operation(
    name="clip",
    family=Family.COMPARISON,
    parameters=("x", "low", "high"),
    value="min(max(x, low), high)",
    rules=(
        Rule("where(x < low, 0, where(x > high, 0, 1))", routes=True),
        Rule("where(low <= high, where(x < low, 1, 0), 0)", routes=True, usual="where(x < low, 1, 0)"),
        Rule("where(low <= high, where(x > high, 1, 0), 1)", routes=True, usual="where(x > high, 1, 0)"),
    ),
    notation=Notation(
        "clip",
        latex=r"\operatorname{clip}\left(‹x›, ‹low›, ‹high›\right)",
        spoken="‹x› kept between ‹low› and ‹high›",
    ),
    spellings=("clamp", "clip_by_value"),
    defaults=(-math.inf, math.inf),
    keywords={
        **dict.fromkeys(("low", "min", "a_min", "clip_value_min"), "low"),
        **dict.fromkeys(("high", "max", "a_max", "clip_value_max"), "high"),
    },
    summary="x kept between two bounds: the bound itself where x lies beyond it.",
    why="Between the bounds it passes the gradient on untouched; beyond one only the bound reaches the output and is credited.",
    samples=((0.0, 1.0), (-2.0, -1.0), (2.0, 3.0)),
    kink="(x - low) * (x - high) == 0",
    convention="At a bound the gradient goes to x, as in PyTorch's clamp. Where the bounds are in the wrong order, high counts.",
    special=(((5.0, 0.0, 1.0), 1.0), ((-5.0, 0.0, 1.0), 0.0), ((math.nan, 0.0, 1.0), math.nan), ((0.5, 2.0, 1.0), 1.0)),
)

_DETACH = Operation(
    name="detach",
    family=Family.COMPARISON,
    parameters=("x",),
    value="x",
    rules=(Rule("0", routes=True),),
    notation=Notation("stop", latex=r"\operatorname{detach}\left(‹x›\right)", spoken="‹x› held fixed"),
    spellings=("stop_gradient",),
    summary="The value itself, treated as a constant from here on.",
    why="It is told to hold every gradient back: what lies behind it counts as fixed, although the value does depend on it.",
    samples=((-2.0, 2.0),),
    holds_back=True,
    settles=True,
    convention="The slope is taken as 0 everywhere, which is what it is for; the true slope is 1.",
    special=(((math.inf,), math.inf),),
)

TABLE = (*_COMPARISONS, _WHERE, _CLIP, _DETACH)
