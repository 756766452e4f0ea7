"""Arrays cut, filled and put together as other libraries do it: triangles, masks, stacks of rows and of columns."""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import Body, builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import call_errors
from backpass.engine.interpreter.libraries.registry import ARRAYS, count, given, offer
from backpass.engine.interpreter.tensor_semantics.number_kinds import Change, Kind
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of

_OWN = ("numpy", "np", "jax", "autograd", "torch")
"""Libraries that have these functions."""


def _of_arrays(*names: str, takes: str, modules: tuple[str, ...] = _OWN) -> Callable[[Body], Body]:
    """Enters what is both a function and a method."""

    def enter(body: Body) -> Body:
        offer(modules, *names, takes=takes)(body)
        builtin(TENSOR_METHODS, *names, takes=takes)(body)
        return body

    return enter


def _tensor(machine: Any, item: Item, arguments: Arguments) -> Tensor:
    return machine.evaluator.tensor(item, arguments.part)  # type: ignore[no-any-return]


def _made(machine: Any, name: str, inputs: list[Tensor], arguments: Arguments, **options: Any) -> Tensor:
    return machine.evaluator.operation(OPERATIONS[name], inputs, arguments.part, options)  # type: ignore[no-any-return]


def _triangle(name: str, cut: Callable[..., Any]) -> None:
    @_of_arrays(name, takes="(x, diagonal=0)")
    def triangle(machine: Any, arguments: Arguments) -> Item:
        """The numbers on one side of a diagonal of matrices, and 0 on the other. Raises ProblemError for a vector."""
        item, diagonal = given(arguments, x=None, diagonal=0)
        x = _tensor(machine, item, arguments)
        axis_of(-2, x.shape)
        machine.evaluator.hold(int(np.prod(x.shape[-2:], dtype=int)))
        kept = machine.evaluator.constant(
            cut(np.ones(x.shape[-2:]), max(-(2**31), min(2**31, count(machine, diagonal, arguments)))), arguments.span
        )
        nothing = machine.evaluator.constant(0.0, arguments.span)
        machine.kinds.note(nothing, Kind.TRUTH)  # so that the result is of the kind of x
        return _made(machine, "where", [kept, x, nothing], arguments)


_triangle("tril", np.tril)
_triangle("triu", np.triu)


@builtin(TENSOR_METHODS, "masked_fill", least=3, most=3, takes="(x, mask, value)")
@offer(("torch",), "masked_fill", least=3, most=3, takes="(x, mask, value)")
def _masked_fill(machine: Any, arguments: Arguments) -> Item:
    """A value where a mask is true, else x."""
    x, mask, value = machine.evaluator.tensors(arguments.values, arguments.part)
    return _made(machine, "where", [mask, machine.kinds.kept(x, value, Change(), arguments.part), x], arguments)


def _joined(name: str, join: Callable[[Any, list[Tensor], Arguments], Tensor]) -> None:
    @offer(ARRAYS, name, least=1, most=1, takes="(tensors)")
    def stacked(machine: Any, arguments: Arguments) -> Item:
        (items,) = arguments.values
        if not isinstance(items, list | tuple) or not items:
            raise ProblemError(call_errors.needs_a_list(OPERATIONS["concatenate"], arguments.span))
        return join(machine, machine.evaluator.tensor_list(items, arguments.part), arguments)


def _rows(machine: Any, tensors: list[Tensor], arguments: Arguments) -> Tensor:
    """Below one another; a vector is a row."""
    rows = [
        each if len(each.shape) > 1 else _made(machine, "reshape", [each], arguments, shape=(1, *(each.shape or (1,))))
        for each in tensors
    ]
    return _made(machine, "concatenate", rows, arguments, axis=0)


def _columns(machine: Any, tensors: list[Tensor], arguments: Arguments) -> Tensor:
    """Beside one another; vectors become one vector."""
    lists = [each if each.shape else _made(machine, "reshape", [each], arguments, shape=(1,)) for each in tensors]
    return _made(machine, "concatenate", lists, arguments, axis=0 if len(lists[0].shape) == 1 else 1)


_joined("vstack", _rows)
_joined("hstack", _columns)


JOINED_IN_BRACKETS = frozenset({"c_", "r_"})
"""What of NumPy joins the arrays that stand in square brackets behind it."""


@offer(("numpy", "np", "jax.numpy"), "c_", least=1)
def _beside(machine: Any, arguments: Arguments) -> Item:
    """`np.c_[a, b]`: vectors and numbers as columns, matrices beside one another."""
    tensors = [_tensor(machine, each, arguments) for each in arguments.values]
    columns = [
        each if len(each.shape) > 1 else _made(machine, "reshape", [each], arguments, shape=(*(each.shape or (1,)), 1))
        for each in tensors
    ]
    return _made(machine, "concatenate", columns, arguments, axis=len(columns[0].shape) - 1)


@offer(("numpy", "np", "jax.numpy"), "r_", least=1)
def _in_a_row(machine: Any, arguments: Arguments) -> Item:
    """`np.r_[a, 1.0, b]`: vectors and numbers in a row, matrices below one another."""
    tensors = [_tensor(machine, each, arguments) for each in arguments.values]
    rows = [each if each.shape else _made(machine, "reshape", [each], arguments, shape=(1,)) for each in tensors]
    return _made(machine, "concatenate", rows, arguments, axis=0)
