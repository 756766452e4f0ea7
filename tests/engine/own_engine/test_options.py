"""What may be asked of a program with an engine of its own besides its graph: honoured, or refused by name."""

import json
from typing import Any

import pytest

from backpass.app.api.endpoints.graphs import GraphResponse, answer_graph
from backpass.engine import Limits
from tests.engine.own_engine import makes

PROGRAM = makes.CLOSURES + makes.CLOSURES_USE
UNCLEAR = """
class V:
    def __init__(self, v, kids=()):
        self.v, self.s, self.n, self.kids = v, 0.0, 0, kids
    def __mul__(self, other):
        return V(self.v * other.v, ((self, other.v), (other, self.v)))
    def back(self, up=1.0):
        self.s = self.s + up
        self.n = self.n + 1
        for kid, slope in self.kids:
            kid.back(up * slope)
a = V(2.0)
b = V(3.0)
c = a * b
L = c * a
L.back()
"""


def ask(program: str, **options: Any) -> tuple[int, Any]:
    answer = answer_graph(json.dumps({"program": program, **options}).encode(), Limits())
    return answer.status, json.loads(answer.body)


def test_names_whose_gradients_are_wanted() -> None:
    status, answer = ask(PROGRAM, wrt=["b", "c"])
    assert status == 200
    assert answer["gradients"] == {node["name"]: node["grad"] for node in answer["nodes"] if node["name"] in ("b", "c")}
    status, refused = ask(PROGRAM, wrt=["nobody"])
    assert (status, refused["problems"][0]["code"]) == (422, "unknown-input")


def test_columns_have_what_rows_have() -> None:
    _, rows = ask(PROGRAM)
    _, columns = ask(PROGRAM, layout="columns")
    GraphResponse.model_validate(columns)
    for table in ("nodes", "edges", "steps"):
        assert rows[table] == [
            {name: column[place] for name, column in columns[table].items() if name in row}
            for place, row in enumerate(rows[table])
        ]


def test_gradients_alone() -> None:
    _, whole = ask(PROGRAM)
    _, answer = ask(PROGRAM, detail="gradients")
    assert answer == {name: value for name, value in whole.items() if name not in ("nodes", "edges", "steps", "mentions")}


def test_every_line_is_read() -> None:
    _, answer = ask(makes.FUNCTIONS + makes.FUNCTIONS_USE, reading=True)
    reading = answer["reading"]
    assert reading["libraries"] == ["NumPy"]
    assert reading["read"] == reading["lines"] > 40


def test_the_output_chooses_among_passes() -> None:
    program = PROGRAM + "M = a * a\nM.backward()\n"
    _, usual = ask(program)
    _, chosen = ask(program, output="L")
    outputs = [answer["nodes"][answer["output"]]["name"] for answer in (usual, chosen)]
    assert outputs == ["M", "L"]
    status, refused = ask(program, output="c")
    assert (status, refused["problems"][0]["code"]) == (422, "unknown-output")
    assert "L, M" in refused["problems"][0]["hint"]


@pytest.mark.parametrize("option", [{"upstream": 2.0}, {"directions": [{"a": 1.0}]}], ids=lambda option: next(iter(option)))
def test_what_the_program_decides_itself_is_refused_by_name(option: dict[str, Any]) -> None:
    status, refused = ask(PROGRAM, **option)
    assert status == 422
    assert f"`{next(iter(option))}`" in refused["problems"][0]["message"]


def test_where_the_gradient_cannot_be_told_the_answer_asks_for_its_attribute() -> None:
    status, refused = ask(UNCLEAR)
    assert status == 422
    (question,) = [each for each in refused["problems"] if each["code"] == "own-engine-question"]
    assert question["choices"] == ["s", "n"]
    status, answer = ask(UNCLEAR, gradient="s")
    assert status == 200
    assert answer["own_engine"]["verdict"] == "right"
    assert answer["gradients"] == {"a": 12.0, "b": 4.0}


def test_an_attribute_that_no_object_has_is_refused_with_those_that_there_are() -> None:
    status, refused = ask(UNCLEAR, gradient="slope")
    assert status == 422
    assert refused["problems"][0]["code"] == "own-engine-question"
    assert refused["problems"][0]["choices"] == ["v", "s", "n"]


def test_what_no_text_or_float_can_hold_is_answered() -> None:
    half = "chr(0xd800)"
    for end, expected in {
        f"raise ValueError({half})": 200,
        f"a.label = {half}": 200,
        f"print({half})": 200,
        f"a.op = {half}": 200,
        f"for i in [{half}]:\n    L = a * b\nL.backward()": 200,
    }.items():
        assert ask(f"{PROGRAM}\n{end}\n")[0] == expected, end
    for use in ("Value(10**400) * Value(3)", "Value(3) * Value(10**400)", "Value(10**400) + 1", "Value(2) * 10**400 - 10**400"):
        status, answer = ask(f"{makes.CLOSURES}\nd = {use}\nd.backward()\n")
        assert status in (200, 422), use
        assert status == 422 or answer["own_engine"]["mistake"] is None, use


def test_an_engine_beside_a_very_long_sum_is_the_programs_own() -> None:
    right = "            other.grad += out.grad"
    engine = makes.CLOSURES.replace(right, right.replace("+=", "="), 1)
    assert engine != makes.CLOSURES
    for terms in (3, 3_000):
        total = " + ".join(["a"] * terms)
        status, answer = ask(f"{engine}\na = Value(1.0)\nb = {total}\na.grad = 0.0\nc = a + a\nc.backward()\n")
        assert (status, answer["own_engine"]["verdict"]) == (200, "wrong"), terms
