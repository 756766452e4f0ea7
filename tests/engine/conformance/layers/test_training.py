"""Optimisers, schedules of learning rates, initialisers and what clips gradients, beside PyTorch's."""

from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance.layers.test_layers_and_scipy import drawn, noted
from tests.engine.conformance.test_sweep import TORCH


def printed_alike(text: str) -> None:
    """Holds the numbers that a program prints, the last thing it does, equal here and in PyTorch."""
    torch = pytest.importorskip("torch")
    theirs: list[Any] = []
    torch.set_default_dtype(torch.float64)
    try:
        exec(text, {"print": theirs.append})
    finally:
        torch.set_default_dtype(torch.float32)
    ours = [eval(each) for each in run(parse(text + "\nx = 1.0\nx * x")).printed]
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(np.asarray(one, dtype=float), np.asarray(other, dtype=float), rtol=1e-10, atol=1e-14)


STEPS = """
import torch
w = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
v = torch.tensor([[0.3], [2.0]], requires_grad=True)
optimizer = torch.optim.{optimiser}
for step in range(5):
    optimizer.zero_grad()
    loss = (w**4 - w).sum() + (v**2 * w[0]).sum()
    loss.backward()
    optimizer.step()
print(w.tolist())
print(v.tolist())
"""


@pytest.mark.parametrize(
    "optimiser",
    [
        "SGD([w, v], 0.01, 0.9, 0.5, 0.1)",
        "SGD([w, v], lr=0.01, momentum=0.9, nesterov=True)",
        "SGD([w], lr=0.01, maximize=True)",
        "SGD([{'params': [w]}, {'params': v, 'lr': 0.02, 'momentum': 0.5}], lr=0.01)",
        "Adam([w, v], 0.1, (0.8, 0.9), 1e-6, 0.1, True)",
        "Adam([w, v], 0.1, weight_decay=0.2, decoupled_weight_decay=True)",
        "AdamW([w, v], lr=0.1)",
        "AdamW([w], 0.1, amsgrad=True, maximize=True)",
        "AdamW([{'params': [w], 'weight_decay': 0.0}, {'params': [v]}], lr=0.1, weight_decay=0.5)",
        "RMSprop([w, v])",
        "RMSprop([w, v], 0.02, 0.9, 1e-6, 0.1, 0.9, True)",
        "RMSprop([w], lr=0.02, momentum=0.5, maximize=True)",
        "Adagrad([w, v], 0.1, 0.2, 0.1, 0.5, 1e-8)",
        "Adagrad([w], lr=0.1, maximize=True)",
        "Adadelta([w, v], 0.9, 0.8, 1e-5, 0.1)",
        "Adamax([w, v], 0.05, (0.8, 0.9), 1e-6, 0.1)",
    ],
)
def test_optimisers_give_pytorch_s_steps_and_take_its_arguments_in_its_order(optimiser: str) -> None:
    printed_alike(STEPS.format(optimiser=optimiser))


RATES = """
import torch
w = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.SGD([{{"params": [w]}}], lr=0.5, momentum=0.9)
scheduler = torch.optim.lr_scheduler.{schedule}
for epoch in range(9):
    optimizer.zero_grad()
    (w * w).sum().backward()
    optimizer.step()
    scheduler.step({told})
    print(optimizer.param_groups[0]["lr"])
print(scheduler.get_last_lr())
print(w.tolist())
"""


@pytest.mark.parametrize(
    "schedule",
    [
        "StepLR(optimizer, step_size=3, gamma=0.1)",
        "StepLR(optimizer, 2)",
        "MultiStepLR(optimizer, [2, 5, 5], 0.3)",
        "ExponentialLR(optimizer, 0.9)",
        "CosineAnnealingLR(optimizer, T_max=4)",
        "CosineAnnealingLR(optimizer, 3, eta_min=0.1)",
        "LambdaLR(optimizer, lr_lambda=lambda epoch: 0.9 ** epoch)",
        "LambdaLR(optimizer, [lambda epoch: 1 / (1 + epoch)])",
        "MultiplicativeLR(optimizer, lambda epoch: 0.5 + epoch / 10)",
        "ConstantLR(optimizer, 0.5, 3)",
        "LinearLR(optimizer, 0.2, 0.9, total_iters=4)",
        "OneCycleLR(optimizer, max_lr=0.1, total_steps=10)",
        "OneCycleLR(optimizer, 0.2, epochs=3, steps_per_epoch=4, pct_start=0.4, anneal_strategy='linear', three_phase=True)",
        "OneCycleLR(optimizer, [0.1], 9, cycle_momentum=False, div_factor=5.0, final_div_factor=10.0)",
        "OneCycleLR(optimizer, 0.1, 10, base_momentum=0.5, max_momentum=0.7)",
    ],
)
def test_schedules_give_pytorch_s_rates(schedule: str) -> None:
    printed_alike(RATES.format(schedule=schedule, told=""))


@pytest.mark.parametrize(
    "schedule",
    [
        "ReduceLROnPlateau(optimizer, patience=1)",
        "ReduceLROnPlateau(optimizer, 'max', 0.5, 0, 0.1, 'abs', 2, 0.01)",
        "ReduceLROnPlateau(optimizer, factor=0.2, patience=0, threshold_mode='abs', threshold=0.3, min_lr=[0.02])",
    ],
)
def test_a_schedule_that_waits_for_the_loss_gives_pytorch_s_rates(schedule: str) -> None:
    printed_alike(RATES.format(schedule=schedule, told="(w * w).sum().item() if epoch % 3 else 1.5"))


