"""One sentence for each step: what was computed, what was sent where and why, written and to be spoken.

The written ones are those of the page (static/src/explain/narration.ts), from the same messages (messages/*/explain.ftl), with
code between backticks. Reads a finished backward pass; knows nothing of JSON.
"""

import re
from collections import Counter
from math import isfinite
from typing import NamedTuple

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Contribution, Gradients
from backpass.engine.explain.notation import GraphNotation
from backpass.engine.explain.number_format import (
    adds_up,
    all_zero,
    beside_usual,
    equals_sign,
    format_value,
    shape_aloud,
    shorten,
    sum_texts,
    value_aloud,
)
from backpass.engine.explain.repeated_names import assigned_text
from backpass.engine.explain.through_nan import nodes_through_nan
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import Run
from backpass.engine.messages import is_message, say
from backpass.engine.operations import Data, How
from backpass.engine.shapes import format_shape

_LABEL_WIDTH, _EXPRESSION_WIDTH, _VALUE_WIDTH = 24, 36, 24
_MAX_LISTED = 4


class Wording(NamedTuple):
    """The same words to read and to hear."""

    written: str
    spoken: str


def sentence(key: str, **words: Wording) -> Wording:
    """A message with its words put in; its attribute `spoken` is what is read aloud, where that differs."""
    spoken = f"{key}.spoken" if is_message(f"{key}.spoken") else key
    return Wording(
        say(key, **{name: each.written for name, each in words.items()}),
        say(spoken, **{name: each.spoken for name, each in words.items()}),
    )


def plain(text: str) -> Wording:
    """Words that are spoken as they are written."""
    return Wording(text, text)


class Arrival(NamedTuple):
    """A contribution, and the sum that it is added to."""

    contribution: Contribution
    edge: int
    source: int
    target: int
    before: Data | None
    total: Data
    to_come: int
    """How many further contributions land on the same node."""


@np.errstate(all="ignore")
def arrivals(gradients: Gradients, trace: Trace) -> list[Arrival]:
    """Every contribution in the order in which they land."""
    totals: dict[int, Data] = {}
    made = []
    contributions = list(gradients.contributions())
    to_come = Counter(trace.positions[each.input] for each in contributions)
    for each in contributions:
        source, target = trace.positions[each.input], trace.positions[each.user]
        before, edge = totals.get(source), trace.edge_offsets[target] + each.slot
        totals[source] = each.sent if before is None else before + each.sent
        to_come[source] -= 1
        made.append(Arrival(each, edge, source, target, before, totals[source], to_come[source]))
    return made


def is_blocked(contribution: Contribution) -> bool:
    """Whether the operation let nothing through because it picked another input, or none."""
    local = local_of(contribution)
    return contribution.how is How.ROUTE and local is not None and all_zero(local)


def local_of(contribution: Contribution) -> Data | None:
    """The local derivative; None where it is a matrix that nobody forms."""
    return contribution.local


def is_product(contribution: Contribution) -> bool:
    """Whether upstream and local derivative are multiplied number by number, and nothing more."""
    return local_of(contribution) is not None and contribution.how not in {How.SUM_OVER_AXES, How.ADJOINT}


def value(data: Data | None, width: int = _VALUE_WIDTH) -> Wording:
    """A value within a sentence."""
    return Wording(format_value(data, width), value_aloud(data))


def coded(wording: Wording) -> Wording:
    """Set as code where it is written."""
    return wording._replace(written=f"`{wording.written}`")


