"""Hooks of a program: functions that PyTorch calls with the gradient of a tensor while a backward pass is under way.

A hook runs when `backward()` reaches its tensor, with the gradient that has arrived there: those of computed tensors in the order
in which the pass comes by, those of a leaf as soon as its last term has arrived, then its accumulation and what is called after
it. Where a hook gives another gradient, a node with the hook as its rule is put between the tensor and its users, so that
the graph shows what happens and every term still is a product of what stands on an edge.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from backpass.engine.autodiff.reverse_numeric import Gradients, backward
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.builtins.formatting import shown
from backpass.engine.interpreter.custom_rules.hook_rules import HookRule, hook_node
from backpass.engine.interpreter.errors import hook_errors
from backpass.engine.interpreter.values import (
    Arguments,
    Class,
    GradientContext,
    Instance,
    Item,
    Method,
    Then,
    UserFunction,
    kind_of,
)
from backpass.engine.interpreter.values import Builtin as BuiltinFunction
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import Data
from backpass.engine.problems import ProblemError, Span

MODULE_HOOKS = frozenset(
    {
        "register_forward_hook",
        "register_forward_pre_hook",
        "register_full_backward_hook",
        "register_full_backward_pre_hook",
        "register_backward_hook",
        "register_module_forward_hook",
        "register_module_forward_pre_hook",
        "register_module_full_backward_hook",
        "register_module_full_backward_pre_hook",
        "register_state_dict_pre_hook",
        "register_load_state_dict_post_hook",
        "register_load_state_dict_pre_hook",
    }
)
"""What registers hooks of modules."""

_HANDLE = Class("RemovableHandle", (), {})


@dataclass(eq=False, slots=True)
class _Hook:
    """One registered hook."""

    function: Item
    part: Part
    after_accumulation: bool
    called: bool = False

    @property
    def name(self) -> str:
        function = self.function.function if isinstance(self.function, Method) else self.function
        named = function.name if isinstance(function, UserFunction | BuiltinFunction) else "hook"
        return "hook" if named == "lambda" else named


@dataclass(slots=True)
class _Pass:
    """One backward pass under way."""

    output: Tensor
    seed: Data
    finish: Callable[[Tensor, set[Tensor]], Item]
    """Ends the pass, from this output, with the leaves that were accumulated already."""
    creates_graph: bool
    accumulate: Callable[[Tensor, Data], None] | None
    """Adds to the `.grad` of a leaf; None for a pass that stores nothing."""
    gradients: Gradients | None = None
    by_tensor: dict[Tensor, Data | None] = field(default_factory=dict)
    accumulated: set[Tensor] = field(default_factory=set)

    def arrived(self, tensor: Tensor) -> Data | None:
        """The gradient of a tensor, before its own hooks; None where nothing arrives."""
        if self.gradients is None:
            self.gradients = backward(self.output, self.seed)
            self.by_tensor = dict(zip(self.gradients.tensors, self.gradients.values, strict=True))
        return self.by_tensor.get(tensor)


class Hooks:
    """The hooks of one run. `machine` runs the program."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._hooks: dict[Tensor, list[_Hook]] = {}
        self._nodes: dict[Tensor, Tensor] = {}
        """Per tensor whose hooks gave another gradient in the last pass, the node that sends it through them."""
        self._made: set[Tensor] = set()
        """All such nodes, of earlier passes too."""
        self._running = False
        self.reads: list[Tensor] | None = None
        """Tensors whose numbers the hook that is being called looks at."""

    def __bool__(self) -> bool:
        """Whether any was registered."""
        return bool(self._hooks)

    def forget_running(self) -> None:
        """After a problem: no pass is under way."""
        self._running = False
        self.reads = None

    def shown(self, tensor: Tensor) -> str:
        """A tensor as `print` writes it."""
        reads, self.reads = self.reads, None
        text = shown(self._machine, tensor)
        self.reads = reads
        return text

    # Registering

    def register(self, tensor: Tensor, function: Item, name: str, part: Part) -> Item:
        """`tensor.register_hook(function)`: what takes it away again. Raises ProblemError (unsupported)."""
        machine = self._machine
        tensor = machine.aliases.current(tensor)
        library = machine.aliases.library_of(tensor)
        if library not in (None, "torch"):
            raise ProblemError(hook_errors.other_library(name, library, part))
        if machine.recordings or self._running:
            raise ProblemError(hook_errors.within_rule(name, part))
        if not (machine.tracking.tracks(tensor) if library == "torch" else tensor.requires_grad):
            raise ProblemError(hook_errors.no_gradient(part))
        after = name != "register_hook"
        if after and tensor.operation is not None:
            raise ProblemError(hook_errors.not_a_leaf(part))
        if not _is_callable(function):
            raise ProblemError(hook_errors.not_callable(kind_of(function), part))
        hook = _Hook(function, part, after)
        hooks = self._hooks.setdefault(tensor, [])
        hooks.append(hook)
        machine.is_data_dependent = True  # what hooks do is known for the numbers of this run

        def remove(_: Any, __: Arguments) -> None:
            if hook in hooks:
                hooks.remove(hook)

        return Instance(_HANDLE, {"remove": BuiltinFunction("remove", remove)})

    # Passes

    def check_none(self, output: Tensor, part: Part) -> None:
        """Raises ProblemError where a pass that calls no hooks goes through a tensor with one."""
        if self._hooks and not self._running and any(self._hooks.get(each) for each in ancestors(output)):
            raise ProblemError(hook_errors.not_followed(part))

    def run(
        self,
        output: Tensor,
        seed: Data,
        part: Part,
        finish: Callable[[Tensor, set[Tensor]], Item],
        *,
        creates_graph: bool = False,
        accumulate: Callable[[Tensor, Data], None] | None = None,
        inputs: Sequence[Tensor] | None = None,
    ) -> "Item | Then":
        """Calls the hooks that a backward pass from an output comes by, then `finish` with the output, as it is with their nodes
        in its graph, and the leaves that are accumulated already. With `inputs` the pass goes to these alone.

        Raises ProblemError.
        """
        if self._running:
            raise ProblemError(hook_errors.backward_within(part))
        self._nodes.clear()
        self._put_in(output)
        tensors = ancestors(output)
        on_the_way = self._leading_to(tensors, inputs, part)
        hooked = [each for each in tensors if self._hooks.get(each) and each in on_the_way]
        last_terms = {
            source: (user.number, -slot) for user in reversed(tensors) for slot, source in reversed([*enumerate(user.inputs)])
        }
        hooked.sort(key=lambda each: last_terms.get(each, (0, 0)) if each.operation is None else (each.number, 1), reverse=True)
        under_way = _Pass(output, seed, finish, creates_graph, accumulate)
        self._running = True
        return self._reach(under_way, hooked, 0)

    def _leading_to(self, tensors: Sequence[Tensor], inputs: Sequence[Tensor] | None, part: Part) -> set[Tensor]:
        """The tensors that a pass comes by on its way to these inputs, or to all leaves."""
        if inputs is None:
            return {each for each in tensors if each.requires_grad}
        wanted = set(inputs)
        found = set(inputs)
        for each in tensors:
            if not found.isdisjoint(each.inputs):
                if each in wanted and self._hooks.get(each):
                    raise ProblemError(hook_errors.captured(part))
                found.add(each)
        return found

    def _reach(self, under_way: _Pass, hooked: Sequence[Tensor], place: int) -> "Item | Then":
        """One tensor with hooks after the other."""
        while place < len(hooked):
            tensor = hooked[place]
            arrived = under_way.arrived(tensor)
            place += 1
            if arrived is None:
                continue
            before = [hook for hook in self._hooks[tensor] if not hook.after_accumulation]
            given = self._gradient(arrived)
            return self._call(tensor, before, given, _Called(under_way, hooked, place, given, arrived))
        self._running = False
        return under_way.finish(under_way.output, under_way.accumulated)

    def _gradient(self, number: Data) -> Tensor:
        """A gradient as hooks get it: a tensor without a gradient of its own."""
        made: Tensor = self._machine.evaluator.constant(number, None)
        self._machine.aliases.made(made, "torch")
        return made

    def _call(self, tensor: Tensor, waiting: Sequence[_Hook], gradient: Tensor, state: "_Called") -> "Item | Then":
        """Calls the hooks of one tensor, each with what the one before gave."""
        if not waiting:
            return self._called_all(tensor, gradient, state)
        hook, *rest = waiting
        machine = self._machine
        self.reads = []
        numbers = gradient.raw
        if state.under_way.creates_graph:
            machine.standing.add(state.arrived, hook.name, upstream=True)

        def after(item: Item) -> "Item | Then":
            reads, self.reads = self.reads or [], None
            state.looked = state.looked or any(state.arrived in _since(each, state.arrived) for each in reads)
            if machine.aliases.current(gradient) is not gradient or gradient.raw is not numbers:
                raise ProblemError(hook_errors.changed_in_place(hook.name, hook.part))
            if item is None:
                return self._call(tensor, rest, gradient, state)
            if not isinstance(item, Tensor):
                raise ProblemError(hook_errors.no_tensor(hook.name, kind_of(item), hook.part))
            given = machine.aliases.current(item)
            if given.shape != gradient.shape:
                raise ProblemError(hook_errors.other_shape(hook.name, given.shape, gradient.shape, hook.part))
            state.names.append(hook.name)
            state.part = state.part or hook.part
            return self._call(tensor, rest, given, state)

        return self._calling(hook, gradient, after, records=state.under_way.creates_graph)

    def _called_all(self, tensor: Tensor, gradient: Tensor, state: "_Called") -> "Item | Then":
        """The hooks of a tensor are through: puts a node in where they gave another gradient, or may give one another time."""
        under_way = state.under_way
        if state.names or state.looked:
            part = state.part or self._hooks[tensor][0].part
            name = " · ".join(state.names) if len(state.names) > 1 else (state.names or ["hook"])[0]
            rule = HookRule(name, tensor.raw, state.arrived, gradient, state.looked, part.span)
            node = hook_node(rule, tensor)
            self._machine.evaluator.count(node)
            self._nodes[tensor] = node
            self._made.add(node)
            if tensor is under_way.output:
                under_way.output = node
            else:
                self._put_in(under_way.output)
            if tensor.operation is not None:
                under_way.gradients = None  # what the tensor sends on has changed
        after = [hook for hook in self._hooks[tensor] if hook.after_accumulation]
        if after and under_way.accumulate is not None:
            under_way.accumulate(tensor, gradient.raw)
            under_way.accumulated.add(tensor)
            return self._call_after(tensor, after, state)
        return self._reach(under_way, state.hooked, state.place)

    def _call_after(self, tensor: Tensor, waiting: Sequence[_Hook], state: "_Called") -> "Item | Then":
        """Calls what is called after accumulation, with the leaf."""
        if not waiting:
            return self._reach(state.under_way, state.hooked, state.place)
        hook, *rest = waiting

        def after(item: Item) -> "Item | Then":
            if item is not None:
                raise ProblemError(hook_errors.not_nothing(hook.name, hook.part))
            return self._call_after(tensor, rest, state)

        return self._calling(hook, tensor, after, records=state.under_way.creates_graph)

    def _calling(self, hook: _Hook, argument: Tensor, after: Callable[[Item], "Item | Then"], *, records: bool) -> Then:
        """Calls a hook, without gradients unless the pass itself is recorded."""
        machine = self._machine
        hook.called = True
        context = GradientContext(gradients=records)
        machine.contexts.append(context)
        machine.evaluator.careful = True

        def left(item: Item) -> "Item | Then":
            machine.contexts.remove(context)
            return after(item)

        return Then(hook.function, Arguments([argument], {}, hook.part), left)

    # The graph

    def _put_in(self, output: Tensor) -> None:
        """Lets everyone that the output is made of get hooked tensors through their nodes, and not through those of earlier
        passes.
        """
        for user in ancestors(output):
            if user in self._made:
                continue
            for source in {*user.inputs}:
                tensor = source.first if source in self._made else source
                assert tensor is not None
                _exchange(user, source, self._nodes.get(tensor, tensor))

    def outgoing(self, output: Tensor) -> Tensor:
        """The output with the nodes of the last pass in its graph, itself such a node where it has hooks."""
        if self._made:
            self._put_in(output)
        return self._nodes.get(output, output)

    def uncalled(self, output: Tensor) -> list[Span]:
        """Where hooks were registered that no pass has called, of what an output is made of."""
        if not self._hooks:
            return []
        return [hook.part.span for each in ancestors(output) for hook in self._hooks.get(each, ()) if not hook.called]


@dataclass(slots=True)
class _Called:
    """The hooks of one tensor, being called."""

    under_way: _Pass
    hooked: Sequence[Tensor]
    place: int
    arrived: Tensor
    number: Data
    names: list[str] = field(default_factory=list)
    """Those that gave another gradient."""
    part: Part | None = None
    looked: bool = False


def _exchange(user: Tensor, before: Tensor, now: Tensor) -> None:
    user.first = now if user.first is before else user.first
    user.second = now if user.second is before else user.second
    user.other_inputs = tuple(now if each is before else each for each in user.other_inputs)


def _since(tensor: Tensor, first: Tensor) -> set[Tensor]:
    """What a tensor was computed of, as far back as `first`."""
    waiting, found = [tensor], {tensor}
    for each in waiting:
        new = [source for source in each.inputs if source.number >= first.number and source not in found]
        found.update(new)
        waiting += new
    return found


def _is_callable(item: Item) -> bool:
    if isinstance(item, Instance):
        return isinstance(item.kind.find("__call__"), UserFunction)
    return isinstance(item, UserFunction | Method | BuiltinFunction)
