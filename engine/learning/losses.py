"""Losses: how far predictions are from targets, as one number to be made small.

A loss is one record: the operation that compares one prediction with its target, whether the mean or the sum of it is taken,
what number represents a class, and which class a prediction means. All work on single numbers and on whole batches alike.
Knows nothing of models or optimisers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor, lift
from backpass.engine.learning.choices import chosen, table
from backpass.engine.learning.datasets import Dataset
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Array, size_of

_add = FUNCTIONS["add"]


class Encoding(StrEnum):
    """What a loss wants to be given for a class."""

    SIGN = "sign"
    """−1 and 1; the class is given by the sign of the prediction."""
    PROBABILITY = "probability"
    """0 and 1; class 1 above one half."""
    LOGIT = "logit"
    """0 and 1; class 1 above 0."""
    ONE_HOT = "one-hot"
    """A row with a 1 in the place of the class; the class is the place of the largest prediction."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One way to measure error; call it with predictions and encoded targets."""

    name: str
    title: str
    operation: str
    """The name of the operation that compares a prediction with its target."""
    encoding: Encoding
    summary: str
    summed: bool = False
    """Whether the errors are added up; else their mean is taken."""

    def __call__(self, predictions: Tensor | Sequence[Any], targets: Any) -> Tensor:
        """The loss of a batch: predictions as one tensor, or as a list of tensors with single numbers.

        Raises ProblemError (shape-mismatch) where there is not one target for each prediction.
        """
        if isinstance(predictions, Tensor):
            wanted = lift(targets)
            if predictions.shape != wanted.shape:
                raise _unequal(predictions.shape, wanted.shape)
            errors = FUNCTIONS[self.operation](predictions, wanted)
            total: Tensor = errors.sum()
            count = size_of(errors.raw)
        else:
            rows = list(targets)
            if len(rows) != len(predictions):
                raise _unequal((len(predictions),), (len(rows),))
            each = [FUNCTIONS[self.operation](_one(made), lift(row)) for made, row in zip(predictions, rows, strict=True)]
            total, count = reduce(_add, each), len(each)
        return total if self.summed else total / float(count)

    def encoded(self, data: Dataset) -> Array:
        """The targets of a data set as this loss wants them. Raises ProblemError (invalid-input) where it cannot have them."""
        return self.encode(data.targets, data.classes)

    def encode(self, targets: Array, classes: int | None) -> Array:
        """Numbers of classes, or numbers to be found where `classes` is None, as this loss wants them; raises likewise."""
        if classes is None:
            if not self.of_numbers:
                raise _unsuitable(say("loss-of-classes", name=self.name), "mean_squared_error")
            return targets
        if self.encoding is Encoding.ONE_HOT:
            rows: Array = np.eye(classes)[targets.astype(int)]
            return rows
        if classes > 2:
            raise _unsuitable(say("loss-of-two-classes", name=self.name, classes=classes), "cross_entropy")
        return 2 * targets - 1 if self.encoding is Encoding.SIGN else targets

    def decided(self, predictions: Array) -> Array:
        """The class that each prediction means."""
        boundary = self.boundary
        if boundary is None:
            return np.asarray(np.argmax(predictions, axis=-1), dtype=np.float64)
        return np.asarray(predictions > boundary, dtype=np.float64)

    @property
    def boundary(self) -> float | None:
        """Above which prediction class 1 is meant; None where there is a score for each class."""
        return {Encoding.PROBABILITY: 0.5, Encoding.ONE_HOT: None}.get(self.encoding, 0.0)

    @property
    def of_numbers(self) -> bool:
        """Whether it compares with any number, not only with the number of a class."""
        return "prediction" in OPERATIONS[self.operation].parameters

    def accuracy(self, predictions: Array, data: Dataset) -> float | None:
        """The fraction of examples whose class is found; None where numbers are to be found."""
        return None if data.classes is None else float(np.mean(self.decided(predictions) == data.targets))


def _one(made: Any) -> Tensor:
    """What a model made of one example; several numbers as one vector."""
    return FUNCTIONS["stack"](made) if isinstance(made, list) else made


def _unequal(predictions: tuple[int, ...], targets: tuple[int, ...]) -> ProblemError:
    return ProblemError(
        Problem(
            Code.SHAPE_MISMATCH,
            say("loss-shapes", predictions=predictions, targets=targets),
            say("loss-shapes.hint"),
        )
    )


def _unsuitable(message: str, instead: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, f"Use `{instead}`."))


_RECORDS = (
    Loss("mean_squared_error", say("loss-mse-title"), "squared_error", Encoding.SIGN, say("loss-mse")),
    Loss(
        "summed_squared_error",
        say("loss-sse-title"),
        "squared_error",
        Encoding.SIGN,
        say("loss-sse"),
        summed=True,
    ),
    Loss(
        "mean_absolute_error",
        say("loss-mae-title"),
        "absolute_error",
        Encoding.SIGN,
        say("loss-mae"),
    ),
    Loss(
        "huber",
        "Huber",
        "huber",
        Encoding.SIGN,
        say("loss-huber"),
    ),
    Loss(
        "binary_cross_entropy",
        say("loss-bce-title"),
        "binary_cross_entropy",
        Encoding.PROBABILITY,
        say("loss-bce"),
    ),
    Loss(
        "binary_cross_entropy_with_logits",
        say("loss-bce-logits-title"),
        "binary_cross_entropy_with_logits",
        Encoding.LOGIT,
        say("loss-bce-logits"),
    ),
    Loss(
        "cross_entropy",
        "Cross-entropy",
        "cross_entropy",
        Encoding.ONE_HOT,
        say("loss-cross-entropy"),
    ),
    Loss(
        "hinge",
        say("loss-hinge-title"),
        "hinge",
        Encoding.SIGN,
        say("loss-hinge"),
    ),
)
LOSSES: Mapping[str, Loss] = table(*_RECORDS)
"""Every loss by name."""


def loss_named(name: str) -> Loss:
    """The loss of that name. Raises ProblemError (unknown-function)."""
    return chosen("loss", name, LOSSES)


def l2_penalty(parameters: Iterable[Tensor], strength: float) -> Tensor:
    """strength · Σ parameter², the price of large weights, as part of the graph."""
    squares = [tensor.multiply(tensor) for tensor in parameters]
    total: Tensor = reduce(_add, [square.sum() if square.shape else square for square in squares])
    return total * strength
