"""The documentation as pages at `/docs/guide`: the files of docs/, each with its contents, and a search through all of them."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.anchors import anchors_plugin
from starlette.exceptions import HTTPException

from backpass.app.http.assets import Assets
from backpass.app.pages.api_page import DOCS_POLICY
from backpass.app.pages.router import render
from backpass.engine.messages import say

router = APIRouter(include_in_schema=False)

GROUPS = {
    "Start": ("tour", "gallery", "glossary", "versions"),
    "Use": ("language", "latex", "pasted-code", "compatibility", "custom-rules", "operations", "as-it-is", "studio", "training"),
    "Teach": ("classroom", "lessons", "own-engine", "player"),
    "Library and API": ("library", "library-names", "learning", "capture", "cli", "api"),
    "Operate": ("operating", "scaling"),
    "Contribute": ("development", "architecture", "extend", "names"),
}
"""The pages of the guide in the order in which they are read. Records of decisions follow by their numbers,
in a checkout: a wheel does not have them."""
_SHOWN = 30
_BEGINNING = 240
_PICTURES = {".png", ".svg"}


@dataclass(frozen=True)
class Section:
    """What stands below one heading."""

    page: str
    title: str
    anchor: str
    text: str

    @property
    def beginning(self) -> str:
        """The first words, without their marks."""
        plain = re.sub(r"[`*|#]|\]\([^)]*\)|!?\[", " ", self.text)
        return " ".join(plain.split())[:_BEGINNING]


@dataclass(frozen=True)
class Page:
    """A file of docs/."""

    name: str
    title: str
    html: Markup
    sections: tuple[Section, ...]

    @property
    def contents(self) -> tuple[Section, ...]:
        """All sections but the first, whose heading is the title of the page."""
        return self.sections[1:]


@cache
def _pages() -> dict[str, Page]:
    folder = Assets().guide
    names = [name for group in _groups(folder).values() for name in group]
    return {name: _page(folder, name) for name in names}


def _groups(folder: Path) -> dict[str, tuple[str, ...]]:
    decisions = tuple(f"adr/{file.stem}" for file in sorted(folder.glob("adr/*.md")))
    return GROUPS | ({"Decisions": decisions} if decisions else {})


def _page(folder: Path, name: str) -> Page:
    file = folder / f"{name}.md"
    text = file.read_text(encoding="utf-8")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").use(anchors_plugin, max_level=3)
    tokens = markdown.parse(text)
    for token in tokens:
        for each in token.children or []:
            _settle(each, file.parent, folder)
    lines = text.splitlines()
    heads = [
        (token.map[0], str(token.attrGet("id")), tokens[index + 1].content.replace("`", ""))
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag in ("h1", "h2") and token.map
    ]
    ends = [*(line for line, _, _ in heads[1:]), len(lines)]
    sections = tuple(
        Section(name, title, anchor, "\n".join(lines[line + 1 : end]))
        for (line, anchor, title), end in zip(heads, ends, strict=True)
    )
    html = Markup(markdown.renderer.render(tokens, markdown.options, {}))  # noqa: S704 (the library escapes all HTML)
    return Page(name, sections[0].title, html, sections)


def _settle(token: Token, beside: Path, folder: Path) -> None:
    """Leads links between the files to their pages. What is not part of the guide is named, and not linked."""
    attribute = {"link_open": "href", "image": "src"}.get(token.type)
    target, hash_mark, anchor = str(token.attrGet(attribute) or "").partition("#") if attribute else ("", "", "")
    if not attribute or not target or "://" in target:
        return
    file = (beside / target).resolve()
    if file.is_file() and file.is_relative_to(folder) and file.suffix in (".md", *_PICTURES):
        token.attrSet(attribute, f"/docs/guide/{file.relative_to(folder).as_posix().removesuffix('.md')}{hash_mark}{anchor}")
    elif token.type == "image":
        token.type, token.content = "text", f"[{token.content}]"
    else:
        token.attrs.pop("href")


def _found(wanted: str) -> list[Section]:
    """The sections that have all words, those with the words in their headings first."""
    words = wanted.casefold().split()
    ranked = []
    for page in _pages().values():
        for section in page.sections:
            title, text = section.title.casefold(), section.text.casefold()
            if all(word in title or word in text for word in words):
                ranked.append((sum(20 * (word in title) + min(text.count(word), 10) for word in words), section))
    ranked.sort(key=lambda each: -each[0])
    return [section for _, section in ranked[:_SHOWN]]


@router.get("/docs/guide")
@router.get("/docs/guide/{name:path}")
async def guide(request: Request, name: str = "", q: str = "") -> Response:
    """A page of the guide, one of its pictures, or without a name all pages or what a search found."""
    folder = Assets().guide
    if Path(name).suffix in _PICTURES:
        file = (folder / name).resolve()
        if file.is_file() and file.is_relative_to(folder):
            return FileResponse(file)
    pages = _pages()
    if name and name not in pages:
        raise HTTPException(404)
    groups = {group: [pages[each] for each in names] for group, names in _groups(folder).items()}
    page = pages.get(name)
    found = _found(q) if q.strip() else [each.sections[0] for each in pages.values() if "/" not in each.name]
    title = page.title if page else say("docs-found", count=len(found), wanted=q) if q.strip() else say("docs-guide")
    return render(request, "guide.html", DOCS_POLICY, page=page, groups=groups, found=found, title=title, wanted=q)
