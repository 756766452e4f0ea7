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
        "A message is larger than the server reads, or larger than 16,000 bytes before `hello` has been answered.",
        True,
    )
    INTERNAL = 1011, "An error of the server.", True
    NOT_UNDERSTOOD = (
        4400,
        "The client sent too many invalid messages, one that is too long, or no `hello` first, and should wait.",
        True,
    )
    UNKNOWN = 4401, "The room does not exist, or the token is not valid in it.", False
    REMOVED = 4403, "The teacher has removed this student from the room.", False
    LATE = 4408, "No `hello` arrived in time.", True
    CLOSED = 4410, "The room has ended.", False
    TOO_MANY = 4429, "The client sent too many messages within a second.", True
    TOO_SLOW = 4503, "The client did not read for too long. The next connection receives what it missed.", True
