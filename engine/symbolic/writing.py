"""Expressions as formulas: in our own language, in LaTeX and spoken. Shared parts of a long one are named and written once.

Everything is written from the flat expressions of `engine.language.syntax_tree`, by the printers that also write the rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import isinf
from typing import NamedTuple

from backpass.engine.explain.names_in_latex import name_to_latex
from backpass.engine.explain.notation import Formula, expression_aloud, name_aloud
from backpass.engine.language.printer import LATEX, MARK, template
from backpass.engine.language.syntax_tree import Apply, Call, Expression, Leaf, Name, Part, fold
from backpass.engine.language.syntax_tree import NumberLiteral as Literal
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.operations.arithmetic import PRODUCT, SIGN
from backpass.engine.operations.comparisons import COMPARISON
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.symbolic.algebra import Expr, ExprFactory, ExprKind
from backpass.engine.symbolic.names import is_name
from backpass.engine.symbolic.numbers import HALF, ONE, Number, size, times

_LONG, _WORTH_A_NAME, MAX_SYMBOLS = 40, 5, 1_000
"""Symbols in a formula from which on shared parts are named; in a part that is worth a name; at most in all."""
_NOWHERE = (0, 0)


class Written(NamedTuple):
    """A derivative in three forms, each complete in itself."""

    text: str
    """In our language: a program whose value it is; shared parts are assigned first."""
    latex: str
    speech: str


def write(algebra: ExprFactory, node: Expr, name: str, output: str, known: Mapping[Expr, str]) -> Written:
    """d output / d name. `known` has names for values of the program. Raises ProblemError (expression-too-large)."""
    nodes = _reachable(node)
    named = _shared(node, nodes, known)
    _check_length(node, nodes, named, name)
    written = _Writer(algebra, named).all(nodes)
    lines = [(named[each], written[each]) for each in nodes if each in named]
    main = written[node]
    left = rf"\frac{{\partial {name_to_latex(output)}}}{{\partial {name_to_latex(name)}}}"
    equations = [*((name_to_latex(each), _latex(made)) for each, made in lines), (left, _latex(main))]
    speech: str = say("derivative-aloud", output=name_aloud(output), name=name_aloud(name), formula=_aloud(main))
    if lines:
        parts = [say("derivative-aloud.part", name=name_aloud(each), formula=_aloud(made)) for each, made in lines]
        speech = say("derivative-aloud.parts", derivative=speech, parts=say("derivative-aloud.and").join(parts))
    return Written("\n".join([*(f"{each} = {source(made)}" for each, made in lines), source(main)]), _aligned(equations), speech)


def _aligned(equations: Sequence[tuple[str, str]]) -> str:
    if len(equations) == 1:
        return " = ".join(equations[0])
    return r"\begin{aligned} " + r" \\ ".join(f"{left} &= {right}" for left, right in equations) + r" \end{aligned}"


def _reachable(node: Expr) -> list[Expr]:
    """The node and its parts, each once, parts before what they are part of."""
    found, waiting = {node}, [node]
    for each in waiting:
        for part in each.parts:
            if part not in found:
                found.add(part)
                waiting.append(part)
    return sorted(found, key=lambda each: each.id)


def _sizes(nodes: Iterable[Expr], named: Mapping[Expr, str]) -> dict[Expr, int]:
    """Per node how many symbols writing it takes, where those in `named` take one."""
    sizes: dict[Expr, int] = {}
    for node in nodes:
        sizes[node] = max(1, sum(1 if part in named else sizes[part] for part in node.parts))
    return sizes


def _shared(node: Expr, nodes: Sequence[Expr], known: Mapping[Expr, str]) -> dict[Expr, str]:
    """Names for the parts of a long formula that stand in it more than once: those of the program, else u1, u2 …"""
    sizes = _sizes(nodes, {})
    if sizes[node] < _LONG:
        return {}
    uses: dict[Expr, int] = {}
    for each in nodes:
        for part in each.parts:
            uses[part] = uses.get(part, 0) + 1
    taken = {each.name for each in nodes if each.kind in (ExprKind.SYMBOL, ExprKind.CONSTANT)}
    own_names = (name for number in count(1) if (name := f"u{number}") not in taken)
    named: dict[Expr, str] = {}
    for each in nodes:
        if uses.get(each, 0) > 1 and sizes[each] >= _WORTH_A_NAME:
            own = known.get(each, "")
            named[each] = own if is_name(own) and own not in taken else next(own_names)
            taken.add(named[each])
    return named


def _check_length(node: Expr, nodes: Sequence[Expr], named: Mapping[Expr, str], name: str) -> None:
    sizes = _sizes(nodes, named)
    total = sum(sizes[each] for each in (*named, node))
    if total > MAX_SYMBOLS:
        raise ProblemError(
            Problem(
                Code.EXPRESSION_TOO_LARGE,
                say("derivative-too-long", name=name, total=total, most_symbols=MAX_SYMBOLS),
                say("ask-for-part"),
            )
        )


class _Writer:
    """Nodes as expressions of the language."""

    def __init__(self, algebra: ExprFactory, named: Mapping[Expr, str]) -> None:
        self._algebra = algebra
        self._named = named
        self._written: dict[Expr, Expression] = {}

    def all(self, nodes: Iterable[Expr]) -> Mapping[Expr, Expression]:
        """Each node written out, its named parts by their names; parts stand before what they are part of."""
        for each in nodes:
            self._written[each] = self._of(each)
        return self._written

    def _part(self, node: Expr) -> Expression:
        return (Name(self._named[node], _NOWHERE),) if node in self._named else self._written[node]

    def _of(self, node: Expr) -> Expression:
        if node.kind is ExprKind.NUMBER:
            return _number(node.value)
        if node is self._algebra.e and self._algebra.has_symbol(node.name):
            return (*_number(ONE), _call("exp", 1))
        if node.kind in (ExprKind.SYMBOL, ExprKind.CONSTANT):
            return (Name(node.name, _NOWHERE),)
        if node.kind is ExprKind.CALL:
            record = OPERATIONS[node.name]
            arguments = [part for each in node.arguments for part in self._part(each)]
            if record.notation.infix:
                return (*arguments, _operator(record.notation.infix, 2))
            return (*arguments, _call(record.notation.call or record.name, len(node.arguments)))
        return self._sum(node) if node.kind is ExprKind.SUM else self._product(node.value, node.factors)

    def _sum(self, node: Expr, sign: Number = ONE) -> Expression:
        """What is positive first, so that a sum begins with a minus only where it must."""
        terms: list[tuple[Number, Expr | None]] = [(times(sign, factor), term) for factor, term in node.terms]
        if node.value != 0:
            terms.append((times(sign, node.value), None))
        if terms[0][0] < 0:
            terms.sort(key=lambda term: term[0] < 0)
        written: list[Part] = []
        for place, (factor, term) in enumerate(terms):
            amount = size(factor) if place else factor
            written += _number(amount) if term is None else self._scaled(amount, term)
            if place:
                written.append(_operator("-" if factor < 0 else "+", 2))
        return tuple(written)

    def _scaled(self, factor: Number, term: Expr) -> Expression:
        if term in self._named or term.kind is not ExprKind.PRODUCT:
            return self._product(factor, ((term, self._algebra.one),))
        return self._product(factor, term.factors)

    def _product(self, front: Number, factors: Iterable[tuple[Expr, Expr]]) -> Expression:
        """A fraction where something stands below the line."""
        above: list[Expression] = []
        below: list[Expression] = []
        for base, exponent in factors:
            if front < 0 and exponent is self._algebra.one and self._turns(base):
                front = -front
                above.append(self._sum(base, -ONE))
                continue
            value = exponent.value if exponent.kind is ExprKind.NUMBER else ONE
            if value < 0 and base is not self._algebra.e:
                below.append(self._power(base, self._algebra.number(-value)))
            else:
                above.append(self._power(base, exponent))
        amount = size(front)
        under = Fraction(amount.denominator) if isinstance(amount, Fraction) else ONE
        over = times(amount, under)
        if over != 1 or not above:
            above.insert(0, _number(over))
        if under != 1:
            below.insert(0, _number(under))
        written = _joined(above) if not below else (*_joined(above), *_joined(below), _operator("/", 2))
        return (*written, _operator("-", 1)) if front < 0 else written

    def _turns(self, node: Expr) -> bool:
        """Whether a sum takes the sign in front of it: −(x − 1)·y is (1 − x)·y."""
        mixed = {factor > 0 for factor, _ in node.terms} | ({node.value > 0} if node.value != 0 else set())
        return node.kind is ExprKind.SUM and node not in self._named and len(mixed) == 2

    def _power(self, base: Expr, exponent: Expr) -> Expression:
        if exponent is self._algebra.one and base in self._written:
            return self._part(base)
        if base is self._algebra.e:
            return (*self._part_of_exponent(exponent), _call("exp", 1))
        if exponent.kind is ExprKind.NUMBER and exponent.value == HALF:
            return (*self._part(base), _call("sqrt", 1))
        return (*self._part(base), *self._part_of_exponent(exponent), _operator("**", 2))

    def _part_of_exponent(self, exponent: Expr) -> Expression:
        return _number(exponent.value) if exponent.kind is ExprKind.NUMBER else self._part(exponent)


def _number(value: Number) -> Expression:
    """A quotient of whole numbers is written as one; what is negative with a sign in front."""
    if value < 0:
        return (*_number(-value), _operator("-", 1))
    if isinstance(value, Fraction) and value.denominator != 1:
        return (*_number(Fraction(value.numerator)), *_number(Fraction(value.denominator)), _operator("/", 2))
    return (Literal(float(value), _NOWHERE),)


def _operator(symbol: str, count: int) -> Part:
    return Apply(symbol, count, _NOWHERE, _NOWHERE)


def _call(name: str, count: int) -> Part:
    return Call(name, count, _NOWHERE, _NOWHERE)


def _joined(factors: Sequence[Expression]) -> Expression:
    first, *others = factors
    return (*first, *(part for each in others for part in (*each, _operator("*", 2))))


class _Source(NamedTuple):
    text: str
    binds: int


_SINGLE = 100
_REMAINDERS = {"%", "//"}
_SPACED = {"+", "-", "<", "<=", ">", ">=", "==", "!=", *_REMAINDERS}


def source(expression: Expression) -> str:
    """An expression in our language, with as few parentheses as reading it needs."""

    def leaf(part: Leaf) -> _Source:
        return _Source(_literal(part.value) if isinstance(part, Literal) else str(part[0]), _SINGLE)

    def combine(part: Part, arguments: list[_Source]) -> _Source:
        if isinstance(part, Call):
            return _Source(f"{part.name}({', '.join(each.text for each in arguments)})", _SINGLE)
        assert isinstance(part, Apply)
        if part.arity == 1:
            (argument,) = arguments
            held = argument.text if argument.binds >= PRODUCT and argument.binds != SIGN else f"({argument.text})"
            return _Source(f"-{held}", min(argument.binds, SIGN) if argument.binds >= PRODUCT else SIGN)
        binds = OPERATIONS.infix[part.symbol, 2].notation.precedence
        # Powers group to the right, and comparisons in a row would be a chain: there neither side may bind as tightly.
        first = binds + 1 if part.symbol == "**" or binds == COMPARISON else binds
        required = (first, binds + 1)
        left, right = (
            each.text if each.binds >= least else f"({each.text})" for each, least in zip(arguments, required, strict=True)
        )
        between = f" {part.symbol} " if part.symbol in _SPACED else part.symbol
        # A sign in front of a remainder is not one of its first part, so remainders bind a little less than products here.
        return _Source(f"{left}{between}{right}", binds - (part.symbol in _REMAINDERS))

    return fold(expression, leaf, combine).text


def _literal(value: float) -> str:
    """Infinity as a number that overflows."""
    return "1e999" if isinf(value) else str(int(value)) if value.is_integer() and value < 1e15 else repr(value)


def _names(expression: Expression) -> tuple[Expression, dict[str, str]]:
    """The expression with names in place of numbers that the printers would round, and what these names stand for."""
    exact: dict[str, str] = {}
    parts: list[Part] = []
    for part in expression:
        if isinstance(part, Literal) and float(f"{part.value:g}") != part.value:
            mark = f"number_{len(exact)}"
            mantissa, _, power = _literal(part.value).partition("e")
            exact[mark] = rf"{mantissa} \cdot 10^{{{int(power)}}}" if power else mantissa
            parts.append(Name(mark, part.span))
        else:
            parts.append(part)
    return tuple(parts), exact


def _latex(expression: Expression) -> str:
    marked, exact = _names(expression)
    text = template(marked, LATEX)
    return MARK.sub(lambda found: exact.get(found[1] or found[2]) or name_to_latex(found[1] or found[2]), text)


def _aloud(expression: Expression) -> str:
    words = {part.name: Formula("", "", name_aloud(part.name)) for part in expression if isinstance(part, Name)}
    return expression_aloud(expression, words)
