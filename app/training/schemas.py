"""What a training run is declared with, and what is asked of one that runs. Knows nothing of how it is computed."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from backpass.app.api.schema_types import FROM_FLOAT, Strict, Whole
from backpass.app.problems.problem_models import ProblemModel
from backpass.engine.learning.datasets import DATASETS
from backpass.engine.learning.features import FEATURES
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.optim import OPTIMIZERS
from backpass.engine.learning.schedules import SCHEDULES
from backpass.engine.learning.training import Pitfall

FORMAT: Literal[1] = 1
"""Of checkpoints that are downloaded."""

Finite = Annotated[float, Field(allow_inf_nan=False)]


class NamedChoice(BaseModel):
    """One of a table of choices by its name, with the numbers it takes beside it."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str

    @property
    def numbers(self) -> dict[str, Any]:
        """The fields beside the name."""
        return dict(self.model_extra or {})


class NamedData(NamedChoice):
    """A data set that is made on the spot; `count`, `noise`, `seed` and others beside its name."""

    name: str = Field(json_schema_extra={"enum": list(DATASETS)})


class OwnPoints(Strict):
    """The user's own examples, a row each."""

    inputs: list[list[Finite]] = Field(description="One example a row.")
    targets: list[Finite] = Field(description="Per example its class, 0, 1, …, or the number to be found.")
    classes: Annotated[int, Field(ge=2, le=100), FROM_FLOAT] | None = Field(
        default=None, description="How many classes there are; null where numbers are to be found."
    )


class OwnTable(Strict):
    """Examples as comma-separated values; the last column is what is to be learnt."""

    csv: str = Field(description="A heading is optional. Words, 0 and 1, or −1 and 1 in the last column are classes.")


def _discriminated(*fields: str) -> Any:
    """Distinguishes several kinds of objects by a field that each has."""

    def kind(given: Any) -> str | None:
        return next((field for field in fields if (field in given if isinstance(given, dict) else hasattr(given, field))), None)

    names = " or ".join(f"`{field}`" for field in fields)
    return Discriminator(kind, custom_error_type="kind", custom_error_message=f"it needs one of the fields {names}")


Data = Annotated[
    Annotated[NamedData, Tag("name")] | Annotated[OwnPoints, Tag("inputs")] | Annotated[OwnTable, Tag("csv")],
    _discriminated("name", "inputs", "csv"),
]


class Network(Strict):
    """A network of layers of neurons."""

    kind: Literal["mlp"]
    layers: list[Whole] = Field(
        default=[16, 16, 1], min_length=1, max_length=50, description="Neurons of each layer, the output's last."
    )
    activation: str = Field(default="tanh", description="Any operation of one number, or `linear`.")
    last: str | None = Field(default=None, description="Activation of the last layer, where that is another.")
    zero_biases: bool = Field(default=False, description="Whether biases start at 0; else they are drawn like weights.")
    seed: Whole = Field(default=0, description="What the random numbers of the start come from.")


class Logistic(Strict):
    """Logistic regression: σ(w · x + b)."""

    kind: Literal["logistic"]
    weights: list[Finite] | None = Field(default=None, description="Where it starts; else drawn from `seed`.")
    bias: Finite | None = None
    seed: Whole = 0


class OwnProgram(Strict):
    """The user's own program: inputs that are no features learn."""

    kind: Literal["program"]
    program: str
    features: list[str] | None = Field(
        default=None, min_length=1, description="The names that stand for the columns of the data; else the data's own names."
    )
    output: str | None = None


Model = Annotated[Network | Logistic | OwnProgram, Field(discriminator="kind")]


class OptimizerChoice(NamedChoice):
    """An optimiser: its name and its numbers."""

    name: str = Field(json_schema_extra={"enum": list(OPTIMIZERS)})


class ScheduleChoice(NamedChoice):
    """How the learning rate changes over the run: a name and its numbers."""

    name: str = Field(json_schema_extra={"enum": list(SCHEDULES)})


class FrozenPlace(Strict):
    """A weight, a row of them or a whole parameter that is left as it is."""

    parameter: str = Field(description="Its name, as `started` lists it.")
    path: list[Annotated[int, Field(ge=0), FROM_FLOAT]] = Field(
        default=[], description="Indices from 0, the outermost first; all that is below them where some are left out."
    )


