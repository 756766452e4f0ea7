"""Tensors of given or random numbers."""

from backpass.engine.python.libraries.natives import (
    apply,
    begin_random,
    cast,
    default_kind,
    drawn,
    filled,
    float64_kind,
    generator,
    inf,
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
    found = cast(apply("equal", rows.reshape(-1, 1), columns), dtype or default_kind())
    if requires_grad:
        need_gradient(found, True)
    return found


def arange(start, end=None, step=1, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return stepped(0, start, step, dtype, requires_grad) if end is None else stepped(start, end, step, dtype, requires_grad)


def linspace(start, end, steps, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return spaced(start, end, steps, dtype, requires_grad)


class Generator:
    def __init__(self, device="cpu"):
        self._number = generator()

    def manual_seed(self, seed):
        begin_random(seed, self)
        return self


def manual_seed(seed):
    begin_random(seed)


def rand(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("uniform", _lengths(size), dtype, requires_grad, generator)


def randn(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("normal", _lengths(size), dtype, requires_grad, generator)


def rand_like(input, *, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("uniform", input.shape, dtype or kind_of(input), requires_grad)


def randn_like(input, *, dtype=None, layout=None, device=None, requires_grad=False):
    return drawn("normal", input.shape, dtype or kind_of(input), requires_grad)


def randint(low, high, size=None, *, generator=None, out=None, dtype=None, device=None, requires_grad=False):
    if size is None:
        low, high, size = 0, low, high
    return drawn("integers", size, dtype, requires_grad, generator, low=int(low), high=int(high))


def randperm(n, *, generator=None, out=None, dtype=None, device=None, requires_grad=False):
    return drawn("permutation", (n,), dtype, requires_grad, generator)


def normal(mean, std=1.0, size=None, *, generator=None, out=None):
    if size is not None:
        return drawn("normal", size, generator=generator, mean=mean, std=std)
    if is_tensor(std):
        if (std < 0).any():
            raise RuntimeError("normal expects all elements of std >= 0.0")
        return mean + std * drawn("normal", std.shape, generator=generator)
    return mean + drawn("normal", mean.shape, generator=generator, std=std)


def bernoulli(input, p=None, *, generator=None, out=None):
    if p is not None:
        return drawn("chances", input.shape, kind_of(input), False, generator, chance=p)
    if not ((input >= 0) & (input <= 1)).all():
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.")
    return cast(apply("less", drawn("uniform", input.shape, kind_of(input), False, generator), input.detach()), kind_of(input))


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    shares = input.detach()
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > input.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not ((shares >= 0) & (shares < inf)).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if not (shares.sum(-1) > 0).all():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    if num_samples == 1 or not replacement:
        order = shares / drawn("exponential", input.shape, kind_of(input), False, generator)
        return order.argmax(-1, True) if num_samples == 1 else order.topk(num_samples).indices
    sums = (shares / shares.sum(-1, True)).cumsum(-1)
    places = drawn("uniform", (*input.shape[:-1], num_samples), float64_kind, False, generator)
    return (sums.unsqueeze(-2) < places.unsqueeze(-1)).sum(-1)
