"""Statements: assignments in their forms, imports, and expressions that stand alone. Expressions themselves are read
by `parser`.
"""

from engine.language.parser import KEYWORDS, LITERALS, ExpressionParser, StuckError
from engine.language.tokens import Kind, Token
from engine.language.tree import Apply, Assign, AssignAttribute, Evaluate, Expression, Import, Name, Statement, Target
from engine.operations import OPERATIONS
from engine.operations.comparisons import COMPARISON
from engine.problems import Problem, Span

_AUGMENTED = {
    f"{symbol}=": symbol
    for (symbol, count), record in OPERATIONS.infix.items()
    if count == 2 and record.notation.precedence > COMPARISON
}
"""`c += 1` and its like."""


def parse_statement(tokens: list[Token], notes: list[Problem]) -> list[Statement]:
    """One statement's tokens (ending with an END token) to statements: a tuple assignment is several. Raises StuckError."""
    first = tokens[0]
    if first.kind is Kind.NAME and first.text in ("import", "from"):
        return _import(tokens)
    if first.kind is Kind.NAME and first.text in KEYWORDS and first.text not in LITERALS:
        raise StuckError("keyword", first)
    sides = _split(tokens, "=")
    span = (first.start, tokens[-2].end)
    if len(sides) > 1:
        return _assignment(sides, span, notes)
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL and token.text in _AUGMENTED:
            return [_augmented(tokens, index, span, notes)]
    return [Evaluate(_expression(tokens, notes), span)]


def _expression(tokens: list[Token], notes: list[Problem]) -> Expression:
    parser = ExpressionParser(tokens)
    expression = parser.parse()
    notes += parser.notes
    return expression


def _split(tokens: list[Token], symbol: str) -> list[list[Token]]:
    """The runs between a symbol outside all parentheses, each with an END token of its own."""
    runs: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind is Kind.SYMBOL:
            depth += (token.text in "([{") - (token.text in ")]}")
            if token.text == symbol and depth == 0:
                runs[-1].append(Token(Kind.END, "", token.start, token.end))
                runs.append([])
                continue
        runs[-1].append(token)
    return runs


def _assignment(sides: list[list[Token]], span: Span, notes: list[Problem]) -> list[Statement]:
    *lefts, right = sides
    if len(lefts) == 1 and len(lefts[0]) > 3 and lefts[0][-3].text == "." and lefts[0][-2].kind is Kind.NAME:
        owner = [*lefts[0][:-3], Token(Kind.END, "", lefts[0][-3].start, lefts[0][-3].start)]
        return [AssignAttribute(_expression(owner, notes), lefts[0][-2].text, _expression(right, notes), span)]
    names = [[_target(run) for run in _split(left, ",")] for left in lefts]
    values = _split(right, ",")
    if all(len(row) == 1 for row in names):
        return [Assign(tuple(row[0] for row in names), _expression(right, notes), span)]
    for row in names:
        if len(row) != len(values):
            raise StuckError("tuple", right[0])
    return [
        Assign(tuple(row[index] for row in names), _expression(value, notes), (names[0][index].span[0], value[-2].end))
        for index, value in enumerate(values)
    ]


def _target(run: list[Token]) -> Target:
    if len(run) == 2 and run[0].kind is Kind.NAME:
        if run[0].text in KEYWORDS:
            raise StuckError("keyword", run[0])
        return Target(run[0].text, run[0].span)
    raise StuckError("function definition" if len(run) > 2 and run[1].text == "(" else "target", run[0])


def _augmented(tokens: list[Token], index: int, span: Span, notes: list[Problem]) -> Statement:
    operator = tokens[index]
    target = _target([*tokens[:index], Token(Kind.END, "", operator.start, operator.start)])
    symbol = _AUGMENTED[operator.text]
    value = _expression(tokens[index + 1 :], notes)
    return Assign((target,), (Name(target.name, target.span), *value, Apply(symbol, 2, span, operator.span)), span)


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
    runs = _split([*words[1:], tokens[-1]], ",")
    statements: list[Statement] = []
    for run in runs:
        texts = [token.text for token in run[:-1]]
        alias = texts[-1] if len(texts) > 2 and texts[-2] == "as" else None
        name = "".join(texts[:-2] if alias else texts)
        if not name:
            raise StuckError("operand", run[-1])
        statements.append(Import(module or name, name if module else None, alias or name, span))
    return statements
