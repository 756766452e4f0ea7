"""The fast twin of `parser` for plain programs: lines that assign or write down an expression of names, decimal numbers,
arithmetic, parentheses and calls by name.

Long programs are often nothing else, and a formula that somebody types is: both are read here in a third of the time. What a text
means is decided by `lexer`, `statements` and `parser` alone. This file reads what it is sure of and gives everything else back,
mistakes included; a property test holds both to the same tree.
"""

import keyword
import re
from typing import ClassVar, NamedTuple

from backpass.engine.language.notation.factors import USUAL_FUNCTIONS
from backpass.engine.language.parsing.lexer import LONGEST_NAME
from backpass.engine.language.parsing.number_literals import has_leading_zeros
from backpass.engine.language.program import Assign, Block, Evaluate, Statement
from backpass.engine.language.syntax_tree import Apply, AssignmentTarget, Call, Expression, Name, NumberLiteral, Part
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Span

_LINE = re.compile(r"[ \t]*(?:([A-Za-z_][A-Za-z0-9_]*)[ \t]*=(?!=)[ \t]*)?([^#\n]*)(?:#[^\n]*)?(?:\n|\Z)")
"""A target, the expression, a comment."""

_PIECE = re.compile(
    r"[ \t]*(?:"
    r"((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|([A-Za-z_][A-Za-z0-9_]*)"
    r"|(\*\*|//|[-+*/%@^])"
    r"|([(),])"
    r")"
)
_NUMBER, _NAME, _OPERATOR, _PUNCTUATION = 1, 2, 3, 4
_OPENS = re.compile(r"[ \t]*\(")

_KEYWORDS = frozenset(keyword.kwlist)
_INFIX = {symbol: OPERATIONS.infix[symbol, 2].notation.precedence for symbol in ("+", "-", "*", "/", "//", "%", "@", "**")}
_SIGN = OPERATIONS.infix["-", 1].notation.precedence
_POWER = _INFIX["**"]
_BRACKET = 0
_SHORT = 3
"""Letters of a name that may be one letter with an index."""


class _Pending(NamedTuple):
    """An operator that waits for its last argument, or a bracket that waits to be closed."""

    precedence: int
    symbol: str
    """Of a call its name; empty for parentheses around a value."""
    arity: int
    """How many arguments there are; of a call, as far as it is read."""
    start: int
    """Where the text of the whole begins."""
    head: Span
    """Of the symbol; of a call its name."""


def read_plain(text: str) -> Block | None:
    """The statements of a plain program; None where any line needs the parser."""
    statements: list[Statement] = []
    position, length = 0, len(text)
    while position < length:
        line = _LINE.match(text, position)
        if line is None:
            return None
        position = line.end()
        target = line[1]
        reader = _Expression(text, *line.span(2))
        expression = reader.read()
        if expression is None or (target and (not expression or target in _KEYWORDS or len(target) > LONGEST_NAME)):
            return None
        end = reader.position
        if target:
            place = line.span(1)
            statements.append(Assign((AssignmentTarget(target, place),), expression, (place[0], end)))
        elif expression:
            statements.append(Evaluate(expression, (line.start(2), end)))
    return tuple(statements)


class _Expression:
    """An expression that is being read: its parts so far, the spans of its values, and what is pending."""

    __slots__ = ("_end", "_text", "parts", "pending", "position", "spans", "wants_operand")

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._end = end
        self.position = start
        self.parts: list[Part] = []
        self.spans: list[Span] = []
        self.pending: list[_Pending] = []
        self.wants_operand = True

    def read(self) -> Expression | None:
        """All of it: no parts where there is only space, None where it is not plain."""
        text, end, match = self._text, self._end, _PIECE.match
        while (piece := match(text, self.position, end)) is not None:
            kind = piece.lastindex or 0
            place = piece.span(kind)
            self.position = place[1]
            if not self._readers[kind](self, piece[kind], place):
                return None
        if text[self.position : end].strip(" \t") or (self.wants_operand and (self.parts or self.pending)):
            return None
        self._reduce(_BRACKET + 1)
        return None if self.pending else tuple(self.parts)

    def _number(self, text: str, place: Span) -> bool:
        if not self.wants_operand or has_leading_zeros(text):
            return False
        self.parts.append(NumberLiteral(float(text), place))
        self.spans.append(place)
        self.wants_operand = False
        return True

    def _name(self, name: str, place: Span) -> bool:
        if not self.wants_operand or name in _KEYWORDS or len(name) > LONGEST_NAME:
            return False
        opens = _OPENS.match(self._text, self.position, self._end)
        if opens is None:
            self.parts.append(Name(name, place))
            self.spans.append(place)
            self.wants_operand = False
        elif len(name) <= _SHORT and name not in USUAL_FUNCTIONS and name not in OPERATIONS.spellings:
            return False  # a letter before parentheses may be a factor
        else:
            self.position = opens.end()
            self.pending.append(_Pending(_BRACKET, name, 1, place[0], place))
        return True

    def _operator(self, symbol: str, place: Span) -> bool:
        if self.wants_operand:
            self.pending.append(_Pending(_SIGN, symbol, 1, place[0], place))
            return symbol in ("-", "+")
        if symbol == "^":
            symbol = "**"
        precedence = _INFIX[symbol]
        self._reduce(precedence + (precedence == _POWER))  # only powers are read from the right
        self.pending.append(_Pending(precedence, symbol, 2, self.spans[-1][0], place))
        self.wants_operand = True
        return True

    def _bracket(self, symbol: str, place: Span) -> bool:
        """A parenthesis or a comma. A call's own `(` is read with its name."""
        if self.wants_operand:
            self.pending.append(_Pending(_BRACKET, "", 1, place[0], place))
            return symbol == "("
        self._reduce(_BRACKET + 1)
        if symbol == "(" or not self.pending:
            return False
        bracket = self.pending.pop()
        if symbol == ")":
            self._close(bracket, (bracket.start, place[1]))
            return True
        self.pending.append(bracket._replace(arity=bracket.arity + 1))
        self.wants_operand = True
        return bool(bracket.symbol)

    _readers: ClassVar = {_NUMBER: _number, _NAME: _name, _OPERATOR: _operator, _PUNCTUATION: _bracket}

    def _reduce(self, precedence: int) -> None:
        """Applies what is pending and binds at least as tightly."""
        pending = self.pending
        while pending and pending[-1].precedence >= precedence:
            self._apply(pending.pop())

    def _apply(self, operator: _Pending) -> None:
        """Applies an operator to the last values. A sign before a number belongs to the number."""
        argument = self.spans[-1]
        if operator.arity == 2:
            self.spans.pop()
        span = self.spans[-1] = (operator.start, argument[1])
        last = self.parts[-1]
        if operator.arity == 1 and type(last) is NumberLiteral and last.span == argument:
            self.parts[-1] = NumberLiteral(-last.value if operator.symbol == "-" else last.value, span)
        elif operator.arity == 2 or operator.symbol == "-":
            self.parts.append(Apply(operator.symbol, operator.arity, span, operator.head))

    def _close(self, bracket: _Pending, span: Span) -> None:
        """Ends a call, or a group, which has its value's parts."""
        if bracket.symbol:
            del self.spans[len(self.spans) - bracket.arity + 1 :]
            self.parts.append(Call(bracket.symbol, bracket.arity, span, bracket.head))
        self.spans[-1] = span
