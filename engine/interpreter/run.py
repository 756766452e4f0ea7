"""Runs a program, define-by-run: each statement is computed as it is reached, and the tensors remember the graph.

Work is counted and refused before it is done (`Limits`). Nothing of the program is ever handed to Python for evaluation. Knows
nothing of gradients; which tensor is the output, and what the names stand for, is in the `Run` it returns.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Gradients, backward, seed_of
from backpass.engine.autodiff.second_order_kinks import problems_at_borders
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors, evaluation_order
from backpass.engine.interpreter.builtins.formatting import shown
from backpass.engine.interpreter.builtins.module_texts import is_module
from backpass.engine.interpreter.bytecode import CodeObject
from backpass.engine.interpreter.compiler import compile_apart, compile_program
from backpass.engine.interpreter.drawn_models import drawn_model
from backpass.engine.interpreter.errors import call_errors, element_errors, hook_errors, missing_return, program_errors
from backpass.engine.interpreter.errors.earlier_cell import of_earlier_cell
from backpass.engine.interpreter.errors.lost_powers import power_of_e, square_as_name
from backpass.engine.interpreter.errors.used_too_early import Settings
from backpass.engine.interpreter.exceptions import is_exit
from backpass.engine.interpreter.libraries.passed_over.plots_and_timers import is_passed_over
from backpass.engine.interpreter.libraries.spellings import CONSTANTS, CONSTRUCTORS, NOT_FINITE
from backpass.engine.interpreter.machine import Machine
from backpass.engine.interpreter.program_state.call_groups import Groups
from backpass.engine.interpreter.program_state.imports import Imports
from backpass.engine.interpreter.program_state.inputs import Inputs, numbers_in_lists
from backpass.engine.interpreter.program_state.live_tensors import Table
from backpass.engine.interpreter.program_state.loop_memory import LoopMemory
from backpass.engine.interpreter.program_state.output import Outcome
from backpass.engine.interpreter.program_state.requested_output import asked_for
from backpass.engine.interpreter.program_state.side_effects import Effects
from backpass.engine.interpreter.program_state.stop import Stop, stopped
from backpass.engine.interpreter.program_state.what_follows import Following, is_kept
from backpass.engine.interpreter.tensor_semantics.attributes import Attributes
from backpass.engine.interpreter.tensor_semantics.backward_calls import Passes
from backpass.engine.interpreter.tensor_semantics.exact_whole_numbers import integer_written, whole_number_at
from backpass.engine.interpreter.tensor_semantics.graph_walk import WALKED, send, walked, whole_pass
from backpass.engine.interpreter.tensor_semantics.in_place import is_in_place
from backpass.engine.interpreter.tensor_semantics.library_differences import ONCE, difference
from backpass.engine.interpreter.tensor_semantics.pass_notes import library_called, notes_of_pass
from backpass.engine.interpreter.values import (
    MISSING,
    UNKNOWN,
    Builtin,
    Class,
    Extremes,
    GradientContext,
    Held,
    Instance,
    Item,
    LibraryModule,
    Method,
    Scope,
    SkippedError,
    SourceFloat,
    Then,
    Unknown,
    UserFunction,
    WrittenInteger,
    are_no_numbers,
    are_unlike_arrays,
    holds_tensors,
    number_literal,
)
from backpass.engine.language import parse, parse_expression, syntax_tree
from backpass.engine.language.notation.letters import runs_of_letters
from backpass.engine.language.parsing.lexer import LONGEST_NAME, SUPERSCRIPTS_WRITTEN
from backpass.engine.language.parsing.strings import unquoted
from backpass.engine.language.program import (
    Assign,
    Define,
    DefineClass,
    Evaluate,
    For,
    Import,
    Program,
    Statement,
    While,
    calls_something,
    names_assigned,
    names_given,
    names_read,
    walk,
)
from backpass.engine.language.syntax_tree import (
    Apply,
    AssignmentTarget,
    Attribute,
    Call,
    Expression,
    Name,
    NumberLiteral,
    Part,
    StringLiteral,
)
from backpass.engine.limits import TOO_MUCH, Limits
from backpass.engine.messages import say
from backpass.engine.operations import Data, Family, Operation
from backpass.engine.problems import Code, Problem, ProblemError, Severity, Span
from backpass.engine.progress import observed
from backpass.engine.shapes import finite_data

ASSUMED = 1.0
"""What a name without a value counts as."""

_SIGMA = "σ"
"""The sigmoid where it is called, a number like any other letter where it is not."""

_FATAL = {Code.TOO_MANY_NODES, Code.TOO_MANY_ELEMENTS, Code.TOO_MANY_REPETITIONS, Code.TOO_DEEP, Code.TOO_MUCH_WORK}
"""After these, reading on would only cost more."""


@dataclass(slots=True)
class Run:
    """What running a program gave."""

    program: Program
    output: Tensor
    names: dict[str, Tensor]
    """What each name refers to at the end."""
    inputs: dict[str, Tensor]
    """The leaves a gradient is wanted for, by a name that is unique: a second leaf called x is `x#2`."""
    literals: dict[Tensor, Span]
    """Where the number of an assigned input stands."""
    assumed: set[Tensor]
    name_references: list[tuple[Span, Tensor]]
    """Where names stand for tensors."""
    made: list[tuple[Statement, Tensor]]
    """What each statement of the top level computed."""
    problems: list[Problem] = field(default_factory=list)
    parameters: set[Tensor] = field(default_factory=set)
    """Those inputs that belong to an object of the program, such as a neuron's weights."""
    groups: Groups = field(default_factory=Groups)
    printed: list[str] = field(default_factory=list)
    """The lines that the program printed."""
    is_data_dependent: bool = False
    """Whether the graph may be another one for other inputs: the program looked at numbers."""

    differentiated: bool = False
    """Whether the program takes gradients itself."""
    passed: list[Problem] = field(default_factory=list)
    """Notes on the places at which it took them, with the numbers as they are."""
    upstream: Any = None
    """The gradient with which the program itself begins its backward pass, `y.backward(gradient)`; None where it gives none."""
    by_hand: Sequence[Tensor] = ()
    """The results whose `_backward()` the program calls, where those calls are one whole backward pass from the output."""
    stopped_at: int | None = None
    """Where the first statement with an error begins, in a program that was run up to it (see `partial`); else None."""
    stopped_within: bool = False
    """Whether it was run up to a place within a statement of the top level: a loop, or a function that it called."""
    drawn: bool = False
    """Whether the output is that of a model which the program does not call, on numbers that stand in (see `drawn_models`)."""

    stopped_by: Sequence[Problem] = ()
    """Why it was run up to a place only."""
    is_requested: bool = False
    """Whether the program calls `.backward()` on its output."""
    of_output: AbstractSet[Tensor] = frozenset()
    """What statements of the top level computed that is a gradient of the output, taken by the program itself."""
    left_out: Sequence[Span] = ()
    """The statements without which it was run, since they could not be (see `partial`)."""

    def seed(self, given: Any = 1.0) -> Data:
        """The gradient to begin with: the one that a request gives, where that is not the usual 1, else the program's, else 1.

        Raises ProblemError (invalid-input).
        """
        if type(given) in (int, float) and given == 1:
            return 1.0 if self.upstream is None else self.upstream
        return finite_data(given, say("the-upstream-gradient"))

    def in_its_order(self, gradients: Gradients) -> Gradients:
        """The gradients of its output, whose contributions arrive in the order in which the program sends them by hand."""
        if not self.by_hand:
            return gradients
        positions = {tensor: position for position, tensor in enumerate(gradients.tensors)}
        return replace(gradients, order=[positions[each] for each in self.by_hand])

    def named(self, name: str) -> Tensor | None:
        """What a name means when a gradient is asked for it: the input of that name, else what it refers to at the end."""
        return self.inputs[name] if name in self.inputs else self.names.get(name)


