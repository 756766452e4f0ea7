"""Runs code: frames with a stack each, one instruction after the other. Python's own stack never grows with the program's.

Calls are begun by `calls`, operations computed by `evaluation`; what the top level's names and statements mean is asked of the
`Names` it is given. Repetitions and calls are counted, so that no program runs forever.
"""

from collections.abc import Callable, Iterator
from typing import Any

from engine.language import program, tree
from engine.language.strings import unquoted
from engine.limits import Limits
from engine.problems import ProblemError, Span
from engine.running import element_refusals, instructions
from engine.running.control import Control
from engine.running.elements import element
from engine.running.evaluation import Evaluator, dictionary_key, equal, flattened
from engine.running.frame import Frame
from engine.running.groups import Groups
from engine.running.instructions import Code, Instruction
from engine.running.names import Names
from engine.running.preludes import prelude
from engine.running.text import formatted_value, percent
from engine.running.values import (
    MISSING,
    Instance,
    Item,
    Method,
    Scope,
    SkippedError,
    Starred,
    Unknown,
)
from engine.tensor import Tensor


class Machine(Control):
    """Runs one program. `start` and `resume` run until the program ends or a problem stops it."""

    def __init__(self, limits: Limits, names: Names, *, structured: bool) -> None:
        super().__init__(limits, names)
        self.structured = structured
        self.evaluator = Evaluator(limits, lists_are_tensors=not structured)
        self.groups = Groups()
        self._loaded: dict[str, dict[str, Item]] = {}
        self.decided = False
        """Whether the graph depends on the values of inputs."""

    def start(self, code: Code, scope: Scope) -> None:
        """Runs a program's code."""
        self.frames.append(Frame(code.instructions, scope))
        self.resume()

    def load(self, module: str) -> dict[str, Item]:
        """What a library defines in the language itself; read once in a run."""
        if module not in self._loaded:
            frames, self.frames, self.loading = self.frames, [], True
            scope = Scope()
            self._loaded[module] = scope.names
            self.start(prelude(module), scope)
            self.frames, self.loading = frames, False
        return self._loaded[module]

    def recover(self, code: Code) -> int:
        """After a problem: goes on at the next statement of the top level. Returns the index of the one that failed."""
        frame = self.frames[0]
        index = next(index for index, end in enumerate(code.ends) if end >= frame.position)
        del self.frames[1:]
        frame.reset(code.ends[index])
        self.contexts.clear()
        self.evaluator.place = None
        self.groups.go(None)
        return index

    def resume(self) -> None:
        """Goes on until the program ends. Raises ProblemError and SkippedError."""
        frames, handlers = self.frames, _HANDLERS
        while frames:
            frame = frames[-1]
            code = frame.instructions
            while frame is frames[-1]:
                part = code[frame.position]
                frame.position += 1
                handlers[type(part)](self, part, frame)
                if not frames:
                    return

    # Leaves

    def _number(self, part: tree.Number, frame: Frame) -> None:
        frame.stack.append(self.evaluator.constant(part.value, part.span))

    def _constant(self, part: instructions.Constant, frame: Frame) -> None:
        frame.stack.append(part.value)

    def _name(self, part: tree.Name, frame: Frame) -> None:
        value = frame.scope.find(part.name)
        if value is MISSING:
            value = self.names.look_up(part)
        if self.groups.current is None and isinstance(value, Tensor):
            self.names.mention(part.span, value)
        frame.stack.append(value)

    def _text(self, part: tree.Text, frame: Frame) -> None:
        frame.stack.append(unquoted(part.value))

    def _literal(self, part: tree.Literal, frame: Frame) -> None:
        frame.stack.append(part.value)

    # Operations

    def _apply(self, part: tree.Apply, frame: Frame) -> None:
        stack = frame.stack
        items = frame.take(part.arity)
        found = self.evaluator.of_tensors(part.symbol, items, part)
        if found is not None:
            stack.append(found)
            return
        if part.symbol in _WORDS or (part.arity == 1 and part.symbol == "*"):
            stack.append(self._worded(part, items))
            return
        if part.symbol == "%" and isinstance(items[0], str):
            stack.append(percent(self, items[0], items[1], part))
            return
        owner = next((item for item in items if isinstance(item, Instance)), None)
        if owner is not None and self.operator_of(owner, part, items):
            return
        if part.symbol in ("==", "!="):
            self.search(items[0], part)
        stack.append(self.evaluator.operator(part.symbol, items, part))

    def _worded(self, part: tree.Apply, items: list[Item]) -> Item:
        """`not`, `in`, `is`, and `*` before a list."""
        symbol = part.symbol
        if symbol == "not":
            return not self.truth(items[0], part.span)
        if symbol == "*" and part.arity == 1:
            return Starred(self.everything(items[0], part))
        left, right = items
        if symbol in ("is", "is not"):
            same = left is right or (left is None and right is None)
            return same == (symbol == "is")
        if isinstance(right, str) and isinstance(left, str):
            found = left in right
        elif isinstance(right, dict):
            found = dictionary_key(left, part) in right
        elif isinstance(right, range):
            left = self.number(left)
            found = isinstance(left, int | float) and float(left).is_integer() and int(left) in right
        else:
            self.search(right, part)
            found = any(self.same(each, left, part) for each in self.items(right, part))
        return found == (symbol == "in")

    def _format(self, part: tree.Format, frame: Frame) -> None:
        values = frame.take(part.arity)
        pieces = [part.pieces[0]]
        for value, written_as, after in zip(values, part.formats, part.pieces[1:], strict=True):
            pieces += (formatted_value(self, value, written_as, part), after)
        self.evaluator.hold(sum(map(len, pieces)))
        frame.stack.append("".join(pieces))

    def _collection(self, part: tree.Collection, frame: Frame) -> None:
        stack = frame.stack
        items = frame.take(part.arity)
        if part.kind == "dict":
            keys = [dictionary_key(item, part) for item in items[::2]]
            stack.append(dict(zip(keys, items[1::2], strict=True)))
            return
        found: list[Item] = flattened(items)
        if not self.structured and (part.kind == "tuple" or any(isinstance(item, Tensor | list | tuple) for item in found)):
            found = [*self.evaluator.tensor_list(found, part)]
        stack.append(found if part.kind == "list" else tuple(found))

    def _subscript(self, part: tree.Subscript, frame: Frame) -> None:
        items = frame.take(part.arity)
        if isinstance(items[0], Instance) and self.member_called(items[0], "__getitem__", items[1:], part):
            return
        self.look(items[1:])
        frame.stack.append(element(self.evaluator, part, items, listed=self.structured))

    def _attribute(self, part: tree.Attribute, frame: Frame) -> None:
        owner = frame.stack.pop()
        if isinstance(owner, Tensor) and part.name != "T":
            frame.stack.append(self.names.attribute(owner, part))
            return
        found = self.member(owner, part.name, part)
        if isinstance(found, Method) and found.function.bound == "property":
            self.call(found, [], {}, part)
        else:
            frame.stack.append(found)

    def _call_by_name(self, part: tree.Call, frame: Frame) -> None:
        keywords = dict(zip(part.keywords, frame.take(len(part.keywords)), strict=True)) if part.keywords else {}
        values = frame.take(part.arity - len(keywords))
        self.call_by_name(part, flattened(values), keywords, frame.scope)

    def _invoke(self, part: tree.Invoke, frame: Frame) -> None:
        keywords = dict(zip(part.keywords, frame.take(len(part.keywords)), strict=True))
        callee, *values = frame.take(part.arity - len(keywords))
        self.call(callee, flattened(values), keywords, part)

    # Values

    def truth(self, item: Item, span: Span) -> bool:
        """Whether a value counts as true. Raises ProblemError for a tensor with several elements."""
        if isinstance(item, Unknown):
            raise SkippedError
        if isinstance(item, Tensor):
            if item.shape and item.data.size != 1:  # type: ignore[union-attr]
                raise ProblemError(element_refusals.truth_of_several(span))
            self.read(item)
            return item.item() != 0.0
        return bool(item)

    def same(self, one: Item, other: Item, part: Any) -> bool:
        """Whether two values are equal; numbers by their value, whether they are in the graph or not."""
        left, right = self.number(one), self.number(other)
        return left is right or (not isinstance(left, Tensor) and not isinstance(right, Tensor) and equal(left, right, part))

    def number(self, item: Item) -> Item:
        """A tensor of one number as that number, which the program looks at; anything else as it is."""
        self.read(item)
        return item.item() if isinstance(item, Tensor) and not item.shape else item

    def search(self, item: Item, part: Any) -> None:
        """Counts going through a list to compare what is in it. Raises ProblemError (too-many-repetitions)."""
        if isinstance(item, list | tuple):
            self.repeat(part.span, len(item) // _COMPARED)

    def read(self, item: Item) -> None:
        """The program looks at a number, so its graph may depend on it."""
        if isinstance(item, Tensor) and item.requires_grad:
            self.decided = True

    def look(self, items: list[Item]) -> None:
        """The program looks at numbers that say where."""
        for item in items:
            self.read(item)
            if isinstance(item, list | tuple):
                self.look([each for each in item if isinstance(each, Tensor)])

    def everything(self, item: Item, part: Any) -> list[Item]:
        """All items of anything that a loop goes through, counted before they are taken. Raises ProblemError."""
        if isinstance(item, list | tuple | str | range | dict):
            self.evaluator.hold(len(item))
        return list(self.items(item, part))

    def items(self, item: Item, part: Any) -> Iterator[Item]:
        """What a loop goes through. Raises ProblemError."""
        if isinstance(item, Tensor):
            return self.evaluator.rows(item, part)
        if isinstance(item, dict):
            return iter([*item])  # which the loop may change meanwhile
        if isinstance(item, list | tuple | range | str):
            return iter(item)
        if isinstance(item, Unknown):
            raise SkippedError
        raise ProblemError(element_refusals.not_iterable(item, part))


_COMPARED = 32
"""Items that are compared in the time of one repetition."""

_WORDS = frozenset({"not", "in", "not in", "is", "is not"})

_HANDLERS: dict[type[Instruction], Callable[[Machine, Any, Frame], None]] = {
    tree.Number: Machine._number,
    instructions.Constant: Machine._constant,
    tree.Name: Machine._name,
    tree.Text: Machine._text,
    tree.Literal: Machine._literal,
    tree.Apply: Machine._apply,
    tree.Format: Machine._format,
    tree.Collection: Machine._collection,
    tree.Subscript: Machine._subscript,
    tree.Attribute: Machine._attribute,
    tree.Call: Machine._call_by_name,
    tree.Invoke: Machine._invoke,
    program.Import: Machine.import_,
    instructions.Go: Machine.go,
    instructions.GoUnless: Machine.go_unless,
    instructions.Decide: Machine.decide,
    instructions.Iterate: Machine.iterate,
    instructions.Next: Machine.next,
    instructions.Repeat: Machine.begin_repetition,
    instructions.EnterLoop: Machine.enter_loop,
    instructions.LeaveLoop: Machine.leave_loop,
    instructions.Discard: Machine.discard,
    instructions.Duplicate: Machine.duplicate,
    instructions.Tuck: Machine.tuck,
    instructions.Nip: Machine.nip,
    instructions.BeginList: Machine.begin_list,
    instructions.Append: Machine.append,
    instructions.EndList: Machine.end_list,
    instructions.StoreName: Machine.store_name,
    instructions.StoreAttribute: Machine.store_attribute,
    instructions.StoreItem: Machine.store_item,
    instructions.Unpack: Machine.unpack,
    instructions.ZeroGradient: Machine.zero_gradient,
    instructions.MakeFunction: Machine.make_function,
    instructions.MakeClass: Machine.make_class,
    instructions.Assigned: Machine.assigned,
    instructions.Evaluated: Machine.evaluated,
    instructions.Rebind: Machine.rebind,
    instructions.EnterWith: Machine.enter_with,
    instructions.LeaveWith: Machine.leave_with,
    instructions.GiveBack: Machine.give_value_back,
    instructions.Check: Machine.check,
}
