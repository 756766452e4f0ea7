"""Expressions in their simplest form: sums with like terms collected, products with like factors collected, calls.

Every expression exists once per `Algebra`, so equal ones are the same object and shared parts stay shared. An expression is
simplified when it is made, from parts that already are; so making one costs as much as it has parts, and nothing recurses.
Simplification holds wherever both sides are finite: `x / x` is 1, and what is multiplied by 0 is 0.
Knows sums, products and powers; what is known of functions is asked of `functions`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property

from engine.problems import Code, Problem, ProblemError
from engine.symbolic import numbers
from engine.symbolic.numbers import HALF, ONE, ZERO, Number


class Kind(IntEnum):
    """In the order in which factors are written."""

    NUMBER = 0
    CONSTANT = 1
    SYMBOL = 2
    CALL = 3
    SUM = 4
    PRODUCT = 5


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An expression. Which fields have something in them follows from its kind."""

    kind: Kind
    id: int
    """Larger than that of every part."""
    value: Number = ZERO
    """The number; of a sum what is added to its terms; of a product its factor in front."""
    name: str = ""
    """Of a symbol, a constant or a function."""
    terms: "tuple[tuple[Number, Node], ...]" = ()
    """Of a sum: each with its factor."""
    factors: "tuple[tuple[Node, Node], ...]" = ()
    """Of a product: each with its exponent."""
    arguments: "tuple[Node, ...]" = ()
    """Of a call."""

    @property
    def parts(self) -> "Iterator[Node]":
        """The expressions it is made of; one that stands in it twice comes twice."""
        yield from (term for _, term in self.terms)
        for base, exponent in self.factors:
            yield base
            yield exponent
        yield from self.arguments


