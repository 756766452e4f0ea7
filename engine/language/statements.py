"""Statements of one line: assignments in their forms, imports, `return` and its like, and expressions that stand alone.
Expressions themselves are read by `parser`, and what holds other statements by `blocks`.
"""

from engine.language.frames import StuckError
from engine.language.parser import KEYWORDS, LITERALS, PRECEDENCE, ExpressionParser
from engine.language.patterns import parameters, pattern, split
from engine.language.program import Assert, Assign, Define, Evaluate, Import, Jump, Return, Statement
from engine.language.tokens import Kind, Token
from engine.language.tree import (
    Apply,
    Attribute,
    AttributeTarget,
    Expression,
    Name,
    Pattern,
    Several,
    SubscriptTarget,
    Target,
)
from engine.operations.comparisons import COMPARISON
from engine.problems import Problem, Span

_AUGMENTED = {f"{symbol}=": symbol for symbol, precedence in PRECEDENCE.items() if precedence > COMPARISON}
"""`c += 1` and its like."""

_EXPRESSION_WORDS = {*LITERALS, "not", "lambda"}


def parse_statement(tokens: list[Token], notes: list[Problem]) -> list[Statement]:
    """One statement's tokens (ending with an END token) to statements: a tuple assignment is several. Raises StuckError."""
    first, body = tokens[0], tokens[:-1]
    span = (first.start, body[-1].end if body else first.end)
    if first.kind is Kind.NAME and first.text in KEYWORDS and first.text not in _EXPRESSION_WORDS:
        return _with_a_word(first, body, span, notes)
    texts = [token.text for token in body]
    if "=" in texts and len(sides := split(body, "=")) > 1:
        return _assignment(sides, span, notes, tokens[-1])
    if not _AUGMENTED.keys().isdisjoint(texts):
        for index, token in enumerate(body):
            if token.kind is Kind.SYMBOL and token.text in _AUGMENTED:
                return [_augmented(body, index, span, notes)]
    if len(body) > 2 and body[1].text == ":" and first.kind is Kind.NAME:
        raise StuckError("annotation", body[1], first)
    return [Evaluate(_expression(body, notes, tokens[-1]), span)]


def _with_a_word(first: Token, body: list[Token], span: Span, notes: list[Problem]) -> list[Statement]:
    """A statement that begins with a word of Python."""
    if first.text in ("import", "from"):
        return _import([*body, Token(Kind.END, "", span[1], span[1])])
    if first.text in ("pass", "break", "continue") and len(body) == 1:
        return [Jump(first.text, span)]
    if first.text == "return":
        return [Return(_several(body[1:], notes) if len(body) > 1 else None, span)]
    if first.text == "assert" and len(body) > 1:
        return [Assert(_expression(split(body[1:], ",")[0], notes), span)]
    raise StuckError("keyword", first)


def _expression(tokens: list[Token], notes: list[Problem], end: Token | None = None) -> Expression:
    if end is None:
        place = tokens[-1].end if tokens else 0
        end = Token(Kind.END, "", place, place)
    parser = ExpressionParser([*tokens, end])
    expression = parser.parse()
    notes += parser.notes
    return expression


def _several(tokens: list[Token], notes: list[Problem]) -> Expression:
    """An expression, or several with commas between them as a tuple."""
    if len(split(tokens, ",")) > 1:
        start, end = tokens[0].start, tokens[-1].end
        tokens = [Token(Kind.SYMBOL, "(", start, start), *tokens, Token(Kind.SYMBOL, ")", end, end)]
    return _expression(tokens, notes)


