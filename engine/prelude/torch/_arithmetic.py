"""Arithmetic of two tensors or numbers, which are broadcast to one shape. Raises RuntimeError where shapes do not fit."""

from backpass.engine.python.libraries.natives import apply, differs, is_tensor, plainly, tensor_of


def _lifted(input, other):
    if is_tensor(input) or is_tensor(other):
        return input
    return tensor_of(input)


def add(input, other, *, alpha=1, out=None):
    return apply("add", _lifted(input, other), other if alpha == 1 else alpha * other)


def sub(input, other, *, alpha=1, out=None):
    return apply("subtract", _lifted(input, other), other if alpha == 1 else alpha * other)


def subtract(input, other, *, alpha=1, out=None):
    return sub(input, other, alpha=alpha)


def mul(input, other, *, out=None):
    return apply("multiply", _lifted(input, other), other)


def multiply(input, other, *, out=None):
    return mul(input, other)


def div(input, other, *, rounding_mode=None, out=None):
    found = apply("divide", _lifted(input, other), other)
    if rounding_mode == "floor":
        return apply("floor", found)
    if rounding_mode == "trunc":
        return apply("sign", found) * apply("floor", apply("abs", found))
    return found


def divide(input, other, *, rounding_mode=None, out=None):
    return div(input, other, rounding_mode=rounding_mode)


def true_divide(dividend, divisor, *, out=None):
    return div(dividend, divisor)


def floor_divide(input, other, *, out=None):
    return apply("floor_divide", _lifted(input, other), other)


def remainder(input, other, *, out=None):
    return apply("modulo", _lifted(input, other), other)


def fmod(input, other, *, out=None):
    return input - other * div(input, other, rounding_mode="trunc")


def pow(input, exponent, *, out=None):
    return apply("power", _lifted(input, exponent), exponent)


def float_power(input, exponent, *, out=None):
    return pow(input, exponent)


def maximum(input, other, *, out=None):
    return apply("maximum", input, other)


def minimum(input, other, *, out=None):
    return apply("minimum", input, other)


def fmax(input, other, *, out=None):
    return apply("maximum", input, other)


def fmin(input, other, *, out=None):
    return apply("minimum", input, other)


def atan2(input, other, *, out=None):
    return apply("atan2", input, other)


def arctan2(input, other, *, out=None):
    return apply("atan2", input, other)


def hypot(input, other, *, out=None):
    return apply("hypot", input, other)


def logaddexp(input, other, *, out=None):
    return apply("logaddexp", input, other)


def xlogy(input, other, *, out=None):
    nothing = apply("multiply", apply("equal", input, 0.0), apply("less_equal", other, 0.0))
    if is_tensor(other) and other.requires_grad and plainly("any", apply("multiply", nothing, apply("equal", other, 0.0))):
        differs("logarithm of nothing")
    logarithm = apply("log", apply("where", nothing, 1.0, other))
    return apply("where", nothing, 0.0, apply("multiply", input, logarithm))


def lerp(input, end, weight, *, out=None):
    return input + weight * (end - input)


def addcmul(input, tensor1, tensor2, *, value=1, out=None):
    return input + value * tensor1 * tensor2


def addcdiv(input, tensor1, tensor2, *, value=1, out=None):
    return input + value * tensor1 / tensor2


def where(condition, input=None, other=None, *, out=None):
    if input is None:
        from ._comparisons import nonzero

        return nonzero(condition, as_tuple=True)
    return apply("where", condition, input, other)


def masked_fill(input, mask, value):
    return apply("where", mask, value, input)
