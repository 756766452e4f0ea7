"""Spellings from other libraries that a pasted program may use. Nothing is ever imported: a module's names stand for ours.

Names of operations need no entry: every module here offers all of them (`math.exp(x)` is our `exp`). Functions that are no
operations stand in `lookup`.
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
    """Calls that make a value without a gradient, unless `requires_grad=True` is passed."""


_FILES_OF_TORCH = {
    "torch.nn": (
        *("modules", "modules.activation", "modules.batchnorm", "modules.container", "modules.conv", "modules.distance"),
        *("modules.dropout", "modules.flatten", "modules.linear", "modules.loss", "modules.module", "modules.normalization"),
        *("modules.padding", "modules.pixelshuffle", "modules.pooling", "modules.rnn", "modules.sparse", "modules.transformer"),
        *("modules.upsampling", "modules.instancenorm"),
    ),
    "torch.nn.utils": ("clip_grad", "convert_parameters"),
    "torch.optim": ("adadelta", "adagrad", "adam", "adamax", "adamw", "optimizer", "rmsprop", "sgd"),
    "torch.utils.data": ("dataset", "dataloader"),
    "torch.distributions": ("bernoulli", "categorical", "distribution", "kl", "normal"),
}
"""The files in which PyTorch defines what its packages offer, by package."""

SAME_NAMES = {
    **{f"{package}.{file}": package for package, files in _FILES_OF_TORCH.items() for file in files},
    **dict.fromkeys(("torch.autograd.grad_mode", "torch.functional"), "torch"),
    **dict.fromkeys(("lightning", "lightning.pytorch"), "pytorch_lightning"),
}
"""Modules whose names are those of another."""

DIALECTS = (
    Dialect(("micrograd", "micrograd.engine", "micrograd.nn"), ("Value",)),
    Dialect(("engine", "backpass", "backpass.autograd", "backpass.autograd.function"), ("Tensor",)),
    Dialect(("math",)),
    Dialect(("random",)),
    Dialect(("collections", "copy", "dataclasses", "enum", "functools", "itertools", "operator", "re")),
    Dialect(("statistics", "string", "unicodedata", "contextlib")),
    Dialect(("os", "os.path", "sys", "argparse", "pathlib", "pickle", "json", "io", "glob", "inspect")),
    Dialect(("absl", "absl.app", "absl.flags")),
    Dialect(("packaging", "packaging.version")),
    Dialect(("scipy", "scipy.special", "scipy.stats", "scipy.stats.norm")),
    Dialect(("numpy", "np", "numpy.random", "numpy.linalg", "numpy.testing", "numpy.random.Generator"), ("array", "asarray")),
    Dialect(
        (
            "torch",
            *(file for file in SAME_NAMES if file.startswith("torch.")),
            "torch.nn",
            "torch.nn.functional",
            "torch.nn.init",
            "torch.nn.parameter",
            "torch.nn.utils",
            "torch.nn.utils.rnn",
            "torch.optim",
            "torch.optim.lr_scheduler",
            "torch.utils",
            "torch.utils.data",
            "torch.distributions",
            "torch.autograd",
            "torch.autograd.function",
            "torch.autograd.functional",
            "torch.func",
            "torch.linalg",
            "torch.special",
            "torch.cuda",
            "torch.cuda.amp",
            "torch.amp",
            "torch.jit",
            "torch.utils.checkpoint",
            "torch.mps",
            "torch.accelerator",
            "torch.backends",
            "torch.backends.mps",
            "torch.backends.cudnn",
        ),
        ("Parameter",),
        ("tensor", "FloatTensor", "as_tensor"),
    ),
    Dialect(("sklearn", "sklearn.datasets", "sklearn.model_selection", "sklearn.preprocessing")),
    Dialect(("torchvision", "torchvision.datasets", "torchvision.transforms")),
    Dialect(("PIL", "PIL.Image", "cv2")),
    Dialect(("pandas",)),
    Dialect(("datasets",)),
    Dialect(("requests",)),
    Dialect(("pytorch_lightning", "lightning", "lightning.pytorch")),
    Dialect(
        (
            "jax",
            "jax.numpy",
            "jax.nn",
            "jax.lax",
            "jax.scipy",
            "jax.scipy.special",
            "jax.numpy.linalg",
            "jax.config",
            "jax.debug",
            "jax.scipy.stats",
            "jax.scipy.stats.norm",
            "jax.random",
            "jax.tree",
            "jax.tree_util",
            "jax.flatten_util",
        ),
        ("array", "asarray"),
    ),
    Dialect(
        (
            "autograd",
            "autograd.numpy",
            "autograd.numpy.random",
            "autograd.numpy.linalg",
            "autograd.misc",
            "autograd.misc.flatten",
            "autograd.misc.optimizers",
            "autograd.scipy",
            "autograd.scipy.special",
            "autograd.scipy.stats",
            "autograd.scipy.stats.norm",
            "autograd.extend",
        ),
        ("array",),
    ),
    Dialect(
        (
            "tensorflow",
            "tf",
            "tensorflow.math",
            "tensorflow.nn",
            "tf.math",
            "tf.nn",
            "tensorflow.random",
            "tf.random",
            "tensorflow.UnconnectedGradients",
            "tf.UnconnectedGradients",
        ),
        ("Variable",),
        ("constant",),
    ),
)

CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
"""Names that stand for a number unless the program or the request gives them another value."""

NOT_FINITE = {"nan": math.nan, "NaN": math.nan, "inf": math.inf, "Inf": math.inf, "Infinity": math.inf}
"""As `CONSTANTS`. As inputs that count as 1 they would give numbers that look valid."""

OF_MODULES = {**CONSTANTS, "inf": math.inf, "nan": math.nan, "tau": math.tau}
"""Numbers that modules have: `np.inf`. Without a module `tau` is a name like others."""

MODULES = {module: dialect for dialect in DIALECTS for module in dialect.modules}
CONSTRUCTORS = {name: True for dialect in DIALECTS for name in dialect.constructors}
"""Calls that make a leaf, and whether it has a gradient unless an argument decides otherwise."""
CONSTRUCTORS |= {name: False for dialect in DIALECTS for name in dialect.fixed}

MAKERS = {name: dialect.modules[0] for dialect in DIALECTS for name in (*dialect.constructors, *dialect.fixed)}
"""By a constructor's name, the library whose it is; only those that one library has."""
for _name in {name for name in MAKERS if sum(name in (*each.constructors, *each.fixed) for each in DIALECTS) > 1}:
    del MAKERS[_name]

