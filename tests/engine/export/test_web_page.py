"""The page of a graph: one small file that only its own script can run in, whatever its data says."""

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from backpass.app.api.endpoints.graphs import graph_of
from backpass.engine import Code, ProblemError
from backpass.engine.export import web_page as module
from backpass.engine.export.registry import export
from backpass.engine.export.web_page import web_page
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import languages, say, speaking
from backpass.engine.serialization.computation import Computation
from scripts.page import MANIFEST

MICROGRAD = """a = -4.0
b = 2.0
c = a + b
d = a * b + b**3
c += c + 1
c += 1 + c + (-a)
d += d * 2 + (b + a).relu()
d += 3 * d + (b - a).relu()
e = c - d
f = e**2
g = f / 2.0
g += 10.0 / f"""
EVIL = "</script><script>alert(1)</script><!--<script>\u2028&amp;'\""


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of those that hold text alone."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._open = ""
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = dict(attrs).get("id") or tag

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 (as the library calls it)
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts[self._open] = self.texts.get(self._open, "") + data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def data_in(page: Elements) -> Any:
    (packing,) = [each.get("data-packed") for each in page.of("script") if each.get("id") == "backpass-data"]
    text = page.texts["backpass-data"]
    return json.loads(gzip.decompress(base64.b64decode(text, validate=True)) if packing == "gzip" else text)


def referred(data: Any, arrays: list[Any]) -> Any:
    """Data with its arrays in their places."""
    if isinstance(data, list):
        return [referred(each, arrays) for each in data]
    if isinstance(data, dict):
        return arrays[data["at"]] if set(data) == {"at"} else {name: referred(each, arrays) for name, each in data.items()}
    return data


def test_the_page_of_micrograds_program_is_small_and_holds_its_graph() -> None:
    text = web_page(graph_of(MICROGRAD), MICROGRAD)
    assert len(text.encode()) <= 430_000
    data = data_in(Elements(text))
    assert data["graph"] == json.loads(json.dumps(graph_of(MICROGRAD)))
    assert data["program"] == MICROGRAD
    assert data["title"] == "g += 10.0 / f"
    assert {record["name"] for record in data["operations"]} == {node["op"] for node in data["graph"]["nodes"]} - {None}


def test_a_large_graph_is_packed_with_each_array_once() -> None:
    program = "x = [0.5, -1.5, 2.5]\n" + "x = tanh(x * 1.1)\n" * 1_000 + "sum(x)"
    graph = graph_of(program)
    text = web_page(graph, program)
    data = data_in(Elements(text))
    arrays = data["arrays"]
    assert referred(data["graph"], arrays) == json.loads(json.dumps(graph))
    assert len({json.dumps(each) for each in arrays}) == len(arrays)
    assert any(isinstance(step.get("total"), dict) for step in data["graph"]["steps"])
    plain = len(json.dumps(graph).encode())
    assert plain > module.MAX_PLAIN
    assert len(text.encode()) - len(web_page(graph_of("a*a"), "a*a").encode()) < plain / 5


def test_a_page_of_a_small_graph_is_plain_and_one_of_too_many_bytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_of("a*a")
    assert "data-packed" not in web_page(graph)
    monkeypatch.setattr(module, "MAX_PLAIN", 10)
    assert referred(data_in(Elements(web_page(graph)))["graph"], []) == json.loads(json.dumps(graph))
    monkeypatch.setattr(module, "MAX_BYTES", 1_000)
    with pytest.raises(ProblemError, match="too large for a web page") as error:
        web_page(graph)
    assert error.value.problems[0].code is Code.NOT_EXPORTABLE
    assert "most_elements" in error.value.problems[0].hint


def test_the_player_with_every_language_is_within_its_budget() -> None:
    files = json.loads(MANIFEST.read_text(encoding="utf-8"))
    for others in (["player.css"], ["player_embedded.css", "embed.js"]):
        packed = [MANIFEST.with_name(f"{files[name]}.br") for name in ("player.js", *others)]
        assert sum(file.stat().st_size for file in packed) <= 126_000


@pytest.mark.parametrize("language", languages())
def test_the_player_has_what_judges_guesses_but_not_what_asks_questions(language: str) -> None:
    with speaking(language):
        player = web_page(graph_of("a*a"), "a*a")
        judged, asked = (say(f"{key}", called="", count=2) for key in ("mean-not-sum", "what-is-seed.second"))
    assert judged in player
    assert asked not in player


@pytest.mark.parametrize("language", languages())
def test_only_its_own_script_and_style_may_run_and_nothing_is_asked_for(language: str) -> None:
    with speaking(language):
        page = Elements(web_page(graph_of("a = 2\na*a"), "a = 2\na*a"))
    (policy,) = [each["content"] for each in page.of("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules == {
        "default-src": "'none'",
        "script-src": digest(page.texts["backpass-player"]),
        "style-src": digest(page.texts["style"]),
        "img-src": "data:",
        "worker-src": "blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert page.of("html") == [{"lang": language}]
    assert not [each for _, each in page.found if "src" in each or any(name.startswith("on") or name == "style" for name in each)]
    assert [each["href"] for _, each in page.found if "href" in each] == ["data:,"]
    assert not re.search(r"url\((?!\"?#|data:)|@import", page.texts["style"])


def test_no_text_of_the_data_ends_its_element() -> None:
    graph = graph_of("a = 2\na*a")
    graph["nodes"][0]["name"] = EVIL
    page = Elements(web_page(graph, EVIL, title=EVIL))
    assert [each.get("id") for each in page.of("script")] == ["backpass-data", "backpass-player"]
    assert data_in(page)["graph"]["nodes"][0]["name"] == data_in(page)["program"] == EVIL
    assert page.texts["title"] == EVIL


def test_step_and_selection_are_in_the_data() -> None:
    data = data_in(Elements(web_page(graph_of("a*a"), step=1, select={"node": 0})))
    assert (data["step"], data["select"], data["title"]) == (1, {"node": 0}, "Backpass")


def test_an_exported_graph_has_the_gradients_that_were_asked_for() -> None:
    computation = Computation.of(run(parse("a = 3\nb = a*a\nb + 1"), output="b"), ["a"], 2.0)
    graph = data_in(Elements(export(computation, "html")))["graph"]
    assert graph["gradients"] == {"a": 12.0}
    assert len(graph["nodes"]) == 2


def test_where_the_player_is_not_built_the_refusal_says_how(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(module, "_PLACES", (tmp_path,))
    module.player_file.cache_clear()
    with pytest.raises(ProblemError) as error:
        web_page(graph_of("a*a"))
    assert error.value.problems[0].code is Code.NOT_EXPORTABLE
    assert "scripts/page.py build" in error.value.problems[0].hint


@pytest.mark.parametrize(
    ("program", "title"),
    [
        (
            "x = 2\nloss = x**2\nloss.backward()\nnn.utils.clip_grad_norm_(cell.parameters(), 1.0)\nprint(cell.x2h.weight.grad)",
            "loss = x**2",
        ),
        ("x = 2\nx * tanh(x)", "x * tanh(x)"),
        ("x = 2\nsoftmax(x)  # of one", "softmax(x)  # of one"),
        ("print(x)", "print(x)"),
        ("", "Backpass"),
    ],
)
def test_a_page_is_called_by_what_the_program_makes(program: str, title: str) -> None:
    assert module.title_of(program) == title
