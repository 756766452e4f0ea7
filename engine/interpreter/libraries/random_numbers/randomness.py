"""Random numbers as Python, NumPy and PyTorch give them, with a seed. Without one they begin at 0, so that the same program gives
the same graph. PyTorch's own stream is not available without PyTorch: `torch.randn` draws from NumPy's generator.
"""

import random
from functools import cached_property
from typing import Any

import numpy as np

from backpass.engine.interpreter.builtins.iteration import Body
from backpass.engine.interpreter.errors import element_errors, program_errors
from backpass.engine.interpreter.libraries.arrays.creation import lengths_of, made
from backpass.engine.interpreter.libraries.registry import count, given, number, offer
from backpass.engine.interpreter.values import Arguments, Item, NumpyGenerator, RandomGenerator
from backpass.engine.problems import ProblemError


class Randomness:
    """The random numbers of one run; without a seed they begin at 0, so that the same program gives the same graph."""

    def __init__(self) -> None:
        self.seeded: set[str] = set()
        """The generators that the program gave a seed."""

    # Each is made when it is first asked for: together they take longer to make than a small program to run.

    @cached_property
    def python(self) -> random.Random:
        return random.Random(0)  # noqa: S311 (for models, not for secrets)

    @cached_property
    def legacy(self) -> np.random.RandomState:
        return np.random.RandomState(0)

    @cached_property
    def modern(self) -> np.random.Generator:
        """Of NumPy's generators the one that is drawn from at present."""
        return np.random.default_rng(0)

    @cached_property
    def generator(self) -> np.random.Generator:
        return np.random.default_rng(0)


def note_unseeded(machine: Any, source: str, arguments: Arguments) -> None:
    """Says of Python's and NumPy's numbers that they are others there at each run, unless the program gave a seed."""
    if source not in machine.random.seeded and machine.evaluator.place is None:
        machine.names.differs("unseeded", "random" if source == "python" else "numpy", arguments.span)


# Python's random


@offer(("random",), "seed", most=1, takes="(seed=None)")
def _seed(machine: Any, arguments: Arguments) -> Item:
    machine.random.seeded.add("python")
    machine.random.python.seed(count(machine, arguments.values[0], arguments) if arguments.values else 0)
    return None


def _python_random(name: str, numbers: int) -> None:
    spread = "(mu=0.0, sigma=1.0)"
    takes = spread if name in ("gauss", "normalvariate") else "(a, b)" if numbers else "()"

    @offer(("random",), name, least=0 if takes == spread else numbers, most=numbers, takes=takes)
    def draw(machine: Any, arguments: Arguments) -> Item:
        note_unseeded(machine, "python", arguments)
        return float(getattr(machine.random.python, name)(*[number(machine, item, arguments) for item in arguments.values]))


for _name, _numbers in (("random", 0), ("uniform", 2), ("gauss", 2), ("normalvariate", 2)):
    _python_random(_name, _numbers)


@offer(("random",), "randint", "randrange", least=1, most=2, takes="(first, second=None)")
def _randint(machine: Any, arguments: Arguments) -> Item:
    bounds = [count(machine, item, arguments) for item in arguments.values]
    note_unseeded(machine, "python", arguments)
    try:
        return int(getattr(machine.random.python, getattr(arguments.part, "name", "randint"))(*bounds))
    except (ValueError, TypeError):
        raise ProblemError(program_errors.empty_list(arguments.span)) from None


@offer(("random",), "choice", least=1, most=1, takes="(items)")
def _choice(machine: Any, arguments: Arguments) -> Item:
    items = machine.everything(arguments.values[0], arguments.part)
    if not items:
        raise ProblemError(program_errors.empty_list(arguments.span))
    note_unseeded(machine, "python", arguments)
    return machine.random.python.choice(items)  # type: ignore[no-any-return]


@offer(("random",), "shuffle", least=1, most=1, takes="(items)")
def _shuffle(machine: Any, arguments: Arguments) -> Item:
    if not isinstance(arguments.values[0], list):
        raise ProblemError(element_errors.not_iterable(arguments.values[0], arguments.part))
    machine.evaluator.hold(len(arguments.values[0]))
    note_unseeded(machine, "python", arguments)
    machine.random.python.shuffle(arguments.values[0])
    return None


@offer(("random",), "sample", least=2, most=2, takes="(items, k)")
def _sample(machine: Any, arguments: Arguments) -> Item:
    items = machine.everything(arguments.values[0], arguments.part)
    wanted = count(machine, arguments.values[1], arguments)
    if not 0 <= wanted <= len(items):
        raise ProblemError(element_errors.index_out_of_range(wanted, len(items), arguments.part))
    note_unseeded(machine, "python", arguments)
    return machine.random.python.sample(items, wanted)  # type: ignore[no-any-return]