class StoppedError(ProblemError):
    """A program has errors; `statement` is the index of the first statement of the top level that could not be run."""

    def __init__(self, problems: Iterable[Problem], printed: Sequence[str], statement: int | None) -> None:
        super().__init__(problems, printed)
        self.statement = statement


_USUAL_LIMITS = Limits()

_LONGEST_TRIAL, _MAX_OF_TRIAL = 20_000, 2_000
"""Characters of a text that is tried with a call behind it, and the most nodes and repetitions of that."""
_SAYS_PARAMETERS = re.compile(
    r"nn\.Module|\.parameters\(\)|requires_grad=True|requires_grad_\(|requires_grad = True|Parameter\("
    r"|(?:nn\.|\bfrom\s+torch\.nn\s+import\b(?:\s*\([^)]*|[^\n]*)\b)"
    r"(?:Module|(?:Linear|Bilinear|Conv[123]d|ConvTranspose[123]d|LayerNorm|MultiheadAttention)\b"
    r"|Embedding|LSTM|GRU|RNN|BatchNorm|Transformer)"
)
"""What stands in the text of a program that says of which tensors PyTorch computes gradients."""
_TAKES_COUNTS = (
    r"\b(?:range|randn|rand|randint|randperm|zeros|ones|empty|full|eye|arange|linspace|view|reshape|expand|repeat|unfold"
    r"|Linear|Embedding|LayerNorm|Conv[123]d|LSTM|GRU|RNN)"
)
"""Functions that are given how often or how many; the pattern of their names."""
_MAX_CHECKED = 20_000
"""Operations of backward passes that are compared with what the library of the program does."""
_MAX_BEHIND = 100
"""Characters behind a name in which its power is looked for, as in `sin²(x)`."""


def run(
    program: Program,
    inputs: Mapping[str, Any] | None = None,
    output: str | None = None,
    limits: Limits | None = None,
    names: Collection[str] = (),
) -> Run:
    """Computes the program with the given inputs (numbers or nested lists by name). `names` are asked for as they are written, so
    they are no products of letters.

    Raises ProblemError with every error found: of the text, of the inputs, of single statements, and of an unknown output.
    """
    return _Interpreter(program, inputs or {}, limits or _USUAL_LIMITS).run(output, names)


def machine_of(program: Program) -> Machine:
    """A machine for calls from outside of a program that names a library, before any of it has run."""
    return _Interpreter(program, {}, _USUAL_LIMITS).machine


def run_until_stopped(
    program: Program, inputs: Mapping[str, Any], output: str | None, limits: Limits | None, names: Collection[str] = ()
) -> Run:
    """As `run`, up to the first place with a problem, also within a loop or a called function: the output is what is known of the
    loss or the model there. Of a program that only defines a model, it is that of the model on numbers that stand in. The run has
    `stopped_by` and `stopped_at`, where a problem stopped it.

    Raises ProblemError where there is nothing to show.
    """
    return _Interpreter(program, inputs, limits or _USUAL_LIMITS, halts=True).run(output, names)


def errors_of(
    program: Program, inputs: Mapping[str, Any], output: str | None, limits: Limits, names: Collection[str] = ()
) -> ProblemError | None:
    """Every error of a program, as far as it is run under limits that may be too small for it: those of work are among them."""
    interpreter = _Interpreter(program, inputs, limits)
    interpreter._is_timed = True
    try:
        interpreter.run(output, names)
    except ProblemError as error:
        known = [each for each in interpreter._problems if each.severity is Severity.ERROR and each not in error.problems]
        return ProblemError([*known, *error.problems], error.printed)
    return None


@lru_cache(maxsize=100)
def _with_products(program: Program, products: frozenset[str]) -> Program:
    """The same text with these names read as products of their letters. Kept, since what is computed is kept by program."""
    read = parse(program.text, Limits(characters=len(program.text)), products)
    return read if program.end is None else read.up_to(program.end) or read


