"""A machine whose numbers are remembered, and what its top level gives: inputs, values, names."""

import ast
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import length_hint
from typing import Any

from backpass.engine.graph.grad_mode import enable_grad
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.handles.arrays import Array
from backpass.engine.handles.handle import Handle
from backpass.engine.handles.kinds import FLOAT32, set_default_kind
from backpass.engine.handles.operations import watched
from backpass.engine.limits import Limits
from backpass.engine.operations import Family
from backpass.engine.plain_python.allow_list.modules import Modules
from backpass.engine.plain_python.allow_list.ready import Ready
from backpass.engine.plain_python.machine import Machine, Outcome
from backpass.engine.plain_python.values import MISSING, BoundMethod, Function, Ignored, Instance, Module, Native, Within
from backpass.engine.problems import Span
from backpass.engine.python.expressions import TrackedExpressions, number_of
from backpass.engine.python.functions import READY, NumberWatch
from backpass.engine.python.libraries.libraries import Libraries
from backpass.engine.python.libraries.natives import Size
from backpass.engine.python.lines import Line
from backpass.engine.python.numbers import KINDS, TRACKED, WRITTEN, node_of, plain, tracked
from backpass.engine.python.record import Record
from backpass.engine.python.source import Source
from backpass.engine.python.statements import TrackedStatements

ASSUMED = 1.0
"""What a name without a value counts as in a formula."""


