"""What routes share: reading a program's body, computing it, and describing an operation for OpenAPI.

The routes read and write plain bytes, so the framework knows nothing of their bodies and answers; `operation` says it.
`app.problems.status_codes` alone declares the status of each code: here the statuses are derived from the codes that can come.
"""

import gzip
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from anyio import to_thread
from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from backpass.app.api.progress import STREAM, Computation, quick_or_streamed, takes_progress
from backpass.app.evaluation.answer import Answer, AnswerFunction
from backpass.app.evaluation.dispatcher import Requester, RequesterGoneError
from backpass.app.http.clients import client_of
from backpass.app.http.codings import takes_gzip
from backpass.app.problems.status_codes import PROBLEM_JSON, status_of
from backpass.app.state import state_of
from backpass.engine import Code

API = "/api/v1"
"""Where the routes of this version of the API begin."""

ANY_REQUEST = (Code.INVALID_REQUEST, Code.REQUEST_TIMEOUT, Code.TOO_MANY_REQUESTS, Code.HEADERS_TOO_LARGE, Code.INTERNAL)
"""What any request may be answered, whatever it asks."""

ANY_BODY = (Code.BODY_TOO_LARGE,)

NEVER_OF_A_PROGRAM = {Code.NOT_ASKABLE, Code.UNFIT_NICKNAME, Code.TOO_MANY_PARAMETERS, Code.TOO_MANY_EXAMPLES}
STORAGE = (Code.STORAGE_UNAVAILABLE,)
"""What whatever reads or writes the database may be answered."""

WRITING = (*STORAGE, Code.STORAGE_FULL)
COMPUTING = tuple(code for code in Code if status_of(code) == HTTPStatus.SERVICE_UNAVAILABLE and code not in STORAGE)
"""What whatever is computed in worker processes may be answered."""

PROGRAM = (
    Code.TOO_LONG,
    *(code for code in Code if status_of(code) == HTTPStatus.UNPROCESSABLE_ENTITY and code not in NEVER_OF_A_PROGRAM),
    *COMPUTING,
)
"""What whatever runs a program may be answered."""

_MAX_EXPLAINED = 6
"""Up to this number of codes of one status are listed with their meaning; more with their names alone."""


COMPRESSED_FROM = 32_000
"""Bytes from which a response is compressed. Compressing a graph of a few dozen nodes would take longer than computing it."""

PAGES_COMPRESSED_FROM = 4_000
"""The same for pages and other answers that nobody asks for sixty times a second."""

COMPRESSION_LEVEL = 5
_IN_THREAD_FROM = 128_000
"""Bytes whose compression would hold up the event loop."""


class ProgramRoute(APIRoute):
    """A route whose function takes the request alone and returns a response. It is described like any other, but called without
    the framework's injection of dependencies, which takes as long as computing a small graph.
    """

    def __init__(self, path: str, endpoint: Callable[[Request], Awaitable[Response]], **options: Any) -> None:
        super().__init__(path, endpoint, **options)

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            response = await endpoint(Request(scope, receive, send))
            await response(scope, receive, send)

        self.app = app


async def program_response(request: Request, function: AnswerFunction) -> Response:
    """The answer to a request whose body has a program, compressed where it is large: the routes of programs pass through no
    middleware that does it. Where the client accepts that, a long computation is streamed (see `progress`).
    """
    dispatcher, body, requester = state_of(request).dispatcher, await request.body(), requester_of(request)
    if takes_progress(request):
        return await _followed(request, lambda follow: dispatcher.answer(function, body, requester._replace(follow=follow)))
    return await whole(await answered(dispatcher.answer(function, body, requester)), request)


async def _followed(request: Request, compute: Computation) -> Response:
    """The same where the client wants to hear of the progress of a long computation."""
    try:
        found = await quick_or_streamed(request, compute)
    except RequesterGoneError:
        raise ClientDisconnect from None
    return await whole(response_of(found), request) if isinstance(found, Answer) else found


async def whole(response: Response, request: Request) -> Response:
    """The response, compressed where it is large."""
    if len(response.body) >= COMPRESSED_FROM:
        return await _compressed(response, request)
    return response


