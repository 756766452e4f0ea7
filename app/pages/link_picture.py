"""The picture of a link: 1200 by 630 pixels, the size that chats, wikis and course pages show.

It is SVG, and PNG where the extra `picture` (resvg) and a font are installed. Chats take no SVG: without them they show title and
text alone.
"""

import re
from functools import cache, lru_cache
from html import escape
from importlib.util import find_spec

from backpass.app.pages.linked_program import LinkedProgram

WIDTH, HEIGHT = 1200, 630
_MARGIN, _TOP, _LARGEST = 40, 120, 2.2
_LINES, _LINE, _LONGEST_LINE, _LONGEST_TITLE = 12, 36, 70, 60
_HEAD = re.compile(r'<svg xmlns="[^"]*" width="([\d.e+]+)" height="([\d.e+]+)"')
_STYLE = (
    "text{font-family:ui-sans-serif,system-ui,sans-serif;fill:#111827}.title{font-size:38px;font-weight:600}"
    ".brand{font-size:26px;fill:#4b5563}.code{font-size:26px}"
    ".number{font-size:10.5px}"  # so that nine digits fit beside their label in the widest font, too
)
_FAMILIES = ("Arial", "Liberation Sans", "Noto Sans", "DejaVu Sans", "Helvetica", "Segoe UI")


def picture_of(linked: LinkedProgram, graph: str | None) -> str:
    """The picture as SVG: the program's graph, itself an SVG; its lines, where there is no graph."""
    title = f'<text class="title" x="{_MARGIN}" y="70">{_short(linked.title, _LONGEST_TITLE)}</text>'
    brand = f'<text class="brand" x="{WIDTH - _MARGIN}" y="{HEIGHT - 22}" text-anchor="end">Backpass</text>'
    body = _code(linked.lines) if graph is None else _scaled(graph)
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><style>{_STYLE}</style>{ground}{title}{brand}{body}</svg>'


def _short(text: str, longest: int) -> str:
    printable = "".join(character if character.isprintable() else " " for character in text)
    indented = printable.replace("  ", _HARD * 2)  # SVG joins blanks
    return escape(indented if len(indented) <= longest else f"{indented[: longest - 1]}…")


_HARD = "\N{NO-BREAK SPACE}"


def _code(lines: list[str]) -> str:
    shown = [*lines[: _LINES - 1], "…"] if len(lines) > _LINES else lines
    return "".join(
        f'<text class="code" x="{_MARGIN}" y="{_TOP + _LINE * (place + 1)}">{_short(line, _LONGEST_LINE)}</text>'
        for place, line in enumerate(shown)
    )


def _scaled(graph: str) -> str:
    """The graph in the middle of what the title leaves."""
    read = _HEAD.match(graph)
    assert read is not None, "engine/export/svg.py begins so"
    width, height = float(read[1]), float(read[2])
    space, depth = WIDTH - 2 * _MARGIN, HEIGHT - _TOP - 60
    scale = min(space / width, depth / height, _LARGEST)
    x, y = _MARGIN + (space - width * scale) / 2, _TOP + (depth - height * scale) / 2
    return f'<svg x="{x:g}" y="{y:g}" width="{width * scale:g}" height="{height * scale:g}"' + graph[read.end() :]


def can_rasterize() -> bool:
    """Whether `png_of` works here: the extra `picture` and a font are installed."""
    return find_spec("resvg_py") is not None and _family() is not None


@lru_cache(maxsize=128)
def png_of(picture: str) -> bytes:
    """The same picture as PNG. Only where `can_rasterize()`."""
    family = _family()
    assert family is not None
    return _rendered(picture, family)


@cache
def _family() -> str | None:
    """The first font family with which a letter leaves a mark: a picture without its numbers is none."""
    empty, letter = (f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{text}</svg>' for text in ("", _LETTER))
    return next((family for family in _FAMILIES if _rendered(letter, family) != _rendered(empty, family)), None)


_LETTER = '<text x="5" y="30" font-family="sans-serif" font-size="24">∂M</text>'


def _rendered(picture: str, family: str) -> bytes:
    from resvg_py import svg_to_bytes  # an extra

    return bytes(svg_to_bytes(svg_string=picture, sans_serif_family=family))
