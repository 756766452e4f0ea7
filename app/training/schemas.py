"""What a training run is declared with, and what is asked of one that runs. Knows nothing of how it is computed."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from app.problem_models import ProblemModel
from engine.datasets import DATASETS
from engine.losses import LOSSES
from engine.optim import OPTIMIZERS
from engine.schedules import SCHEDULES
from engine.training import Pitfall

FORMAT: Literal[1] = 1
"""Of checkpoints that are downloaded."""

Finite = Annotated[float, Field(allow_inf_nan=False)]


class Strict(BaseModel):
    """A part of a request: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NamedChoice(BaseModel):
    """One of a table of choices by its name, with the numbers it takes beside it."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str

    @property
    def numbers(self) -> dict[str, Any]:
        """What stands beside the name."""
        return dict(self.model_extra or {})


class NamedData(NamedChoice):
    """A data set that is made on the spot; `count`, `noise`, `seed` and others beside its name."""

    name: str = Field(json_schema_extra={"enum": list(DATASETS)})


class OwnPoints(Strict):
    """Examples of one's own, a row each."""

    inputs: list[list[Finite]] = Field(description="One example a row.")
    targets: list[Finite] = Field(description="Per example its class, 0, 1, …, or the number to be found.")
    classes: int | None = Field(
        default=None, ge=2, le=100, description="How many classes there are; null where numbers are to be found."
    )


class OwnTable(Strict):
    """Examples as comma-separated values; the last column is what is to be learnt."""

    csv: str = Field(description="A heading is optional. Words, 0 and 1, or −1 and 1 in the last column are classes.")


def _told_apart(*fields: str) -> Any:
    """Which of several kinds of objects one is: told by a field that it has."""

    def kind(given: Any) -> str | None:
        return next((field for field in fields if (field in given if isinstance(given, dict) else hasattr(given, field))), None)

    said = " or ".join(f"`{field}`" for field in fields)
    return Discriminator(kind, custom_error_type="kind", custom_error_message=f"it needs one of the fields {said}")


Data = Annotated[
    Annotated[NamedData, Tag("name")] | Annotated[OwnPoints, Tag("inputs")] | Annotated[OwnTable, Tag("csv")],
    _told_apart("name", "inputs", "csv"),
]


class Network(Strict):
    """A network of layers of neurons."""

    kind: Literal["mlp"]
    layers: list[int] = Field(
        default=[16, 16, 1], min_length=1, max_length=50, description="Neurons of each layer, the output's last."
    )
    activation: str = Field(default="tanh", description="Any operation of one number, or `linear`.")
    last: str | None = Field(default=None, description="Activation of the last layer, where that is another.")
    zero_biases: bool = Field(default=False, description="Whether biases start at 0; else they are drawn like weights.")
    seed: int = Field(default=0, description="What the random numbers of the start come from.")


class Logistic(Strict):
    """Logistic regression: σ(w · x + b)."""

    kind: Literal["logistic"]
    weights: list[Finite] | None = Field(default=None, description="Where it starts; else drawn from `seed`.")
    bias: Finite | None = None
    seed: int = 0


class OwnProgram(Strict):
    """A program of one's own: inputs that are no features learn."""

    kind: Literal["program"]
    program: str
    features: list[str] | None = Field(
        default=None, min_length=1, description="The names that stand for the columns of the data; else the data's own names."
    )
    output: str | None = None


Model = Annotated[Network | Logistic | OwnProgram, Field(discriminator="kind")]


class OptimizerChoice(NamedChoice):
    """An optimiser; its numbers stand beside its name."""

    name: str = Field(json_schema_extra={"enum": list(OPTIMIZERS)})


class ScheduleChoice(NamedChoice):
    """How the learning rate changes over the run; its numbers stand beside its name."""

    name: str = Field(json_schema_extra={"enum": list(SCHEDULES)})


class TrainingRequest(Strict):
    """A run, declared: the same request makes the same run, number by number."""

    data: Data = Field(description="What to learn from.", examples=[{"name": "moons", "count": 100, "noise": 0.1, "seed": 1337}])
    held_out: float = Field(
        default=0.0, ge=0, lt=1, description="The fraction of examples that is kept aside to be held against."
    )
    model: Model = Field(description="What learns.", examples=[{"kind": "mlp", "layers": [16, 16, 1], "activation": "relu"}])
    loss: str = Field(default="mean_squared_error", json_schema_extra={"enum": list(LOSSES)})
    l2: float = Field(default=0.0, ge=0, allow_inf_nan=False, description="Adds l2 · Σ parameter² to the loss.")
    optimizer: OptimizerChoice = Field(default=OptimizerChoice(name="sgd"), description="What is done with gradients.")
    schedule: ScheduleChoice | None = Field(default=None, description="How the learning rate changes; constant where null.")
    steps: int = Field(default=100, ge=1)
    batch_size: int | None = Field(default=None, ge=1, description="How many examples a step sees; all where null.")
    shuffle: bool = Field(default=True, description="Whether each epoch takes the examples in another order.")
    seed: int = Field(default=0, ge=0, le=2**32 - 1, description="Of the order of examples, and of which are held out.")
    pitfall: Pitfall | None = Field(default=None, description="A classic mistake, made on purpose.")
    watch_every: int = Field(
        default=1, ge=1, description="Every how many steps numbers are told. Long runs are told less often, see `started`."
    )
    keep_every: int = Field(default=1, ge=1, description="Every how many steps the model is sent, to go back to; likewise.")
    regions: int | None = Field(
        default=40, ge=2, le=100, description="Cells per side of the decision regions, or points of the curve; null for none."
    )


