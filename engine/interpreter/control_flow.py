"""The part of the machine that jumps, repeats and enters: what an `if`, a loop, a comprehension, a `with` and an `assert` do."""

from abc import abstractmethod
from typing import Any

from backpass.engine.autodiff.operation_text import number
from backpass.engine.interpreter import bytecode
from backpass.engine.interpreter.assignment import Assignment, give
from backpass.engine.interpreter.builtins.sets import made_set
from backpass.engine.interpreter.errors import call_errors, program_errors
from backpass.engine.interpreter.evaluation import dictionary_key
from backpass.engine.interpreter.exceptions import Caught, RaisedError, exception_of, is_exception
from backpass.engine.interpreter.frame import CallFrame, Handler
from backpass.engine.interpreter.libraries.passed_over.plots_and_timers import is_passed_over
from backpass.engine.interpreter.program_state.call_groups import BATCH
from backpass.engine.interpreter.subscripts import key_of_object
from backpass.engine.interpreter.values import (
    Arguments,
    Class,
    Going,
    GradientContext,
    Instance,
    Item,
    Iterated,
    Method,
    Scope,
    UserFunction,
    kind_of,
)
from backpass.engine.language.syntax_tree import Literal, Subscript
from backpass.engine.problems import ProblemError


class ObjectContext(GradientContext):
    """An object of the program that `with` has entered."""

    __slots__ = ("_machine", "_object", "_place")

    def __init__(self, machine: "Control", entered: Instance, place: Literal, *, gradients: bool) -> None:
        super().__init__(gradients=gradients)
        self._machine, self._object, self._place = machine, entered, place

    def leave(self) -> None:
        """Calls its `__exit__`. Raises ProblemError."""
        leave = self._object.kind.find("__exit__")
        if isinstance(leave, UserFunction):
            self._machine.apart(Method(leave, self._object), Arguments([None, None, None], {}, self._place))