class Narrator:
    """Words the steps of one computation."""

    def __init__(self, run: Run, gradients: Gradients, trace: Trace, notation: GraphNotation) -> None:
        self._run = run
        self._gradients = gradients
        self._trace = trace
        self._notation = notation
        self.lost = nodes_through_nan(gradients, trace)
        """The nodes whose gradient means nothing, because a value on its way is NaN."""

    def label(self, node: int) -> Wording:
        """What a node is called."""
        written = self._notation.short_label(node, _LABEL_WIDTH)
        return Wording(written, self._notation.node(node).spoken)

    def full_label(self, node: int) -> Wording:
        """The same with as much of its text as a sentence can hold, as code."""
        return coded(self.label(node)._replace(written=self._notation.label(node)))

    def expression(self, node: int) -> Wording:
        """`d = a*b + c` where a node has a name and a text of its own, `d₂ = d₁ + c` where its name was given again; else what it
        is called.
        """
        tensor = self._trace.tensors[node]
        name, time, text = tensor.label, self._notation.time(node), self._notation.numbered(node)
        is_again = bool(time) or (name is not None and "#" in name)
        source = shorten(assigned_text(text) if is_again else text, _EXPRESSION_WIDTH)
        label = self.label(node)
        if name is None or tensor.operation is None or source in {"", name, name + time}:
            return label
        is_statement = source.startswith((f"{name} ", f"{name}="))
        return label._replace(written=source if is_statement and not is_again else f"{name}{time} = {source}")

    def start(self) -> Wording:
        """Before the first step."""
        tensors = self._trace.tensors
        if self._gradients.values[-1] is None and tensors[-1].operation is None:
            return sentence("output-alone" if np.size(tensors[-1].raw) else "output-none", value=value(tensors[-1].raw))
        if all(tensor.operation is None for tensor in tensors):
            return sentence("nothing-forward")
        leaves = [node for node, tensor in enumerate(tensors) if tensor.operation is None and tensor.requires_grad]
        if not leaves:
            return sentence("only-constants")
        known = [sentence("known-input", name=self.label(node), value=value(tensors[node].raw)) for node in leaves[:_MAX_LISTED]]
        more = len(leaves) - len(known)
        listed = Wording(", ".join(each.written for each in known), ", ".join(each.spoken for each in known))
        if more:
            return sentence("only-inputs.more", listed=listed, count=plain(str(more)))
        return sentence("only-inputs", listed=listed)

    def end(self) -> Wording:
        """After the last step."""
        leaves = [node for node, tensor in enumerate(self._trace.tensors) if tensor.operation is None and tensor.requires_grad]
        if not leaves:
            return sentence("no-gradient")
        usable = (
            node not in self.lost and np.all(np.isfinite(np.asarray(self._gradients.values[node], dtype=float)))
            for node in leaves
        )
        return sentence("gradients-complete" if all(usable) else "gradients-unusable")

    def computed(self, node: int) -> Wording:
        """A value of the forward pass."""
        shown, result = coded(self.expression(node)), value(self._trace.tensors[node].raw)
        if texts := self._notation.sum_of(node):
            total = self._trace.tensors[node].raw
            assert isinstance(total, float)
            result = result._replace(written=beside_usual(texts[2], total))
        numbers = self._notation.substituted(node)
        if numbers is None or numbers.plain == result.written.strip("`"):  # `-x` of 0.5 is −0.5, which is no calculation
            return sentence("value-is", shown=shown, result=result)
        put_in = Wording(f"`{numbers.plain}`", numbers.spoken)
        if _has_shape(numbers.plain, result.written):
            return sentence("value-of-shapes", shown=shown, numbers=put_in, result=result)
        equals = plain(equals_sign(numbers.plain, result.written))
        return sentence("value-computed", shown=shown, numbers=put_in, equals=equals, result=result)

    def seeded(self, total: Data) -> Wording:
        """The first step back."""
        name = coded(self.label(len(self._trace.tensors) - 1))
        if isinstance(total, float) and total == 1:
            return sentence("backward-starts", name=name)
        return sentence("backward-starts-with", name=name, total=coded(value(total)))

    def arriving(self, arrival: Arrival) -> Wording:
        """A contribution before it is summed over the axes that were repeated."""
        own, axes = self._trace.tensors[arrival.source].shape, arrival.contribution.axes
        return sentence(
            "gradient-of-stretched",
            shape=shape_wording(self._trace.tensors[arrival.target].shape),
            own=shape_wording(own) if own else plain(say("single-number")),
            name=coded(self.label(arrival.source)),
            axes=plain(say("repeated-axes", count=len(axes), axes=", ".join(map(str, axes)))),
        )

    def landed(self, arrival: Arrival) -> Wording:
        """A contribution, and what it is added to."""
        receiver, user = coded(self.label(arrival.source)), coded(self.expression(arrival.target))
        sent = product(arrival.contribution)
        if is_blocked(arrival.contribution):
            reason = self._reason_of_block(arrival)
            return sentence(
                "gets-nothing",
                receiver=receiver,
                user=user,
                sent=coded(sent),
                reason=reason,
            )
        place, upstream = self._place(arrival), plain(self._notation.upstream.plain)
        added = sentence("adds-nothing-known") if arrival.source in self.lost else _addition(arrival)
        if not is_product(arrival.contribution):
            words = {"receiver": receiver, "result": coded(sent), "user": user, "place": place, "added": added}
            operation = self._trace.tensors[arrival.target].operation
            if operation is not None and operation.name == "index" and arrival.contribution.how is How.ADJOINT:
                return sentence("gets.put-back", **words, upstream=upstream)
            rule = self._rule(arrival)
            if rule is None:
                return sentence("gets.whole", **words)
            return sentence("gets.by-rule", **words, rule=coded(rule), upstream=upstream)
        result = value(arrival.contribution.sent)
        if _has_shape(sent.written, result.written) and (rule := self._scaled(arrival)):
            words = {"receiver": receiver, "rule": coded(rule), "user": user, "place": place, "upstream": upstream}
            return sentence("gets.by-rule", **words, result=result, added=added)
        numbers = {"sent": coded(sent), "equals": plain(equals_sign(sent.written, result.written)), "result": result}
        return sentence("gets", receiver=receiver, **numbers, user=user, place=place, added=added)

    def _rule(self, arrival: Arrival) -> Wording | None:
        """What a linear map makes of the gradient that arrives, where a sentence has room for it."""
        return self._short_rule(arrival) if arrival.contribution.how is How.ADJOINT else None

    def _scaled(self, arrival: Arrival) -> Wording | None:
        """What arrives times the local derivative, element by element: `G × W`, `G × (1 − h²)`."""
        slope, upstream = self._short_rule(arrival), self._notation.upstream.plain
        if slope is None or slope.written == "1":
            return slope and plain(upstream)
        if slope.written == "−1":
            return Wording(f"−{upstream}", f"{say('aloud-minus')} {upstream}")
        written = f"({slope.written})" if re.search(r"[ /]|^−", slope.written) else slope.written
        return sentence("multiplied", upstream=plain(upstream), local=slope._replace(written=written))

    def _short_rule(self, arrival: Arrival) -> Wording | None:
        rule = self._notation.rule_in_words(arrival.target, arrival.contribution.slot, _LABEL_WIDTH)
        return None if rule is None or len(rule.plain) > _EXPRESSION_WIDTH else Wording(rule.plain, rule.spoken)

    def _place(self, arrival: Arrival) -> Wording:
        """Which of several places, where an operation uses the same node more than once."""
        places = [slot for slot, source in enumerate(self._trace.inputs[arrival.target]) if source == arrival.source]
        if len(places) < 2:
            return Wording("", "")
        place = places.index(arrival.contribution.slot) + 1
        return plain(say("place-in-it", place=say("place-of", ordinal=say("ordinal", number=place), count=len(places))))

    def _reason_of_block(self, arrival: Arrival) -> Wording:
        record = arrival.contribution.user.operation
        assert record is not None
        name = Wording(f"`{record.notation.glyph}`", self.label(arrival.target).spoken)
        if len(arrival.contribution.user.inputs) > 1:
            return sentence("picked-other", name=name)
        return sentence("slope-is-zero", name=name)


