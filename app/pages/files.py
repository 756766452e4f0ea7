"""The built files of the page. Their names hold a hash of their content, so a browser need never ask for one again."""

import gzip
from functools import lru_cache
from os import PathLike, stat_result
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.documents import takes_gzip

_FOREVER = "public, max-age=31536000, immutable"
_COMPRESSIBLE = {".js", ".css", ".json", ".svg", ".txt", ".wasm"}
_LEVEL = 9


class BuiltFiles(StaticFiles):
    """Static files that browsers keep. Each is compressed once: a whole class asks for the same at the same time."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, compressed where the client takes that."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = _FOREVER
        path = Path(full_path)
        if path.suffix not in _COMPRESSIBLE:
            return response
        response.headers["vary"] = "accept-encoding"
        if response.status_code != status_code or not takes_gzip(Headers(scope=scope)):
            return response
        packed = Response(_compressed(path), status_code, media_type=response.media_type)
        packed.headers.update({name: response.headers[name] for name in ("cache-control", "last-modified", "vary")})
        packed.headers["content-encoding"] = "gzip"
        packed.headers["etag"] = response.headers["etag"].removesuffix('"') + '-gzip"'
        return packed


@lru_cache(maxsize=256)
def _compressed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), _LEVEL, mtime=0)
