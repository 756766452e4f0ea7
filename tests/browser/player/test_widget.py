"""The widget of notebooks in Chromium, with its Python half in this process in place of a kernel."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import backpass
from backpass.engine.capture.recomputing import recomputable
from tests.browser.pages import THEMES

pytest.importorskip("anywidget")  # of the extra `notebook`, which the extra `test` has
from backpass.engine.capture.widget import GraphWidget

MODEL = """(state) => {
  const listeners = {};
  const take = (entries) => {
    const names = Object.keys(entries).filter((name) => JSON.stringify(state[name]) !== JSON.stringify(entries[name]));
    Object.assign(state, entries);
    for (const name of names) for (const listener of [...(listeners[`change:${name}`] ?? [])]) listener();
  };
  let changed = {};
  window.model = {
    get: (name) => state[name],
    set: (name, value) => { changed[name] = value; take({[name]: value}); },
    save_changes: () => {
      const sent = changed;
      changed = {};
      toKernel(JSON.stringify(sent)).then((text) => take(JSON.parse(text)));
    },
    on: (event, listener) => (listeners[event] ??= []).push(listener),
    off: (event, listener) => { listeners[event] = listeners[event].filter((each) => each !== listener); },
  };
  window.take = take;
  window.listening = () => Object.values(listeners).flat().length;
  const url = URL.createObjectURL(new Blob([state._esm], {type: "text/javascript"}));
  return import(url).then(({default: {render}}) => {
    URL.revokeObjectURL(url);
    window.end = render({model, el: document.querySelector("main")});
  });
}"""
"""As much of ipywidgets and anywidget as a view meets."""
SHARED = ("step", "selection", "inputs", "_shown", "_places", "_answer")


class Shown:
    """A widget that is shown on a page of its own."""

    def __init__(self, page: Page, widget: GraphWidget) -> None:
        self.page, self.widget = page, widget
        page.expose_function("toKernel", self._receive)
        page.set_content("<!doctype html><html lang='en'><title>Notebook</title><main></main></html>")
        page.evaluate(MODEL, {name: getattr(widget, name) for name in (*SHARED, "_esm", "_style")})

    def _receive(self, text: str) -> str:
        self.widget.set_state(json.loads(text))
        return self._state()

    def _state(self) -> str:
        return json.dumps({name: getattr(self.widget, name) for name in SHARED})

    def send(self) -> None:
        """What Python has changed reaches the page."""
        self.page.evaluate("(text) => take(JSON.parse(text))", self._state())

    @property
    def timeline(self) -> Locator:
        return self.page.get_by_role("slider", name="Timeline")


Show = Callable[..., Shown]


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """`show(out, names, inputs)`: anything that the page asks for or reports as an error fails the test."""
    contexts = []
    seen: list[str] = []

    def show_one(out: Any, names: dict[str, Any], inputs: dict[str, Any] | None = None, **options: Any) -> Shown:
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: seen.append(request.url))
        page.on("pageerror", lambda error: seen.append(str(error)))
        page.on("console", lambda message: seen.append(message.text) if message.type in ("error", "warning") else None)
        return Shown(page, GraphWidget(*recomputable(out, names, inputs)))

    yield show_one
    for context in contexts:
        context.close()
    assert [each for each in seen if not each.startswith(("blob:", "data:"))] == []


@pytest.fixture
def shown(show: Show) -> Shown:
    a, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)
    return show((a * b + 6).tanh() * a, {"a": a, "b": b})


def at_rest(card: Locator) -> Any:
    """Where a card is once the picture does not glide any more."""
    box = None
    for _ in range(50):
        before, box = box, card.bounding_box()
        if box == before:
            return box
        card.page.wait_for_timeout(300)
    raise AssertionError("the picture never comes to rest")


def test_a_slider_computes_in_python_and_the_picture_follows(shown: Shown) -> None:
    page, widget = shown.page, shown.widget
    slider = page.get_by_role("slider", name="Slider of a")
    expect(slider).to_have_value("2")
    before = at_rest(page.locator(".card[data-node='0']"))
    slider.fill("0.5")
    expect(page.locator(".card[data-node='0'] .number").first).to_have_text("0.5")
    assert widget.inputs == {"a": 0.5, "b": -3.0}
    a, b = backpass.Tensor(0.5), backpass.Tensor(-3.0)
    assert widget.graph.json == backpass.capture((a * b + 6).tanh() * a, {"a": a, "b": b}).json
    expect(page.locator(".card").last).to_contain_text("0.49")
    assert at_rest(page.locator(".card[data-node='0']")) == before, "numbers change, places do not"
    expect(page.locator(".graph.is-stale")).to_have_count(0)


def test_python_moves_the_sliders(shown: Shown) -> None:
    shown.widget.inputs = {"b": 1.5}
    shown.send()
    expect(shown.page.get_by_role("slider", name="Slider of b")).to_have_value("1.5")
    expect(shown.page.get_by_role("textbox", name="Value of b")).to_have_value("1.5")
    expect(shown.page.locator(".card[data-node='1'] .number").first).to_have_text("1.5")


def test_step_and_selection_go_both_ways(shown: Shown) -> None:
    page, widget = shown.page, shown.widget
    expect(shown.timeline).to_have_attribute("aria-valuenow", str(widget.steps))
    seen: list[Any] = []
    widget.observe(lambda change: seen.append((change.name, change.new)), ["step", "selection"])
    page.get_by_role("button", name="start", exact=False).first.click()
    expect(shown.timeline).to_have_attribute("aria-valuenow", "0")
    page.locator(".card[data-node='1']").click()
    expect(page.locator(".card[data-node='1']")).to_contain_class("selected")
    page.wait_for_function("model.get('selection')?.node === 1 && model.get('step') === 0")
    assert ("step", 0) in seen
    assert ("selection", {"node": 1}) in seen
    widget.step, widget.selection = 3, {"edge": 2}
    shown.send()
    expect(shown.timeline).to_have_attribute("aria-valuenow", "3")
    expect(page.locator(".card.selected")).to_have_count(0)
    assert (widget.step, widget.selection) == (3, {"edge": 2})


def test_what_a_function_raises_is_written_below_its_sliders(show: Show) -> None:
    def halved(a: backpass.Tensor) -> backpass.Tensor:
        if a.item() < 0:
            raise ValueError("a must not be negative")
        return a / 2 if a.item() < 4 else a * a

    shown = show(halved, {}, {"a": 2.0})
    slider = shown.page.get_by_role("slider", name="Slider of a")
    slider.fill("-1")
    expect(shown.page.get_by_role("status").filter(has_text="a must not be negative")).to_be_visible()
    expect(slider).to_have_value("2")
    assert shown.widget.inputs == {"a": 2.0}
    slider.fill("5")
    expect(shown.page.locator(".card").last).to_contain_text("25")
    expect(shown.page.get_by_text("a must not be negative")).to_be_hidden()
    assert [node["op"] for node in shown.widget.graph.nodes] == [None, "multiply"], "the function took its other branch"


def test_an_expression_in_the_field_is_refused_in_words(shown: Shown) -> None:
    field = shown.page.get_by_role("textbox", name="Value of a")
    field.fill("1/2")
    field.press("Enter")
    expect(shown.page.get_by_role("status").filter(has_text="Write a number such as −2.5.")).to_be_visible()
    assert shown.widget.inputs["a"] == 2.0
    field.fill("0.25")
    field.press("Enter")
    expect(shown.page.locator(".card[data-node='0'] .number").first).to_have_text("0.25")


def test_a_graph_that_cannot_be_computed_again_has_no_sliders(show: Show) -> None:
    a = backpass.Tensor(2.0)
    shown = show(backpass.capture((a * a).tanh(), {"a": a}), {})
    expect(shown.timeline).to_be_visible()
    expect(shown.page.get_by_role("slider", name="Slider of a")).to_have_count(0)
    expect(shown.page.get_by_role("region", name="Inputs")).to_have_count(0)


@pytest.mark.parametrize("width", [420, 654, 1500])
def test_sliders_are_in_view_and_wide_enough_to_move(show: Show, width: int, screenshot: Callable[[Page, str], Path]) -> None:
    a, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)
    shown = show((a * b + 6).tanh() * a, {"a": a, "b": b}, viewport={"width": width, "height": 900})
    page = shown.page
    host = page.locator("main > div").bounding_box()
    assert host is not None
    screenshot(page, f"widget-{width}")
    for name in ("a", "b"):
        box = page.get_by_role("slider", name=f"Slider of {name}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= host["y"] + host["height"], "nothing has to be scrolled"
        assert box["width"] >= 200
        expect(page.get_by_role("group", name=name, exact=True).locator(".input-name")).to_have_text(name)


def test_the_range_of_a_slider_can_be_chosen(shown: Shown) -> None:
    page = shown.page
    page.get_by_role("button", name="Range of the slider of a").click()
    page.get_by_label("to", exact=True).first.fill("50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("slider", name="Slider of a")).to_have_attribute("max", "50")


def test_it_is_complete_for_screen_readers_and_ends_with_its_output(show: Show, axe: Callable[[Page], list[str]]) -> None:
    a = backpass.Tensor(2.0)
    shown = show((a * a).tanh() * 3, {"a": a}, viewport={"width": 1000, "height": 700}, reduced_motion="reduce")
    expect(shown.page.get_by_role("slider", name="Slider of a")).to_be_visible()
    for scheme in THEMES:
        shown.page.emulate_media(color_scheme=scheme)
        assert axe(shown.page) == [], scheme
    assert shown.page.evaluate("listening()") > 0
    shown.page.evaluate("end()")
    assert shown.page.evaluate("listening()") == 0
    expect(shown.timeline).to_have_count(0)
