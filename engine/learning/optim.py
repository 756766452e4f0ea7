"""Optimisers: what is done with a gradient. All work on the parameters as one row of numbers, in place.

They follow PyTorch's definitions to the letter (tests compare step by step), so that what is learnt here holds there. Knows
nothing of models or losses.

Parameters may have any shapes; each step needs a gradient of the same shape in `.grad`. Raises ProblemError for options out of
their range.

>>> from backpass import Tensor, optim
>>> x = Tensor(4.0)
>>> optimizer = optim.SGD([x], learning_rate=0.1)
>>> (x * x).backward()
>>> optimizer.step()
>>> x.item()
3.2
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ClassVar, TypedDict, Unpack

import numpy as np

from backpass.engine.graph.flat_parameters import parameter_slices
from backpass.engine.graph.tensor import Tensor
from backpass.engine.learning.choices import Choice, NumberOption, table
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Array, Mask, size_of

PYTORCH_NAMES: Mapping[str, tuple[str, ...]] = {"lr": ("learning_rate",), "betas": ("beta1", "beta2"), "eps": ("epsilon",)}
"""What PyTorch calls options: one name for those of a pair."""


class PyTorchNames(TypedDict, total=False):
    """The same for type checkers and completion: they are read before `__init__` is called, and none arrives there."""

    lr: float
    betas: tuple[float, float]
    eps: float


def _by_names_of_pytorch(initialise: Callable[..., None]) -> Callable[..., None]:
    """The same method, which understands `PYTORCH_NAMES` as well."""

    @wraps(initialise)
    def understood(self: "Optimizer", *arguments: Any, **options: Any) -> None:
        for theirs, ours in PYTORCH_NAMES.items():
            if theirs in options:
                given = options.pop(theirs)
                twice = next((name for name in ours if name in options), None)
                if twice is not None:
                    raise _wrong_option(say("option-by-two-names", theirs=theirs, ours=twice), say("option-by-two-names.hint"))
                numbers = given if len(ours) > 1 else (given,)
                if not isinstance(numbers, tuple | list) or len(numbers) != len(ours):
                    raise _wrong_option(say("option-pair", given=repr(given)), say("option-pair.hint"))
                options |= zip(ours, numbers, strict=True)
        initialise(self, *arguments, **options)

    return understood


def _wrong_option(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint))


class Optimizer(ABC):
    """A base class for optimisers, which move parameters against their gradients.

    Call `zero_grad()`, `loss.backward()` and `step()` in turn. `learning_rate` can be changed between steps. If all parameters
    are in one array, call `update` instead of `step`.

    Parameters:
        parameters: The tensors to change, of any shapes.
        learning_rate: The factor of each step.
        weight_decay: The factor of a penalty for large parameters, weight_decay / 2 · Σ parameter².
        names: PyTorch’s names of the options: `lr`, `betas`, `eps`.

    Raises:
        ProblemError: A parameter is given by both of its names.

    >>> from backpass import Tensor, optim
    >>> x = Tensor(4.0)
    >>> optim.Adam([x], lr=0.1, betas=(0.8, 0.99), eps=1e-7).beta1
    0.8
    """

    def __init_subclass__(cls) -> None:
        if "__init__" in vars(cls):
            cls.__init__ = _by_names_of_pytorch(cls.__init__)  # type: ignore[method-assign]

    memory: ClassVar[tuple[str, ...]] = ()
    """What is remembered of earlier gradients: names of rows of numbers, all 0 at first."""

    def __init__(
        self, parameters: Iterable[Tensor], learning_rate: float, weight_decay: float = 0.0, **names: Unpack[PyTorchNames]
    ) -> None:
        if names:
            raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument {next(iter(names))!r}")
        self.parameters = list(parameters)
        self.learning_rate = learning_rate
        self.weight_decay = weight_decay
        self.steps = 0
        """How many updates have been made."""
        self._size = sum(size_of(tensor.raw) for tensor in self.parameters)
        self._memory = {name: np.zeros(self._size) for name in self.memory}
        self._work, self._change = np.zeros(self._size), np.zeros(self._size)
        self._frozen: Mask | None = None
        self._rested: Array | None = None
        """How many updates each parameter has sat out; None where all have made every one."""

    def freeze(self, frozen: Mask | None) -> None:
        """Leaves some parameters, those that are true in a row of all, out of every further update; None: none.

        Neither they nor what is remembered of their gradients change, and updates that they sit out do not count for their
        bias corrections: as with a parameter of PyTorch's while it does not require a gradient.
        """
        self._frozen = frozen if frozen is not None and frozen.any() else None

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forgets all gradients, or makes them 0 as PyTorch did once: without it the next backward pass adds to them."""
        for tensor in self.parameters:
            if set_to_none or tensor.accumulated_grad is None:
                tensor.grad = None
            else:
                tensor.grad = np.zeros(tensor.shape)

    def step(self) -> None:
        """One update from the gradients in `.grad`. Raises ValueError for a parameter that has none."""
        for tensor in self.parameters:
            if tensor.accumulated_grad is None:
                raise ValueError(
                    f"`{tensor.label or tensor}` has no gradient, so no direction to move in: call `.backward()` on the "
                    "loss first; if you did, the loss does not depend on it, and it should not be among the parameters"
                )
        numbers = np.concatenate([np.ravel(tensor.raw) for tensor in self.parameters])
        self.update(numbers, np.concatenate([np.ravel(tensor.accumulated_grad) for tensor in self.parameters]))  # type: ignore[arg-type]
        for tensor, place in zip(self.parameters, parameter_slices(self.parameters), strict=True):
            own = numbers[place]
            tensor.raw = float(own[0]) if isinstance(tensor.raw, float) else own.reshape(tensor.shape).copy()

    def update(self, parameters: Array, gradients: Array) -> Array:
        """Moves `parameters` in place; returns by how much, in an array that the next update overwrites."""
        self.steps += 1
        frozen = self._frozen
        if frozen is not None and self._rested is None:
            self._rested = np.zeros(self._size)
        with np.errstate(all="ignore"):
            resting = {} if frozen is None else {name: row[frozen] for name, row in self._memory.items()}
            self._fill_change(parameters, gradients, self._change)
            for name, row in resting.items():
                self._memory[name][frozen] = row
            if frozen is not None and self._rested is not None:
                self._change[frozen] = 0.0
                self._rested[frozen] += 1
            parameters += self._change
        return self._change

    @property
    def _own_steps(self) -> Any:
        """How many updates there have been with this one: one number, or a row where parameters have sat out some."""
        return self.steps if self._rested is None else self.steps - self._rested

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
        rested = {} if self._rested is None else {"rested": self._rested.tolist()}
        memory = {name: row.tolist() for name, row in self._memory.items()}
        return {"name": type(self).__name__, "steps": self.steps} | memory | rested

    def load(self, state: Mapping[str, Any]) -> None:
        """Takes what `state` gave. Raises ProblemError (invalid-input) for that of another optimiser or another model."""
        rows = {name: np.array(state.get(name, ()), dtype=np.float64) for name in self._memory}
        rested = None if state.get("rested") is None else np.array(state["rested"], dtype=np.float64)
        shapes = {row.shape for row in [*rows.values(), *([] if rested is None else [rested])]}
        if state.get("name") != type(self).__name__ or shapes - {(self._size,)}:
            raise ProblemError(
                Problem(
                    Code.INVALID_INPUT,
                    say("optimizer-state", get=state.get("name"), name=type(self).__name__, size=self._size),
                    say("optimizer-state.hint"),
                )
            )
        self.steps = state["steps"]
        self._memory.update(rows)
        self._rested = rested


