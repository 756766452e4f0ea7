"""What can be wrong with calls and with what functions are given, in words; see `program_errors`."""

import builtins
from collections.abc import Iterable, Sequence

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors.program_errors import meant, of_pytorch
from backpass.engine.interpreter.errors.run_together import function_at_end
from backpass.engine.interpreter.errors.usual_names import USUAL_NAMES
from backpass.engine.interpreter.values import UserFunction
from backpass.engine.language.notation.school_names import SCHOOL_NAMES, power_of_function
from backpass.engine.language.syntax_tree import Call, FunctionParameter, Part
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Code, Problem, Replacement, Span, instead

BACKWARD = "backward"
"""The method of a result that is no operation, and that is misspelt most."""
_SQUARE_OR_ROOT = frozenset({"sqr", "sq"})
"""The square in Pascal and Delphi, the square root in Basic."""
_AS_METHODS = frozenset({"len", "next"})
"""Python's functions that older Python, and other languages, have as methods."""


def unknown_function(part: Call, defined: Iterable[str] = ()) -> Problem:
    """A call of what there is not. The program's own functions are suggested first; a usual name of a program's own things, such
    as `model`, is no misspelt operation.
    """
    kind = Code.ATTRIBUTE_REFUSED if part.name.startswith("_") else Code.UNKNOWN_FUNCTION
    otherwise = say("look-at-spelling") if part.method else _to_define(part)
    if part.method and part.name in _AS_METHODS:
        return Problem(kind, say("not-a-function", name=part.name), say("written-here", call=f"{part.name}(…)"), part.head)
    if hasattr(builtins, part.name) and not part.method:
        return Problem(kind, say("not-a-function", name=part.name), say("python-does-without"), part.head)
    if part.name in _SQUARE_OR_ROOT and not part.method and part.name not in defined:
        return Problem(kind, say("not-a-function", name=part.name), say("square-or-root"), part.head)
    operations = () if part.name in USUAL_NAMES else (*OPERATIONS.spellings, *([BACKWARD] if part.method else []))
    own = list(defined)
    message, replacement = say("not-a-function", name=part.name), instead(part.name, own, part.head)
    if replacement is not None:
        return Problem(kind, message, meant(part.name, own, otherwise), part.head, replacement=replacement)
    written = None if part.method else _written_here(part)
    if written is not None:
        name = written.removesuffix("({})")
        replacement = Replacement(part.head, name) if name.isidentifier() else None
        arguments = ("x**2, x",) if name == "diff" else ("y", "t") if part.name.lower() in _LOSSES else ("x",)
        return Problem(kind, message, say("written-here", call=written.format(*arguments)), part.head, replacement=replacement)
    replacement = instead(part.name, operations, part.head)
    hint = meant(part.name, operations, otherwise)
    at_end = None if part.method or replacement is None else function_at_end(part.name)
    if at_end is not None and replacement is not None and len(replacement.text) < len(part.name):  # it would drop a letter
        return Problem(kind, message, hint if replacement.text == at_end else otherwise, part.head)
    return Problem(kind, message, hint, part.head, replacement=replacement)


def _to_define(part: Call) -> str:
    """How to define what is called, with as many parameters as it is given."""
    parameters = ["x", "y", "z", *(f"x{number}" for number in range(4, part.arity + 1))][: max(1, part.arity)]
    value = " + ".join(parameters) if part.arity > 1 else "2*x"
    return say("define-or-paste", name=part.name, parameters=", ".join(parameters), value=value)


_LOSSES = {"mse": "mean(({} - {})**2)", "mae": "mean(abs({} - {}))", "rmse": "sqrt(mean(({} - {})**2))"}
"""Losses by their short names, of a prediction and its target."""
_PRINTS = frozenset({"disp", "display", "println"})
"""What prints a value in MATLAB, Julia, Kotlin and Swift."""


