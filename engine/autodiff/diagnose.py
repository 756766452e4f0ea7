"""Reads a finished graph for what a learner must know: where NaN or infinity began, and which conventions were used at kinks.

Adds sentences, never numbers: what was computed stays as it is.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from backpass.engine.autodiff.operation_text import calculation, element, first_not_finite, name_of, number, source_of
from backpass.engine.autodiff.reachability import local_derivative
from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.formulas.compiled import holds
from backpass.engine.graph.custom_rules import OPTION
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import in_language, say
from backpass.engine.operations import OPERATIONS, Data, Family, Operation, Transform
from backpass.engine.problems import Code, Problem
from backpass.engine.shapes import size_of


def diagnose(gradients: Gradients, text: str = "", library: str = "") -> list[Problem]:
    """The first value that is not finite, or else the first such gradient; then every node that sits on a kink. `text` is the
    program, which the sentences quote; `library` is what it is written for, as its makers call it.
    """
    tensors = gradients.tensors
    problems = _values(tensors, text)
    given = [value for value in gradients.values if value is not None]
    are_finite = all_finite(given) or all(map(finite, given))
    if problems:
        problems = [_with_gradients(problem, tensors, given, are_finite=are_finite) for problem in problems]
    elif not are_finite:
        problems.append(_first_gradient(gradients, text))
    infinite = {problem.node for problem in problems if problem.code is Code.NOT_FINITE_GRADIENT}
    kinks = [kink for kink in _kinks(tensors, text, library) if kink.node not in infinite]  # the same fact is in these already
    return problems + _mask_notes(tensors) + kinks


def differentiated_in_program(tensors: Sequence[Tensor], text: str = "", library: str = "") -> list[Problem]:
    """Notes on a graph whose gradient a program takes itself: the gradient may show nothing of it any more."""
    return [replace(problem, node=None) for problem in (*_values(tensors, text), *_kinks(tensors, text, library))]


def _values(tensors: Sequence[Tensor], text: str) -> list[Problem]:
    """The first value that is not finite, if there is one."""
    if all_finite([tensor.raw for tensor in tensors]):
        return []
    output, masked = tensors[-1], _masked(tensors)
    suspects = (each for each in tensors if not finite(each.raw) and each not in masked)
    first = next((each for each in suspects if each is output or not _bound(each, text)), None)
    return [] if first is None else [_not_finite(first, tensors, text)]


def _masked(tensors: Sequence[Tensor]) -> dict[Tensor, None]:
    """Where −∞ stands on purpose: it comes of a constant, and all that it reaches is a softmax or an exponential function that is
    finite, which makes 0 of it, as attention leaves out what comes later. The last of them comes first.
    """
    users: dict[Tensor, list[Tensor]] = {}
    for each in tensors:
        for source in each.inputs:
            users.setdefault(source, []).append(each)
    masked: dict[Tensor, None] = {}
    for each in reversed(tensors):
        if finite(each.raw) or not np.all(np.isfinite(each.raw) | np.isneginf(each.raw)):
            continue
        brought_in = each.operation is None or any(not finite(source.raw) for source in each.inputs)
        used = users.get(each, ())
        if brought_in and used and all(user in masked or (user.operation in _MAKES_0 and finite(user.raw)) for user in used):
            masked[each] = None
    return masked


def _mask_notes(tensors: Sequence[Tensor]) -> list[Problem]:
    """That elements are left out by a softmax, reported once, where the first of them are."""
    if all_finite([tensor.raw for tensor in tensors]):
        return []
    made = [each for each in _masked(tensors) if each.operation is not None and each.span is not None]
    return [Problem(Code.IGNORED, say("masked-elements"), None, made[-1].span, _place(made[-1], tensors))] if made else []


def _with_gradients(problem: Problem, tensors: Sequence[Tensor], given: Sequence[Data], *, are_finite: bool) -> Problem:
    """The same problem with what is so of the gradients: a value that is not finite may leave all of them finite."""
    assert problem.node is not None
    parts = [problem.message]
    slope = None if problem.code in (Code.OVERFLOW, Code.NOT_FINITE_NUMBER) else _slope_without_value(tensors[problem.node])
    if slope is not None:
        parts.append(say("slope-without-value", slope=slope))
    elif are_finite and given:
        parts.append(say("gradients-finite"))
    if not are_finite:
        parts.append(say("gradients-not-finite"))
    return replace(problem, message=" ".join(parts)) if len(parts) > 1 else problem


def _slope_without_value(tensor: Tensor) -> str | None:
    """The finite slope that a rule gives where the operation is NaN, as 1/x does for log(x) left of 0; None where none does."""
    if tensor.operation is None or not tensor.operation.elementwise:
        return None
    place = first_not_finite(tensor.raw)
    if element(tensor.raw, place, tensor.shape) == element(tensor.raw, place, tensor.shape):
        return None
    for slot, source in enumerate(tensor.inputs):
        if source.requires_grad:
            slope = element(local_derivative(tensor, slot), place, tensor.shape)
            if isfinite(slope):
                return number(slope)
    return None


def _kinks(tensors: Sequence[Tensor], text: str, library: str) -> list[Problem]:
    return [
        _kink(tensor, place, text, library)
        for place, tensor in enumerate(tensors)
        if tensor.operation in _KINKED and tensor.requires_grad and on_kink(tensor)
    ]


def on_kink(tensor: Tensor) -> bool:
    """Whether a tensor was made by an operation that has no derivative here, at one of the elements at least."""
    record = tensor.operation
    if record is None:
        return False
    if isinstance(record.value, Transform):
        kinked = record.value.kinked
        return kinked is not None and kinked([source.raw for source in tensor.inputs], tensor.raw, tensor.options or {})
    if record is CONDITIONAL:
        condition = tensor.inputs[0]
        return bool(np.any(np.equal(condition.raw, 0))) and varies(condition)
    if record.kink is None or not holds(record.kink, record, [source.raw for source in tensor.inputs]).any():
        return False
    return any(map(varies, tensor.inputs))  # what is made of comparisons jumps only where they do


_MAKES_0 = frozenset({OPERATIONS["softmax"], OPERATIONS["exp"]})
"""The operations that give 0 for −∞."""

CONDITIONAL = OPERATIONS["where"]
"""It jumps where a condition that varies passes 0. One that is made of comparisons jumps only where they do."""

_UPRIGHT = frozenset({OPERATIONS["sqrt"], OPERATIONS["cbrt"]})
"""The operations that have an infinite slope where they have no derivative, and no bend."""

_KINKED = frozenset(
    record
    for record in OPERATIONS.values()
    if record.kink is not None or record is CONDITIONAL or isinstance(record.value, Transform)
)
"""The operations that may have a kink, as few have."""


def varies(tensor: Tensor) -> bool:
    """Whether a small change of an input can change a tensor by a small amount: not if only comparisons lie between."""
    waiting = [tensor]
    seen = {tensor}
    for each in waiting:
        record = each.operation
        if not each.requires_grad or (record is not None and record.elementwise and _is_level(record)):
            continue
        if record is None:
            return True
        waiting += [source for source in each.inputs if source not in seen]
        seen.update(each.inputs)
    return False


def _is_level(record: Operation) -> bool:
    return all(rule.text == "0" for rule in record.rules)


def _bound(tensor: Tensor, text: str) -> bool:
    """Whether it is not finite on purpose: a bound that a call left out, a constant as in `min(x, inf)`, or what is computed from
    such constants alone, as in `-inf`. It is reported where another result comes of it.
    """
    if tensor.requires_grad or finite(tensor.raw):
        return False
    if tensor.operation is None:
        return not _has_digits(tensor, text)
    return any(not finite(source.raw) for source in tensor.inputs)


def all_finite(values: Sequence[Data]) -> bool:
    """Whether these are floats alone, and surely all finite: true of nearly every graph, and checked at once."""
    return set(map(type, values)) <= {float} and isfinite(sum(values))


def finite(data: Data) -> bool:
    """Whether all of it is neither NaN nor infinite."""
    return isfinite(data) if isinstance(data, float) else bool(np.isfinite(data).all())


def _not_finite(tensor: Tensor, tensors: Sequence[Tensor], text: str) -> Problem:
    """On the first node that is not finite: where its inputs are finite it began there, else with a constant."""
    position = _place(tensor, tensors)
    record = tensor.operation
    if record is None:
        return _given(tensor, position, text)
    inputs = [source.raw for source in tensor.inputs]
    what = _what(tensor, text)
    constant = next((source for source in tensor.inputs if not finite(source.raw)), None)
    if constant is not None and constant.span is not None:
        return _given(constant, _place(constant, tensors), text)
    if constant is not None:
        message = say("not-finite-constant", what=what, number=_example(constant.raw))
        return Problem(Code.NOT_FINITE_NUMBER, message, say("not-finite-number.hint"), tensor.span, position)
    if record.domain is not None and not holds(record.domain.text, record, inputs).all():
        code = Code.DIVISION_BY_ZERO if _divides_by_zero(tensor) else Code.OUTSIDE_DOMAIN
        return Problem(code, f"{what} {in_language(record.domain.outside)}", record.domain.hint, tensor.span, position)
    if record.family is Family.REDUCTION and size_of(inputs[0]) <= size_of(tensor.data) * (tensor.options or {}).get("ddof", 0):
        why = say("not-enough-elements")
        return Problem(Code.OUTSIDE_DOMAIN, f"{what} {why}", say("not-enough-elements.hint"), tensor.span, position)
    return Problem(
        Code.OVERFLOW,
        say("overflow", what=what),
        say("overflow.hint"),
        tensor.span,
        position,
    )


def _place(tensor: Tensor, tensors: Sequence[Tensor]) -> int:
    return next(place for place, each in enumerate(tensors) if each is tensor)


def _given(leaf: Tensor, position: int, text: str) -> Problem:
    """A number that is not finite and was computed from nothing: one with too many digits, or NaN or infinity by name."""
    if _has_digits(leaf, text):
        return Problem(Code.OVERFLOW, say("number-too-large"), say("number-too-large.hint"), leaf.span, position)
    message = say("not-finite-number", written=name_of(leaf, text), number=_example(leaf.raw))
    return Problem(Code.NOT_FINITE_NUMBER, message, say("not-finite-number.hint"), leaf.span, position)


def _has_digits(leaf: Tensor, text: str) -> bool:
    """Whether a leaf is written as a number, which is then too large for a float."""
    return source_of(leaf, text).lstrip("+-−(.")[:1].isdigit()


def _example(data: Data) -> str:
    """The first number that is not finite."""
    return number(element(data, first_not_finite(data), np.shape(data)))


def _what(tensor: Tensor, text: str) -> str:
    """The operation in the program's words and in numbers, and its result."""
    computed, result, place = calculation(tensor)
    written = source_of(tensor, text)
    if not written:
        return say("gives-not-finite.numbers", computed=computed, number=result)
    if not place and not all(isinstance(source.raw, float) for source in tensor.inputs) and isinstance(tensor.raw, float):
        return say("gives-not-finite.numbers", computed=written, number=result)
    if not place and not isinstance(tensor.raw, float):
        return say("gives-not-finite.tensor", written=written, number=number(tensor.raw))
    if place:
        return say("gives-not-finite.element", written=written, computed=computed, number=result, place=place)
    if written.replace(" ", "").replace("-", "−") == computed.replace(" ", ""):
        return say("gives-not-finite.numbers", computed=written, number=result)
    return say("gives-not-finite", written=written, computed=computed, number=result)


