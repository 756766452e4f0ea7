"""The command `python3 run.py fuzz`, over campaigns that find what they are made to find."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from unittest.mock import MagicMock

import pytest

from tests.browser.legibility import Legibility, NotShownError
from tests.fuzz import __main__ as command
from tests.fuzz.catalogue import CAMPAIGNS, Campaign, Round


def endless(seed: int) -> Iterator[Round]:
    """Ten cases a round; one defect that shows in every round, and one in the third alone."""
    number = 0
    while True:
        number += 1
        found = {"a wrong number": lambda: f"x*x with seed {seed}"}
        if number == 3:
            found["an exception"] = lambda: "sin("
        yield Round(10, Counter({"answered": 9}), found)


def clean(_seed: int) -> Iterator[Round]:
    """Ends by itself and finds nothing."""
    for _ in range(5):
        yield Round(1, Counter({"answered": 1}))


def interrupted(_seed: int) -> Iterator[Round]:
    """Ctrl+C in the second round."""
    yield Round(7, findings={"a leak": lambda: "12 files"})
    raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def _campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, rounds in (("endless", endless), ("clean", clean), ("interrupted", interrupted)):
        monkeypatch.setitem(CAMPAIGNS, name, Campaign(f"a campaign that is {name}", "programs", rounds))


def test_each_defect_is_printed_once_with_its_text_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["endless", "--cases", "50", "--seed", "4"]) == 1
    printed = capsys.readouterr().out
    assert printed.count("DEFECT a wrong number\nx*x with seed 4") == 1
    assert printed.count("DEFECT an exception\nsin(") == 1
    assert re.search(r"endless: 50 programs in \d+ s, 2 defects\n    answered 45\n", printed)
    assert printed.endswith("2 defects found.\n")


def test_without_a_limit_in_cases_time_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["endless", "--seconds", "0.01"]) == 1
    assert "2 defects" in capsys.readouterr().out


def test_a_picture_that_does_not_come_in_time_is_reported_and_the_next_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def moments_of(_page: object, program: str, **_state: object) -> Iterator[tuple[float, Legibility]]:
        asked.append(program)
        if len(asked) == 2:
            raise NotShownError("not shown in time")
        yield 1.0, Legibility(least=12, smallest="a", texts=1, cards=1, share=1)

    monkeypatch.setattr("tests.servers.running_server", lambda *_: nullcontext("http://localhost"))
    monkeypatch.setattr("tests.browser.launching.running_chromium", lambda: nullcontext(MagicMock()))
    monkeypatch.setattr("tests.bench.legibility.examples_of", lambda _: [{"title": "Products", "program": "a*b"}])
    monkeypatch.setattr("tests.browser.legibility.moments_of", moments_of)
    assert command.main(["legibility", "--cases", "4"]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"DEFECT .+: Products\nnot shown in time\n", printed)
    assert re.search(r"legibility: 4 pictures in \d+ s, 1 defects?\n    not shown in time 1\n", printed)


def test_nothing_found_is_exit_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["clean"]) == 0
    assert re.search(r"clean: 5 programs in \d+ s, 0 defects", capsys.readouterr().out)


def test_ctrl_c_keeps_what_was_found_and_begins_nothing_further(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["interrupted", "clean"]) == 1
    printed = capsys.readouterr().out
    assert "DEFECT a leak\n12 files" in printed
    assert "Stopped." in printed
    assert "interrupted: 7 programs" in printed
    assert "clean" not in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "nothing is called nonsense; there are programs, operations"),
        (["clean", "--cases", "0"], "0 is not above 0"),
        (["clean", "--cases", "many"], "invalid whole number value: 'many'"),
        (["clean", "--seconds", "-1"], "-1 is not above 0"),
        (["clean", "--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_what_is_not_understood_gets_a_sentence_and_exit_status_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(arguments)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("seed", [0, 71, 20261124])
def test_routes_are_asked_whatever_the_seed(seed: int) -> None:
    assert next(CAMPAIGNS["routes"].rounds(seed)).counts["compared"]


@pytest.mark.parametrize("name", ["programs", "operations", "library-calls", "routes"])
def test_a_few_cases_of_each_that_runs_in_process_find_nothing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([name, "--cases", "3", "--seed", "2"]) == 0
    assert ", 0 defects" in capsys.readouterr().out
