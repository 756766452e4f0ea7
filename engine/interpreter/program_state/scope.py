"""What the machine asks of the program around it: what its names stand for, which leaves are its inputs, what it shows.

The run of a program (`run`) is such a `Names`; the machine and all that it calls know no more of it than this.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.values import Instance, Item, LibraryModule, Scope, Then
from backpass.engine.language import program, syntax_tree
from backpass.engine.problems import Problem, Span


class Names(Protocol):
    """The program around the machine."""

    # Statements of the top level

    def assigned(self, statement: program.Assign, index: int, value: Item, *, plain: bool) -> None:
        """The top level assigns a value to names. Raises ProblemError."""

    def evaluated(self, statement: program.Evaluate, value: Item, *, plain: bool) -> None:
        """An expression stands alone at the top level. Raises ProblemError."""

    def taken_apart(self, targets: Sequence[syntax_tree.AssignmentTarget]) -> None:
        """Names of the top level have got the parts of a value."""

    def import_(self, statement: program.Import, scope: Scope) -> None:
        """An import. Raises ProblemError."""

    # Names and leaves

    def look_up(self, part: syntax_tree.Name) -> Item:
        """What a name without a value refers to. Raises ProblemError."""

    def module(self, name: str) -> LibraryModule | None:
        """The module that a name without a value refers to; None where it refers to none."""

    def is_raised(self, span: Span) -> bool:
        """Whether a power stands behind a stretch of the text."""

    def deleted(self, name: str, span: Span) -> None:
        """`del name`. Raises ProblemError (unknown-name) where it has no value."""

    def uses(self, library: str) -> bool:
        """Whether the program names a library, such as `torch`."""

    def functions(self) -> Iterable[str]:
        """The names of the functions and classes that the program defines."""

    def constructed(self, leaf: Tensor, label: str | None, literal: Span | None) -> None:
        """A constructor has made a leaf of the number that stands at `literal`."""

    def is_unnamed(self, leaf: Tensor) -> bool:
        """Whether a leaf was made by the expression that is computed right now, so that no name can stand for it."""

    def became_member(self, value: Tensor | Instance, owner: Instance, name: str) -> None:
        """An object has got a leaf, or a module, as its member."""

    def is_no_input(self, tensor: Tensor, made_by: str, part: Any) -> None:
        """What a constructor made is the result of an operation of the program's own, by its class. Raises ProblemError."""

    def argument(self, name: str, value: Any) -> Item:
        """A number, or a list of them, that the top level hands to a function of the program, by the name of the parameter."""

    def input_of(self, name: str, tensor: Tensor) -> Tensor:
        """An input with the number of a constant."""

    def watch(self, leaf: Tensor) -> None:
        """A leaf without a gradient gets one."""

    def require(self, tensor: Tensor, wanted: bool, part: Any) -> Tensor:
        """`tensor.requires_grad_()`: the leaf that it is from now on. Raises ProblemError."""

    def doubles(self) -> bool:
        """Whether the program asks its library for 64-bit numbers."""

    def made_leaf(self, leaf: Tensor) -> None:
        """A tensor without a gradient has become a leaf with one."""

    def changes_in_place(self) -> bool:
        """Whether anything in the program may change a tensor that something else holds, too."""

    def has_parameters(self) -> bool:
        """Whether the program says of which tensors PyTorch computes gradients: no others have one."""

    def is_integer_literal(self, tensor: Tensor) -> bool:
        """Whether a leaf is written as a whole number in the program."""

    def whole_number_written(self, tensor: Tensor) -> int | None:
        """The whole number as which a leaf is written; None where it is written as none."""

    def is_written_whole(self, tensor: Tensor) -> bool | None:
        """Whether a leaf is written as a whole number, or as a float; None where it is not written as a number."""

    # Tensors

    def attribute(self, tensor: Tensor, part: syntax_tree.Attribute) -> Item:
        """An attribute of a tensor. Raises ProblemError."""

    def set_attribute(self, tensor: Tensor, name: str, value: Item, part: Any) -> None:
        """`tensor.name = value`. Raises ProblemError."""

    def send_by_hand(self, tensor: Tensor, part: syntax_tree.Part) -> None:
        """`tensor._backward()`: adds what it sends to the gradients of its parents."""

    def backward(
        self, tensor: Tensor, part: syntax_tree.Part, *, upstream: Any, keeps_graph: bool, creates_graph: bool
    ) -> Item | Then:
        """`tensor.backward(upstream)`: None, or what must be called first. Raises ProblemError."""

    def passed(self, output: Tensor, part: syntax_tree.Part, *, given: bool, keeps_graph: bool, of_inputs: bool = False) -> None:
        """A backward pass begins at an output; `given` says whether with a gradient, `of_inputs` whether to inputs it names."""

    def differentiated(self, output: Tensor, gradients: Iterable[Tensor]) -> None:
        """The program computed gradients of an output itself."""

    @property
    def library_called(self) -> str:
        """The library that computes gradients in the program, as its makers call it; empty where there is none."""

    def noted_pass(self, output: Tensor, upstream: Any) -> None:
        """The program took gradients of an output: what its library would answer otherwise is noted."""

    def noted_at_gradients(self, problems: Iterable[Problem]) -> None:
        """Notes on a place at which the program takes a gradient."""

    # What is reported and shown

    @property
    def text(self) -> str:
        """The program's text, which sentences quote."""

    def differs(self, name: str, library: str, span: Span | None, **words: object) -> None:
        """A library does something else here; see `engine.interpreter.tensor_semantics.library_differences`."""

    def note(self, problem: Problem) -> None:
        """Something worth saying."""

    def mention(self, span: Span, tensor: Tensor) -> None:
        """A name that refers to a tensor."""

    def looked_at(self, values: Iterable[Item], span: Span) -> None:
        """Values that the program prints."""

    def formatted(self, number: Item) -> None:
        """A number that the program writes into a text, as by `f"{loss:.3f}"`."""

    def read_out(self, number: Item, tensor: Tensor) -> None:
        """A number that the program takes out of a tensor, as by `.item()`."""

    def print_(self, text: str, end: str, span: Span) -> None:
        """A printed text. Raises ProblemError."""
