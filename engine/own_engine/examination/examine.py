"""The examination: each line as a program in the engine's own words, run, and compared with our engine."""

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.limits import TOO_MUCH, Limits
from backpass.engine.messages import say
from backpass.engine.own_engine.detection import parsed
from backpass.engine.own_engine.engine_graph import close
from backpass.engine.own_engine.examination.discovery import Engine, discover
from backpass.engine.own_engine.examination.lines import LINES, Line
from backpass.engine.own_engine.report import examine_run
from backpass.engine.own_engine.report_json import worded
from backpass.engine.plain_python.machine import Machine
from backpass.engine.problems import ProblemError


class Verdict(StrEnum):
    """How a line went."""

    PASSED = "passed"
    FAILED = "failed"
    STOPPED = "stopped"
    """The engine raised an exception, or took too long."""


@dataclass(slots=True)
class Finding:
    """One line with its verdict."""

    line: Line
    verdict: Verdict
    program: str
    """The line as a program, without the engine."""
    expected: dict[str, Any]
    got: dict[str, Any]
    error: str = ""
    hints: tuple[str, ...] = ()
    """Three at most: where to look, the rule, the first step that went wrong."""


@dataclass(slots=True)
class Examination:
    """All that was asked."""

    engine: Engine
    findings: list[Finding]

    @property
    def passed(self) -> int:
        """How many lines were passed."""
        return sum(each.verdict is Verdict.PASSED for each in self.findings)

    @property
    def is_right(self) -> bool:
        """Whether every line was passed that an engine must pass."""
        return all(each.verdict is Verdict.PASSED or not each.line.required for each in self.findings)


class Answered(NamedTuple):
    """How a program went."""

    printed: str
    error: str = ""
    """The exception or the limit that ended it, empty where none did."""
    ended: bool = True
    """False for one that ran until a limit, or was not run since those before it did."""


MAX_ENDLESS = 3
"""Where so many lines ran until a limit and none ended, the others are not run: each of them takes as long."""
_SHORTER = 10
"""Once a line has run until the limit, the limit of the others is divided by this."""
Runner = Callable[[Sequence[str]], list[Answered]]
"""Runs programs, each separately."""

_SHOW = "def _shown(x):\n    return None if x is None else x.tolist() if hasattr(x, 'tolist') else float(x)\n"
_LEARN = """
import random as _random
_random.seed(7)
_points = [(0.0, 0.0, -1.0), (0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 1.0)]
_numbers = [_random.uniform(-1, 1) for _ in range(9)]
for _step in range(40):
    {clear}
    w = [{leaf} for _n in _numbers]
    loss = None
    for _x, _y, _t in _points:
        h = [{first}, {second}]
        e = {error}
        e = {square}
        loss = e if loss is None else {total}
    {begin}
    if _step == 0:
        print("first", _shown(loss.{value}))
    _numbers = [_n - 0.05 * float(_w.{gradient}) for _n, _w in zip(_numbers, w)]
print("last", _shown(loss.{value}))
"""


def examine(
    text: str,
    limits: Limits,
    runner: Runner | None = None,
    *,
    hints: bool = True,
    lines: Sequence[Line] = LINES,
    gradient: str | None = None,
) -> Examination:
    """Examines the engine of a program. Raises ProblemError where there is none, SyntaxError where it is no Python.

    `runner` runs the programs; without one our interpreter does. Of `lines`, those are asked that the engine offers.
    `gradient` is the attribute that holds the gradient, where the user has named it.
    """
    engine = discover(text, limits, gradient)
    asked = [each for each in lines if _is_asked(each, engine)]
    programs = [program_of(each, engine) for each in asked]
    whole = [f"{engine.text}\n{_SHOW}\n{each}" for each in programs]
    answers = (runner or interpreted(limits))(whole)
    findings = [_finding(line, program, answer) for line, program, answer in zip(asked, programs, answers, strict=True)]
    if hints:
        for each, answer in zip(findings, answers, strict=True):
            if each.verdict is not Verdict.PASSED:
                each.hints = _hints(each, engine, limits, ended=answer.ended)
    return Examination(engine, findings)


