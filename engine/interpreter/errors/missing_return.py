"""Functions of a program that compute something and do not give it back: their calls have no value."""

from collections.abc import Callable
from dataclasses import replace

from backpass.engine.interpreter.errors import program_errors
from backpass.engine.language.program import Assign, Define, Evaluate, Program, Return, Yield, walk
from backpass.engine.language.syntax_tree import AssignmentTarget, Call, Several
from backpass.engine.problems import Problem, ProblemError, Span

_OF_NOTHING = "not-a-number.return"
"""The hint of what is used and is nothing."""


def of_last_line(program: Program, is_nothing: Callable[[str], bool]) -> Problem | None:
    """The last line calls such a function; `is_nothing` of the names that it is assigned to."""
    last = program.statements[-1] if program.statements else None
    call = last.expression[-1] if isinstance(last, Assign | Evaluate) else None
    if not isinstance(call, Call) or call.method or call.qualifier:
        return None
    targets = last.targets if isinstance(last, Assign) else ()
    if not all(isinstance(each, AssignmentTarget) and is_nothing(each.name) for each in targets):
        return None
    defined = next((each for each in program.statements if isinstance(each, Define) and each.name == call.name), None)
    return _problem(call, defined, 1) if defined else None


def of_use(error: ProblemError, program: Program) -> Problem | None:
    """What to say of a value that cannot be gone through, taken apart or computed with, as it is the call of such a function."""
    problem = error.problems[0]
    if getattr(problem.hint, "key", "") != _OF_NOTHING or problem.span is None:
        return None
    parts = [each for top in program.statements for each in walk(top)]
    defined = [each for each in parts if isinstance(each, Define)]
    calls = [each for each in parts if isinstance(each, Call) and not each.method and not each.qualifier]
    around = [each for each in parts if isinstance(each, Assign) and _holds(each.span, problem.span)]
    assignment = min(around, key=lambda each: each.span[1] - each.span[0], default=None)
    place = problem.span if assignment is None else assignment.span
    for span in (problem.span, place):
        found = [
            made
            for call in calls
            if _holds(span, call.span)
            for made in [_problem(call, each, _count(assignment, call)) for each in defined if each.name == call.name]
        ]
        if found:
            named = found[0] if len(found) == 1 else None
            return named and replace(named, code=problem.code)
    return None


def _holds(span: Span, inner: Span) -> bool:
    return span[0] <= inner[0] and inner[1] <= span[1]


def _count(assignment: Assign | None, call: Call) -> int:
    """How many values are wanted of a call."""
    target = assignment.targets[0] if assignment and assignment.expression[-1] is call else None
    return len(target.targets) if isinstance(target, Several) and target.starred is None else 1


def _problem(call: Call, defined: Define, count: int) -> Problem | None:
    """Names the last `count` values that the function computes; None where it computes fewer, or returns something."""
    end = defined.body[-1] if defined.body else None
    if not isinstance(end, Assign) or any(isinstance(each, Return | Yield) for each in walk(defined)):
        return None
    assigned = [each.targets[-1] for each in reversed(defined.body) if isinstance(each, Assign)]
    names = list(dict.fromkeys(each.name for each in assigned if isinstance(each, AssignmentTarget)))[:count]
    if not isinstance(assigned[0], AssignmentTarget) or len(names) < count:
        return None
    return program_errors.no_return(call, ", ".join(reversed(names)))
