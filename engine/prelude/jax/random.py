"""`jax.random`: the numbers that JAX itself draws from the same key."""

from backpass.engine.python.libraries.jax_natives import (
    as_array,
    drawn_by,
    folded_key,
    has_node,
    key_shown,
    order_by,
    refuse,
    split_key,
)
from backpass.engine.python.libraries.jax_natives import key as _key

from .numpy import abs, argmax, log, log1p, sign


class _Key:
    def __init__(self, words, is_raw):
        self.words = words
        self.is_raw = is_raw

    def __repr__(self):
        return key_shown(self.words, self.is_raw, True)

    def __str__(self):
        return key_shown(self.words, self.is_raw, False)


class _Keys:
    def __init__(self, keys):
        self.keys = keys
        self.words = [each.words for each in keys]
        self.is_raw = keys[0].is_raw if keys else True

    def __len__(self):
        return len(self.keys)

    def __iter__(self):
        return iter(self.keys)

    def __getitem__(self, place):
        found = self.keys[place]
        return _Keys(found) if isinstance(place, slice) else found

    def __repr__(self):
        return key_shown(self.words, self.is_raw, True)

    def __str__(self):
        return key_shown(self.words, self.is_raw, False)


def key(seed, *, impl=None):
    return _Key(_key(seed, impl), False)


def PRNGKey(seed, *, impl=None):
    return _Key(_key(seed, impl), True)


def split(key, num=2):
    if isinstance(num, tuple):
        if len(num) != 1:
            refuse("num")
        num = num[0]
    return _Keys([_Key(each, key.is_raw) for each in split_key(key.words, num)])


def fold_in(key, data):
    return _Key(folded_key(key.words, data), key.is_raw)


def clone(key):
    return key


def normal(key, shape=(), dtype=None):
    return drawn_by(key.words, "normal", shape, dtype)


def uniform(key, shape=(), dtype=None, minval=0.0, maxval=1.0):
    if has_node(minval) or has_node(maxval):
        return minval + (maxval - minval) * drawn_by(key.words, "uniform", shape, dtype)
    return drawn_by(key.words, "uniform", shape, dtype, minval, maxval)


def randint(key, shape, minval, maxval, dtype=None):
    return drawn_by(key.words, "integers", shape, dtype, minval, maxval)


def bernoulli(key, p=0.5, shape=None, mode="low"):
    if mode != "low":
        refuse("mode")
    return drawn_by(key.words, "uniform", as_array(p).shape if shape is None else shape) < p


def rademacher(key, shape=(), dtype=None):
    found = 2 * bernoulli(key, shape=shape) - 1
    return found if dtype is None else found.astype(dtype)


def exponential(key, shape=(), dtype=None):
    return -log1p(-drawn_by(key.words, "uniform", shape, dtype))


def gumbel(key, shape=(), dtype=None, mode=None):
    if mode not in (None, "low"):
        refuse("mode")
    return -log(-log(drawn_by(key.words, "above 0", shape, dtype)))


def logistic(key, shape=(), dtype=None):
    found = drawn_by(key.words, "above 0", shape, dtype)
    return log(found) - log1p(-found)


def laplace(key, shape=(), dtype=None):
    found = drawn_by(key.words, "above -1", shape, dtype)
    return sign(found) * log1p(-abs(found))


def categorical(key, logits, axis=-1, shape=None, replace=True, mode=None):
    if shape is not None or not replace:
        refuse("shape" if replace else "replace")
    source = as_array(logits)
    return argmax(gumbel(key, source.shape, mode=mode) + source, axis=axis)


def choice(key, a, shape=(), replace=True, p=None, axis=0):
    if axis or p is not None:
        refuse("axis" if axis else "p")
    source = as_array(a)
    count = source.shape[0] if source.shape else int(a)
    if replace:
        places = randint(key, shape, 0, count)
    else:
        drawn_at_most = 1
        for length in shape:
            drawn_at_most *= length
        if drawn_at_most > count:
            raise ValueError(
                f"Cannot take a larger sample (size {drawn_at_most}) than population (size {count}) when 'replace=False'"
            )
        places = order_by(key.words, count)[:drawn_at_most].reshape(shape)
    return source[places] if source.shape else places


def permutation(key, x, axis=0, independent=False):
    if axis or independent:
        refuse("axis")
    source = as_array(x)
    if not source.shape:
        return order_by(key.words, int(x))
    return source[order_by(key.words, source.shape[0])]
