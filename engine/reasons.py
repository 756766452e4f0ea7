"""Why a gradient or a contribution is what it is, where that calls for a word: 0, 1, none, summed, at a kink, not finite.

What is said of zeros and of the output is word for word what the page says (static/src/graph/account.ts).
"""

import numpy as np

from engine.backward import Contribution, Gradients
from engine.diagnose import finite
from engine.formats import all_zero, aloud
from engine.narration import Arrival, Narrator, Said, is_blocked, local_of, say, shape_said, value
from engine.operations import Data, How
from engine.rules import holds
from engine.tensor import Tensor
from engine.trace import Trace


class Reasons:
    """Answers for the nodes and contributions of one computation."""

    def __init__(self, gradients: Gradients, trace: Trace, narrator: Narrator, landed: list[Arrival]) -> None:
        self._gradients = gradients
        self._trace = trace
        self._call = narrator.full_label
        self._received: dict[int, list[Arrival]] = {}
        for arrival in landed:
            self._received.setdefault(arrival.source, []).append(arrival)
        # Per node at which nothing arrives: what stopped the gradient. Users come first, so nothing has to be followed twice.
        self._origins: dict[int, Said | None] = {}
        for node in range(len(trace.tensors) - 1, -1, -1):
            self._origins[node] = self._origin_of_zero(node)

    def _origin_of_zero(self, node: int) -> Said | None:
        """The first cause; None where several ways end in one zero: then the graph says it better than a sentence."""
        received = self._received.get(node, [])
        if len(received) != 1 or not all_zero(received[0].contribution.sent):
            return None
        if all_zero(received[0].contribution.upstream):
            return self._origins[received[0].target]
        return self._of_zero(received[0])

    def of_gradient(self, node: int) -> Said | None:
        """Why the gradient of a node is 0, 1 or not there at all."""
        tensor, gradient = self._trace.tensors[node], self._gradients.values[node]
        if gradient is None:
            if tensor.operation is None and node < len(self._trace.tensors) - 1:
                return say("A constant cannot change, so no gradient is computed for it.")
            return say("No gradient is computed for it: nothing that leads from it to the output can change.")
        if node == len(self._trace.tensors) - 1:
            if not (isinstance(gradient, float) and gradient == 1):
                return None
            return say(
                "It is the output itself: if it grows by a little, it grows by just as much. "
                "Every backward pass starts with this 1."
            )
        if not all_zero(gradient):
            return None
        received = sorted(self._received[node], key=lambda arrival: arrival.edge)
        reasons = list(dict.fromkeys(map(self._of_zero, received)))
        if len(received) > 1 and None in reasons:
            return say("Its contributions cancel out: they add up to exactly 0.")
        return joined([reason for reason in reasons if reason])

    def _of_zero(self, arrival: Arrival) -> Said | None:
        """Why one contribution is 0; None where it is not."""
        contribution, name = arrival.contribution, self._call(arrival.target)
        user = contribution.user
        assert user.operation is not None
        if not all_zero(contribution.sent):
            return None
        if is_blocked(contribution):
            if len(user.inputs) > 1:
                return say("{name} picked another input, so a small change of this one goes unnoticed.", name=name)
            return say("{name} has the slope 0 here and blocks the gradient.", name=name)
        if all_zero(contribution.upstream):
            nothing = say("Nothing arrives at {name} that could be passed on.", name=name)
            origin = self._origins[arrival.target]
            return joined([nothing, origin] if origin else [nothing])
        if zero := self._zero_factor(contribution):
            return say("It is multiplied by {zero}, which is 0, so changing it changes nothing.", zero=zero)
        local = local_of(contribution)
        if local is not None and all_zero(local):
            return say("The slope of {name} is 0 at this point.", name=name)
        return say("What {name} sends is too small for a number to hold, so it counts as 0.", name=name)

    def _zero_factor(self, contribution: Contribution) -> Said | None:
        """The other factor of a product, where it is 0."""
        user = contribution.user
        if user.operation is None or user.operation.notation.infix != "*":
            return None
        zeros = (source for slot, source in enumerate(user.inputs) if slot != contribution.slot and all_zero(source.data))
        zero = next(zeros, None)
        return None if zero is None else self._call(self._trace.positions[zero])

    def of_contribution(self, arrival: Arrival) -> Said | None:
        """Everything that calls for a word in one contribution: what is lost, copied, summed, agreed or not finite."""
        contribution = arrival.contribution
        user = contribution.user
        assert user.operation is not None
        said = [self._of_zero(arrival), self._not_finite(arrival)]
        if user.operation.rules[0 if contribution.slot >= len(user.operation.rules) else contribution.slot].how is How.COPY:
            said.append(say("The slope is 1 whatever the numbers are, so what arrives is passed on as it is."))
        if contribution.axes:
            said.append(self._summed(arrival))
        if convention := convention_at_kink(user):
            said.append(convention)
        return joined([each for each in said if each])

    def _summed(self, arrival: Arrival) -> Said:
        own = arrival.contribution.input.shape
        return say(
            "Going forward {name} was stretched from {own} to {shape}. The copies are one and the same thing, so what comes back "
            "to each of them is added up.",
            name=self._call(arrival.source),
            own=shape_said(own) if own else Said("a single number", "a single number"),
            shape=shape_said(arrival.contribution.user.shape),
        )

    def _not_finite(self, arrival: Arrival) -> Said | None:
        """Where a gradient stops being finite; nothing of those it reaches afterwards."""
        contribution, name = arrival.contribution, self._call(arrival.target)
        if finite(contribution.sent) or not finite(contribution.upstream):
            return None
        local = local_of(contribution)
        if local is None or finite(local):
            return say("Here the gradient becomes larger than a number can hold.")
        if np.any(np.equal(contribution.upstream, 0)) and np.isnan(contribution.sent).any():
            return say(
                "The slope of {name} is {local} at this point, and 0 × {local} has no value: here NaN begins.",
                "The slope of {name} is {local} at this point, and 0 times {local} has no value: here not a number begins.",
                name=name,
                local=value(local),
            )
        return say(
            "The slope of {name} is {local} at this point: here the gradient stops being finite.",
            name=name,
            local=value(local),
        )

    def of_value(self, node: int) -> Said | None:
        """Where a value stops being finite, and what its operation says of that."""
        tensor = self._trace.tensors[node]
        record = tensor.operation
        if finite(tensor.data) or record is None or not all(finite(source.data) for source in tensor.inputs):
            return None
        begins = say("Here {what} begins.", what=_infinity_or_nan(tensor.data))
        if record.domain is None or holds(record.domain.text, record, [source.data for source in tensor.inputs]).all():
            return begins
        return joined([begins, prose(record.domain.outside)])


def _infinity_or_nan(data: Data) -> Said:
    return Said("NaN", "not a number") if np.isnan(data).any() else Said("∞", "infinity")


def convention_at_kink(tensor: Tensor) -> Said | None:
    """What is agreed, where a node sits exactly where it has no derivative."""
    record = tensor.operation
    if record is None or record.kink is None or record.convention is None:
        return None
    return prose(record.convention) if holds(record.kink, record, [source.data for source in tensor.inputs]).any() else None


def prose(text: str) -> Said:
    """A sentence of a record."""
    return Said(text, aloud(text))


def joined(sentences: list[Said]) -> Said | None:
    """Several sentences as one text; None where there are none."""
    if not sentences:
        return None
    return Said(" ".join(each.written for each in sentences), " ".join(each.spoken for each in sentences))