class _Interpreter:
    """The statements of one program and what its names stand for; they are run by a `Machine`."""

    def __init__(
        self,
        program: Program,
        given: Mapping[str, Any],
        limits: Limits,
        presets: Mapping[int, Any] | None = None,
        *,
        halts: bool = False,
    ) -> None:
        self._program = program
        self._halts = halts
        """Whether it ends at the first problem, with what is known there."""
        self._stop: Stop | None = None
        self._stopped_by: list[Problem] = []
        """Why it ended there."""
        self._drawing_stopped_by: Sequence[Problem] = ()
        """What stopped a model that the program only defines."""
        self._within: dict[str, Item] = {}
        """What names stand for besides those of the top level, where the program stopped within functions."""
        self._drawn = False
        self._machine = Machine(limits, self, structured=program.structured)
        self._started_with = (program, given, limits)
        self._inputs = Inputs(given, presets or {}, self._machine.evaluator)
        self._effects = Effects(limits)
        self._effects.on_pass = self._note_pass
        self._checked = 0
        """Operations of backward passes that were compared with what the library of the program does."""
        self._machine.aliases.catch_up = self._effects.catch_up
        self._passes = Passes(self._machine)
        self._attributes = Attributes(self._machine, self._effects)
        self._problems = [*program.problems, *self._inputs.problems]
        self._imports = Imports()
        self._settings = Settings(program)
        self._scope = Scope()
        self._values = self._scope.names
        self._mentions: list[tuple[Span, Tensor]] = []
        self._made: list[tuple[Statement, Tensor]] = []
        self._outcome = Outcome()
        self._noted: set[tuple[Code, Span | None]] = set()
        self._differences: set[tuple[str, str]] = set()
        """Notes on the whole program."""
        self._fixed: set[Tensor] = set()
        """Leaves that were made without a gradient on purpose."""
        self._passed: list[Problem] = []
        """Notes on the places at which the program took gradients itself."""
        self._prints = False
        """Whether it calls `print`; a value that the last line only shows is no reason to call the program complete."""
        self._deleted: set[str] = set()
        self._is_timed = halts
        """Whether it ends when it has run for as long as the limits say."""
        self._is_trial = False
        """Whether it is run to see whether it runs, so that nothing is offered for it."""
        self._failed_first: int | None = None
        """The index of the first statement that could not be run."""
        self._memory = LoopMemory(self._machine, self._inputs, self._effects, program.libraries, self._tables())
        self._machine.evaluator.free = self._memory.free
        self._rebound = {name for each in program.statements if isinstance(each, For | While) for name in names_assigned(each)}
        """The names of the top level that a loop, or a function by `global`, gives other values."""
        self._rebound |= program.declared

    @property
    def machine(self) -> Machine:
        return self._machine

    def run(self, output: str | None, names: Collection[str] = ()) -> Run:
        with observed(self._machine):
            self._run_statements()
        if products := self._products({*names, output}):
            program, given, limits = self._started_with
            return _Interpreter(_with_products(program, products), given, limits, halts=self._halts).run(output)
        elsewhere = self._halts and not self._failed() and not (self._stop is None and self._has_output())
        chosen = self._output_where_stopped(output) if elsewhere else None
        known: dict[str, Item] = {**self._values, **self._within}
        if chosen is not None:
            self._machine.evaluator.count_from_zero()
            self._inputs.keep_reached(set(ancestors(chosen)))
        held = {name: item for name, item in known.items() if not isinstance(item, Unknown)}
        self._inputs.name_parameters(held, self._machine.aliases.current)
        if presets := self._inputs.presets():
            return _Interpreter(*self._started_with, presets, halts=self._halts).run(output)
        if self._stop is None:
            self._check_given()
        result = chosen
        if result is None and not self._failed() and (self._stop is None or output in self._values):
            result = self._output(output)
        if result is None or self._failed():
            kept = [each for each in self._problems if each.code is not Code.EMPTY_PROGRAM or not self._drawing_stopped_by]
            found = [*self._stopped_by, *kept, *self._drawing_stopped_by]
            errors = [problem for problem in found if problem.severity is Severity.ERROR]
            errors.sort(key=lambda problem: problem.span or (0, 0))
            raise StoppedError(errors, self._effects.printed, self._failed_first)
        if self._machine.standing:
            self._machine.standing.check(result, result.span)
        self._note_constant_output(result)
        self._memory.finish(result, self._values)
        if self._memory.loop is not None:
            self.note(program_errors.last_repetition(self._memory.loop))
        is_requested = result is self._effects.requested
        upstream = self._effects.upstream if is_requested else None
        self._problems += map(hook_errors.not_called, self._machine.hooks.uncalled(result))
        taken = self._outcome.gradients
        of_output = {made for _, made in self._made if made in taken and result in taken[made]}
        result = self._machine.hooks.outgoing(result)
        self._effects.settle(result)
        if self._outcome.gradients:
            self._passed += problems_at_borders(self._differentiated_again(result), self._program.text)
        self._machine.aliases.has_ended = True
        current = self._machine.aliases.current
        by_hand = self._by_hand(result)
        if (cut := self._effects.cut()) is not None:
            self._problems.append(cut)
        return Run(
            self._program,
            result,
            {name: current(value) for name, value in self._values.items() if isinstance(value, Tensor)},
            self._inputs.leaves,
            self._inputs.literals,
            self._inputs.assumed,
            self._mentions,
            self._made,
            [*self._problems, *(self._drawing_stopped_by if self._drawn else ())],
            self._inputs.parameters,
            self._machine.groups,
            self._effects.printed,
            self._machine.is_data_dependent or self._effects.read or self._memory.loop is not None,
            bool(self._outcome.gradients),
            self._passed,
            upstream,
            by_hand,
            None if self._stop is None else self._stop.position,
            self._stop is not None and self._stop.within,
            self._drawn,
            self._stopped_by,
            is_requested,
            of_output,
        )

    def _by_hand(self, result: Tensor) -> Sequence[Tensor]:
        """The calls of `_backward()`, where they are a whole pass from the output, which is then what the steps show."""
        sent = self._effects.sent_by_hand
        calls = whole_pass(result, sent) if sent else ()  # which goes through the whole graph
        if calls:
            self._problems = [program_errors.steps_by_hand(each) for each in self._problems]
        return calls

    def _tables(self) -> list[Table]:
        """What is noted of tensors here."""
        return [
            self._fixed,
            self._machine.evaluator.exact.known,
            self._inputs.literals,
            self._outcome.gradients,
            *self._passes.tables,
        ]

    def _differentiated_again(self, result: Tensor) -> set[Tensor]:
        """What the gradients in the graph of the output were taken of: where they are, slopes are differentiated."""
        taken: dict[Tensor, None] = {}
        waiting = [result]
        for each in waiting:
            outputs = {output for tensor in ancestors(each) for output in self._outcome.gradients.get(tensor, ())}
            waiting += [output for output in outputs if output not in taken]
            taken |= dict.fromkeys(outputs)
        return {tensor for output in taken for tensor in ancestors(output)}

    def _products(self, asked_for: Collection[str | None]) -> frozenset[str]:
        """The names that turned out to have no value and to be letters side by side."""
        assumed = [leaf.label for leaf in self._inputs.assumed if leaf.label and len(leaf.label) > 1]
        if not assumed or self._program.products:
            return frozenset()
        return runs_of_letters(self._program, set(assumed).difference(asked_for), self._inputs.given)

    def _run_statements(self) -> None:
        """One statement after the other; a problem in one does not hide the next."""
        machine = self._machine
        code = compile_program(self._program)
        if self._is_timed:
            machine.end_in_time()
        start: Any = lambda: machine.start(code, self._scope)  # noqa: E731
        while True:
            try:
                start()
            except (ProblemError, SkippedError) as error:
                place = machine.evaluator.place
                if is_exit(error):
                    machine.recover(code)
                    return
                if self._halts:
                    self._halted(error, place, code)
                    return
                within = machine.recordings[-1] if machine.recordings else None
                index = machine.recover(code)
                statement = self._program.statements[index]
                machine.is_behind_error = True
                if isinstance(error, ProblemError):
                    self._failed_first = index if self._failed_first is None else self._failed_first
                    problems = self._placed(error, statement, place)
                    self._problems += problems if within is None else map(within.named_in, problems)
                    if any(problem.code in _FATAL for problem in error.problems):
                        raise StoppedError(problems, self._effects.printed, self._failed_first) from None
                self._values |= dict.fromkeys(names_given(statement), UNKNOWN)
                start = machine.resume
            else:
                return

    def _placed(self, error: ProblemError, statement: Statement, place: Span | None) -> list[Problem]:
        """What to say of a problem in a statement of the top level; `place` is where the program called a library then."""
        elsewhere = self._of_earlier_cell(error, statement)
        if elsewhere is not None:
            return [elsewhere]
        code = error.problems[0].code
        if code in TOO_MUCH and (endless := program_errors.never_ends(statement.span, self._program.text)):
            return [replace(endless, code=code)]
        if place is not None:
            return [replace(problem, span=place, replacement=None) for problem in error.problems]
        if missing := missing_return.of_use(error, self._program):
            return [missing]
        inside = len(self._program.text)  # a place beyond it is one in the text of a library
        found = [replace(each, span=None) if each.span and each.span[1] > inside else each for each in error.problems]
        if code in TOO_MUCH:
            found = [program_errors.too_long_a_loop(each, statement.span, self._program.text) for each in found]
        return [problem.at(statement.span) for problem in found]

    def _halted(self, error: Exception, place: Span | None, code: CodeObject) -> None:
        """Notes where the program stopped and why, and what its names stand for there."""
        machine, problems = self._machine, error.problems if isinstance(error, ProblemError) else []
        where = place or next((problem.span for problem in problems if problem.span is not None), None)
        self._failed_first = machine.failed(code)
        statement = self._program.statements[self._failed_first]
        if machine.is_out_of_time:  # wherever in it that was
            begin, end = statement.span
            where = place = begin, min(end, self._program.text.find("\n", begin) % (end + 1))
        within = machine.recordings[-1] if machine.recordings else None
        if isinstance(error, ProblemError):
            placed = self._placed(error, statement, place)
            self._stopped_by = placed if within is None else [*map(within.named_in, placed)]
        self._stop = stopped(machine, self._program.text, where, statement, self._scope)._replace(statement=self._failed_first)
        machine.recover(code)
        machine.evaluator.count_from_zero()

    def _of_earlier_cell(self, error: ProblemError, statement: Statement) -> Problem | None:
        """What to say where a name without a value is used as a list or as an object: it is an input here."""
        read = names_read(statement)
        assumed = sorted(self._inputs.assumed, key=evaluation_order)
        return of_earlier_cell(error, self._program.text, {str(each.label): each.span for each in assumed if each.label in read})

    def _failed(self) -> bool:
        return any(problem.severity is Severity.ERROR for problem in self._problems)

    # Statements of the top level, as the machine reaches them

    def _refuse_decimal_comma(self, statement: Assign | Evaluate, value: Item) -> None:
        """`y = 1,5*x` in a formula is two values, 1 and 5x, where somebody probably meant one. Raises ProblemError."""
        if not isinstance(value, tuple) or self._program.structured or self._program.libraries - {""}:
            return
        last = statement.expression[-1]
        written = self._program.text[slice(*last.span)]
        comma = _DECIMAL_COMMA.search(written)
        if comma is None or _LETTER.search(written, comma.end()) is None:
            return
        if isinstance(last, syntax_tree.Collection) and not set(written[: comma.start()]) & set("([{"):
            raise ProblemError(program_errors.not_a_number(value, last))

    def _refuse_repeated_text(self, statement: Assign | Evaluate) -> None:
        """`y = x * 'abc'`, of which nothing is made, is a product of numbers for who wrote it: repeated texts have a number
        written, as in `'-' * 40`. Raises ProblemError.
        """
        parts = statement.expression
        last = parts[-1]
        if len(parts) != 3 or not isinstance(last, Apply) or last.symbol != "*":
            return
        for part in parts[:2]:
            text = self._values.get(part.name) if isinstance(part, Name) else None
            text = unquoted(part.value) if isinstance(part, StringLiteral) else text
            if isinstance(text, str) and any(isinstance(each, Name) for each in parts):
                raise ProblemError(program_errors.not_a_number(text, last))

    def _refuse_formula_as_text(self, statement: Assign | Evaluate) -> None:
        """`y = "x" * 3` and a last line `y = 'x*3'`, of which nothing is made: the quotes are one too many where the text is a
        number, or is computed of names that have one. A text in words stays what it is. Raises ProblemError.
        """
        parts = statement.expression
        if not all(isinstance(part, StringLiteral | NumberLiteral | Name | Apply) for part in parts):
            return
        if len(parts) == 1 and statement is not self._program.statements[-1]:
            return
        for part in parts:
            if isinstance(part, StringLiteral) and self._is_formula(text := unquoted(part.value)):
                raise ProblemError(program_errors.formula_as_text(text, part, is_alone=len(parts) == 1))

    def _is_formula(self, text: str) -> bool:
        """Whether a text is a number, or is computed of names that have one by now."""
        if not text.strip() or len(text) > _LONGEST_FORMULA or "\n" in text:
            return False
        try:
            parts = parse_expression(text)
        except ValueError:
            return False
        names = (self._values.get(part.name) for part in parts if isinstance(part, Name))
        has_values = all(isinstance(value, Tensor | int | float) for value in names)
        return has_values and all(isinstance(part, Name | NumberLiteral | Apply | Call) for part in parts)

    def assigned(self, statement: Assign, index: int, value: Item, *, plain: bool) -> None:
        """Gives the names of an assignment their value; a number that stands there is an input."""
        if isinstance(value, Unknown):
            raise SkippedError
        target = statement.targets[0]
        assert isinstance(target, AssignmentTarget)
        self._refuse_decimal_comma(statement, value)
        if isinstance(value, str) and self._program.last_use.get(target.name, -1) <= index:
            self._refuse_repeated_text(statement)
            self._refuse_formula_as_text(statement)
        if isinstance(value, list) and self._is_tensor(value):
            items, value = value, self._machine.evaluator.tensor(value, statement.expression[-1])
            self._outcome.stacked(items, value)
        if plain and self._is_input(statement, value, index):
            value = self._as_input(target, value, statement.expression)
        elif plain and target.name in self._inputs.given and target.name not in self._inputs.used and not self._is_fixed(value):
            raise ProblemError(program_errors.not_an_input(target.name, target.span))
        elif plain and isinstance(value, list) and isinstance(statement.expression[-1], syntax_tree.Collection):
            value[:] = self._with_inputs(target, value, statement)
        for each in statement.targets:
            assert isinstance(each, AssignmentTarget)
            self._values[each.name] = value
        now = self._machine.aliases.current(value) if self._machine.evaluator.careful and isinstance(value, Tensor) else value
        if isinstance(now, Tensor):
            for each in statement.targets:
                now.label = now.label or self._inputs.distinguished(each.name)  # type: ignore[union-attr]
                if self._machine.groups.current is None:
                    self._mentions.append((each.span, now))
        self._inputs.keep_unassigned(named=plain, held=(target.name, value))
        self._outcome.valued(now, target.span, target.name)
        if isinstance(now, Tensor) and plain:
            self._made.append((statement, now))

    def _is_tensor(self, items: list[Item]) -> bool:
        """Whether a list is the tensor of its rows: in a formula, where it holds no arrays of different shapes."""
        if self._program.structured or not (holds_tensors(items) or any(isinstance(each, list | tuple) for each in items)):
            return False
        return not are_no_numbers(items) and not are_unlike_arrays(items)

    def _as_input(self, target: AssignmentTarget, value: Item, expression: Expression) -> Item:
        """The input that an assignment makes of a number; of the same library as what it is made of."""
        leaf = self._inputs.assigned(target, value, expression)
        if isinstance(value, Tensor) and isinstance(leaf, Tensor):
            self._became(value, leaf)
        return leaf

    def _became(self, value: Tensor, leaf: Tensor) -> None:
        """Another tensor takes the place of one, of the same library."""
        if self._machine.aliases.knows_libraries:
            self._machine.tracking.became(value, leaf)
            if library := self._machine.aliases.library_of(value):
                self._machine.aliases.made(leaf, library)

    def _with_inputs(self, target: AssignmentTarget, items: list[Item], statement: Assign) -> list[Item]:
        """The items of a list that gets a name, with inputs `w[0]`, `w[1]` in the place of arrays that would be inputs by
        themselves, `w = torch.ones(3)`.
        """
        found: list[Item] = []
        for index, item in enumerate(items):
            is_made = isinstance(item, Tensor) and item.operation is None and item.label is None and not item.requires_grad
            if (
                isinstance(item, Tensor)
                and is_made
                and item.shape
                and not (item in self._fixed or self._is_data(item, statement))
            ):
                leaf = self._inputs.new(f"{target.name}[{index}]", item.raw, item.span, self._inputs.literals.pop(item, None))
                self._became(item, leaf)
                found.append(leaf)
            else:
                found.append(item)
        return found

    def _is_data(self, value: Tensor, statement: Assign) -> bool:
        """Whether an array is data beside parameters: PyTorch computes no gradient of it, and the request gives no other."""
        given = any(isinstance(each, AssignmentTarget) and each.name in self._inputs.given for each in statement.targets)
        return bool(value.shape) and not given and self.has_parameters()

    def _is_count(self, value: Item, statement: Assign) -> bool:
        """Whether a whole number is how often or how many beside parameters, `T` of `range(T)` and `torch.randn(T, 3)`: no other
        number would be of any use there, and PyTorch computes no gradient of it.
        """
        names = [each.name for each in statement.targets if isinstance(each, AssignmentTarget)]
        if (
            not isinstance(value, WrittenInteger)
            or any(name in self._inputs.given for name in names)
            or not self.has_parameters()
        ):
            return False
        return any(re.search(rf"{_TAKES_COUNTS}\([^()=]*\b{re.escape(name)}\b", self._program.code) for name in names)

    def taken_apart(self, targets: Sequence[AssignmentTarget]) -> None:
        """Names of the top level have got the parts of a value."""
        for target in targets:
            if target.name != "_":
                self._outcome.valued(self._values.get(target.name), target.span, target.name)

    def _is_input(self, statement: Assign, value: Item, index: int) -> bool:
        """Whether an assignment makes an input: of a number, of a constructor, or of arithmetic with numbers that is
        used later.
        """
        if isinstance(value, Tensor):
            if value.requires_grad:
                return any(value is leaf for leaf in self._inputs.unassigned)
            if value in self._fixed or self._is_data(value, statement):
                return False
            if value.operation is None and value.label is None:
                return True
        elif isinstance(value, list):
            return numbers_in_lists(statement.expression)
        elif isinstance(value, bool) or not isinstance(value, int | float) or self._is_count(value, statement):
            return False
        elif isinstance(value, SourceFloat | WrittenInteger):
            # A 0 that a loop adds to is where the sum starts.
            return not (
                value == 0 and any(each.name in self._rebound for each in statement.targets if isinstance(each, AssignmentTarget))
            )
        numbers_only = all(
            isinstance(part, NumberLiteral | Apply) or (isinstance(part, Name) and part.name in CONSTANTS)
            for part in statement.expression
        )
        return (numbers_only or self._is_arithmetic_with_arrays(statement, value)) and any(
            self._program.last_use.get(each.name, -1) > index for each in statement.targets if isinstance(each, AssignmentTarget)
        )

    def _is_arithmetic_with_arrays(self, statement: Assign, value: Item) -> bool:
        """Whether a value is arithmetic with numbers and with an array that has no name, `randn(3, 4) * 0.05`: alone, the array
        would be an input of this name.
        """
        last = statement.expression[-1]
        if not (isinstance(value, Tensor) and value.shape and isinstance(last, Apply)) or self._machine.kinds.is_whole(value):
            return False
        made_of = ancestors(value)
        return not any(
            each.label is not None or each in self._fixed or (each.operation and each.operation.family is Family.COMPARISON)
            for each in made_of
        )

    def _is_fixed(self, value: Item) -> bool:
        """Whether it was made without a gradient on purpose; the program may still give it one."""
        return isinstance(value, Tensor) and value in self._fixed

    def input_of(self, name: str, tensor: Tensor) -> Tensor:
        """An input with the number of a constant."""
        return self._inputs.new(name, tensor.raw, tensor.span, tensor.span)

    def watch(self, leaf: Tensor) -> None:
        """A leaf without a gradient gets one."""
        if not leaf.requires_grad:
            self._attributes.leaf_of(leaf)

    def evaluated(self, statement: Evaluate, value: Item, *, plain: bool) -> None:
        """An expression that stands alone: the output if nothing comes after it. A number outside the graph is shown."""
        if isinstance(value, Unknown):
            raise SkippedError
        last = statement.expression[-1]
        if isinstance(value, Extremes):
            value = value.values
        is_handle = isinstance(last, Call) and (last.name in _GIVEN_BACK or last.name.startswith(_FLAG))
        given_back = is_handle or (isinstance(last, Call) and (isinstance(value, Held) and is_in_place(last.name)))
        if isinstance(value, str) and len(statement.expression) == 1 and not isinstance(last, Name):
            raise ProblemError(program_errors.not_a_number(value, last))
        self._note_uncalled(last, value, plain=plain)
        if isinstance(value, str):
            self._refuse_repeated_text(statement)
            self._refuse_formula_as_text(statement)
        self._refuse_decimal_comma(statement, value)
        if isinstance(value, tuple) and plain:
            if not _is_stackable(value):
                self.print_(shown(self._machine, value, quoted=True), "\n", statement.span)
                return
            value = list(value)  # several values are one tensor
        if not given_back:
            self._outcome.valued(value, statement.span)
        mixed = isinstance(value, list | tuple) and are_no_numbers(value)
        if not isinstance(value, Tensor) and holds_tensors(value) and not mixed:
            value = self._machine.evaluator.tensor(value, last)
        if isinstance(value, Tensor):
            if plain and not given_back and not self._compares_instead(statement):
                self._made.append((statement, value))
        elif (
            value is not None
            and not isinstance(value, GradientContext)
            and not is_passed_over(value)
            and plain
            and not given_back
            and not (isinstance(last, Call) and (is_module(value) or isinstance(value, Builtin)))  # `model.eval()`
        ):
            self.print_(shown(self._machine, value, quoted=True), "\n", statement.span)
        self._inputs.keep_unassigned(named=plain)

    def _note_uncalled(self, last: Part, value: Item, *, plain: bool) -> None:
        """`optimizer.step` on a line of its own does nothing."""
        if plain and isinstance(last, Attribute) and isinstance(value, Method | Builtin):
            self.note(element_errors.not_called(last))

    def _compares_instead(self, statement: Evaluate) -> bool:
        """Whether `x == 3` stands before other lines where `x` has no value; a note then asks for `x = 3`, as it does for a last
        line `y == 3*x`, whose value is that of the comparison all the same.
        """
        parts, is_end = statement.expression, statement is self._program.statements[-1]
        last, name = parts[-1], parts[0]
        if not (isinstance(last, Apply) and last.symbol == "==" and isinstance(name, Name)) or self._program.is_latex:
            return False
        is_of_number = isinstance(parts[1], NumberLiteral) and all(isinstance(each, Apply) for each in parts[2:])
        value = self._values.get(name.name)
        if not (isinstance(value, Tensor) and value in self._inputs.assumed) or not (is_of_number or is_end):
            return False
        self.note(program_errors.compared_instead(name.name, self._program.text, last))
        return not is_end

    def import_(self, statement: Import, scope: Scope) -> None:
        """Makes a module's names known. Raises ProblemError (import-refused)."""
        if self._imports.take(statement, scope, self._machine):
            self.note(program_errors.ignored_import(statement))

    # Names, as the machine asks for them

    def look_up(self, part: Name) -> Item:
        """What a name without a value refers to: a module, a function, one of the request's inputs, a constant, or an
        input that counts as 1. Raises ProblemError (unknown-name).
        """
        name = part.name
        if name not in self._inputs.given:
            if name in _OF_PYTHON:
                return _OF_PYTHON[name]
            if name in self._imports.modules:
                return self._imports.modules[name]
            self._machine.refuse_from_elsewhere(name, part.span)
            if name in CONSTANTS or name in NOT_FINITE:
                if name == "e" and (lost := power_of_e(part.span, self._program, self._settings.of)):
                    self.note(lost)
                return self._constant(name, part.span)
            structured = self._machine.lists_are_python_s
            found = MISSING if name == _SIGMA and not structured else self._machine.ready(name)
            if isinstance(found, Operation) and (structured or self._program.libraries - {""}):
                return self._machine.function_of(found)
            if isinstance(found, Operation) or (name in CONSTRUCTORS and not structured):
                behind = self._program.text[part.span[1] : part.span[1] + _MAX_BEHIND]
                raise ProblemError(call_errors.function_as_value(name, part.span, behind))
            if found is not MISSING:
                return found  # type: ignore[return-value]
        self._refuse_input(name, part.span)
        leaf = self._inputs.new(name, ASSUMED, part.span)
        if name not in self._inputs.given:
            self._inputs.assumed.add(leaf)
            known = [*self._values, *self._settings.of]  # `biass` may be the `bias` of a line below
            early = self._settings.used_too_early(name, part.span, self._values, self._names_assumed())
            case = None if early else program_errors.other_case(name, part.span, self._program.text, self._values)
            case = case or (None if early or self._program.is_latex else program_errors.constant_in_other_case(name, part.span))
            self.note(early or case or program_errors.assumed_input(name, part.span, known))
            if together := program_errors.run_together(name, part.span, self._values):
                self.note(together)
            if lost := square_as_name(name, part.span, self._program, self._settings.of):
                self.note(lost)
        self._values[name] = leaf
        return leaf

    def _refuse_input(self, name: str, span: Span) -> None:
        """Raises ProblemError for a name that is no input: a deleted one, the unit of complex numbers, and in a script one that
        is set only later, as cells do that ran in another order. A formula may be followed by what its letters are.
        """
        if name in self._deleted:
            raise ProblemError(element_errors.deleted(name, span))
        if name in self._inputs.given:
            return
        behind_number = _IMAGINARY.search(self._program.text, max(0, span[0] - _MAX_BEHIND), span[1])
        if name == "j" and behind_number:
            raise ProblemError(program_errors.complex_number(behind_number[0], span))
        if not self._program.libraries - {""}:
            return
        # What stands in a `try` may be handled by giving the name a value there.
        is_tried = self._machine.tries()
        later = next((each for each in self._settings.of.get(name, ()) if is_tried or each.span[0] > span[0]), None)
        if later is not None:
            line = self._program.text.count("\n", 0, later.span[0]) + 1
            raise ProblemError(program_errors.set_below(name, line, span))

    def _names_assumed(self) -> set[str]:
        return {leaf.label for leaf in self._inputs.assumed if leaf.label}

    def module(self, name: str) -> LibraryModule | None:
        """The module that a name without a value refers to; None where it refers to none."""
        return None if name in self._inputs.given else self._imports.modules.get(name)

    def is_raised(self, span: Span) -> bool:
        """Whether a power stands behind a stretch of the text."""
        return self._program.text[span[1] :].lstrip().startswith(("^", "**", *SUPERSCRIPTS_WRITTEN))

    def deleted(self, name: str, span: Span) -> None:
        """`del name`."""
        self._deleted.add(name)

    def _constant(self, name: str, span: Span) -> Tensor:
        leaf = self._machine.evaluator.constant(NOT_FINITE.get(name, CONSTANTS.get(name)), span)
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
        self._machine.tracking.declare(leaf)
        leaf.label = label or (self._program.text[slice(*leaf.span)][:LONGEST_NAME] if leaf.span else None)
        if literal is not None:
            self._inputs.literals[leaf] = literal
        within = len(self._machine.frames) > 1 or self._machine.groups.current is not None
        self._machine.evaluator.count(leaf)
        if within:
            self._inputs.within(leaf, leaf.label or "value")
        else:
            self._inputs.unassigned.append(leaf)

    def is_unnamed(self, leaf: Tensor) -> bool:
        """Whether a leaf was made by the expression that is computed right now, so that no name can stand for it."""
        return self._inputs.is_newest(leaf)

    def became_member(self, value: Tensor | Instance, owner: Instance, name: str) -> None:
        """An object has got a leaf, or a module, as its member."""
        self._inputs.became_member(value, owner, name)

    def is_no_input(self, tensor: Tensor, made_by: str, part: Any) -> None:
        """A tensor that a constructor made is the result of an operation of the program's own, a class of that name."""
        self._inputs.forget(tensor, part.span)
        self._machine.tracking.undeclare(tensor)
        unused = program_errors.own_rule(made_by, part.span).message
        self._problems = [problem for problem in self._problems if problem.message != unused]

    def argument(self, name: str, value: Any) -> Item:
        """A number that the top level writes into a call of a function of the program is an input, called as the parameter."""
        return self._inputs.argument(name, value)

    def uses(self, library: str) -> bool:
        """Whether the program names a library, such as `torch`."""
        return library in self._program.libraries

    def functions(self) -> Iterable[str]:
        """The names of the functions and classes that the program defines."""
        return [name for name, value in self._values.items() if isinstance(value, UserFunction | Class)]

    def is_integer_literal(self, tensor: Tensor) -> bool:
        """Whether a leaf is written as a whole number in the program."""
        literal = self._inputs.literals.get(tensor) or (None if tensor.requires_grad else tensor.span)
        if literal is None:
            return not tensor.requires_grad
        return integer_written(self._program.text[slice(*literal)]) is not None

    def whole_number_written(self, tensor: Tensor) -> int | None:
        """The whole number as which a leaf is written; None where it is written as none."""
        literal = self._inputs.literals.get(tensor) or (None if tensor.requires_grad else tensor.span)
        return whole_number_at(self._program.text, literal, tensor)

    def is_written_whole(self, tensor: Tensor) -> bool | None:
        """Whether a leaf is written as a whole number, or as a float; None where it is not written as a number."""
        literal = self._inputs.literals.get(tensor) or (None if tensor.requires_grad else tensor.span)
        return None if literal is None else number_literal(self._program.text[slice(*literal)])

    def note(self, problem: Problem) -> None:
        """Something worth saying, once per place."""
        if (problem.code, problem.span) not in self._noted:
            self._noted.add((problem.code, problem.span))
            self._problems.append(problem)

    def differs(self, name: str, library: str, span: Span | None, **words: object) -> None:
        """A library does something else here."""
        if name in ONCE:
            if (name, library) in self._differences:
                return
            self._differences.add((name, library))
        self._say(difference(name, library, span, **words))

    def _say(self, problem: Problem) -> None:
        """A note that stands beside others of its kind at the same place."""
        if problem not in self._problems:
            self._problems.append(problem)

    def mention(self, span: Span, tensor: Tensor) -> None:
        """A name that refers to a tensor."""
        self._mentions.append((span, tensor))

    # Effects

    def backward(self, tensor: Tensor, part: Part, *, upstream: Any, keeps_graph: bool, creates_graph: bool) -> Item | Then:
        """`.backward()`."""
        tensor = self._machine.aliases.current(tensor)
        seed = None if upstream is None else seed_of(tensor, upstream)
        self.passed(tensor, part, given=seed is not None, keeps_graph=keeps_graph or creates_graph)
        tensor = self._machine.tracking.as_recorded(tensor, part)
        if hooks := self._machine.hooks:
            self._effects.begin(tensor, seed)
            start = seed_of(tensor, 1.0) if seed is None else seed

            def finish(output: Tensor, done: set[Tensor]) -> None:
                self._effects.finish(backward(output, start), done, creates_graph=creates_graph)
                if creates_graph:
                    self._effects.as_nodes(self._passes.gradients(output, seed, part))

            return hooks.run(tensor, start, part, finish, creates_graph=creates_graph, accumulate=self._effects.accumulate)
        self._effects.backward(tensor, seed, creates_graph=creates_graph)
        if creates_graph:
            self._effects.as_nodes(self._passes.gradients(tensor, seed, part))
        return None

    def send_by_hand(self, tensor: Tensor, part: Part) -> None:
        """`tensor._backward()`: one step of a backward pass that the program makes itself."""
        tensor = self._machine.aliases.current(tensor)
        if self._effects.requested is None:
            self.note(program_errors.sent_by_hand(part))
        self._effects.send(tensor, send)

    def passed(self, output: Tensor, part: Part, *, given: bool, keeps_graph: bool, of_inputs: bool = False) -> None:
        """A backward pass begins at an output; `given` says whether with a gradient, `of_inputs` whether to inputs it names."""
        for name, words in self._passes.noticed(output, given=given, keeps_graph=keeps_graph):
            of_grad = of_inputs and name == "backward of untracked"
            self.differs("untracked gradient" if of_grad else name, "torch", part.span, **words)

    def differentiated(self, output: Tensor, gradients: Iterable[Tensor]) -> None:
        """The program computed gradients of an output itself."""
        self._outcome.differentiated(output, gradients)

    @property
    def text(self) -> str:
        """The program's text."""
        return self._program.text

    def noted_at_gradients(self, problems: Iterable[Problem]) -> None:
        """Notes on a place at which a gradient was taken, each once."""
        self._passed += [problem for problem in problems if problem not in self._passed]

    @property
    def library_called(self) -> str:
        """The library that computes gradients in the program, as its makers call it; empty where there is none."""
        return library_called(self._program)

    def noted_pass(self, output: Tensor, upstream: Any) -> None:
        """The program took gradients of an output: what its library would answer otherwise is noted."""
        if self._checked < _MAX_CHECKED and self.library_called:
            with suppress(ProblemError):
                self._note_pass(backward(output, upstream.raw if isinstance(upstream, Tensor) else upstream))

    def _note_pass(self, gradients: Gradients) -> None:
        """Notes on a pass; after very many operations only the last pass, which is shown, is looked at."""
        if self._checked < _MAX_CHECKED:
            self._checked += len(gradients.tensors)
            self.noted_at_gradients(notes_of_pass(self._program, gradients, doubles=self._program.doubles))

    def attribute(self, tensor: Tensor, part: Attribute) -> Item:
        """An attribute of a tensor."""
        if part.name in WALKED:
            return walked(self._machine, self._machine.aliases.current(tensor), part)
        found = self._attributes.read(tensor, part)
        is_own = part.name == "grad" and not self._machine.loading and self._machine.evaluator.place is None
        if is_own and self._effects.is_sum_of_passes(self._machine.aliases.current(tensor)):
            self.note(program_errors.sum_of_passes(tensor.label, part.span))
        if isinstance(found, Tensor):
            self._fixed.add(found)  # a copy of numbers is no input
        return found

    def set_attribute(self, tensor: Tensor, name: str, value: Item, part: Any) -> None:
        """`tensor.name = value`."""
        self._attributes.write(tensor, name, value, part)

    def require(self, tensor: Tensor, wanted: bool, part: Any) -> Tensor:
        """`tensor.requires_grad_()`: the leaf that it is from now on. Raises ProblemError (attribute-refused)."""
        return self._attributes.require(tensor, wanted, part)

    def made_leaf(self, leaf: Tensor) -> None:
        """A tensor without a gradient has become a leaf with one: an input, under the name that it has."""
        self._fixed.discard(leaf)
        name, machine = leaf.label, self._machine
        if name is None or len(machine.frames) > 1 or machine.groups.current is not None:
            self.constructed(leaf, name, None)
            return
        machine.tracking.declare(leaf)
        held = self._values.get(name)
        if not isinstance(held, Tensor) or leaf not in (held, machine.aliases.current(held)):
            self._inputs.within(leaf, name)  # the name is that of an object's member: `layers[0].weight` says which
            return
        if name in self._inputs.given and name not in self._inputs.used:
            leaf.raw = self._inputs.given[name]
        self._inputs.used.add(name)
        self._inputs.register(leaf, name)

    def has_parameters(self) -> bool:
        """Whether the program says of which tensors PyTorch computes gradients: no others have one."""
        return self.uses("torch") and _SAYS_PARAMETERS.search(self._program.code) is not None

    def doubles(self) -> bool:
        """Whether the program asks its library for 64-bit numbers."""
        return self._program.doubles

    def changes_in_place(self) -> bool:
        """Whether anything in the program may change a tensor that something else holds, too."""
        return self._program.changes_in_place or self._program.changes_leaves

    def print_(self, text: str, end: str, span: Span) -> None:
        """A printed text."""
        self._effects.print_(text, end, span)

    def looked_at(self, values: Iterable[Item], span: Span) -> None:
        """Values that the program prints: the last number among them is the output where nothing else is."""
        self._prints = True
        self._outcome.printed(values, span)

    def formatted(self, number: Item) -> None:
        """A number that the program writes into a text."""
        self._outcome.formatted(number)

    def read_out(self, number: Item, tensor: Tensor) -> None:
        """A number that the program takes out of a tensor."""
        self._outcome.read(number, tensor)

    # Inputs and output

    def _check_given(self) -> None:
        if not self._program.statements:
            return  # an empty program is reported as one
        for name in self._inputs.unmatched():
            if self._failed():
                return
            computed = name in self._values
            if not computed and name in self._program.last_use:
                continue  # read where this run did not come by, such as in the branch that was not taken
            problem = (
                program_errors.not_an_input(name, None) if computed else program_errors.unknown_input(name, self._inputs.leaves)
            )
            self._problems.append(problem)

    def _output(self, name: str | None) -> Tensor | None:
        found = self._output_found(name)
        if found is None or not self._outcome.gradients:
            return found
        output = self._outcome.with_parameters(found)
        if output is not found:
            self._values |= {each: output for each, value in self._values.items() if value is found}
            self._made = [(statement, output if made is found else made) for statement, made in self._made]
            self._mentions = [(span, output if named is found else named) for span, named in self._mentions]
        return output

    def _output_found(self, name: str | None) -> Tensor | None:
        if name is not None:
            try:
                return asked_for(name, self._program, self._values, self._machine.evaluator, lambda: self._output_found(None))
            except ProblemError as error:
                self._problems += error.problems
                return None
        if self._effects.requested is not None:
            return self._effects.requested
        chosen = self._outcome.chosen(self._machine.evaluator)
        if (chosen is None or chosen.operation is None) and (
            missing := missing_return.of_last_line(self._program, lambda name: self._values.get(name) is None)
        ):
            self._problems.append(missing)
            return None
        if chosen is None:
            imported = {each.alias for top in self._program.statements for each in walk(top) if isinstance(each, Import)}
            defined = [name for name in self.functions() if name not in imported]
            uncalled = [name for name in defined if not self._values[name].called]  # type: ignore[union-attr]
            if self._prints and not self._failed():
                return self._nothing_but_text()
            self._problems.append(program_errors.empty_program(self._program, uncalled, self._works))
        return chosen

    def _has_output(self) -> bool:
        """Whether a program that has finished has a value."""
        return self._effects.requested is not None or self._outcome.chosen(self._machine.evaluator) is not None

    def _is_of_sizes(self, output: Tensor) -> bool:
        """Whether an output is computed of single numbers in a program that has a model, such as its sizes or a step's length: it
        is nothing of the model then.
        """
        return "Module" in self._machine.loaded("torch.nn") and all(type(each.raw) is float for each in ancestors(output))

    def _output_where_stopped(self, name: str | None) -> Tensor | None:
        """The output that is asked for, if the program has come so far; else what it called `.backward()` on, what is known of
        the loss or the model where it stopped, or the output of a model that it only defines. None where that is the usual one.
        """
        if name is not None and (self._stop is None or name in self._values):
            return None
        stop = self._stop
        for names in stop.scopes if stop else ():
            self._within |= {each: item for each, item in names.items() if each not in self._within}
        chosen = self._effects.requested
        if chosen is None and stop is not None and stop.within:
            chosen = stop.latest(self._machine.aliases.current)
        if chosen is None:
            chosen = self._outcome.chosen(self._machine.evaluator)
        is_requested = chosen is not None and chosen is self._effects.requested
        is_nothing = chosen is None or not chosen.requires_grad or chosen.operation is None
        if chosen is None or is_nothing or (not is_requested and self._is_of_sizes(chosen)):
            if stop:
                self._define_what_follows(stop.statement)
            scopes = [*(stop.scopes if stop else ()), self._values]
            try:
                found = drawn_model(self._machine, scopes, self._program)
            except ProblemError as error:
                found, self._drawing_stopped_by = None, error.problems
            if found is not None:
                self._drawn = True
                self._within[found.name] = found.model
                self.note(found.note)
                self._drawing_stopped_by = found.stopped_by
                chosen = found.output
                if found.stopped_by and found.stopped_by[0].span is not None:
                    self._stop = self._stop or Stop(found.stopped_by[0].span[0], True, ())
        return chosen

    def _define_what_follows(self, stopped: int) -> None:
        """Makes what is defined behind the statement that stopped the program known, and what is assigned there of what is known
        (see `what_follows`), such as a model. All other names of the rest have no value.
        """
        machine = self._machine
        following = Following(self._program, lambda: machine.loaded("torch.nn").get("Module"))
        following.without(self._program.statements[stopped], self._values)
        for statement in self._program.statements[stopped + 1 :]:
            is_device = isinstance(statement, Assign) and names_given(statement) <= _DEVICES
            is_plain = isinstance(statement, Define | DefineClass | Import | Assign) and not calls_something(statement)
            calls = not is_plain and not is_device and machine.has_time() and following.may_run(statement, self._values)
            if is_device or is_plain or calls:
                code = compile_apart(self._program, statement)
                machine.frames.clear()
                machine.evaluator.count_from_zero()
                assumed = len(self._inputs.assumed)
                try:
                    machine.start(code, self._scope)
                except (ProblemError, SkippedError):
                    machine.clear()
                else:
                    kept = (is_kept(self._values.get(each)) for each in names_given(statement))
                    if not calls or (len(self._inputs.assumed) == assumed and all(kept)):  # what counts as 1 is no size
                        continue
            following.without(statement, self._values)
        machine.frames.clear()

    def _works(self, call: str) -> bool:
        """Whether the program runs with a call behind it, which is tried with little work; an object is no number yet."""
        text = f"{self._program.text}\n{call}"
        if self._is_trial or len(text) > _LONGEST_TRIAL:
            return not self._is_trial
        _, given, limits = self._started_with
        most = min(limits.nodes, _MAX_OF_TRIAL)
        few = replace(limits, nodes=most, operations=most, repetitions=min(limits.repetitions, _MAX_OF_TRIAL))
        trial = _Interpreter(parse(text), given, few)
        trial._is_trial = True
        try:
            trial.run(None)
        except ProblemError as error:
            return all(each.code is Code.EMPTY_PROGRAM for each in error.problems)
        return True

    def _nothing_but_text(self) -> Tensor:
        """The output of a program that prints texts and has no number: an array without elements, with a note."""
        made = Tensor(np.zeros(0), requires_grad=False)
        made.span = (0, len(self._program.text))
        self.note(program_errors.printed_alone(self._program, len(self._effects.printed)))
        return made

    def _note_constant_output(self, output: Tensor) -> None:
        if not output.requires_grad and self._stop is None:  # else what was to depend on them was never reached
            self.note(program_errors.nothing_to_differentiate(output, self._inputs.leaves))
        made_by = output.operation
        # `where`, `clip` and `detach` are of the family, but compare nothing.
        is_comparison = made_by is not None and made_by.family is Family.COMPARISON and made_by.notation.infix
        if is_comparison and output.span is not None:
            self.note(program_errors.answer_of_comparison(self._program.text, output.span))


