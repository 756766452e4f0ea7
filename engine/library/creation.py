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
    """A new leaf with the numbers and the shape of a number, nested lists, an array or another tensor.

    It needs no gradient unless `requires_grad=True`. A floating-point `dtype` and a `device` are ignored. Raises CallError for
    another dtype, and ProblemError (invalid-input) if `data` contains anything but numbers.

    >>> x = tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 4.0]
    """
    _check(dtype)
    return Tensor(data.detach() if isinstance(data, Tensor) else data, requires_grad)


def zeros(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of zeros, `zeros(2, 3)` or `zeros((2, 3))`. Raises CallError if a length is not a non-negative integer.

    >>> zeros(2).tolist()
    [0.0, 0.0]
    """
    return _filled(0.0, size, dtype, requires_grad)


def ones(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of ones, `ones(2, 3)` or `ones((2, 3))`. Raises CallError if a length is not a non-negative integer.

    >>> ones((1, 2)).tolist()
    [[1.0, 1.0]]
    """
    return _filled(1.0, size, dtype, requires_grad)


def full(size: Any, fill_value: float, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of the shape `size`, filled with `fill_value`. Raises CallError if a length is not a non-negative integer.

    >>> full((2,), 7.0).tolist()
    [7.0, 7.0]
    """
    return _filled(float(fill_value), (size,), dtype, requires_grad)


def zeros_like(input: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002 (PyTorch's name)
    """A tensor of zeros with the shape of `input`, a tensor or an array.

    >>> zeros_like(Tensor([3.0, 4.0])).tolist()
    [0.0, 0.0]
    """
    return _filled(0.0, (np.shape(_raw(input)),), dtype, requires_grad)


def ones_like(input: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002 (PyTorch's name)
    """A tensor of ones with the shape of `input`, a tensor or an array.

    >>> ones_like(Tensor([3.0, 4.0])).tolist()
    [1.0, 1.0]
    """
    return _filled(1.0, (np.shape(_raw(input)),), dtype, requires_grad)


def eye(n: int, m: int | None = None, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A matrix of n rows and m columns (n by default), with ones on the diagonal.

    Raises CallError if n or m is not a non-negative integer.

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
    """The numbers from `start` to `end` in steps of `step`, without `end`; `arange(end)` starts at 0.

    Raises CallError if `step` is 0.

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
    """`steps` evenly spaced numbers from `start` to `end`, both included.

    Raises CallError if `steps` is not a non-negative integer.

    >>> linspace(0, 1, 3).tolist()
    [0.0, 0.5, 1.0]
    """
    _check(dtype)
    (count,) = _lengths((steps,))
    return Tensor(np.linspace(start, end, count), requires_grad)


def randn(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of normal random numbers with mean 0 and standard deviation 1, `randn(2, 3)` or `randn((2, 3))`.

    The numbers are those that a program on the page draws, not PyTorch's. `manual_seed` starts the sequence again; a process
    starts as after `manual_seed(0)`. Raises CallError if a length is not a non-negative integer.

    >>> manual_seed(1)
    >>> randn(2).tolist() == np.random.default_rng(1).normal(size=2).tolist()
    True
    """
    return _drawn("normal", size, dtype, requires_grad)


def rand(*size: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of random numbers, uniform between 0 and 1; see `randn`.

    Raises CallError if a length is not a non-negative integer.

    >>> manual_seed(1)
    >>> rand(2, 3).shape
    (2, 3)
    """
    return _drawn("uniform", size, dtype, requires_grad)


def manual_seed(seed: int) -> None:
    """Starts the random numbers of `randn` and `rand` again.

    Raises TypeError or ValueError unless the seed is a non-negative integer.

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
