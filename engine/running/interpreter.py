"""Runs a program, define-by-run: each statement is computed as it is reached, and the tensors remember the graph.

Work is counted and refused before it is done (`Limits`). Nothing of the program is ever handed to Python for evaluation. Knows
nothing of gradients; which tensor is the output, and what the names stand for, is in the `Run` it returns.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.language.program import Assign, Evaluate, For, Import, Program, Statement, While, names_assigned, names_given
from engine.language.tree import Apply, Attribute, Call, Name, Number, Target
from engine.limits import Limits
from engine.operations import Operation
from engine.problems import Code, Problem, ProblemError, Severity, Span
from engine.running import call_refusals, refusals
from engine.running.code import code_of
from engine.running.dialects import CONSTANTS, CONSTRUCTORS
from engine.running.effects import Effects
from engine.running.groups import Groups
from engine.running.imports import Imports
from engine.running.inputs import Inputs, numbers_in_lists
from engine.running.machine import Machine
from engine.running.text import shown
from engine.running.values import (
    MISSING,
    UNKNOWN,
    Class,
    Function,
    Item,
    Scope,
    SkippedError,
    Unknown,
    WrittenFloat,
    WrittenInteger,
    holds_tensors,
    written_whole,
)
from engine.tensor import Tensor

ASSUMED = 1.0
"""What a name without a value counts as."""

_FATAL = {Code.TOO_MANY_NODES, Code.TOO_MANY_ELEMENTS, Code.TOO_MANY_REPETITIONS, Code.TOO_DEEP, Code.TOO_MUCH_WORK}
"""After these, reading on would only cost more."""


@dataclass(slots=True)
class Run:
    """What running a program gave."""

    program: Program
    output: Tensor
    names: dict[str, Tensor]
    """What each name stands for at the end."""
    inputs: dict[str, Tensor]
    """The leaves a gradient is wanted for, by a name that is unique: a second leaf called x is `x#2`."""
    literals: dict[Tensor, Span]
    """Where the number of an assigned input stands."""
    assumed: set[Tensor]
    mentions: list[tuple[Span, Tensor]]
    """Where names stand for tensors."""
    made: list[tuple[Statement, Tensor]]
    """What each statement of the top level computed."""
    problems: list[Problem] = field(default_factory=list)
    parameters: set[Tensor] = field(default_factory=set)
    """Those inputs that belong to an object of the program, such as a neuron's weights."""
    groups: Groups = field(default_factory=Groups)
    printed: list[str] = field(default_factory=list)
    """The lines that the program printed."""
    decided: bool = False
    """Whether the graph may be another one for other inputs: the program looked at numbers."""

    def named(self, name: str) -> Tensor | None:
        """What a name means when a gradient is asked for it: the input of that name, else what it stands for at the end."""
        return self.inputs[name] if name in self.inputs else self.names.get(name)


def run(
    program: Program, inputs: Mapping[str, Any] | None = None, output: str | None = None, limits: Limits | None = None
) -> Run:
    """Computes the program with the given inputs (numbers or nested lists by name).

    Raises ProblemError with every error found: of the text, of the inputs, of single statements, and of an unknown output.
    """
    return _Interpreter(program, inputs or {}, limits or Limits()).run(output)


