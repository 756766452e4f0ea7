"""How requests over HTTP say who asks: `Authorization: Bearer <token>`. What that allows, `service.Participant` decides."""

from typing import TypeVar

from fastapi import Request
from pydantic import BaseModel, RootModel, ValidationError

from backpass.app.classroom.store import refusal
from backpass.app.problems.status_codes import invalid_request
from backpass.engine import Code, ProblemError
from backpass.engine.messages import say


def bearer(request: Request) -> str:
    """The token of a request. Raises ProblemError where there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refusal(
            Code.UNKNOWN_TOKEN,
            say("token-missing"),
            say("token-missing.hint"),
        )
    return token.strip()


Model = TypeVar("Model", bound=BaseModel)


def parsed(model: type[Model], body: bytes) -> Model:
    """A request's body. Raises ProblemError that names what is wrong with it, field by field."""
    try:
        return model.model_validate_json(body or b"{}")
    except ValidationError as error:
        is_choice = issubclass(model, RootModel)  # whose alternative is the first part of the validator's places
        raise ProblemError(invalid_request(error, (lambda place: place[1:]) if is_choice else tuple)) from None
