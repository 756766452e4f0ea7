"""How near an operation sits to its kink, and whether two points lie on different sides of it. From the records' conditions."""

from collections.abc import Mapping

import numpy as np

from backpass.engine.autodiff.check.perturbation import data_of
from backpass.engine.formulas.algebras import ARRAYS, evaluate
from backpass.engine.formulas.compiled import kernel
from backpass.engine.graph.tensor import Tensor
from backpass.engine.operations import Array, Data, Operation

_CLOSE = 0.1
"""A kink whose condition does not turn its sign, such as that of a length, counts as crossed where the line comes this much
nearer to it than its ends.
"""


def distance(tensor: Tensor) -> float:
    """How far the operation's kink condition is from being true, for its nearest element. The operation must have a kink."""
    return float(np.min(np.abs(_gap(tensor, {})), initial=np.inf))


def side(tensor: Tensor) -> Array:
    """On which side of its kink each element of the operation lies: −1, 1, or 0 on it. The operation must have a kink."""
    return np.sign(_gap(tensor, {}))


def straddles(tensor: Tensor, below: Mapping[Tensor, Data], above: Mapping[Tensor, Data]) -> bool:
    """Whether any element of the operation lies on one side of its kink in `below` and on the other in `above`.

    Its slope must differ between them, too (or its value, where it only jumps): `round` has a kink at every half, and
    its condition turns its sign at whole numbers as well.
    """
    record = tensor.operation
    assert record is not None
    here, low, high = (_gap(tensor, moved) for moved in ({}, below, above))
    with np.errstate(all="ignore"):
        crossed = (np.sign(low) != np.sign(high)) | (np.abs(here) < _CLOSE * np.minimum(np.abs(low), np.abs(high)))
        if not crossed.any():
            return False
        differs = _values(tensor, below) != _values(tensor, above) if _flat(record) else np.bool_(False)
        for slope in kernel(record).slopes if not _flat(record) else ():
            left, right = (slope(*_inputs(tensor, moved), _values(tensor, moved)) for moved in (below, above))
            differs = differs | (np.asarray(left) != np.asarray(right))
    return bool(np.any(crossed & differs))


def _flat(record: Operation) -> bool:
    """Whether the operation only jumps: its slope is 0 wherever it has one."""
    return all(rule.text == "0" for rule in record.rules)


def _inputs(tensor: Tensor, moved: Mapping[Tensor, Data]) -> list[Array]:
    return [np.asarray(data_of(source, moved)) for source in tensor.inputs]


def _values(tensor: Tensor, moved: Mapping[Tensor, Data]) -> Array:
    return np.asarray(data_of(tensor, moved))


def _gap(tensor: Tensor, moved: Mapping[Tensor, Data]) -> Array:
    """Left side minus right side of the kink's condition, element by element; 0 on the kink."""
    record = tensor.operation
    assert record is not None
    assert record.kink is not None
    names = dict(zip(record.parameters, _inputs(tensor, moved), strict=True))
    left, right = record.kink.split("==")
    with np.errstate(all="ignore"):
        return np.asarray(evaluate(left, names, ARRAYS) - evaluate(right, names, ARRAYS))
