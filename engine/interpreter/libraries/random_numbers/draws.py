"""Random whole numbers and orders, as NumPy and PyTorch draw them, and PyTorch's generators."""

from typing import Any, cast

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.methods import METHODS_OF_GENERATORS, TENSOR_METHODS
from backpass.engine.interpreter.errors import call_errors, element_errors
from backpass.engine.interpreter.libraries.arrays.creation import lengths_of, made
from backpass.engine.interpreter.libraries.random_numbers.randomness import note_unseeded
from backpass.engine.interpreter.libraries.registry import OURS, count, given, number, offer
from backpass.engine.interpreter.tensor_semantics.number_kinds import Kind
from backpass.engine.interpreter.values import Arguments, Item, RandomGenerator
from backpass.engine.language.syntax_tree import Call
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import size_of


def whole_numbers(
    machine: Any, generator: Any, bounds: tuple[int, int], shape: tuple[int, ...], arguments: Arguments, *, plain: bool = False
) -> Item:
    """Numbers from `low` to below `high`; `plain`: a single one is Python's. Raises ProblemError where there is none."""
    low, high = bounds
    draw = generator.integers if isinstance(generator, np.random.Generator) else generator.randint
    try:
        drawn = draw(low, high, size=shape)
    except (ValueError, OverflowError):
        raise ProblemError(element_errors.no_distribution("randint", [low, high], arguments.part)) from None
    if plain and not shape:
        return int(drawn)
    tensor = made(machine, np.asarray(drawn, dtype=float), arguments)
    machine.tracking.array_of_whole_numbers(tensor)
    return tensor


def permuted(machine: Any, generator: Any, item: Item, arguments: Arguments) -> Item:
    """The rows of a tensor, or the whole numbers below one, in another order."""
    tensor = machine.evaluator.tensor(item, arguments.part)
    if tensor.shape:
        order = tuple(generator.permutation(tensor.shape[0]).tolist())
        return machine.evaluator.operation(OPERATIONS["index"], [tensor], arguments.part, {"key": (order,)})  # type: ignore[no-any-return]
    length = count(machine, item, arguments)
    if length < 0:
        raise ProblemError(element_errors.negative_length(length, arguments.part))
    machine.evaluator.hold(length)
    numbers = made(machine, generator.permutation(length).astype(float), arguments)
    machine.tracking.array_of_whole_numbers(numbers)
    return numbers


# NumPy

_LEGACY = ("numpy.random", "np.random", "autograd.numpy.random")
_MODERN = ("numpy.random.Generator",)


def _of_numpy(modules: tuple[str, ...], source: str, integers: str) -> None:
    @offer(modules, integers, least=1, most=3, takes="(low, high=None, size=None, *, dtype=None)")
    def _integers(machine: Any, arguments: Arguments) -> Item:
        note_unseeded(machine, source, arguments)
        low, high, size = given(arguments, low=None, high=None, size=None)
        first = count(machine, low, arguments)
        low_bound, high_bound = (0, first) if high is None else (first, count(machine, high, arguments))
        shape = () if size is None else lengths_of(machine, [size], arguments)
        generator = getattr(machine.random, source)
        return whole_numbers(machine, generator, (low_bound, high_bound), shape, arguments, plain=True)

    @offer(modules, "permutation", least=1, most=1, takes="(x)")
    def _permutation(machine: Any, arguments: Arguments) -> Item:
        note_unseeded(machine, source, arguments)
        return permuted(machine, getattr(machine.random, source), arguments.values[0], arguments)

    @offer(modules, "choice", least=1, most=1, takes="(a, *, size=None, replace=True, p=None)")
    def _choice(machine: Any, arguments: Arguments) -> Item:
        """Numbers below `a`, or elements of it, by chance; `p` are their chances."""
        note_unseeded(machine, source, arguments)
        item, size, chances = arguments.values[0], arguments.keywords.get("size"), arguments.keywords.get("p")
        tensor: Tensor = machine.evaluator.tensor(item, arguments.part)
        length = tensor.shape[0] if tensor.shape else count(machine, item, arguments)
        shape = None if size is None else lengths_of(machine, [size], arguments)
        replace = machine.truth(arguments.keywords.get("replace", True), arguments.span)
        shares = None
        if chances is not None:
            weights = machine.evaluator.tensor(chances, arguments.part)
            machine.read(weights)
            shares = np.asarray(weights.raw)
        try:
            drawn = np.asarray(getattr(machine.random, source).choice(length, shape, replace, shares))
        except (ValueError, TypeError):  # of chances that are no list, too
            raise ProblemError(element_errors.no_distribution("choice", [length], arguments.part)) from None
        if tensor.shape:
            key = (tuple(drawn.ravel().tolist()),) if drawn.ndim else (int(drawn),)
            found = machine.evaluator.operation(OPERATIONS["index"], [tensor], arguments.part, {"key": key})
            wanted = (*drawn.shape, *tensor.shape[1:])
            if found.shape == wanted:
                return found  # type: ignore[no-any-return]
            return machine.evaluator.operation(OPERATIONS["reshape"], [found], arguments.part, {"shape": wanted})  # type: ignore[no-any-return]
        if shape is None:
            return int(drawn)
        numbers = made(machine, drawn.astype(float), arguments)
        machine.tracking.array_of_whole_numbers(numbers)
        return numbers


