"""What a run leaves for those who read it afterwards: which nodes it made where, what each line gave, and where names stand."""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from backpass.engine.graph.tensor import FUNCTIONS, Tensor, next_number
from backpass.engine.handles.handle import Handle
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.plain_python.values import Instance, Within
from backpass.engine.problems import Code, Problem, ProblemError, Span
from backpass.engine.python.lines import Lines

UNSHOWN = ("<lambda>", "__init__")
"""Functions whose calls are no parts of the picture: what they compute belongs to what is around them."""
_DEEPEST = 100
"""Objects within objects whose names a tensor has."""
Spot = tuple[Span | None, Span | None, Span | None]
"""Where an operator stands, and where the numbers stand that are written on its left and on its right."""


@dataclass(slots=True)
class Record:
    """The record of one run."""

    machine: Any
    limits: Limits
    is_formula: bool = False
    """Whether the text is a formula: names without a value are inputs, and division by zero is that of floats."""
    spot: Spot | None = None
    """The operator that is being applied."""
    stretches: list[tuple[float, Within | None]] = field(default_factory=list)
    """From which node on what was made in which call or repetition."""
    leaves: list[tuple[str, Tensor, Span | None]] = field(default_factory=list)
    """Inputs in the order of their making, with their names and the places of their numbers."""
    assumed: list[tuple[str, Tensor]] = field(default_factory=list)
    mentions: dict[tuple[Span, Tensor], None] = field(default_factory=dict)
    """Where names stand for nodes, each place and node once."""
    lines: Lines = field(default_factory=Lines)
    statements: list[tuple[ast.stmt, Tensor, Handle | None]] = field(default_factory=list)
    """What each statement of the top level computed, and the tensor whose node that was."""
    products: list[ast.Call] = field(default_factory=list)
    """Calls of a number in a formula, which are products."""
    labels: dict[str, Tensor] = field(default_factory=dict)
    """The inputs by their unique names."""
    tensors: dict[str, Any] = field(default_factory=dict)
    """The tensors of the top level that need a gradient, by their unique names."""
    literals: dict[Any, Span] = field(default_factory=dict)
    """Where the numbers of such a tensor are written."""
    owners: dict[int, tuple[Any, Instance, str]] = field(default_factory=dict)
    """By its identity, of which object a tensor or an object has become a member, and the member's name."""
    label_counts: dict[str, int] = field(default_factory=dict)
    """Per name, how many values have it."""
    has_whole_inputs: bool = False
    _nodes: int = 0
    _after: float = 0.0
    """The number behind that of the last node: constants that the next one needs are made before it."""

    def path_of(self, value: Any) -> str:
        """`Linear.weight`, `Net.hidden.weight`: the class and the members that lead to a tensor; empty where it is no member."""
        parts: list[str] = []
        while id(value) in self.owners and len(parts) < _DEEPEST:
            _, value, name = self.owners[id(value)]
            parts.append(name)
        return ".".join([value.user_class.name, *reversed(parts)]) if parts else ""

    def end(self) -> None:
        """What is made from now on was made by nothing in the program."""
        self.stretches.append((next_number(), None))

    def place(self) -> Span | None:
        """Where the program is."""
        place: Span | None = self.machine.places.span(self.machine.node)
        return place

    def sides(self, count: int) -> tuple[Span | None, ...]:
        """Where the numbers stand that are written beside the operator."""
        if self.spot is None or count != 2:
            return (None,) * count
        return self.spot[1], self.spot[2]

    def without_node(self, key: str, value: Any, **words: str) -> Any:
        """A result that counts as a constant from here on, which a note says."""
        span = self.spot[0] if self.spot is not None else self.place()
        self.machine.note(Problem(Code.READING, say(key, **words), say(f"{key}.hint"), span))
        return value

    def count(self, tensor: Tensor) -> None:
        """Counts a node. Raises ProblemError (too-many-nodes)."""
        self._nodes += 1
        if self._nodes > self.limits.nodes:
            place = self.place()
            try:
                self.limits.check_nodes(self._nodes)
            except ProblemError as error:
                raise ProblemError(problem.at(place) if place else problem for problem in error.problems) from None
        self._stretch(tensor)

    def _stretch(self, tensor: Tensor) -> None:
        within = self.machine.within
        if not self.stretches or self.stretches[-1][1] is not within:
            self.stretches.append((self._after, within))
        self._after = tensor.number + 1

    def located(self, tensor: Tensor) -> None:
        """Notes where the program made the node of a tensor."""
        tensor.span = self.spot[0] if self.spot is not None else self.place()
        self._stretch(tensor)

    def made(self, tensor: Tensor) -> Tensor:
        """The result of an operation, with its place."""
        tensor.span = self.spot[0] if self.spot is not None else self.place()
        self.count(tensor)
        return tensor

    def divided(self, name: str, function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
        """An operator of Python's; in a formula what floats give where Python raises."""
        try:
            found = function(left, right)
        except (ZeroDivisionError, OverflowError):
            if not self.is_formula:
                raise
            return beyond(name, left, right)
        return beyond(name, left, right) if self.is_formula and isinstance(found, complex) else found


def beyond(name: str, left: Any, right: Any) -> float:
    """What floats give where Python raises: infinities and NaN."""
    return float(FUNCTIONS[name](Tensor(float(left)), Tensor(float(right))).raw)
