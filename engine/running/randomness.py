"""Random numbers as Python, NumPy and PyTorch give them, with a seed. Without one they begin at 0, so that the same program gives
the same graph. PyTorch's own stream cannot be had without PyTorch: `torch.randn` draws from NumPy's generator.
"""

import random
from functools import cached_property
from typing import Any

import numpy as np

from engine.problems import ProblemError
from engine.running import element_refusals, refusals
from engine.running.arrays import lengths_of
from engine.running.builtins import Body
from engine.running.offers import count, number, offer
from engine.running.values import Arguments, Item, Module


class Randomness:
    """The random numbers of one run; without a seed they begin at 0, so that the same program gives the same graph."""

    # Each is made when it is first asked for: together they take longer to make than a small program to run.

    @cached_property
    def python(self) -> random.Random:
        return random.Random(0)  # noqa: S311 (for models, not for secrets)

    @cached_property
    def legacy(self) -> np.random.RandomState:
        return np.random.RandomState(0)

    @cached_property
    def generator(self) -> np.random.Generator:
        return np.random.default_rng(0)


# Python's random


@offer(("random",), "seed", most=1)
def _seed(machine: Any, arguments: Arguments) -> Item:
    machine.random.python.seed(count(machine, arguments.values[0], arguments) if arguments.values else 0)
    return None


def _python_random(name: str, numbers: int) -> None:
    @offer(("random",), name, least=0 if name in ("gauss", "normalvariate") else numbers, most=numbers)
    def draw(machine: Any, arguments: Arguments) -> Item:
        return float(getattr(machine.random.python, name)(*[number(machine, item, arguments) for item in arguments.values]))


for _name, _numbers in (("random", 0), ("uniform", 2), ("gauss", 2), ("normalvariate", 2)):
    _python_random(_name, _numbers)


@offer(("random",), "randint", "randrange", least=1, most=2)
def _randint(machine: Any, arguments: Arguments) -> Item:
    bounds = [count(machine, item, arguments) for item in arguments.values]
    try:
        return int(getattr(machine.random.python, getattr(arguments.part, "name", "randint"))(*bounds))
    except (ValueError, TypeError):
        raise ProblemError(refusals.empty_list(arguments.span)) from None


@offer(("random",), "choice", least=1, most=1)
def _choice(machine: Any, arguments: Arguments) -> Item:
    items = machine.everything(arguments.values[0], arguments.part)
    if not items:
        raise ProblemError(refusals.empty_list(arguments.span))
    return machine.random.python.choice(items)  # type: ignore[no-any-return]


@offer(("random",), "shuffle", least=1, most=1)
def _shuffle(machine: Any, arguments: Arguments) -> Item:
    if not isinstance(arguments.values[0], list):
        raise ProblemError(element_refusals.not_iterable(arguments.values[0], arguments.part))
    machine.evaluator.hold(len(arguments.values[0]))
    machine.random.python.shuffle(arguments.values[0])
    return None


@offer(("random",), "sample", least=2, most=2)
def _sample(machine: Any, arguments: Arguments) -> Item:
    items = machine.everything(arguments.values[0], arguments.part)
    wanted = count(machine, arguments.values[1], arguments)
    if not 0 <= wanted <= len(items):
        raise ProblemError(element_refusals.index_out_of_range(wanted, len(items), arguments.part))
    return machine.random.python.sample(items, wanted)  # type: ignore[no-any-return]


# Random numbers of NumPy and PyTorch


@offer(("numpy.random", "np.random", "autograd.numpy.random"), "seed", most=1)
def _numpy_seed(machine: Any, arguments: Arguments) -> Item:
    machine.random.legacy = np.random.RandomState(
        count(machine, arguments.values[0], arguments) % 2**32 if arguments.values else 0
    )
    return None


@offer(("torch", "tensorflow.random", "tf.random"), "manual_seed", "set_seed", least=1, most=1)
def _torch_seed(machine: Any, arguments: Arguments) -> Item:
    machine.random.generator = np.random.default_rng(abs(count(machine, arguments.values[0], arguments)))
    return None


@offer(("numpy.random", "np.random"), "default_rng", most=1)
def _default_rng(machine: Any, arguments: Arguments) -> Item:
    machine.random.generator = np.random.default_rng(
        abs(count(machine, arguments.values[0], arguments)) if arguments.values else 0
    )
    return Module("numpy.random.Generator")


def _drawn(source: str, name: str, bounds: int) -> Body:
    def draw(machine: Any, arguments: Arguments) -> Item:
        size = arguments.keywords.get("size", arguments.keywords.get("shape"))
        values = list(arguments.values)
        numbers = [number(machine, values.pop(0), arguments) for _ in range(min(bounds, len(values)))]
        numbers = [*numbers, *[0.0, 1.0][len(numbers) : bounds]]
        lengths = lengths_of(machine, [size] if size is not None else values, arguments)
        generator = getattr(machine.random, source)
        data = getattr(generator, name)(*numbers, size=lengths) if bounds else getattr(generator, name)(size=lengths)
        return machine.evaluator.constant(data, arguments.span) if lengths else float(np.asarray(data).item())

    return draw


for _modules, _source in (
    (("numpy.random", "np.random", "autograd.numpy.random"), "legacy"),
    (("numpy.random.Generator",), "generator"),
):
    for _spelled, _method, _bounds in (
        ("randn", "normal", 0),
        ("standard_normal", "normal", 0),
        ("rand", "uniform", 0),
        ("random", "uniform", 0),
        ("uniform", "uniform", 2),
        ("normal", "normal", 2),
    ):
        offer(_modules, _spelled)(_drawn(_source, _method, _bounds))
offer(("torch",), "randn")(_drawn("generator", "normal", 0))
offer(("torch",), "rand")(_drawn("generator", "uniform", 0))
offer(("tensorflow.random", "tf.random"), "normal")(_drawn("generator", "normal", 0))