def _written_here(part: Call) -> str | None:
    """How a function of class or of another language is written here, with `{}` for its arguments."""
    if part.name in _PRINTS:
        return "print({})"
    if part.name == "grad" and part.arity > 1 and not part.keywords:
        return "diff({})"
    if part.arity == 2 and part.name.lower() in _LOSSES:
        return _LOSSES[part.name.lower()]
    return SCHOOL_NAMES.get(part.name)


def unknown_of_module(part: Call, module: str, known: Iterable[str]) -> Problem:
    """A call of what a module does not have here; `known` is what it has."""
    kind = Code.ATTRIBUTE_REFUSED if part.name.startswith("_") else Code.UNKNOWN_FUNCTION
    if problem := of_pytorch(f"{module}.{part.name}", kind, part.head):
        return problem
    names = list(known)
    hint = meant(part.name, names, say("look-at-spelling"))
    message, replacement = say("module-lacks", name=module, name2=part.name), instead(part.name, names, part.head)
    return Problem(kind, message, hint, part.head, replacement=replacement)


def function_as_value(name: str, span: Span, behind: str = "") -> Problem:
    """A function that is not called; `behind` is the text that follows it, which may be the power of `sin²(x)`."""
    record = OPERATIONS.spellings.get(name)
    plain = say("function-as-value.signature", signature=record.signature) if record else say("function-as-value.hint", name=name)
    return Problem(Code.UNKNOWN_NAME, say("function-as-value", name=name), power_of_function(name, behind) or plain, span)


def gradient_of_value(name: str, part: Part) -> Problem:
    """`grad(x**2, x)` where `grad` is a library's."""
    message = say("gradient-of-value", name=name)
    return Problem(Code.UNKNOWN_FUNCTION, message, say("gradient-of-value.hint", name=name), part.span)


def one_number(name: str, part: Part) -> Problem:
    return Problem(Code.ARGUMENT_COUNT, say("one-number", name=name), say("one-number.hint", name=name), part.span)


def needs_a_list(record: Operation, span: Span) -> Problem:
    message = say("needs-a-list", name=record.name)
    return Problem(Code.ARGUMENT_COUNT, message, say("needs-a-list.hint", name=record.name), span)


def unknown_option(record: Operation, name: str, span: Span) -> Problem:
    """An argument by keyword that the operation does not have; with no name, one that it lacks."""
    known = ", ".join(f"{option}=…" for option in record.options)
    called = record.notation.call or record.name
    return Problem(
        Code.ARGUMENT_COUNT,
        say("no-option", called=called, name=name) if name else say("option-missing", called=called, known=known),
        say("options-known", known=known) if known and name else say("write-signature", signature=record.signature),
        span,
    )


def unknown_keyword(name: str, keyword: str, part: Part) -> Problem:
    message = say("no-keyword", name=name, keyword=keyword)
    return Problem(Code.ARGUMENT_COUNT, message, say("no-keyword.hint"), part.span)


def seed_as_argument(part: Part) -> Problem:
    message = say("backward-arguments")
    return Problem(Code.ARGUMENT_COUNT, message, say("backward-arguments.hint"), part.span)


def not_callable(kind: str, part: Part) -> Problem:
    return Problem(Code.UNKNOWN_FUNCTION, say("not-callable", kind=kind), say("write-product"), part.span)


def parameter_missing(function: UserFunction, name: str, part: Part) -> Problem:
    return Problem(
        Code.ARGUMENT_COUNT,
        say("argument-missing", name=_called(function), name2=name),
        say("write-signature", signature=_signature(function)),
        part.span,
    )


def too_many_arguments(function: UserFunction, given: int, keywords: Sequence[str], part: Part) -> Problem:
    name, parameters = _called(function), _parameters(function)
    if keywords:
        known = ", ".join(f"`{each.text}`" for each in parameters)
        hint = say("its-parameters", names=known) if known else say("call-without-arguments")
        return Problem(Code.ARGUMENT_COUNT, say("unknown-argument", name=name, keywords=keywords[0]), hint, part.span)
    bound = len(function.parameters) - len(parameters)
    message = say("too-many-arguments", name=name, count=len(parameters), given=given - bound)
    return Problem(Code.ARGUMENT_COUNT, message, say("write-signature", signature=_signature(function)), part.span)


