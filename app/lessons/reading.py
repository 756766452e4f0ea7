"""Reads a lesson: Markdown with front matter becomes pages of parts, and every mistake a problem with its line.

Nothing in a lesson can stop the reading: a block that is wrong is left out and reported, and the rest is read.
"""

import logging
import math
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from html import escape
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from backpass.app.lessons.blocks import BlockError, ProgramError, backpass_block
from backpass.app.lessons.figures import FigureError, figure
from backpass.app.lessons.front_matter import read_front_matter
from backpass.app.lessons.hints import derived_hint
from backpass.app.lessons.info_strings import Options, column_of, kind_of, read_options
from backpass.app.lessons.markdown import REMOTE, is_lesson, lesson_of, make_markdown
from backpass.app.lessons.model import FrontMatter, Lesson, LessonPage, LessonProblem, Part
from backpass.app.lessons.questions import question_block
from backpass.engine.messages import in_language, say

_log = logging.getLogger(__name__)

LONGEST = 200_000
"""Characters of a lesson."""
MAX_BLOCKS = 200
"""Live blocks of a lesson."""
MAX_PROBLEMS = 100
"""Problems of one lesson that are reported."""
MAX_NODES = 4_000
"""Nodes of all graphs that come with a lesson; those of later blocks are asked for when they come into view."""


NOTES = "notes"
"""The fence of what a page's teacher alone reads."""

_FIGURE = re.compile(r"(?P<typed>[-−]?[\d\u202f]*\.?\d+(?:e[-−]?\d+)?)? ?=(?!=)(?P<expression>.+)")
"""Code in a line that is a figure: `=grad(a)`, computed; `20.014 = f(3.001)`, typed and checked."""


_BRACES = re.compile(r"\{([^{}\n]+)\}")
"""A figure in an option, where the fence allows no backticks."""


def is_rounded(typed: str, value: float) -> bool:
    """Whether a number was typed as this value, rounded to as many digits."""
    try:
        number = Decimal(typed.replace("−", "-").replace("\u202f", ""))
    except InvalidOperation:
        return False
    half = Decimal((0, (5,), int(number.as_tuple().exponent) - 1))
    return math.isfinite(value) and abs(Decimal(value) - number) <= half * (1 + Decimal("1e-9"))


