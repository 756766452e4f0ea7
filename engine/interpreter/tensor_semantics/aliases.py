"""Tensors that are changed in place, as PyTorch's and NumPy's can be: `b = a; b += 3` changes `a`.

A node of the graph is never changed: a change makes a node, and everything that holds the tensor (names, lists, objects, views of
it) refers to that node from then on. So who holds a tensor asks for it as it is now. A view, such as `a[0]`, `a.T` or
`a.reshape(2, 3)`, is a node above the tensor that it shows a part of; a change of it is put into that tensor, and a change of the
tensor shows in it.

Plain numbers, JAX's arrays, TensorFlow's and micrograd's values do not change: there `b += 3` gives the name `b` another value.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor, next_number
from backpass.engine.interpreter.errors import in_place_errors
from backpass.engine.interpreter.tensor_semantics.number_kinds import Change
from backpass.engine.interpreter.values import Held, Item
from backpass.engine.language.syntax_tree import Literal, Part
from backpass.engine.operations import OPERATIONS
from backpass.engine.operations.indexing import Key
from backpass.engine.operations.indexing import picked as picked_shape
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import Shape

IN_PLACE = frozenset({"torch", "numpy", "autograd"})
"""Libraries whose arrays are changed in place."""
_COPYING = frozenset({"numpy", "autograd"})
"""Libraries in which flattening copies, and in which a single number that was picked or computed is not an array any more."""

_VIEWS = frozenset({"index", "reshape", "flatten", "squeeze", "expand_dims", "transpose", "detach"})
"""Operations whose results show the numbers of their input, where these need not be moved."""


Place = tuple[Key, Shape | None]
"""A key, and the shape of what is written for it, None where that is the shape of what it picks: as `key_of` gives them."""


class Aliases:
    """What the tensors of one run stand for. `evaluator` makes the nodes, and asks here what its arguments stand for."""

    def __init__(self, evaluator: Any) -> None:
        self._evaluator = evaluator
        self._made_by: dict[Tensor, str] = {}
        self.catch_up: Callable[[], None] = lambda: None
        """Does the backward passes that are put off until somebody reads a gradient."""
        self.libraries: set[str] = set()
        """All libraries that have made an array."""
        self._libraries: dict[Tensor, str | None] = {}
        """Per tensor that was asked for, the library whose kind of array it is."""
        self.now: dict[Tensor, Tensor] = {}
        """Per tensor that was changed, as it was first, what it is now. Where it is empty and nothing was taken out of the graph,
        every leaf is as it is.
        """
        self._first: dict[Tensor, Tensor] = {}
        """Per tensor that a change has made, the tensor as it was first."""
        self._shown: dict[Tensor, tuple[Tensor, Tensor]] = {}
        """Per view, the version of the tensor beneath that it was last asked for with, and what it showed."""
        self._view: dict[Tensor, Tensor] = {}
        """Per result that a view was changed to, the view that it is."""
        self._own: set[Tensor] = set()
        """Results of operations that make views elsewhere, and that hold numbers of their own."""
        self._sharing: set[Tensor] = set()
        """Results of other operations that show the numbers of their input in their library: diagonals, repeated axes."""
        self._outside: dict[Tensor, tuple[Tensor, str, int, Any]] = {}
        """Numbers that were taken out of the graph, the tensor and its attribute that hold them, how often that attribute had
        been given others by then, and what stood there when they were last looked at."""
        self.any_outside = False
        """Whether any were."""
        self._given: dict[Tensor, int] = {}
        """How often a tensor was given another `.grad` or `.data`, which earlier ones have nothing to do with."""
        self._refilled: dict[Tensor, float] = {}
        """Per leaf that got other numbers in place, the number of a tensor that was made then."""
        self._written: dict[Tensor, dict[bool, float]] = {}
        """Per leaf of PyTorch, when it last got other numbers: in a way that PyTorch sees (True), and by `.data` (False)."""
        self._last_written = 0.0
        self._last_refill = 0.0
        self._last_change = -1.0
        """The same of the last change of any tensor: what was made since is as it is."""

        self._left: dict[Tensor, tuple[Part, float]] = {}
        """Results with gradients of which a detached tensor, which shares their numbers, was changed: where, and the number of a
        tensor that was made then."""

        self.has_ended = False
        """Whether the program has run, so that what is asked for is not used by it."""

        self.results: set[Tensor] = set()
        """Results whose graph was freed, so that they look like leaves."""
        self.tables = [
            self._made_by,
            self._libraries,
            self.now,
            self._first,
            self._shown,
            self._view,
            self._own,
            self._sharing,
            self._outside,
            self._given,
            self._refilled,
            self._written,
            self._left,
            self.results,
        ]

    # Libraries

    @property
    def known_libraries(self) -> dict[Tensor, str | None]:
        """The table of libraries that follow from the graph."""
        return self._libraries

    @property
    def knows_libraries(self) -> bool:
        """Whether any array is known to be a library's."""
        return bool(self._made_by)

    def made(self, tensor: Tensor, library: str) -> None:
        """A function of a library has made this array."""
        self._made_by[tensor] = library
        self._libraries.pop(tensor, None)
        self.libraries.add(library)

    def library_of(self, tensor: Tensor) -> str | None:
        """The library whose array it is: that of what it was computed from, where NumPy's gives way to every other; None for
        plain numbers, and where it is unknown.
        """
        if not self._made_by:
            return None
        known = self._libraries
        if tensor in known:
            return known[tensor]
        waiting = [tensor]
        while waiting:
            each = waiting[-1]
            if each in known:
                waiting.pop()
            elif each in self._made_by:
                known[each] = self._made_by[each]
            elif missing := [source for source in each.inputs if source not in known]:
                waiting += missing
            else:
                found = [library for source in each.inputs if (library := known[source])]
                known[each] = next((library for library in found if library != "numpy"), found[0] if found else None)
        return known[tensor]

    def handed_to(self, library: str, tensor: Tensor, machine: Any, part: Part, *, made_here: bool) -> Tensor:
        """An array of NumPy's as PyTorch's tensor with the same numbers, or the other way round: methods that share a name
        differ, and who holds the array still has NumPy's. `made_here`: nobody holds it yet.
        """
        own = self.library_of(tensor)
        if own in (None, library) or "torch" not in (own, library):
            return tensor
        if not (made_here or (tensor.operation is None and machine.names.is_unnamed(tensor))):
            kinds, given = machine.kinds, tensor
            operation = None if tensor.label else tensor.operation
            if operation is not None and OPERATIONS.get(operation.name) is operation and not machine.names.changes_in_place():
                # What stands within an expression is computed again, so that the graph has no copy of it besides.
                tensor = self._evaluator.operation(operation, tensor.inputs, part, tensor.options or {})
                tensor.span = given.span
            else:
                tensor = self.copied(tensor, part)
            kinds.note_as(tensor, given)
        self.made(tensor, library)
        return tensor

    def changes(self, item: Item) -> bool:
        """Whether `item += 1` changes it, for everything that holds it, instead of making another value."""
        if isinstance(item, Held):
            return True
        if not isinstance(item, Tensor):
            return False
        library = self.library_of(item)
        return library in IN_PLACE and (bool(item.shape) or library not in _COPYING or self._is_leaf(item))

    def _is_leaf(self, tensor: Tensor) -> bool:
        return tensor.operation is None and tensor not in self.results

    def is_view(self, tensor: Tensor) -> bool:
        """Whether it shows numbers of the tensor that it was computed from."""
        if tensor.operation is None or tensor in self._own:
            return False
        return tensor.operation.name in _VIEWS or tensor in self._sharing

    def shares(self, tensor: Tensor) -> Tensor:
        """A result shows the numbers of its input, as a diagonal does in NumPy and PyTorch. Gives it back."""
        if self.library_of(tensor) in IN_PLACE:
            self._sharing.add(tensor)
        return tensor

    def is_changed(self, tensor: Tensor) -> bool:
        """Whether a tensor, no view, was changed in place, so that it refers to another one by now."""
        return self._first.get(tensor, tensor) in self.now

    def is_shown(self, tensor: Tensor) -> bool:
        """Whether a tensor is a view of one that may have been changed since, so that it is computed again when it is read."""
        return bool(self.now or self._refilled) and (tensor in self._view or self.is_view(tensor))

    # What a tensor refers to

    def current(self, tensor: Tensor) -> Tensor:
        """The tensor as it is now."""
        if tensor.number > self._last_change and not self.any_outside and tensor.number > self._last_refill:
            return tensor
        operation = tensor.operation
        if operation is None and not self.now and not self.any_outside:
            return tensor  # only leaves were filled with other numbers, and none of them is a view
        may_show = (
            (operation is not None and operation.name in _VIEWS)
            or (self._view and tensor in self._view)  # empty for nearly all programs, as is the next
            or (self._sharing and tensor in self._sharing)
        )
        self._check_left(tensor)
        if not may_show and not self.any_outside:
            return self.now.get(self._first.get(tensor, tensor), tensor)
        if self.any_outside and (may_show or self._first.get(tensor, tensor) in self._outside):
            self._renew(tensor)
        if not self.now and tensor.number > self._last_refill:
            return tensor
        if not may_show:
            return self.now.get(self._first.get(tensor, tensor), tensor)
        tensor = self._view.get(tensor, tensor)
        beneath, views = self._beneath(tensor)
        self._check_left(beneath)
        now = self.now.get(self._first.get(beneath, beneath), beneath)
        refilled = self._refilled.get(now, 0.0)
        if now is beneath and tensor.number > refilled:
            return tensor
        version, shown = self._shown.get(tensor, (None, now))
        if version is not now or shown.number < refilled:
            shown = self._again(now, views)
            self._shown[tensor] = now, shown
        return shown

    def _check_left(self, tensor: Tensor) -> None:
        """Raises ProblemError for a result that is used after what is detached from it was changed."""
        if tensor in self._left and not self.has_ended:
            raise ProblemError(in_place_errors.of_result_when_detached(self._left[tensor][0]))

    def _again(self, shown: Tensor, views: list[Tensor]) -> Tensor:
        """The views of a tensor once more, now that it has changed; with gradients, whether they are off here or not."""
        evaluator = self._evaluator
        contexts, evaluator.contexts = evaluator.contexts, ()
        try:
            for view in reversed(views):
                shown = evaluator.operation(view.operation, [shown], Literal(None, view.span or (0, 0)), view.options or {})
                shown.label = shown.label or view.label
                if view in self._sharing:
                    self._sharing.add(shown)
                if view in self._made_by:
                    self._made_by[shown] = self._made_by[view]
        finally:
            evaluator.contexts = contexts
        return shown

    def arguments_now(self, tensors: Sequence[Tensor]) -> Sequence[Tensor]:
        """The arguments of an operation as they are now. There are many: `current` is asked only where it may have another."""
        if self.now or self.any_outside:
            return [self.current(each) for each in tensors]
        since = self._last_refill
        for each in tensors:
            if each.number <= since and each.operation is not None:
                return [self.current(each) for each in tensors]
        return tensors

    def any_changed_since(self, number: float) -> bool:
        """Whether any tensor was changed in place, or any leaf has got other numbers since a tensor with that number."""
        return bool(self.now) or self._last_written > number

    def changed_since(self, tensor: Tensor, user: Tensor) -> str | None:
        """What PyTorch says where a tensor was changed in place after a node was computed from it, or is such a node that was
        changed: it stops, or computes with the new numbers where it does not see the change. None where nothing was changed.
        """
        beneath, _ = self._beneath(tensor)
        first = self._first.get(beneath, beneath)
        now = self.now.get(first, beneath)
        if beneath in self._left and self._left[beneath][1] > user.number:
            return "changed since"
        changes = [seen for seen, number in self._written.get(beneath, {}).items() if number > user.number]
        if now is not beneath and now.number > user.number:
            changes.append(self.library_of(beneath) == "torch")  # through an array of NumPy's that it shares, it does not
        return None if not changes else "changed since" if any(changes) else "data changed since"

    def written(self, leaf: Tensor, *, seen: bool) -> None:
        """A leaf of PyTorch got other numbers."""
        if self.library_of(leaf) == "torch" and leaf.operation is None:
            self._last_written = self._written.setdefault(leaf, {})[seen] = next_number()

    def replace(self, tensor: Tensor, value: Tensor) -> None:
        """Every reference to a tensor refers to another one from now on, as when a result becomes a leaf."""
        self._evaluator.careful = True
        self._own.add(tensor)
        first = self._first.get(tensor, tensor)
        self.now[first] = value
        self._first[value] = first
        self._last_change = next_number()

    def outside(self, number: Item, owner: Tensor, attribute: str) -> Item:
        """Numbers taken out of the graph, such as `w.data`, which know what they belong to; plain where nothing can change."""
        if self.library_of(owner) != "torch":
            return number
        if isinstance(number, float):
            held = Held(number)
            held.owner, held.attribute = owner, attribute
            held.noted = self._given.get(owner, 0), _stored(owner, attribute)
            return held
        if isinstance(number, Tensor):
            self.any_outside = True
            self._outside[number] = (owner, attribute, self._given.get(owner, 0), _stored(owner, attribute))
            self._made_by[number] = "torch"
        return number

    def given(self, tensor: Tensor) -> None:
        """A tensor was given another `.grad` or `.data`: the earlier one goes on by itself."""
        self._given[tensor] = self._given.get(tensor, 0) + 1

    def as_it_is(self, item: Item) -> Item:
        """Any item as it is now."""
        if isinstance(item, Tensor):
            return self.current(item)
        return self.renewed(item) if type(item) is Held else item

    def renewed(self, held: Held) -> Item:
        """A number out of the graph as it is now: to a gradient a later backward pass adds in place."""
        stored = self._stored_since(held.owner, held.attribute, *held.noted)
        return held if stored is None else self.outside(float(stored), held.owner, held.attribute)

    def _stored_since(self, owner: Tensor, attribute: str, times: int, before: Any) -> Any:
        """The numbers that have come into the attribute's array since, or None."""
        self.catch_up()
        stored = _stored(owner, attribute)
        if stored is before or isinstance(stored, Tensor) or self._given.get(owner, 0) != times:
            return None
        return stored

    def _renew(self, tensor: Tensor) -> None:
        """Brings the numbers out of the graph that a tensor shows, if any, to what they are now."""
        lowest = self._lowest(tensor)
        first = self._first.get(lowest, lowest)
        if first not in self._outside:
            return
        owner, attribute, times, before = self._outside[first]
        stored = self._stored_since(owner, attribute, times, before)
        if stored is None:
            return
        now = Tensor(stored, requires_grad=False)
        self._evaluator.count(now)
        self._evaluator.careful = True
        self._outside[first] = owner, attribute, times, stored
        self._made_by[now] = "torch"
        self.now[first], self._first[now] = now, first
        self._last_change = next_number()

    def is_outside(self, tensor: Tensor) -> bool:
        """Whether a tensor is such numbers: its `.data` is itself."""
        return self._first.get(tensor, tensor) in self._outside

    def shows_outside(self, tensor: Tensor) -> bool:
        """Whether a tensor is such numbers, or a view of them."""
        return self.any_outside and self.is_outside(self._lowest(tensor))

    def refilled(self, leaf: Tensor, *, through_view: bool = False) -> None:
        """A leaf of PyTorch, or any one through a view of PyTorch's, got other numbers in place, which views of it made before
        show from now on.
        """
        if through_view or self.library_of(leaf) == "torch":
            self._evaluator.careful = True
            self._last_refill = self._refilled[leaf] = Tensor(0.0).number

    def copied(self, tensor: Tensor, part: Part) -> Tensor:
        """A tensor with the same numbers, and of its own."""
        made: Tensor = self._evaluator.operation(OPERATIONS["reshape"], [tensor], part, {"shape": tensor.shape})
        self._own.add(made)
        return made

    # Changes

    def change(self, machine: Any, item: Item, value: Item, part: Part) -> Item:
        """Everything that holds the item holds the value from now on; returns what to hold. Raises ProblemError."""
        if isinstance(item, Held):
            machine.names.set_attribute(item.owner, item.attribute, value, part)
            if item.attribute == "data":
                self.refilled(item.owner)
            return self.outside(float(machine.number(value)), item.owner, item.attribute)
        assert isinstance(item, Tensor)
        self._evaluator.careful = True
        shown = self.current(item)
        made = self._evaluator.tensor(value, part)
        if made.shape != shown.shape:
            raise ProblemError(in_place_errors.other_shape(made.shape, shown.shape, part))
        beneath, views = self._parted(shown, part)
        self._check_written(shown, views, part)
        library = self.library_of(beneath)
        apart = machine.evaluator.paused or any(view.operation.name == "detach" for view in views)  # type: ignore[union-attr]
        whole = made
        for view in views:
            whole = self._put(view, whole, part)
        first = self._first.get(beneath, beneath)
        if first in self._outside:
            owner, attribute, times, _ = self._outside[first]
            machine.names.set_attribute(owner, attribute, whole, part)
            self._outside[first] = owner, attribute, times, _stored(owner, attribute)
            if attribute == "data":
                self.refilled(owner)
        elif apart and beneath.operation is None:
            machine.names.set_attribute(beneath, "data", whole, part)
            self.written(beneath, seen=True)
            self.refilled(beneath, through_view=bool(views))
            return item
        elif library == "torch" and beneath.operation is None and machine.tracking.tracks(beneath):
            machine.names.differs("leaf in place", library, part.span)
        elif apart and machine.tracking.tracks(beneath):
            raise ProblemError(in_place_errors.of_result_without_gradients(part))
        self.now[first] = whole
        self._first[whole] = first
        self._last_change = next_number()
        self._own.add(whole)
        if library is not None and self.library_of(whole) != library:  # `a.fill_(1.0)` is still an array of its library
            self._made_by[whole] = self._libraries[whole] = library
        if views:
            view = self._view.get(item, item)
            self._shown[view] = whole, made
            self._view[made] = view
        return item

    def _parted(self, shown: Tensor, part: Part) -> tuple[Tensor, list[Tensor]]:
        """The tensor that is changed and the views in between. One that is detached from a result with gradients is a tensor of
        its own from here on, and the result is not used any more: its graph would contradict its number.
        """
        beneath, views = self._beneath(shown)
        detached = [place for place, view in enumerate(views) if view.operation.name == "detach"]  # type: ignore[union-attr]
        outside = self._first.get(beneath, beneath) in self._outside
        result = beneath.operation is not None and beneath.requires_grad and self.library_of(beneath) == "torch"
        if not detached or outside or not result:
            return beneath, views
        self._left[beneath] = part, next_number()
        self._own.add(views[detached[-1]])
        return self._beneath(shown)

    def _check_written(self, shown: Tensor, views: list[Tensor], part: Part) -> None:
        """Raises ProblemError for views that a library does not let be changed, and for elements that stand for several."""
        for view in views:
            if view in self._sharing:
                repeats = math.prod(view.shape) != math.prod(view.inputs[0].shape) and not view.options.get("key")  # type: ignore[union-attr]
                if repeats or self.library_of(shown) in _COPYING:
                    raise ProblemError(in_place_errors.read_only(part))

    def put(self, machine: Any, tensor: Tensor, place: Place, value: Item, part: Part, *, augmented: bool = False) -> None:
        """`tensor[key] = value`; `augmented`: `tensor[key] += …`, computed already. Raises ProblemError."""
        operation = self._evaluator.operation
        key, shape = place
        picked, _ = picked_shape(key, tensor.shape)
        numbers = self._evaluator.tensor(value, part)
        if self._evaluator.whole:
            change = Change(augmented=augmented, single=picked == (), listed=any(isinstance(each, tuple) for each in key))
            numbers = self._evaluator.kinds.kept(tensor, numbers, change, part)
        wanted = picked if shape is None else shape
        if len(numbers.shape) > len(wanted) and set(numbers.shape[: len(numbers.shape) - len(wanted)]) == {1}:
            numbers = operation(
                OPERATIONS["reshape"], [numbers], part, {"shape": numbers.shape[-len(wanted) :] if wanted else ()}
            )
        if numbers.shape != wanted:
            numbers = operation(OPERATIONS["broadcast_to"], [numbers], part, {"shape": wanted})
        if shape is not None:
            numbers = operation(OPERATIONS["reshape"], [numbers], part, {"shape": picked})
        self.change(machine, tensor, self._placed(tensor, key, numbers, part), part)

    def _put(self, view: Tensor, value: Tensor, part: Part) -> Tensor:
        """The tensor beneath a view, after the view got that value."""
        base, operation = self.current(view.inputs[0]), view.operation
        assert operation is not None
        if operation.name == "detach":
            return value
        if operation.name == "index":
            return self._placed(base, (view.options or {})["key"], value, part)
        if operation.name == "transpose":
            axes = (view.options or {}).get("axes")
            order = [axis % len(axes) for axis in axes] if axes else []
            options = {"axes": tuple(map(order.index, range(len(order))))} if axes else {}
            return self._evaluator.operation(operation, [value], part, options)  # type: ignore[no-any-return]
        return self._evaluator.operation(OPERATIONS["reshape"], [value], part, {"shape": base.shape})  # type: ignore[no-any-return]

    def _placed(self, base: Tensor, key: tuple[Any, ...], value: Tensor, part: Part) -> Tensor:
        """The tensor with a value where the key says, and its own numbers elsewhere."""
        where = _where(key, base.shape, part)
        evaluator = self._evaluator
        there: Tensor = evaluator.operation(OPERATIONS["put_back"], [value], part, {"key": key, "shape": base.shape})
        if where.all():
            return there
        mask = evaluator.constant(where.astype(float), None)
        return evaluator.operation(OPERATIONS["where"], [mask, there, base], part)  # type: ignore[no-any-return]

    # Views

    def _beneath(self, tensor: Tensor) -> tuple[Tensor, list[Tensor]]:
        """The tensor whose numbers it shows, itself where it is no view, and the views in between, the outermost first."""
        tensor = self._view.get(tensor, tensor)
        chain = [tensor, *self._chain(tensor)]
        if len(chain) == 1:
            return tensor, []
        library = self.library_of(tensor)
        views: list[Tensor] = []
        memory: Any = np.empty(chain[-1].shape, dtype=bool)
        beneath = chain[-1]
        for each in reversed(chain[:-1]):
            assert each.operation is not None
            shown = memory if each.operation.name == "detach" else _evaluated(each, memory)
            copies = library in _COPYING and (each.operation.name == "flatten" or not each.shape)
            if copies or not (each in self._sharing or np.may_share_memory(memory, shown)):
                beneath, views, shown = each, [], np.empty(each.shape, dtype=bool)
            else:
                views.insert(0, each)
            memory = shown
        return beneath, views

    def _lowest(self, tensor: Tensor) -> Tensor:
        """The last tensor that one may show a part of, itself where it is no view."""
        if not self._view and (tensor.operation is None or tensor.operation.name not in _VIEWS):
            return tensor
        tensor = self._view.get(tensor, tensor)
        for below in self._chain(tensor):
            tensor = below
        return tensor

    def _chain(self, tensor: Tensor) -> Iterator[Tensor]:
        """What a tensor may show a part of, nearest first."""
        while self.is_view(tensor):
            below = tensor.inputs[0]
            tensor = self._view.get(below, below)
            yield tensor


def _stored(owner: Tensor, attribute: str) -> Any:
    """What stands in the attribute, which is another object whenever it has other numbers."""
    return owner.accumulated_grad if attribute == "grad" else owner.raw


def _evaluated(view: Tensor, memory: Any) -> Any:
    assert view.operation is not None
    if view.operation.name == "index" and not any(isinstance(each, tuple) for each in (view.options or {})["key"]):
        key = (view.options or {})["key"]
        return memory[(*key, ...) if Ellipsis not in key else key]
    return view.operation.value.evaluate(memory, **(view.options or {}))  # type: ignore[union-attr]


def _where(key: tuple[Any, ...], shape: Shape, part: Part) -> Any:
    """Which elements a key means. Raises ProblemError where it means one twice."""
    found = np.zeros(shape, dtype=int)
    with suppress(IndexError):
        np.add.at(found, tuple(list(each) if isinstance(each, tuple) else each for each in key), 1)
    if (found > 1).any():
        raise ProblemError(in_place_errors.twice(part))
    return found > 0