_DEVICES = frozenset({"device", "DEVICE", "use_cuda", "use_gpu", "FloatTensor", "LongTensor"})
"""Names that stand for where arrays are or what they are of: what they are assigned computes nothing."""

_IMAGINARY = re.compile(r"[0-9.]+j\Z")
"""Python's `2j`, which is no product of 2 and a j that has no value."""

_LONGEST_FORMULA = 200
"""Characters of a text that may be a formula in quotes."""

_DECIMAL_COMMA = re.compile(r"(?<![\w.])\d+,\d")
"""A number with a comma in it and no blank, at which Python sees two: where a letter follows, something is computed with it."""
_LETTER = re.compile(r"[^\W\d]")

_OF_PYTHON: dict[str, Item] = {"__name__": "__main__", "Ellipsis": ...}
"""Names that Python has ready and that are no functions."""
_GIVEN_BACK = frozenset(
    {"_backward", "zero_grad", "requires_grad_", "retain_grad", "register_hook", "register_post_accumulate_grad_hook"}
)
"""Methods that give back what they belong to, or a handle; a statement of them computes nothing."""
_FLAG = "DEFINE_"
"""How functions begin that make an argument of the command line known, which give a handle as well."""


def _is_stackable(values: tuple[Item, ...]) -> bool:
    """Whether values are numbers, or tensors of one shape."""
    shapes = {each.shape if isinstance(each, Tensor) else () if isinstance(each, int | float) else None for each in values}
    return len(shapes) == 1 and None not in shapes
