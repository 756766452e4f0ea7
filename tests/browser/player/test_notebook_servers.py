"""The widget in a real JupyterLab and in a real marimo, driven by Chromium. Skipped where these are not installed."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scripts.page import ROOT
from tests.servers import wait_until_it_answers
from tests.services import free_port

LOSS = """import backpass
a, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)
loss = (a * b + 6).tanh() * a"""
PATIENCE = 60_000
"""Milliseconds; a kernel starts, imports and computes."""


@contextlib.contextmanager
def serving(arguments: list[str], address: str, folder: Path) -> Iterator[None]:
    """A notebook server in a process of its own, whose files all are in the folder."""
    settings = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "XDG_CONFIG_HOME")
    places = {name: str(folder / name.lower()) for name in settings}
    log = folder / "log.txt"
    environment = os.environ | places | {"PYTHONPATH": str(ROOT), "HOME": str(folder)}
    with log.open("wb") as output:
        command = [sys.executable, "-m", *arguments]
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, env=environment)
        try:
            wait_until_it_answers(process, address, log)
            yield
        finally:
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that reaches this machine alone."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    context.route("**/*", lambda route: route.continue_() if "//127.0.0.1:" in route.request.url else route.abort())
    made = context.new_page()
    made.set_default_timeout(PATIENCE)
    yield made
    context.close()


def slide(player: Locator, name: str, value: str) -> None:
    slider = player.get_by_role("slider", name=f"Slider of {name}")
    expect(slider).to_be_visible(timeout=PATIENCE)
    slider.fill(value)


def choose_kernel(page: Page) -> None:
    """Waits for the notebook's kernel, and names it where JupyterLab asks: it does so where it opens a notebook before it has
    heard which kernels there are. A cell that is run before the kernel has answered is not run, and nothing says so.
    """
    ready = page.locator(".jp-NotebookPanel-toolbar .jp-Toolbar-kernelName", has_text="Backpass")
    dialog = page.get_by_role("dialog").filter(has_text="Select Kernel")
    expect(ready.or_(dialog).first).to_be_visible(timeout=PATIENCE)
    if dialog.is_visible():
        dialog.get_by_role("combobox").select_option(label="Backpass")
        dialog.get_by_role("button", name="Select", exact=True).click()
        expect(dialog).to_have_count(0)
    expect(ready).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Backpass | Idle")).to_be_visible(timeout=PATIENCE)


def test_jupyterlab_computes_in_its_kernel(page: Page, tmp_path: Path) -> None:
    pytest.importorskip("jupyterlab", reason="JupyterLab is not installed")
    cells = [
        f"{LOSS}\nwidget = backpass.show(loss)\nwidget",
        "widget.inputs, widget.step",
        "widget.inputs = {'b': 1.5}\nwidget.step = 2",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata.kernelspec = {"name": "backpass", "display_name": "Backpass", "language": "python"}
    nbformat.write(notebook, tmp_path / "flow.ipynb")
    kernel = tmp_path / "jupyter_data_dir" / "kernels" / "backpass"
    kernel.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "Backpass", "language": "python"}))
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--IdentityProvider.token="]
    with serving(["jupyterlab", *options], f"{address}/api", tmp_path):
        page.goto(f"{address}/doc/tree/flow.ipynb")
        choose_kernel(page)
        code = page.locator(".jp-CodeCell")
        code.nth(0).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        player = page.locator(".jp-CodeCell").nth(0).locator(".jp-OutputArea-output")
        slide(player, "a", "0.5")
        expect(player.locator(".card[data-node='0'] .number").first).to_have_text("0.5")
        expect(player.get_by_role("slider", name="Timeline")).to_have_count(1)
        player.get_by_role("button", name="start", exact=False).first.click()
        page.keyboard.press(".")  # the player's key, not a cell's
        code.nth(1).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        expect(code.nth(1).locator(".jp-OutputArea-output")).to_contain_text("({'a': 0.5, 'b': -3.0}, 1)")
        page.keyboard.press("Shift+Enter")
        expect(player.get_by_role("slider", name="Slider of b")).to_have_value("1.5")
        expect(player.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuenow", "2")


def test_marimo_computes_in_its_kernel(page: Page, tmp_path: Path) -> None:
    pytest.importorskip("marimo", reason="marimo is not installed")
    body = "\n".join(f"    {line}" for line in [*LOSS.splitlines(), "widget = backpass.show(loss)", "widget", "return (widget,)"])
    (tmp_path / "flow.py").write_text(f"import marimo\n\napp = marimo.App()\n\n\n@app.cell\ndef _():\n{body}\n")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    options = ["--headless", "--no-token", "--host=127.0.0.1", f"--port={port}"]
    with serving(["marimo", "run", "flow.py", *options], f"{address}/health", tmp_path):
        page.goto(address)
        player = page.locator("marimo-anywidget")
        slide(player, "a", "0.5")
        expect(player.locator(".card[data-node='0'] .number").first).to_have_text("0.5")
