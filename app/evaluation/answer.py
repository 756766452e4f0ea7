"""What a computation answers, wherever it is computed: plain data, so that worker processes can send it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from backpass.app.problems.status_codes import problem_answer
from backpass.engine import Code, Limits, Problem


class Answer(NamedTuple):
    """Status and body of a response. The body is JSON: a result, or a problem document."""

    status: int
    body: bytes
    retry_after: int | None = None
    """The same request may succeed after so many seconds."""
    codes: tuple[Code, ...] = ()
    """The codes of a refusal's problems; empty for a result."""


AnswerFunction = Callable[[bytes, Limits], Answer]
"""Takes a request's body and the limits. It is a module-level function and does not raise for bad input, so that it gives the
same answer on the event loop and in a worker process."""


def refusal(
    problems: Sequence[Problem], program: str = "", printed: Sequence[str] = (), retry_after: int | None = None
) -> Answer:
    """The problem document for one or more problems, the first of which decides the status. `program` is the text that their
    spans refer to, `printed` the lines that it printed before it was refused.
    """
    status, body = problem_answer(problems, program, printed)
    return Answer(status, body, retry_after, tuple(problem.code for problem in problems))
