"""Statements of one line: assignments in their forms, imports, `return` and its like, and expressions that stand alone.
Expressions themselves are read by `parser`, and what holds other statements by `blocks`.
"""

from itertools import pairwise

from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.language.parsing.parser import KEYWORDS, LITERALS, PRECEDENCE, ExpressionParser
from backpass.engine.language.parsing.patterns import bracketed, check_name, parameters, pattern, split
from backpass.engine.language.parsing.pending import StuckError
from backpass.engine.language.program import (
    Assert,
    Assign,
    Declare,
    Define,
    Delete,
    Evaluate,
    Import,
    Jump,
    Raise,
    Return,
    Statement,
    Yield,
)
from backpass.engine.language.syntax_tree import (
    Apply,
    AssignmentTarget,
    Attribute,
    AttributeTarget,
    Expression,
    Name,
    Pattern,
    Several,
    SubscriptTarget,
)
from backpass.engine.messages import say
from backpass.engine.operations.comparisons import COMPARISON
from backpass.engine.problems import Code, Problem, Replacement, Span

_AUGMENTED = {f"{symbol}=": symbol for symbol, precedence in PRECEDENCE.items() if precedence > COMPARISON}
"""`c += 1` and its like."""

_BEGINS_A_VALUE = frozenset({TokenKind.NAME, TokenKind.NUMBER, TokenKind.STRING})
_EXPRESSION_WORDS = {*LITERALS, "not", "lambda"}


def parse_statement(tokens: list[Token], notes: list[Problem]) -> list[Statement]:
    """One statement's tokens (ending with an END token) to statements: a tuple assignment is several. Raises StuckError."""
    first, body = tokens[0], tokens[:-1]
    _check_statement(first, body)
    span = (first.start, body[-1].end if body else first.end)
    if first.kind is TokenKind.NAME and first.text in KEYWORDS and first.text not in _EXPRESSION_WORDS:
        return _with_a_word(first, body, span, notes)
    if first.text == "print" and len(body) > 1 and body[1].kind in _BEGINS_A_VALUE:
        return [Evaluate(_expression(_called(body), notes, tokens[-1]), span)]
    texts = [token.text for token in body]
    for before, token in pairwise(body):
        if before.text == token.text == "=" and before.kind is token.kind is TokenKind.SYMBOL:
            raise StuckError("equals twice", token, before)
    if "=" in texts and len(sides := split(body, "=")) > 1:
        return _assignment(sides, span, notes, tokens[-1])
    if not _AUGMENTED.keys().isdisjoint(texts):
        for index, token in enumerate(body):
            if token.kind is TokenKind.SYMBOL and token.text in _AUGMENTED:
                return [_augmented(body, index, span, notes)]
    if len(body) > 2 and body[1].text == ":" and first.kind is TokenKind.NAME:
        raise StuckError("annotation", body[1], first)
    values = split(body, ",")
    if len(values) > 1 and all(map(_is_no_half_of_a_number, values)):
        return [Evaluate(_several(body, notes), span)]
    return [Evaluate(_expression(body, notes, tokens[-1]), span)]


def _check_statement(first: Token, body: list[Token]) -> None:
    """Raises StuckError for what is no statement by itself, and for one that is not supported."""
    if len(named := split(body, ":=")) > 1:  # a statement needs brackets around it
        place = len(named[0])
        raise StuckError("walrus" if place else "operator", body[place], body[place - 1] if place else None)
    if first.text in ("match", "case") and len(body) > 2 and body[-1].text == ":":
        raise StuckError("match", first, None)


def _is_no_half_of_a_number(value: list[Token]) -> bool:
    """Whether a value between commas has a name in it: `2,5` may be how somebody writes 2.5."""
    return any(token.kind is TokenKind.NAME for token in value)


def _called(body: list[Token]) -> list[Token]:
    """`print x, y` of Python 2 as the call that it is in Python 3."""
    opens, closes = body[0].end, body[-1].end
    return [body[0], Token(TokenKind.SYMBOL, "(", opens, opens), *body[1:], Token(TokenKind.SYMBOL, ")", closes, closes)]


