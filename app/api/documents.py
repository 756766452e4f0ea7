"""Answers that are the same for everybody until the server is another: written once, compressed once, with strong ETags."""

import gzip
import hashlib
from http import HTTPStatus

from fastapi import Request, Response
from starlette.datastructures import Headers

from backpass.app.http.codings import takes_gzip

_LEVEL = 9
_WORTH_COMPRESSING = 1_000


class Document:
    """Content that is known from the start. Each of its forms has an ETag of its own: equal strong ETags mean equal bytes."""

    def __init__(self, content: bytes, media_type: str = "application/json") -> None:
        self._media_type = media_type
        digest = hashlib.sha256(content).hexdigest()[:32]
        self._plain = content, {"etag": f'"{digest}"', "cache-control": "no-cache", "vary": "accept-encoding"}
        self._compressed = self._plain
        if len(content) >= _WORTH_COMPRESSING:
            packed = gzip.compress(content, _LEVEL, mtime=0)
            self._compressed = packed, self._plain[1] | {"etag": f'"{digest}-gzip"', "content-encoding": "gzip"}

    def response(self, request: Request) -> Response:
        """The content in the form the client takes, or 304 where it has it already."""
        content, headers = self._compressed if takes_gzip(request.headers) else self._plain
        if _has(request.headers, headers["etag"]):
            repeated = {name: value for name, value in headers.items() if name != "content-encoding"}
            return Response(None, HTTPStatus.NOT_MODIFIED, repeated)
        return Response(content, HTTPStatus.OK, headers, self._media_type)


def _has(headers: Headers, etag: str) -> bool:
    known = (each.strip().removeprefix("W/") for each in headers.get("if-none-match", "").split(","))
    return any(each in {etag, "*"} for each in known)
