"""Requests to the functions behind the routes, in process, and what must hold for every answer, whatever was asked.

A `Violation` is a defect. An exception other than a refusal counts as one even where the server would have turned it into a
problem document.
"""

import json
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from time import process_time
from typing import Any

import numpy as np
from pydantic import BaseModel

from backpass.app.api.endpoints.checks import CheckResponse, answer_check
from backpass.app.api.endpoints.derivatives import DerivativeResponse, answer_derivative
from backpass.app.api.endpoints.explanations import ExplanationResponse, answer_explanation
from backpass.app.api.endpoints.exports import ExportResponse, answer_export
from backpass.app.api.endpoints.gradients import BatchResponse, GradientResponse, answer_batch, answer_gradient
from backpass.app.api.endpoints.graphs import GraphResponse, answer_graph
from backpass.app.api.endpoints.jacobians import JacobianResponse, answer_jacobian
from backpass.app.api.endpoints.paths import PathsResponse, answer_paths
from backpass.app.evaluation.answer import Answer, AnswerFunction
from backpass.app.problems.problem_models import ProblemDocument
from backpass.app.problems.status_codes import status_of
from backpass.app.settings import Settings
from backpass.engine import Code, Limits
from backpass.engine.export.registry import FORMATS
from tests.pace import seconds_of_a_million

ENDPOINTS: Mapping[str, tuple[AnswerFunction, type[BaseModel]]] = {
    "graph": (answer_graph, GraphResponse),
    "gradient": (answer_gradient, GradientResponse),
    "batch": (answer_batch, BatchResponse),
    "jacobian": (answer_jacobian, JacobianResponse),
    "check": (answer_check, CheckResponse),
    "explain": (answer_explanation, ExplanationResponse),
    "paths": (answer_paths, PathsResponse),
    "derivative": (answer_derivative, DerivativeResponse),
    "export": (answer_export, ExportResponse),
}
LOOPS = 60
"""Most processor time of one answer under `limits()`, in loops of a million multiplications (about three seconds); a few
milliseconds are usual."""
_INTERNALS = re.compile(
    r"object at 0x|<class |<bound method |Traceback|, dtype=(?=float|int|bool|object)|np\.float64\(|Operation\("
)
"""What a message for a reader never holds."""


@cache
def limits() -> Limits:
    """What a server computes in place with its usual settings."""
    usual = Settings()
    return replace(
        usual.program_limits(),
        evaluations=usual.inline_evaluations,
        repetitions=usual.inline_repetitions,
        nodes=usual.inline_nodes,
        elements=200_000,
    )


@dataclass(frozen=True)
class Call:
    """One request: to which endpoint, and the JSON of its body."""

    endpoint: str
    body: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.endpoint} {json.dumps(self.body, ensure_ascii=False)}"


@dataclass(frozen=True)
class Case:
    """A program with inputs; every endpoint is asked about it."""

    program: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    besides: Mapping[str, Any] = field(default_factory=dict)
    """Fields that all requests have, such as `wrt`, `output`, `upstream`."""

    @property
    def body(self) -> dict[str, Any]:
        return {"program": self.program, "inputs": dict(self.inputs), **self.besides}


class Violation(Exception):  # noqa: N818 (what it is called in reports)
    """A promise that an answer broke."""

    def __init__(self, kind: str, detail: str, call: Call) -> None:
        super().__init__(f"{kind}: {detail}\n  {call}")
        self.kind = kind
        self.call = call

    @property
    def headline(self) -> str:
        """The promise and the place, alike for all calls that show one defect."""
        return str(self).split("\n", 1)[0][:110]


def calls(case: Case) -> Iterator[Call]:
    """Every endpoint and every choice that it has, for one program."""
    body = case.body
    names = list(case.inputs)
    yield Call("graph", body)
    yield Call("graph", {**body, "layout": "columns"})
    yield Call("graph", {**body, "detail": "gradients"})
    yield Call("gradient", body)
    for fields in ({"order": 2}, {"order": 3}, {"mode": "forward"}):
        yield Call("gradient", {**body, **fields})
    yield Call("jacobian", body)
    yield Call("check", body)
    yield Call("explain", body)
    yield Call("derivative", body)
    for name in FORMATS:
        yield Call("export", {**body, "format": name})
    yield Call("export", {**body, "format": "dot", "operation_nodes": False})
    yield Call("paths", {**body, "node": 0, "most": 3})
    if names:
        yield Call("paths", {**body, "name": names[0]})
        yield Call("graph", {**body, "directions": [dict.fromkeys(names, 1.0), {names[-1]: -2.0}]})
    yield Call("batch", {**body, "inputs": {name: [value, value, _turned(value)] for name, value in case.inputs.items()}})


def _turned(value: Any) -> Any:
    """Another point of the same shape."""
    if isinstance(value, list):
        return [_turned(each) for each in value]
    return -0.5 * value if isinstance(value, float) else value


