"""The inputs of a run: the leaves that a gradient is wanted for, by name, and where their numbers stand."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from backpass.engine.graph.tensor import Tensor, attachment
from backpass.engine.graph.trace import ancestors, evaluation_order
from backpass.engine.handles.arrays import Array
from backpass.engine.handles.handle import Handle
from backpass.engine.plain_python.values import Instance
from backpass.engine.problems import Span
from backpass.engine.python.record import Record

_MAX_WALKED = 200_000
"""Things looked at for names of tensors."""
_LONGEST_PATH = 200
"""Characters of such a name."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of one run."""

    named: Mapping[str, Tensor]
    """By their unique names, in the order of their making."""
    literals: Mapping[Tensor, Span]
    """Where the numbers of inputs stand."""
    parameters: AbstractSet[Tensor]
    """Those that belong to an object or a list of the program."""
    latest: Mapping[Handle, Tensor]
    """Per tensor, the leaf that it was last in the graph of the output: it may have been changed in place."""

    def now(self, node: Tensor) -> Tensor:
        """The leaf that a leaf has become."""
        handle = attachment(node, "handle")
        return self.latest.get(handle, node) if node.operation is None and handle is not None else node


def inputs_of(record: Record, names: Mapping[str, Any] | None = None, output: Tensor | None = None) -> Inputs:
    """The inputs of a run that ended with these names."""
    found = _Found(record, output)
    if record.machine.uses_tensors:
        found.add_tensors(names or {})
    return Inputs(found.named, found.literals, found.parameters, found.latest)


class _Found:
    """The inputs that were found so far."""

    def __init__(self, record: Record, output: Tensor | None) -> None:
        self.record = record
        self.named = dict(record.labels)
        self.literals = {leaf: span for _, leaf, span in record.leaves if span is not None and span[0] < span[1]}
        self.parameters: set[Tensor] = set()
        self.latest: dict[Handle, Tensor] = {}
        self._output = output
        self._seen: set[int] = set()

    def add_tensors(self, names: Mapping[str, Any]) -> None:
        """Adds the tensors that need a gradient: those of the top level, what objects hold, and what else the output needs."""
        nodes = set(ancestors(self._output)) if self._output is not None else set()
        numbers = {leaf for _, leaf, _ in self.record.leaves}  # inputs already, of which an array may have been made
        reached = _reached(nodes - numbers)
        for label, handle in self.record.tensors.items():
            leaf = self.record.labels[label] if isinstance(handle, Array) else handle.node  # which may have been written to
            self._add(handle, label, reached.pop(handle, [leaf]), is_known=True)
        for path, handle in tensors_of(names):
            if (
                id(handle) not in self._seen
                and handle.is_leaf
                and handle.node not in numbers
                and (handle.requires_grad or (handle.title and handle.node in nodes))
            ):
                self._add(handle, path, reached.pop(handle, [handle.node]))
        for handle, leaves in reached.items():
            path = self.record.path_of(handle)
            self._add(handle, path or leaves[-1].label or self._text(leaves[-1]), leaves, is_member=bool(path))

    def _text(self, leaf: Tensor) -> str:
        """The call that made a tensor, which is called so where nothing holds it."""
        start, end = leaf.span or (0, 0)
        text: str = self.record.machine.places.text[start:end]
        return text if len(text) <= _LONGEST_PATH else f"{text[:_LONGEST_PATH]}…"

    def _add(
        self, handle: Handle, name: str, leaves: list[Tensor], *, is_known: bool = False, is_member: bool | None = None
    ) -> None:
        self._seen.add(id(handle))
        for leaf in leaves:
            label = name if is_known else self.record.machine.distinguished(name)
            leaf.label = label
            self.named[label] = self.record.labels[label] = leaf
            literal = self.record.literals.get(handle) or leaf.span
            if literal is not None:
                self.literals[leaf] = literal
            if ("." in label or "[" in label) if is_member is None else is_member:
                self.parameters.add(leaf)
            is_known = False
        self.latest[handle] = leaves[-1]


def _reached(nodes: AbstractSet[Tensor]) -> dict[Handle, list[Tensor]]:
    """Per tensor, the leaves that it was in a graph: one, or several where it was changed in between."""
    found: dict[Handle, list[Tensor]] = {}
    for each in sorted(nodes, key=evaluation_order):
        handle = attachment(each, "handle")
        if each.operation is None and each.requires_grad and handle is not None:
            found.setdefault(handle, []).append(each)
    return found


def tensors_of(names: Mapping[str, Any]) -> Iterator[tuple[str, Handle]]:
    """Every tensor that can be reached from names, each once, with its path: name by name, the shortest paths first."""
    seen: set[int] = set()
    for name, value in names.items():
        waiting = [(name, value)]
        for path, each in waiting:
            if id(each) in seen or len(seen) > _MAX_WALKED or len(path) > _LONGEST_PATH:
                continue
            seen.add(id(each))
            if isinstance(each, Handle):
                yield path, each
            else:
                waiting += _members(path, each)


def _members(path: str, value: Any) -> list[tuple[str, Any]]:
    """What an object, a list or a dictionary holds, each with its path."""
    if isinstance(value, Instance):
        found = []
        for name, each in value.members.items():
            if name in ("_parameters", "_modules", "_buffers") and isinstance(each, dict):
                found += [(f"{path}.{key}", inner) for key, inner in each.items()]
            else:
                found.append((f"{path}.{name}", each))
        return found
    if isinstance(value, list | tuple):
        return [(f"{path}[{index}]", each) for index, each in enumerate(value)]
    if isinstance(value, dict):
        return [(f"{path}[{key!r:.{_LONGEST_PATH}}]", each) for key, each in value.items()]
    return []
