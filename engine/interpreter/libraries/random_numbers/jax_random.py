"""`jax.random`: numbers that follow from a key alone. They are others than JAX's, and the same for the same key."""

import hashlib
from typing import Any

import numpy as np

from backpass.engine.interpreter.errors import binding_errors, element_errors
from backpass.engine.interpreter.libraries.arrays.creation import lengths_of, made
from backpass.engine.interpreter.libraries.random_numbers.draws import permuted, whole_numbers
from backpass.engine.interpreter.libraries.registry import count, given, number, offer
from backpass.engine.interpreter.values import Arguments, Item, RandomKey
from backpass.engine.problems import ProblemError

_MODULE = ("jax.random",)


def _derived(*words: int) -> RandomKey:
    """The key that follows from these numbers."""
    return RandomKey(int.from_bytes(hashlib.blake2b(repr(words).encode(), digest_size=8).digest()))


def _key(arguments: Arguments) -> RandomKey:
    """The first argument, which must be a key. Raises ProblemError."""
    key = arguments.values[0]
    if not isinstance(key, RandomKey):
        raise ProblemError(binding_errors.value("key", key, "`jax.random.key(0)`", arguments.part))
    return key


def _generator(machine: Any, arguments: Arguments) -> np.random.Generator:
    machine.names.differs("other random numbers", "jax", machine.evaluator.place or arguments.span)
    return np.random.default_rng(_key(arguments).number)


def _shape(machine: Any, shape: Item, arguments: Arguments) -> tuple[int, ...]:
    return lengths_of(machine, [() if shape is None else shape], arguments)


@offer(_MODULE, "PRNGKey", "key", least=1, most=1, takes="(seed)")
def _new_key(machine: Any, arguments: Arguments) -> Item:
    return _derived(count(machine, arguments.values[0], arguments))


@offer(_MODULE, "split", least=1, most=2, takes="(key, num=2)")
def _split(machine: Any, arguments: Arguments) -> Item:
    wanted = count(machine, given(arguments, key=None, num=2)[1], arguments)
    if wanted < 0:
        raise ProblemError(element_errors.negative_length(wanted, arguments.part))
    machine.evaluator.hold(wanted)
    machine.repeat(arguments.span, wanted // 100)
    return [_derived(_key(arguments).number, wanted, place) for place in range(wanted)]


@offer(_MODULE, "fold_in", least=2, most=2, takes="(key, data)")
def _fold_in(machine: Any, arguments: Arguments) -> Item:
    return _derived(_key(arguments).number, -1, count(machine, arguments.values[1], arguments))


@offer(_MODULE, "normal", least=1, takes="(key, shape=(), *, dtype=None)")
def _normal(machine: Any, arguments: Arguments) -> Item:
    _, shape = given(arguments, key=None, shape=())
    return made(machine, _generator(machine, arguments).normal(size=_shape(machine, shape, arguments)), arguments)


@offer(_MODULE, "uniform", least=1, takes="(key, shape=(), minval=0.0, maxval=1.0, *, dtype=None)")
def _uniform(machine: Any, arguments: Arguments) -> Item:
    _, shape, minval, maxval = given(arguments, key=None, shape=(), minval=0.0, maxval=1.0)
    low, high = number(machine, minval, arguments), number(machine, maxval, arguments)
    drawn = _generator(machine, arguments).uniform(size=_shape(machine, shape, arguments))
    return made(machine, low + (high - low) * drawn, arguments)


@offer(_MODULE, "randint", least=4, most=4, takes="(key, shape, minval, maxval, *, dtype=None)")
def _randint(machine: Any, arguments: Arguments) -> Item:
    _, shape, minval, maxval = arguments.values
    bounds = count(machine, minval, arguments), count(machine, maxval, arguments)
    return whole_numbers(machine, _generator(machine, arguments), bounds, _shape(machine, shape, arguments), arguments)


@offer(_MODULE, "bernoulli", least=1, takes="(key, p=0.5, shape=None)")
def _bernoulli(machine: Any, arguments: Arguments) -> Item:
    _, p, shape = given(arguments, key=None, p=0.5, shape=None)
    chance = number(machine, p, arguments)
    drawn = _generator(machine, arguments).uniform(size=_shape(machine, shape, arguments))
    return made(machine, (drawn < chance) * 1.0, arguments)


@offer(_MODULE, "permutation", least=2, most=2, takes="(key, x)")
def _permutation(machine: Any, arguments: Arguments) -> Item:
    return permuted(machine, _generator(machine, arguments), arguments.values[1], arguments)
