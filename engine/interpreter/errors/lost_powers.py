"""Powers whose raised characters came down when a formula was copied: `x2` where `x²` was printed, `e−x` where `e⁻ˣ` was.

Either is also a program that means what it says, so its number stays, with a note of how the power is written.
"""

import re
from collections.abc import Collection

from backpass.engine.language.program import Program
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Replacement, Span

_SQUARE = re.compile(r"([^\W\d_])([2-9])")
_PARAMETERS = re.compile(r"\w\(([\w ,]+)\)[ \t]*=(?!=)")
"""Those of `f(x, y) = …`."""
_OF_E = re.compile(r"(?<![\w.])e[-−–]((?:\d+(?:\.\d+)?)?[^\W\d_]+([2-9])?)(?![\w.(\[])(?![ \t]*(?:\*\*|\^|[⁰¹²³⁴-⁹]))")
"""e minus a name, with no blank between: who subtracts writes one as often as not."""
_GOES_ON = re.compile(r"[ \t]*[*/×·÷⋅]")
"""Behind it, what may belong to the power too."""


def square_as_name(name: str, span: Span, program: Program, given: Collection[str]) -> Problem | None:
    """The note on `x2` without a value beside `x`; None for `x2` beside `x1`, which numbers it, and in a program of a library.
    `given` are the names that lines of the program give a value.
    """
    found = _SQUARE.fullmatch(name)
    if found is None or program.is_latex or program.libraries - {""}:
        return None
    letter, digit = found.groups()
    parameters = (re.split(r"[ ,]+", listed) for listed in _PARAMETERS.findall(program.text))
    known = {*program.last_use, *given, *(each for names in parameters for each in names)}
    numbered = {f"{letter}0", f"{letter}1", *(f"{letter}{each}" for each in range(2, 10) if f"{letter}{each}" in given)}
    if letter not in known or numbered & known:
        return None
    return _note(span, f"{letter}**{digit}", program)


def power_of_e(span: Span, program: Program, given: Collection[str]) -> Problem | None:
    """The note on the first `e-x` from the place of an `e` that is the constant; None where none is subtracted from it so."""
    found = None if program.is_latex or program.libraries - {""} else _OF_E.search(program.text, span[0])
    if found is None:
        return None
    power, digit = found[1], found[2]
    name = power.lstrip("0123456789.")
    if digit and name not in given:
        power = f"{power[:-1]}**{digit}"
    is_whole = _GOES_ON.match(program.text, found.end()) is None
    return _note(found.span(), f"e**(-{power})", program, is_whole=is_whole)


def _note(span: Span, power: str, program: Program, *, is_whole: bool = True) -> Problem:
    message = say("lost-power", shown=program.text[slice(*span)])
    replacement = Replacement(span, power) if is_whole else None
    return Problem(Code.READING, message, say("lost-power.hint", power=power), span, replacement=replacement)
