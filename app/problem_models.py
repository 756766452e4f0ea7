"""How problems stand in the API's description. Knows nothing of the framework."""

from pydantic import BaseModel, Field


class ProblemModel(BaseModel):
    """One problem with a program or a request."""

    code: str
    severity: str
    message: str
    hint: str | None
    span: tuple[int, int] | None
    node: int | None = None
    field: str | None = Field(default=None, description="What of a declaration it concerns, where that can be said.")


class ProblemDocument(BaseModel):
    """The body of every refusal."""

    type: str
    title: str
    status: int
    detail: str
    problems: list[ProblemModel]
