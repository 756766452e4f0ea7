"""The inputs of a program: leaves that a gradient is wanted for, by a name that is unique, and the values given for them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import program_errors
from backpass.engine.interpreter.evaluation import OperationEvaluator
from backpass.engine.interpreter.tensor_semantics.exact_whole_numbers import LARGEST
from backpass.engine.interpreter.values import MAX_NESTED, Instance, Item, SourceFloat, WrittenInteger
from backpass.engine.language.syntax_tree import AssignmentTarget, Collection, Expression, NumberLiteral
from backpass.engine.messages import say
from backpass.engine.problems import Problem, ProblemError, Span
from backpass.engine.shapes import as_float_or_array, finite_data, shape_of

_MAX_WALKED = 200_000
"""Things looked at for names of leaves."""
_LONGEST_PATH = 200
"""Characters of such a name; what is held deeper is called by its class, as what nothing holds is."""


class Inputs:
    """The inputs of one run."""

    def __init__(self, given: Mapping[str, Any], presets: Mapping[int, Any], evaluator: OperationEvaluator) -> None:
        self.problems: list[Problem] = []
        self.given = self._checked(given)
        self._presets = presets
        self._evaluator = evaluator
        self.leaves: dict[str, Tensor] = {}
        """By unique name: a second leaf called x is `x#2`."""
        self._counts: dict[str, int] = {}
        """Per name, how many have it."""
        self.literals: dict[Tensor, Span] = {}
        """Where the number of an assigned input stands."""
        self.assumed: set[Tensor] = set()
        self.parameters: set[Tensor] = set()
        """Leaves that belong to an object of the program, such as a neuron's weights."""
        self.used: set[str] = set()
        """Names that stand for a leaf by now."""
        self.unassigned: list[Tensor] = []
        """Leaves that a constructor has made and no assignment has named yet."""
        self.made_within: list[tuple[Tensor, str, int]] = []
        """Leaves made in functions, with the name they had there and the order of their making; what they are called is known at
        the end."""
        self._owners: dict[Tensor | Instance, tuple[Instance, str]] = {}
        """The object of which a leaf or a module has become a member, and the member's name."""
        self._made = 0
        """How many they were, those that nothing reached any more among them."""

    def _checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values that are finite numbers; the others become problems."""
        checked = {}
        for name, value in given.items():
            try:
                checked[name] = finite_data(value, say("value-given-for", name=name))
            except ProblemError as error:
                self.problems += error.problems
        return checked

    def new(self, name: str, data: Any, span: Span | None, literal: Span | None = None) -> Tensor:
        """An input of a number, or of the value given for it."""
        first = name not in self.used
        self.used.add(name)
        leaf = Tensor(self.given[name] if first and name in self.given else data)
        leaf.span = span
        if literal is not None:
            self.literals[leaf] = literal
            if type(leaf.raw) is float and abs(leaf.raw) >= LARGEST:
                self._evaluator.exact.of(leaf)
        self._evaluator.count(leaf)
        self.register(leaf, name)
        return leaf

    def register(self, leaf: Tensor, name: str) -> None:
        """Makes a leaf, which was counted, an input of that name, or of the next one that is free."""
        leaf.label = self.distinguished(name)
        self.leaves[leaf.label] = leaf

    def assigned(self, target: AssignmentTarget, value: Item, expression: Expression) -> Item:
        """An input leaf of the assigned number, or of the value given for it in the request; of a list one per number."""
        if isinstance(value, list):
            return self._of_list(target.name, value)
        self.unassigned.clear()
        literal = self.literals.pop(value, None) if isinstance(value, Tensor) else getattr(value, "span", None)
        data = value.raw if isinstance(value, Tensor) else float(value)  # type: ignore[arg-type]
        start, end = literal or expression[-1].span
        return self.new(target.name, data, target.span, (start, end) if start < end else None)

    def argument(self, name: str, value: Any) -> Item:
        """A number that the top level writes into a call of a function of the program is an input, called as the parameter."""
        if isinstance(value, list):
            return self._of_list(name, value) if value and self._written_numbers(value) else value
        return self.new(name, float(value), value.span, value.span)

    def _of_list(self, name: str, items: list[Item]) -> list[Item]:
        """A list of numbers as a list of inputs: `x[0]`, `x[1]`. A list that is given for the name takes its place."""
        self.used.add(name)
        given = self.given.get(name)
        made: list[Item] = []
        waiting: list[tuple[str, Sequence[Item], list[Item], Any]] = [(name, items, made, given)]
        for path, source, into, data in waiting:
            if data is not None and shape_of(data)[:1] != (len(source),):
                raise ProblemError(program_errors.given_in_other_shape(path, say("list-of", count=len(source)), data))
            for index, item in enumerate(source):
                inner = f"{path}[{index}]"
                value = None if data is None else as_float_or_array(data[index])
                if isinstance(item, list | tuple):
                    rows: list[Item] = []
                    into.append(rows)
                    self._evaluator.hold(len(item))
                    waiting.append((inner, item, rows, value))
                    continue
                known = item.raw if isinstance(item, Tensor) else float(item)  # type: ignore[arg-type]
                if value is not None and shape_of(value) != shape_of(known):
                    raise ProblemError(program_errors.given_in_other_shape(inner, "a number", value))
                number = known if value is None else value
                span = getattr(item, "span", None)
                into.append(self.new(inner, number, span, span))
        return made

    def _written_numbers(self, items: list[Item]) -> bool:
        """Whether a list, and every list within it, holds numbers of the program's text alone. Each list is looked at once for
        each level that it stands on.
        """
        level = {id(items): items}
        for _ in range(MAX_NESTED):
            inner: dict[int, list[Item]] = {}
            for each in level.values():
                self._evaluator.hold(len(each))
                for item in each:
                    if isinstance(item, list):
                        inner[id(item)] = item
                    elif not isinstance(item, SourceFloat | WrittenInteger):
                        return False
            if not inner:
                return True
            level = inner
        return False

    def distinguished(self, name: str) -> str:
        """The name, or where an input has it already the next one that is free: `x#2`. So the `x` that a loop computes from `x`
        is not mistaken for it.
        """
        if name not in self.leaves:
            return name
        count = self._counts.get(name, 1) + 1
        while f"{name}#{count}" in self.leaves:
            count += 1
        self._counts[name] = count
        return f"{name}#{count}"

    def labels(self) -> dict[str, int]:
        """How many values have each name by now."""
        return dict(self._counts)

    def count_labels_again(self, before: Mapping[str, int], times: int) -> None:
        """Counts the values that have got a name since `before` as often again."""
        for name, count in self._counts.items():
            self._counts[name] = count + (count - before.get(name, 1)) * times

    def keep_unassigned(self, *, named: bool, held: tuple[str, Item] | None = None) -> None:
        """Leaves made in the midst of an expression are inputs too, under their label or their text. Those made in a function,
        and those in a list or an object that gets a name, are called later by what holds them: `params[0][1]`.
        """
        paths = {leaf: path for path, leaf in leaves_of(dict([held]))} if self.unassigned and held else {}
        for leaf in self.unassigned:
            if named and leaf not in paths:
                self.register(leaf, leaf.label or "")
            else:
                self.within(leaf, paths.get(leaf) or leaf.label or "")
        self.unassigned.clear()

    def became_member(self, value: Tensor | Instance, owner: Instance, name: str) -> None:
        """Notes whose member a leaf or a module is, for the name of a leaf that nothing holds at the end."""
        if isinstance(value, Instance) or (self.made_within and self.made_within[-1][0] is value):
            self._owners[value] = (owner, name)

    def name_parameters(self, names: Mapping[str, Item], current: Callable[[Tensor], Tensor]) -> None:
        """Names the leaves that were made in functions by where they are kept: `n.layers[0].w[1]`; see `leaves_of`."""
        if not self.made_within:
            return
        paths: dict[Tensor, str] = {}
        made = {leaf for leaf, _, _ in self.made_within}
        for path, leaf in leaves_of(names, current):
            if leaf in made and leaf not in paths:
                paths[leaf] = path
                self.parameters.add(leaf)
        for leaf, label, _ in self.made_within:
            self.register(leaf, paths.get(leaf) or self._as_member(leaf) or label)

    def _as_member(self, leaf: Tensor) -> str:
        """`Linear.weight`, `Net.hidden.weight`: the class and the members that lead to a leaf; empty where it is no member."""
        parts: list[str] = []
        value: Tensor | Instance = leaf
        while value in self._owners and len(parts) < MAX_NESTED:
            value, name = self._owners[value]
            parts.append(name)
        return ".".join([value.kind.name, *reversed(parts)]) if isinstance(value, Instance) else ""

    def keep_reached(self, reached: AbstractSet[Tensor]) -> None:
        """Of the leaves that were made in functions only those of a graph are inputs: a long loop may have left many others."""
        self.made_within = [each for each in self.made_within if each[0] in reached]

    def within(self, leaf: Tensor, label: str) -> None:
        """A leaf made in a function."""
        number = self._made
        self._made += 1
        if number in self._presets:
            given = self._presets[number]
            if shape_of(given) != leaf.shape:
                shape = say("tensor-of-shape", shape=leaf.shape) if leaf.shape else "a number"
                raise ProblemError(program_errors.given_in_other_shape(label or "value", shape, given))
            leaf.raw = given
        self.made_within.append((leaf, label, number))

    def is_newest(self, leaf: Tensor) -> bool:
        """Whether no name is that of a leaf yet."""
        return leaf in self.unassigned or bool(self.made_within and self.made_within[-1][0] is leaf)

    def forget(self, leaf: Tensor, span: Span) -> None:
        """What was made as a leaf is none. Raises ProblemError where a value is given for it."""
        if leaf.label in self.given and self.leaves.get(leaf.label) is leaf:
            raise ProblemError(program_errors.not_an_input(leaf.label, span))
        if self.unassigned and self.unassigned[-1] is leaf:
            self.unassigned.pop()
        elif self.made_within and self.made_within[-1][0] is leaf:
            self.made_within.pop()
        else:
            self.made_within = [each for each in self.made_within if each[0] is not leaf]
            self.leaves = {name: each for name, each in self.leaves.items() if each is not leaf}
        self.literals.pop(leaf, None)

    def replace(self, named: Mapping[Tensor, str], reached: AbstractSet[Tensor]) -> None:
        """Makes inputs of leaves in place of those of the same name that are not reached any more."""
        for leaf, name in named.items():
            if name in self.leaves and self.leaves[name] not in reached:
                del self.leaves[name]
            self.register(leaf, name)

    def presets(self) -> dict[int, Any]:
        """Values given for leaves whose names are known only now that the program has run: by the order of their making."""
        numbers = {leaf.label: number for leaf, _, number in self.made_within}
        found = {numbers[name]: self.given[name] for name in self.unmatched() if name in numbers}
        self.used |= {name for name in self.given if name in numbers}
        return {} if self._presets else found

    def unmatched(self) -> list[str]:
        """Given names that no leaf has taken."""
        return [name for name in self.given if name not in self.used]


def numbers_in_lists(expression: Expression) -> bool:
    """Whether an expression is a list of numbers, or of such lists, and nothing else."""
    return all(
        isinstance(part, NumberLiteral) or (isinstance(part, Collection) and part.kind != "dict" and part.arity > 0)
        for part in expression
    )


def leaves_of(names: Mapping[str, Item], current: Callable[[Tensor], Tensor] | None = None) -> Iterator[tuple[str, Tensor]]:
    """Every leaf that can be reached from the names, with its path: one name after the other, the shortest paths first. `current`
    gives the tensor that another one has become where it is held.
    """
    seen: set[int] = set()
    for name, item in names.items():
        waiting: list[tuple[str, Item]] = [(name, item)]
        for path, each in waiting:
            if id(each) in seen or len(seen) > _MAX_WALKED or len(path) > _LONGEST_PATH:
                continue
            seen.add(id(each))
            if isinstance(each, Tensor):
                now = current(each) if current else each
                if now.operation is None:
                    yield path, now
            else:
                waiting += _members(path, each)


def _members(path: str, item: Item) -> list[tuple[str, Item]]:
    """What an object, a list or a dictionary holds, each with its path."""
    if isinstance(item, Instance):
        members = item.members
        layers, kinds = members.get("layers"), {each.name for each in item.kind.line()}
        if isinstance(layers, list) and kinds & {"ModuleList", "ParameterList"}:  # as `named_parameters()` has them
            own = {name: each for name, each in members.items() if name not in ("layers", "keys")}
            keys = members.get("keys") if "ModuleList" in kinds else None
            members = dict(zip(keys if isinstance(keys, list) else range(len(layers)), layers, strict=False)) | own
        return [(f"{path}.{name}", each) for name, each in members.items()]
    if isinstance(item, list | tuple):
        return [(f"{path}[{index}]", each) for index, each in enumerate(item)]
    if isinstance(item, dict):
        return [(f"{path}[{key!r:.{_LONGEST_PATH}}]", each) for key, each in item.items()]
    return []
