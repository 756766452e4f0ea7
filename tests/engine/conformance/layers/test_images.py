"""Convolutions, pooling and layers for images, beside PyTorch's: values, shapes and gradients."""

import random
from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance.layers.test_layers_and_scipy import compared, drawn
from tests.engine.conformance.test_sweep import TORCH

FILL = (
    "def fill(m):\n    for i, p in enumerate(m.parameters()):\n"
    "        p.data = torch.linspace(-1.0, 1.3 + i, p.numel()).reshape(p.shape)\n    return m\n"
)
"""Gives the parameters of a module numbers that are the same here and there."""


def image(shape: tuple[int, ...], source: random.Random, name: str, *, ties: bool = False) -> str:
    count = int(np.prod(shape))
    numbers = [source.choice((0.0, 1.0, 2.0)) if ties else round(source.uniform(-2, 2), 3) for _ in range(count)]
    return f"{name} = torch.tensor({numbers}).reshape({shape}).detach().requires_grad_()\n"


def _length(rank: int, source: random.Random) -> tuple[int, ...]:
    return tuple(source.randint(4, 6) for _ in range(rank))


def _each(rank: int, source: random.Random, choices: tuple[int, ...]) -> Any:
    """A number, or one for each axis."""
    return source.choice(choices) if source.random() < 0.5 else tuple(source.choice(choices) for _ in range(rank))


