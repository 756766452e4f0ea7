"""Names that a program gives more than once, numbered as on the cards of the page: `d = d + c` as `d₂ = d₁ + c`.

The page has the same in static/src/text/repeated_names.ts and static/src/graph/places.ts.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from backpass.engine.formulas.templates import LETTER, fill
from backpass.engine.graph.trace import Trace

_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_FULL_SIZE = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def lowered(number: int) -> str:
    """A whole number in digits below the line: `₁₂`."""
    return str(number).translate(_LOWERED)


def full_size(digits: str) -> str:
    """The number that digits below the line are: `12` of `₁₂`."""
    return digits.translate(_FULL_SIZE)


class Operand(NamedTuple):
    """What is read at one place of an expression."""

    name: str
    """Empty where it is called otherwise."""
    number: str
    """Empty where its name was given once."""


def _operand(name: str, time: str) -> Operand:
    """A named value as texts read it: a name that is given again after an input is `x#2` in the graph, and `x` in the program."""
    base, again, place = name.partition("#")
    return Operand(base, f"{again}{place}{time}")


class _Variable(NamedTuple):
    name: str
    start: int
    is_owner: bool
    """Whether a function is called of it: `x` in `x.mean()`, which is read, and `torch` in `torch.exp(x)`, which is not."""


_LONGEST_NUMBERED = 400
"""Longer texts stay as they are: no sentence has room for them."""
_NAME = rf"(?:{LETTER}|_)\w*"
_VARIABLE = re.compile(rf"(?<![\w.]){_NAME}(?:\.{_NAME})*(?!\w|\s*\(|\s*=(?!=))")
"""A name with its attributes; not that of a function that is called, of a parameter that is named, or within a number."""
_CALLED = re.compile(rf"(?:\.{_NAME})+\(")
_WORDS = {"and", "else", "for", "if", "in", "is", "lambda", "not", "or", "True", "False", "None"}
_AUGMENTED = re.compile(r"([\w.#]+)\s*(\*\*|//|[-+*/@%])=\s*(?!=)(.*)", re.DOTALL)
"""`d += 2*c`: what is on its left, its operator, and what is on its right."""


def _variables(text: str) -> list[_Variable]:
    """The variables of an expression, in the order in which they are read."""
    found = (_Variable(each[0], each.start(), bool(_CALLED.match(text, each.end()))) for each in _VARIABLE.finditer(text))
    return [variable for variable in found if variable.name not in _WORDS]


def numbered(text: str, operands: Sequence[Operand]) -> str:
    """The text with its variables numbered, where it is sure which is which: they are the operands one for one, or a single one
    that is called alike wherever it is read.
    """
    every = _variables(text)
    read = [variable for variable in every if not variable.is_owner]
    for variables in (every, read):
        if len(variables) == len(operands):
            return _with_numbers(text, variables, operands)
    names = list(dict.fromkeys(variable.name for variable in read)) or [every[0].name if every else ""]
    alike = {operand.number for operand in operands if operand.name == names[0]}
    if len(names) > 1 or len(alike) != 1:
        return text
    (number,) = alike
    return _with_numbers(text, every, [Operand(each.name if each.name == names[0] else "", number) for each in every])


def _with_numbers(text: str, variables: Sequence[_Variable], operands: Sequence[Operand]) -> str:
    made, end = "", 0
    for variable, operand in zip(variables, operands, strict=True):
        if operand.name == variable.name:
            after = variable.start + len(variable.name)
            made += text[end:after] + operand.number
            end = after
    return made + text[end:]


def assigned_text(written: str) -> str:
    """What a statement gives its name to: `d₁ + c`, also where it is written `d += c`."""
    found = _AUGMENTED.fullmatch(written)
    return fill(f"«a» {found[2]} «b»", {"a": found[1], "b": found[3]}) if found else written


class RepeatedNames:
    """Which time the name of each node was given, and the texts of nodes with those numbers."""

    def __init__(self, trace: Trace, source: Callable[[int], str], has_text: Callable[[int], bool]) -> None:
        """`source`: the text that a node was made from. `has_text`: whether that was made of its inputs."""
        self._trace, self._source, self._has_text = trace, source, has_text
        by_name: dict[str, list[int]] = defaultdict(list)
        for node, tensor in enumerate(trace.tensors):
            if tensor.label:
                by_name[tensor.label].append(node)
        several = [nodes for nodes in by_name.values() if len(nodes) > 1]
        self._is_any_repeated = bool(several) or any("#" in name for name in by_name)
        self._times = {node: lowered(index + 1) for nodes in several for index, node in enumerate(nodes)}

    def time(self, node: int) -> str:
        """Of a node whose name was given more than once, which time it was, in digits below the line; else nothing."""
        return self._times.get(node, "")

    def text(self, node: int) -> str:
        """The text that a node was made from, with the names in it as on the cards; empty without any."""
        text = self._source(node)
        if not text or not self._is_any_repeated or len(text) > _LONGEST_NUMBERED:
            return text
        return numbered(text, self._operands(node, len(text)))

    def _operands(self, node: int, most: int) -> list[Operand]:
        """What a node's text reads, as it reads it: named values, through those without a name; `most` values are looked at."""
        tensors, inputs = self._trace.tensors, self._trace.inputs
        whole = tensors[node].span
        found: list[Operand] = []
        waiting = list(reversed(inputs[node]))

        def in_order() -> int | None:
            return waiting.pop() if waiting else None

        for at in islice(iter(in_order, None), most):
            tensor = tensors[at]
            # A text that was made of its inputs has all of them in it.
            is_inside = self._has_text(node) or (
                whole is not None and tensor.span is not None and whole[0] <= tensor.span[0] and tensor.span[1] <= whole[1]
            )
            if tensor.label:
                found.append(_operand(tensor.label, self.time(at)))
            elif not is_inside:
                found.append(Operand("", ""))
            elif tensor.operation is None:
                found.extend(Operand("", "") for _ in _variables(self._source(at)))
            else:
                waiting.extend(reversed(inputs[at]))
        return found
