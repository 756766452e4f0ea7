"""The page in Chromium, measured inside it: loading, from a keystroke to the painted graph, from a slider's move to a
repaint, and frames per second while large graphs are panned and played.

    python3 run.py bench page
    python -m tests.bench.page --beside http://127.0.0.1:8001

On loopback, headless. A moment counts as painted in the first task after the frame that shows it. With `--beside`, the server
there (of another commit, say) is measured in turns with this one, since times compare within one run alone.
"""

import argparse
import statistics
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.sync_api import Browser, Page

from tests.bench._measure import size, table
from tests.browser.contexts import OPENED
from tests.browser.graph.test_large import expression
from tests.browser.launching import running_chromium
from tests.browser.pages import Workbench, link
from tests.servers import running_server

NODES = size((20, 100, 1_000), (20,))
GLIDING = size((100, 1_000), (20,))
LARGE = size((100, 1_000, 10_000, 50_000), (20,))
LOADS = size(7, 1)
TURNS, KEYSTROKES, MOVES = size((4, 10, 50), (1, 2, 2))
"""Keys and moves of a turn; servers that are measured together take turns."""
FRAMES = size(90, 5)

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

LOADED = """() => {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  return {bytes: entries.reduce((total, {encodedBodySize}) => total + encodedBodySize, 0), paint, card: window.firstCard};
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
    page.add_init_script(OPENED + PAINTED + FIRST_CARD + WATCH_OUTPUT)
    page.goto(path)
    return page


def load(browser: Browser, url: str) -> dict[str, float]:
    """Bytes and milliseconds until the page is at rest, and the bytes that a focused editor asks for."""
    page = fresh(browser, url)
    page.wait_for_function("() => window.firstCard")
    page.wait_for_load_state("networkidle")
    at_rest = page.evaluate(LOADED)
    Workbench(page).full_editor()
    page.wait_for_load_state("networkidle")
    editing = page.evaluate(LOADED)
    page.context.close()
    return {**at_rest, "editor": editing["bytes"] - at_rest["bytes"]}


def keystrokes(page: Page) -> list[float]:
    """The last name of the program becomes another one, key by key: each time a wire more goes to the other input."""
    Workbench(page).full_editor()
    times = []
    for stroke in range(KEYSTROKES):
        page.keyboard.press("ControlOrMeta+End")
        page.keyboard.press("Shift+ArrowLeft")
        page.evaluate(AWAIT_KEYSTROKE)
        page.keyboard.press("ab"[(stroke + 1) % 2])
        times.append(page.evaluate("() => window.measured"))
    return times


Servers = Mapping[str, str]
"""Addresses by the name that the tables give them."""


def measure_loading(browser: Browser, servers: Servers) -> None:
    loads: dict[str, list[dict[str, float]]] = {name: [] for name in servers}
    for _ in range(LOADS):
        for name, url in servers.items():
            loads[name].append(load(browser, url))
    rows = []
    for label, key in (
        ("bytes before the first interaction, compressed", "bytes"),
        ("bytes more once the editor has the focus", "editor"),
        ("first contentful paint, ms", "paint"),
        ("graph painted, ms", "card"),
    ):
        rows.append([label, *(f"{statistics.median(each[key] for each in loads[name]):,.0f}" for name in servers)])
    table("Loading the start page, nothing cached; medians", ["", *servers], rows)


def measure_changes(browser: Browser, servers: Servers) -> None:
    rows: list[list[Any]] = []
    for nodes in NODES:
        pages = {name: fresh(browser, url, link(program(nodes))) for name, url in servers.items()}
        for page in pages.values():
            page.wait_for_function("() => document.querySelector('#graph .card')")
        typed, moved = ({name: list[float]() for name in servers} for _ in range(2))
        for _ in range(TURNS):
            for name, page in pages.items():
                page.bring_to_front()
                typed[name] += keystrokes(page)
                moved[name] += page.evaluate(MOVE_SLIDER, MOVES)
        for name, page in pages.items():
            rows.append(["keystroke to painted graph, new wires", nodes, name, *figures(typed[name])])
            rows.append(["slider move to repaint", nodes, name, *figures(moved[name])])
            page.context.close()
    table("Changes, ms", ["", "nodes", "server", "median", "p95", "worst"], sorted(rows, key=lambda row: str(row[0])))


def frames(times: Sequence[float]) -> list[str]:
    """Frames per second, and the longest time between two of them."""
    gaps = [after - before for before, after in pairwise(times)]
    return [f"{1000 * len(gaps) / sum(gaps):.0f}", f"{max(gaps):.0f}"]


def moving(page: Page, state: str, nodes: int) -> list[list[Any]]:
    """Panning and playing what is shown now; the frames are shown without flying numbers, as `fresh` asks."""
    return [
        ["panning", state, f"{nodes:,}", *frames(page.evaluate(PAN, FRAMES))],
        ["playing", state, f"{nodes:,}", *frames(page.evaluate(PLAY, size(3000, 300)))],
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


def measure_gliding(browser: Browser, servers: Servers) -> None:
    """Play at the size at which cards are read: tokens fly, and the camera glides from wire to wire."""
    rows = []
    for operations in GLIDING:
        for name, url in servers.items():
            page = fresh(browser, url, link(expression(operations), folds="all"), motion="no-preference")
            page.wait_for_function("() => document.querySelector('#graph .card')", timeout=60_000)
            rows.append([f"{operations:,}", name, *frames(page.evaluate(PLAY, size(4000, 300)))])
            page.context.close()
    table("Playing with the camera gliding, all unfolded", ["operations", "server", "frames/s", "longest, ms"], rows)


def measure_sizes(browser: Browser, servers: Servers) -> None:
    opened: list[list[Any]] = []
    moved: list[list[Any]] = []
    for operations in LARGE:
        for name, url in servers.items():
            figure, rows = measure_size(browser, url, operations)
            opened.append([figure[0], name, *figure[1:]])
            moved += [[*row[:3], name, *row[3:]] for row in rows]
    table(
        "From pasting a program to its painted graph, and unfolding all of it, ms",
        ["operations", "server", "opened", "unfolded"],
        opened,
    )
    table(
        "Moving",
        ["", "", "operations", "server", "frames/s", "longest, ms"],
        sorted(moved, key=lambda row: [str(cell) for cell in row[:2]]),
    )


PARTS = {"loading": measure_loading, "changes": measure_changes, "gliding": measure_gliding, "sizes": measure_sizes}
SETTINGS = {"max_characters": 4_000_000, "max_body_bytes": 8_000_000, "max_seconds": 60}
"""The largest programs are longer than a server reads unless it is set to."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.page", description=__doc__.partition("\n\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all without")
    parser.add_argument("--beside", metavar="URL", help="another server, measured in turns with this one")
    given = parser.parse_args()
    if unknown := [part for part in given.parts if part not in PARTS]:
        parser.error(f"There is no part {unknown[0]}; there are {', '.join(PARTS)}.")
    with (
        TemporaryDirectory() as folder,
        running_server(Path(folder) / "log.txt", **SETTINGS) as url,
        running_chromium() as browser,
    ):
        servers = {"here": url} | ({"beside": given.beside} if given.beside else {})
        for part, measure in PARTS.items():
            if not given.parts or part in given.parts:
                measure(browser, servers)


if __name__ == "__main__":
    main()
