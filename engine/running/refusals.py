"""The problems that running a program can meet, in words: what is wrong, why it matters here, what to write instead.

Sentences only; when one of them is due is decided by `engine.running.evaluation` and `engine.running.interpreter`.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from engine.language.program import Import
from engine.language.tree import Attribute, Call, Part, Subscript
from engine.operations import OPERATIONS, Operation
from engine.problems import Code, Problem, Span, nearest
from engine.running.dialects import MODULES
from engine.running.values import Function, Item, Module, kind_of
from engine.tensor import Tensor

_MOST_SUGGESTED = 1_000
"""Names that are compared with a mistyped one."""


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
        message = f"'{item[:40]}' is a text, but a number is needed here."
        return Problem(Code.STRING_NOT_ALLOWED, message, "Remove the quotes.", part.span)
    message = f"A number is needed here, and this is {kind_of(item)}."
    if isinstance(item, tuple) and len(item) == 1:
        hint = "A comma at the end, as in `x = 3,`, makes a tuple of one value: remove that comma."
    elif isinstance(item, tuple):
        hint = "A tensor is written in square brackets."
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


def read_as_product(part: Call) -> Problem:
    return Problem(
        Code.READING,
        f"`{part.name}` is a value, not a function, so `{part.name}(…)` is read as a product.",
        f"Write `{part.name} * (…)` to say so.",
        part.head,
    )


def unknown_function(part: Call, defined: Iterable[str] = ()) -> Problem:
    kind = Code.ATTRIBUTE_REFUSED if part.name.startswith("_") else Code.UNKNOWN_FUNCTION
    otherwise = "Operations are called by their names, as in `tanh(x)`; for a product write `*`."
    hint = _meant(part.name, {*OPERATIONS.spellings, *defined}, otherwise)
    return Problem(kind, f"`{part.name}` is not a function here.", hint, part.head)


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


def not_indices(part: Part) -> Problem:
    message = "A list of indices holds whole numbers, or one truth for each element."
    return Problem(Code.INVALID_AXIS, message, "Write `x[[0, 2]]`, or `x[x > 0]` for a choice.", part.span)


def invalid_einsum(message: str, part: Part) -> Problem:
    return Problem(Code.SHAPE_MISMATCH, message, 'Write one letter for each axis, as in `einsum("ij,jk->ik", a, b)`.', part.span)


def several_places(part: Part) -> Problem:
    message = "A list has one axis, so one index says where; a list within it has its own."
    return Problem(Code.INVALID_AXIS, message, "Write `a[0][1] = …`.", part.span)


def step_of_zero(span: Span) -> Problem:
    return Problem(Code.INVALID_AXIS, "A slice cannot go in steps of 0.", "Write a step of 1 or more, or a negative one.", span)


def seed_as_argument(part: Part) -> Problem:
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


def ignored_import(statement: Import) -> Problem:
    message = f"`{statement.module}` draws, measures or annotates; its functions do nothing here."
    return Problem(Code.IGNORED, message, None, statement.span)


def ignored_definition(name: str, span: Span) -> Problem:
    return Problem(Code.IGNORED, f"`{name}` is here already, so this definition of it is passed over.", None, span)


# Elements and members


def index_out_of_range(index: object, length: int, part: Part) -> Problem:
    return Problem(
        Code.INVALID_AXIS,
        f"The index {index} does not exist: there are {length} elements.",
        f"Indices go from 0 to {length - 1}; -1 is the last." if length else "Put something in first.",
        part.span,
    )


def slice_of_other_length(chosen: int, given: int, part: Part) -> Problem:
    message = f"The slice has {chosen} elements, and {given} are given for them."
    return Problem(Code.SHAPE_MISMATCH, message, "Give as many as it has, or write a slice without a step.", part.span)


def no_such_key(key: Any, owner: dict[Any, Item], part: Subscript) -> Problem:
    known = [f"{each!s:.40}" for each in islice(owner, _MOST_SUGGESTED)]
    message = f"The dictionary has no key {key!r:.60}."
    return Problem(Code.INVALID_AXIS, message, _meant(str(key), known, f"Its keys are: {_listed(known[:20])}."), part.span)


def not_a_key(item: Item, part: Part) -> Problem:
    message = f"The key of a dictionary must be a text or a number, and this is {kind_of(item)}."
    return Problem(Code.UNSUPPORTED, message, "Write the key in quotes.", part.span)


def items_fixed(owner: Item, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        f"No element of {kind_of(owner)} can be replaced: a graph keeps every value it was built from.",
        "Use a list, or make a new value with `where`, `stack` or `concatenate`.",
        part.span,
    )


def not_iterable(item: Item, part: Part) -> Problem:
    message = f"A loop cannot go through {kind_of(item)}."
    hint = "A single number has no parts; for a number of repetitions write `range(n)`."
    return Problem(Code.UNSUPPORTED, message, hint, part.span)


def no_length(kind: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED, f"{kind.capitalize()} has no length.", "Lists, texts and tensors with axes have one.", part.span
    )


def not_comparable(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, "These values have no order.", "Sort numbers, or give a `key` that is one.", part.span)


def unpacking(names: int, values: int, span: Span) -> Problem:
    return Problem(
        Code.SYNTAX,
        f"{names} names cannot take {'more' if values > names else values} values.",
        "Write one name for each value.",
        span,
    )


def no_member(owner: Item, name: str, part: Part) -> Problem:
    known: Sequence[str] = ()
    if isinstance(owner, Module):
        message = f"`{owner.name}` has no `{name}` here."
        known = list(OPERATIONS.spellings)
    else:
        message = f"There is no `{name}` in {kind_of(owner)}."
        members = getattr(owner, "members", {})
        known = [*members, *getattr(getattr(owner, "kind", None), "members", ())]
    otherwise = f"There are: {_listed(known[:12])}." if known and len(known) < 40 else "Look at its spelling."
    return Problem(Code.ATTRIBUTE_REFUSED, message, _meant(name, known, otherwise), part.span)


def no_members(kind: str, part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, f"{kind.capitalize()} has no members.", "Objects of the program's classes have.", part.span)


def truth_of_several(span: Span) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        "A tensor with several elements is neither true nor false.",
        "Choose element by element with `where(condition, a, b)`, or ask of one element.",
        span,
    )


# Calls


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


# Running


def no_context(kind: str, span: Span) -> Problem:
    message = f"`with` cannot enter {kind}."
    return Problem(Code.UNSUPPORTED, message, "It enters `torch.no_grad()` and `tf.GradientTape()`.", span)


def assertion(span: Span) -> Problem:
    return Problem(Code.ASSERTION, "What is asserted here is not true.", "Look at the values, or remove the line.", span)


def invalid_format(written: str, span: Span) -> Problem:
    message = f"`{written[:40]}` does not fit the value, or is no format that is read here."
    return Problem(Code.INVALID_FORMAT, message, "Write `.4f` for four digits behind the point.", span)


def data_of_result(span: Span) -> Problem:
    return Problem(
        Code.ATTRIBUTE_REFUSED,
        "This value was computed, so its number cannot be set: it would contradict what it was computed from.",
        "Set the data of an input.",
        span,
    )


def data_of_other_shape(given: object, shape: object, span: Span) -> Problem:
    message = f"The new data have the shape {given}, the value has {shape}."
    return Problem(Code.SHAPE_MISMATCH, message, "Give data of the same shape.", span)


def gradient_of_several(output: Tensor, part: Part) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        f"A gradient is taken of one number, and the function gives a tensor of the shape {output.shape}.",
        "Let the function return a sum or a mean, or ask for the Jacobian.",
        part.span,
    )
