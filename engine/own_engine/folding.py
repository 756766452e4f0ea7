"""Which call, loop or repetition of the program made which object: groups, by which a large graph is folded."""

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.own_engine.engine_graph import ObjectGraph
from backpass.engine.own_engine.traced import deeply_plain
from backpass.engine.own_engine.watching import Recorder, readable
from backpass.engine.plain_python.values import Function, UserClass, Within

_OF_NAMES = 20
_OF_LOOPS = 60
_NO_GROUPS = ("<lambda>", "__init__")


class Folding:
    """The groups of a graph, parents first, and which node is in which."""

    def __init__(self, recorder: Recorder, graph: ObjectGraph, span: Callable[[ast.AST | None], Any]) -> None:
        self.all: list[dict[str, Any]] = []
        self._span = span
        self._numbers: dict[int, int] = {}
        self._count: dict[int, int] = {}
        self.of = [
            self._number(_outside(recorder.made_in.get(id(each.of)), each.of.user_class)) if each.inputs else None
            for each in graph.vertices
        ]

    def _number(self, place: Within | None) -> int | None:
        """The number of the group, whose parents have smaller ones."""
        chain = []
        while place is not None and id(place) not in self._numbers:
            if not (isinstance(place.of, Function) and place.of.name in _NO_GROUPS):
                chain.append(place)
            place = place.around
        parent = None if place is None else self._numbers[id(place)]
        for each in reversed(chain):
            number = self._numbers[id(each)] = len(self.all)
            self.all.append(
                {"id": number, "parent": parent, "kind": each.kind, "name": self._name(each, parent), "span": self._span(each.at)}
            )
            parent = number
        return parent

    def _name(self, place: Within, parent: int | None) -> str:
        if isinstance(place.of, Function):
            owner = place.of.owner
            plain = place.of.name in ("__call__", "forward")
            return place.of.name if owner is None else owner.name if plain else f"{owner.name}.{place.of.name}"
        if isinstance(place.at, ast.For) and place.kind == "loop":
            return ast.unparse(ast.For(place.at.target, place.at.iter, [ast.Pass()], [], lineno=0)).partition(":\n")[0][
                :_OF_LOOPS
            ]
        name = place.at.target.id if isinstance(place.at, ast.For) and isinstance(place.at.target, ast.Name) else "repetition"
        item = deeply_plain(place.of)
        self._count[parent or 0] = self._count.get(parent or 0, 0) + 1
        if isinstance(item, int | float | str | np.generic) and len(str(item)) < _OF_NAMES and name != "repetition":
            return readable(f"{name} = {item}")
        return f"{name} {self._count[parent or 0]}"


def _outside(place: Within | None, kind: UserClass) -> Within | None:
    """The innermost place that is no method of the engine's own objects."""
    found = place
    while place is not None:
        if isinstance(place.of, Function) and place.of.owner in kind.line:
            found = place.around
        place = place.around
    return found
