"""Every way in which a mixed derivative of an expression can be had, as functions with one signature. For `test_routes`.

A route answers with the number, and with whether anything was said of it: a kink, a value outside the domain, a number that is
not finite. One that has no answer to a question raises NoAnswer.
"""

import contextlib
import importlib.util
import io
import math
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
import orjson

from backpass.app.api.endpoints.derivatives import answer_derivative
from backpass.app.api.endpoints.exports import answer_export
from backpass.app.api.endpoints.gradients import answer_gradient
from backpass.app.api.endpoints.graphs import answer_graph
from backpass.engine import Limits, ProblemError
from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.compile.backends.numpy_tensors import TensorReplay
from backpass.engine.export.target_libraries import TARGETS
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.many_points.batch import Batch
from backpass.engine.problems import Code

LIMITS = Limits()
GENERIC = {"x": 0.3717, "y": 1.2291, "z": -0.6143}
"""Where recordings are made: nothing is special there."""
_SAYING = {
    Code.KINK,
    Code.NEAR_KINK,
    Code.NOT_FINITE_GRADIENT,
    Code.OUTSIDE_DOMAIN,
    Code.DIVISION_BY_ZERO,
    Code.OVERFLOW,
}


@dataclass(frozen=True)
class Question:
    """A mixed partial derivative: of an expression in our language, at a point, so many times by each name."""

    text: str
    point: Mapping[str, float]
    orders: Mapping[str, int]

    @property
    def order(self) -> int:
        return sum(self.orders.values())

    @property
    def sequence(self) -> list[str]:
        """The names in the order in which they are differentiated by."""
        return [name for name, count in self.orders.items() for _ in range(count)]


class Found(NamedTuple):
    """An answer."""

    value: float
    reported: bool | None
    """None where the route has no way to say anything."""


class NoAnswer(Exception):  # noqa: N818 (no error: an answer)
    """The route does not lead there."""


Route = Callable[[Question], Found]
ROUTES: dict[str, Route] = {}


def route(function: Route) -> Route:
    ROUTES[function.__name__.strip("_")] = function
    return function


def _asked(answer: Any, body: Mapping[str, Any]) -> Any:
    status, written, *_ = answer(orjson.dumps(body), LIMITS)
    if status != 200:
        raise NoAnswer(written[:300])
    return orjson.loads(written)


def _ran(program: str, values: Mapping[str, float]) -> Run:
    """The program with the values of the names that it uses."""
    read = parse(program)
    return run(read, {name: value for name, value in values.items() if name in read.last_use})


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)


def _found(value: Any, answer: Mapping[str, Any]) -> Found:
    return Found(_number(value), any(problem["code"] in _SAYING for problem in answer["problems"]))


def _gradient_of(text: str, question: Question, name: str, answer: Any = answer_gradient, **more: Any) -> Found:
    """By the last name, of a program of which the other derivatives are taken already."""
    found = _asked(answer, {"program": text, "inputs": dict(question.point), "wrt": [name], **more})
    return _found(found["gradients"][name], found)


def nested(question: Question, names: list[str]) -> str:
    """A program whose value is the derivative by these names."""
    parameters = ", ".join(question.point)
    lines = ["import jax", f"f0 = lambda {parameters}: {question.text}"]
    for count, name in enumerate(names):
        lines.append(f"f{count + 1} = jax.grad(f{count}, {list(question.point).index(name)})")
    return "\n".join([*lines, f"f{len(names)}({parameters}) * 1.0"])


def created(question: Question, names: list[str]) -> str:
    """The same by `torch.autograd.grad`."""
    lines = ["import torch"]
    lines += [f"{name} = torch.tensor({value!r}, requires_grad=True)" for name, value in question.point.items()]
    # Python's `max` takes one of the two; the operation, which is asked about, is the library's.
    lines.append("g0 = " + re.sub(r"\b(max|min)\(", r"torch.\1imum(", question.text))
    lines += [f"(g{count + 1},) = torch.autograd.grad(g{count}, {name}, create_graph=True)" for count, name in enumerate(names)]
    return "\n".join([*lines, f"g{len(names)} * 1.0"])


# Reverse and forward, one order at a time


@route
def _backward(question: Question) -> Found:
    if question.order != 1:
        raise NoAnswer
    return _gradient_of(question.text, question, question.sequence[0])