def _shuffle_of(modules: tuple[str, ...], source: str) -> None:
    @offer(modules, "shuffle", least=1, most=1, takes="(x)")
    def shuffle(machine: Any, arguments: Arguments) -> Item:
        """Puts the rows of an array, or the items of a list, into a drawn order, in place. Raises ProblemError."""
        (item,) = arguments.values
        if not isinstance(item, list) and not (isinstance(item, Tensor) and item.shape and machine.aliases.changes(item)):
            raise ProblemError(element_errors.not_iterable(item, arguments.part))
        note_unseeded(machine, source, arguments)
        machine.unrepeatable += 1
        length = len(item) if isinstance(item, list) else item.shape[0]
        machine.evaluator.hold(length)
        order = np.arange(length)
        getattr(machine.random, source).shuffle(order)
        if isinstance(item, list):
            machine.evaluator.move(length)
            item[:] = [item[place] for place in order.tolist()]
            return None
        now = machine.aliases.current(item)
        turned = machine.evaluator.operation(OPERATIONS["index"], [now], arguments.part, {"key": (tuple(order.tolist()),)})
        machine.changed(item, turned, arguments.part)
        return None


_DISTRIBUTIONS = {
    "beta": "(a, b, size=None)",
    "binomial": "(n, p, size=None)",
    "exponential": "(scale=1.0, size=None)",
    "gamma": "(shape, scale=1.0, size=None)",
    "geometric": "(p, size=None)",
    "laplace": "(loc=0.0, scale=1.0, size=None)",
    "multinomial": "(n, pvals, size=None)",
    "poisson": "(lam=1.0, size=None)",
}
"""Further distributions and what they take, as in NumPy."""
_OF_WHOLE_NUMBERS = frozenset({"binomial", "geometric", "multinomial", "poisson"})


def _of_distribution(modules: tuple[str, ...], source: str, name: str) -> None:
    names = [each.partition("=")[0].strip() for each in _DISTRIBUTIONS[name][1:-1].split(",")]
    usual = dict(each.strip().split("=") for each in _DISTRIBUTIONS[name][1:-1].split(",") if "=" in each)
    required = sum(each not in usual for each in names)

    @offer(modules, name, least=required, most=len(names), takes=_DISTRIBUTIONS[name])
    def draw(machine: Any, arguments: Arguments) -> Item:
        """What NumPy draws, of numbers or of arrays of them; nothing of it has a gradient."""
        note_unseeded(machine, source, arguments)
        values = given(arguments, **{each: None if each == "size" else float(usual.get(each, 0)) for each in names})
        *parameters, size = values
        tensors = [machine.evaluator.tensor(each, arguments.part) for each in parameters]
        for each in tensors:
            machine.read(each)
        numbers = [
            int(each.raw) if key == "n" and not each.shape else each.raw for key, each in zip(names, tensors, strict=False)
        ]
        shape = None if size is None else lengths_of(machine, [size], arguments)
        machine.evaluator.check_room(sum(size_of(each.raw) for each in tensors))
        try:
            drawn = np.asarray(getattr(getattr(machine.random, source), name)(*numbers, size=shape))
        except (ValueError, TypeError):
            shown = [float(each) for each in numbers if np.ndim(each) == 0]
            raise ProblemError(element_errors.no_distribution(name, shown, arguments.part)) from None
        if not drawn.shape:
            return int(drawn) if name in _OF_WHOLE_NUMBERS else float(drawn)
        found = made(machine, drawn.astype(float), arguments)
        if name in _OF_WHOLE_NUMBERS:
            machine.tracking.array_of_whole_numbers(found)
        return found


