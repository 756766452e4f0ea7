"""`torch.nn.init` and `torch.nn.utils`: what fills parameters, and what is done to their gradients."""

INITIALISERS = """
import torch
import math
import backpass

def put(tensor, values):
    tensor.data = values
    return tensor

def uniform_(tensor, a=0.0, b=1.0, generator=None):
    return put(tensor, a + (b - a) * torch.rand(*tensor.shape))

def normal_(tensor, mean=0.0, std=1.0, generator=None):
    return put(tensor, mean + std * torch.randn(*tensor.shape))

def constant_(tensor, val):
    return put(tensor, torch.full(tensor.shape, val))

def ones_(tensor):
    return put(tensor, torch.ones(*tensor.shape))

def zeros_(tensor):
    return put(tensor, torch.zeros(*tensor.shape))

def eye_(tensor):
    return put(tensor, torch.eye(*tensor.shape))

def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    values = mean + std * torch.randn(*tensor.shape)
    outside = (values < a) + (values > b) > 0
    while outside.any():
        values = torch.where(outside, mean + std * torch.randn(*tensor.shape), values)
        outside = (values < a) + (values > b) > 0
    return put(tensor, values)

def orthogonal_(tensor, gain=1, generator=None):
    if tensor.dim() < 2:
        backpass.stop("fans of a vector")
    rows = tensor.shape[0]
    columns = tensor[0].numel()
    flat = torch.randn(max(rows, columns), min(rows, columns))
    found = []
    for j in range(min(rows, columns)):
        column = flat[:, j]
        for other in found + found:
            column = column - (column * other).sum() * other
        found.append(column / torch.sqrt((column * column).sum()))
    turned = torch.stack(found) if rows < columns else torch.stack(found, 1)
    return put(tensor, gain * turned.reshape(tensor.shape))

def fans(tensor):
    if tensor.dim() < 2:
        backpass.stop("fans of a vector")
    field = tensor[0, 0].numel()
    return tensor.shape[1] * field, tensor.shape[0] * field

def calculate_gain(nonlinearity, param=None):
    if nonlinearity == "leaky_relu":
        return math.sqrt(2 / (1 + (0.01 if param is None else param)**2))
    gains = {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}
    if nonlinearity in gains:
        return gains[nonlinearity]
    names = ("linear", "sigmoid", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
    backpass.refuse("torch.nn.init.calculate_gain", "nonlinearity", nonlinearity not in names)
    return 1.0

def xavier_uniform_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = fans(tensor)
    bound = gain * math.sqrt(6 / (fan_in + fan_out))
    return uniform_(tensor, -bound, bound)

def xavier_normal_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = fans(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2 / (fan_in + fan_out)))

def spread(tensor, a, mode, nonlinearity):
    backpass.refuse("torch.nn.init", "mode", mode not in ("fan_in", "fan_out"))
    fan_in, fan_out = fans(tensor)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan_in if mode == "fan_in" else fan_out)

def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    bound = math.sqrt(3) * spread(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound)

def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    return normal_(tensor, 0.0, spread(tensor, a, mode, nonlinearity))

uniform = uniform_
normal = normal_
constant = constant_
eye = eye_
orthogonal = orthogonal_
xavier_uniform = xavier_uniform_
xavier_normal = xavier_normal_
kaiming_uniform = kaiming_uniform_
kaiming_normal = kaiming_normal_
"""
"""Drawn numbers are others than PyTorch's, which a note says."""

UTILITIES = """
import torch
import backpass

def listed(parameters):
    return [parameters] if isinstance(parameters, Tensor) else list(parameters)

def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    held = [p for p in listed(parameters) if p.grad is not None]
    if not held:
        return torch.tensor(0.0)
    norms = torch.stack([torch.norm(p.grad, norm_type) for p in held])
    total = torch.norm(norms, norm_type)
    if error_if_nonfinite and not total < float("inf"):
        backpass.stop("norm that is not finite")
    share = min(1.0, max_norm / (total.item() + 1e-6))
    for p in held:
        p.grad *= share
    return total

def clip_grad_value_(parameters, clip_value, foreach=None):
    for p in listed(parameters):
        if p.grad is not None:
            p.grad.copy_(torch.clip(p.grad, -clip_value, clip_value))

def parameters_to_vector(parameters):
    return torch.cat([p.reshape(-1) for p in listed(parameters)])

def vector_to_parameters(vec, parameters):
    start = 0
    for p in listed(parameters):
        n = p.numel()
        p.data = vec[start:start + n].reshape(p.shape).detach()
        start += n
"""
