"""What was read of a program's text, in one line: the libraries that it uses, how many of its lines, and what was ignored.

All of it follows from the notes that reading and running made.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.libraries.spellings import is_ignored, library_of
from backpass.engine.interpreter.program_state.call_groups import lone_repetitions
from backpass.engine.interpreter.run import Run
from backpass.engine.interpreter.tensor_semantics.library_differences import CALLED
from backpass.engine.language.parsing.outline import Outline
from backpass.engine.language.program import Assign, Evaluate, Import, Statement, names_given, names_read, walk
from backpass.engine.language.syntax_tree import AssignmentTarget, Several
from backpass.engine.messages import in_language, say
from backpass.engine.problems import Code, Problem, Span

LIBRARIES = {name: CALLED[name] for name in ("torch", "jax", "tensorflow", "autograd", "numpy")} | {
    "scipy": "SciPy",
    "sympy": "SymPy",
    "micrograd": "micrograd",
}
"""Those that are named, by the module that is imported."""
_LOOPS = ("for", "while")
_UNNAMED = "repetition "
"""How the groups of passes are called that no single name distinguishes."""
_PLOTS = frozenset({"matplotlib", "seaborn", "graphviz", "IPython"})
_KINDS = {
    "wrapper-fences": "passed-over-fences",
    "wrapper-prompts": "passed-over-prompts",
    "wrapper-cells": "passed-over-cells",
    "wrapper-notebook": "passed-over-cells",
    "wrapper-line-numbers": "passed-over-line-numbers",
    "wrapper-sentence": "passed-over-sentences",
    "notebook-command": "passed-over-commands",
    "left-out": "passed-over-left-out",
    "difference-device": "passed-over-devices",
    "difference-precision": "passed-over-precision",
    "backward-not-called": "passed-over-rules",
    "stand-in-pictures": "passed-over-data",
    "stand-in-folder": "passed-over-data",
    "stand-in-files": "passed-over-data",
    "stand-in-table": "passed-over-data",
    "stand-in-columns": "passed-over-data",
    "stand-in-picture": "passed-over-data",
    "drawn-model": "passed-over-data",
    "nothing-of-files": "passed-over-files",
    "nothing-of-pictures": "passed-over-plots",
    "nothing-of-precision": "passed-over-precision",
    "nothing-of-arguments": "passed-over-arguments",
    "already-here": "passed-over-definitions",
}
"""Notes that say that something was ignored, and what that is called."""


class Reading(NamedTuple):
    """What was read of a text."""

    libraries: tuple[str, ...]
    lines: int
    """Lines with code, and with what stands around it."""
    read: int
    """Those of them that were read and run."""
    passed_over: tuple[str, ...]
    """In the reader's language."""
    shown_pass: str | None = None
    """The one pass of a loop that the graph is of, as its group is called: `epoch = 19`; None where it is of no single one."""

    @property
    def sentence(self) -> str:
        """`PyTorch; 38 of 41 lines; ignored: devices, plots; the graph shows one pass: epoch = 19`."""
        parts = [", ".join(self.libraries)] if self.libraries else []
        parts.append(say("lines-read", read=self.read, lines=self.lines))
        if self.passed_over:
            parts.append(say("lines-passed-over", listed=", ".join(self.passed_over)))
        if self.shown_pass is not None:
            parts.append(say("lines-shown-pass", shown=self.shown_pass))
        return "; ".join(parts)


def reading_of(run: Run) -> Reading:
    """What was read of a program that ran, whole or in part."""
    text = run.program.text
    written = {number for number, line in enumerate(text.split("\n")) if line.strip() and not line.lstrip().startswith("#")}
    written |= {line for problem in run.problems if _key(problem) == "left-out" for line in _lines(text, problem.span)}
    plots = set(_plots(run)) if any(module in text for module in _PLOTS) else set()
    passed = {line for statement in plots for line in _lines(text, statement.span)} | set(_passed(run))
    kinds = [_KINDS[key] for problem in run.problems if (key := _key(problem)) in _KINDS]
    if run.left_out:
        kinds.append("passed-over-left-out")
    if plots:
        kinds.append("passed-over-plots")
    named = {library_of(each) for each in run.program.libraries}
    return Reading(
        tuple(called for name, called in LIBRARIES.items() if name in named or f"import {name}" in text),
        len(written),
        len(written - passed),
        tuple(say(kind) for kind in dict.fromkeys(kinds)),
        _shown_pass(run),
    )