def _with_a_word(first: Token, body: list[Token], span: Span, notes: list[Problem]) -> list[Statement]:
    """A statement that begins with a word of Python."""
    if first.text in ("import", "from"):
        return _import([*body, Token(TokenKind.END, "", span[1], span[1])])
    if first.text in ("pass", "break", "continue") and len(body) == 1:
        return [Jump(first.text, span)]
    if first.text == "return":
        return [Return(_several(body[1:], notes) if len(body) > 1 else None, span)]
    if first.text == "yield":
        return [_yielded(body, span, notes)]
    if first.text == "del" and len(body) > 1:
        return [Delete(_deleted(body[1:], body[0], notes), span)]
    if first.text in ("global", "nonlocal") and (names := _names_declared(body[1:])):
        return [Declare(first.text, names, span)]
    if first.text == "raise":
        return [Raise(_exception(body[1:], notes), span)]
    if first.text == "assert" and len(body) > 1:
        condition, *message = split(body[1:], ",")
        return [
            Assert(_expression(condition, notes), _several(body[len(condition) + 2 :], notes) if any(message) else None, span)
        ]
    raise StuckError("keyword", first)


def _yielded(body: list[Token], span: Span, notes: list[Problem], target: Pattern | None = None) -> Yield:
    """`yield value` or `yield from values`, which a target may stand before where the value that is sent is used."""
    each = len(body) > 2 and body[1].text == "from"
    if each and target is not None:
        raise StuckError("keyword", body[0])
    given = body[2 if each else 1 :]
    return Yield(_several(given, notes) if given else None, each, span, target)


def _exception(tokens: list[Token], notes: list[Problem]) -> Expression | None:
    """`exception` or `exception from cause` behind `raise`, each of which must be an expression. Raises StuckError."""
    cause = next((place for place, token in enumerate(tokens) if token.text == "from" and token.kind is TokenKind.NAME), None)
    runs = [tokens] if cause is None else [tokens[:cause], tokens[cause + 1 :]]
    read = [_expression(run, notes) for run in runs if run or cause is not None]
    return read[0] if read else None


def _deleted(tokens: list[Token], word: Token, notes: list[Problem]) -> tuple[Pattern, ...]:
    """What `del` takes away."""
    found = pattern(tokens, word, lambda run: _expression(run, notes))
    targets = found.targets if isinstance(found, Several) else (found,)
    if any(isinstance(each, Several) for each in targets) or (isinstance(found, Several) and found.takes_rest()):
        raise StuckError("target", tokens[0])
    return targets


def _names_declared(tokens: list[Token]) -> tuple[str, ...]:
    """The names behind `global` or `nonlocal`; none where anything else stands there."""
    runs = split(tokens, ",")
    plain = all(len(run) == 1 and run[0].kind is TokenKind.NAME and run[0].text not in KEYWORDS for run in runs)
    return tuple(run[0].text for run in runs) if plain else ()


def _expression(tokens: list[Token], notes: list[Problem], end: Token | None = None) -> Expression:
    if end is None:
        place = tokens[-1].end if tokens else 0
        end = Token(TokenKind.END, "", place, place)
    parser = ExpressionParser([*tokens, end])
    expression = parser.parse()
    notes += parser.notes
    return expression


def _several(tokens: list[Token], notes: list[Problem]) -> Expression:
    """An expression, or several with commas between them as a tuple."""
    return _expression(bracketed(tokens), notes)


def _assignment(sides: list[list[Token]], span: Span, notes: list[Problem], end: Token) -> list[Statement]:
    *lefts, right = sides
    if right and right[0].kind is TokenKind.NAME and right[0].text == "yield" and len(lefts) == 1:
        return [_yielded(right, span, notes, _target(lefts[0], right[0], notes))]
    if not right:
        raise StuckError("operand", end, Token(TokenKind.SYMBOL, "=", end.start - 1, end.start))
    if len(lefts) == 1 and (defined := _definition(lefts[0], right, span, notes)):
        return [defined]
    targets = tuple(_target(left, right[0], notes) for left in lefts)
    values = split(right, ",")
    if len(values) == 1:
        return [Assign(targets, _expression(right, notes, end), span)]
    if not all(values):  # a comma at the end makes a tuple, one that follows another is a mistake that the parser words
        return [Assign(targets, _several(right, notes), span)]
    if any(value[0].text == "*" for value in values) or any(isinstance(each, Several) and each.takes_rest() for each in targets):
        return [Assign(targets, _several(right, notes), span)]
    if len(values) == 2 and all(isinstance(each, AssignmentTarget) for each in targets):
        notes += _note_of_decimal_comma(*values)
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


