"""Parts of expressions that are computed only sometimes, or several times, laid out with jumps. Knows no statements."""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from engine.language import tree
from engine.language.tree import Clause, Expression, Pattern
from engine.problems import Span
from engine.running.instructions import (
    Append,
    BeginList,
    Code,
    Decide,
    EndList,
    Go,
    GoUnless,
    Iterate,
    Label,
    MakeFunction,
    Next,
    Nip,
    StoreName,
    Tuck,
    Unpack,
)


class Bodies(Protocol):
    """Lays out what is run by itself: the body of a `lambda`."""

    def within(self) -> "Bodies":
        """A fresh one, for a body."""

    def value(self, expression: Expression) -> Code:
        """The code of a body that is an expression."""


def _conditional(_: Bodies, part: tree.Conditional) -> list[Any]:
    otherwise, end = Label(), Label()
    return [*part.condition, GoUnless(otherwise, part.condition[-1].span), *part.then, Go(end), otherwise, *part.otherwise, end]


def _logic(_: Bodies, part: tree.Logic) -> list[Any]:
    end = Label()
    return [Decide(part.symbol, end, part.span), *part.right, end]


def _chained(_: Bodies, part: tree.Chained) -> list[Any]:
    """Of each value that stands between two comparisons one more is kept for the second."""
    short, end = Label(), Label()
    *links, last = part.links
    laid: list[Any] = [*part.first]
    for each in links:
        laid += [*each.right, Tuck(), tree.Apply(each.symbol, 2, part.span, each.head), Decide("and", short, part.span)]
    return [*laid, *last.right, tree.Apply(last.symbol, 2, part.span, last.head), Go(end), short, Nip(), end]


def _lambda(compiler: Bodies, part: tree.Lambda) -> list[Any]:
    defaults = [each for parameter in part.parameters for each in parameter.default or ()]
    code = cache(lambda: compiler.within().value(part.body))
    return [*defaults, MakeFunction("lambda", part.parameters, code, 0, part.span)]


def _comprehension(_: Bodies, part: tree.Comprehension) -> list[Any]:
    inner: list[Any] = [*part.element, Append(part.span)]
    for clause in reversed(part.clauses):
        inner = _clause(clause, inner)
    return [BeginList(), *inner, EndList()]


def _clause(clause: Clause, inner: list[Any]) -> list[Any]:
    begin, end = Label(), Label()
    span = clause.iterable[-1].span
    conditions = [each for condition in clause.conditions for each in (*condition, GoUnless(begin, condition[-1].span))]
    following = next_item(end, clause.target, span)
    return [
        *clause.iterable,
        Iterate(span, group=False),
        begin,
        following,
        *(() if following.names else _stores(clause.target)),
        *conditions,
        *inner,
        Go(begin),
        end,
    ]


def next_item(end: Label, target: Pattern, span: Span) -> Next:
    """The step of an iteration, which gives its item to names by itself where the target is nothing more."""
    if isinstance(target, tree.Target):
        return Next(end, (target.name,), None, span)
    names = [each.name for each in getattr(target, "targets", ()) if isinstance(each, tree.Target)]
    if isinstance(target, tree.Several) and len(names) == len(target.targets):
        return Next(end, tuple(names), Unpack(len(names), target.span), span)
    return Next(end, (), None, span)


def _stores(target: Pattern) -> list[Any]:
    """Names only: comprehensions have no other targets."""
    if isinstance(target, tree.Target):
        return [StoreName(target.name, target.span)]
    assert isinstance(target, tree.Several)
    return [Unpack(len(target.targets), target.span), *(each for inner in target.targets for each in _stores(inner))]


NESTED: dict[type, Callable[[Any, Any], list[Any]]] = {
    tree.Conditional: _conditional,
    tree.Logic: _logic,
    tree.Chained: _chained,
    tree.Lambda: _lambda,
    tree.Comprehension: _comprehension,
}
