"""`torch.autograd.functional`: derivatives of a function at a point, in the shapes of its output and of its inputs."""

from backpass.engine.python.libraries.natives import is_tensor

from .._shapes import stack
from . import grad


def _leaves(inputs, create_graph):
    given = (inputs,) if is_tensor(inputs) else tuple(inputs)
    if create_graph:
        return given
    return tuple([each.detach().clone().requires_grad_() for each in given])


def _rows(output, leaves, create_graph):
    """Per leaf, the gradients of each number of an output, stacked to the shape of the output and of the leaf."""
    found = []
    for each in output.reshape(-1).unbind() if output.dim() else [output]:
        gradients = grad(each, leaves, retain_graph=True, create_graph=create_graph, allow_unused=True)
        found.append([0.0 * leaf if one is None else one for leaf, one in zip(leaves, gradients, strict=True)])
    shape = tuple(output.shape)
    return tuple([stack([row[place] for row in found]).reshape(shape + tuple(leaf.shape)) for place, leaf in enumerate(leaves)])


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    leaves = _leaves(inputs, create_graph)
    outputs = func(*leaves)
    if not is_tensor(outputs):
        parts = tuple([_rows(each, leaves, create_graph) for each in outputs])
        return tuple([each[0] for each in parts]) if is_tensor(inputs) else parts
    found = _rows(outputs, leaves, create_graph)
    return found[0] if is_tensor(inputs) else found


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    leaves = _leaves(inputs, create_graph)
    firsts = grad(func(*leaves), leaves, create_graph=True)
    rows = tuple([_rows(each, leaves, create_graph) for each in firsts])
    return rows[0][0] if is_tensor(inputs) else rows


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    leaves = _leaves(inputs, create_graph)
    outputs = func(*leaves)
    found = grad(outputs, leaves, v, create_graph=create_graph)
    return outputs.detach(), found[0] if is_tensor(inputs) else found
