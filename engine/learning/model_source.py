"""A model with its present numbers, and its loss on one example, as a program: to be run, looked into, and opened elsewhere.

Weights keep their place as their name: the first weight of the second neuron in the first layer is `layer1.neuron2.w[0]`. Knows
nothing of training loops.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from backpass.engine.interpreter.libraries.spellings import CONSTANTS, CONSTRUCTORS
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.language.program import Evaluate, Program
from backpass.engine.learning.features import FeatureMap
from backpass.engine.learning.losses import Loss
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.nn import LINEAR, MLP, LogisticRegression, Module, activation_title
from backpass.engine.learning.program_model import ProgramModel
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, ProblemError, Span

_NUMBERS = re.compile(r"[-+\d.eE_,\[\]\s]+")
"""Text of a number or of nested lists of them; what draws its number, or is run several times, must stay as it is."""
_PREDICTION, _LOSS = "prediction", "loss"


@dataclass(frozen=True, slots=True)
class ModelText:
    """A program whose output is the loss of a model on one example."""

    program: str
    inputs: dict[str, Any] = field(default_factory=dict)
    """Numbers that the program draws or computes, and so cannot be written into it."""

    def run(self, limits: Limits | None = None) -> Run:
        """The computation. Raises ProblemError where it would cost more than the limits allow."""
        return run(parse(self.program), self.inputs, None, limits)


@dataclass(frozen=True, slots=True)
class FeatureText:
    """What a model is given in place of an example's numbers, as a program computes it."""

    features: FeatureMap
    standardized: tuple[Sequence[float], Sequence[float]] | None = None
    """The mean that each feature is made less, and the standard deviation it is divided by."""

    def lines(self, numbers: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines that compute the features from the numbers of these names, and the names of what the model is given."""
        lines: list[str] = []
        names: list[str] = []
        for place, feature in enumerate(self.features.features):
            name = feature.worded(feature.variable, numbers)
            if feature.operation is not None:
                lines.append(f"{name} = {feature.worded(feature.text, numbers)}")
            if self.standardized is not None:
                mean, scale = (each[place] for each in self.standardized)
                centred = f"{name} {'+' if mean < 0 else '-'} {_written(abs(mean))}"
                name = f"{name}_standardized"
                lines.append(f"{name} = ({centred})/{_written(scale)}")
            names.append(name)
        return lines, names


def model_text(
    model: Module,
    loss: Loss,
    features: Sequence[str],
    example: Sequence[float],
    target: Any,
    *,
    given: FeatureText | None = None,
) -> ModelText:
    """The program; `target` is encoded as the loss wants it, `features` name the example's numbers.

    The model is `given` what is made of these numbers, or the numbers themselves; a model that is a program makes its own.

    Raises ProblemError (unsupported) for a model that is none of the library's, or whose output has no place in its program.
    """
    compared = _written(np.asarray(target).tolist())
    if isinstance(model, ProgramModel):
        return _of_program(model, loss, example, compared)
    if isinstance(model, LogisticRegression):
        return ModelText(_of_logistic(model, loss, features, example, compared, given=given))
    if isinstance(model, MatrixMLP):
        model = model.as_scalars()
    if isinstance(model, MLP):
        return ModelText(_of_network(model, loss, features, example, compared, given=given))
    raise ProblemError(
        Problem(Code.UNSUPPORTED, say("no-text-of-its-own", name=type(model).__name__), say("no-text-of-its-own.hint"))
    )


def _written(value: Any) -> str:
    """A number, or nested lists of them, as they stand in a program."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    number = float(value)
    return repr(int(number)) if number == int(number) and abs(number) < 1e6 else repr(number)


def _names(features: Sequence[str], taken: Iterable[str]) -> list[str]:
    """The features' own names where a program can have them; else x1, x2, …"""
    reserved = {*taken, *OPERATIONS.spellings, *CONSTANTS, *CONSTRUCTORS, _PREDICTION, _LOSS}
    own = all(re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) and name not in reserved for name in features)
    return list(features) if own and len(set(features)) == len(features) else [f"x{index + 1}" for index in range(len(features))]


def _assigned(names: Sequence[str], numbers: Iterable[float]) -> list[str]:
    return [f"{name} = {_written(number)}" for name, number in zip(names, numbers, strict=True)]


def _inputs(
    features: Sequence[str], example: Sequence[float], taken: Iterable[str], given: FeatureText | None
) -> tuple[list[str], list[str]]:
    """The lines that give an example's numbers their names and compute features of them; the names of what the model is given."""
    taken = list(taken)
    names = _names(features, taken)
    if given is None:
        return _assigned(names, example), names
    lines, made = given.lines(names)
    written = [line.partition(" = ")[0] for line in lines]
    if {*written} & {*names, *taken}:
        names = [f"x{index + 1}" for index in range(len(features))]
        lines, made = given.lines(names)
    return [*_assigned(names, example), *lines], made


