"""Runs a program, define-by-run: each statement is computed as it is read, and the tensors remember the graph.

Work is counted and refused before it is done (`Limits`). Nothing of the program is ever handed to Python for evaluation. Knows
nothing of gradients; which tensor is the output, and what the names stand for, is in the `Run` it returns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.language import refusals
from engine.language.dialects import CONSTANTS, CONSTRUCTORS, MODULES, SHOWN_ATTRIBUTES, WITHOUT_EFFECT
from engine.language.evaluation import Evaluator
from engine.language.tree import (
    Apply,
    Assign,
    AssignAttribute,
    Attribute,
    Call,
    Evaluate,
    Expression,
    Import,
    Name,
    Number,
    Program,
    Statement,
    Target,
    Text,
)
from engine.language.values import UNKNOWN, Item, Module, SkippedError, Unknown, unquoted
from engine.limits import Limits
from engine.operations import OPERATIONS
from engine.problems import Code, Problem, ProblemError, Severity, Span
from engine.shapes import finite_data
from engine.tensor import Tensor

ASSUMED = 1.0
"""What a name without a value counts as."""

_FATAL = {Code.TOO_MANY_NODES, Code.TOO_MANY_ELEMENTS}
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
    """What each statement computed."""
    problems: list[Problem] = field(default_factory=list)

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
    """The statements of one program and what its names stand for; expressions are computed by an `Evaluator`."""

    def __init__(self, program: Program, given: Mapping[str, Any], limits: Limits) -> None:
        self._program = program
        self._problems = list(program.problems)
        self._given = self._checked(given)
        self._evaluator = Evaluator(limits, self)
        self._modules = {name: Module(name) for name in MODULES}
        self._values: dict[str, Tensor | Unknown] = {}
        self._used: set[str] = set()
        """Names of inputs that stand for a leaf by now."""
        self._inputs: dict[str, Tensor] = {}
        self._literals: dict[Tensor, Span] = {}
        self._assumed: set[Tensor] = set()
        self._mentions: list[tuple[Span, Tensor]] = []
        self._made: list[tuple[Statement, Tensor]] = []
        self._requested: Tensor | None = None
        self._unassigned: list[Tensor] = []
        """Leaves that a constructor has made and no assignment has named yet."""

    def run(self, output: str | None) -> Run:
        for index, statement in enumerate(self._program.statements):
            self._statement(statement, index)
        self._check_given()
        result = None if self._failed() else self._output(output)
        if result is None or self._failed():
            errors = [problem for problem in self._problems if problem.severity is Severity.ERROR]
            raise ProblemError(sorted(errors, key=lambda problem: problem.span or (0, 0)))
        names = {name: value for name, value in self._values.items() if isinstance(value, Tensor)}
        return Run(
            self._program,
            result,
            names,
            self._inputs,
            self._literals,
            self._assumed,
            self._mentions,
            self._made,
            self._problems,
        )

    def _failed(self) -> bool:
        return any(problem.severity is Severity.ERROR for problem in self._problems)

    def _checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The inputs that are finite numbers; the others become problems."""
        checked = {}
        for name, value in given.items():
            try:
                checked[name] = finite_data(value, f"The value given for `{name}`")
            except ProblemError as error:
                self._problems += error.problems
        return checked

    # Statements

    def _statement(self, statement: Statement, index: int) -> None:
        try:
            if isinstance(statement, Assign):
                self._assign(statement, index)
            elif isinstance(statement, Evaluate):
                self._evaluate(statement)
            elif isinstance(statement, AssignAttribute):
                self._assign_attribute(statement)
            else:
                self._import(statement)
        except (ProblemError, SkippedError) as error:
            if isinstance(error, ProblemError):
                self._problems += [problem.at(statement.span) for problem in error.problems]
                if any(problem.code in _FATAL for problem in error.problems):
                    raise
            for target in getattr(statement, "targets", ()):
                self._values[target.name] = UNKNOWN

    def _assign(self, statement: Assign, index: int) -> None:
        target = statement.targets[0]
        value = self._evaluator.tensor(statement.expression)
        if self._is_input(statement, value, index):
            value = self._input(target, value.data, statement.expression)
        elif target.name in self._given and target.name not in self._used:
            raise ProblemError(refusals.not_an_input(target.name, target.span))
        for each in statement.targets:
            if value.label is None:
                value.label = each.name
            self._values[each.name] = value
            self._mentions.append((each.span, value))
        self._keep_unassigned()
        self._made.append((statement, value))

    def _is_input(self, statement: Assign, value: Tensor, index: int) -> bool:
        """Whether an assignment makes an input: of a number, of a constructor, or of arithmetic with numbers that is
        used later.
        """
        if value.requires_grad:
            return value in self._unassigned
        if value.operation is None and value.label is None:
            return True
        numbers_only = all(
            isinstance(part, Number | Apply) or (isinstance(part, Name) and part.name in CONSTANTS)
            for part in statement.expression
        )
        return numbers_only and any(self._program.last_use.get(each.name, -1) > index for each in statement.targets)

    def _input(self, target: Target, data: Any, expression: Expression) -> Tensor:
        """An input leaf of the assigned number, or of the value given for it in the request."""
        first = target.name not in self._used
        self._used.add(target.name)
        leaf = Tensor(self._given[target.name] if first and target.name in self._given else data)
        self._unassigned.clear()
        leaf.span = target.span
        self._literals[leaf] = _literal(expression)
        self._register(leaf, target.name)
        return leaf

    def _register(self, leaf: Tensor, name: str) -> None:
        unique, count = name, 2
        while unique in self._inputs:
            unique, count = f"{name}#{count}", count + 1
        leaf.label = unique
        self._inputs[unique] = leaf
        self._evaluator.count(leaf)

    def _keep_unassigned(self) -> None:
        """Leaves made in the midst of an expression are inputs too, under their label or their text."""
        for leaf in self._unassigned:
            self._register(leaf, leaf.label or "")
        self._unassigned.clear()

    def _evaluate(self, statement: Evaluate) -> None:
        last = statement.expression[-1]
        if isinstance(last, Call) and last.name == "backward" and last.method:
            if last.arity != 1:
                raise ProblemError(refusals.seed_as_argument(last))
            self._requested = self._evaluator.tensor(statement.expression[:-1])
        elif isinstance(last, Call) and last.name in WITHOUT_EFFECT and (last.qualifier is None or last.method):
            self._problems.append(refusals.ignored(f"`{last.name}`", statement.span))
        elif isinstance(last, Attribute) and last.name in SHOWN_ATTRIBUTES:
            self._problems.append(refusals.ignored(f"`.{last.name}` alone", statement.span))
        else:
            self._made.append((statement, self._evaluator.tensor(statement.expression)))
            self._keep_unassigned()

    def _assign_attribute(self, statement: AssignAttribute) -> None:
        value = statement.expression[0]
        if statement.name == "label" and len(statement.expression) == 1 and isinstance(value, Text):
            self._evaluator.tensor(statement.owner).label = unquoted(value.value)
        elif statement.name == "grad":
            self._problems.append(refusals.ignored("Setting `.grad`", statement.span))
        else:
            raise ProblemError(refusals.attribute_set(statement.name, statement.span))

    def _import(self, statement: Import) -> None:
        dialect = MODULES.get(statement.module)
        if dialect is None:
            raise ProblemError(refusals.import_refused(statement, module_known=False))
        known = {"*", *OPERATIONS.spellings, *CONSTANTS, *dialect.constructors}
        if statement.name is None:
            self._modules[statement.alias] = Module(statement.module)
        elif statement.name not in known:
            raise ProblemError(refusals.import_refused(statement, module_known=True))

    # Names, as the evaluator asks for them

    def look_up(self, part: Name) -> Item:
        """What a name stands for. Raises ProblemError (unknown-name)."""
        name = part.name
        value = self._values.get(name)
        if value is None:
            module = self._modules.get(name) if name not in self._given else None
            if module is not None:
                return module
            value = self._first_use(part)
        if isinstance(value, Tensor):
            self._mentions.append((part.span, value))
        return value

    def known(self, name: str) -> Tensor | None:
        """The tensor that a name stands for already, if any."""
        value = self._values.get(name)
        return value if isinstance(value, Tensor) else None

    def constructed(self, leaf: Tensor, label: str | None, literal: Span) -> None:
        """An assignment makes it an input of that name; without one it keeps its label or its text."""
        leaf.label = label or self._program.text[slice(*leaf.span)] if leaf.span else label
        self._literals[leaf] = literal
        self._unassigned.append(leaf)

    def note(self, problem: Problem, mention: tuple[Span, Tensor]) -> None:
        """Something worth saying of a name that stands for a tensor."""
        self._problems.append(problem)
        self._mentions.append(mention)

    def _first_use(self, part: Name) -> Tensor:
        """A name that no statement has given a value: one of the request's inputs, a constant, or an input that counts as 1."""
        name = part.name
        if name in self._given:
            leaf = Tensor(self._given[name])
        elif name in CONSTANTS:
            leaf = self._evaluator.constant(CONSTANTS[name], part.span)
            leaf.label = name
            self._values[name] = leaf
            return leaf
        elif name in OPERATIONS.spellings or name in CONSTRUCTORS:
            raise ProblemError(refusals.function_as_value(name, part.span))
        else:
            leaf = Tensor(ASSUMED)
            self._assumed.add(leaf)
            self._problems.append(refusals.assumed_input(name, part.span, self._values))
            if together := refusals.run_together(name, part.span, self._values):
                self._problems.append(together)
        self._used.add(name)
        leaf.span = part.span
        self._register(leaf, name)
        self._values[name] = leaf
        return leaf

    # Inputs and output

    def _check_given(self) -> None:
        for name in self._given:
            if name in self._used or self._failed():
                continue
            computed = name in self._values
            self._problems.append(refusals.not_an_input(name, None) if computed else refusals.unknown_input(name, self._inputs))

    def _output(self, name: str | None) -> Tensor | None:
        if name is not None:
            chosen = self.known(name)
            if chosen is None:
                self._problems.append(refusals.unknown_output(name, self._values))
            return chosen
        if self._requested is not None:
            return self._requested
        if not self._made:
            self._problems.append(refusals.empty_program(self._program.text))
            return None
        return self._made[-1][1]


def _literal(expression: Expression) -> Span:
    """The place of the number that an input was assigned: inside a constructor its argument."""
    last = expression[-1]
    inner = expression[-2] if isinstance(last, Call) and len(expression) > 1 else last
    return inner.span
