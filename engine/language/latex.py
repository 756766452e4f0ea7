r"""LaTeX to tokens: `\frac{1}{1+e^{-x}}` becomes the tokens of `(1)/(1+exp(-x))`, so that the one parser reads it.

Tokens keep their places in what was typed; what is put in between (a product, a parenthesis) has the place where it stands.
Depth is kept on a stack of `_Frame`s. Knows how formulas are written, and the names of operations; nothing of values.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.language.latex_definitions import definitions
from engine.language.latex_symbols import (
    BRACKETS,
    ENVIRONMENTS,
    KNOWN_COMMANDS,
    OPERATORS,
    ROOTS,
    SPACES,
    Lexeme,
    lexemes,
)
from engine.language.tokens import Kind, Token, Tokens
from engine.operations import OPERATIONS
from engine.problems import Code, Problem, Span, nearest

_OUTSIDE = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*|(?P<latex>\\[A-Za-z]+|\\[\[(]|\$|[\^_]\{)")
_STOPS = {"+", "-", "*", "/", "=", ",", ")", "]", "}", "<", ">", "<=", ">=", "==", "!="}


def is_latex(text: str) -> bool:
    r"""Whether a text has a LaTeX command, `^{`, `_{` or a `$` outside quotes and comments; a `\` at a line's end is Python's."""
    if "\\" not in text and "$" not in text and "{" not in text:
        return False
    return any(found["latex"] for found in _OUTSIDE.finditer(text))


@dataclass(slots=True)
class _Frame:
    """Something that has been opened."""

    kind: str
    """The lexeme that closes it; `bare` for an argument without parentheses, `one` for an argument of one value."""
    span: Span
    after: Callable[[int], None]
    """What is written when it closes, told where."""
    ends: frozenset[str] = frozenset(_STOPS)
    """Of a bare argument: the symbols that end it."""


def tokenize_latex(text: str) -> Tokens:
    """The tokens of a text in LaTeX. Never raises; see `Tokens.problems`."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[Token] = []
        self._problems: list[Problem] = []
        self._frames: list[_Frame] = []
        self._ended = False
        """Whether a value stands last, so that another one behind it makes a product."""
        self._argument: tuple[Callable[[int], None], Span] | None = None
        """An argument is to come next: what is written after it."""
        self._function: tuple[Callable[[int], None], Span, frozenset[str]] | None = None
        """A function's argument is to come next, in parentheses or bare."""
        self._own_e = re.search(r"(?<![\w\\])e\s*&?\s*=", text) is not None

    def read(self) -> Tokens:
        for lexeme in lexemes(self._text):
            self._lexeme(lexeme)
        self._break(len(self._text))
        self._put(Kind.END, "", len(self._text), len(self._text))
        return Tokens(definitions(self._tokens), self._problems)

    def _put(self, kind: Kind, text: str, start: int, end: int) -> None:
        self._tokens.append(Token(kind, text, start, end))

    def _symbol(self, text: str, start: int, end: int | None = None) -> None:
        self._put(Kind.SYMBOL, text, start, start if end is None else end)

    def _problem(self, code: Code, message: str, hint: str | None, span: Span) -> None:
        self._problems.append(Problem(code, message, hint, span))

    def _lexeme(self, lexeme: Lexeme) -> None:
        if lexeme.kind == "space" or lexeme.text in SPACES:
            return
        if self._function is not None:
            self._open_argument_of_function(lexeme)
        if self._argument is not None and lexeme.kind != "open":
            after, span = self._argument
            self._argument = None
            self._symbol("(", lexeme.start)
            self._frames.append(_Frame("one", span, after))
        self._close_bare(lexeme)
        getattr(self, f"_read_{lexeme.kind}")(lexeme)

    def _open_argument_of_function(self, lexeme: Lexeme) -> None:
        assert self._function is not None
        after, span, ends = self._function
        in_parentheses = lexeme.kind in ("open", "left") or lexeme.text == "("
        self._function = None
        if in_parentheses and ends:
            self._frames.append(_Frame("one", span, after))
            self._ended = False
        else:
            self._symbol("(", lexeme.start)

            def closed(end: int) -> None:
                self._symbol(")", end)
                after(end)

            self._frames.append(_Frame("bare", span, closed, ends or _SUM_ENDS))
            self._ended = False

    def _close_bare(self, lexeme: Lexeme) -> None:
        """Ends bare arguments before what does not belong to them."""
        while self._frames and self._frames[-1].kind == "bare":
            frame = self._frames[-1]
            symbol = OPERATORS.get(lexeme.text, lexeme.text)
            stops = symbol in frame.ends and (self._ended or symbol not in "+-")
            stops = stops or lexeme.kind in ("close", "right", "boundary", "break", "environment")
            if not (stops or (lexeme.kind == "function" and self._ended and "*" in frame.ends)):
                return
            self._frames.pop()
            self._finish(frame, self._tokens[-1].end)

    def _finish(self, frame: _Frame, end: int) -> None:
        frame.after(end)
        if self._argument is None:
            self._complete(end)

    def _complete(self, end: int) -> None:
        """A value has been read: arguments of one value end with it."""
        self._ended = True
        while self._frames and self._frames[-1].kind == "one" and self._argument is None:
            self._frames.pop().after(end)
        if self._argument is not None:
            self._ended = False

    def _begin_value(self, start: int) -> None:
        if self._ended:
            self._symbol("*", start)
        self._ended = False

    def _read_number(self, lexeme: Lexeme) -> None:
        self._begin_value(lexeme.start)
        self._put(Kind.NUMBER, lexeme.text, lexeme.start, lexeme.end)
        self._complete(lexeme.end)

    def _read_name(self, lexeme: Lexeme) -> None:
        self._begin_value(lexeme.start)
        self._put(Kind.NAME, lexeme.text, lexeme.start, lexeme.end)
        self._complete(lexeme.end)

    def _read_power(self, lexeme: Lexeme) -> None:
        """`^`: of e it is the exponential."""
        last = self._tokens[-1] if self._tokens else None
        if last is not None and last.text == "e" and last.kind is Kind.NAME and not self._own_e:
            self._tokens[-1] = Token(Kind.NAME, "exp", last.start, lexeme.end)
        else:
            self._symbol("**", lexeme.start, lexeme.end)
        self._ended = False
        self._argument = (lambda end: self._symbol(")", end), (lexeme.start, lexeme.end))

    def _read_open(self, lexeme: Lexeme) -> None:
        after: Callable[[int], None] = lambda end: self._symbol(")", end - 1, end)  # noqa: E731
        if self._argument is not None:
            after, self._argument = self._argument[0], None
        else:
            self._begin_value(lexeme.start)
        self._symbol("(", lexeme.start, lexeme.end)
        self._ended = False
        self._frames.append(_Frame("}", (lexeme.start, lexeme.end), after))

    def _read_close(self, lexeme: Lexeme) -> None:
        self._pop("}", lexeme)

    def _pop(self, kind: str, lexeme: Lexeme) -> None:
        if not self._frames or self._frames[-1].kind != kind:
            message = f"`{self._text[lexeme.start : lexeme.end]}` closes nothing that was opened."
            self._problem(Code.UNBALANCED_PARENTHESES, message, "Remove it, or open what it closes.", (lexeme.start, lexeme.end))
            return
        self._finish(self._frames.pop(), lexeme.end)

    def _read_left(self, lexeme: Lexeme) -> None:
        """`\\left(` is a parenthesis, and so is `\\left[`; bars and half brackets are functions."""
        function, closing = BRACKETS[lexeme.text]
        if function or not (self._tokens and self._tokens[-1].kind is Kind.NAME and self._ended):
            self._begin_value(lexeme.start)
        if function:
            self._put(Kind.NAME, function, lexeme.start, lexeme.end)
        self._ended = False
        self._symbol("(", lexeme.start, lexeme.end)
        self._frames.append(_Frame(closing, (lexeme.start, lexeme.end), lambda end: self._symbol(")", end)))

    def _read_right(self, lexeme: Lexeme) -> None:
        self._pop(lexeme.text, lexeme)

    def _read_symbol(self, lexeme: Lexeme) -> None:
        text = OPERATORS.get(lexeme.text, lexeme.text)
        if text in ("(", "["):
            if not (self._tokens and self._tokens[-1].kind is Kind.NAME and self._ended):
                self._begin_value(lexeme.start)
            self._symbol(text, lexeme.start, lexeme.end)
            closing = ")" if text == "(" else "]"
            self._ended = False
            self._frames.append(_Frame(closing, (lexeme.start, lexeme.end), lambda end: self._symbol(closing, end - 1, end)))
        elif text in (")", "]"):
            self._pop(text, lexeme)
        else:
            self._ended = False
            self._symbol(text, lexeme.start, lexeme.end)

    def _read_fraction(self, lexeme: Lexeme) -> None:
        self._begin_value(lexeme.start)
        self._symbol("(", lexeme.start, lexeme.end)
        span = (lexeme.start, lexeme.end)

        def between(end: int) -> None:
            self._symbol(")", end)
            self._symbol("/", end)
            self._ended = False
            self._argument = (closed, span)

        def closed(end: int) -> None:
            self._symbol(")", end)
            self._symbol(")", end)

        self._argument = (between, span)

    def _read_root(self, lexeme: Lexeme) -> None:
        """A square root, a cube root, or a power of one part."""
        self._begin_value(lexeme.start)
        degree, span = lexeme.sub, (lexeme.start, lexeme.end)
        if degree in ROOTS:
            self._put(Kind.NAME, ROOTS[degree], *span)
            self._argument = (lambda end: self._symbol(")", end), span)
            return
        self._symbol("(", *span)

        def raised(end: int) -> None:
            for text in (")", "**", "(", "1", "/", degree, ")", ")"):
                self._put(_kind(text), text, end, end)

        self._argument = (raised, span)

    def _read_function(self, lexeme: Lexeme) -> None:
        """`\\sin`, `\\log_2`, `\\sin^2`, `\\operatorname{relu}`."""
        self._begin_value(lexeme.start)
        name, power, base = lexeme.text, lexeme.power, lexeme.sub
        if power == "-1" and f"a{name}" in OPERATIONS.spellings:
            name, power = f"a{name}", ""
        if name in ("log", "lg") and base in ("2", "10"):
            name, base = f"log{base}", ""
        opened = bool(base or power)
        if opened:
            self._symbol("(", lexeme.start)
        self._put(Kind.NAME, name, lexeme.start, lexeme.end)

        def after(end: int) -> None:
            if base:
                for text in ("/", "log", "(", base, ")"):
                    self._put(_kind(text), text, end, end)
            if power:
                for text in ("**", "(", *_signed(power), ")"):
                    self._put(_kind(text), text, end, end)
            if opened:
                self._symbol(")", end)

        self._function = (after, (lexeme.start, lexeme.end), frozenset(_STOPS))

    def _read_series(self, lexeme: Lexeme) -> None:
        """`\\sum_{i=1}^{3} i x` is `sum(i*x for i in range(1, 3 + 1))`."""
        self._begin_value(lexeme.start)
        index, first, last = lexeme.bounds
        self._put(Kind.NAME, lexeme.text, lexeme.start, lexeme.end)

        def after(end: int) -> None:
            self._tokens.pop()  # the parenthesis comes after the range
            words = ("for", index, "in", "range", "(", *_signed(first), ",", *_signed(last), "+", "1", ")", ")")
            for text in words:
                self._put(_kind(text), text, end, end)

        self._function = (after, (lexeme.start, lexeme.end), frozenset())

    def _read_break(self, lexeme: Lexeme) -> None:
        if lexeme.text == "\n" and any(frame.kind not in ("bare", "one") for frame in self._frames):
            return
        self._break(lexeme.start)
        self._put(Kind.NEWLINE, lexeme.text, lexeme.start, lexeme.end)

    def _read_boundary(self, lexeme: Lexeme) -> None:
        """`$`, `\\[`, and their like: a formula begins or ends."""
        self._break(lexeme.start)
        self._put(Kind.NEWLINE, "\n", lexeme.start, lexeme.end)

    def _read_environment(self, lexeme: Lexeme) -> None:
        if lexeme.text not in ENVIRONMENTS:
            message = f"The LaTeX environment `{lexeme.text}` is not read here."
            hint = f"Write cases as where(condition, a, b) and matrices as lists. Read are {', '.join(sorted(ENVIRONMENTS))}."
            self._problem(Code.UNSUPPORTED, message, hint, (lexeme.start, lexeme.end))
        self._read_boundary(lexeme)

    def _read_unknown(self, lexeme: Lexeme) -> None:
        span = (lexeme.start, lexeme.end)
        if not lexeme.text.startswith("\\"):
            self._problem(Code.INVALID_CHARACTER, f"The character {lexeme.text} has no meaning in a formula.", "Remove it.", span)
            return
        close = nearest(lexeme.text[1:], KNOWN_COMMANDS)
        hint = f"Did you mean `\\{close}`?" if close else r"A function without a command is written \operatorname{name}(x)."
        self._problem(Code.SYNTAX, f"`{lexeme.text}` is no LaTeX command that is read here.", hint, span)

    def _break(self, place: int) -> None:
        """A statement ends: what is still open is closed, or said to be missing."""
        if self._argument is not None or self._function is not None:
            span = (self._argument or self._function)[1]  # type: ignore[index]
            what = self._text[span[0] : span[1]]
            self._problem(Code.SYNTAX, f"`{what}` has no argument behind it.", "Write it in braces, as in `\\sqrt{x}`.", span)
            self._argument = self._function = None
        while self._frames:
            frame = self._frames.pop()
            if frame.kind not in ("bare", "one"):
                what = self._text[frame.span[0] : frame.span[1]]
                message = f"`{what}` is never closed."
                self._problem(Code.UNBALANCED_PARENTHESES, message, "Close it in the same formula.", frame.span)
            frame.after(self._tokens[-1].end if self._tokens else place)
            if self._argument is not None:
                self._argument = None
        self._ended = False


_SUM_ENDS = frozenset(_STOPS - {"*", "/"})


def _kind(text: str) -> Kind:
    return Kind.NUMBER if text[0].isdigit() else Kind.NAME if text[0].isalpha() or text[0] == "_" else Kind.SYMBOL


def _signed(text: str) -> tuple[str, ...]:
    return ("-", text[1:]) if text.startswith("-") else (text,)
