"""One training step of the two moons: MLP 2-16-16-1 (337 parameters), 100 points, hinge and L2, in double precision.

    python3 run.py bench training

Forward, backward and update, each library in its own usual way: PyTorch builds its graph at each step, JAX compiles the
whole step once, micrograd builds 65,000 single numbers, and so does `backpass, traced anew`. `NumPy by hand` is the same
arithmetic written out as one would. One thread each. All of them must arrive at the same parameters.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import random
from collections.abc import Callable
from typing import Any

import autograd
import autograd.numpy as hips
import jax
import numpy as np
import torch
from micrograd import nn as micrograd

from backpass.engine.learning.datasets import moons
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.nn import MLP
from backpass.engine.learning.objective import ScalarObjective
from backpass.engine.learning.optim import SGD
from backpass.engine.learning.training import Training
from tests.bench._measure import in_turn, size, table

SIZES, RATE, L2 = [16, 16, 1], 0.1, 1e-4
MODEL: dict[str, Any] = {"activation": "relu", "last": "linear", "zero_biases": True, "random": 1337}
DATA = moons(size(100, 6), 0.1, seed=1337)
SIGNS = 2 * DATA.targets - 1
ENDLESS = 10**9


def start() -> list[np.ndarray]:
    """The parameters to begin with, as a list of arrays."""
    return [np.array(tensor.data) for tensor in MatrixMLP(2, SIZES, **MODEL).parameters()]


def backpass(kind: Any, watch_every: int) -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    """A step of the training loop, and where the parameters stand."""
    model = kind(2, SIZES, **MODEL)
    optimizer = SGD(model.parameters(), RATE)
    training = Training(model, DATA, "hinge", optimizer, steps=ENDLESS, l2=L2, watch_every=watch_every)
    return training.advance, lambda: training.objective.parameters


def traced_anew() -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    """The same for a model that may decide by its numbers, so that nothing can be remembered of its graph."""
    model = MLP(2, SIZES, **MODEL)
    training = Training(model, DATA, "hinge", SGD(model.parameters(), RATE), steps=ENDLESS, l2=L2, watch_every=ENDLESS)
    training.objective = ScalarObjective(model, LOSSES["hinge"])
    return training.advance, lambda: training.objective.parameters


def loss_with(xp: Any, parameters: list[Any], inputs: Any, signs: Any) -> Any:
    """The loss in any library that looks like NumPy."""
    first, first_bias, second, second_bias, third, third_bias = parameters
    hidden = xp.maximum(inputs @ first + first_bias, 0.0)
    hidden = xp.maximum(hidden @ second + second_bias, 0.0)
    scores = (hidden @ third + third_bias)[:, 0]
    return xp.mean(xp.maximum(1.0 - signs * scores, 0.0)) + L2 * sum(xp.sum(each * each) for each in parameters)


def by_pytorch() -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    parameters = [torch.tensor(each, requires_grad=True) for each in start()]
    optimizer = torch.optim.SGD(parameters, lr=RATE)
    inputs, signs = torch.tensor(DATA.inputs), torch.tensor(SIGNS)
    first, first_bias, second, second_bias, third, third_bias = parameters

    def step() -> float:
        hidden = torch.relu(inputs @ first + first_bias)
        hidden = torch.relu(hidden @ second + second_bias)
        scores = (hidden @ third + third_bias)[:, 0]
        loss = torch.relu(1 - signs * scores).mean() + L2 * sum((each * each).sum() for each in parameters)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    return step, lambda: np.concatenate([each.detach().numpy().ravel() for each in parameters])


def by_jax() -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    jax.config.update("jax_enable_x64", True)
    inputs, signs = jax.numpy.asarray(DATA.inputs), jax.numpy.asarray(SIGNS)
    state = [jax.numpy.asarray(each) for each in start()]

    @jax.jit
    def stepped(parameters: list[Any]) -> tuple[Any, list[Any]]:
        loss, gradients = jax.value_and_grad(lambda given: loss_with(jax.numpy, given, inputs, signs))(parameters)
        return loss, [each - RATE * gradient for each, gradient in zip(parameters, gradients, strict=True)]

    def step() -> float:
        loss, state[:] = stepped(state)
        return float(loss)

    return step, lambda: np.concatenate([np.ravel(each) for each in state])


def by_hips() -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    state = start()
    differentiate = autograd.value_and_grad(lambda given: loss_with(hips, given, DATA.inputs, SIGNS))

    def step() -> float:
        loss, gradients = differentiate(state)
        state[:] = [each - RATE * gradient for each, gradient in zip(state, gradients, strict=True)]
        return float(loss)

    return step, lambda: np.concatenate([np.ravel(each) for each in state])


def by_hand() -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    state = start()
    inputs, signs, count = DATA.inputs, SIGNS, len(SIGNS)

    def step() -> float:
        first, first_bias, second, second_bias, third, third_bias = state
        one = np.maximum(inputs @ first + first_bias, 0.0)
        two = np.maximum(one @ second + second_bias, 0.0)
        margins = 1.0 - signs * (two @ third + third_bias)[:, 0]
        short = margins > 0
        loss = margins[short].sum() / count + L2 * sum((each * each).sum() for each in state)
        back = (-signs * short / count)[:, None]
        back_two = (back @ third.T) * (two > 0)
        back_one = (back_two @ second.T) * (one > 0)
        gradients = [inputs.T @ back_one, back_one.sum(0), one.T @ back_two, back_two.sum(0), two.T @ back, back.sum(0)]
        for each, gradient in zip(state, gradients, strict=True):
            np.subtract(each, RATE * (gradient + 2 * L2 * each), out=each)
        return float(loss)

    return step, lambda: np.concatenate([each.ravel() for each in state])


def by_micrograd() -> tuple[Callable[[], object], Callable[[], np.ndarray]]:
    random.seed(1337)
    model = micrograd.MLP(2, SIZES)
    rows, signs = DATA.inputs.tolist(), SIGNS.tolist()

    def step() -> float:
        losses = [(1 + -sign * model(row)).relu() for row, sign in zip(rows, signs, strict=True)]
        total = sum(losses) * (1.0 / len(losses)) + L2 * sum(parameter * parameter for parameter in model.parameters())
        model.zero_grad()
        total.backward()
        for parameter in model.parameters():
            parameter.data -= RATE * parameter.grad
        return float(total.data)

    return step, lambda: np.array([parameter.data for parameter in model.parameters()])


def main() -> None:
    torch.set_num_threads(1)
    fast = {
        "backpass": backpass(MatrixMLP, ENDLESS),
        "backpass, all diagnostics": backpass(MatrixMLP, 1),
        "backpass, a node per weight": backpass(MLP, ENDLESS),
        "NumPy by hand": by_hand(),
        "JAX, jit": by_jax(),
        "PyTorch": by_pytorch(),
        "HIPS autograd": by_hips(),
    }
    slow = {"backpass, traced anew": traced_anew(), "micrograd": by_micrograd()}
    for step, _ in (fast | slow).values():
        step()
        step()
    # A neuron's weights stand side by side or one below the other, so what must agree is each library's sorted parameters.
    reference = np.sort(fast["NumPy by hand"][1]())
    for name, (_, parameters) in (fast | slow).items():
        np.testing.assert_allclose(np.sort(parameters()), reference, rtol=1e-9, atol=1e-12, err_msg=name)
    times = in_turn({name: step for name, (step, _) in fast.items()}, repeats=size(200, 1))
    times |= in_turn({name: step for name, (step, _) in slow.items()}, repeats=1, rounds=size(3, 1))
    ours = times["backpass"]
    rows = [
        [name, f"{time * 1e6:,.0f}", f"{1 / time:,.0f}", f"{time / ours:,.2f}×"]
        for name, time in sorted(times.items(), key=lambda item: item[1])
    ]
    table("One training step: MLP 2-16-16-1, 100 points, hinge + L2, float64, one thread", ["", "µs", "steps/s", "time"], rows)


if __name__ == "__main__":
    main()
