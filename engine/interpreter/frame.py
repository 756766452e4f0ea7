"""A body of code in progress: where it stands, what it has computed, and what becomes of the value it gives back."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from backpass.engine.interpreter.bytecode import Instruction
from backpass.engine.interpreter.values import Class, Item, Scope, Then
from backpass.engine.problems import Span

Continuation = Callable[[Item], "Item | Then"]


class Handler(NamedTuple):
    """Where exceptions lead, and how much of everything there was when their `try` began."""

    position: int
    values: int
    lists: int
    loops: int
    contexts: int
    scope: Scope
    group: int | None


class CallFrame:
    """A body of code in progress."""

    __slots__ = (
        "contexts",
        "counts",
        "generates",
        "group",
        "handlers",
        "instructions",
        "lists",
        "loops",
        "owner",
        "place",
        "position",
        "scope",
        "stack",
        "then",
        "within_class",
    )

    def __init__(
        self,
        instructions: Sequence[Instruction],
        scope: Scope,
        *,
        then: Continuation | None = None,
        within_class: bool = False,
        place: Span | None = None,
    ) -> None:
        self.instructions = instructions
        self.scope = scope
        self.then = then
        """What becomes of the value it gives back."""
        self.within_class = within_class
        self.place = place
        """Where the program called it, if its own text is not the program's."""
        self.generates = False
        """Whether it is a generator's, whose loops are no groups: they are left and gone on with at any time."""
        self.owner: Class | None = None
        """The class whose method it is."""
        self.group: int | None = None
        """The group to go on in afterwards."""
        self.contexts = 0
        self.reset(0)

    def reset(self, position: int) -> None:
        """Begins again at a position."""
        self.position = position
        self.stack: list[Any] = []
        self.lists: list[tuple[list[Item], Scope]] = []
        self.loops: list[int | None] = []
        self.counts: dict[int, int] = {}
        self.handlers: list[Handler] = []
        """Where exceptions lead, the innermost `try` last."""

    def take(self, count: int) -> list[Any]:
        """The last values of the stack, in the order in which they were put there, taken away."""
        split = len(self.stack) - count
        taken = self.stack[split:]
        del self.stack[split:]
        return taken

    def count(self, loop: int) -> int:
        """How often a loop has begun, this time included."""
        self.counts[loop] = self.counts.get(loop, 0) + 1
        return self.counts[loop]
