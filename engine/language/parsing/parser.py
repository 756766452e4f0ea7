"""Tokens to a tree: a precedence parser with an explicit stack, so that depth costs memory and never the interpreter's stack.

It accepts a subset of Python's expressions (a property test holds it equal to Python's own parser there) and class notation.
Where reading cannot go on it raises `StuckError`, which says only what stood where; `engine.language.diagnostics` puts
that into words.
"""

import keyword
from collections.abc import Sequence

from backpass.engine.language.parsing.brackets import Brackets
from backpass.engine.language.parsing.lexer import Token, TokenKind, tokenize
from backpass.engine.language.parsing.number_literals import number_of
from backpass.engine.language.parsing.patterns import bracketed, parameters, pattern
from backpass.engine.language.parsing.pending import (
    CONDITIONAL,
    LOWEST,
    Bracket,
    Callee,
    Chain,
    Clauses,
    Condition,
    Else,
    Indices,
    LambdaHead,
    NameHead,
    Operator,
    StuckError,
)
from backpass.engine.language.parsing.strings import formatted
from backpass.engine.language.syntax_tree import (
    Apply,
    AssignmentTarget,
    Attribute,
    Call,
    Chained,
    Collection,
    Conditional,
    Expression,
    FormattedString,
    Invoke,
    Lambda,
    Literal,
    Logic,
    Name,
    NamedValue,
    NumberLiteral,
    Pattern,
    Spread,
    StringLiteral,
    Subscript,
)
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.operations.comparisons import COMPARISON
from backpass.engine.problems import Code, Problem

__all__ = ["KEYWORDS", "LITERALS", "ExpressionParser", "StuckError"]

_NOT, _AND, _OR = 4, 3, 2
PRECEDENCE: dict[str, int] = {
    symbol: record.notation.precedence for (symbol, count), record in OPERATIONS.infix.items() if count == 2
}
"""How tightly a symbol between two arguments binds."""
_OF_TRUTHS = {"|": COMPARISON + 1, "&": COMPARISON + 2}
"""Operators between truths, masks and sets; they bind as in Python, closer than comparisons."""
PRECEDENCE |= _OF_TRUTHS
_WORDS = {"and": _AND, "or": _OR, "in": COMPARISON, "not in": COMPARISON, "is": COMPARISON, "is not": COMPARISON}
"""Operators that are words."""
PREFIX: dict[str, int] = {
    symbol: record.notation.precedence for (symbol, count), record in OPERATIONS.infix.items() if count == 1
}
PREFIX["+"] = PREFIX["~"] = PREFIX["-"]
PREFIX["√"] = PRECEDENCE["**"] + 1

LITERALS = {"None": None, "True": True, "False": False}
_RIGHT_ASSOCIATIVE = {"**"}
_TAKES_ONE_AT_A_TIME = frozenset({"next", "iter"})
"""Functions to which a comprehension in round brackets is a generator; to all others it is a list."""
_ENDS_EARLY = {"any": "any", "all": "all", "next": "first"}
"""Functions that go through a comprehension in round brackets no farther than they must, and the kind that it is there."""

KEYWORDS = frozenset(keyword.kwlist)
LARGEST_EXPONENT_DIGITS = 400


