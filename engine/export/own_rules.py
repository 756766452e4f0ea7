"""Operations of the program's own in exported code: what they compute and what their rule sends back, as each library writes
such a pair: a `torch.autograd.Function`, a `jax.custom_vjp`, a micrograd value with `_backward`, two functions.

The lines are those that were recorded when the program ran, so a rule that is wrong is written down as it is.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from backpass.engine.autodiff.diagnose import finite
from backpass.engine.export.formula import Source, literal
from backpass.engine.export.target_libraries import Lacking, NotWrittenError, TargetLibrary
from backpass.engine.export.transforms import transform_source
from backpass.engine.graph.custom_rules import OPTION
from backpass.engine.graph.followed import sources_of
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import evaluation_order
from backpass.engine.interpreter.custom_rules.recorded_rules import RecordedRule
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.serialization.computation import identifiers, not_exportable

Literals = Callable[[Data], str]
"""How a target writes a number or array as one of its own values."""

UPSTREAM = "upstream"
_PLACE = "\0"
"""In place of the name of a definition until it is known whether there is one that reads alike."""


@dataclass
class _Body:
    """The lines of one function, which compute tensors of a recording from those that have names."""

    target: TargetLibrary
    lacking: Lacking
    literals: Literals
    names: dict[Tensor, Source]
    moving: set[Tensor]
    """What depends on an argument; all else is a number."""
    taken: set[str]
    lines: list[str] = field(default_factory=list)
    used: set[Tensor] = field(default_factory=set)

    def source(self, tensor: Tensor, *, plain: bool = False) -> Source:
        """How a tensor is referred to, once `compute` has written its line; `plain` where a literal number may stand."""
        self.used.add(tensor)
        if tensor in self.names:
            return self.names[tensor]
        assert tensor not in self.moving
        if plain and isinstance(tensor.raw, float):
            return literal(tensor.raw)
        return Source(self.literals(tensor.raw))

    def compute(self, wanted: Sequence[Tensor]) -> None:
        """Writes a line for all that these need and that has no name yet."""
        needed: set[Tensor] = set()
        waiting = [each for each in wanted if each in self.moving and each not in self.names]
        for each in waiting:
            if each not in needed:
                needed.add(each)
                waiting += [source for source in each.inputs if source in self.moving and source not in self.names]
        for each in sorted(needed, key=evaluation_order):
            self.names[each] = self._assigned(each)

    def _assigned(self, tensor: Tensor) -> Source:
        if self.target.scalars and not (isinstance(tensor.raw, float) and finite(tensor.raw)):
            raise NotWrittenError
        within = recorded(tensor)
        if within is not None:
            return self._value_of(within, tensor)
        name = self._free(tensor.label)
        self.lines.append(f"{name} = {self._formula(tensor)}")
        return Source(name)

    def _free(self, label: str | None) -> str:
        """A name that nothing has here: as the program calls it, else v1, v2 …"""
        if label:
            (name,) = identifiers([label], self.taken)
        else:
            name = next(name for name in (f"v{count}" for count in itertools.count(1)) if name not in self.taken)
        self.taken.add(name)
        return name

    def _value_of(self, rule: RecordedRule, tensor: Tensor) -> Source:
        """An operation within a rule: its value alone counts, since the rule around it says what goes back."""
        inputs = list(zip(rule.sources, tensor.inputs, strict=True))
        arguments = {each for each, given in inputs if given in self.moving}
        names = {each: self.source(given) for each, given in inputs if given in self.moving}
        resting = {each: Source(self.literals(given.raw)) for each, given in inputs if given not in self.moving}
        within = _Body(
            self.target,
            self.lacking,
            self.literals,
            {**names, **resting},
            _moving([rule.output], arguments),
            self.taken,
            self.lines,
        )
        within.compute([rule.output])
        return within.source(rule.output)

    def _formula(self, tensor: Tensor) -> str:
        record = tensor.operation
        assert record is not None
        plain = self.target.takes_numbers or record.notation.infix is not None
        arguments = [self.source(each, plain=plain) for each in tensor.inputs]
        if record.elementwise or record.notation.infix:
            return self.lacking.call(record, arguments).text
        made = None if record.own else transform_source(self.target, tensor, [each.text for each in arguments])
        if made is None:
            raise NotWrittenError
        return made


def recorded(tensor: Tensor) -> RecordedRule | None:
    """The rule of a node of the program's own, where its lines are known."""
    if tensor.operation is None or not tensor.operation.own:
        return None
    rule = (tensor.options or {})[OPTION].rule
    return rule if isinstance(rule, RecordedRule) else None


