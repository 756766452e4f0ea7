"""Lines to statements: what is indented under a line that ends with a colon belongs to it. Keeps its own stack of open blocks.

Indentation that means nothing is passed over, so that a cell pasted with spaces in front reads as well.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.language.frames import StuckError
from engine.language.parser import ExpressionParser
from engine.language.patterns import parameters, pattern, split
from engine.language.program import Block, Define, DefineClass, Evaluate, For, If, Jump, Statement, While, With
from engine.language.statements import parse_statement
from engine.language.tokens import Kind, Token
from engine.language.tree import Expression, Target, Text
from engine.problems import Code, Problem, Span

_MOST_NESTED = 100
"""Blocks within blocks, as in Python."""

_TAB = 8


class Line(NamedTuple):
    """The tokens of one statement, or of the first line of a block."""

    tokens: list[Token]
    indentation: int | None
    """None behind a semicolon."""


@dataclass(slots=True)
class _Open:
    """A block that is being read."""

    head: Token
    indentation: int
    """Of its first line."""
    finish: Callable[["_Open", Block], Statement | None]
    body_indentation: int | None = None
    """None until the first line of its body."""
    inline: bool = False
    """Whether its body stands behind the colon."""
    body: list[Statement] = field(default_factory=list)
    branches: list[tuple[Expression, Block]] = field(default_factory=list)
    """Of an `if`: its conditions so far, the last one with a body still to come unless `otherwise`."""
    otherwise: bool = False
    """Whether the `else` of an `if` is being read."""


def lines(text: str, tokens: Sequence[Token]) -> Iterator[Line]:
    """The statements' tokens with their indentation."""
    run: list[Token] = []
    fresh = True
    for token in tokens:
        if token.kind not in (Kind.NEWLINE, Kind.END):
            run.append(token)
            continue
        if run:
            yield Line(run, _indentation(text, run[0].start) if fresh else None)
        fresh = fresh and not run if token.text == ";" else True
        run = []


def _indentation(text: str, start: int) -> int:
    begin = text.rfind("\n", 0, start) + 1
    return len(text[begin:start].expandtabs(_TAB)) if text[begin:start].isspace() else 0