for _name in _DISTRIBUTIONS:
    _of_distribution(_LEGACY, "legacy", _name)
    _of_distribution(_MODERN, "modern", _name)

_shuffle_of(_LEGACY, "legacy")
_shuffle_of(_MODERN, "modern")
_of_numpy(_LEGACY, "legacy", "randint")
_of_numpy(_MODERN, "modern", "integers")


@offer(_LEGACY, "RandomState", most=1, takes="(seed=None)")
def _random_state(machine: Any, arguments: Arguments) -> Item:
    """A generator of its own, which draws what NumPy's draws."""
    (seed,) = given(arguments, seed=None)
    if seed is None:
        machine.names.differs("unseeded", "numpy", machine.evaluator.place or arguments.span)
    return RandomGenerator(np.random.RandomState(0 if seed is None else count(machine, seed, arguments) % 2**32))


def _method_of_state(name: str) -> None:
    @builtin(METHODS_OF_GENERATORS, name, least=1)
    def draw(machine: Any, arguments: Arguments) -> Item:
        """As `np.random` draws, from the generator that it is asked of."""
        state: Any = arguments.values[0]
        if not isinstance(state.numbers, np.random.RandomState):
            raise ProblemError(call_errors.unknown_function(cast("Call", arguments.part), machine.names.functions()))
        function = machine.value_of(machine.ready(name, "numpy.random"), name, "numpy.random")
        usual, seeded = machine.random.legacy, "legacy" in machine.random.seeded
        machine.random.legacy = state.numbers
        machine.random.seeded.add("legacy")
        try:
            return function.call(machine, Arguments(arguments.values[1:], arguments.keywords, arguments.part))  # type: ignore[no-any-return]
        finally:
            machine.random.legacy = usual
            if not seeded:
                machine.random.seeded.discard("legacy")


for _name in ("choice", "normal", "permutation", "rand", "randint", "randn", "random", "shuffle", "standard_normal", "uniform"):
    _method_of_state(_name)


# PyTorch


def drawing(machine: Any, arguments: Arguments) -> np.random.Generator:
    """The generator that a call of PyTorch's draws from: the one it is given, or that of the run."""
    machine.names.differs("other random numbers", "torch", machine.evaluator.place or arguments.span)
    generator = arguments.keywords.get("generator")
    return generator.numbers if isinstance(generator, RandomGenerator) else machine.random.generator  # type: ignore[no-any-return]


@offer(("torch",), "Generator", most=1, takes="(device=None)")
def _new_generator(machine: Any, arguments: Arguments) -> Item:
    return RandomGenerator(np.random.default_rng(0))


@builtin(METHODS_OF_GENERATORS, "manual_seed", least=2, most=2)
def _manual_seed(machine: Any, arguments: Arguments) -> Item:
    generator: Any = arguments.values[0]
    generator.numbers = np.random.default_rng(abs(count(machine, arguments.values[1], arguments)))
    return generator  # type: ignore[no-any-return]


_DRAWN = "generator=None, dtype=None, requires_grad=False"


def _bound(machine: Any, arguments: Arguments) -> tuple[int, int, tuple[int, ...]]:
    low, high, size = given(arguments, low=0, high=None, size=None)
    return count(machine, low, arguments), count(machine, high, arguments), lengths_of(machine, [size], arguments)


@offer(("torch",), "randint", takes=f"(*, low=0, high=None, size=None, {_DRAWN})")
def _torch_randint(machine: Any, arguments: Arguments) -> Item:
    low, high, shape = _bound(machine, arguments)
    return whole_numbers(machine, drawing(machine, arguments), (low, high), shape, arguments)


@offer(("torch",), "randperm", least=1, most=1, takes=f"(n, *, {_DRAWN})")
def _randperm(machine: Any, arguments: Arguments) -> Item:
    length = count(machine, arguments.values[0], arguments)
    return permuted(machine, drawing(machine, arguments), length, arguments)


