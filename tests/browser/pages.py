"""The page as a person meets it: editor, inputs, drawing, timeline, explanation. The one place that knows how its
parts are found.

Parts are found by role, label and text; only what has neither (a card's rows, a formula) is found by its class. Knows no program.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

NOT_COMPUTED = "—"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

READ_CARDS = """Array.from(document.querySelectorAll("#graph .card:not([data-folded])"), (card) => ({
  node: Number(card.dataset.node),
  label: card.getAttribute("aria-label"),
  data: card.querySelector(".number").textContent.replace("⚠ ", ""),
  grad: card.querySelector(".number.grad")?.textContent.replace("⚠ ", "") ?? null,
}))"""

WALK = f"""() => {{
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {{key, bubbles: true, cancelable: true}}));
  const timeline = document.querySelector("[role=slider][aria-label=Timeline]");
  press("Home");
  const seen = [{READ_CARDS}];
  while (timeline.ariaValueNow !== timeline.ariaValueMax) {{
    press(".");
    // Between two steps slopes are shown, which change no card.
    if (Number.isInteger(Number(timeline.ariaValueNow))) seen.push({READ_CARDS});
  }}
  return seen;
}}"""


MIDDLE_OF_WIRE = """(wire, beside) => {
  const line = wire.querySelector(".wire-line");
  const [half, toScreen] = [line.getTotalLength() / 2, line.getScreenCTM()];
  const [place, next] = [half, half + 0.5].map((length) => line.getPointAtLength(length).matrixTransform(toScreen));
  const step = Math.hypot(next.x - place.x, next.y - place.y);
  return [place.x - ((next.y - place.y) / step) * beside, place.y + ((next.x - place.x) / step) * beside];
}"""


@dataclass(frozen=True)
class Numbers:
    """What a card, or a row of the table, shows of a node; `grad` is None where it has no such row."""

    label: str
    data: str
    grad: str | None


def number(shown: str) -> float:
    """A number as people read it, as a number: `−2.5`, `+31`, `1.5e−7`, `∞`."""
    return float(shown.replace("−", "-").replace("∞", "inf"))


def link(program: str, **state: object) -> str:
    """The address of a program in a state: `link("x*y", at=3, theme="dark")`."""
    return "/#v=1&program=" + quote(program) + "".join(f"&{key}={quote(str(value))}" for key, value in state.items())


def numbers_by_node(cards: list[dict[str, Any]]) -> dict[int, Numbers]:
    return {card["node"]: Numbers(card["label"], card["data"], card["grad"]) for card in cards}


def until_it_listens(page: Page) -> None:
    """Waits for the page's own code: the load event comes before the page has the sentences of its language and its listeners."""
    if page.locator("#help").count():
        page.locator("#help > *").first.wait_for(state="attached")
    if page.locator("body.learn-page button[data-action]").count():
        page.locator("button[data-action][aria-disabled]").first.wait_for(state="attached")


def visit(page: Page, path: str, size: tuple[int, int] | None = None) -> None:
    """A first visit in a tab that has been used, in a window of this size: a fraction of what a new context costs.

    What was kept in the browser is thrown away from a page that keeps nothing itself: pages still write as they are left.
    """
    page.goto("/healthz")
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.context.clear_cookies()
    if size:
        page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)
    until_it_listens(page)


def shown_words(page: Page) -> str:
    """The text of the page without addresses, whose port may have any digits."""
    return re.sub(r"\d+(\.\d+){3}(:\d+)?", "", page.locator("body").inner_text())


