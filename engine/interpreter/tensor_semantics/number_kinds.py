"""Which arrays hold whole numbers, as the library whose they are would have them: `np.array([1, 2])`, `a // 2`, `a.astype(int)`.

All numbers are floats here. A library's array of whole numbers cuts off what is put into it behind the point, and stops where a
fraction would have to be kept. So the kind of an array is followed through the graph. It is None where it is not known for sure;
then nothing is cut off and no note is made.
"""

from collections.abc import Container, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import in_place_errors, program_errors
from backpass.engine.interpreter.values import SourceFloat
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import OPERATIONS, Family, Operation
from backpass.engine.problems import ProblemError


class Kind(IntEnum):
    """Of the numbers of an array. What is computed from two kinds is of the later one."""

    TRUTH = 0
    WHOLE = 1
    FLOAT = 2


_LARGEST_WHOLE = 2.0**63
"""Whole numbers of 64 bits end before it."""
_TYPES = {Kind.TRUTH: np.bool_, Kind.WHOLE: np.int64}
"""How numbers that are no floats are held."""
_KEEPS_KIND = frozenset(
    {
        *("add", "subtract", "multiply", "negate", "square", "abs", "maximum", "minimum", "sign", "relu", "clip", "power"),
        *("floor", "ceil", "round", "modulo", "floor_divide", "where", "detach"),
        *("sum", "prod", "amax", "amin", "cumsum", "matmul", "transpose", "outer", "trace"),
        *("reshape", "flatten", "expand_dims", "squeeze", "broadcast_to", "concatenate", "stack", "index", "put_back"),
    }
)
"""Operations whose result is of the kind of their inputs."""
_OF_TRUTHS_TOO = frozenset(
    {"where", "detach", "amax", "amin", "transpose", "reshape", "flatten", "expand_dims", "squeeze", "broadcast_to"}
    | {"concatenate", "stack", "index", "put_back"}
)
"""Those that keep truths."""
REARRANGES = frozenset(
    {"transpose", "reshape", "flatten", "expand_dims", "squeeze", "broadcast_to", "concatenate", "stack", "index", "detach"}
)
"""Those that compute nothing, so that they keep it within the texts of libraries as well."""
_COUNTS_TRUTHS = frozenset({"sum", "cumsum", "prod"})
"""Those that make whole numbers of truths."""

KEEPING = frozenset(
    {
        *("array", "asarray", "tensor", "as_tensor", "copy", "clone", "deepcopy", "from_numpy", "numpy", "detach", "item"),
        *("sum", "prod", "max", "min", "amax", "amin", "cumsum", "abs", "absolute", "clip", "clamp", "maximum", "minimum"),
        *("add", "subtract", "sub", "multiply", "mul", "negative", "neg", "square", "power", "pow", "where", "matmul", "dot"),
        *("divide", "true_divide", "div", "mean", "exp", "log", "sqrt", "sin", "cos", "tanh"),
        *("reshape", "view", "ravel", "flatten", "transpose", "permute", "squeeze", "unsqueeze", "expand_dims", "t", "T"),
        *("concatenate", "cat", "stack", "hstack", "vstack", "column_stack", "row_stack", "dstack", "append", "split"),
        *("array_split", "chunk", "unbind", "roll", "flip", "fliplr", "flipud", "tile", "repeat", "broadcast_to", "expand"),
        *("diag", "diagonal", "outer", "trace", "sort", "floor_divide", "remainder", "mod", "take", "swapaxes", "moveaxis"),
        *(
            "movedim",
            "tril",
            "triu",
            "contiguous",
            "cpu",
            "cuda",
            "to",
            "astype",
            "type",
            "type_as",
            "float",
            "double",
            "long",
            "int",
        ),
        *("index_select", "gather", "repeat_interleave", "meshgrid", "view_as", "reshape_as", "expand_as", "argsort"),
        *("diff", "kron", "inner", "vdot", "tensordot", "einsum", "cross", "convolve", "cumprod", "ptp", "rot90", "pad"),
        *("atleast_1d", "atleast_2d", "atleast_3d", "c_", "r_", "vander", "delete", "narrow", "select", "mv", "mm", "bmm"),
        *("masked_fill", "scatter", "scatter_add", "index_add", "full_like", "set", "get"),
        *("tuple", "list", "next", "sorted", "reversed", "zip", "enumerate", "getattr", "pop", "popleft", "popitem", "choice"),
        "round",
    }
)
"""Functions whose results are of the kind that their operations give. Others may compute with floats all the same."""