@offer(("random",), "choices", least=1, most=2, takes="(items, weights=None, *, cum_weights=None, k=1)")
def _choices(machine: Any, arguments: Arguments) -> Item:
    items = machine.everything(arguments.values[0], arguments.part)
    given = {"weights": arguments.values[1] if len(arguments.values) > 1 else None, **arguments.keywords}
    wanted = count(machine, given.pop("k", 1), arguments)
    machine.evaluator.hold(wanted)
    shares = {name: _weights(machine, each, arguments) for name, each in given.items() if each is not None}
    note_unseeded(machine, "python", arguments)
    try:
        return machine.random.python.choices(items, **shares, k=wanted)  # type: ignore[no-any-return]
    except (IndexError, TypeError, ValueError):
        raise ProblemError(element_errors.no_distribution("choices", [len(items)], arguments.part)) from None


def _weights(machine: Any, item: Item, arguments: Arguments) -> list[float]:
    """The numbers of a list, which the program looks at."""
    return [number(machine, each, arguments) for each in machine.everything(item, arguments.part)]


# Random numbers of NumPy and PyTorch


@offer(("numpy.random", "np.random", "autograd.numpy.random"), "seed", most=1, takes="(seed=None)")
def _numpy_seed(machine: Any, arguments: Arguments) -> Item:
    machine.random.seeded.add("legacy")
    machine.random.legacy = np.random.RandomState(
        count(machine, arguments.values[0], arguments) % 2**32 if arguments.values else 0
    )
    return None


@offer(("torch", "tensorflow.random", "tf.random"), "manual_seed", "set_seed", least=1, most=1, takes="(seed)")
def _torch_seed(machine: Any, arguments: Arguments) -> Item:
    machine.random.generator = np.random.default_rng(abs(count(machine, arguments.values[0], arguments)))
    return None


@offer(("numpy.random", "np.random"), "default_rng", most=1, takes="(seed=None)")
def _default_rng(machine: Any, arguments: Arguments) -> Item:
    if arguments.values:
        machine.random.seeded.add("modern")
    seed = abs(count(machine, arguments.values[0], arguments)) if arguments.values else 0
    return NumpyGenerator("numpy.random.Generator", np.random.default_rng(seed))


def _drawn(source: str, name: str, bounds: int, library: str = "numpy") -> Body:
    def draw(machine: Any, arguments: Arguments) -> Item:
        source_given = arguments.keywords.get("generator")
        if library == "numpy":
            note_unseeded(machine, source, arguments)
        else:
            machine.names.differs("other random numbers", library, machine.evaluator.place or arguments.span)
        size = arguments.keywords.get("size")
        values: list[Item] = [each for each in arguments.values if each is not None]
        numbers: list[float] = []
        if bounds:
            first, second = ("low", "high") if name == "uniform" else ("loc", "scale")
            numbers = [number(machine, each, arguments) for each in given(arguments, **{first: 0.0, second: 1.0})]
            values = values[bounds:]
        lengths = lengths_of(machine, [size] if size is not None else values, arguments)
        generator = source_given.numbers if isinstance(source_given, RandomGenerator) else getattr(machine.random, source)
        try:
            data = getattr(generator, name)(*numbers, size=lengths) if bounds else getattr(generator, name)(size=lengths)
        except (ValueError, OverflowError):
            raise ProblemError(element_errors.no_distribution(name, numbers, arguments.part)) from None
        if not lengths and arguments.keywords.get("requires_grad") is not True:
            return float(np.asarray(data).item())
        return made(machine, data if lengths else float(np.asarray(data).item()), arguments)

    return draw


_SIZED = "(*shape, requires_grad=False, dtype=None)"
_BOUNDED = {"uniform": "(low=0.0, high=1.0, *, size=None)", "normal": "(loc=0.0, scale=1.0, *, size=None)"}
"""What the functions take: lengths, or two numbers and `size`."""

for _modules, _source in (
    (("numpy.random", "np.random", "autograd.numpy.random"), "legacy"),
    (("numpy.random.Generator",), "modern"),
):
    for _spelled, _method, _bounds in (
        ("randn", "normal", 0),
        ("standard_normal", "normal", 0),
        ("rand", "uniform", 0),
        ("random", "uniform", 0),
        ("random_sample", "uniform", 0),
        ("uniform", "uniform", 2),
        ("normal", "normal", 2),
    ):
        offer(_modules, _spelled, takes=_BOUNDED.get(_spelled, _SIZED))(_drawn(_source, _method, _bounds))
_OF_TORCH = "(*shape, requires_grad=False, dtype=None, generator=None)"
offer(("torch",), "randn", takes=_OF_TORCH)(_drawn("generator", "normal", 0, "torch"))
offer(("torch",), "rand", takes=_OF_TORCH)(_drawn("generator", "uniform", 0, "torch"))
offer(("tensorflow.random", "tf.random"), "normal", takes=_BOUNDED["normal"])(_drawn("generator", "normal", 2, "tensorflow"))
