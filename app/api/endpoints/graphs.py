"""`POST /api/v1/graph`: nodes, edges and steps of a computation."""

from typing import Annotated, Any, Literal

import orjson
from pydantic import Field

from backpass.app.api.schema_types import Row, Value, Whole
from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.answer_cache import AnswerKind, cached_answer
from backpass.app.evaluation.programs import InputValue, PartModel, ProgramRequest, refused, run_program
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine import Code, Limits, Problem, ProblemError
from backpass.engine.interpreter.run import Run
from backpass.engine.many_points.recording import ProgramRecording, marked_graph
from backpass.engine.messages import say
from backpass.engine.own_engine.answer import Asked, own_graph
from backpass.engine.own_engine.detection import defines_engine
from backpass.engine.serialization.forward_json import forward_passes
from backpass.engine.serialization.graph_json import gradient_json, graph_json
from backpass.engine.serialization.reading import reading_json

Columns = dict[str, list[Any]]
Direction = Annotated[dict[str, InputValue], Field(min_length=1)]
MAX_DIRECTIONS = 100


class GraphRequest(ProgramRequest):
    """A program whose graph is wanted."""

    layout: Literal["rows", "columns"] = Field(
        default="rows", description="Nodes, edges and steps as a list of objects, or as one list per field."
    )
    detail: Literal["graph", "gradients"] = Field(
        default="graph", description="`gradients` leaves out nodes, edges, steps and mentions."
    )
    reading: bool = Field(default=False, description="Whether the answer says what was read of the text.")
    directions: list[Direction] = Field(
        default=[],
        max_length=MAX_DIRECTIONS,
        description="Forward mode besides: a pass for each direction, which says by name at which rate values move.",
        examples=[[{"a": 1}]],
    )
    gradient: str | None = Field(
        default=None,
        max_length=100,
        description="Of a program that defines its own engine: the attribute that holds the gradient, where that is ambiguous.",
    )
    run: Literal["as-read", "as-it-is"] = Field(
        default="as-read",
        description="`as-it-is` runs the program in Python with the real library, confined, where this server does that.",
    )
    library: Annotated[str, Field(max_length=40)] | None = Field(
        default=None, description="With `as-it-is`: the library, such as `torch`; else the first that the program imports."
    )
    step: Whole = Field(
        default=1, ge=1, le=1_000_000, description="With `as-it-is`: of which `backward()` the graph is, the first by default."
    )


class Histogram(Row):
    """How the numbers of a large array are distributed."""

    start: float | None = Field(alias="from")
    to: float | None
    counts: list[int]
    counted_every: int


class Summary(Row):
    """What is known of a large array of a captured graph, instead of its numbers."""

    shape: list[int]
    dtype: str
    device: str
    min: float | None
    max: float | None
    mean: float | None
    norm: float | None
    zeros: float
    nonfinite: float
    histogram: Histogram


class NodeSummary(Row):
    """Of a node's arrays, those that are large."""

    data: Summary | None = None
    grad: Summary | None = None


class Site(Row):
    """A line of code outside of the program."""

    file: str
    line: int


class Node(Row):
    """A value of the graph; its id is its position in evaluation order."""

    id: int
    name: str | None
    op: str | None
    role: Literal["input", "parameter", "constant", "intermediate", "output"]
    inputs: list[int]
    shape: list[int]
    data: Value | None
    grad: Value | None
    span: tuple[int, int] | None
    options: dict[str, Any] | None = Field(
        default=None,
        description="Options of the operation besides its inputs, such as `axis` or `key`; a slice is its three parts.",
    )
    text: str | None = Field(
        default=None,
        description="What the node computes, `y_2 − y_hat_2`, where others have its `span`: in LaTeX and derivatives.",
    )
    literal: tuple[int, int] | None = None
    assumed: bool = False
    right: Value | None = Field(
        default=None, description="Of a program's own engine, whose gradient `grad` is: the gradient that is right."
    )
    wrong: bool = Field(default=False, description="Of a program's own engine: whether `grad` is wrong.")
    kind: str | None = Field(default=None, description="Of a program's own engine: the class of the object.")
    dtype: str | None = Field(default=None, description="Of a captured graph, as what follows: the type of its numbers.")
    device: str | None = None
    site: Site | None = None
    summary: NodeSummary | None = None
    group: int | None = Field(default=None, description="The innermost call or repetition that made it; there are `groups` then.")


