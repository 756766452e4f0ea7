"""A program that is run as it is, over the API: with PyTorch itself, whose numbers are those of the same program outside."""

import asyncio
import importlib.util
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from backpass.app.api.endpoints.runs_as_is import read_run
from backpass.app.evaluation.confined_pool import ConfinedPool
from backpass.app.evaluation.process_pool import PoolCall
from backpass.app.main import create_app
from backpass.app.settings import Settings
from backpass.engine import Limits
from backpass.engine.capture.as_it_is import fence
from backpass.engine.capture.as_it_is.answers import AsItIs
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.serialization.graph_json import data_json
from tests.app.api.torch_programs import PROGRAMS

pytestmark = pytest.mark.skipif(
    fence.lacking() is not None or importlib.util.find_spec("torch") is None, reason="no fence, or no PyTorch"
)


MEMORY = "sqlite+aiosqlite://"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(run_as_is="torch", run_as_is_bytes=800_000_000, max_seconds=20.0, database=MEMORY)
    with TestClient(create_app(settings), raise_server_exceptions=False) as made:
        yield made


def ask(client: TestClient, program: str, **besides: object) -> Response:
    return client.post("/api/v1/graph", json={"program": program, "run": "as-it-is", **besides})


def graph(client: TestClient, program: str, **besides: object) -> Any:
    answer = ask(client, program, **besides)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(client: TestClient, program: str, **besides: object) -> Any:
    answer = ask(client, program, **besides)
    assert answer.status_code == 422, answer.text
    return answer.json()["problems"][0]


ENGINE = """
class Value:
    def __init__(self, data, parents=()):
        self.data, self.grad, self.parents, self._backward = data, 0.0, parents, lambda: None
    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))
        def backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = backward
        return out
    def backward(self):
        self.grad = 1.0
        self._backward()
a, b = Value(2.0), Value(3.0)
(a * b).backward()
"""
LOOP = """import torch
torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(5):
    loss = ((net(torch.ones(4, 2)) - 3) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
"""


def test_the_graph_is_that_of_the_first_backward_pass_with_its_line_and_spans(client: TestClient) -> None:
    program = "import torch\nx = torch.tensor(2.0, requires_grad=True)\ny = x * x\nz = 3 * y + x\nz.backward()\nprint('later')"
    answer = graph(client, program)
    assert answer["value"] == 14.0
    assert answer["gradients"] == {"x": 13.0}
    assert {program[slice(*node["span"])] for node in answer["nodes"] if node["span"]} == {"x * x", "3 * y", "3 * y + x"}
    assert [node["name"] for node in answer["nodes"] if node["name"]] == ["x", "y", "z"]
    assert answer["as_it_is"]["line"] == 5
    assert answer["as_it_is"]["sentence"].endswith(" (float32), at the first backward pass, line 5.")
    assert answer["captured"] == {"library": "pytorch"}
    assert "printed" not in answer


def test_spans_count_as_the_page_does_and_hold_within_calls(client: TestClient) -> None:
    lines = ["import torch", "s = '😀ü'; x = torch.tensor([1.0, 2.0], requires_grad=True)", "def f(a):", "    return (a *"]
    program = "\r\n".join([*lines, "        a)", "f(x).sum().backward()"])
    spans = [node["span"] for node in graph(client, program)["nodes"] if node["span"]]
    units = program.encode("utf-16-le")
    assert [units[2 * start : 2 * end].decode("utf-16-le") for start, end in spans] == ["a *\r\n        a", "f(x).sum()"]


def test_a_later_step_is_that_after_the_earlier_ones(client: TestClient) -> None:
    first, third = graph(client, LOOP), graph(client, LOOP, step=3)
    assert third["value"] < first["value"]
    assert len(third["printed"]) == 2
    assert third["as_it_is"]["sentence"].endswith("at backward pass 3, line 8.")
    assert refusal(client, LOOP, step=6)["message"] == "The program ended after 5 × `backward()`, but step 6 was requested."