class Control(Assignment):
    """Instructions that say where to go on."""

    shortcut: Any = None
    """Computes repetitions of a long loop without running them, in programs whose loops may be cut."""
    is_data_dependent = False
    """Whether the graph depends on the values of inputs."""

    @abstractmethod
    def apart(self, callee: Item, arguments: Arguments) -> Item:
        """Calls something and waits for what it gives."""

    def go(self, part: bytecode.Goto, frame: CallFrame) -> None:
        frame.position = part.to.position

    def go_unless(self, part: bytecode.JumpIfFalse, frame: CallFrame) -> None:
        if not self.truth(frame.stack.pop(), part.span):
            frame.position = part.to.position

    def decide(self, part: bytecode.JumpIfDecided, frame: CallFrame) -> None:
        if self.truth(frame.stack[-1], part.span) == (part.symbol == "or"):
            frame.position = part.to.position
        else:
            frame.stack.pop()

    def iterate(self, part: bytecode.GetIter, frame: CallFrame) -> None:
        items = self.items(frame.stack.pop(), part)
        frame.stack.append(Going(items, frame.loops[-1] if part.group else None, name=part.name))

    def next(self, part: bytecode.ForIter, frame: CallFrame) -> None:
        going: Going = frame.stack[-1]
        self.repeat(part.span)
        if going.loop is not None:
            self.groups.go(going.loop)  # an item may be computed only now, as a batch is
        for item in going.items:
            if going.loop is not None:
                self.groups.enter("iteration", _repetition(part, item, going.count), self.evaluator.place or part.span)
            going.count += 1
            if part.parts is not None:
                names = frame.scope.names
                for name, value in zip(part.names, self.parts(item, part.parts), strict=True):
                    give(names, name, value, self.evaluator.place)
            elif part.names:
                give(frame.scope.names, part.names[0], item, self.evaluator.place)
            else:
                frame.stack.append(item)
            if self.shortcut is not None and going.loop is not None:
                self.shortcut.repeat(part, going, frame)
            return
        frame.stack.pop()
        frame.position = part.to.position

    def begin_repetition(self, part: bytecode.Repeat, frame: CallFrame) -> None:
        self.repeat(part.span)
        loop = frame.loops[-1]
        if loop is None:
            return
        self.groups.go(loop)
        self.groups.enter("iteration", f"repetition {frame.count(loop)}", self.evaluator.place or part.span)

    def enter_loop(self, part: bytecode.EnterLoop, frame: CallFrame) -> None:
        within = frame.place is not None and (_is_of_layers(frame) or self.groups.is_within(BATCH))
        is_shown = not (frame.generates or within)
        frame.loops.append(self.groups.enter("loop", part.name, self.evaluator.place or part.span) if is_shown else None)

    def leave_loop(self, part: bytecode.LeaveLoop, frame: CallFrame) -> None:
        if (loop := frame.loops.pop()) is not None:
            self.groups.leave(loop)

    def discard(self, part: bytecode.Discard, frame: CallFrame) -> None:
        frame.stack.pop()

    def duplicate(self, part: bytecode.Duplicate, frame: CallFrame) -> None:
        frame.stack.append(frame.stack[-1])

    def tuck(self, part: bytecode.DupBelow, frame: CallFrame) -> None:
        frame.stack.insert(-2, frame.stack[-1])

    def nip(self, part: bytecode.PopBelow, frame: CallFrame) -> None:
        del frame.stack[-2]

    def begin_list(self, part: bytecode.BeginList, frame: CallFrame) -> None:
        frame.lists.append(([], frame.scope))
        frame.scope = Scope(frame.scope)

    def append(self, part: bytecode.Append, frame: CallFrame) -> None:
        frame.lists[-1][0].append(frame.stack.pop())
        self.evaluator.hold(1)

    def end_list(self, part: bytecode.EndList, frame: CallFrame) -> None:
        found, frame.scope = frame.lists.pop()
        if part.kind == "dict":
            pairs: Any = found
            frame.stack.append({dictionary_key(key, part): value for key, value in pairs})
        elif part.kind in ("generator", "first"):
            frame.stack.append(Iterated(iter(found)))
        else:
            frame.stack.append(made_set(self, found, part) if part.kind == "set" else found)

    def give_value_back(self, part: bytecode.ReturnValue, frame: CallFrame) -> None:
        self.give_back(frame.stack.pop())

    def enter_with(self, part: bytecode.EnterWith, frame: CallFrame) -> None:
        context = frame.stack[-1]
        if is_passed_over(context):
            context = GradientContext(gradients=not self.evaluator.paused)
        if not isinstance(context, GradientContext | Instance):
            raise ProblemError(call_errors.no_context(kind_of(context), part.span))
        if isinstance(context, Instance):
            place = Literal(None, part.span)
            self.contexts.append(ObjectContext(self, context, place, gradients=not self.evaluator.paused))
            if isinstance(enter := context.kind.find("__enter__"), UserFunction):
                frame.stack[-1] = self.apart(Method(enter, context), Arguments([], {}, place))
            return
        context.handed_on()
        self.contexts.append(context)
        self.contexts[-1].enter()
        self.evaluator.careful |= self.evaluator.paused

    def leave_with(self, part: bytecode.LeaveWith, frame: CallFrame) -> None:
        self.contexts.pop().leave()

    # Elements of objects

    def store_item(self, part: bytecode.StoreItem, frame: CallFrame) -> None:
        """Puts a value into an array, a list or a dictionary, or hands it to the `__setitem__` of an object."""
        if not self._handed_over("__setitem__", part.subscript, frame):
            super().store_item(part, frame)

    def delete_item(self, part: bytecode.DeleteItem, frame: CallFrame) -> None:
        """Takes an item out of a list or a dictionary, or calls the `__delitem__` of an object."""
        if not self._handed_over("__delitem__", part.subscript, frame):
            super().delete_item(part, frame)

    def _handed_over(self, name: str, subscript: Subscript, frame: CallFrame) -> bool:
        """Calls a method of an object with its key and, of `__setitem__`, the value; returns whether there is one."""
        owner = frame.stack[-subscript.arity]
        method = owner.kind.find(name) if isinstance(owner, Instance) else None
        if not isinstance(method, UserFunction):
            return False
        _, *keys = frame.take(subscript.arity)
        if any(subscript.pattern):
            self.look(keys)
        values = [key_of_object(subscript, keys), *([frame.stack.pop()] if name == "__setitem__" else [])]
        self.apart(Method(method, owner), Arguments(values, {}, subscript))
        return True

    # Exceptions

    def begin_try(self, part: bytecode.SetupTry, frame: CallFrame) -> None:
        sizes = len(frame.stack), len(frame.lists), len(frame.loops), len(self.contexts)
        frame.handlers.append(Handler(part.to.position, *sizes, frame.scope, self.groups.current))
        self.evaluator.protected += 1
        self.is_data_dependent = True  # what is raised depends on numbers

    def end_try(self, part: bytecode.PopTry, frame: CallFrame) -> None:
        frame.handlers.pop()
        self.evaluator.protected -= 1

    def tries(self) -> bool:
        """Whether the program is within a `try`, which may have something to do where a statement fails."""
        return any(frame.handlers for frame in self.frames)

    def exception_for(self, error: ProblemError) -> Instance | None:
        """What Python raises in place of a problem; None where it raises nothing."""
        return exception_of(error, self.exceptions, [name for name in ("numpy", "torch") if self.names.uses(name)])

    def catch(self, error: ProblemError) -> bool:
        """Goes on where the innermost `try` handles exceptions; False where none does, or where Python would raise none."""
        frames = self.frames
        place = next((place for place in range(len(frames) - 1, -1, -1) if frames[place].handlers), None)
        if place is None:
            return False
        exception = self.exception_for(error)
        if exception is None:
            return False
        del frames[place + 1 :]
        frame = frames[place]
        handler = frame.handlers.pop()
        self.evaluator.protected -= 1
        while len(self.contexts) > handler.contexts:
            self.contexts.pop().leave()
        for kept, count in ((frame.stack, handler.values), (frame.lists, handler.lists), (frame.loops, handler.loops)):
            del kept[count:]
        frame.scope, frame.position = handler.scope, handler.position
        frame.stack.append(Caught(exception, error))
        self.evaluator.place = frame.place
        self.groups.go(handler.group)
        return True

    def match(self, part: bytecode.MatchException, frame: CallFrame) -> None:
        kinds = frame.stack.pop()
        line = frame.stack[-1].exception.kind.line()
        wanted = kinds if isinstance(kinds, tuple) else (kinds,)
        for kind in wanted:
            if not isinstance(kind, Class) or not is_exception(kind):
                raise ProblemError(program_errors.no_exception(kind_of(kind), part.span))
        frame.stack.append(any(kind in line for kind in wanted))

    def load_exception(self, part: bytecode.LoadException, frame: CallFrame) -> None:
        frame.stack.append(frame.stack[-1].exception)

    def raise_again(self, part: bytecode.Reraise, frame: CallFrame) -> None:
        caught: Caught = frame.stack.pop()
        raise RaisedError(caught.error.problems, caught.exception)

    def begin_raise(self, part: bytecode.BeginRaise, frame: CallFrame) -> None:
        if not self.evaluator.protected and not any(type(each) is Caught for each in frame.stack):
            raise ProblemError(program_errors.raised(part.span))

    def raise_(self, part: bytecode.RaiseException, frame: CallFrame) -> None:
        if not part.given:
            handled = next((each for each in reversed(frame.stack) if type(each) is Caught), None)
            if handled is None:
                raise ProblemError(program_errors.raised(part.span))
            raise RaisedError(handled.error.problems, handled.exception)
        exception = frame.stack.pop()
        if isinstance(exception, Class):
            exception = self.apart(exception, Arguments([], {}, Literal(None, part.span)))
        if not isinstance(exception, Instance) or not is_exception(exception.kind):
            raise ProblemError(program_errors.no_exception(kind_of(exception), part.span))
        raise RaisedError([program_errors.raised(part.span)], exception)

    def check(self, part: bytecode.CheckAssertion, frame: CallFrame) -> None:
        if self.truth(frame.stack.pop(), part.span):
            frame.position = part.to.position
        elif not self.evaluator.protected:
            raise ProblemError(program_errors.assertion(part.span))


def _repetition(part: bytecode.ForIter, item: Item, count: int) -> str:
    if part.names and part.parts is None and isinstance(item, float):
        return f"repetition {count + 1}, {part.names[0]} = {number(item)}"
    if part.names and part.parts is None and isinstance(item, int | str) and len(str(item)) <= 20:
        return f"{part.names[0]} = {item}"
    return f"repetition {count + 1}"


def _is_of_layers(frame: CallFrame) -> bool:
    """Whether a frame is PyTorch's own that goes through layers, which are the parts that a picture shows."""
    return frame.owner is not None and frame.owner.name == "Sequential"