class TrackedMachine(Machine):
    """Runs one program whose numbers are remembered."""

    lays_expressions = TrackedExpressions
    lays_statements = TrackedStatements

    def __init__(
        self,
        source: Source,
        limits: Limits,
        given: Mapping[str, Any] | None = None,
        *,
        is_formula: bool = False,
        counts_living: bool = False,
    ) -> None:
        self.record = Record(self, limits, is_formula=is_formula)
        super().__init__(source.text, limits, NumberWatch(), source.places)
        self.source = source
        self.counts_living = counts_living
        self.given = dict(given or {})
        self.used: set[str] = set()
        """Names that stand for an input by now."""
        self.shows = True
        """Whether a line that is a value alone shows it, as in a notebook."""
        self.constants: Mapping[str, float] = {}
        """Names that stand for a number unless the program gives them another value."""
        self.builtins_before = self.builtins
        self.builtins = Ready(self, READY)

    @property
    def uses_tensors(self) -> bool:
        """Whether the program has asked for a library of tensors."""
        return self.libraries.are_used

    @cached_property
    def libraries(self) -> Libraries:
        """The libraries of the prelude."""
        return Libraries(self)

    @cached_property
    def modules(self) -> Modules:
        """The modules that the program may import."""
        found = Modules(self)
        found.known.update(self.libraries.known())
        return found

    def run(self, tree: ast.Module) -> Outcome:
        """See `Machine.run`. Whether operations are recorded afterwards is what it was before."""
        set_default_kind(FLOAT32)
        with enable_grad(), watched(self.libraries):
            return super().run(tree)

    def looped(self, items: Any, name: str) -> Any:
        """What a loop goes through, as one that is in progress."""
        self.loops.append((name, items, length_hint(items, -1)))
        return items

    def within_now(self, within: Within | None) -> Any:
        """Goes on in a call or a repetition."""
        self.within = within
        return within

    # Inputs

    def input_of(self, name: str, value: Any, span: Span | None, literal: Span | None) -> Any:
        """An input of a number, or of the value that is given for it."""
        first = name not in self.used
        self.used.add(name)
        value = plain(value)
        if first and name in self.given and not isinstance(self.given[name], list):
            value = (
                self.given[name] if type(value) is float or not float(self.given[name]).is_integer() else int(self.given[name])
            )
        self.record.has_whole_inputs |= isinstance(value, int)
        leaf = Tensor(float(value))
        leaf.span = span
        self.record.count(leaf)
        self.record.leaves.append((name, leaf, literal))
        self.name_leaf(leaf, name)
        return tracked(value, leaf, self.record)

    def name_leaf(self, leaf: Tensor, name: str) -> None:
        """Calls an input by its name, or by the next one that is free."""
        leaf.label = self.distinguished(name)
        self.labels[leaf.label] = leaf

    def distinguished(self, name: str) -> str:
        """The name, or where an input has it already the next one that is free: `x#2`."""
        if name not in self.labels:
            return name
        count = self.label_counts.get(name, 1) + 1
        while f"{name}#{count}" in self.labels:
            count += 1
        self.label_counts[name] = count
        return f"{name}#{count}"

    @property
    def labels(self) -> dict[str, Tensor]:
        """The inputs by their unique names."""
        return self.record.labels

    @property
    def label_counts(self) -> dict[str, int]:
        """Per name, how many values have it."""
        return self.record.label_counts

    def inputs_of_call(self, what: Function, values: list[Any]) -> list[Any]:
        """Numbers that the top level writes into a call of a function of the program are inputs, called as the parameters."""
        found = list(values)
        for place, (name, value) in enumerate(zip(what.parameters.positional, values, strict=False)):
            if type(value) in WRITTEN:
                found[place] = self.input_of(name, value, value.span, value.span)
            elif type(value) is list and value and self._are_written(value):
                found[place] = self._inputs_of_list(name, value)
        return found

    def _are_written(self, items: Any) -> bool:
        """Whether a list, and every list within it, holds numbers of the text alone."""
        waiting = [items]
        for each in waiting:
            self.counted(each)
            for item in each:
                if type(item) is list:
                    waiting.append(item)
                elif type(item) not in WRITTEN:
                    return False
            if len(waiting) > _MAX_LISTS:
                return False
        return True

    def _inputs_of_list(self, name: str, items: Any) -> Any:
        """A list of written numbers as a list of inputs: `x[0]`, `x[1]`."""
        self.used.add(name)
        made: list[Any] = []
        rows: list[tuple[str, Any, list[Any]]] = [(name, items, made)]
        for path, source, into in rows:
            for place, each in enumerate(source):
                inner = f"{path}[{place}]"
                if isinstance(each, list | tuple):
                    below: list[Any] = []
                    into.append(below)
                    rows.append((inner, each, below))
                else:
                    into.append(self.input_of(inner, each, each.span, each.span))
        return made

    def without_value(self, name: str, node: ast.Name) -> Any:
        """A name that nothing has given a value: a constant, an input of a formula. Raises NameError."""
        span = self.places.span(node)
        if name in self.constants and name not in self.given:
            leaf = Tensor(self.constants[name], requires_grad=False)
            leaf.span, leaf.label = span, name
            self.record.count(leaf)
            made = tracked(self.constants[name], leaf, self.record)
        elif self.record.is_formula:
            made = self.input_of(name, ASSUMED, span, None)
            if name not in self.given:
                self.record.assumed.append((name, made.node))
        else:
            raise NameError(f"name '{name}' is not defined")
        self.globals[name] = made
        return made

    # Statements of the top level

    def assigned(self, node: Any, names: Sequence[ast.Name], value: Any, *, is_plain: bool) -> None:
        """Gives names of the top level their value; a number that stands there is an input."""
        first = names[0]
        if is_plain and self._is_input(node, names, value):
            literal = self._literal(node, value)
            value = self.input_of(first.id, value, self.places.span(first), literal)
        elif is_plain and type(value) is list and isinstance(node, ast.Assign) and _is_list_of_numbers(node.value):
            value = self._inputs_of_list(first.id, value)
        for each in names:
            self.globals[each.id] = value
        if type(value) in TRACKED:
            for each in names:
                value.node.label = value.node.label or self.distinguished(each.id)
                self._mention(each, value.node)
            if is_plain:
                self.record.statements.append((node, value.node, None))
        elif isinstance(value, Handle):
            if is_plain and isinstance(value, Array):
                self._array_of_top_level(node, names, value)
            self._assigned_tensor(node, names, value, is_plain=is_plain)
        elif self.uses_tensors and type(value) is list:
            self._undeclared_items(first.id, value)
        self.record.lines.given(Line(value, first, first.id))

    def _assigned_tensor(self, node: Any, names: Sequence[ast.Name], value: Handle, *, is_plain: bool) -> None:
        """Names of the top level have been assigned a tensor."""
        if self.libraries.is_undeclared and is_plain and self._is_undeclared_input(node.value, value):
            value.become_leaf(requires_grad=True)
        self._named_tensor(names, value, node)
        if is_plain and value.differentiated is None:
            self.record.statements.append((node, value.node, value))

    def _undeclared_items(self, name: str, items: list[Any]) -> None:
        """Tensors in a list of the top level are inputs where the program says of none that it needs a gradient: `w[0]`."""
        for place, each in enumerate(items if self.libraries.is_undeclared else ()):
            if isinstance(each, Handle) and each.shape and each.is_made and each.node.label is None:
                each.become_leaf(requires_grad=True)
                self._input_tensor(f"{name}[{place}]", each)

    def _is_undeclared_input(self, written: ast.expr, value: Handle) -> bool:
        """Whether a tensor is an input where the program says of none that it needs a gradient: one that a function has made, or
        that is computed of such with operators alone, `torch.randn(3, 4)*0.05`.
        """
        node = value.node
        if node.label is not None or node.requires_grad or value.kind.rank < 2 or value.base is not None:
            return False
        if node.operation is None:
            return value.is_made
        of_library = node.operation.family is not Family.COMPARISON and bool(value.shape)
        return of_library and isinstance(written, ast.BinOp | ast.UnaryOp) and all(each.label is None for each in ancestors(node))

    def _array_of_top_level(self, node: Any, names: Sequence[ast.Name], value: Array) -> None:
        """New numbers that the top level gives a name are an input: of a function that makes them, or of arithmetic with such."""
        if value.node.requires_grad or value.node.label is not None:
            return
        used = any(self.source.last_reads.get(each.id, -1) > self.source.order.get(node, 0) for each in names)
        is_arithmetic = isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp | ast.UnaryOp) and used
        is_new = value.is_made and value.kind.rank > 0
        if is_new or (is_arithmetic and bool(value.shape) and value.kind.rank == 2 and _is_unnamed(value.node)):
            value.require_grad(True)

    def _named_tensor(self, names: Sequence[ast.Name], value: Handle, statement: Any = None) -> None:
        """Names of the top level have got a tensor, which is called by the first from then on."""
        node = value.node
        may_be_input = value.kind.rank == 2 or isinstance(value, Array)
        if node.label is None and value.is_leaf and node.operation is None and node.requires_grad and may_be_input:
            self._input_tensor(names[0].id, value)
            if self._is_written_in(statement, names[0], value):
                return
        node.label = node.label or self.distinguished(names[0].id)
        for each in names:
            self._mention(each, node)

    def _input_tensor(self, name: str, value: Handle) -> None:
        """A tensor that needs a gradient is an input, with the numbers that are given for it."""
        label = self.distinguished(name)
        value.node.label, self.labels[label] = label, value.node
        self.record.tensors[label] = value
        if label in self.given and label not in self.used:
            self.used.add(label)
            self.libraries.give(value, self.given[label])

    def _is_written_in(self, statement: Any, name: ast.Name, value: Handle) -> bool:
        """Whether the numbers of a tensor stand in the statement that names it; notes where."""
        node = value.node
        literal, around = self.record.literals.get(value) or node.span, self.places.span(statement)
        if literal is not None:
            if around is not None and not around[0] <= literal[0] < around[1]:
                return False
            self.record.literals[value] = literal
        node.span = self.places.span(name)
        return True

    def _store(self, of: Any, name: str, value: Any, *, augmented: bool = False) -> None:
        if self.uses_tensors and isinstance(value, Handle | Instance) and isinstance(of, Instance):
            self.record.owners[id(value)] = value, of, name  # which says what the tensor is called
        super()._store(of, name, value, augmented=augmented)

    def _mention(self, name: ast.Name, node: Tensor) -> None:
        span = self.places.span(name)
        if self.within is None and span is not None:
            self.record.mentions[span, node] = None

    def _literal(self, node: Any, value: Any) -> Span | None:
        span: Span | None = getattr(value, "span", None)
        return span or self.places.span(node.value)

    def _is_input(self, node: Any, names: Sequence[ast.Name], value: Any) -> bool:
        """Whether an assignment makes an input: of a number that is written, or of arithmetic with such that is used later."""
        if type(value) in WRITTEN:  # a 0 that a loop adds to is where the sum starts
            return not (value == 0 and any(each.id in self.source.rebound for each in names))
        if not isinstance(node, ast.Assign) or not isinstance(value, int | float) or type(value) is bool:
            return False
        node_found = node_of(value)
        if node_found is not None and node_found.requires_grad:
            return False
        if self.record.is_formula and number_of(node.value) is not None:
            return True
        used = any(self.source.last_reads.get(each.id, -1) > self.source.order.get(node, 0) for each in names)
        return used and all(isinstance(part, _ARITHMETIC) or _is_constant(part, self.constants) for part in ast.walk(node.value))

    def taken_apart(self, names: Sequence[ast.Name], *, is_plain: bool) -> None:
        """Names of the top level have got the parts of a value."""
        for each in names:
            value = self.globals.get(each.id, MISSING)
            if isinstance(value, Handle):
                if isinstance(value, Array):
                    is_input = is_plain and value.is_made and value.kind.rank > 0 and not value.node.requires_grad
                    if is_input and value.node.label is None:
                        value.require_grad(True)
                elif self.libraries.is_undeclared and value.is_made and value.node.label is None:
                    value.become_leaf(requires_grad=True)
                self._named_tensor([each], value)
            if each.id != "_" and value is not MISSING:
                self.record.lines.given(Line(value, each, each.id))

    def evaluated(self, node: ast.Expr, value: Any, *, is_plain: bool) -> None:
        """An expression that stands alone; a value without a node is shown, as notebooks do."""
        if type(value) is tuple and is_plain and not _are_numbers(value):
            if self.shows:
                self.print_(f"{self.shown(value, repr)}\n")
            return
        self.record.lines.given(Line(value, node))
        if self.uses_tensors and isinstance(node.value, ast.Attribute) and isinstance(value, BoundMethod | Native):
            self.libraries.unread.add("method that is not called")
        if isinstance(value, Handle):
            if is_plain and not _is_in_place(node.value):
                self.record.statements.append((node, value.node, value))
            return
        if type(value) in TRACKED:
            if is_plain:
                self.record.statements.append((node, value.node, None))
            return
        is_nothing = value is None or isinstance(value, Ignored | Native | Module) or self._is_own(node.value, value)
        if self.shows and not is_nothing and is_plain and not _holds_nodes(value):
            self.print_(f"{self.shown(value, repr)}\n")

    def _is_own(self, node: ast.expr, value: Any) -> bool:
        """Whether a call gives the object itself whose method it is: `model.eval()`."""
        if not isinstance(node, ast.Call):
            return False
        while isinstance(node, ast.Call | ast.Attribute):
            node = node.func if isinstance(node, ast.Call) else node.value
        return isinstance(node, ast.Name) and self.globals.get(node.id) is value

    def product(self, node: ast.Call, value: Any, other: Any) -> Any:
        """`x(y + 1)` with a known `x`, which is a product, as in class."""
        self.record.products.append(node)
        return value * other

    def _of_native(self, of: Any, name: str) -> Any:
        if type(of) is Size and name == "numel":
            return Native(name, of.numel)
        if type(of) in TRACKED and name in ("real", "numerator", "conjugate"):
            return Native(name, lambda: of) if name == "conjugate" else of
        return super()._of_native(of, name)

    def kind_of(self, value: Any) -> Any:
        """`type(value)`."""
        return value.real_type if isinstance(value, Array) else super().kind_of(value)

    def identical(self, left: Any, right: Any) -> bool:
        """`left is right`; small whole numbers are the same wherever they stand."""
        both = type(left) in KINDS or type(right) in KINDS
        return super().identical(left, right) or (both and plain(left) is plain(right))

    def number_of(self, value: Any) -> int:
        """`id(value)`."""
        return super().number_of(plain(value) if isinstance(value, int) else value)

    # What is shown

    def print_values(self, *values: Any, **named: Any) -> None:
        """`print`: the last number that it is given is the output where no line has a value."""
        at = self.node or ast.Pass()
        self.builtins_before["print"].call(*values, **named)
        self.record.lines.shown(values, at)

    def formatted(self, value: Any, written: str) -> str:
        """A value in a text."""
        if type(value) in TRACKED or isinstance(value, Array):
            self.record.lines.formatted = value
        return super().formatted(value, written)


