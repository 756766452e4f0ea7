"""Functions that move numbers. Those of PyTorch that give views give views here: what is written to one is seen in the other."""

from backpass.engine.python.libraries.natives import apply, parts, plainly, size_of, stepped
from backpass.engine.python.libraries.natives import view as _view


def _lengths(shape):
    return tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else tuple(shape)


def reshape(input, *shape):
    return _view(input, "reshape", shape=_lengths(shape))


def view(input, *shape):
    if len(shape) == 1 and not isinstance(shape[0], (tuple, list, int)):
        return input.to(shape[0])
    return _view(input, "reshape", shape=_lengths(shape))


def view_as(input, other):
    return _view(input, "reshape", shape=tuple(other.shape))


def reshape_as(input, other):
    return _view(input, "reshape", shape=tuple(other.shape))


def flatten(input, start_dim=0, end_dim=-1):
    shape = list(input.shape)
    if not shape:
        return _view(input, "reshape", shape=(1,))
    end = end_dim % len(shape)
    start = start_dim % len(shape)
    return _view(input, "reshape", shape=(*shape[:start], -1, *shape[end + 1 :]))


def ravel(input):
    return _view(input, "reshape", shape=(-1,))


def unflatten(input, dim, sizes):
    shape = list(input.shape)
    place = dim % len(shape)
    return _view(input, "reshape", shape=tuple(shape[:place]) + tuple(sizes) + tuple(shape[place + 1 :]))


def squeeze(input, dim=None):
    if isinstance(dim, int) and input.shape and input.shape[dim] != 1:
        return input
    return _view(input, "squeeze", axis=(dim,) if isinstance(dim, int) else dim)


def unsqueeze(input, dim):
    return _view(input, "expand_dims", axis=dim)


def transpose(input, dim0, dim1):
    axes = list(range(len(input.shape)))
    if not axes:
        return input
    axes[dim0], axes[dim1] = axes[dim1], axes[dim0]
    return _permuted(input, axes)


def swapaxes(input, axis0, axis1):
    return transpose(input, axis0, axis1)


def t(input):
    return transpose(input, 0, 1) if len(input.shape) > 1 else input


def permute(input, *dims):
    count = len(input.shape)
    return _permuted(input, [each % count for each in _lengths(dims)])


def _permuted(input, axes):
    turned = len(axes) == 2 and axes[0] == 1
    return _view(input, "transpose", axes=None if turned else tuple(axes))


def movedim(input, source, destination):
    axes = [each for each in range(len(input.shape)) if each != source % len(input.shape)]
    axes.insert(destination % len(input.shape), source % len(input.shape))
    return _permuted(input, axes)


def expand(input, *sizes):
    wanted = list(_lengths(sizes))
    more = len(wanted) - len(input.shape)
    shape = [input.shape[place - more] if each == -1 else each for place, each in enumerate(wanted)]
    return _view(input, "broadcast_to", shape=tuple(shape))


def expand_as(input, other):
    return _view(input, "broadcast_to", shape=tuple(other.shape))


def broadcast_to(input, size):
    return expand(input, size)


def narrow(input, dim, start, length):
    return input[(slice(None),) * (dim % len(input.shape)) + (slice(start, start + length),)]


def select(input, dim, index):
    return input[(slice(None),) * (dim % len(input.shape)) + (index,)]


def diagonal(input, offset=0, dim1=0, dim2=1):
    rows, columns = input.shape
    count = min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns)
    first = stepped(0, count, 1)
    return input[first - min(offset, 0), first + max(offset, 0)]


def diag(input, diagonal=0, *, out=None):
    if len(input.shape) == 1:
        from ._creation import eye

        return apply("where", eye(input.shape[0]), input, 0.0)
    return input.diagonal(diagonal)


def _keys(input, dim, ends):
    before = (slice(None),) * (dim % len(input.shape))
    return [(*before, slice(start, end)) for start, end in ends]


