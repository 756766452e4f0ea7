"""Objectives: the loss of a model on some examples, and its derivatives with respect to all parameters in one row.

For models that take whole batches, or can be made to, the graph is recorded once for each size of batch and replayed; for all
others, which take one example at a time, it is built again at each step. Both keep the model's own tensors up to date. Knows
nothing of optimisers.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.compile.backends.numpy_tensors import TensorReplay
from backpass.engine.graph.flat_parameters import flatten, parameter_slices
from backpass.engine.graph.tensor import Tensor
from backpass.engine.learning.losses import Loss
from backpass.engine.learning.nn import Module
from backpass.engine.learning.vectorize import try_vectorize
from backpass.engine.shapes import Array


class Objective(Protocol):
    """What a training loop needs to know of a model and its loss."""

    parameters: Array
    """All numbers of the model, to be moved in place."""
    gradients: Array
    """Derivatives of the loss, after `differentiate`."""

    def differentiate(self, inputs: Array, targets: Array) -> tuple[float, Array]:
        """The loss on these examples, and the predictions; the gradients are in `gradients`."""
        ...

    def evaluate(self, inputs: Array, targets: Array) -> tuple[float, Array]:
        """The loss and the predictions alone."""
        ...

    def moved(self) -> None:
        """To be called after `parameters` were written to: the model's tensors follow."""
        ...

    def read(self) -> None:
        """To be called after the model's tensors were given other numbers: `parameters` follow."""
        ...


def objective(model: Module, loss: Loss, inputs: Array) -> Objective:
    """The objective that suits a model; `inputs` are examples of what it will see."""
    if not model.one_by_one:
        return TensorObjective(model, loss, model)
    whole = try_vectorize(model, inputs)
    return ScalarObjective(model, loss) if whole is None else TensorObjective(model, loss, whole)


class _Batch(NamedTuple):
    """A recorded graph for one number of examples."""

    inputs: Tensor
    targets: Tensor
    predictions: Tensor
    replay: TensorReplay


class TensorObjective:
    """For a model and a function that computes it for a whole batch, given as one tensor."""

    def __init__(self, model: Module, loss: Loss, whole: Callable[[Tensor], Tensor]) -> None:
        self._call = whole
        self._loss = loss
        self._tensors = model.parameters()
        self.parameters, self.gradients = flatten(self._tensors)
        self._batches: dict[int, _Batch] = {}
        self._held: dict[int, tuple[Array, Array]] = {}
        """The examples and targets that each recorded graph holds."""
        self.read()

    def differentiate(self, inputs: Array, targets: Array) -> tuple[float, Array]:
        batch = self._placed(inputs, targets)
        return batch.replay.differentiate(), batch.replay.value_of(batch.predictions)

    def evaluate(self, inputs: Array, targets: Array) -> tuple[float, Array]:
        batch = self._placed(inputs, targets)
        return batch.replay.evaluate(), batch.replay.value_of(batch.predictions)

    def moved(self) -> None:
        for tensor, place in self._numbers:
            tensor.raw = float(self.parameters[place])

    def read(self) -> None:
        self._numbers: list[tuple[Tensor, int]] = []
        """Parameters that are single numbers, and where they stand: arrays show the row itself, floats must be written."""
        for tensor, place in zip(self._tensors, parameter_slices(self._tensors), strict=True):
            self.parameters[place] = np.ravel(tensor.raw)
            if isinstance(tensor.raw, float):
                self._numbers.append((tensor, place.start))
            else:
                tensor.raw = self.parameters[place].reshape(tensor.shape)

    def _placed(self, inputs: Array, targets: Array) -> _Batch:
        """The recorded graph with these examples in it; the same arrays twice in a row are copied once."""
        batch = self._batches.get(len(inputs)) or self._recorded(inputs, targets)
        held = self._held.get(len(inputs))
        if held is None or held[0] is not inputs or held[1] is not targets:
            batch.replay.put({batch.inputs: inputs, batch.targets: targets})
            self._held[len(inputs)] = inputs, targets
        return batch

    def _recorded(self, inputs: Array, targets: Array) -> _Batch:
        leaves = Tensor(inputs, requires_grad=False), Tensor(targets, requires_grad=False)
        predictions = self._call(leaves[0])
        replay = TensorReplay(
            self._loss(predictions, leaves[1]), self._tensors, leaves, storage=(self.parameters, self.gradients)
        )
        self._batches[len(inputs)] = batch = _Batch(*leaves, predictions, replay)
        return batch


class ScalarObjective:
    """For models that take one example at a time."""

    def __init__(self, model: Module, loss: Loss) -> None:
        self._call: Callable[[list[float]], Any] = model
        self._loss = loss
        self._tensors = model.parameters()
        self.parameters, self.gradients = flatten(self._tensors)
        self._places = dict(zip(self._tensors, parameter_slices(self._tensors), strict=True))

    def graph(self, inputs: Array, targets: Array) -> tuple[Tensor, list[Any]]:
        """The loss as a graph of single numbers, and the predictions in it."""
        predictions = [self._call(row) for row in inputs.tolist()]
        return self._loss(predictions, targets.tolist()), predictions

    def differentiate(self, inputs: Array, targets: Array) -> tuple[float, Array]:
        total, predictions = self.graph(inputs, targets)
        gradients = backward(total)
        self.gradients[:] = 0.0
        waiting = len(self._places)
        for tensor, gradient in zip(gradients.tensors, gradients.values, strict=True):
            # Parameters are made before any prediction, so they come first, and the search ends early.
            if gradient is not None and tensor in self._places:
                self.gradients[self._places[tensor]] = np.ravel(gradient)
                waiting -= 1
                if not waiting:
                    break
        return total.item(), _numbers(predictions)

    def evaluate(self, inputs: Array, targets: Array) -> tuple[float, Array]:
        total, predictions = self.graph(inputs, targets)
        return total.item(), _numbers(predictions)

    def moved(self) -> None:
        for tensor, place in self._places.items():
            own = self.parameters[place]
            tensor.raw = float(own[0]) if isinstance(tensor.raw, float) else own.reshape(tensor.shape).copy()

    def read(self) -> None:
        for tensor, place in self._places.items():
            self.parameters[place] = np.ravel(tensor.raw)


def _numbers(predictions: list[Any]) -> Array:
    return np.array([[each.item() for each in made] if isinstance(made, list) else made.raw for made in predictions])
