"""Modules, which have parameters: neurons, layers and networks of single numbers, with a node for each weight, for inspection.

The same networks with matrices, which train fast, are in `matrix_nn`. Random numbers come from the stream that is
handed in (`random.Random` or `numpy.random.Generator`), or from Python's own with a given seed, which is what the notebooks
these networks come from use. Knows nothing of losses, optimisers or data sets.

A network takes as many numbers as it has inputs, and gives one tensor or a list of them. Raises ProblemError where they do not
fit.

>>> from backpass import nn
>>> network = nn.MLP(3, [4, 4, 1])
>>> len(network.parameters())
41
>>> network([2.0, 3.0, -1.0]).shape
()
"""

import random as python_random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, Protocol

from backpass.engine.graph.tensor import FUNCTIONS, Tensor, lift
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, ProblemError, nearest
from backpass.engine.shapes import finite_data, shape_of

_add, _multiply = FUNCTIONS["add"], FUNCTIONS["multiply"]

LINEAR = "linear"
"""The activation that changes nothing."""


class Uniform(Protocol):
    """A stream of random numbers; both `random.Random` and `numpy.random.Generator` are one."""

    def uniform(self, low: float, high: float, /) -> float: ...


def stream(random: int | Uniform) -> Uniform:
    """A stream as it is; for a seed, the stream that `random.seed(seed)` starts."""
    return python_random.Random(random) if isinstance(random, int) else random  # noqa: S311 (nothing here is a secret)


class Module:
    """A base class for models.

    Its parameters are the tensors that require a gradient in its attributes, in lists among them, and in modules among them. A
    parameter is named by its path: "layer 1 · neuron 2 · w[0]" is the first weight of the second neuron of the first layer.

    >>> from backpass import Tensor, nn
    >>> class Line(nn.Module):
    ...     def __init__(self):
    ...         self.w, self.b = Tensor(2.0), Tensor(1.0)
    ...     def forward(self, x):
    ...         return self.w * x + self.b
    >>> line = Line()
    >>> line(3.0), [name for name, _ in line.named_parameters()]
    (Tensor(7.0, grad_fn=add), ['w', 'b'])
    """

    def forward(self, *arguments: Any, **keywords: Any) -> Any:
        """The result of the module, which a subclass defines, as in PyTorch. Raises NotImplementedError if it does not."""
        raise NotImplementedError(f"{type(self).__name__} defines neither forward(self, …) nor __call__(self, …)")

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """The same as `forward`."""
        return self.forward(*arguments, **keywords)

    one_by_one = False
    """Whether it takes a single example at a time; else all of a batch as one tensor."""

    def named_parameters(self) -> Iterator[tuple[str, Tensor]]:
        """Every parameter once, in the order of the attributes, with its name."""
        seen: set[Tensor] = set()
        waiting: list[tuple[str, Any]] = [("", self)]
        while waiting:
            name, item = waiting.pop()
            if isinstance(item, Tensor):
                if item.requires_grad and item not in seen:
                    seen.add(item)
                    yield name, item
                continue
            prefix = f"{name} · " if name else ""
            waiting += [(prefix + place, part) for place, part in reversed(list(_parts(item)))]

    def parameters(self) -> list[Tensor]:
        """Every parameter once."""
        return [tensor for _, tensor in self.named_parameters()]

    def zero_grad(self) -> None:
        """Forgets the gradients of all parameters: they become None, "not computed"."""
        for tensor in self.parameters():
            tensor.grad = None

    def label_parameters(self) -> None:
        """Gives every parameter its name as the label that graphs show."""
        for name, tensor in self.named_parameters():
            tensor.label = name

    def state(self) -> dict[str, Any]:
        """The numbers of all parameters by name, plain enough for JSON."""
        return {
            name: tensor.raw if isinstance(tensor.raw, float) else tensor.raw.tolist() for name, tensor in self.named_parameters()
        }

    def load(self, state: Mapping[str, Any]) -> None:
        """Takes the numbers of a `state`. Raises ProblemError (invalid-input) unless it has this module's names and shapes."""
        parameters = dict(self.named_parameters())
        strange = parameters.keys() ^ state.keys()
        if strange:
            raise _unfit(say("parameter-of-one", min=min(strange)))
        data = {name: finite_data(numbers, name) for name, numbers in state.items()}
        for name, tensor in parameters.items():
            if shape_of(data[name]) != tensor.shape:
                raise _unfit(say("parameter-shape", name=name, shape=tensor.shape, shape_of=shape_of(data[name])))
        for name, tensor in parameters.items():
            tensor.raw = data[name]


