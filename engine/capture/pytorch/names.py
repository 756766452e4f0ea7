"""What tensors are called: after the variables of the code that asks, and after the parameters of its models."""

from collections.abc import Mapping
from typing import Any

import torch

from backpass.engine.capture.pytorch.autograd_graph import Output
from backpass.engine.capture.pytorch.building import Known
from backpass.engine.capture.pytorch.tensors import kept


def take_names(known: Known, names: Mapping[str, Any], most_elements: int) -> None:
    """Adds the names of tensors, and of the parameters and buffers of models, in a mapping of variables, and the values of
    results that have a name. The first name of each counts.
    """
    for name, value in names.items():
        if isinstance(value, torch.nn.Module):
            take_model(known, value, name)
    for name, value in names.items():
        if not isinstance(value, torch.Tensor):
            continue
        if value.grad_fn is not None:
            output = Output(value.grad_fn, value.output_nr)
            known.names.setdefault(output, name)
            if output not in known.values:
                known.values[output] = kept(value, most_elements)
        else:
            known.tensor_names.setdefault(id(value), name)


def take_model(known: Known, model: Any, prefix: str = "") -> None:
    """Adds the names of a model's parameters and buffers: `0.weight`, or `net.0.weight` with the prefix `net`."""
    for name, tensor in [*model.named_parameters(prefix), *model.named_buffers(prefix)]:
        known.tensor_names.setdefault(id(tensor), name)