async def _compressed(response: Response, request: Request) -> Response:
    """The same response, compressed if the client accepts that."""
    response.headers["vary"] = "Accept-Encoding"
    if takes_gzip(request.headers):
        compress = partial(gzip.compress, response.body, COMPRESSION_LEVEL, mtime=0)
        in_thread = len(response.body) >= _IN_THREAD_FROM
        response.body = await to_thread.run_sync(compress) if in_thread else compress()
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response


def requester_of(request: Request) -> Requester:
    """Who waits for the answer to a request, whose body has been read."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return Requester(client_of(request.scope), request.scope.get("charge"), gone)


async def answered(answer: Awaitable[Answer]) -> Response:
    """What the dispatcher answers, as a response."""
    try:
        return response_of(await answer)
    except RequesterGoneError:
        raise ClientDisconnect from None


def response_of(answer: Answer) -> Response:
    status, body, retry_after, _codes = answer
    headers = None if retry_after is None else {"retry-after": str(retry_after)}
    return Response(body, status, headers, "application/json" if status == 200 else PROBLEM_JSON)


def described(
    name: str, summary: str, request_model: type[BaseModel], response_model: type[BaseModel], examples: Mapping[str, Any]
) -> dict[str, Any]:
    """Arguments for the decorator of a route that computes a program."""
    return operation(name, summary, answer=response_model, besides=STREAM, body=request_model, examples=examples, refuses=PROGRAM)


def operation(
    name: str,
    summary: str,
    *,
    answer: Any,
    besides: Mapping[str, Any] | None = None,
    status: int = 200,
    says: str = "What was asked for.",
    body: type[BaseModel] | Mapping[str, Any] | None = None,
    optional: bool = False,
    examples: Mapping[str, Any] | None = None,
    refuses: Iterable[Code] = (),
    parameters: Iterable[Mapping[str, Any]] = (),
    cached: bool = False,
    token: bool = False,
) -> dict[str, Any]:
    """Arguments for a route's decorator: everything that the API's description says of it.

    `answer` and `body` are models, or content by media type; `besides` is more content of the answer. `optional` says that the
    body may be left out, `cached` that the answer has an ETag, `token` that a room's token must be sent.
    """
    codes = {*ANY_REQUEST, *refuses, *(ANY_BODY if body is not None else ()), *((Code.UNKNOWN_TOKEN,) if token else ())}
    given: dict[int | str, dict[str, Any]] = {status: {"description": says}}
    if isinstance(answer, Mapping):
        given[status]["content"] = dict(answer)
    elif answer is not None:
        given[status]["model"] = answer
    if besides:
        given[status]["content"] = dict(besides)
    if cached:
        given[status]["headers"] = {"ETag": _ETAG}
        given[HTTPStatus.NOT_MODIFIED.value] = {
            "description": "It is what `If-None-Match` says that the client has.",
            "headers": {"ETag": _ETAG},
        }
    more: dict[str, Any] = {}
    if body is not None:
        content = {"application/json": {"schema": body.model_json_schema()}} if isinstance(body, type) else dict(body)
        if examples:
            content["application/json"] |= {"examples": {each: {"value": value} for each, value in examples.items()}}
        more["requestBody"] = {"required": not optional, "content": content}
    several = [*parameters, *([_IF_NONE_MATCH] if cached else [])]
    if several:
        more["parameters"] = several
    if token:
        more["security"] = [{"token": []}]
    return {
        "operation_id": name,
        "summary": summary,
        "status_code": status,
        "response_model": None,
        "response_class": Response,
        "responses": given | refusals(codes),
        "openapi_extra": more,
    }


def refusals(codes: Iterable[Code]) -> dict[int | str, dict[str, Any]]:
    """The answers with which these codes come, by status."""
    wanted = set(codes)
    by_status: dict[int, list[Code]] = {}
    for code in Code:  # in the order of the list
        status = status_of(code)
        if code in wanted and status is not None:
            by_status.setdefault(status, []).append(code)
    return {status: _refusal(each) for status, each in sorted(by_status.items())}


def _refusal(codes: list[Code]) -> dict[str, Any]:
    if len(codes) <= _MAX_EXPLAINED:
        text = " ".join(f"`{code.value}`: {code.meaning}" for code in codes)
    else:
        text = f"One of {', '.join(f'`{code.value}`' for code in codes)}; `GET {API}/problems` says what they mean."
    return {"description": text, "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}}}


_ETAG = {"description": "Identifies exactly these bytes.", "schema": {"type": "string"}}
_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The ETag of what the client has already.",
}
