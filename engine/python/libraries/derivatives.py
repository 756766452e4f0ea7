"""Derivatives of functions of the program, as JAX and autograd give them: nodes of the graph, which can be differentiated again.

A function is called with leaves of its own in the place of its arguments, so that `grad(lambda t: t * x)(x)` is x and not 2x
(Siskind and Pearlmutter, Confusion of Tagged Perturbations in Forward Automatic Differentiation, 2005). Afterwards the arguments
take the leaves' places.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from backpass.engine.autodiff.create_graph import gradient_graph
from backpass.engine.graph.custom_rules import OPTION
from backpass.engine.graph.followed import follow
from backpass.engine.graph.grad_mode import enable_grad
from backpass.engine.graph.tensor import Tensor, attachment, next_number
from backpass.engine.handles.arrays import Array
from backpass.engine.handles.backward import made_since
from backpass.engine.handles.handle import Handle
from backpass.engine.handles.operations import constant, hold, operate, was_made
from backpass.engine.handles.rules import ProgramRule
from backpass.engine.plain_python.values import BoundMethod, Function, Instance, Native, UserClass, Within
from backpass.engine.python.libraries.array_natives import ArrayNatives
from backpass.engine.python.libraries.trees import Trees
from backpass.engine.python.numbers import TRACKED, TrackedFloat

HELD = "held"
"""The attachment of a node of a rule under which the values are that the rule keeps for its way back."""


class Call:
    """A function that is called with leaves in the place of arguments; these are trees."""

    def __init__(self, natives: "Derivatives", function: Any, places: Iterable[int], values: Sequence[Any]) -> None:
        self.natives = natives
        self.begun = next_number()
        self.values = list(values)
        self.leaves: list[Tensor] = []
        self.arrays: list[Array] = []
        self.originals: dict[Tensor, Tensor] = {}
        """By leaf, the node of the argument; none of those that are inputs of the program themselves."""
        self.uses_argument_twice: bool | None = None
        """Whether the function uses an argument from outside as well, so that the graph would add up gradients of both uses; None
        until its nodes are joined.
        """
        self.trees: list[Any] = []
        for place in places:
            if not -len(self.values) <= place < len(self.values):
                raise TypeError(f"differentiating with respect to {place=} requires at least {place + 1} positional arguments")
            self._replace(function, place)
        if isinstance(function, Function) and natives.is_at_top_level:
            self.values = natives.libraries.machine.inputs_of_call(function, self.values)

    def _replace(self, function: Any, place: int) -> None:
        trees, value = self.natives.trees, self.values[place]
        made = []
        for called, leaf in trees.named_leaves(value, _parameter(function, place)):
            array, original = self.natives.leaf(leaf, called)
            self.leaves.append(array.node)
            self.arrays.append(array)
            if original is not None:
                self.originals[array.node] = original
            made.append(array)
        hold(len(made))
        self.values[place] = trees.rebuilt(value, iter(made))
        self.trees.append(self.values[place])

    def joined(self, nodes: Sequence[Tensor]) -> list[Tensor]:
        """Results with the arguments' own nodes in the place of the leaves."""
        if self.originals:
            were_there = rejoin(nodes, self.originals, self.begun)
            self.uses_argument_twice = were_there if self.uses_argument_twice is None else self.uses_argument_twice
        return [self.originals.get(each, each) for each in nodes]

    def value(self, value: Any) -> Any:
        """What the function gave, with the arguments' own nodes."""
        trees = self.natives.trees
        leaves = trees.leaves(value)
        nodes = iter(self.joined([each.node for each in leaves if has_node(each)]))
        return trees.rebuilt(value, (self._with(each, next(nodes)) if has_node(each) else each for each in leaves))

    def _with(self, value: Any, node: Tensor) -> Any:
        if node is value.node:
            return value
        array: Any = self.natives.as_array(value)
        made = array.like(node)
        made.is_scalar = array.is_scalar
        return made

    def gradients(self, nodes: Sequence[Tensor], outputs: list[Tensor]) -> list[Array]:
        """Gradients by the leaves as arrays, each of the kind of its argument."""
        found = []
        for leaf, node in zip(self.arrays, nodes, strict=True):
            made: Any = leaf.like(node)
            made.is_scalar = leaf.is_scalar and not node.shape
            if not self.uses_argument_twice:
                self.natives.derived_of(made, outputs)
            found.append(made)
        self.natives.libraries.taken = None if self.uses_argument_twice else outputs[-1]
        return found


def has_node(value: Any) -> bool:
    """Whether a value is an array or a number with a node."""
    return isinstance(value, Handle) or type(value) in TRACKED


