"""The pictures of docs/tour.md, made anew with every test run, so that they never show a page that is no more."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.guides import Guide
from tests.browser.pages import THEMES, Workbench, link, visit

TOUR = Guide("tour")
NEURON = "x1, x2 = 2.0, 0.0\nw1, w2 = -3.0, 1.0\nb = 6.88\n\nn = x1*w1 + x2*w2 + b\no = tanh(n)\n"
BOWL = "x = 3.0\ny = -2.0\n\nx² + 3y² + x*y\n"


def play_half(workbench: Workbench) -> None:
    workbench.expect_position(8)
    expect(workbench.sentence).to_contain_text("gets")


def walk_downhill(workbench: Workbench) -> None:
    workbench.explanation.get_by_role("combobox", name="Second input").select_option("y")
    workbench.explanation.get_by_text("Walk downhill from here").click()
    expect(workbench.explanation.locator(".descent-steps tbody tr")).to_have_count(9)


def light_a_path(workbench: Workbench) -> None:
    workbench.explanation.locator(".path").first.click()


def check(workbench: Workbench) -> None:
    expect(workbench.explanation.locator(".check.is-agrees")).to_have_count(4)
    expect(workbench.explanation.locator(".plot")).to_be_visible()


def practise(workbench: Workbench) -> None:
    workbench.explanation.get_by_role("button", name="Begin").click()
    field = workbench.explanation.get_by_role("textbox", name="Your answer")
    field.fill("5")
    field.press("Enter")
    workbench.explanation.get_by_role("button", name=re.compile("Show hint")).click()


def break_it(workbench: Workbench) -> None:
    expect(workbench.page.locator(".pitfall-banner")).to_contain_text("should be 31")


def open_gallery(workbench: Workbench) -> None:
    workbench.page.get_by_role("button", name="Examples").click()
    expect(workbench.page.locator("#examples .sketch").nth(5)).to_be_visible()


def open_share(workbench: Workbench) -> None:
    workbench.tool("Share").click()


def expect_both_modes(workbench: Workbench) -> None:
    expect(workbench.sentence).to_contain_text("equal to the gradient of a")
    expect(workbench.explanation.locator(".katex").first).to_be_visible()


def explain_edge(workbench: Workbench) -> None:
    expect(workbench.wire(1)).to_contain_class("selected")
    expect(workbench.explanation.locator(".katex").first).to_be_visible()


def nothing(_workbench: Workbench) -> None:
    """The page as it opens."""


PICTURES: dict[str, tuple[str, Callable[[Workbench], None], str]] = {
    "steps": ("/#v=1&at=8", play_half, "light"),
    "explanation": (link(NEURON, node=10), nothing, "dark"),
    "edge": (link(NEURON, edge=1), explain_edge, "light"),
    "examples": ("/#v=1", open_gallery, "light"),
    "forward": ("/#v=1&forward=a&at=18", expect_both_modes, "light"),
    "plot": (link(BOWL, panel="plot"), walk_downhill, "light"),
    "paths": ("/#panel=paths", light_a_path, "dark"),
    "check": ("/#panel=check", check, "light"),
    "practice": ("/#panel=practice", practise, "light"),
    "pitfall": ("/#panel=practice&pitfall=overwrite", break_it, "dark"),
    "share": ("/#v=1", open_share, "light"),
}


@pytest.mark.parametrize("theme", THEMES)
def test_every_stop_of_the_tour_can_be_reached_and_is_pictured(
    open_workbench: Callable[..., Workbench], tmp_path: Path, theme: str, subtests: pytest.Subtests
) -> None:
    look = {"color_scheme": theme, "viewport": {"width": 1280, "height": 760}}
    workbench = open_workbench("about:blank", **look)
    for name, (path, prepare, scheme) in PICTURES.items():
        if scheme != theme:
            continue
        with subtests.test(picture=name):
            visit(workbench.page, path)
            workbench.settle()
            prepare(workbench)
            workbench.painted()
            TOUR.take(workbench.page, name, tmp_path)


def test_the_tour_shows_every_picture_and_no_other() -> None:
    assert TOUR.pictures() == list(PICTURES)
