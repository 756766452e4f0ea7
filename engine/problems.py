"""What can be wrong with what people type, as data: one list of codes, and the problem that is handed to the user.

A problem says what is wrong and why it matters here (`message`), what to write instead (`hint`), and where (`span`).
Knows nothing of HTTP; `app.problems.status_codes` decides which status a code is answered with.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self

from backpass.engine.messages import say

Span = tuple[int, int]
"""Half-open range of positions in the program's text, counted in code points inside the engine."""


MAX_PROBLEMS = 100
"""Mistakes of one text that are explained: a file that is no program may have a million of them."""


class Severity(StrEnum):
    """An error leaves no result; a warning comes with one that needs a second look; information is only good to know."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Code(StrEnum):
    """Every code a problem can carry."""

    severity: Severity

    def __new__(cls, value: str, severity: Severity) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.severity = severity
        return member

    @property
    def meaning(self) -> str:
        """What the documentation says of it, and what a refusal has as its title: `code-unknown-name` of the messages."""
        return say(f"code-{self.value}")

    EMPTY_PROGRAM = "empty-program", Severity.ERROR
    SYNTAX = "syntax", Severity.ERROR
    INVALID_CHARACTER = "invalid-character", Severity.ERROR
    UNBALANCED_PARENTHESES = "unbalanced-parentheses", Severity.ERROR
    STRING_NOT_ALLOWED = "string-not-allowed", Severity.ERROR
    UNSUPPORTED = "unsupported", Severity.ERROR
    IMPORT_REFUSED = "import-refused", Severity.ERROR
    ATTRIBUTE_REFUSED = "attribute-refused", Severity.ERROR
    UNKNOWN_FUNCTION = "unknown-function", Severity.ERROR
    UNKNOWN_NAME = "unknown-name", Severity.ERROR
    ARGUMENT_COUNT = "argument-count", Severity.ERROR
    INVALID_FORMAT = "invalid-format", Severity.ERROR
    ASSERTION = "assertion", Severity.ERROR
    NOT_A_NUMBER_TEXT = "invalid-number", Severity.ERROR
    UNKNOWN_OUTPUT = "unknown-output", Severity.ERROR
    UNKNOWN_INPUT = "unknown-input", Severity.ERROR
    NOT_AN_INPUT = "not-an-input", Severity.ERROR
    INVALID_INPUT = "invalid-input", Severity.ERROR
    SHAPE_MISMATCH = "shape-mismatch", Severity.ERROR
    INVALID_AXIS = "invalid-axis", Severity.ERROR
    SINGULAR_MATRIX = "singular-matrix", Severity.ERROR
    SCALARS_ONLY = "scalars-only", Severity.ERROR
    NOT_EXPORTABLE = "not-exportable", Severity.ERROR
    INVALID_GRAPH = "invalid-graph", Severity.ERROR
    INVALID_REQUEST = "invalid-request", Severity.ERROR
    TOO_LONG = "too-long", Severity.ERROR
    TOO_MANY_NODES = "too-many-nodes", Severity.ERROR
    TOO_MANY_ELEMENTS = "too-many-elements", Severity.ERROR
    TOO_MANY_REPETITIONS = "too-many-repetitions", Severity.ERROR
    TOO_DEEP = "too-deep", Severity.ERROR
    TOO_MUCH_WORK = "too-much-work", Severity.ERROR
    TOO_MANY_PARAMETERS = "too-many-parameters", Severity.ERROR
    TOO_MANY_EXAMPLES = "too-many-examples", Severity.ERROR
    TOO_MANY_RUNS = "too-many-runs", Severity.ERROR
    UNKNOWN_RUN = "unknown-run", Severity.ERROR
    RUN_ENDED = "run-ended", Severity.ERROR
    WORKER_LOST = "worker-lost", Severity.ERROR
    OVERLOADED = "overloaded", Severity.ERROR
    SHUTTING_DOWN = "shutting-down", Severity.ERROR
    TIMEOUT = "timeout", Severity.ERROR
    EXPRESSION_TOO_LARGE = "expression-too-large", Severity.ERROR
    BODY_TOO_LARGE = "body-too-large", Severity.ERROR
    HEADERS_TOO_LARGE = "headers-too-large", Severity.ERROR
    REQUEST_TIMEOUT = "request-timeout", Severity.ERROR
    TOO_MANY_REQUESTS = "too-many-requests", Severity.ERROR
    SHARES_FULL = "shares-full", Severity.ERROR
    STORAGE_FULL = "storage-full", Severity.ERROR
    STORAGE_UNAVAILABLE = "storage-unavailable", Severity.ERROR
    NOT_ASKABLE = "not-askable", Severity.ERROR
    POLL_CLOSED = "poll-closed", Severity.ERROR
    ROOMS_FULL = "rooms-full", Severity.ERROR
    ROOM_FULL = "room-full", Severity.ERROR
    ROOM_LOCKED = "room-locked", Severity.ERROR
    UNFIT_NICKNAME = "unfit-nickname", Severity.ERROR
    UNKNOWN_TOKEN = "unknown-token", Severity.ERROR
    HOST_ONLY = "host-only", Severity.ERROR
    GUEST_ONLY = "guest-only", Severity.ERROR
    NOT_IN_CHARGE = "not-in-charge", Severity.ERROR
    REMOVED = "removed", Severity.ERROR
    NOT_FOUND = "not-found", Severity.ERROR
    METHOD_NOT_ALLOWED = "method-not-allowed", Severity.ERROR
    INTERNAL = "internal", Severity.ERROR
    OUTSIDE_DOMAIN = "outside-domain", Severity.WARNING
    DIVISION_BY_ZERO = "division-by-zero", Severity.WARNING
    OVERFLOW = "overflow", Severity.WARNING
    NOT_FINITE_NUMBER = "not-finite-number", Severity.WARNING
    NOT_FINITE_GRADIENT = "not-finite-gradient", Severity.WARNING
    KINK = "kink", Severity.INFO
    NEAR_KINK = "near-kink", Severity.INFO
    DIVERGED = "diverged", Severity.WARNING
    ASSUMED_INPUT = "assumed-input", Severity.INFO
    USED_TOO_EARLY = "used-too-early", Severity.WARNING
    NO_INFLUENCE = "no-influence", Severity.INFO
    CONSTANT_OUTPUT = "constant-output", Severity.INFO
    SUMMED_OUTPUT = "summed-output", Severity.INFO
    UNUSED = "unused", Severity.INFO
    IGNORED = "ignored", Severity.INFO
    AMBIGUOUS = "ambiguous", Severity.ERROR
    LAST_REPETITION = "last-repetition", Severity.WARNING
    LIBRARY_DIFFERS = "library-differs", Severity.INFO
    READING = "reading", Severity.INFO
    AS_IT_IS = "as-it-is", Severity.ERROR
    OWN_ENGINE = "own-engine", Severity.WARNING
    OWN_ENGINE_STOPPED = "own-engine-stopped", Severity.ERROR
    OWN_ENGINE_QUESTION = "own-engine-question", Severity.ERROR


class Replacement(NamedTuple):
    """What to write instead, where that is certain: the text that takes the place of `span`."""

    span: Span
    text: str


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
    choices: tuple[str, ...] = ()
    """What can be asked for instead: outputs of the program."""
    replacement: Replacement | None = None
    """What the hint says to write, where it is certain and can be written by itself."""
    statement: Span | None = None
    """The whole statement that it is in, where a program was run in part, so that it can be left out."""

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
    """Raised where there is no result; carries every problem that was found, the first one first, and the lines that the program
    had printed by then.
    """

    def __init__(self, problems: Problem | Iterable[Problem], printed: Sequence[str] = ()) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.printed = tuple(printed)
        super().__init__("; ".join(problem.message for problem in self.problems))
        for hint in dict.fromkeys(problem.hint for problem in self.problems if problem.hint):
            self.add_note(hint)  # a traceback shows it below the message


@contextmanager
def within(field: str) -> Iterator[None]:
    """Says of every problem raised in here that it concerns this part of a declaration."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError([problem.within(field) for problem in error.problems]) from None


