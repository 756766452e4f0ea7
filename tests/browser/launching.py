"""Starts the Chromium that the browser tests and the page's benchmark drive."""

import contextlib
import os
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

from scripts import chromium


@contextlib.contextmanager
def running_chromium() -> Iterator[Browser]:
    """A browser without a window, ended afterwards; raises with advice where there is none to be had."""
    if not chromium.get():
        raise RuntimeError(chromium.ADVICE)
    # Pages of one context share a process, and with that the code which it has compiled.
    arguments = ["--disable-dev-shm-usage", "--renderer-process-limit=1", "--disable-gpu"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium.on_path(), args=arguments)
        yield started
        started.close()
