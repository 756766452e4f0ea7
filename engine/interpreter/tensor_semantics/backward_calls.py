"""Backward passes that a program asks for: what PyTorch would say to them, and gradients that can be differentiated again."""

from collections.abc import Iterator
from typing import Any

from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.tensor_semantics.saved_tensors import saved, saves
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import Data
from backpass.engine.problems import ProblemError


class Passes:
    """The backward passes of one run. `machine` runs the program."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._freed: set[Tensor] = set()
        """Results whose graph a backward pass has freed in PyTorch."""
        self.tables = [self._freed]

    def noticed(self, output: Tensor, *, given: bool, keeps_graph: bool) -> Iterator[tuple[str, dict[str, object]]]:
        """The names of what PyTorch would stop at; nothing for what is not PyTorch's."""
        aliases, tracking = self._machine.aliases, self._machine.tracking
        if aliases.library_of(output) != "torch":
            return
        if output in tracking.unrecorded:
            yield "backward of unrecorded", {}
            return
        if not tracking.tracks(output):
            yield "backward of untracked", {}
            return
        if output.shape and output.raw.size != 1 and not given:  # type: ignore[union-attr]
            yield "backward of several", {"shape": output.shape}
        passed = self._passed(output)
        if any(tensor in self._freed and saves(tensor) for tensor in passed):
            yield "second backward", {}
        if passed and aliases.any_changed_since(min(tensor.number for tensor in passed)):
            changes = {change for tensor in passed for change in self._changes(tensor)}
            for change in ("changed since", "data changed since"):
                if change in changes:
                    yield change, {}
                    break
        if not keeps_graph:
            self._freed.update(passed)

    def _passed(self, output: Tensor) -> list[Tensor]:
        """The results that a backward pass goes through: none that lies behind `detach()` alone."""
        found = {output: None}
        waiting = [output]
        while waiting:
            for source in waiting.pop().inputs:
                if source not in found and source.operation is not None and self._machine.tracking.tracks(source):
                    found[source] = None
                    waiting.append(source)
        return [*found] if output.operation is not None else []

    def _changes(self, tensor: Tensor) -> Iterator[str | None]:
        """What PyTorch says of the numbers that its backward pass needs and that were changed since it was computed."""
        needed = saved(tensor, [self._machine.tracking.tracks(source) for source in tensor.inputs])
        return (self._machine.aliases.changed_since(each, tensor) for each in needed)

    def gradients(self, output: Tensor, seed: Data | None, part: Part) -> dict[Tensor, Tensor]:
        """Per leaf its gradient as a node, as `backward(create_graph=True)` makes it. Raises ProblemError."""
        machine = self._machine
        leaves = [each for each in ancestors(output) if each.operation is None and each.requires_grad]
        try:
            found = gradients_as_tensors(output, leaves, 1.0 if seed is None else seed, limits=machine.limits)
        except ProblemError as error:
            raise ProblemError(problem.at(part.span) for problem in error.problems) from None
        for made in {each for gradient in found for each in ancestors(gradient) if each.number > output.number}:
            made.span = made.span or machine.evaluator.place or part.span
            machine.evaluator.count(made)
        for gradient in found:
            machine.aliases.made(gradient, "torch")
        return dict(zip(leaves, found, strict=True))
