"""Graphs saved as files, and shown outside of a notebook."""

import json
import webbrowser
from pathlib import Path

import pytest

import backpass
from backpass.engine.export import notebook


@pytest.fixture
def graph() -> backpass.Graph:
    a = backpass.Tensor(2.0)
    return backpass.capture((a * a).tanh(), names={"a": a})


def test_a_saved_page_holds_the_graph(graph: backpass.Graph, tmp_path: Path) -> None:
    path = graph.save(tmp_path / "flow.html", step=1, select={"node": 0})
    data = json.loads(path.read_text(encoding="utf-8").split('id="backpass-data">')[1].split("</script>")[0])
    assert data["graph"] == json.loads(graph.to_json())
    assert (data["title"], data["step"], data["select"]) == ("flow", 1, {"node": 0})


def test_a_saved_json_is_the_data(graph: backpass.Graph, tmp_path: Path) -> None:
    path = graph.save(str(tmp_path / "flow.json"))
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(graph.to_json())


@pytest.mark.parametrize("name", ["flow.pdf", "flow"])
def test_another_suffix_is_refused_with_those_that_there_are(graph: backpass.Graph, tmp_path: Path, name: str) -> None:
    with pytest.raises(backpass.CaptureError) as error:
        graph.save(tmp_path / name)
    assert name[4:] in error.value.problems[0].message
    assert "`.html`" in error.value.problems[0].hint
    assert not list(tmp_path.iterdir())


def test_outside_of_a_notebook_the_page_opens_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    a = backpass.Tensor(2.0)
    path = backpass.show(a * a)
    assert path is not None
    assert opened == [path.as_uri()]
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert '"name":"a"' in text, "variables of the code that calls name the tensors"


def test_what_is_no_tensor_is_not_shown() -> None:
    with pytest.raises(backpass.CaptureError):
        backpass.show(3)


def test_a_graph_that_is_too_large_for_a_notebook_is_a_text(graph: backpass.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(graph._repr_mimebundle_()) == {"text/html", "text/plain"}
    monkeypatch.setattr(notebook, "MAX_CHARACTERS", 1000)
    bundle = graph._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    assert "too large for a notebook" in bundle["text/plain"]


def test_a_leaf_has_nothing_to_play() -> None:
    assert backpass.Tensor(2.0)._repr_mimebundle_() is None
    assert "srcdoc" in (backpass.Tensor(2.0) * 2)._repr_mimebundle_()["text/html"]
