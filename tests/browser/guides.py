"""The pictures of a guide in docs: every run takes them from the page as it is, and `TOUR=write` keeps them."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from scripts.page import ROOT

WRITTEN = os.environ.get("TOUR") == "write"
LEAST = 15_000
"""Bytes of a picture that shows something."""


@dataclass(frozen=True)
class Guide:
    """The guide docs/`name`.md, whose pictures lie in the folder docs/`name`."""

    name: str

    def take(self, page: Page, picture: str, aside: Path) -> None:
        """Keeps what the page shows as a picture of this guide, or, in a run that writes none, in the folder `aside`."""
        folder = ROOT / "docs" / self.name if WRITTEN else aside
        assert len(page.screenshot(path=folder / f"{picture}.png")) > LEAST

    def pictures(self) -> list[str]:
        """Those that its text shows, in order; an error where one of them is missing."""
        text = (ROOT / "docs" / f"{self.name}.md").read_text(encoding="utf-8")
        shown: list[str] = re.findall(rf"!\[[^\]]+\]\({self.name}/([\w-]+)\.png\)", text)
        assert all((ROOT / "docs" / self.name / f"{picture}.png").is_file() for picture in shown)
        return shown
