"""How well the gallery's examples can be read, at five sizes of the window: a table for people.

python3 run.py bench legibility
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.bench._measure import size, table
from tests.browser.launching import running_chromium
from tests.browser.legibility import Legibility, legibility
from tests.browser.pages import Workbench, link
from tests.servers import running_server

SIZES = ((1440, 900), (1280, 720), (1920, 1080), (1000, 700), (400, 850))
ACROSS = 0.5
"""Besides the end, a moment half through the timeline is measured: numbers and pills are on the way there."""


def examples_of(page: Page) -> list[dict[str, str]]:
    """The whole gallery; the page itself holds only the first ones until its menu is opened."""
    found: list[dict[str, str]] = page.request.get("/api/v1/examples").json()["examples"]
    return found


def measure(
    browser: Browser, url: str, window: tuple[int, int], wanted: str = ""
) -> Iterator[tuple[str, Legibility, Legibility]]:
    """By example: at the end, and half through."""
    width, height = window
    context = browser.new_context(base_url=url, viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    for example in examples_of(page):
        title = example["title"]
        if wanted.lower() not in title.lower():
            continue
        page.goto("about:blank")
        page.goto(link(example["program"], view="graph"))
        workbench = Workbench(page)
        expect(page.locator("#graph .card, #graph .graph-far").first).to_be_attached()
        workbench.settle()
        page.wait_for_timeout(300)
        ended = legibility(page)
        steps = int(page.evaluate("() => document.querySelector('.scrubber').ariaValueMax"))
        page.goto("about:blank")
        page.goto(link(example["program"], view="graph", at=int(steps * ACROSS)))
        expect(page.locator("#graph .card, #graph .graph-far").first).to_be_attached()
        workbench.settle()
        page.wait_for_timeout(300)
        yield title, ended, legibility(page)
    context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("example", nargs="?", default=size("", "README"), help="part of a title: only these")
    parser.add_argument("--every", action="store_true", help="list what covers what")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "log.txt") as url, running_chromium() as browser:
        for window in size(SIZES, SIZES[:1]):
            rows = []
            for title, ended, amid in measure(browser, url, window, arguments.example):
                cells = [f"{one.least:.1f} px  {one.share:.0%}  {len(one.overlaps)}/{len(one.cut)}" for one in (ended, amid)]
                rows.append([title, ended.cards, f"{ended.zoom:.2f}", *cells])
                if arguments.every:
                    for one in (ended, amid):
                        print(title, one.smallest, *one.overlaps, *one.cut, sep="\n    ")
            heads = ["example", "cards", "zoom", "end: type, share, over/cut", "half: the same"]
            table(f"{window[0]}×{window[1]}", heads, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
