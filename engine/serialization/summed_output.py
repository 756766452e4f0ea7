"""The note on an output with several elements where no upstream gradient is given: the gradients are those of their sum.

A gradient belongs to one number. Of a vector `W @ x` each element has its own; the note offers each of them by a name that a
request can give as its `output`.
"""

from itertools import islice, product
from typing import Any

import numpy as np

from backpass.engine.interpreter.run import Run
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

_MAX_OFFERED = 24


def is_summed(run: Run, upstream: Any = 1.0) -> bool:
    """Whether the gradients of a run are those of the sum of its output's elements."""
    usual = run.upstream is None and type(upstream) in (int, float) and upstream == 1
    return usual and isinstance(run.output.raw, np.ndarray) and run.output.raw.size > 1


def summed_note(run: Run, upstream: Any = 1.0) -> list[Problem]:
    """The note, where it is due; it offers the first elements."""
    if run.stopped_at is not None or not is_summed(run, upstream):
        return []  # of the part before an error nobody asked for the elements
    shape = run.output.shape
    name = output_name(run)
    places = islice(product(*map(range, shape)), _MAX_OFFERED)
    elements = tuple(f"{name}[{', '.join(map(str, place))}]" for place in places)
    what = f"`{name}`" if name else say("the-output")
    return [
        Problem(
            Code.SUMMED_OUTPUT,
            say("summed-output", what=what, shape=shape),
            say("summed-output.hint", elements=elements[0]),
            run.output.span,
            choices=elements,
        )
    ]


def output_name(run: Run) -> str:
    """The name by which a request can ask for the output; empty where it has none."""
    return next((name for name, tensor in run.names.items() if tensor is run.output), "")
