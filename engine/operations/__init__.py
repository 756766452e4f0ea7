"""The operations: one record each, in tables by family. Everything that lists operations derives from `OPERATIONS`."""

from backpass.engine.operations import (
    activations,
    arithmetic,
    comparisons,
    cumulative,
    exponentials,
    indexing,
    linear_algebra,
    losses,
    piecewise,
    quantiles,
    reductions,
    special,
    structure,
    trigonometry,
    two_variables,
)
from backpass.engine.operations.model import (
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

_TABLES = (
    arithmetic,
    exponentials,
    trigonometry,
    activations,
    special,
    quantiles,
    piecewise,
    two_variables,
    comparisons,
    reductions,
    cumulative,
    losses,
    linear_algebra,
    structure,
    indexing,
)

OPERATIONS = Registry.of(each.TABLE for each in _TABLES)

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
