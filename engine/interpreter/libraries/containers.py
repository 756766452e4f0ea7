"""Python's `collections` and `copy`, as far as tutorials use them."""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.collections import DICTIONARY_METHODS, LIST_METHODS
from backpass.engine.interpreter.builtins.iteration import builtin, everything, whole
from backpass.engine.interpreter.builtins.methods import METHODS_OF_ROWS
from backpass.engine.interpreter.errors import call_errors, element_errors, in_place_errors
from backpass.engine.interpreter.libraries.registry import count, offer
from backpass.engine.interpreter.python_containers import Counts, DefaultDictionary, Deque, NamedRow, emptied
from backpass.engine.interpreter.values import MAX_NESTED, Arguments, Builtin, Held, Instance, Item, Set
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError


@offer(("collections",), "OrderedDict", most=1)
def _ordered(machine: Any, arguments: Arguments) -> Item:
    """A dictionary, as all are in the order in which they were filled."""
    return _filled(machine, {}, arguments)


def _filled(machine: Any, made: dict[Any, Item], arguments: Arguments) -> Item:
    given = Arguments([made, *arguments.values], arguments.keywords, arguments.part)
    DICTIONARY_METHODS["update"].call(machine, given)
    return made


@offer(("collections",), "defaultdict", most=2)
def _defaultdict(machine: Any, arguments: Arguments) -> Item:
    factory, *rest = arguments.values or [None]
    return _filled(machine, DefaultDictionary(factory), Arguments(rest, arguments.keywords, arguments.part))


@offer(("collections",), "Counter", most=1)
def _counter(machine: Any, arguments: Arguments) -> Item:
    return _filled(machine, Counts(), arguments)


