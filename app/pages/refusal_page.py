"""What the framework refuses, as a page for a reader with a browser: what is wrong, and where to go on."""

from fastapi import Request, Response

from backpass.app.api.routes import API
from backpass.app.pages.router import POLICY, render
from backpass.app.problems.status_codes import status_of
from backpass.engine import Code, Problem


def refusal_page(request: Request, problem: Problem) -> Response | None:
    """The page for a problem with an address; None where a problem document is the better answer: to programs, and in the API."""
    if not _asks_for_a_page(request.headers.get("accept", "")) or request.url.path.startswith(f"{API}/"):
        return None
    status = status_of(problem.code)
    assert status is not None
    return render(request, "refusal.html", POLICY, status, problem=problem, missing=problem.code is Code.NOT_FOUND)


def _asks_for_a_page(accept: str) -> bool:
    """Whether HTML is asked for by name, as browsers do for what a reader opens; `*/*` is what programs send."""
    kinds = [each.strip().replace(" ", "") for each in accept.lower().split(",")]
    return any(kind == "text/html" or (kind.startswith("text/html;") and not kind.endswith((";q=0", ";q=0.0"))) for kind in kinds)
