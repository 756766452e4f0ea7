"""What of modules that draw or measure gives something with which a program goes on; all else of them does nothing."""

from typing import Any

from engine.interpreter.libraries.registry import LIBRARY_FUNCTIONS, offer
from engine.interpreter.values import Arguments, Item, LibraryModule, whole_number


def stub_for(module: str, name: str | None) -> Item:
    """What an import of such a module makes known: a function that gives something, else the module itself."""
    library = module.partition(".")[0]
    return LIBRARY_FUNCTIONS.get(library, {}).get(name or "") or LibraryModule(module)


@offer(("tqdm",), "tqdm", least=1)
def _progress(_: Any, arguments: Arguments) -> Item:
    """Shows how far a loop has got, while it goes through the same things."""
    return arguments.values[0]


@offer(("tqdm",), "trange", least=1, most=1)
def _progress_of_range(machine: Any, arguments: Arguments) -> Item:
    machine.read(arguments.values[0])
    return range(whole_number(arguments.values[0], "This", arguments.part))


@offer(("time",), "time", "perf_counter", "monotonic", "process_time", most=0)
def _clock(_: Any, arguments: Arguments) -> Item:
    """No time passes here: the same program gives the same answer."""
    return 0.0


@offer(("matplotlib",), "subplots")
def _figure_and_axes(_: Any, arguments: Arguments) -> Item:
    """A figure and its axes, whose methods do nothing either."""
    return (LibraryModule("matplotlib"), LibraryModule("matplotlib"))
