"""What every request passes through, as plain ASGI (a `BaseHTTPMiddleware` would cost three times a small request)."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.error_handlers import problem_response
from engine import Code, Problem

_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]


class SecurityHeaders:
    """Adds the headers that are the same for every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        return await self.app(scope, receive, send_with_headers)


class BodyTooLargeError(Exception):
    """More has been sent than is read."""


class BodyLimit:
    """Refuses a body that is too large: at once where its length is announced, else as soon as it has grown too long."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if announced.isdigit() and int(announced) > self.limit:
            return await self._refuse()(scope, receive, send)
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > self.limit:
                    raise BodyTooLargeError
            return message

        try:
            return await self.app(scope, receive_counted, send)
        except BodyTooLargeError:
            return await self._refuse()(scope, receive, send)

    def _refuse(self) -> ASGIApp:
        return problem_response(
            Problem(
                Code.BODY_TOO_LARGE,
                f"The request's body is larger than {self.limit:,} bytes, the most that is read here.",
                "Send a smaller program or fewer numbers.",
            )
        )
