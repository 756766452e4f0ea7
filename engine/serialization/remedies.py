"""What to write instead where a name without a value is the trouble, known only when the program has run."""

from dataclasses import replace
from math import isfinite

from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.interpreter.errors.program_errors import replace_mistyped
from backpass.engine.interpreter.run import Run
from backpass.engine.interpreter.run import run as run_program
from backpass.engine.language import parse
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError, Replacement


def with_mistyped(run: Run, gradients: Gradients, problems: list[Problem]) -> list[Problem]:
    """Of a name without a value, the name to write instead: one much like it that has a value and is not used."""
    reached = set(gradients.tensors)
    unused = [name for name, tensor in run.names.items() if tensor not in reached]
    if run.stopped_at is not None or not unused:
        return problems
    text = run.program.text
    return [
        replace(problem, replacement=replace_mistyped(text[slice(*problem.span)], unused, problem.span))
        if problem.code is Code.ASSUMED_INPUT and problem.span and problem.replacement is None
        else problem
        for problem in problems
    ]


def with_finite_value(run: Run) -> list[Problem]:
    """Values to give to the names of a formula in LaTeX that with 1 for each has no finite value, as `log(1 - p)` has none."""
    value = run.output.raw
    if not run.program.is_latex or not isinstance(value, float) or isfinite(value):
        return []
    text = run.program.text
    spans = sorted({problem.span for problem in run.problems if problem.code is Code.ASSUMED_INPUT and problem.span})
    names = list(dict.fromkeys(text[slice(*span)] for span in spans))
    lines = [f"{name} = {(3 * place % 9 + 3) / 10}" for place, name in enumerate(names)]
    try:
        found = run_program(parse("\n".join([*lines, text]))).output.raw if names else value
    except ProblemError:
        return []
    if not isinstance(found, float) or not isfinite(found):
        return []
    given = ", ".join(f"`{line}`" for line in lines)
    return [
        Problem(
            Code.READING,
            say("latex-not-finite", names=", ".join(f"`{name}`" for name in names)),
            say("latex-not-finite.hint", given=given),
            spans[0],
            replacement=Replacement((0, 0), "".join(f"{line}\n" for line in lines)),
        )
    ]
