"""Runs a program on tensors, define-by-run: each statement is computed as it is read, and the tensors remember the graph.

Work is counted and refused before it is done (`Limits`). Nothing of the program is ever handed to Python for
evaluation. Knows nothing
of gradients; which tensor is the output, and what the names stand for, is in the `Run` it returns.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.language.dialects import CONSTRUCTORS, MODULES, OPTION_SPELLINGS, SHOWN_ATTRIBUTES, WITHOUT_EFFECT
from engine.language.tree import (
    Apply,
    Assign,
    AssignAttribute,
    Attribute,
    Call,
    Collection,
    Evaluate,
    Expression,
    Import,
    Literal,
    Name,
    Number,
    Part,
    Program,
    Statement,
    Subscript,
    Target,
    Text,
)
from engine.limits import Limits
from engine.operations import OPERATIONS, Operation, Options
from engine.problems import Code, Problem, ProblemError, Severity, Span, nearest
from engine.shapes import finite_data
from engine.tensor import FUNCTIONS, Tensor, apply, argument_count, shape_after

CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
"""Names that stand for a number unless the program or the request gives them another value."""

NO_OPTIONS: Options = {}
ASSUMED = 1.0
"""What a name without a value counts as."""


@dataclass(frozen=True, slots=True)
class Module:
    """What an imported name stands for while an expression is computed."""

    name: str


class _Unknown:
    """The value of a name whose statement had an error: whoever uses it is skipped in silence, so one mistake is
    reported once.
    """


_UNKNOWN = _Unknown()
Item = Tensor | Module | _Unknown | str | bool | list["Tensor"] | tuple["Tensor", ...] | None


class _SkippedError(Exception):
    """The statement uses a name that could not be computed."""


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
    def __init__(self, program: Program, given: Mapping[str, Any], limits: Limits) -> None:
        self.program = program
        self.limits = limits
        self.problems = list(program.problems)
        self.given: dict[str, Any] = {}
        for name, value in given.items():
            self._attempt(
                lambda name=name, value=value: self.given.__setitem__(name, finite_data(value, f"The value given for `{name}`"))
            )
        self.names: dict[str, Tensor | _Unknown] = {}
        self.used: set[str] = set()
        self.inputs: dict[str, Tensor] = {}
        self.literals: dict[Tensor, Span] = {}
        self.assumed: set[Tensor] = set()
        self.mentions: list[tuple[Span, Tensor]] = []
        self.made: list[tuple[Statement, Tensor]] = []
        self.modules = {name: Module(name) for name in MODULES}
        self.requested: Tensor | None = None
        self.unassigned: set[Tensor] = set()
        """Leaves that a constructor has made and no assignment has named yet."""
        self.count = 0
        self.elements = 0
        self.index = 0

    def run(self, output: str | None) -> Run:
        for index, statement in enumerate(self.program.statements):
            self.index = index
            self._statement(statement)
        self._check_given()
        result = None if self._failed() else self._output(output)
        if result is None or self._failed():
            errors = [problem for problem in self.problems if problem.severity is Severity.ERROR]
            raise ProblemError(sorted(errors, key=lambda problem: problem.span or (0, 0)))
        names = {name: value for name, value in self.names.items() if isinstance(value, Tensor)}
        return Run(self.program, result, names, self.inputs, self.literals, self.assumed, self.mentions, self.made, self.problems)

    def _failed(self) -> bool:
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def _attempt(self, action: Any) -> None:
        try:
            action()
        except ProblemError as error:
            self.problems += error.problems

    # Statements

    def _statement(self, statement: Statement) -> None:
        try:
            if isinstance(statement, Assign):
                self._assign(statement)
            elif isinstance(statement, Evaluate):
                self._evaluate_statement(statement)
            elif isinstance(statement, AssignAttribute):
                self._assign_attribute(statement)
            else:
                self._import(statement)
        except (ProblemError, _SkippedError) as error:
            if isinstance(error, ProblemError):
                self.problems += [problem.at(statement.span) for problem in error.problems]
                if any(problem.code in (Code.TOO_MANY_NODES, Code.TOO_MANY_ELEMENTS) for problem in error.problems):
                    raise
            for target in getattr(statement, "targets", ()):
                self.names[target.name] = _UNKNOWN

    def _assign(self, statement: Assign) -> None:
        target = statement.targets[0]
        value = self._tensor(statement.expression)
        if self._is_input(statement.expression, value):
            value = self._input(target, value.data, statement.expression)
        elif target.name in self.given and target.name not in self.used:
            raise ProblemError(_not_an_input(target.name, target.span))
        for each in statement.targets:
            if value.label is None:
                value.label = each.name
            self.names[each.name] = value
            self.mentions.append((each.span, value))
        self._keep_unassigned()
        self.made.append((statement, value))

    def _keep_unassigned(self) -> None:
        """Leaves made in the midst of an expression are inputs too, under their label or their text."""
        for leaf in sorted(self.unassigned, key=lambda leaf: leaf.number):
            self._register(leaf, leaf.label or "")
        self.unassigned.clear()

    def _is_input(self, expression: Expression, value: Tensor) -> bool:
        """Whether an assignment makes an input: of a number, of arithmetic with numbers that is used later, or of a
        constructor.
        """
        if value.requires_grad:
            return value in self.unassigned
        if value.operation is None and value.label is None:
            return True
        numbers_only = all(
            isinstance(part, Number | Apply) or (isinstance(part, Name) and part.name in CONSTANTS) for part in expression
        )
        target = self.program.statements[self.index]
        assert isinstance(target, Assign)
        later = any(self.program.last_use.get(each.name, -1) > self.index for each in target.targets)
        return numbers_only and later

    def _input(self, target: Target, data: Any, expression: Expression) -> Tensor:
        """An input leaf of the assigned number, or of the value given for it in the request."""
        first = target.name not in self.used
        self.used.add(target.name)
        leaf = Tensor(self.given[target.name] if first and target.name in self.given else data)
        self.unassigned.clear()
        leaf.span = target.span
        self.literals[leaf] = _literal(expression)
        self._register(leaf, target.name)
        return leaf

    def _register(self, leaf: Tensor, name: str) -> None:
        unique, count = name, 2
        while unique in self.inputs:
            unique, count = f"{name}#{count}", count + 1
        leaf.label = unique
        self.inputs[unique] = leaf
        self._count(leaf)

    def _evaluate_statement(self, statement: Evaluate) -> None:
        last = statement.expression[-1]
        if isinstance(last, Call) and last.name == "backward" and last.method:
            owner = self._owner(statement.expression)
            self.requested = self._tensor(owner)
            return
        if isinstance(last, Call) and last.name in WITHOUT_EFFECT and (last.qualifier is None or last.method):
            self._ignore(f"`{last.name}` does nothing here: values and gradients are on the graph.", statement.span)
            return
        if isinstance(last, Attribute) and last.name in SHOWN_ATTRIBUTES:
            self._ignore(f"`.{last.name}` alone does nothing here: values and gradients are on the graph.", statement.span)
            return
        self.made.append((statement, self._tensor(statement.expression)))
        self._keep_unassigned()

    def _owner(self, expression: Expression) -> Expression:
        last = expression[-1]
        assert isinstance(last, Call)
        if last.arity != 1:
            raise ProblemError(
                Problem(
                    Code.ARGUMENT_COUNT,
                    "`backward` takes no arguments here.",
                    "Give the seed as `upstream` in the request.",
                    last.span,
                )
            )
        return expression[:-1]

    def _ignore(self, message: str, span: Span) -> None:
        self.problems.append(Problem(Code.IGNORED, message, None, span))

    def _assign_attribute(self, statement: AssignAttribute) -> None:
        value = statement.expression[0]
        if statement.name == "label" and len(statement.expression) == 1 and isinstance(value, Text):
            owner = self._tensor(statement.owner)
            owner.label = _unquoted(value.value)
            return
        if statement.name == "grad":
            self._ignore(
                "Setting `.grad` does nothing here: the backward pass starts at the output with the upstream gradient.",
                statement.span,
            )
            return
        raise ProblemError(
            Problem(
                Code.ATTRIBUTE_REFUSED,
                f"`.{statement.name}` cannot be set; values keep the graph that made them.",
                "Assign to a new name instead.",
                statement.span,
            )
        )

    def _import(self, statement: Import) -> None:
        dialect = MODULES.get(statement.module)
        known = set(OPERATIONS.spellings) | set(CONSTANTS)
        if dialect is None or (
            statement.name and statement.name != "*" and statement.name not in known | set(dialect.constructors)
        ):
            what = f"`{statement.name}` from `{statement.module}`" if dialect else f"The module `{statement.module}`"
            raise ProblemError(
                Problem(
                    Code.IMPORT_REFUSED,
                    f"{what} cannot be imported: nothing is loaded here, only the spellings of some modules are understood.",
                    "Leave the import out; operations such as tanh or exp are always there. "
                    f"Understood are: {', '.join(MODULES)}.",
                    statement.span,
                )
            )
        if statement.name is None:
            self.modules[statement.alias] = Module(statement.module)

    # Expressions

    def _tensor(self, expression: Expression) -> Tensor:
        """The value of an expression. Raises ProblemError, or _SkippedError where it uses what could not be computed."""
        stack: list[Item] = []
        for part in expression:
            if isinstance(part, Name):
                stack.append(self._name(part))
            elif isinstance(part, Number):
                stack.append(self._constant(part.value, part.span))
            elif isinstance(part, Apply):
                split = len(stack) - part.arity
                arguments = self._tensors(stack[split:], part)
                stack[split:] = [self._operation(_operator(part), arguments, part)]
            elif isinstance(part, Call):
                split = len(stack) - part.arity
                stack[split:] = [self._call(part, stack[split:])]
            elif isinstance(part, Text | Literal):
                stack.append(part.value)
            elif isinstance(part, Attribute):
                stack.append(self._attribute(part, stack.pop()))
            else:
                split = len(stack) - part.arity
                made = self._collection if isinstance(part, Collection) else self._subscript
                stack[split:] = [made(part, stack[split:])]  # type: ignore[arg-type]
        return self._tensors(stack, expression[-1])[0]

    def _tensors(self, items: Sequence[Item], part: Part) -> list[Tensor]:
        """The items as tensors, which an operation's arguments must be."""
        return [item if isinstance(item, Tensor) else self._as_tensor(item, part) for item in items]

    def _as_tensor(self, item: Item, part: Part) -> Tensor:
        if isinstance(item, Tensor):
            return item
        if isinstance(item, list):
            return self._joined(item, part)
        if isinstance(item, _Unknown):
            raise _SkippedError
        if isinstance(item, Module):
            raise ProblemError(_module_as_value(item, part))
        if isinstance(item, str):
            raise ProblemError(
                Problem(
                    Code.STRING_NOT_ALLOWED,
                    f"{item[:40]} is a text, but a number is needed here.",
                    "Remove the quotes.",
                    part.span,
                )
            )
        shown = "Several values in parentheses are" if isinstance(item, tuple) else f"`{item}` is"
        raise ProblemError(
            Problem(
                Code.UNSUPPORTED,
                f"{shown} not a number, which is needed here.",
                "A tensor is written in square brackets.",
                part.span,
            )
        )

    def _joined(self, items: list[Tensor], part: Part) -> Tensor:
        """A list as a tensor: of numbers alone a constant, else its elements stacked."""
        if any(tensor.operation is not None or tensor.requires_grad for tensor in items):
            return self._operation(OPERATIONS["stack"], items, part)
        shape_after(OPERATIONS["stack"], items, NO_OPTIONS)
        constant = Tensor([tensor.data for tensor in items], requires_grad=False)
        constant.span = part.span
        self._count(constant)
        return constant

    def _collection(self, part: Collection, items: list[Item]) -> Item:
        """A list or tuple of tensors; lists within become tensors, so none is nested."""
        if part.kind == "tuple":
            return tuple(self._tensors(items, part))
        try:
            return [self._as_tensor(item, part) for item in items]
        except ProblemError as error:
            raise ProblemError(problem.at(part.span) for problem in error.problems) from None

    def _subscript(self, part: Subscript, items: list[Item]) -> Tensor:
        """`x[i, j:k]` of a tensor or a list."""
        owner = self._as_tensor(items[0], part)
        values = iter([_whole_number(item, "An index", part) for item in items[1:]])
        key = tuple(
            next(values) if written is None else slice(*[next(values) if each else None for each in written])
            for written in part.pattern
        )
        if any(isinstance(each, slice) and each.step == 0 for each in key):
            raise ProblemError(
                Problem(
                    Code.INVALID_AXIS,
                    "A slice cannot go in steps of 0.",
                    "Write a step of 1 or more, or a negative one.",
                    part.head,
                )
            )
        return self._operation(OPERATIONS["index"], [owner], part, {"key": key})

    def _name(self, part: Name) -> Item:
        name = part.name
        value = self.names.get(name)
        if value is None:
            module = self.modules.get(name) if name not in self.given else None
            if module is not None:
                return module
            value = self._first_use(part)
        if isinstance(value, Tensor):
            self.mentions.append((part.span, value))
        return value

    def _first_use(self, part: Name) -> Tensor:
        """A name that no statement has given a value: one of the request's inputs, a constant, or an input that counts as 1."""
        name = part.name
        if name in self.given:
            leaf = Tensor(self.given[name])
        elif name in CONSTANTS:
            leaf = self._constant(CONSTANTS[name], part.span)
            leaf.label = name
            self.names[name] = leaf
            return leaf
        elif name in OPERATIONS.spellings or name in CONSTRUCTORS:
            raise ProblemError(_function_as_value(name, part.span))
        else:
            leaf = Tensor(ASSUMED)
            self.assumed.add(leaf)
            self.problems.append(self._assumed(name, part.span))
        self.used.add(name)
        leaf.span = part.span
        self._register(leaf, name)
        self.names[name] = leaf
        return leaf

    def _assumed(self, name: str, span: Span) -> Problem:
        close = nearest(name, (other for other in self.names if len(other) > 1)) if len(name) > 1 else None
        return Problem(
            Code.ASSUMED_INPUT,
            f"`{name}` has no value, so it is taken as an input with the value 1.",
            f"Did you mean `{close}`?" if close else f"Write `{name} = 2.0` above, or move its slider.",
            span,
        )

    def _constant(self, value: float, span: Span) -> Tensor:
        constant = Tensor(value, requires_grad=False)
        constant.span = span
        self._count(constant)
        return constant

    def _operation(self, record: Operation, arguments: Sequence[Tensor], part: Part, options: Options = NO_OPTIONS) -> Tensor:
        try:
            if options or record.variadic or not all(type(each.data) is float for each in arguments):
                # Refused before it is allocated where it would be too large.
                shape = shape_after(record, arguments, options)
                self.limits.check_elements(self.elements + math.prod(shape))
                result = apply(record, *arguments, **options)
            else:
                result = FUNCTIONS[record.name](*arguments)
        except ProblemError as error:
            raise ProblemError(problem.at(part.span) for problem in error.problems) from None
        result.span = part.span
        self._count(result)
        return result

    def _count(self, tensor: Tensor) -> None:
        self.count += 1
        if self.count > self.limits.nodes:
            self.limits.check_nodes(self.count)
        if type(tensor.data) is not float:
            self.elements += math.prod(tensor.shape)
            self.limits.check_elements(self.elements)

    def _call(self, part: Call, items: list[Item]) -> Tensor:
        if part.method and isinstance(items[0], Module):
            items = items[1:]
        record = OPERATIONS.spellings.get(part.name)
        if part.name in CONSTRUCTORS:
            return self._construct(part, items)
        if record is None:
            return self._unknown_function(part, items)
        if record.alone and len(items) - len(part.keywords) == 1:
            record = OPERATIONS[record.alone]
        if record.variadic and not (items and isinstance(items[0], list | tuple)):
            raise ProblemError(_needs_a_list(record, part.span))
        options = self._options(record, part, items)
        arguments = self._arguments(record, part, items)
        if record.variadic:
            return self._operation(record, arguments, part, options)
        if len(arguments) != record.arity and not (record.folds and len(arguments) > record.arity):
            raise ProblemError(argument_count(record, len(arguments)).at(part.span))
        result = self._operation(record, arguments[: record.arity], part, options)
        for argument in arguments[record.arity :]:
            result = self._operation(record, [result, argument], part)
        return result

    def _options(self, record: Operation, part: Call, items: list[Item]) -> Options:
        """What the call says besides the inputs, by keyword or by place; takes it out of `items`."""
        options: dict[str, Any] = {}
        for keyword in reversed(part.keywords):
            name = OPTION_SPELLINGS.get(keyword, keyword)
            if name not in record.options:
                raise ProblemError(_unknown_option(record, keyword, part.span))
            options[name] = _option(items.pop(), name, part)
        by_place = items[record.arity :] if record.options else []
        if by_place:
            del items[record.arity :]
            if len(by_place) > len(record.options) == 1:
                by_place = [tuple(self._tensors(by_place, part))]  # reshape(x, 2, 3)
            if len(by_place) > len(record.options):
                raise ProblemError(argument_count(record, record.arity + len(by_place)).at(part.span))
            options |= {name: _option(item, name, part) for name, item in zip(record.options, by_place, strict=False)}
        if record.options == ("shape",) and not options:
            raise ProblemError(_unknown_option(record, "", part.span))
        return options

    def _arguments(self, record: Operation, part: Call, items: list[Item]) -> list[Tensor]:
        if record.variadic and isinstance(items[0], list | tuple):
            return list(items[0])
        return self._tensors(items, part)

    def _construct(self, part: Call, items: list[Item]) -> Tensor:
        """`Value(2.0)`, `Value(2.0, label='a')`: a leaf; an assignment makes it an input of that name."""
        plain = len(items) - len(part.keywords)
        named = dict(zip(part.keywords, items[plain:], strict=True))
        values = self._tensors(items[:plain], part)
        if len(values) != 1:
            raise ProblemError(
                Problem(Code.ARGUMENT_COUNT, f"`{part.name}` takes one number.", f"Write it as `{part.name}(2.0)`.", part.span)
            )
        (value,) = values
        if value.requires_grad:
            return value
        leaf = Tensor(value.data)
        leaf.span = part.span
        label = named.get("label")
        leaf.label = _unquoted(label) if isinstance(label, str) else self.program.text[slice(*part.span)]
        self.literals[leaf] = value.span or part.span
        self.unassigned.add(leaf)
        return leaf

    def _unknown_function(self, part: Call, items: list[Item]) -> Tensor:
        known = self.names.get(part.name)
        if isinstance(known, Tensor) and not part.method and len(items) == 1:
            # `x(y + 1)` with a known x is a product, as in class.
            self.problems.append(
                Problem(
                    Code.READING,
                    f"`{part.name}` is a value, not a function, so `{part.name}(…)` is read as a product.",
                    f"Write `{part.name} * (…)` to say so.",
                    part.head,
                )
            )
            self.mentions.append((part.head, known))
            return self._operation(OPERATIONS["multiply"], [known, *self._tensors(items, part)], part)
        close = nearest(part.name, OPERATIONS.spellings)
        kind = Code.ATTRIBUTE_REFUSED if part.name.startswith("_") else Code.UNKNOWN_FUNCTION
        raise ProblemError(
            Problem(
                kind,
                f"`{part.name}` is not a function here.",
                f"Did you mean `{close}`?"
                if close
                else f"There are: {', '.join(OPERATIONS.spellings)}. For a product write `*`.",
                part.head,
            )
        )

    def _attribute(self, part: Attribute, owner: Item) -> Item:
        if isinstance(owner, Module):
            dotted = f"{owner.name}.{part.name}"
            if dotted in MODULES:
                return Module(dotted)
            if part.name in CONSTANTS:
                return self._constant(CONSTANTS[part.name], part.span)
        if part.name == "T":
            return self._operation(OPERATIONS["transpose"], self._tensors([owner], part), part)
        close = nearest(part.name, OPERATIONS.spellings) if not part.name.startswith("_") else None
        raise ProblemError(
            Problem(
                Code.ATTRIBUTE_REFUSED,
                f"Values have no attribute `{part.name}` here; their only methods are the operations.",
                f"Did you mean `.{close}()`?" if close else "Write an operation, as in `x.tanh()`, or leave it out.",
                part.head,
            )
        )

    # Inputs and output

    def _check_given(self) -> None:
        for name in self.given:
            if name in self.used or self._failed():
                continue
            if name in self.names:
                self.problems.append(_not_an_input(name, None))
                continue
            close = nearest(name, self.inputs)
            self.problems.append(
                Problem(
                    Code.UNKNOWN_INPUT,
                    f"A value is given for `{name}`, which the program does not use.",
                    f"Did you mean `{close}`?" if close else f"Its inputs are: {', '.join(self.inputs) or 'none'}.",
                )
            )

    def _output(self, name: str | None) -> Tensor | None:
        if name is not None:
            chosen = self.names.get(name)
            if not isinstance(chosen, Tensor):
                self.problems.append(self._unknown_output(name))
                return None
            return chosen
        if self.requested is not None:
            return self.requested
        if not self.made:
            self.problems.append(
                Problem(
                    Code.EMPTY_PROGRAM,
                    "There is no expression yet, so there is nothing to differentiate.",
                    "Write one, for example `x**2 + 3*x`.",
                    (0, len(self.program.text)),
                )
            )
            return None
        return self.made[-1][1]

    def _unknown_output(self, name: str) -> Problem:
        close = nearest(name, self.names)
        return Problem(
            Code.UNKNOWN_OUTPUT,
            f"The output `{name}` is not a name of the program.",
            f"Did you mean `{close}`?" if close else f"Its names are: {', '.join(self.names) or 'none'}.",
        )