def unbind(input, dim=0):
    before = (slice(None),) * (dim % len(input.shape))
    return parts(input, [(*before, place) for place in range(input.shape[dim])])


def split(tensor, split_size_or_sections, dim=0):
    length = tensor.shape[dim]
    if isinstance(split_size_or_sections, int):
        starts = list(range(0, length, split_size_or_sections))
        sizes = [min(split_size_or_sections, length - start) for start in starts]
    else:
        sizes = list(split_size_or_sections)
    ends, start = [], 0
    for size in sizes:
        ends.append((start, start + size))
        start += size
    return parts(tensor, _keys(tensor, dim, ends))


def chunk(input, chunks, dim=0):
    return split(input, -(-input.shape[dim] // chunks), dim)


def cat(tensors, dim=0, *, out=None):
    return apply("concatenate", *tensors, axis=dim)


def concat(tensors, dim=0, *, out=None):
    return cat(tensors, dim)


def concatenate(tensors, axis=0, out=None):
    return cat(tensors, axis)


def stack(tensors, dim=0, *, out=None):
    return apply("stack", *tensors, axis=dim)


def hstack(tensors, *, out=None):
    return cat(tensors, 0 if len(tensors[0].shape) < 2 else 1)


def vstack(tensors, *, out=None):
    return cat([each if len(each.shape) > 1 else each.reshape(1, -1) for each in tensors], 0)


def column_stack(tensors, *, out=None):
    return cat([each if len(each.shape) > 1 else each.reshape(-1, 1) for each in tensors], 1)


def flip(input, *dims):
    key = [slice(None)] * len(input.shape)
    for each in _lengths(dims):
        key[each] = slice(None, None, -1)
    return apply("index", input, key=tuple(key))


def roll(input, shifts, dims=None):
    if dims is None:
        return roll(input.reshape(-1), shifts, 0).reshape(tuple(input.shape))
    count = input.shape[dims]
    return index_select(input, dims, (stepped(0, count, 1) - shifts) % count)


def repeat(input, *repeats):
    lengths = _lengths(repeats)
    shape = (1,) * (len(lengths) - len(input.shape)) + tuple(input.shape)
    found = input.reshape(shape)
    for place, count in enumerate(lengths):
        found = cat([found] * count, place)
    return found


def tile(input, dims):
    lengths = tuple(dims)
    return repeat(input, (1,) * (len(input.shape) - len(lengths)) + lengths)


def repeat_interleave(input, repeats, dim=None):
    source = input.reshape(-1) if dim is None else input
    place = 0 if dim is None else dim
    return index_select(source, place, stepped(0, source.shape[place] * repeats, 1) // repeats)


def clone(input, *, memory_format=None):
    return apply("reshape", input, shape=tuple(input.shape))


def gather(input, dim, index, *, sparse_grad=False, out=None):
    keys, count = [], len(index.shape)
    for place, length in enumerate(index.shape):
        shape = [1] * count
        shape[place] = length
        keys.append(index if place == dim % count else stepped(0, length, 1).reshape(shape))
    return input[tuple(keys)] if keys else input


def take(input, index):
    return input.reshape(-1)[index]


def index_select(input, dim, index, *, out=None):
    return input[(slice(None),) * (dim % len(input.shape)) + (index,)]


def masked_select(input, mask, *, out=None):
    return input[mask]


def tril(input, diagonal=0, *, out=None):
    return apply("where", plainly("tril", input, diagonal), input, 0.0)


def triu(input, diagonal=0, *, out=None):
    return apply("where", plainly("triu", input, diagonal), input, 0.0)


def numel(input):
    return size_of(input)


def meshgrid(*tensors, indexing="ij"):
    lists = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    lengths = [each.numel() for each in lists]
    found = []
    for place, each in enumerate(lists):
        shape = [1] * len(lengths)
        shape[place] = -1
        found.append(each.reshape(shape).expand(lengths))
    return tuple([each.t() for each in found]) if indexing == "xy" else tuple(found)
