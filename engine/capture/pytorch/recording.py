"""`Recording`: the forward pass of a model, watched, so that its graph has all values, names, groups and lines."""

import sys
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Self

import torch
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook

from backpass.engine.capture.captured_graph import Graph
from backpass.engine.capture.pytorch.autograd_graph import MAX_FUNCTIONS, AutogradGraph, Output
from backpass.engine.capture.pytorch.building import Known, Taken, taken, torch_json
from backpass.engine.capture.pytorch.names import take_model, take_names
from backpass.engine.capture.pytorch.tensors import Records
from backpass.engine.capture.pytorch.watching import Call, FunctionCalls, Operation, Operations, Seen
from backpass.engine.capture.refusals import CaptureError, refused
from backpass.engine.capture.summaries import same
from backpass.engine.messages import say


class Recording:
    """What runs in PyTorch within a `with` block.

    `graph(loss)` is the graph of a tensor that was computed in it, within the block or after it, before or after
    `loss.backward()`. The model's outputs, gradients and random numbers are bit for bit what they are without a recording. One
    step of training is a good measure: everything that was computed is referred to until the recording is forgotten.
    """

    def __init__(
        self, model: Any, names: Mapping[str, Any] | None, most_elements: int, *, remembers_backward: bool = True
    ) -> None:
        """`remembers_backward`: `graph(loss)` may be called after `loss.backward()`, since each `backward()` takes the graph."""
        self._models = _models(model)
        self._remembers_backward = remembers_backward
        self._names = names
        self._most_elements = most_elements
        self._seen = Seen(most_elements)
        self._module_names = {
            id(module): name or title
            for title, each in self._models.items()
            for name, module in each.named_modules(prefix="" if len(self._models) == 1 else title)
        }
        self._called: dict[str, Any] = {}
        """Where no model was given: the modules that were called from outside of any module, by the prefix of their parts."""
        self._outer: dict[int, list[int | None]] = {}
        """Per module that is being called, the groups to go back to."""
        self._differentiated: dict[int, tuple[Any, Taken | CaptureError]] = {}
        """By `id`, each tensor whose `backward()` was called, and its graph as it was before the last such call, or why there is
        none.
        """
        self._exits: list[Any] = []

    def __enter__(self) -> Self:
        modes = (FunctionCalls(self._seen, self._before_backward), Operations(self._seen))
        hooks = (
            register_module_forward_pre_hook(self._enter_module),
            register_module_forward_hook(self._leave_module, always_call=True),
        )
        for mode in modes:
            mode.__enter__()
        self._exits = [*modes, *hooks]
        return self

    def __exit__(self, *error: object) -> None:
        function_calls, operations, *hooks = self._exits
        self._exits = []  # they refer to this recording, whose tensors would stay until a garbage collection
        for hook in hooks:
            hook.remove()
        operations.__exit__(*error)
        function_calls.__exit__(*error)
        self._seen.settle_leaves()
        self._seen.go(None)

    def graph(self, loss: Any, *, upstream: Any = None) -> Graph:
        """The graph of a tensor that was computed in the block. `upstream` is the gradient to begin with, 1 for one number.

        Names are those of the model's parameters and of the variables of the code that calls, or those that `record` was given.
        Raises CaptureError as `capture` does; also where more was computed than can be recorded.
        """
        frame = sys._getframe(1)
        return self.graph_with({**frame.f_globals, **frame.f_locals} if self._names is None else self._names, loss, upstream)

    def graph_with(self, names: Mapping[str, Any], loss: Any, upstream: Any) -> Graph:
        """As `graph`, with the variables by which tensors are named; those that begin with an underscore name nothing."""
        if not isinstance(loss, torch.Tensor):
            kind = type(loss).__name__
            raise refused(say("capture-kind", kind=kind), say("capture-kind.hint"))
        if self._seen.is_full:
            raise refused(say("capture-too-large", most=MAX_FUNCTIONS), say("capture-too-large.hint"))
        was_busy, self._seen.busy = self._seen.busy, True
        try:
            found = self._taken(loss, upstream)
            for name, module in self._models.items():
                take_model(found.known, module, "" if len(self._models) == 1 else name)
            visible = {name: value for name, value in names.items() if not name.startswith("_")}
            take_names(found.known, visible, self._most_elements)
            for prefix, module in self._called.items():
                take_model(found.known, module, prefix)
            return Graph(torch_json(found, self._most_elements))
        finally:
            self._seen.busy = was_busy

    def forget(self) -> None:
        """Forgets what was computed so far, as at the end of a step of training; what is computed from here on is seen."""
        self._seen.forget()
        self._differentiated.clear()

    def _taken(self, loss: Any, upstream: Any) -> Taken:
        if id(loss) in self._differentiated and upstream is None:
            _, found = self._differentiated[id(loss)]
            if isinstance(found, CaptureError):
                raise found
            return found
        return taken(loss, upstream, self._known, self._most_elements)

    def _before_backward(self, tensor: Any, gradient: Any = None, *_: Any, **__: Any) -> None:
        """Takes the graph of a tensor before its `backward()` frees it."""
        if not self._remembers_backward:
            return
        try:
            found: Taken | CaptureError = taken(tensor, gradient, self._known, self._most_elements)
        except CaptureError as error:
            found = error
        self._differentiated[id(tensor)] = tensor, found

    def _enter_module(self, module: Any, _arguments: Any) -> None:
        if not self._models and self._seen.current is None and id(module) not in self._module_names:
            self._name_parts(module)
        name = self._module_names.get(id(module), type(module).__name__)
        self._outer.setdefault(id(module), []).append(self._seen.enter(name))

    def _name_parts(self, module: Any) -> None:
        """Names the parts of a module that is called from outside: those of the first by their paths in it, as its parameters
        are, those of others after their class.
        """
        title = type(module).__name__
        prefix = f"{title}#{len(self._called) + 1}" if title in self._called else title if self._called else ""
        self._called[prefix] = module
        self._module_names |= {id(each): name or title for name, each in module.named_modules(prefix=prefix)}

    def _leave_module(self, module: Any, _arguments: Any, _result: Any) -> None:
        if self._outer.get(id(module)):
            self._seen.go(self._outer[id(module)].pop())

    def _known(self, graph: AutogradGraph) -> Known:
        """What was seen of the functions of a graph."""
        seen = self._seen
        known = Known(groups=list(seen.groups), results=[each.tensor for each in seen.results.values()])
        starts = [call.start for call in seen.calls]
        turns = [number for number, _ in seen.turns]
        used = graph.outputs()
        records = Records(self._most_elements, remembers_all=True)
        for function in graph.slots:
            number = function._sequence_nr()
            call = _covering(seen.calls, starts, number)
            group = call.group if call and call.group is not None else _at(seen.turns, turns, number)
            if group is not None:
                known.group_of[function] = group
            if call and call.site:
                known.sites[function] = call.site
            operation = seen.operations.get(number)
            if operation is not None and not _is_of(operation, function):
                operation = None
            for place in used.get(function, ()):
                output = Output(function, place)
                reference = seen.results.get(output)
                if reference is None and operation is not None:
                    reference = _output(operation, function, place)
                if reference is not None:
                    known.values[output] = reference.numbers(records)
            if operation is not None:
                constants = _constants(operation, graph, function)
                if constants:
                    known.constants[function] = constants
        self._take_others(graph, known, records)
        return known

    def _take_others(self, graph: AutogradGraph, known: Known, records: Records) -> None:
        """The numbers of leaves and constants as they were when they were used. Raises CaptureError for a leaf that was changed
        between two uses: one gradient cannot belong to both.
        """
        for function, slots in graph.slots.items():
            number = function._sequence_nr()
            for each in known.constants.get(function, ()):
                if isinstance(each, torch.Tensor):
                    known.constant_at[function, id(each)] = self._seen.used_by(number, each)
            for slot in slots:
                leaf = None if slot is None else graph.leaves.get(slot.function)
                if leaf is not None:
                    found = self._seen.used_by(number, leaf).numbers(records)
                    if not same(known.leaf_at.setdefault(id(leaf), found), found):
                        raise refused(say("capture-changed-leaf"), say("capture-changed-leaf.hint"))