def _parts(module: Module) -> Iterator[tuple[str, Any]]:
    """The modules and tensors in a module's attributes: `layers` holds "layer 1", `w` holds "w[0]"."""
    for name, value in vars(module).items():
        if isinstance(value, Module | Tensor):
            yield name, value
        elif isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, Module):
                    yield f"{name.removesuffix('s')} {index + 1}", each
                elif isinstance(each, Tensor):
                    yield f"{name}[{index}]", each


def _unfit(message: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, say("parameter-shape.hint")))


def activation_function(name: str) -> Callable[[Tensor], Tensor]:
    """The operation of that name, or what changes nothing for `linear`. Raises ProblemError (unknown-function)."""
    if name == LINEAR:
        return _unchanged
    record = OPERATIONS.spellings.get(name)
    if record is None or record.arity != 1 or not record.elementwise:
        known = [each for each, made in OPERATIONS.spellings.items() if made.arity == 1 and made.elementwise]
        guess = nearest(name, [*known, LINEAR]) or "tanh"
        raise ProblemError(
            Problem(
                Code.UNKNOWN_FUNCTION,
                say("no-activation", name=name),
                say("no-activation.hint", guess=guess, linear=LINEAR),
            )
        )
    return FUNCTIONS[record.name]


def activation_title(name: str) -> str:
    """As it stands in front of "Neuron": ReLU, Tanh, Linear, LeakyReLU."""
    return re.sub("Relu", "ReLU", "".join(word.capitalize() for word in name.split("_")))


def drawn(inputs: int, random: Uniform, *, zero_biases: bool) -> tuple[list[float], float]:
    """The weights of a neuron and its bias, uniform between −1 and 1; the bias 0 where it is to start so."""
    weights = [float(random.uniform(-1, 1)) for _ in range(inputs)]
    return weights, 0.0 if zero_biases else float(random.uniform(-1, 1))


class Neuron(Module):
    """A neuron on single numbers: activation(w · x + b).

    Parameters:
        inputs: The number of inputs.
        activation: The name of an operation of one argument, or `linear`.
        zero_biases: Whether the bias starts at 0 instead of a random number.
        random: A seed, or a stream of random numbers (`random.Random` or `numpy.random.Generator`), uniform between −1 and 1.
        weights: The weights, instead of random ones.
        bias: The bias, instead of a random one.

    Raises:
        ProblemError: The activation does not exist, or the number of weights or of inputs does not fit.

    >>> from backpass import nn
    >>> nn.Neuron(2, weights=[1.0, 2.0], bias=-3.0)([1.0, 1.0])
    Tensor(0.0, grad_fn=tanh)
    """

    one_by_one = True

    def __init__(
        self,
        inputs: int,
        activation: str = "tanh",
        *,
        zero_biases: bool = False,
        random: int | Uniform = 0,
        weights: Sequence[float] | None = None,
        bias: float | None = None,
    ) -> None:
        if weights is None or bias is None:
            own_weights, own_bias = drawn(inputs, stream(random), zero_biases=zero_biases)
            weights, bias = own_weights if weights is None else weights, own_bias if bias is None else bias
        self.w = [Tensor(weight) for weight in weights]
        self.b = Tensor(bias)
        self.activation = activation
        self._activate = activation_function(activation)
        if len(self.w) != inputs:
            raise _wrong_count("neuron", inputs, len(self.w), "weights-for-inputs")
        self.label_parameters()

    def sum(self, x: Iterable[Tensor | float]) -> Tensor:
        """w · x + b, before the activation. Raises ProblemError (shape-mismatch) for more or fewer numbers than weights."""
        values = list(x)
        if len(values) != len(self.w):
            raise _wrong_count("neuron", len(self.w), len(values), "weights-for-inputs.numbers")
        total = self.b
        for weight, value in zip(self.w, values, strict=True):
            total = _add(total, _multiply(weight, value))
        return total

    def __call__(self, x: Iterable[Tensor | float]) -> Tensor:
        return self._activate(self.sum(x))

    def __repr__(self) -> str:
        return f"{activation_title(self.activation)}Neuron({len(self.w)})"


def _unchanged(x: Tensor) -> Tensor:
    return x


def _wrong_count(what: str, wanted: int, given: int, key: str) -> ProblemError:
    return ProblemError(
        Problem(
            Code.SHAPE_MISMATCH,
            say(key, what=what, wanted=wanted, given=given),
            say("weights-for-inputs.hint", what=what, wanted=wanted, given=given),
        )
    )


class LogisticRegression(Neuron):
    """A neuron with a sigmoid: σ(w · x + b), the probability of class 1. Parameters and errors are those of `Neuron`.

    >>> from backpass import nn
    >>> nn.LogisticRegression(2, weights=[1.0, 2.0], bias=-3.0)([1.0, 1.0])
    Tensor(0.5, grad_fn=sigmoid)
    """

    def __init__(
        self, inputs: int, *, random: int | Uniform = 0, weights: Sequence[float] | None = None, bias: float | None = None
    ) -> None:
        super().__init__(inputs, "sigmoid", random=random, weights=weights, bias=bias)

    def __repr__(self) -> str:
        return f"LogisticRegression({len(self.w)})"