class Edge(Row):
    """One slot of one node, and the contribution that travels back along it."""

    id: int
    source: int
    target: int
    slot: int
    local: Value | None
    contribution: Value | None
    how: Literal["scale", "copy", "sum-over-axes", "route", "adjoint"] | None
    summary: Summary | None = Field(default=None, description="Of a captured graph: of a contribution that is large.")


class Term(Row):
    """What one slot adds to a tangent: the slope there times the tangent of its source."""

    edge: int
    sent: Value


class Step(Row):
    """One frame of the timeline."""

    phase: Literal["forward", "backward", "tangent"]
    node: int | None = None
    edge: int | None = None
    total: Value | None = None
    arriving: bool = False
    direction: int | None = Field(default=None, description="Of a tangent: in which of the `directions` things move.")
    tangent: Value | None = Field(default=None, description="The rate at which the node moves: the sum of its terms.")
    terms: list[Term] | None = Field(default=None, description="What each slot adds to it; none where the pass begins.")
    span: tuple[int, int] | None = Field(default=None, description="Of a program's own engine: the line that stored it.")
    wrong: bool = Field(default=False, description="Of a program's own engine: whether it is the first step that went wrong.")
    replaced: bool = Field(default=False, description="Of a program's own engine: whether it replaced what had been there.")
    assigned: bool = Field(
        default=False, description="Of a program's own engine: whether it wrote `=` and added to nothing, not even to 0."
    )


class Group(Row):
    """A call of a function, a loop, or one repetition of a loop."""

    id: int
    parent: int | None
    kind: Literal["call", "loop", "iteration"]
    name: str
    span: tuple[int, int] | None


class Pass(Row):
    """One pass of forward mode: what moved at which rate, and how fast the output follows."""

    seeds: dict[str, Value]
    derivative: Value


class Cost(Row):
    """What derivatives cost beyond the values themselves; a slope that is always 1 is not multiplied with."""

    passes: int
    multiplications: int
    additions: int


class Costs(Row):
    """What the gradients of all inputs cost in either mode."""

    reverse: Cost
    forward: Cost


class ReadingModel(Row):
    """What was read of a program's text."""

    libraries: list[str] = Field(description="The libraries that it uses, such as PyTorch.")
    lines: int = Field(description="Lines with code, and with what stands around it.")
    read: int = Field(description="Those of them that were read and run.")
    passed_over: list[str] = Field(description="What was ignored, in a word or two each.")
    shown_pass: str | None = Field(
        default=None, description="The one pass of a loop that the graph is of: `epoch = 19`; null where it is of no single one."
    )
    sentence: str = Field(description="All of it in one line.")


class Mistake(Row):
    """The first step of a program's own engine that went wrong."""

    kind: str
    message: str
    hint: str
    span: tuple[int, int] | None
    node: int | None = Field(description="The node whose number is wrong.")
    source: int | None = Field(description="The node that sent it.")
    theirs: Value | None
    right: Value | None
    rule: str | None = Field(description="The derivative that is right, where the operation is one of ours.")


class OwnEngine(Row):
    """What is found of an engine that the program defines itself."""

    verdict: Literal["right", "wrong", "unknown"]
    value: str = Field(description="The attribute that holds the value of an object.")
    gradient: str | None = Field(description="The attribute that holds its gradient, or in forward mode its tangent.")
    mode: Literal["reverse", "forward"]
    question: list[str] = Field(description="The attributes that might hold the gradient, where that is ambiguous.")
    passes: int
    shown: int = Field(description="The place of the backward pass that is shown: the first one that went wrong, else the last.")
    agreeing: int
    compared: int
    mistake: Mistake | None


class Captured(Row):
    """Where a captured graph was computed."""

    library: str


class RunAsItIs(Row):
    """How a program was run as it is."""

    library: str
    version: str
    step: int
    line: int | None = Field(description="The line whose `backward()` the graph is of; null where the program has none.")
    sentence: str


