"""A graph's value and gradients as a list of scalar operations, each on the results of earlier ones: for many points at once.

The forward pass and the local derivatives come from the same texts as everywhere (the records' formulas), but are written out
together here, so what they share is computed once: `out` in a rule, `exp(-abs(x))` twice in a sigmoid, `1` times anything.
Knows neither arrays nor compilers: `engine.compile.backends.numpy_chunks` and `engine.compile.backends.numba_loops` run the code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backpass.engine.autodiff.reverse import LocalDerivatives, reverse_sweep
from backpass.engine.compile.ir import WHERE, Entry, Instruction, IRBuilder, Value, apply, arithmetic, choose, is_true, where_true
from backpass.engine.formulas.algebras import evaluate
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import say

UPSTREAM = say("upstream-as-word")
"""The name of the upstream gradient among the given numbers; no name of a program has a space."""


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Code without loops or decisions; a result is known by its place."""

    entries: tuple[Entry, ...]
    value: int
    gradients: tuple[int | None, ...]
    """Per wanted tensor; None for one that needs no gradient."""

    @property
    def outputs(self) -> tuple[int, ...]:
        """The places of all results that are asked for, each once."""
        return tuple(dict.fromkeys(place for place in (self.value, *self.gradients) if place is not None))


def linear_program(
    tensors: Sequence[Tensor],
    given: Mapping[Tensor, str],
    wanted: Sequence[Tensor],
    upstream: float | None,
    *,
    careful: bool = False,
) -> LinearProgram:
    """The code of a graph of scalars (`tensors` in evaluation order, the output last), element by element.

    `given` names the leaves whose numbers are given when it is run; the others are constants. `upstream` None: given as well,
    under the name UPSTREAM. Nothing is computed for what is not wanted. `careful`: what nothing can arrive at, because something
    else was picked on every way from the output, sends nothing even where its slope is infinite (see `autodiff.reachability`);
    this costs more, and makes a difference only where results without it are NaN.
    """
    code = IRBuilder()
    values = _forward(code, tensors, given)
    seed = code.given(UPSTREAM) if upstream is None else code.constant(upstream)
    needing = [tensor for tensor in wanted if tensor.requires_grad]
    algebra = _Code(values)
    cotangents: dict[Tensor, Value]
    if careful:
        pairs = reverse_sweep(tensors, (seed, code.constant(1.0)), _CarefulCode(algebra), needing)
        cotangents = {tensor: cotangent for tensor, (cotangent, _) in pairs.items()}
    else:
        cotangents = reverse_sweep(tensors, seed, algebra, needing)
    nothing = code.constant(0.0)
    found = [None if each in values and not each.requires_grad else cotangents.get(each, nothing) for each in wanted]
    return _needed(code.entries, values[tensors[-1]].place, [None if each is None else each.place for each in found])


def _forward(code: IRBuilder, tensors: Sequence[Tensor], given: Mapping[Tensor, str]) -> dict[Tensor, Value]:
    values: dict[Tensor, Value] = {}
    for tensor in tensors:
        if tensor.operation is None:
            values[tensor] = code.given(given[tensor]) if tensor in given else code.constant(tensor.item())
        else:
            values[tensor] = apply(tensor.operation, [values[source] for source in tensor.inputs])
    return values


class _Code(LocalDerivatives[Value]):
    """Cotangents that are numbers of the code that is being written: scaling one writes a line."""

    def __init__(self, values: Mapping[Tensor, Value]) -> None:
        self._values = values

    def local(self, user: Tensor, slot: int) -> Value:
        """d user / d input: the rule's formula, written down."""
        assert user.operation is not None
        names = dict(zip(user.operation.parameters, (self._values[source] for source in user.inputs), strict=True))
        out = self._values[user]
        return evaluate(user.operation.rule(slot).text, {**names, "out": out}, arithmetic(out.code))

    def scale(self, user: Tensor, slot: int, cotangent: Value) -> Value:
        return cotangent * self.local(user, slot)

    def select(self, user: Tensor, slot: int, cotangent: Value) -> Value:
        return _selected(cotangent, self.local(user, slot))

    def add(self, total: Value, term: Value) -> Value:
        return total + term


class _CarefulCode(LocalDerivatives[tuple[Value, Value]]):
    """The same, each beside the number that says whether anything can arrive at all, as 1 or 0: what cannot, gets 0."""

    def __init__(self, code: _Code) -> None:
        self._code = code

    def scale(self, user: Tensor, slot: int, cotangent: tuple[Value, Value]) -> tuple[Value, Value]:
        upstream, alive = cotangent
        return where_true(alive, self._code.scale(user, slot, upstream)), alive

    def select(self, user: Tensor, slot: int, cotangent: tuple[Value, Value]) -> tuple[Value, Value]:
        upstream, alive = cotangent
        return where_true(alive, self._code.select(user, slot, upstream)), where_true(self._code.local(user, slot), alive)

    def add(self, total: tuple[Value, Value], term: tuple[Value, Value]) -> tuple[Value, Value]:
        (sum_before, alive_before), (sent, alive) = total, term
        return sum_before + sent, choose(is_true(alive_before), alive_before, alive)


def _selected(cotangent: Value, local: Value) -> Value:
    """cotangent × local, but exactly 0 where the local derivative is 0."""
    if local.constant is not None:
        return local if local.constant == 0 else cotangent * local
    entry = local.code.entries[local.place]
    if isinstance(entry, Instruction) and entry.function == WHERE:
        condition, chosen, otherwise = (Value(local.code, place) for place in entry.arguments)
        return choose(condition, _selected(cotangent, chosen), _selected(cotangent, otherwise))
    return where_true(local, cotangent * local)


def _needed(entries: Sequence[Entry], value: int, gradients: Sequence[int | None]) -> LinearProgram:
    """The code without what no output needs."""
    needed = {place for place in (value, *gradients) if place is not None}
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        if place in needed and isinstance(entry, Instruction):
            needed.update(entry.arguments)
    kept = sorted(needed)
    moved = {place: index for index, place in enumerate(kept)}
    shortened = tuple(
        Instruction(entry.function, tuple(moved[argument] for argument in entry.arguments))
        if isinstance(entry, Instruction)
        else entry
        for entry in map(entries.__getitem__, kept)
    )
    return LinearProgram(shortened, moved[value], tuple(None if place is None else moved[place] for place in gradients))
