"""From a declared run to the engine's own objects. Refuses, before anything is allocated, what cannot be trained.

Knows nothing of where or when it is computed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from app.training.limits import TrainingLimits
from app.training.schemas import (
    Logistic,
    NamedChoice,
    NamedData,
    Network,
    OptimizerChoice,
    OwnPoints,
    OwnProgram,
    ScheduleChoice,
    TrainingRequest,
)
from app.training.tables import Examples, feature_names, read_examples
from engine.choices import Choice, chosen
from engine.datasets import DATASETS, Dataset
from engine.language import parse
from engine.losses import Encoding, Loss, loss_named
from engine.matrix_nn import MatrixMLP
from engine.nn import LogisticRegression, Module, parameter_count
from engine.operations import OPERATIONS
from engine.optim import OPTIMIZERS
from engine.problems import Code, Problem, ProblemError, within
from engine.program_model import ProgramModel
from engine.schedules import SCHEDULES
from engine.shapes import size_of
from engine.training import Training

Made = TypeVar("Made")

_NUMBERS_SENT = 1_000_000
"""In all moments of a run together, about."""
_NUMBERS_OF_A_NODE = 4
"""As many numbers take the memory of a node of a graph, and more: here graphs of all examples of a step are kept at once."""

MARGIN = 0.25
"""How far regions reach beyond the examples, as a part of their extent."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a run is made of, before there is a training."""

    request: TrainingRequest
    """With everything filled in that was left out of data and model."""
    data: Dataset
    held_out: Dataset | None
    features: list[str]
    class_names: list[str] | None
    loss: Loss
    model: Module


@dataclass(frozen=True, slots=True)
class Built:
    """A run that can be made, and what is to be told of it."""

    request: TrainingRequest
    """With everything filled in that was left out."""
    training: Training
    features: list[str]
    class_names: list[str] | None


def prepare(request: TrainingRequest, limits: TrainingLimits) -> Prepared:
    """Data, loss and model. Raises ProblemError for whatever cannot be trained."""
    with within("steps"):
        limits.check_steps(request.steps)
    with within("data"):
        filled, examples = _data(request, limits)
    data, held_out = examples.data, None
    if filled.held_out:
        with within("held_out"):
            data, held_out = data.split(filled.held_out, filled.seed)
    with within("batch_size"):
        _check_batch(filled.batch_size, len(data))
    rows = filled.batch_size or len(data)
    with within("loss"):
        loss = loss_named(filled.loss)
        loss.encoded(data)
    with within("model"):
        filled, model = _model(filled, examples, loss, rows, limits)
        limits.check_parameters(count := sum(size_of(tensor.data) for tensor in model.parameters()))
    with within("steps"):
        limits.check_work(filled.steps, rows, count)
    return Prepared(filled, data, held_out, examples.features, examples.class_names, loss, model)


