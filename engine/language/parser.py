"""Tokens to a tree: a precedence parser with an explicit stack, so that depth costs memory and never the interpreter's stack.

It accepts a subset of Python's expressions (a property test holds it equal to Python's own parser there) and class notation.
Where reading cannot go on it raises `StuckError`, which says only what stood where; `engine.language.mistakes` puts
that into words.
"""

import keyword
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.language.tokens import Kind, Token
from engine.language.tree import (
    Apply,
    Attribute,
    Call,
    Collection,
    Expression,
    Leaf,
    Literal,
    Name,
    Number,
    Part,
    Subscript,
    Text,
)
from engine.operations import OPERATIONS
from engine.problems import Code, Problem, Span

PRECEDENCE: dict[str, int] = {
    symbol: record.notation.precedence for (symbol, count), record in OPERATIONS.infix.items() if count == 2
}
"""How tightly a symbol between two arguments binds."""
PREFIX: dict[str, int] = {
    symbol: record.notation.precedence for (symbol, count), record in OPERATIONS.infix.items() if count == 1
}
PREFIX["+"] = PREFIX["-"]
PREFIX["√"] = PRECEDENCE["**"] + 1

LITERALS = {"None": None, "True": True, "False": False}
_CLOSED_BY = {"(": ")", "[": "]"}
_RIGHT_ASSOCIATIVE = {"**"}
KEYWORDS = frozenset(keyword.kwlist)
LARGEST_EXPONENT_DIGITS = 400


