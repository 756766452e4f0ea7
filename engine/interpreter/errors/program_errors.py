"""The problems that running a program can meet, in words: what is wrong, why it matters here, what to write instead.

Sentences only; when one of them is due is decided by `engine.interpreter.evaluation` and `engine.interpreter.run`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from string import digits

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors.earlier_cell import names_listed
from backpass.engine.interpreter.errors.fitting_call import calls_that_may_fit
from backpass.engine.interpreter.libraries.passed_over.system_modules import SYSTEM
from backpass.engine.interpreter.libraries.spellings import (
    CONSTANTS,
    FASTER_IN_PYTORCH,
    MODULES,
    NOT_FINITE,
    is_ignored,
    only_in_pytorch,
)
from backpass.engine.interpreter.values import Item, LibraryModule, PassedOver, kind_of
from backpass.engine.language.program import Import, Program
from backpass.engine.language.syntax_tree import Apply, Call, Part
from backpass.engine.messages import Text, language, say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, Replacement, Span, instead, nearest
from backpass.engine.shapes import Data, shape_of

_WITHOUT_DIGITS = str.maketrans("", "", digits)
_MAX_COMPARED = 200
"""Names among which a typing error is looked for: comparing thousands with one another takes longer than all the rest."""


def meant(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint: the known name that was probably meant, else another sentence."""
    close = nearest(name, known)
    return say("did-you-mean", close=close) if close else otherwise


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def last_repetition(span: Span) -> Problem:
    """The graph of a long loop holds its last repetition alone."""
    return Problem(Code.LAST_REPETITION, say("last-repetition"), say("last-repetition.hint"), span)


def complex_number(written: str, span: Span) -> Problem:
    return Problem(Code.UNSUPPORTED, say("complex-number", shown=written), say("complex-number.hint"), span)


def assumed_input(name: str, span: Span, known: Collection[str]) -> Problem:
    """A name that was given no value."""
    message, hint = _assumed(name, language.get())
    mistyped = _mistyped(name, known)
    return Problem(Code.ASSUMED_INPUT, message, meant(name, mistyped, hint) if mistyped else hint, span)


def other_case(name: str, span: Span, text: str, known: Iterable[str]) -> Problem | None:
    """`x` without a value beside an `X` that has one and is used nowhere."""
    found = [each for each in known if each.lower() == name.lower() and len(re.findall(rf"\b{re.escape(each)}\b", text)) == 1]
    if len(found) != 1:
        return None
    message, hint = say("assumed-input", name=name), say("other-case", other=found[0])
    return Problem(Code.ASSUMED_INPUT, message, hint, span, replacement=Replacement(span, found[0]))


_WORDS = {each.lower(): each for each in (*CONSTANTS, *NOT_FINITE, "True", "False", "None") if len(each) > 1}


def constant_in_other_case(name: str, span: Span) -> Problem | None:
    """`PI`, `Infinity` or `true`: what is known here by its name in other letters; None for any other name."""
    known = _WORDS.get(name.lower())
    if known is None or known == name:
        return None
    message, hint = say("assumed-input", name=name), say("other-case", other=known)
    return Problem(Code.ASSUMED_INPUT, message, hint, span, replacement=Replacement(span, known))


@lru_cache(maxsize=256)
def _assumed(name: str, _language: str) -> tuple[str, str]:
    """Kept by name, since formulas are typed with the same few names, and every keystroke asks again."""
    return say("assumed-input", name=name), say("assumed-input.hint", name=name)


def _mistyped(name: str, known: Collection[str]) -> list[str]:
    """The names that `name` may be a typing error for. A single letter hardly is one, with an index or without, as in `x_1`
    beside `w_1`, nor is another number, as in `x1` beside `x2`.
    """
    letters = _letters(name)
    if len(letters) == 1 or len(known) > _MAX_COMPARED:
        return []
    return [other for other in known if len(of_other := _letters(other)) > 1 and of_other != letters]


def replace_mistyped(name: str, known: Collection[str], span: Span | None) -> Replacement | None:
    """The known name in place of one that may be a typing error of it."""
    return instead(name, _mistyped(name, known), span)


def _letters(name: str) -> str:
    """The name without its index."""
    return name.translate(_WITHOUT_DIGITS).rstrip("_")


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
        message, hint = say("read-as-one-name", name=name, meant=meant), say("read-as-one-name.hint", meant=meant)
        return Problem(Code.READING, message, hint, span, replacement=Replacement(span, meant))
    return None


def not_an_input(name: str, span: Span | None) -> Problem:
    return Problem(
        Code.NOT_AN_INPUT,
        say("value-for-computed", name=name),
        say("value-for-computed.hint"),
        span,
    )


