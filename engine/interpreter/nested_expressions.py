"""Parts of expressions that are computed only sometimes, or several times, laid out with jumps. Knows no statements."""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from backpass.engine.interpreter.bytecode import (
    Append,
    BeginList,
    CodeObject,
    Discard,
    DupBelow,
    EndList,
    ForIter,
    GetIter,
    Goto,
    JumpIfDecided,
    JumpIfFalse,
    Label,
    MakeFunction,
    PopBelow,
    StoreName,
    Unpack,
)
from backpass.engine.language import syntax_tree
from backpass.engine.language.syntax_tree import AssignmentTarget, Clause, Expression, Pattern
from backpass.engine.problems import Span


class Bodies(Protocol):
    """Lays out what is run by itself: the body of a `lambda`."""

    def within(self) -> "Bodies":
        """A fresh one, for a body."""

    def value(self, expression: Expression) -> CodeObject:
        """The code of a body that is an expression."""

    def naming(self, target: AssignmentTarget) -> list[Any]:
        """What gives the last value a name and leaves it where it is."""


def _conditional(_: Bodies, part: syntax_tree.Conditional) -> list[Any]:
    otherwise, end = Label(), Label()
    return [
        *part.condition,
        JumpIfFalse(otherwise, part.condition[-1].span),
        *part.then,
        Goto(end),
        otherwise,
        *part.otherwise,
        end,
    ]


def _logic(_: Bodies, part: syntax_tree.Logic) -> list[Any]:
    end = Label()
    return [JumpIfDecided(part.symbol, end, part.span), *part.right, end]


def _chained(_: Bodies, part: syntax_tree.Chained) -> list[Any]:
    """Of each value that stands between two comparisons one more is kept for the second."""
    short, end = Label(), Label()
    *links, last = part.links
    laid: list[Any] = [*part.first]
    for each in links:
        laid += [
            *each.right,
            DupBelow(),
            syntax_tree.Apply(each.symbol, 2, part.span, each.head),
            JumpIfDecided("and", short, part.span),
        ]
    return [*laid, *last.right, syntax_tree.Apply(last.symbol, 2, part.span, last.head), Goto(end), short, PopBelow(), end]


def _lambda(compiler: Bodies, part: syntax_tree.Lambda) -> list[Any]:
    defaults = [each for parameter in part.parameters for each in parameter.default or ()]
    code = cache(lambda: compiler.within().value(part.body))
    return [*defaults, MakeFunction("lambda", part.parameters, code, 0, part.span)]


def _named(compiler: Bodies, part: syntax_tree.NamedValue) -> list[Any]:
    return [*part.value, *compiler.naming(part.target)]


def _comprehension(_: Bodies, part: syntax_tree.Comprehension) -> list[Any]:
    inner: list[Any] = [*part.element, Append(part.span)]
    decided, end = Label(), Label()
    if part.kind in ("any", "all"):
        following, value = Label(), part.kind == "any"
        inner = [*part.element, JumpIfFalse(following if value else decided, part.span)]
        inner += [Goto(decided), following] if value else []
    elif part.kind == "first":
        inner.append(Goto(decided))
    for clause in reversed(part.clauses):
        inner = _clause(clause, inner)
    if part.kind in ("any", "all"):
        inner += [*_truth(not value, part.span), Goto(end), decided, *_left(part), *_truth(value, part.span), end]
    elif part.kind == "first":
        inner += [Goto(end), decided, *_left(part), end]
    return [BeginList(), *inner, EndList(part.kind, part.span)]


def _truth(value: bool, span: Span) -> list[Any]:
    return [syntax_tree.Literal(value, span), Append(span)]


def _left(part: syntax_tree.Comprehension) -> list[Any]:
    """Takes away what goes through the items of each clause."""
    return [Discard() for _ in part.clauses]


def _clause(clause: Clause, inner: list[Any]) -> list[Any]:
    begin, end = Label(), Label()
    span = clause.iterable[-1].span
    conditions = [each for condition in clause.conditions for each in (*condition, JumpIfFalse(begin, condition[-1].span))]
    following = next_item(end, clause.target, span)
    return [
        *clause.iterable,
        GetIter(span, group=False),
        begin,
        following,
        *(() if following.names else _stores(clause.target)),
        *conditions,
        *inner,
        Goto(begin),
        end,
    ]


def next_item(end: Label, target: Pattern, span: Span) -> ForIter:
    """The step of an iteration, which gives its item to names by itself where the target is nothing more."""
    if isinstance(target, syntax_tree.AssignmentTarget):
        return ForIter(end, (target.name,), None, span)
    names = [each.name for each in getattr(target, "targets", ()) if isinstance(each, syntax_tree.AssignmentTarget)]
    if isinstance(target, syntax_tree.Several) and len(names) == len(target.targets):
        return ForIter(end, tuple(names), Unpack(len(names), target.span, target.starred), span)
    return ForIter(end, (), None, span)


def _stores(target: Pattern) -> list[Any]:
    """Names only: comprehensions have no other targets."""
    if isinstance(target, syntax_tree.AssignmentTarget):
        return [StoreName(target.name, target.span)]
    assert isinstance(target, syntax_tree.Several)
    return [
        Unpack(len(target.targets), target.span, target.starred),
        *(each for inner in target.targets for each in _stores(inner)),
    ]


NESTED: dict[type, Callable[[Any, Any], list[Any]]] = {
    syntax_tree.Conditional: _conditional,
    syntax_tree.Logic: _logic,
    syntax_tree.Chained: _chained,
    syntax_tree.Lambda: _lambda,
    syntax_tree.Comprehension: _comprehension,
    syntax_tree.NamedValue: _named,
}
