"""Whole files of PyTorch as people publish them: how many have a graph as they are, how many in the language, how many in either.

    WHOLE_FILES=~/pytorch-examples:~/pytorch-tutorial python3 run.py bench whole_files

Every Python file of these folders that imports PyTorch is run alone, without the files beside it, by each door with the limits of
a server. Without folders, they are the programs of our own tests. With `WHY=1` each file is listed, with what was said of it.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from backpass.app.api.endpoints.graphs import GraphRequest
from backpass.app.evaluation.programs import run_program
from backpass.app.settings import Settings
from backpass.engine import ProblemError
from backpass.engine.capture.as_it_is.answers import AsItIs, graph_in
from backpass.engine.capture.as_it_is.confined import Confined
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.serialization.graph_json import graph_json
from tests.app.api.torch_programs import PROGRAMS
from tests.bench._measure import size, table

_OF_TORCH = re.compile(r"^\s*(?:import|from)\s+torch\b", re.MULTILINE)
BOUNDS = Bounds(20.0, 120.0)
LIMITS = Settings(max_seconds=20.0).program_limits()


def sources() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """By folder, the names and texts of its files."""
    folders = [Path(each).expanduser() for each in os.environ.get("WHOLE_FILES", "").split(":") if each]
    for folder in folders:
        texts = [(str(file.relative_to(folder)), file.read_text(errors="replace")) for file in sorted(folder.rglob("*.py"))]
        yield folder.name, [(name, text) for name, text in texts if _OF_TORCH.search(text)]
    if not folders:
        yield "our tests", [(f"program {number}", text) for number, text in enumerate(PROGRAMS[: size(len(PROGRAMS), 1)])]


def as_it_is(confined: Confined, text: str) -> str:
    """What was said of a file; empty where there is a graph."""
    asked = AsItIs(text, "torch", confined.version, 1, BOUNDS)
    outcome = confined.begin(BOUNDS).run({"program": text, "step": 1, "language": "en"})
    try:
        return "" if graph_in(outcome, asked)["nodes"] else "no nodes"
    except ProblemError as error:
        return str(error.problems[0].message)


def in_the_language(text: str) -> str:
    """The same of the language."""
    try:
        return "" if graph_json(run_program(GraphRequest(program=text), LIMITS))["nodes"] else "no nodes"
    except ProblemError as error:
        return str(error.problems[0].message)


def main() -> None:
    confined = Confined("torch")
    confined.start()
    rows: list[list[object]] = []
    for folder, files in sources():
        found = [(as_it_is(confined, text), in_the_language(text)) for _, text in files]
        if os.environ.get("WHY"):
            for (name, _), (here, there) in zip(files, found, strict=True):
                print(f"{folder} {name}\n    as it is: {here or 'a graph'}\n    in the language: {there or 'a graph'}")
        rows.append(
            [
                folder,
                len(files),
                sum(not there for _, there in found),
                sum(not here for here, _ in found),
                sum(not (here and there) for here, there in found),
            ]
        )
    confined.close()
    rows.append(["together", *(sum(int(str(row[column])) for row in rows) for column in range(1, 5))])
    table("Whole files of PyTorch, with a graph", ["", "files", "in the language", "as they are", "either"], rows)


if __name__ == "__main__":
    main()