def test_without_a_backward_pass_it_is_the_last_tensor(client: TestClient) -> None:
    answer = graph(client, "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = x * 3\nn = 5")
    assert answer["value"] == [3.0, 6.0]
    assert answer["gradients"] == {"x": [3.0, 3.0]}
    assert answer["as_it_is"]["line"] is None


def test_the_same_text_has_the_same_numbers(client: TestClient) -> None:
    program = (
        "import torch, random, numpy\nx = torch.rand(3, requires_grad=True)\nprint(random.random(), numpy.random.rand())\nx.sum()"
    )
    program += ".backward()"
    assert graph(client, program) == graph(client, program)


def test_what_fails_is_said_with_its_place(client: TestClient) -> None:
    program = "import torch\na = torch.ones(2, 3)\nb = a @ a"
    found = refusal(client, program)
    assert found["code"] == "as-it-is"
    assert found["message"].startswith("Line 3 raised an error: RuntimeError: mat1 and mat2 shapes cannot be multiplied")
    assert program[slice(*found["span"])] == "a @ a"
    assert "comes from PyTorch or Python" in found["hint"]
    fenced = refusal(client, "import torch\nimport transformers")
    assert fenced["message"].endswith("No module named 'transformers'")
    assert "no access to files, the network" in fenced["hint"]


def test_what_was_printed_comes_with_the_error(client: TestClient) -> None:
    assert ask(client, "import torch\nprint('a')\nprint(torch.ones(1) / missing)").json()["printed"] == ["a"]


@pytest.mark.parametrize(
    ("program", "besides", "words"),
    [
        ("import torch\nx = torch.ones(2)", {}, "no named value depends on"),
        ("x = 1", {"library": "pytensor"}, "does not run programs with pytensor"),
        ("x = 1", {"library": "numpy"}, "NumPy computes no gradients"),
        ("import jax\nx = 1", {}, "does not run programs with JAX"),
        (ENGINE, {}, "its own gradient engine"),
        ("import torch", {"inputs": {"x": 1}}, "`inputs` is not available"),
        ("import torch\nimport os\nos._exit(7)", {}, "without a result (exit status 7)"),
        ("import torch\nimport sys\nsys.exit('enough')", {}, "exit status enough"),
        ('import torch\nimport os\nos.write(3, b\'{"kind": "graph", "graph": {}}\\n\'); os._exit(0)', {}, "not a graph"),
        ("import torch\nkept = []\nwhile True: kept.append(torch.ones(10**7))", {}, "allocate memory"),
        ("import torch\nimport os\nwhile True: os.write(3, b'x' * 10**5)", {}, "sent more data than"),
        (
            "import torch\nx = torch.ones(2, requires_grad=True)\ny = (x * x).sum()\ny.backward()\ny.backward()",
            {"step": 2},
            "freed",
        ),
    ],
)
def test_whatever_becomes_of_it_is_a_sentence(client: TestClient, program: str, besides: dict, words: str) -> None:
    assert words in refusal(client, program, **besides)["message"]


def test_what_is_made_up_is_not_shown(client: TestClient) -> None:
    """A program writes the answer of another one, with one thing in it that is none of a graph."""
    true = graph(client, "import torch\nx = torch.ones(2, requires_grad=True)\nx.sum().backward()")
    true.pop("as_it_is")

    def answered(**changes: object) -> int:
        line = json.dumps({"kind": "graph", "graph": true | changes}).encode()
        return ask(client, f"import os\nos.write(3, {line!r} + b'\\n')\nos._exit(0)").status_code

    node = true["nodes"][0]
    assert answered() == 200
    for changes in (
        {"value": {"a": 1}},
        {"value": ["<b>"]},
        {"gradients": {"x": [[[[["x"]]]]]}},
        {"nodes": [{**node, "span": ["a", "b"]}, *true["nodes"][1:]]},
        {"nodes": [{**node, "name": 5}, *true["nodes"][1:]]},
        {"nodes": [{**node, "data": [{}, 1]}, *true["nodes"][1:]]},
        {"nodes": [{**node, "html": "<b>"}, *true["nodes"][1:]]},
        {"nodes": [{**node, "shape": [2**70]}, *true["nodes"][1:]]},
        {"nodes": [{**node, "name": "\ud800"}, *true["nodes"][1:]]},
        {"gradients": {"\ud800": 1.0}},
        {"output": 99},
        {"more": 1},
        {"program": "y = 1"},
        {"own_engine": None},
        {"printed": ["a"]},
    ):
        assert answered(**changes) == 422, changes


