"""Notebooks as Jupyter writes them (`.ipynb`): the code of their cells as one program, with a comment before each cell.

The comment is `# %% cell 3`, as editors mark cells in a script, so that a place can be called by its cell (`place_of`). Knows
JSON and lines only; outputs and prose are left out.
"""

import json
import re
from typing import Any, NamedTuple

MARK = "# %% cell "

_BEGINS = re.compile(r"\s*\{")
_IS_NOTEBOOK = re.compile(r'"(?:cells|worksheets)"\s*:\s*\[')
_OTHER_LANGUAGE = re.compile(r"\s*%%(?!time\b|timeit\b|capture\b|tab\b|prun\b|matplotlib\b)")
"""The first line of a cell that is no Python: `%%bash`, `%%html`, `%%writefile`."""
_RAISES = "raises-exception"
_CELL = re.compile(rf"^{re.escape(MARK)}([0-9]+)", re.MULTILINE)


class Place(NamedTuple):
    """A line of a notebook."""

    cell: int
    line: int


def is_notebook(text: str) -> bool:
    """Whether a text is meant as the JSON of a notebook."""
    return _BEGINS.match(text) is not None and _IS_NOTEBOOK.search(text) is not None


def code_of(text: str) -> str:
    """The program of a notebook; any other text as it is, and what is no notebook although it looks like one."""
    if not is_notebook(text):
        return text
    try:
        cells = _cells(json.loads(text))
    except (ValueError, RecursionError):
        return text
    written = [f"{MARK}{number}\n{_source(cell)}" for number, cell in enumerate(cells, 1) if _is_code(cell)]
    return "\n".join(written) if written else text


def place_of(text: str, position: int) -> Place | None:
    """Cell and line, both from 1, of a position in a program that was a notebook; None in any other."""
    found = None
    for found in _CELL.finditer(text, 0, position):  # noqa: B007
        pass
    return None if found is None else Place(int(found[1]), text.count("\n", found.start(), position))


def _cells(document: Any) -> list[dict[str, Any]]:
    """The cells of a notebook, of the older format too. Empty for any other document."""
    if not isinstance(document, dict):
        return []
    cells = document.get("cells")
    if cells is None:
        sheets = document.get("worksheets")
        cells = sheets[0].get("cells") if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict) else None
    return [cell for cell in cells if isinstance(cell, dict)] if isinstance(cells, list) else []


def _is_code(cell: dict[str, Any]) -> bool:
    return cell.get("cell_type") == "code"


def _source(cell: dict[str, Any]) -> str:
    """The lines of a cell; as comments, of one in another language, and of one that shows an error on purpose."""
    source = cell.get("source", cell.get("input", ""))
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    if _OTHER_LANGUAGE.match(text):
        return _as_comments(text)
    if _raises_on_purpose(cell):
        return f"# Left out, since its tag says that it raises an exception:\n{_as_comments(text)}"
    return text


def _raises_on_purpose(cell: dict[str, Any]) -> bool:
    """Whether a cell has Jupyter's tag for one that ends with an exception, behind which the notebook goes on."""
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return isinstance(tags, list) and _RAISES in tags


def _as_comments(text: str) -> str:
    return "\n".join(f"# {line}" for line in text.split("\n"))