def rejoin(nodes: Iterable[Tensor], originals: dict[Tensor, Tensor], begun: float) -> bool:
    """Puts nodes in the place of leaves in all that was made from these since then. True where the nodes were there already."""
    replaced, is_there = set(originals.values()), False
    seen: set[Tensor] = set()
    waiting = list(nodes)
    for user in waiting:
        if user in seen or user.number < begun:
            continue
        seen.add(user)
        waiting += user.inputs
        if user.first is None:
            continue
        is_there = is_there or not replaced.isdisjoint(user.inputs)
        if not originals.keys().isdisjoint(user.inputs):
            user.first = originals.get(user.first, user.first)
            user.second = None if user.second is None else originals.get(user.second, user.second)
            user.other_inputs = tuple(originals.get(each, each) for each in user.other_inputs)
        held = attachment(user, HELD)
        if held is not None:
            waiting += _held_again(user, held, originals)
    return is_there


def _held_again(user: Tensor, held: list[Any], originals: dict[Tensor, Tensor]) -> list[Tensor]:
    """The values that a rule keeps for its way back, with other nodes in the place of leaves."""
    rule = (user.options or {})[OPTION].rule
    if isinstance(rule, ProgramRule):
        rule.now_of([originals.get(each, each) for each in rule.sources])
    for each in held:
        each._node = originals.get(each._node, each._node)
    return [each._node for each in held]


def _parameter(function: Any, place: int) -> str:
    """What a function of the program calls its argument."""
    names: list[str] = []
    if isinstance(function, BoundMethod):
        names = function.function.parameters.positional[1:]
    elif isinstance(function, Function):
        names = function.parameters.positional
    return names[place] if 0 <= place < len(names) else "x"


