"""How the nodes of a computed graph, their operations and their rules are written in formulas: plain, in LaTeX and spoken.

All from the records' templates, filled with what nodes are called or with their numbers. The page writes by the same rules
(static/src/explain/notation.ts, text/operation_templates.ts, text/parentheses.ts).
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from backpass.engine.explain.names_in_latex import name_to_latex, title_to_latex, titles_to_latex
from backpass.engine.explain.number_format import (
    MINUS,
    SumTexts,
    aloud,
    beside_usual,
    format_number,
    format_value,
    negated,
    number_aloud,
    shorten,
    sum_texts,
    value_aloud,
)
from backpass.engine.explain.repeated_names import RepeatedNames, full_size, lowered
from backpass.engine.explain.shared_inputs import SharedInputs
from backpass.engine.explain.short_names import ShortNames
from backpass.engine.formulas.compiled import formulas
from backpass.engine.formulas.templates import LETTER, fill, powers_worked_out
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import Run
from backpass.engine.language import parse_expression
from backpass.engine.language.printer import MARK
from backpass.engine.language.syntax_tree import Apply, Call, Expression, Leaf, Name, NumberLiteral, Part, fold
from backpass.engine.messages import in_language, say
from backpass.engine.operations import OPERATIONS, Array, Data, Operation
from backpass.engine.serialization.node_texts import node_texts


class Formula(NamedTuple):
    """The same in three forms."""

    plain: str
    latex: str
    spoken: str
    sounds: int = 0
    """How far the spoken form hangs together."""


_WORD, _CALL, _CHAIN = range(3)
"""A name or number; an operation with an end to be heard on its left; operands on both sides of it."""


_LONGEST_LATEX, _LONGEST_PLAIN, _LONGEST_SPOKEN = 70, 24, 60
"""A longer expression is called as on its card: nobody reads it, and formulas must not grow with the depth of the graph."""


_LONGEST_NAME = 16
"""Longer dotted names are written as on their cards, `m.l[0].weight`: two of them have to fit into a line."""
_LONGEST_LABEL, _LONGEST_READ = 120, 1_000
"""Characters of a label, and of the program's text that are looked at for it: expressions within expressions share their text,
so all of them in full grow with the square of the program.
"""


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
    return _to_latex(format_number(value))


def _to_latex(text: str) -> str:
    text = text.replace(MINUS, "-").replace("∞", r"\infty").replace("≈", r"\approx")
    if text == "NaN":
        return r"\mathrm{NaN}"
    mantissa, _, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{exponent}}}" if exponent else mantissa


_LARGEST_MATRIX = 6
"""Rows and columns up to which a tensor is written out."""


def _matrix(data: Array) -> str | None:
    """A list of numbers is a column, as vectors are in textbooks: so that A x and G xᵀ read as what they are."""
    if data.ndim > 2 or data.size == 0 or max(data.shape) > _LARGEST_MATRIX:
        return None
    rows = data.reshape(len(data), data[:1].size).tolist()
    written = r" \\ ".join(" & ".join(map(_number_to_latex, row)) for row in rows)
    return rf"\begin{{bmatrix}} {written} \end{{bmatrix}}"


class _Spoken(NamedTuple):
    text: str
    sounds: int


_CONSTANTS = {"pi": "aloud-pi", "inf": "aloud-infinity", "nan": "aloud-nan"}
_POWERS = {"2": "aloud-squared", "3": "aloud-cubed"}


def _call_aloud(name: str, arguments: Sequence[str]) -> str:
    return say("aloud-call", name=name_aloud(name), arguments=f" {say('aloud-and')} ".join(arguments))


def _in_brackets_aloud(text: str) -> str:
    """What is heard of brackets; those that begin together with others inside have another name than these."""
    inner, _, _ = say("aloud-quantity", text="|").partition("|")
    return say("aloud-whole", text=text) if text.startswith(inner) else say("aloud-quantity", text=text)


def _operation_aloud(record: Operation, arguments: list[_Spoken]) -> _Spoken:
    infix = record.notation.infix if record.arity == 2 else None
    held = [
        _in_brackets_aloud(each.text)
        if each.sounds == _CHAIN or (each.sounds == _CALL and infix and (place == 0 or infix == "**"))
        else each.text
        for place, each in enumerate(arguments)
    ]
    words = dict(zip(record.parameters, held, strict=True))
    if infix == "**" and arguments[1].text in _POWERS:
        return _Spoken(f"{held[0]} {say(_POWERS[arguments[1].text])}", _CALL)
    if record.notation.spoken:
        text = MARK.sub(lambda found: words[found[1] or found[2]], in_language(record.notation.spoken))
    else:
        text = _call_aloud(record.name, held)
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
        if isinstance(part, NumberLiteral):
            return _Spoken(number_aloud(part.value), _WORD)
        assert isinstance(part, Name), f"{part} in a rule"
        if part.name in _CONSTANTS:
            return _Spoken(say(_CONSTANTS[part.name]), _WORD)
        return _Spoken(words[part.name].spoken, words[part.name].sounds)

    def combine(part: Part, arguments: list[_Spoken]) -> _Spoken:
        if isinstance(part, Call) and part.name == "where":
            condition, chosen, otherwise = (each.text for each in arguments)
            return _Spoken(say("aloud-choice", chosen=chosen, condition=condition, otherwise=otherwise), _CHAIN)
        if isinstance(part, Call) and part.name not in OPERATIONS.spellings:
            # Formulas of whole arrays name steps that are no operations of their own, such as `broadcast_to`.
            return _Spoken(_call_aloud(part.name, [each.text for each in arguments]), _CALL)
        if isinstance(part, Call):
            return _operation_aloud(OPERATIONS.spellings[part.name], arguments)
        assert isinstance(part, Apply)
        return _operation_aloud(OPERATIONS.infix[part.symbol, part.arity], arguments)

    return fold(expression, leaf, combine).text


def free_letter(letters: str, taken: Collection[str]) -> str:
    """The first of some letters that is no name already."""
    return next((each for each in letters if each not in taken), letters[0])


def output_letter(text: str, names: Iterable[str]) -> str:
    """What an output without a name is called: f, or another letter where the program has a use for that."""
    return free_letter("fFyzuvgh", {*names, *_WORD_OF_PROGRAM.findall(text[:_LONGEST_READ])})


_WORD_OF_PROGRAM = re.compile(rf"(?:{LETTER}|_)\w*")


def _letter(letter: str) -> Formula:
    return Formula(letter, letter, letter)


class GraphNotation:
    """The formulas of one graph."""

    def __init__(self, run: Run, trace: Trace) -> None:
        self._trace = trace
        self._text = run.program.text
        self._texts = node_texts(run, trace)
        self._repeated = RepeatedNames(trace, self.source, self._texts.__contains__)
        self._labels = [self._labelled(node) for node in range(len(trace.tensors))]
        self._names = ShortNames(tensor.label for tensor in trace.tensors if tensor.label)
        self._titles = titles_to_latex(
            (tensor.label, self._repeated.time(node)) for node, tensor in enumerate(trace.tensors) if tensor.label
        )
        self._shared = SharedInputs(trace)
        names = {tensor.label or "" for tensor in trace.tensors}
        self.upstream = _letter(free_letter("GUQR", names))
        """What rules call the gradient that arrives: G, or another letter where the program has a use for that."""
        output = trace.tensors[-1]
        self._output = None if output.label or output.operation is None else _letter(output_letter(self._text, names))
        """What derivatives call an output without a name, whatever its expression: *f*."""
        self._called: list[Formula] = []
        # Inputs come before their users, so that naming one node never has to descend into the depth of the graph.
        for node in range(len(trace.tensors)):
            self._called.append(self._name(node))

    def label(self, node: int) -> str:
        """What a node is called on its card: its name, the text it was made from, or its number where the program never wrote it;
        cut to `_LONGEST_LABEL` characters.
        """
        return self._labels[node]

    def time(self, node: int) -> str:
        """Of a node whose name was given more than once, which time it was, in digits below the line; else nothing."""
        return self._repeated.time(node)

    def short_label(self, node: int, width: int) -> str:
        """The same in at most `width` characters, where names that differ still do."""
        time = self.time(node)
        return self._names.cut(self._trace.tensors[node].label or self.label(node), width - len(time)) + time

    def _labelled(self, node: int) -> str:
        tensor = self._trace.tensors[node]
        if tensor.label:
            return shorten(tensor.label + self.time(node), _LONGEST_LABEL)
        if tensor.span is not None:
            return shorten(self.numbered(node), _LONGEST_LABEL)
        return tensor.operation.name if tensor.operation else format_value(tensor.raw)

    def source(self, node: int) -> str:
        """The beginning of the text a node was made from, or what it computes where others have the same; empty without any."""
        tensor = self._trace.tensors[node]
        if tensor.span is None or node in self._texts:
            return self._texts.get(node, "")
        start, end = tensor.span
        return self._text[start : min(end, start + _LONGEST_READ)]

    def numbered(self, node: int) -> str:
        """The same with the names in it as on the cards."""
        return self._repeated.text(node)

    def node(self, node: int) -> Formula:
        """What a node is called: its name, else the expression it is."""
        return self._called[node]

    def _name(self, node: int) -> Formula:
        tensor = self._trace.tensors[node]
        plain = self.short_label(node, _LONGEST_PLAIN)
        if tensor.label:
            short = self._names.cut(tensor.label, _LONGEST_NAME)
            time = self.time(node)
            is_whole = short == tensor.label or short.endswith("…")
            # On a card it may be shorter than one that is written in full: `m.l[0].w`.
            latex = self._titles[tensor.label, time] if is_whole else title_to_latex(short, time)
            return Formula(plain, latex, f"{name_aloud(tensor.label)} {full_size(time)}".rstrip())
        if tensor.operation is None:
            return value_formula(tensor.raw)
        expression = self.expression(node)
        latex, spoken, sounds = expression[1:] if expression else ("", "", _WORD)
        heard = 0 < len(spoken) <= _LONGEST_SPOKEN
        return Formula(
            plain,
            latex if 0 < len(latex) <= _LONGEST_LATEX else name_to_latex(plain),
            spoken if heard else aloud(plain) or tensor.operation.name,  # as its card is called
            sounds if heard else _WORD,
        )

    def expression(self, node: int) -> Formula | None:
        """The operation of a node over what its inputs are called; None for a leaf."""
        return self._value(node, self.node)

    def substituted(self, node: int) -> Formula | None:
        """The same over their numbers; those of a sum with so many decimals that they add up."""
        texts = self.sum_of(node)
        if texts is None:
            return self._value(node, self.number)
        words = dict(zip(self._trace.inputs[node], texts, strict=False))
        return self._value(node, lambda source: self.number(source)._replace(plain=words[source], latex=_to_latex(words[source])))

    def sum_of(self, node: int) -> SumTexts | None:
        """How the operands of a sum or difference of two numbers and its result are written; None for all else."""
        tensor = self._trace.tensors[node]
        if tensor.operation is None or tensor.operation.name not in {"add", "subtract"} or len(tensor.inputs) != 2:
            return None
        first, second, total = (each.raw for each in (*tensor.inputs, tensor))
        if not (isinstance(first, float) and isinstance(second, float) and isinstance(total, float)):
            return None
        if tensor.operation.name == "add":
            return sum_texts(first, second, total)
        start, sent, whole = sum_texts(first, -second, total)
        return start, negated(sent), whole

    def result(self, node: int) -> Formula:
        """A node's value as it is written after its operands; of a sum so that it adds up, then as on its card."""
        number, texts, total = self.number(node), self.sum_of(node), self._trace.tensors[node].raw
        if texts is None or not isinstance(total, float):
            return number
        plain = beside_usual(texts[2], total)
        return number._replace(plain=plain, latex=_to_latex(plain))

    def number(self, node: int) -> Formula:
        """A node's value."""
        return value_formula(self._trace.tensors[node].raw)

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
        return self._rule(node, slot, self.node, self.upstream)

    def rule_in_words(self, node: int, slot: int, width: int) -> Formula | None:
        """… and with what sentences call the nodes, in so many characters each; `Xᵀ` as textbooks write it."""
        rule = self._rule(node, slot, lambda each: self.node(each)._replace(plain=self.short_label(each, width)), self.upstream)
        if rule is None:
            return None
        return rule._replace(plain=re.sub(r"transpose\(([\w.]+)\)", r"\1ᵀ", rule.plain))

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
            powers_worked_out(fill(plain, {name: each.plain for name, each in words.items()})),
            powers_worked_out(fill(latex, {name: each.latex for name, each in words.items()}, latex=True)),
            rule_aloud(rule.display_text or rule.text, words),
        )

    def derivative(self, above: int, below: int) -> Formula:
        """∂above/∂below."""
        return self._quotient(above, below)

    def local(self, node: int, slot: int) -> Formula:
        """What an edge multiplies by: ∂node/∂input, where the input takes part in the node by this edge alone; else the
        derivative by this one input, identified by its number: ∂(a·a)/∂a₍₁₎ is a, while ∂(a·a)/∂a is 2a.
        """
        return self._quotient(node, self._trace.inputs[node][slot], slot + 1 if (node, slot) in self._shared else None)

    def _variable(self, node: int) -> Formula:
        is_output = node == len(self._trace.tensors) - 1
        return self._output if self._output and is_output else self.node(node)

    def _quotient(self, above: int, below: int, place: int | None = None) -> Formula:
        upper, lower = self._variable(above), self._variable(below)
        # In LaTeX after an empty group, since the name may have an index of its own.
        plain, latex = ("", "") if place is None else (f"₍{lowered(place)}₎", f"{{}}_{{({place})}}")
        heard = "" if place is None else f", its input number {place}"
        return Formula(
            fill(f"∂«a»/∂«b»{plain}", {"a": upper.plain, "b": lower.plain}),
            fill(rf"\dfrac{{\partial «a»}}{{\partial «b»{latex}}}", {"a": upper.latex, "b": lower.latex}, latex=True),
            say("aloud-derivative", upper=upper.spoken, lower=lower.spoken) + heard,
        )
