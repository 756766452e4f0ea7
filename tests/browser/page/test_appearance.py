"""How the page looks: colours, sizes and motion as people need them."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from backpass.app.api.gallery.examples import EXAMPLES
from tests.browser.pages import Workbench, link, visit

Open = Callable[..., Workbench]
Axe = Callable[..., list[str]]
Shot = Callable[[Page, str], Path]

MICROGRAD = next(example.program for example in EXAMPLES if example.name == "micrograd")
NEURON = next(example.program for example in EXAMPLES if example.name == "neuron")


OUTSIDE = """() => Array.from(document.querySelectorAll("button, input, select, output, h1, h2, [role=slider]"))
  .filter((element) => {
    const {left, right, width} = element.getBoundingClientRect();
    const scrolls = element.closest("#table, .inspector, .editor, .input-rows, .problems");
    return width > 0 && !scrolls && (left < -1 || right > innerWidth + 1) && getComputedStyle(element).visibility !== "hidden";
  })
  .map((element) => element.getAttribute("aria-label") ?? element.textContent)"""

CLIPPED = """() => Array.from(document.querySelectorAll(".timeline *, .header *, .inputs-panel *"))
  .filter((element) => element.matches("button, select, output, p, input") && element.getClientRects().length > 0)
  .filter((element) => {
    const box = element.getBoundingClientRect();
    const panel = element.closest(".timeline, .header, .inputs-panel").getBoundingClientRect();
    return !element.closest(".visually-hidden, .menu-panel, .skip") && (box.left < panel.left - 1 || box.right > panel.right + 1);
  })
  .map((element) => element.getAttribute("aria-label") ?? element.textContent)"""


SIZES = [
    (1920, 1080),
    (1280, 800),
    (1101, 700),
    (1100, 700),
    (900, 700),
    (721, 600),
    (720, 600),
    (640, 400),
    (400, 800),
    (320, 640),
]


def test_nothing_sticks_out_of_its_panel_or_of_the_window_at_any_size(open_workbench: Open) -> None:
    workbench = open_workbench(link(MICROGRAD, node=3, at=20))
    workbench.settle()
    for width, height in SIZES:
        workbench.page.set_viewport_size({"width": width, "height": height})
        workbench.painted()
        assert workbench.sideways() == 0, width
        assert workbench.page.evaluate(OUTSIDE) == [], width
        assert workbench.page.evaluate(CLIPPED) == [], width


def test_at_twice_the_size_everything_can_still_be_reached(open_workbench: Open) -> None:
    """200 % zoom of a window of 1280 × 800 is a window of half as many pixels, each twice as large."""
    workbench = open_workbench(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    assert workbench.sideways() == 0
    workbench.button("Previous step").click()
    workbench.expect_position(12)
    workbench.pane("Inputs")
    workbench.drag_slider("a", to=1.0)
    workbench.expect_card("b*a", data="30", grad="15")
    workbench.card("b").click()
    expect(workbench.explanation.get_by_role("heading", level=2)).to_contain_text("b")


CELLS = """(table) => [...table.querySelectorAll("tr")].slice(1).map((row) =>
  [...row.querySelectorAll("td")].map((cell) => cell.innerText))"""


def test_the_table_has_the_numbers_of_the_drawing_at_every_frame(open_workbench: Open) -> None:
    workbench = open_workbench(link(NEURON, at=0))
    workbench.settle()
    while True:
        cards = [(card.data, card.grad or "") for card in workbench.cards().values()]
        workbench.tool("Show as a table").click()
        workbench.painted()
        cells = workbench.table.evaluate(CELLS)
        assert [(row[2], row[3].removesuffix(" blocked")) for row in cells] == cards
        workbench.tool("Show as a table").click()
        if workbench.position() == workbench.length():
            break
        workbench.page.keyboard.press("Shift+Period" if workbench.position() == 0 else ".")


def test_the_table_sorts_and_selects(workbench: Workbench) -> None:
    workbench.tool("Show as a table").click()
    first = workbench.table.get_by_role("rowheader").first
    workbench.table.get_by_role("button", name="Gradient").click()
    expect(first).to_have_text("L")
    workbench.table.get_by_role("button", name="Gradient").click()
    expect(first).to_have_text("a")
    expect(workbench.table.get_by_role("columnheader", name="Gradient")).to_have_attribute("aria-sort", "descending")
    first.get_by_role("button").click()
    expect(workbench.explanation.get_by_role("heading", level=2)).to_contain_text("a")


def test_reduced_motion_shows_each_frame_at_once(open_workbench: Open) -> None:
    workbench = open_workbench("/#v=1&at=0")
    workbench.page.evaluate(
        """() => {
          window.flown = 0;
          new MutationObserver((changes) => { window.flown += changes.length; })
            .observe(document.querySelector(".tokens"), {attributes: true, childList: true, subtree: true});
        }"""
    )
    workbench.page.keyboard.press(".")
    workbench.expect_card("b*a", data="6")
    workbench.page.keyboard.press("Shift+Period")
    workbench.expect_position(4)
    while workbench.position() < 6:
        workbench.page.keyboard.press(".")
    assert workbench.page.evaluate("() => window.flown") == 0
    workbench.tool("Keys and help").click()
    workbench.help.get_by_role("combobox", name="Motion").select_option("Full")
    workbench.page.keyboard.press("Escape")
    workbench.page.keyboard.press(".")
    expect(workbench.tokens()).not_to_have_count(0)


def test_the_theme_follows_the_system_until_it_is_chosen_and_is_remembered(open_workbench: Open) -> None:
    workbench = open_workbench(color_scheme="dark")
    root = workbench.page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    workbench.page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    workbench.page.emulate_media(color_scheme="dark")
    workbench.page.keyboard.press("d")
    expect(root).to_have_attribute("data-theme", "light")
    workbench.page.reload()
    expect(root).to_have_attribute("data-theme", "light")


def test_the_theme_switches_at_every_press_and_says_so_only_where_nothing_is_seen(open_workbench: Open) -> None:
    workbench = open_workbench(color_scheme="light")
    root = workbench.page.locator("html")
    for theme in ("dark", "light", "dark"):
        workbench.page.keyboard.press("d")
        expect(root).to_have_attribute("data-theme", theme)
        expect(workbench.notice).to_be_empty()
    workbench.page.keyboard.press("d")
    workbench.page.keyboard.press("?")
    workbench.help.get_by_role("combobox", name="Theme").select_option("Light")
    expect(workbench.notice).to_have_text("The theme stays light, whatever the system says.")


def test_a_projector_shows_the_same_numbers_in_large_type_and_hides_the_panels(open_workbench: Open) -> None:
    workbench = open_workbench(link(NEURON), viewport={"width": 1920, "height": 1080})
    workbench.expect_card("o", data="0.7071")
    workbench.page.keyboard.press("p")
    expect(workbench.editor).to_be_hidden()
    expect(workbench.explanation).to_be_hidden()
    workbench.expect_card("o", data="0.7071")
    heights = workbench.page.evaluate(
        """() => Array.from(document.querySelectorAll("#graph .number"), (text) => text.getBoundingClientRect().height)"""
    )
    assert min(heights) >= 20
    workbench.page.keyboard.press("PageUp")
    workbench.expect_position(workbench.length() - 1)


def test_every_target_is_large_enough_for_a_finger(open_workbench: Open) -> None:
    workbench = open_workbench(link(NEURON, node=0), viewport={"width": 400, "height": 800}, has_touch=True)
    expect(workbench.badge).to_be_attached()
    small = workbench.page.evaluate(
        """() => Array.from(document.querySelectorAll("button, select, input, [role=slider]"))
          .filter((element) => element.getClientRects().length > 0 && !element.closest(".skip"))
          .map((element) => ({element, box: element.getBoundingClientRect()}))
          .filter(({box}) => box.width < 24 || box.height < 24)
          .map(({element, box}) => `${element.getAttribute("aria-label") ?? element.textContent} ${box.width}x${box.height}`)"""
    )
    assert small == []


def test_other_colours_for_signs_are_legible_and_kept(open_workbench: Open, axe: Axe, subtests: pytest.Subtests) -> None:
    workbench = open_workbench("about:blank")
    page = workbench.page
    for palette, theme in itertools.product(("purple-green", "mono"), ("light", "dark")):
        with subtests.test(palette=palette, theme=theme):
            visit(page, f"/#v=1&theme={theme}")
            before = workbench.gradient_of("a").evaluate("(shown) => getComputedStyle(shown).color")
            page.keyboard.press("?")
            workbench.help.get_by_role("combobox", name="Sign colours").select_option(palette)
            page.keyboard.press("Escape")
            assert axe(page, "color-contrast") == []
            assert workbench.gradient_of("a").evaluate("(shown) => getComputedStyle(shown).color") != before
            page.goto("/")
            assert page.evaluate("() => document.documentElement.dataset.palette") == palette


def test_forced_colours_show_what_is_on_and_every_line_that_is_a_background(open_workbench: Open, screenshot: Shot) -> None:
    workbench = open_workbench("/#v=1&at=6", forced_colors="active")
    workbench.settle()
    page = workbench.page
    look = "(each, [pseudo, property]) => getComputedStyle(each, pseudo)[property]"
    tabs = workbench.explanation.get_by_role("tab")
    canvas = page.evaluate("() => getComputedStyle(document.querySelector('.timeline')).backgroundColor")
    for part, pseudo in ((".segment-line", None), (".segment-fill", None), (".splitter", None)):
        assert page.locator(part).first.evaluate(look, [pseudo, "backgroundColor"]) != canvas, part
    for splitter in page.get_by_role("separator").all():
        assert splitter.evaluate(look, ["::after", "borderTopWidth"]) == "0px"
        assert splitter.evaluate(look, ["::after", "borderLeftWidth"]) == "0px"
    assert page.locator(".transport-button.play").evaluate(look, [None, "borderTopColor"]) != canvas
    slider = workbench.slider_of("a")
    assert slider.evaluate("(each) => getComputedStyle(each).getPropertyValue('--line-strong')") == "GrayText"
    assert tabs.first.evaluate(look, [None, "outlineStyle"]) == "solid"
    assert tabs.last.evaluate(look, [None, "outlineStyle"]) == "none"
    assert tabs.last.evaluate(look, [None, "borderBottomWidth"]) == "0px"
    workbench.card("b*a").press("Enter")
    expect(page.locator("#inspector")).to_be_focused()
    assert page.locator("#panel-body").evaluate(look, [None, "outlineOffset"]) == "-2px"
    assert page.locator("#panel-body").evaluate(look, [None, "outlineStyle"]) == "solid"
    assert screenshot(page, "forced-colours").stat().st_size > 10_000
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.press("ArrowDown")
    options = page.locator("#palette-list > li")
    assert options.nth(1).evaluate(look, [None, "outlineStyle"]) == "solid"
    assert options.nth(0).evaluate(look, [None, "outlineStyle"]) == "none"


def test_what_is_outdated_keeps_the_paper_of_a_dark_page(open_workbench: Open, screenshot: Shot) -> None:
    workbench = open_workbench(color_scheme="dark")
    page = workbench.page
    workbench.write("x = 2\ny = x**3 + sinn(x)")
    expect(page.locator("#workbench")).to_contain_class("is-long-stale")
    screenshot(page, "outdated-dark")
    greyed = page.evaluate(
        """() => [".timeline", "#panel-body", "#inputs"].flatMap((place) => {
          const whole = document.querySelector(place);
          return [whole, ...whole.querySelectorAll("*")].filter((part) => {
            const style = getComputedStyle(part);
            return style.filter.includes("grayscale") && part.localName !== "canvas";
          }).map((part) => `${place} ${part.className}`);
        })"""
    )
    assert greyed == []
    signs = page.evaluate(
        """() => [...document.querySelectorAll("#inputs .is-positive, #panel-body .is-positive")].map((part) => {
          const [red, green, blue] = getComputedStyle(part).color.match(/\\d+/g).map(Number);
          return Math.max(red, green, blue) - Math.min(red, green, blue);
        })"""
    )
    assert signs
    assert max(signs) < 40, "the signs have lost their colours"


def test_what_a_program_printed_before_it_failed_is_greyed(open_workbench: Open) -> None:
    workbench = open_workbench()
    line = workbench.page.locator(".printed-line")
    colour = "(line) => getComputedStyle(line).color"
    workbench.write("x = 2\nprint(x)")
    expect(line).to_have_text("2")
    workbench.settle()
    usual = line.evaluate(colour)
    workbench.write("x = 2\nprint(x)\ny = sinn(x)")
    expect(workbench.page.locator("#workbench")).to_contain_class("is-long-stale")
    assert line.evaluate(colour) == line.evaluate(
        """(line) => {
          const faint = line.appendChild(document.createElement("i"));
          faint.style.color = "var(--ink-faint)";
          const colour = getComputedStyle(faint).color;
          faint.remove();
          return colour;
        }"""
    )
    assert line.evaluate(colour) != usual
    workbench.write("x = 3\nprint(x)")
    expect(line).to_have_text("3")
    expect(line).to_have_css("color", usual)
