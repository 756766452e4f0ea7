"""A graph's value and gradients as a list of scalar operations, each on the results of earlier ones: for many points at once.

The forward pass and the local derivatives come from the same texts as everywhere (the records' formulas), but are written out
together here, so what they share is computed once: `out` in a rule, `exp(-abs(x))` twice in a sigmoid, `1` times anything.
Knows neither arrays nor compilers: `engine.blocks` and `engine.fused` run the code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.arithmetics import evaluate
from engine.code_writer import WHERE, Entry, Line, Result, Writer, apply, arithmetic, choose, is_true, where_true
from engine.tensor import Tensor

UPSTREAM = "the upstream gradient"
"""Stands for the gradient to start with among the given numbers; no name of a program has a space."""


@dataclass(frozen=True, slots=True)
class ScalarCode:
    """Code without loops or decisions; a result is known by its place."""

    entries: tuple[Entry, ...]
    value: int
    gradients: tuple[int | None, ...]
    """Per wanted tensor; None for one that needs no gradient."""

    @property
    def outputs(self) -> tuple[int, ...]:
        """The places of all results that are asked for, each once."""
        return tuple(dict.fromkeys(place for place in (self.value, *self.gradients) if place is not None))


def scalar_code(
    tensors: Sequence[Tensor],
    given: Mapping[Tensor, str],
    wanted: Sequence[Tensor],
    upstream: float | None,
    *,
    careful: bool = False,
) -> ScalarCode:
    """The code of a graph of scalars (`tensors` in evaluation order, the output last), element by element.

    `given` names the leaves whose numbers are given when it is run; the others are constants. `upstream` None: given as well,
    under the name UPSTREAM. Nothing is computed for what is not wanted. `careful`: what nothing can arrive at, because something
    else was picked on every way from the output, sends nothing even where its slope is infinite (see `engine.blocking`); this
    costs more, and makes a difference only where results without it are NaN.
    """
    code = Writer()
    values = _forward(code, tensors, given)
    seed = code.given(UPSTREAM) if upstream is None else code.constant(upstream)
    gradients = _backward(tensors, values, wanted, seed, careful=careful)
    nothing = code.constant(0.0)
    found = [None if each in values and not each.requires_grad else gradients.get(each, nothing) for each in wanted]
    return _needed(code.entries, values[tensors[-1]].place, [None if each is None else each.place for each in found])


def _forward(code: Writer, tensors: Sequence[Tensor], given: Mapping[Tensor, str]) -> dict[Tensor, Result]:
    values: dict[Tensor, Result] = {}
    for tensor in tensors:
        if tensor.operation is None:
            values[tensor] = code.given(given[tensor]) if tensor in given else code.constant(tensor.item())
        else:
            values[tensor] = apply(tensor.operation, [values[source] for source in tensor.inputs])
    return values


def _backward(
    tensors: Sequence[Tensor], values: Mapping[Tensor, Result], wanted: Sequence[Tensor], seed: Result, *, careful: bool
) -> dict[Tensor, Result]:
    """The gradients of all tensors on the way from the output back to a wanted one."""
    leads = set(wanted)
    for tensor in tensors:
        if not leads.isdisjoint(tensor.inputs):
            leads.add(tensor)
    arrived = {tensors[-1]: seed}
    alive = {tensors[-1]: seed.code.constant(1.0)}
    """Whether anything can arrive, as 1 or 0."""
    for user in reversed(tensors):
        if user.operation is None or user not in arrived:
            continue
        names = dict(zip(user.operation.parameters, (values[source] for source in user.inputs), strict=True))
        names["out"] = values[user]
        for slot, source in enumerate(user.inputs):
            if source.requires_grad and source in leads:
                rule = user.operation.rule(slot)
                local = evaluate(rule.text, names, arithmetic(seed.code))
                sent = _scaled(arrived[user], local, routes=rule.routes)
                if careful:
                    sent = where_true(alive[user], sent)
                    through = where_true(local, alive[user]) if rule.routes else alive[user]
                    alive[source] = choose(is_true(alive[source]), alive[source], through) if source in alive else through
                arrived[source] = arrived[source] + sent if source in arrived else sent
    return arrived


def _scaled(upstream: Result, local: Result, *, routes: bool) -> Result:
    """upstream × local; a blocked branch sends nothing, whatever arrives."""
    if not routes:
        return upstream * local
    if local.constant is not None:
        return local if local.constant == 0 else upstream * local
    entry = local.code.entries[local.place]
    if isinstance(entry, Line) and entry.function == WHERE:
        condition, chosen, otherwise = (Result(local.code, place) for place in entry.arguments)
        return choose(condition, _scaled(upstream, chosen, routes=True), _scaled(upstream, otherwise, routes=True))
    return where_true(local, upstream * local)


def _needed(entries: Sequence[Entry], value: int, gradients: Sequence[int | None]) -> ScalarCode:
    """The code without what no output needs."""
    needed = {place for place in (value, *gradients) if place is not None}
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        if place in needed and isinstance(entry, Line):
            needed.update(entry.arguments)
    kept = sorted(needed)
    moved = {place: index for index, place in enumerate(kept)}
    shortened = tuple(
        Line(entry.function, tuple(moved[argument] for argument in entry.arguments)) if isinstance(entry, Line) else entry
        for entry in map(entries.__getitem__, kept)
    )
    return ScalarCode(shortened, moved[value], tuple(None if place is None else moved[place] for place in gradients))
