"""What an operation *is*: the record every other part of Backpass derives from.

A record holds facts only (names, formulas as text, sample ranges, sentences) and the two native functions it may stand on.
It knows nothing of how the text is parsed or compiled (`engine.formulas.compiled`), of tensors, or of anybody who asks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from backpass.engine.shapes import Array, Data, Shape, repeated_axes

__all__ = [
    "Array",
    "Case",
    "Data",
    "Domain",
    "Family",
    "How",
    "Native",
    "Notation",
    "Operation",
    "Options",
    "Registry",
    "Rule",
    "Shape",
    "Transform",
    "is_plain",
    "summed_to",
]


class How(StrEnum):
    """How a contribution is made from what arrives upstream."""

    SCALE = "scale"
    """Multiplied by the local derivative."""
    COPY = "copy"
    """Passed on as it is: the local derivative is 1 whatever the inputs are."""
    ROUTE = "route"
    """Let through or blocked: the operation picked one input (or none), and only that one is credited."""
    SUM_OVER_AXES = "sum-over-axes"
    """Scaled, then summed over the axes along which a smaller input was broadcast."""
    ADJOINT = "adjoint"
    """Sent through the transpose of a linear map."""


class Family(StrEnum):
    """The section of the documentation an operation stands in."""

    ARITHMETIC = "arithmetic"
    ELEMENTARY = "elementary"
    PIECEWISE = "piecewise"
    COMPARISON = "comparison and choice"
    REDUCTION = "reduction"
    LOSS = "loss"
    LINEAR_ALGEBRA = "linear algebra"
    STRUCTURE = "structure"


@dataclass(frozen=True, slots=True)
class Native:
    """A function that the platform already has, for one float and for arrays; the two must agree."""

    scalar: Callable[..., float]
    array: Callable[..., Any]


Options = Mapping[str, Any]
"""An option of an operation besides its inputs, such as `axis`; no gradient flows to it."""


@dataclass(frozen=True, slots=True)
class Transform:
    """An operation on whole arrays: its output's elements are not made from its inputs' elements one by one.

    Its derivative would be a large matrix, which nobody forms: `adjoints[slot](upstream, inputs, out, options)`
    multiplies the upstream
    gradient by its transpose and has the shape of the input. Inputs may be floats or arrays; so may results.

    An adjoint is also called with tensors in place of numbers, which makes it a graph that can be differentiated again. So
    it uses operators, methods, and functions of NumPy that have the name of an operation: those NumPy hands to the tensors.
    """

    shape: Callable[[Sequence[Shape], Options], Shape]
    """The output's shape. Raises ProblemError (shape-mismatch, invalid-axis) that names what does not fit."""
    evaluate: Callable[..., Any]
    """`evaluate(*inputs, **options)`; called only where `shape` did not object."""
    adjoints: tuple[Callable[[Data, Sequence[Data], Data, Options], Any], ...]
    """One per parameter; where `variadic`, the only one receives its slot as the option `slot`."""
    kinked: Callable[[Sequence[Data], Data, Options], bool] | None = None
    """`kinked(inputs, out, options)`: whether it has no derivative here, so that the record's `convention` says what is taken."""

    def vjp(self, slot: int, upstream: Any, inputs: Sequence[Any], out: Any, options: Options | None) -> Any:
        """The adjoint of one slot applied to an upstream gradient. Numbers give numbers, tensors a graph."""
        adjoint = self.adjoints[0 if len(self.adjoints) == 1 else slot]
        return adjoint(upstream, inputs, out, {**(options or {}), "slot": slot})


def is_plain(value: Any) -> bool:
    """Whether an adjoint is given numbers, not tensors."""
    return isinstance(value, float | np.ndarray | np.generic)


def summed_to(value: Any, shape: Shape) -> Any:
    """Undoes a broadcast of numbers or of a tensor: the sum over the axes along which `shape` was repeated."""
    given = np.shape(value)
    if given == shape:
        return value
    return np.reshape(np.sum(value, axis=repeated_axes(given, shape), keepdims=True), shape)


@dataclass(frozen=True, slots=True)
class Case:
    """Shapes and options for the generated tests."""

    shapes: tuple[Shape, ...]
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule:
    """The derivative for one input, as text in our own language over the parameter names and `out`.

    Of a `Transform` the text is the whole contribution instead, over the upstream gradient `G` as well.
    """

    text: str
    routes: bool = False
    """True where the slope only says which input was picked."""
    is_flat: bool = False
    """True where nothing is picked at all: the output is level in this input, reported as a slope of 0, not as a block."""
    adjoint: bool = False
    """True where the contribution is the upstream gradient sent through the transpose of a linear map."""
    display_text: str | None = None
    """What is shown where `text` has cases that are seldom met; equal to it inside the sample ranges (a test says so)."""

    how: How = field(init=False)

    def __post_init__(self) -> None:
        picks = self.routes and not self.is_flat
        how = How.ADJOINT if self.adjoint else How.ROUTE if picks else How.COPY if self.text == "1" else How.SCALE
        object.__setattr__(self, "how", how)


@dataclass(frozen=True, slots=True)
class Notation:
    """How an operation is written and spoken. `‹x›` marks an input where no parentheses are needed, `«x»` where they may be."""

    glyph: str
    """A few characters for the circle on the node."""
    infix: str | None = None
    """The operator symbol, where it is written between (or before) its inputs."""
    precedence: int = 0
    """Binding strength of the operator symbol; larger binds tighter."""
    call: str | None = None
    """The name a call is written with, where that is not the record's own."""
    latex: str | None = None
    """Template of the value; None: derived from `infix` or the name."""
    spoken: str = ""
    """Template of the value as it is read aloud."""


