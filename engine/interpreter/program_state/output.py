"""Which value of a run is its output: what `.backward()` was called on, else the value of the last line that has one.

A value is a number, a tensor, or a list of them; texts, objects and None are none. A plain number, which a program computed
without its graph, becomes a constant when it is the output.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.evaluation import OperationEvaluator
from backpass.engine.interpreter.values import Item
from backpass.engine.language.syntax_tree import Literal
from backpass.engine.problems import ProblemError, Span

_MAX_NUMBERS = 100_000
"""Numbers of a list that is put together to an output."""
_MAX_LOOKED_THROUGH = 1_000
"""Items of a list that is asked whether it holds gradients alone."""


_Valued = tuple[Item, Span, str | None]
"""A value of the top level, the place that gave it, and its name where it has one."""


class Outcome:
    """The candidates for the output of one run, the later ones first in line."""

    __slots__ = ("_formatted", "_last", "_list", "_printed", "_read", "_shown", "_shown_last", "gradients")

    def __init__(self) -> None:
        self._last: _Valued | None = None
        self._list: _Valued | None = None
        """A list that came after `_last`; it is the output if it holds numbers only."""
        self._printed: _Valued | None = None
        """The last number that was printed: the output where no line has a value."""
        self._formatted: Item = None
        """The last number that was written into a text."""
        self._shown: Item = None
        """The last number that was printed, by itself or in a text."""
        self._shown_last = False
        """Whether no line has had a value since."""
        self._read: tuple[Item, Tensor] | None = None
        """The number that was last read out of a tensor, as by `.item()`, and that tensor."""
        self.gradients: dict[Tensor, list[Tensor]] = {}
        """Gradients that the program computed, and what of; the exponential function is its own."""

    def valued(self, item: Item, span: Span, name: str | None = None) -> None:
        """A line of the top level has given a value."""
        if isinstance(item, Tensor | int | float):
            if self._read is not None and name is None:
                item = self._source(item)
            self._last = (item, span, name)
            self._list, self._shown_last = None, False
        elif isinstance(item, list | tuple) and item:
            self._list, self._shown_last = (item, span, name), False

    def printed(self, items: Iterable[Item], span: Span) -> None:
        """Values that the program prints."""
        shown, self._formatted = self._formatted, None
        for item in items:
            if _is_number(item) and not isinstance(item, bool):
                shown = self._source(item)
                self._printed = (shown, span, None)
        if shown is not None:
            self._shown, self._shown_last = shown, True

    def formatted(self, item: Item) -> None:
        """A number that is written into a text, which may be printed."""
        self._formatted = self._source(item)

    def read(self, number: Item, tensor: Tensor) -> None:
        """A number was read out of a tensor."""
        self._read = (number, tensor)

    def differentiated(self, output: Tensor, gradients: Iterable[Tensor]) -> None:
        """The program computed gradients of an output itself."""
        for gradient in gradients:
            self.gradients.setdefault(gradient, []).append(output)

    def stacked(self, items: Sequence[Item], tensor: Tensor) -> None:
        """A list has become a tensor; a tensor of gradients of one output belongs to that output as each of them does."""
        if (output := self._common_output(items)) is not None:
            self.gradients[tensor] = [output]

    def _common_output(self, items: Sequence[Item]) -> Tensor | None:
        """What all items are gradients of, if that is one output."""
        looked = items[:_MAX_LOOKED_THROUGH]
        outputs = {self.gradients.get(item, [None])[-1] if isinstance(item, Tensor) else None for item in looked}
        return outputs.pop() if len(outputs) == 1 else None

    def chosen(self, evaluator: OperationEvaluator) -> Tensor | None:
        """The output; None where no line has a value. Of gradients it is what they are gradients of, so that the graph shows
        the backward pass that computes them; of data and of parameters after a step, the loss that was differentiated.
        """
        found = self._valued_last(evaluator)
        return found if found is None or not self.gradients else self._differentiated(found)

    def _differentiated(self, found: Tensor) -> Tensor:
        """What a program that takes gradients itself is about, where its last value is `found`: the number that it prints at the
        end, if it computes that there or has taken gradients of it, or else the last value of which it took gradients, if `found`
        is one of those that it was computed from.
        """
        outputs = {output for each in self.gradients.values() for output in each}
        if found in outputs:
            return found
        item = self._shown
        if isinstance(item, Tensor) and not item.shape and item.operation is not None and item.requires_grad:
            shown = self.gradients.get(item, [item])[-1]
            given_again = found.label is not None and "#" in found.label  # as parameters are, after each step
            if (self._shown_last and item.label is None) or (shown in outputs and (self._shown_last or given_again)):
                return shown
        last = next(reversed(self.gradients.values()))[-1]
        return last if found in set(ancestors(last)) else found

    def with_parameters(self, found: Tensor) -> Tensor:
        """The output, or that very number as it was differentiated: beside `l = loss(params, x)` it is `grad(loss)(params, x)`
        alone that has the parameters as inputs. It is called the same.
        """
        for each in reversed({output: None for outputs in self.gradients.values() for output in outputs}):
            if is_computed_again(found, each):
                each.label, each.span = each.label or found.label, each.span or found.span
                return each
        return found

    def _valued_last(self, evaluator: OperationEvaluator) -> Tensor | None:
        """The value of the last line that has one, or of which that is the gradient."""
        if self._list is not None and (found := self._of_list(self._list, evaluator)) is not None:
            return found
        if self._last is None and self.gradients:
            return next(reversed(self.gradients.values()))[-1]
        last = self._last or self._printed
        if last is None:
            return None
        found = as_output(*last, evaluator)
        shown = self._shown
        # An input that nothing was computed from last is not what a program is about that prints what it computes.
        if found.operation is None and isinstance(shown, Tensor) and shown.operation is not None and shown.requires_grad:
            return shown
        return self.gradients.get(found, [found])[-1]

    def _of_list(self, last: _Valued, evaluator: OperationEvaluator) -> Tensor | None:
        if (output := self._common_output(last[0])) is not None:  # type: ignore[arg-type]
            return output
        try:
            return as_output(*last, evaluator)
        except ProblemError:
            return None

    def _source(self, item: Item) -> Item:
        """What a number was read from, if it was read from a tensor."""
        read = self._read
        return read[1] if read is not None and read[0] is item else item


def is_computed_again(found: Tensor, differentiated: Tensor) -> bool:
    """Whether a number was differentiated by more inputs than it has: the same operations on the same numbers, of which some
    were constants before. That two numbers are equal is no reason: `x - y` and its second derivative may both be 0.
    """
    seen: set[tuple[Tensor, Tensor]] = set()
    waiting, has_more = [(found, differentiated)], False
    while waiting:
        before, now = pair = waiting.pop()
        if before is now or pair in seen:
            continue
        seen.add(pair)
        if now.operation is None:
            # What was written elsewhere is another number: `f(2.0)` does not depend on a `b` that is 2.0 as well.
            if before.requires_grad or before.span != now.span or not np.array_equal(before.raw, now.raw):
                return False
            has_more = has_more or now.requires_grad
            continue
        if before.operation is not now.operation or before.options != now.options or len(before.inputs) != len(now.inputs):
            return False
        waiting += zip(before.inputs, now.inputs, strict=True)
    return has_more


_ELEMENT = re.compile(r"\s*(?P<name>[^\W\d][^\[\]]*)?(?P<keys>(?:\[\s*-?\d{1,9}(?:\s*,\s*-?\d{1,9})*\s*\]\s*)+)")


def element_of(text: str) -> tuple[str, list[tuple[int, ...]]]:
    """`W[0, 1]` as the name and the indices in each pair of brackets; none for what is no element."""
    found = _ELEMENT.fullmatch(text)
    if found is None:
        return text, []
    keys = [tuple(map(int, each.split(","))) for each in re.findall(r"\[([^\]]*)\]", found["keys"])]
    return (found["name"] or "").strip(), keys


def as_output(item: Item, span: Span, name: str | None, evaluator: OperationEvaluator) -> Tensor:
    """A value as a tensor that can be an output. Raises ProblemError, SkippedError for what holds anything but numbers."""
    if isinstance(item, Tensor):
        return evaluator.aliases.current(item)
    if not _is_small(item):
        raise ProblemError(program_errors.not_a_number(item, Literal(None, span)))
    made = evaluator.tensor([*item] if isinstance(item, tuple) else item, Literal(None, span))
    made.span = span if made.span is None else made.span
    made.label = made.label or name
    return made


def _is_small(item: Item) -> bool:
    """Whether a list, with those within it, holds no more than is put together to an output. A list may hold itself."""
    waiting = [item]
    for each in waiting:
        if isinstance(each, list | tuple):
            waiting += each
        if len(waiting) > _MAX_NUMBERS:
            return False
    return True


def _is_number(item: Item) -> bool:
    return isinstance(item, Tensor | int | float)
