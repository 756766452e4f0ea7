"""The records' formulas, compiled once: from text to functions of floats, functions of arrays, and templates to show.

Because the number, the slope and what is shown all come from the same text, they cannot disagree. The texts are ours
(the tables in
`engine.operations`); what users type never comes here and is never compiled.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backpass.engine.language import parse_expression
from backpass.engine.language.printer import LATEX, PLAIN, template, value_template
from backpass.engine.language.syntax_tree import Apply, Call, Expression, Leaf, Name, NumberLiteral, Part, fold
from backpass.engine.operations import OPERATIONS, Data, Native, Operation

_WORD = re.compile(r"\b[a-z]\w*\b")
_CONSTANTS = {"pi": np.pi, "inf": np.inf, "nan": np.nan}
FLOAT_ERRORS = (ArithmeticError, ValueError)
"""What Python's float functions raise where IEEE arithmetic answers infinity or NaN."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """An operation's functions.

    `scalar(*floats)` returns the value and the tuple of local derivatives in one call and never raises.
    `value(*arrays)` and `slopes[slot](*arrays, out)` work element by element with NumPy's broadcasting; run them under
    `np.errstate(all="ignore")`, since non-finite results are answers here.
    """

    scalar: Callable[..., tuple[float, tuple[float, ...]]]
    value: Callable[..., Any]
    slopes: tuple[Callable[..., Any], ...]


@dataclass(frozen=True, slots=True)
class Scalar:
    """The Python source of an operation on floats, over its parameters: of its value, and of its slopes with `out`
    for the value.
    """

    value: str
    slopes: tuple[str, ...]
    names: Mapping[str, Any]
    """What the source refers to."""


def _leaf_source(part: Leaf, names: Mapping[str, str]) -> str:
    if isinstance(part, NumberLiteral):
        return repr(part.value)
    assert isinstance(part, Name), f"{part} in a rule"
    return names[part.name]


def _where(arguments: list[str], arrays: bool) -> str:
    condition, chosen, otherwise = arguments
    return f"_where({condition}, {chosen}, {otherwise})" if arrays else f"({chosen} if {condition} else {otherwise})"


def _source(expression: Expression, names: Mapping[str, str], *, arrays: bool) -> str:
    """Python source of an expression; `names` maps each of its names to source text."""

    def combine(part: Part, arguments: list[str]) -> str:
        if isinstance(part, Call) and part.name == "where":
            return _where(arguments, arrays)
        if isinstance(part, Apply) and part.symbol != "**":
            return f"({part.symbol}{arguments[0]})" if part.arity == 1 else f"({arguments[0]} {part.symbol} {arguments[1]})"
        record = OPERATIONS["power"] if isinstance(part, Apply) else OPERATIONS.spellings[part.name]  # type: ignore[union-attr]
        if isinstance(record.value, Native):
            return f"_{record.name}({', '.join(arguments)})"
        assert isinstance(record.value, str), f"{record} in a rule"
        return _source(
            parse_expression(record.value), {**_NAMES, **dict(zip(record.parameters, arguments, strict=True))}, arrays=arrays
        )

    return fold(expression, lambda part: _leaf_source(part, names), combine)


_NAMES = {name: f"_{name}" for name in _CONSTANTS}


@cache
def _namespace(*, arrays: bool) -> Mapping[str, Any]:
    """What sources refer to: the native functions by their operation's name, and the constants."""
    natives = {f"_{record.name}": record.value for record in OPERATIONS.values() if isinstance(record.value, Native)}
    functions: dict[str, Any] = {name: native.array if arrays else native.scalar for name, native in natives.items()}
    return functions | {f"_{name}": value for name, value in _CONSTANTS.items()} | {"_where": np.where}


def _value_source(operation: Operation, *, arrays: bool) -> str:
    names = _NAMES | {name: name for name in operation.parameters}
    if isinstance(operation.value, Native):
        return f"_{operation.name}({', '.join(operation.parameters)})"
    assert isinstance(operation.value, str), f"{operation} is not element by element"
    return _source(parse_expression(operation.value), names, arrays=arrays)


def _slope_sources(operation: Operation, *, arrays: bool) -> list[str]:
    names = _NAMES | {name: name for name in (*operation.parameters, "out")}
    return [_source(parse_expression(rule.text), names, arrays=arrays) for rule in operation.rules]


@cache
def scalar_source(operation: Operation) -> Scalar:
    """The operation on floats as Python source, to be written into a larger function."""
    slopes = tuple(_slope_sources(operation, arrays=False))
    return Scalar(
        _value_source(operation, arrays=False), slopes, {**_namespace(arrays=False), "_beyond": beyond_floats(operation)}
    )


