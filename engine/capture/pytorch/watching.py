"""What a recording sees: every call of a function of PyTorch, every operation below autograd, every call of a module.

Results are only referred to, and copied where an operation is about to change them in place; a result that no graph asks for
costs nothing else. Operations below autograd are distinguished by autograd's own sequence number: a function of a graph takes the
next one right before its operation runs.
"""

import os
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch._compile import _disable_dynamo
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from backpass.engine.capture.captured_trace import CapturedGroup, Site
from backpass.engine.capture.pasted import PASTED, span_in
from backpass.engine.capture.pytorch.autograd_graph import MAX_FUNCTIONS, Output
from backpass.engine.capture.pytorch.tensors import Records, kept, version
from backpass.engine.capture.refusals import CaptureError
from backpass.engine.capture.summaries import Recorded


class Reference:
    """A tensor whose numbers may be asked for, as they were when it was seen."""

    __slots__ = ("_error", "_kept", "_most_elements", "_settled", "_version", "since", "tensor")

    def __init__(self, tensor: Any, most_elements: int, *, is_internal: bool) -> None:
        self.tensor = tensor
        self.since = next_number()
        """The sequence number of the first function that could use these numbers."""
        self._most_elements = most_elements
        self._settled = False
        self._kept: Recorded = None
        self._error: CaptureError | None = None
        self._version = None if is_internal else version(tensor)

    def numbers(self, records: Records | None = None) -> Recorded:
        """Their record, made now at the latest, by `records` where nothing changes numbers as long as that is used."""
        self.settle(records)
        if self._error is not None:
            raise self._error
        return self._kept

    def is_current(self) -> bool:
        """Whether the tensor still has these numbers: their record is made when it is about to change."""
        return not self._settled and self._version == version(self.tensor)

    def settle(self, records: Records | None = None) -> None:
        """Makes the record now; nothing is recorded of a tensor that has changed since. An error waits until the record is
        needed: code that is recorded may use tensors that cannot be.
        """
        if not self._settled:
            self._settled = True
            if self._version is None or self._version == version(self.tensor):
                try:
                    self._kept = kept(self.tensor, self._most_elements) if records is None else records.of(self.tensor)
                except CaptureError as error:
                    self._error = error


class Operation(NamedTuple):
    """One operation below autograd."""

    name: str
    """Of its schema: `mul`, `add_`, `_softmax`."""
    inputs: Sequence[Any]
    """What it was given for arguments that take tensors: tensors, numbers, None."""
    numbers: Sequence[float]
    """Its second operand, where only a number can be one."""
    outputs: Sequence[Reference]


class Call(NamedTuple):
    """One call of a function of PyTorch that made functions of the graph."""

    start: int
    end: int
    """The sequence numbers of these functions, `end` excluded."""
    name: str
    group: int | None
    site: Site | None