def sent(client: TestClient, *lines: object) -> Response:
    """The answer to a program that sends lines of its own making, and ends."""
    written = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    return ask(client, f"import torch, os\nos.write(3, {written!r})\nos._exit(0)")


@pytest.mark.parametrize("kind", ["late", "memory", "died", "flood", "broken", "else"])
def test_a_program_does_not_say_for_the_server_how_it_ended(client: TestClient, kind: str) -> None:
    answer = sent(client, {"kind": kind})
    assert answer.status_code == 422, answer.text
    assert "without a result (exit status 0)" in answer.json()["problems"][0]["message"]
    assert "ended the process itself" in answer.json()["problems"][0]["hint"]


@pytest.mark.parametrize("count", [-5, 10**4_000, True, "5", None])
def test_numbers_of_a_sentence_are_counts(client: TestClient, count: object) -> None:
    ended = sent(client, {"kind": "ended", "count": count}).json()["problems"][0]["message"]
    assert ended.startswith("The program finished, but no named value")
    large = sent(client, {"kind": "too-large", "bytes": count}).json()["problems"][0]["message"]
    assert large == "The graph of this program has 8,000,000 bytes, more than this server sends."
    raised = sent(client, {"kind": "raised", "error": "E", "line": count}).json()["problems"][0]["message"]
    assert raised == "The program raised an error: E"


def test_whose_graph_it_is_the_server_says(client: TestClient) -> None:
    true = graph(client, "import torch\nx = torch.ones(2, requires_grad=True)\nx.sum().backward()")
    true.pop("as_it_is")
    answer = sent(client, {"kind": "graph", "graph": true | {"captured": {"library": "theirs"}}, "line": 10**30}).json()
    assert answer["captured"] == {"library": "pytorch"}
    assert answer["as_it_is"]["line"] is None


def test_more_threads_are_not_set(client: TestClient) -> None:
    """They cannot be started, and PyTorch would end the process for that."""
    lines = [
        "import torch",
        "torch.set_num_threads(4)",
        "x = torch.ones(700, 700, requires_grad=True)",
        "(x @ x).sum().backward()",
    ]
    answer = graph(client, "\n".join(lines))
    assert answer["value"] == pytest.approx(700.0**3, rel=1e-6)
    assert [each["message"] for each in answer["problems"]] == ["PyTorch computes in one thread here, however many are set."]


def test_a_program_of_empty_lines_is_looked_through_once() -> None:
    body = json.dumps({"program": "\n" * 200_000, "run": "as-it-is"}).encode()
    before = time.process_time()
    read_run(body, (), Bounds(), Limits())
    assert time.process_time() - before < 5.0, "each line from the beginning would take a minute and more"


def test_the_time_to_check_an_answer_counts_for_whom_it_was_made() -> None:
    def slowly(_outcome: object, _asked: object, _spoken: str) -> None:
        time.sleep(0.5)

    async def used() -> float:
        pool = ConfinedPool("", 1)
        call, over = PoolCall(10.0, slowly, AsItIs("pass", "torch", ""), "en"), asyncio.Event()
        await asyncio.to_thread(pool.confined.start)
        pool.begin(call, lambda _future: over.set())
        await over.wait()
        await pool.close()
        return call.used

    assert asyncio.run(used()) > 0.5


def plain(tensor: Any) -> Any:
    """A tensor as JSON has it."""
    return data_json(tensor.double().numpy())


