"""Tensors made as PyTorch makes them: of numbers, full of one number, or of numbers in a row. None needs a gradient unless it is
asked for, where `Tensor(…)` does unless it is not. Numbers have double precision.
"""

# ruff: noqa: ARG001 (there is one device, whichever is named)

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.library.binding import refused
from backpass.engine.messages import say
from backpass.engine.shapes import Shape


def tensor(data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A new leaf with these numbers: a number, lists of numbers, an array or another tensor, whose shape it has.

    Types of floating-point numbers and devices are ignored; other types raise CallError. Raises ProblemError (invalid-input)
    for what are no numbers.

    >>> x = tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 4.0]
    """
    _check(dtype)
    return Tensor(data.detach() if isinstance(data, Tensor) else data, requires_grad)


def zeros(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Zeros in a shape, `zeros(2, 3)` or `zeros((2, 3))`. Raises CallError for lengths that are none.

    >>> zeros(2).tolist()
    [0.0, 0.0]
    """
    return _filled(0.0, size, dtype, requires_grad)


def ones(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Ones in a shape. Raises CallError for lengths that are none.

    >>> ones((1, 2)).tolist()
    [[1.0, 1.0]]
    """
    return _filled(1.0, size, dtype, requires_grad)


def full(size: Any, fill_value: float, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """One number throughout a shape. Raises CallError for lengths that are none.

    >>> full((2,), 7.0).tolist()
    [7.0, 7.0]
    """
    return _filled(float(fill_value), (size,), dtype, requires_grad)


def zeros_like(input: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002 (PyTorch's name)
    """Zeros in the shape of another tensor.

    >>> zeros_like(Tensor([3.0, 4.0])).tolist()
    [0.0, 0.0]
    """
    return _filled(0.0, (np.shape(_raw(input)),), dtype, requires_grad)


def ones_like(input: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002 (PyTorch's name)
    """Ones in the shape of another tensor.

    >>> ones_like(Tensor([3.0, 4.0])).tolist()
    [1.0, 1.0]
    """
    return _filled(1.0, (np.shape(_raw(input)),), dtype, requires_grad)


def eye(n: int, m: int | None = None, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A matrix of n rows and m columns, n where they are not given, with ones on the diagonal. Raises CallError.

    >>> eye(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    _check(dtype)
    rows, columns = _lengths((n, n if m is None else m))
    return Tensor(np.eye(rows, columns), requires_grad)


def arange(
    start: float,
    end: float | None = None,
    step: float = 1.0,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """From `start`, or 0 where only an end is given, in steps, up to `end`, which is left out. Raises CallError for a step of 0.

    >>> arange(1, 3, 0.5).tolist()
    [1.0, 1.5, 2.0, 2.5]
    """
    _check(dtype)
    if step == 0:
        raise refused(say("creation-step"), say("creation-step.hint"))
    first, last = (0.0, start) if end is None else (start, end)
    return Tensor(np.arange(first, last, step, dtype=np.float64), requires_grad)


def linspace(
    start: float, end: float, steps: int, *, dtype: Any = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """So many numbers at equal distances, both ends among them. Raises CallError where `steps` is no count.

    >>> linspace(0, 1, 3).tolist()
    [0.0, 0.5, 1.0]
    """
    _check(dtype)
    (count,) = _lengths((steps,))
    return Tensor(np.linspace(start, end, count), requires_grad)


def randn(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Normal random numbers, mean 0 and spread 1, in a shape. Raises CallError for lengths that are none.

    They are those of a program that is typed, and not PyTorch's, whose stream needs PyTorch: `manual_seed` begins it
    again, and a process begins as after `manual_seed(0)`.

    >>> manual_seed(1)
    >>> randn(2).tolist() == np.random.default_rng(1).normal(size=2).tolist()
    True
    """
    return _drawn("normal", size, dtype, requires_grad)


def rand(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Random numbers between 0 and 1 in a shape; see `randn`. Raises CallError for lengths that are none.

    >>> manual_seed(1)
    >>> rand(2, 3).shape
    (2, 3)
    """
    return _drawn("uniform", size, dtype, requires_grad)


def manual_seed(seed: int) -> None:
    """Begins the random numbers of `randn` and `rand` again. Raises TypeError and ValueError for what is no whole number from 0.

    >>> manual_seed(3)
    >>> first = randn(2).tolist()
    >>> manual_seed(3)
    >>> randn(2).tolist() == first
    True
    """
    global _generator  # noqa: PLW0603 (one stream for a process, as PyTorch has)
    _generator = np.random.default_rng(seed)


_generator = np.random.default_rng(0)


def _drawn(kind: str, size: tuple[Any, ...], dtype: Any, requires_grad: bool) -> Tensor:
    _check(dtype)
    return Tensor(getattr(_generator, kind)(size=_shape(size)), requires_grad)


def _filled(value: float, size: tuple[Any, ...], dtype: Any, requires_grad: bool) -> Tensor:
    _check(dtype)
    return Tensor(np.full(_shape(size), value), requires_grad)


def _shape(size: tuple[Any, ...]) -> Shape:
    """The lengths, which may be given one by one or as one list."""
    return _lengths(tuple(size[0]) if len(size) == 1 and isinstance(size[0], tuple | list) else size)


def _lengths(given: tuple[Any, ...]) -> Shape:
    if not all(isinstance(each, int | np.integer) and not isinstance(each, bool) and each >= 0 for each in given):
        raise refused(say("creation-lengths", given=repr(given)), say("creation-lengths.hint"))
    return tuple(map(int, given))


def _raw(value: Any) -> Any:
    return value.raw if isinstance(value, Tensor) else value


def _check(dtype: Any) -> None:
    """Raises CallError for types whose numbers would be others than those of double precision: whole ones and truths."""
    text = str(getattr(dtype, "__name__", dtype)).rpartition(".")[2]
    if dtype is not None and not text.startswith(("float", "double", "half", "bfloat")):
        raise refused(say("creation-type", dtype=text), say("creation-type.hint"))
