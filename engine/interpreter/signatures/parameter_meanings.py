"""What the parameters of other libraries mean here: the one place where that is declared.

A parameter is *supported* as one of ours, has *no effect* on numbers and gradients, or is accepted *at its default only* and else
refused by name. Only the first two are declared; whatever is not declared is refused unless it has its default.
`binding` binds calls by this, `docs/compatibility.md` prints it, and tests hold it against the real libraries.
"""

from collections.abc import Mapping

from backpass.engine.messages import say

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "dim": ("axis",),
    "dims": ("axes", "axis"),
    "axis": ("axis",),
    "axes": ("axes", "axis"),
    "perm": ("axes",),
    "permutation": ("axes",),
    "dimension": ("axis",),
    "dimensions": ("axis",),
    "keepdim": ("keepdims",),
    "keepdims": ("keepdims",),
    "correction": ("correction",),
    "size": ("shape", "size"),
    "newshape": ("shape",),
    "new_sizes": ("shape",),
    "p": ("ord",),
    "in_dims": ("in_axes",),
    "out_dims": ("out_axes",),
    "negative_slope": ("slope",),
    "initial_value": ("value",),
    "data": ("value",),
    "object": ("value",),
    "trainable": ("requires_grad",),
}
"""Per name of a parameter, what it may be called here; the first that the function has."""

MEANT: Mapping[str, Mapping[str, str]] = {
    "clip": {
        **dict.fromkeys(("x", "a", "arr", "array", "input", "t", "operand"), "x"),
        **dict.fromkeys(("min", "a_min", "clip_value_min"), "low"),
        **dict.fromkeys(("max", "a_max", "clip_value_max"), "high"),
    },
    "leaky_relu": {"alpha": "slope"},
    "silu": {"beta": "beta"},
    "binary_cross_entropy_with_logits": {"labels": "target", "logits": "logit"},
    "cross_entropy": {"labels": "target", "logits": "logits"},
    "var": {"ddof": "ddof"},
    "std": {"ddof": "ddof"},
    "eye": {"N": "rows", "M": "columns", "n": "rows", "m": "columns", "num_rows": "rows", "num_columns": "columns", "k": "k"},
    "normal": {"mean": "loc", "stddev": "scale"},
    "linspace": {"steps": "num", "num": "num"},
    "arange": {"start_or_stop": "first", "start": "start", "end": "stop", "stop": "stop", "step": "step"},
    "jax.random.uniform": {"minval": "minval", "maxval": "maxval"},
    "tril": {"k": "diagonal", "diagonal": "diagonal"},
    "triu": {"k": "diagonal", "diagonal": "diagonal"},
    "split": {"indices_or_sections": "sections", "split_size": "sizes", "split_size_or_sections": "sizes"},
    "array_split": {"indices_or_sections": "sections"},
    "repeat": {"repeats": "each"},
    "torch.Tensor.repeat": {"repeats": "counts"},
    "jax.Array.reshape": {"args": "shape"},
    "jax.Array.transpose": {"args": "axes"},
    "repeat_interleave": {"repeats": "each"},
    "diag": {"k": "diagonal", "diagonal": "diagonal"},
    "torch.median": {"dim": "lower"},
    "torch.Tensor.median": {"dim": "lower"},
    "torch.cross": {"dim": "first"},
    "torch.Tensor.cross": {"dim": "first"},
    "torch.meshgrid": {"indexing": "order"},
    "torch.randint": {"low": "low", "high": "high", "size": "size"},
    "torch.normal": {"mean": "mean", "std": "std", "size": "size"},
    "transpose": {"dim0": "dim0", "dim1": "dim1", "axes": "axes"},
    "max": {"other": "other", "y": "other"},
    "min": {"other": "other", "y": "other"},
    "torch.max": {"dim": "along"},
    "torch.min": {"dim": "along"},
    "torch.Tensor.max": {"dim": "along"},
    "torch.Tensor.min": {"dim": "along"},
    "torch.squeeze": {"dim": "lenient"},
    "torch.Tensor.squeeze": {"dim": "lenient"},
    **{f"torch{each}.{name}": {"correction": "bessel"} for each in ("", ".Tensor") for name in ("var", "std")},
    "torch.norm": {"p": "p"},
    "torch.Tensor.norm": {"p": "p"},
    "torch.linalg.vector_norm": {"ord": "p"},
    "numpy.linalg.vector_norm": {"ord": "p"},
    "jax.numpy.linalg.vector_norm": {"ord": "p"},
    "autograd.numpy.linalg.vector_norm": {"ord": "p"},
    "tensorflow.norm": {"ord": "euclidean"},
    "torch.nn.functional.softmax": {"dim": "implied"},
    "torch.nn.functional.log_softmax": {"dim": "implied"},
    "jax.scipy.special.softmax": {"axis": "everywhere"},
    "jax.scipy.special.log_softmax": {"axis": "everywhere"},
    "jax.nn.gelu": {"approximate": "tanh"},
    "tensorflow.nn.gelu": {"approximate": "tanh"},
    "grad": {"argnum": "argnums"},
    "jacobian": {"argnum": "argnums"},
    "hessian": {"argnum": "argnums"},
}
"""Per function of ours, and per function of a library where that differs, meanings that do not follow from its names alone."""

