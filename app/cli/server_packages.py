"""Commands that need the packages of the server, which the library alone is installed without."""

from collections.abc import Iterator
from contextlib import contextmanager

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError


@contextmanager
def needed_by(command: str) -> Iterator[None]:
    """While modules of the server are imported. Raises ProblemError (unsupported) where one of its packages is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "backpass":
            raise
        message = say("cli-needs-server", command=command, package=error.name)
        raise ProblemError(Problem(Code.UNSUPPORTED, message, say("cli-needs-server.hint"))) from None
