"""Runs a program, and gives what it left: the record of the run, and how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from backpass.engine.limits import Limits
from backpass.engine.plain_python.machine import Outcome
from backpass.engine.python.libraries.libraries import OnPass
from backpass.engine.python.machine import TrackedMachine
from backpass.engine.python.record import Record
from backpass.engine.python.source import Source


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A program that was run."""

    source: Source
    record: Record
    outcome: Outcome
    machine: TrackedMachine

    @property
    def names(self) -> dict[str, Any]:
        """What its names stand for at the end."""
        return self.outcome.names


def evaluate(
    source: Source,
    limits: Limits,
    given: Mapping[str, Any] | None = None,
    *,
    is_formula: bool = False,
    constants: Mapping[str, float] | None = None,
    shows: bool = True,
    counts_living: bool = False,
    presets: Mapping[int, Any] | None = None,
    is_undeclared: bool = False,
    on_pass: OnPass | None = None,
) -> Evaluation:
    """Runs a program to its end or to its first exception. Raises ProblemError at a limit and for what is not read.

    `presets` are numbers for tensors that need a gradient, by their place in the order of making. With `is_undeclared`, tensors
    of the top level are inputs though the program says of none that it needs a gradient. `on_pass` is called with the output of
    each backward pass, the gradient that it begins with, and whether its gradients can be differentiated again.

    A line that is a value alone shows it where `shows`, as a notebook does. Items are counted as they are made or, which takes
    longer, as long as they are alive.
    """
    machine = TrackedMachine(source, limits, given, is_formula=is_formula, counts_living=counts_living)
    machine.constants, machine.shows = constants or {}, shows
    machine.libraries.presets, machine.libraries.is_undeclared = presets or {}, is_undeclared
    machine.libraries.on_pass = on_pass or machine.libraries.on_pass
    outcome = machine.run(source.tree)
    machine.record.end()
    return Evaluation(source, machine.record, outcome, machine)
