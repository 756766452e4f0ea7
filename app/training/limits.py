"""What one training run may cost. Counted from its declaration, and refused before anything is allocated."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from backpass.engine import Limits
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError

if TYPE_CHECKING:
    from backpass.app.settings import Settings


@dataclass(frozen=True, slots=True)
class TrainingLimits:
    """Counts that bound one run; plain, so that they travel to wherever it is computed."""

    parameters: int
    examples: int
    steps: int
    work: int
    elements: int
    """Numbers that one step keeps at the same time."""
    reports: int
    moments: int
    program: Limits

    @classmethod
    def of(cls, settings: "Settings") -> "TrainingLimits":
        """Those of the settings."""
        return cls(
            parameters=settings.max_parameters,
            examples=settings.max_examples,
            steps=settings.max_training_steps,
            work=settings.max_training_work,
            elements=settings.max_elements,
            reports=settings.training_reports,
            moments=settings.training_moments,
            program=settings.program_limits(),
        )

    @classmethod
    def none(cls) -> "TrainingLimits":
        """No limits, for the command line."""
        endless = 10**18
        return cls(endless, endless, endless, endless**3, endless, reports=endless, moments=endless, program=Limits())

    def check_steps(self, steps: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if steps > self.steps:
            _refuse(
                Code.TOO_MUCH_WORK,
                say("too-many-steps", steps=steps, steps2=self.steps),
                say("too-many-steps.hint"),
            )

    def check_examples(self, count: int) -> None:
        """Raises ProblemError (too-many-examples)."""
        if count > self.examples:
            _refuse(
                Code.TOO_MANY_EXAMPLES,
                say("too-many-examples", count=count, examples=self.examples),
                say("too-many-examples.hint"),
            )

    def check_parameters(self, count: int) -> None:
        """Raises ProblemError (too-many-parameters)."""
        if count > self.parameters:
            _refuse(
                Code.TOO_MANY_PARAMETERS,
                say("too-many-parameters", count=count, parameters=self.parameters),
                say("too-many-parameters.hint"),
            )

    def check_elements(self, rows: int, values: int) -> None:
        """Raises ProblemError (too-many-elements); `values` are the numbers made of one example."""
        if rows * values > self.elements:
            _refuse(
                Code.TOO_MANY_ELEMENTS,
                say("step-too-large", rows=rows, values=values, rows2=rows * values, elements=self.elements),
                say("step-too-large.hint"),
            )

    def check_work(self, steps: int, rows: int, parameters: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if steps * rows * parameters > self.work:
            _refuse(
                Code.TOO_MUCH_WORK,
                say(
                    "run-too-large",
                    steps=steps,
                    rows=rows,
                    parameters=parameters,
                    steps2=steps * rows * parameters,
                    work=self.work,
                ),
                say("run-too-large.hint"),
            )


def _refuse(code: Code, message: str, hint: str) -> NoReturn:
    raise ProblemError(Problem(code, message, hint))
