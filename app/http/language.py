"""In which language a request is answered: the one that its reader prefers, of those there are."""

from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backpass.engine.messages import DEFAULT_LANGUAGE, languages, preferred, speaking

COOKIE = "backpass-language"
"""What the menu of the page sets; it chooses the language of pages and live connections, never that of the API."""

_WORDED = (b"application/json", b"application/problem+json", b"text/html", b"text/event-stream")


class Language:
    """Words everything about a request in its reader's language, and says in the answer which one that is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        chosen = _chosen(scope) if scope["type"] in {"http", "websocket"} else DEFAULT_LANGUAGE

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                if any(name == b"content-type" and value.startswith(_WORDED) for name, value in headers):
                    varying = [value for name, value in headers if name == b"vary"]
                    others = [each for each in headers if each[0] != b"vary"]
                    vary = b", ".join([*varying, b"Accept-Language"])
                    message["headers"] = [*others, (b"vary", vary), (b"content-language", chosen.encode())]
            await send(message)

        with speaking(chosen):
            await self.app(scope, receive, send_with_language)


def _chosen(scope: Scope) -> str:
    headers: dict[bytes, bytes] = {name: value for name, value in scope["headers"] if name in {b"accept-language", b"cookie"}}
    if b"cookie" in headers and (scope["type"] == "websocket" or not scope["path"].startswith("/api/")):
        try:
            morsel = SimpleCookie(headers[b"cookie"].decode("latin-1")).get(COOKIE)
        except CookieError:
            morsel = None
        if morsel is not None and morsel.value in languages():
            return morsel.value
    return preferred(headers[b"accept-language"].decode("latin-1")) if b"accept-language" in headers else DEFAULT_LANGUAGE
