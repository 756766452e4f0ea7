"""The built files of the page. Their names hold a hash of their content, so a browser need never ask for one again."""

from os import PathLike, stat_result

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_FOREVER = "public, max-age=31536000, immutable"


class BuiltFiles(StaticFiles):
    """Static files that browsers keep."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = _FOREVER
        return response
