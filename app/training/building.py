"""From a declared run to the engine's own objects. Refuses, before anything is allocated, what cannot be trained.

Knows nothing of where or when it is computed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from backpass.app.training.csv_data import ExampleTable, feature_names, read_examples
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.scaling import ModelInputs, Shown
from backpass.app.training.schemas import (
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
from backpass.engine.language import parse
from backpass.engine.learning.choices import Choice, chosen
from backpass.engine.learning.datasets import DATASETS, Dataset
from backpass.engine.learning.features import FeatureMap
from backpass.engine.learning.freezing import WeightPlace, frozen_parameters
from backpass.engine.learning.losses import Encoding, Loss, loss_named
from backpass.engine.learning.matrix_nn import MatrixMLP
from backpass.engine.learning.nn import LogisticRegression, Module, parameter_count
from backpass.engine.learning.optim import OPTIMIZERS
from backpass.engine.learning.program_model import ProgramModel
from backpass.engine.learning.schedules import SCHEDULES
from backpass.engine.learning.training import Training
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, ProblemError, within
from backpass.engine.shapes import Mask, size_of

Made = TypeVar("Made")

_NUMBERS_SENT = 1_000_000
"""In all moments of a run together, about."""
_NUMBERS_OF_A_NODE = 4
"""As many numbers take the memory of a node of a graph, and more: the graphs of all examples of a step are in memory at once."""

MARGIN = 0.25
"""How far regions reach beyond the examples, as a part of their extent."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a run is made of, before there is a training."""

    request: TrainingRequest
    """With everything filled in that was left out of data and model."""
    data: Dataset
    """As the model is given it."""
    held_out: Dataset | None
    given: ModelInputs
    shown: Shown
    features: list[str]
    """The names of an example's numbers."""
    class_names: list[str] | None
    loss: Loss
    model: Module
    frozen: Mask | None


@dataclass(frozen=True, slots=True)
class Built:
    """A run that can be made, and its description for clients."""

    request: TrainingRequest
    """With everything filled in that was left out."""
    training: Training
    given: ModelInputs
    shown: Shown
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
    shown = Shown(data, held_out)
    with within("features"):
        given = ModelInputs.of(data, _features(filled, data), standardize=filled.standardize)
    data = replace(data, inputs=given.of_examples(data.inputs))
    if held_out is not None:
        held_out = replace(held_out, inputs=given.of_examples(held_out.inputs))
    with within("batch_size"):
        _check_batch(filled.batch_size, len(data))
    rows = filled.batch_size or len(data)
    with within("loss"):
        loss = loss_named(filled.loss)
        loss.encoded(data)
    with within("model"):
        filled, model = _model(filled, examples, data.inputs.shape[1], loss, rows=rows, limits=limits)
        limits.check_parameters(count := sum(size_of(tensor.raw) for tensor in model.parameters()))
    with within("frozen"):
        frozen = _frozen(filled, model)
    with within("steps"):
        limits.check_work(filled.steps, rows, count)
    _optimizer(filled)
    _schedule(filled)
    return Prepared(filled, data, held_out, given, shown, examples.features, examples.class_names, loss, model, frozen)


def build(request: TrainingRequest, limits: TrainingLimits) -> Built:
    """The run. Raises ProblemError for whatever cannot be trained."""
    prepared = prepare(request, limits)
    filled, model = prepared.request, prepared.model
    optimizer, numbers = _optimizer(filled)
    schedule = None
    if (found := _schedule(filled)) is not None:
        scheduled, chosen_numbers = found
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
        l1=filled.l1,
        l2=filled.l2,
        endless=filled.endless,
        frozen=prepared.frozen,
        held_out=prepared.held_out,
        pitfall=filled.pitfall,
        watch_every=filled.watch_every,
    )
    return Built(filled, training, prepared.given, prepared.shown, prepared.features, prepared.class_names)


def _optimizer(request: TrainingRequest) -> tuple[Any, dict[str, Any]]:
    """The optimizer that is asked for, with its numbers. Raises ProblemError."""
    with within("optimizer"):
        optimizer = _named("optimiser", request.optimizer, OPTIMIZERS)
        return optimizer, optimizer.settled(request.optimizer.numbers)


def _schedule(request: TrainingRequest) -> tuple[Any, dict[str, Any]] | None:
    """The same of the schedule, where there is one. Raises ProblemError."""
    if request.schedule is None:
        return None
    with within("schedule"):
        schedule = _named("schedule", request.schedule, SCHEDULES)
        return schedule, schedule.settled(request.schedule.numbers)


