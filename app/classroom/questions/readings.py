"""What guests type as numbers and formulas, read by the language under small limits, so that nothing typed can take long.

Refusals say what cannot be read and where. Knows nothing of questions.
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress

from backpass.engine import Code, Limits, Problem, ProblemError
from backpass.engine.interpreter.libraries.spellings import CONSTANTS, MODULES
from backpass.engine.language import Program, parse
from backpass.engine.language.program import Evaluate
from backpass.engine.language.syntax_tree import Apply, Call, Conditional, Expression, Name, NumberLiteral
from backpass.engine.messages import say
from backpass.engine.problems import Span, nearest
from backpass.engine.reading.run_as_python import run_as_python

LONGEST_FORMULA = 300
_MAX_LISTED = 12
_LIMITS = Limits(nodes=300, elements=300, repetitions=0, depth=0, printed=0, evaluations=300)
_TOO_MUCH = {Code.TOO_MANY_NODES, Code.TOO_MANY_ELEMENTS, Code.TOO_MANY_REPETITIONS, Code.TOO_DEEP}

_ALLOWED = (Apply, Call, Conditional, Name, NumberLiteral)
_WORDS = {"nan": math.nan, "inf": math.inf, "infinity": math.inf, "∞": math.inf}
_WORD = re.compile(r"([+\-−]?)\s*(nan|inf|infinity|∞)", re.IGNORECASE)
_GROUPS = re.compile(r"[+\-−]?[1-9]\d{0,2}(,\d{3})+")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_FRACTION = re.compile(r"([+\-−]?)(\d*)([¼-¾⅐-⅞])")


def read_number(text: str) -> float:
    """The number that a text means: `21`, `−2.5`, `0,75`, `3/4`, `½`, `2*tanh(1)`, `NaN`, `inf`.

    Raises ProblemError with the place in the text.
    """
    plain = text.strip()
    if word := _WORD.fullmatch(plain):
        number = _WORDS[word[2].casefold()]
        return -number if word[1] in {"-", "−"} else number
    if part := _FRACTION.fullmatch(plain):
        number = int(part[2] or 0) + unicodedata.numeric(part[3])
        return -number if part[1] in {"-", "−"} else number
    if _GROUPS.fullmatch(plain):
        raise ProblemError(_ambiguous(plain))
    try:
        return read_formula(text, ()).at({})
    except ProblemError:
        decimal = _DECIMAL_COMMA.sub(".", text)
        if decimal != text:  # tanh(0,5) has one argument, max(1,2) had two
            with suppress(ProblemError):
                return read_formula(decimal, ()).at({})
        raise


class ParsedFormula:
    """A formula over some names. `text` is as it was typed; places count in it."""

    def __init__(self, program: Program, names: frozenset[str]) -> None:
        self._program = program
        self._names = names

    def at(self, names: Mapping[str, float]) -> float:
        """Its value, perhaps NaN or infinite. Raises ProblemError where it is no single number, or calls what is no function."""
        try:
            data = run_as_python(self._program, {name: names[name] for name in self._names}, None, _LIMITS).output.raw
        except ProblemError as error:
            if error.problems[0].code in _TOO_MUCH:
                raise ProblemError(_not_one((0, len(self._program.text)))) from None
            raise
        if not isinstance(data, float):
            raise ProblemError(Problem(Code.SCALARS_ONLY, say("answer-is-list"), say("answer-is-list.hint")))
        return data


def read_formula(text: str, known: Iterable[str]) -> ParsedFormula:
    """The formula that a text spells over the `known` names. Raises ProblemError with the place in the text."""
    if len(text) > LONGEST_FORMULA:
        raise ProblemError(
            Problem(
                Code.TOO_LONG,
                say("formula-too-long", count=len(text), longest_formula=LONGEST_FORMULA),
                say("formula-too-long.hint"),
                (LONGEST_FORMULA, len(text)),
            )
        )
    known = frozenset(known)
    # Where nothing is called a comma can only be that of a decimal number.
    program = parse(_without_equals(text if "(" in text else _DECIMAL_COMMA.sub(".", text)))
    if program.problems:
        raise ProblemError(program.problems)
    if not program.statements:
        raise ProblemError(Problem(Code.EMPTY_PROGRAM, say("no-answer"), say("write-number-or-formula")))
    (statement, *others) = program.statements
    if others or not isinstance(statement, Evaluate):
        raise ProblemError(_not_one((others or [statement])[0].span))
    names = {name.name: name for name in _names(statement.expression, known)}
    for name in names.values():
        if name.name not in known and name.name not in CONSTANTS:
            raise ProblemError(_unknown(name, known))
    return ParsedFormula(program, known & names.keys())


def _without_equals(text: str) -> str:
    """`= 31` means 31. As long as before, so that places stay what they are."""
    return re.sub(r"^\s*=(?!=)", lambda found: " " * len(found[0]), text)


def _names(expression: Expression, known: frozenset[str]) -> Iterable[Name]:
    """The names of a formula, without the `math` of `math.exp(x)`. Raises ProblemError at what is no part of one."""
    waiting = [expression]
    for each in waiting:
        modules = {part.qualifier for part in each if isinstance(part, Call)} & MODULES.keys()
        for part in each:
            if not isinstance(part, _ALLOWED):
                raise ProblemError(_not_one(part.span))
            if isinstance(part, Conditional):
                waiting += [part.condition, part.then, part.otherwise]
            if isinstance(part, Name) and part.name not in modules - known:
                yield part


def _not_one(span: Span) -> Problem:
    return Problem(
        Code.UNSUPPORTED,
        say("answer-not-formula"),
        say("answer-not-formula.hint"),
        span,
    )


def _unknown(name: Name, known: frozenset[str]) -> Problem:
    half = name.name[: len(name.name) // 2]
    close = half if half in known and half * 2 == name.name else nearest(name.name, known)
    if not known:
        hint: str = say("write-the-number")
    elif factors := _factors(name.name, known):
        hint = say("write-factors", factors="*".join(factors))
    elif close:
        hint = say("did-you-mean", close=close)
    else:
        hint = say("program-has", known=", ".join(f"`{each}`" for each in sorted(known)[:_MAX_LISTED]))
    return Problem(Code.UNKNOWN_NAME, say("no-value-here", name=name.name), hint, name.span)


def _factors(name: str, known: frozenset[str]) -> tuple[str, ...]:
    """The known names a name is made of, as paper has it: `ab` for `a*b`. Empty when it is not; one name twice is a slip."""
    reached: dict[int, tuple[str, ...]] = {0: ()}
    for end in range(1, len(name) + 1):
        for start in range(end):
            if start in reached and name[start:end] in known:
                reached.setdefault(end, (*reached[start], name[start:end]))
    factors = reached.get(len(name), ())
    return factors if len(set(factors)) > 1 else ()


def _ambiguous(text: str) -> Problem:
    plain, decimal = text.replace(",", ""), text.replace(",", ".", 1).rstrip("0").rstrip(".")
    other = f" or {decimal}" if text.count(",") == 1 else ""
    return Problem(
        Code.NOT_A_NUMBER_TEXT,
        say("comma-ambiguous", text=text),
        f"Write {plain}{other}.",
        (0, len(text)),
    )
