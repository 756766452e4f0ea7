"""Expressions in their simplest form: sums with like terms collected, products with like factors collected, calls.

Every expression exists once per `ExprFactory`, so equal ones are the same object and shared parts stay shared. An expression is
simplified when it is made, from parts that already are; so making one costs as much as it has parts, and nothing recurses.
Simplification holds wherever both sides are finite: `x / x` is 1, and what is multiplied by 0 is 0.
Knows sums, products and powers; what is known of functions is asked of `functions`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.symbolic import numbers
from backpass.engine.symbolic.numbers import HALF, ONE, ZERO, Number


class ExprKind(IntEnum):
    """In the order in which factors are written."""

    NUMBER = 0
    CONSTANT = 1
    SYMBOL = 2
    CALL = 3
    SUM = 4
    PRODUCT = 5


@dataclass(frozen=True, slots=True, eq=False)
class Expr:
    """An expression. Which fields have something in them follows from its kind."""

    kind: ExprKind
    id: int
    """Larger than that of every part."""
    value: Number = ZERO
    """The number; of a sum what is added to its terms; of a product its factor in front."""
    name: str = ""
    """Of a symbol, a constant or a function."""
    terms: "tuple[tuple[Number, Expr], ...]" = ()
    """Of a sum: each with its factor."""
    factors: "tuple[tuple[Expr, Expr], ...]" = ()
    """Of a product: each with its exponent."""
    arguments: "tuple[Expr, ...]" = ()
    """Of a call."""

    @property
    def parts(self) -> "Iterator[Expr]":
        """The expressions it is made of; one that stands in it twice comes twice."""
        yield from (term for _, term in self.terms)
        for base, exponent in self.factors:
            yield base
            yield exponent
        yield from self.arguments


class ExprFactory:
    """All expressions of one derivation. `most` bounds how many parts they may have together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made = 0
        self._nodes: dict[object, Expr] = {}
        self.zero, self.one = self.number(ZERO), self.number(ONE)
        self.e = self._node(ExprKind.CONSTANT, name="e")

    @property
    def made(self) -> int:
        """How many parts have been looked at so far: what the work is counted by."""
        return self._made

    def _count(self, parts: int) -> None:
        self._made += parts
        if self._made > self._most:
            raise ProblemError(
                Problem(
                    Code.EXPRESSION_TOO_LARGE,
                    say("derivative-too-large", most=self._most),
                    say("ask-for-part"),
                )
            )

    def _node(self, kind: ExprKind, value: Number = ZERO, name: str = "", **parts: tuple[object, ...]) -> Expr:
        # An equal float and fraction are written differently, so they are kept apart.
        key = (kind, type(value), value, name, *parts.values())
        known = self._nodes.get(key)
        if known is None:
            known = self._nodes[key] = Expr(kind, len(self._nodes), value, name, **parts)  # type: ignore[arg-type]
            self._count(1 + sum(map(len, parts.values())))
        return known

    def number(self, value: Number) -> Expr:
        return self._node(ExprKind.NUMBER, value)

    def symbol(self, name: str) -> Expr:
        return self._node(ExprKind.SYMBOL, name=name)

    def has_symbol(self, name: str) -> bool:
        """Whether a letter is called so."""
        return (ExprKind.SYMBOL, Fraction, ZERO, name) in self._nodes

    @cached_property
    def pi(self) -> Expr:
        return self._node(ExprKind.CONSTANT, name="pi")

    def call(self, name: str, arguments: Sequence[Expr]) -> Expr:
        """A function as it is, without anything that is known of it."""
        return self._node(ExprKind.CALL, name=name, arguments=tuple(arguments))

    def scaled(self, factor: Number, node: Expr) -> Expr:
        return self.multiply((self.number(factor), node))

    def add(self, nodes: Iterable[Expr]) -> Expr:
        """The sum, like terms collected."""
        constant: Number = ZERO
        collected: dict[Expr, Number] = {}
        for node in nodes:
            self._count(1)
            for factor, term in self._terms(node):
                if term is None:
                    constant = numbers.plus(constant, factor)
                else:
                    collected[term] = numbers.plus(collected.get(term, ZERO), factor)
        terms = [(factor, term) for term, factor in collected.items() if factor != 0]
        constant, terms = self._pythagoras(constant, terms)
        if not terms:
            return self.number(constant)
        if len(terms) == 1 and constant == 0:
            return self.scaled(*terms[0])
        terms.sort(key=_term_order)
        return self._node(ExprKind.SUM, constant, terms=tuple(terms))

    def _terms(self, node: Expr) -> Iterator[tuple[Number, Expr | None]]:
        """What a sum is made of: factors with terms, and a factor with None for a number."""
        if node.kind is ExprKind.NUMBER:
            yield node.value, None
        elif node.kind is ExprKind.SUM:
            self._count(len(node.terms))
            yield node.value, None
            yield from node.terms
        elif node.kind is ExprKind.PRODUCT and node.value != 1:
            bare = self._product(ONE, node.factors)
            for factor, term in self._terms(bare) if bare.kind is ExprKind.SUM else ((ONE, bare),):
                yield numbers.times(node.value, factor), term
        else:
            yield ONE, node

    def _pythagoras(self, constant: Number, terms: list[tuple[Number, Expr]]) -> tuple[Number, list[tuple[Number, Expr]]]:
        """sin² + cos² is 1, and 1 − sin² is cos², whatever they are multiplied by; likewise cosh² − sinh² is 1."""
        by_term = {term: factor for factor, term in terms}
        for factor, term in terms:
            for function, partner, sign in (("sin", "cos", ONE), ("cosh", "sinh", -ONE)):
                found = _square_of(term, function)
                if found is None or term not in by_term:
                    continue
                rest = [each for each in term.factors if each[0] is not found]
                squared = (self.call(partner, found.arguments), self.number(numbers.times(ONE, ONE + ONE)))
                other = self._product(ONE, (*rest, squared))
                if by_term.get(other) == numbers.times(sign, factor):
                    del by_term[term], by_term[other]
                    bare = self._product(ONE, tuple(rest))
                    if bare.kind is ExprKind.NUMBER:
                        constant = numbers.plus(constant, factor)
                    else:
                        by_term[bare] = numbers.plus(by_term.get(bare, ZERO), factor)
        return constant, [(factor, term) for term, factor in by_term.items() if factor != 0]

    def multiply(self, nodes: Iterable[Expr]) -> Expr:
        """The product, like factors collected."""
        front: Number = ONE
        collected: dict[Expr, list[Expr]] = {}
        for node in nodes:
            self._count(1 + len(node.factors))
            if node.kind in (ExprKind.NUMBER, ExprKind.PRODUCT):
                front = numbers.times(front, node.value)
            for base, exponent in node.factors or ([] if node.kind is ExprKind.NUMBER else [(node, self.one)]):
                collected.setdefault(base, []).append(exponent)
        if front == 0:
            return self.zero
        factors = []
        for base, exponents in collected.items():
            exponent = exponents[0] if len(exponents) == 1 else self.add(exponents)
            known = numbers.power(base.value, exponent.value) if base.kind is exponent.kind is ExprKind.NUMBER else None
            if known is not None:
                front = numbers.times(front, known)
            elif exponent is not self.zero:
                factors.append((base, exponent))
        return self._chosen(front, factors) or self._product(front, tuple(factors))

    def _product(self, front: Number, factors: tuple[tuple[Expr, Expr], ...]) -> Expr:
        """Of factors that are collected already."""
        if not factors:
            return self.number(front)
        (base, exponent), *others = factors
        if not others and exponent is self.one:
            if front == 1:
                return base
            if front == -1 and base.kind is ExprKind.SUM:
                terms = tuple((numbers.times(front, factor), term) for factor, term in base.terms)
                return self._node(ExprKind.SUM, numbers.times(front, base.value), terms=terms)
        ordered = list(factors)
        ordered.sort(key=_factor_order)
        return self._node(ExprKind.PRODUCT, front, factors=tuple(ordered))

    def _chosen(self, front: Number, factors: list[tuple[Expr, Expr]]) -> Expr | None:
        """A product with a choice in it that may be 0 becomes a choice: what is not taken must not spoil the product."""
        for place, (base, exponent) in enumerate(factors):
            if base.kind is not ExprKind.CALL or base.name != "where" or exponent is not self.one:
                continue
            condition, chosen, otherwise = base.arguments
            rest = factors[:place] + factors[place + 1 :]
            if (rest or front != 1) and self.zero in (chosen, otherwise):
                by = self._product(front, tuple(rest))
                return self.choose(condition, self.multiply((by, chosen)), self.multiply((by, otherwise)))
        return None

    def choose(self, condition: Expr, chosen: Expr, otherwise: Expr) -> Expr:
        """`where(condition, chosen, otherwise)`."""
        if condition.kind is ExprKind.NUMBER:
            return chosen if condition.value != 0 else otherwise
        if chosen.name == "where" and chosen.arguments[0] is condition:
            chosen = chosen.arguments[1]
        if otherwise.name == "where" and otherwise.arguments[0] is condition:
            otherwise = otherwise.arguments[2]
        return chosen if chosen is otherwise else self.call("where", (condition, chosen, otherwise))

    def power(self, base: Expr, exponent: Expr) -> Expr:
        """The power; `exp(x)` is a power of e."""
        if exponent.kind is not ExprKind.NUMBER:
            return self._power_of_e(exponent) if base is self.e else self._open_power(base, exponent)
        value = numbers.halves(exponent.value)
        if value == 0:
            return self.one
        if value == 1:
            return base
        if base.kind is ExprKind.NUMBER:
            known = numbers.power(base.value, value)
            if known is not None:
                return self.number(known)
        if numbers.is_whole(value):
            return self._whole_power(base, value)
        if base.kind is ExprKind.PRODUCT and base.value == 1 and [each for each, _ in base.factors] == [self.e]:
            return self._power_of_e(self.multiply((base.factors[0][1], self.number(value))))
        return self._product(ONE, ((base, self.number(value)),))

    def _whole_power(self, base: Expr, value: Number) -> Expr:
        """A whole power goes into a product, and takes the sign out of a sum."""
        if base.kind is ExprKind.PRODUCT:
            front = numbers.power(base.value, value)
            if front is not None:
                exponents = [(each, self.multiply((exponent, self.number(value)))) for each, exponent in base.factors]
                return self.multiply([self.number(front), *(self.power(*each) for each in exponents)])
        if base.kind is ExprKind.SUM and is_negative(base):
            sign = ONE if int(value) % 2 == 0 else -ONE
            return self.scaled(sign, self.power(self.scaled(-ONE, base), self.number(value)))
        return self._product(ONE, ((base, self.number(value)),))

    def _open_power(self, base: Expr, exponent: Expr) -> Expr:
        if base is self.one:
            return base
        if base.kind is ExprKind.PRODUCT and base.value == 1 and [each for each, _ in base.factors] == [self.e]:
            return self._power_of_e(self.multiply((base.factors[0][1], exponent)))
        return self._product(ONE, ((base, exponent),))

    def _power_of_e(self, exponent: Expr) -> Expr:
        """exp(a + c · log(b)) is b^c · exp(a), for a number c."""
        logarithms, rest = [], []
        for factor, term in self._terms(exponent):
            if term is not None and term.kind is ExprKind.CALL and term.name == "log":
                logarithms.append(self.power(term.arguments[0], self.number(factor)))
            else:
                rest.append(self.number(factor) if term is None else self.scaled(factor, term))
        left = self.add(rest) if logarithms else exponent
        own = self.one if left is self.zero else self._product(ONE, ((self.e, left),))
        return self.multiply([*logarithms, own]) if logarithms else own

    def root(self, node: Expr) -> Expr:
        return self.power(node, self.number(HALF))

    def divide(self, above: Expr, below: Expr) -> Expr:
        return self.multiply((above, self.power(below, self.number(-ONE))))


