"""Which content codings a client accepts, by its `Accept-Encoding`."""

from starlette.datastructures import Headers


def takes(coding: str, headers: Headers) -> bool:
    """Whether the client accepts a coding, such as `gzip` or `br`."""
    codings = (each.strip() for each in headers.get("accept-encoding", "").lower().split(","))
    return any(each == coding or (each.startswith(f"{coding};") and not each.endswith(("=0", "=0.0"))) for each in codings)


def takes_gzip(headers: Headers) -> bool:
    """Whether the client accepts gzip."""
    return takes("gzip", headers)