_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)


def _is_unnamed(node: Tensor) -> bool:
    """Whether nothing that a value was made of has a name, or is a truth."""
    found = ancestors(node)
    return not any(each.label is not None or (each.operation and each.operation.family is Family.COMPARISON) for each in found)


def _is_constant(part: ast.AST, constants: Mapping[str, float]) -> bool:
    if isinstance(part, ast.Constant):
        return type(part.value) in (int, float)
    return isinstance(part, ast.Name) and part.id in constants


def _is_list_of_numbers(node: ast.expr) -> bool:
    """Whether an expression is a list of numbers, or of such lists, and nothing else."""
    waiting: list[ast.expr] = [node]
    for each in waiting:
        if isinstance(each, ast.List | ast.Tuple) and each.elts:
            waiting += each.elts
        elif number_of(each) is None:
            return False
    return isinstance(node, ast.List)


def _are_numbers(values: tuple[Any, ...]) -> bool:
    return all(isinstance(each, int | float) for each in values)


def _is_in_place(node: ast.expr) -> bool:
    """Whether an expression is a call that changes what it gives back: `nn.init.zeros_(w)`."""
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr.endswith("_")


def _holds_nodes(value: Any) -> bool:
    """Whether a list, at its beginning, is one of numbers with nodes."""
    while isinstance(value, list | tuple) and value:
        value = value[0]
    return type(value) in TRACKED


_MAX_LISTS = 10_000
