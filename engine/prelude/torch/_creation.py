"""Tensors of given or random numbers. Random ones are not those of PyTorch."""

from backpass.engine.python.libraries.natives import (
    apply,
    begin_random,
    cast,
    drawn,
    filled,
    is_tensor,
    kind_of,
    need_gradient,
    spaced,
    stepped,
    tensor_of,
)


def _lengths(size):
    return tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else tuple(size)


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    return tensor_of(data, dtype, requires_grad)


def as_tensor(data, dtype=None, device=None):
    return cast(data, dtype) if is_tensor(data) else tensor_of(data, dtype)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    return tensor_of(obj, dtype, requires_grad)


def from_numpy(ndarray):
    return tensor_of(ndarray)


def scalar_tensor(s, *, dtype=None):
    return tensor_of(s, dtype)


def zeros(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(_lengths(size), 0.0, dtype, requires_grad)


def ones(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(_lengths(size), 1.0, dtype, requires_grad)


def empty(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(_lengths(size), 0.0, dtype, requires_grad)


def full(size, fill_value, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(size, fill_value, dtype, requires_grad)


def zeros_like(input, *, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(input.shape, 0.0, dtype or kind_of(input), requires_grad)


def ones_like(input, *, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(input.shape, 1.0, dtype or kind_of(input), requires_grad)


def empty_like(input, *, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(input.shape, 0.0, dtype or kind_of(input), requires_grad)


def full_like(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False):
    return filled(input.shape, fill_value, dtype or kind_of(input), requires_grad)


def eye(n, m=None, *, out=None, dtype=None, device=None, requires_grad=False):
    rows, columns = stepped(0, n, 1), stepped(0, n if m is None else m, 1)
    found = cast(apply("equal", rows.reshape(-1, 1), columns), dtype or "float32")
    if requires_grad:
        need_gradient(found, True)
    return found


def arange(start, end=None, step=1, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return stepped(0, start, step, dtype, requires_grad) if end is None else stepped(start, end, step, dtype, requires_grad)


def linspace(start, end, steps, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return spaced(start, end, steps, dtype, requires_grad)


def manual_seed(seed):
    begin_random(seed)


def rand(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("uniform", _lengths(size), dtype, requires_grad)


def randn(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("normal", _lengths(size), dtype, requires_grad)


def rand_like(input, *, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("uniform", input.shape, dtype, requires_grad)


def randn_like(input, *, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("normal", input.shape, dtype, requires_grad)


def randint(low, high, size=None, *, generator=None, out=None, dtype=None, device=None, requires_grad=False):
    if size is None:
        return drawn("integers", high, dtype, requires_grad, low=0, high=low)
    return drawn("integers", size, dtype, requires_grad, low=low, high=high)


def randperm(n, *, generator=None, out=None, dtype=None, device=None, requires_grad=False):
    return drawn("permutation", (n,), dtype, requires_grad)


def normal(mean, std=1.0, size=None, *, generator=None, out=None):
    if size is not None:
        return mean + std * drawn("normal", size)
    shape = mean.shape if is_tensor(mean) else std.shape
    return mean + std * drawn("normal", shape)


def bernoulli(input, p=None, *, generator=None, out=None):
    chance = input if p is None else p
    return cast(apply("less", drawn("uniform", input.shape), chance), kind_of(input))