def _moving(wanted: Sequence[Tensor], arguments: set[Tensor]) -> set[Tensor]:
    """What of these and their inputs depends on the arguments."""
    moving = set(arguments)
    for each in sorted(sources_of(wanted), key=evaluation_order):
        if any(source in moving for source in each.inputs):
            moving.add(each)
    return moving


@dataclass
class WrittenRule:
    """One definition, as its layout puts it together; with `_PLACE` for its name."""

    rule: RecordedRule
    parameters: Sequence[str]
    sentence: str
    body: Callable[[dict[Tensor, Source]], _Body]

    def named(self, form: str = "{}") -> dict[Tensor, Source]:
        """The arguments by their names, or by what holds their numbers."""
        return {each: Source(form.format(name)) for each, name in zip(self.rule.sources, self.parameters, strict=True)}


Layout = Callable[[WrittenRule], str]


class OwnRules:
    """The definitions that a program needs for its own operations, by name; those that read alike are one."""

    def __init__(  # noqa: PLR0917 (what a writer knows of its target)
        self, target: TargetLibrary, layout: Layout, literals: Literals, lacking: Lacking, reserved: set[str], taken: set[str]
    ) -> None:
        self.definitions: dict[str, str] = {}
        self._target, self._layout, self._literals, self._lacking = target, layout, literals, lacking
        self._reserved, self._taken = reserved, taken
        self._names: dict[tuple[str, str], str] = {}
        self._by_rule: dict[int, str] = {}

    def name(self, tensor: Tensor, format_name: str, node: int | None = None) -> str:
        """What the node's definition is called. Raises ProblemError (not-exportable) where the target has no code for it."""
        rule = recorded(tensor)
        assert rule is not None
        if id(rule) not in self._by_rule:
            self._by_rule[id(rule)] = self._defined(rule, tensor, format_name, node)
        return self._by_rule[id(rule)]

    def _defined(self, rule: RecordedRule, tensor: Tensor, format_name: str, node: int | None) -> str:
        assert tensor.operation is not None
        written = self._written(rule, tensor.operation.parameters)
        if written is None:
            why = say("export-no-code", as_a_whole=tensor.operation.as_a_whole)
            raise not_exportable(format_name, why, say("export-no-code.hint"), tensor, node)
        key = rule.name, written
        if key not in self._names:
            name = self._free(rule.name)
            self._names[key] = name
            self.definitions[name] = written.replace(_PLACE, name)
        return self._names[key]

    def _free(self, wanted: str) -> str:
        """A name for the definition and the functions beside it that nothing else has."""
        while True:
            (name,) = identifiers([wanted], self._taken)
            if self._taken.isdisjoint({f"{name}_forward", f"{name}_backward"}):
                self._taken |= {name, f"{name}_forward", f"{name}_backward"}
                return name
            self._taken.add(name)

    def _written(self, rule: RecordedRule, parameters: Sequence[str]) -> str | None:
        """None where a part of it is beyond the target, or its value was taken out of the graph, so that it is a number alone."""
        gradients = [each for each in rule.gradients if each is not None]
        arguments = {*rule.sources, rule.upstream}
        moving = _moving([rule.output, *gradients], arguments)
        if rule.output not in moving:
            return None
        taken = {*self._reserved, *self._names.values(), rule.name, *parameters, UPSTREAM, "ctx", "saved", "out", "Value"}

        def body(names: dict[Tensor, Source]) -> _Body:
            return _Body(self._target, self._lacking, self._literals, dict(names), moving, set(taken))

        as_it_ran = ", as it ran for these numbers" if rule.looked or rule.decided else ""
        sentence = f"An operation of the program's own{as_it_ran}: what goes back is what its rule says."
        try:
            return self._layout(WrittenRule(rule, parameters, sentence, body))
        except NotWrittenError:
            return None


def _sent(written: WrittenRule, body: _Body, nothing: str) -> list[str]:
    """What goes back to each argument, after the lines that compute it; `nothing` where the rule says None."""
    gradients = written.rule.gradients
    body.compute([each for each in gradients if each is not None])
    return [
        nothing.format(name) if each is None else body.source(each).text
        for each, name in zip(gradients, written.parameters, strict=True)
    ]


