"""`torchvision` without its files: pictures of random numbers stand in, said so; all that follows from them is PyTorch's."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from backpass.app.settings import Settings
from backpass.engine import ProblemError
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.serialization.reading import reading_of

DATA = """
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Subset, random_split
from torchvision import datasets, transforms
"""
NETS = {
    "MNIST": "nn.Sequential(nn.Flatten(), nn.Linear(784, 16), nn.ReLU(), nn.Linear(16, 10))",
    "FashionMNIST": "nn.Sequential(nn.Conv2d(1, 4, 5), nn.ReLU(), nn.MaxPool2d(4), nn.Flatten(), nn.Linear(144, 10))",
    "CIFAR10": "nn.Sequential(nn.Conv2d(3, 4, 5), "
    "nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(4), nn.Flatten(), nn.Linear(196, 10))",
}
TRAINING = """
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.25,), (0.5,))])

def main():
    train = datasets.{name}(root="./data", train=True, download=True, transform=transform)
    loader = DataLoader(train, batch_size=64, drop_last=True)
    model = {net}
    with torch.no_grad():
        for p in model.parameters():
            p.copy_((torch.arange(p.numel()) ** 2 % 11 - 4.0).reshape(p.shape) / 10)
    model = model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(3):
        model.train()
        for i, (images, labels) in enumerate(loader):
            images, labels = images.to(device), labels.to(device)
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()
            print(loss.item())
    for p in model.parameters():
        for part in p.grad.reshape(-1).split(500):
            print(part.tolist())
    images, labels = next(iter(loader))
    print(list(images.shape))
    model.eval()
    with torch.no_grad():
        predicted = model(images).argmax(dim=1, keepdim=True)
        print(predicted.eq(labels.view_as(predicted)).sum().item() / len(labels))

if __name__ == "__main__":
    main()
