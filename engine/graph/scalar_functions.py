"""Operations on one or two tensors, written out as Python source: nearly all of a graph of scalars is made here.

Knows of tensors only the places that a new one has to be given.
"""

from collections.abc import Callable, Mapping
from typing import Any

from backpass.engine.formulas.compiled import FLOAT_ERRORS, scalar_source
from backpass.engine.operations import Operation

# The body of an operation as people call it. The case that matters for speed, floats only, is written out: the formulas
# stand in the body instead of behind a call. Everything else goes through `apply`.
_BODY = """
def {name}({parameters}):
{lift}
    {data} = {reads}
    if {floats}:
        try:
            out = {value}
            {slopes} = {derivatives}
        except _errors:
            out, ({slopes},) = _beyond({parameters_data})
        result = _new(_Tensor)
        result.raw = out
{keep}
        result.operation = _operation
        result.number = _next_number()
        result.requires_grad = {requires}
        result.other_inputs = ()
        result.options = None
        result.accumulated_grad = result.label = result.span = result.pending_grad = None
        if _off: _cut(result)
        return result
    return _apply(_operation, {inputs})
"""


_SLOTS = ("first", "second", "first_slope", "second_slope")


def written_out(operation: Operation, names: Mapping[str, Any]) -> Callable[..., Any]:
    """The function of an elementwise operation on one or two tensors; `names` are those of `tensor` in its source."""
    parameters = operation.parameters
    tensors = [f"{name}_" for name in parameters]
    scalar = scalar_source(operation)
    slopes = [f"{name}_slope" for name in parameters]
    kept = [*tensors, *slopes] if len(parameters) > 1 else [tensors[0], "None", slopes[0], "None"]
    source = _BODY.format(
        name=operation.name,
        parameters=", ".join(tensors),
        lift="\n".join(f"    if type({tensor}) is not _Tensor: {tensor} = _lift({tensor})" for tensor in tensors),
        data=", ".join(parameters),
        reads=", ".join(f"{tensor}.raw" for tensor in tensors),
        floats=" and ".join(f"type({name}) is float" for name in parameters),
        value=scalar.value,
        slopes=", ".join(slopes),
        derivatives=", ".join(scalar.slopes),
        keep="\n".join(f"        result.{slot} = {kept}" for slot, kept in zip(_SLOTS, kept, strict=True)),
        parameters_data=", ".join(parameters),
        inputs=", ".join(tensors),
        requires=" or ".join(f"{tensor}.requires_grad" for tensor in tensors),
    )
    namespace: dict[str, Any] = {
        **scalar.names,
        **names,
        "_errors": FLOAT_ERRORS,
        "_new": object.__new__,
        "_operation": operation,
    }
    exec(source, namespace)  # noqa: S102 (formulas of our own tables, see engine.formulas.compiled)
    made: Callable[..., Any] = namespace[operation.name]
    made.__doc__ = f"{operation.summary}\n\n{operation.why}"
    made.__qualname__ = operation.name
    made.__module__ = "backpass"
    return made