@offer(("torch",), "normal", least=1, most=3, takes=f"(mean, std=1.0, size=None, *, {_DRAWN})")
def _torch_normal(machine: Any, arguments: Arguments) -> Item:
    """Numbers around a mean: of the shape that is asked for, or of that of the means and widths. They have no gradient."""
    mean, std, size = given(arguments, mean=0.0, std=1.0, size=None)
    if size is not None:
        shape = lengths_of(machine, [size], arguments)
        centre: Any = number(machine, mean, arguments)
        width: Any = number(machine, std, arguments)
    else:
        tensors = machine.evaluator.tensors([mean, std], arguments.part)
        centre, width = (np.asarray(each.raw) for each in tensors)
        for each in tensors:
            machine.read(each)
        try:
            shape = np.broadcast_shapes(centre.shape, width.shape)
        except ValueError:
            raise ProblemError(element_errors.no_distribution("normal", [], arguments.part)) from None
        machine.evaluator.check_room(int(np.prod(shape, dtype=int)))
    if np.any(np.asarray(width) < 0):
        raise ProblemError(element_errors.no_distribution("normal", [], arguments.part))
    return made(machine, centre + width * drawing(machine, arguments).normal(size=shape), arguments)


@offer((OURS,), "drawn_around_0", least=1)
def _drawn_around_0(machine: Any, arguments: Arguments) -> Item:
    """`bound * (2*torch.rand(*lengths) - 1)` in one step: a large layer would else be held in memory five times."""
    bound = number(machine, arguments.values[0], arguments)
    shape = lengths_of(machine, arguments.values[1:], arguments)
    return made(machine, bound * (2 * drawing(machine, arguments).uniform(size=shape) - 1), arguments)


def _like(name: str, method: str) -> None:
    @offer(("torch",), name, least=1, most=1, takes=f"(x, *, {_DRAWN})")
    def draw(machine: Any, arguments: Arguments) -> Item:
        shape = machine.evaluator.tensor(arguments.values[0], arguments.part).shape
        machine.evaluator.check_room(int(np.prod(shape, dtype=int)))
        return made(machine, getattr(drawing(machine, arguments), method)(size=shape), arguments)


_like("randn_like", "normal")
_like("rand_like", "uniform")


@offer(("torch",), "bernoulli", least=1, most=1, takes="(x, *, generator=None)")
def _bernoulli(machine: Any, arguments: Arguments) -> Item:
    """1 with the probability that stands at each place, else 0."""
    tensor: Tensor = machine.evaluator.tensor(arguments.values[0], arguments.part)
    machine.read(tensor)
    chances = np.asarray(tensor.raw)
    machine.evaluator.hold(chances.size)
    drawn = drawing(machine, arguments).uniform(size=chances.shape) < chances
    return made(machine, drawn * 1.0, arguments)


@offer(("torch",), "multinomial", least=2, most=3, takes="(x, num_samples, replacement=False, *, generator=None)")
@builtin(TENSOR_METHODS, "multinomial", least=2, most=3, takes="(x, num_samples, replacement=False, *, generator=None)")
def _multinomial(machine: Any, arguments: Arguments) -> Item:
    """Places in a row of weights, or of each row, as often as the weights say. Raises ProblemError."""
    item, samples, replacement = given(arguments, x=None, num_samples=1, replacement=False)
    tensor: Tensor = machine.evaluator.tensor(item, arguments.part)
    machine.read(tensor)
    wanted = count(machine, samples, arguments)
    again = machine.truth(replacement, arguments.span)
    weights = np.asarray(tensor.raw)
    rows = weights.reshape(-1, weights.shape[-1]) if 1 <= weights.ndim <= 2 and weights.size else weights[None][:0]
    fits = rows.size and np.isfinite(rows).all() and (rows >= 0).all() and (rows.sum(1) > 0).all() and wanted > 0
    if not fits or (not again and (rows > 0).sum(1).min() < wanted):
        raise ProblemError(element_errors.no_distribution("multinomial", [], arguments.part))
    machine.evaluator.hold(len(rows) * (wanted + rows.shape[1]))
    generator = drawing(machine, arguments)
    drawn = [generator.choice(rows.shape[1], wanted, replace=again, p=row / row.sum()) for row in rows]
    return made(machine, np.reshape(np.array(drawn, float), (*weights.shape[:-1], wanted)), arguments, Kind.WHOLE)