class StuckError(Exception):
    """Reading cannot go on: `reason` names the situation, `token` is where, `before` the token just read (None at the start)."""

    def __init__(self, reason: str, token: Token, before: Token | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.token = token
        self.before = before


@dataclass(slots=True)
class _Pending:
    """An operator waiting for its last argument, or a parenthesis waiting to be closed."""

    token: Token
    precedence: int
    """0 for a parenthesis."""
    count: int
    start: int
    """Where the text of the whole begins."""
    call: "_Callee | None" = None
    subscript: "_Indices | None" = None
    several: bool = False
    """Whether commas stood in it."""
    keywords: tuple[str, ...] = ()


@dataclass(slots=True)
class _Indices:
    """What stands in square brackets behind a value, as far as it has been read."""

    pattern: list[tuple[bool, ...] | None]
    current: list[bool]
    """Of the slice being read: which of its parts are written so far."""
    values: int = 0

    def end(self, *, written: bool) -> None:
        """Ends an index; `written` says whether a value stood last in it."""
        self.values += written
        self.pattern.append((*self.current, written) if self.current else None)
        self.current = []

    def colon(self, *, written: bool) -> None:
        self.values += written
        self.current.append(written)


class _Callee(NamedTuple):
    name: str
    head: Span
    method: bool
    qualifier: str | None


class ExpressionParser:
    """Reads one expression from a run of tokens that ends with an END token (or whatever token `stop` points at)."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.position = 0
        self.parts: list[Part] = []
        self.spans: list[Span] = []
        self.pending: list[_Pending] = []
        self.notes: list[Problem] = []

    def parse(self) -> Expression:
        """The whole run as one expression. Raises StuckError."""
        wants_operand = True
        while True:
            token = self.tokens[self.position]
            if token.kind is Kind.END:
                break
            wants_operand = self._operand(token) if wants_operand else self._operator(token)
            self.position += 1
        if wants_operand:
            raise StuckError("operand", self.tokens[self.position], self._before())
        self._reduce(1)
        if self.pending:
            raise StuckError("unclosed", self.pending[-1].token)
        return tuple(self.parts)

    def _before(self) -> Token | None:
        return self.tokens[self.position - 1] if self.position else None

    def _peek(self) -> Token:
        return self.tokens[min(self.position + 1, len(self.tokens) - 1)]

    def _leaf(self, part: Leaf) -> bool:
        self.parts.append(part)
        self.spans.append(part.span)
        return False

    def _operand(self, token: Token) -> bool:
        """Reads a token where a value must begin; returns whether one is still wanted after it."""
        kind = token.kind
        if kind is Kind.NUMBER:
            return self._leaf(Number(_number(token), token.span))
        if kind is Kind.NAME:
            return self._name(token)
        if kind is Kind.STRING:
            return self._leaf(Text(token.text, token.span))
        if token.text in ("(", "["):
            self.pending.append(_Pending(token, 0, 1, token.start))
            return True
        if self.pending and self.pending[-1].subscript is not None and self._omitted(self.pending[-1].subscript, token):
            return token.text != "]"
        if token.text in PREFIX and kind is Kind.SYMBOL:
            self.pending.append(_Pending(token, PREFIX[token.text], 1, token.start))
            return True
        if token.text == ")" and self._closes_empty_call():
            return self._close(token, empty=True)
        raise StuckError("operand", token, self._before())

    def _omitted(self, indices: "_Indices", token: Token) -> bool:
        """In square brackets: whether a part of a slice is left out here, as in `x[:3]`, `x[1:]`, `x[::2]`."""
        if token.text == ":" and len(indices.current) < 2:
            indices.colon(written=False)
        elif token.text in (",", "]") and indices.current:
            indices.end(written=False)
            if token.text == "]":
                self._end_subscript(token)
        else:
            return False
        return True

    def _name(self, token: Token) -> bool:
        following = self._peek()
        frame = self.pending[-1] if self.pending else None
        if following.text == "=" and frame is not None and frame.call is not None and following.kind is Kind.SYMBOL:
            frame.keywords += (token.text,)
            self.position += 1
            return True
        if token.text in LITERALS:
            return self._leaf(Literal(LITERALS[token.text], token.span))
        if token.text in KEYWORDS:
            raise StuckError("keyword", token, self._before())
        if following.text == "(" and following.kind is Kind.SYMBOL:
            return self._open_call(_Callee(token.text, token.span, method=False, qualifier=None), token.start)
        return self._leaf(Name(token.text, token.span))

    def _open_call(self, callee: _Callee, start: int) -> bool:
        """At the callee's last token, with the parenthesis next."""
        self.position += 1
        self.pending.append(_Pending(self.tokens[self.position], 0, 1, start, callee))
        return True

    def _closes_empty_call(self) -> bool:
        before = self._before()
        return bool(self.pending and self.pending[-1].call and before is self.pending[-1].token)

    def _operator(self, token: Token) -> bool:
        """Reads a token where a value has just ended; returns whether another is wanted after it."""
        text = token.text
        if token.kind is Kind.POWER:
            return self._superscript(token)
        if token.kind is not Kind.SYMBOL:
            return self._beside(token)
        if text in PRECEDENCE:
            self._infix(token)
            return True
        if text in (")", "]"):
            return self._close(token)
        if text == "[" and self._before_is_a_value():
            self._reduce_nothing_and_open_subscript(token)
            return True
        if text == ":":
            return self._colon(token)
        if text == ",":
            return self._comma(token)
        if text == ".":
            return self._dot(token)
        if text in ("(", "√"):
            return self._beside(token)
        raise StuckError("operator", token, self._before())

    def _infix(self, token: Token) -> None:
        precedence = PRECEDENCE[token.text]
        self._reduce(precedence + (token.text in _RIGHT_ASSOCIATIVE))
        self.pending.append(_Pending(token, precedence, 2, self.spans[-1][0]))

    def _beside(self, token: Token) -> bool:
        """Two values side by side: a product as written in class (`2x`, `3(x+1)`, `(x+1)(x-1)`, `x²y`), else a mistake."""
        before = self._before()
        if before is None or token.kind in (Kind.NUMBER, Kind.STRING) or before.kind is Kind.NAME or token.text in KEYWORDS:
            raise StuckError("operator", token, before)
        self._infix(Token(Kind.SYMBOL, "*", before.end, token.start))
        slash = self._slash_on_the_left()
        if slash is not None:
            self.notes.append(_reading_of_slash(self.tokens, slash, token))
        return self._operand(token)

    def _slash_on_the_left(self) -> Token | None:
        """The `/` just reduced into the left factor, as in `1/2x`; None where there was none or parentheses settle it."""
        part = self.parts[-1]
        if not (isinstance(part, Apply) and part.symbol == "/"):
            return None
        before = self._before()
        if before is None or before.text == ")" or before.kind is not Kind.NUMBER:
            return None
        return Token(Kind.SYMBOL, "/", *part.head)

    def _superscript(self, token: Token) -> bool:
        value = float(token.text) if len(token.text) < LARGEST_EXPONENT_DIGITS else float("inf")
        start = self.spans.pop()[0]
        self.parts += [Number(value, token.span), Apply("**", 2, (start, token.end), token.span)]
        self.spans.append((start, token.end))
        return False

    def _dot(self, token: Token) -> bool:
        name = self._peek()
        if name.kind is not Kind.NAME:
            raise StuckError("attribute", name, token)
        self.position += 1
        owner = self.parts[-1]
        qualifier = owner.name if isinstance(owner, Name) else None
        if isinstance(owner, Attribute) and len(self.parts) > 1 and isinstance(self.parts[-2], Name):
            qualifier = f"{self.parts[-2].name}.{owner.name}"
        start = self.spans[-1][0]
        if self._peek().text == "(" and self._peek().kind is Kind.SYMBOL:
            return self._open_call(_Callee(name.text, name.span, method=True, qualifier=qualifier), start)
        span = (start, name.end)
        self.parts.append(Attribute(name.text, span, name.span))
        self.spans[-1] = span
        return False

    def _before_is_a_value(self) -> bool:
        before = self._before()
        return before is not None and (before.kind is Kind.NAME or before.text in (")", "]"))

    def _reduce_nothing_and_open_subscript(self, token: Token) -> None:
        """An index binds tighter than every operator, so it belongs to the value just read."""
        self.pending.append(_Pending(token, 0, 1, self.spans[-1][0], subscript=_Indices([], [])))

    def _colon(self, token: Token) -> bool:
        self._reduce(1)
        indices = self.pending[-1].subscript if self.pending else None
        if indices is None or len(indices.current) >= 2:
            raise StuckError("operator", token, self._before())
        indices.colon(written=True)
        return True

    def _comma(self, token: Token) -> bool:
        self._reduce(1)
        frame = self.pending[-1] if self.pending else None
        if frame is None:
            raise StuckError("comma", token, self._before())
        if frame.subscript is not None:
            frame.subscript.end(written=True)
            return True
        frame.several = True
        if self._peek().text == _CLOSED_BY[frame.token.text]:
            return False
        frame.count += 1
        return True

    def _close(self, token: Token, *, empty: bool = False) -> bool:
        if not empty:
            self._reduce(1)
        if not self.pending or _CLOSED_BY[self.pending[-1].token.text] != token.text:
            raise StuckError("unopened", token, self._before())
        frame = self.pending[-1]
        if frame.subscript is not None:
            frame.subscript.end(written=True)
            return self._end_subscript(token)
        self.pending.pop()
        span = (frame.start, token.end)
        if frame.call is None:
            return self._end_group(frame, span)
        callee = frame.call
        count = (0 if empty else frame.count) + callee.method
        if count:
            del self.spans[-count:]
        self.parts.append(Call(callee.name, count, span, callee.head, frame.keywords, callee.method, callee.qualifier))
        self.spans.append(span)
        return False

    def _end_group(self, frame: _Pending, span: Span) -> bool:
        if frame.token.text == "[" or frame.several:
            del self.spans[-frame.count :]
            self.spans.append(span)
            self.parts.append(Collection("list" if frame.token.text == "[" else "tuple", frame.count, span))
        else:
            self.spans[-1] = span
        return False

    def _end_subscript(self, token: Token) -> bool:
        frame = self.pending.pop()
        indices = frame.subscript
        assert indices is not None
        span = (frame.start, token.end)
        arity = indices.values + 1
        del self.spans[-arity:]
        self.spans.append(span)
        self.parts.append(Subscript(tuple(indices.pattern), arity, span, (frame.token.start, token.end)))
        return False

    def _reduce(self, precedence: int) -> None:
        """Applies what is pending and binds at least as tightly."""
        pending, spans = self.pending, self.spans
        while pending and pending[-1].precedence >= precedence:
            operator = pending.pop()
            last = spans[-1]
            span = (operator.start, last[1])
            spans[-operator.count :] = [span]
            self._apply(operator, span, last)

    def _apply(self, operator: _Pending, span: Span, argument: Span) -> None:
        symbol, parts = operator.token.text, self.parts
        last = parts[-1]
        if operator.count == 1 and symbol in "+-" and isinstance(last, Number) and last.span == argument:
            # A signed literal is one number, as it is to whoever writes it: `-3.0` is a leaf, not an operation (`-(3.0)` is one).
            parts[-1] = Number(-last.value if symbol == "-" else last.value, span)
        elif operator.count == 1 and symbol == "+":
            pass
        elif symbol == "√":
            parts.append(Call("sqrt", 1, span, operator.token.span))
        else:
            parts.append(Apply(symbol, operator.count, span, operator.token.span))


def _number(token: Token) -> float:
    """The literal's value; from the first step a float, so that no integer can grow without bound."""
    try:
        return float(token.text)
    except ValueError:
        raise StuckError("number", token) from None


def _reading_of_slash(tokens: Sequence[Token], slash: Token, right: Token) -> Problem:
    index = next(place for place, token in enumerate(tokens) if token.start == slash.start)
    above, below = tokens[index - 1], tokens[index + 1]
    return Problem(
        Code.READING,
        f"`{above.text}/{below.text}{right.text}` is read from left to right, as `({above.text}/{below.text})*{right.text}`.",
        f"If the product stands below the line, write `{above.text}/({below.text}*{right.text})`.",
        (above.start, right.end),
    )
