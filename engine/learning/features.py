"""What a model is given of an example with one or two numbers: the numbers themselves, their squares, product and sines.

Such features let a single neuron draw a circle or a cross. They are computed by the engine's own operations, so their
derivatives are the engine's, and they can be written into a program. Knows nothing of models or losses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.learning.choices import chosen, table
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Array


@dataclass(frozen=True, slots=True)
class Feature:
    """One function of an example's numbers."""

    name: str
    """As a request has it; x and y are the first and the second number."""
    operation: str | None
    """Of the engine; None changes nothing."""
    columns: tuple[int, ...]
    """The numbers it is of."""
    title: str
    """For reading, with a place for the name of each number."""
    text: str
    """As a program has it, likewise."""
    variable: str
    """What a program calls it, likewise."""

    def of(self, columns: Sequence[Tensor]) -> Tensor:
        """The feature of these numbers, or of whole columns of them."""
        inputs = [columns[place] for place in self.columns]
        return inputs[0] if self.operation is None else FUNCTIONS[self.operation](*inputs)

    def worded(self, template: str, names: Sequence[str]) -> str:
        """`title`, `text` or `variable` with these names of the numbers."""
        return template.format(*(names[place] for place in self.columns))

    def described(self, names: Sequence[str]) -> dict[str, Any]:
        """For JSON: its `title` for reading, and the `operation` of which `columns` it is; null changes nothing."""
        return {"title": self.worded(self.title, names), "operation": self.operation, "columns": list(self.columns)}


FEATURES = table(
    Feature("x", None, (0,), "{0}", "{0}", "{0}"),
    Feature("y", None, (1,), "{0}", "{0}", "{0}"),
    Feature("x^2", "square", (0,), "{0}²", "{0}**2", "{0}_squared"),
    Feature("y^2", "square", (1,), "{0}²", "{0}**2", "{0}_squared"),
    Feature("x*y", "multiply", (0, 1), "{0}·{1}", "{0}*{1}", "{0}_times_{1}"),
    Feature("sin(x)", "sin", (0,), "sin {0}", "sin({0})", "sin_{0}"),
    Feature("sin(y)", "sin", (1,), "sin {0}", "sin({0})", "sin_{0}"),
)


class FeatureMap:
    """The features that a model is given, in their order."""

    def __init__(self, names: Sequence[str], columns: int) -> None:
        """`columns`: how many numbers an example has.

        Raises ProblemError: unknown-function for a name that is none of `FEATURES`, invalid-input for one that comes twice or
        that examples of so many numbers do not have.
        """
        self.features = tuple(chosen("feature", name, FEATURES) for name in names)
        for place, feature in enumerate(self.features):
            if feature in self.features[:place]:
                raise _unusable(say("feature-twice", name=feature.name), say("feature-twice.hint"))
            if columns > 2 or max(feature.columns) >= columns:
                raise _unusable(say("feature-of-columns", name=feature.name, count=columns), say("feature-of-columns.hint"))

    def __len__(self) -> int:
        return len(self.features)

    def described(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """For JSON: what the features are where an example's numbers have these names."""
        return [feature.described(names) for feature in self.features]

    def of(self, examples: Array) -> Array:
        """The features of examples of shape (…, columns), as (…, features)."""
        columns = [Tensor(examples[..., place], requires_grad=False) for place in range(examples.shape[-1])]
        return np.stack([np.asarray(feature.of(columns).raw) for feature in self.features], axis=-1)

    def pulled_back(self, example: Array, gradient: Array) -> Array:
        """The gradient by the numbers of one example, from that by its features: the VJP of `of`."""
        leaves = [Tensor(number) for number in example.tolist()]
        total = Tensor(0.0, requires_grad=False)
        for feature, upstream in zip(self.features, gradient.tolist(), strict=True):
            total = FUNCTIONS["add"](total, FUNCTIONS["multiply"](feature.of(leaves), Tensor(upstream, requires_grad=False)))
        gradients = backward(total)
        found = dict(zip(gradients.tensors, gradients.values, strict=True))
        return np.array([float(found.get(leaf) or 0.0) for leaf in leaves])


def _unusable(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint))
