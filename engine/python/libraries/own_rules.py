"""Functions whose rule for derivatives the program writes: `jax.custom_vjp`, `jax.custom_jvp`, autograd's `primitive`.

In the graph an application is one node. What the rule keeps for its way back are values of the graph, so that its gradient can be
differentiated again.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from backpass.engine.autodiff.create_graph import gradient_graph
from backpass.engine.graph.custom_rules import node as node_of_rule
from backpass.engine.graph.grad_mode import no_grad
from backpass.engine.graph.tensor import Tensor, attachments, next_number
from backpass.engine.handles.arrays import Array
from backpass.engine.handles.backward import made_since
from backpass.engine.handles.handle import Handle
from backpass.engine.handles.operations import constant, was_looked_at, was_made
from backpass.engine.handles.rules import ProgramRule, laid_out
from backpass.engine.plain_python.values import Function
from backpass.engine.python.libraries.derivatives import HELD, Derivatives, has_node
from backpass.engine.python.libraries.natives import parts_of
from backpass.engine.python.numbers import plain

_CLOSE, _SMALL = 1e-9, 1e-12
Back = Callable[[list[Array]], Any]
"""Gets the gradients of the outputs, and gives those of all arguments; None for nothing."""


class OwnRules(Derivatives):
    """The rules of one run."""

    def __init__(self, libraries: Any) -> None:
        super().__init__(libraries)
        self._within: list[Any] = []
        """The functions whose rules are being asked: they are called as what they are then."""

    def ruled_by_vjp(self, function: Any, forward: Any, backward: Any, given: Any) -> Any:
        """A call of a function with `defvjp(forward, backward)`."""
        machine, values = self.libraries.machine, self._arguments(function, given)
        if not self._moves(function, values):
            return machine.call(function, values, {})
        found = self._as_itself(function, forward, values)
        if not isinstance(found, tuple) or len(found) != 2:
            raise TypeError("Custom VJP fwd rule must produce a pair")
        outputs, kept = found
        self._compare(function, values, outputs)

        def back(upstream: list[Array]) -> Any:
            arrived = self.trees.rebuilt(outputs, iter(upstream))
            sent = self._as_itself(function, backward, [kept, arrived])
            if not isinstance(sent, tuple) or len(sent) != len(values):
                raise TypeError("Custom VJP bwd rule must produce a tuple of gradients, one for each argument")
            return sent

        return self._node(function, values, outputs, self.trees.leaves(kept), back)

    def ruled_by_jvp(self, function: Any, rule: Any, each: Any, given: Any) -> Any:
        """A call of a function with `defjvp(rule)`, or with one rule for each argument; what goes back is their transpose."""
        machine, values = self.libraries.machine, self._arguments(function, given)
        if not self._moves(function, values):
            return machine.call(function, values, {})
        if not all(isinstance(value, Array) for value in values):
            self.refuse("custom_jvp")
        tangents = [Tensor(np.ones(value.shape) if value.shape else 1.0) for value in values]
        along = [value.like(constant(tangent.raw)) for value, tangent in zip(values, tangents, strict=True)]
        for array, tangent in zip(along, tangents, strict=True):
            array._node = tangent
        if rule is not None:
            outputs, change = self._as_itself(function, rule, [tuple(values), tuple(along)])
            changes = [change]
            self._compare(function, values, outputs)
        else:
            outputs = self._as_itself(function, function, values)
            terms = zip(each, along, strict=True)
            changes = [self._as_itself(function, one, [moved, outputs, *values]) for one, moved in terms if one is not None]

        def back(upstream: list[Array]) -> Any:
            return self._transposed([self.as_array(change) for change in changes], tangents, values, upstream[0])

        return self._node(function, values, outputs, [*filter(has_node, changes)], back)

    def _transposed(self, changes: list[Array], tangents: list[Tensor], values: Sequence[Any], upstream: Array) -> Any:
        """What goes back to each argument: the derivative, by its tangent, of the upstream gradient times what the rule gives."""
        totals: list[Any] = [None] * len(values)
        for change in changes:
            number = next_number()
            found = gradient_graph(change.node, tangents, upstream.used).gradients
            for node in made_since(number, found):
                was_made(node)
            for place, (node, value) in enumerate(zip(found, values, strict=True)):
                made = value.like(node)
                totals[place] = made if totals[place] is None else totals[place] + made
        return tuple(totals)

    def ruled_by_makers(self, function: Any, makers: Any, given: Any) -> Any:
        """A call of autograd's primitive: by place of the argument, what makes its way back of the answer and the arguments."""
        machine, values = self.libraries.machine, self._arguments(function, given)
        if not self._moves(function, values):
            return machine.call(function, values, {})
        moving = [place for place, each in enumerate(values) if has_node(each) and each.node.requires_grad]
        if any(place not in makers for place in moving):
            raise NotImplementedError(f"VJP of {getattr(function, 'name', 'function')} wrt argnum 0 not defined")
        with no_grad():
            answer = self._as_itself(function, function, values)
        answers: list[Any] = []

        def back(upstream: list[Array]) -> Any:
            arrived = self.trees.rebuilt(answer, iter(upstream))
            sent: list[Any] = [None] * len(values)
            for place in moving:
                if makers[place] is not None:
                    way = self._as_itself(function, makers[place], [answers[0], *values])
                    sent[place] = self._as_itself(function, way, [arrived])
            return tuple(sent)

        answers.append(self._node(function, values, answer, [], back))
        return answers[0]

    # Their parts

    def _arguments(self, function: Any, given: Any) -> list[Any]:
        """The arguments, numbers among them as arrays; those that the top level writes are inputs."""
        machine, values = self.libraries.machine, list(given)
        if isinstance(function, Function) and self.is_at_top_level:
            values = machine.inputs_of_call(function, values)
        is_number = [isinstance(each, int | float) and not isinstance(each, bool) for each in values]
        return [self.as_array(each) if numeric else each for each, numeric in zip(values, is_number, strict=True)]

    def _moves(self, function: Any, values: Sequence[Any]) -> bool:
        """Whether a rule is to be asked: something that is differentiated comes in, and the rule does not ask itself."""
        if any(function is each for each in self._within):
            return False
        return any(isinstance(each, Handle) and each.node.requires_grad for each in self.trees.leaves(list(values)))

    def _as_itself(self, function: Any, called: Any, values: Sequence[Any]) -> Any:
        self._within.append(function)
        try:
            return self.libraries.machine.call(called, list(values), {})
        finally:
            self._within.pop()

    def _compare(self, function: Any, values: Sequence[Any], outputs: Any) -> None:
        """Leaves to others where a rule gives another value than its function, which the library has elsewhere."""
        with no_grad():
            found = self._as_itself(function, function, values)
        ours, theirs = ([self.as_array(each) for each in self.trees.leaves(tree)] for tree in (outputs, found))
        alike = len(ours) == len(theirs) and all(
            one.shape == other.shape and np.allclose(one.node.raw, other.node.raw, rtol=_CLOSE, atol=_SMALL, equal_nan=True)
            for one, other in zip(ours, theirs, strict=True)
        )
        if not alike:
            self.libraries.beyond("a rule of another value")

    def _node(self, function: Any, values: Sequence[Any], outputs: Any, kept: Sequence[Any], back: Back) -> Any:
        """The application as one node, whose parts are the outputs."""
        name = getattr(function, "name", "function")
        several = [self.as_array(each) for each in self.trees.leaves(outputs)]
        is_tree = self.trees.is_leaf(outputs) is False
        places = [place for place, each in enumerate(values) if isinstance(each, Handle)]
        if any(has_node(each) for place, value in enumerate(values) if place not in places for each in self.trees.leaves(value)):
            self.refuse("trees of arrays as arguments of a function with a rule")
        was_looked_at()
        sources = [values[place].used for place in places]
        parts = [each.node for each in several]
        joint = laid_out(parts) if is_tree else parts[0]

        def ask(upstream: Tensor, *, is_differentiated: bool) -> list[Tensor | None] | None:
            if self.libraries.has_ended:
                return None
            arrived = [self._like(each, node) for each, node in zip(several, parts_of(upstream, parts, is_tree), strict=True)]
            sent = back(arrived)
            return [None if sent[place] is None else self._sent(sent[place], values[place]) for place in places]

        made = node_of_rule(ProgramRule(name, sources, constant(joint.raw), ask), sources, joint.raw)
        self.libraries.made(made)
        held = [each for each in (*kept, *values) if isinstance(each, Handle)]
        attachments(made)[HELD] = held
        results = iter([self._like(each, node) for each, node in zip(several, parts_of(made, parts, is_tree), strict=True)])
        return self.trees.rebuilt(outputs, results)

    @staticmethod
    def _like(array: Any, node: Tensor) -> Array:
        made: Any = array.like(node)
        made.is_scalar = array.is_scalar
        return made  # type: ignore[no-any-return]

    def _sent(self, value: Any, wanted: Array) -> Tensor:
        """A gradient that a rule gave. Raises ValueError for another shape."""
        node = self.as_array(plain(value) if isinstance(value, int | float) and not has_node(value) else value).used
        if node.shape != wanted.shape:
            raise ValueError(f"a gradient of shape {node.shape} for an argument of shape {wanted.shape}")
        return node
