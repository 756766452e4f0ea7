"""Images, of the shape (batch, channels, *lengths) or (channels, *lengths): convolutions and pools pick all windows at once.

Weights have the shape (outputs, channels / groups, *lengths of a window).
"""

import math

from backpass.engine.python.libraries.natives import apply, plainly, refuse, stepped

from .._creation import full


def _several(value, rank):
    return (value,) * rank if isinstance(value, int) else tuple(value) * (rank if len(value) == 1 else 1)


def pad(input, pad, mode="constant", value=None):
    if mode != "constant":
        refuse("mode")
    shape, key = list(input.shape), [slice(None)] * len(input.shape)
    for place in range(len(pad) // 2):
        axis, before, after = len(shape) - 1 - place, pad[2 * place], pad[2 * place + 1]
        if min(before, after) < 0:
            return _cut(input, pad, value)
        key[axis] = slice(before, before + shape[axis])
        shape[axis] += before + after
    if not value:
        return apply("put_back", input, key=tuple(key), shape=tuple(shape))
    found = full(shape, value, dtype=input.dtype)
    found[tuple(key)] = input
    return found


def _cut(input, around, value):
    """Where lengths are negative, so much is taken away on that side."""
    key = [slice(None)] * len(input.shape)
    for place in range(len(around) // 2):
        before, after = around[2 * place], around[2 * place + 1]
        key[-1 - place] = slice(max(-before, 0), min(after, 0) or None)
    kept = [max(each, 0) for each in around]
    found = input[tuple(key)]
    return pad(found, kept, "constant", value) if any(kept) else found


def _windows(lengths, size, stride, dilation):
    """Per axis where the numbers of all windows are, of the shape (places in one, windows), and how many windows there are."""
    rank = len(size)
    axes = zip(lengths, size, stride, dilation, strict=True)
    counts = [(length - wide * (each - 1) - 1) // step + 1 for length, each, step, wide in axes]
    if min(counts) < 1:
        raise RuntimeError(f"Calculated padded input size: {tuple(lengths)}. Kernel size can't be greater than actual input size")
    places = []
    for axis in range(rank):
        inside, outside = [1] * (2 * rank), [1] * (2 * rank)
        inside[axis], outside[rank + axis] = size[axis], counts[axis]
        found = (
            stepped(0, size[axis], 1).reshape(inside) * dilation[axis]
            + stepped(0, counts[axis], 1).reshape(outside) * stride[axis]
        )
        places.append(found.expand(*size, *counts).reshape(math.prod(size), math.prod(counts)))
    return places, counts


def _picked(input, places):
    """The numbers of all windows, of the shape (batch, channels, places in a window, windows)."""
    found = input[(slice(None), slice(None), *[each.reshape(-1) for each in places])]
    return found.reshape(*input.shape[:2], *places[0].shape)


def _around(padding):
    """Padding as `pad` takes it: for the last axis first."""
    return [each for length in reversed(padding) for each in (length, length)]


def _convolved(rank, input, weight, bias, stride, padding, dilation, groups):
    if input.dim() == rank + 1:
        return _convolved(rank, input.unsqueeze(0), weight, bias, stride, padding, dilation, groups).squeeze(0)
    made, channels, size = weight.shape[0], weight.shape[1], tuple(weight.shape[2:])
    if input.shape[1] != channels * groups or made % groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have "
            f"{channels * groups} channels, but got {input.shape[1]} channels instead"
        )
    stride, dilation = _several(stride, rank), _several(dilation, rank)
    if padding == "same":
        reach = [wide * (each - 1) for wide, each in zip(dilation, size, strict=True)]
        around = [each for length in reversed(reach) for each in (length // 2, length - length // 2)]
    else:
        around = _around(_several(0 if padding == "valid" else padding, rank))
    if any(around):
        input = pad(input, around)
    places, counts = _windows(input.shape[2:], size, stride, dilation)
    rows, lead = channels * math.prod(size), [] if groups == 1 else [groups]
    columns = input[(slice(None), slice(None), *[each.reshape(-1) for each in places])]
    found = weight.reshape(*lead, made // groups, rows) @ columns.reshape(input.shape[0], *lead, rows, math.prod(counts))
    found = found.reshape(input.shape[0], made, *counts)
    return found if bias is None else found + bias.reshape(-1, *[1] * rank)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(3, input, weight, bias, stride, padding, dilation, groups)


def _largest(rank, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    if ceil_mode:
        refuse("ceil_mode")
    if input.dim() == rank + 1:
        found = _largest(rank, input.unsqueeze(0), kernel_size, stride, padding, dilation, ceil_mode, return_indices)
        return tuple([each.squeeze(0) for each in found]) if return_indices else found.squeeze(0)
    size, space = _several(kernel_size, rank), _several(padding, rank)
    steps = size if stride is None else _several(stride, rank)
    shown = pad(input.data, _around(space), "constant", -math.inf) if any(space) else input.data
    places, counts = _windows(shown.shape[2:], size, steps, _several(dilation, rank))
    chosen, across = plainly("argmax", _picked(shown, places), axis=2), stepped(0, math.prod(counts), 1)
    shape = (*input.shape[:2], *counts)
    where = [(each[chosen, across] - edge).reshape(shape) for each, edge in zip(places, space, strict=True)]
    first = [stepped(0, input.shape[axis], 1).reshape([-1 if each == axis else 1 for each in range(rank + 2)]) for axis in (0, 1)]
    values = input[(*first, *where)]
    if not return_indices:
        return values
    flat = where[0]
    for axis in range(1, rank):
        flat = flat * input.shape[2 + axis] + where[axis]
    return values, flat


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _largest(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _largest(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _largest(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def _average(rank, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    if ceil_mode:
        refuse("ceil_mode")
    if input.dim() == rank + 1:
        found = _average(rank, input.unsqueeze(0), kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
        return found.squeeze(0)
    size, space = _several(kernel_size, rank), _several(padding, rank)
    shape = input.shape[2:]
    if any(space):
        input = pad(input, _around(space))
    places, counts = _windows(input.shape[2:], size, size if stride is None else _several(stride, rank), (1,) * rank)
    picked, shown = _picked(input, places), (*input.shape[:2], *counts)
    if divisor_override is not None:
        return (picked.sum(2) / divisor_override).reshape(shown)
    if count_include_pad or not any(space):
        return picked.mean(2).reshape(shown)
    own = [(each >= edge) & (each < length + edge) for each, edge, length in zip(places, space, shape, strict=True)]
    inside = own[0]
    for each in own[1:]:
        inside = inside & each
    return (picked.sum(2) / inside.sum(0).float()).reshape(shown)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _average(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _average(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _average(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _evened(rank, input, output_size):
    """Means of as many windows as are asked for, along one axis after the other; None asks for all there are."""
    wanted = (output_size,) * rank if output_size is None or isinstance(output_size, int) else tuple(output_size)
    axes = [len(input.shape) - rank + place for place in range(rank)]
    if all(each == 1 for each in wanted):
        return input.mean(tuple(axes), True)
    for axis, count in zip(axes, wanted, strict=True):
        length = input.shape[axis]
        if count is not None and count != length:
            parts = [(row * length // count, -(-(row + 1) * length // count)) for row in range(count)]
            from .._shapes import cat

            input = cat([input.narrow(axis, first, last - first).mean(axis, True) for first, last in parts], axis)
    return input


def adaptive_avg_pool1d(input, output_size):
    return _evened(1, input, output_size)


def adaptive_avg_pool2d(input, output_size):
    return _evened(2, input, output_size)


def adaptive_avg_pool3d(input, output_size):
    return _evened(3, input, output_size)
