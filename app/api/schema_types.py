"""Types that the schemas of several capabilities share."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

Number = float | Literal["NaN", "Infinity", "-Infinity"]
"""A number in a response. The three that JSON does not have are strings."""

Value = Number | list[Any]
"""A number, or nested lists of numbers."""


class Row(BaseModel):
    """An object of a response: its fields and no others."""

    model_config = ConfigDict(extra="forbid")


class Strict(BaseModel):
    """An object of a request: fields that it does not have are refused, and values are not converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _whole(value: Any) -> Any:
    return int(value) if type(value) is float and value.is_integer() else value


FROM_FLOAT = BeforeValidator(_whole)
"""Behind the bounds of an `Annotated[int, Field(ge=1), FROM_FLOAT]`: before them, the bounds would be missing from the schema."""

Whole = Annotated[int, FROM_FLOAT]
"""A whole number in a strict model, as JSON Schema has it: 5 and 5.0 are the same, `"5"`, `true` and 5.5 are none."""


def absent(reason: str) -> BeforeValidator:
    """Of a field that is null in this alternative of a request, with the reason, which "should be null" does not give."""

    def check(value: Any) -> None:
        if value is not None:
            raise ValueError(reason)

    return BeforeValidator(check)


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


Instant = Annotated[datetime, AfterValidator(_in_utc)]
"""A time in UTC with its zone in JSON, as RFC 3339 asks; without one a browser takes it for local. Databases keep no zone."""
