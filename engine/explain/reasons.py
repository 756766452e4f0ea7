"""Why a gradient or a contribution is what it is, where that calls for a word: 0, 1, none, summed, at a kink, not finite.

The sentences on zeros and on the output are word for word those of the page (static/src/explain/contributions.ts).
"""

import numpy as np

from backpass.engine.autodiff.diagnose import finite, on_kink
from backpass.engine.autodiff.reverse_numeric import Contribution, Gradients
from backpass.engine.explain.narration import (
    Arrival,
    Narrator,
    Wording,
    is_blocked,
    local_of,
    plain,
    sentence,
    shape_wording,
    value,
)
from backpass.engine.explain.number_format import all_zero, aloud
from backpass.engine.formulas.compiled import holds
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace
from backpass.engine.messages import in_language, say
from backpass.engine.operations import Data, How


class Reasons:
    """Answers for the nodes and contributions of one computation."""

    def __init__(self, gradients: Gradients, trace: Trace, narrator: Narrator, landed: list[Arrival]) -> None:
        self._gradients = gradients
        self._trace = trace
        self._call = narrator.full_label
        self._lost = narrator.lost
        self._received: dict[int, list[Arrival]] = {}
        for arrival in landed:
            self._received.setdefault(arrival.source, []).append(arrival)
        # Per node at which nothing arrives: what stopped the gradient. Users come first, so nothing has to be followed twice.
        self._origins: dict[int, Wording | None] = {}
        for node in range(len(trace.tensors) - 1, -1, -1):
            self._origins[node] = self._origin_of_zero(node)

    def _origin_of_zero(self, node: int) -> Wording | None:
        """The first cause; None where several ways end in one zero: then the graph says it better than a sentence."""
        received = self._received.get(node, [])
        if len(received) != 1 or not all_zero(received[0].contribution.sent):
            return None
        if all_zero(received[0].contribution.upstream):
            return self._origins[received[0].target]
        return self._of_zero(received[0])

    def of_gradient(self, node: int) -> Wording | None:
        """Why the gradient of a node is 0, 1 or not there at all."""
        tensor, gradient = self._trace.tensors[node], self._gradients.values[node]
        if gradient is None:
            if tensor.operation is None and node < len(self._trace.tensors) - 1:
                return sentence("constant-cannot-change")
            return sentence("no-gradient-computed")
        if node == len(self._trace.tensors) - 1:
            if not (isinstance(gradient, float) and gradient == 1):
                return None
            return sentence("gradient-of-output")
        if node in self._lost and finite(gradient):
            return sentence("comes-through-nan")
        if not all_zero(gradient):
            return None
        received = sorted(self._received[node], key=lambda arrival: arrival.edge)
        reasons = list(dict.fromkeys(map(self._of_zero, received)))
        if len(received) > 1 and None in reasons:
            return sentence("contributions-cancel")
        return joined([reason for reason in reasons if reason])

    def _of_zero(self, arrival: Arrival) -> Wording | None:
        """Why one contribution is 0; None where it is not."""
        contribution, name = arrival.contribution, self._call(arrival.target)
        user = contribution.user
        assert user.operation is not None
        if not all_zero(contribution.sent):
            return None
        if is_blocked(contribution):
            if len(user.inputs) > 1:
                return sentence("picked-another", name=name)
            return sentence("blocks-gradient", name=name)
        if all_zero(contribution.upstream):
            nothing = sentence("nothing-arrives", name=name)
            origin = self._origins[arrival.target]
            return joined([nothing, origin] if origin else [nothing])
        if zero := self._zero_factor(contribution):
            return sentence("multiplied-by-zero", zero=zero)
        local = local_of(contribution)
        if local is not None and all_zero(local):
            is_condition = user.operation.name == "where" and contribution.slot == 0
            about = "slope-zero-condition" if is_condition else "slope-zero-here"
            return sentence(about, name=name, input=self._call(arrival.source))
        return sentence("too-small", name=name)

    def _zero_factor(self, contribution: Contribution) -> Wording | None:
        """The other factor of a product, where it is 0."""
        user = contribution.user
        if user.operation is None or user.operation.notation.infix != "*":
            return None
        zeros = (source for slot, source in enumerate(user.inputs) if slot != contribution.slot and all_zero(source.raw))
        zero = next(zeros, None)
        return None if zero is None else self._call(self._trace.positions[zero])

    def of_contribution(self, arrival: Arrival) -> Wording | None:
        """Everything that calls for a word in one contribution: what is lost, copied, summed, agreed or not finite."""
        contribution = arrival.contribution
        user = contribution.user
        assert user.operation is not None
        of_zero = sentence("comes-through-nan") if self._is_lost(arrival) else self._of_zero(arrival)
        reasons = [of_zero, self._not_finite(arrival)]
        if user.operation.rules[0 if contribution.slot >= len(user.operation.rules) else contribution.slot].how is How.COPY:
            reasons.append(sentence("slope-one"))
        if contribution.axes:
            reasons.append(self._summed(arrival))
        if convention := convention_at_kink(user):
            reasons.append(convention)
        return joined([each for each in reasons if each])

    def _is_lost(self, arrival: Arrival) -> bool:
        """Whether a finite contribution means nothing, because a value on its way is NaN."""
        contribution = arrival.contribution
        if not finite(contribution.sent):
            return False
        if arrival.target in self._lost:
            return not all_zero(contribution.upstream)
        return bool(np.any(np.isnan(contribution.user.raw) & np.not_equal(contribution.upstream, 0)))

    def _summed(self, arrival: Arrival) -> Wording:
        own = arrival.contribution.input.shape
        return sentence(
            "stretched",
            name=self._call(arrival.source),
            own=shape_wording(own) if own else plain(say("single-number")),
            shape=shape_wording(arrival.contribution.user.shape),
        )

    def _not_finite(self, arrival: Arrival) -> Wording | None:
        """Where a gradient stops being finite; nothing of those it reaches afterwards."""
        contribution, name = arrival.contribution, self._call(arrival.target)
        if finite(contribution.sent) or not finite(contribution.upstream):
            return None
        local = local_of(contribution)
        if local is None or finite(local):
            return sentence("gradient-too-large")
        if np.any(np.equal(contribution.upstream, 0)) and np.isnan(contribution.sent).any():
            return sentence(
                "nan-begins",
                name=name,
                local=value(local),
            )
        return sentence(
            "slope-is-infinite",
            name=name,
            local=value(local),
        )

    def of_value(self, node: int) -> Wording | None:
        """Where a value stops being finite, and what its operation says of that."""
        tensor = self._trace.tensors[node]
        record = tensor.operation
        if finite(tensor.raw) or record is None or not all(finite(source.raw) for source in tensor.inputs):
            return None
        begins = sentence("not-finite-begins", what=_infinity_or_nan(tensor.raw))
        if record.domain is None or holds(record.domain.text, record, [source.raw for source in tensor.inputs]).all():
            return begins
        return joined([begins, prose(record.domain.outside)])


def _infinity_or_nan(data: Data) -> Wording:
    return Wording("NaN", say("aloud-nan")) if np.isnan(data).any() else Wording("∞", say("aloud-infinity"))


def convention_at_kink(tensor: Tensor) -> Wording | None:
    """What is agreed, where a node sits exactly where it has no derivative."""
    record = tensor.operation
    return prose(record.convention) if record is not None and record.convention and on_kink(tensor) else None


def prose(text: str) -> Wording:
    """A sentence of a record."""
    worded = in_language(text)
    return Wording(worded, aloud(worded))


def joined(sentences: list[Wording]) -> Wording | None:
    """Several sentences as one text; None where there are none."""
    if not sentences:
        return None
    return Wording(" ".join(each.written for each in sentences), " ".join(each.spoken for each in sentences))