def not_given_by_name(key: object, part: Part) -> Problem:
    """A key behind `**` that is no name, or one that is given already."""
    message = say("name-given-twice", key=str(key)[:40])
    return Problem(Code.ARGUMENT_COUNT, message, say("name-given-twice.hint"), part.span)


def no_text(kind: str, part: Part) -> Problem:
    """What a method of a text is given."""
    return Problem(Code.ARGUMENT_COUNT, say("text-needed", kind=kind), say("text-needed.hint"), part.span)


def no_aux(part: Part) -> Problem:
    """A function of `grad(f, has_aux=True)` that does not give two values."""
    return Problem(Code.SHAPE_MISMATCH, say("no-aux"), say("no-aux.hint"), part.span)


def vector_of_other_shape(given: tuple[int, ...], wanted: tuple[int, ...], part: Part) -> Problem:
    """A cotangent or tangent of `jax.vjp` or `jax.jvp` that does not have the shape of what it belongs to."""
    message = say("vector-of-other-shape", given=given, wanted=wanted)
    return Problem(Code.SHAPE_MISMATCH, message, say("vector-of-other-shape.hint"), part.span)


def no_tuple(name: str, part: Part) -> Problem:
    """Primals or tangents of `jax.jvp` that are not in a tuple."""
    return Problem(Code.ARGUMENT_COUNT, say("no-tuple", name=name), say("no-tuple.hint", name=name), part.span)


def _called(function: UserFunction) -> str:
    """How a function is called: a constructor by the name of its class."""
    return function.owner.name if function.owner is not None and function.name == "__init__" else function.name


def _parameters(function: UserFunction) -> tuple[FunctionParameter, ...]:
    """What a caller may give: all parameters, without the object of a constructor."""
    return function.parameters[1:] if _called(function) != function.name else function.parameters


def _signature(function: UserFunction) -> str:
    return f"{_called(function)}({', '.join(each.text for each in _parameters(function))})"


def no_data_class(name: str, part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("no-data-class", name=name), say("no-data-class.hint"), part.span)


def rows_with_methods(name: str, part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("rows-with-methods", name=name), say("rows-with-methods.hint"), part.span)


def no_enumeration(name: str, part: Part) -> Problem:
    """`enum.Enum` or `enum.unique` where there is no class of numbers and texts."""
    return Problem(Code.UNSUPPORTED, say("no-enumeration", name=name), say("no-enumeration.hint"), part.span)


def base_of_python(name: str, part: Part) -> Problem:
    """A class that extends one of Python's."""
    return Problem(Code.UNSUPPORTED, say("base-of-python", name=name), say("base-of-python.hint", name=name), part.span)


def method_not_called(name: str, method: str, part: Part) -> Problem:
    message = say("method-not-called", name=name, method=method)
    return Problem(Code.UNSUPPORTED, message, say("method-not-called.hint"), part.span)


def field_without_default(name: str, part: Part) -> Problem:
    return Problem(Code.ARGUMENT_COUNT, say("default-missing"), say("field-without-default", name=name), part.span)


def no_decorator(part: Part) -> Problem:
    return Problem(Code.UNKNOWN_FUNCTION, say("no-decorator"), say("no-decorator.hint"), part.span)


def no_constructor(name: str, part: Part) -> Problem:
    message = say("class-takes-no-values", name=name)
    return Problem(Code.ARGUMENT_COUNT, message, say("class-takes-no-values.hint", name=name), part.span)


