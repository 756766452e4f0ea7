"""Which names are local to a function, which belong to a function around it, and which to the whole program."""

import ast
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

FUNCTIONS = (ast.FunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_YIELDS = (ast.Yield, ast.YieldFrom)
_CONTEXTS = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
"""Parts of a syntax tree without parts or names of their own."""


class FunctionScope:
    """The names of one function or comprehension. Names of a class body are looked up when they are read."""

    def __init__(self, around: "FunctionScope | None", local: Iterable[str] = (), *, is_class: bool = False) -> None:
        self.around = around
        self.local = frozenset(local)
        self.is_class = is_class
        self.global_names: set[str] = set()
        self.outer_names: set[str] = set()
        self.gives_values = False
        """Whether it is a function that gives its values by `yield`."""
        self.function_name = ""
        """What the function is called whose names these are."""

    def depth(self, name: str) -> int | None:
        """How many calls around a name lives; None where it belongs to the whole program."""
        if name in self.global_names:
            return None
        scope: FunctionScope | None = self
        depth = 0
        first = True
        while scope is not None:
            if name in scope.global_names and not scope.is_class:
                return None  # also for what is defined or gone through within the function that says so
            own = name in scope.local and name not in scope.global_names and not (first and name in self.outer_names)
            if own and (first or not scope.is_class):
                return depth
            scope, depth, first = scope.around, depth + 1, False
        return None


def scope_of_function(around: FunctionScope | None, arguments: ast.arguments, body: list[ast.stmt]) -> FunctionScope:
    """The names of a function with these parameters and this body."""
    known = _KNOWN.get(arguments)
    if known is None:
        parameters = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        parameters += [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
        inside = [*within(body)]
        known = _KNOWN[arguments] = FunctionScope(None, {*parameters, *_bound(inside)})
        _declarations(known, inside)
    found = FunctionScope(around, known.local)
    found.global_names, found.outer_names, found.gives_values = known.global_names, known.outer_names, known.gives_values
    return found


_KNOWN: WeakKeyDictionary[ast.arguments, FunctionScope] = WeakKeyDictionary()
"""The names of functions by what they take, which is a part of one function alone."""


def scope_of_class(around: FunctionScope | None, body: list[ast.stmt]) -> FunctionScope:
    """The names of a class body."""
    return FunctionScope(around, bound_in(body), is_class=True)


def _declarations(scope: FunctionScope, inside: Iterable[ast.AST]) -> None:
    for each in inside:
        if isinstance(each, ast.Global):
            scope.global_names.update(each.names)
        elif isinstance(each, ast.Nonlocal):
            scope.outer_names.update(each.names)
        elif isinstance(each, _YIELDS):
            scope.gives_values = True


def within(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Everything in a body that is not in a function, class or comprehension within it."""
    waiting = list(body)
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, ast.FunctionDef | ast.ClassDef):
            waiting += each.decorator_list
        elif isinstance(each, COMPREHENSIONS):
            waiting += [inner for inner in ast.walk(each) if isinstance(inner, ast.NamedExpr)]
        elif not isinstance(each, ast.Lambda):
            _add_children(waiting, each)


def _add_children(waiting: list[ast.AST], node: ast.AST) -> None:
    for name in node._fields:
        part = getattr(node, name, None)
        if isinstance(part, list):
            waiting += [each for each in part if isinstance(each, ast.AST)]
        elif isinstance(part, ast.AST) and not isinstance(part, _CONTEXTS):
            waiting.append(part)


def bound_in(body: Iterable[ast.AST]) -> set[str]:
    """The names that a body gives values to."""
    return _bound(within(body))


def _bound(inside: Iterable[ast.AST]) -> set[str]:
    found: set[str] = set()
    for each in inside:
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            found.add(each.id)
        elif isinstance(each, ast.FunctionDef | ast.ClassDef):
            found.add(each.name)
        elif isinstance(each, ast.Import | ast.ImportFrom):
            found.update((name.asname or name.name).partition(".")[0] for name in each.names)
        elif isinstance(each, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and each.name:
            found.add(each.name)
        elif isinstance(each, ast.MatchMapping) and each.rest:
            found.add(each.rest)
    return found


def is_generator(body: Iterable[ast.AST]) -> bool:
    """Whether a `yield` is in a body."""
    return any(isinstance(each, _YIELDS) for each in within(body))
