"""The part of the machine that jumps, repeats and enters: what an `if`, a loop, a comprehension, a `with` and an `assert` do."""

from engine.problems import ProblemError
from engine.running import call_refusals, instructions, refusals
from engine.running.frame import Frame
from engine.running.stores import Stores, give
from engine.running.values import Context, Going, Instance, Item, Scope, kind_of


class Control(Stores):
    """Instructions that say where to go on."""

    def go(self, part: instructions.Go, frame: Frame) -> None:
        frame.position = part.to.position

    def go_unless(self, part: instructions.GoUnless, frame: Frame) -> None:
        if not self.truth(frame.stack.pop(), part.span):
            frame.position = part.to.position

    def decide(self, part: instructions.Decide, frame: Frame) -> None:
        if self.truth(frame.stack[-1], part.span) == (part.symbol == "or"):
            frame.position = part.to.position
        else:
            frame.stack.pop()

    def iterate(self, part: instructions.Iterate, frame: Frame) -> None:
        items = self.items(frame.stack.pop(), part)
        frame.stack.append(Going(items, frame.loops[-1] if part.group else None))

    def next(self, part: instructions.Next, frame: Frame) -> None:
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

    def begin_repetition(self, part: instructions.Repeat, frame: Frame) -> None:
        self.repeat(part.span)
        loop = frame.loops[-1]
        self.groups.go(loop)
        self.groups.enter("iteration", f"repetition {frame.count(loop)}", part.span)

    def enter_loop(self, part: instructions.EnterLoop, frame: Frame) -> None:
        frame.loops.append(self.groups.enter("loop", part.name, self.evaluator.place or part.span))

    def leave_loop(self, part: instructions.LeaveLoop, frame: Frame) -> None:
        self.groups.leave(frame.loops.pop())

    def discard(self, part: instructions.Discard, frame: Frame) -> None:
        frame.stack.pop()

    def duplicate(self, part: instructions.Duplicate, frame: Frame) -> None:
        frame.stack.append(frame.stack[-1])

    def tuck(self, part: instructions.Tuck, frame: Frame) -> None:
        frame.stack.insert(-2, frame.stack[-1])

    def nip(self, part: instructions.Nip, frame: Frame) -> None:
        del frame.stack[-2]

    def begin_list(self, part: instructions.BeginList, frame: Frame) -> None:
        frame.lists.append(([], frame.scope))
        frame.scope = Scope(frame.scope)

    def append(self, part: instructions.Append, frame: Frame) -> None:
        frame.lists[-1][0].append(frame.stack.pop())
        self.evaluator.hold(1)

    def end_list(self, part: instructions.EndList, frame: Frame) -> None:
        found, frame.scope = frame.lists.pop()
        frame.stack.append(found)

    def give_value_back(self, part: instructions.GiveBack, frame: Frame) -> None:
        self.give_back(frame.stack.pop())

    def enter_with(self, part: instructions.EnterWith, frame: Frame) -> None:
        context = frame.stack[-1]
        if not isinstance(context, Context | Instance):
            raise ProblemError(call_refusals.no_context(kind_of(context), part.span))
        self.contexts.append(context if isinstance(context, Context) else Context(gradients=True))

    def leave_with(self, part: instructions.LeaveWith, frame: Frame) -> None:
        self.contexts.pop()

    def check(self, part: instructions.Check, frame: Frame) -> None:
        if not self.truth(frame.stack.pop(), part.span):
            raise ProblemError(refusals.assertion(part.span))


def _repetition(part: instructions.Next, item: Item, count: int) -> str:
    if part.names and part.parts is None and isinstance(item, int | float | str) and len(str(item)) <= 20:
        return f"{part.names[0]} = {item}"
    return f"repetition {count + 1}"
