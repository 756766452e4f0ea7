"""Smooth functions of two numbers: lengths, angles, and the sum of exponentials. Facts only; see `model`."""

import math

import numpy as np

from engine.operations.model import Domain, Family, Native, Notation, Operation, Rule

TABLE = (
    Operation(
        name="logaddexp",
        family=Family.ELEMENTARY,
        parameters=("a", "b"),
        value="where(a == b, a + log(2), maximum(a, b) + log1p(exp(-abs(a - b))))",
        rules=(Rule("sigmoid(a - b)"), Rule("sigmoid(b - a)")),
        notation=Notation(
            "lae",
            latex=r"\ln\left(e^{‹a›} + e^{‹b›}\right)",
            spoken="the logarithm of the sum of the exponentials of ‹a› and ‹b›",
        ),
        summary="log(exp(a) + exp(b)), a smooth maximum, without overflow.",
        why="Each is credited with its share of the sum of exponentials.",
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
        rules=(Rule("where(out == 0, 0, a / out)", usual="a / out"), Rule("where(out == 0, 0, b / out)", usual="b / out")),
        notation=Notation("hypot", latex=r"\sqrt{«a»^{2} + «b»^{2}}", spoken="the length of the vector ‹a›, ‹b›"),
        commutes=True,
        summary="The root of a² + b², without overflow on the way.",
        why="The length of a vector grows with each side by the share that this side has in it.",
        samples=((0.5, 3.0), (0.5, 3.0)),
        kink="abs(a) + abs(b) == 0",
        convention="At the origin the slope is taken as 0, as in JAX.",
        special=(((3.0, 4.0), 5.0), ((1e200, 0.0), 1e200), ((0.0, 0.0), 0.0), ((math.inf, math.nan), math.inf)),
    ),
    Operation(
        name="atan2",
        family=Family.ELEMENTARY,
        parameters=("y", "x"),
        value=Native(math.atan2, np.arctan2),
        rules=(Rule("x / hypot(x, y) / hypot(x, y)"), Rule("-y / hypot(x, y) / hypot(x, y)")),
        notation=Notation("atan2", latex=r"\operatorname{atan2}\left(‹y›, ‹x›\right)", spoken="the angle of the point ‹x›, ‹y›"),
        spellings=("arctan2",),
        summary="The angle of the point (x, y), from −π to π.",
        why="Moving a point across its own direction turns it, the less the farther out it is.",
        samples=((0.5, 2.0), (0.5, 2.0)),
        domain=Domain(
            "abs(x) + abs(y) > 0",
            "The origin has no angle; 0 is given for it, and its slope is NaN.",
            "Keep the point away from the origin.",
        ),
        special=(((0.0, -1.0), math.pi), ((1.0, 0.0), math.pi / 2), ((1.0, 1.0), math.pi / 4)),
    ),
)
