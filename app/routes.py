"""What the routes that take a program share: reading the body, computing it, and how they stand in the API's description."""

from typing import Any

from fastapi import Request, Response
from pydantic import BaseModel

from app.errors import PROBLEM_JSON
from app.evaluator import AnswerFunction, Evaluator
from app.problem_models import ProblemDocument

API = "/api/v1"
"""Where the routes of this version of the API begin."""


async def program_response(request: Request, function: AnswerFunction) -> Response:
    """The answer to a request whose body tells of a program."""
    evaluator: Evaluator = request.app.state.evaluator
    status, body = await evaluator.answer(function, await request.body(), request.scope.get("charge"))
    return Response(body, status, media_type="application/json" if status == 200 else PROBLEM_JSON)


def described(request_model: type[BaseModel], response_model: type[BaseModel], examples: dict[str, Any]) -> dict[str, Any]:
    """Arguments for a route's decorator: the body's schema and the answers, since the route itself reads and writes
    plain bytes.
    """
    schema = request_model.model_json_schema()
    return {
        "response_model": None,
        "responses": {
            200: {"model": response_model, "description": "The gradients and whatever else was asked for."},
            "4XX": {"model": ProblemDocument, "description": "What is wrong, why, and what to write instead (RFC 9457)."},
        },
        "openapi_extra": {
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {
                        "schema": schema,
                        "examples": {name: {"value": value} for name, value in examples.items()},
                    }
                },
            }
        },
    }