@builtin(DICTIONARY_METHODS, "most_common", least=1, most=2)
def _most_common(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    pairs = sorted(owner.items(), key=lambda pair: -float(machine.number(pair[1])))
    machine.evaluator.hold(2 * len(pairs))
    return pairs if len(arguments.values) == 1 else pairs[: whole(machine, arguments.values[1], arguments)]


@offer(("collections",), "deque", most=2, takes="(iterable=None, maxlen=None)")
def _deque(machine: Any, arguments: Arguments) -> Item:
    iterable, maximum = [*arguments.values, None, None][:2]
    iterable, maximum = arguments.keywords.get("iterable", iterable), arguments.keywords.get("maxlen", maximum)
    items = [] if iterable is None else everything(machine, iterable, arguments)
    return Deque(items, None if maximum is None else count(machine, maximum, arguments))


@builtin(LIST_METHODS, "appendleft", least=2, most=2)
def _append_left(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    if not isinstance(owner, Deque):
        raise ProblemError(call_errors.unknown_function(arguments.part, []))  # type: ignore[arg-type]
    machine.evaluator.hold(1)
    machine.evaluator.move(len(owner))
    owner.insert(0, arguments.values[1])
    return None


@builtin(LIST_METHODS, "popleft", least=1, most=1)
def _pop_left(machine: Any, arguments: Arguments) -> Item:
    owner: Any = arguments.values[0]
    if not isinstance(owner, Deque):
        raise ProblemError(call_errors.unknown_function(arguments.part, []))  # type: ignore[arg-type]
    if not owner:
        raise ProblemError(element_errors.index_out_of_range(0, 0, arguments.part))
    machine.evaluator.move(len(owner))
    return owner.pop(0)  # type: ignore[no-any-return]


@offer(("collections",), "namedtuple", least=2, most=2, takes="(typename, field_names, *, defaults=None)")
def _namedtuple(machine: Any, arguments: Arguments) -> Item:
    """A function that makes rows of this kind. Raises ProblemError for names that are no texts."""
    kind, names = arguments.values
    fields = names.replace(",", " ").split() if isinstance(names, str) else everything(machine, names, arguments)
    if not isinstance(kind, str) or not all(isinstance(each, str) for each in fields):
        raise ProblemError(element_errors.not_a_key(names, arguments.part))
    given: Any = arguments.keywords.get("defaults")
    defaults = [] if given is None else everything(machine, given, arguments)
    if len(defaults) > len(fields):
        raise ProblemError(element_errors.unpacking(len(fields), len(defaults), arguments.span))
    return rows(kind, tuple(map(str, fields)), dict(zip(fields[len(fields) - len(defaults) :], defaults, strict=True)))


def rows(kind: str, fields: tuple[str, ...], defaults: dict[Any, Item]) -> Builtin:
    """What makes the rows of a kind."""

    def make(_: Any, arguments: Arguments) -> Item:
        if len(arguments.values) > len(fields):
            raise ProblemError(call_errors.builtin_arguments(kind, 0, len(fields), len(arguments.values), arguments.part))
        named = dict(zip(fields, arguments.values, strict=False))
        for name, item in arguments.keywords.items():
            if name not in fields or name in named:
                raise ProblemError(call_errors.unknown_keyword(kind, name, arguments.part))
            named[name] = item
        named = {**defaults, **named}
        if len(named) < len(fields):
            raise ProblemError(
                call_errors.builtin_arguments(kind, len(fields) - len(defaults), len(fields), len(named), arguments.part)
            )
        return NamedRow.of(kind, fields, [named[name] for name in fields])

    return Builtin(kind, make)


@builtin(METHODS_OF_ROWS, "_replace", least=1, most=1)
def _replace(_: Any, arguments: Arguments) -> Item:
    row: Any = arguments.values[0]
    for name in arguments.keywords:
        if name not in row.fields:
            raise ProblemError(call_errors.unknown_keyword("_replace", name, arguments.part))
    return row.like(arguments.keywords.get(name, item) for name, item in zip(row.fields, row, strict=True))  # type: ignore[no-any-return]


@builtin(METHODS_OF_ROWS, "_asdict", least=1, most=1)
def _as_dictionary(_: Any, arguments: Arguments) -> Item:
    row: Any = arguments.values[0]
    return dict(zip(row.fields, row, strict=True))


# Copies


@offer(("copy",), "copy", least=1, most=1, takes="(x)")
def _copy(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if isinstance(item, Tensor) and not machine.aliases.shows_outside(item):  # else it shares those numbers
        shallow = _shallow(machine, machine.aliases.current(item), arguments)
        return _Copies(machine, arguments).of(item, 0) if shallow is None else shallow
    if isinstance(item, Instance):
        return Instance(item.kind, dict(item.members))
    if isinstance(item, list | dict):
        machine.evaluator.hold(len(item))
        made = emptied(item)
        made.extend(item) if isinstance(item, list) else made.update(item)
        return made  # type: ignore[no-any-return]
    return Set(dict(item.members), set(item.keys)) if isinstance(item, Set) else item


def _shallow(machine: Any, tensor: Tensor, arguments: Arguments) -> Tensor | None:
    """`copy.copy` of PyTorch's tensor, which shares its numbers there; None where no change can show that. Raises ProblemError
    for one with a gradient, which it would not share.
    """
    if machine.aliases.library_of(tensor) != "torch" or not machine.names.changes_in_place():
        return None
    if machine.tracking.tracks(tensor):
        raise ProblemError(in_place_errors.shared_leaf("copy.copy", arguments.part))
    return machine.evaluator.operation(OPERATIONS["detach"], [tensor], arguments.part)  # type: ignore[no-any-return]


@offer(("copy",), "deepcopy", least=1, most=1, takes="(x)")
def _deepcopy(machine: Any, arguments: Arguments) -> Item:
    """A copy that shares nothing with the original. Raises ProblemError for what lies too deep within itself."""
    return _Copies(machine, arguments).of(arguments.values[0], 0)


class _Copies:
    """One deep copy: what occurs several times in the original does so in the copy."""

    def __init__(self, machine: Any, arguments: Arguments) -> None:
        self._machine = machine
        self._arguments = arguments
        self._made: dict[int, Item] = {}

    def of(self, item: Item, depth: int) -> Item:
        """The copy of an item that lies so deep. Raises ProblemError."""
        if depth > MAX_NESTED:
            raise ProblemError(element_errors.tree_too_large(self._arguments.part))
        if id(item) not in self._made:
            self._made[id(item)] = self._copy(item, depth)
        return self._made[id(item)]

    def _copy(self, item: Item, depth: int) -> Item:
        self._machine.evaluator.hold(1)
        if isinstance(item, Tensor):
            return self._tensor(item)
        if isinstance(item, Held):
            return float(item)
        if isinstance(item, Instance):
            instance = Instance(item.kind)
            self._made[id(item)] = instance
            instance.members.update({name: self.of(each, depth + 1) for name, each in item.members.items()})
            return instance
        if isinstance(item, dict | list):
            made: Any = emptied(item)
            self._made[id(item)] = made
            if isinstance(item, dict):
                made.update({key: self.of(each, depth + 1) for key, each in item.items()})
            else:
                made.extend(self.of(each, depth + 1) for each in item)
            return made  # type: ignore[no-any-return]
        if isinstance(item, NamedRow):
            return item.like(self.of(each, depth + 1) for each in item)
        if type(item) is tuple:
            return tuple(self.of(each, depth + 1) for each in item)
        return Set(dict(item.members), set(item.keys)) if isinstance(item, Set) else item

    def _tensor(self, tensor: Tensor) -> Item:
        """A leaf of its own of PyTorch's leaf that may be learnt; of any other, as of a buffer, a copy within the graph."""
        machine, arguments = self._machine, self._arguments
        current = machine.aliases.current(tensor)
        may_be_learnt = current.requires_grad or machine.tracking.is_parameter(current)
        if current.operation is not None or machine.aliases.library_of(current) != "torch" or not may_be_learnt:
            return machine.copied(current, arguments.part)  # type: ignore[no-any-return]
        numbers = Tensor(current.raw, requires_grad=False)
        is_parameter = machine.tracking.is_parameter(current)
        made = machine.ready("Parameter", "torch.nn") if is_parameter else machine.ready("tensor", "torch")
        keywords = {"requires_grad": current.requires_grad}
        return made.call(machine, Arguments([numbers], keywords, arguments.part))  # type: ignore[no-any-return]
