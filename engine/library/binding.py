"""Calls of operations as NumPy and PyTorch write them: `x.sum(dim=0)`, `x.reshape(2, 1)`, `x.max(axis=0, keepdims=True)`.

What a call may say follows from the operation's record; what it says and no record knows is refused by name.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor, apply, argument_count, arranged, lift
from backpass.engine.interpreter.libraries.spellings import OPTION_SPELLINGS
from backpass.engine.library.docstrings import function_documentation
from backpass.engine.library.signatures import of_record
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Operation
from backpass.engine.problems import Code, Problem, ProblemError, nearest


class CallError(ProblemError, TypeError):
    """A call with arguments that the operation does not take; as for Python's own functions also a TypeError."""


def refused(message: str, hint: str) -> CallError:
    """The error of a call that says something that is not understood."""
    return CallError(Problem(Code.ARGUMENT_COUNT, message, hint))


def bound(record: Operation, name: str = "") -> Callable[..., Tensor]:
    """The operation as a function, by one of its names, whose arguments are distinguished as its record says.

    Raises CallError for arguments that it does not take, and ProblemError as `engine.graph.tensor.apply`.
    """

    def made(*arguments: Any, **keywords: Any) -> Tensor:
        return called(record, list(arguments), keywords)

    made.__name__ = made.__qualname__ = name or record.name
    made.__module__ = "backpass"
    made.__doc__ = function_documentation(record, name)
    made.__signature__ = of_record(record)  # type: ignore[attr-defined]
    return made


def takes_names(record: Operation) -> bool:
    """Whether a call says more than its inputs, or names them; the bounds of `clip` every call of it knows."""
    return not record.elementwise or bool(record.extended_form or (record.keywords and not record.defaults))


def called(record: Operation, given: list[Any], keywords: dict[str, Any]) -> Tensor:
    """One call. Raises as `bound` says."""
    if record.unary_form and len(given) == 1:
        record = OPERATIONS[record.unary_form]
    if record.extended_form and (len(given) > record.arity or keywords.keys() & OPERATIONS[record.extended_form].keywords.keys()):
        record = OPERATIONS[record.extended_form]
    keywords = dict(keywords)
    if record.variadic:
        inputs = list(given.pop(0)) if given and isinstance(given[0], list | tuple) else _refuse_no_list(record)
        if not inputs:
            raise refused(say("empty-list", name=record.name), say("empty-list.hint"))
    else:
        given = arranged(record, given, keywords) if record.keywords else given
        inputs, given = given[: record.arity], given[record.arity :]
        if record.is_variadic_fold and given:
            return called(record, [called(record, inputs, {}), *given], keywords)
        if len(inputs) < record.arity:
            raise CallError(argument_count(record, len(inputs)))
    return apply(record, *map(lift, inputs), **options_of(record, given, keywords))


def options_of(record: Operation, by_place: Sequence[Any], keywords: dict[str, Any]) -> dict[str, Any]:
    """What a call says besides the inputs. Raises CallError for what the operation does not take."""
    found: dict[str, Any] = {}
    if len(by_place) > len(record.options) == 1:
        by_place = [tuple(by_place)]  # reshape(x, 2, 3)
    if len(by_place) > len(record.options):
        raise CallError(argument_count(record, record.arity + len(by_place)))
    named = [(name, value) for name, value in zip(record.options, by_place, strict=False)]
    for keyword, value in [*named, *((OPTION_SPELLINGS.get(keyword, keyword), value) for keyword, value in keywords.items())]:
        if keyword not in record.options:
            raise _unknown(record, keyword)
        if keyword in found:
            raise refused(say("keyword-twice", name=record.name, keyword=keyword), say("keyword-twice.hint"))
        found[keyword] = value if keyword == "key" else _option(record, keyword, value)
    return {name: value for name, value in found.items() if value is not None or name == "key"}


def _option(record: Operation, name: str, value: Any) -> Any:
    """Whole numbers, several of them, truths and None, as records take them."""
    if value is None or isinstance(value, bool | np.bool_):
        return value if value is None else bool(value)
    if isinstance(value, tuple | list) or (isinstance(value, np.ndarray) and value.ndim):
        return tuple(_option(record, name, each) for each in value)
    number = value.item() if isinstance(value, Tensor | np.generic) else value
    if isinstance(number, int | float) and float(number).is_integer():
        return int(number)
    raise refused(say("not-whole", name=name, name2=record.name, value=repr(value)), say("not-whole.hint"))


def _unknown(record: Operation, keyword: str) -> CallError:
    spellings = [other for other, ours in OPTION_SPELLINGS.items() if ours in record.options]
    known = [*record.options, *record.keywords, *spellings]
    meant = nearest(keyword, known)
    listed = ", ".join(f"`{name}`" for name in (*record.options, *record.keywords)) or "none"
    guess = say("did-you-mean-space", meant=meant) if meant else ""
    return refused(say("does-not-take", name=record.name, keyword=keyword), say("does-not-take.hint", guess=guess, listed=listed))


def _refuse_no_list(record: Operation) -> list[Any]:
    raise refused(say("needs-a-list", name=record.name), say("write-with-list", name=record.name))
