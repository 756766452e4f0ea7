"""A program of JAX, run as it is: the graph of the first, or n-th, call of what `jax.grad` or `jax.value_and_grad` gave."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import jax
import numpy as np
from jax._src.interpreters import mlir

from backpass.engine.capture.as_it_is.stand_ins import StandIns
from backpass.engine.capture.jaxprs.script_steps import Steps
from backpass.engine.capture.scripts.finding import Finding
from backpass.engine.capture.summaries import MAX_ELEMENTS


def warm() -> None:
    """Computes nothing: the first computation starts threads, and a process with threads cannot be forked safely. Programs are
    compiled in one thread, since the compiler would start others whenever it likes.
    """
    make = mlir.make_ir_context

    def make_for_one_thread() -> Any:
        context = make()
        context.enable_multithreading(False)
        return context

    mlir.make_ir_context = make_for_one_thread


def begin() -> None:
    """The first computations, large enough for all of JAX's threads and kernels to begin: none can later."""
    jax.value_and_grad(lambda x: (x @ x).sum())(np.ones((300, 300), np.float32))


@contextmanager
def watched(finding: Finding, variables: dict[str, Any], stand_ins: StandIns) -> Iterator[Callable[[], None]]:  # noqa: ARG001 - as of all libraries
    """Watches what the program does. What is given is to be called once it has ended."""
    np.random.seed(0)
    with Steps(finding, MAX_ELEMENTS):
        yield partial(_at_end, finding)


def _at_end(finding: Finding) -> None:
    finding.answer({"kind": "ended", "count": finding.count})