class GraphResponse(Row):
    """A computed graph. Numbers that JSON does not have are the strings "NaN", "Infinity" and "-Infinity"; null is
    what was not computed.
    """

    output: int | None = None
    value: Value | None
    gradients: dict[str, Value | None]
    nodes: list[Node] | Columns = Field(default=[])
    edges: list[Edge] | Columns = Field(default=[])
    steps: list[Step] | Columns = Field(default=[])
    mentions: list[tuple[int, int, int]] = Field(default=[])
    groups: list[Group] = Field(default=[], description="The calls, loops and repetitions that made the nodes; parents first.")
    printed: list[str] = Field(default=[], description="The lines that the program printed.")
    directions: list[Pass] = Field(default=[], description="Forward mode, where it was asked for.")
    costs: Costs | None = Field(default=None, description="Reverse mode and forward mode compared; only with `directions`.")
    partial: PartModel | None = Field(default=None, description="How far a program with an error was run; only with `partial`.")
    program: str | None = Field(
        default=None, description="Of a notebook, the code of its cells, joined: the text that spans refer to."
    )
    reading: ReadingModel | None = Field(default=None, description="What was read of the text; only with `reading`.")
    own_engine: OwnEngine | None = Field(
        default=None, description="Where the program defines an engine of its own: it is run as it is written, and judged."
    )
    captured: Captured | None = None
    as_it_is: RunAsItIs | None = Field(default=None, description="Where the program was run as it is: by which library.")
    problems: list[ProblemModel]


_ANSWER_KIND = AnswerKind(marked_graph, ProgramRecording.graph_numbers)


def answer_graph(body: bytes, limits: Limits) -> Answer:
    """The answer to `POST /api/v1/graph`."""
    try:
        request = GraphRequest.read(body)
        if request.run == "as-it-is":  # another process does that
            raise ProblemError(Problem(Code.AS_IT_IS, say("as-it-is-off", library=request.library or "PyTorch")))
        if defines_engine(request.program):
            return Answer(200, orjson.dumps(own_graph(request.program, limits, _asked_of_own(request))))
        content = _cached(request, limits)
        if content is None:
            content = orjson.dumps(compute(request, run_program(request, limits), limits))
    except ProblemError as error:
        return refused(error, body)
    return Answer(200, content)


def _asked_of_own(request: GraphRequest) -> Asked:
    """What is asked of a program with an engine of its own. Raises ProblemError (unsupported) for what it decides itself."""
    for option, is_given in (("upstream", request.upstream != 1.0), ("directions", bool(request.directions))):
        if is_given:
            hint = say("own-engine-option.hint", option=option)
            raise ProblemError(Problem(Code.UNSUPPORTED, say("own-engine-option", option=option), hint))
    return Asked(
        request.gradient,
        request.inputs,
        request.output,
        tuple(request.wrt or ()),
        as_columns=request.layout == "columns",
        gradients_only=request.detail == "gradients",
        reading=request.reading,
    )


def _cached(request: GraphRequest, limits: Limits) -> bytes | None:
    is_usual = request.layout == "rows" and request.detail == "graph" and not (request.directions or request.reading)
    return cached_answer(_ANSWER_KIND, request, limits) if is_usual else None


def compute(request: GraphRequest, run: Run, limits: Limits) -> Any:
    """What the request asks of a finished run. Raises ProblemError."""
    content = _graph(request, run, limits)
    return {**content, "reading": reading_json(run)} if request.reading else content


def _graph(request: GraphRequest, run: Run, limits: Limits) -> Any:
    if request.detail == "gradients":
        return gradient_json(run, request.wrt, request.upstream)
    as_columns = request.layout == "columns"
    if not request.directions:
        return graph_json(run, request.wrt, request.upstream, as_columns=as_columns)
    passes = forward_passes(request.directions, limits)
    return graph_json(run, request.wrt, request.upstream, as_columns=as_columns, besides=passes)


def graph_of(program: str) -> Any:
    """The graph of a program as the page gets it with its first picture. Raises ProblemError."""
    return graph_json(run_program(GraphRequest(program=program), Limits()))
