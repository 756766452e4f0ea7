"""Functions that move numbers. Those of NumPy that give views give views here: what is written to one is seen in the other."""

from backpass.engine.python.libraries.array_natives import apply, as_array, copied, lengths_of, plainly, read_only
from backpass.engine.python.libraries.array_natives import shape_of as _shape_of
from backpass.engine.python.libraries.array_natives import size_of as _size_of
from backpass.engine.python.libraries.array_natives import view as _view


def shape(a):
    return _shape_of(as_array(a))


def ndim(a):
    return len(_shape_of(as_array(a)))


def size(a, axis=None):
    return _size_of(as_array(a)) if axis is None else _shape_of(as_array(a))[axis]


def reshape(a, /, shape=None, order="C", *, newshape=None, copy=None):
    lengths = lengths_of(newshape if shape is None else shape)
    source = as_array(a)
    if order == "F":
        return transpose(_view(transpose(source), "reshape", shape=lengths[::-1]))
    return _view(source, "reshape", shape=lengths)


def ravel(a, order="C"):
    return reshape(a, -1, order)


def transpose(a, axes=None):
    source = as_array(a)
    if axes is None:
        if len(source.shape) < 2:
            return _view(source, "reshape", shape=source.shape)
        return _view(source, "transpose")
    count = len(source.shape)
    return _view(source, "transpose", axes=tuple([each % count for each in axes]))


def matrix_transpose(x, /):
    return swapaxes(x, -1, -2)


def permute_dims(a, axes=None):
    return transpose(a, axes)


def swapaxes(a, axis1, axis2):
    source = as_array(a)
    axes = list(range(len(source.shape)))
    axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
    return transpose(source, axes)


def moveaxis(a, source, destination):
    given = as_array(a)
    count = len(given.shape)
    axes = [each for each in range(count) if each != source % count]
    axes.insert(destination % count, source % count)
    return transpose(given, axes)


def expand_dims(a, axis):
    return _view(a, "expand_dims", axis=axis)


def squeeze(a, axis=None):
    return _view(a, "squeeze", axis=axis)


def broadcast_to(array, shape, subok=False):
    return read_only(_view(array, "broadcast_to", shape=lengths_of(shape)))


def broadcast_arrays(*args, subok=False):
    shape = apply("add", args[0], 0.0)
    for each in args[1:]:
        shape = apply("add", shape, each)
    return tuple([broadcast_to(each, shape.shape) for each in args])


def atleast_1d(*arys):
    found = [each if each.ndim else each.reshape(1) for each in [as_array(each) for each in arys]]
    return found[0] if len(found) == 1 else tuple(found)


def atleast_2d(*arys):
    found = [each if each.ndim > 1 else each.reshape(1, -1) for each in [as_array(each) for each in arys]]
    return found[0] if len(found) == 1 else tuple(found)


def concatenate(arrays, /, axis=0, out=None, *, dtype=None):
    parts = [as_array(each) for each in arrays]
    if axis is None:
        parts, axis = [each.reshape(-1) for each in parts], 0
    return apply("concatenate", *parts, axis=axis)


def concat(arrays, /, axis=0, out=None, *, dtype=None):
    return concatenate(arrays, axis)


def stack(arrays, axis=0, out=None, *, dtype=None):
    return apply("stack", *arrays, axis=axis)


def hstack(tup, *, dtype=None):
    parts = [atleast_1d(each) for each in tup]
    return concatenate(parts, 0 if parts[0].ndim < 2 else 1)


def vstack(tup, *, dtype=None):
    return concatenate([atleast_2d(each) for each in tup], 0)


def row_stack(tup):
    return vstack(tup)


def column_stack(tup):
    parts = [as_array(each) for each in tup]
    return concatenate([each if each.ndim > 1 else each.reshape(-1, 1) for each in parts], 1)


def dstack(tup):
    parts = [as_array(each) for each in tup]
    return concatenate([each if each.ndim > 2 else atleast_2d(each)[:, :, None] for each in parts], 2)


def append(arr, values, axis=None):
    if axis is None:
        return concatenate([as_array(arr).reshape(-1), as_array(values).reshape(-1)], 0)
    return concatenate([arr, values], axis)


def split(ary, indices_or_sections, axis=0):
    source = as_array(ary)
    count = source.shape[axis]
    if isinstance(indices_or_sections, int):
        if count % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        width = count // indices_or_sections
        ends = list(range(width, count, width))
    else:
        ends = [int(each) for each in indices_or_sections]
    return _cut(source, ends, axis)


def _cut(source, ends, axis):
    before = (slice(None),) * (axis % source.ndim)
    starts, ends = [0, *ends], [*ends, source.shape[axis]]
    return [source[(*before, slice(start, end))] for start, end in zip(starts, ends, strict=True)]


def array_split(ary, indices_or_sections, axis=0):
    if not isinstance(indices_or_sections, int):
        return split(ary, indices_or_sections, axis)
    source = as_array(ary)
    each, more = divmod(source.shape[axis], indices_or_sections)
    ends, end = [], 0
    for place in range(indices_or_sections - 1):
        end += each + (1 if place < more else 0)
        ends.append(end)
    return _cut(source, ends, axis)


