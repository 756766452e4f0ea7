"""Lines to statements: what is indented under a line that ends with a colon belongs to it. Keeps its own stack of open blocks.

Indentation that means nothing is ignored, so that a cell pasted with spaces in front reads as well.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from backpass.engine.language.parsing.left_out import MARK, SKIPPED, names_in
from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.language.parsing.parser import ExpressionParser
from backpass.engine.language.parsing.patterns import check_name, parameters, pattern, split
from backpass.engine.language.parsing.pending import StuckError
from backpass.engine.language.parsing.statements import parse_statement
from backpass.engine.language.parsing.strings import unquoted
from backpass.engine.language.program import (
    Block,
    Declare,
    Define,
    DefineClass,
    Evaluate,
    Except,
    For,
    If,
    Jump,
    LeftOut,
    Return,
    Statement,
    Try,
    While,
    With,
    Yield,
)
from backpass.engine.language.syntax_tree import Apply, AssignmentTarget, Expression, FunctionParameter, Name, StringLiteral
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span

_MAX_NESTED = 100
"""Reachability within blocks, as in Python."""

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
    following: frozenset[str] = frozenset()
    """The words that may go on with a block of another kind."""
    names: frozenset[str] = frozenset()
    """Of a function: its parameters."""
    fields: list[FunctionParameter] = field(default_factory=list)
    """Of a class: the names of its body that carry an annotation."""
    sections: list["_Section"] = field(default_factory=list)
    """The parts of such a block, the last one with a body still to come."""


class _Section(NamedTuple):
    """A part of a `try` or a loop: what stands under one of its words."""

    word: str
    kinds: Expression | None
    """Of an `except`."""
    target: AssignmentTarget | None
    body: Block
    span: Span


def lines(text: str, tokens: Sequence[Token]) -> Iterator[Line]:
    """The statements' tokens with their indentation."""
    run: list[Token] = []
    fresh = True
    for token in tokens:
        if token.kind not in (TokenKind.NEWLINE, TokenKind.END):
            run.append(token)
            continue
        if run:
            yield Line(run, _indentation(text, run[0].start) if fresh else None)
        fresh = fresh and not run if token.text == ";" else True
        run = []


