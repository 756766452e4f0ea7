"""Layers and functions of PyTorch that normalise over other axes than the batch, and that change the size of images by moving or
repeating their elements.
"""

FUNCTIONS = """
def normalised(x, axes, eps):
    centred = x - x.mean(axes, keepdim=True)
    return centred / torch.sqrt((centred**2).mean(axes, keepdim=True) + eps)

def by_channel(x, of_channels):
    if of_channels.dim() != 1 or len(of_channels) != x.shape[1]:
        backpass.stop("one weight for each channel")
    return of_channels.reshape(-1, *[1 for _ in range(x.dim() - 2)])

def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    if input.shape[1] % num_groups != 0:
        backpass.stop("channels in groups")
    if input.numel() // num_groups < 2:
        backpass.stop("one value of a group")
    groups = input.reshape(input.shape[0], num_groups, -1)
    out = normalised(groups, 2, eps).reshape(input.shape)
    out = out if weight is None else out * by_channel(input, weight)
    return out if bias is None else out + by_channel(input, bias)

def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05
):
    backpass.refuse("torch.nn.functional.instance_norm", "running_mean", running_mean is not None)
    backpass.refuse("torch.nn.functional.instance_norm", "running_var", running_var is not None)
    backpass.refuse("torch.nn.functional.instance_norm", "use_input_stats", not use_input_stats)
    if input.dim() < 3:
        backpass.stop("axes of instance normalisation")
    if input.numel() < 2 * input.shape[0] * input.shape[1]:
        backpass.stop("one value of an instance")
    out = normalised(input, tuple(range(2, input.dim())), eps)
    out = out if weight is None else out * by_channel(input, weight)
    return out if bias is None else out + by_channel(input, bias)

def rms_norm(input, normalized_shape, weight=None, eps=None):
    if list(input.shape[-len(normalized_shape):]) != list(normalized_shape):
        backpass.stop("shape to normalise")
    axes = tuple([-1 - i for i in range(len(normalized_shape))])
    least = 2.220446049250313e-16 if eps is None else eps
    out = input / torch.sqrt((input**2).mean(axes, keepdim=True) + least)
    return out if weight is None else out * weight

def pixel_shuffle(input, upscale_factor):
    r = upscale_factor
    lead = list(input.shape[:-3])
    channels, height, width = input.shape[-3:]
    if channels % (r * r) != 0:
        backpass.stop("channels to shuffle")
    rank = len(lead)
    parts = input.reshape(*lead, channels // (r * r), r, r, height, width)
    order = list(range(rank)) + [rank, rank + 3, rank + 1, rank + 4, rank + 2]
    return torch.permute(parts, order).reshape(*lead, channels // (r * r), height * r, width * r)

def pixel_unshuffle(input, downscale_factor):
    r = downscale_factor
    lead = list(input.shape[:-3])
    channels, height, width = input.shape[-3:]
    if height % r != 0 or width % r != 0:
        backpass.stop("lengths to unshuffle")
    rank = len(lead)
    parts = input.reshape(*lead, channels, height // r, r, width // r, r)
    order = list(range(rank)) + [rank, rank + 2, rank + 4, rank + 1, rank + 3]
    return torch.permute(parts, order).reshape(*lead, channels * r * r, height // r, width // r)

def places_between(length, count, step, align_corners):
    rows = []
    for i in range(count):
        if align_corners:
            place = i * (length - 1) / (count - 1) if count > 1 else 0.0
        else:
            place = max((i + 0.5) * step - 0.5, 0.0)
        low = min(int(place), length - 1)
        high = min(low + 1, length - 1)
        row = [0.0] * length
        row[low] += 1.0 - (place - low)
        row[high] += place - low
        rows.append(row)
    return torch.tensor(rows)

def interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False
):
    rank = input.dim() - 2
    linear = {1: "linear", 2: "bilinear", 3: "trilinear"}
    if rank not in (1, 2, 3):
        backpass.stop("axes to interpolate")
    backpass.refuse("torch.nn.functional.interpolate", "mode", mode not in ("nearest", linear[rank]))
    backpass.refuse("torch.nn.functional.interpolate", "align_corners", align_corners is not None and mode == "nearest")
    backpass.refuse("torch.nn.functional.interpolate", "antialias", antialias)
    backpass.refuse("torch.nn.functional.interpolate", "recompute_scale_factor", bool(recompute_scale_factor))
    backpass.refuse("torch.nn.functional.interpolate", "scale_factor", (size is None) == (scale_factor is None))
    given = scale_factor if size is None else size
    factors = [given] * rank if isinstance(given, (int, float)) else list(given)
    if len(factors) != rank:
        backpass.stop("factors of interpolation")
    for axis, factor in enumerate(factors):
        if not factor > 0:
            backpass.stop("factors above 0")
        length = input.shape[axis + 2]
        count = int(length * factor) if size is None else int(factor)
        step = 1 / factor if size is None else length / count
        if mode != "nearest":
            weights = places_between(length, count, step, align_corners)
            input = torch.transpose(torch.transpose(input, axis + 2, -1) @ weights.T, axis + 2, -1)
        elif count % length == 0 and (size is not None or factor == int(factor)):
            input = torch.repeat_interleave(input, count // length, dim=axis + 2)
        else:
            places = [min(int(i * step), length - 1) for i in range(count)]
            input = torch.index_select(input, axis + 2, torch.tensor(places))
    return input
"""

