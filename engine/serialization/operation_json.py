"""The records of operations as plain data: names, rules, formulas and reasons, as `GET /api/v1/operations` answers."""

from collections.abc import Collection
from typing import Any

from backpass.engine.formulas.compiled import formulas
from backpass.engine.operations import OPERATIONS, Operation


def operations_json() -> list[dict[str, Any]]:
    """Every operation, in the order of the tables."""
    return [_operation(record) for record in OPERATIONS.values()]


def operations_of(names: Collection[str]) -> list[dict[str, Any]]:
    """The records of some operations, in the order of the tables; names that are no operation of ours have none."""
    return [_operation(record) for name, record in OPERATIONS.items() if name in names]


def _operation(record: Operation) -> dict[str, Any]:
    shown = formulas(record)
    rules = [
        {"parameter": parameter, "text": rule.display_text or rule.text, "latex": latex, "plain": plain, "how": rule.how.value}
        for parameter, rule, (latex, plain) in zip(record.parameters, record.rules, shown.rules, strict=True)
    ]
    return {
        "name": record.name,
        "glyph": record.notation.glyph,
        "family": record.family.value,
        "parameters": record.parameters,
        "commutes": record.commutes,
        "signature": record.signature,
        "spellings": record.names,
        "latex": shown.latex,
        "plain": shown.plain,
        "rules": rules,
        "why": record.why,
        "summary": record.summary,
        "domain": record.domain.outside if record.domain else None,
        "convention": record.convention,
    }
