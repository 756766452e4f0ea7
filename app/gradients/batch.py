"""From a request's body to the JSON of its gradients at many points."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import orjson

from app.evaluator import Answer
from app.gradients.schemas import BatchRequest
from app.programs import written
from engine import Limits
from engine.batch import Batch, BatchGradients
from engine.graph import data_json, problem_json, utf16
from engine.operations import Array

_MOST_KEPT, _LONGEST_KEPT = 64, 10_000
"""Programs that are kept ready for the next points, and the most characters of one."""

_Make = Callable[[str, str | None, tuple[str, ...] | None, Limits], Batch]


def answer_batch(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/gradient/batch`."""
    return written(BatchRequest, body, lambda request: _write(request, limits))


def _write(request: BatchRequest, limits: Limits) -> bytes:
    limits.check_characters(request.program)
    make: _Make = _kept if len(request.program) <= _LONGEST_KEPT else _made
    batch = make(request.program, request.output, None if request.wrt is None else tuple(request.wrt), limits)
    return orjson.dumps(
        batch_json(request.program, batch.gradients(request.inputs, request.upstream)), option=orjson.OPT_SERIALIZE_NUMPY
    )


def _made(program: str, output: str | None, wrt: tuple[str, ...] | None, limits: Limits) -> Batch:
    return Batch(program, output=output, wrt=wrt, limits=limits)


_kept = lru_cache(maxsize=_MOST_KEPT)(_made)


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
