"""Statements to instructions: a flat list with jumps, so that running a program never recurses and every step can be counted.

The parts of plain expressions are instructions as they are. Knows nothing of values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from backpass.engine.interpreter.bytecode import (
    OWN_BASES,
    Assigned,
    AugmentedStore,
    BeginRaise,
    CheckAssertion,
    CodeObject,
    DeclareGlobal,
    DeleteAttribute,
    DeleteItem,
    DeleteName,
    Discard,
    Duplicate,
    EnterLoop,
    EnterWith,
    Evaluated,
    ForIter,
    GetIter,
    Goto,
    Instruction,
    JumpIfFalse,
    Label,
    LeaveLoop,
    LeaveOut,
    LeaveWith,
    LoadBase,
    LoadConstant,
    LoadException,
    LoadSent,
    MakeClass,
    MakeFunction,
    MatchException,
    NameValue,
    PopTry,
    RaiseException,
    Repeat,
    Reraise,
    ReturnValue,
    SetupTry,
    StoreAttribute,
    StoreItem,
    StoreName,
    StoreOutside,
    TakenApart,
    Unpack,
    YieldValue,
    ZeroGradient,
)
from backpass.engine.interpreter.nested_expressions import NESTED, next_item
from backpass.engine.interpreter.values import integer_literal, is_integer_literal, written
from backpass.engine.language import program, syntax_tree
from backpass.engine.language.program import Block, Program, Statement
from backpass.engine.language.syntax_tree import Attribute, Call, Expression, Pattern
from backpass.engine.problems import Span

_NONE = syntax_tree.Literal(None, (0, 0))

_LONGEST_NAME = 60


@dataclass(slots=True)
class _Loop:
    """Where `break` and `continue` lead from inside a loop, and what must be undone on the way."""

    begin: Label
    end: Label
    iterates: bool
    contexts: int = 0
    protected: int = 0
    """How many `try` stand around it."""


@dataclass(frozen=True, slots=True)
class _Protected:
    """What must be done before something leads out of a part of a `try`."""

    final: Block
    handles: bool
    """Whether it is the part that handles an exception, which is a value then; else exceptions lead to that part."""


def compile_program(program: Program) -> CodeObject:
    """The instructions of a program, laid out when it is first run."""
    if program not in _CODE:
        _CODE[program] = Compiler(program.text, structured=program.structured, top=True).whole(program.statements)
    return _CODE[program]


def compile_apart(program: Program, statement: Statement) -> CodeObject:
    """The instructions of one statement of the top level of a program."""
    return Compiler(program.text, structured=program.structured, top=True).whole((statement,))


_CODE: WeakKeyDictionary[Program, CodeObject] = WeakKeyDictionary()
"""Of programs that somebody still holds."""


class Compiler:
    """Lays out one body of code: the program's, a function's, a class's. In a structured program numbers are Python's, which
    become constants of the graph where they meet a tensor; elsewhere each is a constant at once. `placed`: whether the text is
    the reader's, in which its numbers have a place.
    """

    def __init__(self, text: str, *, structured: bool, top: bool = False, placed: bool = True) -> None:
        self.code = CodeObject()
        self._text = text
        self._structured = structured
        self._changed = frozenset({*NESTED, syntax_tree.NumberLiteral} if structured else NESTED)
        """The parts that are no instructions as they are."""
        self._top = top
        self._placed = placed
        self._index = 0
        self._plain = True
        self._loops: list[_Loop] = []
        self._protected: list[_Protected] = []
        self._declared: dict[str, str] = {}
        """Names that are `global` or `nonlocal` in this body."""
        self._of_class = ""
        """The class whose body this is or is in, which its private names are called after."""

    def whole(self, block: Block) -> CodeObject:
        """The code of a whole program."""
        for index, statement in enumerate(block):
            self._index = index
            self._statement(statement)
            self.code.ends.append(len(self.code.instructions))
        return self._end()

    def body(self, block: Block) -> CodeObject:
        """The code of a function's or a class's body."""
        self._block(block)
        return self._end()

    def value(self, expression: Expression) -> CodeObject:
        """The code of a lambda's body."""
        self._expression(expression)
        return self._end_with(ReturnValue())

    def within(self, of_class: str = "") -> "Compiler":
        """For a body that is laid out by itself."""
        made = Compiler(self._text, structured=self._structured, placed=self._placed)
        made._of_class = of_class or self._of_class
        return made

    def naming(self, target: syntax_tree.AssignmentTarget) -> list[Any]:
        """What gives the last value a name and leaves it where it is."""
        if word := self._declared.get(target.name):
            return [Duplicate(), StoreOutside(target.name, word, target.span)]
        return [NameValue(target.name, target.span), *([TakenApart((target,))] if self._top else [])]

    def _end(self) -> CodeObject:
        self._emit(_NONE)
        return self._end_with(ReturnValue())

    def _end_with(self, last: Instruction) -> CodeObject:
        self._emit(last)
        if self._of_class:
            self.code.instructions[:] = [_called_privately(each, self._of_class) for each in self.code.instructions]
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
        kinds = set(map(type, expression))
        if self._changed.isdisjoint(kinds) and (Call not in kinds or not any(map(_zeroes, expression))):
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
            elif type(part) is syntax_tree.NumberLiteral and self._structured:
                text = self._text[slice(*part.span)]
                whole = part.value.is_integer() and is_integer_literal(text)
                value = integer_literal(text) if whole else part.value
                self._emit(LoadConstant(written(value, whole, part.span) if self._placed else value))
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
        names = all(isinstance(target, syntax_tree.AssignmentTarget) for target in targets)
        self._expression(statement.expression)
        if statement.augmented and isinstance(targets[0], syntax_tree.AssignmentTarget):
            self._emit(AugmentedStore(targets[0].name, targets[0].span))
        if names and self._top:
            self._emit(Assigned(statement, self._index, self._plain))
            return
        for place, target in enumerate(targets):
            if place + 1 < len(targets):
                self._emit(Duplicate())
            self._store(target, augmented=statement.augmented)
        if self._top and (named := tuple(each for target in targets for each in _names_of(target))):
            self._emit(TakenApart(named))

    def _store(self, target: Pattern, *, augmented: bool = False) -> None:
        waiting: list[Pattern] = [target]
        while waiting:
            each = waiting.pop()
            if isinstance(each, syntax_tree.AssignmentTarget):
                self._store_name(each.name, each.span)
            elif isinstance(each, syntax_tree.Several):
                self._emit(Unpack(len(each.targets), each.span, each.starred))
                waiting += reversed(each.targets)
            elif isinstance(each, syntax_tree.AttributeTarget):
                self._expression(each.owner)
                self._emit(StoreAttribute(each.name, each.span, augmented))
            else:
                *owner, last = each.expression
                assert isinstance(last, syntax_tree.Subscript)
                self._expression(tuple(owner))
                self._emit(StoreItem(last, augmented))

    def _store_name(self, name: str, span: Span) -> None:
        word = self._declared.get(name)
        self._emit(StoreOutside(name, word, span) if word else StoreName(name, span))

    def _delete(self, statement: program.Delete) -> None:
        for target in statement.targets:
            if isinstance(target, syntax_tree.AssignmentTarget):
                self._emit(DeleteName(target.name, target.span))
            elif isinstance(target, syntax_tree.AttributeTarget):
                self._expression(target.owner)
                self._emit(DeleteAttribute(target.name, target.span))
            elif isinstance(target, syntax_tree.SubscriptTarget):
                *owner, last = target.expression
                assert isinstance(last, syntax_tree.Subscript)
                self._expression(tuple(owner))
                self._emit(DeleteItem(last))

    def _declare(self, statement: program.Declare) -> None:
        if not self._top:
            self._declared |= dict.fromkeys(statement.names, statement.word)
            if statement.word == "global":
                self._emit(DeclareGlobal(frozenset(statement.names)))

    def _left_out(self, statement: program.LeftOut) -> None:
        line = self._text.count("\n", 0, statement.span[0]) + 1
        self._emit(LeaveOut(statement.given, statement.changed, line))

    def _evaluate(self, statement: program.Evaluate) -> None:
        self._expression(statement.expression)
        self._emit(Evaluated(statement, self._plain) if self._top else Discard())

    # Control

    def _if(self, statement: program.If) -> None:
        end = Label()
        for condition, body in statement.branches:
            following = Label()
            self._expression(condition)
            self._emit(JumpIfFalse(following, condition[-1].span))
            self._inner(body)
            self._emit(Goto(end))
            self._mark(following)
        self._inner(statement.otherwise)
        self._mark(end)

    def _for(self, statement: program.For) -> None:
        begin, end = Label(), Label()
        target = statement.target
        loop = _Loop(begin, Label(), iterates=True, protected=len(self._protected))
        self._expression(statement.iterable)
        self._emit(EnterLoop(self._name(statement.span), statement.span))
        following = next_item(end, target, statement.span)
        single = following.names[0] if len(following.names) == 1 and following.parts is None else ""
        self._emit(GetIter(statement.span, group=True, name=single))
        self._mark(begin)
        if not self._declared.keys().isdisjoint(following.names):
            following = ForIter(end, (), None, statement.span)
        self._emit(following)
        if not following.names:
            self._store(target)
        self._loop(loop, statement.body, end, statement.otherwise)

    def _while(self, statement: program.While) -> None:
        begin, end = Label(), Label()
        self._emit(EnterLoop(self._name(statement.span), statement.span))
        self._mark(begin)
        self._emit(Repeat(statement.span))
        self._expression(statement.condition)
        self._emit(JumpIfFalse(end, statement.condition[-1].span))
        loop = _Loop(begin, Label(), iterates=False, protected=len(self._protected))
        self._loop(loop, statement.body, end, statement.otherwise)

    def _name(self, span: Span) -> str:
        """What a loop is called: its first line."""
        line = " ".join(self._text[slice(*span)].split())
        return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"

    def _loop(self, loop: _Loop, body: Block, exhausted: Label, otherwise: Block) -> None:
        self._loops.append(loop)
        self._inner(body)
        self._loops.pop()
        self._emit(Goto(loop.begin))
        self._mark(exhausted)
        self._inner(otherwise)
        self._mark(loop.end)
        self._emit(LeaveLoop())

    def _jump(self, statement: program.Jump) -> None:
        if statement.word == "pass" or not self._loops:
            return
        loop = self._loops[-1]
        for _ in range(loop.contexts):
            self._emit(LeaveWith())
        self._lead_out(loop.protected, with_values=True)
        if statement.word == "continue":
            self._emit(Goto(loop.begin))
            return
        if loop.iterates:
            self._emit(Discard())
        self._emit(Goto(loop.end))

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
        self._lead_out(0, with_values=False)
        self._emit(ReturnValue())

    def _yield(self, statement: program.Yield) -> None:
        self.code.yields = True
        self._expression(statement.expression or (_NONE,))
        if not statement.each:
            self._emit(YieldValue())
            if statement.target:
                self._emit(LoadSent())
                self._store(statement.target)
            return
        begin, end = Label(), Label()
        self._emit(GetIter(statement.span, group=False))
        self._mark(begin)
        self._emit(ForIter(end, (), None, statement.span))
        self._emit(YieldValue())
        self._emit(Goto(begin))
        self._mark(end)

    def _raise(self, statement: program.Raise) -> None:
        self._emit(BeginRaise(statement.span))
        if statement.exception:
            self._expression(statement.exception)
        self._emit(RaiseException(statement.span, statement.exception is not None))

    def _assert(self, statement: program.Assert) -> None:
        holds = Label()
        self._expression(statement.condition)
        self._emit(CheckAssertion(holds, statement.span))
        name = syntax_tree.Call("AssertionError", 1 if statement.message else 0, statement.span, statement.span)
        self._expression((*(statement.message or ()), name))
        self._emit(RaiseException(statement.span, given=True))
        self._mark(holds)

    # Exceptions

    def _try(self, statement: program.Try) -> None:
        """`finally` stands wherever something leads out of what it follows: at the end, before a jump, and for exceptions."""
        if not statement.final:
            self._handled(statement)
            return
        failed, end = Label(), Label()
        self._emit(SetupTry(failed))
        self._protected.append(_Protected(statement.final, handles=False))
        self._handled(statement)
        self._protected.pop()
        self._emit(PopTry())
        self._block(statement.final)
        self._emit(Goto(end))
        self._mark(failed)
        self._handling(statement.final)
        self._emit(Reraise())
        self._mark(end)

    def _handled(self, statement: program.Try) -> None:
        """The body with its handlers, of which there may be none."""
        if not statement.handlers:
            self._block(statement.body)
            return
        failed, end = Label(), Label()
        self._emit(SetupTry(failed))
        self._protected.append(_Protected((), handles=False))
        self._block(statement.body)
        self._protected.pop()
        self._emit(PopTry())
        self._inner(statement.otherwise)
        self._emit(Goto(end))
        self._mark(failed)
        for handler in statement.handlers:
            following = Label()
            if handler.kinds:
                self._expression(handler.kinds)
                self._emit(MatchException(handler.span))
                self._emit(JumpIfFalse(following, handler.span))
            if handler.target:
                self._emit(LoadException())
                self._store_name(handler.target.name, handler.target.span)
            self._handling(handler.body)
            self._emit(Discard())
            self._emit(Goto(end))
            self._mark(following)
        self._emit(Reraise())
        self._mark(end)

    def _handling(self, block: Block) -> None:
        """A block that is run while an exception is being handled."""
        self._protected.append(_Protected((), handles=True))
        self._inner(block)
        self._protected.pop()

    def _lead_out(self, until: int, *, with_values: bool) -> None:
        """Before something leads out of all but so many parts of `try`; `with_values`: what they have put is taken away."""
        around = self._protected
        for place in range(len(around) - 1, until - 1, -1):
            part = around[place]
            if not part.handles:
                self._emit(PopTry())
                self._protected = around[:place]
                self._inner(part.final)
            elif with_values:
                self._emit(Discard())
        self._protected = around

    # Definitions

    def _define(self, statement: program.Define) -> None:
        for decorator in statement.decorators:
            self._expression(decorator)
        for parameter in statement.parameters:
            if parameter.default is not None:
                self._expression(parameter.default)
        code = cache(lambda: self.within().body(statement.body))
        self._emit(MakeFunction(statement.name, statement.parameters, code, len(statement.decorators), statement.span))
        self._store_name(statement.name, statement.span)

    def _class(self, statement: program.DefineClass) -> None:
        for each in statement.decorators:
            self._expression(each)
        for each in statement.bases:
            if len(each) == 1 and isinstance(each[0], syntax_tree.Name) and each[0].name in OWN_BASES:
                self._emit(LoadBase(each[0]))
            else:
                self._expression(each)
        code = cache(lambda: self.within(statement.name.lstrip("_")).body(statement.body))
        fields = tuple(each.name for each in statement.fields)
        self._emit(MakeClass(statement.name, len(statement.bases), code, len(statement.decorators), fields, statement.span))
        self._store_name(statement.name, statement.span)

    def _import(self, statement: program.Import) -> None:
        self._emit(statement)


