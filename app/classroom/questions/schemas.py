"""Questions, polls, answers and their tally as JSON."""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    FiniteFloat,
    RootModel,
    StrictFloat,
    StrictInt,
    StrictStr,
    StringConstraints,
    Tag,
    model_validator,
)

from backpass.app.api.schema_types import FROM_FLOAT, Instant, Whole, absent

Number = float | Literal["NaN", "Infinity", "-Infinity"]
_Integer = Annotated[StrictInt, Field(ge=-(2**53), le=2**53)]
"""As large as a browser's numbers are exact; beyond 64 bits it could not even be stored."""
Answer = StrictStr | _Integer | StrictFloat | list[_Integer]
"""What a guest gives: a text or number that is read, the place of a choice or several, the id of an edge."""
State = Literal["open", "discuss", "closed", "revealed", "over"]
"""A poll that is over is shown to nobody any more; it stays in the history and in the results. `discuss`: students talk about
their answers, which cannot be changed meanwhile; opened from there, the poll is voted on a second time.
"""

MAX_CHOICES = 12
LONGEST_PROMPT, LONGEST_CHOICE, LONGEST_GROUP = 500, 200, 60
MAX_PREPARED = 100
"""Questions of a room that wait to be asked."""
SHORTEST_COUNTDOWN, LONGEST_COUNTDOWN = 5, 3_600
"""In seconds."""
MAX_GROUPS = 60
"""The most groups that a tally lists; the answers of all others are counted together."""

Prompt = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_PROMPT)]
Choice = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_CHOICE)]
Countdown = Annotated[
    int, Field(ge=SHORTEST_COUNTDOWN, le=LONGEST_COUNTDOWN, description="After so many seconds it is closed."), FROM_FLOAT
]


class _Question(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    prompt: Prompt = Field(default="", description="What is asked, in the host's words; empty: the server words it.")


class _AboutNode(_Question):
    node: Annotated[int, Field(ge=0), FROM_FLOAT] | None = Field(
        default=None, description="Id of a node in the graph of the room's program; null: the output."
    )
    quantity: Literal["gradient", "value"] = "gradient"


Tolerance = Annotated[
    float,
    Field(
        ge=0, le=0.5, description="How far from right still counts: a share of the number, or a distance where the number is 0."
    ),
]
_TOLERANCE = 0.01


class NumberQuestion(_AboutNode):
    """A number of a node, computed by the server."""

    type: Literal["number"]
    tolerance: Tolerance = _TOLERANCE


class GivenNumberQuestion(_Question):
    """A number of no node, which the host gives as right. It needs no graph."""

    prompt: Annotated[Prompt, Field(min_length=1)]
    node: Annotated[None, absent("a number that is given belongs to no node: leave it out")] = None
    quantity: Literal["given"]
    type: Literal["number"]
    correct: FiniteFloat = Field(description="What is right.")
    tolerance: Tolerance = _TOLERANCE


class FormulaQuestion(_AboutNode):
    """A formula for a number of a node: right if it agrees with the engine for other inputs, too."""

    type: Literal["formula"]


class ChoiceQuestion(_Question):
    """One or several of a list."""

    type: Literal["choice"]
    choices: list[Choice] = Field(min_length=2, max_length=MAX_CHOICES)
    correct: list[Whole] | None = Field(
        default=None, description="Places in the list, from 0; null where nothing is right or wrong."
    )

    @model_validator(mode="after")
    def _fits(self) -> "ChoiceQuestion":
        if len(set(self.choices)) < len(self.choices):
            raise ValueError("two of the choices are the same")
        if self.correct is not None and not set(self.correct) <= set(range(len(self.choices))):
            raise ValueError(f"`correct` counts the choices from 0 to {len(self.choices) - 1}")
        return self


class EdgeQuestion(_Question):
    """Which edge next? Right is every edge along which a contribution could come after a position of the timeline."""

    type: Literal["edge"]
    position: Whole = Field(ge=0, description="How many of the graph's steps have been taken.")


class TextQuestion(_Question):
    """An open answer, not marked."""

    type: Literal["text"]


def _kind(asked: Any) -> str | None:
    """The type of a question; a number that is `given` is a question of its own."""
    kind, quantity = (asked.get(name) if isinstance(asked, dict) else getattr(asked, name, None) for name in ("type", "quantity"))
    if (kind, quantity) == ("number", "given"):
        return "given"
    return kind if isinstance(kind, str) and kind != "given" else None


Question = Annotated[
    Annotated[NumberQuestion, Tag("number")]
    | Annotated[GivenNumberQuestion, Tag("given")]
    | Annotated[FormulaQuestion, Tag("formula")]
    | Annotated[ChoiceQuestion, Tag("choice")]
    | Annotated[EdgeQuestion, Tag("edge")]
    | Annotated[TextQuestion, Tag("text")],
    Discriminator(
        _kind, custom_error_type="question_type", custom_error_message="`type` is number, formula, choice, edge or text"
    ),
]


def needs_graph(question: Question) -> bool:
    """Whether it is about the graph of the playground."""
    return isinstance(question, NumberQuestion | FormulaQuestion | EdgeQuestion)


class AskBody(RootModel[Question]):
    """A question to be asked."""


class Asking(BaseModel):
    """How a question is put."""

    draft: bool = False
    seconds: Countdown | None = None

    @model_validator(mode="after")
    def _fits(self) -> "Asking":
        if self.draft and self.seconds is not None:
            raise ValueError("`seconds` are for a question that is asked now: send them when the draft is opened")
        return self


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Moderation(_Row):
    """What a teacher has made of an open answer."""

    hidden: bool = Field(default=False, description="Whether it is kept from the class.")
    starred: bool = Field(default=False, description="Whether it comes first.")
    group: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_GROUP)] = Field(
        default="", description="Answers of one group are counted together under its name; empty for none."
    )


