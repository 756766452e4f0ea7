"""A derivation in LaTeX, node by node: each value with letters and with numbers, then each gradient with its contributions.

Uses only what KaTeX and every LaTeX with amsmath know. The formulas are the records' own.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import NamedTuple

from backpass.engine.autodiff.reverse_numeric import Contribution
from backpass.engine.export.formula import parsed
from backpass.engine.formulas.compiled import formulas
from backpass.engine.graph.tensor import Tensor
from backpass.engine.language.printer import MARK
from backpass.engine.language.syntax_tree import Apply
from backpass.engine.messages import say
from backpass.engine.operations import How, Operation
from backpass.engine.serialization.computation import Computation, check_scalars, not_exportable

_CAPITALS = {"Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"}
"""The Greek capitals that do not look like Latin ones, which alone have commands."""
_TEXT = {"\\": r"\backslash", "~": r"\sim", "^": r"\wedge"}
"""Characters that have no simple escape within text, as the signs that look like them."""


class LatexTerm(NamedTuple):
    """A piece of LaTeX, and whether it holds together without parentheses."""

    text: str
    single: bool = True


def latex(computation: Computation) -> str:
    """Scalars only. Raises ProblemError (not-exportable)."""
    check_scalars(computation, "latex", say("numpy-pytorch-jax"))
    for node, tensor in enumerate(computation.tensors):
        if tensor.operation is not None and not tensor.operation.elementwise and not tensor.operation.own:
            raise not_exportable("latex", f"{tensor.operation.as_a_whole}.", say("leave-upstream-out"), tensor, node)
    writer = _Derivation(computation)
    lines = [*writer.values(), *writer.gradients()]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}\n"


class _Derivation:
    def __init__(self, computation: Computation) -> None:
        self.computation = computation
        names = zip(computation.tensors, computation.names, strict=True)
        self.symbols = {tensor: _number(tensor) if _is_literal(tensor) else LatexTerm(symbol(name)) for tensor, name in names}
        self.output = self.symbols[computation.output].text

    def values(self) -> list[str]:
        """Leaves first as they come, then each value: letters, numbers, result."""
        lines = []
        for tensor in self.computation.tensors:
            if _is_literal(tensor) and tensor is not self.computation.output:
                continue
            sides = [self.symbols[tensor].text]
            if tensor.operation:
                template = _template(tensor.operation)
                sides += [
                    fill(template, _arguments(tensor.operation, tensor, each)) for each in (self.symbols.__getitem__, _number)
                ]
            lines.append(_equation([*sides, _number(tensor).text]))
        return lines

    def gradients(self) -> list[str]:
        """Each gradient as the sum of its contributions: with letters, with numbers, its value."""
        output = self.computation.output
        if not output.requires_grad:
            return []
        arriving: dict[Tensor, list[Contribution]] = {}
        for each in self.computation.contributions:
            arriving.setdefault(each.input, []).append(each)
        gradients = dict(zip(self.computation.tensors, self.computation.gradients.values, strict=True))
        lines = [_equation([self._derivative(output), _of(gradients[output]).text])]
        for tensor in reversed(self.computation.tensors):
            if tensor in arriving:
                letters = " + ".join(self._with_letters(each) for each in arriving[tensor])
                numbers = " + ".join(_with_numbers(each, first=not index) for index, each in enumerate(arriving[tensor]))
                lines.append(_equation([self._derivative(tensor), letters, numbers, _of(gradients[tensor]).text]))
        return lines

    def _derivative(self, tensor: Tensor) -> str:
        return rf"\frac{{\partial {self.output}}}{{\partial {self.symbols[tensor].text}}}"

    def _with_letters(self, each: Contribution) -> str:
        record = each.user.operation
        assert record is not None
        upstream = self._derivative(each.user)
        if each.how is How.COPY:
            return upstream
        if record.own:
            return rf"{_rule_of(record, each.slot)}\left({upstream}\right)"
        letters = {**_arguments(record, each.user, self.symbols.__getitem__), "out": self.symbols[each.user]}
        local = fill(formulas(record).rules[each.slot][0], letters)
        return rf"{upstream} \cdot {_factor(record, each.slot, local)}"


def _is_literal(tensor: Tensor) -> bool:
    return tensor.operation is None and not tensor.requires_grad and not tensor.label


def _template(record: Operation) -> str:
    """What the result is of the inputs; of an operation of the program's own, whose formula nobody knows, its name."""
    return (record.notation.latex or "") if record.own else formulas(record).latex


