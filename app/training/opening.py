"""Opening a model up at some moment of its run: the graph of its loss on one example, and steps in its input.

Everything follows from the run's declaration and the parameters of a moment, so it works for any step, also after the run.
"""

from functools import partial
from typing import Any

import numpy as np
import orjson
from pydantic import ValidationError

from app.errors import invalid_request, problem_answer
from app.evaluator import Answer, AnswerFunction
from app.training.building import Prepared, prepare
from app.training.limits import TrainingLimits
from app.training.schemas import (
    ExampleGraphRequest,
    ExampleOfData,
    InputStepRequest,
    OpenRequest,
    OwnProgram,
    place_in_request,
)
from engine import Limits
from engine.datasets import Dataset
from engine.descent import adversarial_step, dream_step
from engine.graph import data_json, graph_json, number
from engine.matrix_nn import predictions
from engine.model_text import model_text, renamed_groups
from engine.problems import Code, Problem, ProblemError
from engine.shapes import Array
from engine.tensor import Tensor


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
        return Answer(*problem_answer(invalid_request(error, place_in_request), ""))
    declared = request.training.model
    try:
        prepared = prepare(request.training, training_limits)
        if request.parameters:
            prepared.model.load(request.parameters)
        return Answer(200, orjson.dumps(compute(request, prepared, limits)))
    except ProblemError as error:
        return Answer(*problem_answer(error.problems, declared.program if isinstance(declared, OwnProgram) else ""))


def _example(request: OpenRequest, prepared: Prepared) -> tuple[Array, Any]:
    """The example's numbers, and its target as the loss wants it. Raises ProblemError (invalid-input, shape-mismatch)."""
    chosen, data = request.example, prepared.data
    if isinstance(chosen, ExampleOfData):
        found: Dataset | None = prepared.held_out if chosen.held_out else data
        count = 0 if found is None else len(found)
        if found is None or chosen.index >= count:
            raise ProblemError(
                Problem(
                    Code.INVALID_INPUT,
                    f"There is no example {chosen.index}: there are {count} of them{', numbered from 0' if count else ''}.",
                    "Choose one of those that `started` told of, or give its numbers as `inputs` and `target`.",
                )
            )
        return found.inputs[chosen.index], prepared.loss.encoded(found)[chosen.index]
    features = data.inputs.shape[1]
    if len(chosen.inputs) != features:
        raise ProblemError(
            Problem(
                Code.SHAPE_MISMATCH,
                f"The example has {len(chosen.inputs)} numbers, those of the run have {features}.",
                f"Give {features} numbers: {', '.join(prepared.features)}.",
            )
        )
    if data.classes is not None and chosen.target not in range(data.classes):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                f"The target is {chosen.target:g}, but classes are numbered 0 to {data.classes - 1}.",
                "Give the number of a class.",
            )
        )
    return np.array(chosen.inputs), prepared.loss.encode(np.array([chosen.target]), data.classes)[0]


def _graph(request: ExampleGraphRequest, prepared: Prepared, limits: Limits) -> Any:
    inputs, target = _example(request, prepared)
    text = model_text(prepared.model, prepared.loss, prepared.features, inputs.tolist(), target)
    graph = graph_json(text.run(limits), as_columns=request.layout == "columns")
    renamed_groups(graph)
    return graph | {"program": text.program, "inputs": text.inputs}


def _input_step(request: InputStepRequest, prepared: Prepared, _limits: Limits) -> Any:
    inputs, target = _example(request, prepared)
    move = adversarial_step if request.direction == "adversarial" else dream_step
    with np.errstate(all="ignore"):
        step = move(prepared.model, prepared.loss, inputs, target, request.size, by_sign=request.by_sign)
        before, after = (_prediction(prepared, place) for place in (step.example, step.moved))
    classes = prepared.data.classes is not None
    return {
        "inputs": data_json(step.example),
        "moved": data_json(step.moved),
        "gradient": data_json(step.gradient),
        "loss": number(step.loss),
        "loss_after": number(step.loss_after),
        "prediction": _said(before),
        "prediction_after": _said(after),
        "decided": int(prepared.loss.decided(before)) if classes else None,
        "decided_after": int(prepared.loss.decided(after)) if classes else None,
    }


def _prediction(prepared: Prepared, example: Array) -> Array:
    """What the model says of one example: one number, or one for each class."""
    made = predictions(prepared.model, example[np.newaxis])
    if isinstance(made, Tensor):
        return np.array(made.data)[0, ...]
    (each,) = made
    return np.asarray(each.item() if isinstance(each, Tensor) else [part.item() for part in each])


def _said(prediction: Array) -> Any:
    return data_json(prediction) if prediction.ndim else number(float(prediction))
