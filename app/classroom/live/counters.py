"""What is counted of the live channel, for those who watch the server."""

from dataclasses import dataclass


@dataclass(slots=True)
class Counters:
    """Since the server started."""

    connected: int = 0
    """Connections that sent a valid hello."""
    refused: int = 0
    """Connections that were not, or were closed for what they sent."""
    received: int = 0
    sent: int = 0
    dropped: int = 0
    """Connections that were given up because they took nothing for too long."""
    stored: int = 0
    """Changes of rooms."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """At this moment."""

    rooms: int
    hosts: int
    guests: int
    waiting: int
    """Messages that wait to be sent, over all connections."""
    longest: int
    """Messages that wait to be sent to the connection that has most of them."""
