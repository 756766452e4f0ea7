"""Which captured operation is one of our records: the one of its name that gives the same value and the same contributions.

A name alone is not enough: PyTorch's `add(a, b, alpha=2)` is no addition. Where the record gives other numbers, or the numbers
were not all kept, the operation stays the other library's own, under a name that no record has.
"""

from collections.abc import Iterable
from math import isfinite, isnan

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Contribution, contribution
from backpass.engine.capture.captured_trace import CapturedNode
from backpass.engine.capture.summaries import Recorded, Summary
from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import Data, shape_of

_DIGITS = {"float64": 1e-11, "float32": 2e-5}
"""Per type, how far apart two ways to compute the same may be, relative to the largest number; of other types sixteen bits."""


def recognise(nodes: Iterable[CapturedNode], library: str) -> None:
    """Gives each operation that is one of our records the record's name, local derivatives and ways."""
    for node in nodes:
        if node.op is None:
            continue
        record = OPERATIONS.spellings.get(node.op)
        terms = None if record is None else _terms(record.name, node)
        if record is not None and terms is not None:
            node.op = record.name
            node.local = [None if term is None else term.local for term in terms]
            node.how = [record.rule(slot).how if term is None else term.how for slot, term in enumerate(terms)]
        elif record is not None or node.op in OPERATIONS:
            node.op = f"{library}.{node.op}"


@np.errstate(all="ignore")
def _terms(name: str, node: CapturedNode) -> list[Contribution | None] | None:
    """Per slot the record's contribution, None where no gradient travels; None where the record says anything else."""
    record = OPERATIONS[name]
    if len(node.inputs) != record.arity or record.variadic or not all(_is_whole(source.value) for source in node.inputs):
        return None
    if isinstance(node.value, Summary) or any(shape_of(_data(source.value)) != source.shape for source in node.inputs):
        return None
    try:
        tensors = {source: Tensor(_data(source.value)) for source in node.inputs}
        made = FUNCTIONS[name](*(tensors[source] for source in node.inputs))
        if node.value is not None and not _alike(made.raw, node.value, node.dtype):
            return None
        if not any(sent is not None for sent in node.sent):
            return None if node.value is None else [None] * len(node.inputs)
        if not _is_whole(node.gradient) or any(isinstance(sent, Summary) for sent in node.sent) or made.shape != node.shape:
            return None
        terms = [None if sent is None else contribution(made, slot, _data(node.gradient)) for slot, sent in enumerate(node.sent)]
    except (ProblemError, TypeError, ValueError, KeyError, IndexError):
        return None
    matches = all(term is None or _alike(term.sent, sent, node.dtype) for term, sent in zip(terms, node.sent, strict=True))
    return terms if matches else None


def _is_whole(value: Recorded) -> bool:
    return value is not None and not isinstance(value, Summary)


def _data(value: Recorded) -> Data:
    assert value is not None
    assert not isinstance(value, Summary)
    return value


def _alike(ours: Data, theirs: Recorded, dtype: str) -> bool:
    """Whether both are of one shape and, where the other is finite, close to each other; NaN and infinities must be the same."""
    expected = _data(theirs)
    digits = _DIGITS.get(dtype, 1e-2)
    if isinstance(ours, float) and isinstance(expected, float):
        if isfinite(expected):
            return abs(ours - expected) <= digits * abs(expected)
        return ours == expected or (isnan(ours) and isnan(expected))
    if np.shape(ours) != np.shape(expected):
        return False
    apart = np.abs(np.subtract(ours, expected))
    size = np.abs(expected)
    largest = size.max(initial=0.0)
    if isfinite(largest):
        return bool((apart <= digits * largest).all())
    finite = np.isfinite(expected)
    largest = float(size[finite].max(initial=0.0))
    alike = np.where(finite, apart <= digits * largest, np.equal(ours, expected) | (np.isnan(ours) & np.isnan(expected)))
    return bool(alike.all())
