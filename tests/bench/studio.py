"""The training studio in Chromium: frames per second of the page while it trains, and steps per second as it sees them.

    python3 run.py bench studio

The moons of micrograd's notebook: 337 parameters, 100 points, full batch; decision regions of 40 × 40 cells are sent and
drawn with every kept moment. On loopback, headless. Until its first step a run waits for its worker; that is told apart.
"""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from tests.bench._measure import size, table
from tests.browser.launching import running_chromium
from tests.browser.studio import Studio
from tests.servers import running_server

PACES = size(("10", "30", "100", "null"), ("null",))
STEPS = size(2_000, 200)
LONGEST_SECONDS = size(12, 1)

WATCH = """async (most) => {
  const said = () => document.querySelector("#transport .narration").textContent;
  const shown = () => Number(document.querySelector(".run-scrubber").getAttribute("aria-valuenow"));
  const frame = () => new Promise(requestAnimationFrame);
  const pressed = performance.now();
  document.dispatchEvent(new KeyboardEvent("keydown", {key: " ", code: "Space", bubbles: true}));
  while (shown() < 1) await frame();
  const began = performance.now();
  const first = shown();
  const times = [];
  while (!said().startsWith("Finished") && performance.now() - began < most * 1000) times.push(await frame());
  return {waited: began - pressed, seconds: (performance.now() - began) / 1000, steps: shown() - first, times};
}"""


def studio_with(browser: Browser, url: str, steps: int) -> Page:
    page = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}).new_page()
    page.goto("/training")
    studio = Studio(page)
    field = studio.setup.get_by_role("textbox", name="Steps", exact=True)
    field.fill(str(steps))
    studio.press("Escape")
    page.wait_for_timeout(2_000)
    return page


def measure(browser: Browser, url: str, pace: str) -> list[str]:
    page = studio_with(browser, url, STEPS)
    page.get_by_label("Pace").select_option(pace)
    page.locator("#stage").focus()
    found = page.evaluate(WATCH, LONGEST_SECONDS)
    page.context.close()
    gaps = sorted(after - before for before, after in pairwise(found["times"]))
    late = gaps[int(0.95 * len(gaps))]
    return [
        "full speed" if pace == "null" else f"{pace} steps/s",
        f"{1000 * len(gaps) / sum(gaps):.0f}",
        f"{late:.0f}",
        f"{gaps[-1]:.0f}",
        f"{found['steps'] / found['seconds']:,.0f}",
        f"{found['waited']:,.0f}",
    ]


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        running_server(Path(folder) / "log.txt") as url,
        running_chromium() as browser,
    ):
        table(
            "The studio while the moons are trained",
            ["pace", "frames/s", "95 % within, ms", "longest, ms", "steps/s shown", "first step, ms"],
            [measure(browser, url, pace) for pace in PACES],
        )


if __name__ == "__main__":
    main()
