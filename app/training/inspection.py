"""Opening a model up at some moment of its run: the graph of its loss on one example, and steps in its input.

Everything follows from the run's declaration and the parameters of a moment, so it works for any step, also after the run.
"""

from functools import partial
from typing import Any

import numpy as np
import orjson
from pydantic import ValidationError

from backpass.app.evaluation.answer import Answer, AnswerFunction, refusal
from backpass.app.problems.status_codes import invalid_request
from backpass.app.training.building import Prepared, prepare
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.schemas import (
    ExampleGraphRequest,
    ExampleOfData,
    InputStepRequest,
    OpenRequest,
    OwnProgram,
    place_in_request,
)
from backpass.engine import Limits
from backpass.engine.graph.tensor import Tensor
from backpass.engine.learning.datasets import Dataset
from backpass.engine.learning.descent import InputStep, adversarial_step, dream_step
from backpass.engine.learning.matrix_nn import MatrixMLP, predictions
from backpass.engine.learning.model_source import FeatureText, model_text, renamed_groups
from backpass.engine.learning.nn import Module
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError, within
from backpass.engine.serialization.graph_json import data_json, graph_json, number
from backpass.engine.shapes import Array, size_of


def example_graph(limits: TrainingLimits) -> AnswerFunction:
    """The answer function of `POST /api/v1/training/graph`."""
    return partial(_answer, limits, ExampleGraphRequest, _graph)


def input_step(limits: TrainingLimits) -> AnswerFunction:
    """The answer function of `POST /api/v1/training/input-step`."""
    return partial(_answer, limits, InputStepRequest, _input_step)


def _answer(training_limits: TrainingLimits, model: type[OpenRequest], compute: Any, body: bytes, limits: Limits) -> Answer:
    try:
        request = model.model_validate_json(body)
    except ValidationError as error:
        return refusal(invalid_request(error, place_in_request))
    declared = request.training.model
    try:
        with within("training"):
            prepared = prepare(request.training, training_limits)
        if request.parameters:
            prepared.model.load(request.parameters)
        return Answer(200, orjson.dumps(compute(request, prepared, limits)))
    except ProblemError as error:
        return refusal(error.problems, declared.program if isinstance(declared, OwnProgram) else "")


def _example(request: OpenRequest, prepared: Prepared) -> tuple[Array, Any]:
    """The example's own numbers, and its class or number. Raises ProblemError (invalid-input, shape-mismatch)."""
    chosen, data = request.example, prepared.shown.data
    if isinstance(chosen, ExampleOfData):
        found: Dataset | None = prepared.shown.held_out if chosen.held_out else data
        count = 0 if found is None else len(found)
        if found is None or chosen.index >= count:
            raise ProblemError(
                Problem(
                    Code.INVALID_INPUT,
                    say("no-example" if count else "no-example.none", index=chosen.index, count=count),
                    say("choose-example"),
                )
            )
        return found.inputs[chosen.index], found.targets[chosen.index]
    features = len(prepared.features)
    if len(chosen.inputs) != features:
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                say("example-features", count=len(chosen.inputs), features=features),
                say("example-features.hint", features=features, features2=", ".join(prepared.features)),
            )
        )
    if data.classes is not None and chosen.target not in range(data.classes):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("target-not-class", target=f"{chosen.target:g}", classes=data.classes - 1),
                say("target-not-class.hint"),
            )
        )
    return np.array(chosen.inputs), chosen.target


def _encoded(prepared: Prepared, target: Any) -> Any:
    """A class or number as the loss wants it. Raises ProblemError (invalid-input)."""
    return prepared.loss.encode(np.array([target]), prepared.shown.data.classes)[0]


def _fewest_nodes(model: Module) -> int:
    """What the graph has at least, so that one that is too large is refused before seconds are spent on it. A network is written
    number by number: each bias is a node, and each weight one with a product and a sum.
    """
    if not isinstance(model, MatrixMLP):
        return 0
    return sum(size_of(tensor.raw) * (3 if tensor.shape[1:] else 1) for tensor in model.parameters())


def _graph(request: ExampleGraphRequest, prepared: Prepared, limits: Limits) -> Any:
    example, target = _example(request, prepared)
    wanted = _encoded(prepared, target)
    limits.check_nodes(_fewest_nodes(prepared.model))
    given, features = prepared.given, None
    if given.features is None:
        example = given.of_examples(example)
    else:
        scaling = given.scaling if request.training.standardize else None
        features = FeatureText(given.features, None if scaling is None else (scaling.mean.tolist(), scaling.scale.tolist()))
    text = model_text(prepared.model, prepared.loss, prepared.features, example.tolist(), wanted, given=features)
    graph = graph_json(text.run(limits), as_columns=request.layout == "columns")
    renamed_groups(graph)
    return graph | {"program": text.program, "inputs": text.inputs}


def _input_step(request: InputStepRequest, prepared: Prepared, _limits: Limits) -> Any:
    example, target = _example(request, prepared)
    wanted, loss = _encoded(prepared, target), prepared.loss
    units, classes = prepared.given.units, prepared.data.classes is not None

    def is_done(prediction: Array) -> bool:
        return not classes or (int(loss.decided(prediction)) == target) == (request.direction == "dream")

    with np.errstate(all="ignore"):
        first = last = _moved(request, prepared, units.given(example), wanted)
        after, made = _prediction(prepared, first.moved), 1
        while made < request.steps and _leads_on(last) and not is_done(after):
            last = _moved(request, prepared, last.moved, wanted)
            after, made = _prediction(prepared, last.moved), made + 1
        before = _prediction(prepared, first.example)
    return {
        "inputs": data_json(units.back(first.example)),
        "moved": data_json(units.back(last.moved)),
        "gradient": data_json(first.gradient / units.scale),
        "loss": number(first.loss),
        "loss_after": number(last.loss_after),
        "prediction": _prediction_json(before),
        "prediction_after": _prediction_json(after),
        "decided": int(loss.decided(before)) if classes else None,
        "decided_after": int(loss.decided(after)) if classes else None,
        "steps": made,
    }


def _leads_on(step: InputStep) -> bool:
    return bool(step.gradient.any() and np.isfinite(step.moved).all())


def _moved(request: InputStepRequest, prepared: Prepared, example: Array, target: Any) -> InputStep:
    """One step from an example in the model's units. Raises ProblemError (invalid-input)."""
    move = adversarial_step if request.direction == "adversarial" else dream_step
    through = None if prepared.given.features is None else prepared.given
    return move(prepared.model, prepared.loss, example, target, request.size, by_sign=request.by_sign, through=through)


def _prediction(prepared: Prepared, example: Array) -> Array:
    """The model's prediction for one example in its units: one number, or one for each class."""
    given = prepared.given
    made = predictions(prepared.model, (example if given.features is None else given.given(example))[np.newaxis])
    if isinstance(made, Tensor):
        return np.array(made.raw)[0, ...]
    (each,) = made
    return np.asarray(each.item() if isinstance(each, Tensor) else [part.item() for part in each])


def _prediction_json(prediction: Array) -> Any:
    return data_json(prediction) if prediction.ndim else number(float(prediction))
