"""The graph that a function of a library makes of one call: operations by name, options by name."""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.libraries.registry import count, number
from backpass.engine.interpreter.values import Arguments, Item, option
from backpass.engine.operations import OPERATIONS


class GraphOfCall:
    """Operations by name, on the arguments of one call."""

    def __init__(self, machine: Any, arguments: Arguments) -> None:
        self.machine = machine
        self.part: Any = arguments.part
        self.values = arguments.values
        self.keywords = arguments.keywords

    def tensor(self, item: Item) -> Tensor:
        return self.machine.evaluator.tensor(item, self.part)  # type: ignore[no-any-return]

    def made(self, name: str, *items: Item, **options: Any) -> Tensor:
        """An operation's result; options that say nothing are left out."""
        given = {key: value for key, value in options.items() if value is not None and value is not False}
        tensors = self.machine.evaluator.tensors(items, self.part)
        return self.machine.evaluator.operation(OPERATIONS[name], tensors, self.part, given)  # type: ignore[no-any-return]

    def called(self, name: str, *items: Item, **options: Any) -> Item:
        """As a program would call it: of plain numbers a plain number."""
        given = {key: value for key, value in options.items() if value is not None and value is not False}
        return self.machine.evaluator.call(OPERATIONS[name], self.part, list(items), given)  # type: ignore[no-any-return]

    def plain_option(self, name: str, default: Any = None) -> Any:
        """An option as plain data: whole numbers, several of them, None, True, False."""
        item = self.keywords.get(name, default)
        return option(item, name, self.part) if item is not default else item

    def number(self, name: str, default: float) -> float:
        item = self.keywords.get(name, default)
        return number(self.machine, item, Arguments([], {}, self.part))

    def places(self, **usual: Item) -> list[Item]:
        """The arguments of these names, by place or by name, else what they usually are."""
        by_place = dict(zip(usual, self.values, strict=False))
        return [by_place.get(name, self.keywords.get(name, item)) for name, item in usual.items()]

    def whole(self, item: Item) -> int:
        """An argument as a whole number, which the program looks at. Raises ProblemError."""
        return count(self.machine, item, Arguments([], {}, self.part))

    def number_of(self, item: Item) -> float:
        """An argument as a number, which the program looks at. Raises ProblemError."""
        return number(self.machine, item, Arguments([], {}, self.part))

    def constant(self, data: Any) -> Tensor:
        """An array without a gradient."""
        return self.machine.evaluator.constant(data, self.part.span)  # type: ignore[no-any-return]
