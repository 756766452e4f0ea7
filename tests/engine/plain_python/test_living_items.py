"""What one run leaves behind does not make the next one slower or larger."""

import gc

import pytest

from backpass.engine import Limits
from backpass.engine.own_engine.detection import parsed
from backpass.engine.plain_python import living_items
from backpass.engine.plain_python.machine import Machine
from backpass.engine.plain_python.values import Instance

COUNTED = """
class Base:
    made = 0
    def __init__(self):
        self.number = self.made
class Value(Base):
    pass
before = Value().number
Base.made = 7
print(before, Value().number)
del Base.made
Base.made = 8
print(Value().number, Base.made)
"""


def ran(text: str = COUNTED) -> Machine:
    machine = Machine(text, Limits())
    assert machine.run(parsed(text)).error is None
    return machine


def test_a_class_and_those_that_extend_it_have_a_member_as_it_was_last_written() -> None:
    assert ran().printed == "0 7\n8 8\n"


def test_a_member_that_a_program_writes_leaves_the_classes_of_other_programs_as_they_are() -> None:
    first = ran().globals["Value"]
    first.cache["mark"] = 1
    ran()
    assert first.cache["mark"] == 1


def test_the_classes_of_runs_that_have_ended_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    monkeypatch.setattr(living_items, "_enough", living_items._MAX_LEFT)
    monkeypatch.setattr(living_items, "_left", 0)
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 0)  # as in a process that has little else
    before = len(Instance.__subclasses__())
    runs = living_items._MAX_LEFT // living_items._OF_A_RUN
    most = 0
    for _ in range(2 * runs + 2):
        ran()
        most = max(most, len(Instance.__subclasses__()) - before)
    assert most <= 2 * (runs + 2)
    assert len(Instance.__subclasses__()) - before < runs