class TrainingRequest(Strict):
    """A run, declared: the same request makes the same run, number by number."""

    data: Data = Field(description="What to learn from.", examples=[{"name": "moons", "count": 100, "noise": 0.1, "seed": 1337}])
    held_out: float = Field(
        default=0.0, ge=0, lt=1, description="The fraction of examples that is kept aside to be held against."
    )
    features: list[str] | None = Field(
        default=None,
        min_length=1,
        description="What a network or a logistic regression is given of an example's one or two numbers, x and y; those "
        "themselves where null.",
        json_schema_extra={"items": {"type": "string", "enum": list(FEATURES)}},
    )
    standardize: bool = Field(
        default=False,
        description="Whether the model is given each feature less its mean, over its standard deviation; `features` come first.",
    )
    model: Model = Field(description="What learns.", examples=[{"kind": "mlp", "layers": [16, 16, 1], "activation": "relu"}])
    loss: str = Field(default="mean_squared_error", json_schema_extra={"enum": list(LOSSES)})
    l1: float = Field(default=0.0, ge=0, allow_inf_nan=False, description="Adds l1 · Σ |parameter| to the loss.")
    l2: float = Field(default=0.0, ge=0, allow_inf_nan=False, description="Adds l2 · Σ parameter² to the loss.")
    frozen: list[FrozenPlace] | None = Field(
        default=None, description="Weights that have a gradient and that the optimiser leaves as they are."
    )
    optimizer: OptimizerChoice = Field(default=OptimizerChoice(name="sgd"), description="What is done with gradients.")
    schedule: ScheduleChoice | None = Field(default=None, description="How the learning rate changes; constant where null.")
    steps: Whole = Field(default=100, ge=1, description="How long; of an endless run, how long its schedule is.")
    endless: bool = Field(default=False, description="Whether it goes on after `steps`, until it is ended.")
    batch_size: Annotated[int, Field(ge=1), FROM_FLOAT] | None = Field(
        default=None, description="How many examples a step sees; all where null."
    )
    shuffle: bool = Field(default=True, description="Whether each epoch takes the examples in another order.")
    seed: Whole = Field(default=0, ge=0, le=2**32 - 1, description="Of the order of examples, and of which are held out.")
    pitfall: Annotated[Pitfall, Field(strict=False)] | None = Field(
        default=None, description="A classic mistake, made on purpose."
    )
    watch_every: Whole = Field(
        default=1,
        ge=1,
        description="Every how many steps numbers are reported; in long runs less often, see `started`.",
    )
    keep_every: Whole = Field(default=1, ge=1, description="Every how many steps the model is sent, to go back to; likewise.")
    regions: Annotated[int, Field(ge=2, le=100), FROM_FLOAT] | None = Field(
        default=40, description="Cells per side of the decision regions, or points of the curve; null for none."
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
    training: TrainingRequest | None = Field(
        default=None, description="What to go on with, where that is another set-up; the model has the same parameters."
    )
    paused: bool = False

    @property
    def request(self) -> TrainingRequest:
        """The set-up to go on with."""
        return self.training or self.checkpoint.request


_ALTERNATIVES = {"data", "model", "example"}
"""Fields that may be one of several kinds of objects."""


def place_in_request(place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The location in a validation error, without the names of the alternatives that were tried."""
    parts: list[int | str] = []
    skip = False
    for part in place:
        if not skip:
            parts.append(part)
        skip = not skip and part in _ALTERNATIVES
    return tuple(parts)


def place_in_change(place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The same where a run is given another set-up, whose fields stand as if the set-up were the whole request."""
    return place_in_request(place[1:] if place[:1] == ("training",) else place)


def place_in_start(place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The same where a run is begun, which is one of two kinds of requests."""
    return place_in_request(place[1:])


StartRequest = Annotated[
    Annotated[ContinuedRun, Tag("checkpoint")] | Annotated[NewRun, Tag("data")], _discriminated("checkpoint", "data")
]


class ChangeRequest(Strict):
    """What is wanted of a run; fields that are left out stay as they are."""

    state: Literal["paused", "running"] | None = None
    advance: Annotated[int, Field(ge=1), FROM_FLOAT] | None = Field(
        default=None, description="So many steps, while it is paused."
    )
    steps_per_second: float | None = Field(
        default=None, gt=0, le=1_000, description="No more than so many; null as fast as it goes."
    )
    training: TrainingRequest | None = Field(
        default=None, description="It goes on from its present step with this set-up, whose model has the same parameters."
    )


class SweepRequest(Strict):
    """The same run with several learning rates and widths, or with any other changes."""

    training: TrainingRequest
    learning_rates: list[Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)]] | None = Field(
        default=None, min_length=1, description="The learning rate of each run; needed unless there are `cells`."
    )
    widths: list[Annotated[int, Field(ge=1), FROM_FLOAT]] | None = Field(
        default=None, min_length=1, description="Neurons in every hidden layer; null keeps the model as it is."
    )
    cells: list[dict[str, Any]] | None = Field(
        default=None,
        min_length=1,
        description="Instead of rates and widths, for each run the fields of `training` that it has otherwise.",
    )
    curves: bool = Field(
        default=False, description="Whether each of the `cells` is sent with its losses on the way and its regions."
    )


class RunStatus(BaseModel):
    """The status of a run."""

    id: str
    state: Literal["running", "paused", "finished", "diverged", "stopped"]
    step: int = Field(description="How many steps are made.")
    loss: float | str | None
    accuracy: float | None
    events: int = Field(description="The number of the last event.")
    problems: list[ProblemModel] = []


class ExampleOfData(Strict):
    """One of the run's own examples, by its position among those that `started` listed."""

    index: Whole = Field(ge=0)
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
        Annotated[ExampleOfData, Tag("index")] | Annotated[OwnExample, Tag("inputs")], _discriminated("index", "inputs")
    ]


class ExampleGraphRequest(OpenRequest):
    """The graph of the loss on one example is wanted."""

    layout: Literal["rows", "columns"] = Field(default="rows", description="As in `/graph`.")


MAX_INPUT_STEP_SIZE = 1_000
MAX_INPUT_STEPS = 200


class InputStepRequest(OpenRequest):
    """An example is to be moved along the gradient of its loss, or against it."""

    size: float = Field(default=0.5, ge=0, le=MAX_INPUT_STEP_SIZE, allow_inf_nan=False, description="How many gradients far.")
    direction: Literal["adversarial", "dream"] = Field(
        default="adversarial", description="Where the loss grows, or where the example comes nearer to its target."
    )
    by_sign: bool = Field(default=False, description="Whether every number moves by `size`, whatever the gradient's length.")
    steps: Whole = Field(
        default=1,
        ge=1,
        le=MAX_INPUT_STEPS,
        description="How many steps at most: each from where the last one came to, until the class that is decided for is the "
        "one wanted. That is the target where the direction is `dream`, and any other where it is `adversarial`.",
    )


class InputStepResponse(BaseModel):
    """An example before and after. Predictions are one number each, or one for each class."""

    inputs: list[float]
    moved: list[float | str] = Field(description="Where features are standardized, the step is made in standard deviations.")
    gradient: list[float | str] = Field(description="By the numbers of the example as they are given.")
    loss: float | str
    loss_after: float | str
    prediction: float | str | list[float | str]
    prediction_after: float | str | list[float | str]
    decided: int | None = Field(description="The class that the prediction means; null where numbers are to be found.")
    decided_after: int | None
    steps: int = Field(description="How many steps were made.")


class ExampleGraphResponse(BaseModel):
    """A graph as `POST /api/v1/graph` answers; calls of layers and neurons are its groups."""

    model_config = ConfigDict(extra="allow")

    output: int
    value: float | str
    program: str = Field(description="What the graph is of, and what the spans of its nodes are places in.")
    inputs: dict[str, Any] = Field(description="Numbers that stand in no place of the program; to be sent along with it.")


class Options(BaseModel):
    """Everything that a run can be declared with."""

    datasets: list[dict[str, Any]]
    features: list[dict[str, Any]] = Field(
        description="What can be made of an example's numbers: an `operation` of its `columns`, null for the number itself."
    )
    activations: list[str]
    losses: list[dict[str, Any]]
    optimizers: list[dict[str, Any]]
    schedules: list[dict[str, Any]]
    pitfalls: list[dict[str, Any]]
    setups: dict[str, dict[str, Any]] = Field(
        description="For the user's own data, requests without the data: `two` classes, `several`, or `numbers`."
    )
    presets: list[dict[str, Any]]
    limits: dict[str, float] = Field(description="Settings of the server that bound a run.")
