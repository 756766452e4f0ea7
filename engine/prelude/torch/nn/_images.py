"""Images, of the shape (batch, channels, height, width): windows are laid side by side, then summed or compared."""

from .._creation import zeros
from .._shapes import stack


def _pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def pad(input, pad, mode="constant", value=None):
    shape, key = list(input.shape), [slice(None)] * len(input.shape)
    for place in range(len(pad) // 2):
        axis = len(shape) - 1 - place
        key[axis] = slice(pad[2 * place], pad[2 * place] + shape[axis])
        shape[axis] += pad[2 * place] + pad[2 * place + 1]
    found = zeros(shape, dtype=input.dtype) + (0.0 if value is None else value)
    found[tuple(key)] = input
    return found


def _windows(input, size, stride, padding, dilation, fill):
    """Per place in the window, the image of what stands there, stacked in front."""
    (rows, columns), (down, right), (above, beside), (far, wide) = size, stride, padding, dilation
    if above or beside:
        input = pad(input, (beside, beside, above, above), value=fill)
    height = (input.shape[-2] - far * (rows - 1) - 1) // down + 1
    width = (input.shape[-1] - wide * (columns - 1) - 1) // right + 1
    found = []
    for row in range(rows):
        for column in range(columns):
            first, left = row * far, column * wide
            found.append(
                input[..., first : first + down * (height - 1) + 1 : down, left : left + right * (width - 1) + 1 : right]
            )
    return stack(found)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    if input.dim() == 3:
        return conv2d(input.unsqueeze(0), weight, bias, stride, padding, dilation, groups).squeeze(0)
    made, channels, rows, columns = weight.shape
    if groups != 1 or input.shape[1] != channels:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input to have {channels} channels"
        )
    space = ((rows - 1) // 2, (columns - 1) // 2) if padding == "same" else _pair(0 if padding == "valid" else padding)
    windows = _windows(input, (rows, columns), _pair(stride), space, _pair(dilation), 0.0)
    count, batch, _, height, width = windows.shape
    laid = windows.permute(1, 3, 4, 2, 0).reshape(batch * height * width, channels * count)
    found = (laid @ weight.reshape(made, -1).t()).reshape(batch, height, width, made).permute(0, 3, 1, 2)
    return found if bias is None else found + bias.reshape(-1, 1, 1)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    size, space = _pair(kernel_size), _pair(padding)
    windows = _windows(input, size, size if stride is None else _pair(stride), space, _pair(dilation), -float("inf"))
    return windows.max(0).values


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    size = _pair(kernel_size)
    return _windows(input, size, size if stride is None else _pair(stride), _pair(padding), (1, 1), 0.0).mean(0)
