"""Smooth functions of two numbers: lengths, angles, and the sum of exponentials. Facts only; see `model`."""

import math

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import Domain, Family, Native, Notation, Operation, Rule

TABLE = (
    Operation(
        name="logaddexp",
        family=Family.ELEMENTARY,
        parameters=("a", "b"),
        value="where(a == b, a / 2 + b / 2 + log(2), maximum(a, b) + log1p(exp(-abs(a - b))))",
        rules=(Rule("sigmoid(a - b)"), Rule("sigmoid(b - a)")),
        notation=Notation(
            "lae",
            latex=r"\ln\left(e^{‹a›} + e^{‹b›}\right)",
            spoken=say("operation-logaddexp.spoken"),
        ),
        summary=say("operation-logaddexp"),
        why=say("operation-logaddexp.why"),
        samples=((-2.0, 2.0), (-2.0, 2.0)),
        commutes=True,
        special=(
            ((1000.0, 1000.0), 1000.0 + math.log(2)),
            ((1000.0, -1000.0), 1000.0),
            ((-math.inf, -math.inf), -math.inf),
            ((-math.inf, 3.0), 3.0),
            ((math.inf, 0.0), math.inf),
        ),
    ),
    Operation(
        name="hypot",
        family=Family.ELEMENTARY,
        parameters=("a", "b"),
        value=Native(math.hypot, np.hypot),
        rules=(
            Rule("where(out == 0, 0, a / out)", display_text="a / out"),
            Rule("where(out == 0, 0, b / out)", display_text="b / out"),
        ),
        notation=Notation("hypot", latex=r"\sqrt{«a»^{2} + «b»^{2}}", spoken=say("operation-hypot.spoken")),
        commutes=True,
        summary=say("operation-hypot"),
        why=say("operation-hypot.why"),
        samples=((0.5, 3.0), (0.5, 3.0)),
        kink="abs(a) + abs(b) == 0",
        convention=say("operation-hypot.convention"),
        special=(((3.0, 4.0), 5.0), ((1e200, 0.0), 1e200), ((0.0, 0.0), 0.0), ((math.inf, math.nan), math.inf)),
    ),
    Operation(
        name="atan2",
        family=Family.ELEMENTARY,
        parameters=("y", "x"),
        value=Native(math.atan2, np.arctan2),
        rules=(
            Rule("where(hypot(x, y) == 0, 0, x / hypot(x, y) / hypot(x, y))", display_text="x / hypot(x, y) / hypot(x, y)"),
            Rule("where(hypot(x, y) == 0, 0, -y / hypot(x, y) / hypot(x, y))", display_text="-y / hypot(x, y) / hypot(x, y)"),
        ),
        notation=Notation("atan2", latex=r"\operatorname{atan2}\left(‹y›, ‹x›\right)", spoken=say("operation-atan2.spoken")),
        spellings=("arctan2",),
        summary=say("operation-atan2"),
        why=say("operation-atan2.why"),
        samples=((0.5, 2.0), (0.5, 2.0)),
        domain=Domain(
            "abs(x) + abs(y) > 0",
            say("operation-atan2.outside"),
            say("operation-atan2.hint"),
        ),
        kink="abs(y) + relu(x) == 0",
        convention=(say("operation-atan2.convention")),
        special=(((0.0, -1.0), math.pi), ((1.0, 0.0), math.pi / 2), ((1.0, 1.0), math.pi / 4)),
    ),
)