_SHAPE = re.compile(r"(?:^|\W)\(\d+,")


def _has_shape(*written: str) -> bool:
    """Whether a calculation has a shape where others have a number: it is none, then."""
    return any(map(_SHAPE.search, written))


def product(contribution: Contribution) -> Wording:
    """`upstream × local`, in shapes where they are not single numbers."""
    upstream, local = value(contribution.upstream, 14), local_of(contribution)
    if not is_product(contribution):
        return sentence("turned-into", upstream=upstream, sent=value(contribution.sent, 14))
    return sentence("multiplied", upstream=upstream, local=value(local, 14))


def _addition(arrival: Arrival) -> Wording:
    before, total = arrival.before, arrival.total
    part, more = "", {}
    if arrival.to_come:
        part, more = ".part", {"more": plain(say("more-to-come", count=arrival.to_come))}
    if not isinstance(total, float):
        return sentence(f"array-{'first' if before is None else 'added'}{part}", **more)
    whole = sentence(f"adds-first{part}", total=value(total), **more)
    if before is None:
        return whole
    assert isinstance(before, float)
    sent_number = arrival.contribution.sent
    assert isinstance(sent_number, float)
    if not (isfinite(before) and isfinite(sent_number) and isfinite(total)):
        return whole
    texts = sum_texts(before, sent_number, total)
    numbers = zip((before, sent_number, total), texts, strict=True)
    start, sent, summed = (value(number)._replace(written=text) for number, text in numbers)
    put_in = sent._replace(written=f"({sent.written})") if sent.written.startswith("−") else sent
    shown = summed._replace(written=beside_usual(summed.written, total))
    rest = sentence("sum-so-far", **more) if arrival.to_come else sentence("sum-whole")
    return sentence("adds-to", start=start, sent=put_in, equals=plain("=" if adds_up(texts) else "≈"), total=shown, rest=rest)


def shape_wording(shape: tuple[int, ...]) -> Wording:
    """A shape within a sentence."""
    return Wording(format_shape(shape), shape_aloud(shape))