@pytest.mark.filterwarnings("ignore:Using padding")
@pytest.mark.parametrize("seed", range(24))
def test_convolutions_give_pytorch_s_numbers(seed: int) -> None:
    source = random.Random(seed)
    rank, groups, batch = 1 + seed % 3 if seed < 20 else 2, source.choice((1, 1, 2)), source.choice(((), (2,), (1,)))
    kernel = tuple(source.randint(1, 3) for _ in range(rank))
    channels = 2 * source.randint(1, 2)
    text = image((*batch, channels, *_length(rank, source)), source, "x")
    options = {"stride": _each(rank, source, (1, 2)), "dilation": _each(rank, source, (1, 1, 2)), "groups": groups}
    padding: Any = _each(rank, source, (0, 1, 2))
    if seed % 6 == 5:
        padding, options["stride"] = source.choice(("'same'", "'valid'")), 1
    text += image((2 * groups, channels // groups, *kernel), source, "w") + image((2 * groups,), source, "b")
    bias = source.choice(("b", "None"))
    written = ", ".join(f"{name}={value}" for name, value in options.items() if source.random() < 0.8 or name == "groups")
    text += f"out = F.conv{rank}d(x, w, {bias}, padding={padding}, {written}) * 1.5\n"
    compared(text, ("x", "w") if bias == "None" else ("x", "w", "b"))


@pytest.mark.parametrize("seed", range(16))
def test_transposed_convolutions_give_pytorch_s_numbers(seed: int) -> None:
    source = random.Random(seed)
    rank, groups, batch = 1 + seed % 3, source.choice((1, 1, 2)), source.choice(((), (2,)))
    kernel = tuple(source.randint(1, 3) for _ in range(rank))
    text = image((*batch, 2 * groups, *(source.randint(2, 3) for _ in range(rank))), source, "x")
    text += image((2 * groups, 2, *kernel), source, "w") + image((2 * groups,), source, "b")
    stride = source.choice((2, 3))
    padding = 1 if min(kernel) > 1 and source.random() < 0.5 else 0
    options = f"{stride}, {padding}, {source.choice((0, 1))}, {groups}, {source.choice((1, 2))}"
    compared(text + f"out = F.conv_transpose{rank}d(x, w, b, {options}) ** 2\n", ("x", "w", "b"))


@pytest.mark.parametrize("seed", range(24))
def test_pooling_gives_pytorch_s_numbers(seed: int) -> None:
    source = random.Random(seed)
    rank, batch = 1 + seed % 3, source.choice(((), (2,)))
    text = image((*batch, 2, *_length(rank, source)), source, "x", ties=seed % 2 == 0)
    kernel, stride = _each(rank, source, (2, 3)), source.choice((None, 1, 2))
    padding = source.choice((0, 1))
    if seed % 3 == 0:
        text += f"v, i = F.max_pool{rank}d(x, {kernel}, {stride}, {padding}, return_indices=True)\nout = v * v + i\n"
    elif seed % 3 == 1:
        text += f"out = F.max_pool{rank}d(x, {kernel}, stride={stride}, padding={padding}, dilation=1) ** 2\n"
    counted = source.choice((True, False))
    if seed % 3 == 2:
        divisor = ", divisor_override=3" if rank > 1 and source.random() < 0.4 else ""
        text += f"out = F.avg_pool{rank}d(x, {kernel}, {stride}, {padding}, count_include_pad={counted}{divisor}) ** 2\n"
    compared(text, ("x",))


@pytest.mark.parametrize("size", ["1", "2", "3", "(3, None)", "(5, 2)", "(1, 1)"])
def test_adaptive_means_give_pytorch_s_numbers(size: str) -> None:
    compared(image((2, 2, 5, 4), random.Random(1), "x") + f"out = F.adaptive_avg_pool2d(x, {size}) ** 2\n", ("x",))


_X = image((3, 2, 4, 4), random.Random(3), "x")


@pytest.mark.parametrize(
    "body",
    [
        "m = fill(nn.Conv2d(2, 3, 3, 2, 1))\nout = m(x) ** 2\n",
        "m = fill(nn.Conv2d(2, 4, kernel_size=(1, 3), groups=2, bias=False, padding='same'))\nout = m(x)\n",
        "m = fill(nn.Conv1d(4, 3, 2))\nout = m(x[0])\n",
        "m = fill(nn.ConvTranspose2d(2, 3, 3, stride=2, padding=1, output_padding=1))\nout = m(x) ** 2\n",
        (
            "m = nn.Sequential(nn.Conv2d(2, 2, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(2, 1))\n"
            "out = fill(m)(x) ** 2\n"
        ),
        "out = nn.MaxPool2d(2, stride=1, padding=1)(x) + nn.AvgPool2d(2, 1, 1, count_include_pad=False)(x)\n",
        "out = nn.AdaptiveAvgPool2d((1, 1))(x) * nn.MaxPool2d(3, return_indices=True)(x)[0]\n",
        "m = fill(nn.BatchNorm2d(2))\nout = m(x) ** 3\n",
        "m = nn.BatchNorm2d(2, momentum=None)\nm(x)\nm(2 * x)\nm.eval()\nout = m(x) ** 2\n",
        "m = nn.BatchNorm2d(2, track_running_stats=False, affine=False).eval()\nout = m(x) ** 3\n",
        "m = fill(nn.BatchNorm1d(2))\nout = m(x[:, :, 0]) ** 3\n",
        "m = fill(nn.GroupNorm(2, 2))\nout = m(x) ** 3\n",
        "m = fill(nn.GroupNorm(1, 2, eps=0.1))\nout = m(x) ** 3\n",
        "m = nn.Sequential(nn.Dropout2d(0.5), nn.Identity(4, unused=True)).eval()\nout = m(x)\n",
        "m = nn.LazyLinear(2)\nm(x)\nfill(m)\nout = m(x) ** 2\n",
    ],
)
def test_layers_for_images_give_pytorch_s_numbers(body: str) -> None:
    compared(_X + FILL + body, ("x",))


@pytest.mark.parametrize(
    "body",
    [
        "print(list(m.state_dict().keys()), len(list(m.modules())), len(m))",
        "print([n for n, p in m.named_parameters()], len(list(m.children())))",
        "print(sum(p.numel() for p in m.parameters() if p.requires_grad))",
        "print([m[0].weight.shape[1], len(m[1:]), m[-1].bias.shape[0], len([each for each in m])])",
        "m = m.append(nn.Linear(2, 2))\nprint([n for n, p in m.named_parameters()])",
        "n = nn.ModuleList([m[0], m[1]]).extend([nn.Linear(1, 1)])\nprint([k for k, p in n.named_parameters()], len(n))",
        "for name, value in m[1:].state_dict().items():\n    print(name, tuple(value.shape))",
    ],
)
def test_modules_name_what_they_hold_as_pytorch_does(body: str) -> None:
    torch = pytest.importorskip("torch")
    text = "import torch\nfrom torch import nn\n"
    text += "m = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Linear(3, 1))\n"
    printed: list[str] = []
    exec(text + body, {"torch": torch, "print": lambda *items: printed.append(" ".join(map(str, items)))})
    assert run(parse(text + body + "\nx = 1.0\nx * x")).printed == printed


def test_a_state_is_put_back_and_one_of_another_module_refused() -> None:
    made = "nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))\n"
    text = TORCH + f"from torch import nn\none = {made}two = {made}"
    loaded = text + "one(A)\ntwo.load_state_dict(one.state_dict())\none.eval()\ntwo.eval()\none(A) - two(A) + 0 * A.sum()"
    assert not drawn(loaded).any()
    with pytest.raises(ProblemError, match="names in the state"):
        run(parse(text + "one.load_state_dict(nn.Linear(2, 3).state_dict())\nA.sum()"))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("F.conv2d(x, torch.ones(1, 3, 2, 2))", "do not fit an input"),
        ("F.conv2d(x, torch.ones(1, 2, 5, 5))", "larger than an input"),
        ("F.conv2d(x[0, 0], torch.ones(1, 2, 2, 2))", "an image is needed"),
        ("F.conv2d(x, torch.ones(1, 2, 2, 2), torch.ones(3))", "A bias of the shape"),
        ("F.conv2d(x, torch.ones(1, 2, 2, 2), stride=0)", "`stride=\\(0, 0\\)` is not supported"),
        ("F.conv2d(x, torch.ones(1, 2, 2, 2), padding='same', stride=2)", "`padding='same'` is not supported"),
        ("F.max_pool2d(x, 2, padding=2)", "`padding=\\(2, 2\\)` is not supported"),
        ("F.max_pool2d(x, 2, ceil_mode=True)", "`ceil_mode` of `torch.nn.functional.max_pool2d`"),
        ("F.avg_pool2d(x, 2, ceil_mode=True)", "`ceil_mode` of `torch.nn.functional.avg_pool2d`"),
        ("nn.Conv2d(2, 1, 2, padding_mode='circular')(x)", "`padding_mode` of `torch.nn.Conv2d`"),
        ("nn.Embedding(3, 2, max_norm=1.0)", "`max_norm` of `torch.nn.Embedding`"),
        ("list(nn.LazyLinear(3).parameters())", "before its first call"),
        ("nn.BatchNorm2d(2)(x[0])", "takes \\(N, C\\)"),
    ],
)
def test_what_does_not_fit_or_is_not_understood_is_refused_by_name(body: str, said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        run(parse(TORCH + "from torch import nn\n" + _X + body + "\nx.sum()"))


def test_layers_that_make_nothing_within_a_loop_leave_its_group() -> None:
    text = TORCH + "m = torch.nn.Sequential(torch.nn.Dropout(0.5), torch.nn.Identity()).eval()\nout = m(A) * 2"
    assert drawn(text).tolist() == [[2, 10], [14, 4]]