def interpreted(limits: Limits) -> Runner:
    """Runs programs in our interpreter."""

    def one(text: str, limits: Limits) -> Answered:
        machine = Machine(text, limits)
        try:
            outcome = machine.run(parsed(text))
        except ProblemError as refused:
            problem = refused.problems[0]
            return Answered(machine.printed, str(problem.message), problem.code not in TOO_MUCH)
        error = outcome.error
        return Answered(outcome.printed, "" if error is None else f"{type(error).__name__}: {error}")

    def run(programs: Sequence[str]) -> list[Answered]:
        within = limits
        found: list[Answered] = []
        for each in programs:
            if is_endless(found):
                return [*found, *(not_run() for _ in programs[len(found) :])]
            found.append(one(each, within))
            if not found[-1].ended:
                within = replace(limits, repetitions=limits.repetitions // _SHORTER)
        return found

    return run


def is_endless(answers: Sequence[Answered]) -> bool:
    """Whether an engine has shown that nothing it computes ends, so that the other lines need not be run."""
    return len(answers) >= MAX_ENDLESS and not any(each.ended for each in answers)


def not_run() -> Answered:
    """The answer to a line of such an engine."""
    return Answered("", str(say("exam-not-run", count=MAX_ENDLESS)), ended=False)


def _is_asked(line: Line, engine: Engine) -> bool:
    if not line.needs <= engine.offers or (line.arrays and (not engine.arrays or not engine.backward)):
        return False
    if engine.by_functions and line.section == "exam-numbers":
        return False
    return bool(engine.backward) or line.special == ""


def program_of(line: Line, engine: Engine) -> str:
    """A line as a program in the engine's words, without the engine."""
    if line.special == "learn":
        return _learning(engine)
    if not engine.backward:
        return _with_tangents(line, engine)
    lines = [f"{name} = {engine.made(repr(value))}" for name, value in (line.arrays or line.inputs).items()]
    begin = engine.backward.format("out")
    lines.append(f"out = {engine.written(line.expression)}")
    if line.times:
        lines += [f"for _ in range({line.times}):", f"    out = {engine.written('out + 0.001')}"]
    lines.append(begin)
    if line.special == "again":
        for name in line.inputs:
            lines.append(f"{name}.{engine.gradient} = {'0.0' if not engine.arrays else f'{name}.{engine.gradient} * 0.0'}")
        lines += [_cleared(engine), f"out = {engine.written(line.expression)}", begin]
    lines.append(f'print("out", _shown(out.{engine.value}))')
    lines += [f'print("{name}", _shown({name}.{engine.gradient}))' for name in (line.arrays or line.inputs)]
    return "\n".join(lines) + "\n"


def _with_tangents(line: Line, engine: Engine) -> str:
    """A line for an engine of dual numbers: a pass for each input."""
    lines = []
    for moved in line.inputs:
        for name, value in line.inputs.items():
            lines.append(f"{name} = {engine.kind}({value!r}, {1.0 if name == moved else 0.0})")
        lines.append(f"out = {engine.written(line.expression)}")
        if line.times:
            lines += [f"for _ in range({line.times}):", "    out = out + 0.001"]
        lines.append(f'print("{moved}", _shown(out.{engine.gradient}))')
    lines.append(f'print("out", _shown(out.{engine.value}))')
    return "\n".join(lines) + "\n"


def _learning(engine: Engine) -> str:
    squash = next((name for name in ("tanh", "sigmoid", "relu", "sin") if name in engine.offers), None)
    hidden = [f"w[{place}] * _x + w[{place + 1}] * _y + w[{place + 2}]" for place in (0, 3)]
    first, second = (engine.written(f"{squash}({each})" if squash else each) for each in hidden)
    return _LEARN.format(
        leaf=engine.made("_n"),
        first=first,
        second=second,
        error=engine.written("w[6] * h[0] + w[7] * h[1] + w[8] + _t * -1.0"),
        square=engine.written("e * e"),
        total=engine.written("loss + e"),
        clear=_cleared(engine) or "pass",
        begin=engine.backward.format("loss"),
        value=engine.value,
        gradient=engine.gradient,
    )


def _cleared(engine: Engine) -> str:
    return "; ".join(f"{name}.clear()" for name in engine.tapes)


def right_numbers(line: Line) -> dict[str, Any]:
    """What is right, by our engine."""
    if line.special == "learn":
        return {}
    given = dict(line.arrays or line.inputs)
    ours = run(parse(f"out = {line.expression}"), given)
    seed = np.ones(ours.output.shape) if ours.output.shape else 1.0
    found = backward(ours.output, seed)
    by_tensor = dict(zip(map(id, found.tensors), found.values, strict=True))
    numbers: dict[str, Any] = {name: by_tensor.get(id(leaf)) for name, leaf in ours.inputs.items()}
    value = ours.output.raw
    return {"out": value + 0.001 * line.times, **{name: numbers.get(name) for name in given}}


def _finding(line: Line, program: str, answer: Answered) -> Finding:
    error = answer.error
    got = _read(answer.printed)
    expected = right_numbers(line)
    if error:
        return Finding(line, Verdict.STOPPED, program, _plain(expected), got, error[:300])
    if line.special == "learn":
        learned = float(got.get("last") or math.inf) < 0.5 * float(got.get("first") or 0.0)
        return Finding(line, Verdict.PASSED if learned else Verdict.FAILED, program, {}, got)
    agrees = all(_same(got.get(name), value) for name, value in expected.items())
    return Finding(line, Verdict.PASSED if agrees else Verdict.FAILED, program, _plain(expected), got)


def _same(got: Any, expected: Any) -> bool:
    return got is not None and close(np.asarray(got, float), np.asarray(expected, float))


def _plain(numbers: dict[str, Any]) -> dict[str, Any]:
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in numbers.items()}


