"""Networks for inspection, with a node for each weight: `import backpass.nn as nn`.

>>> from backpass import nn
>>> network = nn.MLP(3, [4, 4, 1])
>>> len(network.parameters())
41
"""

from typing import Any

from backpass.engine.learning.nn import MLP, Layer, LogisticRegression, Module, Network, Neuron

__all__ = ["MLP", "Layer", "LogisticRegression", "Module", "Network", "Neuron"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(
        f"module 'backpass.nn' has no attribute {name!r}; it has {', '.join(__all__)}. Layers of PyTorch's are computed with "
        "PyTorch: `backpass.capture(loss)` draws the graph of such a model"
    )
