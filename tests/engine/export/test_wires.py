"""The wires of still pictures: none crosses a card or symbol but those at its ends, and each can be followed by itself."""

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine.export.registry import export
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.computation import Computation
from tests.golden.programs import PROGRAMS
from tests.in_turn import in_turn

SVG = "{http://www.w3.org/2000/svg}"
GALLERY = sorted((Path(__file__).parents[3] / "docs" / "gallery").glob("*.svg"))
MORE = [
    "a = 3.0; b = a*a; L = tanh(b - 9)*a",
    "x = 1\n" + " + ".join(["x"] * 40),
    "a=2; b=3; c=a*b+a; d=c*b+tanh(a); e=d*c*b*a+relu(a)*log_softmax([a,b,c])[0]; e+a",
    "x = [1.0, 2.0, 3.0]; y = softmax(x); z = log_softmax(x + y); sum(z*y*x)",
    "a=1; b=a+1; c=b+a; d=c+b+a; e=d*c*b*a; f=e*d*c*b*a; f-a",
    "stack([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])[3] * 2",
    "7",
]
"""What was reported, a value used far away and often, long symbols, many slots."""
CASES = [*PROGRAMS, *(example.program for example in EXAMPLES), *MORE]

Frame = tuple[float, float, float, float]


class Picture(NamedTuple):
    frames: list[Frame]
    """Of cards and symbols: upper, left, lower and right edge."""
    wires: list[np.ndarray]
    """Points, y before x, with growing y."""


def picture(text: str) -> Picture:
    root = ET.fromstring(text)
    rects = [each for each in root.iter(f"{SVG}rect") if each.get("class", "").split(" ")[0] in ("card", "operation")]
    boxes = [[float(each.get(name, 0)) for name in ("x", "y", "width", "height")] for each in rects]
    frames = [(y, x, y + height, x + width) for x, y, width, height in boxes]
    return Picture(frames, [points(str(each.get("d"))) for each in root.findall(f"{SVG}path[@class='wire']")])


def points(path: str) -> np.ndarray:
    made: list[np.ndarray] = []
    for command, text in re.findall(r"([MCV])([^MCV]+)", path):
        numbers = np.array([float(each) for each in re.split(r"[ ,]", text)])
        if command == "M":
            made.append(numbers[np.newaxis])
            continue
        start = made[-1][-1]
        bends = numbers.reshape(3, 2) if command == "C" else np.array([start, [start[0], numbers[0]], [start[0], numbers[0]]])
        along = np.linspace(0, 1, 25)[1:, np.newaxis]
        p = [start, *bends]
        made.append(sum(share * (1 - along) ** (3 - k) * along**k * p[k] for k, share in enumerate((1, 3, 3, 1))))
    return np.concatenate(made)[:, ::-1]


def crossed(found: Picture) -> list[tuple[int, Frame]]:
    """Wires, and frames that they cross and that are not at their ends."""
    return [
        (number, frame)
        for number, wire in enumerate(found.wires)
        for frame in found.frames
        if not any(_holds(frame, end, -1).any() for end in (wire[:1], wire[-1:])) and _holds(frame, wire, 0).any()
    ]


def _holds(frame: Frame, at: np.ndarray, inset: float) -> np.ndarray:
    upper, left, lower, right = frame
    y, x = at.T
    return (x > left + inset) & (x < right - inset) & (y > upper + inset) & (y < lower - inset)


def one_on_another(found: Picture) -> list[tuple[int, int]]:
    """Wires that run closer than a pixel for more than twelve, but where they leave the same card."""
    pairs = []
    for (one, first), (two, second) in itertools.combinations(enumerate(found.wires), 2):
        begin, end = max(first[0, 0], second[0, 0]), min(first[-1, 0], second[-1, 0])
        if tuple(first[0]) == tuple(second[0]):
            begin += 30
        y = np.arange(begin, end, 4)
        near = np.abs(np.interp(y, *first.T) - np.interp(y, *second.T)) < 1
        if near.sum() > 3 and max(len(list(run)) for is_near, run in itertools.groupby(near) if is_near) > 3:
            pairs.append((one, two))
    return pairs


@pytest.mark.parametrize("format_name", ["svg", "animated-svg"])
@in_turn("program", CASES, ids=lambda program: program[:30])
def test_wires_keep_clear_of_cards_and_of_one_another(format_name: str, program: str) -> None:
    text = export(Computation.of(run(parse(program))), format_name)
    found = picture(text)
    assert found.frames or "too large" in text
    assert crossed(found) == []
    assert one_on_another(found) == []


@pytest.mark.parametrize("file", GALLERY, ids=lambda file: file.stem)
def test_wires_of_the_gallery_keep_clear_of_cards_and_of_one_another(file: Path) -> None:
    found = picture(file.read_text(encoding="utf-8"))
    assert len(found.wires) > 3
    assert crossed(found) == []
    assert one_on_another(found) == []


def test_a_picture_with_a_wire_behind_a_card_is_found() -> None:
    cards = "".join(f'<rect class="card" x="0" y="{y}" width="60" height="100"/>' for y in (0, 200, 400))
    text = f'<svg xmlns="http://www.w3.org/2000/svg">{cards}<path class="wire" d="M30,100C30,250 20,250 20,400"/>'
    assert crossed(picture(f"{text}</svg>")) == [(0, (200, 0, 300, 60))]
    twice = '<path class="wire" d="M50,100C50,250 20.5,250 20.5,400"/><path class="wire" d="M30,100C30,180 20,180 20,400"/>'
    assert one_on_another(picture(f"{text}{twice}</svg>")) != []


@pytest.mark.parametrize(
    ("operation", "symbol"), [("tanh(x)", "tanh"), ("mean([x, 1])", "mean"), ("log_softmax([x, 1])", "log_softmax")]
)
def test_a_symbol_fits_its_frame(operation: str, symbol: str) -> None:
    root = ET.fromstring(export(Computation.of(run(parse(f"x = 2\n{operation}"))), "svg"))
    frames = [float(str(each.get("width"))) for each in root.findall(f"{SVG}rect[@class='operation']")]
    assert max(frames) > 6.5 * len(symbol) + 4
