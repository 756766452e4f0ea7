"""The tables of docs/names.md: the names that tutorials use most, and what becomes of each here, asked of what reads programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.libraries.arrays.number_types import is_narrow, number_type
from backpass.engine.interpreter.run import run
from backpass.engine.interpreter.signatures.binding import OBJECTS
from backpass.engine.interpreter.signatures.parameter_meanings import PASSED_OVER, REFUSED
from backpass.engine.interpreter.tensor_semantics.in_place import is_in_place, is_read_in_place
from backpass.engine.language import parse
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError

COUNTS = Path(__file__).resolve().parent.parent / "docs" / "names.json"
FIRST = 150
"""The names in which the project aims to leave no gap."""
HONOURED, PASSED, REFUSED_BY_NAME = "supported", "ignored", "rejected"

Rows = Callable[[list[str], list[list[str]]], str]


@cache
def counts() -> dict[str, Any]:
    """What was counted: `sources`, and by dotted name in how many files it occurs and how often; most used first."""
    return json.loads(COUNTS.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def status(dotted: str) -> str:
    """What becomes of a name in a program."""
    module, _, name = dotted.rpartition(".")
    if dotted in REFUSED:
        return REFUSED_BY_NAME
    if dotted in PASSED_OVER:
        return PASSED
    if module in {kind for kinds in OBJECTS.values() for kind in kinds}:
        return HONOURED if _is_method(name) else REFUSED_BY_NAME
    found = number_type(module.partition(".")[0], name)
    if found is not None and is_narrow(found):
        return PASSED
    return HONOURED if _is_member(module, name) else REFUSED_BY_NAME


def _is_method(name: str) -> bool:
    return name in TENSOR_METHODS or name in OPERATIONS.spellings or (is_in_place(name) and is_read_in_place(name))


def _is_member(module: str, name: str) -> bool:
    """Whether a program that speaks of `module.name` runs."""
    try:
        run(parse(f"import {module}\nfound = {module}.{name}\nx = 1.0\nx * x"))
    except ProblemError:
        return False
    return True


def sources(rows: Rows) -> str:
    """A row per repository."""
    return rows(
        ["repository", "commit", "files"],
        [[f"`{each['repository']}`", f"`{each['commit']}`", str(each["files"])] for each in counts()["sources"]],
    )


def summary(rows: Rows) -> str:
    """A row per kind of answer, for the first names and for all that are listed."""
    names = list(counts()["names"])
    lines = []
    for what, listed in ((f"the first {FIRST}", names[:FIRST]), (f"all {len(names)}", names)):
        found = Counter(status(name) for name in listed)
        uses = sum(counts()["names"][name][1] for name in listed if status(name) != REFUSED_BY_NAME)
        share = uses / sum(counts()["names"][name][1] for name in listed)
        lines.append([what, *(str(found[each]) for each in (HONOURED, PASSED, REFUSED_BY_NAME)), f"{share:.1%}"])
    return rows(["names", HONOURED, PASSED, REFUSED_BY_NAME, "share of occurrences accepted"], lines)


def details(rows: Rows) -> str:
    """A row per name, most used first."""
    lines = [
        [str(rank), f"`{name}`", str(files), str(uses), status(name)]
        for rank, (name, (files, uses)) in enumerate(counts()["names"].items(), 1)
    ]
    return rows(["rank", "name", "files", "occurrences", "here"], lines)
