"""A graph as one HTML file that plays it: script and style of the player, and the data. It opens from disk and makes no request.

The player is a bundle of the page's own modules (static/player.mjs), one for each language. The file's own security policy
allows this one script and this one style, by their hashes, so that nothing in the data can run.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from backpass.engine.export.packed_data import packed
from backpass.engine.messages import language, say, worded
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.serialization.computation import Computation
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.serialization.operation_json import operations_of

_TOP = Path(__file__).resolve().parents[2]
_PLACES = (_TOP / "app" / "page" / "static", _TOP / "static" / "dist")
"""Where the built page is: in a wheel, and in a checkout."""
_LONGEST_TITLE = 80
_MAKES_NOTHING = re.compile(r"#|print\(|assert\b|[)\]}]+$|[\w.\[\]]+\.(?:backward|step|zero_grad)\(|[\w.]+_\(")
"""How a line begins that gives a page no title. In PyTorch a function whose name ends with `_` changes what it is given."""
MAX_PLAIN = 300_000
"""Characters of JSON; what is longer is compressed in the page."""
_PLAIN_NODES = 3_000
"""So many nodes are longer than that without any number."""
MAX_BYTES = 200_000_000
"""Of JSON before it is compressed: the player unpacks no more (static/src/view/player/page_data.ts)."""


def web_page(
    graph: Mapping[str, Any],
    program: str = "",
    *,
    title: str = "",
    step: int | str = "end",
    select: Mapping[str, int] | None = None,
) -> str:
    """The page of a graph.

    Args:
        graph: What `POST /api/v1/graph` answers.
        program: The text that made it, to which its spans refer.
        title: What the page is called; where none is given, the last line of the program that makes something (`title_of`).
        step: How many steps are taken when it opens; also `start` and `end`.
        select: What is selected when it opens, `{"node": 3}` or `{"edge": 5}`.

    Raises ProblemError (not-exportable) where the player has not been built.
    """
    script, style = player_file("player.js"), player_file("player.css")
    heading = title or title_of(program)
    shown = shown_data(graph, program, title=heading) | {"step": step, "select": select}
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "img-src data:",
            "worker-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return (
        f'<!doctype html>\n<html lang="{language.get()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="generator" content="Backpass">\n'
        f'<title>{escape(heading)}</title>\n<link rel="icon" href="data:,">\n<style>{style}</style>\n</head>\n<body>\n'
        f"<div data-backpass-player></div>\n<noscript><p>{escape(say('player-no-script'))}</p></noscript>\n"
        f"{_data(shown)}\n"
        f'<script type="module" id="backpass-player">{script}</script>\n</body>\n</html>\n'
    )


_OF_EDITORS = frozenset({"family", "signature", "summary"})
"""What an operation's record has for those who write programs alone."""


def shown_data(graph: Mapping[str, Any], program: str, *, title: str) -> dict[str, Any]:
    """What the player is given to show a graph, as its own sentences in the present language."""
    used = {node["op"] for node in graph["nodes"] if node["op"] is not None}
    records = [
        {key: field for key, field in each.items() if field is not None and key not in _OF_EDITORS}
        for each in operations_of(used)
    ]
    data = {"graph": graph, "program": program, "operations": records, "title": title}
    shown: dict[str, Any] = worded(data)
    return shown


def title_of(program: str) -> str:
    """What a page of a program is called: its last line, cut to 80 characters.

    Lines at its end that only report, run or change what is there already are ignored: a page is called by the loss.
    """
    lines = [line.strip() for line in program.splitlines() if line.strip()]
    last = next((line for line in reversed(lines) if not _MAKES_NOTHING.match(line)), lines[-1] if lines else "Backpass")
    return last if len(last) <= _LONGEST_TITLE else f"{last[: _LONGEST_TITLE - 1]}…"


def in_script(text: str) -> str:
    """JSON as it may stand in a script element: nothing in it can end the element."""
    for character in "&<>\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _data(shown: Mapping[str, Any]) -> str:
    """The element with the data: JSON, or where that would be long, JSON compressed by gzip and written in base64.

    Raises ProblemError (not-exportable) where it would be longer than a browser can be expected to unpack.
    """
    is_small = len(shown["graph"]["nodes"]) <= _PLAIN_NODES
    text = json.dumps(shown, ensure_ascii=False, allow_nan=False, separators=(",", ":")) if is_small else ""
    if is_small and len(text) <= MAX_PLAIN:
        return f'<script type="application/json" id="backpass-data">{in_script(text)}</script>'
    data, size = packed(shown, MAX_BYTES)
    if size > MAX_BYTES:
        sentence = say("page-too-large", count=-(-size // 1_000_000), most=MAX_BYTES // 1_000_000)
        raise ProblemError(Problem(Code.NOT_EXPORTABLE, sentence, say("page-too-large.hint")))
    return f'<script type="text/plain" id="backpass-data" data-packed="gzip">{base64.b64encode(data).decode()}</script>'


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def player_file(name: str) -> str:
    """The text of a file of the player by its logical name, as it is put into a page. Raises ProblemError (not-exportable)."""
    for folder in _PLACES:
        manifest = folder / "manifest.json"
        if not manifest.is_file():
            continue
        files = json.loads(manifest.read_text(encoding="utf-8"))
        return _inline((folder / files[name]).read_text(encoding="utf-8"))
    raise ProblemError(Problem(Code.NOT_EXPORTABLE, say("player-not-built"), say("player-not-built.hint")))


def _inline(text: str) -> str:
    """Without the address of its source map, which would be asked for. What could end its element early, the bundler escapes."""
    kept = [line for line in text.rstrip().split("\n") if "sourceMappingURL=" not in line]
    return "\n".join(kept)


def html(computation: Computation) -> str:
    """The page of a computation: its program, or the graph that was read back. Raises ProblemError (not-exportable)."""
    graph = graph_json(computation.run, computation.wrt, computation.upstream)
    return web_page(graph, computation.run.program.text)