def given_in_other_shape(name: str, wanted: str, given: Data) -> Problem:
    shape = shape_of(given)
    found = say("has-shape", shape=shape) if shape else say("is-single-number")
    message = say("input-shape", wanted=wanted, name=name, found=found)
    return Problem(Code.SHAPE_MISMATCH, message, say("input-shape.hint"))


def unknown_input(name: str, inputs: Iterable[str]) -> Problem:
    known = list(inputs)
    glued = next(filter(None, (run_together(each, (0, 0), [name]) for each in known[:_MAX_COMPARED])), None)
    listed_or_meant = meant(name, known, say("inputs-are", listed=listed(known)))
    hint = listed_or_meant if glued is None else f"{glued.message} {glued.hint}"  # `sinx`, where a value is given for x
    return Problem(Code.UNKNOWN_INPUT, say("unused-input", name=name), hint)


def unknown_output(name: str, names: Iterable[str]) -> Problem:
    known = list(names)
    return Problem(
        Code.UNKNOWN_OUTPUT,
        say("unknown-output", name=name),
        meant(name, known, say("names-are", listed=listed(known))),
    )


def output_is_no_number(name: str, value: Item) -> Problem:
    return Problem(
        Code.UNKNOWN_OUTPUT,
        say("output-kind", name=name, kind_of=kind_of(value)),
        say("output-kind.hint"),
    )


def empty_program(program: Program, uncalled: Iterable[str], works: Callable[[str], bool]) -> Problem:
    """No line has a value. A function that is defined and not called is then what is missing: a call is offered that `works`."""
    text = program.text
    name = next(iter(uncalled), None)
    if name is not None:
        call = next(filter(works, calls_that_may_fit(name, program.statements)), None)
        hint = say("call-it") if call is None else say("never-called.hint", call=call)
        return Problem(Code.EMPTY_PROGRAM, say("never-called", name=name), hint, (0, len(text)))
    message = say("no-number" if program.statements else "no-expression")
    modules = [each.module.partition(".")[0] for each in program.statements if isinstance(each, Import)]
    if modules and all(module in SYSTEM or is_ignored(module) for module in modules):
        message = say("no-number.outside", name=modules[0])
    return Problem(Code.EMPTY_PROGRAM, message, say("no-number.hint"), (0, len(text)))


def no_return(call: Call, result: str) -> Problem:
    """The last line calls a function that computes `result` and returns nothing."""
    return Problem(Code.EMPTY_PROGRAM, say("no-return", name=call.name), say("no-return.hint", result=result), call.span)


def left_out(name: str, line: int, span: Span) -> Problem:
    """A name whose statement was left out."""
    return Problem(Code.UNKNOWN_NAME, say("name-left-out", name=name, line=line), say("name-left-out.hint", name=name), span)


def set_below(name: str, line: int, span: Span) -> Problem:
    """A script uses a name to which only a later line gives a value."""
    return Problem(Code.UNKNOWN_NAME, say("name-set-below", name=name, line=line), say("name-set-below.hint", line=line), span)


def printed_alone(program: Program, printed: int) -> Problem:
    """The program printed something, and no line of it gives a number."""
    return Problem(Code.CONSTANT_OUTPUT, say("no-number.printed", printed=printed), say("no-number.hint"), (0, len(program.text)))


def nothing_to_differentiate(output: Tensor, inputs: Collection[str]) -> Problem:
    """The output is there, but no input leads to it."""
    which = say("none-of-inputs", some=names_listed(inputs)) if inputs else say("no-input")
    return Problem(
        Code.CONSTANT_OUTPUT,
        say("constant-output", which=which),
        say("constant-output.hint"),
        output.span,
    )


def answer_of_comparison(text: str, span: Span) -> Problem:
    """The output is a comparison, as of a line `x > 3`."""
    return Problem(
        Code.READING, say("answer-of-comparison", shown=text[slice(*span)][:40]), say("answer-of-comparison.hint"), span
    )


def compared_instead(name: str, text: str, part: Apply) -> Problem:
    """`x == 3` before other lines, where `x` has no value."""
    written, (begin, end) = text[slice(*part.span)], part.head
    meant = f"{text[part.span[0] : begin]}={text[end : part.span[1]]}"
    message, hint = say("compared-instead", name=name, written=written), say("did-you-mean", close=meant)
    return Problem(Code.READING, message, hint, part.span, replacement=Replacement(part.head, "="))