@route
def _forward_mode(question: Question) -> Found:
    if question.order != 1:
        raise NoAnswer
    return _gradient_of(question.text, question, question.sequence[0], mode="forward")


@route
def _columns(question: Question) -> Found:
    if question.order != 1:
        raise NoAnswer
    return _gradient_of(question.text, question, question.sequence[0], answer_graph, layout="columns")


# The orders of the gradient service


@route
def _order(question: Question) -> Found:
    """All orders by one name; the Hessian where there are two."""
    body = {"program": question.text, "inputs": dict(question.point), "order": question.order}
    if question.order == 1:
        raise NoAnswer
    if question.order == 2:
        first, second = question.sequence
        found = _asked(answer_gradient, {**body, "wrt": list(question.point)})
        return _found(found["hessian"][first][second], found)
    if len(question.orders) > 1:
        raise NoAnswer
    (name,) = question.orders
    found = _asked(answer_gradient, {**body, "wrt": [name]})
    return _found(found["derivatives"][name][-1], found)


@route
def _higher_orders_cut_short(question: Question) -> Found:
    """The lower orders that come with a higher one."""
    if len(question.orders) > 1 or question.order == 4:
        raise NoAnswer
    (name,) = question.orders
    found = _asked(answer_gradient, {"program": question.text, "inputs": dict(question.point), "wrt": [name], "order": 4})
    return _found(found["derivatives"][name][question.order - 1], found)


@route
def _hessian_of_tensors(question: Question) -> Found:
    """The inputs as elements of one tensor."""
    if question.order != 2:
        raise NoAnswer
    places = {name: f"v[{place}]" for place, name in enumerate(question.point)}
    program = "\n".join([*(f"{name} = {place}" for name, place in places.items()), question.text])
    found = _asked(
        answer_gradient, {"program": program, "inputs": {"v": list(question.point.values())}, "wrt": ["v"], "order": 2}
    )
    first, second = (list(question.point).index(name) for name in question.sequence)
    return _found(found["hessian"]["v"]["v"][first][second], found)


# Gradients of gradients in programs, and as the library gives them


@route
def _nested_grad(question: Question) -> Found:
    """The value of nested `jax.grad`."""
    found = _asked(answer_gradient, {"program": nested(question, question.sequence), "inputs": dict(question.point)})
    return _found(found["value"], found)


@route
def _gradient_of_nested_grad(question: Question) -> Found:
    *inner, last = question.sequence
    if not inner:
        raise NoAnswer
    return _gradient_of(nested(question, inner), question, last)


@route
def _create_graph(question: Question) -> Found:
    found = _asked(answer_gradient, {"program": created(question, question.sequence)})
    return _found(found["value"], found)


@route
def _hessian_in_a_program(question: Question) -> Found:
    if question.order != 2:
        raise NoAnswer
    places = {name: f"v[{place}]" for place, name in enumerate(question.point)}
    body = "\n".join(f"    {name} = {place}" for name, place in places.items())
    first, second = (list(question.point).index(name) for name in question.sequence)
    program = f"import jax\nimport jax.numpy as jnp\ndef f(v):\n{body}\n    return {question.text}\n"
    program += f"w = jnp.array({list(question.point.values())})\nh = jax.hessian(f)(w)\nh[{first}, {second}] * 1.0"
    found = _asked(answer_gradient, {"program": program})
    return _found(found["value"], found)


@route
def _library(question: Question) -> Found:
    """`gradients_as_tensors`, again and again."""
    made = _ran(question.text, question.point)
    output = made.output
    for name in question.sequence:
        if name not in made.inputs:
            return Found(0.0, reported=None)
        (output,) = gradients_as_tensors(output, [made.inputs[name]])
    return Found(output.item(), reported=None)


# Elsewhere recorded


def _warm(program: str, names: Mapping[str, float], wrt: list[str], answer: Any) -> None:
    """Asks often enough, elsewhere, for the program to be recorded."""
    for shift in range(4):
        inputs = {name: GENERIC[name] + 0.01 * shift for name in names}
        with contextlib.suppress(NoAnswer):
            _asked(answer, {"program": program, "inputs": inputs, "wrt": wrt})


def _recorded(question: Question, answer: Any) -> Found:
    *inner, last = question.sequence
    if len(inner) > 1:
        raise NoAnswer
    program = nested(question, inner) if inner else question.text
    _warm(program, question.point, [last], answer)
    return _gradient_of(program, question, last, answer)


