"""How far a program has come, as it is seen from outside: looked at whenever the program prints, so nothing is left to chance."""

import threading

import pytest

from backpass.engine import Limits, progress
from backpass.engine.interpreter.program_state.side_effects import Effects
from backpass.engine.interpreter.repetition.replay import Replay
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.own_engine.answer import Asked, own_graph
from backpass.engine.plain_python.machine import Machine
from backpass.engine.progress import LoopProgress, Progress


def seen() -> Progress | None:
    running = progress._running.get(threading.get_ident())
    return None if running is None else running.progress()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Progress | None]:
    """What is seen whenever the program prints."""
    found: list[Progress | None] = []
    monkeypatch.setattr(Effects, "print_", lambda *_: found.append(seen()))
    return found


def test_loops_are_seen_from_the_outermost_to_the_innermost(looks: list[Progress | None]) -> None:
    run(
        parse(
            "w = 1.0\nfor epoch in range(4):\n    for a, b in [(1.0, 2.0), (2.0, 3.0)]:\n        w = w*a + b\n    print(w)\nw*w"
        )
    )
    assert [each and each.loops for each in looks] == [(LoopProgress("epoch", done, 4),) for done in (1, 2, 3, 4)]
    looks.clear()
    run(parse("w = 1.0\nfor epoch in range(2):\n    for a, b in [(1.0, 2.0), (2.0, 3.0)]:\n        print(w)\nw*w"))
    inner = [each and each.loops[1] for each in looks]
    assert inner == [LoopProgress("", done, 2) for done in (1, 2, 1, 2)]


def test_a_loop_without_a_known_end_is_counted_and_a_while_in_repetitions(looks: list[Progress | None]) -> None:
    run(parse("w = 1.0\nfor a, b in zip([1.0, 2.0], [3.0, 4.0]):\n    w = w*a + b\n    print(w)\nw*w"))
    assert looks[1] is not None
    assert looks[1].loops[0][:2] == ("", 2)
    looks.clear()
    run(parse("w = 1.0\nn = 0\nwhile n < 3:\n    n += 1\n    print(w)\nw*w"))
    assert [each and each.loops for each in looks] == [()] * 3
    assert looks[2] is not None
    assert looks[0] is not None
    assert looks[2].repetitions > looks[0].repetitions


def test_nothing_is_seen_once_the_program_has_ended_or_failed(looks: list[Progress | None]) -> None:
    run(parse("w = 1.0\nprint(w)\nw*w"))
    assert [each and each.loops for each in looks] == [()]
    assert seen() is None
    with pytest.raises(Exception, match="no_such_name"):
        run(parse("no_such_name(2)"))
    assert seen() is None


def test_repetitions_that_are_passed_over_are_counted_while_they_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far more of them than are run one by one."""
    counts: list[int] = []
    begin = Replay._begin

    def looked_at(replay: Replay, variables: object) -> None:
        found = seen()
        assert found is not None
        counts.append(found.loops[0].done)
        begin(replay, variables)  # type: ignore[arg-type]

    monkeypatch.setattr(Replay, "_begin", looked_at)
    text = "import numpy as np\nw = np.array([1.0, 2.0])\nfor epoch in range(3000):\n    w = w - 0.01*(w - 3)\n(w*w).sum()"
    run(parse(text), limits=Limits(nodes=2_000, operations=100_000))
    assert len(counts) > 1_000
    assert counts == sorted(counts)
    assert counts[-1] > 2_900


ENGINE = """class Value:
    def __init__(self, data, parents=()):
        self.data, self.grad, self.parents = data, 0.0, parents
    def __mul__(self, other):
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))
    def backward(self, upstream=1.0):
        self.grad += upstream
        for parent, local in self.parents:
            parent.backward(upstream * local)
w = Value(3.0)
for step in range(5):
    y = w * w
y.backward()
"""


def test_the_loops_of_a_program_with_an_engine_of_its_own_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Progress] = []
    tick = Machine.tick

    def looked_at(machine: Machine, count: int = 1) -> None:
        found.append(machine.progress())
        tick(machine, count)

    monkeypatch.setattr(Machine, "tick", looked_at)
    own_graph(ENGINE, Limits(), Asked(None, {}, None, ()))
    assert LoopProgress("step", 5, 5) in {loop for each in found for loop in each.loops}
    assert [loop.name for loop in found[-1].loops] == [""], "that of `backward`, after the one that has ended"
