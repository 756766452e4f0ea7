"""What can be wrong with what people type, as data: one list of codes, and the problem that is handed to the user.

A problem says what is wrong and why it matters here (`message`), what to write instead (`hint`), and where (`span`).
Knows nothing of HTTP; `app.errors` decides which status a code is answered with.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Self

Span = tuple[int, int]
"""Half-open range of positions in the program's text, counted in code points inside the engine."""


class Severity(StrEnum):
    """An error leaves no result; a warning comes with one that needs a second look; information is only good to know."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Code(StrEnum):
    """Every code a problem can carry. The member's docstring-like `meaning` is what the documentation prints."""

    meaning: str
    severity: Severity

    def __new__(cls, value: str, severity: Severity, meaning: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.severity = severity
        member.meaning = meaning
        return member

    EMPTY_PROGRAM = "empty-program", Severity.ERROR, "The program has no expression, so there is nothing to differentiate."
    SYNTAX = "syntax", Severity.ERROR, "The text does not read as a program; the place where reading stopped is marked."
    INVALID_CHARACTER = "invalid-character", Severity.ERROR, "A character that has no meaning in a program, such as a null byte."
    UNBALANCED_PARENTHESES = (
        "unbalanced-parentheses",
        Severity.ERROR,
        "A parenthesis is opened and not closed, or closed and not opened.",
    )
    STRING_NOT_ALLOWED = "string-not-allowed", Severity.ERROR, "A text in quotes where a number is needed."
    UNSUPPORTED = "unsupported", Severity.ERROR, "A construct of Python that the language does not have (yet)."
    IMPORT_REFUSED = (
        "import-refused",
        Severity.ERROR,
        "An import of a module whose names Backpass does not stand in for. Nothing is ever imported.",
    )
    ATTRIBUTE_REFUSED = (
        "attribute-refused",
        Severity.ERROR,
        "An attribute that values do not have here; operations are the only methods.",
    )
    UNKNOWN_FUNCTION = "unknown-function", Severity.ERROR, "A call of something that is not an operation."
    UNKNOWN_NAME = (
        "unknown-name",
        Severity.ERROR,
        "A name that has no value and cannot be an input, such as the name of a function.",
    )
    ARGUMENT_COUNT = "argument-count", Severity.ERROR, "An operation called with more or fewer arguments than it has inputs."
    INVALID_FORMAT = "invalid-format", Severity.ERROR, "A format for printing that does not fit the value."
    ASSERTION = "assertion", Severity.ERROR, "An `assert` of the program whose condition is not true."
    NOT_A_NUMBER_TEXT = "invalid-number", Severity.ERROR, "A number that is written in a way that cannot be read."
    UNKNOWN_OUTPUT = "unknown-output", Severity.ERROR, "The output asked for is not a name of the program."
    UNKNOWN_INPUT = (
        "unknown-input",
        Severity.ERROR,
        "A name in the request, of an input or of a gradient that is wanted, which the program does not use.",
    )
    NOT_AN_INPUT = "not-an-input", Severity.ERROR, "A value is given for a name that the program computes itself."
    INVALID_INPUT = (
        "invalid-input",
        Severity.ERROR,
        "An input or upstream value that is not a finite number or a regular nested list of them.",
    )
    SHAPE_MISMATCH = "shape-mismatch", Severity.ERROR, "Two tensors whose shapes cannot be broadcast together."
    INVALID_AXIS = "invalid-axis", Severity.ERROR, "An axis, index or shape that does not fit the tensor."
    SINGULAR_MATRIX = "singular-matrix", Severity.ERROR, "A matrix that has no inverse, where one is needed."
    SCALARS_ONLY = (
        "scalars-only",
        Severity.ERROR,
        "A question that has an answer for single numbers, or element by element, asked where the tensors have other shapes.",
    )
    NOT_EXPORTABLE = (
        "not-exportable",
        Severity.ERROR,
        "The program holds something that the format asked for cannot express, such as a tensor where it has numbers only.",
    )
    INVALID_GRAPH = (
        "invalid-graph",
        Severity.ERROR,
        "A graph to be read back that is not one, or whose numbers contradict one another.",
    )
    INVALID_REQUEST = "invalid-request", Severity.ERROR, "The request's JSON is malformed or lacks a field."
    TOO_LONG = "too-long", Severity.ERROR, "The program has more characters than this server reads."
    TOO_MANY_NODES = "too-many-nodes", Severity.ERROR, "The graph would have more nodes than this server computes."
    TOO_MANY_ELEMENTS = "too-many-elements", Severity.ERROR, "The tensors would have more elements than this server keeps."
    TOO_MANY_REPETITIONS = (
        "too-many-repetitions",
        Severity.ERROR,
        "The program repeats loops and calls more often than this server allows; perhaps it never ends.",
    )
    TOO_DEEP = "too-deep", Severity.ERROR, "Functions that call one another, or themselves, deeper than this server allows."
    TOO_MUCH_WORK = (
        "too-much-work",
        Severity.ERROR,
        "What is asked for would take more evaluations, or steps, than this server makes for one request.",
    )
    TOO_MANY_PARAMETERS = (
        "too-many-parameters",
        Severity.ERROR,
        "The model would have more numbers to learn than this server trains.",
    )
    TOO_MANY_EXAMPLES = "too-many-examples", Severity.ERROR, "The data has more examples than this server trains with."
    TOO_MANY_RUNS = (
        "too-many-runs",
        Severity.ERROR,
        "As many training runs are under way as this server computes at the same time.",
    )
    UNKNOWN_RUN = "unknown-run", Severity.ERROR, "There is no training run of this name, or it ended and was forgotten."
    RUN_ENDED = "run-ended", Severity.ERROR, "The training run has ended, so it can neither be paused nor taken further."
    WORKER_LOST = "worker-lost", Severity.ERROR, "The process that computed ended again and again before it had an answer."
    SHUTTING_DOWN = "shutting-down", Severity.ERROR, "The server is being shut down, or started anew."
    TIMEOUT = "timeout", Severity.ERROR, "The computation took longer than this server allows."
    EXPRESSION_TOO_LARGE = (
        "expression-too-large",
        Severity.ERROR,
        "The formula of a derivative would be longer than is worked out or written here.",
    )
    BODY_TOO_LARGE = "body-too-large", Severity.ERROR, "The request's body is larger than this server reads."
    HEADERS_TOO_LARGE = (
        "headers-too-large",
        Severity.ERROR,
        "The request's address and headers are larger than this server reads.",
    )
    REQUEST_TIMEOUT = (
        "request-timeout",
        Severity.ERROR,
        "The request was sent so slowly that the server stopped waiting for its end.",
    )
    TOO_MANY_REQUESTS = (
        "too-many-requests",
        Severity.ERROR,
        "More has been asked from one address than this server answers in a time.",
    )
    SHARES_FULL = "shares-full", Severity.ERROR, "The server keeps as many short links as it may."
    NOT_ASKABLE = (
        "not-askable",
        Severity.ERROR,
        "A question of a poll that has no answer: about a node that is not there, a tensor, or a constant's gradient.",
    )
    POLL_CLOSED = "poll-closed", Severity.ERROR, "An answer to a poll that takes no answers any more."
    ROOMS_FULL = "rooms-full", Severity.ERROR, "The server keeps as many rooms as it may."
    ROOM_FULL = "room-full", Severity.ERROR, "The room has as many students as it may."
    ROOM_LOCKED = "room-locked", Severity.ERROR, "The teacher lets nobody else in."
    UNFIT_NICKNAME = "unfit-nickname", Severity.ERROR, "A nickname that cannot be shown to a class."
    UNKNOWN_TOKEN = "unknown-token", Severity.ERROR, "A token is missing, or is not one of this room."
    HOST_ONLY = "host-only", Severity.ERROR, "Something that only the teacher may do who opened the room."
    GUEST_ONLY = "guest-only", Severity.ERROR, "Something that only a student does."
    NOT_IN_CHARGE = "not-in-charge", Severity.ERROR, "Another tab of the teacher leads the room."
    REMOVED = "removed", Severity.ERROR, "The teacher has taken this student out of the room."
    NOT_FOUND = "not-found", Severity.ERROR, "There is nothing at this address."
    METHOD_NOT_ALLOWED = "method-not-allowed", Severity.ERROR, "This address does not answer this HTTP method."
    INTERNAL = "internal", Severity.ERROR, "A mistake of ours; the request was not the cause."
    OUTSIDE_DOMAIN = "outside-domain", Severity.WARNING, "An operation got a value for which it is not defined and answered NaN."
    DIVISION_BY_ZERO = "division-by-zero", Severity.WARNING, "A division by zero gave an infinite value or NaN."
    OVERFLOW = (
        "overflow",
        Severity.WARNING,
        "A value became larger than a 64-bit float can hold (about 1.8e308) and counts as infinite.",
    )
    NOT_FINITE_GRADIENT = "not-finite-gradient", Severity.WARNING, "All values are finite, but a gradient is infinite or NaN."
    KINK = (
        "kink",
        Severity.INFO,
        "An operation sits exactly where its derivative does not exist; the convention that was used is named.",
    )
    NEAR_KINK = (
        "near-kink",
        Severity.INFO,
        "An operation sits so near its kink that differences of the gradient check straddle it.",
    )
    DIVERGED = "diverged", Severity.WARNING, "A descent ran away: its steps are too large, and the loss grows without end."
    ASSUMED_INPUT = "assumed-input", Severity.INFO, "A name was given no value and counts as 1."
    NO_INFLUENCE = "no-influence", Severity.INFO, "A name that does not feed the output; its gradient is exactly 0."
    UNUSED = "unused", Severity.INFO, "A statement that does not feed the output and so is not in the graph."
    IGNORED = "ignored", Severity.INFO, "A statement that does nothing here, such as print."
    READING = "reading", Severity.INFO, "Something that can be read in two ways; says which one was taken."


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with, or worth knowing of, a program or a request."""

    code: Code
    message: str
    hint: str | None = None
    span: Span | None = None
    node: int | None = None
    """Id of the node concerned, where a graph came back."""
    field: str | None = None
    """What of a declaration it concerns, such as `optimizer.learning_rate`."""

    @property
    def severity(self) -> Severity:
        return self.code.severity

    def within(self, field: str) -> "Problem":
        """The same problem of a part of something larger: `learning_rate` within `optimizer` is `optimizer.learning_rate`."""
        return replace(self, field=field if self.field is None else f"{field}.{self.field}")

    def at(self, span: Span) -> "Problem":
        """The same problem with its place, unless it has one."""
        return self if self.span else replace(self, span=span)


class ProblemError(Exception):
    """Raised where there is no result; carries every problem that was found, the first one first."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


@contextmanager
def within(field: str) -> Iterator[None]:
    """Says of every problem raised in here that it concerns this part of a declaration."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError([problem.within(field) for problem in error.problems]) from None


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` was probably meant to be, or None. A few letters may differ, not the whole word.

    A name that has every letter that was typed comes first: `thn` is `tanh` with a letter left out rather than `tan`
    with one changed.
    """
    typed = name.casefold()
    folded = {candidate.casefold(): candidate for candidate in sorted(set(known))}
    if not folded:
        return None
    close = get_close_matches(typed, folded, n=5, cutoff=0.55)
    letters = Counter(typed)
    close.sort(key=lambda candidate: (letters - Counter(candidate)).total())
    return folded[close[0]] if close else None
