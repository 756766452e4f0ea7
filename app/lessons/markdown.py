"""The Markdown library as lessons use it: CommonMark with tables and formulas; HTML is text; nothing is loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

REMOTE = ("http://", "https://")


def math(content: str, options: dict[str, Any]) -> str:
    """A formula as the page typesets it; until then, and on any other reader, its LaTeX."""
    shown = "math is-block" if options["display_mode"] else "math"
    return f'<span class="{shown}" data-latex="{escape(content.strip())}">{escape(content.strip())}</span>'


def _link(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    target = str(token.attrGet("href") or "")
    if target.startswith(REMOTE):
        token.attrSet("rel", "noopener noreferrer")
    elif is_lesson(target):
        token.attrSet("href", f"/learn/{lesson_of(target)}")
    return renderer.renderToken(tokens, index, options, env)


def _image(_renderer: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    """Pictures are reported where they are met; what is shown of one are its words."""
    return escape(tokens[index].content)


def is_lesson(target: str) -> bool:
    """Whether a link leads to another lesson: `chain-rule` or `chain-rule.md`."""
    return lesson_of(target).replace("-", "").isalnum()


def lesson_of(target: str) -> str:
    """The name of the lesson that a link leads to."""
    return target.removesuffix(".md").lstrip("0123456789").removeprefix("-") if target.endswith(".md") else target


def make_markdown() -> MarkdownIt:
    """A reader of lessons. Figures and live blocks are left to the reader of its tokens."""
    made = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    made.use(front_matter_plugin).use(dollarmath_plugin, allow_space=False, allow_digits=False, renderer=math)
    made.disable("html_block").disable("html_inline")
    made.add_render_rule("link_open", _link)
    made.add_render_rule("image", _image)
    return made