_ENDLESS = re.compile(r"while[ \t(]+(?:True|1)[ \t)]*(?=:)")
_BLOCK = re.compile(r"[^\n]*(?:\n(?:[ \t][^\n]*|(?=\n)|$))*")
"""A first line and all that is indented below it."""
_LEAVES = re.compile(r"\b(?:break|return|raise|try|assert|exit|quit|next|yield)\b")
"""Words with which a loop may end, or an error in it be caught."""


def never_ends(span: Span, text: str) -> Problem | None:
    """What to say of a statement `while True:` with nothing in it that could end it; None of any other."""
    found = _ENDLESS.match(text, span[0])
    if found is None or _LEAVES.search(_BLOCK.match(text, found.end())[0]):  # type: ignore[index]
        return None
    line = text.count("\n", 0, span[0]) + 1
    return Problem(Code.TOO_MANY_REPETITIONS, say("never-ends", line=line, shown=found[0]), say("never-ends.hint"), found.span())


_WHILE = re.compile(r"while\b[^\n]*?(?=:[ \t]*(?:#[^\n]*)?(?:\n|$))")


def too_long_a_loop(problem: Problem, span: Span, text: str) -> Problem:
    """The problem of a statement that does too much, as one of its loop: it may never end, or takes too many steps."""
    if found := _WHILE.match(text, span[0]):
        line = text.count("\n", 0, span[0]) + 1
        message, hint = say("may-not-end", line=line, shown=found[0][:80]), say("may-not-end.hint")
        return replace(problem, message=message, hint=hint, span=found.span())
    is_loop = problem.code is Code.TOO_MANY_NODES and re.compile(r"for\b").match(text, span[0])
    return replace(problem, hint=say("too-many-operations.hint")) if is_loop else problem


def formula_as_text(text: str, part: Part, *, is_alone: bool) -> Problem:
    """A formula in quotes; within a product its sum gets parentheses."""
    written = text if is_alone or text.replace(".", "").isalnum() else f"({text})"
    return replace(not_a_number(text, part), replacement=Replacement(part.span, written))


def not_a_number(item: Item, part: Part) -> Problem:
    """Something that stands where an operation needs a number."""
    if isinstance(item, PassedOver):
        return gives_nothing(item.name, part.span)
    if isinstance(item, LibraryModule):
        hint = say("module-as-value.hint", name=item.name)
        return Problem(Code.UNKNOWN_NAME, say("module-as-value", name=item.name), hint, part.span)
    if isinstance(item, str):
        message = say("text-not-number", item=item[:40])
        return Problem(Code.STRING_NOT_ALLOWED, message, say("text-not-number.hint"), part.span)
    if item == ():
        return Problem(Code.UNSUPPORTED, say("empty-brackets"), say("empty-brackets.hint"), part.span)
    message = say("not-a-number", kind_of=kind_of(item))
    if isinstance(item, tuple) and len(item) == 1:
        hint = say("not-a-number.comma")
    elif isinstance(item, tuple):
        hint = say("not-a-number.point")
    elif item is None:
        hint = say("not-a-number.return")
    else:
        hint = say("not-a-number.hint")
    return Problem(Code.UNSUPPORTED, message, hint, part.span)


def sum_of_passes(name: str | None, span: Span) -> Problem:
    """A gradient that is read is the sum of several backward passes, and the graph shows one."""
    message = say("sum-of-passes", name=f"{name}.grad" if name else ".grad")
    return Problem(Code.LIBRARY_DIFFERS, message, say("sum-of-passes.hint"), span)


def works_on_bits(symbol: str, part: Apply) -> Problem:
    """`&`, `|` or `~` of numbers: it would work on their bits."""
    return Problem(Code.UNSUPPORTED, say("works-on-bits", token=symbol), say("works-on-bits.hint"), part.head)


def whole_number_too_large(span: Span | None) -> Problem:
    """One with more digits than are computed with."""
    return Problem(Code.UNSUPPORTED, say("whole-number-too-large"), say("whole-number-too-large.hint"), span)


def no_operator(symbol: str, part: Part) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("no-operation", symbol=symbol),
        say("no-operation.hint"),
        part.span,
    )


def empty_list(span: Span) -> Problem:
    return Problem(Code.UNSUPPORTED, say("nothing-in-it"), say("nothing-in-it.hint"), span)


def gives_nothing(name: str, span: Span) -> Problem:
    """Something that is ignored stands where a value is needed."""
    return Problem(Code.UNSUPPORTED, say("gives-nothing", name=name), say("gives-nothing.hint"), span)


def ignored(what: str, span: Span) -> Problem:
    return Problem(Code.IGNORED, say("does-nothing", what=what), None, span)


