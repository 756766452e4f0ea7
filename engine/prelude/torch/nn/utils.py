"""`torch.nn.utils`: what is done to the gradients of many parameters at once."""

from .._shapes import cat, stack


def _listed(parameters):
    return [each for each in ([parameters] if hasattr(parameters, "grad") else parameters) if each.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    listed = _listed(parameters)
    total = stack([each.grad.norm(norm_type) for each in listed]).norm(norm_type)
    scale = (max_norm / (total + 1e-6)).clamp_max(1.0)
    for each in listed:
        each.grad.mul_(scale)
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    for each in _listed(parameters):
        each.grad.clamp_(-clip_value, clip_value)


def parameters_to_vector(parameters):
    return cat([each.reshape(-1) for each in parameters])


def vector_to_parameters(vec, parameters):
    place = 0
    for each in parameters:
        each.data = vec[place : place + each.numel()].reshape(each.shape)
        place += each.numel()