def _called_privately(instruction: Any, of_class: str) -> Any:
    """An instruction with the name that Python gives `__x` within a class, `_Class__x`: a subclass has another one."""
    name = getattr(instruction, "name", "")
    if not (isinstance(name, str) and name.startswith("__") and not name.endswith("__")) or isinstance(instruction, MakeFunction):
        return instruction
    return instruction._replace(name=f"_{of_class}{name}")


_STATEMENTS: dict[type, Callable[[Compiler, Any], None]] = {
    program.Assign: Compiler._assign,
    program.Evaluate: Compiler._evaluate,
    program.If: Compiler._if,
    program.For: Compiler._for,
    program.While: Compiler._while,
    program.Jump: Compiler._jump,
    program.With: Compiler._with,
    program.Try: Compiler._try,
    program.Return: Compiler._return,
    program.Yield: Compiler._yield,
    program.Assert: Compiler._assert,
    program.Raise: Compiler._raise,
    program.Define: Compiler._define,
    program.DefineClass: Compiler._class,
    program.Import: Compiler._import,
    program.Delete: Compiler._delete,
    program.Declare: Compiler._declare,
    program.LeftOut: Compiler._left_out,
}


def _names_of(target: Pattern) -> list[syntax_tree.AssignmentTarget]:
    """The names that a pattern gives values to, in order."""
    found: list[syntax_tree.AssignmentTarget] = []
    waiting = [target]
    while waiting:
        each = waiting.pop()
        if isinstance(each, syntax_tree.AssignmentTarget):
            found.append(each)
        elif isinstance(each, syntax_tree.Several):
            waiting += reversed(each.targets)
    return found


def _zeroes(part: syntax_tree.Part) -> bool:
    """Whether it is `.zero_()`, which is no method of a gradient that is a number."""
    return type(part) is Call and part.method and part.name == "zero_"
