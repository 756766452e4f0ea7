"""From an example to what the model is given: its features, standardized; and back. Knows no request."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from backpass.engine.learning.datasets import Dataset
from backpass.engine.learning.features import FeatureMap
from backpass.engine.shapes import Array


@dataclass(frozen=True, slots=True)
class Scaling:
    """How features become what the model is given: less `mean`, over `scale`; both have a number for each feature."""

    mean: Array
    scale: Array

    @classmethod
    def of(cls, data: Dataset) -> "Scaling":
        """To mean 0 and standard deviation 1; a feature that is the same everywhere is only moved."""
        lowest, highest = data.inputs.min(axis=0), data.inputs.max(axis=0)
        is_same = lowest == highest  # whose mean and deviation are so only but for rounding
        mean, deviation = data.inputs.mean(axis=0), data.inputs.std(axis=0)
        return cls(np.where(is_same, lowest, mean), np.where(is_same, 1.0, deviation))

    @classmethod
    def none(cls, data: Dataset) -> "Scaling":
        """Features as they are."""
        return cls(np.zeros(data.inputs.shape[1]), np.ones(data.inputs.shape[1]))

    def given(self, inputs: Array) -> Array:
        """What the model is given of examples."""
        return (inputs - self.mean) / self.scale

    def back(self, inputs: Array) -> Array:
        """The examples of what the model is given."""
        return inputs * self.scale + self.mean


@dataclass(frozen=True, slots=True)
class ModelInputs:
    """How examples become what the model is given: their features are made of their own numbers, and then standardized."""

    features: FeatureMap | None
    """None where these are the numbers themselves."""
    scaling: Scaling
    """Of the features."""
    units: Scaling
    """Of the examples' own numbers: a step in the input is made in these."""

    @classmethod
    def of(cls, data: Dataset, features: FeatureMap | None, *, standardize: bool) -> "ModelInputs":
        """As the examples learnt from have it."""
        made = data if features is None else replace(data, inputs=features.of(data.inputs))
        scaling = Scaling.of if standardize else Scaling.none
        return cls(features, scaling(made), scaling(data))

    def of_examples(self, examples: Array) -> Array:
        """What the model is given of examples."""
        return self.scaling.given(examples if self.features is None else self.features.of(examples))

    def given(self, example: Array) -> Array:
        """What the model is given of one example in `units`."""
        return self.of_examples(self.units.back(example))

    def pulled_back(self, example: Array, gradient: Array) -> Array:
        """The gradient by the numbers of one example in `units`, from that by what the model is given: the VJP of `given`."""
        by_features = gradient / self.scaling.scale
        own = by_features if self.features is None else self.features.pulled_back(self.units.back(example), by_features)
        return own * self.units.scale


class Shown(NamedTuple):
    """The examples as they were given: what clients see, to the last digit."""

    data: Dataset
    held_out: Dataset | None
