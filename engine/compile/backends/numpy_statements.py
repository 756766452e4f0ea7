"""The records' formulas as NumPy statements into arrays that exist beforehand: for a graph that is computed again and again.

Every call writes into an array of its own (`out=`), constants are folded, and what occurs twice in a formula is computed once.
The statements come from the formulas of `engine.operations` alone and refer to arrays by names made here; no user's text
comes near them. Knows nothing of tensors or graphs; `engine.compile.backends.numpy_tensors` puts them in order.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backpass.engine.compile.ir import COMPARISONS
from backpass.engine.language import parse_expression
from backpass.engine.language.syntax_tree import Apply, Call, Expression, Name, NumberLiteral, Part, fold
from backpass.engine.operations import OPERATIONS, Native, Operation
from backpass.engine.shapes import Shape

_FUNCTIONS: Mapping[tuple[str, int], Callable[..., Any]] = {
    ("+", 2): np.add,
    ("-", 2): np.subtract,
    ("*", 2): np.multiply,
    ("/", 2): np.true_divide,
    ("-", 1): np.negative,
} | {(symbol, 2): compare for symbol, compare in COMPARISONS.items()}
_TRUTHS = set(COMPARISONS.values())


@dataclass(frozen=True, slots=True, eq=False)
class Buffer:
    """An array under the name by which the statements know it."""

    name: str
    array: NDArray[Any]
    constant: float | None = None
    """Its number, where it is one that never changes."""

    @property
    def shape(self) -> Shape:
        return self.array.shape


@cache
def _parsed(text: str) -> Expression:
    return parse_expression(text)


class StatementWriter:
    """Statements in the making, and the arrays they work on."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.namespace: dict[str, Any] = {"copyto": np.copyto, "putmask": np.putmask}
        self._constants: dict[str, Buffer] = {}
        self._free: defaultdict[tuple[Shape, np.dtype[Any]], list[Buffer]] = defaultdict(list)
        self._temporary: list[Buffer] | None = None
        """Working arrays of the statement being written; None outside one."""

    def hold(self, array: NDArray[Any], constant: float | None = None) -> Buffer:
        """An operand for an array that exists."""
        operand = Buffer(f"v{len(self.namespace)}", array, constant)
        self.namespace[operand.name] = array
        return operand

    def constant(self, number: float) -> Buffer:
        """A number as an array without dimensions, which costs a call less to read than a Python float."""
        key = repr(number)  # distinguishes 0.0 from -0.0, and finds NaN again
        if key not in self._constants:
            self._constants[key] = self.hold(np.asarray(number, dtype=np.float64), number)
        return self._constants[key]

    def array(self, shape: Shape) -> Buffer:
        """A new array for something that is to stay."""
        return self.hold(np.zeros(shape))

    def function(self, called: Any) -> str:
        """The name of a function, or of anything else that statements refer to."""
        name = f"f{len(self.namespace)}"
        self.namespace[name] = called
        return name

    @contextmanager
    def working(self) -> Iterator[None]:
        """Arrays that are made inside only to work with are free for others afterwards."""
        assert self._temporary is None
        self._temporary = []
        try:
            yield
        finally:
            for operand in self._temporary:
                self._free[operand.shape, operand.array.dtype].append(operand)
            self._temporary = None

    def temporary(self, shape: Shape, dtype: type = float) -> Buffer:
        """An array to work with inside `working`."""
        assert self._temporary is not None
        waiting = self._free[shape, np.dtype(dtype)]
        operand = waiting.pop() if waiting else self.hold(np.zeros(shape, dtype))
        self._temporary.append(operand)
        return operand

    def copy(self, source: Buffer, into: Buffer) -> None:
        """`into` takes the numbers of `source`, repeated where it is larger."""
        self.lines.append(f"copyto({into.name}, {source.name})")

    def call(self, function: Any, operands: Sequence[Buffer], into: Buffer) -> Buffer:
        """`into` takes what the function returns; without a detour where the function can write there itself."""
        arguments = ", ".join(operand.name for operand in operands)
        name = self.function(function)
        if isinstance(function, np.ufunc) or function is np.dot:
            self.lines.append(f"{name}({arguments}, out={into.name})")
        else:
            self.lines.append(f"copyto({into.name}, {name}({arguments}))")
        return into

    def value(self, operation: Operation, operands: Sequence[Buffer], into: Buffer) -> Buffer:
        """The value of an operation that is element by element; `into`, or an operand that has the same numbers."""
        if isinstance(operation.value, Native):
            return self.call(operation.value.array, operands, into)
        assert isinstance(operation.value, str), f"{operation} is not element by element"
        return self.formula(operation.value, dict(zip(operation.parameters, operands, strict=True)), into)

    def formula(self, text: str, names: Mapping[str, Buffer], into: Buffer | None) -> Buffer:
        """A record's formula; where it is no more than a name or a constant, that operand, and nothing is written."""
        return _Formula(self, into).write(_parsed(text), names)

    def gate(self, text: str, names: Mapping[str, Buffer]) -> Buffer | None:
        """Where a slope `where(condition, 1, 0)` lets everything through; None for any other slope."""
        expression = _parsed(text)
        last = expression[-1]
        if isinstance(last, Call) and last.name == "where" and _numbers(expression[-3:-1]) == [1.0, 0.0]:
            return _Formula(self, None).write(expression[:-3], names)
        return None


