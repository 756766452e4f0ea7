"""Writes the tables in docs/ from the records they describe; a test fails where it was forgotten after a change.

`python3 run.py docs` runs it. A table stands between `<!-- table: name -->` and `<!-- end -->`.
Runs in the project's environment, since it reads the records.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backpass.app.classroom.live.closing import Close  # noqa: E402
from backpass.app.configuration import accepted, variable  # noqa: E402
from backpass.app.lessons.options import OPTIONS, REQUIRED  # noqa: E402
from backpass.app.problems.status_codes import status_of  # noqa: E402
from backpass.app.settings import Settings  # noqa: E402
from backpass.engine import OPERATIONS, Code  # noqa: E402
from backpass.engine.export.animated_svg import animated_svg  # noqa: E402
from backpass.engine.export.registry import FORMATS  # noqa: E402
from backpass.engine.formulas.compiled import formulas  # noqa: E402
from backpass.engine.interpreter.run import run  # noqa: E402
from backpass.engine.language import parse  # noqa: E402
from backpass.engine.serialization.graph_json import graph_json  # noqa: E402
from scripts import compatibility, library_names, method_examples, names, type_stubs  # noqa: E402

_TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_MARKS = str.maketrans("", "", "‹›«»")


def rows(heading: list[str], lines: list[list[str]]) -> str:
    """A Markdown table."""
    every = [heading, ["---"] * len(heading), *lines]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in every)


_WRITTEN_OUT = {"trigamma": "`ψ₂(x)`, a [series](../engine/operations/special.py)"}
"""Derivatives whose formulas fill a screen."""


def operations() -> str:
    lines = []
    for record in OPERATIONS.values():
        shown = formulas(record)
        slopes = "; ".join(
            f"{parameter}: {_WRITTEN_OUT.get(record.name, f'`{plain.translate(_MARKS)}`')}"
            for parameter, (_, plain) in zip(record.parameters, shown.rules, strict=True)
        )
        names = ", ".join(f"`{name}`" for name in record.names)
        lines.append([f"`{record.signature}`", names, slopes, record.why, record.convention or ""])
    return rows(["written", "names", "derivative", "why", "convention"], lines)


def problems() -> str:
    return rows(
        ["code", "severity", "status", "meaning"],
        [[f"`{code.value}`", code.severity.value, str(status_of(code) or "—"), code.meaning] for code in Code],
    )


def settings() -> str:
    return rows(
        ["variable", "default", "accepted", "what it sets"],
        [
            [f"`{variable(name)}`", f"`{field.default}`", accepted(field), field.description or ""]
            for name, field in Settings.model_fields.items()
        ],
    )


def formats() -> str:
    return rows(
        ["form", "suffix", "what it is"], [[f"`{each.name}`", f"`.{each.suffix}`", each.meaning] for each in FORMATS.values()]
    )


def closing() -> str:
    return rows(
        ["code", "why", "come back?"], [[str(each.value), each.meaning, "yes" if each.comes_back else "no"] for each in Close]
    )


def lesson_options() -> str:
    return rows(
        ["block", "option", "needed", "what it does"],
        [
            [f"`{each.kind}`", f"`{each.example}`", "yes" if each.name in REQUIRED[each.kind] else "", each.meaning]
            for each in OPTIONS
        ],
    )


TABLES = {
    "closing": closing,
    "compatibility": lambda: compatibility.summary(rows),
    "compatibility_classes": lambda: compatibility.classes(rows),
    "compatibility_details": lambda: compatibility.details(rows),
    "compatibility_effectless": lambda: compatibility.effectless(rows),
    "compatibility_refused": lambda: compatibility.refused(rows),
    "formats": formats,
    "lesson_options": lesson_options,
    "library_micrograd": lambda: library_names.micrograd(rows),
    "library_teaching": lambda: library_names.teaching(rows),
    "library_tensor_differs": lambda: library_names.tensor_differs(rows),
    "library_tensor_has": lambda: library_names.tensor_has(rows),
    "library_tensor_has_not": lambda: library_names.tensor_has_not(rows),
    "library_tensor_summary": lambda: library_names.tensor_summary(rows),
    "names": lambda: names.details(rows),
    "names_sources": lambda: names.sources(rows),
    "names_summary": lambda: names.summary(rows),
    "operations": operations,
    "problems": problems,
    "settings": settings,
}


def written(text: str) -> str:
    """The text with its tables written again."""
    return _TABLE.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}{found[3]}", text)


PICTURE = ROOT / "docs" / "backward.svg"
"""What the README shows: the moving picture of the program that its examples compute, from the backward pass on."""


def picture() -> str:
    graph = graph_json(run(parse("a = 2.0; b = 3.0; c = 4.0; d = 5.0; ((a*b) + c) * (a + d)")))
    return animated_svg({**graph, "steps": [step for step in graph["steps"] if step["phase"] == "backward"]})


def main() -> None:
    PICTURE.write_text(picture(), encoding="utf-8")
    method_examples.main()
    type_stubs.main()
    for path in sorted((ROOT / "docs").glob("*.md")):
        path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
