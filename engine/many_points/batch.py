"""Value and gradients of a program at many points at once.

    from backpass.engine.many_points.batch import gradients
    found = gradients("x*y + z", {"x": [1, 2, 3], "y": [4, 5, 6], "z": 0})
    found.values  # array([ 4., 10., 18.])
    found.gradients["x"]  # array([4., 5., 6.])

The graph is recorded once and written out as scalar code, which is run on arrays. Programs whose graph depends on the values of
the inputs, and those with tensors, are run point by point instead. Knows nothing of JSON.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from backpass.engine.autodiff.diagnose import diagnose
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.compile.backends.numba_loops import NumbaLoops, compiled_loops
from backpass.engine.compile.backends.numpy_chunks import NumpyChunks
from backpass.engine.compile.ir import Instruction
from backpass.engine.compile.lower import UPSTREAM, LinearProgram, linear_program
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run
from backpass.engine.language import Program, parse
from backpass.engine.limits import Limits
from backpass.engine.many_points.per_point import Compute, at_point, one_by_one
from backpass.engine.many_points.points import Points
from backpass.engine.messages import say
from backpass.engine.operations import Array
from backpass.engine.problems import Code, Problem, ProblemError, Severity
from backpass.engine.reading.run_as_python import run_as_python
from backpass.engine.serialization.graph_json import named, no_influence
from backpass.engine.serialization.load_graph import is_graph, load

_POINTS_FOR_A_THREAD = 20_000
"""For fewer, starting a thread takes longer than it saves."""
_MAX_KEPT = 16
"""Kinds of points that a batch is prepared for at one time."""


@dataclass(frozen=True, slots=True)
class BatchGradients:
    """Results at N points. Points where something is not finite are answers, too; a problem counts them."""

    values: Array
    """Shape (N,); behind it the shape of the output, where that is a tensor."""
    gradients: dict[str, Array | None]
    """By name, each of shape (N,) and the shape of the input; None for a name that needs no gradient."""
    problems: list[Problem]


def gradients(
    program: Program | str,
    inputs: Mapping[str, Any],
    *,
    wrt: Sequence[str] | None = None,
    output: str | None = None,
    upstream: Any = 1.0,
    limits: Limits | None = None,
    threads: int = 1,
    fast: bool = False,
) -> BatchGradients:
    """Value and gradients at the points that `inputs` describe: by name an array of N numbers, or one number for all points.

    `program` may also be a graph that was exported as JSON. `wrt`: the names whose gradients are wanted, else all
    inputs. `upstream`: the gradient to start with, one number or N. `fast` compiles a loop with numba, where that is installed
    (the extra `backpass[fast]`): worth a second of waiting from some ten million points on, or in a `Batch` that is asked often.

    Raises ProblemError as running the program does, and (shape-mismatch) for inputs of different lengths, (too-much-work,
    too-many-elements) beyond the limits.
    """
    return Batch(program, output=output, wrt=wrt, limits=limits).gradients(inputs, upstream, threads=threads, fast=fast)


class Batch:
    """A program for many points that is asked again and again: what can be prepared is prepared once."""

    def __init__(
        self, program: Program | str, *, output: str | None = None, wrt: Sequence[str] | None = None, limits: Limits | None = None
    ) -> None:
        self._limits = limits or Limits()
        self._compute = _computing(program, output, self._limits)
        self._wrt = wrt
        self._recorded: dict[frozenset[str], _Recorded | None] = {}

    def gradients(
        self, inputs: Mapping[str, Any], upstream: Any = 1.0, *, threads: int = 1, fast: bool = False
    ) -> BatchGradients:
        """As the function `gradients`."""
        points = Points.of(inputs, upstream)
        recorded = self._record(points) if points.scalars else None
        if recorded is not None:
            return self._run(recorded, points, threads, fast=fast)
        points.check_finite()
        values, found = one_by_one(self._compute, points, self._wrt, self._limits)
        problems = self._compute(points.at(0)).problems
        return BatchGradients(values, found, [*problems, *self._not_finite(points, values, found)])

    def _record(self, points: Points) -> "_Recorded | None":
        """The program's graph for inputs of these names; None where there is not one graph of single numbers for all points."""
        names = frozenset(points.inputs)
        if names not in self._recorded:
            _make_room(self._recorded)
            self._recorded[names] = _Recorded.of(self._compute(points.at(0)), names, self._wrt)
        return self._recorded[names]

    def _run(self, recorded: "_Recorded", points: Points, threads: int, *, fast: bool) -> BatchGradients:
        code, runner = recorded.ready(points, fast=fast)
        given = {**points.inputs, UPSTREAM: points.upstream}
        self._limits.check_elements(points.count * (len(code.outputs) + len(points.arrays)))
        self._limits.check_evaluations(points.count * sum(isinstance(entry, Instruction) for entry in code.entries))
        # One allocation for all: the system hands out large pages then, which takes half the time.
        outputs = dict(zip(code.outputs, np.empty((len(code.outputs), points.count)), strict=True))
        finite = _run_in_parts(runner, given, outputs, points.count, threads)
        if not finite:
            points.check_finite()
            if recorded.routes:
                _once_more(*recorded.ready(points, careful=True), given, code, outputs)
        # Each array is given away once; who asks for the same numbers gets a copy.
        given_away = {code.value}
        values, found = outputs[code.value], dict[str, Array | None]()
        for name, place in zip(recorded.wanted, code.gradients, strict=True):
            if place is None:
                found[name] = None
                continue
            found[name] = outputs[place].copy() if place in given_away else outputs[place]
            given_away.add(place)
        problems = [] if finite else self._not_finite(points, values, found)
        return BatchGradients(values, found, [*recorded.problems, *problems])

    def _run_again(self, points: Points, index: int) -> Run:
        """The program at one point, which may be one where Python raises an exception. Raises ProblemError, naming the point."""
        try:
            return self._compute(points.at(index))
        except ProblemError as error:
            raise ProblemError(at_point(problem, index) for problem in error.problems) from None

    def _not_finite(self, points: Points, values: Array, found: Mapping[str, Array | None]) -> list[Problem]:
        """How many points have a result that is not finite, and what happens at the first of them."""
        arrays = [values, *(array for array in found.values() if array is not None)]
        finite = np.logical_and.reduce([np.isfinite(array).reshape(points.count, array[0].size).all(axis=1) for array in arrays])
        if finite.all():
            return []
        first, *others = map(int, np.flatnonzero(~finite)[:_MAX_RUN_AGAIN])
        ran = self._run_again(points, first)
        for other in others:
            self._run_again(points, other)
        reasons = diagnose(backward(ran.output, points.upstream_at(first)), ran.program.text)
        warning = next((problem for problem in reasons if problem.severity is Severity.WARNING), None)
        return [_counted(warning, int(points.count - finite.sum()), points.count, first)]


