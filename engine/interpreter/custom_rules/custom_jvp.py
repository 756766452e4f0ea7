"""Functions of the program with a forward-mode rule of their own: `jax.custom_jvp`, with `defjvp` or `defjvps`.

The rule says what a tangent of the inputs becomes, and is linear in it. It is recorded on tensors that stand for the inputs and
their tangents; what goes back through the function is its transpose: the derivative, by the tangents, of the upstream gradient
times what the rule gives. In the graph the application is one node, named after the function.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from backpass.engine.autodiff.create_graph import gradient_graph
from backpass.engine.graph.followed import are_linear_in, sources_of
from backpass.engine.graph.rule_gradients import JAX
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.custom_rules.custom_functions import (
    called,
    compare,
    marked,
    name_of,
    with_inputs,
    with_numbers_as_tensors,
)
from backpass.engine.interpreter.custom_rules.rule_recording import RuleRecording
from backpass.engine.interpreter.errors import call_errors, custom_rule_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Builtin, Item, Then
from backpass.engine.problems import ProblemError


@dataclass
class _Rules:
    """What a function was given as its rule."""

    whole: Item = None
    """`defjvp(rule)`: of the inputs and their tangents, the value and its tangent."""
    each: Sequence[Item] | None = None
    """`defjvps(…)`: per input, of its tangent, the value and the inputs, its part of the tangent; None for nothing."""
    within: list[RuleRecording] = field(default_factory=list)


@offer(("jax",), "custom_jvp", least=1, most=1, takes="(fun)")
def _custom_jvp(machine: Any, arguments: Arguments) -> Item:
    """`@jax.custom_jvp`: a function whose `defjvp(rule)` says what becomes of a tangent."""
    function = marked(arguments)
    name = name_of(function)
    rules = _Rules()

    def define(_: Any, given: Arguments) -> Item:
        if len(given.values) != 1 or given.keywords:
            raise ProblemError(call_errors.builtin_arguments("defjvp", 1, 1, len(given.values) + len(given.keywords), given.part))
        rules.whole, rules.each = given.values[0], None
        return given.values[0]

    def define_each(_: Any, given: Arguments) -> None:
        if given.keywords:
            raise ProblemError(call_errors.unknown_keyword("defjvps", next(iter(given.keywords)), given.part))
        rules.whole, rules.each = None, list(given.values)

    def call(machine: Any, given: Arguments) -> Item | Then:
        if rules.whole is None and rules.each is None:
            raise ProblemError(custom_rule_errors.no_rule(name, f"`@{name}.defjvp` before a function of it", given.part))
        if rules.within:  # the rule itself calls the function: what it is, not how it is differentiated
            return Then(function, given, rules.within[-1].called_within)
        arguments = with_numbers_as_tensors(machine, with_inputs(machine, function, given))
        return _Application(machine, name, function, rules, RuleRecording(machine, name, arguments, through=True)).begin()

    return called(name, call, defjvp=Builtin("defjvp", define), defjvps=Builtin("defjvps", define_each))


@dataclass
class _Application:
    """One application of such a function, while its rule is recorded."""

    machine: Any
    name: str
    function: Item
    rules: _Rules
    recording: RuleRecording

    def begin(self) -> Then:
        recording, part = self.recording, self.recording.arguments.part
        self.rules.within.append(recording)
        recording.at_end = self.rules.within.pop
        if len(recording.places) < len(recording.values):
            raise ProblemError(custom_rule_errors.no_tangent(self.name, part))
        self.tangents = [recording.tangent(each) for each in recording.sources]
        return Then(self.function, Arguments(list(recording.values), {}, part), self._computed)

    def _computed(self, value: Item) -> Item | Then:
        """The function has given its value; next is its rule."""
        recording, part = self.recording, self.recording.arguments.part
        if isinstance(value, tuple):
            raise ProblemError(custom_rule_errors.several_values(self.name, part))
        if not recording.moves:
            recording.computed(value)
            return recording.constant()
        if self.rules.each is not None:
            if len(self.rules.each) != len(self.tangents):
                count = len(self.tangents)
                raise ProblemError(call_errors.builtin_arguments("defjvps", count, count, len(self.rules.each), part))
            return self._following(value, [], 0)

        def ruled(found: Item) -> Item:
            if not isinstance(found, tuple) or len(found) != 2:
                raise ProblemError(custom_rule_errors.no_value_and_tangent(self.name, part))
            output, tangent = found
            compare(self.machine, self.name, value, output, recording.arguments)
            return self._transposed(output, [tangent])

        pair: list[Item] = [tuple(recording.values), tuple(self.tangents)]
        return Then(self.rules.whole, Arguments(pair, {}, part), ruled)

    def _following(self, value: Item, terms: list[Item], place: int) -> Item | Then:
        """The rule of one input after the other."""
        assert self.rules.each is not None
        while place < len(self.tangents) and self.rules.each[place] is None:
            place += 1
        if place == len(self.tangents):
            return self._transposed(value, terms)
        arguments = Arguments([self.tangents[place], value, *self.recording.values], {}, self.recording.arguments.part)
        return Then(self.rules.each[place], arguments, lambda term: self._following(value, [*terms, term], place + 1))

    def _transposed(self, output: Item, terms: Sequence[Item]) -> Item:
        """What goes back to each input: the transpose of the rule, of the upstream gradient. Raises ProblemError."""
        machine, recording, part = self.machine, self.recording, self.recording.arguments.part
        looked = machine.watched
        recording.computed(output)
        machine.watched = looked
        if not sources_of(machine.watched).isdisjoint(self.tangents):
            raise ProblemError(custom_rule_errors.looked_at_tangent(self.name, part))
        totals: list[Item] = [None] * len(self.tangents)
        for term in terms:
            tangent = machine.evaluator.tensor(term, part)
            if tangent.shape != recording.output.shape:
                raise ProblemError(custom_rule_errors.tangent_shape(self.name, tangent.shape, recording.output.shape, part))
            if not are_linear_in(self.tangents, [tangent]):
                raise ProblemError(custom_rule_errors.tangent_not_linear(self.name, part))
            found, decided = gradient_graph(tangent, self.tangents, recording.upstream, limits=machine.limits)
            recording.decided = recording.decided or decided
            for made in {each for gradient in found for each in ancestors(gradient) if each.number > tangent.number}:
                machine.evaluator.count(made)
            reached = sources_of([tangent])
            for place, (gradient, stands) in enumerate(zip(found, self.tangents, strict=True)):
                if stands in reached:
                    before = totals[place]
                    totals[place] = gradient if before is None else machine.evaluator.operator("+", [before, gradient], part)
        return recording.sent(totals, JAX)
