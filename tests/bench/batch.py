"""A million points of a gradient of 25 operations, against HIPS autograd, PyTorch and JAX, all in double precision.

    python3 run.py bench batch

One program of arithmetic and one with functions. Every candidate gives the value and four gradients at every point, from arrays
and to arrays; all see the same numbers, and their answers are compared first. JAX takes as many threads as it likes.
"""

import os
from collections.abc import Callable
from types import ModuleType
from typing import Any

import autograd
import autograd.numpy
import jax
import numpy as np
import torch

from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.many_points.batch import Batch
from tests.bench._measure import in_turn, size, table

POINTS = size(1_000_000, 1_000)
NAMES = "abcd"
ARITHMETIC = """
t1 = a*b + c
t2 = (a + d) * (b - c)
t3 = relu(t1) * t2
t4 = t3 / (1 + d*d)
t5 = (t4 - a) * (t4 + b)
t6 = t5 * c - t2 * d
t7 = relu(t6 + a) * b
t8 = (t7 + t3) * 0.5
y = t8 * t8 + t1 - t5 + c
"""
FUNCTIONS = """
n = a*b + c*d
h = tanh(n)
k = exp(-a*a)
s = sigmoid(h*b + k*c)
q = log(1 + d*d)
r = s - h*q
w = sqrt(q + c*c) * r
z = relu(w + s) * b
y = (z + r) * z
"""
Run = Callable[[], Any]


def in_python(program: str, library: ModuleType, **functions: Any) -> Callable[..., Any]:
    """The program as a function of a, b, c and d: its text happens to be Python as well."""
    lines = "".join(f"    {line}\n" for line in program.strip().splitlines())
    names = {name: getattr(library, name) for name in ("tanh", "exp", "log", "sqrt")}
    namespace: dict[str, Any] = names | functions
    exec(f"def function(a, b, c, d):\n{lines}    return y\n", namespace)
    made: Callable[..., Any] = namespace["function"]
    return made


def with_autograd(program: str, inputs: list[Any]) -> Run:
    numpy = autograd.numpy
    function = in_python(program, numpy, relu=lambda x: numpy.maximum(x, 0), sigmoid=lambda x: 1 / (1 + numpy.exp(-x)))
    both = autograd.value_and_grad(lambda arrays: numpy.sum(function(*arrays)))
    return lambda: both(tuple(inputs))[1]


def with_torch(program: str, inputs: list[Any], threads: int) -> Run:
    function = in_python(program, torch, relu=torch.relu, sigmoid=torch.sigmoid)
    tensors = [torch.tensor(array, requires_grad=True) for array in inputs]

    def run_torch() -> Any:
        torch.set_num_threads(threads)
        for tensor in tensors:
            tensor.grad = None
        function(*tensors).sum().backward()
        return [tensor.grad for tensor in tensors]

    return run_torch


def with_jax(program: str, inputs: list[Any]) -> Run:
    function = in_python(program, jax.numpy, relu=jax.nn.relu, sigmoid=jax.nn.sigmoid)
    both = jax.jit(jax.vmap(jax.value_and_grad(function, argnums=(0, 1, 2, 3))))
    arrays = [jax.numpy.array(array) for array in inputs]
    return lambda: jax.block_until_ready(both(*arrays))[1]


def ours(program: str, inputs: list[Any], **how: Any) -> Run:
    batch = Batch(program)
    given = dict(zip(NAMES, inputs, strict=True))
    return lambda: list(batch.gradients(given, **how).gradients.values())


def candidates(program: str, inputs: list[Any], threads: int) -> dict[str, Run]:
    found = {
        "backpass, blocks of NumPy, 1 thread": ours(program, inputs),
        "HIPS autograd, 1 thread": with_autograd(program, inputs),
        "PyTorch, 1 thread": with_torch(program, inputs, 1),
        "backpass[fast], compiled by numba, 1 thread": ours(program, inputs, fast=True),
        "JAX jit": with_jax(program, inputs),
    }
    if threads > 1:
        found |= {
            f"backpass, blocks of NumPy, {threads} threads": ours(program, inputs, threads=threads),
            f"PyTorch, {threads} threads": with_torch(program, inputs, threads),
            f"backpass[fast], compiled by numba, {threads} threads": ours(program, inputs, threads=threads, fast=True),
        }
    return found


def operations(program: str) -> int:
    return sum(tensor.operation is not None for tensor in ancestors(run(parse(program)).output))


def main() -> None:
    jax.config.update("jax_enable_x64", True)
    generator = np.random.default_rng(1)
    inputs = [generator.normal(size=POINTS) for _ in NAMES]
    for title, program in size((("Arithmetic", ARITHMETIC), ("Functions", FUNCTIONS)), (("Arithmetic", ARITHMETIC),)):
        runs = candidates(program, inputs, os.cpu_count() or 1)
        answers = {name: each() for name, each in runs.items()}
        first = next(iter(answers.values()))
        for answer in answers.values():
            for one, other in zip(first, answer, strict=True):
                np.testing.assert_allclose(np.asarray(other), one, rtol=1e-6, atol=1e-9)
        times = in_turn(runs, repeats=1, rounds=7, summary=min)
        rows = [
            [name, f"{POINTS / time / 1e6:.0f}", f"{times['HIPS autograd, 1 thread'] / time:.1f}×"]
            for name, time in times.items()
        ]
        table(f"{title}: {operations(program)} operations, millions of points per second", ["", "M/s", "of autograd"], rows)


if __name__ == "__main__":
    main()
