"""`torch.utils.data`: batches are those of PyTorch; a shuffled order goes through every example once."""

import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from tests.engine.conformance.layers.test_training import printed_alike

DATA = """
import torch
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset, random_split
X = torch.arange(14.0).reshape(7, 2)
Y = torch.arange(7.0)
class Squares(Dataset):
    def __init__(self, count):
        self.count = count
    def __len__(self):
        return self.count
    def __getitem__(self, index):
        return {"x": torch.tensor([1.0 * index]), "y": float(index**2)}
"""
SHOWN = "print(len(loader))\nfor xb, yb in loader:\n    print(xb.tolist())\n    print(yb.tolist())\n"


@pytest.mark.parametrize(
    "loader",
    [
        "DataLoader(TensorDataset(X, Y))",
        "DataLoader(TensorDataset(X, Y), batch_size=3)",
        "DataLoader(TensorDataset(X, Y), 3, drop_last=True)",
        "DataLoader(dataset=TensorDataset(X, Y), batch_size=None)",
        "DataLoader(list(zip(X, Y)), batch_size=4, shuffle=False, num_workers=0, pin_memory=False)",
        "DataLoader(Subset(TensorDataset(X, Y), [6, 0, 3]), batch_size=2)",
        "DataLoader([(1.0, 2), (3.0, 4), (5.0, 6)], batch_size=2)",
        "DataLoader(TensorDataset(X, Y), 2, collate_fn=lambda rows: (rows[0][0], rows[-1][1]))",
    ],
)
def test_batches_are_those_of_pytorch(loader: str) -> None:
    printed_alike(f"{DATA}loader = {loader}\n{SHOWN}")


def test_a_dataset_of_the_program_s_own_is_batched_by_key() -> None:
    shown = "    print(batch['x'].tolist())\n    print(batch['y'].tolist())\n"
    printed_alike(f"{DATA}for batch in DataLoader(Squares(5), batch_size=2):\n{shown}")


def test_next_enumerate_and_a_loop_of_epochs_begin_again() -> None:
    printed_alike(
        f"{DATA}loader = DataLoader(TensorDataset(X, Y), batch_size=3)\nxb, yb = next(iter(loader))\nprint(xb.tolist())\n"
        "for epoch in range(2):\n    for i, (xb, yb) in enumerate(loader):\n        print(i)\n        print(yb.tolist())\n"
    )


def test_training_with_batches_gives_the_gradients_of_pytorch() -> None:
    printed_alike(
        f"{DATA}w = torch.tensor([0.5, -0.25], requires_grad=True)\nopt = torch.optim.SGD([w], lr=0.001)\n"
        "for epoch in range(3):\n    for xb, yb in DataLoader(TensorDataset(X, Y), batch_size=3):\n"
        "        opt.zero_grad()\n        loss = ((xb @ w - yb)**2).mean()\n        loss.backward()\n        opt.step()\n"
        "    print(w.tolist())\n    print(w.grad.tolist())\n"
    )


@pytest.mark.parametrize("epochs", [1, 3])
def test_a_shuffled_order_goes_through_every_example_once(epochs: int) -> None:
    text = (
        f"{DATA}torch.manual_seed(3)\nloader = DataLoader(TensorDataset(X, Y), batch_size=3, shuffle=True)\n"
        f"for epoch in range({epochs}):\n    seen = []\n    for xb, yb in loader:\n        assert (xb[:, 0] == 2*yb).all()\n"
        "        seen += yb.tolist()\n    print(sorted(seen))\n"
    )
    assert run(parse(text + "x = 1.0\nx * x")).printed == ["[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]"] * epochs


@pytest.mark.parametrize("lengths", ["[5, 2]", "[0.7, 0.3]", "[0.5, 0.25, 0.25]"])
def test_a_split_has_pytorch_s_lengths_and_every_example_once(lengths: str) -> None:
    printed_alike(f"{DATA}print([len(part) for part in random_split(range(7), {lengths})])")
    text = (
        f"{DATA}parts = random_split(TensorDataset(X, Y), {lengths})\nprint(sorted(y.item() for part in parts for x, y in part))"
    )
    assert run(parse(text + "\nx = 1.0\nx * x")).printed == ["[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]"]


@pytest.mark.parametrize(
    ("statement", "about"),
    [
        ("TensorDataset(X, Y[:3])", "first axes"),
        ("DataLoader(TensorDataset(X, Y), batch_size=0)", "batch_size"),
        ("random_split(range(7), [5, 1])", "add up"),
        ("DataLoader(TensorDataset(X, Y), sampler=[1])", "sampler"),
    ],
)
def test_what_is_not_understood_is_refused(statement: str, about: str) -> None:
    with pytest.raises(ProblemError, match=about):
        run(parse(f"{DATA}{statement}\nx = 1.0\nx * x"))
