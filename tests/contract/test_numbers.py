"""Numbers as both sides show them: one table, read here and by tests/js/graph/numbers.test.ts."""

import json
from pathlib import Path
from typing import Any

from backpass.engine.explain.number_format import format_value
from backpass.engine.shapes import as_data
from tests.in_turn import in_turn

CASES: list[tuple[Any, str]] = [
    (value, text) for value, text in json.loads(Path(__file__).with_name("numbers.json").read_text("utf-8"))
]


def read(value: Any) -> Any:
    """A number of the table; the three that JSON does not have are strings there."""
    return [read(each) for each in value] if isinstance(value, list) else float(value)


def test_the_table_has_enough_cases() -> None:
    assert len(CASES) >= 300


@in_turn("value, text", CASES)
def test_the_engine_shows_the_numbers_of_the_table(value: Any, text: str) -> None:
    assert format_value(None if value is None else as_data(read(value))) == text
