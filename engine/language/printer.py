"""An expression to text: LaTeX, or plain text with the signs of mathematics, as a *template*.

Names stay marked so that they can be replaced by names or by numbers: `‹x›` where none are needed, `«x»` where a
replacement that is
not a single symbol wants parentheses. Knows how operations are written from their records, not what they compute.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from backpass.engine.language.parsing.lexer import SUPERSCRIPTS
from backpass.engine.language.syntax_tree import Apply, Call, Expression, Leaf, Name, NumberLiteral, Part, fold
from backpass.engine.operations import OPERATIONS, Family, Operation

_SINGLE, _POWER, _SIGN, _PRODUCT, _SUM, _RELATION, _CASES = 100, 40, 30, 20, 10, 5, 0
_TO_SUPERSCRIPT = {ordinal: chr(character) for character, ordinal in SUPERSCRIPTS.items()}
MARK = re.compile(r"«(\w+)»|‹(\w+)›")


class Piece(NamedTuple):
    """Printed text, how tightly it binds, and how it looks where it must not fall apart (None: parentheses decide)."""

    text: str
    binds: int
    tight: str | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """What differs between LaTeX and plain text."""

    parentheses: tuple[str, str]
    symbols: Mapping[str, str]
    constants: Mapping[str, str]
    latex: bool


LATEX = Style(
    (r"\left(", r"\right)"),
    {
        "*": r" \cdot ",
        "@": r" \, ",
        "%": r" \bmod ",
        "-": " - ",
        "+": " + ",
        "<": " < ",
        ">": " > ",
        "<=": r" \le ",
        ">=": r" \ge ",
        "==": " = ",
        "!=": r" \ne ",
    },
    {"pi": r"\pi", "inf": r"\infty", "nan": r"\text{NaN}"},
    latex=True,
)
PLAIN = Style(
    ("(", ")"),
    {
        "*": " × ",
        "@": " @ ",
        "%": " mod ",
        "//": " // ",
        "/": " / ",
        "-": " − ",
        "+": " + ",
        "<": " < ",
        ">": " > ",
        "<=": " ≤ ",
        ">=": " ≥ ",
        "==": " = ",
        "!=": " ≠ ",
    },
    {"pi": "π", "inf": "∞", "nan": "NaN"},
    latex=False,
)
_BINDS = {
    symbol: record.notation.precedence for (symbol, count), record in OPERATIONS.infix.items() if count == 2 and symbol != "**"
}


def template(expression: Expression, style: Style) -> str:
    """The expression in the given style, its names marked."""
    return fold(expression, lambda part: _leaf(part, style), lambda part, arguments: _combine(part, arguments, style)).text


def value_template(operation: Operation, style: Style) -> str:
    """How the operation's value is written, with its parameters marked."""
    parameters = [_parameter(name) for name in operation.parameters]
    return _operation(operation, parameters, style).text


def _parameter(name: str) -> Piece:
    return Piece(f"‹{name}›", _SINGLE, f"«{name}»")


def _leaf(part: Leaf, style: Style) -> Piece:
    if isinstance(part, NumberLiteral):
        text = f"{part.value:g}"
        return Piece(text if style.latex else text.replace("-", "−"), _SIGN if part.value < 0 else _SINGLE)
    if isinstance(part, Name) and part.name not in style.constants:
        return _parameter(part.name)
    assert isinstance(part, Name), f"{part} in a formula"
    return Piece(style.constants[part.name], _SINGLE)


def _operand(piece: Piece, required: int, style: Style) -> str:
    """The piece where something binding with `required` takes it as an argument."""
    if piece.tight is not None:
        return piece.tight
    return piece.text if piece.binds >= required else piece.text.join(style.parentheses)


def _combine(part: Part, arguments: list[Piece], style: Style) -> Piece:
    if isinstance(part, Call):
        if part.name == "where":
            return _cases(arguments, style)
        record = OPERATIONS.spellings.get(part.name)
        if record is None or record.arity != len(arguments):
            return _named(part.name, arguments, style)
        return _operation(record, arguments, style)
    assert isinstance(part, Apply)
    return _operation(OPERATIONS.infix[part.symbol, part.arity], arguments, style)


def _operation(record: Operation, arguments: list[Piece], style: Style) -> Piece:
    notation = record.notation
    if style.latex and notation.latex:
        binds = {"**": _POWER, "/": _PRODUCT, "@": _PRODUCT}.get(notation.infix or "", _SINGLE)
        return Piece(_substitute(notation.latex, dict(zip(record.parameters, arguments, strict=True)), style), binds)
    if notation.infix == "**":
        return _plain_power(arguments[0], arguments[1], style)
    if notation.infix and record.arity == 1:
        sign = style.symbols[notation.infix].strip()
        (argument,) = arguments
        if argument.tight is None and argument.binds == _PRODUCT:  # −a·b reads as it is meant
            return Piece(f"{sign}{argument.text}", _PRODUCT)
        return Piece(f"{sign}{_operand(argument, _SIGN + 1, style)}", _SIGN)
    if notation.infix:
        binds = _BINDS[notation.infix]
        chains = record.family is Family.COMPARISON  # a < b < c asks two questions
        left, right = _operand(arguments[0], binds + chains, style), _operand(arguments[1], binds + 1, style)
        return Piece(f"{left}{style.symbols[notation.infix]}{right}", binds)
    return Piece(f"{record.notation.call or record.name}({', '.join(piece.text for piece in arguments)})", _SINGLE)


def _named(name: str, arguments: list[Piece], style: Style) -> Piece:
    """A helper that only formulas use, such as `ties(x)`."""
    inside = ", ".join(piece.text for piece in arguments)
    return Piece(
        rf"\operatorname{{{name.replace('_', '-')}}}\left({inside}\right)" if style.latex else f"{name}({inside})", _SINGLE
    )


def _plain_power(base: Piece, exponent: Piece, style: Style) -> Piece:
    raised = _operand(base, _POWER + 1, style)
    digits = exponent.text.replace("−", "-")
    if re.fullmatch(r"-?\d+", digits):
        return Piece(raised + digits.translate(_TO_SUPERSCRIPT), _POWER)
    return Piece(f"{raised}^{_operand(exponent, _POWER, style)}", _POWER)


def _substitute(text: str, arguments: Mapping[str, Piece], style: Style) -> str:
    """Fills a template with pieces, parentheses where its marks ask for them."""

    def replacement(found: re.Match[str]) -> str:
        tight, free = found.groups()
        return _operand(arguments[tight], _SINGLE, style) if tight else arguments[free].text

    return MARK.sub(replacement, text)


def _cases(arguments: list[Piece], style: Style) -> Piece:
    condition, chosen, otherwise = (piece.text for piece in arguments)
    if not style.latex:
        return Piece(f"{chosen} if {condition}, else {otherwise}", _CASES)
    begin, end = r"\begin{cases} ", r" \end{cases}"
    rest = otherwise[len(begin) : -len(end)] if otherwise.startswith(begin) else rf"{otherwise} & \text{{otherwise}}"
    return Piece(rf"{begin}{chosen} & \text{{if }} {condition} \\ {rest}{end}", _SINGLE)