class Workbench:
    """The page in one tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.editor = page.get_by_role("textbox", name="Program", exact=True)
        self.problems = page.get_by_role("region", name="Problems")
        self.graph = page.locator("#graph")
        self.timeline = page.get_by_role("region", name="Timeline")
        self.scrubber = page.get_by_role("slider", name="Timeline")
        self.badge = self.timeline.get_by_role("status")
        self.sentence = self.timeline.get_by_role("paragraph").first
        self.table = page.get_by_role("region", name="Nodes as a table")
        self.explanation = page.get_by_role("complementary", name="Explanation")
        self.notice = page.locator("#notice")
        self.help = page.get_by_role("dialog", name="How Backpass works")

    # The program

    def full_editor(self) -> None:
        """Waits for the full editor and gives it the focus; on a small screen it is on the sheet."""
        if self.page.locator("#sheet-bar").is_visible():
            self.pane("Program")
        self.editor.focus()
        expect(self.editor).to_have_attribute("contenteditable", "true")
        self.editor.focus()

    def leave_editor(self) -> None:
        """Escape, as often as it takes: the first may close a completion that is only just on its way."""
        while self.editor.evaluate("(editor) => editor.contains(document.activeElement)"):
            self.page.keyboard.press("Escape")

    def unfold_details(self) -> None:
        """What the explanation has of value, rule and reasons."""
        self.explanation.locator(".inspector-details > summary").click()

    def write(self, program: str) -> None:
        """Replaces the program at one stroke, as a paste over everything does."""
        self.full_editor()
        self.editor.press("ControlOrMeta+a")
        self.editor.evaluate(
            """(editor, text) => {
              const clipboardData = new DataTransfer();
              clipboardData.setData("text/plain", text);
              editor.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
            }""",
            program,
        )

    def expect_program(self, program: str) -> None:
        """What the editor says, but for the spaces; the full one, whose lines can be read, is fetched for it."""
        self.page.evaluate("document.querySelector('textarea#program')?.dispatchEvent(new PointerEvent('pointerenter'))")
        expect(self.editor).to_have_text(program, use_inner_text=True)

    def underlined(self) -> Locator:
        """The parameter_slices of the program that are marked as wrong."""
        return self.editor.locator(".cm-lintRange-error")

    def choose_example(self, title: str) -> None:
        self.page.get_by_role("button", name="Examples").click()
        self.page.locator("#examples").get_by_role("button", name=title).first.click()

    def settle(self, timeout: float | None = None) -> None:
        """Waits until what is shown is the answer to what is written."""
        expect(self.page.locator("#workbench")).not_to_contain_class("is-stale", timeout=timeout)

    def settle_or_explain(self) -> None:
        """Waits until what is written has an answer, be it a graph or a mistake."""
        answered = self.page.locator("#workbench:not(.is-stale)").or_(self.problems.get_by_role("button"))
        expect(answered.first).to_be_attached()

    def painted(self) -> None:
        """Waits until what has changed is on the screen."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    # The drawing

    def card(self, name: str) -> Locator:
        """The card that is called so; where a name was given again, what it stands for in the end."""
        return self.graph.get_by_label(
            re.compile(rf"^{re.escape(name)}[₀-₉]*, (input|parameter|constant|intermediate|output), ")
        ).last

    def cards(self) -> dict[int, Numbers]:
        """Everything the cards show now, by node."""
        return numbers_by_node(self.page.evaluate(READ_CARDS))

    def walk(self) -> list[dict[int, Numbers]]:
        """The same from the first frame to the last, each a press of a key further. Nothing may travel meanwhile."""
        return [numbers_by_node(cards) for cards in self.page.evaluate(WALK)]

    def expect_card(self, name: str, data: str | None = None, grad: str | None = None) -> None:
        card = self.card(name)
        if data is not None:
            expect(card.locator(".number").first).to_have_text(data)
        if grad is not None:
            expect(card.locator(".number.grad")).to_have_text(grad)

    def expect_numbers(self, values: Mapping[str, str], gradients: Mapping[str, str]) -> None:
        for name, shown in values.items():
            self.expect_card(name, data=shown)
        for name, shown in gradients.items():
            self.expect_card(name, grad=shown)

    def boxes(self) -> list[dict[str, float]]:
        """Where every card stands on the screen."""
        return self.page.evaluate(
            """() => Array.from(document.querySelectorAll("#graph .card"), (card) => {
              const {x, y, width, height} = card.querySelector(".card-body").getBoundingClientRect();
              return {x, y, width, height};
            })"""
        )

    def wires(self) -> Locator:
        """One for every slot of every operation."""
        return self.graph.locator(".wires > g[data-edge]")

    def wire(self, edge: int) -> Locator:
        return self.graph.locator(f'.wires > g[data-edge="{edge}"]')

    def middle_of_wire(self, edge: int, beside: float = 0) -> tuple[float, float]:
        """A place on the screen: half way along the wire, or so many pixels beside it."""
        expect(self.wire(edge)).to_be_attached()
        self.painted()
        x, y = self.wire(edge).evaluate(MIDDLE_OF_WIRE, beside)
        return x, y

    def click_wire(self, edge: int, beside: float = 0) -> None:
        self.page.mouse.click(*self.middle_of_wire(edge, beside))

    def tokens(self) -> Locator:
        """The numbers that travel along wires now."""
        return self.graph.locator('.tokens > g[visibility="visible"]')

    def stale_note(self) -> Locator:
        return self.graph.get_by_text("This is the last program that worked.")

    # The timeline

    def button(self, name: str) -> Locator:
        return self.timeline.get_by_role("button", name=name, exact=True)

    def press_in_view(self, name: str) -> None:
        """One of the switches in the list `View` beside the picture."""
        self.graph.locator(".graph-view > summary").click()
        self.graph.get_by_role("button", name=name).click()

    def choice(self, name: str) -> Locator:
        """`Step`, `Speed` or `Forward mode`, opened where it is behind a button."""
        more = self.timeline.locator(".timeline-more")
        if more.is_visible() and more.get_attribute("aria-expanded") == "false":
            more.click()
        return self.timeline.get_by_role("combobox", name=name)

    def expect_position(self, position: float) -> None:
        shown = str(int(position)) if position == int(position) else str(position)
        expect(self.scrubber).to_have_attribute("aria-valuenow", shown)

    def position(self) -> float:
        """How many steps have been taken; with a fraction while slopes are shown."""
        return float(self.scrubber.get_attribute("aria-valuenow") or "")

    def length(self) -> int:
        return int(self.scrubber.get_attribute("aria-valuemax") or "")

    # The inputs

    def value_of(self, name: str) -> Locator:
        return self.page.get_by_role("textbox", name=f"Value of {name}", exact=True)

    def slider_of(self, name: str) -> Locator:
        return self.page.get_by_role("slider", name=f"Slider of {name}", exact=True)

    def gradient_of(self, name: str) -> Locator:
        return self.page.get_by_label(f"Gradient of {name}", exact=True)

    def drag_slider(self, name: str, *, to: float, release: bool = True) -> None:
        """Takes the slider's thumb and moves it, in a few moves, to a part of its width."""
        self.slider_of(name).scroll_into_view_if_needed()
        box = self.slider_of(name).bounding_box()
        assert box is not None
        value, smallest, largest = (
            float(part) for part in self.slider_of(name).evaluate("(slider) => [slider.value, slider.min, slider.max]")
        )
        thumb = 16
        place = lambda part: box["x"] + thumb / 2 + part * (box["width"] - thumb)  # noqa: E731 - said once, used twice
        middle = box["y"] + box["height"] / 2
        self.page.mouse.move(place((value - smallest) / (largest - smallest)), middle)
        self.page.mouse.down()
        self.page.mouse.move(place(to), middle, steps=5)
        if release:
            self.page.mouse.up()

    # Around it

    def tool(self, name: str) -> Locator:
        """A button of the header, or an entry of its menu, which is opened for it."""
        button = self.page.get_by_role("navigation", name="View").get_by_role("button", name=name)
        if button.filter(visible=True).count() == 0:
            self.page.locator("#more-button").click()
        return button.filter(visible=True).first

    def pane(self, name: str) -> None:
        """Brings a pane of a small screen's sheet into sight: `Explanation`, `Program` or `Inputs`."""
        tab = self.page.locator("#sheet-bar").get_by_role("tab", name=name)
        if tab.get_attribute("aria-selected") != "true" or self.page.locator("#workbench[data-sheet-size=low]").count():
            tab.click()

    def sideways(self) -> int:
        """How many pixels the page can be moved sideways."""
        return self.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def answer(self, program: str, **request: Any) -> dict[str, Any]:
        """What the API says of a program."""
        response = self.page.request.post("/api/v1/graph", data={"program": program, **request})
        answer: dict[str, Any] = response.json()
        return answer
