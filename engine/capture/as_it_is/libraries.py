"""What is loaded before a program comes: the standard library, and the library that it is run with."""

import importlib
import os
import sys
import sysconfig
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple

from backpass.engine.capture.as_it_is.modules import InMemory

_USUAL = (
    *(
        "abc",
        "argparse",
        "ast",
        "base64",
        "bisect",
        "calendar",
        "cmath",
        "collections.abc",
        "contextlib",
        "copy",
        "csv",
        "dataclasses",
    ),
    *(
        "datetime",
        "decimal",
        "difflib",
        "dis",
        "enum",
        "fractions",
        "functools",
        "glob",
        "gzip",
        "hashlib",
        "heapq",
        "html",
        "inspect",
        "io",
    ),
    *(
        "itertools",
        "json",
        "linecache",
        "logging",
        "math",
        "numbers",
        "operator",
        "pathlib",
        "pickle",
        "platform",
        "pprint",
        "queue",
        "random",
    ),
    *(
        "re",
        "shutil",
        "signal",
        "statistics",
        "string",
        "struct",
        "tempfile",
        "textwrap",
        "threading",
        "time",
        "timeit",
        "traceback",
        "types",
    ),
    *("typing", "unicodedata", "unittest", "urllib.request", "uuid", "warnings", "weakref", "zipfile", "zlib", "zoneinfo"),
)
"""What programs import most: loaded once, for all of them."""
_ELSEWHERE = ("ensurepip", "idlelib", "lib2to3", "pydoc_data", "site-packages", "test", "tkinter", "turtle", "turtledemo", "venv")
"""Parts of the standard library that need a screen, a network or an installation."""


class Library(NamedTuple):
    """A library that programs are run with."""

    title: str
    watching: str
    """The module that watches its programs, and runs some before any comes."""
    loaded: tuple[str, ...]
    """Modules that are loaded before; the first is its package, and with its version says whether it is installed."""
    without: tuple[str, ...] = ()
    """Parts of it that need files, processes or a network, and are not there for programs."""
    besides: tuple[str, ...] = ("numpy",)
    """Other packages that its programs may import."""
    call: str = "backward()"
    """What a program calls for a gradient."""
    recorder: str = "pytorch"
    """What captured graphs call it."""
    reads: tuple[str, ...] = ()
    """Files that it reads in a fork before the fence is closed and a program comes, to see what the processor can do."""


LIBRARIES: Mapping[str, Library] = {
    "torch": Library(
        "PyTorch",
        "backpass.engine.capture.pytorch.as_it_is",
        (
            *(
                "torch",
                "torch.distributions",
                "torch.func",
                "torch.nn.utils",
                "torch.nn.utils.rnn",
                "torch.nn.utils.parametrizations",
            ),
            *("torch.optim.lr_scheduler", "torch.optim.swa_utils", "torch.utils.checkpoint", "torch.utils.data"),
            *("numpy.fft", "numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random", "numpy.testing"),
        ),
        tuple(f"torch.{each}" for each in ("_inductor", "ao", "distributed", "onnx", "testing._internal")),
    ),
    "jax": Library(
        "JAX",
        "backpass.engine.capture.jaxprs.as_it_is",
        (
            *("jax", "jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.nn", "jax.nn.initializers", "jax.random", "jax.lax"),
            *("jax.scipy.special", "jax.scipy.stats", "jax.scipy.linalg", "jax.flatten_util", "jax.tree_util", "jax.debug"),
            *("jaxlib.mlir.dialects.builtin", "jaxlib.mlir.dialects.mhlo", "scipy.linalg"),
            *("jax.example_libraries.optimizers", "jax.example_libraries.stax", "jax.ops", "jax.test_util"),
            *("numpy.fft", "numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random", "numpy.testing"),
        ),
        ("jax.experimental.pallas", "jax._src.pallas", "jax.tools"),
        ("jaxlib", "ml_dtypes", "numpy", "opt_einsum"),
        "grad()",
        "jax",
        ("/dev/urandom", "/proc/cpuinfo", "/sys/devices/system/cpu"),
    ),
}
"""By the name of the package."""


def load(name: str) -> InMemory:
    """Loads a library with all that a program may import besides; `""` for the standard library alone. Raises ImportError where
    it is not installed.
    """
    importer = InMemory()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _load_compiled_modules()
        for each in _USUAL:
            importlib.import_module(each)
        if name:
            for each in LIBRARIES[name].loaded:
                importlib.import_module(each)
            importlib.import_module(LIBRARIES[name].watching).warm()
    importer.read(Path(sysconfig.get_path("stdlib")), without=_ELSEWHERE)
    if name:
        for package in (name, *LIBRARIES[name].besides):
            file = importlib.import_module(package).__file__
            assert file is not None
            importer.read(Path(file).parent, package, LIBRARIES[name].without)
    return importer


def beginning(name: str) -> tuple[Callable[[], None], Sequence[str]]:
    """What a library does in a fork before its first computation, and which files it reads for that."""
    if not name:
        return lambda: None, ()
    return importlib.import_module(LIBRARIES[name].watching).begin, LIBRARIES[name].reads


def _load_compiled_modules() -> None:
    """Those parts of the standard library that are machine code, which only a file can bring."""
    folder = Path(sysconfig.get_path("stdlib")) / "lib-dynload"
    suffixes = tuple(EXTENSION_SUFFIXES)
    names = sorted(file.name.partition(".")[0] for file in folder.glob("*") if file.name.endswith(suffixes))
    for each in names:
        if not each.startswith(("_test", "_xx", "xx", "_tkinter", "_ctypes_test")):
            with suppress(ImportError):  # built for a library that this machine has not
                importlib.import_module(each)


def only_from_memory(importer: InMemory) -> None:
    """From here on imports find what is built in and what is in memory, and ask for no file."""
    sys.meta_path[:] = [*(each for each in sys.meta_path if each in _WITHOUT_FILES), importer]
    sys.path.clear()
    sys.path_importer_cache.clear()


_WITHOUT_FILES = (importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter)
"""What finds the modules that are parts of Python itself."""


def environment() -> dict[str, str]:
    """Of the process that programs are forked from: one thread, since threads do not survive a fork; nothing of the server's."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC", "MALLOC_ARENA_MAX"), "1")
    of_jax = {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false --xla_cpu_parallel_codegen_split_count=1"}
    same = {"PYTHONHASHSEED": "0"}  # the same text has the same numbers, also where they follow the order of a set
    return {**one, **of_jax, **same, "LANG": "C.UTF-8", "PATH": os.defpath, "HOME": "/"}
