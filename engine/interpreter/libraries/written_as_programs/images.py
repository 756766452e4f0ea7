"""Layers of `torch.nn` and functions of `torch.nn.functional` for images: convolutions, pooling, and what normalises channels."""

_CONVOLUTION = """
class Conv{rank}d(Module):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
        padding_mode="zeros", device=None, dtype=None
    ):
        backpass.refuse("torch.nn.Conv{rank}d", "padding_mode", padding_mode != "zeros")
        sizes = [kernel_size] * {rank} if isinstance(kernel_size, int) else list(kernel_size)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = tuple(sizes)
        self.options = [stride, padding, dilation, groups]
        bound = drawing_bound(in_channels // groups, sizes)
        self.weight = Parameter(backpass.drawn_around_0(bound, out_channels, in_channels // groups, *sizes))
        self.bias = Parameter(backpass.drawn_around_0(bound, out_channels)) if bias else None

    def forward(self, x):
        return torch.nn.functional.conv{rank}d(x, self.weight, self.bias, *self.options)

class ConvTranspose{rank}d(Module):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
        padding_mode="zeros", device=None, dtype=None
    ):
        backpass.refuse("torch.nn.ConvTranspose{rank}d", "padding_mode", padding_mode != "zeros")
        sizes = [kernel_size] * {rank} if isinstance(kernel_size, int) else list(kernel_size)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = tuple(sizes)
        self.options = [stride, padding, output_padding, groups, dilation]
        bound = drawing_bound(out_channels // groups, sizes)
        self.weight = Parameter(backpass.drawn_around_0(bound, in_channels, out_channels // groups, *sizes))
        self.bias = Parameter(backpass.drawn_around_0(bound, out_channels)) if bias else None

    def forward(self, x):
        return torch.nn.functional.conv_transpose{rank}d(x, self.weight, self.bias, *self.options)

class MaxPool{rank}d(Module):
    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        self.options = [kernel_size, stride, padding, dilation, ceil_mode, return_indices]

    def forward(self, x):
        return torch.nn.functional.max_pool{rank}d(x, *self.options)

class AdaptiveAvgPool{rank}d(Module):
    def __init__(self, output_size):
        self.output_size = output_size

    def forward(self, x):
        return torch.nn.functional.adaptive_avg_pool{rank}d(x, self.output_size)

class Dropout{rank}d(Module):
    def __init__(self, p=0.5, inplace=False):
        self.p = p
        self.inplace = inplace

    def forward(self, x):
        return torch.nn.functional.dropout{rank}d(x, self.p, self.training, self.inplace)

class BatchNorm{rank}d(Module):
    def __init__(
        self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, bias=True
    ):
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.weight = Parameter(torch.ones(num_features)) if affine else None
        self.bias = Parameter(torch.zeros(num_features)) if affine and bias else None
        self.tracked = track_running_stats
        self.running_mean = torch.zeros(num_features) if track_running_stats else None
        self.running_var = torch.ones(num_features) if track_running_stats else None
        self.num_batches_tracked = torch.tensor(0) if track_running_stats else None
        self.kept = ["running_mean", "running_var", "num_batches_tracked"] if track_running_stats else []

    def forward(self, x):
        if x.dim() not in {ranks}:
            backpass.stop("axes of batch normalisation")
        axes = tuple([0] + list(range(2, x.dim())))
        if self.training or not self.tracked:
            n = x.numel() // x.shape[1]
            if n < 2:
                backpass.stop("one value of a channel")
            mean = x.mean(axes)
            var = ((x - channelwise(mean, x))**2).mean(axes)
            if self.training and self.tracked:
                self.num_batches_tracked = self.num_batches_tracked + 1
                share = 1 / self.num_batches_tracked.item() if self.momentum is None else self.momentum
                self.running_mean = (1 - share) * self.running_mean + share * mean.detach()
                self.running_var = (1 - share) * self.running_var + share * var.detach() * n / (n - 1)
        else:
            mean = self.running_mean
            var = self.running_var
        out = (x - channelwise(mean, x)) / torch.sqrt(channelwise(var, x) + self.eps)
        out = out if self.weight is None else out * channelwise(self.weight, x)
        return out if self.bias is None else out + channelwise(self.bias, x)
"""
_AVERAGES = {
    1: "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True",
    2: "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None",
    3: "kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None",
}
_RANKS = {1: "(2, 3)", 2: "(4,)", 3: "(5,)"}

