"""The moving picture: well-formed, without a script, whatever its names, with every number at its step."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import backpass
from backpass.app.api.endpoints.graphs import graph_of
from backpass.engine.export.animated_svg import animated_svg
from backpass.engine.export.registry import export
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.computation import Computation

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "</svg><script>alert(1)</script>\"'&"


def texts_at_the_end(text: str) -> list[str]:
    """What the last frame shows of numbers: what stays until the end."""
    return [each.text or "" for each in ET.fromstring(text).iter(f"{SVG}text") if "opacity:1" in each.get("style", "")]


def test_the_last_frame_has_every_value_and_every_gradient() -> None:
    graph = graph_of("a = 2.0\nb = -3.0\na*b + a")
    shown = texts_at_the_end(animated_svg(graph))
    assert sorted(shown) == sorted(["2", "−3", "−6", "−4", "−2", "2", "1", "1"])


def test_a_sum_so_far_is_seen_until_the_next_contribution() -> None:
    root = ET.fromstring(animated_svg(graph_of("a = 3.0\na*a")))
    style = root.find(f"{SVG}style").text
    sums = [each for each in root.findall(f"{SVG}text[@class='number grad m positive']") if each.text in ("3", "6")]
    frames: dict[str, str] = dict(re.findall(r"@keyframes (w\d+)\{(.*?\})\}", style))
    ends = [frames[re.search(r"animation-name:(w\d+)", each.get("style"))[1]] for each in sums]
    assert len(ends) == 2
    hidden_at = re.search(r"opacity:1\}([\d.]+)%,100%\{opacity:0", ends[0])
    shown_at = re.search(r"([\d.]+)%\{opacity:1\}100%", ends[1])
    assert hidden_at[1] == shown_at[1]


@pytest.mark.parametrize("program", ["a = 2\na*a", "x = [1, 2, 3]\nsum(x*x)", "log(0*x)", "5"])
def test_it_is_well_formed_and_has_no_script(program: str) -> None:
    text = export(Computation.of(run(parse(program))), "animated-svg")
    tags = {each.tag.removeprefix(SVG) for each in ET.fromstring(text).iter()}
    assert tags <= {"svg", "style", "rect", "path", "text", "tspan", "circle", "g"}
    assert "@keyframes" in text
    assert "prefers-reduced-motion" in text


def test_names_are_text() -> None:
    graph: Any = graph_of("a = 2\na*a")
    graph["nodes"][0]["name"] = EVIL
    graph["nodes"][1]["op"] = "<b>"
    root = ET.fromstring(animated_svg(graph))
    assert not list(root.iter(f"{SVG}script"))
    assert "<b>" in {each.text for each in root.iter(f"{SVG}text")}


def test_a_large_graph_is_a_sentence() -> None:
    text = animated_svg(graph_of("x = 1\n" + " + ".join(["x"] * 400)))
    assert "too large" in text
    assert "@keyframes" not in text


def test_a_captured_graph_is_saved_as_one(tmp_path: Path) -> None:
    a = backpass.Tensor(2.0)
    path = backpass.capture(a * a).save(tmp_path / "flow.svg")
    assert path.read_text(encoding="utf-8").startswith("<svg")
