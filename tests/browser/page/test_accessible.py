"""Every page and every state of it once, light and dark: nothing serious for axe, nothing wider than the window.

A class, the player and what is embedded have other doors; they are looked at where those are opened.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.pages import THEMES, Workbench, link, visit
from tests.browser.studio import Studio

Axe = Callable[..., list[str]]
Shot = Callable[[Page, str], Path]

MICROGRAD = next(example.program for example in EXAMPLES if example.name == "micrograd")
NEURON = next(example.program for example in EXAMPLES if example.name == "neuron")
PINNED = "a = 2\nb = -3\nc = 10\nd = 1\nL = (b*a + c)*(a + d)"
PAIR = link(PINNED.replace("+ c", "- c"), compare=json.dumps({"program": PINNED, "inputs": {}}))

DESK, PHONE = (1280, 800), (400, 850)


def with_help(page: Page) -> None:
    Workbench(page).tool("Keys and help").click()
    expect(Workbench(page).help).to_be_visible()


def with_mistake(page: Page) -> None:
    Workbench(page).write("a = 2.0\nb = tanhh(a)")
    expect(Workbench(page).underlined()).to_be_visible()


def with_menu(page: Page) -> None:
    page.get_by_role("button", name="Examples").click()


def in_the_middle(page: Page) -> None:
    Workbench(page).card("a").click()
    expect(Workbench(page).explanation.locator(".katex").first).to_be_visible()


def as_it_is(page: Page) -> None:
    workbench = Workbench(page)
    workbench.settle()
    if workbench.explanation.is_visible():
        expect(workbench.explanation.locator(".katex").first).to_be_attached()


def of_the_sheet(name: str) -> Callable[[Page], None]:
    return lambda page: Workbench(page).pane(name)


def with_panel(name: str) -> Callable[[Page], None]:
    def ready(page: Page) -> None:
        expect(page.locator(f".panel-{name} > *").first).to_be_attached()
        Workbench(page).settle()

    return ready


def with_pair(page: Page) -> None:
    """Both pictures have room, one above the other."""
    first = Workbench(page).graph
    second = page.get_by_role("region", name="Comparison with the pinned program")
    expect(second.locator(".card").first).to_be_visible()
    above, below = first.bounding_box(), second.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"] + 1
    assert min(above["height"], below["height"]) >= 120


def of_lessons(page: Page) -> None:
    expect(page.locator(".shelf-card").first).to_be_visible()


def in_a_lesson(page: Page) -> None:
    expect(page.locator(".live.is-live").first).to_be_visible()


def trained(page: Page) -> None:
    studio = Studio(page)
    page.locator("#stage").focus()
    studio.train()


@dataclass(frozen=True)
class State:
    """A page at an address, made ready, in windows of these sizes."""

    path: str
    ready: Callable[[Page], None] = as_it_is
    sizes: tuple[tuple[int, int], ...] = (DESK,)
    themes: tuple[Literal["light", "dark"], ...] = THEMES
    """A projected page is light, whatever the system says."""
    can_be_wider: bool = False
    """A studio on a projector may be moved sideways where its window is small."""


LESSONS = {
    "shelf": State("/learn", of_lessons),
    "slope": State("/learn/slope/3", in_a_lesson),
    "accumulation": State("/learn/accumulation/4", in_a_lesson),
    "moons": State("/learn/moons", in_a_lesson),
}

DOORS: dict[str, dict[str, State]] = {
    "playground": {
        "middle": State("/", in_the_middle),
        "neuron": State(link(NEURON, at=9)),
        "menu": State("/", with_menu),
        "projector": State(link(NEURON, at=9, projector=1), sizes=((1920, 1080),), themes=("light",)),
        "table": State(link(NEURON, at=9, view="table")),
        "help": State("/", with_help),
        "mistake": State("/", with_mistake),
        "micrograd": State(link(MICROGRAD)),
        "top-down": State(link(NEURON, direction="down", separate=1)),
        "tablet": State(link(NEURON, node=0), sizes=((900, 700),)),
        "smallest": State(link(NEURON), sizes=((320, 640),)),
        "comparison": State(PAIR, with_pair),
    },
    "panels": {
        panel: State(f"/#panel={panel}", with_panel(panel), ((400, 800),)) for panel in ("plot", "paths", "check", "practice")
    },
    "phone": {
        "phone": State(link(NEURON), sizes=((400, 800),)),
        "sheet-explanation": State("/", of_the_sheet("Explanation"), (PHONE,)),
        "sheet-program": State("/", of_the_sheet("Program"), (PHONE,)),
        "sheet-inputs": State("/", of_the_sheet("Inputs"), (PHONE,)),
        "comparison-phone": State(PAIR, with_pair, (PHONE,)),
    },
    "lessons": LESSONS,
    "lessons on a phone": {name: State(state.path, state.ready, (PHONE,)) for name, state in LESSONS.items()},
    "studio": {
        "studio": State("/training", trained, ((320, 800), DESK)),
        "studio-projector": State("/training#projector=1", trained, ((320, 800), DESK), ("light",), can_be_wider=True),
    },
}
"""What is opened in one tab, from one address to the next."""


@pytest.mark.parametrize("door", DOORS)
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_the_window(
    door: str, open_page: Callable[..., Page], axe: Axe, screenshot: Shot, subtests: pytest.Subtests
) -> None:
    page = open_page("about:blank", has_touch="phone" in door)
    for name, state in DOORS[door].items():
        for size in state.sizes:
            with subtests.test(state=name, size=size):
                visit(page, state.path, size)
                state.ready(page)
                for theme in state.themes:
                    page.emulate_media(color_scheme=theme)
                    expect(page.locator("html")).to_have_attribute("data-theme", theme)
                    Workbench(page).painted()
                    # Of all that axe looks at, a theme changes colours alone.
                    assert axe(page, *([] if theme == "light" else ["color-contrast"])) == [], theme
                    assert state.can_be_wider or Workbench(page).sideways() == 0, theme
                    if door in {"playground", "phone"}:
                        assert screenshot(page, f"{name}-{theme}").stat().st_size > 10_000
