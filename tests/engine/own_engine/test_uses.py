"""The numbers in the sentence about a mistake, where an operation has the same object on both sides."""

import pytest

from tests.engine.own_engine.makes import CLOSURES
from tests.engine.own_engine.test_options import ask

ADD = "            self.grad += out.grad\n            other.grad += out.grad"
MUL = "            self.grad += other.data * out.grad\n            other.grad += self.data * out.grad"
A, B = "a = Value(4.0)\n", "b = Value(5.0)\n"


@pytest.mark.parametrize(
    ("statements", "theirs", "right"),
    [
        (f"{A}d = a * a", 4, 8),
        (f"{A}d = a + a", 1, 2),
        (f"{A}{B}d = a * a * b", 20, 40),
        (f"{A}{B}d = a * b + a", 5, 6),
    ],
)
def test_what_an_overwritten_gradient_would_be_is_the_sum_of_both(statements: str, theirs: float, right: float) -> None:
    engine = CLOSURES.replace(ADD, ADD.replace("+=", "=")).replace(MUL, MUL.replace("+=", "="))
    _, answer = ask(f"{engine}\n{statements}\nd.backward()\n")
    mistake = answer["own_engine"]["mistake"]
    assert (mistake["kind"], mistake["theirs"], mistake["right"]) == ("overwritten", theirs, right)


@pytest.mark.parametrize(
    ("wrong", "line", "theirs"),
    [
        (MUL.replace("other.data * out.grad", "out.grad"), "self.grad += out.grad", 1),
        (MUL.replace("+= self.data", "+= 2 * self.data"), "other.grad += 2 * self.data * out.grad", 8),
    ],
)
def test_of_two_uses_the_wrong_one_is_marked_with_what_is_right_for_it(wrong: str, line: str, theirs: float) -> None:
    program = f"{CLOSURES.replace(MUL, wrong)}\n{A}d = a * a\nd.backward()\n"
    _, answer = ask(program)
    mistake = answer["own_engine"]["mistake"]
    begin, end = mistake["span"]
    assert (mistake["kind"], mistake["theirs"], mistake["right"]) == ("wrong-local-derivative", theirs, 4)
    assert line.startswith(program[begin:end])
    assert begin >= program.index("__mul__")


@pytest.mark.parametrize(("sign", "assigned"), [("=", [True, True]), ("+=", [False, False])])
def test_a_step_states_whether_the_engine_added_or_assigned_even_where_nothing_was_there(sign: str, assigned: list[bool]) -> None:
    engine = CLOSURES.replace(MUL, MUL.replace("+=", sign))
    _, answer = ask(f"{engine}\n{A}{B}d = a * b\nd.backward()\n")
    sent = [step for step in answer["steps"] if step["phase"] == "backward" and "edge" in step]
    assert [step.get("assigned", False) for step in sent] == assigned
    assert not any(step.get("replaced", False) for step in sent)