@dataclass(slots=True)
class Seen:
    """Everything that was seen so far."""

    most_elements: int
    operations: dict[int, Operation] = field(default_factory=dict)
    """By sequence number."""
    results: dict[Output, Reference] = field(default_factory=dict)
    others: dict[int, list[Reference]] = field(default_factory=dict)
    """Leaves and constants, by `id`; one reference for each time that they were seen with other numbers, in order."""
    calls: list[Call] = field(default_factory=list)
    groups: list[CapturedGroup] = field(default_factory=list)
    current: int | None = None
    """The group that is being worked in."""
    turns: list[tuple[int, int | None]] = field(default_factory=list)
    """From which sequence number on which group was worked in."""
    by_storage: dict[int, list[Reference]] = field(default_factory=dict)
    """Those whose numbers were not taken yet, by where they are."""
    busy: bool = False
    """Whether what runs now is the recording's own."""

    @property
    def is_full(self) -> bool:
        return len(self.operations) > MAX_FUNCTIONS

    def enter(self, name: str) -> int | None:
        """Begins a group within the present one; returns that."""
        before = self.current
        self.groups.append(CapturedGroup(before, name))
        self.go(len(self.groups) - 1)
        return before

    def go(self, group: int | None) -> None:
        self.current = group
        self.turns.append((next_number(), group))

    def refer(self, tensor: Any, *, is_internal: bool = False) -> Reference:
        """`is_internal`: it was made below autograd, where it does not share the count of changes of what it is a view of."""
        reference = Reference(tensor, self.most_elements, is_internal=is_internal)
        place = _storage(tensor)
        if place:
            self.by_storage.setdefault(place, []).append(reference)
        return reference

    def see(self, value: Any) -> None:
        """Refers to a tensor, or to those in tuples and lists, by what made it."""
        for tensor in tensors_in(value):
            if torch._C._functorch.is_functorch_wrapped_tensor(tensor):
                continue
            function = tensor.grad_fn
            if function is not None:
                output = Output(function, tensor.output_nr)
                if output not in self.results:
                    self.results[output] = self.refer(tensor)
            else:
                references = self.others.setdefault(id(tensor), [])
                if not references or not references[-1].is_current():
                    references.append(self.refer(tensor))

    def used_by(self, number: int, tensor: Any) -> Reference:
        """The numbers of a leaf or constant when the function of this number used it; those of now, if it was not seen."""
        references = self.others.get(id(tensor), [])
        place = bisect_right(references, number, key=lambda each: each.since)
        if not references:
            references = self.others[id(tensor)] = [self.refer(tensor)]
        return references[max(place - 1, 0)]

    def forget(self) -> None:
        """Forgets results, calls and values; the groups that are being worked in stay."""
        for each in (self.operations, self.results, self.others, self.calls, self.by_storage):
            each.clear()

    def settle(self, tensor: Any) -> None:
        """Takes the numbers of everything that shares its storage with a tensor which is about to change."""
        for reference in self.by_storage.pop(_storage(tensor), ()):
            reference.settle()

    def settle_leaves(self) -> None:
        """Makes the records of leaves and constants, which the next step of training changes."""
        for references in self.others.values():
            references[-1].settle()


def next_number() -> int:
    """The sequence number of the next function of a graph that this thread makes."""
    return int(torch._C._autograd._get_sequence_nr())


def tensors_in(value: Any) -> Iterator[Any]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from tensors_in(each)
    elif isinstance(value, dict):
        yield from tensors_in(list(value.values()))


def _storage(tensor: Any) -> int:
    try:
        return int(tensor.untyped_storage().data_ptr())
    except (NotImplementedError, RuntimeError):  # tensors without a storage, such as sparse ones
        return 0


class FunctionCalls(TorchFunctionMode):
    """Sees calls as people write them."""

    def __init__(self, seen: Seen, before_backward: Any) -> None:
        super().__init__()
        self._seen = seen
        self._before_backward = before_backward

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        del types
        seen, kwargs = self._seen, kwargs or {}
        name = getattr(func, "__name__", "")
        if seen.busy or seen.is_full:
            return func(*args, **kwargs)
        if name == "__set__":
            if func.__self__.__name__ == "data":
                seen.settle(args[0])
            return func(*args, **kwargs)
        is_attribute = name == "__get__"
        if not is_attribute:
            self._before(func, args, kwargs)
        start = next_number()
        result = func(*args, **kwargs)
        end = next_number()
        if is_attribute:
            if end == start:
                return result
            name = func.__self__.__name__  # `x.T` is a call, `x.shape` and `x.grad` are none
        seen.busy = True
        try:
            seen.see(result)
            if name.endswith("_"):
                seen.see(args)
            if end > start:
                self._note(start, end, name.strip("_"))
        finally:
            seen.busy = False
        return result

    def _before(self, func: Any, args: Any, kwargs: Any) -> None:
        self._seen.busy = True
        try:
            self._seen.see(args)
            self._seen.see(kwargs)
            if func is torch.Tensor.backward:
                self._before_backward(*args, **kwargs)
        finally:
            self._seen.busy = False

    def _note(self, start: int, end: int, name: str) -> None:
        seen = self._seen
        group = None
        if end > start + 1:
            seen.groups.append(CapturedGroup(seen.current, f"{name}()"))
            group = len(seen.groups) - 1
        seen.calls.append(Call(start, end, name, group, _site(sys._getframe(1))))


