"""Following gradients: down a function of one or two variables, step by step with every step kept; and in a model's *input*.

The first shows what learning does with two numbers instead of two million. The second asks which change of an example
would make the model's error larger (an adversarial step) or smaller (a dream step). Knows nothing of training loops.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import hypot
from typing import Any, Protocol

import numpy as np

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.run import run
from backpass.engine.language import Program
from backpass.engine.learning.divergence import Divergence, DivergenceWatch
from backpass.engine.learning.losses import Loss
from backpass.engine.learning.nn import Module
from backpass.engine.learning.optim import SGD, Optimizer
from backpass.engine.learning.schedules import Constant, Schedule
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Array, finite_data

Function = Callable[..., Tensor]
"""Of tensors, given by name."""


@dataclass(frozen=True, slots=True)
class DescentStep:
    """One place on the way down."""

    number: int
    """0 is the start."""
    at: Mapping[str, float]
    value: float
    gradient: Mapping[str, float]
    divergence: Divergence | None = None
    """Where the path ends because it diverges."""


def descent(
    function: Function | Program,
    start: Mapping[str, float],
    learning_rate: float | Schedule = 0.1,
    optimizer: Callable[[list[Tensor], float], Optimizer] = SGD,
) -> Iterator[DescentStep]:
    """The numbered path of gradient descent, from the start on; ends where the gradient is 0, or where it diverges.

    `function` is called with a tensor for each name of `start`, or is a program that has these names as inputs. The next
    point is computed when it is asked for. Raises ProblemError (invalid-input, unknown-input) for a start that does not fit.
    """
    numbers = np.array([_single(number, name) for name, number in start.items()])
    measure = _of_program(function) if isinstance(function, Program) else _of_function(function)
    schedule = learning_rate if callable(learning_rate) else Constant(learning_rate)
    mover = optimizer([Tensor(numbers)], schedule(0))
    watch = DivergenceWatch()
    number = 0
    while True:
        at = dict(zip(start, numbers.tolist(), strict=True))
        value, gradient = measure(at)
        mover.learning_rate = schedule(number)
        away = watch.see(number, value, hypot(*gradient.values()), mover.learning_rate)
        yield DescentStep(number, at, value, gradient, away)
        if away is not None or not any(gradient.values()):
            return
        mover.update(numbers, np.array(list(gradient.values())))
        number += 1


def path(
    function: Function | Program, start: Mapping[str, float], learning_rate: float | Schedule = 0.1, steps: int = 10, **given: Any
) -> list[DescentStep]:
    """The start and at most `steps` steps of a `descent`."""
    return list(islice(descent(function, start, learning_rate, **given), steps + 1))


def _single(number: Any, name: str) -> float:
    data = finite_data(number, name)
    if not isinstance(data, float):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("descent-of-list", name=name),
                say("descent-of-list.hint", name=name),
            )
        )
    return data


Measure = Callable[[Mapping[str, float]], tuple[float, dict[str, float]]]
"""The value at a place, and the derivative by each name."""


def _of_function(function: Function) -> Measure:
    def measure(at: Mapping[str, float]) -> tuple[float, dict[str, float]]:
        variables = {name: Tensor(number, label=name) for name, number in at.items()}
        return _measured(function(**variables), variables)

    return measure


def _of_program(program: Program) -> Measure:
    def measure(at: Mapping[str, float]) -> tuple[float, dict[str, float]]:
        made = run(program, at)
        return _measured(made.output, {name: made.inputs[name] for name in at})

    return measure


def _measured(output: Tensor, variables: Mapping[str, Tensor]) -> tuple[float, dict[str, float]]:
    if output.shape:
        raise ProblemError(
            Problem(
                Code.SCALARS_ONLY,
                say("descent-of-tensor", shape=output.shape),
                say("descent-of-tensor.hint"),
            )
        )
    gradients = backward(output)
    found = dict(zip(gradients.tensors, gradients.values, strict=True))
    # What the output was not made from does not move it.
    return output.item(), {name: float(found.get(tensor) or 0.0) for name, tensor in variables.items()}


@dataclass(frozen=True, slots=True, eq=False)
class InputStep:
    """An example moved along, or against, the gradient of the loss with respect to the example itself."""

    example: Array
    gradient: Array
    """Derivative of the loss by each of the example's numbers."""
    moved: Array
    loss: float
    """Before."""
    loss_after: float


class InputMap(Protocol):
    """From an example to what a model is given of it, and its derivative."""

    def given(self, example: Array, /) -> Array:
        """What the model is given."""

    def pulled_back(self, example: Array, gradient: Array, /) -> Array:
        """The gradient by the example, from that by what the model is given of it: a VJP."""


def adversarial_step(
    model: Module,
    loss: Loss,
    example: Any,
    target: Any,
    size: float,
    *,
    by_sign: bool = False,
    through: InputMap | None = None,
) -> InputStep:
    """x + size · dL/dx: a small change of the example that makes the model's error larger.

    `target` is encoded as the loss wants it. The model is given what `through` makes of the example, or the example
    itself. `by_sign` takes a step of `size` in every number, whatever the length of the
    gradient (Goodfellow et al., Explaining and harnessing adversarial examples, 2015). Raises ProblemError (invalid-input).
    """
    return _input_step(model, loss, example, target, size, by_sign=by_sign, through=through)


def dream_step(
    model: Module,
    loss: Loss,
    example: Any,
    target: Any,
    size: float,
    *,
    by_sign: bool = False,
    through: InputMap | None = None,
) -> InputStep:
    """x − size · dL/dx: a small change of the example that brings it nearer to what the model takes for `target`."""
    return _input_step(model, loss, example, target, -size, by_sign=by_sign, through=through)


def _input_step(
    model: Module, loss: Loss, example: Any, target: Any, size: float, *, by_sign: bool, through: InputMap | None
) -> InputStep:
    numbers = np.atleast_1d(finite_data(example, say("the-example")))
    before, gradient = _loss_of_example(model, loss, numbers, target, through)
    moved = numbers + size * (np.sign(gradient) if by_sign else gradient)
    return InputStep(numbers, gradient, moved, before, _loss_of_example(model, loss, moved, target, through)[0])


def _loss_of_example(
    model: Module, loss: Loss, example: Array, target: Any, through: InputMap | None = None
) -> tuple[float, Array]:
    """The loss on one example, and its derivative with respect to the example."""
    if through is not None:
        value, gradient = _loss_of_example(model, loss, through.given(example), target)
        return value, through.pulled_back(example, gradient)
    call: Callable[[Any], Any] = model
    if model.one_by_one:
        leaves = [Tensor(number, label=f"x[{index}]") for index, number in enumerate(example.tolist())]
        output = loss([call(leaves)], [target])
        gradients = backward(output)
        return output.item(), np.array([gradients.of(leaf) for leaf in leaves])
    leaf = Tensor(example[np.newaxis], label="x")
    output = loss(call(leaf), np.asarray(target)[np.newaxis])
    return output.item(), np.asarray(backward(output).of(leaf))[0]
