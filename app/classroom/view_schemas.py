"""What rooms are asked and answer, as JSON: the view that is followed, and the bodies of the HTTP routes."""

import math
import unicodedata
from typing import Annotated, Any, Literal

import orjson
from pydantic import AfterValidator, BaseModel, Field, FiniteFloat, model_validator

from backpass.app.api.schema_types import FROM_FLOAT, Instant, Strict

_MAX_INPUTS, _MAX_DIRECTIONS, _MAX_FOLDS, _MAX_MOVES, _MAX_HIDDEN, _MAX_LINES, _DEEPEST = 1_000, 100, 500, 500, 20, 500, 16
_MAX_STEPS, _LARGEST_MOMENT = 400, 500_000
"""Of a moment of the studio: the points of its curves, and its bytes."""

Word = Annotated[str, Field(pattern=r"^[a-z-]{1,24}$")]
"""One of a list that the page knows, as in its links; the server hands it on."""


def _is_value(value: Any) -> Any:
    """A finite number, one of the three words for numbers that JSON lacks, or nested lists of these."""
    waiting = [(value, 0)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, list) and depth < _DEEPEST:
            waiting.extend((inner, depth + 1) for inner in each)
        elif isinstance(each, str):
            if each not in {"NaN", "Infinity", "-Infinity"}:
                raise ValueError("only the words NaN, Infinity and -Infinity stand for a number")
        elif isinstance(each, bool) or not isinstance(each, int | float) or not math.isfinite(each):
            raise ValueError("a value is a number, or nested lists of numbers")
    return value


def _is_line(text: str) -> str:
    """Text of a single line, without characters that cannot be seen."""
    text = " ".join(text.split())
    if any(unicodedata.category(character) in {"Cc", "Cs", "Cn"} for character in text):
        raise ValueError("there is a character in it that cannot be seen")
    return text


Line = Annotated[str, AfterValidator(_is_line)]
InputValue = Annotated[Any, AfterValidator(_is_value)]


Offset = Annotated[int, Field(ge=-20_000, le=20_000), FROM_FLOAT]
"""How far a node was dragged, in units of the picture."""


Count = Annotated[int, Field(ge=0, le=100_000), FROM_FLOAT]


class Camera(Strict):
    """What part of the picture is in sight."""

    x: FiniteFloat
    y: FiniteFloat
    scale: FiniteFloat = Field(gt=0)


class ExaminedLine(Strict):
    """How many students' own engines pass a line of the examination, of those that offer what it asks for."""

    key: Annotated[str, Field(max_length=200)]
    passed: Count
    asked: Count


class Examined(Strict):
    """How many students' own engines pass what, without names: the host's page examines them."""

    right: Count = Field(description="Engines that pass every required line.")
    engines: Count
    lines: list[ExaminedLine] = Field(max_length=_MAX_LINES)