class SGD(Optimizer):
    """Gradient descent, with momentum if it is asked for.

    Each step subtracts learning_rate × gradient, or learning_rate × velocity with velocity = momentum × velocity + gradient.

    Parameters:
        parameters: The tensors to change, of any shapes.
        learning_rate: The factor of each step.
        momentum: The share of the velocity that remains after a step, from 0 to 1.
        nesterov: Whether to look one step of momentum ahead (Sutskever et al., 2013).
        weight_decay: The factor of a penalty for large parameters, weight_decay / 2 · Σ parameter².
        names: PyTorch’s names: `lr` for `learning_rate`.

    Raises:
        ProblemError: A parameter is given by both of its names.

    >>> from backpass import Tensor, optim
    >>> w = Tensor(4.0)
    >>> optimizer = optim.SGD([w], lr=0.1, momentum=0.9)
    >>> (w * w).backward()
    >>> optimizer.step()
    >>> w.item()
    3.2
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
        **names: Unpack[PyTorchNames],
    ) -> None:
        super().__init__(parameters, learning_rate, weight_decay, **names)
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
    """Adam, which scales each step by running means of the gradient and of its square (Kingma and Ba, 2015).

    A step is learning_rate × mean / (√square + epsilon). Both means are corrected for starting at 0.

    Parameters:
        parameters: The tensors to change, of any shapes.
        learning_rate: The length of a step for a parameter whose gradients all agree.
        beta1, beta2: The decay of the running means of the gradient and of its square, from 0 to 1.
        epsilon: A small number that prevents division by 0.
        weight_decay: The factor of a penalty for large parameters, weight_decay / 2 · Σ parameter².
        names: PyTorch’s names: `lr`, `betas` for the pair of betas, and `eps`.

    Raises:
        ProblemError: A parameter is given by both of its names.

    >>> from backpass import Tensor, optim
    >>> w = Tensor(4.0)
    >>> optimizer = optim.Adam([w], lr=0.1)
    >>> (w * w).backward()
    >>> optimizer.step()
    >>> round(w.item(), 6)
    3.9
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
        **names: Unpack[PyTorchNames],
    ) -> None:
        super().__init__(parameters, learning_rate, weight_decay, **names)
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
        change /= np.sqrt(1 - self.beta2**self._own_steps)
        change += self.epsilon
        np.divide(mean, change, out=change)
        change *= -self.learning_rate / (1 - self.beta1**self._own_steps)