"""


def ran(text: str) -> Run:
    """What a server computes by default, but for how much may be printed."""
    return run(parse(text), limits=replace(Settings().program_limits(), printed=10_000_000))


@pytest.mark.parametrize("name", NETS)
def test_model_loss_and_gradients_of_the_batch_are_those_of_pytorch(name: str) -> None:
    torch = pytest.importorskip("torch")
    shown = (
        f"images, labels = next(iter(DataLoader(datasets.{name}('x', transform=transforms.ToTensor()), 9)))\n"
        "print(list(images.shape))\nprint(labels.tolist())\n"
        "for part in images.reshape(-1).split(500):\n    print(part.tolist())\n"
    )
    shape, classes, *parts = (eval(each) for each in ran(f"{DATA}{shown}x = 1.0\nx * x").printed)
    numbers = [each for part in parts for each in part]
    program = TRAINING.format(name=name, net=NETS[name])
    ours = [eval(each) for each in ran(DATA + program).printed]
    theirs: list[Any] = []
    torch.set_default_dtype(torch.float64)
    try:
        elsewhere = DATA.replace("from torchvision import datasets, transforms", "")
        script = program.replace("transform = ", "# ").replace("drop_last=True", "drop_last=False")
        made = "torch.utils.data.TensorDataset((torch.tensor(numbers).reshape(shape) - 0.25) / 0.5, torch.tensor(classes).long())"
        start = script.index("    train = ")
        script = script[:start] + f"    train = {made}" + script[script.index("\n", start) :]
        exec(
            elsewhere + script,
            {"print": theirs.append, "__name__": "__main__", "numbers": numbers, "shape": shape, "classes": classes},
        )
    finally:
        torch.set_default_dtype(torch.float32)
    assert len(ours) == len(theirs) > 8
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(np.asarray(one, dtype=float), np.asarray(other, dtype=float), rtol=1e-9, atol=1e-12)


def test_the_pictures_are_bytes_of_the_true_shape_that_no_seed_of_the_program_changes() -> None:
    text = f"{DATA}torch.manual_seed({{seed}})\nd = datasets.MNIST('x', transform=transforms.ToTensor())\n"
    shown = (
        "print((d.data[1].float() / 255).tolist())\nprint(d[1][0].tolist())\nprint(d.targets.tolist())\nprint(len(d.classes))\n"
    )
    printed = [ran(text.format(seed=seed) + shown + "x = 1.0\nx * x").printed for seed in (1, 2)]
    assert printed[0] == printed[1]
    picture, second, targets, classes = (np.asarray(eval(each)) for each in printed[0])
    assert picture.shape == (28, 28)
    assert second.shape == (1, 28, 28)
    np.testing.assert_array_equal(second[0], picture)
    np.testing.assert_array_equal(np.round(picture * 255) / 255, picture)
    assert 0 <= picture.min() < 0.05
    assert 0.95 < picture.max() <= 1
    assert targets.tolist() == [0, 1, 2, 3]
    assert classes == 10


def test_a_seed_gives_the_same_weights_with_and_without_the_pictures() -> None:
    text = DATA + "torch.manual_seed(3)\n{}x = torch.rand(2)\nprint(x.tolist())\n(x * x).sum()"
    with_data = ran(text.format("d = datasets.CIFAR100('x')\nassert len(d.classes) == 100\n"))
    assert with_data.printed == ran(text.format("")).printed


def test_training_and_test_pictures_differ() -> None:
    text = "print((datasets.MNIST('x').data == datasets.MNIST('x', train=False).data).float().mean().item())\nx = 1.0\nx * x"
    assert float(ran(DATA + text).printed[0]) < 0.05


def test_each_data_set_is_noted_where_it_is_made_and_counted_in_what_was_read() -> None:
    text = f"{DATA}a = datasets.MNIST('x')\nb = datasets.MNIST('x', train=False)\nx = 1.0\nx * x"
    done = ran(text)
    notes = [each for each in done.problems if each.message.key == "stand-in-pictures"]  # type: ignore[attr-defined]
    assert [text[slice(*each.span)] for each in notes if each.span] == ["datasets.MNIST('x')", "datasets.MNIST('x', train=False)"]
    assert "MNIST is not available here" in notes[0].message
    assert "(28, 28)" in notes[0].message
    reading = reading_of(done)
    assert reading.read == reading.lines
    assert "random numbers are used" in reading.sentence


def test_numbers_of_one_s_own_take_their_place() -> None:
    text = (
        f"{DATA}d = datasets.MNIST('x', transform=transforms.ToTensor(), target_transform=lambda label: label + 1)\n"
        "d.data = torch.ones(3, 28, 28) * 51\nd.targets = torch.tensor([7, 8, 6])\n"
        "images, labels = next(iter(DataLoader(d, batch_size=64)))\n"
        "print(images.mean().item())\nprint(labels.tolist())\nx = 1.0\nx * x"
    )
    printed = ran(text).printed
    assert float(printed[0]) == pytest.approx(0.2, rel=1e-12)
    assert eval(printed[1]) == [8, 9, 7]


@pytest.mark.parametrize(
    ("made", "shape"),
    [
        ("Resize(32), transforms.ToTensor()", [3, 32, 32]),
        ("Resize((20, 24)), transforms.ToTensor()", [3, 20, 24]),
        ("Resize((20, 24)), transforms.Resize(10), transforms.ToTensor()", [3, 10, 12]),
        ("CenterCrop(24), transforms.ToTensor()", [3, 24, 24]),
        ("CenterCrop((40, 30)), transforms.ToTensor()", [3, 40, 30]),
        ("RandomCrop(32, padding=4), transforms.RandomHorizontalFlip(), transforms.ToTensor()", [3, 32, 32]),
        ("RandomResizedCrop(16), transforms.RandomRotation(10), transforms.ToTensor()", [3, 16, 16]),
        ("Pad((1, 2)), transforms.ColorJitter(0.2), transforms.ToTensor()", [3, 36, 34]),
        ("Grayscale(), transforms.ToTensor()", [1, 32, 32]),
        ("ToTensor(), transforms.Lambda(torch.flatten)", [3072]),
    ],
)
def test_transforms_give_the_shape_that_torchvision_gives(made: str, shape: list[int]) -> None:
    text = f"{DATA}d = datasets.CIFAR10('x', transform=transforms.Compose([transforms.{made}]))\nprint(list(d[0][0].shape))\n"
    assert eval(ran(text + "x = 1.0\nx * x").printed[0]) == shape


def test_normalisation_goes_channel_by_channel_and_has_a_gradient() -> None:
    text = (
        f"{DATA}x = torch.arange(12.0).reshape(3, 2, 2).requires_grad_()\n"
        "y = transforms.Normalize([0.5, 0.4, 0.3], [0.2, 0.4, 0.5])(x)\nprint(y.tolist())\n"
        "y.sum().backward()\nprint(x.grad.tolist())"
    )
    values, gradient = (np.asarray(eval(each)) for each in ran(text).printed)
    mean, spread = (np.reshape(each, (3, 1, 1)) for each in ([0.5, 0.4, 0.3], [0.2, 0.4, 0.5]))
    np.testing.assert_allclose(values, (np.arange(12.0).reshape(3, 2, 2) - mean) / spread, rtol=1e-12)
    np.testing.assert_allclose(gradient, np.broadcast_to(1 / spread, (3, 2, 2)), rtol=1e-12)


def test_pictures_of_a_folder_are_of_two_classes_with_a_note_that_names_it() -> None:
    text = (
        f"{DATA}t = transforms.Compose([transforms.Resize(20), transforms.CenterCrop(16), transforms.ToTensor()])\n"
        "d = {part: datasets.ImageFolder('cats/' + part, t) for part in ['train', 'val']}\n"
        "images, labels = next(iter(DataLoader(d['val'], batch_size=64)))\n"
        "print(list(images.shape))\nprint(labels.tolist())\nprint(d['train'].class_to_idx)\nprint(d['train'].imgs[3])\n"
        "x = 1.0\nx * x"
    )
    done = ran(text)
    shape, labels, classes, last = (eval(each) for each in done.printed)
    assert (shape, labels, list(classes.values())) == ([4, 3, 16, 16], [0, 0, 1, 1], [0, 1])
    assert last[1] == 1
    notes = [each.message for each in done.problems if each.message.key == "stand-in-folder"]  # type: ignore[attr-defined]
    assert len(notes) == 1, "one place is noted once"
    assert "`cats/train`" in notes[0]
    assert "random numbers are used" in reading_of(done).sentence


@pytest.mark.parametrize(("split", "length"), [("train", 73257), ("test", 26032), ("extra", 531131)])
def test_house_numbers_are_split_as_in_torchvision(split: str, length: int) -> None:
    text = (
        f"{DATA}d = datasets.SVHN('x', split='{split}', transform=transforms.ToTensor())\n"
        f"part, _ = random_split(d, [{length - 1000}, 1000])\n"
        "d.labels = [7, 3]\nprint(list(d[0][0].shape))\nprint([label for _, label in d])\nx = 1.0\nx * x"
    )
    assert ran(text).printed == ["[3, 32, 32]", "[7, 3]"]


def test_faces_have_forty_attributes_as_in_torchvision() -> None:
    text = (
        f"{DATA}d = datasets.CelebA('x', split='valid', transform=transforms.ToTensor(), target_transform=lambda a: a[20])\n"
        "print(len(d.attr_names), d.attr_names[20], list(d.attr.shape), list(d[0][0].shape))\n"
        "d.attr = torch.ones(2, 40)\nprint([float(label) for _, label in d])\nx = 1.0\nx * x"
    )
    assert ran(text).printed == ["41 Male [2, 40] [3, 218, 178]", "[1.0, 1.0]"]


def test_a_class_of_pictures_is_picked_by_its_label_in_a_program_without_loops() -> None:
    text = (
        f"{DATA}d = datasets.STL10('x', transform=transforms.ToTensor())\npicture, label = d[1]\n"
        "print(d.classes[label], d.classes[-2:], list(picture.shape))\nx = 1.0\nx * x"
    )
    assert ran(text).printed == ["bird ['ship', 'truck'] [3, 96, 96]"]


def test_splits_and_subsets_of_the_true_length_leave_no_part_empty() -> None:
    text = (
        f"{DATA}d = datasets.MNIST('x', transform=transforms.ToTensor())\n"
        "parts = random_split(d, [50000, 10000]) + random_split(d, [0.5, 0.5]) + [Subset(d, range(1000))]\n"
        "parts += random_split(parts[0], [49000, 1000])\n"
        "print([len(list(DataLoader(part, batch_size=32, shuffle=True))) for part in parts])\nx = 1.0\nx * x"
    )
    assert ran(text).printed == ["[1, 1, 1, 1, 1, 1, 1]"]


@pytest.mark.parametrize(
    ("statement", "about"),
    [
        ("random_split(datasets.MNIST('x'), [50000, 1000])", "add up"),
        ("next(iter(DataLoader(datasets.MNIST('x'))))", "ToTensor"),
        ("transforms.Resize(4)(torch.ones(3, 8, 8))", "before `ToTensor`"),
        ("transforms.Normalize((0.5,), (0.5,))(2.0)", "ToTensor"),
        ("transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))(torch.ones(1, 2, 2))", "channel"),
        ("transforms.Normalize((0.5,), (0.0,))(torch.ones(1, 2, 2))", "may be 0"),
        ("transforms.Pad((1, 2, 3, 4))", "padding"),
        ("transforms.RandomRotation(10, expand=True)", "expand"),
        ("datasets.Places365('x')", "Places365"),
        ("datasets.CelebA('x', target_type='identity')", "target_type"),
        ("datasets.STL10('x', folds=1)", "folds"),
        ("datasets.SVHN('x', split='valid')", "split"),
        ("datasets.exp(1.0)", "exp"),
    ],
)
def test_what_is_not_understood_is_refused(statement: str, about: str) -> None:
    with pytest.raises(ProblemError, match=about):
        ran(f"{DATA}{statement}\nx = 1.0\nx * x")
