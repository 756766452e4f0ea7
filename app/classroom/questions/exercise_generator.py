"""Exercises that can be worked out in the head, made from the operations' records and a seed; the engine has the answers.

Nothing lists which operations are easy: one is drawn together with small whole numbers, and accepted if every value, slope and
gradient on the way is a short number. So `exp` comes up at 0 and `sqrt` at 4. Knows nothing of rooms.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import isfinite
from random import Random
from typing import NamedTuple

from backpass.app.classroom.questions.expected import ExpectedNumber
from backpass.engine import OPERATIONS, Operation, backward
from backpass.engine.autodiff.diagnose import diagnose
from backpass.engine.explain.misconceptions import gradient_mistakes
from backpass.engine.formulas.compiled import kernel
from backpass.engine.language import parse
from backpass.engine.messages import kept
from backpass.engine.operations import Family
from backpass.engine.reading.run_as_python import run_as_python

LEVELS = (1, 2, 3)
"""One operation; a chain; a chain in which an input is used twice, so that its gradient has two parts."""
_LARGEST, _GRAIN = 60, 4
"""No number on the way is larger, and each is a whole number of quarters."""
_NUMBERS = (-4, -3, -2, -1, 0, 1, 2, 2, 3, 3, 4, 5, 6)
_MAX_DRAWN = 20_000
_MAX_RENUMBERED = 60
"""Other numbers that are tried on the same operations."""
_VARIETY = 4
"""As many students at least get other numbers than those beside them."""
_FAMILIES = {Family.ARITHMETIC: 4, Family.ELEMENTARY: 1, Family.PIECEWISE: 2}
"""How often operations of a family are drawn."""
_INPUTS, _RESULTS = "abc", "uvw"
_TURNED = 0.4
"""The probability that a step's operand is on its right."""


@dataclass(frozen=True, slots=True)
class GeneratedExercise:
    """A program, and the name in it whose gradient is asked for."""

    program: str
    name: str
    expected: ExpectedNumber


class _DraftStep(NamedTuple):
    """An operation on earlier values: the inputs come first, then what the steps made."""

    operation: Operation
    sources: tuple[int, ...]


class _Draft(NamedTuple):
    numbers: tuple[int, ...]
    steps: tuple[_DraftStep, ...]


def generate_exercises(seed: str, student: int, count: int, level: int) -> list[GeneratedExercise]:
    """The set of one student: always the same, and no two exercises of it are alike.

    `seed` decides on the operations, so that everybody who has it gets a set of equal difficulty, easy operations first.
    `student` is a number from 0 and decides on the numbers: students beside one another begin with different exercises.
    """
    made: list[GeneratedExercise] = []
    for variants in _shapes(seed, count, level):
        turned = (variants[(student + place) % len(variants)] for place in range(len(variants)))
        fresh = (each for each in turned if all(each.program != other.program for other in made))
        if (exercise := next(fresh, None)) is not None:
            made.append(exercise)
    return made