def instead(name: str, known: Iterable[str], span: Span | None) -> Replacement | None:
    """The name that was probably meant (see `nearest`) in place of the one at `span`, which has to be the name alone."""
    close = nearest(name, known)
    fits = close is not None and span is not None and span[1] - span[0] == len(name)
    return Replacement(span, close) if fits else None  # type: ignore[arg-type]


_SHORT = 5
"""Letters of a name that says little: two other letters make another word of it, as `stack` of `state`."""
_SHORTEST_COMPARED, _LONGEST_COMPARED, _MAX_APART = 3, 60, 2
"""Characters of a name that is compared with others, and how many letters it may be apart."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` was probably meant to be: one within two letters of it, and of a name of up to five letters
    within one, or with every letter that was typed and, of three letters, one more at most; none of one or two letters. None
    where there is no such name: a wrong suggestion is worse than none.

    A name that has every letter that was typed comes first: `thn` is `tanh` with a letter left out rather than `tan` with one
    changed. Of names as far away, one without letters that were not typed comes first: `sinn` is `sin`, not `sign`.
    """
    typed = name.casefold()
    if not _SHORTEST_COMPARED <= len(typed) <= _LONGEST_COMPARED:
        return None
    letters = Counter(typed)
    found: list[tuple[int, int, int, str]] = []
    for candidate in known:
        folded = candidate.casefold()
        if abs(len(folded) - len(typed)) <= _MAX_APART and (distance := _edits(typed, folded, _MAX_APART)) <= _MAX_APART:
            missing = (letters - Counter(folded)).total()
            # A letter typed twice that the name has once is not missing: `sinn` is `sin`, not `isnan`.
            without = len(letters.keys() - Counter(folded).keys())
            # A word that is two letters longer than three is another: `floor` is not `foo`.
            is_near = not missing and (len(typed) > _SHORTEST_COMPARED or len(folded) <= len(typed) + 1)
            if distance < 2 or len(typed) > _SHORT or is_near:
                found.append((without, distance, (Counter(folded) - letters).total(), candidate))
    return min(found)[-1] if found else None


def _edits(one: str, other: str, most: int) -> int:
    """Letters to leave out, add, change or swap with their neighbour to make one name of the other (the optimal string alignment
    distance); more than `most` where it is more than that.
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        earlier, before, row = before, row, [place]
        for column, wanted in enumerate(other, 1):
            cost = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != wanted))
            if place > 1 and column > 1 and letter == other[column - 2] and one[place - 2] == wanted:
                cost = min(cost, earlier[column - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
