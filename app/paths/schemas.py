"""What a request for paths and its answer look like."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.problem_models import ProblemModel
from app.programs import ProgramRequest

Number = float | Literal["NaN", "Infinity", "-Infinity"]
Count = Annotated[str, Field(pattern=r"^\d+$")]

MOST = 100


class PathsRequest(ProgramRequest):
    """A program, and the node to which paths are followed: exactly one of `name` and `node`."""

    name: str | None = Field(default=None, description="The name of the program to which the paths lead.", examples=["a"])
    node: int | None = Field(default=None, ge=0, description="Its id in the graph, for what has no name.")
    most: int = Field(default=10, ge=1, le=MOST, description="How many of the largest paths are listed.")
    element: list[int] | None = Field(
        default=None, max_length=64, description="Which element of a tensor, one place per axis counted from 0; else the first."
    )


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PathModel(_Row):
    """One path from the output to the node, by ids of the graph: one node more than edges."""

    nodes: list[int]
    edges: list[int]
    locals: list[Number]
    product: Number


class LastStepModel(_Row):
    """All paths that come in through one edge; together they are its contribution."""

    user: int
    slot: int
    edge: int
    count: Count
    contribution: Number


class PathsResponse(_Row):
    """One gradient as a sum over paths. Counts are texts of digits, since they are exact however large they are."""

    node: int | None = Field(description="null for a name that does not feed the output.")
    gradient: Number | None
    count: Count
    zeros: Count = Field(description="How many of the paths have a slope of 0 on the way.")
    paths: list[PathModel]
    listed: Number | None = Field(description="The sum of the listed products.")
    remainder: Number | None = Field(description="The gradient minus that sum.")
    last_steps: list[LastStepModel]
    problems: list[ProblemModel]
