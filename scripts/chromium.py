"""Finds a Chromium that starts, for the browser tests; run as a program, in .venv, it gets one where there is none.

In this order: the PATH, Playwright's own download, Debian's package.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scripts import debian

NAMES = ("chromium", "chromium-headless-shell", "google-chrome", "google-chrome-stable", "chromium-browser")


def on_path() -> str | None:
    """The first on the PATH that prints its version: some distributions put a stub there that only names where to get one."""
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path is not None and succeeds(path, "--version")), None)


def of_playwright() -> bool:
    """Whether Playwright, left to itself, starts a Chromium of its own."""
    start = (
        "from playwright.sync_api import sync_playwright as p\nwith p() as b: b.chromium.launch(args=['--no-sandbox']).close()"
    )
    return succeeds(sys.executable, "-c", start)


def succeeds(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def playwright(*arguments: str) -> bool:
    command = [sys.executable, "-m", "playwright", *arguments]
    try:
        return subprocess.run(command, timeout=300, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def get() -> bool:
    """Whether there is a Chromium, after trying to get one."""
    if on_path() or of_playwright():
        return True
    print("Getting a Chromium for the browser tests ...", flush=True)
    if playwright("install", "--only-shell", "chromium"):
        if of_playwright():
            return True
        if playwright("install-deps", "chromium") and of_playwright():  # asks for root itself
            return True
    debian.install("chromium-headless-shell", "fonts-dejavu-core") or debian.install("chromium", "fonts-dejavu-core")
    return on_path() is not None


ADVICE = (
    "There is no Chromium, and none could be had. Install `chromium` or Google Chrome, "
    f"or run `{sys.executable} -m playwright install --with-deps chromium`."
)


def main() -> int:
    if get():
        return 0
    print(ADVICE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