def with_names(source: str, names: Mapping[str, str]) -> str:
    """The source of a `Scalar`, or of a `scalar_condition`, with other names for the operation's parameters and for `out`."""
    return _WORD.sub(lambda found: names.get(found[0], found[0]), source)


@cache
def scalar_condition(condition: str, operation: Operation) -> str:
    """A condition over the operation's parameters (its domain, its kink) as Python source, on floats."""
    names = _NAMES | {name: name for name in operation.parameters}
    return _source(parse_expression(condition), names, arrays=False)


@cache
def beyond_floats(operation: Operation) -> Callable[..., tuple[float, tuple[float, ...]]]:
    """The operation on floats where Python's own functions raise: the same formulas in IEEE arithmetic.

    They are compiled when first needed, since every operation has this function as soon as `engine` is imported.
    """

    def evaluate(*inputs: float) -> tuple[float, tuple[float, ...]]:
        value, slopes = _array_functions(operation)
        exact = [np.float64(number) for number in inputs]
        with np.errstate(all="ignore"):
            out = np.float64(value(*exact))
            return float(out), tuple(float(slope(*exact, out)) for slope in slopes)

    return evaluate


@cache
def _array_functions(operation: Operation) -> tuple[Callable[..., Any], tuple[Callable[..., Any], ...]]:
    value = _array_function(operation.parameters, _value_source(operation, arrays=True))
    names = (*operation.parameters, "out")
    return value, tuple(_array_function(names, source) for source in _slope_sources(operation, arrays=True))


def _array_function(parameters: Sequence[str], source: str) -> Callable[..., Any]:
    """A function of arrays, of floats, or of both.

    Python's floats become NumPy's first: divided by 0, they raise where IEEE 754 has an answer.
    """
    exact = (f"    if type({name}) is float: {name} = _float64({name})\n" for name in parameters if name in _WORD.findall(source))
    namespace = {**_namespace(arrays=True), "_float64": np.float64}
    exec(f"def computed({', '.join(parameters)}):\n{''.join(exact)}    return {source}\n", namespace)  # noqa: S102
    computed: Callable[..., Any] = namespace["computed"]
    return computed


def _compile(source: str, namespace: Mapping[str, Any]) -> Callable[..., Any]:
    """Python code from our own tables to a function."""
    function: Callable[..., Any] = eval(source, dict(namespace))  # noqa: S307
    return function


@cache
def kernel(operation: Operation) -> Kernel:
    """The compiled functions of an operation."""
    scalar = scalar_source(operation)
    parameters = ", ".join(operation.parameters)
    source = (
        f"def {operation.name}({parameters}):\n"
        f"    try:\n"
        f"        out = {scalar.value}\n"
        f"        return out, ({', '.join(scalar.slopes)},)\n"
        f"    except _errors:\n"
        f"        return _beyond({parameters})\n"
    )
    namespace: dict[str, Any] = {**scalar.names, "_errors": FLOAT_ERRORS}
    exec(source, namespace)  # noqa: S102
    value, slopes = _array_functions(operation)
    return Kernel(namespace[operation.name], value, slopes)


@dataclass(frozen=True, slots=True)
class Formulas:
    """What an operation's value and derivatives look like, as templates (see `engine.language.printer`)."""

    latex: str
    plain: str
    rules: tuple[tuple[str, str], ...]
    """Per slot: LaTeX, plain."""


@cache
def formulas(operation: Operation) -> Formulas:
    """The templates of an operation, printed from the same texts that are computed."""
    rules = (parse_expression(rule.display_text or rule.text) for rule in operation.rules)
    return Formulas(
        value_template(operation, LATEX),
        value_template(operation, PLAIN),
        tuple((template(rule, LATEX), template(rule, PLAIN)) for rule in rules),
    )


def holds(condition: str, operation: Operation, inputs: Sequence[Data]) -> NDArray[np.bool_]:
    """Where a condition over the operation's parameters (its domain, its kink) is true, element by element of the inputs."""
    if set(map(type, inputs)) == {float}:
        with suppress(*FLOAT_ERRORS):
            return np.asarray(_float_condition(condition, operation)(*inputs))
    with np.errstate(all="ignore"):
        return np.asarray(_condition(condition, operation)(*inputs))


@cache
def _float_condition(condition: str, operation: Operation) -> Callable[..., bool]:
    source = scalar_condition(condition, operation)
    return _compile(f"lambda {', '.join(operation.parameters)}: {source}", _namespace(arrays=False))


@cache
def _condition(condition: str, operation: Operation) -> Callable[..., Any]:
    names = _NAMES | {name: name for name in operation.parameters}
    return _array_function(operation.parameters, _source(parse_expression(condition), names, arrays=True))
