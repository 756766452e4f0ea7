"""Choices by name and the numbers that go with them."""

import pytest

from backpass.engine.learning.choices import Choice, chosen
from backpass.engine.learning.datasets import DATASETS
from backpass.engine.learning.losses import LOSSES
from backpass.engine.learning.optim import OPTIMIZERS
from backpass.engine.learning.schedules import SCHEDULES
from backpass.engine.problems import Code, ProblemError

CHOICES: list[Choice[object]] = [*DATASETS.values(), *OPTIMIZERS.values(), *SCHEDULES.values()]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.name)
def test_the_default_of_every_number_lies_in_its_range_and_can_be_given(choice: Choice[object]) -> None:
    defaults = choice.settled({})
    assert list(defaults) == [number.name for number in choice.numbers]
    assert all(number.low <= defaults[number.name] <= number.high for number in choice.numbers)
    assert choice.settled(defaults) == defaults


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"nosie": 0.2}, "has no numeric setting called `nosie`", "Did you mean `noise`?"),
        ({"noise": -1}, "a number from 0 to 10", "Write noise 0.1"),
        ({"noise": True}, "a number from 0 to 10", "Write noise 0.1"),
        ({"noise": "much"}, "a number from 0 to 10", "Write noise 0.1"),
        ({"noise": float("nan")}, "a number from 0 to 10", "Write noise 0.1"),
        ({"count": 2.5}, "a whole number from 2 to 100,000", "Write count 100"),
        ({"count": 10**9}, "a whole number from 2 to 100,000", "Write count 100"),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_its_range(given: dict[str, object], message: str, hint: str) -> None:
    with pytest.raises(ProblemError) as refused:
        DATASETS["moons"].settled(given)
    (problem,) = refused.value.problems
    assert problem.code is Code.INVALID_INPUT
    assert message in problem.message
    assert hint in (problem.hint or "")


def test_a_switch_is_no_number() -> None:
    with pytest.raises(ProblemError, match="is a switch"):
        OPTIMIZERS["sgd"].settled({"nesterov": 1})
    assert OPTIMIZERS["sgd"].settled({"nesterov": True})["nesterov"] is True


def test_what_takes_no_numbers_says_so() -> None:
    with pytest.raises(ProblemError) as refused:
        DATASETS["four_points"].settled({"noise": 1})
    assert refused.value.problems[0].hint == "It takes none."


def test_an_unknown_name_is_answered_with_all_there_are() -> None:
    with pytest.raises(ProblemError) as refused:
        chosen("loss", "hing", LOSSES)
    (problem,) = refused.value.problems
    assert problem.code is Code.UNKNOWN_FUNCTION
    assert all(name in problem.message for name in LOSSES)
    assert problem.hint == "Did you mean `hinge`?"