NEVER_INPUTS = frozenset(
    {"out", "where", "dtype", "name", "device", "order", "casting", "initial", "accuracy", "decimals", "generator", "layout"}
)
"""Parameters that are no inputs, wherever they stand; all others that come first are the inputs, in order."""

WITHOUT_EFFECT: Mapping[str, str] = {
    "name": say("nodes-are-named"),
    "device": say("computed-on-server"),
    "layout": say("memory-layout"),
    "pin_memory": say("memory-layout"),
    "generator": say("one-generator"),
    "accuracy": say("computed-in-float64"),
    "precision": say("computed-in-float64"),
    "optimize": say("order-of-products"),
    "casting": say("all-float64"),
    "promote_integers": say("all-float64"),
    "indices_are_sorted": say("faster-promise"),
    "retain_graph": say("graph-always-there"),
    "create_graph": say("differentiable-again"),
    "only_inputs": say("gradients-go-where-asked"),
    "persistent": say("tape-asked-often"),
    "foreach": say("way-of-computing"),
    "fused": say("way-of-computing"),
    "capturable": say("way-of-computing"),
    "differentiable": say("step-not-differentiated"),
    "randomness": say("draws-what-it-draws"),
    "chunk_size": say("way-of-computing"),
    "vectorize": say("way-of-computing"),
    "unroll": say("way-of-computing"),
    "strategy": say("way-of-computing"),
    "like": say("arrays-of-one-kind"),
    "subok": say("arrays-of-one-kind"),
    "memory_format": say("memory-layout"),
    "non_blocking": say("nothing-waits"),
}
"""Parameters that change neither numbers nor gradients here, whatever they are given, and why; where ours has one of that name,
that counts.
"""

MAKES_FASTER = frozenset({"jit", "function", "checkpoint", "remat", "compile", "DataParallel", "set_printoptions"})
"""Functions all of whose parameters but the first have no effect."""

PASSED_OVER = frozenset(
    {
        *("torch.device", "torch.compile", "torch.save", "torch.set_printoptions", "numpy.set_printoptions"),
        *("torch.set_default_device", "torch.backends", "jax.config", "torch.nn.DataParallel"),
    }
)
"""What chooses hardware, speed, files or how numbers are printed: accepted, without any effect on a number."""

_DRAWING = ("numpy.random", "numpy.random.Generator", "autograd.numpy.random")

_SELECT = say("choose-with-where")

