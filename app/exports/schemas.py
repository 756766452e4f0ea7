"""What a request for an export and its answer look like."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from app.problem_models import ProblemModel
from app.programs import ProgramRequest
from engine.export.formats import FORMATS


def _known(name: str) -> str:
    if name not in FORMATS:
        raise ValueError(f"there is no format {name[:40]!r}; there are {', '.join(FORMATS)}")
    return name


FormatName = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(FORMATS)})]


class ExportRequest(ProgramRequest):
    """A program that is wanted in another form."""

    format: FormatName = Field(description=" ".join(f"`{each.name}`: {each.meaning}" for each in FORMATS.values()))
    operation_nodes: bool = Field(
        default=True,
        description="Whether pictures in `dot` and `mermaid` have a node for each operation, between its inputs and its value.",
    )


class ExportResponse(BaseModel):
    """The text, and what a file with it would be called."""

    model_config = ConfigDict(extra="forbid")

    format: str
    filename: str
    media_type: str
    text: str
    problems: list[ProblemModel]