def _whole_number(item: Item, what: str, part: Part) -> int:
    """A constant as a whole number, which indices and options must be."""
    if isinstance(item, Tensor) and isinstance(item.data, float) and not item.requires_grad and item.data.is_integer():
        return int(item.data)
    raise ProblemError(
        Problem(
            Code.INVALID_AXIS,
            f"{what} must be a whole number that does not depend on an input.",
            "Write the number itself, as in `x[0]` or `axis=1`.",
            part.span,
        )
    )


def _option(item: Item, name: str, part: Part) -> Any:
    """An option's value: a whole number, several, or None, True, False."""
    if item is None or isinstance(item, bool):
        return item
    if isinstance(item, tuple | list):
        return tuple(_whole_number(each, f"`{name}`", part) for each in item)
    return _whole_number(item, f"`{name}`", part)


def _needs_a_list(record: Operation, span: Span) -> Problem:
    return Problem(
        Code.ARGUMENT_COUNT, f"`{record.name}` takes a list of tensors.", f"Write it as `{record.name}([a, b])`.", span
    )


def _unknown_option(record: Operation, name: str, span: Span) -> Problem:
    known = ", ".join(f"{option}=…" for option in record.options)
    called = record.notation.call or record.name
    return Problem(
        Code.ARGUMENT_COUNT,
        f"`{called}` takes no argument called `{name}`." if name else f"`{called}` needs to be told {known}.",
        f"It can be told: {known}." if known and name else f"Write it as `{record.signature}`.",
        span,
    )