def _numbers(parts: Sequence[Part]) -> list[float]:
    return [part.value for part in parts if isinstance(part, NumberLiteral)]


class _Formula:
    """One formula on its way into statements."""

    def __init__(self, writer: StatementWriter, into: Buffer | None) -> None:
        self._writer = writer
        self._into = into
        self._known: dict[tuple[Any, ...], Buffer] = {}
        """What has been computed already, by function and operands."""

    def write(self, expression: Expression, names: Mapping[str, Buffer], *, inner: bool = False) -> Buffer:
        """The operand that holds the expression's value."""
        last = expression[-1]

        def leaf(part: Part) -> Buffer:
            if isinstance(part, NumberLiteral):
                return self._writer.constant(part.value)
            assert isinstance(part, Name), f"{part} in a rule"
            return names[part.name] if part.name in names else self._writer.constant(getattr(math, part.name))

        def combine(part: Part, operands: list[Buffer]) -> Buffer:
            into = self._into if part is last and not inner else None
            if isinstance(part, Call) and part.name == "where":
                return self._where(operands, into)
            if isinstance(part, Apply) and (part.symbol, part.arity) in _FUNCTIONS:
                return self._apply(_FUNCTIONS[part.symbol, part.arity], operands, into)
            if isinstance(part, Apply):
                record = OPERATIONS.infix[part.symbol, part.arity]
            else:
                assert isinstance(part, Call), f"{part} in a rule"
                record = OPERATIONS.spellings[part.name]
            if isinstance(record.value, Native):
                return self._apply(record.value.array, operands, into)
            assert isinstance(record.value, str), f"{record} in a rule"
            # A record's formula may use other records, never itself: this goes as deep as the tables do.
            return self.write(_parsed(record.value), dict(zip(record.parameters, operands, strict=True)), inner=True)

        return fold(expression, leaf, combine)

    def _apply(self, function: Any, operands: list[Buffer], into: Buffer | None) -> Buffer:
        constants = [operand.constant for operand in operands]
        if None not in constants:
            with np.errstate(all="ignore"):
                return self._writer.constant(float(function(*map(np.float64, constants))))
        if function is np.multiply and 1.0 in constants:
            return operands[1 - constants.index(1.0)]
        if function is np.power and constants[1] == 1.0:
            return operands[0]
        if function is np.power and constants[1] == 2.0:
            function, operands = np.square, operands[:1]
        key = (function, *(operand.name for operand in operands))
        if key not in self._known:
            shape = np.broadcast_shapes(*(operand.shape for operand in operands))
            dtype = bool if function in _TRUTHS else float
            out = into if into is not None and into.shape == shape else self._writer.temporary(shape, dtype)
            self._known[key] = self._writer.call(function, operands, out)
        return self._known[key]

    def _where(self, operands: list[Buffer], into: Buffer | None) -> Buffer:
        """A choice element by element: all of one, then the other where the condition says so."""
        condition, chosen, otherwise = operands
        if condition.constant is not None:
            return chosen if condition.constant else otherwise
        shape = np.broadcast_shapes(*(operand.shape for operand in operands))
        writer = self._writer
        out = into if into is not None and into.shape == shape else writer.temporary(shape)
        if (chosen.constant, otherwise.constant) == (1.0, 0.0):
            writer.copy(condition, out)
            return out
        writer.copy(otherwise, out)
        if chosen.constant is not None and condition.shape == shape and out.array.flags.c_contiguous:
            writer.lines.append(f"putmask({out.name}, {condition.name}, {chosen.name})")
        else:
            writer.lines.append(f"copyto({out.name}, {chosen.name}, where={condition.name})")
        return out


def compiled(lines: Sequence[str], namespace: dict[str, Any]) -> Callable[[], None]:
    """The statements as one function. They are ours: see the module's first lines."""
    body = "\n    ".join(lines or ("pass",))
    exec(f"def run():\n    {body}", namespace)  # noqa: S102
    run: Callable[[], None] = namespace["run"]
    return run


def view(made: Callable[[], Any], sources: Sequence[NDArray[Any]]) -> NDArray[Any] | None:
    """What a function makes, where that is only another view of one of its sources: then it follows them by itself."""
    with np.errstate(all="ignore"):
        result = np.asarray(made())
    return result if any(np.may_share_memory(result, source) for source in sources) else None