class ModerationRequest(Moderation):
    """What a teacher makes of an open answer; only what is given changes."""

    answers: list[Annotated[str, Field(max_length=1_000)]] = Field(min_length=1, max_length=MAX_GROUPS)


class AnswerGroup(_Row):
    """Equal answers, or open answers that the teacher has put into a group."""

    answer: Answer
    label: str = Field(description="The answer as it was written most often, or what was chosen.")
    count: int
    correct: bool | None
    misconception: str | None = Field(description="What the mistake behind it was, where it is a known one.")
    hidden: bool = False
    starred: bool = False
    members: list[str] = Field(default=[], max_length=MAX_GROUPS, description="The answers of a group that has a name.")


class Move(_Row):
    """Who changed, or kept, an answer between the first and the second vote."""

    before: str = Field(description="The answer of the first vote, as its group is labelled.")
    after: str
    count: int
    before_correct: bool | None
    after_correct: bool | None
    misconception: str | None = Field(
        description="The known mistake behind the answer that was wrong: the second, else the first one."
    )


class Tally(_Row):
    """What was answered, the most frequent first."""

    answered: int
    correct: int | None = Field(description="null where nothing is right or wrong.")
    groups: list[AnswerGroup] = Field(max_length=MAX_GROUPS)
    others: int = Field(description="Answers in groups that are too many to be listed.")
    moves: list[Move] = Field(
        default=[], max_length=MAX_GROUPS, description="From the first vote to the second, the most frequent first."
    )


class Poll(_Row):
    """A question as guests see it: what is right and what others answered only once it is revealed."""

    poll: int
    question: dict[str, Any] = Field(
        description="As it was asked, without `correct` until it is revealed; `prompt` is never empty."
    )
    state: State
    round: int = Field(default=1, description="1, or 2 where the class votes a second time.")
    answered: int
    expected: Any = Field(description="A number, a formula, places of choices or ids of edges; null before it is revealed.")
    tally: Tally | None
    closes: Instant | None = Field(
        default=None,
        exclude_if=lambda closes: closes is None,
        description="When the countdown ends; missing where none is running.",
    )


class About(_Row):
    """What a poll was asked about."""

    program: str
    inputs: dict[str, Any]
    output: str | None


class HostPoll(Poll):
    """A poll as its host sees it."""

    about: About


