"""Spellings from other libraries that a pasted program may use. Nothing is ever imported: a module's names stand for ours.

Names of operations need no entry: every module here offers all of them (`math.exp(x)` is our `exp`).
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """A module whose import is understood."""

    modules: tuple[str, ...]
    constructors: tuple[str, ...] = ()
    """Calls that make an input of a number."""


DIALECTS = (
    Dialect(("micrograd", "micrograd.engine"), ("Value",)),
    Dialect(("engine", "backpass"), ("Tensor",)),
    Dialect(("math",)),
    Dialect(("numpy", "np"), ("array",)),
)

CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
"""Names that stand for a number unless the program or the request gives them another value."""

MODULES = {module: dialect for dialect in DIALECTS for module in dialect.modules}
CONSTRUCTORS = frozenset(name for dialect in DIALECTS for name in dialect.constructors)

OPTION_SPELLINGS = {"dim": "axis", "keepdim": "keepdims", "newshape": "shape"}
"""Other names of options, and ours."""

WITHOUT_EFFECT = frozenset({"print", "draw_dot", "display", "zero_grad", "zero_grads"})
"""Calls of notebooks that show or reset something; values and gradients are on the graph anyway."""

SHOWN_ATTRIBUTES = frozenset({"grad", "data", "shape"})
"""Attributes that a notebook looks at by writing them as the last line."""