def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 1 if as_array(ary).ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0)


def flip(m, axis=None):
    source = as_array(m)
    axes = range(source.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    key = [slice(None)] * source.ndim
    for each in axes:
        key[each] = slice(None, None, -1)
    return source[tuple(key)]


def flipud(m):
    return flip(m, 0)


def fliplr(m):
    return flip(m, 1)


def rot90(m, k=1, axes=(0, 1)):
    source = as_array(m)
    for _ in range(k % 4):
        source = flip(swapaxes(source, axes[0], axes[1]), axes[0])
    return source


def roll(a, shift, axis=None):
    source = as_array(a)
    if axis is None:
        return roll(source.reshape(-1), shift, 0).reshape(source.shape)
    count = source.shape[axis]
    before = (slice(None),) * (axis % source.ndim)
    return source[(*before, [(place - shift) % count for place in range(count)])]


def repeat(a, repeats, axis=None):
    source = as_array(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    count = source.shape[axis]
    times = [repeats] * count if isinstance(repeats, int) else [int(each) for each in repeats]
    places = [place for place, many in zip(range(count), times, strict=True) for _ in range(many)]
    return source[(*((slice(None),) * (axis % source.ndim)), places)]


def tile(A, reps):
    source = as_array(A)
    times = [reps] if isinstance(reps, int) else list(reps)
    shape = (1,) * (len(times) - source.ndim) + source.shape
    times = [1] * (len(shape) - len(times)) + times
    found = source.reshape(shape)
    for place, count in enumerate(times):
        found = concatenate([found] * count, place) if count > 1 else found
    return found if max(times) > 1 else copied(found)


def pad(array, pad_width, mode="constant", *, constant_values=0):
    from backpass.engine.python.libraries.array_natives import refuse

    if mode != "constant" or not isinstance(constant_values, (int, float)):
        refuse("mode")
    source = as_array(array)
    widths = pad_width
    if isinstance(widths, int):
        widths = [(widths, widths)] * source.ndim
    elif isinstance(widths[0], int):
        widths = [tuple(widths)] * source.ndim if len(widths) == 2 else [(widths[0], widths[0])] * source.ndim
    from ._creation import full

    lengths = [before + count + after for (before, after), count in zip(widths, source.shape, strict=True)]
    found = full(lengths, constant_values, source.dtype)
    found[tuple([slice(before, before + count) for (before, _), count in zip(widths, source.shape, strict=True)])] = source
    return found


def diagonal(a, offset=0, axis1=0, axis2=1):
    rows, columns = as_array(a).shape
    count = min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns)
    first = range(max(count, 0))
    return as_array(a)[[each - min(offset, 0) for each in first], [each + max(offset, 0) for each in first]]


def diag(v, k=0):
    source = as_array(v)
    if source.ndim == 2:
        return diagonal(source, k)
    from ._creation import eye

    count = source.size
    if k == 0:
        return apply("where", eye(count) != 0, source, 0)
    from ._creation import zeros

    total = count + max(k, -k)
    found = zeros((total, total), source.dtype)
    found[[each - min(k, 0) for each in range(count)], [each + max(k, 0) for each in range(count)]] = source
    return found


def tril(m, k=0):
    source = as_array(m)
    return apply("where", plainly("lower", source.shape[-2], source.shape[-1], k), source, 0)


def triu(m, k=0):
    source = as_array(m)
    return apply("where", plainly("upper", source.shape[-2], source.shape[-1], k), source, 0)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    arrays = [as_array(each).reshape(-1) for each in xi]
    lengths = [each.size for each in arrays]
    found = []
    for place, each in enumerate(arrays):
        shape = [1] * len(lengths)
        shape[place] = -1
        spread = each.reshape(shape)
        found.append(spread if sparse else apply("broadcast_to", spread, shape=tuple(lengths)))
    return tuple([swapaxes(each, 0, 1) for each in found] if indexing == "xy" and len(found) > 1 else found)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    source = as_array(arr)
    moved = moveaxis(source, axis, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    found = stack([as_array(func1d(each, *args, **kwargs)) for each in rows])
    shaped = found.reshape((*moved.shape[:-1], *found.shape[1:]))
    return shaped if found.ndim == 1 else moveaxis(shaped, -1, axis)


def vectorize(pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
    def over(*args):
        arrays = broadcast_arrays(*args) if len(args) > 1 else (as_array(args[0]),)
        flat = [each.reshape(-1) for each in arrays]
        found = [pyfunc(*each) for each in zip(*flat, strict=True)]
        return as_array(found).reshape(arrays[0].shape)

    return over


class _Columns:
    def __getitem__(self, key):
        parts = [as_array(each) for each in (key if isinstance(key, tuple) else (key,))]
        return concatenate([each if each.ndim > 1 else each.reshape(-1, 1) for each in parts], 1)


class _Rows:
    def __getitem__(self, key):
        return concatenate([atleast_1d(each) for each in (key if isinstance(key, tuple) else (key,))], 0)


c_ = _Columns()
r_ = _Rows()
