"""Which inputs take part in a result by several ways: there ∂result/∂input is more than what one edge multiplies by."""

from collections import Counter

from backpass.engine.graph.trace import Trace


class SharedInputs:
    """The edges of one trace whose source feeds their target by another way as well: both of `a*a`, the second of `sin(x)*x`.

    Per node one bit for each source with several users says whether the node is made from it: n nodes and m such sources take
    n·m/8 bytes, and every edge is then answered at once.
    """

    def __init__(self, trace: Trace) -> None:
        self._inputs = trace.inputs
        users = Counter(source for inputs in trace.inputs for source in inputs)
        self._bits = {source: 1 << place for place, source in enumerate(source for source in users if users[source] > 1)}
        self._made_from: list[int] = []
        for node, inputs in enumerate(trace.inputs):
            bits = self._bits.get(node, 0)
            for source in inputs:
                bits |= self._made_from[source]
            self._made_from.append(bits)

    def __contains__(self, edge: tuple[int, int]) -> bool:
        """Whether the edge, given as the node it leads into and its slot there, is not the only way between its ends."""
        target, slot = edge
        inputs = self._inputs[target]
        bit = self._bits.get(inputs[slot], 0)
        return any(self._made_from[source] & bit for place, source in enumerate(inputs) if place != slot)