def _models(model: Any) -> dict[str, Any]:
    """Modules by name. Raises CaptureError for anything else."""
    models = {} if model is None else dict(model) if isinstance(model, Mapping) else {type(model).__name__: model}
    for each in models.values():
        if not isinstance(each, torch.nn.Module):
            raise refused(say("capture-no-module", kind=type(each).__name__), say("capture-no-module.hint"))
    return models


def _covering(calls: list[Call], starts: list[int], number: int) -> Call | None:
    place = bisect_right(starts, number)
    return calls[place - 1] if place and number < calls[place - 1].end else None


def _at(turns: list[tuple[int, int | None]], numbers: list[int], number: int) -> int | None:
    place = bisect_right(numbers, number)
    return turns[place - 1][1] if place else None


def _is_of(operation: Operation, function: Any) -> bool:
    """Whether an operation is that of a function, which has its name: `_softmax` of `SoftmaxBackward0`."""
    ours = operation.name.strip("_").replace("_", "").lower()
    theirs = function.name().rpartition("::")[2].partition("Backward")[0].lower()
    return bool(theirs) and ours.startswith(theirs)


def _output(operation: Operation, function: Any, place: int) -> Any:
    """What refers to an output of a function, where the operation has one of that shape."""
    if place >= len(operation.outputs):
        return None
    reference = operation.outputs[place]
    return reference if tuple(reference.tensor.shape) == tuple(function._input_metadata[place].shape) else None


def _constants(operation: Operation, graph: AutogradGraph, function: Any) -> list[Any]:
    """By slot, the tensors and numbers that need no gradient; then indices and the like, which have no slot.

    Empty where the operation's arguments are not those of the slots.
    """
    slots = graph.slots[function]
    whole = [each for each in operation.inputs if _is_discrete(each)]
    given = [each for each in operation.inputs if not _is_discrete(each)]
    if len(given) < len(slots):
        return []
    found: list[Any] = []
    for slot, each in zip(slots, given, strict=False):
        needs_gradient = isinstance(each, torch.Tensor) and each.requires_grad
        if (slot is not None) != needs_gradient:
            return []
        found.append(None if needs_gradient else each)
    return [*found, *operation.numbers, *whole]


def _is_discrete(each: Any) -> bool:
    return isinstance(each, torch.Tensor) and not each.dtype.is_floating_point