REFUSED: Mapping[str, str] = {
    "jax.lax.round": say("rounds-halves"),
    "math.remainder": say("ieee-remainder"),
    "numpy.select": _SELECT,
    "jax.numpy.select": _SELECT,
    "autograd.numpy.select": _SELECT,
    "torch.select": say("picks-one-place"),
    "torch.Tensor.select": say("picks-one-place"),
    "torch.Tensor.index": say("picks-in-brackets"),
    "numpy.ndarray.sort": say("sorts-in-place"),
    **dict.fromkeys(("jax.lax.argmax", "jax.lax.argmin"), say("argmax-of-jnp")),
    **dict.fromkeys(("jax.tree.flatten", "jax.tree.transpose"), say("tree-functions")),
    "torch.cuda.device": say("computed-on-server"),
    "torch.equal": say("equal-as-whole"),
    "torch.Tensor.equal": say("equal-as-whole-method"),
    "torch.binary_cross_entropy_with_logits": say("cross-entropy-of-functional"),
    **dict.fromkeys(
        [
            *(f"{module}.{name}" for module in _DRAWING for name in ("logistic", "power")),
            *("jax.random.logistic", "jax.random.loggamma"),
        ],
        say("draws-of-distribution"),
    ),
    "jax.lax.div": say("truncates"),
}
"""Functions that another function of ours has the name of, and what to write instead."""

HINTS: Mapping[str, str] = {
    "out": say("assign-result"),
    "where": say("choose-before"),
    "initial": say("combine-afterwards"),
    "inplace": say("assign-to-same-name"),
    "dtype": say("floats-only"),
    "weight": say("weigh-each-loss"),
    "pos_weight": say("weighted-logistic-loss"),
    "label_smoothing": say("smoothed-targets"),
    "ord": say("known-norms"),
    "has_aux": say("value-alone"),
    "axis_size": say("follows-from-arguments"),
    "size_average": say("reduction-today"),
    "reduce": say("reduction-none-today"),
}
"""What to write in place of a parameter that is refused."""

ALIASES: Mapping[str, Mapping[str, str]] = {
    "torch": {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"},
}
"""Per library, other names that its functions take for a parameter. PyTorch: `numpy_compatibility_arg_names` of its parser."""

OF_PYTHON: Mapping[str, frozenset[str]] = {
    "dict": frozenset(),
    "enumerate": frozenset({"start"}),
    "int": frozenset({"base"}),
    "max": frozenset({"key", "default"}),
    "min": frozenset({"key", "default"}),
    "open": frozenset({"mode", "encoding", "newline", "buffering"}),
    "print": frozenset({"sep", "end", "file", "flush"}),
    "sorted": frozenset({"key", "reverse"}),
    "sum": frozenset({"start"}),
    "zip": frozenset({"strict"}),
}
"""The arguments by name that Python's own functions are understood with; of `dict` all are. The others take none."""

DEVICES = ("cpu", "cuda", "mps", "xpu")
"""How the names of devices begin."""

SEARCHED: Mapping[str, tuple[str, ...]] = {
    "torch": ("torch", "torch.nn.functional", "torch.linalg", "torch.special", "torch.autograd"),
    "numpy": ("numpy", "numpy.linalg"),
    "jax": ("jax.numpy", "jax", "jax.nn", "jax.lax", "jax.scipy.special", "jax.numpy.linalg"),
    "autograd": ("autograd.numpy", "autograd", "autograd.scipy.special", "autograd.numpy.linalg"),
    "tensorflow": ("tensorflow", "tensorflow.math", "tensorflow.nn"),
}
"""Where a function is looked for if the module that a call names does not have it: either name means the same."""

OBJECTS: Mapping[str, tuple[str, ...]] = {
    "torch": ("torch.Tensor",),
    "jax": ("jax.Array",),
    "numpy": ("numpy.ndarray",),
}
"""Per library, the class whose methods its arrays have; in the order in which programs that name several are read."""

METHODS_OF: Mapping[str, tuple[str, ...]] = {
    "torch": ("torch",),
    "jax": ("jax",),
    "numpy": ("numpy", "np", "autograd"),
}
"""Whose methods the arrays of a program have: by the libraries that it names, the first of these first."""

SHORT = {"np": "numpy", "tf": "tensorflow", "math": "python", "random": "python"}
"""Libraries that are called otherwise, or are none of their own."""