def build(request: TrainingRequest, limits: TrainingLimits) -> Built:
    """The run. Raises ProblemError for whatever cannot be trained."""
    prepared = prepare(request, limits)
    filled, model = prepared.request, prepared.model
    with within("optimizer"):
        optimizer = _named("optimiser", filled.optimizer, OPTIMIZERS)
        numbers = optimizer.settled(filled.optimizer.numbers)
    schedule = None
    if filled.schedule is not None:
        with within("schedule"):
            scheduled = _named("schedule", filled.schedule, SCHEDULES)
            chosen_numbers = scheduled.settled(filled.schedule.numbers)
        schedule = scheduled(numbers["learning_rate"], filled.steps, **chosen_numbers)
        filled = filled.model_copy(update={"schedule": ScheduleChoice(name=scheduled.name, **chosen_numbers)})
    filled = filled.model_copy(
        update={
            "optimizer": OptimizerChoice(name=optimizer.name, **numbers),
            "watch_every": max(filled.watch_every, -(-filled.steps // limits.reports)),
            "keep_every": max(filled.keep_every, -(-filled.steps // _moments(prepared, limits))),
        }
    )
    training = Training(
        model,
        prepared.data,
        prepared.loss,
        optimizer(model.parameters(), **numbers),
        schedule=schedule,
        steps=filled.steps,
        batch_size=filled.batch_size,
        shuffle=filled.shuffle,
        seed=filled.seed,
        l2=filled.l2,
        held_out=prepared.held_out,
        pitfall=filled.pitfall,
        watch_every=filled.watch_every,
    )
    return Built(filled, training, prepared.features, prepared.class_names)


def _moments(prepared: Prepared, limits: TrainingLimits) -> int:
    """How often the model is sent: less often where it is large."""
    numbers = sum(size_of(tensor.data) for tensor in prepared.model.parameters()) + (prepared.request.regions or 0) ** 2
    return max(1, min(limits.moments, _NUMBERS_SENT // numbers))


def _named(kind: str, given: NamedChoice, choices: Mapping[str, Choice[Made]]) -> Choice[Made]:
    with within("name"):
        return chosen(kind, given.name, choices)


def _data(request: TrainingRequest, limits: TrainingLimits) -> tuple[TrainingRequest, Examples]:
    given = request.data
    if isinstance(given, NamedData):
        made = _named("data set", given, DATASETS)
        numbers = made.settled(given.numbers)
        limits.check_examples(int(numbers.get("count", 0)))
        data = made(**numbers)
        filled = request.model_copy(update={"data": NamedData(name=made.name, **numbers)})
        return filled, Examples(data, feature_names(data.inputs.shape[1]), None)
    if isinstance(given, OwnPoints):
        limits.check_examples(len(given.inputs))
        data = Dataset(_rectangular(given.inputs), np.array(given.targets), given.classes)
        return request, Examples(data, feature_names(data.inputs.shape[1]), None)
    with within("csv"):
        limits.check_examples(given.csv.count("\n"))
        return request, read_examples(given.csv)


def _rectangular(rows: list[list[float]]) -> Any:
    """Examples as an array. Raises ProblemError (invalid-input) where there are none, or their lengths differ."""
    if not rows or not rows[0]:
        raise _unusable("There are no examples: there is nothing to learn from.", "Draw or give at least two points.")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise _unusable(
                f"Example {number} has {len(row)} numbers, the ones before it have {len(rows[0])}.",
                "Give every example as many numbers.",
            )
    return np.array(rows)


def _check_batch(size: int | None, count: int) -> None:
    if size is not None and size > count:
        raise _unusable(
            f"A batch of {size} cannot be taken from {count} examples to learn from.",
            f"Choose a batch size up to {count}, or leave it out to take all of them at each step.",
        )


def _model(
    request: TrainingRequest, examples: Examples, loss: Loss, rows: int, limits: TrainingLimits
) -> tuple[TrainingRequest, Module]:
    """The model, and the request with what its declaration left out."""
    declared, features = request.model, examples.data.inputs.shape[1]
    if isinstance(declared, Network):
        with within("layers"):
            _check_outputs(declared.layers[-1], loss, examples.data)
        with within("last"):
            _check_probability(declared, loss)
        with within("layers"):
            limits.check_parameters(parameter_count(features, declared.layers))
            cells = (request.regions or 0) ** min(features, 2) if features <= 2 else 0
            limits.check_elements(max(rows, cells), sum(map(abs, declared.layers)))
        return request, MatrixMLP(
            features,
            declared.layers,
            declared.activation,
            last=declared.last,
            zero_biases=declared.zero_biases,
            random=declared.seed,
        )
    if isinstance(declared, Logistic):
        _check_outputs(1, loss, examples.data)
        return request, LogisticRegression(features, random=declared.seed, weights=declared.weights, bias=declared.bias)
    names = declared.features or examples.features
    if len(names) != features:
        raise _unusable(
            f"The program has {len(names)} features ({', '.join(names)}), but each example has {features} numbers.",
            "Name a feature for each column of the data.",
        )
    filled = request.model_copy(update={"model": declared.model_copy(update={"features": names})})
    model = _program_model(declared, names, rows, limits)
    with within("program"):
        _check_shape(model.shape, loss, examples.data)
    return filled, model


def _program_model(declared: OwnProgram, names: list[str], rows: int, limits: TrainingLimits) -> ProgramModel:
    with within("program"):
        limits.program.check_characters(declared.program)
        # Where its numbers decide, another example may need more nodes than the one that is tried here.
        nodes = max(1, limits.elements // (_NUMBERS_OF_A_NODE * rows))
        bounded = replace(limits.program, nodes=min(limits.program.nodes, nodes))
        model = ProgramModel(parse(declared.program), names, output=declared.output, limits=bounded)
        limits.check_elements(rows, model.nodes + sum(size_of(tensor.data) for tensor in model.parameters()))
    return model


def _check_outputs(outputs: int, loss: Loss, data: Dataset) -> None:
    """Raises ProblemError (shape-mismatch) where a network has more or fewer outputs than the loss compares."""
    wanted = data.classes if loss.encoding is Encoding.ONE_HOT else 1
    if wanted is not None and outputs != wanted:
        each = "one score for each class" if wanted > 1 else "one number for each example"
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                f"{loss.name} compares {each}, but the last layer has {outputs} {'neuron' if outputs == 1 else 'neurons'}.",
                f"Give the last layer {wanted} {'neuron' if wanted == 1 else 'neurons'}, or choose another loss.",
            )
        )


def _check_shape(shape: tuple[int, ...], loss: Loss, data: Dataset) -> None:
    """Raises ProblemError (shape-mismatch) where a program makes something else of an example than the loss compares."""
    wanted = (data.classes,) if loss.encoding is Encoding.ONE_HOT else ()
    if shape != wanted:
        each = f"a list of {data.classes} scores" if wanted else "a single number"
        given = f"the shape {shape}" if shape else "one number"
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                f"{loss.name} wants {each} for each example, but the program gives {given}.",
                "Let the program end with what the loss wants, or choose another loss.",
            )
        )


def _check_probability(declared: Network, loss: Loss) -> None:
    """Raises ProblemError (invalid-input) where the loss wants probabilities and the last layer gives something else."""
    last = declared.last or declared.activation
    record = OPERATIONS.spellings.get(last)
    if loss.encoding is Encoding.PROBABILITY and (record is None or record.name != "sigmoid"):
        raise _unusable(
            f"{loss.name} compares probabilities, between 0 and 1, but the last layer's `{last}` gives any number: outside, the "
            "logarithm does not exist.",
            "Set the last activation to `sigmoid`, or choose binary_cross_entropy_with_logits.",
        )


def load(training: Training, checkpoint: Mapping[str, Any]) -> None:
    """Takes a training to a checkpoint that came from outside. Raises ProblemError (invalid-input) for what is none."""
    try:
        training.restore(checkpoint)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _not_a_checkpoint(f"it does not hold what a checkpoint holds ({type(error).__name__}: {error})") from None
    if type(training.step) is not int or training.step < 0:
        raise _not_a_checkpoint("its step is no number from 0 on")


def _not_a_checkpoint(why: str) -> ProblemError:
    return _unusable(f"The checkpoint cannot be loaded: {why}.", "Give a checkpoint as it was downloaded, unchanged.")


def _unusable(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint))
