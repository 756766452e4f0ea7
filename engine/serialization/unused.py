"""Statements whose value is not in the graph, and why that is so."""

from collections.abc import Iterable

import numpy as np

from backpass.engine.autodiff.operation_text import number
from backpass.engine.autodiff.reverse_numeric import Gradients, backward
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.run import Run
from backpass.engine.language.program import Assign, Statement
from backpass.engine.language.syntax_tree import AssignmentTarget
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem
from backpass.engine.shapes import shape_of


def unused(run: Run, gradients: Gradients) -> list[Problem]:
    """The statements whose value does not reach the output. Of a part of a program nobody knows what the rest uses."""
    if run.stopped_at is not None:
        return []
    reached = set(gradients.tensors)
    text = run.program.text
    # What is noted of these is why they do not reach it.
    early = {text[slice(*each.span)] for each in run.problems if each.code is Code.USED_TOO_EARLY and each.span}
    own = _of_inputs(run) if run.of_output - reached else []  # not those of the request, which may begin with another one
    return [
        (_gradient_of_shown(statement, tensor, own) if tensor in run.of_output else None)
        or Problem(
            Code.UNUSED,
            say("unused", what=f"`{name}`" if (name := _name_given(statement)) else say("unused-this")),
            say("unused.hint"),
            statement.span,
        )
        for statement, tensor in run.made
        if tensor not in reached and _name_given(statement) not in early
    ]


def _of_inputs(run: Run) -> list[tuple[str, Data]]:
    """The gradient of each input of the graph, with its name."""
    found = backward(run.output, run.seed())
    values = dict(zip(found.tensors, found.values, strict=True))
    given = ((name, values.get(leaf)) for name, leaf in run.inputs.items())
    return [(name, value) for name, value in given if value is not None]


def _gradient_of_shown(statement: Statement, tensor: Tensor, own: Iterable[tuple[str, Data]]) -> Problem | None:
    """The note on a gradient that the program takes of what the graph shows; None where it is that of no input."""
    equal = [name for name, each in own if shape_of(each) == tensor.shape and np.allclose(each, tensor.raw, equal_nan=True)]
    if not equal:
        return None
    given = _name_given(statement)
    value = number(tensor.raw) if isinstance(tensor.raw, float) else say("a-tensor-of-shape", shape=tensor.shape)
    words = {"what": f"`{given}`" if given else say("gradient-of-shown.line"), "value": value}
    message = say("gradient-of-shown.by", name=equal[0], **words) if len(equal) == 1 else say("gradient-of-shown", **words)
    hint: str | None = None  # where the library keeps nothing of how it was computed
    if tensor.requires_grad:
        hint = say("gradient-of-shown.hint", name=given) if given else say("gradient-of-shown.unnamed")
    return Problem(Code.READING, message, hint, statement.span)


def _name_given(statement: Statement) -> str | None:
    """The only name that a statement gives a value."""
    target = statement.targets[0] if isinstance(statement, Assign) and len(statement.targets) == 1 else None
    return target.name if isinstance(target, AssignmentTarget) else None
