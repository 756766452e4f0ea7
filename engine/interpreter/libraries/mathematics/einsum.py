"""`einsum("ij,jk->ik", a, b)`: products of tensors with named axes, summed over the names that the result lacks.

It is written with operations that are there: diagonals are picked, axes put in order, what is left multiplied and summed. Two
tensors that share one summed axis and nothing else are a matrix product.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import element_errors
from backpass.engine.interpreter.evaluation import OperationEvaluator
from backpass.engine.interpreter.libraries.registry import ARRAYS, offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.language.syntax_tree import Part
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

_OTHERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Names for the axes that `...` abbreviates, where the formula has no use for them."""
_SECOND = "\0"
"""Replaces a name while two axes bear it."""


@offer(ARRAYS, "einsum", least=2, takes="(formula, *operands)")
def _einsum(machine: Any, arguments: Arguments) -> Item:
    formula, *values = arguments.values
    if not isinstance(formula, str):
        raise ProblemError(element_errors.invalid_einsum(say("einsum-formula"), arguments.part))
    if len(values) == 1 and isinstance(values[0], list | tuple):
        values = list(values[0])
    tensors = machine.evaluator.tensors(values, arguments.part)
    inputs, output = _read(formula, tensors, arguments.part)
    axes = _Axes(machine.evaluator, arguments.part, _lengths(inputs, tensors, arguments.part))
    total, *others = [axes.diagonal(_Named(tensor, names)) for tensor, names in zip(tensors, inputs, strict=True)]
    for index, other in enumerate(others, 1):
        total = axes.product(total, other, {*output, *(name for later in others[index:] for name in later.names)})
    return axes.ordered(axes.summed(total, set(output)), output).tensor


def _read(formula: str, tensors: Sequence[Tensor], part: Part) -> tuple[list[str], str]:
    """Per tensor the names of its axes, one letter each, and those of the result. Raises ProblemError."""
    left, arrow, right = formula.replace(" ", "").partition("->")
    written = left.split(",")
    if len(written) != len(tensors):
        raise ProblemError(element_errors.invalid_einsum(say("einsum-tensors", count=len(written), count2=len(tensors)), part))
    letters = "".join(written).replace("...", "") + right.replace("...", "")
    if not all(letter.isascii() and letter.isalpha() for letter in letters):
        raise ProblemError(element_errors.invalid_einsum(say("einsum-axes"), part))
    spare = [letter for letter in _OTHERS if letter not in letters]
    inputs = []
    longest = 0
    for names, tensor in zip(written, tensors, strict=True):
        others = len(tensor.shape) - len(names.replace("...", ""))
        if others < 0 or (others and "..." not in names) or names.count("...") > 1 or others > len(spare):
            message = say("einsum-shape", names=names, shape=tensor.shape)
            raise ProblemError(element_errors.invalid_einsum(message, part))
        longest = max(longest, others)
        inputs.append(names.replace("...", "".join(reversed(spare[:others]))))
    between = "".join(reversed(spare[:longest]))
    if arrow:
        output = right.replace("...", between)
    else:
        once = sorted(letter for letter in set(letters) if letters.count(letter) == 1)
        output = (between if "..." in left else "") + "".join(once)
    if len(set(output)) < len(output) or not set(output) <= set("".join(inputs)):
        raise ProblemError(element_errors.invalid_einsum(say("einsum-result"), part))
    return inputs, output


def _lengths(inputs: Sequence[str], tensors: Sequence[Tensor], part: Part) -> dict[str, int]:
    """The length of each named axis. Raises ProblemError where a name has two."""
    lengths: dict[str, int] = {}
    for names, tensor in zip(inputs, tensors, strict=True):
        for name, length in zip(names, tensor.shape, strict=True):
            if lengths.setdefault(name, length) != length:
                message = say("einsum-lengths", name=name, lengths=lengths[name], length=length)
                raise ProblemError(element_errors.invalid_einsum(message, part))
    return lengths


class _Named(NamedTuple):
    """A tensor and the names of its axes."""

    tensor: Tensor
    names: str


@dataclass(frozen=True, slots=True)
class _Axes:
    """Operations on tensors whose axes have names."""

    evaluator: OperationEvaluator
    part: Part
    lengths: Mapping[str, int]

    def _operation(self, name: str, tensors: Sequence[Tensor], **options: Any) -> Tensor:
        return self.evaluator.operation(OPERATIONS[name], tensors, self.part, options)

    def ordered(self, given: _Named, names: str) -> _Named:
        """With its axes in another order."""
        if given.names == names:
            return given
        return _Named(self._operation("transpose", [given.tensor], axes=tuple(map(given.names.index, names))), names)

    def summed(self, given: _Named, kept: set[str]) -> _Named:
        """Summed over all other names."""
        axes = tuple(axis for axis, name in enumerate(given.names) if name not in kept)
        if not axes:
            return given
        return _Named(self._operation("sum", [given.tensor], axis=axes), "".join(name for name in given.names if name in kept))

    def diagonal(self, given: _Named) -> _Named:
        """With one axis for each name: where two have the same, what stands at equal places is picked."""
        while repeated := next((name for name in given.names if given.names.count(name) > 1), None):
            distinguished = given.names.replace(repeated, _SECOND, 1)
            rest = distinguished.replace(repeated, "", 1).replace(_SECOND, "")
            tensor = self.ordered(_Named(given.tensor, distinguished), _SECOND + repeated + rest).tensor
            places = tuple(range(tensor.shape[0]))
            given = _Named(self._operation("index", [tensor], key=(places, places)), repeated + rest)
        return given

    def product(self, left: _Named, right: _Named, kept: set[str]) -> _Named:
        """The product of two, summed over the names that nobody needs any more."""
        left, right = self.summed(left, kept | set(right.names)), self.summed(right, kept | set(left.names))
        shared = set(left.names) & set(right.names)
        if len(shared) == 1 and not shared & kept and len(left.names) < 3 and len(right.names) < 3:
            (name,) = shared
            rows, columns = left.names.replace(name, ""), right.names.replace(name, "")
            factors = [self.ordered(left, rows + name).tensor, self.ordered(right, name + columns).tensor]
            return _Named(self._operation("matmul", factors), rows + columns)
        names = left.names + "".join(name for name in right.names if name not in left.names)
        return self.summed(
            _Named(self._operation("multiply", [self._spread(each, names) for each in (left, right)]), names), kept
        )

    def _spread(self, given: _Named, names: str) -> Tensor:
        """With an axis of length 1 for each of the names that it lacks."""
        tensor = self.ordered(given, "".join(name for name in names if name in given.names)).tensor
        shape = tuple(self.lengths[name] if name in given.names else 1 for name in names)
        return tensor if tensor.shape == shape else self._operation("reshape", [tensor], shape=shape)
