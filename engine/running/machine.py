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
from engine.running import instructions, refusals
from engine.running.calls import Frame
from engine.running.elements import element
from engine.running.evaluation import Evaluator, dictionary_key, equal, flattened
from engine.running.groups import Groups
from engine.running.instructions import Code, Instruction
from engine.running.names import Names
from engine.running.preludes import prelude
from engine.running.stores import Stores, give
from engine.running.text import formatted_value, percent
from engine.running.values import (
    MISSING,
    Context,
    Going,
    Instance,
    Item,
    Method,
    Scope,
    SkippedError,
    Starred,
    Unknown,
    kind_of,
)
from engine.tensor import Tensor


class Machine(Stores):
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

    # Control

    def _go(self, part: instructions.Go, frame: Frame) -> None:
        frame.position = part.to.position

    def _go_unless(self, part: instructions.GoUnless, frame: Frame) -> None:
        if not self.truth(frame.stack.pop(), part.span):
            frame.position = part.to.position

    def _decide(self, part: instructions.Decide, frame: Frame) -> None:
        if self.truth(frame.stack[-1], part.span) == (part.symbol == "or"):
            frame.position = part.to.position
        else:
            frame.stack.pop()

    def _iterate(self, part: instructions.Iterate, frame: Frame) -> None:
        items = self.items(frame.stack.pop(), part)
        frame.stack.append(Going(items, frame.loops[-1] if part.group else None))

    def _next(self, part: instructions.Next, frame: Frame) -> None:
        going: Going = frame.stack[-1]
        self.repeat(part.span)
        for item in going.items:
            if going.loop is not None:
                self.groups.go(going.loop)
                self.groups.enter("iteration", _repetition(part, item, going.count), part.span)
            going.count += 1
            if part.parts is not None:
                names = frame.scope.names
                for name, value in zip(part.names, self.parts(item, part.parts), strict=True):
                    give(names, name, value)
            elif part.names:
                give(frame.scope.names, part.names[0], item)
            else:
                frame.stack.append(item)
            return
        if going.loop is not None:
            self.groups.go(going.loop)
        frame.stack.pop()
        frame.position = part.to.position

    def _repeat(self, part: instructions.Repeat, frame: Frame) -> None:
        self.repeat(part.span)
        loop = frame.loops[-1]
        self.groups.go(loop)
        self.groups.enter("iteration", f"repetition {frame.count(loop)}", part.span)

    def _enter_loop(self, part: instructions.EnterLoop, frame: Frame) -> None:
        frame.loops.append(self.groups.enter("loop", part.name, self.evaluator.place or part.span))

    def _leave_loop(self, part: instructions.LeaveLoop, frame: Frame) -> None:
        self.groups.leave(frame.loops.pop())

    def _discard(self, part: instructions.Discard, frame: Frame) -> None:
        frame.stack.pop()

    def _duplicate(self, part: instructions.Duplicate, frame: Frame) -> None:
        frame.stack.append(frame.stack[-1])

    def _tuck(self, part: instructions.Tuck, frame: Frame) -> None:
        frame.stack.insert(-2, frame.stack[-1])

    def _nip(self, part: instructions.Nip, frame: Frame) -> None:
        del frame.stack[-2]

    def _begin_list(self, part: instructions.BeginList, frame: Frame) -> None:
        frame.lists.append(([], frame.scope))
        frame.scope = Scope(frame.scope)

    def _append(self, part: instructions.Append, frame: Frame) -> None:
        frame.lists[-1][0].append(frame.stack.pop())
        self.evaluator.hold(1)

    def _end_list(self, part: instructions.EndList, frame: Frame) -> None:
        found, frame.scope = frame.lists.pop()
        frame.stack.append(found)

    def _give_back(self, part: instructions.GiveBack, frame: Frame) -> None:
        self.give_back(frame.stack.pop())

    def _enter_with(self, part: instructions.EnterWith, frame: Frame) -> None:
        context = frame.stack[-1]
        if not isinstance(context, Context | Instance):
            raise ProblemError(refusals.no_context(kind_of(context), part.span))
        self.contexts.append(context if isinstance(context, Context) else Context(gradients=True))

    def _leave_with(self, part: instructions.LeaveWith, frame: Frame) -> None:
        self.contexts.pop()

    def _check(self, part: instructions.Check, frame: Frame) -> None:
        if not self.truth(frame.stack.pop(), part.span):
            raise ProblemError(refusals.assertion(part.span))

    # Values

    def truth(self, item: Item, span: Span) -> bool:
        """Whether a value counts as true. Raises ProblemError for a tensor with several elements."""
        if isinstance(item, Unknown):
            raise SkippedError
        if isinstance(item, Tensor):
            if item.shape and item.data.size != 1:  # type: ignore[union-attr]
                raise ProblemError(refusals.truth_of_several(span))
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
        raise ProblemError(refusals.not_iterable(item, part))


def _repetition(part: instructions.Next, item: Item, count: int) -> str:
    if part.names and part.parts is None and isinstance(item, int | float | str) and len(str(item)) <= 20:
        return f"{part.names[0]} = {item}"
    return f"repetition {count + 1}"


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
    instructions.Go: Machine._go,
    instructions.GoUnless: Machine._go_unless,
    instructions.Decide: Machine._decide,
    instructions.Iterate: Machine._iterate,
    instructions.Next: Machine._next,
    instructions.Repeat: Machine._repeat,
    instructions.EnterLoop: Machine._enter_loop,
    instructions.LeaveLoop: Machine._leave_loop,
    instructions.Discard: Machine._discard,
    instructions.Duplicate: Machine._duplicate,
    instructions.Tuck: Machine._tuck,
    instructions.Nip: Machine._nip,
    instructions.BeginList: Machine._begin_list,
    instructions.Append: Machine._append,
    instructions.EndList: Machine._end_list,
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
    instructions.EnterWith: Machine._enter_with,
    instructions.LeaveWith: Machine._leave_with,
    instructions.GiveBack: Machine._give_back,
    instructions.Check: Machine._check,
}
