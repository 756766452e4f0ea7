"""What may come in over the live channel: one union, discriminated by `type`, validated once at the edge."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.rooms.schemas import Settings, Strict, View

Role = Literal["host", "guest"]


class Message(Strict):
    """What all have: who may send it, and a number that its answer repeats."""

    roles: ClassVar[frozenset[Role]] = frozenset({"host", "guest"})

    request: int | None = Field(default=None, ge=0, le=2**53)


class HostMessage(Message):
    """What only the teacher may send."""

    roles: ClassVar[frozenset[Role]] = frozenset({"host"})


class GuestMessage(Message):
    """What only a student may send."""

    roles: ClassVar[frozenset[Role]] = frozenset({"guest"})


class Hello(Message):
    """The first message: who it is, and what is known already from before the connection was lost."""

    type: Literal["hello"]
    token: str = Field(max_length=200)
    epoch: str | None = Field(default=None, max_length=64)
    revision: int | None = Field(default=None, ge=0, le=2**53)
    tab: str = Field(default="", max_length=64)


class Ping(Message):
    """Whether anybody is there; answered by `pong`."""

    type: Literal["ping"]


class Seen(Message):
    """The changes up to this revision are on the screen."""

    type: Literal["seen"]
    revision: int = Field(ge=0, le=2**53)


class Show(HostMessage):
    """What the teacher shows has changed."""

    type: Literal["show"]
    changes: View


class ChangeSettings(HostMessage):
    """How the room behaves is to change."""

    type: Literal["settings"]
    changes: Settings


class Feature(HostMessage):
    """One student's copy is to be shown to all, or none any more."""

    type: Literal["feature"]
    guest: int | None = Field(ge=1)


class Rename(HostMessage):
    """A student is to be called otherwise."""

    type: Literal["rename"]
    guest: int = Field(ge=1)
    nickname: str = Field(max_length=200)


class Remove(HostMessage):
    """A student is to leave and not to come back."""

    type: Literal["remove"]
    guest: int = Field(ge=1)


class TakeCharge(HostMessage):
    """This tab leads from now on."""

    type: Literal["take_charge"]


class Explored(GuestMessage):
    """The student's own copy has changed."""

    type: Literal["explored"]
    changes: View


class Following(GuestMessage):
    """Whether the student follows or looks around."""

    type: Literal["following"]
    following: bool


Incoming = Annotated[
    Hello | Ping | Seen | Show | ChangeSettings | Feature | Rename | Remove | TakeCharge | Explored | Following,
    Field(discriminator="type"),
]

INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)
