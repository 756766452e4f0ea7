"""One sentence for each step: what was computed, what was sent where and why, written and to be spoken.

The written ones are word for word those of the page (static/src/graph/narration.ts; a test compares them), with code between
backticks. Reads a finished backward pass; knows nothing of JSON.
"""

from typing import NamedTuple

from engine.backward import Contribution, Gradients
from engine.formats import all_zero, format_shape, format_value, shorten, value_aloud
from engine.notation import Notation
from engine.operations import Data, How
from engine.running.interpreter import Run
from engine.shapes import shape_of
from engine.trace import Trace

_LABEL_WIDTH, _EXPRESSION_WIDTH, _VALUE_WIDTH = 24, 36, 24
_MOST_LISTED = 4


class Said(NamedTuple):
    """The same words to read and to hear."""

    written: str
    spoken: str


def say(template: str, spoken: str | None = None, **words: Said) -> Said:
    """A sentence with its words put in; `spoken` where it is said in another way than it is written."""
    return Said(
        template.format(**{name: each.written for name, each in words.items()}),
        (spoken or template).format(**{name: each.spoken for name, each in words.items()}),
    )


class Arrival(NamedTuple):
    """A contribution, and the sum that it is added to."""

    contribution: Contribution
    edge: int
    source: int
    target: int
    before: Data | None
    total: Data


def arrivals(gradients: Gradients, trace: Trace) -> list[Arrival]:
    """Every contribution in the order in which they land."""
    totals: dict[int, Data] = {}
    made = []
    for each in gradients.contributions():
        source, target = trace.positions[each.input], trace.positions[each.user]
        before = totals.get(source)
        totals[source] = each.sent if before is None else before + each.sent
        made.append(Arrival(each, trace.first_edges[target] + each.slot, source, target, before, totals[source]))
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


def value(data: Data | None, width: int = _VALUE_WIDTH) -> Said:
    """A value within a sentence."""
    return Said(format_value(data, width), value_aloud(data))


def coded(said: Said) -> Said:
    """Set as code where it is written."""
    return said._replace(written=f"`{said.written}`")


