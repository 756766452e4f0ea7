"""What notebooks show of a graph: the player in a sandboxed frame, which works in any of them and in what they export."""

from collections.abc import Mapping
from html import escape
from typing import Any

from backpass.engine.export.web_page import web_page
from backpass.engine.messages import say
from backpass.engine.problems import ProblemError

_HEIGHT = 560
"""Of the frame, in pixels."""
MAX_CHARACTERS = 5_000_000
"""Of one output: a notebook holds each of them in its file."""


def mime_bundle(graph: Mapping[str, Any], text: str) -> dict[str, str]:
    """Forms by media type, of which a notebook shows the richest that it can: the player as `text/html`, and `text/plain`.

    The frame is sandboxed: its script cannot reach the notebook. Where the player has not been built, or the graph is too large
    for a notebook, there is no player, and the text says so.
    """
    try:
        page = web_page(graph, str(graph.get("program", "")), title=text)
    except ProblemError as error:
        return {"text/plain": f"{text}\n{error}"}
    if len(page) > MAX_CHARACTERS:
        return {"text/plain": f"{text}\n{say('notebook-too-large', count=len(graph['nodes']))}"}
    frame = (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-modals" title="{escape(text)}" width="100%" '
        f'height="{_HEIGHT}" style="border:1px solid #cbd5e1;border-radius:8px" loading="lazy"></iframe>'
    )
    return {"text/html": frame, "text/plain": text}
