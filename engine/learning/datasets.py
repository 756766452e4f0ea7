"""Data to learn from: small sets that are made on the spot, each from a seed, so that a figure can be reproduced.

Moons, circles and blobs are made as scikit-learn makes them, drawing from NumPy's `RandomState` in the same order: the same
seed gives the very same points. All other sets draw from `numpy.random.default_rng(seed)`. Knows nothing of models or losses;
how a class becomes the number that a loss wants (0 and 1, −1 and 1) is the loss's affair.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backpass.engine.learning.choices import Choice, NumberOption, table
from backpass.engine.messages import Text, say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Array, finite_data

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Examples and what is to be learnt of them.

    Raises ProblemError (invalid-input) where it is empty, not a table of finite numbers, or names a class that does not exist.
    """

    inputs: Array
    """One example a row, shape (n, features)."""
    targets: Array
    """Per example its class, 0, 1, …, or the number to be found; shape (n,)."""
    classes: int | None = None
    """How many classes there are; None where numbers are to be found."""

    def __post_init__(self) -> None:
        inputs = np.asarray(finite_data(self.inputs, say("table-of-examples")))
        targets = np.asarray(finite_data(self.targets, say("list-of-targets")))
        if inputs.ndim != 2 or targets.shape != inputs.shape[:1]:
            raise _unusable(
                say("examples-and-targets", shape=inputs.shape, shape2=targets.shape),
                say("examples-and-targets.hint"),
            )
        if self.classes is not None and not (
            self.classes >= 2 and np.isin(targets, np.arange(self.classes)).all() and len(np.unique(targets)) > 1
        ):
            raise _unusable(
                say("classes-numbered", some=_some(np.unique(targets)), classes=self.classes - 1),
                say("classes-numbered.hint"),
            )
        object.__setattr__(self, "inputs", inputs)
        object.__setattr__(self, "targets", targets)

    def __len__(self) -> int:
        return len(self.targets)

    def split(self, held_out: float, seed: int = 0) -> "tuple[Dataset, Dataset]":
        """A part to learn from, and a part of the size `held_out` (between 0 and 1) to be held against it, chosen at random.

        Raises ProblemError (invalid-input) where either would be empty or would have a single class.
        """
        count = round(held_out * len(self))
        if not 0 < count < len(self):
            raise _unusable(say("held-out-empty", held_out=held_out, count=len(self)), say("held-out-empty.hint"))
        order = np.random.default_rng(seed).permutation(len(self))
        held, kept = np.sort(order[:count]), np.sort(order[count:])
        return self._only(kept), self._only(held)

    def _only(self, rows: Indices) -> "Dataset":
        return replace(self, inputs=self.inputs[rows], targets=self.targets[rows])


def _unusable(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint))


def _some(numbers: Array) -> str:
    return ", ".join(f"{number:g}" for number in numbers[:5]) + (", …" if len(numbers) > 5 else "")


def batches(count: int, size: int, *, seed: int, epoch: int, shuffle: bool = True) -> Iterator[Indices]:
    """The examples of one epoch in portions of `size` (the last may be smaller), each example once.

    The order depends on seed and epoch alone, so a run can be taken up in the middle.
    """
    order = np.random.default_rng([seed, epoch]).permutation(count) if shuffle else np.arange(count)
    return (order[start : start + size] for start in range(0, count, size))


def _scikit_learn(parts: Sequence[Array], count: int, noise: float, generator: np.random.RandomState) -> tuple[Array, Array]:
    """The parts as one shuffled table with the number of the part as class, and noise added afterwards."""
    inputs = np.concatenate(parts)
    targets = np.repeat(np.arange(len(parts), dtype=np.float64), [len(part) for part in parts])
    order = np.arange(count)
    generator.shuffle(order)
    inputs, targets = inputs[order], targets[order]
    return (inputs + generator.normal(scale=noise, size=inputs.shape) if noise else inputs), targets


