"""Modules that draw, measure or show: nothing of them is run but what a program's numbers and prints depend on."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from backpass.engine.plain_python.values import Ignored, Native

IGNORED = frozenset(
    [
        "matplotlib",
        "graphviz",
        "IPython",
        "networkx",
        "seaborn",
        "plotly",
        "tqdm",
        "pygraphviz",
        "pydot",
        "warnings",
        "logging",
        "rich",
        "termcolor",
        "colorama",
    ]
)
"""The modules, by the first part of their name."""
_BARS = ("tqdm", "tqdm.auto", "tqdm.notebook", "tqdm.std", "tqdm.autonotebook", "tqdm.rich")
_COLOURS = ("BLACK", "RED", "GREEN", "YELLOW", "BLUE", "MAGENTA", "CYAN", "WHITE")
_CODES = {f"Fore.{name}": 30 + place for place, name in enumerate(_COLOURS)} | {
    **{f"Back.{name}": 40 + place for place, name in enumerate(_COLOURS)},
    "Fore.RESET": 39,
    "Back.RESET": 49,
    "Style.BRIGHT": 1,
    "Style.DIM": 2,
    "Style.NORMAL": 22,
    "Style.RESET_ALL": 0,
}
"""What `colorama` writes between `ESC [` and `m`."""


class Bar(Ignored):
    """A bar of progress: a loop over it goes through what it was made of."""

    __slots__ = ("items",)

    def __init__(self, name: str, modules: Any, items: Any) -> None:
        super().__init__(name, modules)
        self.items = items

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def child(self, name: str) -> Any:
        """`bar.set_description` and its like do nothing; how far it has come is not kept."""
        if name in ("n", "total", "iterable", "format_dict"):
            return self.modules.refuse("python-module-lacks", module="tqdm", name=name)
        return self.modules.computing["tqdm.tqdm.write"] if name == "write" else Ignored(f"{self.name}.{name}", self.modules)


class _SizedBar(Bar):
    __slots__ = ()

    def __len__(self) -> int:
        return len(self.items)


def computing_names(modules: Any) -> dict[str, Any]:
    """By their full names, what of passed-over modules gives a program something to compute with or to print."""
    machine = modules.machine

    def bar(items: Any = None, *_: Any, **__: Any) -> Bar:
        return (_SizedBar if hasattr(items, "__len__") else Bar)("tqdm", modules, items)

    def printed(text: Any = "", *_: Any, end: str = "\n", **__: Any) -> None:
        machine.print_(str(text) + end)

    found: dict[str, Any] = {f"colorama.{name}": f"\x1b[{code}m" for name, code in _CODES.items()}
    for module in _BARS:
        for name in ("tqdm", "tqdm_notebook"):
            found[f"{module}.{name}"] = _Maker(f"{module}.{name}", modules, bar)
        for name in ("trange", "tnrange"):
            found[f"{module}.{name}"] = Native(name, lambda *limits, **_: bar(range(*limits)))
        found[f"{module}.tqdm.write"] = Native("write", printed)
    found["tqdm.contrib.tenumerate"] = Native("tenumerate", lambda items, start=0, **_: bar(enumerate(items, start)))
    found["tqdm.contrib.tzip"] = Native("tzip", lambda *items, **_: bar(zip(*items, strict=False)))
    found["rich.progress.track"] = Native("track", lambda items, *_, **__: bar(items))
    found["termcolor.colored"] = Native("colored", lambda text, *_, **__: str(text))
    found["termcolor.cprint"] = Native("cprint", lambda text, *_, end="\n", **__: printed(text, end=end))
    for name in ("print", "pretty.pprint", "console.Console"):
        found[f"rich.{name}"] = modules.absent(f"rich.{name}")
    for module in ("matplotlib.pyplot", "matplotlib.pylab", "pylab"):
        for name in ("subplots", "figure.subplots"):
            found[f"{module}.{name}"] = Native(name, _subplots(modules, f"{module}.{name}"))
    return found


class _Maker(Ignored):
    """`tqdm`, which makes bars and has functions of its own."""

    __slots__ = ("make",)

    def __init__(self, name: str, modules: Any, make: Callable[..., Any]) -> None:
        super().__init__(name, modules)
        self.make = make

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self.make(*values, **named)

    def child(self, name: str) -> Any:
        return self.modules.computing.get(f"{self.name}.{name}") or Ignored(f"{self.name}.{name}", self.modules)


def _subplots(modules: Any, name: str) -> Callable[..., Any]:
    """As many axes as are asked for, so that loops over them end."""

    def call(nrows: int = 1, ncols: int = 1, *_: Any, squeeze: bool = True, **__: Any) -> Any:
        modules.machine.hold(int(nrows) * int(ncols))
        axes = np.empty((nrows, ncols), object)
        for place in np.ndindex(axes.shape):
            axes[place] = Ignored("matplotlib.axes", modules)
        shown: Any = axes if not squeeze else axes.item() if axes.size == 1 else axes.squeeze()
        return Ignored("matplotlib.figure", modules), shown

    return call
