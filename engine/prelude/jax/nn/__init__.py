"""`jax.nn`: activations, by the formulas of JAX, with its slopes at their corners."""

from backpass.engine.python.libraries.jax_natives import apply, as_array, has_node, refuse


def relu(x):
    return apply("relu", x)


def relu6(x):
    return _between(as_array(x), 0.0, 6.0)


def _between(x, low, high):
    return apply("where", x <= low, low, apply("where", x >= high, high, x))


def sigmoid(x):
    return apply("sigmoid", x)


def log_sigmoid(x):
    return apply("log_sigmoid", x)


def softplus(x):
    return apply("softplus", x)


def soft_sign(x):
    source = as_array(x)
    return source / (apply("abs", source) + 1)


def silu(x):
    return apply("silu", x)


def swish(x):
    return apply("silu", x)


def mish(x):
    source = as_array(x)
    return source * apply("tanh", apply("softplus", source))


def tanh(x):
    return apply("tanh", x)


def elu(x, alpha=1.0):
    source = as_array(x)
    if not has_node(alpha) and alpha == 1:
        return apply("elu", source)
    return apply("where", source > 0, source, alpha * apply("expm1", apply("where", source > 0, 0.0, source)))


def celu(x, alpha=1.0):
    source = as_array(x)
    return apply("where", source > 0, source, alpha * apply("expm1", apply("where", source > 0, 0.0, source) / alpha))


def selu(x):
    source = as_array(x)
    below = 1.6732632423543772848170429916717 * apply("expm1", apply("where", source > 0, 0.0, source))
    return 1.0507009873554804934193349852946 * apply("where", source > 0, source, below)


def gelu(x, approximate=True):
    return apply("gelu_tanh" if approximate else "gelu", x)


def leaky_relu(x, negative_slope=0.01):
    source = as_array(x)
    return apply("where", source >= 0, source, negative_slope * source)


def hard_tanh(x):
    source = as_array(x)
    return apply("where", source > 1, 1, apply("where", source < -1, -1, source))


def hard_sigmoid(x):
    return relu6(as_array(x) + 3) / 6


def hard_silu(x):
    return as_array(x) * hard_sigmoid(x)


def hard_swish(x):
    return hard_silu(x)


def squareplus(x, b=4.0):
    source = as_array(x)
    return (source + apply("sqrt", source**2 + b)) / 2


def glu(x, axis=-1):
    from ..numpy import split

    if as_array(x).shape[axis] % 2:
        raise AssertionError("axis size must be divisible by 2")
    one, other = split(x, 2, axis)
    return one * apply("sigmoid", other)


def softmax(x, axis=-1, where=None, initial=None):
    if where is not None or not isinstance(axis, int):
        refuse("where")
    return apply("softmax", as_array(x), axis=axis)


def log_softmax(x, axis=-1, where=None, initial=None):
    if where is not None or not isinstance(axis, int):
        refuse("where")
    return apply("log_softmax", as_array(x), axis=axis)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    from ..scipy.special import logsumexp as _logsumexp

    return _logsumexp(a, axis, b, keepdims, return_sign)


def standardize(x, axis=-1, mean=None, variance=None, epsilon=1e-5, where=None):
    source = as_array(x)
    centre = source.mean(axis, keepdims=True) if mean is None else mean
    spread = (source**2).mean(axis, keepdims=True) - centre**2 if variance is None else variance
    return (source - centre) / apply("sqrt", apply("maximum", spread, 0.0) + epsilon)


def one_hot(x, num_classes, *, dtype=None, axis=-1):
    from ..numpy import arange

    if axis != -1:
        refuse("axis")
    source = as_array(x)
    found = source.reshape((*source.shape, 1)) == arange(num_classes)
    return found.astype(float if dtype is None else dtype)


def identity(x):
    return x