class Algebra:
    """All expressions of one derivation. `most` bounds how many parts they may have together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made = 0
        self._nodes: dict[object, Node] = {}
        self.zero, self.one = self.number(ZERO), self.number(ONE)
        self.e = self._node(Kind.CONSTANT, name="e")

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
                    f"The derivative would take more than {self._most:,} parts of formulas to work out, the most that are "
                    "handled here.",
                    "Ask for a part of the program with `output`, or for the numbers alone: gradients have no such limit.",
                )
            )

    def _node(self, kind: Kind, value: Number = ZERO, name: str = "", **parts: tuple[object, ...]) -> Node:
        # An equal float and fraction are written differently, so they are kept apart.
        key = (kind, type(value), value, name, *parts.values())
        known = self._nodes.get(key)
        if known is None:
            known = self._nodes[key] = Node(kind, len(self._nodes), value, name, **parts)  # type: ignore[arg-type]
            self._count(1 + sum(map(len, parts.values())))
        return known

    def number(self, value: Number) -> Node:
        return self._node(Kind.NUMBER, value)

    def symbol(self, name: str) -> Node:
        return self._node(Kind.SYMBOL, name=name)

    def has_symbol(self, name: str) -> bool:
        """Whether a letter is called so."""
        return (Kind.SYMBOL, Fraction, ZERO, name) in self._nodes

    @cached_property
    def pi(self) -> Node:
        return self._node(Kind.CONSTANT, name="pi")

    def call(self, name: str, arguments: Sequence[Node]) -> Node:
        """A function as it is, without anything that is known of it."""
        return self._node(Kind.CALL, name=name, arguments=tuple(arguments))

    def scaled(self, factor: Number, node: Node) -> Node:
        return self.multiply((self.number(factor), node))

    def add(self, nodes: Iterable[Node]) -> Node:
        """The sum, like terms collected."""
        constant: Number = ZERO
        collected: dict[Node, Number] = {}
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
        return self._node(Kind.SUM, constant, terms=tuple(terms))

    def _terms(self, node: Node) -> Iterator[tuple[Number, Node | None]]:
        """What a sum is made of: factors with terms, and a factor with None for a number."""
        if node.kind is Kind.NUMBER:
            yield node.value, None
        elif node.kind is Kind.SUM:
            self._count(len(node.terms))
            yield node.value, None
            yield from node.terms
        elif node.kind is Kind.PRODUCT and node.value != 1:
            bare = self._product(ONE, node.factors)
            for factor, term in self._terms(bare) if bare.kind is Kind.SUM else ((ONE, bare),):
                yield numbers.times(node.value, factor), term
        else:
            yield ONE, node

    def _pythagoras(self, constant: Number, terms: list[tuple[Number, Node]]) -> tuple[Number, list[tuple[Number, Node]]]:
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
                    if bare.kind is Kind.NUMBER:
                        constant = numbers.plus(constant, factor)
                    else:
                        by_term[bare] = numbers.plus(by_term.get(bare, ZERO), factor)
        return constant, [(factor, term) for term, factor in by_term.items() if factor != 0]

    def multiply(self, nodes: Iterable[Node]) -> Node:
        """The product, like factors collected."""
        front: Number = ONE
        collected: dict[Node, list[Node]] = {}
        for node in nodes:
            self._count(1 + len(node.factors))
            if node.kind in (Kind.NUMBER, Kind.PRODUCT):
                front = numbers.times(front, node.value)
            for base, exponent in node.factors or ([] if node.kind is Kind.NUMBER else [(node, self.one)]):
                collected.setdefault(base, []).append(exponent)
        if front == 0:
            return self.zero
        factors = []
        for base, exponents in collected.items():
            exponent = exponents[0] if len(exponents) == 1 else self.add(exponents)
            known = numbers.power(base.value, exponent.value) if base.kind is exponent.kind is Kind.NUMBER else None
            if known is not None:
                front = numbers.times(front, known)
            elif exponent is not self.zero:
                factors.append((base, exponent))
        return self._chosen(front, factors) or self._product(front, tuple(factors))

    def _product(self, front: Number, factors: tuple[tuple[Node, Node], ...]) -> Node:
        """Of factors that are collected already."""
        if not factors:
            return self.number(front)
        (base, exponent), *others = factors
        if not others and exponent is self.one:
            if front == 1:
                return base
            if front == -1 and base.kind is Kind.SUM:
                terms = tuple((numbers.times(front, factor), term) for factor, term in base.terms)
                return self._node(Kind.SUM, numbers.times(front, base.value), terms=terms)
        ordered = list(factors)
        ordered.sort(key=_factor_order)
        return self._node(Kind.PRODUCT, front, factors=tuple(ordered))

    def _chosen(self, front: Number, factors: list[tuple[Node, Node]]) -> Node | None:
        """A product with a choice in it that may be 0 becomes a choice: what is not taken must not spoil the product."""
        for place, (base, exponent) in enumerate(factors):
            if base.kind is not Kind.CALL or base.name != "where" or exponent is not self.one:
                continue
            condition, chosen, otherwise = base.arguments
            rest = factors[:place] + factors[place + 1 :]
            if (rest or front != 1) and self.zero in (chosen, otherwise):
                by = self._product(front, tuple(rest))
                return self.choose(condition, self.multiply((by, chosen)), self.multiply((by, otherwise)))
        return None

    def choose(self, condition: Node, chosen: Node, otherwise: Node) -> Node:
        """`where(condition, chosen, otherwise)`."""
        if condition.kind is Kind.NUMBER:
            return chosen if condition.value != 0 else otherwise
        if chosen.name == "where" and chosen.arguments[0] is condition:
            chosen = chosen.arguments[1]
        if otherwise.name == "where" and otherwise.arguments[0] is condition:
            otherwise = otherwise.arguments[2]
        return chosen if chosen is otherwise else self.call("where", (condition, chosen, otherwise))

    def power(self, base: Node, exponent: Node) -> Node:
        """The power; `exp(x)` is a power of e."""
        if exponent.kind is not Kind.NUMBER:
            return self._power_of_e(exponent) if base is self.e else self._open_power(base, exponent)
        value = numbers.halves(exponent.value)
        if value == 0:
            return self.one
        if value == 1:
            return base
        if base.kind is Kind.NUMBER:
            known = numbers.power(base.value, value)
            if known is not None:
                return self.number(known)
        if numbers.is_whole(value):
            return self._whole_power(base, value)
        if base.kind is Kind.PRODUCT and base.value == 1 and [each for each, _ in base.factors] == [self.e]:
            return self._power_of_e(self.multiply((base.factors[0][1], self.number(value))))
        return self._product(ONE, ((base, self.number(value)),))

    def _whole_power(self, base: Node, value: Number) -> Node:
        """A whole power goes into a product, and takes the sign out of a sum."""
        if base.kind is Kind.PRODUCT:
            front = numbers.power(base.value, value)
            if front is not None:
                exponents = [(each, self.multiply((exponent, self.number(value)))) for each, exponent in base.factors]
                return self.multiply([self.number(front), *(self.power(*each) for each in exponents)])
        if base.kind is Kind.SUM and is_negative(base):
            sign = ONE if int(value) % 2 == 0 else -ONE
            return self.scaled(sign, self.power(self.scaled(-ONE, base), self.number(value)))
        return self._product(ONE, ((base, self.number(value)),))

    def _open_power(self, base: Node, exponent: Node) -> Node:
        if base is self.one:
            return base
        if base.kind is Kind.PRODUCT and base.value == 1 and [each for each, _ in base.factors] == [self.e]:
            return self._power_of_e(self.multiply((base.factors[0][1], exponent)))
        return self._product(ONE, ((base, exponent),))

    def _power_of_e(self, exponent: Node) -> Node:
        """exp(a + c · log(b)) is b^c · exp(a), for a number c."""
        logarithms, rest = [], []
        for factor, term in self._terms(exponent):
            if term is not None and term.kind is Kind.CALL and term.name == "log":
                logarithms.append(self.power(term.arguments[0], self.number(factor)))
            else:
                rest.append(self.number(factor) if term is None else self.scaled(factor, term))
        left = self.add(rest) if logarithms else exponent
        own = self.one if left is self.zero else self._product(ONE, ((self.e, left),))
        return self.multiply([*logarithms, own]) if logarithms else own

    def root(self, node: Node) -> Node:
        return self.power(node, self.number(HALF))

    def divide(self, above: Node, below: Node) -> Node:
        return self.multiply((above, self.power(below, self.number(-ONE))))


def is_negative(node: Node) -> bool:
    """Whether it is written with a minus in front of all of it."""
    if node.kind is Kind.SUM:
        return node.value <= 0 and all(factor < 0 for factor, _ in node.terms)
    return node.kind in (Kind.NUMBER, Kind.PRODUCT) and node.value < 0


def _square_of(term: Node, function: str) -> Node | None:
    """The call of a function that stands squared in a product."""
    for base, exponent in term.factors:
        if base.kind is Kind.CALL and base.name == function and exponent.kind is Kind.NUMBER and exponent.value == 2:
            return base
    return None


def _factor_order(factor: tuple[Node, Node]) -> tuple[int, int]:
    base, exponent = factor
    plain = exponent.kind is Kind.NUMBER and not (base.kind is Kind.CONSTANT and base.name == "e")
    return (base.kind if plain else max(base.kind, Kind.CALL), base.id)


def _term_order(term: tuple[Number, Node]) -> tuple[float, int]:
    """By falling degree, as polynomials are written; terms of one degree as they came up."""
    return (-degree(term[1]), term[1].id)


def degree(node: Node) -> float:
    """How many letters are multiplied."""
    if node.kind is Kind.SYMBOL:
        return 1.0
    return float(
        sum(exponent.value for base, exponent in node.factors if base.kind is Kind.SYMBOL and exponent.kind is Kind.NUMBER)
    )
