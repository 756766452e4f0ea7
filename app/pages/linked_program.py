"""The program that a link of the page carries, as the server may read it, for titles and pictures of links pasted elsewhere.

The page itself reads its links (static/src/state/url.ts); what is written there is read here in part.
"""

import base64
import json
import zlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from backpass.engine import ProblemError
from backpass.engine.export.web_page import title_of
from backpass.engine.language.pasted_text.notebooks import code_of
from backpass.engine.serialization.load_graph import is_graph

_KEYS = ("program", "z", "inputs", "output")
_LONGEST_DESCRIPTION = 200
_LONGEST_PROGRAM = 100_000
"""In bytes: a longer program is not expanded for a picture, however well its text was compressed."""


@dataclass(frozen=True, slots=True)
class LinkedProgram:
    """A program with the values that its link gives."""

    program: str
    inputs: dict[str, Any]
    output: str | None
    query: str
    """The part of the link that says so, in the form of a query."""

    @property
    def title(self) -> str:
        """The last line of the program that makes something."""
        return "Backpass" if is_graph(self.program) else title_of(self.program)

    @property
    def lines(self) -> list[str]:
        """The lines of the program that are not empty; none of a graph in JSON."""
        return [] if is_graph(self.program) else [line.rstrip() for line in self.program.splitlines() if line.strip()]

    @property
    def description(self) -> str:
        """The program on one line; empty for a graph in JSON."""
        text = "; ".join(line.strip() for line in self.lines)
        return text if len(text) <= _LONGEST_DESCRIPTION else f"{text[: _LONGEST_DESCRIPTION - 1]}…"

    def request(self) -> bytes:
        """The body of a request for a still picture of it."""
        asked = {"program": self.program, "inputs": self.inputs, "output": self.output, "format": "svg"}
        return json.dumps(asked).encode()


def read_link(state: str) -> LinkedProgram | None:
    """What a state says, `v=1&program=x*y&inputs=x:2`; None where it has no program that can be read."""
    try:
        fields = dict(parse_qsl(state, max_num_fields=100, errors="strict"))
        program = code_of(_expanded(fields["z"]) if "z" in fields else fields["program"])
        program.encode()  # half of a pair of surrogates, as the JSON of a notebook may have it, cannot be sent
    except (KeyError, ValueError, ProblemError, zlib.error):
        return None
    if not program.strip() or len(program) > _LONGEST_PROGRAM:
        return None
    query = urlencode({"v": "1"} | {key: fields[key] for key in _KEYS if key in fields})
    return LinkedProgram(program, _inputs(fields.get("inputs", "")), fields.get("output") or None, query)


def _expanded(text: str) -> str:
    """The compressed form of a program: deflate, then base64 in the alphabet of addresses. Raises ValueError, zlib.error."""
    packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    reader = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    plain = reader.decompress(packed, _LONGEST_PROGRAM)
    if not reader.eof:
        raise ValueError("longer than any program that is drawn, or cut off")
    return plain.decode()


def _inputs(text: str) -> dict[str, Any]:
    """`a:2.5;x:[1,2]`; empty where it makes no sense, as the page takes it."""
    pairs = [pair.partition(":") for pair in text.split(";")] if text else []
    try:
        return {name: json.loads(value, parse_constant=_refuse) for name, _, value in pairs}
    except (ValueError, RecursionError):
        return {}


def _refuse(name: str) -> float:
    raise ValueError(name)
