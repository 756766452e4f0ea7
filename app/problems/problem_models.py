"""Schemas of problems for the API's description. Knows nothing of the framework."""

from pydantic import BaseModel, Field

from backpass.engine import Code, Severity


class ReplacementModel(BaseModel):
    """What to write instead, where that is certain."""

    span: tuple[int, int] = Field(description="The stretch of the program that it takes the place of.")
    text: str


class ProblemModel(BaseModel):
    """One problem with a program or a request."""

    code: Code
    severity: Severity
    message: str
    hint: str | None
    span: tuple[int, int] | None
    node: int | None = None
    field: str | None = Field(default=None, description="What of a declaration it concerns, where that is known.")
    choices: list[str] = Field(default=[], description="What can be asked for instead, such as elements of the output.")
    replacement: ReplacementModel | None = Field(
        default=None, description="What the hint says to write, where that is certain; absent elsewhere."
    )
    statement: tuple[int, int] | None = Field(
        default=None, description="The whole statement that it is in, so that it can be left out; only with `partial`."
    )


class ProblemDocument(BaseModel):
    """The body of every refusal (RFC 9457)."""

    type: str = Field(description="The address of the first problem's code in the list of codes.")
    title: str = Field(description="What the code means.")
    status: int
    detail: str = Field(description="What is wrong: the message of the first problem.")
    problems: list[ProblemModel] = Field(min_length=1)
    printed: list[str] = Field(default=[], description="The lines that the program had printed before it was refused.")
