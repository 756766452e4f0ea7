"""The formulas of the records say what is computed: each is filled with a sum and with a negated value, put into a product
and a power, read back by our own reader, and comes to the same number.
"""

import itertools
import math
import re
from collections.abc import Iterator

import pytest

from backpass.engine.explain.names_in_latex import name_to_latex
from backpass.engine.formulas.compiled import formulas
from backpass.engine.formulas.templates import fill
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.operations import OPERATIONS, Operation
from tests.in_turn import in_turn

X, Y = 0.4, 1.5
RECORDS = [record for record in dict.fromkeys(OPERATIONS.spellings.values()) if record.elementwise and not record.own]
READ_AS = {
    # Signs of functions that nobody types, with the names by which they are typed.
    r"\ln \Gamma": r"\operatorname{lgamma}",
    "ln Γ": "lgamma",
    r"\psi_1": r"\operatorname{trigamma}",
    r"\psi": r"\operatorname{digamma}",
    "ψ₁": "trigamma",
    "ψ": "digamma",
    # An equation is not read within a formula.
    " = ": " == ",
    " mod ": " % ",
}
PLACES = {
    "«a»": lambda value: value,
    "y × «a» × 2": lambda value: Y * value * 2,
    "1 − «a»": lambda value: 1 - value,
    "«a»^2": lambda value: value**2,
    "2^(‹a›)": lambda value: 2**value,
}
IN_LATEX = {"y × «a» × 2": r"y \cdot «a» \cdot 2", "1 − «a»": "1 - «a»", "«a»^2": "{«a»}^{2}", "2^(‹a›)": "2^{‹a›}"}


def computed(program: str) -> float:
    """What a program comes to at our point."""
    words = set(re.findall(r"(?<![\\\w])[xy](?!\w)", re.sub(r"\\operatorname\{[^}]*\}", "", program)))
    value = run(parse(program), {name: number for name, number in (("x", X), ("y", Y)) if name in words}).output.raw
    assert isinstance(value, float)
    return value


def called(record: Operation, arguments: tuple[str, ...]) -> str:
    """The operation as a program calls it."""
    first, *others = (f"({each})" for each in arguments)
    infix = record.notation.infix
    if infix:
        return f"{first}{infix}{others[0]}" if others else f"{infix}{first}"
    return f"{record.name}({', '.join([first, *others])})"


def written(record: Operation, *, latex: bool) -> Iterator[tuple[str, float]]:
    """Each formula that is read back, and what it ought to come to."""
    shown = formulas(record).latex if latex else formulas(record).plain
    minus = "-" if latex else "−"
    # Some are defined between 0 and 1 alone.
    for arguments in [*itertools.product(["x + 1", "-x"], repeat=record.arity), ("1 - x",) * record.arity]:
        value = computed(called(record, arguments))
        if not math.isfinite(value):
            continue
        words = dict(zip(record.parameters, (each.replace("-", minus) for each in arguments), strict=True))
        formula = fill(shown, words, latex=latex)
        for place, made in PLACES.items():
            text = fill(IN_LATEX.get(place, place) if latex else place, {"a": formula}, latex=latex)
            for sign, name in READ_AS.items():
                text = text.replace(sign, name)
            yield text, made(value)


UNREAD = {"where"}
"""A choice is read where a function is defined, and nowhere within a formula; it is always in brackets there."""


@pytest.mark.parametrize("latex", [True, False], ids=["latex", "plain"])
@in_turn("record", [each for each in RECORDS if each.name not in UNREAD], ids=lambda record: record.name)
def test_a_formula_is_read_back_as_what_it_says(record: Operation, latex: bool) -> None:
    made = list(written(record, latex=latex))
    assert made
    for text, value in made:
        assert math.isclose(computed(text), value, rel_tol=1e-9, abs_tol=1e-12), text


def test_a_choice_is_always_in_brackets() -> None:
    record = OPERATIONS.spellings["where"]
    formula = fill(formulas(record).latex, dict.fromkeys(record.parameters, "x + 1"), latex=True)
    assert fill(r"y \cdot «a»", {"a": formula}, latex=True) == rf"y \cdot \left({formula}\right)"


@pytest.mark.parametrize("name", ["x1", "x_max", "w_1_2", "loss", "log_likelihood", "max_value", "alpha", "theta_1", "y_hat"])
def test_a_name_in_latex_is_read_back_as_that_name(name: str) -> None:
    made = run(parse(rf"2 \cdot {name_to_latex(name)}"))
    assert len(made.inputs) == 1
    assert next(iter(made.inputs)).replace("_", "") == name.replace("_", "").replace("alpha", "α").replace("theta", "θ")
