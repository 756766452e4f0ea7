"""WebSockets with synchronous writes and abort, which ASGI does not have, as an extension of its scope.

Broadcasting to thousands costs most in what is done per connection. `Direct.write` puts a text on the wire by a
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

GREETING_BYTES = 16_000
"""The largest message that is read before `Direct.let_in`: a stranger's connection must not hold a whole program in memory."""


@lru_cache(maxsize=8)
def framed(text: str) -> bytes:
    """A message as it goes over the wire, the same for everybody: servers do not mask, and nothing is compressed."""
    return bytes(Frame(Opcode.TEXT, text.encode()).serialize(mask=False))


class Direct:
    """One connection, past ASGI."""

    def __init__(self, protocol: WebSocketsSansIOProtocol) -> None:
        self._protocol = protocol

    def writable(self) -> bool:
        """Whether the write buffer has room and the connection is open."""
        protocol = self._protocol
        return protocol.writable.is_set() and not protocol.disconnected and protocol.conn.state is OPEN

    def write(self, text: str) -> None:
        """Sends a message at once. Only where it is `writable`."""
        self._protocol.transport.write(framed(text))

    def let_in(self) -> None:
        """Reads messages as large as the settings allow: the client is identified."""
        self._protocol.conn.max_message_size = self._protocol.config.ws_max_size

    def abort(self) -> None:
        """Aborts the connection without a close frame."""
        self._protocol.transport.abort()


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, with the extension."""

    def handle_connect(self, event: Request) -> None:
        """Begins to serve a connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else it was no proper handshake, and has been answered
            self.conn.max_message_size = min(GREETING_BYTES, self.config.ws_max_size)
            self.scope["extensions"][DIRECT] = Direct(self)  # type: ignore[assignment]