def _moments(prepared: Prepared, limits: TrainingLimits) -> int:
    """How often the model is sent: less often where it is large."""
    numbers = sum(size_of(tensor.raw) for tensor in prepared.model.parameters()) + (prepared.request.regions or 0) ** 2
    return max(1, min(limits.moments, _NUMBERS_SENT // numbers))


def _named(kind: str, given: NamedChoice, choices: Mapping[str, Choice[Made]]) -> Choice[Made]:
    with within("name"):
        return chosen(kind, given.name, choices)


def _data(request: TrainingRequest, limits: TrainingLimits) -> tuple[TrainingRequest, ExampleTable]:
    given = request.data
    if isinstance(given, NamedData):
        made = _named("data set", given, DATASETS)
        numbers = made.settled(given.numbers)
        limits.check_examples(int(numbers.get("count", 0)))
        data = made(**numbers)
        filled = request.model_copy(update={"data": NamedData(name=made.name, **numbers)})
        return filled, ExampleTable(data, feature_names(data.inputs.shape[1]), None)
    if isinstance(given, OwnPoints):
        limits.check_examples(len(given.inputs))
        data = Dataset(_rectangular(given.inputs), np.array(given.targets), given.classes)
        return request, ExampleTable(data, feature_names(data.inputs.shape[1]), None)
    with within("csv"):
        limits.check_examples(given.csv.count("\n"))
        return request, read_examples(given.csv)


def _features(request: TrainingRequest, data: Dataset) -> FeatureMap | None:
    """What the model is given in place of the examples' numbers. Raises ProblemError (unknown-function, invalid-input)."""
    if request.features is None:
        return None
    if isinstance(request.model, OwnProgram):
        raise _unusable(say("features-of-program"), say("features-of-program.hint"))
    return FeatureMap(request.features, data.inputs.shape[1])


def _frozen(request: TrainingRequest, model: Module) -> Mask | None:
    """Which numbers of the model are frozen; None where all learn. Raises ProblemError (invalid-input)."""
    if not request.frozen:
        return None
    return frozen_parameters(model, (WeightPlace(place.parameter, tuple(place.path)) for place in request.frozen))


def _rectangular(rows: list[list[float]]) -> Any:
    """Examples as an array. Raises ProblemError (invalid-input) where there are none, or their lengths differ."""
    if not rows or not rows[0]:
        raise _unusable(say("no-examples"), say("no-examples.hint"))
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise _unusable(
                say("example-length", number=number, count=len(row), count2=len(rows[0])),
                say("example-length.hint"),
            )
    return np.array(rows)


def _check_batch(size: int | None, count: int) -> None:
    if size is not None and size > count:
        raise _unusable(
            say("batch-too-large", size=size, count=count),
            say("batch-too-large.hint", count=count),
        )


def _model(
    request: TrainingRequest, examples: ExampleTable, features: int, loss: Loss, *, rows: int, limits: TrainingLimits
) -> tuple[TrainingRequest, Module]:
    """The model of so many features, and the request with what its declaration left out."""
    declared, columns = request.model, examples.data.inputs.shape[1]
    if isinstance(declared, Network):
        with within("layers"):
            _check_outputs(declared.layers[-1], loss, examples.data)
        with within("last"):
            _check_probability(declared, loss)
        with within("layers"):
            limits.check_parameters(parameter_count(features, declared.layers))
            cells = (request.regions or 0) ** min(columns, 2) if columns <= 2 else 0
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
            say("features-and-columns", count=len(names), names=", ".join(names), features=features),
            say("features-and-columns.hint"),
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
        limits.check_elements(rows, model.nodes + sum(size_of(tensor.raw) for tensor in model.parameters()))
    return model


def _check_outputs(outputs: int, loss: Loss, data: Dataset) -> None:
    """Raises ProblemError (shape-mismatch) where a network has more or fewer outputs than the loss compares."""
    wanted = data.classes if loss.encoding is Encoding.ONE_HOT else 1
    if wanted is not None and outputs != wanted:
        each = say("score-for-each-class") if wanted > 1 else say("number-for-each-example")
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                say("last-layer", name=loss.name, each=each, outputs=outputs),
                say("last-layer.hint", wanted=wanted),
            )
        )


def _check_shape(shape: tuple[int, ...], loss: Loss, data: Dataset) -> None:
    """Raises ProblemError (shape-mismatch) where a program makes something else of an example than the loss compares."""
    wanted = (data.classes,) if loss.encoding is Encoding.ONE_HOT else ()
    if shape != wanted:
        each = say("list-of-scores", classes=data.classes) if wanted else say("one-single-number")
        given = say("the-shape", shape=shape) if shape else say("one-number-alone")
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                say("loss-wants", name=loss.name, each=each, given=given),
                say("loss-wants.hint"),
            )
        )


def _check_probability(declared: Network, loss: Loss) -> None:
    """Raises ProblemError (invalid-input) where the loss wants probabilities and the last layer gives something else."""
    last = declared.last or declared.activation
    record = OPERATIONS.spellings.get(last)
    if loss.encoding is Encoding.PROBABILITY and (record is None or record.name != "sigmoid"):
        raise _unusable(
            say("loss-of-probabilities", name=loss.name, last=last),
            say("loss-of-probabilities.hint"),
        )


def load(training: Training, checkpoint: Mapping[str, Any], *, changed: bool = False) -> None:
    """Takes a training to a checkpoint that came from outside, of a run with other settings where it is `changed`.

    Raises ProblemError (invalid-input) for what is none.
    """
    try:
        if changed:
            training.adopt(checkpoint)
        else:
            training.restore(checkpoint)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _not_a_checkpoint(say("checkpoint-content", name=type(error).__name__, error=error)) from None
    if type(training.step) is not int or training.step < 0:
        raise _not_a_checkpoint(say("checkpoint-step"))


def _not_a_checkpoint(why: str) -> ProblemError:
    return _unusable(say("checkpoint-not-loaded", why=why), say("checkpoint-not-loaded.hint"))


def _unusable(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_INPUT, message, hint))