def _indentation(text: str, start: int) -> int:
    begin = text.rfind("\n", 0, start) + 1
    return len(text[begin:start].rpartition("\f")[2].expandtabs(_TAB)) if text[begin:start].isspace() else 0


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
            if indentation == block.indentation and _goes_on(block, line.tokens[0].text):
                return
            self._close()
            if indentation > block.indentation and not block.inline:
                raise StuckError("dedent", line.tokens[0])

    def _close(self) -> None:
        block = self._open.pop()
        if not block.body:
            self._report(StuckError("empty block", block.head))
        statement = block.finish(block, tuple(block.body))
        if isinstance(statement, If) and not self._open and _is_main_guard(statement.branches[0][0]):
            self._top += statement.branches[0][1]  # a program that is pasted is the one that is run
        elif statement is not None:
            self._add(statement)

    def _add(self, statement: Statement) -> None:
        (self._open[-1].body if self._open else self._top).append(statement)

    def _line(self, tokens: list[Token], indentation: int | None) -> None:
        first = tokens[0]
        if first.text in ("%", "!") and indentation is not None:
            message = say("notebook-command")
            self.notes.append(Problem(Code.IGNORED, message, None, _span(tokens)))
            return
        if first.text.startswith(SKIPPED):
            self._add(LeftOut(*names_in(first.text.removeprefix(SKIPPED)), first.span))
            return
        if first.text.startswith(MARK):
            self._add(LeftOut(*names_in(first.text.removeprefix(MARK)), first.span))
            self.notes.append(Problem(Code.IGNORED, say("left-out"), say("left-out.hint"), first.span))
            return
        if first.text == "@" and len(tokens) > 1:
            self._decorators.append(self._expression(tokens[1:]))
            return
        reader = _HEADS.get(first.text) if first.kind is TokenKind.NAME else None
        if reader is None:
            if not self._declares(tokens):
                self._simple(tokens)
            return
        head, rest = self._head(tokens)
        if len(self._open) >= _MAX_NESTED:
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
            raise StuckError("colon", Token(TokenKind.END, "", tokens[-1].end, tokens[-1].end), tokens[0])
        return head, tokens[len(head) + 1 :]

    def _expression(self, tokens: list[Token]) -> Expression:
        if not tokens:
            raise StuckError("header", Token(TokenKind.END, "", 0, 0))
        end = Token(TokenKind.END, "", tokens[-1].end, tokens[-1].end)
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

    def _elif(self, head: list[Token], column: int) -> None:
        block = self._going_on(head[0], column)
        if block.sections:
            self._section(block, _Section(head[0].text, None, None, (), _span(head)))
            return
        last, _ = block.branches[-1]
        block.branches[-1] = (last, tuple(block.body))
        block.body, block.body_indentation, block.inline, block.head = [], None, False, head[0]
        block.otherwise = True
        if head[0].text == "elif":
            block.branches.append((self._condition(head), ()))
            block.otherwise = False

    def _going_on(self, word: Token, column: int) -> _Open:
        """The block that a word goes on with, which begins as far to the left. Raises StuckError."""
        block = self._open[-1] if self._open else None
        if block is None or not _goes_on(block, word.text) or column != block.indentation:
            raise StuckError("else", word)
        if not block.body:
            self._report(StuckError("empty block", block.head))
        return block

    def _section(self, block: _Open, section: _Section) -> None:
        """Goes on with the next part of a `try` or a loop."""
        block.sections[-1] = block.sections[-1]._replace(body=tuple(block.body))
        block.sections.append(section)
        block.body, block.body_indentation, block.inline = [], None, False
        block.following = _FOLLOWING[section.word] if block.head.text == "try" else frozenset()

    def _in_sections(self, head: list[Token], column: int, following: Iterable[str], finish: "_Finish") -> None:
        """Opens a block of several parts."""

        def finished(block: _Open, body: Block) -> Statement | None:
            block.sections[-1] = block.sections[-1]._replace(body=body)
            return finish(block.sections)

        first = _Section(head[0].text, None, None, (), _span(head))
        self._open.append(_Open(head[0], column, finished, following=frozenset(following), sections=[first]))

    def _try(self, head: list[Token], column: int) -> None:
        if len(head) > 1:
            raise StuckError("colon", head[1], head[0])
        span = _span(head)

        def finish(sections: list[_Section]) -> Statement | None:
            if len(sections) == 1:
                self._report(StuckError("else", head[0]))
                return None
            bodies = {each.word: each.body for each in sections}
            handlers = tuple(Except(each.kinds, each.target, each.body, each.span) for each in sections if each.word == "except")
            return Try(sections[0].body, handlers, bodies.get("else", ()), bodies.get("finally", ()), span)

        self._in_sections(head, column, _FOLLOWING["try"], finish)

    def _except(self, head: list[Token], column: int) -> None:
        block = self._going_on(head[0], column)
        if block.sections[-1].word == "except" and block.sections[-1].kinds is None:
            raise StuckError("keyword", head[0])  # the one before takes every exception
        run = head[1:]
        named = len(run) > 2 and run[-2].text == "as" and run[-1].kind is TokenKind.NAME
        target = AssignmentTarget(run[-1].text, run[-1].span) if named else None
        kinds = self._expression(run[:-2] if named else run) if run else None
        self._section(block, _Section("except", kinds, target, (), _span(head)))

    def _finally(self, head: list[Token], column: int) -> None:
        self._section(self._going_on(head[0], column), _Section("finally", None, None, (), _span(head)))

    def _for(self, head: list[Token], column: int) -> None:
        place = next((index for index, token in enumerate(head) if token.text == "in" and token.kind is TokenKind.NAME), None)
        if place is None or place + 1 == len(head):
            raise StuckError("for", head[-1], head[0])
        target = pattern(head[1:place], head[place], self._expression)
        right = head[place + 1 :]
        if len(split(right, ",")) > 1:
            right = [
                Token(TokenKind.SYMBOL, "(", right[0].start, right[0].start),
                *right,
                Token(TokenKind.SYMBOL, ")", right[-1].end, right[-1].end),
            ]
        iterable, span = self._expression(right), _span(head)
        self._in_sections(head, column, ["else"], lambda read: For(target, iterable, read[0].body, _else_of(read), span))

    def _while(self, head: list[Token], column: int) -> None:
        condition, span = self._condition(head), _span(head)
        self._in_sections(head, column, ["else"], lambda read: While(condition, read[0].body, _else_of(read), span))

    def _with(self, head: list[Token], column: int) -> None:
        if len(head) == 1:
            raise StuckError("header", head[0])
        run, span = head[1:], _span(head)
        if run[0].text == "(" and run[-1].text == ")" and any(token.text == "as" for token in run):
            run = run[1:-1]
        runs = [each for each in split(run, ",") if each]
        contexts = [self._context(each) for each in (runs if len(runs) > 1 else [run])]

        def entered(_: _Open, body: Block) -> Statement:
            for context, target in reversed(contexts):
                body = (With(context, target, body, span),)
            return body[0]

        self._open.append(_Open(head[0], column, entered))

    def _simple(self, tokens: list[Token]) -> None:
        """A line that begins no block."""
        end = Token(TokenKind.END, "", tokens[-1].end, tokens[-1].end)
        for statement in parse_statement([*tokens, end], self.notes):
            yields = isinstance(statement, Yield)  # it may stand behind a target
            word = next((token for token in tokens if yields and token.text == "yield"), tokens[0])
            fits = self._has_place(statement, word)
            if fits and (self._documents() or not _docstring(statement)):
                self._add(statement)
            elif self._open:
                self._add(Jump("pass", statement.span))

    def _documents(self) -> bool:
        """Whether a text at this place is the `__doc__` of a function or a class."""
        return bool(self._open) and self._open[-1].head.text in _SCOPES and not self._open[-1].body

    def _has_place(self, statement: Statement, word: Token) -> bool:
        """Whether Python has such a statement at this place. Elsewhere it would be ignored, so it is reported."""
        try:
            self._check_place(statement, word)
        except StuckError as stuck:
            self._report(stuck)
            return False
        return True

    def _check_place(self, statement: Statement, word: Token) -> None:
        """Raises StuckError where Python has no such statement at this place."""
        if isinstance(statement, Jump) and statement.word != "pass" and not self._within_loop():
            raise StuckError("outside loop", word)
        functions = [block for block in self._open if block.head.text == "def"]
        if isinstance(statement, Yield) and not functions:
            raise StuckError("keyword", word)
        if isinstance(statement, Return) and self._scope() != "def":
            raise StuckError("outside function", word)
        if isinstance(statement, Declare):
            if statement.word == "nonlocal" and not functions:
                raise StuckError("outside function", word)
            if self._scope() == "def" and functions[-1].names & set(statement.names):
                raise StuckError("declared parameter", word)

    def _scope(self) -> str:
        """The word of the innermost function or class that is open; empty at the top level."""
        return next((block.head.text for block in reversed(self._open) if block.head.text in _SCOPES), "")

    def _within_loop(self) -> bool:
        """Whether a loop of the same function or class is open, and not read as far as its `else`."""
        for block in reversed(self._open):
            if block.head.text in _SCOPES:
                return False
            if block.head.text in _LOOPS and (not block.sections or block.sections[-1].word in _LOOPS):
                return True
        return False

    def _declares(self, tokens: list[Token]) -> bool:
        """Notes a field of a class, `name: annotation`; whether that is all that the line does."""
        if not self._open or self._open[-1].head.text != "class" or len(tokens) < 3 or tokens[1].text != ":":
            return False
        if tokens[0].kind is not TokenKind.NAME:
            return False
        block, first = self._open[-1], tokens[0]
        sides = split(tokens[2:], "=")
        if not any(token.text == "ClassVar" for token in sides[0][:3]):
            default: Expression | None = () if len(sides) == 2 else None  # the assignment holds it
            block.fields = [each for each in block.fields if each.name != first.text]
            block.fields.append(FunctionParameter(first.text, default, first.span))
        if len(sides) == 1:
            self._add(Jump("pass", _span(tokens)))
        return len(sides) == 1

    def _context(self, run: list[Token]) -> tuple[Expression, AssignmentTarget | None]:
        """`context as name`."""
        named = len(run) > 2 and run[-2].text == "as"
        target = AssignmentTarget(run[-1].text, run[-1].span) if named else None
        return self._expression(run[:-2] if named else run), target

    def _def(self, head: list[Token], column: int) -> None:
        if len(head) < 4 or head[1].kind is not TokenKind.NAME or head[2].text != "(":
            raise StuckError("def", head[0])
        check_name(head[1])
        end = Token(TokenKind.END, "", head[-1].end, head[-1].end)
        read, place = parameters([*head, end], 3, ")", self._expression)
        if place < len(head) - 1 and head[place + 1].text != "->":
            raise StuckError("def", head[place + 1])
        decorators, self._decorators = tuple(self._decorators), []
        name, span = head[1].text, _span(head)
        names = frozenset(each.name for each in read)
        self._open.append(_Open(head[0], column, lambda _, body: Define(name, read, body, decorators, span), names=names))

    def _class(self, head: list[Token], column: int) -> None:
        if len(head) < 2 or head[1].kind is not TokenKind.NAME:
            raise StuckError("class", head[0])
        check_name(head[1])
        decorators, self._decorators = tuple(self._decorators), []
        bases = tuple(self._expression(run) for run in split(head[3:-1], ",") if run and not _is_abstract(run))
        name, span = head[1].text, _span(head)
        self._open.append(
            _Open(head[0], column, lambda block, body: DefineClass(name, bases, body, span, decorators, tuple(block.fields)))
        )


