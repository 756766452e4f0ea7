"""The worked cases that courses teach with, on the page: their values and gradients stand on the cards."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.pages import NOT_COMPUTED, Workbench, link

NEURON = {"x1": "−1.5", "w1": "1", "x2": "0.5", "w2": "0", "n": "0.5", "o": "1"}

CASES = [
    ("x = 2.0\ny = -3.0\nz = 10.0\nx*y + z", {"x*y + z": "4"}, {"x": "−3", "y": "2", "z": "1"}),
    ("a = 3.0\na*a", {"a*a": "9"}, {"a": "6"}),
    ("a = 3.0\na + a", {"a + a": "6"}, {"a": "2"}),
    ("a = 3.0\na*a + a", {"a*a + a": "12"}, {"a": "7"}),
    ("x = 0.5\ntanh(x)", {"tanh(x)": "0.4621"}, {"x": "0.7864"}),
    ("x = 3\n3x² - 4x + 5", {"3x² - 4x + 5": "20"}, {"x": "14"}),
]


def test_each_worked_case_pasted_over_the_last_gives_its_numbers(workbench: Workbench) -> None:
    for program, values, gradients in CASES:
        workbench.write(program)
        workbench.expect_numbers(values, gradients)


OF_EXAMPLES = {
    "two-paths": ({"L": "70", "b*a": "6", "b*a + c": "10", "a + d": "7"}, {"a": "31", "b": "14", "c": "7", "d": "10"}),
    "manual-backprop": ({"L": "−8"}, {"a": "6", "b": "−4", "c": "−2", "e": "−2", "d": "−2", "f": "4"}),
    "neuron": ({"o": "0.7071"}, NEURON),
    "neuron-taken-apart": ({"o": "0.7071"}, NEURON),
    "parabola": ({"2x² + 3x + 5": "5"}, {"x": "3"}),
    "blocked": ({}, {"w": "0", "x": "0", "b": "1"}),
}


def test_each_example_chosen_from_the_menu_gives_its_numbers(workbench: Workbench) -> None:
    for name, (values, gradients) in OF_EXAMPLES.items():
        example = next(example for example in EXAMPLES if example.name == name)
        workbench.choose_example(example.title)
        workbench.expect_program(example.program)
        workbench.expect_numbers(values, gradients)


def test_the_micrograd_readme_gives_its_numbers_in_full(workbench: Workbench) -> None:
    workbench.choose_example("The micrograd README")
    workbench.expect_numbers({"g": "24.70"}, {"a": "138.8", "b": "645.6"})
    workbench.graph.get_by_role("button", name="Fit the graph").click()
    copied = {"g": ("value", "24.7040816"), "a": ("gradient", "138.833819"), "b": ("gradient", "645.577259")}
    workbench.card("g").click()
    workbench.unfold_details()
    for name, (what, digits) in copied.items():
        workbench.card(name).click()
        copy = workbench.explanation.get_by_role("button", name=f"Copy the {what} in full")
        expect(copy).to_have_attribute("title", re.compile(f"^Copy in full: {digits}"))


def test_tanh_taken_apart_is_a_larger_graph_with_the_same_numbers(workbench: Workbench) -> None:
    workbench.choose_example("A neuron")
    workbench.expect_card("o", data="0.7071")
    whole = len(workbench.cards())
    workbench.choose_example("The neuron, tanh expanded")
    workbench.expect_card("e", data="5.828")
    assert len(workbench.cards()) > whole + 3


def test_a_square_has_two_wires_and_its_gradient_arrives_in_two_halves(open_workbench: Callable[..., Workbench]) -> None:
    workbench = open_workbench(link("a = 3.0\na*a", at=0))
    expect(workbench.wires()).to_have_count(2)
    expect(workbench.graph.locator(".multiplicity")).to_have_count(0)  # each wire has a slope of its own, and ×2 would be one
    seen = []
    for position in (1, 1.5, 2, 3, 4):
        workbench.page.keyboard.press(".")
        workbench.expect_position(position)
        seen.append(workbench.cards()[0].grad)
    assert seen == [NOT_COMPUTED, NOT_COMPUTED, NOT_COMPUTED, "3", "6"]
    assert workbench.length() == 4


def test_the_start_page_shows_a_finished_example_without_a_request(open_page: Callable[..., object], server_url: str) -> None:
    """The first picture comes with the page; what is asked afterwards are the lists that editing needs."""
    workbench = Workbench(open_page("about:blank"))  # type: ignore[arg-type]
    asked: list[str] = []
    workbench.page.on("request", lambda request: asked.append(request.url))
    workbench.page.goto(server_url)
    workbench.expect_numbers(*OF_EXAMPLES["two-paths"])
    expect(workbench.button("Play")).to_be_enabled()
    paths = {url.split("/api/v1/")[1] for url in asked if "/api/" in url}
    assert paths <= {"operations", "examples"}
