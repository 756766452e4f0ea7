"""Compares one answer with the expected one: how it is stored, whether it is right, and which known mistake it shows.

A mark follows from question, expectation and answer alone, so only answers are stored; marks are computed again whenever they are
needed. Knows nothing of guests.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from backpass.app.classroom.questions.expected import (
    Expected,
    ExpectedChoice,
    ExpectedEdge,
    ExpectedFormula,
    ExpectedNumber,
    ExpectedText,
)
from backpass.app.classroom.questions.readings import read_formula, read_number
from backpass.app.classroom.questions.schemas import Answer, ChoiceQuestion, GivenNumberQuestion, NumberQuestion, Question
from backpass.engine import Code, Problem, ProblemError
from backpass.engine.messages import kept, say

LONGEST_TEXT = 1_000
NOISE = 1e-9
"""Numbers that differ by less than this share of them differ by rounding alone."""
_RECOGNISED = 5e-3
_FORMULA_SHARE = 1e-6

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer is worth."""

    answer: Answer
    """As it is stored and returned."""
    label: str
    key: Key
    """Answers that mean the same have the same key; of numbers, those near one another are gathered later."""
    correct: bool | None
    misconception: str | None = None
    """The known mistake behind it, as `messages.kept` has it."""
    number: float | None = None
    """Of an answer that is a number and neither right nor a known mistake."""
    thought: str = ""
    """The name of what the author of a lesson says to it; there may be nothing of that name."""


def mark(question: Question, expected: Expected, answer: Answer) -> Mark:
    """Raises ProblemError where the answer cannot be read, with the place in it."""
    if isinstance(expected, ExpectedNumber):
        assert isinstance(question, NumberQuestion | GivenNumberQuestion)
        return _mark_number(question.tolerance, expected, _text(answer))
    if isinstance(expected, ExpectedFormula):
        return _mark_formula(expected, _text(answer))
    if isinstance(expected, ExpectedChoice):
        assert isinstance(question, ChoiceQuestion)
        return _mark_choice(question.choices, expected, answer)
    if isinstance(expected, ExpectedEdge):
        return _mark_edge(expected, answer)
    assert isinstance(expected, ExpectedText)
    return _mark_text(_text(answer))


def is_near(given: float, wanted: float, tolerance: float) -> bool:
    """Whether a number counts as another one: NaN as NaN, an infinity as the same infinity."""
    if not (math.isfinite(wanted) and math.isfinite(given)):
        return given == wanted or (given != given and wanted != wanted)
    share = max(tolerance, NOISE)
    return abs(given - wanted) <= (share * abs(wanted) if abs(wanted) > NOISE else share)


def _text(answer: Answer) -> str:
    """What was typed. A number is taken as its shortest text."""
    if isinstance(answer, str):
        return answer.strip()
    if isinstance(answer, bool | list):
        raise ProblemError(_other_kind(say("wanted-number")))
    return repr(answer).removesuffix(".0")


def _mark_number(tolerance: float, expected: ExpectedNumber, text: str) -> Mark:
    """As static/src/learn/marking.ts has it for those who read alone."""
    given = read_number(text)
    within = expected.within
    is_right = is_near(given, expected.value, tolerance) if within is None else abs(given - expected.value) <= max(within, NOISE)
    if is_right:
        return Mark(text, text, ("right",), correct=True, thought="right")
    answered = next((place for place, wrong in enumerate(expected.wrong) if _is_recognised(given, wrong)), None)
    if answered is not None:
        return Mark(text, text, ("wrong", answered), correct=False, thought=f"wrong-{answered}")
    # Of mistakes that are as near, the first of the table.
    near = [each for each in expected.mistakes if _is_recognised(given, each[0])]
    if near:
        value, sentence = min(near, key=lambda each: abs(given - each[0]))
        return Mark(text, text, ("mistake", value), correct=False, misconception=sentence, thought="wrong")
    key = ("number", given if given == given else "NaN")
    return Mark(text, text, key, correct=False, number=given, thought="wrong")


