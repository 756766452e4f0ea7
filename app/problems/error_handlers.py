"""What the framework refuses, and problems that reach it, answered as problem documents too."""

from collections.abc import Callable
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount, Route
from starlette.types import Scope

from backpass.app.problems.status_codes import PROBLEM_JSON, problem_answer
from backpass.engine import Code, Problem, ProblemError
from backpass.engine.messages import say


def problem_response(problem: Problem) -> Response:
    """A refusal that concerns the request rather than a program."""
    status, body = problem_answer([problem], "")
    return Response(body, status, media_type=PROBLEM_JSON)


def methods_at(scope: Scope) -> list[str]:
    """The methods that the address of a request answers; empty where there is nothing."""
    methods: set[str] = set()
    for route in scope["app"].router.routes:
        if isinstance(route, Route | Mount) and route.matches(scope)[0] is not Match.NONE:
            methods |= (route.methods or set()) if isinstance(route, Route) else {"GET"}
    return sorted(methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())) if methods else []


def _answered(scope: Scope) -> str:
    """The methods of an address that do something there: `POST`."""
    return ", ".join(method for method in methods_at(scope) if method not in ("HEAD", "OPTIONS")) or "GET"


def _http_problem(request: Request, error: HTTPException) -> Problem:
    path = request.url.path
    if error.status_code == HTTPStatus.NOT_FOUND:
        return Problem(Code.NOT_FOUND, say("nothing-at", path=path), say("nothing-at.hint"))
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return Problem(
            Code.METHOD_NOT_ALLOWED,
            say("method-not-answered", path=path, method=request.method),
            f"{say('method-not-answered.hint', methods=_answered(request.scope))} {say('described-at-docs')}",
        )
    return Problem(Code.INVALID_REQUEST, str(error.detail), say("described-at-docs"))


def install(app: FastAPI, page: Callable[[Request, Problem], Response | None]) -> None:
    """Answers what the framework refuses as a problem document, too, where `page` has nothing for the reader."""

    def refusal(request: Request, error: HTTPException) -> Response:
        problem = _http_problem(request, error)
        response = page(request, problem) or problem_response(problem)
        response.headers.add_vary_header("Accept")
        return response

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = refusal(request, error)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            # Where a mount has refused, that is files, it has cut its own part off the address.
            response.headers["allow"] = ", ".join(methods_at(request.scope) or ["GET", "HEAD", "OPTIONS"])
        return response

    async def on_path(request: Request, _error: Exception) -> Response:
        """Only parts of the path are read by the framework: what is no number there is the address of nothing."""
        return refusal(request, HTTPException(HTTPStatus.NOT_FOUND))

    async def on_problem(_request: Request, error: Exception) -> Response:
        assert isinstance(error, ProblemError)
        status, body = problem_answer(error.problems, "")
        return Response(body, status, media_type=PROBLEM_JSON)

    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_path)
    app.add_exception_handler(ProblemError, on_problem)
