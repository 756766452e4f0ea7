"""Keeps long loops within the limits: the steps that nothing can reach any more are freed, and those that nobody differentiates.

A training loop written with NumPy computes its gradients itself. Its weights are results of all repetitions before, so that the
graph would hold every step. Where such a program would exceed the limits, what was computed before the present repetition of a
loop becomes leaves: the graph is that of the last repetition, as it is for a loop that calls `backward()`. Elsewhere this is done
to constants alone, such as the moving averages of an optimizer. All values stay what they are.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from backpass.engine.graph.tensor import Tensor, is_mask
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.program_state.call_groups import Groups
from backpass.engine.interpreter.program_state.inputs import Inputs, leaves_of
from backpass.engine.interpreter.program_state.live_tensors import Room, Table, alive_among, elements_of, forget_dead
from backpass.engine.interpreter.program_state.side_effects import Effects
from backpass.engine.interpreter.values import Item
from backpass.engine.operations import Data
from backpass.engine.problems import Span

_DIFFERENTIATING = frozenset(
    {"torch", "jax", "tensorflow", "tf", "keras", "autograd", "micrograd", "engine", "backpass", "tinygrad"}
)
"""Libraries with which a program may differentiate what it has computed."""


class LoopMemory:
    """What one run may forget. `machine` runs it; `tables` are notes of it by tensor."""

    def __init__(
        self, machine: Any, inputs: Inputs, effects: Effects, libraries: frozenset[str], tables: Sequence[Table]
    ) -> None:
        self._machine = machine
        self._effects = effects
        self._inputs = inputs
        self._may_cut = "numpy" in libraries and libraries.isdisjoint(_DIFFERENTIATING)
        if self._may_cut:
            machine.pass_over(self)
        aliases, tracking = machine.aliases, machine.tracking
        self._tables = [
            *aliases.tables,
            *tracking.tables,
            *machine.kinds.tables,
            *effects.tables,
            *tables,
        ]
        self._loop: int | None = None
        """The group of the loop whose earlier repetitions are leaves."""
        self._before: float = 0
        """No tensor whose number is smaller is a leaf for being a constant: few were made before the loop, and they are shown."""

    @property
    def tables(self) -> Sequence[Table]:
        """What is noted of tensors, less what follows from the graph."""
        derived = (self._machine.aliases.known_libraries, self._machine.kinds.known, self._machine.kinds.widths)
        return [each for each in self._tables if all(each is not table for table in derived)]

    @property
    def cut_loop(self) -> int | None:
        """The group of the loop whose earlier repetitions are leaves."""
        return self._loop

    def is_derived(self, tensor: Tensor) -> bool:
        """Whether a result changes with another tensor, or is a condition, and so never becomes a leaf."""
        return tensor.operation is not None and (self._machine.aliases.is_view(tensor) or is_mask(tensor))

    def labels(self) -> dict[str, int]:
        """How many values have each name by now."""
        return self._inputs.labels()

    def passed_over(self, tensors: Sequence[Tensor], numbers: Sequence[Data], labels: Mapping[str, int], times: int) -> None:
        """The tensors of a repetition become those of a later one, whose numbers are known; `labels` is how many values had each
        name before it.
        """
        self._inputs.count_labels_again(labels, times)
        for tensor, raw in zip(tensors, numbers, strict=True):
            tensor.raw = raw
        self.cut([each for each in tensors if each.operation is not None and not self.is_derived(each)])

    @property
    def loop(self) -> Span | None:
        """Where the loop stands whose last repetition is all that the graph holds."""
        return None if self._loop is None else self._machine.groups.all[self._loop].span

    def free(self, tensors: set[Tensor], nodes: int) -> Room:
        """Frees what nothing can reach among the tensors of the run, where `nodes` are the most that there may be."""
        if self._machine.shortcut is not None:
            self._machine.shortcut.forget()
        began = self._begin_of_repetition(nodes // 2)
        is_cut = None if began is None else lambda tensor: self._is_cut(tensor, began)
        alive = alive_among(tensors, self._tables, self._inputs.made_within, is_cut)
        if is_cut is not None:
            self.cut([each for each in alive if is_cut(each)])  # asks for libraries, so the tables must still know all
        forget_dead(tensors, alive, self._tables, self._inputs.made_within)
        freed = self._effects.forget_changes(sorted(each.number for each in tensors if each.operation is not None))
        return Room(tensors, elements_of(tensors), freed)

    def finish(self, output: Tensor, names: dict[str, Item]) -> None:
        """Where the loop was too long to be kept, makes the graph of an output that of the last repetition."""
        if self._loop is None:
            return
        groups: Groups = self._machine.groups
        begins = [
            began for place, began, _ in groups.begins() if groups.all[place].parent == self._loop and began <= output.number
        ]
        if began := max(begins, default=0):
            self.cut([each for each in ancestors(output) if self._is_cut(each, began)])
        reached = ancestors(output)
        leaves = {each for each in reached if each in self._machine.aliases.results and each.requires_grad}
        held = [(path, self._machine.aliases.current(leaf)) for path, leaf in leaves_of(names)]
        paths = {leaf: path for path, leaf in reversed(held)}
        named = {leaf: (paths.get(leaf) or leaf.label or "value").partition("#")[0] for leaf in reached if leaf in leaves}
        self._inputs.replace(named, {*reached})

    def _begin_of_repetition(self, nodes: int) -> float | None:
        """The number of the first tensor in the repetition of the outermost loop that has made no more than so many tensors."""
        groups: Groups = self._machine.groups
        now = self._machine.evaluator.made()
        begins = {group: (number, made) for group, number, made in groups.begins()}
        for place in groups.repetitions():
            if place in begins and now - begins[place][1] <= nodes:
                loop = groups.all[place].parent
                self._loop = loop if self._may_cut else None
                number, made = (0, 0) if loop is None else begins.get(loop, (0, 0))
                self._before = number if made <= nodes // 2 else 0
                return begins[place][0]
        return None

    def _is_cut(self, tensor: Tensor, began: float) -> bool:
        """Whether a result becomes a leaf. One that shows the numbers of another changes with it, and a condition picks elements
        only as the result of a comparison.
        """
        return (
            tensor.number < began
            and tensor.operation is not None
            and (self._may_cut or (not tensor.requires_grad and tensor.number > self._before))
            and not self.is_derived(tensor)
        )

    def cut(self, tensors: list[Tensor]) -> None:
        """Makes leaves of results, with the numbers that they have."""
        aliases = self._machine.aliases
        self._machine.kinds.keep(tensors)
        for tensor, library in [(each, aliases.library_of(each)) for each in tensors]:
            if library is not None:
                aliases.made(tensor, library)
            aliases.results.add(tensor)
            tensor.operation = tensor.options = tensor.first = tensor.second = tensor.first_slope = tensor.second_slope = None
            tensor.other_inputs = ()
            if hasattr(tensor, "recorded"):
                del tensor.recorded