def _of_logistic(
    model: LogisticRegression,
    loss: Loss,
    features: Sequence[str],
    example: Sequence[float],
    target: str,
    *,
    given: FeatureText | None,
) -> str:
    weights = [f"w{index + 1}" for index in range(len(model.w))]
    assigned, names = _inputs(features, example, [*weights, "b"], given)
    products = [f"{weight}*{name}" for weight, name in zip(weights, names, strict=True)]
    lines = [
        *assigned,
        *_assigned([*weights, "b"], [tensor.item() for tensor in [*model.w, model.b]]),
        f"{_PREDICTION} = {model.activation}({' + '.join(['b', *products])})",
        f"{_LOSS} = {loss.operation}({_PREDICTION}, {target})",
    ]
    return "\n".join(lines) + "\n"


_NEURON = """class {title}Neuron:
    def __init__(self, w, b):
        self.w = [Value(each) for each in w]
        self.b = Value(b)

    def __call__(self, x):
        return {activated}

"""
_SUM = "sum((self.w[i]*x[i] for i in range(len(x))), self.b)"

_LAYER = """class Layer{number}:
    def __init__(self):
{neurons}

    def __call__(self, x):
        return {calls}

"""


def _of_network(
    model: MLP, loss: Loss, features: Sequence[str], example: Sequence[float], target: str, *, given: FeatureText | None
) -> str:
    activations = dict.fromkeys(layer.neurons[0].activation for layer in model.layers)
    classes = [
        _NEURON.format(title=activation_title(name), activated=_SUM if name == LINEAR else f"{name}({_SUM})")
        for name in activations
    ]
    layers = [f"layer{number}" for number in range(1, len(model.layers) + 1)]
    for number, layer in enumerate(model.layers, start=1):
        title = activation_title(layer.neurons[0].activation)
        made = [
            f"        self.neuron{index} = {title}Neuron({_written([w.item() for w in neuron.w])}, {_written(neuron.b.item())})"
            for index, neuron in enumerate(layer.neurons, start=1)
        ]
        calls = [f"self.neuron{index}(x)" for index in range(1, len(made) + 1)]
        single = number == len(layers) and len(calls) == 1
        classes.append(
            _LAYER.format(number=number, neurons="\n".join(made), calls=calls[0] if single else f"[{', '.join(calls)}]")
        )
    assigned, names = _inputs(features, example, layers, given)
    passed = f"[{', '.join(names)}]"
    for name in layers:
        passed = f"{name}({passed})"
    lines = [
        *(f"{name} = {name.title()}()" for name in layers),
        *assigned,
        f"{_PREDICTION} = {passed}",
        f"{_LOSS} = {loss.operation}({_PREDICTION}, {target})",
    ]
    return "".join(classes) + "\n".join(lines) + "\n"


def _of_program(model: ProgramModel, loss: Loss, example: Sequence[float], target: str) -> ModelText:
    """The program itself, with the numbers of its parameters where they stand, and the loss of its output behind it."""
    program = model.program
    given = dict(zip(model.features, example, strict=True))
    learnt = model.state()
    made = run(program, given, model.output)
    changes: list[tuple[Span, str]] = []
    before: list[str] = []
    drawn: dict[str, Any] = {}
    times = Counter(made.literals.values())
    for name, value in (given | learnt).items():
        leaf = made.inputs.get(name)
        literal = None if leaf is None else made.literals.get(leaf)
        if literal is not None and times[literal] == 1 and _NUMBERS.fullmatch(program.text[slice(*literal)]):
            changes.append((literal, _written(value)))
        elif (leaf is not None and leaf in made.assumed) or name in given:
            before.append(f"{name} = {_written(value)}\n")
        else:
            drawn[name] = value
    output = next((name for name, tensor in made.names.items() if tensor is made.output), None)
    if output is None:
        output = _free(_PREDICTION, {*made.names, *made.inputs})
        changes.append(((_place(program, made), _place(program, made)), f"{output} = "))
    text = program.text.rstrip()
    for (start, end), new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    compared = f"{_free(_LOSS, {*made.names, *made.inputs, output})} = {loss.operation}({output}, {target})"
    return ModelText("".join(before) + f"{text}\n{compared}\n", drawn)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _place(program: Program, made: Run) -> int:
    """Where the expression stands that is the output. Raises ProblemError (unsupported) where it has no place of its own."""
    for statement, tensor in made.made:
        if tensor is made.output and isinstance(statement, Evaluate):
            return statement.span[0]
    raise ProblemError(
        Problem(
            Code.UNSUPPORTED,
            say("output-without-name"),
            say("output-without-name.hint"),
            program.statements[-1].span if program.statements else None,
        )
    )


def renamed_groups(graph: Mapping[str, Any]) -> None:
    """Numbers the calls of a network's layers and neurons in a finished graph, which are all called alike: in place."""
    neurons: dict[int | None, int] = {}
    for group in graph.get("groups", []):
        if layer := re.fullmatch(r"Layer(\d+)", group["name"]):
            group["name"] = f"layer {layer[1]}"
        elif group["name"].endswith("Neuron"):
            neurons[group["parent"]] = neurons.get(group["parent"], 0) + 1
            group["name"] = f"neuron {neurons[group['parent']]}"