def _note_of_decimal_comma(whole: list[Token], behind: list[Token]) -> list[Problem]:
    """A note where two numbers have a comma and no blank between them: `x = 2,5` may be how somebody writes 2.5."""
    last, first = whole[-1], behind[0]
    is_number = last.kind is first.kind is TokenKind.NUMBER and last.text.isdigit() and first.text.isdigit()
    if not is_number or len(behind) > 1 or first.start != last.end + 1:
        return []
    words = {"first": last.text, "second": first.text}
    replacement = Replacement((last.end, first.start), ".")
    message, hint = say("decimal-comma", **words), say("decimal-comma.hint", **words)
    return [Problem(Code.READING, message, hint, (last.start, first.end), replacement=replacement)]


def _independent(rows: list[tuple[Pattern, ...] | None], expressions: list[Expression]) -> bool:
    """Whether the values can be stored one after the other: no later value reads a name stored before."""
    stored: set[str] = set()
    for index, expression in enumerate(expressions):
        if any(getattr(part, "name", None) in stored for part in expression) or any(
            not isinstance(row[index], AssignmentTarget) for row in rows if row
        ):
            return False
        stored |= {row[index].name for row in rows if row}  # type: ignore[union-attr]
    return True


def _target(tokens: list[Token], after: Token, notes: list[Problem]) -> Pattern:
    """A pattern left of `=`. A name may carry an annotation, which is ignored."""
    if len(tokens) > 2 and tokens[1].text == ":" and tokens[0].kind is TokenKind.NAME:
        _, annotation, *more = split(tokens, ":")
        if more:
            raise StuckError("annotated twice", tokens[len(annotation) + 2])
        tokens = tokens[:1]
    found = pattern(tokens, after, lambda run: _expression(run, notes))
    if isinstance(found, AssignmentTarget) and found.name in KEYWORDS:
        raise StuckError("keyword", tokens[0])
    return found


def _definition(left: list[Token], right: list[Token], span: Span, notes: list[Problem]) -> Statement | None:
    """`f(x, y) = x*y`, as in class; None for anything else."""
    words = [token for token in left if token.text not in "(),"]
    called = len(left) > 2 and left[0].kind is TokenKind.NAME and left[1].text == "(" and left[-1].text == ")"
    if not called or any(word.kind is not TokenKind.NAME or word.text in KEYWORDS for word in words):
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
    value = _expression(right, notes, None if right else Token(TokenKind.END, "", operator.end, operator.end))
    return Assign((target,), (*before, *value, Apply(symbol, 2, span, operator.span)), span, augmented=True)


def _as_value(target: Pattern, first: Token) -> Expression:
    """The value of a target before it is changed."""
    if isinstance(target, AssignmentTarget):
        return (Name(target.name, target.span),)
    if isinstance(target, AttributeTarget):
        return (*target.owner, Attribute(target.name, target.span, target.span))
    if isinstance(target, SubscriptTarget):
        return target.expression
    raise StuckError("target", first)


def _import(tokens: list[Token]) -> list[Statement]:
    """`import a.b as c, d` and `from a.b import x as y, z`; around the names may be parentheses, with a last comma."""
    words = [token for token in tokens[:-1] if token.text not in "()"]
    span = (tokens[0].start, tokens[-2].end)
    module = ""
    if words[0].text == "from":
        places = [place for place, word in enumerate(words) if word.text == "import"]
        if not places:
            raise StuckError("operand", tokens[-1], tokens[-2])
        module = "".join(word.text for word in words[1 : places[0]])
        words = words[places[0] :]
    if words[-1].text == "," and tokens[-2].text == ")":
        words.pop()
    statements: list[Statement] = []
    for run in split(words[1:], ","):
        texts = [token.text for token in run]
        alias = texts[-1] if len(texts) > 2 and texts[-2] == "as" else None
        name = "".join(texts[:-2] if alias else texts)
        if not name:
            raise StuckError("operand", tokens[-1], tokens[-2])
        for token in run:
            if token.text != "as":
                check_name(token)
        statements.append(Import(module or name, name if module else None, alias or name, span))
    return statements
