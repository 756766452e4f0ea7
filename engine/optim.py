"""Optimisers: what is done with a gradient. All work on the parameters as one row of numbers, in place.

They follow PyTorch's definitions to the letter (tests compare step by step), so that what is learnt here holds there. Knows
nothing of models or losses.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np

from engine.choices import Choice, Number, table
from engine.problems import Code, Problem, ProblemError
from engine.rows import stretches
from engine.shapes import Array, size_of
from engine.tensor import Tensor


class Optimizer(ABC):
    """Moves parameters against their gradients.

    For a model whose gradients are in `.grad`: `zero_grad()`, `loss.backward()`, `step()`. Whoever has all parameters in one
    array calls `update` instead. `learning_rate` may be set before any step.
    """

    memory: ClassVar[tuple[str, ...]] = ()
    """What is remembered of earlier gradients: names of rows of numbers, all 0 at first."""

    def __init__(self, parameters: Iterable[Tensor], learning_rate: float, weight_decay: float = 0.0) -> None:
        self.parameters = list(parameters)
        self.learning_rate = learning_rate
        self.weight_decay = weight_decay
        self.steps = 0
        """How many updates have been made."""
        self._size = sum(size_of(tensor.data) for tensor in self.parameters)
        self._memory = {name: np.zeros(self._size) for name in self.memory}
        self._work, self._change = np.zeros(self._size), np.zeros(self._size)

    def zero_grad(self) -> None:
        """Forgets all gradients: without it the next backward pass adds to them."""
        for tensor in self.parameters:
            tensor.grad = None

    def step(self) -> None:
        """One update from the gradients in `.grad`. Raises ValueError for a parameter that has none."""
        for tensor in self.parameters:
            if tensor.grad is None:
                raise ValueError(
                    f"`{tensor.label or tensor}` has no gradient, so no direction to move in: call `.backward()` on the "
                    "loss first; if you did, the loss does not depend on it, and it should not be among the parameters"
                )
        numbers = np.concatenate([np.ravel(tensor.data) for tensor in self.parameters])
        self.update(numbers, np.concatenate([np.ravel(tensor.grad) for tensor in self.parameters]))  # type: ignore[arg-type]
        for tensor, place in zip(self.parameters, stretches(self.parameters), strict=True):
            own = numbers[place]
            tensor.data = float(own[0]) if isinstance(tensor.data, float) else own.reshape(tensor.shape).copy()

    def update(self, parameters: Array, gradients: Array) -> Array:
        """Moves `parameters` in place; returns by how much, in an array that the next update overwrites."""
        self.steps += 1
        with np.errstate(all="ignore"):
            self._fill_change(parameters, gradients, self._change)
            parameters += self._change
        return self._change

    @abstractmethod
    def _fill_change(self, parameters: Array, gradients: Array, change: Array) -> None:
        """Writes into `change` what is to be added to the parameters."""

    def _decayed(self, parameters: Array, gradients: Array) -> Array:
        """The gradients with weight decay: those of the loss plus weight_decay / 2 · Σ parameter²."""
        if not self.weight_decay:
            return gradients
        np.multiply(parameters, self.weight_decay, out=self._work)
        return np.add(self._work, gradients, out=self._work)

    def state(self) -> dict[str, Any]:
        """What must be known to go on exactly: plain enough for JSON."""
        return {"name": type(self).__name__, "steps": self.steps} | {name: row.tolist() for name, row in self._memory.items()}

    def load(self, state: Mapping[str, Any]) -> None:
        """Takes what `state` gave. Raises ProblemError (invalid-input) for that of another optimiser or another model."""
        rows = {name: np.array(state.get(name, ()), dtype=np.float64) for name in self._memory}
        if state.get("name") != type(self).__name__ or any(row.shape != (self._size,) for row in rows.values()):
            raise ProblemError(
                Problem(
                    Code.INVALID_INPUT,
                    f"What {state.get('name')} remembered does not fit {type(self).__name__} with {self._size} numbers.",
                    "Go on with the optimiser and the model with which the run was begun.",
                )
            )
        self.steps = state["steps"]
        self._memory.update(rows)


class SGD(Optimizer):
    """Gradient descent: learning_rate × gradient is taken off; with momentum, a running sum of gradients instead.

    Nesterov's variant looks one step of momentum ahead (Sutskever et al., On the importance of initialization and
    momentum in deep learning, 2013).
    """

    memory = ("velocity",)

    def __init__(
        self,
        parameters: Iterable[Tensor],
        learning_rate: float = 0.01,
        *,
        momentum: float = 0.0,
        nesterov: bool = False,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(parameters, learning_rate, weight_decay)
        self.momentum = momentum
        self.nesterov = nesterov

    def _fill_change(self, parameters: Array, gradients: Array, change: Array) -> None:
        gradients = self._decayed(parameters, gradients)
        if self.momentum:
            velocity = self._memory["velocity"]
            velocity *= self.momentum
            velocity += gradients
            gradients = gradients + self.momentum * velocity if self.nesterov else velocity
        np.multiply(gradients, -self.learning_rate, out=change)


class Adam(Optimizer):
    """Each parameter gets a step of its own size: the mean of its gradients over the root of the mean of their squares.

    Both means forget slowly, and are corrected for having started at 0 (Kingma and Ba, Adam, 2015).
    """

    memory = ("mean", "square")

    def __init__(
        self,
        parameters: Iterable[Tensor],
        learning_rate: float = 0.001,
        *,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(parameters, learning_rate, weight_decay)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def _fill_change(self, parameters: Array, gradients: Array, change: Array) -> None:
        self._fill_adaptive(self._decayed(parameters, gradients), change)

    def _fill_adaptive(self, gradients: Array, change: Array) -> None:
        mean, square = self._memory["mean"], self._memory["square"]
        mean *= self.beta1
        np.multiply(gradients, 1 - self.beta1, out=change)
        mean += change
        square *= self.beta2
        np.multiply(gradients, gradients, out=change)
        change *= 1 - self.beta2
        square += change
        np.sqrt(square, out=change)
        change /= float(np.sqrt(1 - self.beta2**self.steps))
        change += self.epsilon
        np.divide(mean, change, out=change)
        change *= -self.learning_rate / (1 - self.beta1**self.steps)


class AdamW(Adam):
    """Adam whose weight decay shrinks the parameters directly, whatever their gradients (Loshchilov and Hutter, 2019)."""

    def __init__(
        self,
        parameters: Iterable[Tensor],
        learning_rate: float = 0.001,
        *,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        weight_decay: float = 0.01,
    ) -> None:
        super().__init__(parameters, learning_rate, beta1=beta1, beta2=beta2, epsilon=epsilon, weight_decay=weight_decay)

    def _fill_change(self, parameters: Array, gradients: Array, change: Array) -> None:
        self._fill_adaptive(gradients, change)
        np.multiply(parameters, self.learning_rate * self.weight_decay, out=self._work)
        change -= self._work


class RMSprop(Optimizer):
    """The gradient over the root of the mean of its recent squares (Tieleman and Hinton, 2012), with momentum if wanted."""

    memory = ("square", "velocity")

    def __init__(
        self,
        parameters: Iterable[Tensor],
        learning_rate: float = 0.01,
        *,
        alpha: float = 0.99,
        epsilon: float = 1e-8,
        momentum: float = 0.0,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(parameters, learning_rate, weight_decay)
        self.alpha = alpha
        self.epsilon = epsilon
        self.momentum = momentum

    def _fill_change(self, parameters: Array, gradients: Array, change: Array) -> None:
        gradients = self._decayed(parameters, gradients)
        square, velocity = self._memory["square"], self._memory["velocity"]
        square *= self.alpha
        np.multiply(gradients, gradients, out=change)
        change *= 1 - self.alpha
        square += change
        np.sqrt(square, out=change)
        change += self.epsilon
        np.divide(gradients, change, out=change)
        if self.momentum:
            velocity *= self.momentum
            velocity += change
            change[:] = velocity
        change *= -self.learning_rate


_LEARNING_RATE = Number("learning_rate", "How far each step goes along the gradient.", 0, 1_000)
_DECAY = Number("weight_decay", "How strongly parameters are drawn towards 0 at each step.", 0, 10)
_MOMENTUM = Number("momentum", "How much of the last step is made again.", 0, 0.9999)
_EPSILON = Number("epsilon", "Keeps the division from one by 0.", 1e-16, 1)
_MEANS = (
    Number("beta1", "How slowly the mean of gradients forgets.", 0, 0.999999),
    Number("beta2", "How slowly the mean of their squares forgets.", 0, 0.999999),
    _EPSILON,
    _DECAY,
)

OPTIMIZERS: Mapping[str, Choice[Optimizer]] = table(
    Choice(
        "sgd",
        "Gradient descent",
        "Each parameter moves against its gradient, learning rate times as far.",
        SGD,
        (
            _LEARNING_RATE,
            _MOMENTUM,
            Number("nesterov", "Looks one step of momentum ahead.", 0, 1),
            _DECAY,
        ),
    ),
    Choice(
        "adam",
        "Adam",
        "Each parameter gets a step of its own size: the mean of its gradients over the root of the mean of their squares.",
        Adam,
        (_LEARNING_RATE, *_MEANS),
    ),
    Choice("adamw", "AdamW", "Adam whose weight decay is no part of the gradient.", AdamW, (_LEARNING_RATE, *_MEANS)),
    Choice(
        "rmsprop",
        "RMSprop",
        "The gradient over the root of the mean of its recent squares.",
        RMSprop,
        (
            _LEARNING_RATE,
            Number("alpha", "How slowly the mean of squares forgets.", 0, 0.999999),
            _EPSILON,
            _MOMENTUM,
            _DECAY,
        ),
    ),
)
"""Every optimiser by name; made from the parameters to be moved and these numbers."""