_PADDED = "".join(
    f"""
class {kind}Pad{rank}d(Module):
    def __init__(self, padding{", value" if kind == "Constant" else ""}):
        self.padding = [padding] * {2 * rank} if isinstance(padding, int) else list(padding)
        self.value = {"value" if kind == "Constant" else "0.0"}

    def forward(self, x):
        return torch.nn.functional.pad(x, self.padding, "constant", self.value)
"""
    for kind in ("Zero", "Constant")
    for rank in (1, 2, 3)
)
_REPEATED = "".join(
    f"""
class {kind}Pad{rank}d(Module):
    def __init__(self, padding):
        self.padding = [padding] * {2 * rank} if isinstance(padding, int) else list(padding)

    def forward(self, x):
        return torch.nn.functional.pad(x, self.padding, "{mode}")
"""
    for kind, mode in (("Reflection", "reflect"), ("Replication", "replicate"), ("Circular", "circular"))
    for rank in (1, 2, 3)
)
_INSTANCES = "".join(
    f"""
class InstanceNorm{rank}d(Module):
    def __init__(
        self, num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None,
        bias=True
    ):
        backpass.refuse("torch.nn.InstanceNorm{rank}d", "track_running_stats", track_running_stats)
        self.eps = eps
        self.rank = {rank}
        self.weight = Parameter(torch.ones(num_features)) if affine else None
        self.bias = Parameter(torch.zeros(num_features)) if affine and bias else None

    def forward(self, x):
        whole = x if x.dim() == self.rank + 2 else x.reshape(1, *x.shape)
        out = torch.nn.functional.instance_norm(whole, weight=self.weight, bias=self.bias, eps=self.eps)
        return out.reshape(x.shape)
"""
    for rank in (1, 2, 3)
)

LAYERS = (
    _PADDED
    + _REPEATED
    + _INSTANCES
    + """
class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        self.shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
        self.eps = eps
        self.weight = Parameter(torch.ones(*self.shape)) if elementwise_affine else None

    def forward(self, x):
        return torch.nn.functional.rms_norm(x, self.shape, self.weight, self.eps)

class PixelShuffle(Module):
    def __init__(self, upscale_factor):
        self.factor = upscale_factor

    def forward(self, x):
        return torch.nn.functional.pixel_shuffle(x, self.factor)

class PixelUnshuffle(Module):
    def __init__(self, downscale_factor):
        self.factor = downscale_factor

    def forward(self, x):
        return torch.nn.functional.pixel_unshuffle(x, self.factor)

class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        self.options = [size, scale_factor, mode, align_corners, recompute_scale_factor]

    def forward(self, x):
        return torch.nn.functional.interpolate(x, *self.options)

class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        self.dim = dim
        self.sizes = unflattened_size

    def forward(self, x):
        return torch.unflatten(x, self.dim, self.sizes)
"""
)
