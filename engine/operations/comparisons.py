"""Questions with the answers 1 and 0, and what is done with an answer. Facts only; see `model`.

An answer jumps and never slopes, so every gradient ends at a comparison; what chooses by it passes the gradient to what it chose.
"""

import math

from backpass.engine.messages import say
from backpass.engine.operations.model import Family, Notation, Operation, Rule

COMPARISON = 5
"""Binding strength: looser than a sum, so that `a + b > c` compares the sum."""

_APART = ((0.5, 1.5), (2.0, 3.0))
_LEVEL = Rule("0", routes=True, is_flat=True)


def _comparison(
    name: str,
    symbol: str,
    glyph: str,
    *,
    special: tuple[tuple[tuple[float, float], float], ...],
    spellings: tuple[str, ...] = (),
    commutes: bool = False,
) -> Operation:
    key = f"operation-{name.replace('_', '-')}"
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
            spoken=say(f"{key}.spoken"),
        ),
        spellings=spellings,
        summary=say(key),
        why=say("operation-greater.why"),
        samples=_APART,
        kink="a == b",
        convention=say("operation-greater.convention"),
        commutes=commutes,
        special=(*special, ((math.nan, 1.0), 1.0 if symbol == "!=" else 0.0)),
    )


_COMPARISONS = (
    _comparison(
        "greater",
        ">",
        ">",
        spellings=("gt",),
        special=(((2.0, 1.0), 1.0), ((1.0, 1.0), 0.0), ((1.0, 2.0), 0.0)),
    ),
    _comparison(
        "greater_equal",
        ">=",
        "≥",
        spellings=("ge",),
        special=(((2.0, 1.0), 1.0), ((1.0, 1.0), 1.0), ((1.0, 2.0), 0.0)),
    ),
    _comparison(
        "less",
        "<",
        "<",
        spellings=("lt",),
        special=(((2.0, 1.0), 0.0), ((1.0, 1.0), 0.0), ((1.0, 2.0), 1.0)),
    ),
    _comparison(
        "less_equal",
        "<=",
        "≤",
        spellings=("le",),
        special=(((2.0, 1.0), 0.0), ((1.0, 1.0), 1.0), ((1.0, 2.0), 1.0)),
    ),
    _comparison(
        "equal",
        "==",
        "=",
        spellings=("eq",),
        commutes=True,
        special=(((2.0, 1.0), 0.0), ((math.inf, math.inf), 1.0)),
    ),
    _comparison(
        "not_equal",
        "!=",
        "≠",
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
        spoken=say("operation-where.spoken"),
    ),
    spellings=("select",),
    summary=say("operation-where"),
    why=say("operation-where.why"),
    convention=say("operation-where.convention"),
    samples=((0.5, 1.0), (-2.0, 2.0), (-2.0, 2.0)),
    special=(((1.0, 2.0, math.nan), 2.0), ((0.0, math.inf, 3.0), 3.0), ((math.nan, 2.0, 3.0), 2.0)),
)

_CLIP = Operation(
    name="clip",
    family=Family.COMPARISON,
    parameters=("x", "low", "high"),
    value="min(max(x, low), high)",
    rules=(
        Rule("where(x >= low, where(x <= high, 1, 0), 0)", routes=True),
        Rule("where(low <= high, where(x < low, 1, 0), 0)", routes=True),
        Rule("where(low <= high, where(x > high, 1, 0), 1)", routes=True),
    ),
    notation=Notation(
        "clip",
        latex=r"\operatorname{clip}\left(‹x›, ‹low›, ‹high›\right)",
        spoken=say("operation-clip.spoken"),
    ),
    spellings=("clamp", "clip_by_value"),
    defaults=(-math.inf, math.inf),
    keywords={
        **dict.fromkeys(("low", "min", "a_min", "clip_value_min"), "low"),
        **dict.fromkeys(("high", "max", "a_max", "clip_value_max"), "high"),
    },
    summary=say("operation-clip"),
    why=say("operation-clip.why"),
    samples=((0.0, 1.0), (-2.0, -1.0), (2.0, 3.0)),
    # With tanh a bound that is left out, an infinite one, does not make NaN of a 0 beside it.
    kink="tanh(x - low) * tanh(x - high) * tanh(high - low) == 0",
    convention=say("operation-clip.convention"),
    special=(((5.0, 0.0, 1.0), 1.0), ((-5.0, 0.0, 1.0), 0.0), ((math.nan, 0.0, 1.0), math.nan), ((0.5, 2.0, 1.0), 1.0)),
)

_DETACH = Operation(
    name="detach",
    family=Family.COMPARISON,
    parameters=("x",),
    value="x",
    rules=(Rule("0", routes=True),),
    notation=Notation("stop", latex=r"\operatorname{detach}\left(‹x›\right)", spoken=say("operation-detach.spoken")),
    spellings=("stop_gradient",),
    summary=say("operation-detach"),
    why=say("operation-detach.why"),
    samples=((-2.0, 2.0),),
    stops_gradient=True,
    is_idempotent=True,
    convention=say("operation-detach.convention"),
    special=(((math.inf,), math.inf),),
)

TABLE = (*_COMPARISONS, _WHERE, _CLIP, _DETACH)
