"""`POST /api/v1/gradient` and `/gradient/batch`: value and gradients at one point and at many."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import numpy as np
import orjson
from pydantic import Field

from backpass.app.api.schema_types import Number, Row, Value, Whole
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.answer_cache import AnswerKind, cached_answer
from backpass.app.evaluation.programs import InputValue, PartModel, ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Code, Gradients, Limits, Problem, ProblemError, Severity, backward
from backpass.engine.autodiff.diagnose import finite
from backpass.engine.autodiff.forward import forward_gradients
from backpass.engine.autodiff.hessian import derivatives, hessian
from backpass.engine.autodiff.second_order_kinks import problems_at_borders
from backpass.engine.interpreter.run import Run
from backpass.engine.many_points.batch import Batch, BatchGradients
from backpass.engine.many_points.recording import ProgramRecording, marked_gradient
from backpass.engine.messages import say
from backpass.engine.operations import Array, Data
from backpass.engine.serialization.graph_json import data_json, gradient_json, named, number, problem_json, utf16

HIGHEST_ORDER = 10
"""Each order's graph is a few times as large as the one before."""


class GradientRequest(ProgramRequest):
    """A program whose value and gradients are wanted."""

    order: Whole = Field(
        default=1,
        ge=1,
        le=HIGHEST_ORDER,
        description="2 asks for the second derivatives, too; more for all derivatives up to that order by each input alone.",
    )
    mode: Literal["reverse", "forward"] = Field(
        default="reverse", description="How the gradients are computed: one pass backward, or one forward per input."
    )


class GradientResponse(Row):
    """Value and gradients, exact to rounding."""

    value: Value
    gradients: dict[str, Value | None]
    hessian: dict[str, dict[str, Value]] | None = Field(
        default=None,
        description="Second derivatives by two names, in the shape of the first followed by that of the second; "
        "only where `order` is 2.",
    )
    derivatives: dict[str, list[Number]] | None = Field(
        default=None, description="By name the first, second, ... derivative by it alone; only where `order` is above 2."
    )
    program: str | None = Field(
        default=None, description="Of a notebook, the code of its cells, joined: the text that spans refer to."
    )
    partial: PartModel | None = Field(default=None, description="How far a program with an error was run; only with `partial`.")
    problems: list[ProblemModel]


class BatchRequest(ProgramRequest):
    """A program whose value and gradients are wanted at many points."""

    inputs: dict[str, InputValue] = Field(
        default={},
        description="By name a list with a value for each point, or one number for all points.",
        examples=[{"x": [1, 2, 3], "y": 4}],
    )
    upstream: InputValue = Field(
        default=1.0, description="The gradient with which the backward pass starts: a number, or a list with one for each point."
    )


class BatchResponse(Row):
    """Value and gradients, point by point."""

    values: list[Value]
    gradients: dict[str, list[Value] | None] = Field(description="By name, a value for each point; null where there is none.")
    problems: list[ProblemModel]


_ANSWER_KIND = AnswerKind(marked_gradient, ProgramRecording.gradient_numbers)


def answer_gradient(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/gradient`."""
    try:
        request = GradientRequest.read(body)
        content = _cached(request, limits)
        if content is None:
            content = orjson.dumps(compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _cached(request: GradientRequest, limits: Limits) -> bytes | None:
    return cached_answer(_ANSWER_KIND, request, limits) if request.order == 1 and request.mode == "reverse" else None


def compute(request: GradientRequest, run: Run, limits: Limits) -> Any:
    """What the request asks of a finished run. Raises ProblemError."""
    found = gradient_json(run, request.wrt, request.upstream)
    if request.order == 1 and request.mode == "reverse":
        return found
    upstream = run.seed(request.upstream)
    gradients = backward(run.output, upstream)
    wanted = {name: named(run, name) for name, value in found["gradients"].items() if value is not None}
    if request.mode == "forward":
        forward = forward_gradients(gradients, list(wanted.values()), upstream, limits)
        found["gradients"] |= {name: data_json(value) for name, value in zip(wanted, forward, strict=True)}
    higher: list[Data] = []
    if request.order == 2:
        rows = hessian(gradients, wanted, limits)
        found["hessian"] = {name: {other: data_json(each) for other, each in row.items()} for name, row in rows.items()}
        higher = [each for row in rows.values() for each in row.values()]
    elif request.order > 2:
        orders = {name: derivatives(run.output, each, request.order, upstream, limits) for name, each in wanted.items()}
        found["derivatives"] = {name: [number(each) for each in values] for name, values in orders.items()}
        higher = [each for values in orders.values() for each in values]
    if request.order > 1:
        span = utf16(run.program.text)
        found["problems"] += [problem_json(problem, span) for problem in problems_at_borders(gradients.tensors, run.program.text)]
    if not all(map(finite, higher)) and _finite_so_far(gradients):
        found["problems"].append(problem_json(_not_finite(), utf16(run.program.text)))
    return found


def _finite_so_far(gradients: Gradients) -> bool:
    values = (*(tensor.raw for tensor in gradients.tensors), *(value for value in gradients.values if value is not None))
    return all(map(finite, values))


def _not_finite() -> Problem:
    return Problem(
        Code.NOT_FINITE_GRADIENT,
        say("derivatives-not-finite"),
        say("derivatives-not-finite.hint"),
    )


_MAX_CACHED, _LONGEST_CACHED = 64, 10_000
"""The number of cached programs, and the most characters of one."""

_BatchFactory = Callable[[str, str | None, tuple[str, ...] | None, Limits], Batch]


def answer_batch(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/gradient/batch`."""
    try:
        request = BatchRequest.read(body)
        content = _batch(request, limits)
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _batch(request: BatchRequest, limits: Limits) -> bytes:
    limits.check_characters(request.program)
    program, errors = _part(request, limits) if request.partial else (request.program, [])
    make: _BatchFactory = _cached_batch if len(program) <= _LONGEST_CACHED else _make_batch
    batch = make(program, request.output, None if request.wrt is None else tuple(request.wrt), limits)
    answer = batch_json(program, batch.gradients(request.inputs, request.upstream))
    span = utf16(request.program)
    answer["problems"] = [*(problem_json(problem, span) for problem in errors), *answer["problems"]]
    return orjson.dumps(answer, option=orjson.OPT_SERIALIZE_NUMPY)


def _part(request: BatchRequest, limits: Limits) -> tuple[str, list[Problem]]:
    """The text before the first statement with an error, and the errors of the whole. Raises ProblemError, also where the graph
    is of a part of a statement or of a program without some, which no text is.
    """
    part = run_program(ProgramRequest(program=request.program, partial=True), limits)
    errors = [each for each in part.problems if each.severity is Severity.ERROR]
    if errors and (part.stopped_within or part.drawn or part.left_out):
        raise ProblemError(errors)
    return request.program[: part.stopped_at], errors


def _make_batch(program: str, output: str | None, wrt: tuple[str, ...] | None, limits: Limits) -> Batch:
    return Batch(program, output=output, wrt=wrt, limits=limits)


_cached_batch = lru_cache(maxsize=_MAX_CACHED)(_make_batch)


def batch_json(program: str, found: BatchGradients) -> Any:
    """The answer, with arrays of finite numbers as they are."""
    span = utf16(program)
    return {
        "values": _numbers(found.values),
        "gradients": {name: None if array is None else _numbers(array) for name, array in found.gradients.items()},
        "problems": [problem_json(problem, span) for problem in found.problems],
    }


def _numbers(array: Array) -> Any:
    """What the writer of JSON can write: it would turn NaN and infinity into null without a word."""
    return array if np.isfinite(array).all() else data_json(array)