class PollHistory(_Row):
    """All polls of a room as its host sees them, the oldest first."""

    polls: list[HostPoll]


class Draft(_Row):
    """A question that is not asked yet, which nobody but the host sees."""

    poll: int
    question: dict[str, Any] = Field(description="As it was prepared; an empty `prompt` is worded when it is asked.")
    state: Literal["draft"]


class Drafts(_Row):
    """The questions that wait to be asked, in the teacher's order."""

    polls: list[Draft] = Field(max_length=MAX_PREPARED)


class PollsAsked(BaseModel):
    """What of the polls is asked for."""

    shown: bool = False
    state: Literal["draft"] | None = None


class _Change(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Opening(_Change):
    """A poll is opened, for a first or a second vote; one that was prepared is asked."""

    state: Literal["open"]
    seconds: Countdown | None = None


class Settling(_Change):
    """A poll takes no answers any more. Only one that is opened has a countdown."""

    state: Literal["discuss", "closed", "revealed", "over"]
    seconds: Annotated[None, absent("only a poll that is opened has a countdown: send it with the state `open`")] = None


class Moving(_Change):
    """A prepared poll has another place in its list."""

    state: Literal["draft"]
    place: Annotated[int, Field(ge=0, lt=MAX_PREPARED), FROM_FLOAT] = Field(description="Among those that wait, from 0.")


class PollChange(RootModel[Annotated[Opening | Settling | Moving, Field(discriminator="state")]]):
    """What a host does with a poll."""


class AnswerRequest(BaseModel):
    """A guest's answer."""

    model_config = ConfigDict(extra="forbid", strict=True)

    answer: Answer


class AnswerStored(_Row):
    """A stored answer; sending it again changes nothing."""

    answer: Answer
    stored: Literal[True] = True


class AnswerWorth(_Row):
    """A guest's own answer, and what it is worth once the poll is revealed; before that only the answer."""

    answer: Answer | None
    correct: bool | None
    misconception: str | None


class PracticeRequest(BaseModel):
    """A practice set to be given out."""

    model_config = ConfigDict(extra="forbid", strict=True)

    count: Whole = Field(default=5, ge=1, le=20, description="Exercises for each student.")
    level: Literal[1, 2, 3] = Field(default=1, description="1: one operation; 2: a chain; 3: an input that is used twice.")


class PracticeSet(_Row):
    """A practice set: each student has exercises of its own."""

    practice: int
    count: int
    level: int


class Exercise(_Row):
    """One exercise of one student. The mark comes with the response to each answer."""

    number: int
    program: str
    asked: str = Field(description="What is asked for, such as `gradient of a`.")
    name: str = Field(description="The name in the program whose gradient it is.")
    node: int = Field(description="The id of its node in the program's graph.")
    answer: str | None
    correct: bool
    tries: int


class Exercises(_Row):
    """A student's own."""

    practice: int
    exercises: list[Exercise]


class Progress(PracticeSet):
    """How far everybody is."""

    grid: dict[str, str] = Field(
        description="By guest, a character for each exercise: `1` right at first, `+` right later, `x` wrong so far, `.` not yet."
    )


class ExerciseAnswered(_Row):
    """A stored answer, and what it is worth."""

    answer: str
    stored: Literal[True] = True
    correct: bool
    misconception: str | None
    tries: int


class PollResult(Poll):
    """A poll with every answer."""

    about: dict[str, Any] = Field(description="What the answers were marked by.")
    asked: Instant
    answers: list[dict[str, Any]]


class PracticeResult(PracticeSet):
    """A practice set with every exercise."""

    begun: Instant
    answers: list[dict[str, Any]]


class Person(_Row):
    """A student by the nickname that the room has for them."""

    guest: int
    nickname: str


class Results(_Row):
    """Everything that was asked and answered in a room, the oldest first."""

    record: Literal[2] = Field(default=2, description="The form of this file, which the page `/record` opens.")
    room: str
    title: str
    people: list[Person] = Field(description="Everybody who was in the room, and was not removed.")
    polls: list[PollResult]
    practice: list[PracticeResult]
    lessons: list[dict[str, Any]] = Field(description="Each lesson of the room with all answers to its questions.")
