"""Short links as JSON."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field


class ShareRequest(BaseModel):
    """What is to be kept."""

    model_config = ConfigDict(extra="forbid")

    state: str = Field(
        pattern=r"^v=[0-9]+(&|$)",
        description="The state of the page: what stands behind the `#` of its link.",
        examples=["v=1&program=x*y"],
    )


class ShareResponse(BaseModel):
    """What is kept."""

    code: str = Field(description="Under which it is found. Equal states have equal codes; a code cannot be guessed.")
    path: str = Field(description="Where this server opens it.")
    state: str
    expires: datetime | None = Field(description="Until when it is kept, in UTC; null for ever. Sharing it again begins anew.")
