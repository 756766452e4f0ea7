"""What of modules that draw or measure gives something with which a program goes on; all else of them does nothing."""

from typing import Any

from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.libraries.registry import LIBRARY_FUNCTIONS, count, given, offer
from backpass.engine.interpreter.libraries.spellings import is_ignored
from backpass.engine.interpreter.values import Arguments, Builtin, Item, LibraryModule, PassedOver
from backpass.engine.language.syntax_tree import Part
from backpass.engine.problems import ProblemError

TYPE_CHECKING = "TYPE_CHECKING"
"""`typing.TYPE_CHECKING`, which is False where a program runs."""


def stub_for(module: str, name: str | None) -> Item:
    """What an import of such a module makes known: a function that gives something, else the module itself."""
    library = module.partition(".")[0]
    if name is None:
        return LibraryModule(module)
    if (module, name) == ("typing", TYPE_CHECKING):
        return False
    return LIBRARY_FUNCTIONS.get(library, {}).get(name) or PassedOver(f"{library}.{name}")


def is_passed_over(item: Item) -> bool:
    """Whether an item is a module that is ignored, or what one gives."""
    return isinstance(item, PassedOver) or (type(item) is LibraryModule and is_ignored(item.name))


def member(owner: PassedOver, name: str) -> Item:
    """What is ignored has every member. An array of such keeps its elements: `axes.flatten()`, `axes.T`."""
    library = owner.name.partition(".")[0]
    if owner.lengths and name in ("flatten", "ravel", "flat"):
        elements = 1
        for length in owner.lengths:
            elements *= length
        return PassedOver(owner.name, (elements,))
    if owner.lengths and name == "T":
        return PassedOver(owner.name, owner.lengths[::-1])
    if name == "subplots" and owner.name == _FIGURE:
        return _AXES_OF_FIGURE
    return LIBRARY_FUNCTIONS.get(library, {}).get(name) or PassedOver(f"{library}.{name}")


def element(owner: LibraryModule, indices: int) -> Item:
    """`axes[0, 1]`, `rcParams["figure.figsize"]`."""
    return PassedOver(owner.name, owner.lengths[indices:] if isinstance(owner, PassedOver) else ())


def elements(owner: PassedOver, part: Part) -> list[Item]:
    """What a loop goes through. Raises ProblemError where nobody knows how many there are."""
    if not owner.lengths:
        raise ProblemError(program_errors.gives_nothing(owner.name, part.span))
    return [PassedOver(owner.name, owner.lengths[1:]) for _ in range(owner.lengths[0])]


@offer(("tqdm",), "tqdm", "tqdm_notebook", takes="(iterable=None, *rest, **more)")
def _progress(_: Any, arguments: Arguments) -> Item:
    """Shows how far a loop has got, while it goes through the same things."""
    (iterable,) = given(arguments, iterable=None)
    return PassedOver("tqdm.tqdm", items=iterable)


@offer(("tqdm",), "trange", least=1, most=3)
def _progress_of_range(machine: Any, arguments: Arguments) -> Item:
    return PassedOver("tqdm.trange", items=range(*(count(machine, each, arguments) for each in arguments.values)))


@offer(("timeit",), "default_timer", most=0)
@offer(("time",), "time", "perf_counter", "monotonic", "process_time", most=0)
def _clock(_: Any, arguments: Arguments) -> Item:
    """No time passes here: the same program gives the same answer."""
    return 0.0


@offer(("matplotlib",), "subplots")
def _figure_and_axes(machine: Any, arguments: Arguments) -> Item:
    """A figure and its axes, as many as are asked for, whose methods do nothing either."""
    return (PassedOver(_FIGURE), _axes(machine, arguments))


def _axes(machine: Any, arguments: Arguments) -> Item:
    rows, columns = (count(machine, each, arguments) for each in given(arguments, nrows=1, ncols=1))
    machine.evaluator.hold(max(rows, 1) * max(columns, 1))
    squeezed = machine.truth(arguments.keywords.get("squeeze", True), arguments.span)
    lengths = tuple(each for each in (rows, columns) if each != 1 or not squeezed)
    return PassedOver("matplotlib.axes", lengths)


_FIGURE = "matplotlib.figure"
_AXES_OF_FIGURE = Builtin("subplots", _axes)
