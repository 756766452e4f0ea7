"""How the nodes of a computed graph, their operations and their rules are written in formulas: plain, in LaTeX and spoken.

All from the records' templates, filled with what nodes are called or with their numbers. The page writes by the same rules
(static/src/graph/notation.ts, templates.ts, parentheses.ts).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from engine.formats import MINUS, aloud, format_number, format_value, number_aloud, shorten, value_aloud
from engine.language import parse_expression
from engine.language.printer import MARK
from engine.language.tree import Apply, Call, Expression, Leaf, Name, Number, Part, fold
from engine.operations import OPERATIONS, Array, Data, Operation
from engine.rules import formulas
from engine.templates import LETTER, fill
from engine.tensor import Tensor
from engine.trace import Trace


class Formula(NamedTuple):
    """The same in three forms."""

    plain: str
    latex: str
    spoken: str
    sounds: int = 0
    """How far the spoken form hangs together."""


_UPSTREAM = Formula("G", "G", "G")
_WORD, _CALL, _CHAIN = range(3)
"""A name or number; an operation with an end to be heard on its left; operands on both sides of it."""


_LONGEST_LATEX, _LONGEST_PLAIN, _LONGEST_SPOKEN = 70, 24, 60
"""A longer expression is called by its number: nobody reads it, and formulas must not grow with the depth of the graph."""

_GREEK = re.compile(
    "(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)",
    re.IGNORECASE,
)


def name_to_latex(name: str) -> str:
    """`x1` as x with the index 1, `alpha` as α, `loss` in one piece; a label that is an expression (`x1*w1`) name by name."""
    if not re.search(r"[*+\-/()^]", name):
        return _whole_name_to_latex(name)
    parts = re.split(rf"((?:{LETTER}|_)\w*)", name)
    return "".join(_whole_name_to_latex(part) if index % 2 else _operators_to_latex(part) for index, part in enumerate(parts))


def _operators_to_latex(text: str) -> str:
    return re.sub(r" ?(?<!\*)\*(?!\*) ?", r" \\cdot ", escape_latex(text))


def _whole_name_to_latex(name: str) -> str:
    parts = re.fullmatch(rf"({LETTER}+)_?(\d+)", name) or re.fullmatch(rf"({LETTER}+)_({LETTER}+)", name)
    if not parts:
        return _word_to_latex(name)
    index = parts[2]
    shown = index if index.isdecimal() or len(index) == 1 else rf"\mathit{{{index}}}"
    return f"{_word_to_latex(parts[1])}_{{{shown}}}"


def _word_to_latex(word: str) -> str:
    if _GREEK.fullmatch(word) and word[1:].islower():
        return f"\\{word}"
    return word if len(word) == 1 else rf"\mathit{{{escape_latex(word)}}}"


def escape_latex(text: str) -> str:
    """Text whose characters mean nothing to LaTeX."""
    return re.sub(r"[\\{}$&#^_%~]", lambda found: "" if found[0] == "\\" else f"\\{found[0]}", text)


def name_aloud(name: str) -> str:
    """`x1` as x 1, `my_loss` as my loss."""
    return aloud(re.sub(r"(?<=[^\W\d])(?=\d)", " ", name))


def value_formula(data: Data) -> Formula:
    """A value in a formula; a tensor written out where it is small, else by its shape."""
    plain = format_value(data)
    if not isinstance(data, float):
        return Formula(plain, _matrix(data) or rf"\text{{{plain}}}", value_aloud(data))
    return Formula(plain, _number_to_latex(data), number_aloud(data))


def _number_to_latex(value: float) -> str:
    text = format_number(value).replace(MINUS, "-").replace("∞", r"\infty")
    if text == "NaN":
        return r"\mathrm{NaN}"
    mantissa, _, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{exponent}}}" if exponent else mantissa


_LARGEST_MATRIX = 6
"""Rows and columns up to which a tensor is written out."""


def _matrix(data: Array) -> str | None:
    """A list of numbers is a column, as vectors are in textbooks: so that A x and G xᵀ read as what they are."""
    if data.ndim > 2 or max(data.shape) > _LARGEST_MATRIX:
        return None
    rows = data.reshape(len(data), -1).tolist()
    written = r" \\ ".join(" & ".join(map(_number_to_latex, row)) for row in rows)
    return rf"\begin{{bmatrix}} {written} \end{{bmatrix}}"


class _Spoken(NamedTuple):
    text: str
    sounds: int


_CONSTANTS = {"pi": "pi", "inf": "infinity", "nan": "not a number"}
_POWERS = {"2": "squared", "3": "cubed"}


def _operation_aloud(record: Operation, arguments: list[_Spoken]) -> _Spoken:
    infix = record.notation.infix if record.arity == 2 else None
    held = [
        f"the quantity {each.text},"
        if each.sounds == _CHAIN or (each.sounds == _CALL and infix and (place == 0 or infix == "**"))
        else each.text
        for place, each in enumerate(arguments)
    ]
    words = dict(zip(record.parameters, held, strict=True))
    if infix == "**" and arguments[1].text in _POWERS:
        return _Spoken(f"{held[0]} {_POWERS[arguments[1].text]}", _CALL)
    if record.notation.spoken:
        text = MARK.sub(lambda found: words[found[1] or found[2]], record.notation.spoken)
    else:
        text = f"{name_aloud(record.name)} of {' and '.join(held)}"
    return _Spoken(text.rstrip(","), _CHAIN if infix else _CALL)


@cache
def _rule(text: str) -> Expression:
    return parse_expression(text)


def rule_aloud(text: str, words: Mapping[str, Formula]) -> str:
    """A rule of a record, its names replaced."""
    return expression_aloud(_rule(text), words)


def expression_aloud(expression: Expression, words: Mapping[str, Formula]) -> str:
    """An expression in words, its names replaced."""

    def leaf(part: Leaf) -> _Spoken:
        if isinstance(part, Number):
            return _Spoken(number_aloud(part.value), _WORD)
        assert isinstance(part, Name), f"{part} in a rule"
        if part.name in _CONSTANTS:
            return _Spoken(_CONSTANTS[part.name], _WORD)
        return _Spoken(words[part.name].spoken, words[part.name].sounds)

    def combine(part: Part, arguments: list[_Spoken]) -> _Spoken:
        if isinstance(part, Call) and part.name == "where":
            condition, chosen, otherwise = (each.text for each in arguments)
            return _Spoken(f"{chosen} if {condition}, else {otherwise}", _CHAIN)
        if isinstance(part, Call) and part.name not in OPERATIONS.spellings:
            # Formulas of whole arrays name steps that are no operations of their own, such as `broadcast_to`.
            return _Spoken(f"{name_aloud(part.name)} of {' and '.join(each.text for each in arguments)}", _CALL)
        if isinstance(part, Call):
            return _operation_aloud(OPERATIONS.spellings[part.name], arguments)
        assert isinstance(part, Apply)
        return _operation_aloud(OPERATIONS.infix[part.symbol, part.arity], arguments)

    return fold(expression, leaf, combine).text


class Notation:
    """The formulas of one graph."""

    def __init__(self, trace: Trace, text: str) -> None:
        self._trace = trace
        self._text = text
        self._called: list[Formula] = []
        # Inputs come before their users, so that naming one node never has to descend into the depth of the graph.
        for node in range(len(trace.tensors)):
            self._called.append(self._name(node))

    def label(self, node: int) -> str:
        """What a node is called: its name, the text it was made from, or its number where the program never wrote it."""
        tensor = self._trace.tensors[node]
        if tensor.label is not None:
            return tensor.label
        if tensor.span is not None:
            return re.sub(r"\s+", " ", self._text[tensor.span[0] : tensor.span[1]])
        return tensor.operation.name if tensor.operation else format_value(tensor.data)

    def source(self, node: int) -> str:
        """The text a node was made from; empty where there is none."""
        span = self._trace.tensors[node].span
        return self._text[span[0] : span[1]] if span else ""

    def node(self, node: int) -> Formula:
        """What a node is called: its name, else the expression it is."""
        return self._called[node]

    def _name(self, node: int) -> Formula:
        tensor = self._trace.tensors[node]
        plain = shorten(self.label(node), _LONGEST_PLAIN)
        if tensor.label is not None:
            return Formula(plain, name_to_latex(tensor.label), name_aloud(tensor.label))
        if tensor.operation is None:
            return value_formula(tensor.data)
        expression = self.expression(node)
        latex, spoken, sounds = expression[1:] if expression else ("", "", _WORD)
        heard = 0 < len(spoken) <= _LONGEST_SPOKEN
        return Formula(
            plain,
            latex if 0 < len(latex) <= _LONGEST_LATEX else f"v_{{{node}}}",
            spoken if heard else f"value number {node}",
            sounds if heard else _WORD,
        )

    def expression(self, node: int) -> Formula | None:
        """The operation of a node over what its inputs are called; None for a leaf."""
        return self._value(node, self.node)

    def substituted(self, node: int) -> Formula | None:
        """The same over their numbers."""
        return self._value(node, self.number)

    def number(self, node: int) -> Formula:
        """A node's value."""
        return value_formula(self._trace.tensors[node].data)

    def _value(self, node: int, word: Callable[[int], Formula]) -> Formula | None:
        record = self._record(self._trace.tensors[node])
        if record is None:
            return None
        shown = formulas(record)
        words = dict(zip(record.parameters, map(word, self._trace.inputs[node]), strict=True))
        return Formula(
            fill(shown.plain, {name: each.plain for name, each in words.items()}),
            fill(shown.latex, {name: each.latex for name, each in words.items()}, latex=True),
            *_operation_aloud(record, [_Spoken(each.spoken, each.sounds) for each in words.values()]),
        )

    def _record(self, tensor: Tensor) -> Operation | None:
        """None for a leaf, and for an operation with more inputs than parameters, which has no template of its own."""
        record = tensor.operation
        return record if record is not None and len(tensor.inputs) == record.arity else None

    def rule(self, node: int, slot: int) -> Formula | None:
        """The local derivative in a slot with letters, or what a linear map makes of the upstream gradient G …"""
        return self._rule(node, slot, self.node, _UPSTREAM)

    def rule_substituted(self, node: int, slot: int, upstream: Data) -> Formula | None:
        """… and with numbers."""
        return self._rule(node, slot, self.number, value_formula(upstream))

    def sent_through(self, node: int, slot: int) -> Formula | None:
        """The rule of a linear map for the gradient that arrives at it; None for what works element by element."""
        record = self._trace.tensors[node].operation
        if record is None or record.elementwise:
            return None
        return self._rule(node, slot, self.node, self.derivative(len(self._trace.tensors) - 1, node))

    def _rule(self, node: int, slot: int, word: Callable[[int], Formula], upstream: Formula) -> Formula | None:
        record = self._record(self._trace.tensors[node])
        if record is None:
            return None
        latex, plain = formulas(record).rules[slot]
        words = dict(zip(record.parameters, map(word, self._trace.inputs[node]), strict=True))
        words |= {"out": word(node), "G": upstream}
        rule = record.rules[slot]
        return Formula(
            fill(plain, {name: each.plain for name, each in words.items()}),
            fill(latex, {name: each.latex for name, each in words.items()}, latex=True),
            rule_aloud(rule.usual or rule.text, words),
        )

    def derivative(self, above: int, below: int) -> Formula:
        """∂above/∂below."""
        upper, lower = self.node(above), self.node(below)
        return Formula(
            fill("∂«a»/∂«b»", {"a": upper.plain, "b": lower.plain}),
            fill(r"\dfrac{\partial «a»}{\partial «b»}", {"a": upper.latex, "b": lower.latex}, latex=True),
            f"the derivative of {upper.spoken} with respect to {lower.spoken}",
        )
