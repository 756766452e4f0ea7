"""Optimisers and schedules: by hand always, and step by step against PyTorch where it is installed."""

import json
import math
from typing import Any

import numpy as np
import pytest

from backpass.engine import ProblemError, Tensor
from backpass.engine.learning.nn import Neuron
from backpass.engine.learning.optim import OPTIMIZERS, SGD, Adam, AdamW, Optimizer, RMSprop
from backpass.engine.learning.schedules import SCHEDULES, Constant, Cosine, LinearDecay, StepDecay, WarmUp

OURS_AND_THEIRS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "SGD": ({}, {}),
    "SGD momentum": ({"momentum": 0.9}, {"momentum": 0.9}),
    "SGD nesterov": ({"momentum": 0.8, "nesterov": True}, {"momentum": 0.8, "nesterov": True}),
    "SGD decay": ({"momentum": 0.9, "weight_decay": 0.1}, {"momentum": 0.9, "weight_decay": 0.1}),
    "Adam": ({}, {}),
    "Adam all": (
        {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-4, "weight_decay": 0.05},
        {"betas": (0.8, 0.9), "eps": 1e-4, "weight_decay": 0.05},
    ),
    "AdamW": ({}, {}),
    "AdamW decay": ({"weight_decay": 0.2}, {"weight_decay": 0.2}),
    "RMSprop": ({}, {}),
    "RMSprop all": ({"alpha": 0.8, "momentum": 0.9, "weight_decay": 0.1}, {"alpha": 0.8, "momentum": 0.9, "weight_decay": 0.1}),
}


@pytest.mark.parametrize("case", OURS_AND_THEIRS)
def test_twenty_steps_are_pytorchs_with_a_rate_that_changes(case: str) -> None:
    torch = pytest.importorskip("torch")
    name = case.split(maxsplit=1)[0]
    ours_options, theirs_options = OURS_AND_THEIRS[case]
    start = [1.5, -2.0, 0.3]
    parameter, theirs_parameter = Tensor(start), torch.tensor(start, dtype=torch.float64, requires_grad=True)
    ours = OPTIMIZERS[name.lower()]([parameter], 0.05, **ours_options)
    theirs = getattr(torch.optim, name)([theirs_parameter], lr=0.05, **theirs_options)
    for step in range(20):
        ours.learning_rate = theirs.param_groups[0]["lr"] = 0.05 / (1 + step)
        for optimizer, x in ((ours, parameter), (theirs, theirs_parameter)):
            optimizer.zero_grad()
            (x**4 - 3 * x * x + x).sum().backward()
            optimizer.step()
        np.testing.assert_allclose(parameter.data, theirs_parameter.detach().numpy(), rtol=1e-12)


@pytest.mark.parametrize("case", OURS_AND_THEIRS)
def test_options_may_have_their_names_of_pytorch(case: str) -> None:
    made = OPTIMIZERS[case.split(maxsplit=1)[0].lower()].make
    ours_options, theirs_options = OURS_AND_THEIRS[case]
    places = []
    for options in ({"learning_rate": 0.05, **ours_options}, {"lr": 0.05, **theirs_options}):
        x = Tensor([1.5, -2.0, 0.3])
        optimizer = made([x], **options)
        for _ in range(5):
            optimizer.zero_grad(set_to_none=False)
            (x**4 - 3 * x * x + x).sum().backward()
            optimizer.step()
        places.append(x.data.tolist())
    assert places[0] == places[1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lr": 0.1, "learning_rate": 0.1}, "same option"),
        ({"betas": (0.9, 0.99), "beta2": 0.9}, "`beta2`"),
        ({"betas": (0.9,)}, "two numbers"),
        ({"betas": 0.9}, "two numbers"),
    ],
)
def test_an_option_by_two_names_and_half_a_pair_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        Adam([Tensor(1.0)], **options)
    with pytest.raises(TypeError, match="amsgrad"):
        Adam([Tensor(1.0)], amsgrad=True)  # type: ignore[call-arg]


def steps(optimizer: Optimizer, gradients: list[float], start: float = 1.0) -> list[float]:
    """Where a single parameter stands after each of these gradients."""
    numbers, places = np.array([start]), []
    for gradient in gradients:
        optimizer.update(numbers, np.array([gradient]))
        places.append(float(numbers[0]))
    return places


def test_gradient_descent_by_hand() -> None:
    x = [Tensor(1.0)]
    assert steps(SGD(x, 0.1), [2.0, -1.0]) == pytest.approx([0.8, 0.9])
    # Velocity 2, then 0.5 · 2 − 1 = 0.
    assert steps(SGD(x, 0.1, momentum=0.5), [2.0, -1.0]) == pytest.approx([0.8, 0.8])
    # Looking ahead: 2 + 0.5 · 2 = 3, then −1 + 0.5 · 0 = −1.
    assert steps(SGD(x, 0.1, momentum=0.5, nesterov=True), [2.0, -1.0]) == pytest.approx([0.7, 0.8])
    # The decay adds 0.5 · 1 to the first gradient, and 0.5 · 0.75 to the second.
    assert steps(SGD(x, 0.1, weight_decay=0.5), [2.0, -1.0]) == pytest.approx([0.75, 0.75 + 0.1 - 0.0375])


def test_adam_by_hand() -> None:
    x = [Tensor(1.0)]
    # Corrected for the start, the first mean is the gradient and the first mean square its square: a step of the rate itself.
    mean, square = 0.1 * 2.0 * 0.9 - 0.1, 0.001 * 4.0 * 0.999 + 0.001
    second = (mean / (1 - 0.9**2)) / (math.sqrt(square / (1 - 0.999**2)) + 1e-8)
    assert steps(Adam(x, 0.1), [2.0, -1.0]) == pytest.approx([0.9, 0.9 - 0.1 * second])
    assert steps(AdamW(x, 0.1, weight_decay=0.5), [2.0]) == pytest.approx([1.0 - 0.1 * 0.5 - 0.1])
    assert steps(Adam(x, 0.1, weight_decay=0.5), [2.0]) == pytest.approx([0.9])


