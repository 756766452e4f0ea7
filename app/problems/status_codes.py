"""Every refusal as `application/problem+json` (RFC 9457). The one place that decides which status a problem is answered with.

Knows nothing of the framework, so that worker processes need not wait for it.
"""

from collections.abc import Callable, Sequence
from http import HTTPStatus

import orjson
from pydantic import ValidationError

from backpass.engine import Code, Problem, Severity
from backpass.engine.messages import in_language, say
from backpass.engine.problems import MAX_PROBLEMS
from backpass.engine.serialization.graph_json import problem_json, utf16

PROBLEM_JSON = "application/problem+json"

_STATUS = {
    Code.INVALID_REQUEST: HTTPStatus.BAD_REQUEST,
    Code.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Code.METHOD_NOT_ALLOWED: HTTPStatus.METHOD_NOT_ALLOWED,
    Code.TOO_LONG: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Code.BODY_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Code.HEADERS_TOO_LARGE: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    Code.REQUEST_TIMEOUT: HTTPStatus.REQUEST_TIMEOUT,
    Code.TOO_MANY_REQUESTS: HTTPStatus.TOO_MANY_REQUESTS,
    Code.UNKNOWN_RUN: HTTPStatus.NOT_FOUND,
    Code.RUN_ENDED: HTTPStatus.CONFLICT,
    Code.TOO_MANY_RUNS: HTTPStatus.TOO_MANY_REQUESTS,
    Code.WORKER_LOST: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.OVERLOADED: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.SHUTTING_DOWN: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.POLL_CLOSED: HTTPStatus.CONFLICT,
    Code.STORAGE_FULL: HTTPStatus.INSUFFICIENT_STORAGE,
    Code.STORAGE_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.SHARES_FULL: HTTPStatus.INSUFFICIENT_STORAGE,
    Code.ROOMS_FULL: HTTPStatus.INSUFFICIENT_STORAGE,
    Code.ROOM_FULL: HTTPStatus.CONFLICT,
    Code.ROOM_LOCKED: HTTPStatus.FORBIDDEN,
    Code.UNKNOWN_TOKEN: HTTPStatus.UNAUTHORIZED,
    Code.HOST_ONLY: HTTPStatus.FORBIDDEN,
    Code.GUEST_ONLY: HTTPStatus.FORBIDDEN,
    Code.REMOVED: HTTPStatus.FORBIDDEN,
    Code.NOT_IN_CHARGE: HTTPStatus.CONFLICT,
    Code.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""Where it is not 422: the request was understood, its content cannot be computed."""


def status_of(code: Code) -> int | None:
    """The status with which a refusal for this code is answered; None for what comes with a result."""
    if code.severity is not Severity.ERROR:
        return None
    return _STATUS.get(code, HTTPStatus.UNPROCESSABLE_ENTITY).value


def problem_answer(problems: Sequence[Problem], program: str, printed: Sequence[str] = ()) -> tuple[int, bytes]:
    """Status and body for problems with a program; the first decides. `printed`: the lines it had printed by then."""
    first = problems[0]
    status = status_of(first.code)
    assert status is not None
    span = utf16(program)
    document = {
        "type": f"/api/v1/problems#{first.code.value}",
        "title": first.code.meaning,
        "status": status,
        "detail": in_language(first.message),
        "problems": [problem_json(problem, span) for problem in problems],
    }
    if printed:
        document["printed"] = list(printed)
    return status, orjson.dumps(document)


_MAX_LISTED = 1_000
"""Errors of the validator that are looked at one by one; it has no way to list a part of a million of them."""

Place = tuple[int | str, ...]
"""A location in JSON: names of fields and positions in lists."""


def invalid_request(error: ValidationError, of: Callable[[Place], Place] = tuple) -> list[Problem]:
    """What is wrong with a request's JSON, field by field, of many things the first `MAX_PROBLEMS`. Never repeats the input.

    `of` turns the validator's places into the request's, where it adds names of alternatives.
    """
    if error.error_count() > _MAX_LISTED:
        return [_all_wrong(error.error_count())]
    problems = []
    for each in error.errors(include_url=False, include_context=False, include_input=False)[:MAX_PROBLEMS]:
        place = ".".join(str(part) for part in of(each["loc"]))
        if each["type"] == "json_invalid":
            message = say("body-not-json", removeprefix=each["msg"].removeprefix("Invalid JSON: "))
            hint = 'Send an object such as {"program": "x**2"}, as UTF-8 text.'
        elif each["type"] == "missing":
            message, hint = say("field-missing", place=place), say("field-missing.hint", place=place)
        elif each["type"] == "extra_forbidden":
            message, hint = say("no-field", place=place), say("see-fields")
        else:
            reason = each["msg"].removeprefix("Value error, ").rstrip(".")
            message = say("field-wrong", place=place, reason=reason) if place else say("body-wrong", reason=reason)
            # As people send several points: the other way round.
            is_list = each["type"] == "dict_type" and place == "inputs"
            hint = say("inputs-are-object") if is_list else say("see-fields")
        problems.append(Problem(Code.INVALID_REQUEST, message, hint, field=place or None))
    return problems


def _all_wrong(count: int) -> Problem:
    return Problem(
        Code.INVALID_REQUEST,
        say("many-things-wrong", count=count),
        say("many-things-wrong.hint"),
    )
