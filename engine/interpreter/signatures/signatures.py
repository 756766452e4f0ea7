"""What functions of other libraries take, as data: their signatures read from `tables/`, and calls bound by them.

A signature is written as Python writes it; behind a parameter's colon stands what it takes where one name has several
signatures: `(input, dim: int, keepdim: bool=False)`. `...` is a default that is no plain value.
"""

import ast
import json
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.values import Item, Plain

FOLDER = Path(__file__).parent / "tables"
"""The tables, one file for each library; `scripts/signatures.py` writes them."""

REQUIRED = object()
"""In place of a default: the parameter has none."""
UNSTATED = Ellipsis
"""In place of a default that is no plain value."""


class ParameterKind(StrEnum):
    """How a parameter may be given."""

    PLACE = "by place"
    EITHER = "by place or name"
    SEVERAL = "by several places"
    NAME = "by name"


class SignatureParameter(NamedTuple):
    """One parameter of a signature."""

    name: str
    kind: ParameterKind
    default: Any
    takes: str | None
    """What it takes, to distinguish signatures: `int`, `ints`, `bool`, `Tensor`; `places` is whole numbers one by one."""


Signature = tuple[SignatureParameter, ...]


class Misfit(NamedTuple):
    """Why a call does not fit a signature."""

    reason: str
    """`unknown`, `twice`, `missing` or `many`."""
    name: str


class SignatureTable(NamedTuple):
    """What a library's functions take."""

    library: str
    version: str
    texts: Mapping[str, Sequence[str]]
    """By dotted name."""


@cache
def table(library: str) -> SignatureTable:
    """The table of a library; read once. Of a library without a table an empty one."""
    path = FOLDER / f"{library}.json"
    if not path.exists():
        return SignatureTable(library, "", {})
    read = json.loads(path.read_text(encoding="utf-8"))
    return SignatureTable(read["library"], read["version"], read["signatures"])


@cache
def signature(text: str) -> Signature:
    """A signature of its text."""
    (function,) = ast.parse(f"def f{text}: pass").body
    assert isinstance(function, ast.FunctionDef)
    given = function.args
    places = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(places) - len(given.defaults))
    kinds = [ParameterKind.PLACE] * len(given.posonlyargs) + [ParameterKind.EITHER] * len(given.args)
    found = [
        _parameter(each, kind, default) for each, kind, default in zip(places, kinds, [*defaults, *given.defaults], strict=True)
    ]
    if given.vararg:
        found.append(SignatureParameter(given.vararg.arg, ParameterKind.SEVERAL, (), None))
    found += [
        _parameter(each, ParameterKind.NAME, value) for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
    return tuple(found)


def _parameter(written: ast.arg, kind: ParameterKind, default: ast.expr | None) -> SignatureParameter:
    takes = written.annotation.id if isinstance(written.annotation, ast.Name) else None
    value = REQUIRED if default is None else ast.literal_eval(default)
    return SignatureParameter(written.arg, ParameterKind.SEVERAL if takes == "places" else kind, value, takes)


def bind(
    given: Signature, values: Sequence[Item], keywords: Mapping[str, Item], aliases: Mapping[str, str]
) -> "dict[str, Item] | Misfit":
    """The arguments by parameter, or why they do not fit. `aliases` are other names under which parameters are known."""
    bound: dict[str, Item] = {}
    rest = list(values)
    for each in given:
        if each.kind is ParameterKind.SEVERAL:
            if rest:
                bound[each.name] = _several(rest)
            rest = []
        elif each.kind is not ParameterKind.NAME and rest:
            bound[each.name] = rest.pop(0)
    if rest:
        return Misfit("many", str(sum(each.kind is not ParameterKind.NAME for each in given)))
    named = {each.name for each in given if each.kind is not ParameterKind.PLACE}
    for keyword, value in keywords.items():
        name = keyword if keyword in named else aliases.get(keyword, keyword)
        if name not in named:
            return Misfit("unknown", keyword)
        if name in bound:
            return Misfit("twice", keyword)
        bound[name] = value
    missing = next((each.name for each in given if each.default is REQUIRED and each.name not in bound), None)
    return bound if missing is None else Misfit("missing", missing)


def _several(values: list[Item]) -> Item:
    """Several arguments as one tuple: given one by one, or as one sequence."""
    if len(values) == 1 and isinstance(values[0], list | tuple):
        return tuple(values[0])
    return tuple(values)


def suits(given: Signature, bound: Mapping[str, Item], whole: Callable[[Tensor], bool]) -> bool:
    """Whether what is bound is of the kinds that the signature takes; `whole` decides whether a tensor is a whole number that
    stands in the program.
    """
    return all(_TAKES[_kind(each)](bound[each.name], whole) for each in given if _kind(each) in _TAKES and each.name in bound)


def _kind(parameter: SignatureParameter) -> str | None:
    """What a parameter takes; of `x.view(dtype)` a type of numbers, which the library's own signature leaves open."""
    return "dtype" if parameter.name == "dtype" and parameter.default is REQUIRED else parameter.takes


def _is_whole(item: Item, whole: Callable[[Tensor], bool]) -> bool:
    if isinstance(item, Tensor):
        return not item.shape and whole(item)
    return isinstance(item, int) and not isinstance(item, bool)


_TAKES: dict[str | None, Callable[[Item, Callable[[Tensor], bool]], bool]] = {
    "int": _is_whole,
    "ints": lambda item, whole: (
        item is None
        or (all(_is_whole(each, whole) for each in item) if isinstance(item, list | tuple) else _is_whole(item, whole))
    ),
    "places": lambda item, whole: isinstance(item, list | tuple) and all(_is_whole(each, whole) for each in item),
    "bool": lambda item, whole: isinstance(item, bool),
    "dtype": lambda item, whole: not isinstance(item, Tensor | int | float | list | tuple),
    "Tensor": lambda item, whole: (
        item is None or (isinstance(item, Tensor | Plain | list | tuple) and not isinstance(item, bool))
    ),
}
"""Per kind, whether an item is of it."""
