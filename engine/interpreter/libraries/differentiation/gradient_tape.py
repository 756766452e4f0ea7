"""TensorFlow's `GradientTape`: what it records, what it watches, and where its gradient is None rather than a number.

A tape knows what was computed while it was entered, from variables and from what it was asked to watch. A gradient that it cannot
follow back to its source is None there, which the guide to automatic differentiation teaches; so it is here.
"""

from typing import Any

from backpass.engine.autodiff.reverse_numeric import seed_of
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.methods import CONTEXT_METHODS
from backpass.engine.interpreter.errors import call_errors
from backpass.engine.interpreter.libraries.differentiation import pytrees
from backpass.engine.interpreter.libraries.differentiation.gradients import gradients
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, GradientContext, Item
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

_TENSORFLOW = ("tensorflow", "tf")
_ZERO, _NONE = "zero", "none"


class Tape(GradientContext):
    """One `tf.GradientTape()`."""

    __slots__ = ("_gaps", "_spans", "_watched", "_watches_variables")

    def __init__(self, *, watches_variables: bool) -> None:
        super().__init__(gradients=True)
        self._watches_variables = watches_variables
        self._spans: list[list[float | None]] = []
        """From which tensor to which it recorded; the last one without an end while it does."""
        self._gaps: list[list[float | None]] = []
        self._watched: set[Tensor] = set()

    def enter(self) -> None:
        self._spans.append([_now(), None])

    def leave(self) -> None:
        self._spans[-1][1] = _now()

    def watch(self, tensor: Tensor) -> None:
        """`tape.watch(x)`."""
        self._watched.add(tensor)

    def leads(self, machine: Any, source: Tensor, target: Tensor) -> bool:
        """Whether the tape can follow the target back to the source."""
        if machine.tracking.holds_whole_numbers(source):
            return False
        watched = source in self._watched or (self._watches_variables and machine.tracking.declared(source))
        if not watched and not (source.operation is not None and self._recorded(source) and source.requires_grad):
            return False
        return machine.tracking.reaches(source, target, self._recorded)  # type: ignore[no-any-return]

    def _recorded(self, tensor: Tensor) -> bool:
        return _within(tensor, self._spans) and not _within(tensor, self._gaps)


class Gap(GradientContext):
    """`with tape.stop_recording():`."""

    __slots__ = ("_gaps",)

    def __init__(self, gaps: list[list[float | None]]) -> None:
        super().__init__(gradients=True)
        self._gaps = gaps

    def enter(self) -> None:
        self._gaps.append([_now(), None])

    def leave(self) -> None:
        self._gaps[-1][1] = _now()


def _now() -> float:
    return Tensor(0.0).number


def _within(tensor: Tensor, spans: list[list[float | None]]) -> bool:
    return any(begin < tensor.number and (end is None or tensor.number < end) for begin, end in spans)  # type: ignore[operator]


@offer(_TENSORFLOW, "GradientTape", most=2, takes="(persistent=False, watch_accessed_variables=True)")
def _tape(machine: Any, arguments: Arguments) -> Item:
    values, keywords = arguments.values, dict(arguments.keywords)
    keywords.pop("persistent", None)
    watches = values[1] if len(values) > 1 else keywords.pop("watch_accessed_variables", True)
    if keywords:
        raise ProblemError(call_errors.unknown_keyword("GradientTape", next(iter(keywords)), arguments.part))
    return Tape(watches_variables=machine.truth(watches, arguments.span))


@builtin(CONTEXT_METHODS, "stop_recording", least=1, most=1)
def _stop_recording(machine: Any, arguments: Arguments) -> Item:
    tape = arguments.values[0]
    return Gap(tape._gaps) if isinstance(tape, Tape) else tape


@builtin(CONTEXT_METHODS, "reset", least=1, most=1)
def _reset(machine: Any, arguments: Arguments) -> Item:
    tape = arguments.values[0]
    if isinstance(tape, Tape):
        tape._spans, tape._gaps, tape._watched = [[_now(), None]], [], set()
    return None


@builtin(CONTEXT_METHODS, "watch", least=2, most=2)
def _watch(machine: Any, arguments: Arguments) -> Item:
    tape, wanted = arguments.values
    for each in wanted if isinstance(wanted, list | tuple) else [wanted]:
        if not isinstance(each, Tensor):
            continue
        now = machine.aliases.current(each)
        if now.operation is None:
            machine.names.watch(now)
        if isinstance(tape, Tape):
            tape.watch(now)
    return None


@offer(("tensorflow.UnconnectedGradients", "tf.UnconnectedGradients"), _ZERO.upper(), _NONE.upper())
def _unconnected(machine: Any, arguments: Arguments) -> Item:
    return None


@builtin(CONTEXT_METHODS, "gradient", least=3, most=4)
def _tape_gradient(machine: Any, arguments: Arguments) -> Item:
    """`tape.gradient(target, sources)`: for each source a tensor of the graph, or None where the tape does not lead to it."""
    tape, target, wanted, *_ = arguments.values
    keywords = dict(arguments.keywords)
    otherwise = keywords.pop("unconnected_gradients", _NONE)
    if keywords or len(arguments.values) > 3:
        raise ProblemError(call_errors.unknown_keyword("gradient", next(iter(keywords), "output_gradients"), arguments.part))
    zero = str(getattr(otherwise, "name", otherwise)).lower() == _ZERO
    leaves = machine.evaluator.tensors(pytrees.leaves_of(wanted, arguments.part), arguments.part)
    found = _gradients(machine, tape, _targets(machine, target, arguments.part), leaves, arguments, zero=zero)
    return pytrees.rebuilt(wanted, iter(found), arguments.part)


def _targets(machine: Any, target: Item, part: Part) -> list[Tensor]:
    """What is differentiated."""
    return machine.evaluator.tensors(pytrees.leaves_of(target, part) or [target], part)  # type: ignore[no-any-return]


def _together(machine: Any, targets: list[Tensor], part: Part) -> Tensor:
    """One target; several are added up, as TensorFlow does."""
    if len(targets) == 1:
        return targets[0]
    sums: list[Tensor] = [
        machine.evaluator.operation(OPERATIONS["sum"], [each], part) if each.shape else each for each in targets
    ]
    total = sums[0]
    for each in sums[1:]:
        total = machine.evaluator.operator("+", [total, each], part)
    return total


def _gradients(
    machine: Any, tape: Item, targets: list[Tensor], sources: list[Tensor], arguments: Arguments, *, zero: bool
) -> list[Tensor | None]:
    """Per source its gradient: None, or zeros, where the tape does not lead to it."""
    leads = [not isinstance(tape, Tape) or any(tape.leads(machine, each, target) for target in targets) for each in sources]
    connected = [each for each, leading in zip(sources, leads, strict=True) if leading]
    target = _together(machine, targets, arguments.part)
    found = iter(gradients(machine, target, connected, arguments, summed=True) if connected else [])
    constant = machine.evaluator.constant
    return [
        next(found) if leading else constant(seed_of(each, 0.0), arguments.span) if zero else None
        for each, leading in zip(sources, leads, strict=True)
    ]