def _shown_pass(run: Run) -> str | None:
    """The pass of the program's own loops that alone is in the graph; None where all are, or the loop ran but once."""
    if run.output.operation is None:
        return None
    found = lone_repetitions(run.groups, run.output, ancestors(run.output))
    text = run.program.text
    own = [each.name for each in found if each.span is not None and text.startswith(_LOOPS, each.span[0])]
    if not own or len(own) < len(found):
        return None
    return ", ".join(
        say("repetition-number", number=name.removeprefix(_UNNAMED)) if name.startswith(_UNNAMED) else name for name in own
    )


def reading_json(run: Run) -> dict[str, Any]:
    """The same for JSON."""
    return as_json(reading_of(run))


def as_json(reading: Reading) -> dict[str, Any]:
    """What was read of a text, for JSON."""
    return {
        "libraries": list(reading.libraries),
        "lines": reading.lines,
        "read": reading.read,
        "passed_over": [in_language(each) for each in reading.passed_over],
        "shown_pass": reading.shown_pass,
        "sentence": reading.sentence,
    }


def _key(problem: Problem) -> str:
    return getattr(problem.message, "key", "")


def _lines(text: str, span: Span | None) -> range:
    """The lines, from 0, that a stretch of a text touches."""
    if span is None:
        return range(0)
    first = text.count("\n", 0, span[0])
    return range(first, first + text.count("\n", *span) + 1)


def _passed(run: Run) -> Iterator[int]:
    """The lines that were ignored, apart from plots: what stands around the code, what a note says, what follows an error."""
    text = run.program.text
    for statement in run.left_out:
        yield from _lines(text, statement)
    if run.stopped_at is not None:
        first = text.count("\n", 0, run.stopped_at)
        yield from range(first, text.count("\n") + 1)
    if any(_key(problem).startswith("wrapper-") for problem in run.problems):
        bare = Outline(text).bare.split("\n")
        yield from (number for number, line in enumerate(bare) if not line.strip())
    for problem in run.problems:
        if problem.code is Code.IGNORED and not _key(problem).startswith("wrapper-"):
            yield from _lines(text, problem.span)


def _plots(run: Run) -> Iterator[Statement]:
    """The statements whose only effect is a picture: calls of modules that draw, and of what these gave."""
    drawing: set[str] = set()
    for each in (each for statement in run.program.statements for each in _in_order(statement)):
        if isinstance(each, Import) and is_ignored(each.module):
            if each.module.partition(".")[0] in _PLOTS:
                drawing |= names_given(each)
                yield each
        elif isinstance(each, Assign | Evaluate) and _root(each) in drawing:
            drawing |= _targets(each)
            yield each


def _targets(statement: Assign | Evaluate) -> set[str]:
    """The names to which an assignment gives values, those within tuples too."""
    waiting = [*statement.targets] if isinstance(statement, Assign) else []
    names: set[str] = set()
    for each in waiting:
        if isinstance(each, Several):
            waiting += each.targets
        elif isinstance(each, AssignmentTarget):
            names.add(each.name)
    return names


def _in_order(statement: Statement) -> list[Any]:
    return sorted((each for each in walk(statement) if isinstance(each, Import | Assign | Evaluate)), key=lambda each: each.span)


def _root(statement: Assign | Evaluate) -> str | None:
    """The name with which the expression of a statement begins."""
    first = statement.expression[-1]
    qualifier = getattr(first, "qualifier", None)
    if qualifier:
        return str(qualifier).partition(".")[0]
    return getattr(statement.expression[0], "name", None) if names_read(statement) else None
