"""Products of matrices and what is made of them. Raises ValueError where shapes do not fit."""

from backpass.engine.python.libraries.array_natives import apply, as_array, into


def matmul(x1, x2, /, out=None):
    return into(out, apply("matmul", as_array(x1), x2), "matmul")


def dot(a, b, out=None):
    left, right = as_array(a), as_array(b)
    if not left.ndim or not right.ndim:
        return into(out, left * right)
    return into(out, apply("matmul", left, right) if right.ndim < 3 else tensordot(left, right, ([-1], [-2])))


def vdot(a, b, /):
    return apply("matmul", as_array(a).reshape(-1), as_array(b).reshape(-1))


def inner(a, b, /):
    left, right = as_array(a), as_array(b)
    if not left.ndim or not right.ndim:
        return left * right
    return apply("matmul", left, right.T if right.ndim == 2 else right)


def outer(a, b, out=None):
    return into(out, apply("outer", as_array(a).reshape(-1), as_array(b).reshape(-1)))


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    if offset:
        from ._shapes import diagonal

        return diagonal(a, offset).sum()
    return into(out, apply("trace", a))


def kron(a, b):
    left, right = as_array(a), as_array(b)
    if left.ndim == 1:
        return outer(left, right).reshape(-1)
    rows, columns = left.shape
    found = left[:, None, :, None] * right[None, :, None, :]
    return found.reshape(rows * right.shape[0], columns * right.shape[1])


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    left, right = as_array(a), as_array(b)
    from ._shapes import stack

    x1, y1, z1 = left[..., 0], left[..., 1], left[..., 2]
    x2, y2, z2 = right[..., 0], right[..., 1], right[..., 2]
    return stack([y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2], -1)


def tensordot(a, b, axes=2):
    left, right = as_array(a), as_array(b)
    if isinstance(axes, int):
        first, second = list(range(left.ndim - axes, left.ndim)), list(range(axes))
    else:
        first, second = [[each] if isinstance(each, int) else list(each) for each in axes]
    first, second = [each % left.ndim for each in first], [each % right.ndim for each in second]
    kept = [each for each in range(left.ndim) if each not in first]
    others = [each for each in range(right.ndim) if each not in second]
    size = 1
    for each in first:
        size *= left.shape[each]
    rows = left.transpose([*kept, *first]).reshape(-1, size)
    columns = right.transpose([*second, *others]).reshape(size, -1)
    return apply("matmul", rows, columns).reshape([left.shape[each] for each in kept] + [right.shape[each] for each in others])


def convolve(a, v, mode="full"):
    left, right = as_array(a), as_array(v)
    if left.size < right.size:
        left, right = right, left
    from ._creation import zeros
    from ._shapes import concatenate

    count = right.size
    edge = zeros(count - 1)
    padded = concatenate([edge, left, edge])
    turned = right[::-1]
    found = [(padded[place : place + count] * turned).sum() for place in range(left.size + count - 1)]
    if mode == "same":
        start = (count - 1) // 2
        found = found[start : start + left.size]
    elif mode == "valid":
        found = found[count - 1 : left.size]
    return as_array(found)


def polyval(p, x):
    found = 0.0
    for each in as_array(p):
        found = found * x + each
    return found


def vander(x, N=None, increasing=False):
    from ._shapes import stack

    source = as_array(x)
    powers = range(source.size if N is None else N)
    return stack([source**each for each in (powers if increasing else list(powers)[::-1])], 1)