class Operations(TorchDispatchMode):
    """Sees operations below autograd."""

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self._seen = seen

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """False: else the first operation would import PyTorch's compiler, which takes seconds. See `_Compiler`."""
        return False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        del types
        seen, kwargs = self._seen, kwargs or {}
        if seen.busy or seen.is_full:
            return func(*args, **kwargs)
        if func._schema.is_mutable:
            seen.busy = True
            try:
                for tensor in tensors_in(list(_written(func, args, kwargs))):
                    seen.settle(tensor)
            finally:
                seen.busy = False
        result = func(*args, **kwargs)
        number = next_number() - 1
        if number not in seen.operations and torch.is_grad_enabled():
            name, inputs, numbers = _arguments(func, args, kwargs)
            outputs = result if isinstance(result, tuple | list) else (result,)
            flat = [each for each in outputs for each in (each if isinstance(each, list | tuple) else (each,))]
            references = [seen.refer(each, is_internal=True) for each in flat if isinstance(each, torch.Tensor)]
            seen.operations[number] = Operation(name, inputs, numbers, references)
        return result


def _keep_compiler_away() -> None:
    setattr(Operations, "__torch_dispatch__", _disable_dynamo(Operations.__torch_dispatch__))  # noqa: B010 - mypy


class _Compiler(MetaPathFinder):
    """Waits for a program to import PyTorch's compiler: before that nothing is compiled."""

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:  # noqa: ARG002
        """None for every module."""
        if fullname == "torch._dynamo" and self in sys.meta_path:
            sys.meta_path.remove(self)
            _keep_compiler_away()


if "torch._dynamo" in sys.modules:
    _keep_compiler_away()
else:
    sys.meta_path.insert(0, _Compiler())


def _written(func: Any, args: Any, kwargs: Any) -> Iterator[Any]:
    """What an operation changes in place."""
    for place, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            yield args[place] if place < len(args) else kwargs.get(argument.name)


@cache
def _signature(func: Any) -> tuple[str, tuple[tuple[str, bool, bool], ...]]:
    """The name of an operation, and per argument its name, whether it takes tensors, and whether it is an operand by number."""
    schema = func._schema
    arguments = tuple(
        (each.name, "Tensor" in str(each.type), str(each.type) == "number" and each.name in {"other", "exponent"})
        for each in schema.arguments
    )
    return schema.name.rpartition("::")[2], arguments


def _arguments(func: Any, args: Any, kwargs: Any) -> tuple[str, list[Any], list[float]]:
    name, arguments = _signature(func)
    inputs: list[Any] = []
    numbers: list[float] = []
    for place, (argument, takes_tensors, is_operand) in enumerate(arguments):
        given = args[place] if place < len(args) else kwargs.get(argument)
        if takes_tensors:
            inputs += given if isinstance(given, tuple | list) else [given]
        elif is_operand and isinstance(given, int | float):
            numbers.append(given)
    return name, inputs, numbers


_PASSED_OVER = (str(Path(torch.__file__).parent), str(Path(__file__).parents[1]))
"""Folders of libraries, whose lines are not named as call sites."""


@cache
def is_library(file: str) -> bool:
    return file.startswith((*_PASSED_OVER, "<frozen", os.path.dirname(os.__file__) + os.sep + "contextlib"))  # noqa: PTH120


def _site(frame: Any) -> Site | None:
    """The innermost line that is not PyTorch's own."""
    while frame is not None and is_library(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None:
        return None
    file = frame.f_code.co_filename
    return Site(file, frame.f_lineno, span_in(frame)) if file == PASTED else Site(_shown(file), frame.f_lineno)


@cache
def _shown(file: str) -> str:
    """A file within the working directory from there on."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
