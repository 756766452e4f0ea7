"""The operations: one record each, in tables by family. Everything that lists operations derives from `OPERATIONS`."""

from engine.operations import arithmetic, elementary, piecewise
from engine.operations.model import Array, Data, Domain, Family, How, Native, Notation, Operation, Registry, Rule

OPERATIONS = Registry.of((arithmetic.TABLE, elementary.TABLE, piecewise.TABLE))

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
    "Registry",
    "Rule",
]
