"""An application of a rule of the program's own while its `forward` and `backward` run on tensors that stand for its inputs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from backpass.engine.graph.custom_rules import Application, record_of
from backpass.engine.graph.followed import are_linear_in, sources_of
from backpass.engine.graph.rule_gradients import Manner, by_argument, is_fitting, listed, misshapen, no_gradient
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.custom_rules.recorded_rules import RecordedRule
from backpass.engine.interpreter.errors import custom_rule_errors
from backpass.engine.interpreter.values import (
    MAX_NESTED,
    Arguments,
    Class,
    Item,
    Method,
    Missing,
    Then,
    UserFunction,
    kind_of,
)
from backpass.engine.language.syntax_tree import Part
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Problem, ProblemError
from backpass.engine.shapes import Shape, repeated_axes, size_of


@dataclass(eq=False)
class RuleRecording:
    """An application that is being recorded: what it was given, and the placeholders of that while its functions run."""

    machine: Any
    name: str
    arguments: Arguments
    through: bool = False
    kind: Class | None = None

    def __post_init__(self) -> None:
        machine, given = self.machine, self.arguments
        if given.keywords:
            raise ProblemError(custom_rule_errors.keywords(self.name, given.part))
        if len(machine.recordings) >= _MAX_NESTED_RULES:
            raise ProblemError(custom_rule_errors.nested(self.name, _MAX_NESTED_RULES, given.part))
        if any(_holds_moving(each) for each in given.values):
            raise ProblemError(custom_rule_errors.tensors_in_list(self.name, given.part))
        values: list[Any] = [
            machine.evaluator.tensor(each, given.part) if isinstance(each, Tensor) else each for each in given.values
        ]
        self.places = [place for place, each in enumerate(values) if isinstance(each, Tensor)]
        if machine.evaluator.careful and not machine.evaluator.paused:
            values = [machine.tracking.held_back(each, given.part) if isinstance(each, Tensor) else each for each in values]
        self.inputs: list[Tensor] = [values[place] for place in self.places]
        self.moves = any(each.requires_grad for each in self.inputs)
        self.sources = [self._standing_for(each) for each in self.inputs]
        self.values: list[Item] = [unwritten(each) for each in values]
        for place, source in zip(self.places, self.sources, strict=True):
            self.values[place] = source
        self.constants: list[Item] = []
        """Outputs that `forward` marks as not differentiable."""
        self.tangents: list[Tensor] = []
        self.moved: Tensor | None = None
        self.looked = self.decided = False
        self.undifferentiated: list[Tensor] = []
        self.at_end: Callable[[], object] = lambda: None
        machine.is_data_dependent = True  # what the program's functions do is known for the numbers of this run
        machine.recordings.append(self)
        self._before = machine.watched
        machine.watched = []

    def _standing_for(self, tensor: Tensor) -> Tensor:
        made = Tensor(tensor.raw, requires_grad=tensor.requires_grad, label=tensor.label)
        made.span = tensor.span
        self.machine.evaluator.count(made)
        self.machine.standing.add(made, self.name)
        library = self.machine.aliases.library_of(tensor)
        if library:
            self.machine.aliases.made(made, library)
        if tensor.requires_grad and self.machine.tracking.tracks(tensor):
            self.machine.tracking.declare(made)
        return made

    def computed(self, result: Item) -> None:
        """What `forward` gave: a tensor, or a tuple of several, which are one node of which each is a part."""
        evaluator, part = self.machine.evaluator, self.arguments.part
        if any(self.machine.aliases.current(each) is not each for each in self.sources):
            raise ProblemError(custom_rule_errors.changed_in_place(self.name, part))
        if isinstance(result, list | dict):
            raise ProblemError(custom_rule_errors.no_tensors(self.name, kind_of(result), part))
        outputs = [evaluator.tensor(each, part) for each in (result if isinstance(result, tuple) else (result,))]
        self.shapes = [each.shape for each in outputs] if isinstance(result, tuple) else None
        self.output = self._joined(outputs)
        several = result if isinstance(result, tuple) else (result,)
        self.resting = [any(each is constant for constant in self.constants) for each in several]
        self.looked = bool(self.machine.watched)
        self.machine.watched = []
        self.upstream = Tensor(np.ones(self.output.shape) if self.output.shape else 1.0)
        self.machine.evaluator.count(self.upstream)
        self.machine.standing.add(self.upstream, self.name, upstream=True)

    def _joined(self, outputs: Sequence[Tensor]) -> Tensor:
        """Several outputs as one tensor; one that is alone as it is."""
        if self.shapes is None:
            return outputs[0]
        rows = [self._row(each) for each in outputs]
        return self.machine.evaluator.operation(OPERATIONS["concatenate"], rows, self.arguments.part)  # type: ignore[no-any-return]

    def tangent(self, source: Tensor) -> Tensor:
        """The placeholder of the tangent of an input."""
        made = Tensor(np.ones(source.shape) if source.shape else 1.0)
        self.machine.evaluator.count(made)
        self.machine.standing.add(made, self.name, upstream=True)
        return made

    def with_tangent(self, jvp: Item | Missing, before: Sequence[Item], finish: Callable[[], Item]) -> Item | Then:
        """Records the forward-mode rule of a class, called with a tangent for each argument, and finishes; there may be none."""
        if not isinstance(jvp, UserFunction | Method):
            return finish()
        part = self.arguments.part
        self.tangents = [self.tangent(each) for each in self.sources]
        given: list[Item] = [None] * len(self.values)
        for place, each in zip(self.places, self.tangents, strict=True):
            given[place] = each

        def moved(found: Item) -> Item:
            self.moves_as([found])
            return finish()

        return Then(jvp, Arguments([*before, *given], {}, part), moved)

    def moves_as(self, terms: Sequence[Item]) -> None:
        """The tangent of the output, as the sum of terms of a forward-mode rule. Raises ProblemError where they do not fit."""
        machine, part = self.machine, self.arguments.part
        if machine.watched and not sources_of(machine.watched).isdisjoint(self.tangents):
            raise ProblemError(custom_rule_errors.looked_at_tangent(self.name, part))
        for term in terms:
            tensors = [machine.evaluator.tensor(each, part) for each in (term if isinstance(term, tuple) else (term,))]
            shapes = [self.output.shape] if self.shapes is None else self.shapes
            if [each.shape for each in tensors] != shapes:
                found, wanted = (", ".join(map(str, each)) for each in ([one.shape for one in tensors], shapes))
                raise ProblemError(custom_rule_errors.tangent_shape(self.name, found, wanted, part))
            joint = self._joined(tensors)
            if not are_linear_in(self.tangents, [joint]):
                raise ProblemError(custom_rule_errors.tangent_not_linear(self.name, part))
            self.moved = joint if self.moved is None else machine.evaluator.operator("+", [self.moved, joint], part)

    def _row(self, tensor: Tensor) -> Tensor:
        return self.machine.evaluator.operation(  # type: ignore[no-any-return]
            OPERATIONS["reshape"], [tensor], self.arguments.part, {"shape": (size_of(tensor.raw),)}
        )

    def parts(self, joint: Tensor) -> list[Tensor]:
        """The outputs, or their gradients, of the one tensor that has them all."""
        if self.shapes is None:
            return [joint]
        found, start = [], 0
        evaluator, part = self.machine.evaluator, self.arguments.part
        for shape in self.shapes:
            size = int(np.prod(shape, dtype=int))
            piece = evaluator.operation(OPERATIONS["index"], [joint], part, {"key": (slice(start, start + size),)})
            found.append(evaluator.operation(OPERATIONS["reshape"], [piece], part, {"shape": shape}))
            start += size
        return found

    def constant(self) -> Item:
        """The outputs where nothing that is differentiated comes in, so that no rule is asked for."""
        self.machine.standing.forget(self.sources)
        self.end()
        output, part = self.output, self.arguments.part
        if output.requires_grad:  # by a tensor of the program around it, to which no rule leads back
            output = self.machine.evaluator.operation(OPERATIONS["detach"], [output], part)
        found = self.parts(output)
        return found[0] if self.shapes is None else tuple(found)

    def given_back(self, found: Item, manner: Manner) -> Sequence[Item]:
        """What `backward` gave, for each argument by place. Raises ProblemError where that is not one gradient for each."""
        shapes = [each.shape if isinstance(each, Tensor) else None for each in self.values]
        with named_at(self.arguments.part):
            return by_argument(self.name, found, shapes, manner)

    def sent(self, gradients: Sequence[Item], manner: Manner, *, once: bool = False) -> Item:
        """The application's outputs, as nodes of the graph which send these gradients back, given for each argument by place."""
        machine, part = self.machine, self.arguments.part
        with named_at(part):
            chosen = [(place, gradients[place], source.shape) for place, source in zip(self.places, self.sources, strict=True)]
            tensors = [
                None if each is None else fitted(machine, self.name, place, each, shape, manner, part)
                for place, each, shape in chosen
            ]
        if machine.watched:
            if self.upstream in sources_of(machine.watched):
                raise ProblemError(custom_rule_errors.looked_at_upstream(self.name, part))
            self.looked = True
        self.end()
        rule = RecordedRule(
            self.name,
            self.sources,
            self.output,
            self.upstream,
            tensors,
            self.looked,
            self.through,
            once,
            frozenset(self.undifferentiated),
            machine.evaluator.place or part.span,
            self.decided,
            self.tangents,
            self.moved,
        )
        application = Application(rule, self.inputs, self.output.raw)
        joint = machine.evaluator.operation(
            record_of(self.name, len(self.inputs)), self.inputs, part, {"application": application}
        )
        self._made(joint)
        found = self.parts(joint)
        for each in found:
            self._made(each)
        found = [
            machine.evaluator.operation(OPERATIONS["detach"], [each], part) if rests else each
            for each, rests in zip(found, self.resting, strict=True)
        ]
        return found[0] if self.shapes is None else tuple(found)

    def _made(self, result: Tensor) -> None:
        library = next(filter(None, map(self.machine.aliases.library_of, self.inputs)), None)
        if library and self.machine.aliases.library_of(result) is None:
            self.machine.aliases.made(result, library)

    def called_within(self, value: Item) -> Item:
        """What the function itself gave where its own rule calls it: its derivative would be the rule's, which is being made."""
        self.undifferentiated += [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Tensor)]
        return value

    def named_in(self, problem: Problem) -> Problem:
        """A problem within its functions, with the name of the class and the shapes of what it was applied to."""
        if f"`{self.name}`" in problem.message:
            return problem
        shapes = listed([each.shape for each in self.inputs])
        return replace(problem, message=say("rule-raised.within", message=problem.message, name=self.name, shapes=shapes))

    def end(self) -> None:
        """The functions have run; what they looked at is what those around them looked at, too."""
        self.at_end()
        self.machine.recordings.remove(self)
        watched = self.machine.watched or []
        self.machine.watched = self._before
        if self._before is not None:
            self._before += watched