class Layer(Module):
    """A layer: neurons that all get the same inputs.

    Called with a list of numbers, it returns a list of tensors, or a tensor if it has one neuron.

    Parameters:
        inputs: The number of inputs.
        outputs: The number of neurons.
        activation, zero_biases, random: As for `Neuron`.

    Raises:
        ProblemError: The activation does not exist, or the number of inputs does not fit.

    >>> from backpass import nn
    >>> len(nn.Layer(3, 4)([2.0, 3.0, -1.0]))
    4
    """

    one_by_one = True

    def __init__(
        self, inputs: int, outputs: int, activation: str = "tanh", *, zero_biases: bool = False, random: int | Uniform = 0
    ) -> None:
        source = stream(random)
        self.neurons = [Neuron(inputs, activation, zero_biases=zero_biases, random=source) for _ in range(outputs)]
        self.label_parameters()

    def __call__(self, x: Iterable[Tensor | float]) -> "Tensor | list[Tensor]":
        values = [lift(each) for each in x]
        outputs = [neuron(values) for neuron in self.neurons]
        return outputs[0] if len(outputs) == 1 else outputs

    def __repr__(self) -> str:
        return f"Layer of [{', '.join(map(repr, self.neurons))}]"


class Network(Module):
    """A base class for networks: layers one after the other.

    Parameters:
        inputs: The number of inputs.
        outputs: The number of outputs of each layer.
        activation: The activation of each layer, by its name.
        last: The activation of the last layer, if it is another.
        zero_biases, random: As for `Neuron`.

    Raises:
        ProblemError: A layer would have no neurons, or the activation does not exist.

    >>> from backpass import nn
    >>> nn.MLP(1, [2, 1], last="linear")
    MLP of [Layer of [TanhNeuron(1), TanhNeuron(1)], Layer of [LinearNeuron(2)]]
    """

    kind: ClassVar[Any]
    """What its layers are."""
    layers: list[Any]

    def __init__(
        self,
        inputs: int,
        outputs: Sequence[int],
        activation: str = "tanh",
        *,
        last: str | None = None,
        zero_biases: bool = False,
        random: int | Uniform = 0,
    ) -> None:
        made: Callable[..., Module] = partial(self.kind, zero_biases=zero_biases, random=stream(random))
        self.layers = [made(*shape) for shape in plan(inputs, outputs, activation, last)]
        self.label_parameters()

    def __repr__(self) -> str:
        return f"{type(self).__name__} of [{', '.join(map(repr, self.layers))}]"


class MLP(Network):
    """A multilayer perceptron with a node for each weight: `MLP(3, [4, 4, 1])` has 3 inputs, two hidden layers of 4 neurons and 1
    output.

    Called with a list of numbers, it returns a list of tensors, or a tensor if it has one output.

    Parameters:
        inputs: The number of inputs.
        outputs: The number of outputs of each layer.
        activation: The activation of each layer, by its name.
        last: The activation of the last layer, if it is another.
        zero_biases, random: As for `Neuron`.

    Raises:
        ProblemError: A layer would have no neurons, the activation does not exist, or the number of inputs does not fit.

    >>> from backpass import nn
    >>> model = nn.MLP(3, [4, 4, 1])
    >>> model([2.0, 3.0, -1.0]).shape, len(model.parameters())
    ((), 41)
    """

    one_by_one = True
    kind = Layer
    layers: list[Layer]

    def __call__(self, x: Iterable[Tensor | float]) -> "Tensor | list[Tensor]":
        values: Any = x
        for layer in self.layers:
            values = layer(values if isinstance(values, Iterable) else [values])
        result: Tensor | list[Tensor] = values
        return result


def plan(inputs: int, outputs: Sequence[int], activation: str, last: str | None) -> list[tuple[int, int, str]]:
    """Inputs, outputs and activation of each layer. Raises ProblemError (invalid-input) where a layer would be empty."""
    sizes = [inputs, *outputs]
    if len(sizes) < 2 or any(size < 1 for size in sizes):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("empty-layer", inputs=inputs, outputs=list(outputs)),
                say("empty-layer.hint"),
            )
        )
    activations = [activation] * (len(outputs) - 1) + [last or activation]
    return [(*pair, each) for pair, each in zip(pairwise(sizes), activations, strict=True)]


def parameter_count(inputs: int, outputs: Sequence[int]) -> int:
    """How many weights and biases a network of these sizes has, without building it."""
    sizes = [inputs, *outputs]
    return sum((before + 1) * after for before, after in pairwise(sizes))
