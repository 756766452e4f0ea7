"""The part of the machine that gives names and members their values, and makes functions and classes."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from engine.language import program
from engine.problems import ProblemError
from engine.running import element_refusals, instructions, refusals
from engine.running.calls import Calls
from engine.running.dialects import CONSTRUCTORS, WITHOUT_EFFECT
from engine.running.elements import place_in_list
from engine.running.evaluation import dictionary_key
from engine.running.frame import Frame
from engine.running.values import Class, Function, Instance, Item, Scope, SkippedError, Unknown
from engine.tensor import Tensor


def give(names: dict[str, Item], name: str, value: Item) -> None:
    """Gives a name its value; a tensor that has no name yet is called so. Raises SkippedError."""
    if isinstance(value, Tensor):
        if value.label is None:
            value.label = name
    elif isinstance(value, Unknown):
        raise SkippedError
    names[name] = value


class Stores(Calls):
    """Instructions that store."""

    loading = False
    """Whether the text that is run is a library's."""

    @abstractmethod
    def items(self, item: Item, part: Any) -> Iterator[Item]:
        """What a loop goes through. Raises ProblemError."""

    @abstractmethod
    def everything(self, item: Item, part: Any) -> list[Item]:
        """All items of anything that a loop goes through, counted before they are taken. Raises ProblemError."""

    @abstractmethod
    def look(self, items: list[Item]) -> None:
        """The program looks at numbers that say where."""

    # Names and members that get a value

    def store_name(self, part: instructions.StoreName, frame: Frame) -> None:
        give(frame.scope.names, part.name, frame.stack.pop())

    def rebind(self, part: instructions.Rebind, frame: Frame) -> None:
        """`w -= …` without gradients changes the leaf itself, as in PyTorch."""
        if not self.contexts or self.contexts[-1].gradients:
            return
        leaf = frame.scope.find(part.name)
        if isinstance(leaf, Tensor) and leaf.operation is None:
            self.names.set_attribute(leaf, "data", frame.stack.pop(), part)
            frame.stack.append(leaf)

    def store_attribute(self, part: instructions.StoreAttribute, frame: Frame) -> None:
        owner, value = frame.stack.pop(), frame.stack.pop()
        if isinstance(owner, Unknown):
            raise SkippedError
        if isinstance(owner, Tensor):
            self.names.set_attribute(owner, part.name, value, part)
        elif isinstance(owner, Instance):
            if isinstance(value, Tensor) and value.label is None and value.operation is not None:
                value.label = part.name
            held = owner.members.get(part.name)
            leaf_in_place = part.augmented and self.contexts and not self.contexts[-1].gradients
            if leaf_in_place and isinstance(held, Tensor) and held.operation is None:
                self.names.set_attribute(held, "data", value, part)
            else:
                owner.members[part.name] = value
        elif isinstance(owner, Class):
            owner.members[part.name] = value
        else:
            raise ProblemError(element_refusals.attribute_set(part.name, part.span))

    def store_item(self, part: instructions.StoreItem, frame: Frame) -> None:
        subscript = part.subscript
        items = frame.take(subscript.arity)
        owner, value = items[0], frame.stack.pop()
        if isinstance(owner, dict):
            if len(items) != 2:
                raise ProblemError(element_refusals.not_a_key(tuple(items[1:]), subscript))
            self.evaluator.hold(1)
            owner[dictionary_key(items[1], subscript)] = value
            return
        if not isinstance(owner, list):
            raise ProblemError(element_refusals.items_fixed(owner, subscript))
        self.look(items[1:])
        if len(subscript.pattern) > 1:
            raise ProblemError(element_refusals.several_places(subscript))
        key = place_in_list(subscript, items[1:])
        if isinstance(key, slice):
            self._store_slice(owner, key, self.everything(value, subscript), subscript)
            return
        try:
            owner[key] = value
        except IndexError:
            raise ProblemError(element_refusals.index_out_of_range(key, len(owner), subscript)) from None

    def _store_slice(self, owner: list[Item], key: slice, items: list[Item], part: Any) -> None:
        chosen = len(range(*key.indices(len(owner))))
        if key.step not in (None, 1) and len(items) != chosen:
            raise ProblemError(element_refusals.slice_of_other_length(chosen, len(items), part))
        self.evaluator.move(len(owner))
        owner[key] = items

    def unpack(self, part: instructions.Unpack, frame: Frame) -> None:
        frame.stack += reversed(self.parts(frame.stack.pop(), part))

    def parts(self, value: Item, part: instructions.Unpack) -> Sequence[Item]:
        """The items of a value that is taken apart. Raises ProblemError where there are not as many as names."""
        items: Any = value
        if not isinstance(value, list | tuple):
            items = list(islice(self.items(value, part), part.names + 1))
        if len(items) != part.names:
            raise ProblemError(element_refusals.unpacking(part.names, len(items), part.span))
        return items  # type: ignore[no-any-return]

    def zero_gradient(self, part: instructions.ZeroGradient, frame: Frame) -> None:
        owner = frame.stack.pop()
        if isinstance(owner, Tensor):
            self.names.set_attribute(owner, "grad", 0.0, part)
        frame.stack.append(None)

    def assigned(self, part: instructions.Assigned, frame: Frame) -> None:
        self.names.assigned(part.statement, part.place, frame.stack.pop(), plain=part.plain)

    def evaluated(self, part: instructions.Evaluated, frame: Frame) -> None:
        self.names.evaluated(part.statement, frame.stack.pop(), plain=part.plain)

    def import_(self, part: program.Import, frame: Frame) -> None:
        self.names.import_(part, frame.scope)

    # Definitions

    def make_function(self, part: instructions.MakeFunction, frame: Frame) -> None:
        named = [parameter.name for parameter in part.parameters if parameter.default is not None]
        defaults: dict[str, Item] = dict(zip(named, frame.take(len(named)), strict=True))
        decorators = [frame.stack.pop() for _ in range(part.decorators)]
        scope = frame.scope.around if frame.within_class and frame.scope.around else frame.scope
        if part.name in WITHOUT_EFFECT:
            self.names.note(refusals.ignored_definition(part.name, part.span))
            frame.stack.append(self.ready(part.name))
            return
        made = Function(part.name, part.parameters, defaults, part.code, scope, part.span, foreign=self.loading)
        self.decorate(made, decorators, part)

    def make_class(self, part: instructions.MakeClass, frame: Frame) -> None:
        bases = frame.take(part.bases)
        scope = Scope(frame.scope)
        if part.name in CONSTRUCTORS and any(getattr(each, "name", None) == "backward" for each in part.code().instructions):
            self.names.note(refusals.ignored_definition(part.name, part.span))
            frame.stack.append(self.ready(part.name))
            return
        made = Class(part.name, tuple(base for base in bases if isinstance(base, Class)), scope.names)

        def ready(_: Item) -> Item:
            for member in scope.names.values():
                if isinstance(member, Function):
                    member.owner = made
            return made

        self.push_frame(Frame(part.code().instructions, scope, then=ready, within_class=True))