@dataclass(frozen=True, slots=True)
class Domain:
    """Where the operation is defined, and what happens elsewhere."""

    text: str
    """The condition, in our own language over the parameter names."""
    outside: str
    """What comes out there, and why."""
    hint: str
    """What to write or change instead."""


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """One differentiable operation.

    `value` is either text in our own language or a `Native` pair; `rules` has one `Rule` per parameter, in slot order.
    `samples` gives, per parameter, a closed range inside the domain and away from kinks, for the generated tests.
    `special` lists (inputs, value) pairs at the edges: zeros, infinities, overflow.
    """

    name: str
    family: Family
    parameters: tuple[str, ...]
    value: str | Native | Transform
    rules: tuple[Rule, ...]
    notation: Notation
    summary: str
    why: str
    samples: tuple[tuple[float, float], ...]
    cases: tuple[Case, ...] = ()
    """Of a `Transform`: inputs that fit."""
    misfits: tuple[Case, ...] = ()
    """Of a `Transform`: inputs that must be refused."""
    options: tuple[str, ...] = ()
    """Names of its options besides its inputs, in the order in which they may be given by place."""
    variadic: bool = False
    """Whether it takes any number of inputs, given as a list; its only rule then holds for each."""
    defaults: tuple[float, ...] = ()
    """What the last inputs are where a call leaves them out."""
    keywords: Mapping[str, str] = field(default_factory=dict)
    """Names by which inputs may be given, and the parameter that each means; without any, inputs are given by place alone."""
    domain: Domain | None = None
    kink: str | None = None
    """Where the derivative does not exist and `convention` says what is taken: a condition in our own language."""
    convention: str | None = None
    spellings: tuple[str, ...] = ()
    """Names it is called by in programs, besides `name`."""
    unary_form: str | None = None
    """The operation that a call with a single argument means: `max(x)` is not `max(a, b)`."""
    extended_form: str | None = None
    """The operation that a call with one more argument means, given by position or by one of its names, such as the slope."""
    commutes: bool = False
    """Whether its two inputs may change places; where not, a drawing must show which is which."""
    odd: bool = False
    """Whether f(−x) is −f(x)."""
    even: bool = False
    """Whether f(−x) is f(x)."""
    left_inverse_of: str | None = None
    """The operation g for which f(g(x)) is x, wherever g(x) is."""
    is_idempotent: bool = False
    """Whether f(f(x)) is f(x), or with two inputs f(x, x) is x."""
    is_variadic_fold: bool = False
    """Whether a call with more arguments folds from the left: `max(a, b, c)`."""
    stops_gradient: bool = False
    """Whether it is meant to pass no gradient on although its value moves: its rules then say 0 by intention."""
    activation: bool = False
    """Whether layers of networks usually apply it."""
    special: tuple[tuple[tuple[float, ...], float], ...] = ()

    routes: bool = field(init=False)
    """Whether any of its rules only picks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "routes", any(rule.routes for rule in self.rules))
        count = len(self.parameters)
        if not (len(self.rules) == len(self.samples) == count):
            raise ValueError(f"{self.name}: {count} parameters need as many rules and sample ranges")

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def arity(self) -> int:
        """How many inputs it has; of a variadic operation, how many arguments: one, a list."""
        return len(self.parameters)

    @property
    def elementwise(self) -> bool:
        """Whether each element of the output is made from one element of each input."""
        return not isinstance(self.value, Transform)

    @property
    def own(self) -> bool:
        """Whether it is no operation of ours, but one that somebody defines, with a rule of their own."""
        return self.options == ("application",)

    @property
    def as_a_whole(self) -> str:
        """Why there is no formula for it by element, in words."""
        return (
            f"{self.name} is defined by the program, with a rule of its own" if self.own else f"{self.name} works on whole arrays"
        )

    def rule(self, slot: int) -> Rule:
        """The rule for a slot."""
        return self.rules[0 if self.variadic else slot]

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which a program may call it, the record's own first."""
        return (self.name, *self.spellings)

    @property
    def signature(self) -> str:
        """How it is written: `a * b`, `-x`, `tanh(x)`."""
        if self.notation.infix and self.arity == 2:
            return f"{self.parameters[0]} {self.notation.infix} {self.parameters[1]}"
        if self.notation.infix:
            return f"{self.notation.infix}{self.parameters[0]}"
        return f"{self.notation.call or self.name}({', '.join(self.parameters)})"


@dataclass(frozen=True, slots=True)
class Registry(Mapping[str, Operation]):
    """All operations by name, with look-up by any spelling and by operator symbol."""

    _by_name: dict[str, Operation] = field(default_factory=dict)
    spellings: dict[str, Operation] = field(default_factory=dict)
    infix: dict[tuple[str, int], Operation] = field(default_factory=dict)
    """By symbol and arity: `-` is two operations."""

    @classmethod
    def of(cls, tables: Iterable[Iterable[Operation]]) -> "Registry":
        """Collects the tables; raises ValueError where a name is given twice."""
        registry = cls()
        for table in tables:
            for operation in table:
                registry._add(operation)
        return registry

    def _add(self, operation: Operation) -> None:
        for name in operation.names:
            if name in self.spellings:
                raise ValueError(f"{name!r} names both {self.spellings[name]} and {operation}")
            self.spellings[name] = operation
        self._by_name[operation.name] = operation
        if operation.notation.infix:
            self.infix[operation.notation.infix, operation.arity] = operation

    def __getitem__(self, name: str) -> Operation:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)