WATCHED = frozenset(
    {"power", "floor_divide", "modulo", "reciprocal", "mean", "var", "std", "norm", "softmax", "log_softmax", "matmul"}
)
"""Operations that are something else for whole numbers in some library."""
_NEEDS_FLOATS = frozenset({"mean", "var", "std", "norm", "softmax", "log_softmax"})
"""Those that PyTorch has for floats only."""
_WIDTHS = ("bfloat16", "float16", "float32", "float64")
"""Of two types of floats the later one is that of what is computed from both."""
_DIVIDES = frozenset({"floor_divide", "modulo"})
_NUMPYS = frozenset({"numpy", "autograd"})
_ERRORS = {"torch": "RuntimeError", "numpy": "TypeError", "autograd": "TypeError", "jax": "TypeError"}
"""What a library raises where whole numbers do not do."""


class Change(NamedTuple):
    """How elements of an array get a value."""

    augmented: bool = False
    """Whether by `a[…] += …`, computed already."""
    single: bool = False
    """Whether it is one number."""
    listed: bool = False
    """Whether places are given by lists or truths."""


class NumberKinds:
    """The kinds of the arrays of one run. `evaluator` makes the nodes; `machine` is known once it exists."""

    def __init__(self, evaluator: Any) -> None:
        self._evaluator = evaluator
        self.machine: Any = None
        self.known: dict[Tensor, Kind | None] = {}
        self.narrow: set[Tensor] = set()
        """Those of whole numbers of 32 bits."""
        self.widths: dict[Tensor, str | None] = {}
        """Per array of floats of which a type was asked, or that was asked for one, its type in its library."""
        self.usual_width = "float32"
        """The type of PyTorch's floats of which none is asked."""
        self.tables: list[Any] = [self.known, self.narrow, self.widths]
        """What is noted of tensors here."""

    # Notes

    def note(self, tensor: Tensor, kind: Kind | None) -> None:
        """A tensor is of a kind, whatever it was computed from; None: of one that is not known."""
        self.known[tensor] = kind

    def note_plain(self, tensor: Tensor, number: float) -> None:
        """A number of Python's has become a tensor. A float that was computed may be a whole number in a library."""
        if not isinstance(number, float):
            self.known[tensor] = Kind.WHOLE
        elif isinstance(number, SourceFloat):
            self.known[tensor] = Kind.FLOAT

    def note_result(self, name: str, result: Any) -> None:
        """A function has given a result: of a kind that is not known, unless it is one that keeps the kind."""
        if name.rpartition(".")[2] not in KEEPING:
            for each in result if isinstance(result, list | tuple) else (result,):
                if isinstance(each, Tensor) and each.operation is not None and not _compares(each):
                    self.known.setdefault(each, None)

    def note_as(self, tensor: Tensor, other: Tensor) -> None:
        """A tensor takes the numbers of another."""
        if self._evaluator.whole:
            self.known[tensor] = self.of(other)
        elif (kind := self.surely(other)) is not None:
            self.known[tensor] = kind

    def became(self, leaf: Tensor, other: Tensor) -> None:
        """A leaf takes the place of another."""
        if leaf in self.known:
            self.known[other] = self.known[leaf]
        if leaf in self.narrow:
            self.narrow.add(other)
        if leaf in self.widths:
            self.widths[other] = self.widths[leaf]

    def keep(self, tensors: Sequence[Tensor]) -> None:
        """Tensors are going to lose what they were computed from."""
        if self._evaluator.whole:
            for each in tensors:
                self.known[each] = self.of(each)

    # Kinds

    def of(self, tensor: Tensor) -> Kind | None:
        """The kind of a tensor's numbers, None where it is not known for sure."""
        known = self.known
        waiting = [tensor]
        leaves: dict[Tensor, Kind | None] = {}
        while waiting:
            each = waiting[-1]
            if each in known or each in leaves:
                waiting.pop()
            elif each.operation is None:
                leaves[each] = self._of_leaf(each)
            elif missing := [source for source in _decisive(each) if source not in known and source not in leaves]:
                waiting += missing
            else:
                kinds = [known[source] if source in known else leaves[source] for source in _decisive(each)]
                known[each] = _after(each, kinds)
        return known[tensor] if tensor in known else leaves[tensor]

    def _of_leaf(self, leaf: Tensor) -> Kind | None:
        data = np.asarray(leaf.raw)
        with np.errstate(all="ignore"):
            if not np.equal(np.trunc(data), data).all():
                return Kind.FLOAT
        if self._evaluator.tracking.holds_whole_numbers(leaf):
            return Kind.WHOLE
        if self._evaluator.aliases.library_of(leaf) is not None:
            return None
        written = self.machine.names.is_written_whole(leaf)
        return None if written is None else Kind.WHOLE if written else Kind.FLOAT

    def surely(self, tensor: Tensor) -> Kind | None:
        """The kind as the library would name it (`x.dtype`), None where that is not known."""
        if self._evaluator.whole and self._evaluator.tracking.holds_whole_numbers(tensor):
            return Kind.WHOLE
        followed = self._evaluator.whole or tensor.operation is not None or tensor in self.known
        return self.of(tensor) if followed else None

    def in_type(self, tensor: Tensor, data: Any) -> Any:
        """Numbers of an array as its library would hold them: whole numbers and truths as such, all others as floats."""
        data = np.asarray(data)
        if not np.equal(np.trunc(data), data).all() or not (np.abs(data) < _LARGEST_WHOLE).all():
            return data
        kind = self.surely(tensor)
        return data.astype(_TYPES[kind]) if kind in _TYPES else data

    def promoted(self, tensors: Sequence[Tensor]) -> Kind | None:
        """The kind of an array that is made of several."""
        return _promoted([self.of(each) for each in tensors])

    def is_whole(self, tensor: Tensor) -> bool:
        """Whether an array surely holds whole numbers."""
        return self._evaluator.whole and may_be_whole(tensor) and self.of(tensor) is Kind.WHOLE

    def width_of(self, tensor: Tensor) -> str | None:
        """The type of an array of floats in its library, such as `float32`; None for plain numbers, which take any."""
        known = self.widths
        waiting = [tensor]
        leaves: dict[Tensor, str | None] = {}
        while waiting:
            each = waiting[-1]
            if each in known or each in leaves:
                waiting.pop()
            elif missing := [source for source in each.inputs if source not in known and source not in leaves]:
                waiting += missing
            elif each.operation is None:
                library = self._evaluator.aliases.library_of(each)
                leaves[each] = "float64" if library in _NUMPYS else self.usual_width if library == "torch" else None
            else:
                inputs = [source for source in each.inputs if source.shape] or each.inputs
                widths = [known[source] if source in known else leaves[source] for source in inputs]
                known[each] = max((width for width in widths if width), key=_WIDTHS.index, default=None)
        return known[tensor] if tensor in known else leaves[tensor]

    # Changes

    def check_result(self, held: Tensor, value: Any, part: Part) -> None:
        """`a += value`, computed already: says where a library has no room for the fractions in an array of whole numbers."""
        if not isinstance(value, Tensor) or not self.is_whole(held) or self.of(value) is not Kind.FLOAT:
            return
        library = self._evaluator.aliases.library_of(held)
        if library in _ERRORS:
            self._stops("whole numbers in place", library, _ERRORS[library], part)

    def kept(self, owner: Tensor, value: Tensor, change: Change, part: Part) -> Tensor:
        """What an array keeps of a value that is put into it: of whole numbers none of the digits behind the point.

        Raises ProblemError for what is not finite.
        """
        library = self._evaluator.aliases.library_of(owner)
        if change.augmented and not (change.single and library in _NUMPYS):
            self.check_result(owner, value, part)
            return value
        if library not in _ERRORS or not self.is_whole(owner):
            return value
        kind = self.of(value)
        if kind in (Kind.TRUTH, Kind.WHOLE):
            return value
        data = np.asarray(value.raw)
        if not np.isfinite(data).all():
            raise ProblemError(in_place_errors.not_finite(library, part))
        fractional = bool((np.trunc(data) != data).any())
        if kind is None and not fractional:
            self.machine.read(value)
            return value
        if library == "torch" and change.listed and value.shape:
            self._stops("whole numbers in place", library, "RuntimeError", part)
        elif fractional:
            self.machine.names.differs("whole numbers cut off", library, self._evaluator.place or part.span)
        return self._truncated(value, part)

    def _truncated(self, value: Tensor, part: Part) -> Tensor:
        evaluator = self._evaluator
        zero = evaluator.constant(0.0, part.span)
        below = evaluator.operation(OPERATIONS["less"], [value, zero], part)
        ends = [evaluator.operation(OPERATIONS[name], [value], part) for name in ("ceil", "floor")]
        made: Tensor = evaluator.operation(OPERATIONS["where"], [below, *ends], part)
        self.known[made] = Kind.WHOLE
        return made

    # Operations

    def check(self, record: Operation, arguments: Sequence[Tensor], part: Part) -> None:
        """Says, of an operation in `WATCHED`, where whole numbers are something else in their library. Raises ProblemError."""
        aliases = self._evaluator.aliases
        if self._evaluator.place is not None or len(arguments) != record.arity:
            return
        if not _matters(record.name, arguments, aliases.libraries) or not any(map(may_be_whole, arguments)):
            return
        library = next((found for each in arguments if (found := aliases.library_of(each))), None)
        if library not in _ERRORS:
            return
        kinds = [self.of(each) for each in arguments]
        if record.name == "matmul":
            if library == "torch" and {*kinds} == {Kind.WHOLE, Kind.FLOAT}:
                self._stops("whole numbers and floats", library, "RuntimeError", part)
        elif all(kind is Kind.WHOLE for kind in kinds):
            self._check_whole(record.name, library, arguments, part)

    def _check_whole(self, name: str, library: str, arguments: Sequence[Tensor], part: Part) -> None:
        if name == "reciprocal":
            if library in _NUMPYS:
                raise ProblemError(in_place_errors.of_whole_numbers(library, "np.reciprocal", part))
        elif name in _NEEDS_FLOATS:
            if library == "torch":
                self._stops("whole numbers without floats", library, "RuntimeError", part, operation=name)
        elif name == "power":
            self._check_power(library, arguments, part)
        else:
            self.machine.read(arguments[-1])
            if library != "torch":
                raise ProblemError(in_place_errors.of_whole_numbers(library, "// 0", part))
            self._stops("whole numbers by zero", library, "RuntimeError", part)

    def _check_power(self, library: str, arguments: Sequence[Tensor], part: Part) -> None:
        base, exponent = arguments
        self.machine.read(exponent)
        aliases = self._evaluator.aliases
        if library not in _NUMPYS and aliases.library_of(exponent) is not None:
            raise ProblemError(in_place_errors.of_whole_numbers(library, "**", part))
        if library not in _NUMPYS and aliases.library_of(base) is None:
            raise ProblemError(in_place_errors.of_whole_numbers(library, "**", part))
        self._stops("whole powers", library, "ValueError" if library in _NUMPYS else _ERRORS[library], part)

    def _stops(self, name: str, library: str, kind: str, part: Part, **words: object) -> None:
        """The library stops here: a note, and within a `try` the error. Raises ProblemError there."""
        place = self._evaluator.place or part.span
        if self._evaluator.protected:
            raise ProblemError(program_errors.python_raises(kind, _TEXTS[name], place))
        self.machine.names.differs(name, library, place, **words)