def read_lesson(text: str) -> Lesson:
    """The lesson of a Markdown text, with everything that is wrong in it."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > LONGEST:
        problem = LessonProblem(say("lesson-too-long", count=len(text), longest=LONGEST), say("lesson-too-long.hint"), 1)
        return Lesson(FrontMatter(), (), (problem,), 0)
    reader = _Reader(text)
    try:
        return reader.read()
    except Exception:  # noqa: BLE001 - whatever it was, the other lessons of a shelf are none the worse
        _log.exception("A lesson could not be read")
        return Lesson(FrontMatter(), (), (reader.defect(),), 0)


class _Reader:
    """One walk over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._markdown = make_markdown()

        def code(renderer: RendererHTML, tokens: list[Token], index: int, options: Any, env: dict[str, Any]) -> str:
            """Apart from the method, since the library binds a rule to its renderer."""
            return self._code(renderer, tokens, index, options, env)

        self._markdown.add_render_rule("code_inline", code)
        self._tokens = self._markdown.parse(text)
        self._problems: list[LessonProblem] = []
        self._links: list[tuple[str, int]] = []
        self._program = ""
        self._notes: list[str] = []
        self._blocks = self._figures = self._nodes = 0
        self._line = 1

    def read(self) -> Lesson:
        matter = self._matter()
        pages = tuple(self._page(title or matter.title, tokens, at) for title, tokens, at in self._pages())
        pages = tuple(page for page in pages if page.parts)
        if not pages and not self._problems:
            self._report(say("lesson-empty"), say("lesson-empty.hint"), 1)
        ordered = sorted(self._problems[:MAX_PROBLEMS], key=lambda problem: (problem.line, problem.column))
        return Lesson(matter, pages, tuple(ordered), self._figures, tuple(self._links))

    def defect(self, line: int | None = None) -> LessonProblem:
        """That what is read at present cannot be read, for a reason of ours."""
        return LessonProblem(say("lesson-defect"), say("lesson-defect.hint"), line or self._line)

    def _report(self, message: str, hint: str, line: int, column: int = 1) -> None:
        self._problems.append(LessonProblem(message, hint, line, column))

    def _matter(self) -> FrontMatter:
        first = self._tokens[0] if self._tokens else None
        if first is None or first.type != "front_matter":
            self._report(say("lesson-matter-missing"), say("lesson-matter.hint"), 1)
            return FrontMatter()
        matter, problems = read_front_matter(first.content)
        self._problems += problems
        return matter

    def _pages(self) -> Iterator[tuple[str, list[Token], int]]:
        """Title, tokens and line of each page. A line of dashes begins one, and so does a heading of the second level."""
        title, tokens, line = "", list[Token](), 1
        place = 0
        while place < len(self._tokens):
            token = self._tokens[place]
            place += 1
            if token.type == "front_matter":
                continue
            if token.level == 0 and (token.type == "hr" or (token.type == "heading_open" and token.tag == "h2")):
                yield title, tokens, line
                title, tokens, line = "", [], token.map[0] + 1 if token.map else line
                if token.type == "heading_open":
                    title = _plain(self._tokens[place])
                    place += 2
                continue
            if not title and not tokens and token.type == "heading_open":
                title = _plain(self._tokens[place])
                place += 2
                continue
            tokens.append(token)
        yield title, tokens, line

    def _page(self, title: str, tokens: list[Token], line: int) -> LessonPage:
        self._notes = []
        parts = tuple(self._parts(tokens))
        return LessonPage(title, parts, line, "".join(self._notes))

    def _parts(self, tokens: list[Token]) -> Iterator[Part]:
        prose: list[Token] = []
        for token in tokens:
            if token.map:
                self._line = token.map[0] + 1
            if token.type == "fence" and token.info.casefold().split()[:1] == [NOTES]:  # also in a list: no student reads them
                self._note(token.content)
                continue
            is_block = token.type == "fence" and token.level == 0
            kind = kind_of(token.info) if is_block else None
            if kind is None:
                prose.append(token)
                self._inspect(token)
                continue
            yield from self._prose(prose)
            prose = []
            yield from self._live(kind, token)
        yield from self._prose(prose)

    def _prose(self, tokens: list[Token]) -> Iterator[Part]:
        if tokens:
            line = next((token.map[0] + 1 for token in tokens if token.map), self._line)
            yield Part("prose", self._markdown.renderer.render(tokens, self._markdown.options, {"line": line}), line)

    def _note(self, content: str) -> None:
        tokens = self._markdown.parse(content)
        for token in tokens:
            self._inspect(token)
        self._notes.append(self._markdown.renderer.render(tokens, self._markdown.options, {"line": self._line}))

    def _inspect(self, token: Token) -> None:
        """Pictures and links of a paragraph, and a block that is none because of a backtick after its fence."""
        if token.type == "inline" and token.content.startswith("```") and kind_of(token.content.lstrip("`")):
            self._report(say("lesson-fence"), say("lesson-fence.hint"), self._line, token.content.find("`", 3) + 1)
        for child in token.children or ():
            if child.type == "image":
                self._report(say("lesson-picture"), say("lesson-picture.hint"), self._line)
            elif child.type == "link_open":
                self._inspect_link(str(child.attrGet("href") or ""))

    def _inspect_link(self, target: str) -> None:
        if is_lesson(target):
            self._links.append((lesson_of(target), self._line))
        elif not target.startswith((*REMOTE, "/", "#")) or target.startswith("//") or ".." in target:
            self._report(say("lesson-link", target=target[:100]), say("lesson-link.hint"), self._line)

    def _code(self, renderer: RendererHTML, tokens: list[Token], index: int, options: Any, env: dict[str, Any]) -> str:
        """Code within a line; where it begins with `=`, the number that the engine computes for it."""
        content = tokens[index].content
        asked = _FIGURE.fullmatch(content)
        if asked is None:
            return str(RendererHTML.code_inline(renderer, tokens, index, options, env))
        expression = asked["expression"].strip()
        try:
            shown = self._shown(expression, asked["typed"])
        except FigureError as error:
            line = env.get("line", self._line)
            at = next((number for number, each in enumerate(self._lines[line - 1 :], line) if f"`{content}`" in each), line)
            column = self._lines[at - 1].find(f"`{content}`") + 1 if at <= len(self._lines) else 1
            self._report(
                say("lesson-no-figure", expression=expression, error=str(error)), say("lesson-figure.hint"), at, max(column, 1)
            )
            return f"<code>{escape(content)}</code>"
        self._figures += 1
        return f'<span class="figure" title="{escape(expression)}">{escape(shown)}</span>'

    def _shown(self, expression: str, typed: str) -> str:
        """The number as the page writes it, or as the author typed it, if that is right to the last digit. Raises FigureError."""
        found = figure(self._program, expression)
        if not typed:
            return found.text
        if not isinstance(found.value, float) or not is_rounded(typed, found.value):
            raise FigureError(say("lesson-figure-differs", typed=typed, computed=found.text))
        return typed

    def _live(self, kind: str, token: Token) -> Iterator[Part]:
        self._blocks += 1
        if self._blocks > MAX_BLOCKS:
            if self._blocks == MAX_BLOCKS + 1:
                self._report(say("lesson-many-blocks", most=MAX_BLOCKS), say("lesson-many-blocks.hint"), self._line)
            return
        line = self._line
        options, problems = read_options(token.info, line, self._lines[line - 1])
        self._problems += problems
        if problems:
            return
        make = {"backpass": self._backpass, "question": self._question, "training": self._training}[kind]
        try:
            yield make(token.content, options, line)
        except BlockError as error:
            at = column_of(self._lines[line - 1], error.option) if error.option else 1
            self._report(error.message, error.hint, line, at)
        except ProgramError as error:
            within = error.problem.span[0] if error.problem.span else 0
            program = self._program
            start = program.rfind("\n", 0, within) + 1
            own = token.content.count("\n")
            before = program.count("\n") - own + (0 if program.endswith("\n") else 1)
            number = program.count("\n", 0, within) - max(before, 0)
            self._report(
                in_language(error.problem.message),
                in_language(error.problem.hint or ""),
                line + 1 + max(number, 0),
                within - start + 1,
            )
        except Exception:  # noqa: BLE001 - it is logged, and becomes a mistake of the text
            _log.exception("A block of a lesson could not be read")
            self._problems.append(self.defect(line))

    def _sentence(self, text: str) -> str:
        """A sentence of an option with its figures computed. Raises BlockError."""
        return _BRACES.sub(self._computed, text)

    def _computed(self, code: re.Match[str]) -> str:
        asked = _FIGURE.fullmatch(code[1])
        if asked is None:
            return code[0]
        expression = asked["expression"].strip()
        try:
            shown = self._shown(expression, asked["typed"])
        except FigureError as error:
            raise BlockError(
                say("lesson-no-figure", expression=expression, error=str(error)), say("lesson-figure.hint")
            ) from None
        self._figures += 1
        return shown

    def _backpass(self, content: str, options: Options, line: int) -> Part:
        self._program = f"{self._program.rstrip()}\n{content}" if "continue" in options and self._program else content
        data = backpass_block(self._program, options)
        self._nodes += len(data["graph"]["nodes"]) if "graph" in data else 0
        if self._nodes > MAX_NODES:
            data.pop("graph", None)
        if "done" in options and "goal" in data:
            data["goal"]["done"] = self._sentence(options["done"][0])
        shown = f'<pre class="live-program"><code>{escape(self._program.strip())}</code></pre>'
        return Part("backpass", self._figure(shown, options), line, data)

    def _training(self, content: str, options: Options, line: int) -> Part:
        if content.strip():
            raise BlockError(say("lesson-training-body"), say("lesson-training-body.hint"))
        given = {name: values[0] for name, values in options.items()}
        data: dict[str, Any] = {"preset": given["preset"], "show": given.get("show", "boundary,loss").split(",")}
        if "steps" in given:
            data["steps"] = int(given["steps"])
        return Part("training", self._figure("", options), line, data)

    def _figure(self, content: str, options: Options) -> str:
        caption = self._markdown.renderInline(self._sentence(options["caption"][0]), {"line": self._line})
        return f'{content}<figcaption class="live-caption">{caption}</figcaption>'

    def _question(self, content: str, options: Options, line: int) -> Part:
        made = question_block(self._markdown, content, options, self._program, {"line": line})
        made.data["hints"] = [self._sentence(hint) for hint in options.get("hint", [])] or self._derived_hints(options)
        self._figures += made.figures
        return Part("question", made.html, line, made.data, gate="predict" in options, thoughts=made.thoughts)

    def _derived_hints(self, options: Options) -> list[str]:
        """A wrong choice has its author's answer; a wrong number may be one that nobody thought of."""
        return [derived_hint(self._program, of) for of in options.get("of", [])]


def _plain(inline: Token) -> str:
    """The text of a heading without its marks."""
    return "".join(child.content for child in inline.children or () if child.type in {"text", "code_inline", "softbreak"}).strip()
