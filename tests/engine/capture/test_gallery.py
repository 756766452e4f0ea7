"""The gallery is true: its pictures are those of the models as they are captured now, and show what stands beside them."""

import re
from functools import cache

import numpy as np
import pytest

import backpass
from backpass.engine.export.animated_svg import animated_svg
from tests.engine.capture.gallery import FOLDER, MODELS, graph_of

captured = cache(graph_of)


def structure(svg: str) -> str:
    """A picture without its numbers, whose last digits may differ from one processor to another."""
    return re.sub(r"[−+-]?\d+(?:\.\d+)?(?:e[−+-]?\d+)?", "#", svg)


@pytest.mark.parametrize("name", MODELS)
def test_a_picture_is_that_of_the_model(name: str) -> None:
    written = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert structure(animated_svg(captured(name).json)) == structure(written), "run `python -m tests.engine.capture.gallery`"
    assert "<script" not in written


def test_the_page_has_every_picture_and_no_other() -> None:
    page = (FOLDER.parent / "gallery.md").read_text(encoding="utf-8")
    assert re.findall(r"!\[.+\]\(gallery/(\w+)\.svg\)", page) == list(MODELS)
    assert {file.stem for file in FOLDER.iterdir()} == set(MODELS)


@pytest.mark.parametrize(("name", "leaf", "uses"), [("lstm", "weight_hh", 2), ("scan", "w", 3)])
def test_leaves_have_as_many_contributions_as_the_page_says(name: str, leaf: str, uses: int) -> None:
    assert len(captured(name).contributions(leaf)) == uses


def test_an_embedding_row_that_no_index_names_has_the_gradient_zero() -> None:
    rows = np.array(captured("embedding").gradients["weight"])
    assert np.flatnonzero((rows == 0).all(axis=1)).tolist() == [2]


@pytest.mark.parametrize(("name", "group", "uses"), [("transformer", "norm1", 2), ("residual", "0", 2), ("vae", "spread", 3)])
def test_results_of_modules_have_as_many_uses_as_the_page_says(name: str, group: str, uses: int) -> None:
    last = last_of(captured(name), group)
    assert sum(edge["source"] == last and edge["how"] is not None for edge in captured(name).edges) == uses


def last_of(graph: backpass.Graph, name: str) -> int:
    """The last value that is computed in a module."""
    groups: set[int] = set()
    for group in graph.json["groups"]:  # parents come first
        if group["name"] == name or group["parent"] in groups:
            groups.add(group["id"])
    return max(node["id"] for node in graph.nodes if node.get("group") in groups)


def test_the_critic_has_gradients_in_the_step_of_the_generator() -> None:
    reached = [name for name, gradient in captured("gan").gradients.items() if np.any(np.array(gradient) != 0)]
    assert {name.partition(".")[0] for name in reached} == {"generator", "critic"}