_HEADS: dict[str, Callable[[BlockReader, list[Token], int], None]] = {
    "if": BlockReader._if,
    "elif": BlockReader._elif,
    "else": BlockReader._elif,
    "try": BlockReader._try,
    "except": BlockReader._except,
    "finally": BlockReader._finally,
    "for": BlockReader._for,
    "while": BlockReader._while,
    "with": BlockReader._with,
    "def": BlockReader._def,
    "class": BlockReader._class,
}


_Finish = Callable[[list[_Section]], Statement | None]

_FOLLOWING = {
    "try": frozenset({"except", "finally"}),
    "except": frozenset({"except", "else", "finally"}),
    "else": frozenset({"finally"}),
    "finally": frozenset[str](),
}
"""By the word of a part of a `try`, the words of those that may come next."""


def _goes_on(block: _Open, word: str) -> bool:
    """Whether a word goes on with a block."""
    return word in (_OF_IF if block.branches and not block.otherwise else block.following)


_SCOPES = frozenset({"def", "class"})
_LOOPS = frozenset({"for", "while"})
_OF_IF = frozenset({"elif", "else"})


def _else_of(sections: list[_Section]) -> Block:
    """The body under the `else` of a loop."""
    return sections[1].body if len(sections) > 1 else ()


def _if_statement(block: _Open, body: Block, span: Span) -> Statement:
    """Without `else`, what was being read last is the last condition's body."""
    if block.otherwise:
        return If(tuple(block.branches), body, span)
    last, _ = block.branches[-1]
    return If((*block.branches[:-1], (last, body)), (), span)


def _is_main_guard(condition: Expression) -> bool:
    """Whether it is `__name__ == "__main__"`."""
    match condition:
        case (Name("__name__"), StringLiteral(value), Apply("==", 2)):
            return unquoted(value) == "__main__"
    return False


def _span(head: list[Token]) -> Span:
    return (head[0].start, head[-1].end)


def _is_abstract(base: list[Token]) -> bool:
    """Whether it is `metaclass=ABCMeta`, which changes nothing but who may make an object."""
    return [each.text for each in base[:2]] == ["metaclass", "="] and base[-1].text == "ABCMeta"


def _docstring(statement: Statement) -> bool:
    """Whether a statement is a text in three quotes, as documentation is written."""
    if not isinstance(statement, Evaluate) or len(statement.expression) != 1:
        return False
    text = statement.expression[0]
    return isinstance(text, StringLiteral) and text.value.lstrip("rbfuRBFU")[:3] in ('"""', "'''")
