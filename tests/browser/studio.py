"""The training studio as a person meets it: the one place that knows how its parts are found. Knows no data set."""

import re

from playwright.sync_api import Locator, Page, expect

STARTING = 90_000
"""A worker that is started on a busy machine takes its time."""


class Studio:
    """The studio's page, opened and with its first picture drawn."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.setup = page.get_by_role("region", name="Setup")
        self.sentence = page.locator("#transport .narration")
        self.picture = page.locator(".plane-plate.is-own")
        self.points = self.picture.locator(".plane-points .plane-point")
        self.curves = page.get_by_role("region", name="Curves")
        self.banners = page.locator("#banners")
        expect(page.locator(".plane-point, .example-entry").first).to_be_attached(timeout=STARTING)

    def field(self, label: str) -> Locator:
        return self.setup.get_by_label(label, exact=True)

    def command(self, name: str) -> None:
        """An entry of the menu ⋯."""
        self.page.locator("#more-button").click()
        self.page.locator("#more").get_by_role("button", name=name).click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def train(self) -> None:
        """Presses play, and waits for the end."""
        self.press("Space")
        self.finished()

    def finished(self) -> None:
        expect(self.sentence).to_have_text(re.compile("^Finished"), timeout=STARTING)

    def shows_step(self, step: int) -> None:
        """Waits for the page to show a step; pictures follow the keys with the next frame."""
        expect(self.page.get_by_role("slider", name="Training step shown")).to_have_attribute("aria-valuenow", str(step))

    def click_point(self, index: int) -> None:
        box = self.points.nth(index).bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def middles_of_points(self) -> list[float]:
        """Across and up in turns, in pixels of the window."""
        boxes: list[dict[str, float]] = self.points.evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().toJSON())"
        )
        return [box[start] + box[length] / 2 for box in boxes for start, length in (("x", "width"), ("y", "height"))]

    def pushed(self, how: str) -> tuple[float, float]:
        """The opened point's loss before and after a push of that name, once the page shows that push."""
        words = self.page.locator("#example .example-words")
        pattern = re.compile(how + r": to \(.*its loss goes from ([\d.]+) to ([\d.]+)\.")
        expect(words).to_contain_text(pattern)
        before, after = pattern.findall(words.inner_text())[0]
        return float(before), float(after)

    def click_wrong_point(self) -> None:
        """The first of the points that are ringed, since the model tells them wrong."""
        box = self.picture.locator(".plane-wrong > circle").first.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def choose_preset(self, title: str) -> None:
        self.page.get_by_role("button", name="Examples").click()
        self.page.locator("#examples .example", has=self.page.get_by_text(title, exact=True)).click()
