"""`torch.autograd`."""

from backpass.engine.python.libraries.natives import backward as _backward
from backpass.engine.python.libraries.natives import gradients as _gradients
from backpass.engine.python.libraries.natives import is_tensor

from .._modes import enable_grad, no_grad, set_grad_enabled
from .function import Function


def _listed(value):
    return [value] if value is None or is_tensor(value) else list(value)


def _seeds(outputs, given):
    return [None] * len(outputs) if given is None else _listed(given)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    listed = _listed(tensors)
    _backward(listed, _seeds(listed, grad_tensors), retain_graph, create_graph, None if inputs is None else _listed(inputs))


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    listed = _listed(outputs)
    found = _gradients(
        listed, _listed(inputs), _seeds(listed, grad_outputs), retain_graph, create_graph, allow_unused or materialize_grads
    )
    if materialize_grads:
        return tuple(
            [0.0 * each.detach() if given is None else given for each, given in zip(_listed(inputs), found, strict=True)]
        )
    return found


def _of_function(output, leaves, grad_outputs=None, create_graph=False, allow_unused=False):
    return _gradients([output], leaves, _seeds([output], grad_outputs), True, create_graph, allow_unused, True)