def _literal(expression: Expression) -> Span:
    """The place of the number that an input was assigned: inside a constructor its argument."""
    last = expression[-1]
    inner = expression[-2] if isinstance(last, Call) and len(expression) > 1 else last
    return inner.span


def _operator(part: Apply) -> Operation:
    record = OPERATIONS.infix.get((part.symbol, part.arity))
    if record is None:
        raise ProblemError(
            Problem(
                Code.UNSUPPORTED,
                f"`{part.symbol}` compares two values; the answer is true or false and has no derivative.",
                "To store a value write `=`; functions with a corner are written with `relu`, `abs`, `min` and `max`.",
                part.head,
            )
        )
    return record


def _unquoted(text: str) -> str:
    """The inside of a quoted text; escapes stay as they are written."""
    inside = text.lstrip("rbfuRBFU")
    quotes = 3 if inside[:3] in ('"""', "'''") else 1
    return inside[quotes:-quotes][:200]


def _not_an_input(name: str, span: Span | None) -> Problem:
    return Problem(
        Code.NOT_AN_INPUT,
        f"A value is given for `{name}`, but the program computes `{name}` itself.",
        "Give values only for names that are assigned a number, or for names that are not assigned at all.",
        span,
    )


def _function_as_value(name: str, span: Span) -> Problem:
    record = OPERATIONS.spellings.get(name)
    return Problem(
        Code.UNKNOWN_NAME,
        f"`{name}` is a function and has no value of its own.",
        f"Call it: `{record.signature}`." if record else f"Call it: `{name}(2.0)`.",
        span,
    )


def _module_as_value(module: Module, part: Part) -> Problem:
    return Problem(
        Code.UNKNOWN_NAME,
        f"`{module.name}` is a module, not a value.",
        f"Write one of its functions, as in `{module.name}.exp(x)`.",
        part.span,
    )
