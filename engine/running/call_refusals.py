"""What can be wrong with calls and with what functions are given, in words; see `refusals`."""

from collections.abc import Iterable, Sequence

from engine.language.tree import Call, Part
from engine.operations import OPERATIONS, Operation
from engine.problems import Code, Problem, Span
from engine.running.refusals import meant
from engine.running.values import Function
from engine.tensor import Tensor


def unknown_function(part: Call, defined: Iterable[str] = ()) -> Problem:
    kind = Code.ATTRIBUTE_REFUSED if part.name.startswith("_") else Code.UNKNOWN_FUNCTION
    otherwise = "Operations are called by their names, as in `tanh(x)`; for a product write `*`."
    hint = meant(part.name, {*OPERATIONS.spellings, *defined}, otherwise)
    return Problem(kind, f"`{part.name}` is not a function here.", hint, part.head)


def function_as_value(name: str, span: Span) -> Problem:
    record = OPERATIONS.spellings.get(name)
    return Problem(
        Code.UNKNOWN_NAME,
        f"`{name}` is a function and has no value of its own.",
        f"Call it: `{record.signature}`." if record else f"Call it: `{name}(2.0)`.",
        span,
    )


def one_number(name: str, part: Part) -> Problem:
    return Problem(Code.ARGUMENT_COUNT, f"`{name}` takes one number.", f"Write it as `{name}(2.0)`.", part.span)


def needs_a_list(record: Operation, span: Span) -> Problem:
    message = f"`{record.name}` takes a list of tensors."
    return Problem(Code.ARGUMENT_COUNT, message, f"Write it as `{record.name}([a, b])`.", span)


def unknown_option(record: Operation, name: str, span: Span) -> Problem:
    """An argument by keyword that the operation does not have; with no name, one that it lacks."""
    known = ", ".join(f"{option}=…" for option in record.options)
    called = record.notation.call or record.name
    return Problem(
        Code.ARGUMENT_COUNT,
        f"`{called}` takes no argument called `{name}`." if name else f"`{called}` needs to be told {known}.",
        f"It can be told: {known}." if known and name else f"Write it as `{record.signature}`.",
        span,
    )


def seed_as_argument(part: Part) -> Problem:
    message = "`backward` takes no arguments here."
    return Problem(Code.ARGUMENT_COUNT, message, "Give the seed as `upstream` in the request.", part.span)


def not_callable(kind: str, part: Part) -> Problem:
    return Problem(Code.UNKNOWN_FUNCTION, f"This is {kind}, so it cannot be called.", "For a product write `*`.", part.span)


def parameter_missing(function: Function, name: str, part: Part) -> Problem:
    return Problem(
        Code.ARGUMENT_COUNT, f"`{function.name}` needs a value for `{name}`.", f"Write it as `{_signature(function)}`.", part.span
    )


def too_many_arguments(function: Function, given: int, keywords: Sequence[str], part: Part) -> Problem:
    message = (
        f"`{function.name}` has no parameter called `{keywords[0]}`."
        if keywords
        else f"`{function.name}` takes {len(function.parameters)} values, but {given} are given."
    )
    return Problem(Code.ARGUMENT_COUNT, message, f"Write it as `{_signature(function)}`.", part.span)


def _signature(function: Function) -> str:
    return f"{function.name}({', '.join('*' * each.several + each.name for each in function.parameters)})"


def no_constructor(name: str, part: Part) -> Problem:
    message = f"The class `{name}` has no `__init__`, so it takes no values."
    return Problem(Code.ARGUMENT_COUNT, message, f"Write `{name}()`, or define `__init__`.", part.span)


def builtin_arguments(name: str, least: int, most: int | None, given: int, part: Part) -> Problem:
    wanted = f"{least}" if least == most else f"at least {least}" if most is None else f"{least} to {most}"
    message = f"`{name}` takes {wanted} values, but {given} {'is' if given == 1 else 'are'} given."
    return Problem(Code.ARGUMENT_COUNT, message, "Give it as many as it takes.", part.span)


def super_outside(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, "`super()` belongs into a method of a class.", "Call the class by its name.", part.span)


def no_context(kind: str, span: Span) -> Problem:
    message = f"`with` cannot enter {kind}."
    return Problem(Code.UNSUPPORTED, message, "It enters `torch.no_grad()` and `tf.GradientTape()`.", span)


def read_as_product(part: Call) -> Problem:
    return Problem(
        Code.READING,
        f"`{part.name}` is a value, not a function, so `{part.name}(…)` is read as a product.",
        f"Write `{part.name} * (…)` to say so.",
        part.head,
    )


def gradient_of_several(output: Tensor, part: Part) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        f"A gradient is taken of one number, and the function gives a tensor of the shape {output.shape}.",
        "Let the function return a sum or a mean, or ask for the Jacobian.",
        part.span,
    )
