"""Finds the Firefox that the page is also tested in; run as a program, gets Debian's where there is none and it may.

Never fails: where there is none, this says so, the tests concerned are skipped and say so too, and all others run.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scripts import debian

NAMES = ("firefox-esr", "firefox")
ADVICE = "NOT TESTED HERE: the page in Firefox, which cannot be had here. On Debian: sudo apt install firefox-esr"


def on_path() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path is not None), None)


def main() -> int:
    if on_path() is None:
        print("Getting Firefox for the tests of the page in it ...", flush=True)
        debian.install("firefox-esr")
    print(ADVICE if on_path() is None else "Firefox is here.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