def _tuple(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' * (len(items) == 1)})"


def _indented(lines: Sequence[str], depth: int = 1) -> list[str]:
    return [" " * 4 * depth + line for line in lines]


def two_functions(written: WrittenRule) -> str:
    """A function, and beside it one that takes the upstream gradient and the same arguments: for Python and NumPy."""
    forward = written.body(written.named())
    forward.compute([written.rule.output])
    backward = written.body({**written.named(), written.rule.upstream: Source(UPSTREAM)})
    sent = _sent(written, backward, "0.0")
    parameters = ", ".join(written.parameters)
    return "\n".join(
        [
            f"def {_PLACE}({parameters}):",
            f'    """{written.sentence}"""',
            *_indented([*forward.lines, f"return {forward.source(written.rule.output).text}"]),
            "",
            "",
            f"def {_PLACE}_backward({UPSTREAM}, {parameters}):",
            f'    """What the rule of {_PLACE} sends to each argument."""',
            *_indented([*backward.lines, f"return {_tuple(sent)}"]),
        ]
    )


def _forward_and_backward(written: WrittenRule, nothing: str) -> tuple[_Body, str, list[str], _Body, list[str]]:
    """The body of forward, its value, the names that it keeps for backward, the body of backward and what that sends."""
    forward = written.body(written.named())
    forward.compute([written.rule.output])
    value = forward.source(written.rule.output).text
    backward = written.body({**forward.names, written.rule.upstream: Source(UPSTREAM)})
    backward.taken |= forward.taken
    sent = _sent(written, backward, nothing)
    kept = {forward.names[each].text for each in backward.used if each in forward.names}
    if nothing:
        kept |= {name for name, each in zip(written.parameters, written.rule.gradients, strict=True) if each is None}
    order = [*written.parameters, *dict.fromkeys(source.text for source in forward.names.values())]
    return forward, value, [name for name in dict.fromkeys(order) if name in kept], backward, sent


def pytorch_function(written: WrittenRule) -> str:
    """A `torch.autograd.Function`."""
    forward, value, kept, backward, sent = _forward_and_backward(written, "")
    saved = [f"ctx.save_for_backward({', '.join(kept)})"] if kept else []
    found = [f"{_tuple(kept)} = ctx.saved_tensors"] if kept else []
    return "\n".join(
        [
            f"class {_PLACE}(torch.autograd.Function):",
            f'    """{written.sentence}"""',
            "",
            "    @staticmethod",
            f"    def forward(ctx, {', '.join(written.parameters)}):",
            *_indented([*forward.lines, *saved, f"return {value}"], 2),
            "",
            "    @staticmethod",
            f"    def backward(ctx, {UPSTREAM}):",
            *_indented([*found, *backward.lines, f"return {', '.join(each or 'None' for each in sent)}"], 2),
        ]
    )


def jax_custom_vjp(written: WrittenRule) -> str:
    """A function behind `jax.custom_vjp`, with its two rules. JAX wants a gradient for every argument, if of zeros."""
    forward, value, kept, backward, sent = _forward_and_backward(written, "jnp.zeros_like({})")
    parameters = ", ".join(written.parameters)
    found = [f"{_tuple(kept)} = saved"] if kept else []
    return "\n".join(
        [
            "@jax.custom_vjp",
            f"def {_PLACE}({parameters}):",
            f'    """{written.sentence}"""',
            f"    return {_PLACE}_forward({parameters})[0]",
            "",
            "",
            f"def {_PLACE}_forward({parameters}):",
            *_indented([*forward.lines, f"return {value}, {_tuple(kept) if kept else '()'}"]),
            "",
            "",
            f"def {_PLACE}_backward(saved, {UPSTREAM}):",
            *_indented([*found, *backward.lines, f"return {_tuple(sent)}"]),
            "",
            "",
            f"{_PLACE}.defvjp({_PLACE}_forward, {_PLACE}_backward)",
        ]
    )


def micrograd_value(written: WrittenRule) -> str:
    """A function that makes a `Value` with its `_backward`, whose lines are of floats."""
    rule = written.rule
    forward = written.body(written.named("{}.data"))
    forward.compute([rule.output])
    value = forward.source(rule.output).text
    backward = written.body({**forward.names, rule.output: Source("out.data"), rule.upstream: Source("out.grad")})
    backward.taken |= forward.taken
    sent: list[Any] = _sent(written, backward, "")
    added = [f"{name}.grad += {each}" for name, each in zip(written.parameters, sent, strict=True) if each]
    return "\n".join(
        [
            f"def {_PLACE}({', '.join(written.parameters)}):",
            f'    """{written.sentence}"""',
            *_indented([*forward.lines, f"out = Value({value}, {_tuple(written.parameters)}, {rule.name!r})"]),
            "",
            "    def _backward():",
            *_indented([*backward.lines, *(added or ["pass"])], 2),
            "",
            "    out._backward = _backward",
            "    return out",
        ]
    )
