"""Why the server closes a live channel, as WebSocket close codes."""

from enum import IntEnum
from typing import Self


class Close(IntEnum):
    """The member's `meaning` is what the documentation prints; `comes_back` says whether a client should reconnect."""

    meaning: str
    comes_back: bool

    def __new__(cls, value: int, meaning: str, comes_back: bool) -> Self:
        """A code with what it means."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        member.comes_back = comes_back
        return member

    TOO_LARGE = (
        1009,
        "A message is larger than the server reads, or than 16,000 bytes before `hello` has been answered.",
        True,
    )
    INTERNAL = 1011, "A mistake of ours.", True
    NOT_UNDERSTOOD = (
        4400,
        "Too much was sent that cannot be understood, too long a message, or no `hello` first: wait a while.",
        True,
    )
    UNKNOWN = 4401, "There is no such room, or the token is not one of it.", False
    REMOVED = 4403, "The teacher has taken this student out of the room.", False
    LATE = 4408, "No `hello` came in time.", True
    CLOSED = 4410, "The room is over.", False
    TOO_MANY = 4429, "Too many messages in a second.", True
    TOO_SLOW = 4503, "Nothing was taken for too long; what was missed comes with the next connection.", True
