"""What functions written in the language need of the interpreter: they refuse arguments, as in
`backpass.refuse("nll_loss", "weight", weight is not None)`, and change what they are given in place.
"""

from typing import Any

from backpass.engine.graph.tensor import Tensor, is_mask
from backpass.engine.interpreter.errors import call_errors, library_errors
from backpass.engine.interpreter.libraries.registry import OURS, offer
from backpass.engine.interpreter.values import MISSING, Arguments, Class, Item, Method, UserFunction, kind_of
from backpass.engine.problems import ProblemError


@offer((OURS,), "refuse", least=3, most=3)
def _refuse(machine: Any, arguments: Arguments) -> Item:
    """Raises ProblemError (argument-count) for a parameter that is given and not understood."""
    function, name, given = arguments.values
    if machine.truth(given, arguments.span):
        place = arguments.part._replace(span=machine.evaluator.place or arguments.span)
        raise ProblemError(library_errors.parameter(str(function), str(name), place))
    return None


@offer((OURS,), "overwritten", least=3, most=3)
def _overwritten(machine: Any, arguments: Arguments) -> Item:
    """A result that takes the place of what it was computed from, if `inplace=True` asks for that."""
    held, result, wanted = arguments.values
    if not machine.truth(wanted, arguments.span):
        return result
    changed = machine.changed(held, result, arguments.part)
    return machine.aliases.current(changed) if isinstance(changed, Tensor) else changed  # type: ignore[no-any-return]


@offer((OURS,), "is_parameter", least=1, most=1)
def _is_parameter(machine: Any, arguments: Arguments) -> Item:
    """Whether a member of a module is one of its parameters; frozen ones are."""
    item = arguments.values[0]
    return isinstance(item, Tensor) and machine.tracking.is_parameter(machine.aliases.current(item))


@offer((OURS,), "parameters_of", least=1, most=1)
def _parameters_of(_: Any, arguments: Arguments) -> Item:
    """The names of the parameters of a function, or of what makes an object of a class. Raises ProblemError for others."""
    (called,) = arguments.values
    function: Any = called.function if isinstance(called, Method) else called
    bound = isinstance(called, Method)
    if isinstance(called, Class):
        function, bound = called.find("__init__"), True
        if function is MISSING:
            return []
    if not isinstance(function, UserFunction):
        raise ProblemError(call_errors.not_callable(kind_of(called), arguments.part))
    return [each.name for each in function.parameters[bound:] if each.name]


@offer((OURS,), "is_mask", least=1, most=1)
def _is_mask(machine: Any, arguments: Arguments) -> Item:
    """Whether a tensor says true or false of each element, rather than being numbers."""
    tensor = arguments.values[0]
    return isinstance(tensor, Tensor) and is_mask(tensor)


@offer((OURS,), "stop", least=1, most=1)
def _stop(machine: Any, arguments: Arguments) -> Item:
    """Raises ProblemError (unsupported): why a layer cannot go on, by a name of `library_errors.STOPPED`."""
    place = arguments.part._replace(span=machine.evaluator.place or arguments.span)
    raise ProblemError(library_errors.stopped(str(arguments.values[0]), place))


@offer((OURS,), "check_features", least=3, most=3)
def _check_features(machine: Any, arguments: Arguments) -> Item:
    """Raises ProblemError (shape-mismatch) where rows are not as long as a layer's matrix (out features, in features) takes."""
    name, x, weight = arguments.values
    if isinstance(x, Tensor) and isinstance(weight, Tensor) and len(x.shape) > 1 and x.shape[-1] != weight.shape[-1]:
        place = arguments.part._replace(span=machine.evaluator.place or arguments.span)
        raise ProblemError(library_errors.other_features(str(name), machine.aliases.current(x), weight.shape, place))
    return None
