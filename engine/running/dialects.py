"""Spellings from other libraries that a pasted program may use. Nothing is ever imported: a module's names stand for ours.

Names of operations need no entry: every module here offers all of them (`math.exp(x)` is our `exp`). Functions that are no
operations stand in `libraries`.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """A library whose imports are understood."""

    modules: tuple[str, ...]
    constructors: tuple[str, ...] = ()
    """Calls that make an input of a number."""
    fixed: tuple[str, ...] = ()
    """Calls that make a value without a gradient, unless they are told `requires_grad=True`."""


DIALECTS = (
    Dialect(("micrograd", "micrograd.engine", "micrograd.nn"), ("Value",)),
    Dialect(("engine", "backpass"), ("Tensor",)),
    Dialect(("math",)),
    Dialect(("random",)),
    Dialect(("numpy", "np", "numpy.random", "numpy.linalg", "numpy.random.Generator"), ("array", "asarray")),
    Dialect(
        (
            "torch",
            "torch.nn",
            "torch.nn.functional",
            "torch.optim",
            "torch.autograd",
            "torch.autograd.functional",
            "torch.func",
            "torch.linalg",
            "torch.special",
        ),
        ("Parameter",),
        ("tensor", "FloatTensor", "as_tensor"),
    ),
    Dialect(("jax", "jax.numpy", "jax.nn", "jax.lax", "jax.scipy.special", "jax.numpy.linalg"), ("array", "asarray")),
    Dialect(("autograd", "autograd.numpy", "autograd.numpy.random", "autograd.scipy.special"), ("array",)),
    Dialect(
        ("tensorflow", "tf", "tensorflow.math", "tensorflow.nn", "tf.math", "tf.nn", "tensorflow.random", "tf.random"),
        ("Variable",),
        ("constant",),
    ),
)

CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
"""Names that stand for a number unless the program or the request gives them another value."""

MODULES = {module: dialect for dialect in DIALECTS for module in dialect.modules}
CONSTRUCTORS = {name: True for dialect in DIALECTS for name in dialect.constructors}
"""Calls that make a leaf, and whether it has a gradient unless they are told otherwise."""
CONSTRUCTORS |= {name: False for dialect in DIALECTS for name in dialect.fixed}

OPTION_SPELLINGS = {"dim": "axis", "keepdim": "keepdims", "newshape": "shape", "correction": "ddof"}
"""Other names of options, and ours."""

WITHOUT_EFFECT = frozenset({"draw_dot", "display", "show"})
"""Functions of notebooks that show something which is on the page anyway."""

IGNORED_MODULES = frozenset(
    {"matplotlib", "graphviz", "typing", "IPython", "seaborn", "tqdm", "__future__", "warnings", "time", "os.path", "dataclasses"}
)
"""Modules that draw, measure or annotate: their imports are passed over, and calls of their functions do nothing."""


def is_ignored(module: str) -> bool:
    """Whether a module, or the library that it belongs to, is passed over."""
    return module in IGNORED_MODULES or module.partition(".")[0] in IGNORED_MODULES