LAYERS = """
class Unfold(Module):
    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        self.options = [kernel_size, dilation, padding, stride]

    def forward(self, x):
        return torch.nn.functional.unfold(x, *self.options)

def drawing_bound(channels, sizes):
    count = channels
    for size in sizes:
        count *= size
    return 1 / count**0.5

def channelwise(of_channels, x):
    return of_channels if x.dim() == 2 else of_channels.reshape(-1, *[1 for _ in range(x.dim() - 2)])

class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None, bias=True):
        if num_channels % num_groups != 0:
            backpass.stop("channels in groups")
        self.num_groups = num_groups
        self.eps = eps
        self.weight = Parameter(torch.ones(num_channels)) if affine else None
        self.bias = Parameter(torch.zeros(num_channels)) if affine and bias else None

    def forward(self, x):
        if x.numel() // self.num_groups < 2:
            backpass.stop("one value of a group")
        groups = x.reshape(x.shape[0], self.num_groups, -1)
        centred = groups - groups.mean(2, keepdim=True)
        out = centred / torch.sqrt((centred**2).mean(2, keepdim=True) + self.eps)
        out = out.reshape(x.shape)
        out = out if self.weight is None else out * channelwise(self.weight, x)
        return out if self.bias is None else out + channelwise(self.bias, x)
"""
for _rank in (1, 2, 3):
    LAYERS += _CONVOLUTION.format(rank=_rank, ranks=_RANKS[_rank])
    _given = _AVERAGES[_rank]
    _names = [each.split("=")[0] for each in _given.split(", ") if not each.startswith("ceil_mode")]
    LAYERS += f"""
class AvgPool{_rank}d(Module):
    def __init__(self, {_given}):
        backpass.refuse("torch.nn.AvgPool{_rank}d", "ceil_mode", ceil_mode)
        self.options = {{{", ".join(f'"{each}": {each}' for each in _names)}}}

    def forward(self, x):
        return torch.nn.functional.avg_pool{_rank}d(x, **self.options)
"""

FUNCTIONS = (
    "".join(
        f"""
def max_pool{rank}d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    backpass.refuse("torch.nn.functional.max_pool{rank}d", "ceil_mode", ceil_mode)
    values, indices = backpass.max_pool({rank}, input, kernel_size, stride, padding, dilation)
    return (values, indices) if return_indices else values

def dropout{rank}d(input, p=0.5, training=True, inplace=False):
    if not 0 <= p <= 1:
        backpass.stop("probability of dropout")
    if not training or p == 0:
        return input
    if p == 1:
        return backpass.overwritten(input, input * 0.0, inplace)
    lead = input.shape[:input.dim() - {rank}]
    share = torch.bernoulli(torch.full([*lead, *[1] * {rank}], 1.0 - p)) / (1 - p)
    return backpass.overwritten(input, input * share, inplace)
"""
        for rank in (1, 2, 3)
    )
    + """
def pair(value):
    return [value, value] if isinstance(value, int) else list(value)

def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    (height, width), (down, along) = pair(kernel_size), pair(stride)
    (apart, beside), (above, left) = pair(dilation), pair(padding)
    if input.dim() not in (3, 4):
        backpass.stop("axes to unfold")
    x = torch.nn.functional.pad(input, (left, left, above, above)) if above or left else input
    x = x if input.dim() == 4 else x.reshape(1, *x.shape)
    batch, channels = x.shape[0], x.shape[1]
    tall = x.shape[2] - apart * (height - 1) - 1
    wide = x.shape[3] - beside * (width - 1) - 1
    if min(height, width, down, along, apart, beside) < 1 or min(tall, wide) < 0:
        backpass.stop("kernel to unfold")
    places = []
    for i in range(height):
        for j in range(width):
            row, column = i * apart, j * beside
            place = x[:, :, row : row + tall + 1 : down, column : column + wide + 1 : along]
            places.append(place.reshape(batch, channels, 1, -1))
    out = torch.cat(places, 2).reshape(batch, channels * height * width, -1)
    return out if input.dim() == 4 else out[0]
"""
)