def checked(call: Call, *, again: bool = False, modelled: bool = False) -> Any:
    """The answer's JSON. Raises Violation. `again`: asked twice; `modelled`: held against the documented model."""
    function, model = ENDPOINTS[call.endpoint]
    body = json.dumps(call.body).encode()
    start = process_time()
    answer = _answered(function, body, call)
    if (taken := process_time() - start) > 1.0 and taken > LOOPS * seconds_of_a_million():
        raise Violation("time", f"{taken:.1f} s", call)
    document = _strict(answer.body, call)
    if again and _answered(function, body, call) != answer:
        raise Violation("not deterministic", "the second answer differs", call)
    check_spans(document, call)
    if answer.status == 200:
        if call.endpoint == "graph" and "nodes" in document and isinstance(document["nodes"], list):
            check_sums(document, call)
        if modelled:
            _check_model(model, answer.body, call)
    else:
        _check_refusal(answer, document, call)
    _check_words(document, call)
    return document


def _answered(function: AnswerFunction, body: bytes, call: Call) -> Answer:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return function(body, limits())
    except Exception as error:
        raise Violation("exception", _where(error), call) from error


def _where(error: BaseException) -> str:
    """The error and the last line of ours on the way to it: what tells two defects apart."""
    place, traceback = "", error.__traceback__
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if "/engine/" in file or "/app/" in file:
            place = f"{file.partition('/engine/')[2] or file.partition('/app/')[2]}:{traceback.tb_lineno}"
        traceback = traceback.tb_next
    return f"{type(error).__name__} at {place}: {str(error)[:200]}"


def _strict(body: bytes, call: Call) -> Any:
    def refuse(literal: str) -> Any:
        raise Violation("JSON", f"the literal {literal}", call)

    try:
        return json.loads(body, parse_constant=refuse)
    except ValueError as error:
        raise Violation("JSON", str(error), call) from error


def _check_refusal(answer: Answer, document: Any, call: Call) -> None:
    _check_model(ProblemDocument, answer.body, call)
    codes = [Code(problem["code"]) for problem in document["problems"]]  # type: ignore[call-arg] # a member by its value
    if not 400 <= answer.status < 500 or status_of(codes[0]) != answer.status or codes[0] is Code.INTERNAL:
        raise Violation("status", f"{answer.status} for {codes}", call)


def _check_model(model: type[BaseModel], body: bytes, call: Call) -> None:
    try:
        model.model_validate_json(body)
    except ValueError as error:
        raise Violation("shape", str(error)[:300], call) from error


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Every field of the JSON, with its name."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield from part.items()
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def check_spans(document: Any, call: Call) -> None:
    """Every span lies within the text. Raises Violation."""
    length = len(call.body["program"].encode("utf-16-le", "surrogatepass")) // 2
    for name, value in _parts(document):
        for span in _spans(value) if name == "span" else ():
            if not 0 <= span[0] <= span[1] <= length:
                raise Violation("span", f"{span} in a text of {length}", call)


def _spans(value: list[Any] | None) -> list[list[int]]:
    """The spans of a field: one, none, or, in a column, one or none for each node."""
    if value is None:
        return []
    if all(isinstance(each, int) for each in value):
        return [value] if value else []
    return [span for span in value if span is not None]


def _check_words(document: Any, call: Call) -> None:
    for name, value in _parts(document):
        if name in ("message", "hint", "detail", "sentence") and isinstance(value, str):
            found = _INTERNALS.search(value)
            if found and found[0].rstrip("( ") not in call.body["program"]:
                raise Violation("wording", value[:300], call)


def data_of(value: Any) -> Any:
    """JSON's numbers as floats or an array, with NaN and infinity out of their texts."""
    return np.array(value, dtype=float)


def check_sums(document: Any, call: Call) -> None:
    """The contributions into a node add up to its gradient. Raises Violation."""
    edges = {edge["id"]: edge for edge in document["edges"]}
    arriving: dict[int, list[Any]] = {}
    for step in document["steps"]:
        edge = edges.get(step.get("edge"))
        if edge is not None and step["phase"] == "backward" and not step.get("arriving"):
            arriving.setdefault(edge["source"], []).append(data_of(edge["contribution"]))
    for node in document["nodes"]:
        terms = arriving.get(node["id"])
        if node["grad"] is None or terms is None or node["id"] == document["output"]:
            continue
        with np.errstate(all="ignore"):
            total, gradient = sum(terms[1:], start=terms[0]), data_of(node["grad"])
            off = np.abs(total - gradient) > 1e-12 * sum(np.abs(term) for term in terms)
            same = (total == gradient) | (np.isnan(total) & np.isnan(gradient)) | ~off & np.isfinite(total)
        if total.shape != gradient.shape or not np.all(same):
            raise Violation("sum", f"node {node['id']}: {terms} give {total}, not {gradient}", call)


Ask = Callable[[Case], Iterator[Call]]
