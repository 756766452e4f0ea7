"""The half of the expression parser that keeps what is pending: values read, and brackets with what they close into."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.language.parsing.pending import (
    LOWEST,
    Bracket,
    Callee,
    Chain,
    Clauses,
    Else,
    Frame,
    Indices,
    LambdaHead,
    NameHead,
    Operator,
    StuckError,
)
from backpass.engine.language.syntax_tree import (
    Apply,
    Call,
    Collection,
    Comprehension,
    Expression,
    Invoke,
    Leaf,
    Nested,
    Part,
    Subscript,
)
from backpass.engine.operations.comparisons import COMPARISON
from backpass.engine.problems import Problem, Span

CLOSED_BY = {"(": ")", "[": "]", "{": "}", "|": "|"}


class Brackets(ABC):
    """Tokens, the parts read so far, and per value that stands by itself its span and where its parts begin."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.position = 0
        self.parts: list[Part] = []
        self.spans: list[Span] = []
        self.begins: list[int] = []
        self.pending: list[Frame] = []
        self.notes: list[Problem] = []

    @abstractmethod
    def finish(self, frame: Operator | Chain | Else | LambdaHead | NameHead) -> None:
        """Applies an operator whose last value has just ended."""

    def before(self) -> Token | None:
        """The token before the present one."""
        return self.tokens[self.position - 1] if self.position else None

    def peek(self) -> Token:
        """The token after the present one."""
        return self.tokens[min(self.position + 1, len(self.tokens) - 1)]

    def unclosed(self) -> Token | None:
        """The innermost opened bracket that none of the tokens from the present one on closes."""
        opened = [frame.token for frame in self.pending if isinstance(frame, Bracket) and frame.token.text != "|"]
        inner = 0
        for token in self.tokens[self.position :]:
            if token.kind is TokenKind.SYMBOL and token.text in ("(", "[", "{"):
                inner += 1
            elif token.kind is TokenKind.SYMBOL and token.text in (")", "]", "}"):
                if inner:
                    inner -= 1
                elif opened:
                    opened.pop()
        return opened[-1] if opened else None

    # Values

    def leaf(self, part: Leaf) -> bool:
        """A value of one part; no other is wanted after it."""
        self.begins.append(len(self.parts))
        self.parts.append(part)
        self.spans.append(part.span)
        return False

    def push(self, span: Span, begin: int) -> None:
        """A value whose parts have just been added from `begin` on."""
        self.spans.append(span)
        self.begins.append(begin)

    def nest(self, part: Nested, span: Span) -> None:
        """A value of one part that holds others."""
        self.push(span, len(self.parts))
        self.parts.append(part)

    def take(self) -> Expression:
        """The last value, taken out as an expression of its own."""
        begin = self.begins.pop()
        self.spans.pop()
        taken = tuple(self.parts[begin:])
        del self.parts[begin:]
        return taken

    def join(self, count: int, span: Span) -> None:
        """The last `count` values become one; 0 makes a new one that begins here."""
        if count:
            del self.spans[len(self.spans) - count + 1 :], self.begins[len(self.begins) - count + 1 :]
            self.spans[-1] = span
        else:
            self.push(span, len(self.parts))

    def reduce(self, precedence: int) -> None:
        """Applies what is pending and binds at least as tightly."""
        pending = self.pending
        while pending and pending[-1].precedence >= precedence:
            frame = pending.pop()
            if type(frame) is Operator and frame.count == 2 and frame.precedence > COMPARISON:  # as nearly all are
                self.begins.pop()
                span = (frame.start, self.spans.pop()[1])
                self.spans[-1] = span
                self.parts.append(Apply(frame.token.text, 2, span, frame.token.span))
            else:
                self.finish(frame)  # type: ignore[arg-type]

    def settle(self) -> None:
        """Ends the value being read: applies all operators, and a comprehension whose last clause ends here."""
        self.reduce(LOWEST)
        frame = self.pending[-1] if self.pending else None
        if isinstance(frame, Clauses):
            self.pending.pop()
            end = self.spans[-1][1]
            frame.piece(self.take())
            frame.end_clause()
            span = (frame.start, end)
            self.nest(Comprehension(frame.element, tuple(frame.done), span, frame.kind), span)
            around = self.pending[-1]
            assert isinstance(around, Bracket)
            around.comprehension = True

    # Brackets

    def open_call(self, callee: Callee, start: int) -> bool:
        """At the callee's last token, with the parenthesis next."""
        self.position += 1
        self.pending.append(Bracket(self.tokens[self.position], start, call=callee))
        return True

    def begins_item(self, frame: Bracket) -> bool:
        """Whether the present token is the first of an argument or of an element."""
        before = self.before()
        listed = frame.token.text in ("(", "[", "{") and frame.subscript is None
        return (frame.calls or listed) and (before is frame.token or (before is not None and before.text == ","))

    def closes_empty(self, token: Token) -> bool:
        """Whether a bracket is closed at once that may be empty: all but an index and bars."""
        frame = self.pending[-1] if self.pending else None
        if not isinstance(frame, Bracket) or self.before() is not frame.token or frame.subscript is not None:
            return False
        return token.text == CLOSED_BY[frame.token.text] != "|"

    def closes_bar(self) -> bool:
        """Whether the innermost bracket is an opened bar."""
        for frame in reversed(self.pending):
            if frame.precedence == 0:
                return frame.token.text == "|"
        return False

    def omitted(self, indices: Indices, token: Token) -> bool:
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

    def colon(self, token: Token) -> bool:
        """In a slice or after a dictionary's key."""
        self.settle()
        frame = self.pending[-1] if self.pending else None
        if isinstance(frame, Bracket) and frame.token.text == "{" and frame.colons < frame.count:
            frame.colons += 1
            return True
        indices = frame.subscript if isinstance(frame, Bracket) else None
        if indices is None or len(indices.current) >= 2:
            raise StuckError("operator", token, self.before())
        indices.colon(written=True)
        return True

    def comma(self, token: Token) -> bool:
        """Between values; returns whether another must follow."""
        self.settle()
        frame = self.pending[-1] if self.pending else None
        if not isinstance(frame, Bracket) or frame.token.text == "|":
            raise StuckError("comma", token, self.before())
        if frame.subscript is not None:
            frame.subscript.end(written=True)
            return True
        if frame.comprehension:
            raise StuckError("comprehension among others", token)
        self._check_keys(frame)
        self._end_argument(frame)
        frame.several = True
        if self.peek().text == CLOSED_BY[frame.token.text]:
            return False
        frame.count += 1
        return True

    def _end_argument(self, frame: Bracket) -> None:
        """Names come last: an argument without one after them would be taken for another's value."""
        if frame.keywords and not frame.named:
            raise StuckError("by place after by name", Token(TokenKind.NAME, "", *self.spans[-1]))
        frame.named = False

    def _check_keys(self, frame: Bracket) -> None:
        """A dictionary has a key for each value, and a set has none."""
        if frame.token.text == "{" and frame.colons not in (0, frame.count):
            raise StuckError("set", frame.token, None)

    def close(self, token: Token, *, empty: bool = False) -> bool:
        """A closing bracket: what it closes becomes a value."""
        if not empty:
            self.settle()
        frame = self.pending[-1] if self.pending else None
        if not isinstance(frame, Bracket):
            if frame is not None:
                raise StuckError("unfinished conditional", frame.token)
            raise StuckError("unopened", token, self.before())
        if CLOSED_BY[frame.token.text] != token.text:
            raise StuckError("unopened", token, self.before())
        if frame.subscript is not None:
            frame.subscript.end(written=True)
            return self._end_subscript(token)
        self.pending.pop()
        span = (frame.start, token.end)
        before = self.before()
        if before is not None and before.text != ",":
            self._end_argument(frame)
        if frame.call is not None:
            self._end_call(frame, frame.call, span, empty=empty)
        elif frame.invoke:
            count = frame.count - empty
            self.join(count, span)
            self.parts.append(Invoke(count, span, (frame.token.start, token.end), frame.keywords))
        else:
            self._end_group(frame, span, empty=empty)
        return False

    def _end_call(self, frame: Bracket, callee: Callee, span: Span, *, empty: bool) -> None:
        count = (0 if empty else frame.count) + callee.method
        self.join(count, span)
        self.parts.append(Call(callee.name, count, span, callee.head, frame.keywords, callee.method, callee.qualifier))

    def _end_group(self, frame: Bracket, span: Span, *, empty: bool) -> None:
        """A group has its value's parts; a list, tuple or dictionary collects; a comprehension in brackets is the list itself."""
        kind, count = frame.token.text, 0 if empty else frame.count
        if kind == "|":
            self.spans[-1] = span
            self.parts.append(Call("abs", 1, span, frame.token.span))
        elif frame.comprehension and kind in ("{", "["):
            self.spans[-1] = span
        elif kind == "{" and not empty and not frame.colons:
            self.join(count, span)
            self.parts.append(Collection("set", count, span))
        elif kind == "{":
            if not empty:
                self._check_keys(frame)
            self.join(2 * count, span)
            self.parts.append(Collection("dict", 2 * count, span))
        elif kind == "[" or frame.several or empty:
            self.join(count, span)
            self.parts.append(Collection("list" if kind == "[" else "tuple", count, span))
        else:
            self.refuse_star(self.parts, frame)
            self.spans[-1] = span

    def refuse_star(self, parts: Sequence[Part], frame: Bracket) -> None:
        """`*items` is several values, so it can be none by itself. Raises StuckError."""
        last = parts[-1]
        if isinstance(last, Apply) and last.symbol == "*" and last.arity == 1:
            raise StuckError("operand", Token(TokenKind.SYMBOL, "*", *last.head), frame.token)

    def _end_subscript(self, token: Token) -> bool:
        frame = self.pending.pop()
        assert isinstance(frame, Bracket)
        assert frame.subscript is not None
        span = (frame.start, token.end)
        arity = frame.subscript.values + 1
        self.join(arity, span)
        self.parts.append(Subscript(tuple(frame.subscript.pattern), arity, span, (frame.token.start, token.end)))
        return False
