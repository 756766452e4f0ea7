"""`jax.random`: numbers that follow from a key alone. They are others than JAX's, and the same for the same key."""

from backpass.engine.python.libraries.jax_natives import as_array, drawn_by, has_node, order_by, refuse
from backpass.engine.python.libraries.jax_natives import key as _key


class _Key:
    def __init__(self, number):
        self.number = number

    def __repr__(self):
        return refuse("keys that are shown")


class _Keys:
    def __init__(self, keys):
        self.keys = keys

    def __len__(self):
        return len(self.keys)

    def __iter__(self):
        return iter(self.keys)

    def __getitem__(self, place):
        found = self.keys[place]
        return _Keys(found) if isinstance(place, slice) else found

    def __repr__(self):
        return refuse("keys that are shown")


def key(seed, *, impl=None):
    return _Key(_key(seed))


def PRNGKey(seed, *, impl=None):
    return _Key(_key(seed))


def split(key, num=2):
    return _Keys([_Key(_key(key.number, num, place)) for place in range(num)])


def fold_in(key, data):
    return _Key(_key(key.number, -1, data))


def normal(key, shape=(), dtype=None):
    return drawn_by(key.number, "normal", shape)


def uniform(key, shape=(), dtype=None, minval=0.0, maxval=1.0):
    drawn = drawn_by(key.number, "uniform", shape)
    if not has_node(minval) and not has_node(maxval) and minval == 0 and maxval == 1:
        return drawn
    return minval + (maxval - minval) * drawn


def randint(key, shape, minval, maxval, dtype=None):
    return drawn_by(key.number, "integers", shape, minval, maxval)


def bernoulli(key, p=0.5, shape=None):
    return drawn_by(key.number, "uniform", as_array(p).shape if shape is None else shape) < p


def permutation(key, x, axis=0, independent=False):
    if axis or independent:
        refuse("axis")
    if isinstance(x, int):
        return order_by(key.number, x)
    source = as_array(x)
    if not source.shape:
        return order_by(key.number, int(source))
    return source[order_by(key.number, source.shape[0])]