class AdamW(Adam):
    """Adam with decoupled weight decay, which shrinks parameters whatever their gradients (Loshchilov and Hutter, 2019).

    Parameters:
        parameters: The tensors to change, of any shapes.
        learning_rate: The length of a step for a parameter whose gradients all agree.
        beta1, beta2: The decay of the running means of the gradient and of its square, from 0 to 1.
        epsilon: A small number that prevents division by 0.
        weight_decay: Each step first multiplies parameters by 1 − learning_rate × weight_decay.
        names: PyTorch’s names: `lr`, `betas` for the pair of betas, and `eps`.

    Raises:
        ProblemError: A parameter is given by both of its names.

    >>> from backpass import Tensor, optim
    >>> w = Tensor(4.0)
    >>> optimizer = optim.AdamW([w], lr=0.1, weight_decay=0.5)
    >>> (w * w).backward()
    >>> optimizer.step()
    >>> round(w.item(), 6)
    3.7
    """

    def __init__(
        self,
        parameters: Iterable[Tensor],
        learning_rate: float = 0.001,
        *,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        weight_decay: float = 0.01,
        **names: Unpack[PyTorchNames],
    ) -> None:
        super().__init__(parameters, learning_rate, beta1=beta1, beta2=beta2, epsilon=epsilon, weight_decay=weight_decay, **names)

    def _fill_change(self, parameters: Array, gradients: Array, change: Array) -> None:
        self._fill_adaptive(gradients, change)
        np.multiply(parameters, self.learning_rate * self.weight_decay, out=self._work)
        change -= self._work


class RMSprop(Optimizer):
    """RMSprop, which divides each gradient by the root of a running mean of its square (Tieleman and Hinton, 2012).

    Parameters:
        parameters: The tensors to change, of any shapes.
        learning_rate: The factor of each step.
        alpha: The decay of the running mean, from 0 to 1.
        epsilon: A small number that prevents division by 0.
        momentum: The share of the velocity that remains after a step, from 0 to 1.
        weight_decay: The factor of a penalty for large parameters, weight_decay / 2 · Σ parameter².
        names: PyTorch’s names: `lr` and `eps`.

    Raises:
        ProblemError: A parameter is given by both of its names.

    >>> from backpass import Tensor, optim
    >>> w = Tensor(4.0)
    >>> optimizer = optim.RMSprop([w], lr=0.1)
    >>> (w * w).backward()
    >>> optimizer.step()
    >>> round(w.item(), 6)
    3.0
    """

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
        **names: Unpack[PyTorchNames],
    ) -> None:
        super().__init__(parameters, learning_rate, weight_decay, **names)
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


_LEARNING_RATE = NumberOption("learning_rate", say("option-learning-rate"), 0, 1_000)
_DECAY = NumberOption("weight_decay", say("option-weight-decay"), 0, 10)
_MOMENTUM = NumberOption("momentum", say("option-momentum"), 0, 0.9999)
_EPSILON = NumberOption("epsilon", say("option-epsilon"), 1e-16, 1)
_MEANS = (
    NumberOption("beta1", say("option-beta1"), 0, 0.999999),
    NumberOption("beta2", say("option-beta2"), 0, 0.999999),
    _EPSILON,
    _DECAY,
)

OPTIMIZERS: Mapping[str, Choice[Optimizer]] = table(
    Choice(
        "sgd",
        say("optimizer-sgd-title"),
        say("optimizer-sgd"),
        SGD,
        (
            _LEARNING_RATE,
            _MOMENTUM,
            NumberOption("nesterov", say("optimizer-nesterov"), 0, 1),
            _DECAY,
        ),
    ),
    Choice(
        "adam",
        "Adam",
        say("optimizer-adam"),
        Adam,
        (_LEARNING_RATE, *_MEANS),
    ),
    Choice("adamw", "AdamW", say("optimizer-adamw"), AdamW, (_LEARNING_RATE, *_MEANS)),
    Choice(
        "rmsprop",
        "RMSprop",
        say("optimizer-rmsprop"),
        RMSprop,
        (
            _LEARNING_RATE,
            NumberOption("alpha", say("option-decay"), 0, 0.999999),
            _EPSILON,
            _MOMENTUM,
            _DECAY,
        ),
    ),
)
"""Every optimiser by name; made from the parameters to be moved and these numbers."""
