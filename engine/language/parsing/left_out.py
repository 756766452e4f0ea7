"""Statements that the reader of a program has left out: comments of `# left out: ` and the statement.

Such a statement still shows which names have no value any more: what it would have given them is unknown, so what reads them
is refused rather than given an older value. Knows characters and tokens only.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise

from backpass.engine.language.parsing.lexer import Token, TokenKind, tokenize
from backpass.engine.language.parsing.patterns import split
from backpass.engine.problems import Span

MARK = "# left out:"
SKIPPED = "# skipped:"
"""Marks the token of a statement that is ignored without a comment in the text (see `without`)."""

_LINE = re.compile(r"# left out:[ ]?([^\n]*)")
_AUGMENTED = frozenset({"+=", "-=", "*=", "/=", "//=", "%=", "@=", "**="})
_HEADS = frozenset({"for", "with", "if", "elif", "while", "else", "try", "except", "finally"})
"""What begins a block, behind whose colon a statement may stand."""
_NO_OBJECTS = frozenset({"self", "cls", "print"})
"""Names that are changed in every class, and never stand for a value of their own."""


def with_left_out(text: str, tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a text with one token for each statement that was left out: `MARK` and the statement's text. Comments within
    brackets and texts stay comments.
    """
    starts = [token.start for token in tokens]
    added: list[Token] = []
    for start, end, statement in _runs(text):
        place = bisect_right(starts, start) - 1
        before = tokens[place] if place >= 0 else None
        if before is None or before.kind is TokenKind.NEWLINE:
            added += [
                Token(TokenKind.SYMBOL, MARK + statement, start, end),
                Token(TokenKind.NEWLINE, "\n", end, end),
            ]
    return sorted([*tokens, *added], key=lambda token: (token.start, token.kind is TokenKind.END))


def without(text: str, tokens: Sequence[Token], spans: Collection[Span]) -> list[Token]:
    """The tokens of a text with one token in the place of each statement in `spans`: `SKIPPED` and the statement's text.
    Every other token stays where it was.
    """
    kept = list(tokens)
    for start, end in spans:
        first = next((place for place, token in enumerate(kept) if token.start >= start), len(kept))
        behind = next((place for place, token in enumerate(kept) if place >= first and token.start >= end), len(kept))
        mark = Token(TokenKind.SYMBOL, SKIPPED + text[start:end], start, end)
        closes = behind < len(kept) and kept[behind].kind in (TokenKind.NEWLINE, TokenKind.END)
        kept[first:behind] = [mark] if closes else [mark, Token(TokenKind.NEWLINE, "\n", end, end)]
    return kept


def _runs(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and text of each statement; lines that follow each other belong together."""
    found = list(_LINE.finditer(text))
    numbered = [(text.count("\n", 0, each.start()) - index, each) for index, each in enumerate(found)]
    for _, run in groupby(numbered, lambda pair: pair[0]):
        lines = [each for _, each in run]
        yield lines[0].start(), lines[-1].end(), "\n".join(each[1] for each in lines)


def names_in(statement: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a statement which is not read gives values, and those whose values it may change: `w` of `w.data = 2`, of
    `w.add_(1)` and of `init.zeros_(w)`.
    """
    given: set[str] = set()
    changed: set[str] = set()
    body: int | None = None
    for line in statement.split("\n"):
        depth = len(line) - len(line.lstrip())
        if not line.strip() or (body is not None and depth > body):
            continue
        body = None
        for tokens in _statements(line):
            if tokens[0].text in ("def", "class"):
                body = depth
            _look(tokens, given, changed)
    return frozenset(given), frozenset(changed) - given - _NO_OBJECTS


def _statements(line: str) -> Iterator[list[Token]]:
    """The tokens of each statement of a line: what stands behind semicolons, and behind the colon of a block."""
    run: list[Token] = []
    for token in tokenize(line).tokens:
        if token.kind in (TokenKind.NEWLINE, TokenKind.END):
            if run:
                yield run
            run = []
        else:
            run.append(token)


def _look(tokens: list[Token], given: set[str], changed: set[str]) -> None:
    """The names of one statement."""
    texts = [token.text for token in tokens]
    first = texts[0]
    given.update(before for before, text in pairwise(texts) if text == ":=")
    if first in ("def", "class"):
        given.update(texts[1:2])
    elif first in ("import", "from"):
        given.update(_imported(tokens, texts))
    elif first in _HEADS:
        if first == "for" and "in" in texts:
            _targets(tokens[1 : texts.index("in")], given, changed)
        if "as" in texts:
            given.update(texts[texts.index("as") + 1 : texts.index("as") + 2])
        for run in filter(None, split(tokens, ":")[1:]):
            _look(run, given, changed)
    elif "=" in texts and len(sides := split(tokens, "=")) > 1:
        for side in sides[:-1]:
            _targets(side, given, changed)
    elif operators := _AUGMENTED.intersection(texts):
        _targets(tokens[: min(map(texts.index, operators))], given, changed)
    elif "(" in texts:
        _called(tokens, texts, changed)


def _imported(tokens: list[Token], texts: list[str]) -> Iterator[str]:
    """The names that an import makes known."""
    behind = tokens[texts.index("import") + 1 :] if "import" in texts else []
    for run in split([token for token in behind if token.text not in "()"], ","):
        words = [token.text for token in run]
        yield from words[-1:] if "as" in words else words[:1]


def _targets(tokens: list[Token], given: set[str], changed: set[str]) -> None:
    """What stands left of `=`: names, or what belongs to them. The type behind a colon is none of it."""
    waiting = split(split(tokens, ":")[0], ",")
    while waiting:
        run = [token for token in waiting.pop() if token.text != "*"]
        if run and run[0].text in ("(", "["):
            waiting += split(run[1:-1], ",")
        elif run and run[0].kind is TokenKind.NAME:
            (changed if len(run) > 1 else given).add(run[0].text)


def _called(tokens: list[Token], texts: list[str], changed: set[str]) -> None:
    """A call that stands alone changes what it is a method of; a function whose name ends with `_` changes its arguments."""
    opens = texts.index("(")
    if tokens[0].kind is TokenKind.NAME and "." in texts[:opens]:
        changed.add(texts[0])
    if opens and texts[opens - 1].endswith("_"):
        changed.update(token.text for token in tokens[opens:] if token.kind is TokenKind.NAME)
