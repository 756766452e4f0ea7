"""A call of a function that a program defines and never calls, with arguments of shapes that fit what its body does with them."""

from collections.abc import Iterator
from itertools import islice, product

from backpass.engine.language.program import Assign, Block, Define, DefineClass, Evaluate, For, Import, Return, walk
from backpass.engine.language.syntax_tree import (
    Apply,
    Call,
    Comprehension,
    Expression,
    FunctionParameter,
    Lambda,
    Name,
    Subscript,
)

_NUMBER, _LIST, _MATRIX = "2.0", "[1.0, 2.0]", "[[1.0, 2.0], [3.0, 4.0]]"

_GO_THROUGH = frozenset({"len", "sum", "zip", "enumerate", "mean", "sorted", "dot", "softmax", "norm", "prod", "std", "var"})
"""Functions that are given lists or arrays."""


_MAX_TRIED = 20
"""Calls that are thought of: somebody runs them one after the other."""

_ARRAYS = {"numpy": "array", "jax.numpy": "array", "autograd.numpy": "array", "torch": "tensor", "tensorflow": "constant"}
"""By module, the function that makes an array."""


def calls_that_may_fit(name: str, statements: Block) -> list[str]:
    """`f(2.0, [1.0, 2.0])`: a number per parameter without a default, or a list where the body goes through one, picks elements
    of it or multiplies it with `@`. Of a class so are the parameters of its `__init__`. Then the same with whole numbers, and
    with arrays of the library that the program imports; the likeliest first.
    """
    defined = _definition(name, statements)
    if defined is None:
        return [f"{name}(2.0)"]
    given = list(defined.parameters[1:] if defined.name != name else defined.parameters)
    wanted = [each for each in given if each.default is None and each.name and not each.mapping]
    listed = _gone_through(defined)
    likely = tuple(_LIST if each.name in listed else _NUMBER for each in wanted)
    return [f"{name}({', '.join(each)})" for each in islice(_arguments(likely, statements), _MAX_TRIED)]


def _arguments(likely: tuple[str, ...], statements: Block) -> Iterator[tuple[str, ...]]:
    yield likely
    arrays = _arrays(statements)
    for kind in arrays:
        yield tuple(kind if each == _LIST else each for each in likely)
    choices = [[_LIST, *arrays, "2"] if each == _LIST else [each, "2", *arrays] for each in likely]
    yield from product(*choices)


def _arrays(statements: Block) -> list[str]:
    """A vector and a matrix of the first library that is imported and has them."""
    for each in statements:
        if isinstance(each, Import) and each.module in _ARRAYS and each.name is None:
            return [f"{each.alias}.{_ARRAYS[each.module]}({numbers})" for numbers in (_LIST, _MATRIX)]
    return []


def _definition(name: str, statements: Block) -> Define | None:
    """The function of this name, or the `__init__` of the class. The last one counts."""
    found: Define | None = None
    for each in statements:
        if isinstance(each, Define) and each.name == name:
            found = each
        elif isinstance(each, DefineClass) and each.name == name:
            inner = [member for member in each.body if isinstance(member, Define) and member.name == "__init__"]
            found = inner[-1] if inner else Define("__init__", (*_SELF, *each.fields), (), (), each.span)
    return found


_SELF = (FunctionParameter("self", None, (0, 0)),)


def _gone_through(defined: Define) -> set[str]:
    """The names that the body goes through, indexes, or multiplies as matrices."""
    found: set[str] = set()
    for each in walk(defined):
        if isinstance(each, For):
            found |= _last_name(each.iterable)
        elif isinstance(each, Comprehension):
            found = found.union(*(_last_name(clause.iterable) for clause in each.clauses))
        found |= _used_as_lists(_expression(each))
    return found


def _expression(each: object) -> Expression:
    """The expression that a statement or a part holds and that is computed as it stands."""
    if isinstance(each, Assign | Evaluate | Return):
        return each.expression or ()
    if isinstance(each, Comprehension):
        return each.element
    return each.body if isinstance(each, Lambda) else ()


def _last_name(expression: Expression) -> set[str]:
    return {part.name for part in expression if isinstance(part, Name)} if len(expression) <= 3 else set()


def _used_as_lists(expression: Expression) -> set[str]:
    """Names that are indexed, given to a function that goes through them, or stand beside `@`."""
    found: set[str] = set()
    stack: list[str | None] = []
    for part in expression:
        if isinstance(part, Name):
            stack.append(part.name)
            continue
        arity = getattr(part, "arity", 1 if hasattr(part, "head") else 0)
        taken = stack[len(stack) - arity :] if arity else []
        del stack[len(stack) - len(taken) :]
        if isinstance(part, Subscript):
            found |= {name for name in taken[:1] if name}
        elif (isinstance(part, Apply) and part.symbol == "@") or (isinstance(part, Call) and part.name in _GO_THROUGH):
            found |= {name for name in taken if name}
        stack.append(None)
    return found
