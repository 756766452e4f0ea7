"""Conditions on the variable of a loop: computed on plain numbers for any of its values, without running the loop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.evaluation import plain
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.values import Item
from backpass.engine.language import syntax_tree

_SYMBOLS = {1: frozenset({"-", "not"}), 2: frozenset({"+", "-", "*", "//", "%", "<", "<=", ">", ">=", "==", "!="})}


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition on the variable of the loop, and how it turned out."""

    condition: Sequence[Any]
    outcome: bool
    constants: Mapping[str, Item]
    """Its other names, with their values where the condition is: the rest of the repetition may change them."""

    def holds(self, variable: str, value: int) -> bool:
        """Whether it turns out so again for another value of the variable. Raises KeyError, TypeError, ArithmeticError."""
        return bool(plain_value(self.condition, {**self.constants, variable: value})) == self.outcome


def end_of_condition(code: Sequence[Any], place: int) -> int | None:
    """The place of the jump by a condition that begins here and holds names, numbers and operators only; None for all else."""
    end = place
    while isinstance(code[end], syntax_tree.Name | bytecode.LoadConstant | syntax_tree.Apply):
        end += 1
    return end if end > place and isinstance(code[end], bytecode.JumpIfFalse) else None


def guard_at(frame: CallFrame, place: int, variable: str) -> tuple[int, Guard] | None:
    """The condition on the loop's variable that begins here, with the place of the instruction that jumps by it."""
    code = frame.instructions
    if not isinstance(code[place], syntax_tree.Name | bytecode.LoadConstant):
        return None
    end = end_of_condition(code, place)
    if end is None or not any(is_name(each, variable) for each in code[place:end]):
        return None
    condition, names = code[place:end], frame.scope.names
    try:
        outcome = bool(plain_value(condition, names))
        return end, Guard(condition, outcome, {name: names[name] for name in names_of(condition) if name != variable})
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError):
        return None


def plain_value(condition: Sequence[Any], names: Mapping[str, Item]) -> Any:
    """The value of a condition that holds plain numbers only. Raises KeyError, IndexError, TypeError, ValueError."""
    stack: list[Any] = []
    for part in condition:
        if isinstance(part, syntax_tree.Apply):
            if part.symbol not in _SYMBOLS[part.arity]:
                raise TypeError
            taken = stack[len(stack) - part.arity :]
            del stack[len(stack) - part.arity :]
            stack.append(not taken[0] if part.symbol == "not" else plain(part.symbol, taken))
        else:
            value = names[part.name] if isinstance(part, syntax_tree.Name) else part.value
            if not isinstance(value, int | float):
                raise TypeError
            stack.append(value)
    (value,) = stack
    if value != value or value in (float("inf"), float("-inf")):
        raise ArithmeticError
    return value


def names_of(condition: Sequence[Any]) -> frozenset[str]:
    """The names that a condition reads."""
    return frozenset(part.name for part in condition if isinstance(part, syntax_tree.Name))


def is_name(part: Any, name: str) -> bool:
    """Whether an instruction reads this name."""
    return isinstance(part, syntax_tree.Name) and part.name == name