def moons(count: int = 100, noise: float = 0.1, seed: int = 0) -> Dataset:
    """Two half circles that reach into one another; scikit-learn's `make_moons`."""
    above, below = (np.linspace(0, np.pi, part) for part in (count // 2, count - count // 2))
    parts = [
        np.column_stack([np.cos(above), np.sin(above)]),
        np.column_stack([1 - np.cos(below), 1 - np.sin(below) - 0.5]),
    ]
    return Dataset(*_scikit_learn(parts, count, noise, np.random.RandomState(seed)), classes=2)


def circles(count: int = 100, noise: float = 0.05, seed: int = 0, factor: float = 0.5) -> Dataset:
    """A circle within another, `factor` times as large; scikit-learn's `make_circles`."""
    angles = [np.linspace(0, 2 * np.pi, part, endpoint=False) for part in (count // 2, count - count // 2)]
    parts = [radius * np.column_stack([np.cos(angle), np.sin(angle)]) for radius, angle in zip((1, factor), angles, strict=True)]
    return Dataset(*_scikit_learn(parts, count, noise, np.random.RandomState(seed)), classes=2)


def blobs(count: int = 100, noise: float = 1.0, seed: int = 0, centres: int = 3) -> Dataset:
    """Clouds around centres that are drawn from the square of ±10; scikit-learn's `make_blobs`. `noise` is their sigma."""
    generator = np.random.RandomState(seed)
    middles = generator.uniform(-10.0, 10.0, size=(centres, 2))
    sizes = [count // centres + (index < count % centres) for index in range(centres)]
    parts = [generator.normal(loc=middle, scale=noise, size=(size, 2)) for middle, size in zip(middles, sizes, strict=True)]
    return Dataset(*_scikit_learn(parts, count, 0.0, generator), classes=centres)


def xor(count: int = 100, noise: float = 0.0, seed: int = 0) -> Dataset:
    """Points in a square whose quarters belong to two classes crosswise: class 1 where the signs of x and y differ.

    No straight line separates them. Points keep a distance of 0.1 from the axes before noise.
    """
    generator = np.random.default_rng(seed)
    points = generator.uniform(-1, 1, size=(count, 2))
    points += np.copysign(0.1, points)
    targets = (points[:, 0] * points[:, 1] < 0).astype(np.float64)
    return Dataset(points + generator.normal(scale=noise, size=points.shape), targets, classes=2)


def spiral(count: int = 100, noise: float = 0.0, seed: int = 0, arms: int = 2, turns: float = 1.75) -> Dataset:
    """Arms wound around one another, from the centre to radius 1; one class each."""
    generator = np.random.default_rng(seed)
    targets = np.arange(count) % arms
    radius = (np.arange(count) // arms + 1) / np.ceil(count / arms)
    angle = 2 * np.pi * (turns * radius + targets / arms)
    points = radius[:, None] * np.column_stack([np.sin(angle), np.cos(angle)])
    return Dataset(points + generator.normal(scale=noise, size=points.shape), targets.astype(np.float64), classes=arms)


def four_blobs(count: int = 120, noise: float = 0.3, seed: int = 0) -> Dataset:
    """Four clouds at the corners of a square; the one at (1, −1) is class 1, the other three are class 0."""
    generator = np.random.default_rng(seed)
    corners = np.array([(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)])
    corner = generator.permutation(np.arange(count) % 4)
    return Dataset(corners[corner] + generator.normal(scale=noise, size=(count, 2)), (corner == 3).astype(np.float64), classes=2)


def four_points() -> Dataset:
    """Four examples of three numbers, two of each class: the first thing that many a self-written network learns."""
    inputs = np.array([[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]])
    return Dataset(inputs, np.array([1.0, 0.0, 0.0, 1.0]), classes=2)


def sine(count: int = 500, noise: float = 0.0, seed: int = 0) -> Dataset:
    """x between 0 and 1, and 4 sin(x⁴) to be found."""
    generator = np.random.default_rng(seed)
    x = generator.uniform(0, 1, size=count)
    return Dataset(x[:, None], 4 * np.sin(x**4) + generator.normal(scale=noise, size=count))


_COUNT = NumberOption("count", say("option-points"), 2, 100_000)
_SEED = NumberOption("seed", say("option-seed"), 0, 2**32 - 1)


def _drawn(
    name: str, title: str, sentence: str, make: Callable[..., Dataset], noise: Text, *numbers: NumberOption
) -> Choice[Dataset]:
    """A set with a number of points, noise and a seed; `noise` says what the noise does."""
    return Choice(name, title, sentence, make, (_COUNT, NumberOption("noise", noise, 0, 10), _SEED, *numbers))


_SHAKEN = say("option-noise")
_SPREAD = say("option-spread")

DATASETS: Mapping[str, Choice[Dataset]] = table(
    _drawn("moons", say("preset-two-moons"), say("dataset-moons"), moons, _SHAKEN),
    _drawn(
        "circles",
        say("dataset-circles.title"),
        say("dataset-circles"),
        circles,
        _SHAKEN,
        NumberOption("factor", say("option-factor"), 0.01, 0.99),
    ),
    _drawn(
        "blobs",
        say("dataset-blobs.title"),
        say("dataset-blobs"),
        blobs,
        _SPREAD,
        NumberOption("centres", say("option-centers"), 2, 10),
    ),
    _drawn("xor", say("dataset-xor-title"), say("dataset-xor"), xor, _SHAKEN),
    _drawn(
        "spiral",
        say("dataset-spirals.title"),
        say("dataset-spirals"),
        spiral,
        _SHAKEN,
        NumberOption("arms", say("option-arms"), 2, 10),
        NumberOption("turns", say("option-turns"), 0.1, 5),
    ),
    _drawn("four_blobs", say("preset-four-blobs"), say("dataset-corners"), four_blobs, _SPREAD),
    Choice("four_points", say("preset-four-points"), say("dataset-four"), four_points),
    _drawn("sine", say("dataset-sine.title"), say("dataset-sine"), sine, say("option-error")),
)
"""Every set by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A grid over the plane of two features, to ask a model everywhere."""

    x: Array
    """The columns' places, shape (columns,)."""
    y: Array
    """The rows' places, shape (rows,)."""

    @property
    def points(self) -> Array:
        """Every place, row by row, shape (rows · columns, 2)."""
        x, y = np.meshgrid(self.x, self.y)
        return np.column_stack([x.ravel(), y.ravel()])

    def rows(self, numbers: Any) -> Array:
        """What a model predicted at `points`, as rows and columns."""
        return np.reshape(np.asarray(numbers, dtype=np.float64), (len(self.y), len(self.x)))


def mesh(inputs: Array, step: float = 0.25, margin: float = 1.0) -> Mesh:
    """A grid over the examples and a margin around them. Raises ProblemError (invalid-input) unless there are two features."""
    if inputs.ndim != 2 or inputs.shape[1] != 2:
        raise _unusable(say("grid-over-plane", shape=inputs.shape), say("grid-over-plane.hint"))
    low, high = inputs.min(axis=0) - margin, inputs.max(axis=0) + margin
    return Mesh(np.arange(low[0], high[0], step), np.arange(low[1], high[1], step))
