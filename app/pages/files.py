"""The built files of the page. Their names hold a hash of their content, so a browser need never ask for one again."""

import gzip
from collections.abc import Callable
from functools import lru_cache
from os import PathLike, stat_result
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from backpass.app.http.codings import takes

_FOREVER = "public, max-age=31536000, immutable"
_ALIKE = ("cache-control", "last-modified", "sourcemap", "vary")
"""Headers that the compressed form has as well."""
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
        if path.with_name(f"{path.name}.map").is_file():
            response.headers["sourcemap"] = f"{path.name}.map"
        if path.suffix not in _COMPRESSIBLE:
            return response
        response.headers["vary"] = "accept-encoding"
        if response.status_code != status_code:
            return response
        headers = Headers(scope=scope)
        forms = ((coding, _PACKED[coding](path)) for coding in _PACKED if takes(coding, headers))
        coding, content = next(((coding, content) for coding, content in forms if content is not None), ("", b""))
        if not coding:
            return response
        packed = Response(content, status_code, media_type=response.media_type)
        packed.headers.update({name: response.headers[name] for name in _ALIKE if name in response.headers})
        packed.headers["content-encoding"] = coding
        packed.headers["etag"] = response.headers["etag"].removesuffix('"') + f'-{coding}"'
        return packed


@lru_cache(maxsize=256)
def _gzipped(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), _LEVEL, mtime=0)


@lru_cache(maxsize=256)
def _brotli(path: Path) -> bytes | None:
    """What the build compressed, a seventh smaller than gzip; None of files that it left as they are."""
    packed = path.with_name(f"{path.name}.br")
    return packed.read_bytes() if packed.is_file() else None


_PACKED: dict[str, Callable[[Path], bytes | None]] = {"br": _brotli, "gzip": _gzipped}
"""By content coding, the best first. Browsers ask for Brotli over HTTPS and on the machine itself."""
