"""A notebook that Jupyter runs and nbconvert exports: the last line of a cell is the player, which plays in the exported page."""

import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import Browser, expect

CELLS = [
    "import backpass\na, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)\nloss = (a * b + 6).tanh() * a\nloss",
    "backpass.show(loss * b)",
    "a",
    "widget = backpass.show(loss)\nwidget",
    """widget.observe(lambda change: print(change.name, change.new["b"]), "inputs")
widget.set_state({"_asked": {"number": "1", "inputs": {"a": 2.0, "b": 1.5}}})
print(widget.graph.value == backpass.Tensor(9.0).tanh().item() * 2.0, widget._answer)""",
]


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> nbformat.NotebookNode:
    folder = tmp_path_factory.mktemp("notebook")
    kernels = folder / "kernels" / "backpass"
    kernels.mkdir(parents=True)
    command = f'["{sys.executable}", "-m", "ipykernel_launcher", "-f", "{{connection_file}}"]'
    (kernels / "kernel.json").write_text(f'{{"argv": {command}, "display_name": "Backpass", "language": "python"}}')
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    resources = {"metadata": {"path": str(Path.cwd())}}
    # As `nbconvert --execute` runs it: the state of widgets is stored, and an export prefers widgets to all else.
    client = NotebookClient(notebook, timeout=120, kernel_name="backpass", resources=resources)
    client.create_kernel_manager()
    client.km.kernel_spec_manager.kernel_dirs.insert(0, str(folder / "kernels"))
    client.execute()
    return notebook


def test_a_tensor_at_the_end_of_a_cell_and_what_is_shown_are_players(executed: nbformat.NotebookNode) -> None:
    result, shown, leaf = (cell.outputs[-1].data for cell in executed.cells[:3])
    assert result["text/html"].startswith("<iframe srcdoc=")
    assert 'sandbox="allow-scripts allow-modals"' in result["text/html"]
    assert result["image/svg+xml"].startswith("<svg")
    assert "tensor" in result["text/plain"].lower()
    assert shown["text/html"].startswith("<iframe srcdoc=")
    assert "text/html" not in leaf


def test_what_is_shown_is_a_widget_once_whose_sliders_compute_in_the_kernel(executed: nbformat.NotebookNode) -> None:
    pytest.importorskip("anywidget")  # of the extra `notebook`, which the extra `test` has
    shown, asked = executed.cells[3:]
    (output,) = shown.outputs
    assert output.output_type == "display_data"
    assert output.data["text/html"].startswith("<iframe srcdoc=")
    assert "application/vnd.jupyter.widget-view+json" not in output.data, (
        "nobody moves its sliders, and an export would prefer it"
    )
    assert asked.outputs[0].text == "inputs 1.5\nTrue {'number': '1', 'problem': ''}\n"


def test_the_exported_notebook_plays(executed: nbformat.NotebookNode, browser: Browser, tmp_path: Path) -> None:
    exported, _ = HTMLExporter().from_notebook_node(executed)
    file = tmp_path / "notebook.html"
    file.write_text(exported, encoding="utf-8")
    context = browser.new_context(offline=True)  # what the page of nbconvert asks of other servers is not there
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.frame != page.main_frame else None)
    page.goto(file.as_uri())
    expect(page.locator("iframe")).to_have_count(3)
    player = page.frame_locator("iframe").first
    scrubber = player.get_by_role("slider", name="Timeline")
    end = scrubber.get_attribute("aria-valuemax")
    expect(scrubber).to_have_attribute("aria-valuenow", str(end))
    expect(player.get_by_role("heading", level=1)).to_contain_text("Tensor")
    expect(player.locator(".graph").get_by_label("loss, output").or_(player.get_by_label("a, input")).first).to_be_visible()
    player.get_by_role("button", name="start", exact=False).first.click()
    expect(scrubber).to_have_attribute("aria-valuenow", "0")
    player.get_by_role("combobox", name="Speed").select_option("4")
    player.get_by_role("button", name="Play").click()
    expect(scrubber).to_have_attribute("aria-valuenow", str(end), timeout=30_000)
    assert [url for url in asked if url != "about:srcdoc"] == []
    context.close()
