"""Packages that a program imports and that are not here: those that bring data run the language's own texts, and those that draw,
measure or report do nothing.
"""

import builtins
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from backpass.engine.capture.as_it_is.stand_ins import StandIns
from backpass.engine.interpreter.libraries.spellings import is_ignored
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import PRELUDES
from backpass.engine.messages import say

_OF_DATA = (
    *("torchvision.datasets", "torchvision.transforms", "PIL.Image", "cv2", "pandas", "datasets", "requests"),
    *("sklearn.datasets", "sklearn.model_selection", "sklearn.preprocessing"),
)
"""Modules whose texts need nothing but NumPy and PyTorch."""
_PACKAGES = {each.partition(".")[0] for each in _OF_DATA if "." in each}
_TRAINED = "torchvision.models"
_OURS = "backpass"


class StandInModules(MetaPathFinder, Loader):
    """Finds them, before anything else is asked."""

    def __init__(self, stand_ins: StandIns) -> None:
        self._stand_ins = stand_ins

    def install(self) -> None:
        """From here on they are found."""
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG002
        """Of a module that stands in; None for every other."""
        if fullname == _TRAINED or (fullname in PRELUDES and fullname in _OF_DATA):
            return ModuleSpec(fullname, self)
        first = fullname.partition(".")[0]
        is_of_another = first not in sys.stdlib_module_names
        if fullname in _PACKAGES or (is_of_another and is_ignored(fullname)):
            return ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """A module that does nothing is one of another kind."""
        return _Nothing(spec.name) if is_ignored(spec.name) else None

    def exec_module(self, module: ModuleType) -> None:
        """Runs the text of a module in it."""
        name = module.__name__
        if name == _TRAINED:
            module.__getattr__ = _trained  # type: ignore[method-assign]
        elif name in _OF_DATA:
            variables = vars(module)
            variables["__builtins__"] = {**vars(builtins), "__import__": self._import}
            exec(compile(PRELUDES[name], f"<frozen {name}>", "exec"), variables)  # noqa: S102 - it is ours
            variables["__builtins__"] = builtins
        elif name in _PACKAGES:
            module.__getattr__ = lambda part: _part(name, part)  # type: ignore[method-assign]
        else:
            first = name.partition(".")[0]
            self._stand_ins.note("ignored", name=first if is_ignored(first) else name)

    def _import(self, name: str, *rest: Any) -> Any:
        return self._stand_ins.functions() if name == _OURS else builtins.__import__(name, *rest)


def _part(package: str, name: str) -> Any:
    """A module of a package, which the package itself imports."""
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(str(error)) from None


def _trained(name: str) -> Any:
    """A network that comes with its weights. Raises NotImplementedError."""
    if name.startswith("__"):
        raise AttributeError(name)
    raise NotImplementedError(say("not-loaded.trained", module=_TRAINED))


class _Nothing(ModuleType):
    """A module that does nothing, and whatever comes of one: it can be called, and has every member and element."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in {"tqdm", "trange", "tqdm_notebook"}:
            return range if name == "trange" else _Progress
        return _Figures() if name == "subplots" else _Nothing(name)

    def __call__(self, *_: Any, **__: Any) -> Any:
        return [_Nothing("line")] if self.__name__ == "plot" else _Nothing(self.__name__)

    def __getitem__(self, key: Any) -> Any:
        return _Nothing(self.__name__)

    def __setitem__(self, key: Any, value: Any) -> None:
        return None

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class _Figures:
    """`plt.subplots`: a figure, and its axes in the rows and columns that are asked for."""

    def __call__(self, nrows: int = 1, ncols: int = 1, **_: Any) -> tuple[Any, Any]:
        rows = [[_Nothing("axes") for _ in range(ncols)] for _ in range(nrows)]
        numpy = import_module("numpy")
        axes = numpy.empty((nrows, ncols), dtype=object)
        for row, each in enumerate(rows):
            for column, one in enumerate(each):
                axes[row, column] = one
        return _Nothing("figure"), axes.squeeze() if nrows * ncols > 1 else axes[0, 0]


class _Progress:
    """`tqdm`: goes through the same things."""

    def __init__(self, iterable: Any = (), *_: Any, **__: Any) -> None:
        self._iterable = iterable

    def __iter__(self) -> Iterator[Any]:
        return iter(self._iterable)

    def __len__(self) -> int:
        return len(self._iterable)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def __getattr__(self, name: str) -> Any:
        return _Nothing(name)