CLIPPED = """
import torch
from torch.nn.utils import clip_grad_norm_, clip_grad_value_
w = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
v = torch.tensor([[0.3], [2.0]], requires_grad=True)
((w**3).sum() * v.sum()).backward()
{call}
print(w.grad.tolist())
print(v.grad.tolist())
"""


@pytest.mark.parametrize(
    "call",
    [
        "print(clip_grad_norm_([w, v], 1.0).item())",
        "print(torch.nn.utils.clip_grad_norm_([w, v], max_norm=0.5, norm_type=1).item())",
        "print(clip_grad_norm_(w, 2, norm_type=float('inf')).item())",
        "print(clip_grad_norm_([w, v], 1e9).item())",
        "clip_grad_value_([w, v], 1.5)",
        "clip_grad_value_(w, clip_value=0.1)",
    ],
)
def test_clipped_gradients_are_those_of_pytorch(call: str) -> None:
    printed_alike(CLIPPED.format(call=call))


def test_parameters_become_a_vector_and_a_vector_parameters() -> None:
    printed_alike(
        "import torch\nfrom torch.nn.utils import parameters_to_vector, vector_to_parameters\n"
        "m = torch.nn.Linear(2, 3)\nvector_to_parameters(torch.arange(9.0), m.parameters())\n"
        "print(m.weight.tolist())\nprint(parameters_to_vector(m.parameters()).tolist())"
    )


INITIALISED = "import torch\nfrom torch import nn\nw = torch.zeros(60, 40, requires_grad=True)\n"


@pytest.mark.parametrize(
    ("call", "spread"),
    [
        ("uniform_(w, -1.0, 3.0)", 4 / 12**0.5),
        ("normal_(w, mean=1.0, std=0.2)", 0.2),
        ("xavier_uniform_(w)", (2 / 100) ** 0.5),
        ("xavier_normal_(w, gain=2.0)", 2 * (2 / 100) ** 0.5),
        ("kaiming_uniform_(w, nonlinearity='relu')", (2 / 40) ** 0.5),
        ("kaiming_normal_(w, mode='fan_out')", (2 / 60) ** 0.5),
        ("kaiming_uniform_(w, a=5**0.5)", (1 / 3 / 40) ** 0.5),
    ],
)
def test_initialisers_draw_as_widely_as_pytorch_and_say_that_the_numbers_differ(call: str, spread: float) -> None:
    torch = pytest.importorskip("torch")
    text = INITIALISED + f"nn.init.{call}\n"
    theirs: dict[str, Any] = {}
    exec(text, theirs)
    found = drawn(text + "w * 1.0")
    assert abs(found.std() / spread - 1) < 0.06
    assert abs(theirs["w"].std().item() / spread - 1) < 0.06
    assert abs(found.mean() - theirs["w"].mean().item()) < 5 * spread / len(found.ravel()) ** 0.5
    assert found.shape == tuple(theirs["w"].shape)
    assert any("draws other random numbers" in each for each in noted(text + "w * 1.0"))
    assert torch is not None


def test_initialisers_without_chance_give_pytorch_s_numbers() -> None:
    printed_alike(
        "import torch\nfrom torch import nn\nm = nn.Linear(3, 2)\nnn.init.eye_(m.weight)\nprint(m.weight.tolist())\n"
        "nn.init.constant_(m.weight, 0.3)\nnn.init.zeros_(m.bias)\nprint(m.weight.tolist())\nprint(m.bias.tolist())\n"
        "nn.init.ones_(m.bias)\nprint(m.bias.tolist())\nprint(nn.init.calculate_gain('leaky_relu', 0.2))\n"
        "print(nn.init.calculate_gain('tanh'))\nprint(nn.init.calculate_gain('sigmoid'))"
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("torch.optim.SGD([A], 0.1, nesterov=True)", "Nesterov"),
        ("torch.optim.Adam([])", "no parameters"),
        ("o = torch.optim.SGD([A])\ntorch.optim.lr_scheduler.StepLR(o, 2, last_epoch=3)", "`last_epoch`"),
        ("o = torch.optim.SGD([A])\ntorch.optim.lr_scheduler.ReduceLROnPlateau(o, 'mid')", "`mode`"),
        ("o = torch.optim.Adagrad([A])\ntorch.optim.lr_scheduler.OneCycleLR(o, 0.1, 5)", "has none"),
        ("o = torch.optim.Adam([A])\ntorch.optim.lr_scheduler.OneCycleLR(o, 0.1, epochs=5)", "`steps_per_epoch`"),
        ("o = torch.optim.Adam([A])\ns = torch.optim.lr_scheduler.OneCycleLR(o, 0.1, 1)\ns.step()\ns.step()", "all its steps"),
        ("torch.nn.init.kaiming_normal_(A, mode='fan')", "`mode`"),
        ("torch.nn.init.calculate_gain('gelu')", "`nonlinearity`"),
        ("torch.nn.init.xavier_normal_(A[0])", "fewer than two axes"),
        ("torch.optim.SGD([A], 0.1, momentun=1)", "momentun"),
    ],
)
def test_what_is_not_understood_is_refused(body: str, said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        run(parse(TORCH + body + "\nA.sum()"))
