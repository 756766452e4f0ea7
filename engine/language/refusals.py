"""The problems that running a program can meet, in words: what is wrong, why it matters here, what to write instead.

Sentences only; when one of them is due is decided by `engine.language.evaluation` and `engine.language.interpreter`.
"""

from collections.abc import Iterable

from engine.language.dialects import MODULES
from engine.language.tree import Apply, Attribute, Call, Import, Part
from engine.language.values import Item, Module
from engine.operations import OPERATIONS, Operation
from engine.problems import Code, Problem, Span, nearest


def _meant(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint: the known name that was probably meant, else another sentence."""
    close = nearest(name, known)
    return f"Did you mean `{close}`?" if close else otherwise


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def assumed_input(name: str, span: Span, known: Iterable[str]) -> Problem:
    """A name that was given no value; one of a single letter is hardly a typing error."""
    near = (other for other in known if len(other) > 1) if len(name) > 1 else ()
    return Problem(
        Code.ASSUMED_INPUT,
        f"`{name}` has no value, so it is taken as an input with the value 1.",
        _meant(name, near, f"Write `{name} = 2.0` above, or move its slider."),
        span,
    )


def run_together(name: str, span: Span, known: Iterable[str]) -> Problem | None:
    """A name that is made of names the program knows, such as `xy` beside x and y, or `sinx`; None for any other."""
    names = set(known) - {name}
    for length in range(len(name) - 1, 0, -1):
        first, rest = name[:length], name[length:]
        if first in OPERATIONS.spellings and len(first) > 1 and (rest in names or len(rest) == 1):
            meant = f"{first}({rest})"
        elif first in names and rest in names:
            meant = f"{first}*{rest}"
        else:
            continue
        return Problem(
            Code.READING, f"`{name}` is read as one name, not as `{meant}`.", f"If you mean that, write `{meant}`.", span
        )
    return None


def not_an_input(name: str, span: Span | None) -> Problem:
    return Problem(
        Code.NOT_AN_INPUT,
        f"A value is given for `{name}`, but the program computes `{name}` itself.",
        "Give values only for names that are assigned a number, or for names that are not assigned at all.",
        span,
    )


def unknown_input(name: str, inputs: Iterable[str]) -> Problem:
    known = list(inputs)
    return Problem(
        Code.UNKNOWN_INPUT,
        f"A value is given for `{name}`, which the program does not use.",
        _meant(name, known, f"Its inputs are: {_listed(known)}."),
    )


def unknown_output(name: str, names: Iterable[str]) -> Problem:
    known = list(names)
    return Problem(
        Code.UNKNOWN_OUTPUT,
        f"The output `{name}` is not a name of the program.",
        _meant(name, known, f"Its names are: {_listed(known)}."),
    )


def empty_program(text: str) -> Problem:
    return Problem(
        Code.EMPTY_PROGRAM,
        "There is no expression yet, so there is nothing to differentiate.",
        "Write one, for example `x**2 + 3*x`.",
        (0, len(text)),
    )


def function_as_value(name: str, span: Span) -> Problem:
    record = OPERATIONS.spellings.get(name)
    return Problem(
        Code.UNKNOWN_NAME,
        f"`{name}` is a function and has no value of its own.",
        f"Call it: `{record.signature}`." if record else f"Call it: `{name}(2.0)`.",
        span,
    )


def not_a_number(item: Item, part: Part) -> Problem:
    """Something that stands where an operation needs a number."""
    if isinstance(item, Module):
        hint = f"Write one of its functions, as in `{item.name}.exp(x)`."
        return Problem(Code.UNKNOWN_NAME, f"`{item.name}` is a module, not a value.", hint, part.span)
    if isinstance(item, str):
        message = f"{item[:40]} is a text, but a number is needed here."
        return Problem(Code.STRING_NOT_ALLOWED, message, "Remove the quotes.", part.span)
    shown = "Several values in parentheses are" if isinstance(item, tuple) else f"`{item}` is"
    message = f"{shown} not a number, which is needed here."
    return Problem(Code.UNSUPPORTED, message, "A tensor is written in square brackets.", part.span)


def comparison(part: Apply) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{part.symbol}` compares two values; the answer is true or false and has no derivative.",
        "To store a value write `=`; functions with a corner are written with `relu`, `abs`, `min` and `max`.",
        part.head,
    )


def read_as_product(part: Call) -> Problem:
    return Problem(
        Code.READING,
        f"`{part.name}` is a value, not a function, so `{part.name}(…)` is read as a product.",
        f"Write `{part.name} * (…)` to say so.",
        part.head,
    )


def unknown_function(part: Call) -> Problem:
    kind = Code.ATTRIBUTE_REFUSED if part.name.startswith("_") else Code.UNKNOWN_FUNCTION
    otherwise = "Operations are called by their names, as in `tanh(x)`; for a product write `*`."
    return Problem(kind, f"`{part.name}` is not a function here.", _meant(part.name, OPERATIONS.spellings, otherwise), part.head)


def attribute(part: Attribute) -> Problem:
    close = nearest(part.name, OPERATIONS.spellings) if not part.name.startswith("_") else None
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        f"Values have no attribute `{part.name}` here; their only methods are the operations.",
        f"Did you mean `.{close}()`?" if close else "Write an operation, as in `x.tanh()`, or leave it out.",
        part.head,
    )


def attribute_set(name: str, span: Span) -> Problem:
    message = f"`.{name}` cannot be set; values keep the graph that made them."
    return Problem(Code.ATTRIBUTE_REFUSED, message, "Assign to a new name instead.", span)


def one_number(part: Call) -> Problem:
    return Problem(Code.ARGUMENT_COUNT, f"`{part.name}` takes one number.", f"Write it as `{part.name}(2.0)`.", part.span)


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


def step_of_zero(span: Span) -> Problem:
    return Problem(Code.INVALID_AXIS, "A slice cannot go in steps of 0.", "Write a step of 1 or more, or a negative one.", span)


def seed_as_argument(part: Call) -> Problem:
    message = "`backward` takes no arguments here."
    return Problem(Code.ARGUMENT_COUNT, message, "Give the seed as `upstream` in the request.", part.span)


def ignored(what: str, span: Span) -> Problem:
    return Problem(Code.IGNORED, f"{what} does nothing here: values and gradients are on the graph.", None, span)


def import_refused(statement: Import, *, module_known: bool) -> Problem:
    what = f"`{statement.name}` from `{statement.module}`" if module_known else f"The module `{statement.module}`"
    return Problem(
        Code.IMPORT_REFUSED,
        f"{what} cannot be imported: nothing is loaded here, only the spellings of some modules are understood.",
        f"Leave the import out; operations such as tanh or exp are always there. Understood are: {_listed(MODULES)}.",
        statement.span,
    )
