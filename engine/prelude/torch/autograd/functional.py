"""`torch.autograd.functional`: derivatives of a function at a point, in the shapes of its output and of its inputs."""

from backpass.engine.python.libraries.natives import goes_on, is_tensor, is_undeclared, leaf_of

from .._shapes import stack
from . import _of_function


def _leaves(inputs, create_graph):
    """Where a function is differentiated, and whether its derivatives are of what was before it too."""
    given = (inputs,) if is_tensor(inputs) else tuple(inputs)
    if create_graph:
        return given, True
    follows = is_undeclared()
    return tuple([each * 1.0 if follows and goes_on(each) else leaf_of(each) for each in given]), follows


def _rows(output, leaves, create_graph):
    """Per leaf, the gradients of each number of an output, stacked to the shape of the output and of the leaf."""
    found = []
    for each in output.reshape(-1).unbind() if output.dim() else [output]:
        gradients = _of_function(each, leaves, None, create_graph, True)
        found.append([0.0 * leaf if one is None else one for leaf, one in zip(leaves, gradients, strict=True)])
    shape = tuple(output.shape)
    return tuple([stack([row[place] for row in found]).reshape(shape + tuple(leaf.shape)) for place, leaf in enumerate(leaves)])


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    leaves, goes_further = _leaves(inputs, create_graph)
    outputs = func(*leaves)
    if not is_tensor(outputs):
        parts = tuple([_rows(each, leaves, goes_further) for each in outputs])
        return tuple([each[0] for each in parts]) if is_tensor(inputs) else parts
    found = _rows(outputs, leaves, goes_further)
    return found[0] if is_tensor(inputs) else found


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    leaves, goes_further = _leaves(inputs, create_graph)
    firsts = _of_function(func(*leaves), leaves, None, True)
    rows = tuple([_rows(each, leaves, goes_further) for each in firsts])
    return rows[0][0] if is_tensor(inputs) else rows


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    leaves, goes_further = _leaves(inputs, create_graph)
    outputs = func(*leaves)
    found = _of_function(outputs, leaves, v, goes_further)
    return outputs if goes_further else outputs.detach(), found[0] if is_tensor(inputs) else found
