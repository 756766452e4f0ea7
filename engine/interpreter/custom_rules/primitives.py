"""HIPS autograd's `@primitive`, whose derivative is what `defvjp` says, and its tangent what `defjvp` says."""

from dataclasses import dataclass
from typing import Any

from backpass.engine.graph.rule_gradients import JAX
from backpass.engine.interpreter.custom_rules.custom_functions import called, marked, name_of, with_inputs
from backpass.engine.interpreter.custom_rules.rule_recording import RuleRecording
from backpass.engine.interpreter.errors import call_errors, custom_rule_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import (
    Arguments,
    Instance,
    Item,
    Then,
    whole_number,
)
from backpass.engine.problems import ProblemError


@offer(("autograd.extend",), "primitive", least=1, most=1, takes="(function)")
def _primitive(machine: Any, arguments: Arguments) -> Item:
    """`@primitive`: a function whose derivative is what `defvjp` says."""
    function = marked(arguments)
    name = name_of(function)

    def call(machine: Any, given: Arguments) -> Item | Then:
        rules: Any = made.members[_RULES]
        recording = RuleRecording(machine, name, with_inputs(machine, function, given, rules))
        return _Application(recording, function, rules, made.members[_TANGENTS]).begin()

    made = called(name, call)
    made.members |= {_RULES: {}, _TANGENTS: {}}
    return made


@dataclass
class _Application:
    """One application of a primitive, while its rules are recorded."""

    recording: RuleRecording
    function: Item
    rules: Any
    """What goes back, by place of the argument."""
    ahead: Any
    """What its tangent becomes, by place of the argument."""

    def __post_init__(self) -> None:
        recording = self.recording
        self.part = recording.arguments.part
        moving = [place for place, each in zip(recording.places, recording.inputs, strict=True) if each.requires_grad]
        if any(place not in self.rules for place in moving):
            how = f"`defvjp({recording.name}, lambda ans, x: lambda g: …)`"
            raise ProblemError(custom_rule_errors.no_rule(recording.name, how, self.part))
        self.wanted = [place for place in moving if self.rules[place] is not None]
        self.has_tangent = bool(self.ahead) and all(place in self.ahead for place in moving)
        self.sent: list[Item] = [None] * len(recording.values)
        self.terms: list[Item] = []

    def begin(self) -> Then:
        return Then(self.function, self._given(*self.recording.values), self._computed)

    def _given(self, *values: Item) -> Arguments:
        return Arguments(list(values), {}, self.part)

    def _computed(self, result: Item) -> Item | Then:
        self.recording.computed(result)
        if not self.recording.moves:
            return self.recording.constant()
        return self._back(result, 0)

    def _back(self, answer: Item, index: int) -> Item | Then:
        """The rule of one argument after the other: `lambda ans, x: …` gives a function of the gradient."""
        recording = self.recording
        if index == len(self.wanted):
            recording.tangents = [recording.tangent(each) for each in recording.sources] if self.has_tangent else []
            return self._ahead(answer, 0)
        place = self.wanted[index]
        parts = recording.parts(recording.upstream)
        upstream = parts[0] if recording.shapes is None else tuple(parts)

        def keep(gradient: Item) -> Item | Then:
            if gradient is None:
                recording.given_back(None, JAX)
            self.sent[place] = gradient
            return self._back(answer, index + 1)

        rule = self._given(answer, *recording.values)
        return Then(self.rules[place], rule, lambda back: Then(back, self._given(upstream), keep))

    def _ahead(self, answer: Item, index: int) -> Item | Then:
        """The forward-mode rule of one argument after the other: `lambda g, ans, x: …` gives its part of the tangent."""
        recording = self.recording
        while index < len(recording.tangents) and self.ahead.get(recording.places[index]) is None:
            index += 1
        if index >= len(recording.tangents):
            recording.moves_as(self.terms)
            return recording.sent(self.sent, JAX)

        def keep(term: Item) -> Item | Then:
            self.terms.append(term)
            return self._ahead(answer, index + 1)

        given = self._given(recording.tangents[index], answer, *recording.values)
        return Then(self.ahead[recording.places[index]], given, keep)


_RULES = "(rules)"
"""The rules of a primitive by place of the argument, a member that no program can spell."""
_TANGENTS = "(tangents)"
"""Its forward-mode rules, by place as well."""


@offer(("autograd.extend",), "defvjp", least=1)
def _defvjp(machine: Any, arguments: Arguments) -> Item:
    """`defvjp(f, rule, …, argnums=…)`: what goes back to each argument of a primitive; None for nothing."""
    _define("defvjp", _RULES, arguments)
    return None


@offer(("autograd.extend",), "defjvp", least=1)
def _defjvp(machine: Any, arguments: Arguments) -> Item:
    """`defjvp(f, rule, …, argnums=…)`: what each argument of a primitive adds to its tangent; None for nothing."""
    _define("defjvp", _TANGENTS, arguments)
    return None


def _define(name: str, member: str, arguments: Arguments) -> None:
    function, *rules = arguments.values
    unknown = next((name for name in arguments.keywords if name != "argnums"), None)
    if unknown is not None:
        raise ProblemError(call_errors.unknown_keyword(name, unknown, arguments.part))
    if not isinstance(function, Instance) or _RULES not in function.members:
        raise ProblemError(custom_rule_errors.no_primitive(arguments.part))
    given = arguments.keywords.get("argnums")
    places = range(len(rules)) if given is None else [whole_number(each, "`argnums`", arguments.part) for each in given]  # type: ignore[union-attr]
    if len(places) != len(rules):
        raise ProblemError(call_errors.builtin_arguments(name, len(places), len(places), len(rules), arguments.part))
    function.members[member] = dict(zip(places, rules, strict=True))
