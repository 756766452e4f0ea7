"""Questions, polls, answers and their tally as JSON."""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    StrictFloat,
    StrictInt,
    StrictStr,
    StringConstraints,
    model_validator,
)

Number = float | Literal["NaN", "Infinity", "-Infinity"]
Answer = StrictStr | StrictInt | StrictFloat | list[StrictInt]
"""What a guest gives: a text or number that is read, the place of a choice or several, the id of an edge."""
State = Literal["open", "closed", "revealed", "over"]
"""A poll that is over is shown to nobody any more; it stays in the history and in the results."""

MOST_CHOICES = 12
LONGEST_PROMPT, LONGEST_CHOICE = 500, 200
MOST_GROUPS = 60
"""Groups of a tally that are told; the answers of all others are counted together."""

Prompt = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_PROMPT)]
Choice = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_CHOICE)]


class _Question(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    prompt: Prompt = Field(default="", description="What is asked, in the host's words; empty: the server words it.")


class _AboutNode(_Question):
    node: int | None = Field(default=None, ge=0, description="Id of a node in the graph of the room's program; null: the output.")
    quantity: Literal["gradient", "value"] = "gradient"


class NumberQuestion(_AboutNode):
    """A number of a node, computed by the server."""

    type: Literal["number"]
    tolerance: float = Field(
        default=0.01,
        ge=0,
        le=0.5,
        description="How far from right still counts: a share of the number, or a distance where the number is 0.",
    )


class FormulaQuestion(_AboutNode):
    """A formula for a number of a node: right if it agrees with the engine for other inputs, too."""

    type: Literal["formula"]


class ChoiceQuestion(_Question):
    """One or several of a list."""

    type: Literal["choice"]
    choices: list[Choice] = Field(min_length=2, max_length=MOST_CHOICES)
    correct: list[int] | None = Field(
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
    position: int = Field(ge=0, description="How many of the graph's steps have been taken.")


class TextQuestion(_Question):
    """An open answer, not marked."""

    type: Literal["text"]


Question = Annotated[NumberQuestion | FormulaQuestion | ChoiceQuestion | EdgeQuestion | TextQuestion, Field(discriminator="type")]


class AskBody(RootModel[Question]):
    """A question to be asked."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Group(_Row):
    """Equal answers."""

    answer: Answer
    label: str = Field(description="The answer as it was written most often, or what was chosen.")
    count: int
    correct: bool | None
    misconception: str | None = Field(description="What the mistake behind it was, where it is a known one.")


class Tally(_Row):
    """What was answered, the most frequent first."""

    answered: int
    correct: int | None = Field(description="null where nothing is right or wrong.")
    groups: list[Group] = Field(max_length=MOST_GROUPS)
    others: int = Field(description="Answers in groups that are too many to be listed.")


class Poll(_Row):
    """A question as guests see it: what is right and what others answered only once it is revealed."""

    poll: int
    question: dict[str, Any] = Field(
        description="As it was asked, without `correct` until it is revealed; `prompt` is never empty."
    )
    state: State
    answered: int
    expected: Any = Field(description="A number, a formula, places of choices or ids of edges; null before it is revealed.")
    tally: Tally | None


class PollHistory(_Row):
    """All polls of a room as its host sees them, the oldest first."""

    polls: list[Poll]


class PollChange(BaseModel):
    """What a host does with a poll."""

    model_config = ConfigDict(extra="forbid")

    state: State


class AnswerRequest(BaseModel):
    """A guest's answer."""

    model_config = ConfigDict(extra="forbid")

    answer: Answer


class AnswerStored(_Row):
    """An answer that is kept; sending it again changes nothing."""

    answer: Answer
    stored: Literal[True] = True


class AnswerWorth(_Row):
    """A guest's own answer, and what it is worth once the poll is revealed; before that nothing is told."""

    answer: Answer | None
    correct: bool | None
    misconception: str | None


class PracticeRequest(BaseModel):
    """A practice set to be given out."""

    model_config = ConfigDict(extra="forbid")

    count: int = Field(default=5, ge=1, le=20, description="Exercises for each student.")
    level: Literal[1, 2, 3] = Field(default=1, description="1: one operation; 2: a chain; 3: an input that is used twice.")


class PracticeSet(_Row):
    """A practice set: each student has exercises of its own."""

    practice: int
    count: int
    level: int


class Exercise(_Row):
    """One exercise of one student. Whether an answer is right is told at once."""

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