class View(Strict):
    """What a page shows, or what of it changed: only the fields that were set count."""

    program: str = ""
    inputs: dict[str, InputValue] = Field(default={}, max_length=_MAX_INPUTS)
    directions: list[Annotated[str, Field(max_length=200)]] = Field(default=[], max_length=_MAX_DIRECTIONS)
    output: str | None = Field(default=None, max_length=200)
    gradient_attribute: str | None = Field(
        default=None, max_length=100, description="The attribute that holds the gradient in the program's own engine."
    )
    position: Annotated[int, Field(ge=0), FROM_FLOAT] | None = Field(
        default=None, description="Steps taken on the timeline; null for all of them."
    )
    moment: Annotated[FiniteFloat, Field(ge=0)] | None = Field(
        default=None,
        description=(
            "Where the timeline stands between `position` and the step after it, while local derivatives are shown; "
            "null at a whole step. Counts only where its whole part is `position`."
        ),
    )
    selected: Annotated[int, Field(ge=0), FROM_FLOAT] | None = Field(default=None, description="The selected node.")
    selected_edge: Annotated[int, Field(ge=0), FROM_FLOAT] | None = Field(
        default=None, description="The selected edge; where a node is selected, that counts."
    )
    main_view: Word = "graph"
    direction: Word = "right"
    separate_operations: bool = False
    overlay: Word = "none"
    step_size: Word = "contribution"
    panel: Word = "explain"
    pitfall: Word = "none"
    hiding: list[Word] = Field(default=[], max_length=_MAX_HIDDEN, description="Parts that are hidden on students' screens.")
    examining: bool = Field(
        default=False, description="Whether the wall shows how many students' own engines pass each line of the examination."
    )
    examined: Examined | None = Field(default=None, description="How many engines pass each line; null before it is counted.")
    playing: bool = False
    speed: FiniteFloat = Field(default=1, gt=0, le=100)
    camera: Camera | None = None
    folds: dict[str, bool] = Field(default={}, max_length=_MAX_FOLDS)
    moves: dict[str, tuple[Offset, Offset]] = Field(
        default={}, max_length=_MAX_MOVES, description="How far nodes were dragged, along the flow and across it, by their keys."
    )

    def changes(self) -> dict[str, Any]:
        """The fields that were set, as JSON."""
        return self.model_dump(exclude_unset=True)


class StudioMoment(Strict):
    """A moment of a training run, as the host's page has it from the server that trains, or what of it changed."""

    started: dict[str, Any] = Field(default={}, description="How the run was declared, as its event `started` has it.")
    steps: list[dict[str, Any]] = Field(default=[], max_length=_MAX_STEPS, description="Its curves, thinned out.")
    moment: dict[str, Any] = Field(default={}, description="The model, as the event `moment` has it.")

    @model_validator(mode="after")
    def _fits(self) -> "StudioMoment":
        try:
            written = orjson.dumps(self.model_dump())
        except TypeError:
            raise ValueError("whole numbers have at most 64 bits") from None
        if len(written) > _LARGEST_MOMENT:
            raise ValueError("a moment of the studio has at most 500,000 bytes")
        return self


class ShownView(View):
    """What the host's page shows: of the playground, and of the studio."""

    studio: StudioMoment = StudioMoment()


class RoomSettings(Strict):
    """How the room behaves, or what of it is to change."""

    title: Line = Field(default="", max_length=100)
    mode: Literal["follow", "explore"] = "follow"
    paused: bool = False
    locked: bool = False
    named: bool = True

    def changes(self) -> dict[str, Any]:
        """The fields that were set, as JSON."""
        return self.model_dump(exclude_unset=True)


class RoomRequest(Strict):
    """A room to be opened."""

    title: Line = Field(default="", max_length=100)
    view: View = View()
    named: bool = Field(default=True, description="Whether students may choose what they are called.")


class RoomOpened(BaseModel):
    """A new room. The token is the right to lead it; it is sent this once."""

    code: str
    host_token: str
    path: str = Field(description="Where students open it.")
    expires: Instant


StageKind = Literal["playground", "lesson", "studio"]


class RoomFacts(BaseModel):
    """What everybody may know who has the code."""

    code: str
    title: str
    locked: bool
    named: bool
    guests: int = Field(description="How many are in the room now.")
    stage: StageKind = Field(default="playground", description="What is on the screens.")


class GuestRequest(Strict):
    """Who wants to come in."""

    nickname: str | None = Field(default=None, max_length=200, description="null for a friendly one that is made up.")


class GuestJoined(BaseModel):
    """A place in the room. The token is the right to come back to it."""

    guest: int
    token: str
    nickname: str


class StageRequest(Strict):
    """What is to be on the screens."""

    kind: StageKind


class StageShown(BaseModel):
    """What is on the screens."""

    stage: StageKind


class KeyRequest(Strict):
    """A right of less than the teacher's."""

    kind: Literal["remote", "screen"]


class KeyMade(BaseModel):
    """A key of a room. The token is the right that it gives; it is sent this once."""

    token: str


class Addresses(BaseModel):
    """Where other machines of the network reach the room."""

    addresses: list[str]