@lru_cache(maxsize=64)
def _shapes(seed: str, count: int, level: int) -> tuple[Sequence[GeneratedExercise], ...]:
    """Different operations, as far as there are enough, each with many numbers for which it has a solution in the head."""
    source = Random(seed)  # noqa: S311 (what a student gets to practise is no secret)
    shapes: list[tuple[_Draft, Sequence[GeneratedExercise]]] = []
    seen: set[tuple[str, ...]] = set()
    for drawn in range(_MAX_DRAWN):
        draft = _draw(source, level)
        kinds = tuple(sorted(step.operation.name for step in draft.steps))
        if (kinds in seen and drawn < _MAX_DRAWN // 2) or not _is_nice(draft, level):
            continue
        variants = _variants(draft, source, level)
        if len(variants) < _VARIETY or any(draft == other for other, _ in shapes):
            continue
        seen.add(kinds)
        shapes.append((draft, variants))
        if len(shapes) == count:
            break
    return tuple(variants for _, variants in sorted(shapes, key=lambda shape: _difficulty(shape[0])))


def _variants(draft: _Draft, source: Random, level: int) -> Sequence[GeneratedExercise]:
    """The same operations with different numbers, those of the draft among them; none is there twice."""
    drafts = {each.numbers: each for each in (draft, *(_renumbered(draft, source) for _ in range(_MAX_RENUMBERED)))}
    nice = [each for each in drafts.values() if _is_nice(each, level)]
    return [each for each in map(_exercise, nice) if each] if len(nice) >= _VARIETY else []


def _renumbered(draft: _Draft, source: Random) -> _Draft:
    return draft._replace(numbers=tuple(source.choice(_NUMBERS) for _ in draft.numbers))


def _difficulty(draft: _Draft) -> tuple[int, int]:
    """Fewer steps are easier, and arithmetic is easier than other operations."""
    return len(draft.steps), sum(step.operation.family is not Family.ARITHMETIC for step in draft.steps)


def _usable() -> Iterator[tuple[Operation, int]]:
    for operation in OPERATIONS.values():
        drawn = _FAMILIES.get(operation.family, 0)
        flat = all(rule.text == "0" for rule in operation.rules)
        if drawn and operation.elementwise and operation.arity <= 2 and not flat and not operation.stops_gradient:
            yield operation, drawn * operation.arity


_OPERATIONS = [operation for operation, _ in _usable()]
_WEIGHTS = [*accumulate(weight for _, weight in _usable())]


def _draw(source: Random, level: int) -> _Draft:
    """Each step takes what the last one made; the first input is the one that is asked for."""
    count = 1 if level == 1 else source.choice((2, 2, 3))
    operations = source.choices(_OPERATIONS, cum_weights=_WEIGHTS, k=count)
    wanted: list[list[int]] = []
    inputs = 0
    for index, operation in enumerate(operations):
        places = [] if index == 0 else [-index]
        while len(places) < operation.arity:
            again = inputs == len(_INPUTS) or (level == 3 and index == count - 1)
            places.append(0 if again else inputs)
            inputs += not again
        if source.random() < _TURNED:
            places.reverse()
        wanted.append(places)
    steps = [
        _DraftStep(operation, tuple(place if place >= 0 else inputs - 1 - place for place in places))
        for operation, places in zip(operations, wanted, strict=True)
    ]
    return _Draft(tuple(source.choice(_NUMBERS) for _ in range(inputs)), tuple(steps))


def _is_nice(draft: _Draft, level: int) -> bool:
    """Whether all numbers are short and the exercise is what its level promises. Cheap: most drafts are not."""
    values = [float(number) for number in draft.numbers]
    slopes: list[Sequence[float]] = []
    for operation, sources in draft.steps:
        value, each = kernel(operation).scalar(*(values[source] for source in sources))
        values.append(value)
        slopes.append(each)
    if not all(map(_is_short, values)):
        return False
    gradients = [0.0] * len(values)
    gradients[-1] = 1.0
    parts = 0
    for position in range(len(values) - 1, len(draft.numbers) - 1, -1):
        sources = draft.steps[position - len(draft.numbers)].sources
        for source, slope in zip(sources, slopes[position - len(draft.numbers)], strict=True):
            gradients[source] += gradients[position] * slope
            parts += source == 0 and gradients[position] * slope != 0
    locals_ = [slope for each in slopes for slope in each]
    teaches = any(slope not in {0.0, 1.0} for slope in locals_) and gradients[0] not in {0.0, 1.0}
    return all(map(_is_short, (*locals_, *gradients))) and teaches and parts == (2 if level == 3 else 1)


def _is_short(number: float) -> bool:
    return isfinite(number) and abs(number) <= _LARGEST and (number * _GRAIN).is_integer()


def _exercise(draft: _Draft) -> GeneratedExercise | None:
    """The draft as a program, computed by the engine; None if it has a problem or warning, such as a kink."""
    inputs = range(len(draft.numbers))
    read = [source for source in dict.fromkeys(source for step in draft.steps for source in step.sources) if source in inputs]
    called = dict(zip(read, _INPUTS, strict=False))  # a, b, c in the order in which they are read
    names = [*(called[source] for source in inputs), *_RESULTS[: len(draft.steps) - 1]]
    lines = [f"{called[source]} = {draft.numbers[source]}" for source in read]
    for index, (operation, sources) in enumerate(draft.steps):
        text = _written(operation, [names[source] for source in sources])
        lines.append(f"{_RESULTS[index]} = {text}" if index < len(draft.steps) - 1 else text)
    program = "\n".join(lines)
    made = run_as_python(parse(program))
    gradients = backward(made.output)
    if made.problems or diagnose(gradients):
        return None
    tensor = made.inputs[names[0]]
    answer = gradients.of(tensor)
    assert isinstance(answer, float)
    mistakes = [(each.value, kept(each.sentence)) for each in gradient_mistakes(gradients, tensor)]
    return GeneratedExercise(program, names[0], ExpectedNumber(value=answer, mistakes=mistakes))


def _written(operation: Operation, arguments: Sequence[str]) -> str:
    """As the operation's record spells it."""
    notation = operation.notation
    if notation.infix and len(arguments) == 2:
        return f"{arguments[0]} {notation.infix} {arguments[1]}"
    if notation.infix:
        return f"{notation.infix}{arguments[0]}"
    return f"{notation.call or operation.name}({', '.join(arguments)})"