class _Interpreter:
    """The statements of one program and what its names stand for; they are run by a `Machine`."""

    def __init__(
        self, program: Program, given: Mapping[str, Any], limits: Limits, presets: Mapping[int, Any] | None = None
    ) -> None:
        self._program = program
        self._machine = Machine(limits, self, structured=program.structured)
        self._started_with = (program, given, limits)
        self._inputs = Inputs(given, presets or {}, self._machine.evaluator)
        self._effects = Effects(limits)
        self._problems = [*program.problems, *self._inputs.problems]
        self._imports = Imports()
        self._scope = Scope()
        self._values = self._scope.names
        self._mentions: list[tuple[Span, Tensor]] = []
        self._made: list[tuple[Statement, Tensor]] = []
        self._last: Tensor | None = None
        self._looked_at: Tensor | None = None
        self._shown_last: tuple[str, Span] | None = None
        """The last value that stood alone and is none of the graph, and its place."""
        self._noted: set[tuple[Code, Span | None]] = set()
        self._fixed: set[Tensor] = set()
        """Leaves that were made without a gradient on purpose."""
        self._gradients: dict[Tensor, Tensor] = {}
        """Gradients that the program computed, and what of."""
        self._rebound = {name for each in program.statements if isinstance(each, For | While) for name in names_assigned(each)}
        """The names of the top level that a loop gives other values."""

    def run(self, output: str | None) -> Run:
        self._run_statements()
        self._inputs.name_parameters({name: item for name, item in self._values.items() if not isinstance(item, Unknown)})
        if presets := self._inputs.presets():
            return _Interpreter(*self._started_with, presets).run(output)
        self._check_given()
        result = None if self._failed() else self._output(output)
        if result is None or self._failed():
            errors = [problem for problem in self._problems if problem.severity is Severity.ERROR]
            raise ProblemError(sorted(errors, key=lambda problem: problem.span or (0, 0)))
        self._effects.settle(result)
        return Run(
            self._program,
            result,
            {name: value for name, value in self._values.items() if isinstance(value, Tensor)},
            self._inputs.leaves,
            self._inputs.literals,
            self._inputs.assumed,
            self._mentions,
            self._made,
            self._problems,
            self._inputs.parameters,
            self._machine.groups,
            self._effects.printed,
            self._machine.decided or self._effects.read,
        )

    def _run_statements(self) -> None:
        """One statement after the other; a problem in one does not hide the next."""
        machine = self._machine
        code = code_of(self._program)
        start: Any = lambda: machine.start(code, self._scope)  # noqa: E731
        while True:
            try:
                start()
            except (ProblemError, SkippedError) as error:
                place = machine.evaluator.place
                index = machine.recover(code)
                statement = self._program.statements[index]
                if isinstance(error, ProblemError):
                    problems = [
                        problem.at(statement.span) if place is None else replace(problem, span=place)
                        for problem in error.problems
                    ]
                    self._problems += problems
                    if any(problem.code in _FATAL for problem in error.problems):
                        raise ProblemError(problems) from None
                self._values |= dict.fromkeys(names_given(statement), UNKNOWN)
                start = machine.resume
            else:
                return

    def _failed(self) -> bool:
        return any(problem.severity is Severity.ERROR for problem in self._problems)

    # Statements of the top level, as the machine reaches them

    def assigned(self, statement: Assign, index: int, value: Item, *, plain: bool) -> None:
        """Gives the names of an assignment their value; a number that stands there is an input."""
        if isinstance(value, Unknown):
            raise SkippedError
        target = statement.targets[0]
        assert isinstance(target, Target)
        if isinstance(value, list) and not self._program.structured and holds_tensors(value):
            value = self._machine.evaluator.tensor(value, statement.expression[-1])
        if plain and self._is_input(statement, value, index):
            value = self._inputs.assigned(target, value, statement.expression)
        elif plain and target.name in self._inputs.given and target.name not in self._inputs.used:
            raise ProblemError(refusals.not_an_input(target.name, target.span))
        for each in statement.targets:
            assert isinstance(each, Target)
            self._values[each.name] = value
            if isinstance(value, Tensor):
                value.label = value.label or self._inputs.told_apart(each.name)
                if self._machine.groups.current is None:
                    self._mentions.append((each.span, value))
        self._inputs.keep_unassigned(named=plain)
        if isinstance(value, Tensor):
            self._last = value
            if plain:
                self._made.append((statement, value))

    def _is_input(self, statement: Assign, value: Item, index: int) -> bool:
        """Whether an assignment makes an input: of a number, of a constructor, or of arithmetic with numbers that is
        used later.
        """
        if isinstance(value, Tensor):
            if value.requires_grad:
                return value in self._inputs.unassigned
            if value in self._fixed:
                return False
            if value.operation is None and value.label is None:
                return True
        elif isinstance(value, list):
            return numbers_in_lists(statement.expression)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            return False
        elif isinstance(value, WrittenFloat | WrittenInteger):
            # A 0 that a loop adds to is where the sum starts.
            return not (value == 0 and any(each.name in self._rebound for each in statement.targets if isinstance(each, Target)))
        numbers_only = all(
            isinstance(part, Number | Apply) or (isinstance(part, Name) and part.name in CONSTANTS)
            for part in statement.expression
        )
        return numbers_only and any(
            self._program.last_use.get(each.name, -1) > index for each in statement.targets if isinstance(each, Target)
        )

    def input_of(self, name: str, tensor: Tensor) -> Tensor:
        """An input with the number of a constant."""
        return self._inputs.new(name, tensor.data, tensor.span, tensor.span)

    def watch(self, leaf: Tensor) -> None:
        """A leaf without a gradient gets one."""
        if not leaf.requires_grad:
            leaf.requires_grad = True
            self._inputs.register(leaf, leaf.label or "x")

    def evaluated(self, statement: Evaluate, value: Item, *, plain: bool) -> None:
        """An expression that stands alone: the output if nothing comes after it. A number outside the graph is shown."""
        if isinstance(value, Unknown):
            raise SkippedError
        last = statement.expression[-1]
        if not isinstance(value, Tensor) and holds_tensors(value):
            value = self._machine.evaluator.tensor(value, last)
        if isinstance(value, Tensor):
            shown_only = isinstance(last, Call) and last.name in _GIVEN_BACK
            if not shown_only:
                self._last = value
                if plain:
                    self._made.append((statement, value))
        elif isinstance(value, str) and len(statement.expression) == 1:
            raise ProblemError(refusals.not_a_number(value, last))
        elif value is not None and plain:
            text = shown(self._machine, value, quoted=True)
            self._shown_last = (text, statement.span)
            self.print_(text, "\n", statement.span)
        self._inputs.keep_unassigned(named=plain)

    def import_(self, statement: Import, scope: Scope) -> None:
        """Makes a module's names known. Raises ProblemError (import-refused)."""
        if self._imports.take(statement, scope, self._machine):
            self.note(refusals.ignored_import(statement))

    # Names, as the machine asks for them

    def look_up(self, part: Name) -> Item:
        """What a name without a value stands for: a module, a function, one of the request's inputs, a constant, or an
        input that counts as 1. Raises ProblemError (unknown-name).
        """
        name = part.name
        if name not in self._inputs.given:
            if name in self._imports.modules:
                return self._imports.modules[name]
            if name in CONSTANTS:
                return self._constant(name, part.span)
            found = self._machine.ready(name)
            if isinstance(found, Operation) and self._program.structured:
                return self._machine.function_of(found)
            if isinstance(found, Operation) or (name in CONSTRUCTORS and not self._program.structured):
                raise ProblemError(call_refusals.function_as_value(name, part.span))
            if found is not MISSING:
                return found  # type: ignore[return-value]
        leaf = self._inputs.new(name, ASSUMED, part.span)
        if name not in self._inputs.given:
            self._inputs.assumed.add(leaf)
            self.note(refusals.assumed_input(name, part.span, self._values))
            if together := refusals.run_together(name, part.span, self._values):
                self.note(together)
        self._values[name] = leaf
        return leaf

    def _constant(self, name: str, span: Span) -> Tensor:
        leaf = self._machine.evaluator.constant(CONSTANTS[name], span)
        leaf.label = name
        self._values[name] = leaf
        return leaf

    def constructed(self, leaf: Tensor, label: str | None, literal: Span | None) -> None:
        """An assignment makes it an input of that name; without one it keeps its label or its text."""
        if not leaf.requires_grad:
            leaf.label = label
            self._fixed.add(leaf)
            self._machine.evaluator.count(leaf)
            return
        leaf.label = label or (self._program.text[slice(*leaf.span)] if leaf.span else None)
        if literal is not None:
            self._inputs.literals[leaf] = literal
        within = len(self._machine.frames) > 1 or self._machine.groups.current is not None
        if within:
            self._inputs.within(leaf, leaf.label or "value")
        else:
            self._inputs.unassigned.append(leaf)

    def argument(self, name: str, value: Any) -> Item:
        """A number that the top level writes into a call of a function of the program is an input, called as the parameter."""
        return self._inputs.argument(name, value)

    def uses(self, library: str) -> bool:
        """Whether the program names a library, such as `torch`."""
        return library in self._program.libraries

    def functions(self) -> Iterable[str]:
        """The names of the functions and classes that the program defines."""
        return [name for name, value in self._values.items() if isinstance(value, Function | Class)]

    def written_whole(self, tensor: Tensor) -> bool:
        """Whether a leaf is written as a whole number in the program."""
        literal = self._inputs.literals.get(tensor) or (None if tensor.requires_grad else tensor.span)
        if literal is None:
            return not tensor.requires_grad
        return written_whole(self._program.text[slice(*literal)])

    def note(self, problem: Problem) -> None:
        """Something worth saying, once per place."""
        if (problem.code, problem.span) not in self._noted:
            self._noted.add((problem.code, problem.span))
            self._problems.append(problem)

    def mention(self, span: Span, tensor: Tensor) -> None:
        """A name that stands for a tensor."""
        self._mentions.append((span, tensor))

    # Effects

    def backward(self, tensor: Tensor) -> None:
        """`.backward()`."""
        self._effects.backward(tensor)

    def differentiated(self, output: Tensor, gradients: Iterable[Tensor]) -> None:
        """The program computed gradients of an output itself."""
        self._gradients |= dict.fromkeys(gradients, output)

    def attribute(self, tensor: Tensor, part: Attribute) -> Item:
        """An attribute of a tensor."""
        return self._effects.attribute(tensor, part)

    def set_attribute(self, tensor: Tensor, name: str, value: Item, part: Any) -> None:
        """`tensor.name = value`."""
        if isinstance(value, list | tuple):
            value = self._machine.evaluator.tensor(value, part)
        self._effects.set_attribute(tensor, name, value, part.span)

    def print_(self, text: str, end: str, span: Span) -> None:
        """A printed text."""
        self._effects.print_(text, end, span)

    def looked_at(self, values: Iterable[Item]) -> None:
        """Values that the program prints: the last tensor among them is the output where nothing else is."""
        for value in values:
            if isinstance(value, Tensor):
                self._looked_at = value

    # Inputs and output

    def _check_given(self) -> None:
        for name in self._inputs.unmatched():
            if self._failed():
                return
            computed = name in self._values
            if not computed and name in self._program.last_use:
                continue  # read where this run did not come by, such as in the branch that was not taken
            problem = refusals.not_an_input(name, None) if computed else refusals.unknown_input(name, self._inputs.leaves)
            self._problems.append(problem)

    def _output(self, name: str | None) -> Tensor | None:
        if name is not None:
            chosen = self._values.get(name)
            if not isinstance(chosen, Tensor):
                known = [known for known, value in self._values.items() if isinstance(value, Tensor)]
                self._problems.append(refusals.unknown_output(name, known))
                return None
            return chosen
        if self._effects.requested is not None:
            return self._effects.requested
        if self._last is None and self._gradients:
            return next(reversed(self._gradients.values()))
        if self._last is None:
            self._last = self._looked_at
        if self._last is None:
            shown_last = self._shown_last
            nothing = refusals.empty_program(self._program.text, self.functions())
            self._problems.append(refusals.no_graph(*shown_last) if shown_last else nothing)
            return None
        return self._gradients.get(self._last, self._last)


_GIVEN_BACK = frozenset({"zero_grad", "requires_grad_", "retain_grad"})
"""Methods that give back what they belong to; a statement of them computes nothing."""
