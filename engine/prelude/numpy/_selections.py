"""Numbers in another order, or some of them: chosen by places, which carry no gradient."""

from backpass.engine.python.libraries.array_natives import as_array, plainly, refuse


def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    source = as_array(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    return take_along_axis(source, plainly("argsort", source, axis=axis, kind="stable"), axis)


def take(a, indices, axis=None, out=None, mode="raise"):
    source = as_array(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    return source[(*((slice(None),) * (axis % source.ndim)), indices)]


def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    from ._creation import arange

    keys, count = [], arr.ndim
    for place in range(count):
        shape = [1] * count
        shape[place] = -1
        keys.append(indices if place == axis % count else arange(arr.shape[place]).reshape(shape))
    return arr[tuple(keys)]


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True):
    if axis is not None:
        refuse("axis")
    source = as_array(ar).reshape(-1)
    wanted = [return_index, return_inverse, return_counts]
    _, first, inverse, counts = plainly("unique", source, return_index=True, return_inverse=True, return_counts=True)
    values = source[first]
    if not any(wanted):
        return values
    return (values, *[each for each, is_wanted in zip((first, inverse, counts), wanted, strict=True) if is_wanted])


def extract(condition, arr):
    return as_array(arr).reshape(-1)[plainly("nonzero", as_array(condition).reshape(-1))[0]]


def compress(condition, a, axis=None, out=None):
    return take(a, plainly("nonzero", condition)[0], axis)


def delete(arr, obj, axis=None):
    source = as_array(arr)
    if axis is None:
        source, axis = source.reshape(-1), 0
    count = source.shape[axis]
    gone = {each % count for each in ([obj] if isinstance(obj, int) else [int(each) for each in obj])}
    return take(source, [place for place in range(count) if place not in gone], axis)


def insert(arr, obj, values, axis=None):
    from ._shapes import concatenate

    source = as_array(arr)
    if axis is not None:
        refuse("axis")
    source = source.reshape(-1)
    place = obj if obj >= 0 else obj + source.size
    return concatenate([source[:place], as_array(values).reshape(-1).astype(source.dtype), source[place:]])


def lexsort(keys, axis=-1):
    return plainly("lexsort", keys, axis=axis)


def tril_indices(n, k=0, m=None):
    return plainly("tril_indices", n, k, m)


def triu_indices(n, k=0, m=None):
    return plainly("triu_indices", n, k, m)


def diag_indices(n, ndim=2):
    return plainly("diag_indices", n, ndim)


def unravel_index(indices, shape):
    return plainly("unravel_index", indices, shape)


def fill_diagonal(a, val, wrap=False):
    count = min(a.shape)
    places = list(range(count))
    a[places, places] = val


def put(a, ind, v, mode="raise"):
    flat = a.reshape(-1)
    flat[ind] = v


def copyto(dst, src):
    dst[...] = src
