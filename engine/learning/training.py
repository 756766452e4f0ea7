"""The training loop, one step at a time: it yields what there is to see, can be paused, taken up again exactly, and notices
when it diverges.

Nothing here runs on its own: the caller iterates, decides when the next step is made, and may stop at any time. Knows nothing of
time, of files or of observers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

import numpy as np

from backpass.engine.graph.flat_parameters import parameter_slices
from backpass.engine.learning.datasets import Dataset, Indices, batches
from backpass.engine.learning.divergence import Divergence, DivergenceWatch
from backpass.engine.learning.losses import Loss, loss_named
from backpass.engine.learning.nn import Module
from backpass.engine.learning.objective import Objective, objective
from backpass.engine.learning.optim import Optimizer
from backpass.engine.learning.schedules import Schedule
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Array, Mask

_FORMAT = 1
"""Of checkpoints."""


class Pitfall(StrEnum):
    """Classic mistakes, to be made on purpose."""

    heading: str
    sentence: str

    def __new__(cls, value: str, heading: str, sentence: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.heading = heading
        member.sentence = sentence
        return member

    FORGOTTEN_ZERO_GRAD = (
        "forgotten-zero-grad",
        say("preset-forgotten-zero-grad"),
        say("pitfall-no-zero-grad"),
    )
    WRONG_SIGN = "wrong-sign", say("pitfall-wrong-sign-title"), say("pitfall-wrong-sign")


@dataclass(frozen=True, slots=True)
class Progress:
    """What one step did. All numbers are from before its update; None is what was not computed."""

    step: int
    """From 0."""
    loss: float
    """On this step's examples, with the L2 penalty."""
    learning_rate: float
    gradient_norm: float
    """Length of the gradient that was followed."""
    accuracy: float | None = None
    """The fraction of this step's examples whose class is found."""
    gradient_norms: Mapping[str, float] | None = None
    """By layer."""
    update_ratios: Mapping[str, float | None] | None = None
    """By layer, the length of the update over the length of the parameters; None where all parameters are 0."""
    held_out_loss: float | None = None
    """Without the L2 penalty."""
    held_out_accuracy: float | None = None
    parameters: Array | None = None
    """All numbers of the model in one row, as `Training.named` names them."""
    divergence: Divergence | None = None


@dataclass(frozen=True, slots=True)
class ModelEvaluation:
    """How well a model does with its present numbers, on all examples."""

    loss: float
    """With the L2 penalty."""
    accuracy: float | None
    held_out_loss: float | None
    """Without the L2 penalty."""
    held_out_accuracy: float | None


