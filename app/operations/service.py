"""The records of the operations, the misconceptions about them and the codes of problems as JSON, written once."""

from typing import Any

from engine import OPERATIONS, Code, Operation
from engine.misconceptions import MISCONCEPTIONS
from engine.rules import formulas


def operations_json() -> list[dict[str, Any]]:
    """Every operation, in the order of the tables."""
    return [_operation(record) for record in OPERATIONS.values()]


def _operation(record: Operation) -> dict[str, Any]:
    shown = formulas(record)
    rules = [
        {"parameter": parameter, "text": rule.usual or rule.text, "latex": latex, "plain": plain, "how": rule.how.value}
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


def misconceptions_json() -> list[dict[str, Any]]:
    """Every misconception that a wrong number may give away."""
    return [
        {
            "asked": [asked.value for asked in each.asked],
            "formula": each.formula,
            "sentence": each.sentence,
            "operations": each.operations,
        }
        for each in MISCONCEPTIONS
    ]


def problems_json() -> list[dict[str, str]]:
    """Every code that a problem can carry."""
    return [{"code": code.value, "severity": code.severity.value, "meaning": code.meaning} for code in Code]
