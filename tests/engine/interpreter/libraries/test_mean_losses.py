"""Losses in pasted PyTorch code: the mean at once, as PyTorch computes it."""

import math
from typing import Any

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import gradient_json

CALLS = [
    "F.mse_loss(x, torch.tensor([1.0, 2.0, 3.0]))",
    "F.l1_loss(x, torch.tensor([1.0, 2.0, 3.0]), reduction='sum')",
    "F.huber_loss(x, torch.tensor([1.0, 2.0, 3.0]))",
    "F.binary_cross_entropy(torch.sigmoid(x), torch.tensor([1.0, 0.0, 1.0]))",
    "F.binary_cross_entropy_with_logits(x, torch.tensor([1.0, 0.0, 1.0]), reduction='none').sum()",
    "F.cross_entropy(x.unsqueeze(0), torch.tensor([2]))",
    "nn.MSELoss()(x, torch.tensor([1.0, 2.0, 3.0]))",
    "nn.CrossEntropyLoss(reduction='sum')(input=torch.stack([x, 2*x]), target=torch.tensor([0, 2]))",
    "nn.BCEWithLogitsLoss()(x, torch.tensor([1.0, 0.0, 1.0]))",
]
HEAD = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"


@pytest.mark.parametrize("call", CALLS)
def test_a_pasted_loss_has_the_value_and_the_gradient_that_pytorch_gives(call: str) -> None:
    torch = pytest.importorskip("torch")
    program = f"{HEAD}x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)\nloss = {call}\nloss.backward()\n"
    answer = gradient_json(run(parse(program)))
    names: dict[str, Any] = {}
    exec(program, names)
    assert math.isclose(answer["value"], names["loss"].item(), rel_tol=1e-6)
    assert answer["gradients"]["x"] == pytest.approx(names["x"].grad.tolist(), rel=1e-5)
    torch.set_default_dtype(torch.float32)


def test_a_reduction_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(ProblemError) as error:
        run(parse(f"{HEAD}F.mse_loss(x, 1.0, reduction='median')"))
    assert error.value.problems[0].code is Code.ARGUMENT_COUNT
    assert "median" in error.value.problems[0].message


def test_numbers_that_are_no_probabilities_warn_of_nothing() -> None:
    made = run(parse(f"{HEAD}w = torch.tensor([1.5e308], requires_grad=True)\nF.binary_cross_entropy(w, torch.tensor([2.0]))"))
    assert math.isnan(made.output.item())
