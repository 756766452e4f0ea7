"""The part of the machine that gives names and members their values, and makes functions and classes."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from backpass.engine.graph.tensor import Tensor, is_mask
from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.builtins.module_texts import is_module
from backpass.engine.interpreter.calls import Calls
from backpass.engine.interpreter.errors import element_errors, in_place_errors, program_errors
from backpass.engine.interpreter.evaluation import dictionary_key
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.libraries.arrays.number_types import note_device
from backpass.engine.interpreter.libraries.passed_over.plots_and_timers import is_passed_over
from backpass.engine.interpreter.libraries.registry import OURS
from backpass.engine.interpreter.libraries.spellings import CONSTRUCTORS, DRAWS_GRAPH, OF_HARDWARE, library_of
from backpass.engine.interpreter.object_protocol import base_of, check_methods, documentation, remover_of, set_by_class
from backpass.engine.interpreter.subscripts import key_in, key_of_object, place_in_list
from backpass.engine.interpreter.tensor_semantics.aliases import IN_PLACE
from backpass.engine.interpreter.tensor_semantics.number_kinds import Change, may_be_whole
from backpass.engine.interpreter.values import (
    MISSING,
    Arguments,
    Builtin,
    Class,
    Instance,
    Item,
    LeftOutValue,
    LibraryModule,
    Method,
    Missing,
    PassedOver,
    Scope,
    SkippedError,
    Then,
    Unknown,
    UnloadedModule,
    UserFunction,
)
from backpass.engine.language import program
from backpass.engine.language.syntax_tree import Literal
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError, Span


def give(names: dict[str, Item], name: str, value: Item, within: Span | None) -> None:
    """Gives a name its value; a tensor that has no name yet is called so, but for the names of a library's text, which was called
    from `within` the program. Raises SkippedError.
    """
    if isinstance(value, Tensor):
        if value.label is None and within is None:
            value.label = name
    elif isinstance(value, Unknown):
        raise SkippedError
    names[name] = value


_BASES_THAT_DECORATE = frozenset({"NamedTuple", "Enum"})
"""What of a library as the base of a class makes another class of it when its body has been run."""


class Assignment(Calls):
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
    def apart(self, callee: Item, arguments: Arguments) -> Item:
        """Calls something and waits for what it gives."""

    @abstractmethod
    def literal_key(self, item: Item) -> Item:
        """A number of Python's or NumPy's in the place of a key as that number, which the program looks at."""

    @abstractmethod
    def look(self, items: list[Item]) -> None:
        """The program looks at numbers that say where."""

    # Names and members that get a value

    def store_name(self, part: bytecode.StoreName, frame: CallFrame) -> None:
        give(frame.scope.names, part.name, frame.stack.pop(), self.evaluator.place)

    def name_value(self, part: bytecode.NameValue, frame: CallFrame) -> None:
        scope = frame.lists[0][1] if frame.lists else frame.scope
        give(scope.names, part.name, frame.stack[-1], self.evaluator.place)

    def store_outside(self, part: bytecode.StoreOutside, frame: CallFrame) -> None:
        """Gives a value to a name that was declared `global` or `nonlocal`."""
        scope = frame.scope
        while scope.around is not None and (part.word == "global" or scope is frame.scope or part.name not in scope.names):
            scope = scope.around
        if part.word == "nonlocal" and (scope.around is None or part.name not in scope.names):
            raise ProblemError(element_errors.no_outer_name(part.name, part.span))
        give(scope.names, part.name, frame.stack.pop(), self.evaluator.place)

    def declare_global(self, part: bytecode.DeclareGlobal, frame: CallFrame) -> None:
        frame.scope.globals |= part.names

    def delete_name(self, part: bytecode.DeleteName, frame: CallFrame) -> None:
        if frame.scope.find(part.name) is not MISSING and part.name not in frame.scope.names:
            raise ProblemError(element_errors.deleted_elsewhere(part.name, part.span))
        frame.scope.names.pop(part.name, None)
        self.names.deleted(part.name, part.span)

    def leave_out(self, part: bytecode.LeaveOut, frame: CallFrame) -> None:
        """Names that a statement which was left out gives values, or whose values it may change, have none any more."""
        for name in part.given:
            frame.scope.names[name] = LeftOutValue(name, part.line)
        for name in part.changed:
            scope: Scope | None = frame.scope
            while scope is not None and name not in scope.names:
                scope = scope.around
            if scope is not None and not isinstance(scope.names[name], LibraryModule | UnloadedModule):
                scope.names[name] = LeftOutValue(name, part.line)

    def delete_attribute(self, part: bytecode.DeleteAttribute, frame: CallFrame) -> None:
        owner = frame.stack.pop()
        if isinstance(owner, Unknown):
            raise SkippedError
        if remover := remover_of(owner):
            self.apart(remover, Arguments([part.name], {}, Literal(None, part.span)))
            return
        if not isinstance(owner, Instance | Class) or part.name not in owner.members:
            raise ProblemError(element_errors.no_member(owner, part.name, part))  # type: ignore[arg-type]
        del owner.members[part.name]

    def delete_item(self, part: bytecode.DeleteItem, frame: CallFrame) -> None:
        subscript = part.subscript
        owner, *indices = frame.take(subscript.arity)
        if isinstance(owner, dict):
            key = dictionary_key(key_of_object(subscript, [self.literal_key(each) for each in indices]), subscript)
            if key not in owner:
                raise ProblemError(element_errors.no_such_key(key, owner, subscript))
            del owner[key]
            return
        self.look(indices)
        if not isinstance(owner, list):
            raise ProblemError(element_errors.items_fixed(owner, subscript))
        if len(subscript.pattern) > 1:
            raise ProblemError(element_errors.several_places(subscript))
        place = place_in_list(subscript, indices)
        self.evaluator.move(len(owner))
        try:
            del owner[place]
        except IndexError:
            raise ProblemError(element_errors.index_out_of_range(place, len(owner), subscript)) from None

    def rebind(self, part: bytecode.AugmentedStore, frame: CallFrame) -> None:
        """`b += …`, computed already: where `b` is changed in place, as tensors and lists are, all that holds it sees it."""
        held = frame.scope.find(part.name)
        if not isinstance(held, Missing):
            frame.stack[-1] = self.changed(held, frame.stack[-1], part)

    def changed(self, held: Item, value: Item, part: Any) -> Item:
        """What is held after `held += …`, which has the value."""
        if isinstance(held, list) and isinstance(value, list):
            self.evaluator.move(len(value))
            held[:] = value
            return held
        if self.evaluator.whole and isinstance(held, Tensor):
            now = self.aliases.current(held)
            if may_be_whole(now) and self.aliases.changes(held):
                self.kinds.check_result(now, value, part)
        if isinstance(held, Tensor) and self.evaluator.paused and (leaf := self.aliases.current(held)).operation is None:
            self.names.set_attribute(leaf, "data", value, part)
            self.aliases.written(leaf, seen=True)
            self.aliases.refilled(leaf)
            return held
        if not self.aliases.changes(held):
            if isinstance(held, Tensor) and self.tracking.declared(held) and self.aliases.library_of(held) == "tensorflow":
                self.names.differs("variable in place", "tensorflow", part.span)
            return value
        return self.aliases.change(self, held, value, part)

    def _become_member(self, owner: Instance, name: str, value: Item) -> None:
        owner.members[name] = value
        if (isinstance(value, Tensor) and value.operation is None) or (isinstance(value, Instance) and is_module(value)):
            self.names.became_member(value, owner, name)

    def store_attribute(self, part: bytecode.StoreAttribute, frame: CallFrame) -> None:
        owner, value = frame.stack.pop(), frame.stack.pop()
        if isinstance(owner, Unknown):
            raise SkippedError
        if isinstance(owner, Tensor):
            self._store_attribute_of_tensor(self.aliases.current(owner), value, part)
        elif set_by_class(self, owner, part.name, value, part.span):
            return
        elif isinstance(owner, Instance):
            found = owner.kind.find(part.name)
            if isinstance(found, UserFunction) and found.bound == "property" and not found.foreign:
                if found.setter is None:
                    raise ProblemError(element_errors.attribute_set(part.name, part.span))
                self.apart(Method(found.setter, owner), Arguments([value], {}, Literal(None, part.span)))
                return
            if isinstance(value, Tensor) and value.label is None and value.operation is not None:
                value.label = part.name
            if part.augmented and part.name in owner.members:
                value = self.changed(owner.members[part.name], value, part)
            self._become_member(owner, part.name, value)
        elif isinstance(owner, Class):
            owner.members[part.name] = value
        elif isinstance(owner, LibraryModule) and owner.name.startswith(OF_HARDWARE):
            note_device(self, library_of(owner.name), part.span)
        elif not is_passed_over(owner):
            raise ProblemError(element_errors.attribute_set(part.name, part.span))

    def _store_attribute_of_tensor(self, owner: Tensor, value: Item, part: bytecode.StoreAttribute) -> None:
        """`w.data = …`, which other numbers take the place of, and `w.data -= …`, which are the same ones changed."""
        self.names.set_attribute(owner, part.name, value, part)
        if part.name in ("data", "grad") and not part.augmented:
            self.aliases.given(owner)
        elif part.name == "data" and not (self.aliases.any_outside and self.aliases.is_outside(owner)):
            self.aliases.refilled(owner)

    def store_item(self, part: bytecode.StoreItem, frame: CallFrame) -> None:
        subscript = part.subscript
        items = frame.take(subscript.arity)
        owner, value = items[0], frame.stack.pop()
        if isinstance(owner, dict):
            self.evaluator.hold(1)
            key = dictionary_key(key_of_object(subscript, [self.literal_key(each) for each in items[1:]]), subscript)
            owner[key] = self.changed(owner[key], value, subscript) if part.augmented and key in owner else value
            return
        if isinstance(owner, Tensor) and not part.augmented and self._store_under_mask(owner, items[1:], value, subscript):
            return
        self.look(items[1:])
        if isinstance(owner, Tensor):
            self._store_elements(owner, items[1:], value, subscript, augmented=part.augmented)
            return
        if is_passed_over(owner):
            return
        if not isinstance(owner, list):
            raise ProblemError(element_errors.items_fixed(owner, subscript))
        if len(subscript.pattern) > 1:
            raise ProblemError(element_errors.several_places(subscript))
        key = place_in_list(subscript, items[1:])
        if isinstance(key, slice):
            self._store_slice(owner, key, self.everything(value, subscript), subscript)
            return
        try:
            owner[key] = self.changed(owner[key], value, subscript) if part.augmented else value
        except IndexError:
            raise ProblemError(element_errors.index_out_of_range(key, len(owner), subscript)) from None

    def _store_elements(self, owner: Tensor, indices: list[Item], value: Item, part: Any, *, augmented: bool) -> None:
        """`x[0] = …` of a tensor, or `x[0] += …`, computed already."""
        library = self.aliases.library_of(owner)
        if library is not None and library not in IN_PLACE:
            raise ProblemError(in_place_errors.immutable(library, part))
        owner = self.aliases.current(owner)
        place = key_in(self.evaluator, part, indices, owner)
        self.aliases.put(self, owner, place, value, part, augmented=augmented)

    def _store_under_mask(self, owner: Tensor, indices: list[Item], value: Item, part: Any) -> bool:
        """`x[x < 0] = 0`, one number where a mask is true, as `where`, which holds for other numbers too; whether it is that."""
        mask = self.aliases.current(indices[0]) if len(indices) == 1 and isinstance(indices[0], Tensor) else None
        changed = self.aliases.current(owner)
        if mask is None or not is_mask(mask) or mask.shape != changed.shape or not mask.shape:
            return False
        if not (isinstance(value, int | float) or (isinstance(value, Tensor) and not value.shape)):
            return False
        library = self.aliases.library_of(owner)
        if library is not None and library not in IN_PLACE:
            return False  # refused by name where it is stored
        number = self.evaluator.tensor(value, part)
        if self.evaluator.whole:
            number = self.evaluator.kinds.kept(changed, number, Change(listed=True), part)
        made = self.evaluator.operation(OPERATIONS["where"], [mask, number, changed], part)
        self.aliases.change(self, changed, made, part)
        return True

    def _store_slice(self, owner: list[Item], key: slice, items: list[Item], part: Any) -> None:
        chosen = len(range(*key.indices(len(owner))))
        if key.step not in (None, 1) and len(items) != chosen:
            raise ProblemError(element_errors.slice_of_other_length(chosen, len(items), part))
        self.evaluator.move(len(owner))
        owner[key] = items

    def unpack(self, part: bytecode.Unpack, frame: CallFrame) -> None:
        frame.stack += reversed(self.parts(frame.stack.pop(), part))

    def parts(self, value: Item, part: bytecode.Unpack) -> Sequence[Item]:
        """The items of a value that is taken apart. Raises ProblemError where there are not as many as names."""
        if part.starred is not None:
            return self._parts_with_rest(self.everything(value, part), part)
        items: Any = value
        if isinstance(value, PassedOver) and not value.lengths:
            return [value] * part.names
        if not isinstance(value, list | tuple):
            items = list(islice(self.items(value, part), part.names + 1))
        if len(items) != part.names:
            raise ProblemError(element_errors.unpacking(part.names, len(items), part.span))
        return items  # type: ignore[no-any-return]

    def _parts_with_rest(self, items: list[Item], part: bytecode.Unpack) -> Sequence[Item]:
        """The items, and a list of those in the middle for the name with a star."""
        assert part.starred is not None
        after = part.names - part.starred - 1
        if len(items) < part.names - 1:
            raise ProblemError(element_errors.too_few_to_unpack(part.names - 1, len(items), part.span))
        rest = items[part.starred : len(items) - after]
        return [*items[: part.starred], rest, *items[len(items) - after :]]

    def zero_gradient(self, part: bytecode.ZeroGradient, frame: CallFrame) -> None:
        owner = frame.stack.pop()
        if isinstance(owner, Tensor):
            self.names.set_attribute(owner, "grad", 0.0, part)
        frame.stack.append(None)

    def assigned(self, part: bytecode.Assigned, frame: CallFrame) -> None:
        self.names.assigned(part.statement, part.place, frame.stack.pop(), plain=part.plain)

    def taken_apart(self, part: bytecode.TakenApart, frame: CallFrame) -> None:
        self.names.taken_apart(part.targets)

    def evaluated(self, part: bytecode.Evaluated, frame: CallFrame) -> None:
        self.names.evaluated(part.statement, frame.stack.pop(), plain=part.plain)

    def import_(self, part: program.Import, frame: CallFrame) -> None:
        self.names.import_(part, frame.scope)

    # Definitions

    def make_function(self, part: bytecode.MakeFunction, frame: CallFrame) -> None:
        named = [parameter.name for parameter in part.parameters if parameter.default is not None]
        defaults: dict[str, Item] = dict(zip(named, frame.take(len(named)), strict=True))
        decorators = [frame.stack.pop() for _ in range(part.decorators)]
        scope = frame.scope.around if frame.within_class and frame.scope.around else frame.scope
        if part.name in DRAWS_GRAPH and not frame.within_class:
            self.names.note(program_errors.ignored_definition(part.name, part.span))
            frame.stack.append(self.ready(part.name))
            return
        made = UserFunction(part.name, part.parameters, defaults, part.code, scope, part.span, foreign=self.loading)
        self.decorate(made, decorators, part)

    def load_base(self, part: bytecode.LoadBase, frame: CallFrame) -> None:
        found = frame.scope.find(part.part.name)
        frame.stack.append(self.ready(part.part.name, OURS) if isinstance(found, Missing) else found)

    def make_class(self, part: bytecode.MakeClass, frame: CallFrame) -> None:
        bases = [base_of(self, each, part) for each in frame.take(part.bases)]
        decorators = [each for each in frame.take(part.decorators) if not isinstance(each, LibraryModule)]
        scope = Scope(frame.scope)
        if part.name in CONSTRUCTORS and any(getattr(each, "name", None) == "backward" for each in part.code().instructions):
            self.names.note(program_errors.ignored_definition(part.name, part.span))
            frame.stack.append(self.ready(part.name))
            return
        made = Class(part.name, tuple(base for base in bases if isinstance(base, Class)), scope.names, fields=part.fields)
        made.documentation = documentation(part.code())
        rows = [each for each in bases if isinstance(each, Builtin) and each.name in _BASES_THAT_DECORATE]
        decorate = self.decorating([*rows, *reversed(decorators)], part)

        def ready(_: Item) -> Item | Then:
            check_methods(made, part)
            for member in scope.names.values():
                function = member.wraps if isinstance(member, Builtin) else member
                if isinstance(function, UserFunction):
                    function.owner = made
            if not {self.function_class, self.operation_class} & set(made.line()) and all(
                isinstance(scope.names.get(name), UserFunction) for name in ("forward", "backward")
            ):
                self.names.note(program_errors.own_rule(part.name, part.span))
            return decorate(made)

        self.push_frame(CallFrame(part.code().instructions, scope, then=ready, within_class=True))
