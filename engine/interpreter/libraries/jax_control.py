"""Loops and choices of `jax.lax`, each step a call of the program's function, and `jax.nn.one_hot`."""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.builtins.iteration import each
from backpass.engine.interpreter.errors import binding_errors, library_errors, program_errors
from backpass.engine.interpreter.libraries.differentiation.pytrees import leaves_of, rebuilt
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item, Then
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

_MODULE = ("jax.lax",)


def _held(machine: Any, tree: Item, arguments: Arguments) -> Item:
    """A tree whose numbers are constants of the graph, as JAX makes arrays of them."""
    leaves = [machine.evaluator.tensor(leaf, arguments.part) for leaf in leaves_of(tree, arguments.part)]
    return rebuilt(tree, iter(leaves), arguments.part)


def _stacked(machine: Any, found: list[Item], arguments: Arguments) -> Item:
    """Trees of one structure as a tree of stacks. Raises ProblemError where there is none."""
    part = arguments.part
    if not found:
        raise ProblemError(program_errors.empty_list(arguments.span))
    columns = list(zip(*(leaves_of(tree, part) for tree in found), strict=True))
    machine.evaluator.hold(len(columns) * len(found))
    stacks = [
        machine.evaluator.operation(OPERATIONS["stack"], machine.evaluator.tensors(list(column), part), part, {"axis": 0})
        for column in columns
    ]
    return rebuilt(found[0], iter(stacks), part)


def _rows(machine: Any, tree: Item, arguments: Arguments) -> list[Item]:
    """What a tree of arrays has in each row. Raises ProblemError where arrays have different lengths."""
    part = arguments.part
    columns = [machine.everything(machine.evaluator.tensor(leaf, part), part) for leaf in leaves_of(tree, part)]
    if len({len(column) for column in columns}) > 1:
        raise ProblemError(library_errors.stopped("lengths of a scan", part))
    machine.evaluator.hold(sum(map(len, columns)))
    return [rebuilt(tree, iter(row), part) for row in zip(*columns, strict=True)]


@offer(_MODULE, "scan", least=2, takes="(f, init, xs=None, length=None, reverse=False)")
def _scan(machine: Any, arguments: Arguments) -> Item | Then:
    """`scan(f, init, xs)`: a state is handed on through the rows of xs; the last state, and what each step gives besides."""
    graph = GraphOfCall(machine, arguments)
    f, init, xs, length, reverse = graph.places(f=None, init=None, xs=None, length=None, reverse=False)
    rows: list[Item] = [None] * (graph.whole(length) if length is not None and xs is None else 0)
    machine.evaluator.hold(len(rows))
    rows = rows if xs is None else _rows(machine, xs, arguments)
    if length is not None and graph.whole(length) != len(rows):
        raise ProblemError(library_errors.stopped("lengths of a scan", arguments.part))
    backwards = machine.truth(reverse, arguments.span)
    order = range(len(rows))[:: -1 if backwards else 1]
    outs: list[Item] = []

    def step(done: int, state: Item) -> Item | Then:
        if done == len(rows):
            kept = outs[::-1] if backwards else outs
            return (state, _stacked(machine, kept, arguments) if kept else None)
        machine.repeat(arguments.span)

        def then(found: Item) -> Item | Then:
            if not isinstance(found, tuple | list) or len(found) != 2:
                raise ProblemError(library_errors.stopped("a step of a scan", arguments.part))
            outs.append(found[1])
            return step(done + 1, found[0])

        return Then(f, Arguments([state, rows[order[done]]], {}, arguments.part), then)

    return step(0, _held(machine, init, arguments))


@offer(_MODULE, "fori_loop", least=4, most=4, takes="(lower, upper, body_fun, init_val)")
def _fori_loop(machine: Any, arguments: Arguments) -> Item | Then:
    """`fori_loop(lower, upper, f, x)`: x = f(i, x) for each i."""
    graph = GraphOfCall(machine, arguments)
    lower, upper, body, init = arguments.values
    first, last = graph.whole(lower), graph.whole(upper)

    def step(place: int, state: Item) -> Item | Then:
        if place >= last:
            return state
        machine.repeat(arguments.span)
        return Then(body, Arguments([place, state], {}, arguments.part), lambda found: step(place + 1, found))

    return step(first, _held(machine, init, arguments))


@offer(_MODULE, "while_loop", least=3, most=3, takes="(cond_fun, body_fun, init_val)")
def _while_loop(machine: Any, arguments: Arguments) -> Item | Then:
    """`while_loop(goes_on, f, x)`: x = f(x) as long as goes_on(x)."""
    condition, body, init = arguments.values
    traced = set(machine.differentiated)
    tensors = [leaf for leaf in leaves_of(init, arguments.part) if isinstance(leaf, Tensor)] if traced else []
    if any(leaf.requires_grad and not traced.isdisjoint(ancestors(leaf)) for leaf in tensors):
        machine.names.differs("loop backwards", "jax", machine.evaluator.place or arguments.span)

    def asked(state: Item) -> Then:
        machine.repeat(arguments.span)

        def then(found: Item) -> Item | Then:
            if not machine.truth(found, arguments.span):
                return state
            return Then(body, Arguments([state], {}, arguments.part), asked)

        return Then(condition, Arguments([state], {}, arguments.part), then)

    return asked(_held(machine, init, arguments))


@offer(_MODULE, "cond", least=3, takes="(pred, true_fun, false_fun, *operands)")
def _cond(machine: Any, arguments: Arguments) -> Then:
    """`cond(p, f, g, *x)`: f(*x) if p, else g(*x)."""
    pred, true_fun, false_fun, *operands = arguments.values
    chosen = true_fun if machine.truth(pred, arguments.span) else false_fun
    return Then(chosen, Arguments(operands, {}, arguments.part), lambda found: found)


@offer(_MODULE, "map", least=2, most=2, takes="(f, xs)")
def _map(machine: Any, arguments: Arguments) -> Item | Then:
    f, xs = arguments.values
    rows: list[tuple[Item, ...]] = [(row,) for row in _rows(machine, xs, arguments)]
    return each(f, rows, arguments, lambda found: _stacked(machine, found, arguments))


@offer(("jax.nn",), "one_hot", least=2, most=2, takes="(x, num_classes)")
def _one_hot(machine: Any, arguments: Arguments) -> Item:
    """A row for each number, with 1 at its place and 0 elsewhere; of numbers beyond the classes all 0."""
    graph = GraphOfCall(machine, arguments)
    x, classes = graph.tensor(arguments.values[0]), graph.whole(arguments.values[1])
    if classes < 0:
        raise ProblemError(binding_errors.value("num_classes", classes, "0, 1, 2 …", graph.part))
    machine.evaluator.hold(classes * int(np.prod(x.shape, dtype=int)))
    column = graph.made("reshape", x, shape=(*x.shape, 1))
    return graph.made("equal", column, graph.constant(np.arange(classes, dtype=float)))
