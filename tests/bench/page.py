"""The page in Chromium, measured inside it: loading, from a keystroke to the painted graph, from a slider's move to a
repaint, and frames per second while large graphs are panned and played.

    python3 run.py bench page

On loopback, headless. A moment counts as painted in the first task after the frame that shows it.
"""

import statistics
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.sync_api import Browser, Page

from tests.bench._measure import table
from tests.browser.graph.test_large import expression
from tests.browser.launching import running_chromium
from tests.browser.pages import Workbench, link
from tests.servers import running_server

NODES = (20, 100, 1_000)
GLIDING = (100, 1_000)
LARGE = (100, 1_000, 10_000, 50_000)
LOADS, KEYSTROKES, MOVES = 7, 40, 200
FRAMES = 90

PAINTED = """
window.painted = () => new Promise((done) => requestAnimationFrame(() => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => done(performance.now());
  port2.postMessage(null);
}));
"""

FIRST_CARD = """
new MutationObserver((_changes, observer) => {
  if (!document.querySelector("#graph .card")) return;
  observer.disconnect();
  window.painted().then((now) => { window.firstCard = now; });
}).observe(document, {childList: true, subtree: true});
"""

LOADING = """() => {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const sum = (entries) => entries.reduce((total, {encodedBodySize}) => total + encodedBodySize, 0);
  const bytes = (pattern) => sum(entries.filter(({name}) => pattern.test(name)));
  const [editor, formulas] = [bytes(/editor/), bytes(/katex/i)];
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  return {page: bytes(/./) - editor - formulas, editor, formulas, paint, card: window.firstCard};
}"""

WATCH_OUTPUT = """
window.watchOutput = (begin) => {
  // The output's own card, or the folded group that it is in: either way the last.
  const output = () => document.querySelector("#graph .cards > .card:last-child .number")?.textContent;
  const before = output();
  return new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (output() === before || output() === undefined) return;
      observer.disconnect();
      window.painted().then((end) => done(end - begin()));
    });
    observer.observe(document.querySelector("#graph"), {childList: true, subtree: true, characterData: true});
  });
};
"""

AWAIT_KEYSTROKE = """() => {
  let start = 0;
  document.addEventListener("keydown", (event) => { start = event.timeStamp; }, {capture: true, once: true});
  window.measured = window.watchOutput(() => start);
}"""

MOVE_SLIDER = """async (moves) => {
  const slider = document.querySelector("input[type=range]");
  const times = [];
  for (let move = 0; move < moves; move += 1) {
    await new Promise((done) => setTimeout(done, 5 + (move % 7) * 3));
    const start = performance.now();
    const measured = window.watchOutput(() => start);
    slider.value = String(slider.min * 1 + ((move * 37) % 200) * slider.step);
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    times.push(await measured);
  }
  return times;
}"""


PAN = """async (frames) => {
  const svg = document.querySelector("#graph svg.graph-canvas");
  const {left, top, width, height} = svg.getBoundingClientRect();
  const send = (target, type, x, y) => target.dispatchEvent(
    new MouseEvent(type, {clientX: x, clientY: y, button: 0, bubbles: true, cancelable: true, view: window}));
  const [x, y] = [left + width / 2, top + height / 2];
  send(svg, "mousedown", x, y);
  const times = [];
  for (let frame = 0; frame < frames; frame += 1) {
    await new Promise(requestAnimationFrame);
    times.push(performance.now());
    send(window, "mousemove", x + 150 * Math.sin(frame / 12), y + 60 * Math.sin(frame / 7));
  }
  send(window, "mouseup", x, y);
  return times;
}"""

PLAY = """async (milliseconds) => {
  const press = (key) => document.dispatchEvent(
    new KeyboardEvent("keydown", {key, code: key === " " ? "Space" : key, bubbles: true}));
  press("Home");
  press(" ");
  const times = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    times.push(performance.now());
  }
  press(" ");
  return times;
}"""


def program(nodes: int) -> str:
    """A program of so many nodes whose output follows its first input, and ends in a name that one key can change."""
    lines = ["a = 0.5", "b = -0.25"]
    lines += [f"v{index} = tanh(v{index - 2} * v{index - 1})" for index in range(2, (nodes - 3) // 2 + 2)]
    text = "\n".join(lines).replace("v0", "a").replace("v1 ", "b ").replace("v1)", "b)")
    return f"{text}\nv{len(lines) - 1} + a"


def percentile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def figures(values: Sequence[float]) -> list[str]:
    return [f"{statistics.median(values):.1f}", f"{percentile(values, 0.95):.1f}", f"{max(values):.1f}"]


def fresh(browser: Browser, url: str, path: str = "/", motion: Literal["reduce", "no-preference"] = "reduce") -> Page:
    """The page in a context of its own: nothing is cached, nothing moves but what is asked for."""
    page = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}, reduced_motion=motion).new_page()
    page.add_init_script(PAINTED + FIRST_CARD + WATCH_OUTPUT)
    page.goto(path)
    return page


def load(browser: Browser, url: str) -> dict[str, float]:
    page = fresh(browser, url)
    page.wait_for_function("() => window.firstCard && document.querySelector('.cm-content') && document.querySelector('.katex')")
    page.wait_for_load_state("networkidle")
    found: dict[str, float] = page.evaluate(LOADING)
    page.context.close()
    return found


