"""WebSockets that can be written to without waiting, and given up: what ASGI has no words for, as an extension of its scope.

Telling thousands the same costs most in what is done for each of them alone. `Direct.write` puts a text on the wire by a
plain call, framed once for all. And a client that takes nothing would keep its socket, and what was written to it, for as long as
it likes, since closing waits until everything was taken; `Direct.abort` does not.
"""

from functools import lru_cache

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN

DIRECT = "backpass.direct"
"""The name of the extension, a `Direct`, in the scope's `extensions`."""


@lru_cache(maxsize=8)
def framed(text: str) -> bytes:
    """A message as it goes over the wire, the same for everybody: servers do not mask, and nothing is compressed."""
    return bytes(Frame(Opcode.TEXT, text.encode()).serialize(mask=False))


class Direct:
    """One connection, past ASGI."""

    def __init__(self, protocol: WebSocketsSansIOProtocol) -> None:
        self._protocol = protocol

    def writable(self) -> bool:
        """Whether the client has kept up, so that nothing waits in our buffers that it should have taken first."""
        protocol = self._protocol
        return protocol.writable.is_set() and not protocol.disconnected and protocol.conn.state is OPEN

    def write(self, text: str) -> None:
        """Sends a message at once. Only where it is `writable`."""
        self._protocol.transport.write(framed(text))

    def abort(self) -> None:
        """Ends the connection without another word."""
        self._protocol.transport.abort()


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, with the extension."""

    def handle_connect(self, event: Request) -> None:
        """Begins to serve a connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else it was no proper handshake, and has been answered
            self.scope["extensions"][DIRECT] = Direct(self)  # type: ignore[assignment]
