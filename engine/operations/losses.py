"""Losses: how far a prediction is from its target, in forms that keep their digits. Facts only; see `model`.

Each compares one prediction with one target (cross_entropy: one row with one class); take the mean or the sum for a batch.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.operations.model import (
    Array,
    Case,
    Data,
    Domain,
    Family,
    Notation,
    Operation,
    Options,
    Rule,
    Shape,
    Transform,
    is_plain,
)
from engine.problems import Code, Problem, ProblemError
from engine.shapes import mismatch

_APART = ((0.5, 1.2), (-1.0, 0.3))


def _by_name(first: str, second: str) -> dict[str, str]:
    """PyTorch says input and target, TensorFlow logits and labels."""
    return {first: first, "input": first, "logits": first, second: second, "labels": second}


def _loss(
    name: str,
    parameters: tuple[str, str],
    value: str,
    rules: tuple[Rule, Rule],
    spoken: str,
    *,
    summary: str,
    why: str,
    samples: tuple[tuple[float, float], tuple[float, float]] = _APART,
    special: tuple[tuple[tuple[float, float], float], ...],
    domain: Domain | None = None,
    kink: str | None = None,
    convention: str | None = None,
    spellings: tuple[str, ...] = (),
    commutes: bool = False,
) -> Operation:
    first, second = parameters
    return Operation(
        name=name,
        family=Family.LOSS,
        parameters=parameters,
        value=value,
        rules=rules,
        notation=Notation(
            "loss", latex=rf"\operatorname{{{name.replace('_', '-')}}}\left(‹{first}›, ‹{second}›\right)", spoken=spoken
        ),
        spellings=spellings,
        summary=summary,
        why=why,
        samples=samples,
        domain=domain,
        kink=kink,
        convention=convention,
        special=special,
        commutes=commutes,
        keywords=_by_name(first, second),
    )


_PAIR = ("prediction", "target")

_OF_NUMBERS = (
    _loss(
        "squared_error",
        _PAIR,
        "(prediction - target)**2",
        (Rule("2 * (prediction - target)"), Rule("2 * (target - prediction)")),
        "the squared error of ‹prediction› against ‹target›",
        summary="The square of the difference: large errors count far more than small ones.",
        why="The slope of a square is twice its base, so the pull towards the target grows with the distance from it.",
        special=(((3.0, 1.0), 4.0), ((1e200, 0.0), math.inf)),
        commutes=True,
    ),
    _loss(
        "absolute_error",
        _PAIR,
        "abs(prediction - target)",
        (
            Rule("where(prediction > target, 1, where(prediction < target, -1, 0))"),
            Rule("where(prediction > target, -1, where(prediction < target, 1, 0))"),
        ),
        "the absolute error of ‹prediction› against ‹target›",
        summary="The size of the difference: every error counts by its size.",
        why="The pull towards the target is the same however far away it is.",
        spellings=("l1_error",),
        kink="prediction == target",
        convention="Where both are equal the slope is taken as 0, as in PyTorch.",
        special=(((3.0, 1.0), 2.0), ((1.0, 1.0), 0.0)),
        commutes=True,
    ),
    _loss(
        "huber",
        _PAIR,
        "where(abs(prediction - target) <= 1, (prediction - target)**2 / 2, abs(prediction - target) - 0.5)",
        (
            Rule("clip(prediction - target, -1, 1)"),
            Rule("clip(target - prediction, -1, 1)"),
        ),
        "the Huber loss of ‹prediction› against ‹target›",
        summary="Half the squared error up to a distance of 1, beyond it the absolute error: outliers pull no harder.",
        why="Its slope is the distance itself, cut off at 1.",
        spellings=("smooth_l1",),
        special=(((3.0, 1.0), 1.5), ((0.5, 0.0), 0.125)),
        samples=((0.5, 0.8), (-0.1, 0.1)),
        commutes=True,
    ),
)

_OF_CLASSES = (
    _loss(
        "binary_cross_entropy",
        ("probability", "target"),
        "-(where(target == 0, 0, target * log(probability)) + where(target == 1, 0, (1 - target) * log1p(-probability)))",
        (
            Rule(
                "where(target == 0, 1 / (1 - probability), where(target == 1, -1 / probability, "
                "(probability - target) / (probability * (1 - probability))))",
                usual="(probability - target) / (probability * (1 - probability))",
            ),
            Rule("log1p(-probability) - log(probability)"),
        ),
        "the binary cross entropy of the probability ‹probability› against ‹target›",
        summary="The surprise, −log of the probability given to what is the case: the target is 1 or 0, or a probability itself.",
        why="The less probability was given to what is the case, the steeper: at a sure mistake the slope is infinite.",
        samples=((0.2, 0.8), (0.1, 0.9)),
        domain=Domain(
            "where(probability < 0, 0, where(probability > 1, 0, 1)) == 1",
            "A probability lies between 0 and 1; the logarithm of anything else is NaN.",
            "Give it the output of sigmoid, or give the raw score to binary_cross_entropy_with_logits.",
        ),
        special=(
            ((0.0, 0.0), 0.0),
            ((1.0, 1.0), 0.0),
            ((0.0, 1.0), math.inf),
            ((1.0, 0.0), math.inf),
            ((1e-20, 0.0), 1e-20),
            ((2.0, 0.0), math.nan),
        ),
    ),
    _loss(
        "binary_cross_entropy_with_logits",
        ("logit", "target"),
        "where(target == 1, softplus(-logit), where(target == 0, softplus(logit), "
        "where(logit > 0, logit * (1 - target), -logit * target) + log1p(exp(-abs(logit)))))",
        (
            # sigmoid(logit) - 1 would lose all digits of a probability that is nearly right.
            Rule("where(target == 1, -sigmoid(-logit), sigmoid(logit) - target)", usual="sigmoid(logit) - target"),
            Rule("-logit"),
        ),
        "the binary cross entropy of the score ‹logit› against ‹target›",
        summary="The binary cross-entropy of sigmoid(logit), exact also for large scores.",
        why="Sigmoid and logarithm undo each other, so what is left is the probability minus the target.",
        samples=((-2.0, 2.0), (0.1, 0.9)),
        spellings=("sigmoid_cross_entropy_with_logits",),
        special=(((800.0, 1.0), 0.0), ((800.0, 0.0), 800.0), ((-800.0, 1.0), 800.0), ((0.0, 1.0), math.log(2))),
    ),
    _loss(
        "hinge",
        ("score", "target"),
        "relu(1 - target * score)",
        (
            Rule("where(target * score < 1, -target, 0)"),
            Rule("where(target * score < 1, -score, 0)"),
        ),
        "the hinge loss of the score ‹score› against ‹target›",
        summary="How far the score is from being right by a margin of 1; the target is −1 or 1.",
        why="Once an example is right by the margin it no longer pulls; until then it pulls with its own sign.",
        samples=((-0.7, 0.7), (-1.2, 1.2)),
        kink="target * score == 1",
        convention="Exactly at the margin the slope is taken as 0, as relu has it.",
        special=(((2.0, 1.0), 0.0), ((-1.0, 1.0), 2.0), ((0.0, -1.0), 1.0)),
        commutes=True,
    ),
)


def _cross_entropy_shape(shapes: Sequence[Shape], _options: Options) -> Shape:
    logits, target = shapes
    if not logits or target not in (logits, logits[:-1]):
        raise mismatch(
            f"cross_entropy cannot compare scores of the shape {logits} with targets of the shape {target}.",
            "Give one score per class along the last axis, and as targets either class numbers, one per row "
            f"(shape {logits[:-1]}), or one probability per class (shape {logits}).",
        )
    return logits[:-1]


def _probabilities(target: Any, logits: Any) -> Any:
    """The target as one probability per class. Raises ProblemError (invalid-input) where a class number is none."""
    shape = np.shape(logits)
    if np.shape(target) == shape:
        return target
    numbers = np.asarray(target if is_plain(target) else target.data)
    if not np.all((numbers == np.floor(numbers)) & (numbers >= 0) & (numbers < shape[-1])):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                f"There are {shape[-1]} classes, numbered from 0 to {shape[-1] - 1}, and a target is none of these numbers.",
                "Give the number of the right class, or one probability for each class.",
            )
        )
    one_hot: Array = (np.arange(shape[-1]) == numbers[..., np.newaxis]).astype(np.float64)
    return one_hot


def _log_softmax(logits: Any) -> Any:
    shifted = logits - np.max(logits, axis=-1, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))


def _cross_entropy(logits: Data, target: Data) -> Any:
    chances = _probabilities(target, logits)
    surprises = np.where(np.equal(chances, 0), 0.0, chances * _log_softmax(np.asarray(logits)))
    return -np.sum(surprises, axis=-1)


def _to_logits(upstream: Data, inputs: Sequence[Data], _out: Data, _options: Options) -> Any:
    logits, target = inputs
    chances = _probabilities(target, logits)
    shares = np.exp(_log_softmax(logits)) if is_plain(logits) else logits.softmax(axis=-1)  # type: ignore[union-attr]
    rows = np.reshape(upstream, (*np.shape(logits)[:-1], 1))
    return rows * (shares * np.sum(chances, axis=-1, keepdims=True) - chances)


def _to_target(upstream: Data, inputs: Sequence[Data], _out: Data, _options: Options) -> Any:
    logits, target = inputs
    if np.shape(target) != np.shape(logits):
        return np.zeros(np.shape(target)) * upstream
    logarithms = _log_softmax(logits) if is_plain(logits) else logits.log_softmax(axis=-1)  # type: ignore[union-attr]
    return -np.reshape(upstream, (*np.shape(logits)[:-1], 1)) * logarithms


TABLE = (
    *_OF_NUMBERS,
    *_OF_CLASSES,
    Operation(
        name="cross_entropy",
        family=Family.LOSS,
        parameters=("logits", "target"),
        value=Transform(_cross_entropy_shape, _cross_entropy, (_to_logits, _to_target)),
        rules=(Rule("G * (softmax(logits) - target)", adjoint=True), Rule("-G * log_softmax(logits)", adjoint=True)),
        notation=Notation(
            "loss",
            latex=r"\operatorname{cross-entropy}\left(‹logits›, ‹target›\right)",
            spoken="the cross entropy of the scores ‹logits› against ‹target›",
        ),
        spellings=("softmax_cross_entropy_with_logits", "sparse_softmax_cross_entropy_with_logits"),
        summary="−log of the share that softmax gives to the right class, per row of scores; the target is a class number, or "
        "one probability per class.",
        why="Softmax and logarithm undo each other, so what is left for each class is its share minus its target.",
        samples=((-2.0, 2.0), (0.1, 0.9)),
        keywords=_by_name("logits", "target"),
        cases=(Case(((3,), (3,))), Case(((2, 3), (2, 3)))),
        misfits=(Case(((3,), (2,))), Case(((), ())), Case(((2, 3), (3,)))),
        convention="A class number does not move: its gradient is 0. Probabilities need not add up to 1.",
    ),
)