_MAX_RUN_AGAIN = 100
"""Points with a result that is not finite of which is asked whether the program runs there at all."""


def _computing(program: Program | str, output: str | None, limits: Limits) -> Compute:
    """What runs a program, or a graph that was exported as JSON, with inputs of one point."""
    if isinstance(program, str) and is_graph(program):
        return partial(load, program, output=output, limits=limits)
    return partial(run_as_python, parse(program, limits) if isinstance(program, str) else program, output=output, limits=limits)


def _run_in_parts(
    runner: NumpyChunks | NumbaLoops, given: Mapping[str, Any], outputs: Mapping[int, Array], count: int, threads: int
) -> bool:
    """Fills the outputs, in several threads where there are points enough; returns whether everything seems to be finite."""
    parts = max(1, min(threads, count // _POINTS_FOR_A_THREAD))
    if parts == 1:
        return runner.run(given, outputs)
    slices = [slice(count * part // parts, count * (part + 1) // parts) for part in range(parts)]
    with ThreadPoolExecutor(parts) as pool:
        return all(list(pool.map(lambda each: runner.run(_cut(given, each), _cut(outputs, each)), slices)))


def _once_more(
    code: LinearProgram,
    runner: NumpyChunks | NumbaLoops,
    given: Mapping[str, Any],
    quick: LinearProgram,
    outputs: Mapping[int, Array],
) -> None:
    """Replaces the gradients at points where one is not finite by those of the careful code."""
    (points,) = np.nonzero(~np.logical_and.reduce([np.isfinite(array) for array in outputs.values()]))
    again = {place: np.empty(len(points)) for place in code.outputs}
    if len(points):
        runner.run(_cut(given, points), again)
        for place, careful in zip(quick.gradients, code.gradients, strict=True):
            if place is not None and careful is not None:
                outputs[place][points] = again[careful]


def _make_room(kept: dict[Any, Any]) -> None:
    if len(kept) >= _MAX_KEPT:
        kept.clear()


def _cut(arrays: Mapping[Any, Any], part: Any) -> dict[Any, Any]:
    return {name: value if isinstance(value, float) else value[part] for name, value in arrays.items()}


def _counted(reason: Problem | None, bad: int, count: int, first: int) -> Problem:
    """The problem of the first point, reported of all."""
    where = say("points-not-finite", bad=bad, count=count, first=first)
    if reason is None:
        return Problem(Code.NOT_FINITE_GRADIENT, where, say("points-not-finite.hint"))
    return Problem(reason.code, f"{where} There, {reason.message[0].lower()}{reason.message[1:]}", reason.hint, reason.span)


@dataclass(frozen=True, slots=True)
class _Recorded:
    """The graph of a program, the same for all points."""

    tensors: Sequence[Tensor]
    given: Mapping[Tensor, str]
    wanted: Mapping[str, Tensor]
    problems: Sequence[Problem]
    prepared: dict[Any, tuple[LinearProgram, NumpyChunks | NumbaLoops]]
    """By the gradient to start with, where that is 1, by the names of arrays, and by whether it was to be a compiled
    loop, or careful."""

    @classmethod
    def of(cls, made: Run, names: frozenset[str], wrt: Sequence[str] | None) -> "_Recorded | None":
        """None where the graph depends on the inputs' values, has tensors, or operations on whole arrays.

        Raises ProblemError (unknown-input).
        """
        tensors = ancestors(made.output)
        present = set(tensors)
        wanted = (
            {name: leaf for name, leaf in made.inputs.items() if leaf in present}
            if wrt is None
            else {name: named(made, name) for name in wrt}
        )
        if made.is_data_dependent or not all(isinstance(each.raw, float) for each in (*tensors, *wanted.values())):
            return None
        if not all(each.operation is None or each.operation.elementwise for each in tensors):
            return None  # a reduction of a single number has no formula that could be written out
        given = {leaf: name for name, leaf in made.inputs.items() if name in names}
        outside = [no_influence(name, tensor) for name, tensor in wanted.items() if tensor not in present]
        return cls(tensors, given, wanted, [*made.problems, *outside], {})

    @property
    def routes(self) -> bool:
        """Whether some operation picks one of its inputs and blocks the others."""
        return any(tensor.operation is not None and tensor.operation.routes for tensor in self.tensors)

    def ready(
        self, points: Points, *, fast: bool = False, careful: bool = False
    ) -> tuple[LinearProgram, NumpyChunks | NumbaLoops]:
        """The code for points of this kind, and what runs it."""
        upstream = 1.0 if isinstance(points.upstream, float) and points.upstream == 1 else None
        varying = points.arrays if isinstance(points.upstream, float) else points.arrays | {UPSTREAM}
        key = (upstream, varying, fast, careful)
        if key not in self.prepared:
            _make_room(self.prepared)
            code = linear_program(self.tensors, self.given, list(self.wanted.values()), upstream, careful=careful)
            compiled = compiled_loops(code, varying) if fast else None
            self.prepared[key] = code, compiled or NumpyChunks(code, varying)
        return self.prepared[key]