def _rule_of(record: Operation, slot: int) -> str:
    """The name of what the rule of an operation of the program's own sends through a slot, as a function of the gradient."""
    name = rf"\operatorname{{{record.name.replace('_', '-')}-backward}}"
    return name if len(record.parameters) == 1 else f"{name}_{{{slot + 1}}}"


def _arguments(record: Operation, tensor: Tensor, term: Callable[[Tensor], LatexTerm]) -> dict[str, LatexTerm]:
    return {name: term(source) for name, source in zip(record.parameters, tensor.inputs, strict=True)}


def _factor(record: Operation, slot: int, local: str) -> str:
    """The local derivative as a factor: in parentheses where it is a sum, or begins with a sign."""
    rule = record.rules[slot]
    last = parsed(rule.display_text or rule.text)[-1]
    sum_or_sign = isinstance(last, Apply) and (last.arity == 1 or last.symbol in "+-")
    begins_with_a_sign = local.startswith("-")
    return rf"\left({local}\right)" if sum_or_sign or begins_with_a_sign else local


def _with_numbers(each: Contribution, *, first: bool) -> str:
    if each.local is None:  # of an operation of the program's own: what its rule sends is all that is known
        sent = _of(each.sent)
        return sent.text if first else _tight(sent)
    upstream, local = _of(each.upstream), _of(each.local)
    if each.how is How.COPY:
        return upstream.text if first else _tight(upstream)
    return rf"{_tight(upstream)} \cdot {_tight(local)}"


def _tight(term: LatexTerm) -> str:
    return term.text if term.single else rf"\left({term.text}\right)"


def _equation(sides: list[str]) -> str:
    """Sides that are written alike stand once."""
    distinct = [side for index, side in enumerate(sides) if index == 0 or side != sides[index - 1]]
    return f"{distinct[0]} &= {' = '.join(distinct[1:] or distinct)}"


def fill(template: str, arguments: Mapping[str, LatexTerm]) -> str:
    """A template of `engine.language.printer` with its marks replaced."""
    return MARK.sub(lambda found: _tight(arguments[found[1]]) if found[1] else arguments[found[2]].text, template)


def _number(tensor: Tensor) -> LatexTerm:
    return _of(tensor.raw)


def _of(value: object) -> LatexTerm:
    """A number to six digits."""
    assert isinstance(value, float)
    if value != value:
        return LatexTerm(r"\text{NaN}")
    text = f"{value:.6g}".replace("inf", r"\infty")
    mantissa, _, exponent = text.partition("e")
    if exponent:
        return LatexTerm(rf"{mantissa} \cdot 10^{{{int(exponent)}}}", single=False)
    return LatexTerm(text, single=value >= 0)


def symbol(name: str) -> str:
    """A name as a variable: `x1` and `x₁` with an index, `θ` as a Greek letter, `loss` and `log_2` as one upright word."""
    plain, _, again = unicodedata.normalize("NFKC", name).partition("#")
    found = re.fullmatch(r"([^\W\d_])_?(\d+)", plain)
    base, index = (found[1], [found[2]]) if found else (plain, [])
    index += [f"({again})"] if again.isdigit() else []
    below = f"_{{{','.join(index)}}}" if index else ""
    return _base(base if again.isdigit() or not again else unicodedata.normalize("NFKC", name)) + below


def _base(name: str) -> str:
    if len(name) == 1:
        return _letter(name)
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        return rf"\mathrm{{{_escaped(name)}}}"
    return rf"\text{{{_escaped(name)}}}"


def _letter(letter: str) -> str:
    if letter.isascii() and letter.isalpha():
        return letter
    described = unicodedata.name(letter, "").replace("LAMDA", "LAMBDA")
    if found := re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", described):
        command = found[2].lower() if found[1] == "SMALL" else found[2].capitalize()
        if (found[1] == "SMALL" and command != "omicron") or command in _CAPITALS:
            return rf"\{command}"
    return rf"\text{{{_escaped(letter)}}}"


def _escaped(text: str) -> str:
    """Text that has no meaning to LaTeX."""

    def one(character: str) -> str:
        if character in _TEXT:
            return f"${_TEXT[character]}$"
        return (
            f"\\{character}"
            if character in "{}$&#_%"
            else " "
            if character.isspace() or not character.isprintable()
            else character
        )

    return "".join(map(one, text))
