"""Where a finished backward pass has numbers that other libraries do not have."""

from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.interpreter.run import Run
from backpass.engine.interpreter.tensor_semantics.pass_notes import notes_of_pass
from backpass.engine.problems import Problem


def differences(run: Run, gradients: Gradients) -> list[Problem]:
    """Notes on a run's gradients, once per operation of its text."""
    return list(notes_of_pass(run.program, gradients, doubles=run.program.doubles))