def is_negative(node: Expr) -> bool:
    """Whether it is written with a minus in front of all of it."""
    if node.kind is ExprKind.SUM:
        return node.value <= 0 and all(factor < 0 for factor, _ in node.terms)
    return node.kind in (ExprKind.NUMBER, ExprKind.PRODUCT) and node.value < 0


def _square_of(term: Expr, function: str) -> Expr | None:
    """The call of a function that stands squared in a product."""
    for base, exponent in term.factors:
        if base.kind is ExprKind.CALL and base.name == function and exponent.kind is ExprKind.NUMBER and exponent.value == 2:
            return base
    return None


def _factor_order(factor: tuple[Expr, Expr]) -> tuple[int, int]:
    base, exponent = factor
    plain = exponent.kind is ExprKind.NUMBER and not (base.kind is ExprKind.CONSTANT and base.name == "e")
    return (base.kind if plain else max(base.kind, ExprKind.CALL), base.id)


def _term_order(term: tuple[Number, Expr]) -> tuple[float, int]:
    """By falling degree, as polynomials are written; terms of one degree as they came up."""
    return (-degree(term[1]), term[1].id)


def degree(node: Expr) -> float:
    """How many letters are multiplied."""
    if node.kind is ExprKind.SYMBOL:
        return 1.0
    return float(
        sum(
            exponent.value for base, exponent in node.factors if base.kind is ExprKind.SYMBOL and exponent.kind is ExprKind.NUMBER
        )
    )