_TEXTS = {
    "whole numbers in place": "whole numbers cannot hold the result",
    "whole numbers and floats": "expected both to have the same dtype",
    "whole numbers without floats": "whole numbers are not enough here",
    "whole numbers by zero": "ZeroDivisionError",
    "whole powers": "Integers to negative integer powers are not allowed.",
}
"""What the errors say."""


def may_be_whole(tensor: Tensor) -> bool:
    """Whether the first of its numbers is whole: seen at once, where `NumberKinds.of` follows the graph."""
    raw = tensor.raw
    return raw.is_integer() if type(raw) is float else not raw.size or float(raw.item(0)).is_integer()  # type: ignore[union-attr]


def _matters(name: str, arguments: Sequence[Tensor], libraries: Container[str]) -> bool:
    """Whether an operation in `WATCHED` is something else for whole numbers in one of the libraries, with such numbers in its
    last argument: what costs little is asked first, since every matrix product of a training loop comes here.
    """
    if name == "power":
        return bool(np.any(np.less(arguments[-1].raw, 0)))
    if name in _DIVIDES:
        return not np.all(arguments[-1].raw)
    return "torch" in libraries if name != "reciprocal" else "numpy" in libraries or "autograd" in libraries


def _decisive(tensor: Tensor) -> Sequence[Tensor]:
    """The inputs that decide of which kind a result is."""
    assert tensor.operation is not None
    name = tensor.operation.name
    if name not in _KEEPS_KIND or OPERATIONS.get(name) is not tensor.operation:
        return ()
    return tensor.inputs[1:] if name == "where" else tensor.inputs


def _after(result: Tensor, kinds: Sequence[Kind | None]) -> Kind | None:
    """The kind of a result, by those of the inputs that decide it."""
    operation = result.operation
    assert operation is not None
    name = operation.name
    if OPERATIONS.get(name) is not operation:
        return None
    if _compares(result):
        return Kind.TRUTH
    if name not in _KEEPS_KIND:
        return Kind.FLOAT
    found = _promoted(kinds)
    if found is Kind.TRUTH and name not in _OF_TRUTHS_TOO:
        return Kind.WHOLE if name in _COUNTS_TRUTHS else None
    return found


def _compares(tensor: Tensor) -> bool:
    operation = tensor.operation
    return operation is not None and operation.family is Family.COMPARISON and operation.notation.infix is not None


def _promoted(kinds: Sequence[Kind | None]) -> Kind | None:
    if Kind.FLOAT in kinds:
        return Kind.FLOAT
    return None if None in kinds or not kinds else max(kind for kind in kinds if kind is not None)
