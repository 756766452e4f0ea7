"""A program that will be run: its text, its tree, and what is known of them before any run. All runs of a text share it."""

import ast
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from backpass.engine.plain_python.syntax.places import Places

_Found = TypeVar("_Found")
_CONTEXTS = (ast.Load, ast.Store, ast.Del)


class Source:
    """A text with its syntax tree."""

    def __init__(self, text: str, tree: ast.Module) -> None:
        self.text = text
        self.tree = tree
        self.places = Places(text)
        self.parts = [_nodes(each) for each in tree.body]
        """Per statement of the top level, all nodes in it."""
        self._known: dict[Callable[..., Any], Any] = {}

    def known(self, question: Callable[["Source"], _Found]) -> _Found:
        """What a question about the program alone gives, which is asked once."""
        if question not in self._known:
            self._known[question] = question(self)
        found: _Found = self._known[question]
        return found

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the tree but the tree itself."""
        return [node for part in self.parts for node in part]

    @cached_property
    def by_kind(self) -> Mapping[type, list[Any]]:
        """The nodes of the tree by their kind."""
        found: dict[type, list[Any]] = {}
        for part in self.parts:
            for node in part:
                found.setdefault(type(node), []).append(node)
        return found

    def of_kinds(self, *kinds: type) -> list[Any]:
        """The nodes of these kinds."""
        found = self.by_kind
        return [node for kind in kinds for node in found.get(kind, ())]

    @cached_property
    def order(self) -> Mapping[ast.stmt, int]:
        """Per statement, the place of the one of the top level that it is or stands in."""
        return {each: place for place, part in enumerate(self.parts) for each in part if isinstance(each, ast.stmt)}

    @cached_property
    def last_reads(self) -> Mapping[str, int]:
        """Per name, the place of the last statement of the top level that reads it, itself or in what it holds."""
        return {
            each.id: place
            for place, (statement, part) in enumerate(zip(self.tree.body, self.parts, strict=True))
            for each in part
            if isinstance(each, ast.Name) and (isinstance(each.ctx, ast.Load) or isinstance(statement, ast.AugAssign))
        }

    @cached_property
    def rebound(self) -> frozenset[str]:
        """The names of the top level that a loop, or a function by `global`, gives other values."""
        found: set[str] = set()
        for statement, part in zip(self.tree.body, self.parts, strict=True):
            is_loop = isinstance(statement, ast.For | ast.While)
            for each in part:
                if isinstance(each, ast.Global):
                    found.update(each.names)
                elif is_loop and isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    found.add(each.id)
        return frozenset(found)


def _nodes(node: ast.AST) -> list[ast.AST]:
    """A node and all nodes in it, but for those that say whether a name is read or written."""
    found = [node]
    for each in found:
        for name in each._fields:
            part = getattr(each, name, None)
            if type(part) is list:
                found += [inner for inner in part if isinstance(inner, ast.AST)]
            elif isinstance(part, ast.AST) and type(part) not in _CONTEXTS:
                found.append(part)
    return found
