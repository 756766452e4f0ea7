"""What of another library cannot be captured, refused by name with what to do instead."""

from importlib import import_module
from typing import Any

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError


class CaptureError(ProblemError, ValueError):
    """The error of a graph that cannot be captured. Its `problems` say what is not supported and what to write instead.

    >>> from backpass import CaptureError, capture
    >>> try:
    ...     capture("a text")
    ... except CaptureError as error:
    ...     print(error.problems[0].code.value)
    unsupported
    """


class MissingExtraError(ProblemError, ImportError):
    """A library that is not installed here."""


def refused(message: str, hint: str) -> CaptureError:
    """The error of something that is not understood, or is not available."""
    return CaptureError(Problem(Code.UNSUPPORTED, message, hint))


_LONGEST_SHOWN = 60


def shown(given: object) -> str:
    """What was given, as a message shows it."""
    text = repr(given).partition("\n")[0]
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def check_most_elements(given: object) -> None:
    """Raises CaptureError for what is no count."""
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise refused(say("capture-most-elements", given=shown(given)), say("capture-most-elements.hint"))


def needed(module: str, library: str, extra: str, *, package: str | None = None) -> Any:
    """A module of this room that imports another library, by the name of the package or of the extra. Raises MissingExtraError
    where that is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != (package or extra):
            raise
        message = say("capture-missing-extra", library=library)
        raise MissingExtraError(Problem(Code.UNSUPPORTED, message, say("capture-missing-extra.hint", extra=extra))) from None
