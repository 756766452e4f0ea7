"""The operations: one record each, in tables by family. Everything that lists operations derives from `OPERATIONS`."""

from engine.operations import arithmetic, comparisons, elementary, linear_algebra, piecewise, reductions, structure
from engine.operations.model import (
    Array,
    Data,
    Domain,
    Family,
    How,
    Native,
    Notation,
    Operation,
    Options,
    Registry,
    Rule,
    Transform,
)

OPERATIONS = Registry.of(
    (
        arithmetic.TABLE,
        elementary.TABLE,
        piecewise.TABLE,
        comparisons.TABLE,
        reductions.TABLE,
        linear_algebra.TABLE,
        structure.TABLE,
    )
)

__all__ = [
    "OPERATIONS",
    "Array",
    "Data",
    "Domain",
    "Family",
    "How",
    "Native",
    "Notation",
    "Operation",
    "Options",
    "Registry",
    "Rule",
    "Transform",
]
