"""`torch.nn.init`: what fills parameters."""

import math

from backpass.engine.python.libraries.natives import drawn, write

from .._creation import eye
from .._modes import no_grad


def _put(tensor, values):
    with no_grad():
        return write(tensor, values)


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    return _put(tensor, drawn("uniform", tensor.shape, tensor.dtype, False, generator, low=a, high=b))


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    return _put(tensor, drawn("normal", tensor.shape, tensor.dtype, False, generator, mean=mean, std=std))


def constant_(tensor, val):
    return _put(tensor, val)


def ones_(tensor):
    return _put(tensor, 1.0)


def zeros_(tensor):
    return _put(tensor, 0.0)


def eye_(tensor):
    return _put(tensor, eye(*tensor.shape))


def _fans(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = tensor[0, 0].numel()
    return tensor.shape[1] * field, tensor.shape[0] * field


def calculate_gain(nonlinearity, param=None):
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    return 3.0 / 4 if nonlinearity == "selu" else 1


def xavier_uniform_(tensor, gain=1.0, generator=None):
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / sum(_fans(tensor))))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / sum(_fans(tensor))), generator)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    bound = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(_fans(tensor)[0 if mode == "fan_in" else 1]))
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fans(tensor)[0 if mode == "fan_in" else 1])
    return normal_(tensor, 0.0, std, generator)
