"""Losses: how far predictions are from targets, as one number to be made small.

A loss is one record: the operation that compares one prediction with its target, whether the mean or the sum of it is taken,
what number stands for a class, and which class a prediction means. All work on single numbers and on whole batches alike.
Knows nothing of models or optimisers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Any

import numpy as np

from engine.choices import chosen, table
from engine.datasets import Dataset
from engine.operations import OPERATIONS
from engine.problems import Code, Problem, ProblemError
from engine.shapes import Array, size_of
from engine.tensor import FUNCTIONS, Tensor, lift

_add = FUNCTIONS["add"]


class Encoding(StrEnum):
    """What a loss wants to be given for a class."""

    SIGN = "sign"
    """−1 and 1; the class is told by the sign of the prediction."""
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
            total, count = errors.sum(), size_of(errors.data)
        else:
            rows = list(targets)
            if len(rows) != len(predictions):
                raise _unequal((len(predictions),), (len(rows),))
            each = [FUNCTIONS[self.operation](_one(made), lift(row)) for made, row in zip(predictions, rows, strict=True)]
            total, count = reduce(_add, each), len(each)
        return total if self.summed else total.divide(float(count))

    def encoded(self, data: Dataset) -> Array:
        """The targets of a data set as this loss wants them. Raises ProblemError (invalid-input) where it cannot have them."""
        return self.encode(data.targets, data.classes)

    def encode(self, targets: Array, classes: int | None) -> Array:
        """Numbers of classes, or numbers to be found where `classes` is None, as this loss wants them; raises likewise."""
        if classes is None:
            if not self.of_numbers:
                raise _unsuitable(f"{self.name} compares with classes, but these targets are numbers.", "mean_squared_error")
            return targets
        if self.encoding is Encoding.ONE_HOT:
            rows: Array = np.eye(classes)[targets.astype(int)]
            return rows
        if classes > 2:
            raise _unsuitable(f"{self.name} tells two classes apart, but there are {classes}.", "cross_entropy")
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
        """Whether it compares with any number, not only with what stands for a class."""
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
            f"The predictions have the shape {predictions} and the targets {targets}: broadcasting would compare each prediction "
            "with every target, without a word.",
            "Give both the same shape; `.reshape(...)` drops an axis of length 1.",
        )
    )


def _unsuitable(message: str, instead: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, f"Use `{instead}`."))


_RECORDS = (
    Loss("mean_squared_error", "Mean squared error", "squared_error", Encoding.SIGN, "The mean of the squared differences."),
    Loss(
        "summed_squared_error",
        "Summed squared error",
        "squared_error",
        Encoding.SIGN,
        "The sum of the squared differences.",
        summed=True,
    ),
    Loss(
        "mean_absolute_error",
        "Mean absolute error",
        "absolute_error",
        Encoding.SIGN,
        "The mean of the differences, whatever their signs.",
    ),
    Loss(
        "huber",
        "Huber",
        "huber",
        Encoding.SIGN,
        "Squared for small differences, absolute for large ones: outliers pull no harder.",
    ),
    Loss(
        "binary_cross_entropy",
        "Binary cross-entropy",
        "binary_cross_entropy",
        Encoding.PROBABILITY,
        "The mean surprise at the right class, for predictions that are probabilities of class 1.",
    ),
    Loss(
        "binary_cross_entropy_with_logits",
        "Binary cross-entropy of logits",
        "binary_cross_entropy_with_logits",
        Encoding.LOGIT,
        "The same for predictions before the sigmoid; never overflows.",
    ),
    Loss(
        "cross_entropy",
        "Cross-entropy",
        "cross_entropy",
        Encoding.ONE_HOT,
        "The mean surprise at the right one of several classes, from scores.",
    ),
    Loss(
        "hinge",
        "Hinge (max-margin)",
        "hinge",
        Encoding.SIGN,
        "The mean shortfall from a margin of 1 on the right side: the max-margin loss.",
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
    return reduce(_add, [square.sum() if square.shape else square for square in squares]).multiply(strength)
