"""Losses: how far a prediction is from its target, in forms that keep their digits. Facts only; see `model`.

Each compares one prediction with one target (cross_entropy: one row with one class); take the mean or the sum for a batch.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import (
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
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import mismatch

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
        say("operation-squared-error.spoken"),
        summary=say("operation-squared-error"),
        why=say("operation-squared-error.why"),
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
        say("operation-absolute-error.spoken"),
        summary=say("operation-absolute-error"),
        why=say("operation-absolute-error.why"),
        spellings=("l1_error",),
        kink="prediction == target",
        convention=say("operation-absolute-error.convention"),
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
        say("operation-huber.spoken"),
        summary=say("operation-huber"),
        why=say("operation-huber.why"),
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
        # The 0 for 0 × log(0) is chosen by the probability: chosen by the target, the target would get no gradient
        # from a library that differentiates this text.
        "where(probability < 0, nan, where(probability > 1, nan, -("
        "where(probability == 0, where(target == 0, 0, target * log(probability)), target * log(probability)) + "
        "where(probability == 1, where(target == 1, 0, (1 - target) * log1p(-probability)), "
        "(1 - target) * log1p(-probability)))))",
        (
            Rule(
                "where(probability == 0, where(target == 0, 1, -target / probability), "
                "where(probability == 1, where(target == 1, -1, (1 - target) / (1 - probability)), "
                "(probability - target) / (probability * (1 - probability))))",
                display_text="(probability - target) / (probability * (1 - probability))",
            ),
            Rule("log1p(-probability) - log(probability)"),
        ),
        say("operation-binary-cross-entropy.spoken"),
        summary=say("operation-binary-cross-entropy"),
        why=say("operation-binary-cross-entropy.why"),
        samples=((0.2, 0.8), (0.1, 0.9)),
        domain=Domain(
            "where(probability < 0, 0, where(probability > 1, 0, 1)) == 1",
            say("operation-binary-cross-entropy.outside"),
            say("operation-binary-cross-entropy.hint"),
        ),
        special=(
            ((0.0, 0.0), 0.0),
            ((1.0, 1.0), 0.0),
            ((0.0, 1.0), math.inf),
            ((1.0, 0.0), math.inf),
            ((1e-20, 0.0), 1e-20),
            ((2.0, 0.0), math.nan),
            ((-1.0, 0.0), math.nan),
            ((2.0, 1.0), math.nan),
        ),
    ),
    _loss(
        "binary_cross_entropy_with_logits",
        ("logit", "target"),
        "where(target == 1, softplus(-logit), where(target == 0, softplus(logit), "
        "where(logit > 0, logit * (1 - target), -logit * target) + log1p(exp(-abs(logit)))))",
        (
            # sigmoid(logit) - 1 would lose all digits of a probability that is nearly right.
            Rule("(1 - target) * sigmoid(logit) - target * sigmoid(-logit)", display_text="sigmoid(logit) - target"),
            Rule("-logit"),
        ),
        say("operation-binary-cross-entropy-with-logits.spoken"),
        summary=say("operation-binary-cross-entropy-with-logits"),
        why=say("operation-binary-cross-entropy-with-logits.why"),
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
        say("operation-hinge.spoken"),
        summary=say("operation-hinge"),
        why=say("operation-hinge.why"),
        samples=((-0.7, 0.7), (-1.2, 1.2)),
        kink="target * score == 1",
        convention=say("operation-hinge.convention"),
        special=(((2.0, 1.0), 0.0), ((-1.0, 1.0), 2.0), ((0.0, -1.0), 1.0)),
        commutes=True,
    ),
)


def _cross_entropy_shape(shapes: Sequence[Shape], _options: Options) -> Shape:
    logits, target = shapes
    if not logits or target not in (logits, logits[:-1]):
        raise mismatch(
            f"cross_entropy cannot compare scores of the shape {logits} with targets of the shape {target}.",
            say("score-per-class", logits=logits[:-1], logits2=logits),
        )
    return logits[:-1]


def _probabilities(target: Any, logits: Any) -> Any:
    """The target as one probability per class. Raises ProblemError (invalid-input) where a class number is none."""
    shape = np.shape(logits)
    if np.shape(target) == shape:
        return target
    numbers = np.asarray(target if is_plain(target) else target.raw)
    if not np.all((numbers == np.floor(numbers)) & (numbers >= 0) & (numbers < shape[-1])):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("target-not-a-class", shape=shape[-1], shape2=shape[-1] - 1),
                say("target-not-a-class.hint"),
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
            spoken=say("operation-cross-entropy.spoken"),
        ),
        spellings=("softmax_cross_entropy_with_logits", "sparse_softmax_cross_entropy_with_logits"),
        summary=say("operation-cross-entropy"),
        why=say("operation-cross-entropy.why"),
        samples=((-2.0, 2.0), (0.1, 0.9)),
        keywords=_by_name("logits", "target"),
        cases=(Case(((3,), (3,))), Case(((2, 3), (2, 3)))),
        misfits=(Case(((3,), (2,))), Case(((), ())), Case(((2, 3), (3,)))),
        convention=say("operation-cross-entropy.convention"),
    ),
)