class Narrator:
    """Words the steps of one computation."""

    def __init__(self, run: Run, gradients: Gradients, trace: Trace, notation: Notation) -> None:
        self._run = run
        self._gradients = gradients
        self._trace = trace
        self._notation = notation

    def label(self, node: int) -> Said:
        """What a node is called."""
        written = shorten(self._notation.label(node), _LABEL_WIDTH)
        return Said(written, self._notation.node(node).spoken)

    def full_label(self, node: int) -> Said:
        """The same however long it is, as code."""
        return coded(self.label(node)._replace(written=self._notation.label(node)))

    def expression(self, node: int) -> Said:
        """`d = a*b + c` where a node has a name and a text of its own, else what it is called."""
        tensor = self._trace.tensors[node]
        name, source = tensor.label, shorten(self._notation.source(node), _EXPRESSION_WIDTH)
        label = self.label(node)
        if name is None or tensor.operation is None or source in {"", name}:
            return label
        starts = source.startswith((f"{name} ", f"{name}="))
        return label._replace(written=source if starts else f"{name} = {source}")

    def start(self) -> Said:
        """Before the first step."""
        tensors = self._trace.tensors
        if self._gradients.values[-1] is None and tensors[-1].operation is None:
            return say("There is nothing to compute: the output is {value} itself.", value=value(tensors[-1].data))
        if all(tensor.operation is None for tensor in tensors):
            return say("There is nothing to compute forward. Step on to start the gradient at the output.")
        leaves = [node for node, tensor in enumerate(tensors) if tensor.operation is None and tensor.requires_grad]
        if not leaves:
            return say("Only constants are known. Press play: values flow forward to the output.")
        known = [
            say("`{name} = {value}`", "{name} is {value}", name=self.label(node), value=value(tensors[node].data))
            for node in leaves[:_MOST_LISTED]
        ]
        more = f" and {len(leaves) - len(known)} more" if len(leaves) > len(known) else ""
        return say(
            f"Only the inputs are known: {{listed}}{more}. Press play: values flow forward, then gradients flow back.",
            listed=Said(", ".join(each.written for each in known), ", ".join(each.spoken for each in known)),
        )

    def end(self) -> Said:
        """After the last step."""
        if any(tensor.operation is None and tensor.requires_grad for tensor in self._trace.tensors):
            return say("Every gradient is complete.")
        return say("No input takes part in the output, so there is no gradient to tell.")

    def computed(self, node: int) -> Said:
        """A value of the forward pass."""
        shown, result = coded(self.expression(node)), value(self._trace.tensors[node].data)
        numbers = self._notation.substituted(node)
        if numbers is None:
            return say("{shown} is {result}.", shown=shown, result=result)
        put_in = Said(f"`{numbers.plain}`", numbers.spoken)
        spoken = "{shown} is {numbers}, which is {result}."
        return say("{shown} is {numbers} = {result}.", spoken, shown=shown, numbers=put_in, result=result)

    def seeded(self, total: Data) -> Said:
        """The first step back."""
        name = coded(self.label(len(self._trace.tensors) - 1))
        if isinstance(total, float) and total == 1:
            return say(
                "Backward starts at {name} with 1: a small change of the output changes the output by just as much.", name=name
            )
        return say(
            "Backward starts at {name} with {total}, the gradient that was handed in.", name=name, total=coded(value(total))
        )

    def arriving(self, arrival: Arrival) -> Said:
        """A contribution before it is summed over the axes that were repeated."""
        own = self._trace.tensors[arrival.source].shape
        return say(
            "A gradient of shape {shape} reaches {name}, which was stretched from {own}: it is summed over the axes "
            "that were repeated.",
            shape=shape_said(self._trace.tensors[arrival.target].shape),
            own=shape_said(own) if own else Said("a single number", "a single number"),
            name=coded(self.label(arrival.source)),
        )

    def landed(self, arrival: Arrival) -> Said:
        """A contribution, and what it is added to."""
        receiver, user = coded(self.label(arrival.source)), coded(self.expression(arrival.target))
        sent = product(arrival.contribution)
        if is_blocked(arrival.contribution):
            reason = self._reason_of_block(arrival)
            return say(
                "{receiver} gets nothing from {user}: {sent}, for {reason}.",
                receiver=receiver,
                user=user,
                sent=coded(sent),
                reason=reason,
            )
        return say(
            "{receiver} gets {sent} = {result} from {user}{place}; {added}.",
            "{receiver} gets {sent}, which is {result}, from {user}{place}; {added}.",
            receiver=receiver,
            sent=coded(sent),
            result=value(arrival.contribution.sent),
            user=user,
            place=self._place(arrival),
            added=_addition(arrival),
        )

    def _place(self, arrival: Arrival) -> Said:
        """Which of several places, where an operation uses the same node more than once."""
        places = [slot for slot, source in enumerate(self._trace.inputs[arrival.target]) if source == arrival.source]
        if len(places) < 2:
            return Said("", "")
        return say(f", for its {_ordinal(places.index(arrival.contribution.slot) + 1)} of {len(places)} places in it")

    def _reason_of_block(self, arrival: Arrival) -> Said:
        record = arrival.contribution.user.operation
        assert record is not None
        name = Said(f"`{record.notation.glyph}`", self.label(arrival.target).spoken)
        if len(arrival.contribution.user.inputs) > 1:
            return say("{name} picked the other input", name=name)
        return say("the slope of {name} is 0 here", name=name)


def product(contribution: Contribution) -> Said:
    """`upstream × local`, in shapes where they are not single numbers."""
    upstream, local = value(contribution.upstream, 14), local_of(contribution)
    if not is_product(contribution):
        return say("{upstream} → {sent}", "{upstream}, turned into {sent}", upstream=upstream, sent=value(contribution.sent, 14))
    return say("{upstream} × {local}", "{upstream} times {local}", upstream=upstream, local=value(local, 14))


def _addition(arrival: Arrival) -> Said:
    before, total = arrival.before, arrival.total
    if not isinstance(total, float):
        if before is None:
            return say("its first, of shape {shape}", shape=shape_said(shape_of(total)))
        return say("it is added to what arrived before")
    start = Said("0", "0") if before is None else value(before)
    return say("adds to {start} → {total}", "the sum goes from {start} to {total}", start=start, total=value(total))


def shape_said(shape: tuple[int, ...]) -> Said:
    """A shape within a sentence."""
    return Said(format_shape(shape), " by ".join(map(str, shape)))


def _ordinal(count: int) -> str:
    words = ("first", "second", "third")
    return words[count - 1] if count <= len(words) else f"{count}th"