class NewRun(TrainingRequest):
    """A run to be begun."""

    paused: bool = Field(default=False, description="Whether it waits before its first step.")


class Checkpoint(Strict):
    """All that is needed to go on exactly as if there had been no pause."""

    format: Literal[1] = FORMAT
    request: TrainingRequest
    checkpoint: dict[str, Any]


class ContinuedRun(Strict):
    """A run to be taken up again."""

    checkpoint: Checkpoint
    paused: bool = False


_ALTERNATIVES = {"data", "model", "example"}
"""Fields that may be one of several kinds of objects."""


def place_in_request(place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """A place as the validator tells it, without the names of the alternatives it tried."""
    kept: list[int | str] = []
    skip = False
    for part in place:
        if not skip:
            kept.append(part)
        skip = not skip and part in _ALTERNATIVES
    return tuple(kept)


def place_in_start(place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The same where a run is begun, which is one of two kinds of requests."""
    return place_in_request(place[1:])


StartRequest = Annotated[
    Annotated[ContinuedRun, Tag("checkpoint")] | Annotated[NewRun, Tag("data")], _told_apart("checkpoint", "data")
]


class ChangeRequest(Strict):
    """What is wanted of a run; fields that are left out stay as they are."""

    state: Literal["paused", "running"] | None = None
    advance: int | None = Field(default=None, ge=1, description="So many steps, while it is paused.")
    steps_per_second: float | None = Field(
        default=None, gt=0, le=1_000, description="No more than so many; null as fast as it goes."
    )


class SweepRequest(Strict):
    """The same run with several learning rates and widths."""

    training: TrainingRequest
    learning_rates: Annotated[list[Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)]], Field(min_length=1)]
    widths: list[Annotated[int, Field(ge=1)]] | None = Field(
        default=None, min_length=1, description="Neurons in every hidden layer; null keeps the model as it is."
    )


class RunStatus(BaseModel):
    """Where a run stands."""

    id: str
    state: Literal["running", "paused", "finished", "diverged", "stopped"]
    step: int = Field(description="How many steps are made.")
    loss: float | str | None
    accuracy: float | None
    events: int = Field(description="The number of the last event.")
    problems: list[ProblemModel] = []


class ExampleOfData(Strict):
    """One of the run's own examples, by its place among those that `started` told of."""

    index: int = Field(ge=0)
    held_out: bool = Field(default=False, description="Whether it is one of those that are kept aside.")


class OwnExample(Strict):
    """Any other example."""

    inputs: list[Finite]
    target: Finite = Field(description="Its class, 0, 1, …, or the number to be found.")


class OpenRequest(Strict):
    """A model at some moment of its run, and one example."""

    training: TrainingRequest
    parameters: dict[str, Any] = Field(default={}, description="As in a `moment`; where left out, those the run starts with.")
    example: Annotated[
        Annotated[ExampleOfData, Tag("index")] | Annotated[OwnExample, Tag("inputs")], _told_apart("index", "inputs")
    ]


class ExampleGraphRequest(OpenRequest):
    """The graph of the loss on one example is wanted."""

    layout: Literal["rows", "columns"] = Field(default="rows", description="As in `/graph`.")


class InputStepRequest(OpenRequest):
    """An example is to be moved along the gradient of its loss, or against it."""

    size: float = Field(default=0.5, ge=0, le=1_000, allow_inf_nan=False, description="How many gradients far.")
    direction: Literal["adversarial", "dream"] = Field(
        default="adversarial", description="Where the loss grows, or where the example comes nearer to its target."
    )
    by_sign: bool = Field(default=False, description="Whether every number moves by `size`, whatever the gradient's length.")


class InputStepResponse(BaseModel):
    """An example before and after. Predictions are one number each, or one for each class."""

    inputs: list[float]
    moved: list[float | str]
    gradient: list[float | str]
    loss: float | str
    loss_after: float | str
    prediction: float | str | list[float | str]
    prediction_after: float | str | list[float | str]
    decided: int | None = Field(description="The class that the prediction means; null where numbers are to be found.")
    decided_after: int | None


class ExampleGraphResponse(BaseModel):
    """A graph as `POST /api/v1/graph` answers; calls of layers and neurons are its groups."""

    model_config = ConfigDict(extra="allow")

    output: int
    value: float | str
    program: str = Field(description="What the graph is of, and what the spans of its nodes are places in.")
    inputs: dict[str, Any] = Field(description="Numbers that stand in no place of the program; to be sent along with it.")
