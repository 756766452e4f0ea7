"""Which pages may open a live channel: browsers let every site open WebSockets anywhere, and CORS has no say in it."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers


def allowed(headers: Headers, others: str) -> bool:
    """Whether the page comes from this server itself or from one of the `others`, origins separated by blanks.

    Programs other than browsers send no origin and are let in: they have no user's rights to misuse.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in others.split():
        return True
    host = headers.get("host", "")
    return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