def test_rmsprop_by_hand() -> None:
    first = 0.1 * 2 / (math.sqrt(0.01 * 4) + 1e-8)
    second = 0.1 * 1 / (math.sqrt(0.99 * 0.04 + 0.01) + 1e-8)
    assert steps(RMSprop([Tensor(1.0)], 0.1), [2.0, -1.0]) == pytest.approx([1 - first, 1 - first + second])


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_single_numbers_and_arrays_move_alike(name: str) -> None:
    numbers, array = [Tensor(1.0), Tensor(-2.0)], Tensor([1.0, -2.0])
    one_by_one, together = OPTIMIZERS[name](numbers, 0.1), OPTIMIZERS[name]([array], 0.1)
    for _ in range(3):
        one_by_one.zero_grad()
        together.zero_grad()
        (numbers[0] ** 2 * numbers[1]).backward()
        (array[0] ** 2 * array[1]).backward()
        one_by_one.step()
        together.step()
    assert [tensor.data for tensor in numbers] == array.data.tolist()
    assert all(type(tensor.raw) is float for tensor in numbers)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_what_an_optimiser_remembers_survives_json_exactly(name: str) -> None:
    def made() -> Optimizer:
        return OPTIMIZERS[name]([Tensor([1.0, 2.0])], 0.1)

    through, paused = made(), made()
    gradients = np.random.default_rng(0).normal(size=(6, 2))
    straight, halted = np.array([1.0, 2.0]), np.array([1.0, 2.0])
    for gradient in gradients:
        through.update(straight, gradient)
    for gradient in gradients[:3]:
        paused.update(halted, gradient)
    resumed = made()
    resumed.load(json.loads(json.dumps(paused.state(), allow_nan=False)))
    for gradient in gradients[3:]:
        resumed.update(halted, gradient)
    assert halted.tolist() == straight.tolist()


def test_the_memory_of_another_optimiser_or_model_is_refused() -> None:
    adam = Adam([Tensor([1.0, 2.0])])
    for stranger in (SGD([Tensor([1.0, 2.0])]), Adam([Tensor(1.0)])):
        with pytest.raises(ProblemError, match="does not fit Adam with 2 numbers"):
            adam.load(stranger.state())


def test_a_step_without_gradients_names_the_parameter_and_says_what_was_forgotten() -> None:
    neuron = Neuron(2)
    with pytest.raises(ValueError, match=r"`w\[0\]` has no gradient.*backward"):
        SGD(neuron.parameters()).step()


def test_schedules_by_hand() -> None:
    assert [Constant(0.5)(step) for step in (0, 9)] == [0.5, 0.5]
    assert [LinearDecay()(step) for step in (0, 1, 50, 99, 100, 200)] == pytest.approx([1.0, 0.991, 0.55, 0.109, 0.1, 0.1])
    assert [StepDecay(1.0, 3, 0.5)(step) for step in (0, 2, 3, 6)] == [1.0, 1.0, 0.5, 0.25]
    assert [Cosine(1.0, 10, 0.2)(step) for step in (0, 5, 10, 50)] == pytest.approx([1.0, 0.6, 0.2, 0.2])
    assert [WarmUp(4, Constant(1.0))(step) for step in range(6)] == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0, 1.0])
    assert WarmUp(2, StepDecay(1.0, 1, 0.5))(3) == 0.5


def test_the_linear_decay_is_system_cs_to_the_last_bit_but_one() -> None:
    for step in range(100):
        assert LinearDecay()(step) == pytest.approx(1.0 - 0.9 * step / 100, rel=1e-15)


def test_schedules_are_pytorchs() -> None:
    torch = pytest.importorskip("torch")
    rates = torch.optim.lr_scheduler
    pairs: list[tuple[Any, Any]] = [
        (Cosine(0.5, 10, 0.1), lambda o: rates.CosineAnnealingLR(o, 10, 0.1)),
        (StepDecay(0.5, 4, 0.3), lambda o: rates.StepLR(o, 4, 0.3)),
        (LinearDecay(0.5, 0.1, 8), lambda o: rates.LinearLR(o, 1.0, 0.2, 8)),
    ]
    for ours, made in pairs:
        theirs = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.5)
        scheduler = made(theirs)
        for step in range(10):
            assert ours(step) == pytest.approx(theirs.param_groups[0]["lr"], rel=1e-12)
            theirs.step()
            scheduler.step()


def test_every_schedule_and_optimiser_is_found_by_its_name() -> None:
    assert {name: type(made(0.4, 50)) for name, made in SCHEDULES.items()} == {
        "constant": Constant,
        "linear_decay": LinearDecay,
        "step_decay": StepDecay,
        "cosine": Cosine,
    }
    assert {name: type(made([Tensor(1.0)])) for name, made in OPTIMIZERS.items()} == {
        "sgd": SGD,
        "adam": Adam,
        "adamw": AdamW,
        "rmsprop": RMSprop,
    }


def test_a_schedule_by_name_spans_the_run_and_may_be_warmed_up() -> None:
    falling = SCHEDULES["linear_decay"](1.0, 100, end=0.1)
    assert [falling(step) for step in (0, 50, 100)] == pytest.approx([1.0, 0.55, 0.1])
    warmed = SCHEDULES["cosine"](0.8, 30, lowest=0.2, warm_up=10)
    assert [warmed(step) for step in (0, 10, 20, 30)] == pytest.approx([0.8 / 11, 0.8, 0.5, 0.2])