def keystrokes(page: Page) -> list[float]:
    """The last name of the program becomes another one, key by key: each time a wire more goes to the other input."""
    workbench = Workbench(page)
    workbench.full_editor()
    times = []
    for stroke in range(KEYSTROKES):
        page.keyboard.press("ControlOrMeta+End")
        page.keyboard.press("Shift+ArrowLeft")
        page.evaluate(AWAIT_KEYSTROKE)
        page.keyboard.press("ab"[(stroke + 1) % 2])
        times.append(page.evaluate("() => window.measured"))
    return times


def measure_loading(browser: Browser, url: str) -> None:
    loads = [load(browser, url) for _ in range(LOADS)]
    median = {name: statistics.median(each[name] for each in loads) for name in loads[0]}
    table(
        "Loading the start page, nothing cached",
        ["", "median"],
        [
            ["bytes before the first interaction, compressed", f"{median['page']:,.0f}"],
            ["bytes of typeset formulas, while nobody waits", f"{median['formulas']:,.0f}"],
            ["bytes of the full editor, while nobody waits", f"{median['editor']:,.0f}"],
            ["first contentful paint, ms", f"{median['paint']:.0f}"],
            ["graph painted, ms", f"{median['card']:.0f}"],
        ],
    )


def measure_changes(browser: Browser, url: str) -> None:
    rows: list[list[Any]] = []
    for nodes in NODES:
        page = fresh(browser, url, link(program(nodes)))
        page.wait_for_function("() => document.querySelector('#graph .card')")
        rows.append(["keystroke to painted graph, new wires", nodes, *figures(keystrokes(page))])
        rows.append(["slider move to repaint", nodes, *figures(page.evaluate(MOVE_SLIDER, MOVES))])
        page.context.close()
    table("Changes, ms", ["", "nodes", "median", "p95", "worst"], sorted(rows, key=lambda row: str(row[0])))


def frames(times: Sequence[float]) -> list[str]:
    """Frames per second, and the longest time between two of them."""
    gaps = [after - before for before, after in pairwise(times)]
    return [f"{1000 * len(gaps) / sum(gaps):.0f}", f"{max(gaps):.0f}"]


def moving(page: Page, state: str, nodes: int) -> list[list[Any]]:
    """Panning and playing what is shown now; the frames are shown without flying numbers, as `fresh` asks."""
    return [
        ["panning", state, f"{nodes:,}", *frames(page.evaluate(PAN, FRAMES))],
        ["playing", state, f"{nodes:,}", *frames(page.evaluate(PLAY, 3000))],
    ]


def measure_size(browser: Browser, url: str, operations: int) -> tuple[list[Any], list[list[Any]]]:
    """Opening, unfolding and moving a graph of so many operations."""
    page = fresh(browser, url)
    workbench = Workbench(page)
    workbench.full_editor()
    page.evaluate("() => { window.begin = performance.now(); }")
    workbench.write(expression(operations))
    page.wait_for_function("() => document.querySelector('#graph .card[aria-label^=v3]')", timeout=120_000)
    opened = page.evaluate("() => window.painted().then((now) => now - window.begin)")
    rows = moving(page, "as it opens", operations)
    unfold = page.get_by_role("button", name="Unfold all")
    unfolded = None
    if unfold.is_visible():
        page.evaluate("() => { window.begin = performance.now(); }")
        unfold.click()
        page.wait_for_function("() => !document.querySelector('#graph .card[data-folded]')", timeout=120_000)
        unfolded = page.evaluate("() => window.painted().then((now) => now - window.begin)")
        page.locator("#graph").get_by_role("button", name="Fit the graph").click()
        page.wait_for_timeout(1000)
        rows += moving(page, "unfolded, from afar", operations)
    page.context.close()
    return [f"{operations:,}", f"{opened:,.0f}", "" if unfolded is None else f"{unfolded:,.0f}"], rows


def measure_gliding(browser: Browser, url: str) -> None:
    """Play at the size at which cards are read: tokens fly, and the camera glides from wire to wire."""
    rows = []
    for operations in GLIDING:
        page = fresh(browser, url, link(expression(operations), folds="all"), motion="no-preference")
        page.wait_for_function("() => document.querySelector('#graph .card')", timeout=60_000)
        rows.append([f"{operations:,}", *frames(page.evaluate(PLAY, 4000))])
        page.context.close()
    table("Playing with the camera gliding, all unfolded", ["operations", "frames/s", "longest, ms"], rows)


def measure_sizes(browser: Browser, url: str) -> None:
    found = [measure_size(browser, url, operations) for operations in LARGE]
    table(
        "From pasting a program to its painted graph, and unfolding all of it, ms",
        ["operations", "opened", "unfolded"],
        [row for row, _ in found],
    )
    table(
        "Moving",
        ["", "", "operations", "frames/s", "longest, ms"],
        sorted((row for _, rows in found for row in rows), key=lambda row: [str(cell) for cell in row[:2]]),
    )


def main() -> None:
    # The largest programs are longer than a server reads unless told otherwise.
    settings = {"max_characters": 4_000_000, "max_body_bytes": 8_000_000, "max_seconds": 60}
    with (
        TemporaryDirectory() as folder,
        running_server(Path(folder) / "log.txt", **settings) as url,
        running_chromium() as browser,
    ):
        measure_loading(browser, url)
        measure_changes(browser, url)
        measure_gliding(browser, url)
        measure_sizes(browser, url)


if __name__ == "__main__":
    main()