def _assignment(sides: list[list[Token]], span: Span, notes: list[Problem], end: Token) -> list[Statement]:
    *lefts, right = sides
    if not right:
        raise StuckError("operand", end, Token(Kind.SYMBOL, "=", end.start - 1, end.start))
    if len(lefts) == 1 and (defined := _definition(lefts[0], right, span, notes)):
        return [defined]
    targets = tuple(_target(left, right[0], notes) for left in lefts)
    values = split(right, ",")
    if len(values) == 1:
        return [Assign(targets, _expression(right, notes, end), span)]
    if not all(values):  # a comma at the end makes a tuple, one that follows another is a mistake that the parser words
        return [Assign(targets, _several(right, notes), span)]
    rows = [target.targets if isinstance(target, Several) else None for target in targets]
    for row in rows:
        if row is not None and len(row) != len(values):
            raise StuckError("tuple", right[0])
    expressions = [_expression(value, notes) for value in values]
    if all(row is not None for row in rows) and _independent(rows, expressions):
        return [
            Assign(tuple(row[index] for row in rows if row), expression, (rows[0][index].span[0], value[-1].end))  # type: ignore[index]
            for index, (expression, value) in enumerate(zip(expressions, values, strict=True))
        ]
    return [Assign(targets, _several(right, []), span)]


def _independent(rows: list[tuple[Pattern, ...] | None], expressions: list[Expression]) -> bool:
    """Whether the values can be stored one after the other: no later value reads a name stored before."""
    stored: set[str] = set()
    for index, expression in enumerate(expressions):
        if any(getattr(part, "name", None) in stored for part in expression) or any(
            not isinstance(row[index], Target) for row in rows if row
        ):
            return False
        stored |= {row[index].name for row in rows if row}  # type: ignore[union-attr]
    return True


def _target(tokens: list[Token], after: Token, notes: list[Problem]) -> Pattern:
    """A pattern left of `=`. A name may carry an annotation, which is passed over."""
    if len(tokens) > 2 and tokens[1].text == ":" and tokens[0].kind is Kind.NAME:
        tokens = tokens[:1]
    found = pattern(tokens, after, lambda run: _expression(run, notes))
    if isinstance(found, Target) and found.name in KEYWORDS:
        raise StuckError("keyword", tokens[0])
    return found


def _definition(left: list[Token], right: list[Token], span: Span, notes: list[Problem]) -> Statement | None:
    """`f(x, y) = x*y`, as in class; None for anything else."""
    words = [token for token in left if token.text not in "(),"]
    called = len(left) > 2 and left[0].kind is Kind.NAME and left[1].text == "(" and left[-1].text == ")"
    if not called or any(word.kind is not Kind.NAME or word.text in KEYWORDS for word in words):
        return None
    read, _ = parameters(left, 2, ")")
    body = Return(_expression(right, notes), (right[0].start, right[-1].end))
    return Define(left[0].text, read, (body,), (), span)


def _augmented(tokens: list[Token], index: int, span: Span, notes: list[Problem]) -> Statement:
    operator = tokens[index]
    target = _target(tokens[:index], operator, notes)
    symbol = _AUGMENTED[operator.text]
    before = _as_value(target, tokens[0])
    right = tokens[index + 1 :]
    value = _expression(right, notes, None if right else Token(Kind.END, "", operator.end, operator.end))
    return Assign((target,), (*before, *value, Apply(symbol, 2, span, operator.span)), span, augmented=True)


def _as_value(target: Pattern, first: Token) -> Expression:
    """What a target stands for before it is changed."""
    if isinstance(target, Target):
        return (Name(target.name, target.span),)
    if isinstance(target, AttributeTarget):
        return (*target.owner, Attribute(target.name, target.span, target.span))
    if isinstance(target, SubscriptTarget):
        return target.expression
    raise StuckError("target", first)


def _import(tokens: list[Token]) -> list[Statement]:
    """`import a.b as c, d` and `from a.b import x as y, z`; parentheses around the names are allowed."""
    words = [token for token in tokens[:-1] if token.text not in "()"]
    span = (tokens[0].start, tokens[-2].end)
    module = ""
    if words[0].text == "from":
        places = [place for place, word in enumerate(words) if word.text == "import"]
        if not places:
            raise StuckError("operand", tokens[-1], tokens[-2])
        module = "".join(word.text for word in words[1 : places[0]])
        words = words[places[0] :]
    statements: list[Statement] = []
    for run in split(words[1:], ","):
        texts = [token.text for token in run]
        alias = texts[-1] if len(texts) > 2 and texts[-2] == "as" else None
        name = "".join(texts[:-2] if alias else texts)
        if not name:
            raise StuckError("operand", tokens[-1], tokens[-2])
        statements.append(Import(module or name, name if module else None, alias or name, span))
    return statements