def import_refused(statement: Import, *, module_known: bool) -> Problem:
    what = f"`{statement.name}` from `{statement.module}`" if module_known else say("the-module", module=statement.module)
    return Problem(
        Code.IMPORT_REFUSED,
        say("import-refused", what=what),
        say("import-refused.hint", listed=listed(MODULES)),
        statement.span,
    )


def not_loaded(module: str, part: Part) -> Problem:
    """What a module has that is not here is used."""
    if module.startswith(TRAINED):
        return Problem(Code.IMPORT_REFUSED, say("not-loaded.trained", module=module), say("write-the-network"), part.span)
    if module.partition(".")[0] in _CAPTURED:
        return Problem(Code.IMPORT_REFUSED, say("not-loaded", module=module), say("not-loaded.captured"), part.span)
    known = of_pytorch(module, Code.IMPORT_REFUSED, part.span)
    hint = say("only-in-pytorch.hint" if module.partition(".")[0] in _INSTALLED else "not-loaded.hint")
    return known or Problem(Code.IMPORT_REFUSED, say("not-loaded", module=module), hint, part.span)


def of_pytorch(name: str, code: Code, span: Span) -> Problem | None:
    """A name that PyTorch has and that is not here, which is no misspelt one; None for any other."""
    listed_as = only_in_pytorch(name)
    if listed_as is None:
        return None
    hint = say("only-in-pytorch.faster" if listed_as in FASTER_IN_PYTORCH else "only-in-pytorch.hint")
    return Problem(code, say("only-in-pytorch", name=name), hint, span)


_INSTALLED = frozenset({"scipy", "numpy", "math", "random", "torch", "jax", "autograd", "tensorflow", "sklearn", "pandas"})
"""Libraries of which no part is a file of the program's author."""

_CAPTURED = frozenset({"flax", "haiku", "equinox", "optax", "lightning", "pytorch_lightning", "accelerate", "datasets"})
"""Libraries on top of PyTorch and JAX, whose scripts `backpass show` runs where they are installed."""

TRAINED = ("torchvision.models", "timm", "transformers", "torch.hub", "tensorflow.keras.applications")
"""Modules of networks whose weights were trained elsewhere."""


def from_elsewhere(name: str, modules: Sequence[str], span: Span) -> Problem:
    """A name without a value where `from module import *` of one of the modules may have brought it."""
    message = say("from-elsewhere", name=name, modules=names_listed(modules), count=len(modules))
    return Problem(Code.IMPORT_REFUSED, message, say("not-loaded.hint"), span)


def ignored_import(statement: Import) -> Problem:
    message = say("module-ignored", module=statement.module)
    return Problem(Code.IGNORED, message, None, statement.span)


def ignored_definition(name: str, span: Span) -> Problem:
    return Problem(Code.IGNORED, say("already-here", name=name), None, span)


def own_rule(name: str, span: Span) -> Problem:
    """A class of the program says how its gradient goes back."""
    return Problem(
        Code.IGNORED,
        say("backward-not-called", name=name),
        say("backward-not-called.hint", name=name),
        span,
    )


def sent_by_hand(part: Part) -> Problem:
    """`x._backward()`: gradients are added up by the program, while the steps are those of the whole pass."""
    return Problem(Code.READING, say("sent-by-hand"), say("sent-by-hand.hint"), part.span)


def steps_by_hand(problem: Problem) -> Problem:
    """The same note where the calls are a whole pass, so that they are the steps; any other problem as it is."""
    if not isinstance(problem.message, Text) or problem.message.key != "sent-by-hand":
        return problem
    return replace(problem, message=say("sent-by-hand.whole"), hint=None)


def assertion(span: Span) -> Problem:
    return Problem(Code.ASSERTION, say("assertion"), say("assertion.hint"), span)


def python_raises(name: str, text: str, span: Span) -> Problem:
    """Within a `try`, Python's numbers raise what they raise in Python."""
    return Problem(Code.ASSERTION, say("python-raises", name=name, text=text), say("raised.hint"), span)


def no_exception(kind: str, span: Span) -> Problem:
    """`raise` or `except` with what is no exception."""
    return Problem(Code.UNSUPPORTED, say("no-exception", kind=kind), say("no-exception.hint"), span)


def raised(span: Span) -> Problem:
    """`raise` was reached."""
    return Problem(Code.ASSERTION, say("raised"), say("raised.hint"), span)


def invalid_format(written: str, span: Span) -> Problem:
    message = say("invalid-format", written=written[:40])
    return Problem(Code.INVALID_FORMAT, message, say("invalid-format.hint"), span)
