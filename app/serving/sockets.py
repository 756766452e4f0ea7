"""WebSockets that can be given up.

A client that takes nothing would else keep its socket, and what was written to it, for as long as it likes: closing waits until
everything was taken.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

ABORT = "backpass.abort"
"""The ASGI extension that holds `abort()`."""


class AbortableProtocol(WebSocketsSansIOProtocol):
    """One connection; its scope has `extensions["backpass.abort"]["abort"]`."""

    def handle_connect(self, event: Request) -> None:
        """Begins to serve it."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else it was no proper handshake, and has been answered
            self.scope["extensions"][ABORT] = {"abort": self.transport.abort}