def _is_recognised(given: float, wrong: float) -> bool:
    """As narrowly as it can be typed, since two misconceptions may lie close together."""
    if not (math.isfinite(given) and math.isfinite(wrong)):
        return is_near(given, wrong, 0)
    return abs(given - wrong) <= max(abs(wrong) * _RECOGNISED, NOISE)


def _mark_formula(expected: ExpectedFormula, text: str) -> Mark:
    formula = read_formula(text, expected.points[0].names)
    given = [formula.at(point.names) for point in expected.points]
    wanted = [point.value for point in expected.points]
    if _agree(given, wanted):
        return Mark(text, text, ("right",), correct=True)
    for index, sentence in enumerate(expected.sentences):
        if _agree(given, [point.mistakes[index] for point in expected.points]):
            return Mark(text, text, ("mistake", index), correct=False, misconception=sentence)
    only_here = kept(say("right-for-present-inputs")) if is_near(given[0], wanted[0], _FORMULA_SHARE) else None
    return Mark(text, text, ("formula", *(f"{number:.6g}" for number in given)), correct=False, misconception=only_here)


def _agree(given: Sequence[float], wanted: Sequence[float]) -> bool:
    """Whether two formulas have the same values. Where the given one has none (x²/x at 0), the other points decide."""
    if not all(map(math.isfinite, wanted)):
        return False
    noise = NOISE * max(map(abs, wanted), default=0.0)
    compared = [(one, other) for one, other in zip(given, wanted, strict=True) if math.isfinite(one)]
    return len(compared) * 2 > len(wanted) and all(
        abs(one - other) <= max(_FORMULA_SHARE * abs(other), noise, NOISE**2) for one, other in compared
    )


def _mark_choice(choices: Sequence[str], expected: ExpectedChoice, answer: Answer) -> Mark:
    chosen = [answer] if isinstance(answer, int) else answer
    if not isinstance(chosen, list) or not chosen or not set(chosen) <= set(range(len(choices))) or isinstance(answer, bool):
        raise ProblemError(_other_kind(say("wanted-places", count=len(choices) - 1)))
    places = sorted(set(chosen))
    correct = None if expected.correct is None else places == expected.correct
    label = " · ".join(choices[place] for place in places)
    return Mark(places, label, (*places,), correct, thought=str(places[0]))


def _mark_edge(expected: ExpectedEdge, answer: Answer) -> Mark:
    if not isinstance(answer, int) or isinstance(answer, bool) or not 0 <= answer < len(expected.labels):
        raise ProblemError(_other_kind(say("wanted-edge", count=len(expected.labels) - 1)))
    label = expected.labels[answer]
    if answer in expected.next:
        return Mark(answer, label, (answer,), correct=True)
    waiting = say("user-not-finished", user=label.partition(" → ")[0])
    mistake = (
        say("contribution-arrived-already")
        if answer in expected.landed
        else say("no-gradient-along-edge")
        if answer in expected.idle
        else waiting
    )
    return Mark(answer, label, (answer,), correct=False, misconception=kept(mistake))


def _mark_text(text: str) -> Mark:
    if not text:
        raise ProblemError(Problem(Code.EMPTY_PROGRAM, say("no-answer"), say("no-answer.hint")))
    if len(text) > LONGEST_TEXT:
        raise ProblemError(
            Problem(
                Code.TOO_LONG,
                say("answer-too-long", count=len(text), longest_text=LONGEST_TEXT),
                say("answer-too-long.hint"),
                (LONGEST_TEXT, len(text)),
            )
        )
    return Mark(text, text, (re.sub(r"\s+", " ", text).casefold(),), correct=None)


def _other_kind(wanted: str) -> Problem:
    return Problem(Code.INVALID_REQUEST, say("answer-wanted", wanted=wanted), say("answer-wanted.hint"))
