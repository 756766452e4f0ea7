"""Networks with a matrix for each layer: whole batches at once, and fast to train.

They draw their weights in the order in which `nn` does, so from the same seed both compute the same numbers, and each
can be turned into the other. Knows nothing of losses, optimisers or data sets.
"""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import FUNCTIONS, Tensor, lift
from backpass.engine.learning.nn import MLP, Layer, Module, Network, Uniform, activation_function, activation_title, drawn, stream
from backpass.engine.shapes import Array

_add, _product = FUNCTIONS["add"], FUNCTIONS["matmul"]


class MatrixLayer(Module):
    """activation(x @ weights + biases): a whole layer for a whole batch. `weights` has the shape (inputs, outputs)."""

    def __init__(
        self, inputs: int, outputs: int, activation: str = "tanh", *, zero_biases: bool = False, random: int | Uniform = 0
    ) -> None:
        source = stream(random)
        rows = [drawn(inputs, source, zero_biases=zero_biases) for _ in range(outputs)]
        self.weights = Tensor(np.array([weights for weights, _ in rows]).T.copy())
        self.biases = Tensor([bias for _, bias in rows])
        self.activation = activation
        self._activate = activation_function(activation)
        self.label_parameters()

    def __call__(self, x: Any) -> Tensor:
        return self._activate(_add(_product(lift(x), self.weights), self.biases))

    def __repr__(self) -> str:
        inputs, outputs = self.weights.shape
        return f"{activation_title(self.activation)}Layer({inputs}, {outputs})"


class MatrixMLP(Network):
    """An `MLP` with a matrix for each layer: the same arguments and, from the same `random`, the same numbers.

    Takes examples of shape (n, inputs) or (inputs,) and returns (n, outputs) or (outputs,), without the last axis where
    there is one output.
    """

    kind = MatrixLayer
    layers: list[MatrixLayer]

    @classmethod
    def of(cls, network: MLP) -> "MatrixMLP":
        """The same network with its present numbers as matrices."""
        twin = cls.__new__(cls)
        twin.layers = []
        for layer in network.layers:
            first = layer.neurons[0]
            matrices = MatrixLayer(len(first.w), len(layer.neurons), first.activation)
            matrices.weights.raw = np.array([[weight.item() for weight in neuron.w] for neuron in layer.neurons]).T.copy()
            matrices.biases.raw = np.array([neuron.b.item() for neuron in layer.neurons])
            twin.layers.append(matrices)
        twin.label_parameters()
        return twin

    def __call__(self, x: Any) -> Tensor:
        values = lift(x)
        for layer in self.layers:
            values = layer(values)
        return values.reshape(shape=values.shape[:-1]) if values.shape[-1] == 1 else values

    def as_scalars(self) -> MLP:
        """The same network with its present numbers and a node for each weight, for inspection."""
        inputs = self.layers[0].weights.shape[0]
        twin = MLP(inputs, [layer.biases.shape[0] for layer in self.layers])
        for place, matrices in enumerate(self.layers):
            weights, biases = np.asarray(matrices.weights.raw), np.asarray(matrices.biases.raw)
            layer = Layer(weights.shape[0], weights.shape[1], matrices.activation)
            for neuron, column, bias in zip(layer.neurons, weights.T.tolist(), biases.tolist(), strict=True):
                neuron.load(dict(zip((name for name, _ in neuron.named_parameters()), [*column, bias], strict=True)))
            twin.layers[place] = layer
        twin.label_parameters()
        return twin


def predictions(model: Module, inputs: Array) -> "Tensor | list[Any]":
    """What a model makes of examples, one a row of `inputs`: a tensor for all of them, or a list with what it makes of each."""
    if model.one_by_one:
        return [model(row) for row in inputs.tolist()]
    return model(Tensor(inputs, requires_grad=False))  # type: ignore[no-any-return]
