"""The problems that running a program can meet, in words: what is wrong, why it matters here, what to write instead.

Sentences only; when one of them is due is decided by `engine.running.evaluation` and `engine.running.interpreter`.
"""

from collections.abc import Collection, Iterable
from string import digits

from engine.language.program import Import
from engine.language.tree import Part
from engine.operations import OPERATIONS
from engine.problems import Code, Problem, Span, nearest
from engine.running.dialects import MODULES
from engine.running.values import Item, Module, kind_of

_WITHOUT_DIGITS = str.maketrans("", "", digits)
_MOST_COMPARED = 200
"""Names among which a typing error is looked for: comparing thousands with one another takes longer than all the rest."""


def meant(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint: the known name that was probably meant, else another sentence."""
    close = nearest(name, known)
    return f"Did you mean `{close}`?" if close else otherwise


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def assumed_input(name: str, span: Span, known: Collection[str]) -> Problem:
    """A name that was given no value."""
    return Problem(
        Code.ASSUMED_INPUT,
        f"`{name}` has no value, so it is taken as an input with the value 1.",
        meant(name, _mistyped(name, known), f"Write `{name} = 2.0` above, or move its slider."),
        span,
    )


def _mistyped(name: str, known: Collection[str]) -> list[str]:
    """The names that `name` may be a typing error for. A single letter hardly is one, nor another number, as in `x1` and `x2`."""
    if len(name) == 1 or len(known) > _MOST_COMPARED:
        return []
    letters = name.translate(_WITHOUT_DIGITS)
    return [other for other in known if len(other) > 1 and other.translate(_WITHOUT_DIGITS) != letters]


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
        meant(name, known, f"Its inputs are: {listed(known)}."),
    )


def unknown_output(name: str, names: Iterable[str]) -> Problem:
    known = list(names)
    return Problem(
        Code.UNKNOWN_OUTPUT,
        f"The output `{name}` is not a name of the program.",
        meant(name, known, f"Its names are: {listed(known)}."),
    )


def empty_program(text: str, functions: Iterable[str] = ()) -> Problem:
    """Nothing to differentiate; with functions that are defined and not called, that is what is missing."""
    name = next(iter(functions), None)
    return Problem(
        Code.EMPTY_PROGRAM,
        "There is no expression yet, so there is nothing to differentiate."
        if name is None
        else f"`{name}` is defined and never called, so there is nothing to differentiate.",
        "Write one, for example `x**2 + 3*x`." if name is None else f"Call it in the last line: `{name}(2.0)`.",
        (0, len(text)),
    )


def no_graph(text: str, span: Span) -> Problem:
    return Problem(
        Code.EMPTY_PROGRAM,
        f"The result {text[:60]} depends on no input, so there is nothing to differentiate.",
        "Let the last line compute with an input, for example a name that is assigned a number.",
        span,
    )


def not_a_number(item: Item, part: Part) -> Problem:
    """Something that stands where an operation needs a number."""
    if isinstance(item, Module):
        hint = f"Write one of its functions, as in `{item.name}.exp(x)`."
        return Problem(Code.UNKNOWN_NAME, f"`{item.name}` is a module, not a value.", hint, part.span)
    if isinstance(item, str):
        message = f"'{item[:40]}' is a text, but a number is needed here."
        return Problem(Code.STRING_NOT_ALLOWED, message, "Remove the quotes.", part.span)
    message = f"A number is needed here, and this is {kind_of(item)}."
    if isinstance(item, tuple) and len(item) == 1:
        hint = "A comma at the end, as in `x = 3,`, makes a tuple of one value: remove that comma."
    elif isinstance(item, tuple):
        hint = "A number has a point, as in `2.5`, where some write a comma. A tensor is written in square brackets: `[2, 5]`."
    elif item is None:
        hint = "A function without `return` gives nothing; let it return its value."
    else:
        hint = "Write a number, a name or an expression; call a function to get its value."
    return Problem(Code.UNSUPPORTED, message, hint, part.span)


def no_operator(symbol: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"`{symbol}` is no operation on these values.",
        "Numbers and tensors have `+ - * / ** @ // %` and comparisons.",
        part.span,
    )


def empty_list(span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED, "There is nothing in it to compute with.", "Give it at least one element, as in `[1.0, 2.0]`.", span
    )


def ignored(what: str, span: Span) -> Problem:
    return Problem(Code.IGNORED, f"{what} does nothing here: values and gradients are on the graph.", None, span)


def import_refused(statement: Import, *, module_known: bool) -> Problem:
    what = f"`{statement.name}` from `{statement.module}`" if module_known else f"The module `{statement.module}`"
    return Problem(
        Code.IMPORT_REFUSED,
        f"{what} cannot be imported: nothing is loaded here, only the spellings of some modules are understood.",
        f"Leave the import out; operations such as tanh or exp are always there. Understood are: {listed(MODULES)}.",
        statement.span,
    )


def ignored_import(statement: Import) -> Problem:
    message = f"`{statement.module}` draws, measures or annotates; its functions do nothing here."
    return Problem(Code.IGNORED, message, None, statement.span)


def ignored_definition(name: str, span: Span) -> Problem:
    return Problem(Code.IGNORED, f"`{name}` is here already, so this definition of it is passed over.", None, span)


def assertion(span: Span) -> Problem:
    return Problem(Code.ASSERTION, "What is asserted here is not true.", "Look at the values, or remove the line.", span)


def invalid_format(written: str, span: Span) -> Problem:
    message = f"`{written[:40]}` does not fit the value, or is no format that is read here."
    return Problem(Code.INVALID_FORMAT, message, "Write `.4f` for four digits behind the point.", span)