class Derivatives(ArrayNatives):
    """What files of a prelude take that gives derivatives of functions; arrays are of the class that `of` says."""

    needs_scalar = True
    """Whether a gradient is of an output without axes alone."""

    def __init__(self, libraries: Any) -> None:
        super().__init__(libraries)
        self.trees = Trees(libraries.machine.call)
        self.registered = self.trees.registered
        self._depth = 0
        """Functions that are being differentiated, one within the other."""

    # Arguments

    def check_callable(self, function: Any) -> None:
        """Raises TypeError for what is no function."""
        if not isinstance(function, Function | BoundMethod | Native | Instance | UserClass):
            raise TypeError(f"Expected a callable value, got {self.libraries.machine.shown(function, repr)}")

    def leaf(self, value: Any, name: str) -> tuple[Array, Tensor | None]:
        """What a function is differentiated by in the place of a value, and the value's node; None where the leaf is an input.

        Raises TypeError for what is no float.
        """
        if isinstance(value, Array):
            self.check_kind(value)
            return self._on_leaf(value, value.used, name)
        if isinstance(value, TrackedFloat):
            return self._on_leaf(value, value.node, name)
        if not isinstance(value, float):
            raise TypeError(f"a derivative by a value of type {type(value).__name__}")
        if self.is_at_top_level:
            span = getattr(value, "span", None)
            made = self.libraries.machine.input_of(name, value, span or self.libraries.machine.record.place(), span)
            return self._on_leaf(made, made.node, name)
        return self._on_leaf(value, constant(float(value)), name)

    def check_kind(self, value: Array) -> None:
        """Raises TypeError for what is no array of floats."""
        if value.kind.rank < 2:
            raise TypeError(f"grad requires real-valued inputs, but got {value.kind.name}.")

    def _on_leaf(self, value: Any, node: Tensor, name: str) -> tuple[Array, Tensor | None]:
        array: Any = self.as_array(value)
        if node.requires_grad:
            made: Any = array.like(constant(0.0))  # which is no input of the program, as a leaf would be
            made._node = Tensor(node.raw)
            made._node.span = node.span
        else:
            leaf = Tensor(node.raw, label=name)
            leaf.span = node.span
            self.libraries.made(leaf)
            made = array.like(leaf)
        made.is_scalar = array.is_scalar
        return made, node if node.requires_grad else None

    @property
    def is_at_top_level(self) -> bool:
        """Whether no function of the program is being called."""
        return all(self.libraries.defines(function) for _, function, *_ in self.libraries.machine.open)

    @contextmanager
    def differentiating(self) -> Iterator[None]:
        """What is called within it is differentiated."""
        self._depth += 1
        self.of.is_differentiated = True
        try:
            with enable_grad():
                yield
        finally:
            self._depth -= 1
            self.of.is_differentiated = self.is_differentiating

    @property
    def is_differentiating(self) -> bool:
        """Whether a function is being differentiated."""
        return self._depth > 0

    # Passes

    def derived_of(self, array: Array, outputs: list[Tensor]) -> None:
        """Notes what an array is the gradient of."""
        array.differentiated = outputs[-1]
        self.libraries.derived.setdefault(array.node, []).extend(outputs)

    def passed(self, output: Tensor, leaves: Sequence[Tensor], upstream: Any = 1.0) -> list[Tensor]:
        """The gradients of an output by leaves, times `upstream`, as nodes. Raises ProblemError."""
        libraries, machine = self.libraries, self.libraries.machine
        libraries.take(output, None, create_graph=True, of_function=True)
        before, number = machine.within, next_number()
        machine.within_now(Within(before, "call", "gradient", machine.node))
        try:
            with np.errstate(all="ignore"), enable_grad():
                found, is_decided = gradient_graph(output, leaves, upstream, machine.limits)
            for node in made_since(number, found):
                was_made(node)
        finally:
            machine.within_now(before)
        if is_decided:
            libraries.looked()
        return list(found)

    def gradient(  # noqa: PLR0917 - all of them are always given
        self, function: Any, argnums: Any, has_aux: Any, is_summed: bool, values: Any, named: Any
    ) -> Any:
        """The gradient of a function by its arguments at these places, its value, and what it gives besides."""
        several = not isinstance(argnums, int)
        call = Call(self, function, [int(each) for each in (argnums if several else [argnums])], values)
        with self.differentiating():
            found = self.libraries.machine.call(function, call.values, named)
        value, aux = _pair(found) if has_aux else (found, None)
        output = self._scalar(value, is_summed=is_summed)
        nodes = self.passed(output.node, call.leaves)
        result = call.value((value, aux))
        joined = call.joined([output.node])[0]
        arrays = iter(call.gradients(call.joined(nodes), [joined]))
        trees = [self.trees.rebuilt(each, arrays) for each in call.trees]
        return tuple(trees) if several else trees[0], *result

    def _scalar(self, value: Any, *, is_summed: bool) -> Array:
        """What is differentiated. Raises TypeError for what is no float, or several."""
        output = self.as_array(value)
        if is_summed and output.shape:
            output = self.apply("sum", output)
        if output.shape and (self.needs_scalar or output.size != 1):
            raise TypeError(f"Gradient only defined for scalar-output functions. Output had shape: {output.shape}.")
        self.check_kind(output)
        if output.shape:
            output = self.apply("sum", output)
        return output

    # Jacobians

    def jacobian(self, function: Any, argnums: Any, order: int, values: Any, named: Any) -> Any:
        """The Jacobian of a function by its arguments, of the shape of the output and of the argument; of order 2 the Hessian."""
        several = not isinstance(argnums, int)
        call = Call(self, function, [int(each) for each in (argnums if several else [argnums])], values)
        with self.differentiating():
            result = self.libraries.machine.call(function, call.values, named)
        outputs = [self.as_array(each) for each in self.trees.leaves(result)]
        tree = tuple(call.trees) if several else call.trees[0]
        if order == 2:
            (output,) = outputs
            if output.shape:
                self.refuse("hessian")
            firsts = self.passed(output.node, call.leaves)
            rows = [self._by_leaves(each, call, [output.node], tree) for each in firsts]
            found = self.trees.rebuilt(tree, iter(rows))
        else:
            found = self.trees.rebuilt(result, (self._by_leaves(each.node, call, [each.node], tree) for each in outputs))
        return found

    def _by_leaves(self, node: Tensor, call: Call, outputs: list[Tensor], tree: Any) -> Any:
        """The Jacobian of one node by each leaf, as a tree of arrays."""
        columns = [self._rows(node, leaf) for leaf in call.leaves]
        joined = call.joined([*columns, *outputs])
        return self.trees.rebuilt(tree, iter(call.gradients(joined[: len(columns)], joined[len(columns) :])))

    def _rows(self, node: Tensor, leaf: Tensor) -> Tensor:
        """d node / d leaf, row by row, of the shape of the node followed by that of the leaf."""
        if not node.shape:
            return self.passed(node, [leaf])[0]
        shape = (*node.shape, *leaf.shape)
        hold(int(np.prod(shape, dtype=object)))
        rows = [self.passed(operate("index", node, key=place), [leaf])[0] for place in np.ndindex(node.shape)]
        stacked = operate("stack", *rows, axis=0)
        return stacked if stacked.shape == shape else operate("reshape", stacked, shape=shape)

    # Products with vectors

    def pulled(self, function: Any, values: Any, has_aux: Any) -> Any:
        """`vjp`: the value, a function from a cotangent of it to the products with the Jacobians, and what is given besides."""
        call, outputs, totals, cotangents, value, aux = self._both_ways(function, values, has_aux)
        joined = call.joined([*totals, *(each.node for each in outputs)])
        totals, ends = joined[: len(totals)], joined[len(totals) :]

        def pull(cotangent: Any) -> Any:
            given = [self.as_array(each).used for each in self.trees.leaves(cotangent)]
            _check_shapes(given, cotangents)
            moved = dict(zip(cotangents, given, strict=True))
            before = set(moved)
            follow(totals, moved)
            for each in moved.keys() - before:
                was_made(moved[each])
            arrays = iter(call.gradients([moved.get(each, each) for each in totals], ends))
            return tuple(self.trees.rebuilt(each, arrays) for each in call.trees)

        shown = call.value((value, aux))
        self.libraries.taken = ends[-1]
        return shown[0], Native("vjp", pull), shown[1]

    def pushed(self, function: Any, primals: Any, tangents: Any, has_aux: Any) -> Any:
        """`jvp`: the value, what it changes by along the tangents, and what is given besides.

        The reverse pass is linear in its cotangent u, so that the derivative of ⟨vjp(u), tangent⟩ by u is the product.
        """
        if not isinstance(primals, tuple | list) or not isinstance(tangents, tuple | list):
            raise TypeError("primal and tangent arguments to jax.jvp must be tuples or lists")
        call, outputs, totals, cotangents, value, aux = self._both_ways(function, primals, has_aux)
        along = [self.as_array(each).used for each in self.trees.leaves(tuple(tangents))]
        _check_shapes(along, call.leaves)
        total = _dotted(totals, along)
        changes = self.passed(total, cotangents) if total is not None else []
        joined = call.joined([*changes, *(each.node for each in outputs)])
        made = []
        for output, node in zip(outputs, joined[: len(changes)], strict=True):
            change: Any = output.like(node)
            change.is_scalar = output.is_scalar
            made.append(change)
        shown = call.value((value, aux))
        self.libraries.taken = joined[-1]
        return shown[0], self.trees.rebuilt(value, iter(made)), shown[1]

    def _both_ways(self, function: Any, values: Any, has_aux: Any) -> Any:
        """A call by all of its arguments, and its reverse pass from a placeholder of each output's cotangent."""
        call = Call(self, function, range(len(values)), values)
        with self.differentiating():
            found = self.libraries.machine.call(function, call.values, {})
        value, aux = _pair(found) if has_aux else (found, None)
        outputs = [self.as_array(each) for each in self.trees.leaves(value)]
        totals: list[Tensor] = []
        cotangents = [Tensor(np.ones(each.shape) if each.shape else 1.0) for each in outputs]
        for output, cotangent in zip(outputs, cotangents, strict=True):
            gradients = self.passed(output.node, call.leaves, cotangent)
            pairs = zip(totals, gradients, strict=True)
            totals = [operate("add", *pair) for pair in pairs] if totals else gradients
        return call, outputs, totals, cotangents, value, aux

    # Trees, rows

    def tree_map(self, function: Any, tree: Any, others: Any, stops: Any) -> Any:
        """`tree_map`."""
        return self.trees.mapped(function, tree, *others, stops=stops)

    def tree_leaves(self, tree: Any, stops: Any = None) -> list[Any]:
        """`tree_leaves`."""
        return self.trees.leaves(tree, stops)

    def tree_rebuilt(self, tree: Any, leaves: Any, stops: Any = None) -> Any:
        """A tree of the same structure with other leaves. Raises ValueError where there are not as many."""
        given = list(leaves)
        if len(given) != len(self.trees.leaves(tree, stops)):
            raise ValueError("too few or too many leaves for a tree of this structure")
        return self.trees.rebuilt(tree, iter(given), stops)

    def tree_alike(self, one: Any, other: Any) -> bool:
        """Whether two trees have one structure."""
        return bool(self.trees.structure(one) == self.trees.structure(other))

    def tree_register(self, kind: Any, apart: Any, together: Any) -> None:
        """Has objects of a class be trees."""
        self.registered[kind] = apart, together


def _pair(found: Any) -> Any:
    """The value of a function and what it gives besides. Raises TypeError where it does not give two values."""
    if not isinstance(found, tuple) or len(found) != 2:
        raise TypeError("the function must return a pair (value, aux) when has_aux is True")
    return found


def _check_shapes(given: Sequence[Tensor], wanted: Sequence[Tensor]) -> None:
    """Raises ValueError where a vector has not the shape of what it belongs to."""
    if [each.shape for each in given] != [each.shape for each in wanted]:
        raise ValueError("vectors must have the shapes of what they are multiplied with")


def _dotted(these: Sequence[Tensor], others: Sequence[Tensor]) -> Tensor | None:
    """The sum of the products of all elements; None of nothing."""
    total = None
    for one, other in zip(these, others, strict=True):
        product = operate("multiply", one, other)
        summed = operate("sum", product) if product.shape else product
        total = summed if total is None else operate("add", total, summed)
    return total
