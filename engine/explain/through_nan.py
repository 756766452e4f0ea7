"""Gradients that mean nothing because a value on their way is NaN: where a function has no value it has no slope.

The formula of the slope goes on giving numbers there. The page has the same in static/src/graph/through_nan.ts.
"""

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.graph.trace import Trace


def nodes_through_nan(gradients: Gradients, trace: Trace) -> frozenset[int]:
    """The nodes at which something arrives that came through NaN.

    A NaN to which no gradient comes, as in the branch that `where` did not take, spoils none.
    """
    sources: dict[int, list[int]] = {}
    for each in gradients.contributions():
        sources.setdefault(trace.positions[each.user], []).append(trace.positions[each.input])
    reached: set[int] = set()
    for node in sorted(sources, reverse=True):
        gradient = np.asarray(gradients.values[node], dtype=float)
        lost = np.True_ if node in reached else np.isnan(np.asarray(trace.tensors[node].raw, dtype=float))
        if np.any(lost & (gradient != 0)):
            reached.update(sources[node])
    return frozenset(reached)