def _read(printed: str) -> dict[str, Any]:
    """The numbers that a program of the examination printed; what else it printed is left out."""
    found: dict[str, Any] = {}
    for line in printed.splitlines():
        name, _, number = line.partition(" ")
        try:
            found[name] = ast.literal_eval(number)
        except (ValueError, SyntaxError, RecursionError):
            if number in ("nan", "inf", "-inf"):
                found[name] = float(number)
    return {name: value for name, value in found.items() if value is None or isinstance(value, int | float | list)}


def _hints(finding: Finding, engine: Engine, limits: Limits, *, ended: bool) -> tuple[str, ...]:
    """Where to look; what holds there; the first step that went wrong, or only why a program was not run to its end."""
    if not ended:
        return (finding.error,)
    section = _SECTION_HINTS[finding.line.section]
    found: list[str] = [say(section), say(f"{section}.rule")]
    try:
        report = examine_run(f"{engine.text}\n{_SHOW}\n{finding.program}", limits, engine.gradient)
    except (ProblemError, SyntaxError):
        return tuple(found)
    if report.mistake is not None:
        problem = worded(report, report.mistake)
        place = report.machine.places.span(report.mistake.at)
        text = report.machine.places.text
        line = text[: place[1]].rpartition("\n")[2] + text[place[1] :].partition("\n")[0] if place else ""
        found.append(f"{problem.message} `{line.strip()}`" if line.strip() else str(problem.message))
    elif finding.error:
        found.append(finding.error)
    return tuple(found)


_SECTION_HINTS = {
    "exam-operations": "exam-hint-operations",
    "exam-functions": "exam-hint-functions",
    "exam-numbers": "exam-hint-numbers",
    "exam-shared": "exam-hint-shared",
    "exam-chains": "exam-hint-chains",
    "exam-passes": "exam-hint-passes",
    "exam-arrays": "exam-hint-arrays",
    "exam-hidden": "exam-hint-hidden",
}
