"""What the framework refuses, and problems that reach it, answered as problem documents too."""

from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from app.errors import PROBLEM_JSON, problem_answer
from engine import Code, Problem, ProblemError


def problem_response(problem: Problem) -> Response:
    """A refusal that concerns the request rather than a program."""
    status, body = problem_answer([problem], "")
    return Response(body, status, media_type=PROBLEM_JSON)


def _http_problem(request: Request, error: HTTPException) -> Problem:
    path = request.url.path
    if error.status_code == HTTPStatus.NOT_FOUND:
        return Problem(Code.NOT_FOUND, f"There is nothing at {path}.", "The page is at /, the API is described at /docs.")
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return Problem(Code.METHOD_NOT_ALLOWED, f"{path} does not answer {request.method}.", "The API is described at /docs.")
    return Problem(Code.INVALID_REQUEST, str(error.detail), "The API is described at /docs.")


def install(app: FastAPI) -> None:
    """Answers what the framework refuses as a problem document, too."""

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return problem_response(_http_problem(request, error))

    async def on_problem(_request: Request, error: Exception) -> Response:
        assert isinstance(error, ProblemError)
        status, body = problem_answer(error.problems, "")
        return Response(body, status, media_type=PROBLEM_JSON)

    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(ProblemError, on_problem)