def builtin_arguments(name: str, least: int, most: int | None, given: int, part: Part) -> Problem:
    wanted = (
        f"{least}" if least == most else say("at-least", least=least) if most is None else say("from-to", least=least, most=most)
    )
    message = say("builtin-arguments", name=name, wanted=wanted, given=given)
    return Problem(Code.ARGUMENT_COUNT, message, say("builtin-arguments.hint"), part.span)


def nothing_given(name: str, part: Part) -> Problem:
    message = f"`{name}` of `grad` is empty, so there is nothing to differentiate."
    return Problem(
        Code.ARGUMENT_COUNT, message, "Write `torch.autograd.grad(y, x)`: what is differentiated, and by what.", part.span
    )


def upstream_of_other_shape(given: object, shape: object, part: Part) -> Problem:
    message = say("upstream-shape", given=given, shape=shape)
    return Problem(Code.SHAPE_MISMATCH, message, say("upstream-shape.hint"), part.span)


def lengths_of_zip(lengths: Iterable[int], part: Part) -> Problem:
    message = say("zip-lengths", lengths=" and ".join(map(str, sorted(lengths))))
    return Problem(Code.SHAPE_MISMATCH, message, say("zip-lengths.hint"), part.span)


def rows_of_vmap(lengths: Iterable[int], part: Part) -> Problem:
    """`vmap` of arguments that have different numbers of rows, or none."""
    found = sorted(lengths)
    message = say("vmap-lengths", found=" and ".join(map(str, found))) if found else say("vmap-no-axis")
    return Problem(Code.SHAPE_MISMATCH, message, say("vmap-axes"), part.span)


def super_outside(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("super-outside"), say("super-outside.hint"), part.span)


def yield_within_with(place: Span | None) -> Problem:
    """A generator that waits within a context would leave it entered."""
    return Problem(Code.UNSUPPORTED, say("yield-within-with"), say("yield-within-with.hint"), place)


def no_context(kind: str, span: Span) -> Problem:
    message = say("with-cannot-enter", kind=kind)
    return Problem(Code.UNSUPPORTED, message, say("with-cannot-enter.hint"), span)


def read_as_product(part: Call) -> Problem:
    return Problem(
        Code.READING,
        say("value-times-parentheses", name=part.name),
        say("value-times-parentheses.hint", name=part.name),
        part.head,
    )


def value_read_as_product(part: Part) -> Problem:
    """A value in parentheses, or one that was computed, is called: `(g)(x)`."""
    return Problem(Code.READING, say("value-called"), say("value-called.hint"), part.span)


def power_of_product(part: Call) -> Problem:
    """`x(y + 1)**2`, whose power belongs to the parentheses alone where x is a factor."""
    message = say("factor-power", name=part.name)
    return Problem(Code.AMBIGUOUS, message, say("factor-power.hint", name=part.name), part.span)


def no_variable(kind: str, part: Part) -> Problem:
    message = say("derivative-by-kind", kind=kind)
    return Problem(Code.UNSUPPORTED, message, say("derivative-by-kind.hint"), part.span)


def order_is_a_value(part: Part) -> Problem:
    return Problem(Code.UNSUPPORTED, say("order-is-a-value"), say("order-is-a-value.hint"), part.span)


def order_too_high(order: int, highest: int, part: Part) -> Problem:
    message = say("derivative-order", order=order, highest=highest)
    return Problem(Code.TOO_MUCH_WORK, message, say("derivative-order.hint"), part.span)


def gradient_of_several(output: Tensor, part: Part) -> Problem:
    return Problem(
        Code.SHAPE_MISMATCH,
        say("gradient-of-tensor", shape=output.shape),
        say("gradient-of-tensor.hint"),
        part.span,
    )


def uninitialised(name: str, part: Part) -> Problem:
    """`torch.Tensor(2, 3)`: lengths of a tensor whose numbers are what the memory held."""
    return Problem(Code.UNSUPPORTED, say("tensor-uninitialised", name=name), say("tensor-uninitialised.hint"), part.span)
