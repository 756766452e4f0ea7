"""Plain numbers that a repetition computes from the variable of its loop, as in `rate / (1 + epoch)`, and how they are computed.

They differ from one repetition to the next, so a recorded repetition can be computed again only if it is known how: each is noted
as an expression in the variable, wherever it goes, until an operation with a tensor makes a constant of it.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.evaluation import plain
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.values import SourceFloat, WrittenInteger
from backpass.engine.language import syntax_tree

_SYMBOLS = {1: frozenset({"-"}), 2: frozenset({"+", "-", "*", "/", "//", "%", "**"})}
_NUMBERS = (int, float, SourceFloat, WrittenInteger)
_TAKING_NOTHING = (
    *(syntax_tree.Name, syntax_tree.NumberLiteral, syntax_tree.StringLiteral, syntax_tree.Literal),
    *(bytecode.LoadConstant, bytecode.Goto),
)
_WITH_ARITY = (syntax_tree.Call, syntax_tree.Subscript, syntax_tree.Collection, syntax_tree.Invoke)
_MAX_PARTS = 40
"""Operations and numbers of an expression."""


class Expression(NamedTuple):
    """A number in terms of the variable: with a symbol an operation on parts, else a constant, else the variable."""

    symbol: str | None
    parts: "tuple[Expression, ...]"
    constant: str | None
    """How it is written, with the name of its type: 0.0 and -0.0 are equal otherwise, and NaN is not."""
    value: int | float

    def at(self, variable: int) -> int | float:
        """The number where the variable has this value. Raises ArithmeticError where it is not finite."""
        if self.symbol is None:
            return variable if self.constant is None else self.value
        found = plain(self.symbol, [part.at(variable) for part in self.parts])
        if not math.isfinite(found):
            raise ArithmeticError("a number of a loop is not finite")
        return found

    @property
    def size(self) -> int:
        return 1 + sum(part.size for part in self.parts)


VARIABLE = Expression(None, (), None, 0)


def _constant(item: Any) -> Expression | None:
    if type(item) not in _NUMBERS:
        return None
    value = int(item) if isinstance(item, int) else float(item)
    return Expression(None, (), f"{type(value).__name__} {value!r}", value)


class LoopNumbers:
    """What one repetition computes from the variable of its loop, in the frame of the loop."""

    def __init__(self, variable: str, frame: CallFrame) -> None:
        self.names: dict[str, Expression] = {}
        """Names that stand for such numbers by now."""
        self.leaves: dict[int, Expression] = {}
        """Constants that were made of such numbers, by their place among the tensors of the repetition."""
        self.computed: list[Expression] = []
        """All such numbers, but for those that another one of them is computed from."""
        self.variable = variable
        self._frame = frame
        self._stack: dict[int, Expression] = {}
        """The places of such numbers on the frame's stack."""
        self._taken: list[tuple[Expression | None, Any]] = []
        """What the instruction takes that is being run, if any of it is such a number."""
        self._stored: set[str] = set()
        self._read_before: set[str] = set()
        """Names that were read before they were given a value in this repetition."""

    def alike(self, other: "LoopNumbers") -> bool:
        """Whether another repetition computes the same numbers from its variable."""
        return (self.names, self.leaves, self.computed) == (other.names, other.leaves, other.computed)

    @property
    def others(self) -> list[Expression]:
        """Those that are no constants of operations: what is wrong with one of them is noted, too."""
        return [each for each in self.computed if each not in self.leaves.values()]

    @property
    def are_complete(self) -> bool:
        """Whether the next repetition needs none of these numbers from this one."""
        return not self._stack and self._read_before.isdisjoint(self.names)

    def begin(self, part: Any, running: CallFrame, *, in_guard: bool) -> bool:
        """Notes what an instruction takes that is about to be run; False where it takes such a number and may not."""
        self._taken = []
        kind = type(part)
        reads = kind is syntax_tree.Name or kind is bytecode.AugmentedStore or (kind is syntax_tree.Call and not part.method)
        if reads and part.name not in self._stored:
            self._read_before.add(part.name)
        if running is not self._frame:
            return getattr(part, "name", None) not in self.names
        if in_guard:
            return not (kind is syntax_tree.Name and part.name in self.names)
        stack = running.stack
        if kind is syntax_tree.Apply or kind is bytecode.StoreName or kind is bytecode.Assigned:
            arity = part.arity if kind is syntax_tree.Apply else 1
            taken = [(self._stack.get(place), stack[place]) for place in range(len(stack) - arity, len(stack))]
            self._taken = taken if any(expression is not None for expression, _ in taken) else []
            return not self._taken or kind is not syntax_tree.Apply or part.symbol in _SYMBOLS.get(arity, ())
        if kind in _TAKING_NOTHING:
            return True
        count = part.arity if kind in _WITH_ARITY else 1 if kind is syntax_tree.Attribute else len(stack)
        free = all(place < len(stack) - count for place in self._stack)
        return free and not (kind is bytecode.ForIter and any(name in self.names for name in part.names))

    def end(self, part: Any, running: CallFrame, tensors: Sequence[Tensor], before: int) -> bool:
        """Follows the numbers through an instruction of the loop's frame that was run outside of conditions; `before` were the
        tensors that there were. False where they cannot be followed.
        """
        kind = type(part)
        if kind is syntax_tree.Name:
            expression = VARIABLE if part.name == self.variable else self.names.get(part.name)
            return expression is None or self._put(running, expression)
        if kind is bytecode.StoreName:
            self._store([part.name], running)
        elif kind is bytecode.Assigned:
            self._store([target.name for target in part.statement.targets], running)
        elif self._taken:
            return self._applied(part, running, tensors, before)
        return True

    def _put(self, running: CallFrame, expression: Expression) -> bool:
        if type(running.stack[-1]) not in (int, float) or expression.size > _MAX_PARTS:
            return False
        self._stack[len(running.stack) - 1] = expression
        return True

    def _store(self, names: list[str], running: CallFrame) -> None:
        self._stack.pop(len(running.stack), None)
        expression = self._taken[0][0] if self._taken else None
        for name in names:
            self._stored.add(name)
            if expression is None:
                self.names.pop(name, None)
            else:
                self.names[name] = expression

    def _applied(self, part: syntax_tree.Apply, running: CallFrame, tensors: Sequence[Tensor], before: int) -> bool:
        for place in [each for each in self._stack if each >= len(running.stack) - 1]:
            del self._stack[place]
        if not isinstance(running.stack[-1], Tensor):
            parts = [expression or _constant(item) for expression, item in self._taken]
            if any(each is None for each in parts):
                return False
            made = Expression(part.symbol, tuple(parts), None, 0)  # type: ignore[arg-type]
            self.computed = [*(each for each in self.computed if each not in parts), made]
            return self._put(running, made)
        leaves = [place for place in range(before, len(tensors)) if tensors[place].operation is None]
        (expression,) = [each for each, _ in self._taken if each is not None]  # the other one is the tensor
        if len(leaves) != 1 or type(tensors[leaves[0]].raw) is not float:
            return False
        self.leaves[leaves[0]] = expression
        return True
