"""What `help` and editors show in parentheses: the signatures of methods, which take what their record or their table says.

The functions themselves take `*arguments`, since one body serves many operations.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from inspect import Parameter, Signature, signature
from types import FunctionType
from typing import Any

from backpass.engine.interpreter.libraries.spellings import OPTION_SPELLINGS
from backpass.engine.operations import OPERATIONS, Operation

SIZES = frozenset({"shape", "axes"})
"""Options whose numbers may be given one by one: `x.reshape(2, 3)`."""
_DEFAULTS: Mapping[str, Any] = {"keepdims": False, "ddof": 0, "key": Parameter.empty, "shape": Parameter.empty}
"""What an option is that is not given; None for all others, and empty for those that are required."""
_OF_RECORDS: Mapping[str, Any] = {"softmax": -1, "log_softmax": -1, "concatenate": 0, "stack": 0, "expand_dims": Parameter.empty}
"""The `axis` of an operation where it is not given."""


def named(function: Callable[..., Any], name: str, signature: Signature, documentation: str) -> Callable[..., Any]:
    """A copy of a function under a name of its own, of the same speed."""
    assert isinstance(function, FunctionType)
    made = FunctionType(function.__code__, function.__globals__, name, function.__defaults__, function.__closure__)
    made.__kwdefaults__, made.__module__ = function.__kwdefaults__, function.__module__
    made.__qualname__, made.__doc__ = name, documentation
    made.__signature__ = signature  # type: ignore[attr-defined]
    return made


def of_method(record: Operation) -> Signature:
    """The signature of an operation with `self` for its first input, whose other names a method does not take.

    An operation that has another meaning for one input, as `maximum`, has a method for two alone.
    """
    first, *others = of_record(record).parameters.values()
    receiver = first.replace(name="self", default=Parameter.empty)
    if record.unary_form:
        return Signature([receiver, others[0].replace(default=Parameter.empty)])
    of_first = {name for name, ours in record.keywords.items() if ours == record.parameters[0]}
    return Signature([receiver, *(each for each in others if each.name not in of_first)])


def of_changing(method: Callable[..., Any]) -> Signature:
    """The signature of a method as that of one which changes its tensor."""
    first, *others = signature(method).parameters.values()
    return Signature([first.replace(name="self"), *others])


def of_text(text: str) -> Signature:
    """`dim, *, keepdim=False` of a method. Defaults are plain values."""
    found = [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
    kind = Parameter.POSITIONAL_OR_KEYWORD
    arguments = ast.parse(f"lambda {text}: 0", mode="eval").body.args  # type: ignore[attr-defined]
    places = [*arguments.args]
    defaults = [*[None] * (len(places) - len(arguments.defaults)), *arguments.defaults]
    found += [_parameter(each.arg, kind, default) for each, default in zip(places, defaults, strict=True)]
    if arguments.vararg is not None:
        found.append(Parameter(arguments.vararg.arg, Parameter.VAR_POSITIONAL))
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return Signature([*found, *(_parameter(each.arg, Parameter.KEYWORD_ONLY, default) for each, default in only)])


def _parameter(name: str, kind: Any, default: ast.expr | None) -> Parameter:
    return Parameter(name, kind, default=Parameter.empty if default is None else ast.literal_eval(default))


@cache
def of_record(record: Operation) -> Signature:
    """Inputs, options, then their other names."""
    longer = OPERATIONS[record.extended_form] if record.extended_form else record
    options = dict.fromkeys((*record.options, *(OPERATIONS[record.unary_form].options if record.unary_form else ())))
    aliases = [*(name for name in longer.keywords if name not in longer.parameters)]
    aliases += [other for other, ours in OPTION_SPELLINGS.items() if ours in options]
    is_of_sizes = len(options) == 1 and not SIZES.isdisjoint(options)
    several = "others" if record.is_variadic_fold else "sizes" if is_of_sizes else ""
    kind = Parameter.KEYWORD_ONLY if several else Parameter.POSITIONAL_OR_KEYWORD
    listed = [Parameter(several, Parameter.VAR_POSITIONAL)] if several else []
    axis = {"axis": _OF_RECORDS[record.name]} if record.name in _OF_RECORDS else {}
    defaults = dict.fromkeys(SIZES) if several else {**_DEFAULTS, **axis}
    named_options = [Parameter(name, kind, default=defaults.get(name)) for name in options]
    others = [Parameter(name, Parameter.KEYWORD_ONLY, default=_default(name, longer)) for name in aliases]
    return Signature([*_inputs(record, longer), *listed, *named_options, *others])


def _default(alias: str, record: Operation) -> Any:
    """What another name is where it is not given: nothing, or what the option is."""
    default = None if alias in record.keywords else _DEFAULTS.get(OPTION_SPELLINGS[alias])
    return None if default is Parameter.empty else default


def _inputs(record: Operation, longer: Operation) -> Iterator[Parameter]:
    """By place alone, unless the record has names for them."""
    if record.variadic:
        yield Parameter("tensors", Parameter.POSITIONAL_ONLY)
        return
    required = 1 if record.unary_form or longer.keywords else record.arity - len(record.defaults)
    kind = Parameter.POSITIONAL_OR_KEYWORD if longer.keywords else Parameter.POSITIONAL_ONLY
    for index, name in enumerate(longer.parameters):
        yield Parameter(name, kind, default=Parameter.empty if index < required else None)