class BlockReader:
    """Reads lines one by one; `end` gives the statements of the top level."""

    def __init__(self, report: Callable[[StuckError], None]) -> None:
        self._report = report
        self.notes: list[Problem] = []
        self._top: list[Statement] = []
        self._open: list[_Open] = []
        self._decorators: list[Expression] = []

    def read(self, line: Line) -> None:
        """One line; a mistake in it is reported and does not hide the next."""
        try:
            if line.indentation is not None:
                self._close_until(line)
            self._line(line.tokens, line.indentation)
        except StuckError as stuck:
            self._report(stuck)

    def end(self) -> Block:
        """Closes what is still open."""
        while self._open:
            self._close()
        return tuple(self._top)

    def _close_until(self, line: Line) -> None:
        """Closes the blocks that a line of this indentation is not part of."""
        indentation = line.indentation
        assert indentation is not None
        while self._open:
            block = self._open[-1]
            if block.body_indentation is None and not block.inline and indentation > block.indentation:
                block.body_indentation = indentation
                return
            if not block.inline and block.body_indentation is not None and indentation >= block.body_indentation:
                return
            if line.tokens[0].text in ("elif", "else") and indentation == block.indentation and _goes_on(block):
                return
            self._close()

    def _close(self) -> None:
        block = self._open.pop()
        if not block.body:
            self._report(StuckError("empty block", block.head))
        statement = block.finish(block, tuple(block.body))
        if statement is not None:
            self._add(statement)

    def _add(self, statement: Statement) -> None:
        (self._open[-1].body if self._open else self._top).append(statement)

    def _line(self, tokens: list[Token], indentation: int | None) -> None:
        first = tokens[0]
        if first.text in ("%", "!") and indentation is not None:
            message = "This is a command to a notebook or a shell, so it does nothing here."
            self.notes.append(Problem(Code.IGNORED, message, None, _span(tokens)))
            return
        if first.text == "@" and len(tokens) > 1:
            self._decorators.append(self._expression(tokens[1:]))
            return
        reader = _HEADS.get(first.text) if first.kind is Kind.NAME else None
        if reader is None:
            end = Token(Kind.END, "", tokens[-1].end, tokens[-1].end)
            for statement in parse_statement([*tokens, end], self.notes):
                if not _docstring(statement):
                    self._add(statement)
                elif self._open:
                    self._add(Jump("pass", statement.span))
            return
        head, rest = self._head(tokens)
        if len(self._open) >= _MOST_NESTED:
            raise StuckError("nesting", first)
        column = indentation if indentation is not None else self._open[-1].indentation if self._open else 0
        try:
            reader(self, head, column)
        except StuckError as stuck:
            self._report(stuck)
            self._open.append(_Open(first, column, lambda *_: None, body=[Jump("pass", first.span)]))
        if rest:
            self._open[-1].inline = True
            self._line(rest, None)

    def _head(self, tokens: list[Token]) -> tuple[list[Token], list[Token]]:
        """The tokens before the colon, and those behind it."""
        head = split(tokens, ":")[0]
        if len(head) == len(tokens):
            raise StuckError("colon", Token(Kind.END, "", tokens[-1].end, tokens[-1].end), tokens[0])
        return head, tokens[len(head) + 1 :]

    def _expression(self, tokens: list[Token]) -> Expression:
        if not tokens:
            raise StuckError("header", Token(Kind.END, "", 0, 0))
        end = Token(Kind.END, "", tokens[-1].end, tokens[-1].end)
        parser = ExpressionParser([*tokens, end])
        expression = parser.parse()
        self.notes += parser.notes
        return expression

    def _condition(self, head: list[Token]) -> Expression:
        if len(head) == 1:
            raise StuckError("header", head[0])
        return self._expression(head[1:])

    # First lines of blocks. Each opens a block and says what becomes of it.

    def _if(self, head: list[Token], column: int) -> None:
        condition, span = self._condition(head), _span(head)
        self._open.append(_Open(head[0], column, lambda block, body: _if_statement(block, body, span)))
        self._open[-1].branches.append((condition, ()))

    def _elif(self, head: list[Token], _column: int) -> None:
        block = self._open[-1] if self._open else None
        if block is None or not _goes_on(block):
            raise StuckError("else", head[0])
        if not block.body:
            self._report(StuckError("empty block", block.head))
        last, _ = block.branches[-1]
        block.branches[-1] = (last, tuple(block.body))
        block.body, block.body_indentation, block.inline, block.head = [], None, False, head[0]
        block.otherwise = True
        if head[0].text == "elif":
            block.branches.append((self._condition(head), ()))
            block.otherwise = False

    def _for(self, head: list[Token], column: int) -> None:
        place = next((index for index, token in enumerate(head) if token.text == "in" and token.kind is Kind.NAME), None)
        if place is None or place + 1 == len(head):
            raise StuckError("for", head[-1], head[0])
        target = pattern(head[1:place], head[place], self._expression)
        right = head[place + 1 :]
        if len(split(right, ",")) > 1:
            right = [
                Token(Kind.SYMBOL, "(", right[0].start, right[0].start),
                *right,
                Token(Kind.SYMBOL, ")", right[-1].end, right[-1].end),
            ]
        iterable, span = self._expression(right), _span(head)
        self._open.append(_Open(head[0], column, lambda _, body: For(target, iterable, body, span)))

    def _while(self, head: list[Token], column: int) -> None:
        condition, span = self._condition(head), _span(head)
        self._open.append(_Open(head[0], column, lambda _, body: While(condition, body, span)))

    def _with(self, head: list[Token], column: int) -> None:
        if len(head) == 1:
            raise StuckError("header", head[0])
        named = len(head) > 3 and head[-2].text == "as"
        context, span = self._expression(head[1:-2] if named else head[1:]), _span(head)
        target = Target(head[-1].text, head[-1].span) if named else None
        self._open.append(_Open(head[0], column, lambda _, body: With(context, target, body, span)))

    def _def(self, head: list[Token], column: int) -> None:
        if len(head) < 4 or head[1].kind is not Kind.NAME or head[2].text != "(":
            raise StuckError("def", head[0])
        end = Token(Kind.END, "", head[-1].end, head[-1].end)
        read, place = parameters([*head, end], 3, ")", self._expression)
        if place < len(head) - 1 and head[place + 1].text != "->":
            raise StuckError("def", head[place + 1])
        decorators, self._decorators = tuple(self._decorators), []
        name, span = head[1].text, _span(head)
        self._open.append(_Open(head[0], column, lambda _, body: Define(name, read, body, decorators, span)))

    def _class(self, head: list[Token], column: int) -> None:
        if len(head) < 2 or head[1].kind is not Kind.NAME:
            raise StuckError("class", head[0])
        self._decorators = []
        bases = tuple(self._expression(run) for run in split(head[3:-1], ",") if run)
        name, span = head[1].text, _span(head)
        self._open.append(_Open(head[0], column, lambda _, body: DefineClass(name, bases, body, span)))


_HEADS: dict[str, Callable[[BlockReader, list[Token], int], None]] = {
    "if": BlockReader._if,
    "elif": BlockReader._elif,
    "else": BlockReader._elif,
    "for": BlockReader._for,
    "while": BlockReader._while,
    "with": BlockReader._with,
    "def": BlockReader._def,
    "class": BlockReader._class,
}


def _goes_on(block: _Open) -> bool:
    """Whether `elif` or `else` may follow."""
    return bool(block.branches) and not block.otherwise


def _if_statement(block: _Open, body: Block, span: Span) -> Statement:
    """Without `else`, what was being read last is the last condition's body."""
    if block.otherwise:
        return If(tuple(block.branches), body, span)
    last, _ = block.branches[-1]
    return If((*block.branches[:-1], (last, body)), (), span)


def _span(head: list[Token]) -> Span:
    return (head[0].start, head[-1].end)


def _docstring(statement: Statement) -> bool:
    """Whether a statement is a text in three quotes, as documentation is written."""
    if not isinstance(statement, Evaluate) or len(statement.expression) != 1:
        return False
    text = statement.expression[0]
    return isinstance(text, Text) and text.value.lstrip("rbfuRBFU")[:3] in ('"""', "'''")
