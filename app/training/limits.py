"""What one training run may cost. Counted from its declaration, and refused before anything is allocated."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from engine import Limits
from engine.problems import Code, Problem, ProblemError

if TYPE_CHECKING:
    from app.settings import Settings


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
        """For whoever computes on a machine of their own."""
        endless = 10**18
        return cls(endless, endless, endless, endless**3, endless, reports=endless, moments=endless, program=Limits())

    def check_steps(self, steps: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if steps > self.steps:
            _refuse(
                Code.TOO_MUCH_WORK,
                f"{steps:,} steps are more than the {self.steps:,} that are made here in one run.",
                "Take fewer; a run can be taken further from its checkpoint.",
            )

    def check_examples(self, count: int) -> None:
        """Raises ProblemError (too-many-examples)."""
        if count > self.examples:
            _refuse(
                Code.TOO_MANY_EXAMPLES,
                f"{count:,} examples are more than the {self.examples:,} that are trained with here.",
                "Take a part of them, or use the Python library, which has no such limit.",
            )

    def check_parameters(self, count: int) -> None:
        """Raises ProblemError (too-many-parameters)."""
        if count > self.parameters:
            _refuse(
                Code.TOO_MANY_PARAMETERS,
                f"The model would have {count:,} weights and biases; at most {self.parameters:,} are trained here. Two "
                "neighbouring layers of n and m neurons have n · m weights between them.",
                "Make its layers narrower, such as 16, 16, 1, or use the Python library, which has no such limit.",
            )

    def check_elements(self, rows: int, values: int) -> None:
        """Raises ProblemError (too-many-elements); `values` are the numbers made of one example."""
        if rows * values > self.elements:
            _refuse(
                Code.TOO_MANY_ELEMENTS,
                f"A step would keep {rows:,} examples × {values:,} values = {rows * values:,} numbers; at most "
                f"{self.elements:,} are kept here.",
                "Choose a smaller batch size, or a smaller model.",
            )

    def check_work(self, steps: int, rows: int, parameters: int) -> None:
        """Raises ProblemError (too-much-work)."""
        if steps * rows * parameters > self.work:
            _refuse(
                Code.TOO_MUCH_WORK,
                f"{steps:,} steps × {rows:,} examples × {parameters:,} parameters are {steps * rows * parameters:,} "
                f"multiplications; at most {self.work:,} are made here in one run.",
                "Take fewer steps, a smaller batch size or a smaller model.",
            )


def _refuse(code: Code, message: str, hint: str) -> NoReturn:
    raise ProblemError(Problem(code, message, hint))