def test_no_text_of_a_program_breaks_an_answer(client: TestClient) -> None:
    answer = ask(client, "import torch\nprint('\\ud800' + 'x' * 30_000)\nraise ValueError('\\udfff\\x00')").json()
    assert answer["printed"] == ["?" + "x" * 19_999]
    assert answer["problems"][0]["message"] == "Line 3 raised an error: ValueError: ?"


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.partition("\n")[0].removeprefix("# ") for program in PROGRAMS])
def test_the_numbers_are_those_of_the_program_outside(client: TestClient, program: str) -> None:
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    np.random.seed(0)
    names: dict[str, Any] = {}
    exec(compile(program, "outside", "exec"), names)
    torch.set_num_threads(threads)
    answer = graph(client, program)
    assert answer["value"] == names["loss"].item()
    assert len(answer["gradients"]) > 0
    for name, gradient in answer["gradients"].items():
        first, *rest = name.split(".", 1)
        leaf = names[first] if not rest else dict(names[first].named_parameters())[rest[0]]
        assert gradient == plain(leaf.grad), name


def test_many_at_once_have_answers_or_are_sent_away(client: TestClient) -> None:
    program = "import torch\nx = torch.tensor({0}.0, requires_grad=True)\n(x * x).backward()"
    with ThreadPoolExecutor(60) as threads:
        answers = list(threads.map(lambda number: ask(client, program.format(number)), range(60)))
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert answers[0].status_code == 200 or "retry-after" in answers[0].headers
    found = {number: answer.json()["gradients"]["x"] for number, answer in enumerate(answers) if answer.status_code == 200}
    assert found
    assert found == {number: 2.0 * number for number in found}


GOOD = "import torch\nx = torch.tensor({0}.0, requires_grad=True)\n(x * x).backward()"
BAD = {
    "import os\nos._exit(7)": "without a result (exit status 7)",
    "import ctypes\nctypes.string_at(0)": "without a result (signal 11)",
    "import time\ntime.sleep(600)": "within 4 seconds",
    "import os\nwhile True: os.write(3, b'x' * 100_000)": "sent more data than",
    "while True: print('x' * 10_000)": "within 4 seconds",
    "import os\nwhile True: os.fork()": "Operation not permitted",
    "import threading\nwhile True: threading.Thread(target=int).start()": "can't start new thread",
    "kept = []\nwhile True: kept.append(bytearray(10**7))": "MemoryError",
    "import os\nos.kill(os.getpid(), 9)": "Operation not permitted",
    "import os\nos.close(3)\nos._exit(0)": "without a result (exit status 0)",
}


def test_a_crowd_of_which_many_die_is_answered_in_sentences() -> None:
    """Whatever the others do, each has its own answer, and the next one has too."""
    settings = Settings(run_as_is="torch", run_as_is_bytes=500_000_000, max_seconds=4.0, max_wait_seconds=300, database=MEMORY)
    programs = [*(GOOD.format(number) for number in range(10)), *(f"import torch\n{each}" for each in BAD)]
    with TestClient(create_app(settings), raise_server_exceptions=False) as other:
        ask(other, GOOD.format(1))
        with ThreadPoolExecutor(len(programs)) as threads:
            answers = dict(zip(programs, threads.map(lambda program: ask(other, program), programs), strict=True))
        for program, words in BAD.items():
            answer = answers[f"import torch\n{program}"]
            assert answer.status_code == 422, answer.text
            assert words in answer.json()["problems"][0]["message"]
        for number in range(10):
            assert answers[GOOD.format(number)].json()["gradients"] == {"x": 2.0 * number}
        assert ask(other, GOOD.format(3)).json()["gradients"] == {"x": 6.0}


def test_a_server_that_does_not_run_programs_says_so() -> None:
    with TestClient(create_app(Settings(database=MEMORY))) as other:
        found = refusal(other, "import torch\nx = 1")
    assert "does not run programs with PyTorch" in found["message"]
    assert "BACKPASS_RUN_AS_IS" in found["hint"]
