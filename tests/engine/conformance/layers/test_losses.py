"""Losses with weights, smoothed targets and classes that are ignored, beside PyTorch's; and truths that pick elements."""

import random

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance.layers.test_images import image
from tests.engine.conformance.layers.test_layers_and_scipy import compared, drawn
from tests.engine.conformance.test_sweep import NUMPY, TORCH

_SOURCE = random.Random(2)
GIVEN = image((4, 3), _SOURCE, "x") + image((2, 3, 2), _SOURCE, "z") + image((4, 3), _SOURCE, "y")
GIVEN += "t = torch.tensor([2, 0, 1, 1])\nu = torch.tensor([[0, 2], [1, 1]])\nw = torch.tensor([0.5, 2.0, 1.5])\n"
GIVEN += "p = F.softmax(y, 1).detach()\n"


@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize(
    "body",
    [
        "out = F.cross_entropy(x, t, weight=w)",
        "out = F.cross_entropy(x, t, w, reduction='sum')",
        "out = F.cross_entropy(x, t, w, label_smoothing=0.2, reduction='none') ** 2",
        "out = F.cross_entropy(x, t, label_smoothing=0.1)",
        "out = nn.CrossEntropyLoss(weight=w, label_smoothing=0.3)(x, t)",
        "out = nn.CrossEntropyLoss(w)(x, p)",
        "out = F.cross_entropy(x, p, label_smoothing=0.1)",
        "out = F.cross_entropy(x, t, ignore_index=1)",
        "out = F.cross_entropy(x, torch.tensor([2, -100, 1, -100]))",
        "out = F.cross_entropy(x, t, w, ignore_index=1, label_smoothing=0.2)",
        "out = F.cross_entropy(z, u, w) * x.sum()",
        "out = F.cross_entropy(z, u, ignore_index=2, reduction='none').sum() * x.sum()",
        "out = F.cross_entropy(x[0], t[0], w)",
        "out = F.nll_loss(F.log_softmax(x, 1), t, w)",
        "out = F.nll_loss(F.log_softmax(x, 1), t, ignore_index=0, reduction='sum')",
        "out = nn.NLLLoss(w, ignore_index=2)(F.log_softmax(x, 1), t)",
        "out = F.binary_cross_entropy(torch.sigmoid(x), p, weight=w)",
        "out = nn.BCELoss(weight=w, reduction='sum')(torch.sigmoid(x), p)",
        "out = F.binary_cross_entropy_with_logits(x, p, w)",
        "out = F.binary_cross_entropy_with_logits(x, p, pos_weight=w, reduction='none') ** 2",
        "out = nn.BCEWithLogitsLoss(pos_weight=w, weight=w)(x, p)",
        "out = F.kl_div(F.log_softmax(x, 1), p)",
        "out = F.kl_div(F.log_softmax(x, 1), torch.log(p), reduction='batchmean', log_target=True)",
        "out = nn.KLDivLoss(reduction='sum')(F.log_softmax(x, 1), F.one_hot(t, 3) * 1.0)",
        "out = F.cosine_similarity(x, y) ** 2",
        "out = F.cosine_similarity(x, y, dim=0, eps=1e-6) ** 2",
        "out = nn.CosineSimilarity(dim=-1)(x, y) ** 2",
        "out = F.normalize(x) ** 3",
        "out = F.normalize(x, p=1, dim=0) ** 3",
        "out = F.layer_norm(x, (3,), w, w) ** 2",
        "out = F.layer_norm(x, [4, 3], eps=0.1) ** 3",
        "out = F.embedding(t, x) ** 2",
        "mask = torch.tensor([True, False, True, False])\nout = x[mask] ** 2",
        "mask = torch.ones(4, dtype=torch.bool)\nmask2 = torch.zeros(4, dtype=torch.bool)\nout = x[mask].sum() + x[mask2].sum()",
        "mask = torch.tensor([[True, False, True]] * 4)\nout = torch.where(mask, x, 0.0) * x + x.masked_fill(mask, 2.0)",
    ],
)
def test_losses_give_pytorch_s_numbers(body: str) -> None:
    compared(GIVEN + body + "\n", ("x",))


def test_truths_of_numpy_pick_elements() -> None:
    assert drawn(NUMPY + "A[0][np.array([False, True])] * 2").tolist() == [10]
    assert drawn(NUMPY + "A[np.array([True, False], dtype=bool)] * 2").tolist() == [[2, 10]]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("F.cross_entropy(x, t, size_average=True)", "`size_average` of"),
        ("F.cross_entropy(x, t, w, reduction='max')", "`reduction` of"),
        ("F.nll_loss(x, t, reduce=False)", "`reduce` of"),
        ("F.kl_div(x, p, size_average=True)", "`size_average` of"),
        ("F.embedding(t, x, max_norm=1.0)", "`max_norm` of"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(body: str, said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        run(parse(TORCH + GIVEN + body + "\nx.sum()"))