_SHORT = {"np": "numpy", "tf": "tensorflow"}


def library_of(module: str) -> str:
    """The library that a module belongs to: `numpy` of `np.linalg`."""
    first = module.partition(".")[0]
    return _SHORT.get(first, first)


OPTION_SPELLINGS = {"dim": "axis", "keepdim": "keepdims", "newshape": "shape", "correction": "ddof"}
"""Other names of options, and ours."""

DRAWS_GRAPH = frozenset({"draw_dot"})
"""Functions that programs define to draw the graph, which is on the page anyway."""
WITHOUT_EFFECT = frozenset({*DRAWS_GRAPH, "display", "show"})
"""Functions of notebooks that show something which is on the page anyway."""

IGNORED_MODULES = frozenset(
    {
        *("matplotlib", "mpl_toolkits", "graphviz", "torchviz", "seaborn", "plotly", "livelossplot", "visdom", "ipywidgets"),
        *("IPython", "tqdm", "logging", "warnings", "time", "timeit", "datetime", "gc", "platform", "shutil"),
        *(
            "wandb",
            "absl.logging",
            "tensorboard",
            "tensorboardX",
            "torch.utils.tensorboard",
            "torch.profiler",
            "torch.autograd.profiler",
            "torchvision.utils",
            "torchsummary",
            "torchinfo",
        ),
        *("typing", "__future__", "abc", "jax.tools", "jax.tools.colab_tpu", "jax.ad_checkpoint", "jax.checkpoint_policies"),
        *(
            "urllib",
            "six",
            "zipfile",
            "tarfile",
            "gzip",
            "tempfile",
            "getpass",
            "watermark",
            "python_environment_check",
            "importlib.metadata",
            "importlib_metadata",
            "pkg_resources",
        ),
    }
)
"""Modules that draw, measure, report or annotate: their imports are ignored, and calls of their functions do nothing."""

OF_HARDWARE = ("torch.backends", "torch.cuda", "torch.mps", "jax.config")
"""Modules whose attributes choose hardware and speed: what is assigned to them has no effect on a number."""


FASTER_IN_PYTORCH = frozenset(
    {
        *("torch.utils.cpp_extension", "torch.utils.benchmark"),
        *("torch.distributed", "torch.nn.parallel", "torch.multiprocessing", "torch.futures", "torch.export", "torch.onnx"),
        *("torch.fx", "torch.ao", "torch.quantization", "torch.xpu"),
    }
)
"""What PyTorch has, and nothing here does, that changes how or where a program runs."""
ONLY_IN_PYTORCH = FASTER_IN_PYTORCH | {
    *("torch.fft", "torch.sparse", "torch.nested", "torch.masked", "torch.signal", "torch.stft", "torch.istft", "torch.library"),
    *("torch.package", "torch.overrides", "torch.testing", "torch.utils.dlpack", "torch.complex", "torch.polar"),
}
"""The same of what computes, too: names that are not misspelt."""


def only_in_pytorch(dotted: str) -> str | None:
    """The name in `ONLY_IN_PYTORCH` that `torch.fft.fft` is a part of."""
    return next((name for name in ONLY_IN_PYTORCH if f"{dotted}.".startswith(f"{name}.")), None)


def is_ignored(module: str) -> bool:
    """Whether a module, or the library that it belongs to, is ignored."""
    return module in IGNORED_MODULES or module.partition(".")[0] in IGNORED_MODULES