@contextmanager
def named_at(part: Part) -> Iterator[None]:
    """Problems within that have no place yet are at this part of the program."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError(problem.at(part.span) for problem in error.problems) from None


def fitted(  # noqa: PLR0917 (all that the sentence names)
    machine: Any, name: str, slot: int, given: Item, shape: Shape, manner: Manner, part: Part
) -> Tensor:
    """A gradient that a rule gave for an argument, in its shape. Raises ProblemError where it has no numbers or another shape."""
    if not isinstance(given, Tensor | int | float | list | tuple) or isinstance(given, bool):
        raise ProblemError(no_gradient(name, slot, kind_of(given), shape))
    made: Tensor = machine.evaluator.tensor(given, part)
    if not is_fitting(made.shape, shape, manner):
        raise ProblemError(misshapen(name, slot, made.shape, shape))
    if made.shape == shape:
        return made
    axes = repeated_axes(made.shape, shape)
    summed = machine.evaluator.operation(OPERATIONS["sum"], [made], part, {"axis": axes, "keepdims": True})
    return machine.evaluator.operation(OPERATIONS["reshape"], [summed], part, {"shape": shape})  # type: ignore[no-any-return]


def _holds_moving(item: Item) -> bool:
    """Whether a list, tuple or dictionary holds a tensor with a gradient; lists within lists are followed for a while."""
    waiting: list[tuple[Any, int]] = [(item, 0)]
    for each, depth in waiting:
        if isinstance(each, Tensor) and each.requires_grad and depth:
            return True
        if isinstance(each, list | tuple | dict) and depth < MAX_NESTED and len(waiting) < _MAX_ITEMS:
            waiting += [(below, depth + 1) for below in (each.values() if isinstance(each, dict) else each)]
    return False


_MAX_NESTED_RULES = 16
"""Rules within rules: following one follows those within it."""

_MAX_ITEMS = 10_000
"""Items that are looked at for tensors."""


def unwritten(item: Item) -> Item:
    """A number that stands in the program as a plain one, of which no call makes an input."""
    if isinstance(item, bool) or not isinstance(item, int | float):
        return item
    return int(item) if isinstance(item, int) else float(item)
