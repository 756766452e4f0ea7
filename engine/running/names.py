"""What the machine asks of the program around it: what its names stand for, which leaves are its inputs, what it shows.

Whoever runs a program (`interpreter`) is such a `Names`; the machine and all that it calls know no more of it than this.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from engine.language import program, tree
from engine.problems import Problem, Span
from engine.running.values import Item, Scope
from engine.tensor import Tensor


class Names(Protocol):
    """The program around the machine."""

    # Statements of the top level

    def assigned(self, statement: program.Assign, index: int, value: Item, *, plain: bool) -> None:
        """The top level assigns a value to names. Raises ProblemError."""

    def evaluated(self, statement: program.Evaluate, value: Item, *, plain: bool) -> None:
        """An expression stands alone at the top level. Raises ProblemError."""

    def import_(self, statement: program.Import, scope: Scope) -> None:
        """An import. Raises ProblemError."""

    # Names and leaves

    def look_up(self, part: tree.Name) -> Item:
        """What a name without a value stands for. Raises ProblemError."""

    def uses(self, library: str) -> bool:
        """Whether the program names a library, such as `torch`."""

    def functions(self) -> Iterable[str]:
        """The names of the functions and classes that the program defines."""

    def constructed(self, leaf: Tensor, label: str | None, literal: Span | None) -> None:
        """A constructor has made a leaf of the number that stands at `literal`."""

    def argument(self, name: str, value: Any) -> Item:
        """A number, or a list of them, that the top level hands to a function of the program, by the name of the parameter."""

    def input_of(self, name: str, tensor: Tensor) -> Tensor:
        """An input with the number of a constant."""

    def watch(self, leaf: Tensor) -> None:
        """A leaf without a gradient gets one."""

    def written_whole(self, tensor: Tensor) -> bool:
        """Whether a leaf is written as a whole number in the program."""

    # Tensors

    def attribute(self, tensor: Tensor, part: tree.Attribute) -> Item:
        """An attribute of a tensor. Raises ProblemError."""

    def set_attribute(self, tensor: Tensor, name: str, value: Item, part: Any) -> None:
        """`tensor.name = value`. Raises ProblemError."""

    def backward(self, tensor: Tensor) -> None:
        """`tensor.backward()`."""

    def differentiated(self, output: Tensor, gradients: Iterable[Tensor]) -> None:
        """The program computed gradients of an output itself."""

    # What is said and shown

    def note(self, problem: Problem) -> None:
        """Something worth saying."""

    def mention(self, span: Span, tensor: Tensor) -> None:
        """A name that stands for a tensor."""

    def looked_at(self, values: Iterable[Item]) -> None:
        """Values that the program prints."""

    def print_(self, text: str, end: str, span: Span) -> None:
        """A printed text. Raises ProblemError."""