class ExpressionParser(Brackets):
    """Reads one expression from a run of tokens that ends with an END token."""

    def parse(self) -> Expression:
        """The whole run as one expression. Raises StuckError."""
        try:
            return self._read()
        except StuckError as stuck:
            stuck.unclosed = stuck.unclosed or self.unclosed()
            raise

    def _read(self) -> Expression:
        wants_operand = True
        while True:
            token = self.tokens[self.position]
            if token.kind is TokenKind.END:
                break
            wants_operand = self._operand(token) if wants_operand else self._operator(token)
            self.position += 1
        if wants_operand:
            raise StuckError("operand", self.tokens[self.position], self.before())
        self.settle()
        if self.pending:
            raise StuckError("unclosed", self.pending[-1].token)
        return tuple(self.parts)

    def _operand(self, token: Token) -> bool:
        """Reads a token where a value must begin; returns whether one is still wanted after it."""
        kind, text = token.kind, token.text
        if kind is TokenKind.NUMBER:
            return self.leaf(NumberLiteral(number_of(token), token.span))
        if kind is TokenKind.NAME:
            return self._name(token)
        if kind is TokenKind.STRING:
            return self._text(token)
        frame = self.pending[-1] if self.pending else None
        if text in ("(", "[", "{", "|"):
            self.pending.append(Bracket(token, token.start))
            return True
        if isinstance(frame, Bracket) and frame.subscript is not None and self.omitted(frame.subscript, token):
            return text != "]"
        if text == "..." and kind is TokenKind.SYMBOL:
            return self.leaf(Literal(Ellipsis, token.span))
        if text in ("*", "**") and isinstance(frame, Bracket) and self.begins_item(frame):
            if text == "**":
                return self._mapping(frame, token)
            self.pending.append(Operator(token, LOWEST, 1, token.start))
            return True
        if text in PREFIX and kind is TokenKind.SYMBOL:
            self.pending.append(Operator(token, PREFIX[text], 1, token.start))
            return True
        if self.closes_empty(token):
            return self.close(token, empty=True)
        raise StuckError("operand", token, self.before())

    def _mapping(self, frame: Bracket, token: Token) -> bool:
        """`**mapping` among arguments, or in a dictionary, where it takes the place of a key and its value."""
        if frame.calls:
            frame.keywords += ("**",)
            frame.named = True
            return True
        if frame.token.text != "{":
            raise StuckError("operand", token, self.before())
        frame.colons += 1
        self.leaf(Literal(Spread.KEY, token.span))
        return True

    def _name(self, token: Token) -> bool:
        following, text = self.tokens[self.position + 1], token.text
        if following.kind is TokenKind.SYMBOL and following.text == "=":
            frame = self.pending[-1] if self.pending else None
            if isinstance(frame, Bracket) and frame.calls and self.begins_item(frame) and text not in KEYWORDS:
                if text in frame.keywords:
                    raise StuckError("repeated keyword", token)
                frame.keywords += (text,)
                frame.named = True
                self.position += 1
                return True
        if text in KEYWORDS:
            return self._keyword(token)
        if following.text == ":=" and (not self.pending or isinstance(self.pending[-1], Bracket | Clauses)):
            self.pending.append(NameHead(token, token.start))
            self.position += 1
            return True
        if following.kind is TokenKind.SYMBOL and following.text == "(":
            return self.open_call(Callee(text, token.span, method=False, qualifier=None), token.start)
        return self.leaf(Name(text, token.span))

    def _keyword(self, token: Token) -> bool:
        """A word of Python where a value must begin."""
        text = token.text
        if text in LITERALS:
            return self.leaf(Literal(LITERALS[text], token.span))
        if text == "not":
            self.pending.append(Operator(token, _NOT, 1, token.start))
            return True
        if text == "lambda":
            read, self.position = parameters(self.tokens, self.position + 1, ":")
            self.pending.append(LambdaHead(token, read, token.start))
            return True
        raise StuckError("keyword", token, self.before())

    def _text(self, token: Token) -> bool:
        """A text in quotes, with those that stand directly behind it and go on with it."""
        begin = len(self.parts)
        self._piece(token)
        span = token.span
        while (following := self.tokens[self.position + 1]).kind is TokenKind.STRING:
            self.position += 1
            self._piece(following)
            head, span = (span[1], following.start), (token.start, following.end)
            self.parts.append(Apply("+", 2, span, head))
        self.push(span, begin)
        return False

    def _piece(self, token: Token) -> None:
        """One text in quotes; one with values in it is an expression of its own per value."""
        pieces = formatted(token)
        if pieces is None:
            self.parts.append(StringLiteral(token.text, token.span))
            return
        for value in pieces.values:
            tokens = [
                each._replace(start=each.start + value.start, end=each.end + value.start) for each in tokenize(value.text).tokens
            ]
            self.parts += ExpressionParser([*bracketed(tokens[:-1]), tokens[-1]]).parse()
        self.parts.append(FormattedString(pieces.texts, pieces.formats, len(pieces.values), token.span))

    def _operator(self, token: Token) -> bool:
        """Reads a token where a value has just ended; returns whether another is wanted after it."""
        text = token.text
        if token.kind is TokenKind.POWER:
            return self._superscript(token)
        if token.kind is TokenKind.NAME and text in KEYWORDS:
            return self._word(token)
        if token.kind is not TokenKind.SYMBOL:
            return self._beside(token)
        if text == "|":
            return self._bar(token)
        if text in PRECEDENCE:
            self._infix(token, PRECEDENCE[text])
            return True
        if text in (")", "]", "}"):
            return self.close(token)
        if text in ("[", "(") and self._goes_on_with(token):
            return True
        if text == ":":
            return self.colon(token)
        if text == ",":
            return self.comma(token)
        if text == ".":
            return self._dot(token)
        if text in ("(", "√"):
            return self._beside(token)
        raise StuckError("operator", token, self.before())

    def _goes_on_with(self, token: Token) -> bool:
        """Opens the bracket of an index or a call behind a value that may have one; returns whether it does."""
        if token.text == "[":
            if not self._before_is_a_value():
                return False
            self.pending.append(Bracket(token, self.spans[-1][0], subscript=Indices([], [])))
            return True
        if not self._may_be_called():
            return False
        self.pending.append(Bracket(token, self.spans[-1][0], count=2, invoke=True))
        return True

    def _bar(self, token: Token) -> bool:
        """`|` behind a value: it ends `|x|`, begins it as a factor (`2|x|`), or stands between truths, with blanks around it."""
        if self.closes_bar():
            return self.close(token)
        before = self.before()
        apart = before is not None and before.end < token.start and token.end < self.peek().start
        if not apart and self._before_is_a_factor():
            return self._beside(token)
        if not apart and any(each.text == "|" for each in self.tokens[self.position + 1 :]):  # `x |y|` in want of a sign
            raise StuckError("operator", token, before)
        self._infix(token, PRECEDENCE["|"])
        return True

    def _word(self, token: Token) -> bool:
        """`and`, `or`, `in`, `is`, `not in`; `if` and `else` of a conditional; `for` and `if` of a comprehension."""
        text = token.text
        following = self.peek()
        if (text, following.text) in (("not", "in"), ("is", "not")):
            self.position += 1
            text, token = (
                f"{text} {following.text}",
                Token(TokenKind.NAME, f"{text} {following.text}", token.start, following.end),
            )
        if text in _WORDS:
            self._infix(token, _WORDS[text])
        elif text == "for":
            self._clause(token)
        elif text == "if":
            self.reduce(CONDITIONAL)
            frame = self.pending[-1] if self.pending else None
            if isinstance(frame, Clauses):
                frame.piece(self.take())
            else:
                start = self.spans[-1][0]
                self.pending.append(Condition(token, self.take(), start))
        elif text == "else":
            self.reduce(CONDITIONAL)
            frame = self.pending[-1] if self.pending else None
            if not isinstance(frame, Condition):
                raise StuckError("keyword", token, self.before())
            self.pending[-1] = Else(token, frame.then, self.take(), frame.start)
        else:
            raise StuckError("keyword", token, self.before())
        return True

    def _clause(self, token: Token) -> None:
        """`for target in` of a comprehension, whose element, or last clause, has just ended."""
        self.reduce(LOWEST)
        frame = self.pending[-1] if self.pending else None
        end = next((place for place in range(self.position, len(self.tokens)) if self.tokens[place].text == "in"), None)
        if end is None or not isinstance(frame, Bracket | Clauses):
            raise StuckError("keyword", token, self.before())
        target = pattern(self.tokens[self.position + 1 : end], self.tokens[end])
        self.position = end
        if isinstance(frame, Clauses):
            frame.piece(self.take())
            frame.end_clause()
            frame.target = target
        elif frame.token.text in ("(", "[", "{") and frame.subscript is None:
            if frame.several or frame.named:
                raise StuckError("comprehension among others", token)
            self.pending.append(self._comprehension(frame, token, target))
        else:
            raise StuckError("keyword", token, self.before())

    def _comprehension(self, frame: Bracket, token: Token, target: Pattern) -> Clauses:
        """A comprehension whose element has just ended: of a dictionary a key and a value, which become a tuple."""
        start, end = self.spans[-1]
        once = frame.token.text == "(" and not (
            frame.calls and (frame.call is None or frame.call.name not in _TAKES_ONE_AT_A_TIME)
        )
        element, kind = self.take(), "set" if frame.token.text == "{" else "generator" if once else "list"
        if frame.token.text == "(":
            kind = _ENDS_EARLY.get(self._called_with(frame), kind)
        self.refuse_star(element, frame)
        if frame.colons:
            start = self.spans[-1][0]
            key = self.take()
            if isinstance(key[0], Literal) and key[0].value is Spread.KEY:
                raise StuckError("operand", Token(TokenKind.SYMBOL, "**", *key[0].span), frame.token)
            element, kind = (*key, *element, Collection("tuple", 2, (start, end))), "dict"
        return Clauses(token, element, start, target, kind)

    def _called_with(self, frame: Bracket) -> str:
        """The plain name of the function whose first argument a comprehension in round brackets is; empty for none."""
        around = self.pending[-2] if len(self.pending) > 1 else None
        if not frame.calls and isinstance(around, Bracket) and not around.several and not around.named:
            frame = around
        return frame.call.name if frame.call is not None and not frame.call.method else ""

    def _infix(self, token: Token, precedence: int) -> None:
        if precedence == COMPARISON and self._in_a_row(token):
            return
        self.reduce(precedence + (token.text in _RIGHT_ASSOCIATIVE))
        self.pending.append(Operator(token, precedence, 2, self.spans[-1][0]))

    def _in_a_row(self, token: Token) -> bool:
        """Whether a comparison follows another, as in `0 < x < 1`; then it is linked to it."""
        self.reduce(COMPARISON + 1)
        frame = self.pending[-1] if self.pending else None
        if isinstance(frame, Operator) and frame.precedence == COMPARISON:
            right = self.take()
            frame = self.pending[-1] = Chain(frame.token, self.take(), [], frame.start)
            frame.link(right, token)
        elif isinstance(frame, Chain):
            frame.link(self.take(), token)
        else:
            return False
        return True

    def _beside(self, token: Token) -> bool:
        """Two values side by side: a product as written in class (`2x`, `3(x+1)`, `(x+1)(x-1)`, `x²y`), else a mistake."""
        before = self.before()
        beside_pi = "π" in (token.text, before.text if before else "")
        if (
            before is None
            or token.kind in (TokenKind.NUMBER, TokenKind.STRING)
            or (before.kind is TokenKind.NAME and not beside_pi)
        ):
            raise StuckError("operator", token, before)
        self._infix(Token(TokenKind.SYMBOL, "*", before.end, token.start), PRECEDENCE["*"])
        slash = self._slash_on_the_left()
        if slash is not None:
            self.notes.append(_reading_of_slash(self.tokens, slash, token))
        return self._operand(token)

    def _slash_on_the_left(self) -> Token | None:
        """The `/` just reduced into the left factor, as in `1/2x`; None where there was none or parentheses settle it."""
        part = self.parts[-1]
        if not (isinstance(part, Apply) and part.symbol == "/"):
            return None
        before = self.before()
        if before is None or before.text == ")" or before.kind is not TokenKind.NUMBER:
            return None
        return Token(TokenKind.SYMBOL, "/", *part.head)

    def _superscript(self, token: Token) -> bool:
        value = float(token.text) if len(token.text) < LARGEST_EXPONENT_DIGITS else float("inf")
        span = (self.spans[-1][0], token.end)
        self.parts += [NumberLiteral(value, token.span), Apply("**", 2, span, token.span)]
        self.spans[-1] = span
        return False

    def _dot(self, token: Token) -> bool:
        name = self.peek()
        if name.kind is not TokenKind.NAME:
            raise StuckError("attribute", name, token)
        self.position += 1
        owner = self.parts[-1]
        qualifier = owner.name if isinstance(owner, Name) else None
        if isinstance(owner, Attribute) and len(self.parts) > 1 and isinstance(self.parts[-2], Name):
            qualifier = f"{self.parts[-2].name}.{owner.name}"
        start = self.spans[-1][0]
        if self.peek().text == "(" and self.peek().kind is TokenKind.SYMBOL:
            return self.open_call(Callee(name.text, name.span, method=True, qualifier=qualifier), start)
        span = (start, name.end)
        self.parts.append(Attribute(name.text, span, name.span))
        self.spans[-1] = span
        return False

    def _before_is_a_value(self) -> bool:
        before = self.before()
        return before is not None and (before.kind in (TokenKind.NAME, TokenKind.STRING) or before.text in (")", "]", "}"))

    def _before_is_a_factor(self) -> bool:
        """Whether bars may stand beside the value just read: `2|x|`, `(a)|x|`, `|a||b|`."""
        before = self.before()
        return before is not None and (before.kind in (TokenKind.NUMBER, TokenKind.POWER) or before.text in (")", "|"))

    def _may_be_called(self) -> bool:
        """Whether the value just read may be a function: `grad(f)`, `layers[0]`, `(lambda x: x)`."""
        last = self.parts[-1]
        return isinstance(last, Lambda | Invoke | Subscript) or (isinstance(last, Call) and last.name not in OPERATIONS.spellings)

    def finish(self, frame: Operator | Chain | Else | LambdaHead | NameHead) -> None:
        """Applies an operator whose last value has just ended."""
        last = self.spans[-1]
        span = (frame.start, last[1])
        if isinstance(frame, Else):
            self.nest(Conditional(frame.condition, frame.then, self.take(), span), span)
        elif isinstance(frame, Chain):
            frame.link(self.take(), frame.token)
            self.nest(Chained(frame.first, tuple(frame.links), span), span)
        elif isinstance(frame, LambdaHead):
            self.nest(Lambda(frame.parameters, self.take(), span), span)
        elif isinstance(frame, NameHead):
            self.nest(NamedValue(AssignmentTarget(frame.token.text, frame.token.span), self.take(), span), span)
        elif frame.token.text in ("and", "or"):
            right = self.take()
            self.parts.append(Logic(frame.token.text, right, span))
            self.spans[-1] = span
        else:
            self._apply(frame, span, last)

    def _apply(self, operator: Operator, span: tuple[int, int], argument: tuple[int, int]) -> None:
        symbol, parts = operator.token.text, self.parts
        self.join(operator.count, span)
        last = parts[-1]
        if operator.count == 1 and symbol in "+-" and isinstance(last, NumberLiteral) and last.span == argument:
            # A signed literal is one number, as its author means it: `-3.0` is a leaf, not an operation (`-(3.0)` is one).
            parts[-1] = NumberLiteral(-last.value if symbol == "-" else last.value, span)
        elif operator.count == 1 and symbol == "+":
            pass
        elif symbol == "√":
            parts.append(Call("sqrt", 1, span, operator.token.span))
        else:
            parts.append(Apply(symbol, operator.count, span, operator.token.span))


def _reading_of_slash(tokens: Sequence[Token], slash: Token, right: Token) -> Problem:
    index = next(place for place, token in enumerate(tokens) if token.start == slash.start)
    above, below = tokens[index - 1], tokens[index + 1]
    return Problem(
        Code.READING,
        say("division-then-product", text=above.text, text2=below.text, text3=right.text),
        say("division-then-product.hint", text=above.text, text2=below.text, text3=right.text),
        (above.start, right.end),
    )
