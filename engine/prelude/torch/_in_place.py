"""Methods that change a tensor: their names end in `_`. Raises RuntimeError for leaves that need a gradient."""

from backpass.engine.python.libraries.natives import become, drawn, in_place, stepped, write

from ._arithmetic import addcdiv, addcmul, lerp, masked_fill
from ._pointwise import clamp


def add_(input, other, *, alpha=1):
    return in_place(input, "add", other if alpha == 1 else alpha * other)


def sub_(input, other, *, alpha=1):
    return in_place(input, "subtract", other if alpha == 1 else alpha * other)


def mul_(input, other):
    return in_place(input, "multiply", other)


def div_(input, other, *, rounding_mode=None):
    return in_place(input, "divide", other)


def pow_(input, exponent):
    return in_place(input, "power", exponent)


def exp_(input):
    return in_place(input, "exp")


def log_(input):
    return in_place(input, "log")


def sqrt_(input):
    return in_place(input, "sqrt")


def sin_(input):
    return in_place(input, "sin")


def cos_(input):
    return in_place(input, "cos")


def tanh_(input):
    return in_place(input, "tanh")


def sigmoid_(input):
    return in_place(input, "sigmoid")


def relu_(input):
    return in_place(input, "relu")


def abs_(input):
    return in_place(input, "abs")


def neg_(input):
    return in_place(input, "negate")


def floor_(input):
    return in_place(input, "floor")


def ceil_(input):
    return in_place(input, "ceil")


def round_(input):
    return in_place(input, "round")


def reciprocal_(input):
    return in_place(input, "reciprocal")


def square_(input):
    return in_place(input, "square")


def clamp_(input, min=None, max=None):
    return become(input, clamp(input, min, max))


def clamp_min_(input, min):
    return become(input, clamp(input, min))


def clamp_max_(input, max):
    return become(input, clamp(input, None, max))


def lerp_(input, end, weight):
    return become(input, lerp(input, end, weight))


def addcmul_(input, tensor1, tensor2, *, value=1):
    return become(input, addcmul(input, tensor1, tensor2, value=value))


def addcdiv_(input, tensor1, tensor2, *, value=1):
    return become(input, addcdiv(input, tensor1, tensor2, value=value))


def masked_fill_(input, mask, value):
    return become(input, masked_fill(input, mask, value))


def zero_(input):
    return write(input, 0.0)


def fill_(input, value):
    return write(input, value)


def copy_(input, src, non_blocking=False):
    return write(input, src)


def normal_(input, mean=0, std=1, *, generator=None):
    return write(input, drawn("normal", input.shape, input.dtype, False, generator, mean=mean, std=std))


def uniform_(input, *bounds, a=0, b=1, generator=None):
    low, high = bounds if len(bounds) == 2 else (bounds[0] if bounds else a, b)
    return write(input, drawn("uniform", input.shape, input.dtype, False, generator, low=low, high=high))


def scatter_(input, dim, index, src):
    keys, count = [], len(index.shape)
    for place, length in enumerate(index.shape):
        shape = [1] * count
        shape[place] = length
        keys.append(index if place == dim % count else stepped(0, length, 1).reshape(shape))
    input[tuple(keys)] = src
    return input
