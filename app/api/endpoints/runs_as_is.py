"""`POST /api/v1/graph` with `"run": "as-it-is"`: what is asked, and the answer that is made of what became of the program."""

import re
from collections.abc import Sequence

import orjson
from pydantic import ValidationError

from backpass.app.api.endpoints.graphs import GraphRequest, GraphResponse
from backpass.app.evaluation.answer import Answer, refusal
from backpass.app.evaluation.programs import refused
from backpass.engine import Code, Limits, Problem, ProblemError
from backpass.engine.capture.as_it_is.answers import AsItIs, graph_in
from backpass.engine.capture.as_it_is.confined import Outcome
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.as_it_is.libraries import LIBRARIES
from backpass.engine.messages import say, speaking
from backpass.engine.own_engine.detection import defines_engine

_NAMED = re.compile(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(LIBRARIES)})\b", re.MULTILINE)
"""Within one line: a blank of any kind would go through all empty lines again from each of them."""
_OF_THE_LANGUAGE = ("inputs", "output", "wrt", "upstream", "partial", "layout", "detail", "reading", "directions", "gradient")
"""What is asked of a program that is read, and has no meaning for one that is run."""


def asks_for_a_run(body: bytes) -> bool:
    """Whether a body may ask for a program to be run as it is."""
    return b'"as-it-is"' in body


def read_run(body: bytes, libraries: Sequence[str], bounds: Bounds, limits: Limits) -> AsItIs | Answer | None:
    """What is to be run; the refusal of what cannot be; None where the program is to be read. `libraries` are those of this
    server.
    """
    try:
        request = GraphRequest.read(body)
        if request.run != "as-it-is":
            return None
        limits.check_characters(request.program)
        given = [name for name in _OF_THE_LANGUAGE if getattr(request, name) != GraphRequest.model_fields[name].default]
        if given:
            raise ProblemError(_problem("as-it-is-option", option=given[0]))
        library = _library(request, libraries)
    except ProblemError as error:
        return refused(error, body)
    return AsItIs(request.program, library, "", request.step, bounds)


def _library(request: GraphRequest, libraries: Sequence[str]) -> str:
    """The library to run with. Raises ProblemError where this server has none of the program's."""
    wanted = request.library
    if wanted == "numpy":
        raise ProblemError(_problem("as-it-is-numpy"))
    if wanted is None:
        imported = _NAMED.search(request.program)
        if imported is None and defines_engine(request.program):
            raise ProblemError(_problem("as-it-is-own"))
        wanted = imported[1] if imported else libraries[0] if len(libraries) == 1 else None
    if wanted is None and libraries:
        names = ", ".join(f"`{name}`" for name in libraries)
        raise ProblemError(Problem(Code.AS_IT_IS, say("as-it-is-which"), say("as-it-is-which.hint", names=names)))
    if wanted is None or wanted not in libraries:
        title = LIBRARIES[wanted].title if wanted is not None and wanted in LIBRARIES else wanted or "PyTorch"
        raise ProblemError(_problem("as-it-is-off", library=title))
    return wanted


def _problem(key: str, **arguments: str) -> Problem:
    return Problem(Code.AS_IT_IS, say(key, **arguments), say(f"{key}.hint", **arguments))


def answer_run(outcome: Outcome, asked: AsItIs, spoken: str) -> Answer:
    """The graph of a program that was run, or why there is none, in a language."""
    with speaking(spoken):
        try:
            graph = graph_in(outcome, asked)
            GraphResponse.model_validate(graph)
            content = orjson.dumps(graph)
        except (ValidationError, TypeError):  # the second for a number or text that JSON does not have
            return refusal([_problem("as-it-is-broken")], asked.program, outcome.printed.splitlines())
        except ProblemError as error:
            return refusal(error.problems, asked.program, error.printed)
        return Answer(200, content)
