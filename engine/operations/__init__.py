"""The operations: one record each, in tables by family. Everything that lists operations derives from `OPERATIONS`."""

from engine.operations import (
    arithmetic,
    comparisons,
    cumulative,
    elementary,
    indexing,
    linear_algebra,
    losses,
    piecewise,
    reductions,
    special,
    structure,
)
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

_TABLES = (
    arithmetic,
    elementary,
    special,
    piecewise,
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