@route
def _recorded_gradient(question: Question) -> Found:
    return _recorded(question, answer_gradient)


@route
def _recorded_graph(question: Question) -> Found:
    return _recorded(question, answer_graph)


@route
def _batch(question: Question) -> Found:
    return _of_batch(question, fast=False)


@route
def _compiled_batch(question: Question) -> Found:
    if question.order > 1:
        raise NoAnswer
    return _of_batch(question, fast=True)


@lru_cache(maxsize=64)
def _prepared(program: str, wrt: str) -> Batch:
    return Batch(program, wrt=[wrt], limits=LIMITS)


def _of_batch(question: Question, *, fast: bool) -> Found:
    """Of many points, the first one of which is where it is recorded."""
    *inner, last = question.sequence
    program = nested(question, inner) if inner else question.text
    points = {name: np.array([GENERIC[name], value, GENERIC[name] + 0.5]) for name, value in question.point.items()}
    try:
        found = _prepared(program, last).gradients(points, fast=fast)
    except ProblemError as error:
        raise NoAnswer from error
    gradient = found.gradients[last]
    return Found(math.nan if gradient is None else float(gradient[1]), reported=None)


@route
def _compiled_training(question: Question) -> Found:
    """A graph of tensors, built elsewhere and then computed again with the point's numbers."""
    *inner, last = question.sequence
    try:
        made = _ran(nested(question, inner) if inner else question.text, GENERIC)
    except ProblemError as error:
        raise NoAnswer from error
    if made.is_data_dependent:
        raise NoAnswer("another graph elsewhere")
    leaves = {name: leaf for name, leaf in made.inputs.items() if name in question.point}
    if last not in leaves:
        return Found(0.0, reported=None)
    replay = TensorReplay(made.output, list(leaves.values()))
    for place, name in enumerate(leaves):
        replay.parameters[place] = question.point[name]
    replay.differentiate()
    return Found(float(replay.gradients[list(leaves).index(last)]), reported=None)


@route
def _elements(question: Question) -> Found:
    """One element of many: arrays instead of floats."""
    if question.order != 1:
        raise NoAnswer
    (name,) = question.orders
    inputs = {each: [GENERIC[each], value] for each, value in question.point.items()}
    program = f"sum(({question.text}) * one)" if question.point else question.text
    found = _asked(answer_gradient, {"program": program, "inputs": {**inputs, "one": [1.0, 1.0]}, "wrt": [name]})
    return _found(found["gradients"][name][1], found)


# Formulas


@route
def _formula(question: Question) -> Found:
    """Derivatives written down as text, again and again, and then evaluated."""
    text = question.text
    for name in question.sequence:
        found = _asked(answer_derivative, {"program": text, "inputs": dict(question.point), "wrt": [name]})
        written = found["derivatives"][name]
        if written is None:
            return Found(0.0, reported=None)
        text = written["text"]
    known = {name: value for name, value in question.point.items() if name in parse(text).last_use}
    found = _asked(answer_gradient, {"program": text, "inputs": known})
    return Found(_number(found["value"]), reported=None)


# Programs for other libraries


def _exported(question: Question, format_name: str) -> Found:
    *inner, last = question.sequence
    program = nested(question, inner) if inner else question.text
    written = _asked(answer_export, {"program": program, "inputs": dict(question.point), "wrt": [last], "format": format_name})
    printed = io.StringIO()
    deepest = sys.getrecursionlimit()
    try:
        with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
            exec(compile(written["text"], format_name, "exec"), {"__name__": "exported"})
    except (ArithmeticError, ValueError) as error:  # Python's own functions, where there is no number
        raise NoAnswer from error
    finally:
        sys.setrecursionlimit(deepest)  # which code for micrograd sets
    for line in printed.getvalue().splitlines():
        head, _, value = line.partition(" = ")
        if head == f"gradient of {last}":
            return Found(float(value), any(problem["code"] in _SAYING for problem in written["problems"]))
    raise NoAnswer


_RUNNABLE = [name for name in TARGETS if name != "pytorch" or importlib.util.find_spec("torch")]
ROUTES |= {f"exported_{name}": partial(_exported, format_name=name) for name in _RUNNABLE}
