"""Layers with parameters, and those that are another thing in training."""

import math

from backpass.engine.python.libraries.natives import drawn, filled, is_number, refuse

from . import functional as F
from ._module import Module, Parameter


def _uniform(bound, *shape):
    return Parameter(drawn("uniform", shape, low=-bound, high=bound))


def _weight(inputs, *shape):
    """What `init.kaiming_uniform_(weight, a=math.sqrt(5))` gives."""
    return _uniform(math.sqrt(3.0) * (math.sqrt(2.0 / (1 + math.sqrt(5) ** 2)) / math.sqrt(inputs)) if inputs else 0.0, *shape)


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        self.in_features, self.out_features = in_features, out_features
        bound = 1 / math.sqrt(in_features) if in_features else 0.0
        self.weight = _weight(in_features, out_features, in_features)
        self.bias = _uniform(bound, out_features) if bias else None

    def reset_parameters(self):
        bound = 1 / math.sqrt(self.in_features)
        self.weight = _weight(self.in_features, self.out_features, self.in_features)
        self.bias = None if self.bias is None else _uniform(bound, self.out_features)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        bound = 1 / math.sqrt(in1_features)
        self.weight = _uniform(bound, out_features, in1_features, in2_features)
        self.bias = _uniform(bound, out_features) if bias else None

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0):
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.weight = Parameter(drawn("normal", (num_embeddings, embedding_dim)))

    def forward(self, input):
        return F.embedding(input, self.weight)

    def extra_repr(self):
        return f"{self.num_embeddings}, {self.embedding_dim}"


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None):
        self.normalized_shape = (normalized_shape,) if is_number(normalized_shape) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self.weight = Parameter(filled(self.normalized_shape, 1.0)) if elementwise_affine else None
        self.bias = Parameter(filled(self.normalized_shape, 0.0)) if elementwise_affine and bias else None

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        )


class BatchNorm1d(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        shape = (num_features,)
        self.weight = Parameter(filled(shape, 1.0)) if affine else None
        self.bias = Parameter(filled(shape, 0.0)) if affine else None
        self.register_buffer("running_mean", filled(shape, 0.0))
        self.register_buffer("running_var", filled(shape, 1.0))

    def forward(self, input):
        axes = tuple([each for each in range(len(input.shape)) if each != 1])
        shape = [1 if each != 1 else self.num_features for each in range(len(input.shape))]
        if self.training:
            mean, var = input.mean(axes), input.var(axes, False)
            spread = input.var(axes).detach()
            self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * mean.detach()
            self.running_var = (1 - self.momentum) * self.running_var + self.momentum * spread
        else:
            mean, var = self.running_mean, self.running_var
        found = (input - mean.reshape(shape)) / (var.reshape(shape) + self.eps).sqrt()
        return found * self.weight.reshape(shape) + self.bias.reshape(shape) if self.affine else found

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, bias={self.affine}, "
            f"track_running_stats={self.track_running_stats}"
        )


class BatchNorm2d(BatchNorm1d):
    pass


class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)


class Identity(Module):
    def forward(self, input):
        return input


class _Convolution(Module):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        size = (kernel_size,) * self._rank if is_number(kernel_size) else tuple(kernel_size)
        inputs = in_channels // groups * math.prod(size)
        if padding_mode != "zeros":
            refuse("padding_mode")
        self.in_channels, self.out_channels, self.kernel_size = in_channels, out_channels, size
        self.stride, self.padding, self.dilation, self.groups = stride, padding, dilation, groups
        self.weight = _weight(inputs, out_channels, in_channels // groups, *size)
        self.bias = _uniform(1 / math.sqrt(inputs), out_channels) if bias else None

    def _each(self, value):
        return (value,) * self._rank if is_number(value) else tuple(value)

    def extra_repr(self):
        found = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self._each(self.stride)}"
        if isinstance(self.padding, str):
            found += f", padding={self.padding}"
        elif any(self._each(self.padding)):
            found += f", padding={self._each(self.padding)}"
        if any(each != 1 for each in self._each(self.dilation)):
            found += f", dilation={self._each(self.dilation)}"
        found += f", groups={self.groups}" if self.groups != 1 else ""
        return found if self.bias is not None else f"{found}, bias=False"


class Conv1d(_Convolution):
    _rank = 1

    def forward(self, input):
        return F.conv1d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv2d(_Convolution):
    _rank = 2

    def forward(self, input):
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv3d(_Convolution):
    _rank = 3

    def forward(self, input):
        return F.conv3d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class _MaxPool(Module):
    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        self.kernel_size, self.stride, self.padding, self.dilation = kernel_size, stride, padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def _options(self):
        return self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices

    def extra_repr(self):
        stride = self.kernel_size if self.stride is None else self.stride
        return (
            f"kernel_size={self.kernel_size}, stride={stride}, padding={self.padding}, dilation={self.dilation}, "
            f"ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    def forward(self, input):
        return F.max_pool1d(input, *self._options())


class MaxPool2d(_MaxPool):
    def forward(self, input):
        return F.max_pool2d(input, *self._options())


class MaxPool3d(_MaxPool):
    def forward(self, input):
        return F.max_pool3d(input, *self._options())


class AvgPool1d(Module):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)

    def extra_repr(self):
        stride = self.kernel_size if self.stride is None else self.stride
        return f"kernel_size={self.kernel_size}, stride={stride}, padding={self.padding}"


class AvgPool2d(AvgPool1d):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        super().__init__(kernel_size, stride, padding, ceil_mode, count_include_pad)
        self.divisor_override = divisor_override

    def _options(self):
        return self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override

    def forward(self, input):
        return F.avg_pool2d(input, *self._options())


class AvgPool3d(AvgPool2d):
    def forward(self, input):
        return F.avg_pool3d(input, *self._options())


class _AdaptiveAvgPool(Module):
    def __init__(self, output_size):
        self.output_size = output_size

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptiveAvgPool):
    def forward(self, input):
        return F.adaptive_avg_pool3d(input, self.output_size)
