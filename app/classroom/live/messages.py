"""What may come in over the live channel: one union, discriminated by `type`, validated once at the edge."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter

from backpass.app.api.schema_types import FROM_FLOAT, Strict, Whole
from backpass.app.classroom.view_schemas import RoomSettings, ShownView, View

Role = Literal["host", "guest"]


class Message(Strict):
    """What all have: who may send it, and a number that its answer repeats."""

    roles: ClassVar[frozenset[Role]] = frozenset({"host", "guest"})

    request: Annotated[int, Field(ge=0, le=2**53), FROM_FLOAT] | None = Field(default=None)


class HostMessage(Message):
    """What only the teacher may send."""

    roles: ClassVar[frozenset[Role]] = frozenset({"host"})

    def leads(self) -> bool:
        """Whether a remote control may send it, too."""
        return False


class GuestMessage(Message):
    """What only a student may send."""

    roles: ClassVar[frozenset[Role]] = frozenset({"guest"})


class Hello(Message):
    """The first message: who it is, and what is known already from before the connection was lost."""

    type: Literal["hello"]
    token: str = Field(max_length=200)
    epoch: str | None = Field(default=None, max_length=64)
    revision: Annotated[int, Field(ge=0, le=2**53), FROM_FLOAT] | None = Field(default=None)
    tab: str = Field(default="", max_length=64)
    watching: bool = Field(
        default=False, description="A window for the projector: it never leads, and is sent what the class sees."
    )
    peek: bool | None = Field(
        default=None,
        description="False for a host's tab that others may see: marks come once they are shown. Absent: at once, for scripts.",
    )


class Ping(Message):
    """Whether anybody is there; answered by `pong`."""

    type: Literal["ping"]


class Seen(Message):
    """The changes up to this revision are on the screen."""

    type: Literal["seen"]
    revision: Whole = Field(ge=0, le=2**53)


class Show(HostMessage):
    """What the teacher shows has changed."""

    type: Literal["show"]
    changes: ShownView


class ChangeSettings(HostMessage):
    """How the room behaves is to change."""

    type: Literal["settings"]
    changes: RoomSettings

    def leads(self) -> bool:
        """A remote control pauses."""
        return self.changes.model_fields_set <= {"paused"}


class Feature(HostMessage):
    """One student's copy is to be shown to all, or none any more."""

    type: Literal["feature"]
    guest: Annotated[int, Field(ge=1), FROM_FLOAT] | None
    anonymous: bool = False


class Rename(HostMessage):
    """A student is to be called otherwise."""

    type: Literal["rename"]
    guest: Whole = Field(ge=1)
    nickname: str = Field(max_length=200)


class Remove(HostMessage):
    """A student is to leave and not to come back."""

    type: Literal["remove"]
    guest: Whole = Field(ge=1)


class TakeCharge(HostMessage):
    """This tab leads from now on."""

    type: Literal["take_charge"]


class Peek(HostMessage):
    """Whether this tab of the host's is sent marks before they are shown."""

    type: Literal["peek"]
    on: bool


class Press(HostMessage):
    """A button of a remote control: what it does, the tab in charge knows."""

    type: Literal["press"]
    button: Literal["next", "back", "show"]

    def leads(self) -> bool:
        """It is what remote controls are for."""
        return True


class Explored(GuestMessage):
    """The student's own copy has changed."""

    type: Literal["explored"]
    changes: View


class Following(GuestMessage):
    """Whether the student follows or looks around."""

    type: Literal["following"]
    following: bool


class Lost(GuestMessage):
    """Whether the student is lost, for the teacher alone."""

    type: Literal["lost"]
    lost: bool


class ClearLost(HostMessage):
    """It has been explained once more: nobody is lost until they say so again."""

    type: Literal["clear_lost"]


Incoming = Annotated[
    Hello
    | Ping
    | Seen
    | Show
    | ChangeSettings
    | Feature
    | Rename
    | Remove
    | TakeCharge
    | Peek
    | Press
    | Explored
    | Following
    | Lost
    | ClearLost,
    Field(discriminator="type"),
]

INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)