class Training:
    """A model learning from data. Iterate over it, or call `advance()`; `model` always has the newest numbers.

    `optimizer` must have been made with the model's parameters; `schedule` sets its rate before each step. `batch_size`: how
    many examples a step sees (all, if None). `l1`, `l2`: add l1 · Σ |parameter| and l2 · Σ parameter² to the loss; the slope of
    |parameter| at 0 is taken as 0. Every `watch_every` steps accuracy, norms by layer and the loss on `held_out` are computed,
    every `keep_every` steps the parameters are kept. An `endless` training goes on after `steps`. Parameters that are true in
    `frozen`, a row of switches for all of them, have a gradient like any other, and the optimiser leaves them out.
    """

    def __init__(
        self,
        model: Module,
        data: Dataset,
        loss: Loss | str,
        optimizer: Optimizer,
        *,
        schedule: Schedule | None = None,
        steps: int = 100,
        batch_size: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        l1: float = 0.0,
        l2: float = 0.0,
        endless: bool = False,
        frozen: Mask | None = None,
        held_out: Dataset | None = None,
        pitfall: Pitfall | None = None,
        watch_every: int = 1,
        keep_every: int | None = None,
    ) -> None:
        if [id(tensor) for tensor in optimizer.parameters] != [id(tensor) for tensor in model.parameters()]:
            raise ValueError("the optimizer moves other parameters than the model has: make it with model.parameters()")
        self.model = model
        self.data = data
        self.loss = loss_named(loss) if isinstance(loss, str) else loss
        self.optimizer = optimizer
        self.frozen = frozen
        optimizer.freeze(frozen)
        self.schedule = schedule
        self.steps = steps
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.seed = seed
        self.l1 = l1
        self.l2 = l2
        self.endless = endless
        self.held_out = held_out
        self.pitfall = pitfall
        self.watch_every = watch_every
        self.keep_every = keep_every
        self.step = 0
        """The number of the next step."""
        self.divergence: Divergence | None = None
        self.objective: Objective = objective(model, self.loss, data.inputs)
        self._targets = self.loss.encoded(data)
        self._held_out_targets = None if held_out is None else self.loss.encoded(held_out)
        self._layers = _Layers(model)
        self._left = np.zeros_like(self.objective.parameters)
        """The sum of all gradients so far, where nobody sets them back."""
        self._watch = DivergenceWatch()
        self._epoch: tuple[int, list[Indices]] = (-1, [])

    @property
    def layers(self) -> list[str]:
        """The names under which norms and ratios are reported."""
        return list(self._layers.names)

    @property
    def finished(self) -> bool:
        """Whether all steps are made, where there is an end, or the run has diverged."""
        return (self.step >= self.steps and not self.endless) or self.divergence is not None

    def __iter__(self) -> Iterator[Progress]:
        while not self.finished:
            yield self.advance()

    def advance(self) -> Progress:
        """One step."""
        watched = self.step % self.watch_every == 0
        kept = None if self.keep_every is None or self.step % self.keep_every else self.objective.parameters.copy()
        held_out = self._on_held_out() if watched else (None, None)
        if self.schedule is not None:
            self.optimizer.learning_rate = self.schedule(self.step)
        loss, accuracy, gradients = self._differentiated(watched)
        with np.errstate(all="ignore"):
            norm = float(np.sqrt(gradients @ gradients))
        self.divergence = self._watch.see(self.step, loss, norm, self.optimizer.learning_rate)
        layers = self._layers.lengths(self.objective.parameters) if watched else {}
        change = None
        if self.divergence is None:
            change = self.optimizer.update(self.objective.parameters, gradients)
            self.objective.moved()
        progress = Progress(
            step=self.step,
            loss=loss,
            learning_rate=self.optimizer.learning_rate,
            gradient_norm=norm,
            accuracy=accuracy,
            gradient_norms=self._layers.lengths(gradients) if watched else None,
            update_ratios=_ratios(self._layers.lengths(change), layers) if watched and change is not None else None,
            held_out_loss=held_out[0],
            held_out_accuracy=held_out[1],
            parameters=kept,
            divergence=self.divergence,
        )
        self.step += 1
        return progress

    def _differentiated(self, watched: bool) -> tuple[float, float | None, Array]:
        """Loss, accuracy where it is watched, and the gradient to be followed."""
        rows = self._rows()
        data, targets = self.data, self._targets
        if rows is None:
            loss, predictions = self.objective.differentiate(data.inputs, targets)
        else:
            loss, predictions = self.objective.differentiate(data.inputs[rows], targets[rows])
        accuracy = None
        if watched and data.classes is not None:
            wanted = data.targets if rows is None else data.targets[rows]
            accuracy = float(np.mean(self.loss.decided(predictions) == wanted))
        parameters, gradients = self.objective.parameters, self.objective.gradients
        with np.errstate(all="ignore"):
            loss += self._penalty()
            if self.l1:
                gradients = gradients + self.l1 * np.sign(parameters)
            if self.l2:
                gradients = gradients + 2 * self.l2 * parameters
            if self.pitfall is Pitfall.FORGOTTEN_ZERO_GRAD:
                self._left += gradients
                gradients = self._left
            elif self.pitfall is Pitfall.WRONG_SIGN:
                gradients = -gradients
        return loss, accuracy, gradients

    def _penalty(self) -> float:
        parameters = self.objective.parameters
        penalty = self.l1 * float(np.abs(parameters).sum()) if self.l1 else 0.0
        return penalty + self.l2 * float(parameters @ parameters) if self.l2 else penalty

    def _rows(self) -> Indices | None:
        """The examples of this step; None for all of them, in their order."""
        if self.batch_size is None:
            return None
        epoch, place = divmod(self.step, -(-len(self.data) // self.batch_size))
        if self._epoch[0] != epoch:
            portions = batches(len(self.data), self.batch_size, seed=self.seed, epoch=epoch, shuffle=self.shuffle)
            self._epoch = (epoch, list(portions))
        return self._epoch[1][place]

    def _on_held_out(self) -> tuple[float | None, float | None]:
        if self.held_out is None or self._held_out_targets is None:
            return None, None
        loss, predictions = self.objective.evaluate(self.held_out.inputs, self._held_out_targets)
        return loss, self.loss.accuracy(predictions, self.held_out)

    def standing(self) -> ModelEvaluation:
        """How the model does now, on all examples rather than on those of a step."""
        with np.errstate(all="ignore"):
            loss, predictions = self.objective.evaluate(self.data.inputs, self._targets)
            loss += self._penalty()
        return ModelEvaluation(loss, self.loss.accuracy(predictions, self.data), *self._on_held_out())

    def predictions(self, inputs: Array) -> Array:
        """What the model makes of other examples with its present numbers; one number each, or one row."""
        if inputs is self.data.inputs:
            return self.objective.evaluate(inputs, self._targets)[1].copy()
        if self._targets.ndim == 1:
            return self.objective.evaluate(inputs, np.zeros(len(inputs)))[1].copy()
        return self.objective.evaluate(inputs, np.zeros((len(inputs), self._targets.shape[1])))[1].copy()

    def named(self, parameters: Array) -> dict[str, Any]:
        """Numbers in one row as `model.load` takes them; a run follows what was loaded once `objective.read()` was called."""
        named = dict(self.model.named_parameters())
        places = parameter_slices(list(named.values()))
        return {
            name: parameters[place].reshape(tensor.shape).tolist()
            for (name, tensor), place in zip(named.items(), places, strict=True)
        }

    def checkpoint(self) -> dict[str, Any]:
        """All that is needed to go on exactly as if there had been no pause: plain enough for JSON.

        To go on, make a training with the same arguments and `restore` it. Raises ValueError for a run that has diverged.
        """
        if self.divergence is not None:
            raise ValueError("a run that has diverged cannot be taken up again: start anew with a smaller learning rate")
        return {
            "format": _FORMAT,
            "settings": self._settings(),
            "step": self.step,
            "parameters": self.named(self.objective.parameters),
            "optimizer": self.optimizer.state(),
            "gradients": self._left.tolist() if self.pitfall is Pitfall.FORGOTTEN_ZERO_GRAD else None,
            "watch": self._watch.state(),
        }

    def restore(self, checkpoint: Mapping[str, Any]) -> None:
        """Goes back (or forth) to a checkpoint. Raises ProblemError (invalid-input) where it is of another run."""
        settings = checkpoint.get("settings")
        if checkpoint.get("format") != _FORMAT or settings != self._settings():
            raise ProblemError(
                Problem(
                    Code.INVALID_INPUT,
                    say("checkpoint-settings", settings=settings, settings2=self._settings()),
                    say("checkpoint-settings.hint"),
                )
            )
        self._stand(checkpoint)
        self.optimizer.load(checkpoint["optimizer"])
        self._watch = DivergenceWatch(**checkpoint["watch"])

    def adopt(self, checkpoint: Mapping[str, Any]) -> None:
        """Goes on, with its own settings, from a checkpoint of a run with others; the models have the same parameters.

        Another optimiser begins without memory. Raises ProblemError (invalid-input) where the parameters are others.
        """
        self._stand(checkpoint)
        if checkpoint["optimizer"].get("name") == type(self.optimizer).__name__:
            self.optimizer.load(checkpoint["optimizer"])
        # The losses of another objective say nothing of whether this one diverges.
        self._watch = DivergenceWatch()

    def _stand(self, checkpoint: Mapping[str, Any]) -> None:
        self.model.load(checkpoint["parameters"])
        self.objective.read()
        self._left[:] = checkpoint["gradients"] or 0.0
        self.step = checkpoint["step"]
        self.divergence = None

    def _settings(self) -> dict[str, Any]:
        """What a run's course depends on besides the numbers it starts from."""
        return {
            "loss": self.loss.name,
            "optimizer": type(self.optimizer).__name__,
            "examples": len(self.data),
            "batch_size": self.batch_size,
            "shuffle": self.shuffle,
            "seed": self.seed,
            "l2": self.l2,
            "pitfall": self.pitfall,
            # Checkpoints from before there was an L1 penalty, or freezing, have none.
            **({"l1": self.l1} if self.l1 else {}),
            **({} if self.frozen is None or not self.frozen.any() else {"frozen": np.flatnonzero(self.frozen).tolist()}),
        }


class _Layers:
    """Which stretch of a row of numbers belongs to which layer: what names have in front of the first "·"."""

    def __init__(self, model: Module) -> None:
        self.names: list[str] = []
        starts: list[int] = []
        for (name, _), place in zip(model.named_parameters(), parameter_slices(model.parameters()), strict=True):
            layer = re.sub(r"\[\d+\]$", "", name.split(" · ", 1)[0])
            if not self.names or self.names[-1] != layer:
                self.names.append(layer)
                starts.append(place.start)
        self._starts = np.array(starts)

    def lengths(self, numbers: Array) -> dict[str, float]:
        """The Euclidean length of each layer's part."""
        with np.errstate(all="ignore"):
            squares = np.add.reduceat(numbers * numbers, self._starts)
            return dict(zip(self.names, np.sqrt(squares).tolist(), strict=True))


def _ratios(updates: Mapping[str, float], parameters: Mapping[str, float]) -> dict[str, float | None]:
    return {name: update / parameters[name] if parameters[name] else None for name, update in updates.items()}
