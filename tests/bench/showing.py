"""How long it takes from `show(loss)` to the first frame of the player, and how large its page is.

    python3 run.py bench showing

The browser is open already, as on the desk of who calls `show`. Times are those of a clock: the file is written, then the page is
opened until its first card is on the screen.
"""

import gzip
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import torch
from playwright.sync_api import Browser

import backpass
from tests.bench._measure import size, table
from tests.bench.capture import cnn, mlp, transformer
from tests.browser.launching import running_chromium

ROUNDS, LONG = size((5, 20_000), (1, 200))
FIRST_FRAME = """() => new MutationObserver((_, observer) => {
  if (!document.querySelector(".card")) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.firstFrame = performance.now(); }));
}).observe(document, {childList: true, subtree: true})"""


def readme() -> Any:
    a, b, c, d = (backpass.Tensor(number) for number in (2.0, 3.0, 4.0, 5.0))
    return ((a * b) + c) * (a + d)


def lstm() -> Any:
    net, x = torch.nn.LSTM(8, 16), torch.randn(100, 4, 8)
    return net(x)[0].square().mean()


def large() -> Any:
    """As many operations, each on an array of 2,048 numbers."""
    x = torch.randn(2048, requires_grad=True)
    for _ in range(LONG // 2):
        x = x.sin() * 1.01
    return x.square().mean()


def loss_of_model(model: Any, data: Any) -> Any:
    return model(data).square().mean()


def losses() -> Iterator[tuple[str, Callable[[], Any]]]:
    yield "the README's four tensors", readme
    for name, make in {"MLP": mlp, "CNN": cnn, "transformer": transformer}.items():
        model, data = make()
        yield name, partial(loss_of_model, model, data)
    yield "LSTM over 100 steps", lstm
    yield f"{LONG:,} operations", large


def first_frame(browser: Browser, address: str) -> float:
    """Seconds from the beginning of the navigation to the first frame with a card."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(f"({FIRST_FRAME})()")
    page.goto(address)
    while (found := page.evaluate("window.firstFrame ?? null")) is None:
        page.wait_for_timeout(20)
    page.close()
    return float(found) / 1e3


def main() -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    rows = []
    with running_chromium() as browser, patch("webbrowser.open"):
        for name, loss_of in losses():
            written, opened = [], []
            for _ in range(ROUNDS):
                loss = loss_of()
                start = time.perf_counter()
                path: Path = backpass.show(loss)
                written.append(time.perf_counter() - start)
                opened.append(first_frame(browser, path.as_uri()))
            page = path.read_bytes()
            size, packed = len(page) / 1e3, len(gzip.compress(page)) / 1e3
            shown = min(written) + min(opened)
            rows.append(
                [name, f"{min(written):.2f} s", f"{min(opened):.2f} s", f"{shown:.2f} s", f"{size:.0f} kB", f"{packed:.0f} kB"]
            )
    table("from show(loss) to the first frame", ["graph", "written", "opened", "together", "page", "compressed"], rows)


if __name__ == "__main__":
    main()