def _divides_by_zero(tensor: Tensor) -> bool:
    assert tensor.operation is not None
    name = tensor.operation.name
    if name == "divide":
        return True
    return name == "power" and bool(np.any(np.equal(tensor.inputs[0].raw, 0)))


def _first_gradient(gradients: Gradients, text: str) -> Problem:
    """The operation that turned a finite gradient into one that is not: the first whose slope is infinite or NaN,
    seen from the output.
    """
    for position in range(len(gradients.tensors) - 1, -1, -1):
        tensor = gradients.tensors[position]
        for slot, source in enumerate(tensor.inputs):
            if not source.requires_grad:
                continue
            if OPTION in (tensor.options or {}) and (found := _own_rule(gradients, position, slot)):
                return found
            if tensor.operation is None or not tensor.operation.elementwise:
                continue
            if not finite(local_derivative(tensor, slot)):
                return Problem(
                    Code.NOT_FINITE_GRADIENT,
                    say(
                        "slope-not-finite",
                        written=name_of(tensor, text),
                        operand=name_of(source, text),
                        number=number(local_derivative(tensor, slot)),
                    ),
                    _why_not_finite(tensor),
                    tensor.span,
                    position,
                )
    return Problem(
        Code.NOT_FINITE_GRADIENT,
        say("gradient-overflow"),
        say("gradient-overflow.hint"),
    )


