"""Statements to instructions: a flat list with jumps, so that running a program never recurses and every step can be counted.

The parts of plain expressions are instructions as they are. Knows nothing of values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from engine.language import program, tree
from engine.language.program import Block, Program, Statement
from engine.language.tree import Attribute, Call, Expression, Pattern
from engine.problems import Span
from engine.running.instructions import (
    Assigned,
    Check,
    Code,
    Constant,
    Discard,
    Duplicate,
    EnterLoop,
    EnterWith,
    Evaluated,
    GiveBack,
    Go,
    GoUnless,
    Instruction,
    Iterate,
    Label,
    LeaveLoop,
    LeaveWith,
    MakeClass,
    MakeFunction,
    Rebind,
    Repeat,
    StoreAttribute,
    StoreItem,
    StoreName,
    Unpack,
    ZeroGradient,
)
from engine.running.nested import NESTED, next_item
from engine.running.values import written, written_whole

_NONE = tree.Literal(None, (0, 0))

_LONGEST_NAME = 60


@dataclass(slots=True)
class _Loop:
    """Where `break` and `continue` lead from inside a loop, and what must be undone on the way."""

    begin: Label
    end: Label
    iterates: bool
    contexts: int = 0


def code_of(program: Program) -> Code:
    """The instructions of a program, laid out when it is first run."""
    if program not in _CODE:
        _CODE[program] = Compiler(program.text, structured=program.structured, top=True).whole(program.statements)
    return _CODE[program]


_CODE: WeakKeyDictionary[Program, Code] = WeakKeyDictionary()
"""Of programs that somebody still holds."""


class Compiler:
    """Lays out one body of code: the program's, a function's, a class's. In a structured program numbers are Python's, which
    become constants of the graph where they meet a tensor; elsewhere each is a constant at once.
    """

    def __init__(self, text: str, *, structured: bool, top: bool = False) -> None:
        self.code = Code()
        self._text = text
        self._structured = structured
        self._changed = {*NESTED, tree.Number} if structured else NESTED
        """The parts that are no instructions as they are."""
        self._top = top
        self._index = 0
        self._plain = True
        self._loops: list[_Loop] = []

    def whole(self, block: Block) -> Code:
        """The code of a whole program."""
        for index, statement in enumerate(block):
            self._index = index
            self._statement(statement)
            self.code.ends.append(len(self.code.instructions))
        return self._end()

    def body(self, block: Block) -> Code:
        """The code of a function's or a class's body."""
        self._block(block)
        return self._end()

    def value(self, expression: Expression) -> Code:
        """The code of a lambda's body."""
        self._expression(expression)
        self._emit(GiveBack())
        return self.code

    def within(self) -> "Compiler":
        """For a body that is laid out by itself."""
        return Compiler(self._text, structured=self._structured)

    def _end(self) -> Code:
        self._emit(_NONE)
        self._emit(GiveBack())
        return self.code

    def _emit(self, instruction: Instruction) -> None:
        self.code.instructions.append(instruction)

    def _mark(self, label: Label) -> None:
        label.position = len(self.code.instructions)

    def _block(self, block: Block) -> None:
        for statement in block:
            self._statement(statement)

    def _inner(self, block: Block) -> None:
        """A block that is run only sometimes, or several times."""
        before, self._plain = self._plain, False
        self._block(block)
        self._plain = before

    def _statement(self, statement: Statement) -> None:
        _STATEMENTS[type(statement)](self, statement)

    # Expressions

    def _expression(self, expression: Expression) -> None:
        """Lays out an expression with its nested ones, without recursion."""
        if not any(type(part) in self._changed or _zeroes(part) for part in expression):
            self.code.instructions += expression
            return
        waiting: list[Any] = [*reversed(expression)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Label):
                self._mark(part)
                continue
            expand = NESTED.get(type(part))
            if expand is not None:
                waiting += reversed(expand(self, part))
            elif type(part) is tree.Number and self._structured:
                whole = part.value.is_integer() and written_whole(self._text[slice(*part.span)])
                self._emit(Constant(written(part.value, whole, part.span)))
            elif _zeroes(part) and self._after_gradient():
                self.code.instructions[-1] = ZeroGradient(part.span)
            else:
                self._emit(part)

    def _after_gradient(self) -> bool:
        last = self.code.instructions[-1] if self.code.instructions else None
        return isinstance(last, Attribute) and last.name == "grad"

    # Assignments

    def _assign(self, statement: program.Assign) -> None:
        targets = statement.targets
        names = all(isinstance(target, tree.Target) for target in targets)
        self._expression(statement.expression)
        if statement.augmented and isinstance(targets[0], tree.Target):
            self._emit(Rebind(targets[0].name, targets[0].span))
        if names and self._top:
            self._emit(Assigned(statement, self._index, self._plain))
            return
        for place, target in enumerate(targets):
            if place + 1 < len(targets):
                self._emit(Duplicate())
            self._store(target, augmented=statement.augmented)

    def _store(self, target: Pattern, *, augmented: bool = False) -> None:
        waiting: list[Pattern] = [target]
        while waiting:
            each = waiting.pop()
            if isinstance(each, tree.Target):
                self._emit(StoreName(each.name, each.span))
            elif isinstance(each, tree.Several):
                self._emit(Unpack(len(each.targets), each.span))
                waiting += reversed(each.targets)
            elif isinstance(each, tree.AttributeTarget):
                self._expression(each.owner)
                self._emit(StoreAttribute(each.name, each.span, augmented))
            else:
                *owner, last = each.expression
                assert isinstance(last, tree.Subscript)
                self._expression(tuple(owner))
                self._emit(StoreItem(last))

    def _evaluate(self, statement: program.Evaluate) -> None:
        self._expression(statement.expression)
        self._emit(Evaluated(statement, self._plain) if self._top else Discard())

    # Control

    def _if(self, statement: program.If) -> None:
        end = Label()
        for condition, body in statement.branches:
            following = Label()
            self._expression(condition)
            self._emit(GoUnless(following, condition[-1].span))
            self._inner(body)
            self._emit(Go(end))
            self._mark(following)
        self._inner(statement.otherwise)
        self._mark(end)

    def _for(self, statement: program.For) -> None:
        begin, end = Label(), Label()
        target = statement.target
        self._expression(statement.iterable)
        self._emit(EnterLoop(self._name(statement.span), statement.span))
        self._emit(Iterate(statement.span, group=True))
        self._mark(begin)
        following = next_item(end, target, statement.span)
        self._emit(following)
        if not following.names:
            self._store(target)
        self._loop(_Loop(begin, end, iterates=True), statement.body)

    def _while(self, statement: program.While) -> None:
        begin, end = Label(), Label()
        self._emit(EnterLoop(self._name(statement.span), statement.span))
        self._mark(begin)
        self._emit(Repeat(statement.span))
        self._expression(statement.condition)
        self._emit(GoUnless(end, statement.condition[-1].span))
        self._loop(_Loop(begin, end, iterates=False), statement.body)

    def _name(self, span: Span) -> str:
        """What a loop is called: its first line."""
        line = " ".join(self._text[slice(*span)].split())
        return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"

    def _loop(self, loop: _Loop, body: Block) -> None:
        self._loops.append(loop)
        self._inner(body)
        self._loops.pop()
        self._emit(Go(loop.begin))
        self._mark(loop.end)
        self._emit(LeaveLoop())

    def _jump(self, statement: program.Jump) -> None:
        if statement.word == "pass" or not self._loops:
            return
        loop = self._loops[-1]
        for _ in range(loop.contexts):
            self._emit(LeaveWith())
        if statement.word == "continue":
            self._emit(Go(loop.begin))
            return
        if loop.iterates:
            self._emit(Discard())
        self._emit(Go(loop.end))

    def _with(self, statement: program.With) -> None:
        self._expression(statement.context)
        self._emit(EnterWith(statement.span))
        if statement.target:
            self._store(statement.target)
        else:
            self._emit(Discard())
        if self._loops:
            self._loops[-1].contexts += 1
        self._block(statement.body)
        if self._loops:
            self._loops[-1].contexts -= 1
        self._emit(LeaveWith())

    def _return(self, statement: program.Return) -> None:
        self._expression(statement.expression or (_NONE,))
        self._emit(GiveBack())

    def _assert(self, statement: program.Assert) -> None:
        self._expression(statement.condition)
        self._emit(Check(statement.span))

    # Definitions

    def _define(self, statement: program.Define) -> None:
        for decorator in statement.decorators:
            self._expression(decorator)
        for parameter in statement.parameters:
            if parameter.default is not None:
                self._expression(parameter.default)
        code = cache(lambda: self.within().body(statement.body))
        self._emit(MakeFunction(statement.name, statement.parameters, code, len(statement.decorators), statement.span))
        self._emit(StoreName(statement.name, statement.span))

    def _class(self, statement: program.DefineClass) -> None:
        for base in statement.bases:
            self._expression(base)
        self._emit(
            MakeClass(statement.name, len(statement.bases), cache(lambda: self.within().body(statement.body)), statement.span)
        )
        self._emit(StoreName(statement.name, statement.span))

    def _import(self, statement: program.Import) -> None:
        self._emit(statement)


_STATEMENTS: dict[type, Callable[[Compiler, Any], None]] = {
    program.Assign: Compiler._assign,
    program.Evaluate: Compiler._evaluate,
    program.If: Compiler._if,
    program.For: Compiler._for,
    program.While: Compiler._while,
    program.Jump: Compiler._jump,
    program.With: Compiler._with,
    program.Return: Compiler._return,
    program.Assert: Compiler._assert,
    program.Define: Compiler._define,
    program.DefineClass: Compiler._class,
    program.Import: Compiler._import,
}


def _zeroes(part: tree.Part) -> bool:
    """Whether it is `.zero_()`, which is no method of a gradient that is a number."""
    return type(part) is Call and part.method and part.name == "zero_"
