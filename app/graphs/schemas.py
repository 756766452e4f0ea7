"""What a request for a graph and its answer look like."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.problem_models import ProblemModel
from app.programs import InputValue, ProgramRequest

Number = float | Literal["NaN", "Infinity", "-Infinity"]
Value = Number | list[Any]
Columns = dict[str, list[Any]]
Direction = Annotated[dict[str, InputValue], Field(min_length=1)]
MOST_DIRECTIONS = 100


class GraphRequest(ProgramRequest):
    """A program whose graph is wanted."""

    layout: Literal["rows", "columns"] = Field(
        default="rows", description="Nodes, edges and steps as a list of objects, or as one list per field."
    )
    detail: Literal["graph", "gradients"] = Field(
        default="graph", description="`gradients` leaves out nodes, edges, steps and mentions."
    )
    directions: list[Direction] = Field(
        default=[],
        max_length=MOST_DIRECTIONS,
        description="Forward mode besides: a pass for each direction, which says by name at which rate values move.",
        examples=[[{"a": 1}]],
    )


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Node(_Row):
    """A value of the graph; its id is its position in evaluation order."""

    id: int
    name: str | None
    op: str | None
    role: Literal["input", "parameter", "constant", "intermediate", "output"]
    inputs: list[int]
    shape: list[int]
    data: Value
    grad: Value | None
    span: tuple[int, int] | None
    options: dict[str, Any] | None = Field(
        default=None,
        description="What the operation was told besides its inputs, such as `axis` or `key`; a slice is its three parts.",
    )
    literal: tuple[int, int] | None = None
    assumed: bool = False
    group: int | None = Field(default=None, description="The innermost call or repetition that made it; there are `groups` then.")


class Edge(_Row):
    """One slot of one node, and the contribution that travels back along it."""

    id: int
    source: int
    target: int
    slot: int
    local: Value | None
    contribution: Value | None
    how: Literal["scale", "copy", "sum-over-axes", "route", "adjoint"] | None


class Term(_Row):
    """What one slot adds to a tangent: the slope there times the tangent of its source."""

    edge: int
    sent: Value


class Step(_Row):
    """One frame of the timeline."""

    phase: Literal["forward", "backward", "tangent"]
    node: int | None = None
    edge: int | None = None
    total: Value | None = None
    arriving: bool = False
    direction: int | None = Field(default=None, description="Of a tangent: in which of the `directions` things move.")
    tangent: Value | None = Field(default=None, description="The rate at which the node moves: the sum of its terms.")
    terms: list[Term] | None = Field(default=None, description="What each slot adds to it; none where the pass begins.")


class Group(_Row):
    """A call of a function, a loop, or one repetition of a loop."""

    id: int
    parent: int | None
    kind: Literal["call", "loop", "iteration"]
    name: str
    span: tuple[int, int] | None


class Pass(_Row):
    """One pass of forward mode: what moved at which rate, and how fast the output follows."""

    seeds: dict[str, Value]
    derivative: Value


class Cost(_Row):
    """What derivatives cost beyond the values themselves; a slope that is always 1 is not multiplied with."""

    passes: int
    multiplications: int
    additions: int


class Costs(_Row):
    """What the gradients of all inputs cost in either mode."""

    reverse: Cost
    forward: Cost


class GraphResponse(_Row):
    """A computed graph. Numbers that JSON does not have are the strings "NaN", "Infinity" and "-Infinity"; null is
    what was not computed.
    """

    output: int | None = None
    value: Value
    gradients: dict[str, Value | None]
    nodes: list[Node] | Columns = []
    edges: list[Edge] | Columns = []
    steps: list[Step] | Columns = []
    mentions: list[tuple[int, int, int]] = []
    groups: list[Group] = Field(default=[], description="The calls, loops and repetitions that made the nodes; parents first.")
    printed: list[str] = Field(default=[], description="The lines that the program printed.")
    directions: list[Pass] = Field(default=[], description="Forward mode, where it was asked for.")
    costs: Costs | None = Field(default=None, description="Reverse mode and forward mode compared; only with `directions`.")
    problems: list[ProblemModel]