def _own_rule(gradients: Gradients, position: int, slot: int) -> Problem | None:
    """The rule of the program's own that was given finite numbers, and gave others; None where it did not."""
    tensor, upstream = gradients.tensors[position], gradients.values[position]
    if upstream is None or not all(map(finite, (upstream, *(source.raw for source in tensor.inputs)))):
        return None
    sent = gradients.contribution(tensor, slot, upstream).sent
    if finite(sent):
        return None
    assert tensor.options is not None
    name, shape = tensor.options[OPTION].rule.name, tensor.inputs[slot].shape
    message = say("rule-not-finite", name=name, number=_example(sent), slot=slot + 1, shape=shape)
    return Problem(Code.NOT_FINITE_GRADIENT, message, say("rule-not-finite.hint"), tensor.span, position)


def _why_not_finite(tensor: Tensor) -> str:
    """What to do about an infinite or missing slope: outside the domain the domain's words, else the convention's."""
    record = tensor.operation
    assert record is not None
    if record.domain is not None and not holds(record.domain.text, record, [source.raw for source in tensor.inputs]).all():
        return f"{in_language(record.domain.outside)} {in_language(record.domain.hint)}"
    return record.convention or say("slope-not-finite.hint")


ELSEWHERE: dict[str, dict[str, str]] = {
    "PyTorch": {"hypot": "NaN"},
    "JAX": {
        "abs": "1",
        "clip": "0.5",
        "norm": "NaN",
        "std": "NaN",
        "hypot": "0.5",
        "atan2": "NaN",
        "power": "NaN",
    },
    "autograd": {"clip": "0", "norm": "NaN", "std": "NaN", "hypot": "NaN", "atan2": "NaN"},
}
"""What a library answers on a kink where its slope is another one than here, by library and operation; tried with the versions
that docs/compatibility.md names."""


def _kink(tensor: Tensor, position: int, text: str, library: str) -> Problem:
    record = tensor.operation
    assert record is not None
    convention = record.convention or ""
    if answer := ELSEWHERE.get(library, {}).get(record.name):
        convention = f"{convention} {say('kink-elsewhere', library=library, answer=answer)}"
    words = {"written": name_of(tensor, text), "convention": convention}
    return Problem(
        Code.KINK,
        (say("on-vertical-tangent", **words) if record in _UPRIGHT else say("on-kink", **words)).rstrip(),
        say("on-kink.hint"),
        tensor.span,
        position,
    )
