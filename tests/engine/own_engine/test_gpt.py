"""A GPT in one file on an engine of scalars: it prints what CPython prints, is right, and is found wrong where it is."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from backpass.app.api.gallery.gpt_example import PROGRAM
from backpass.app.settings import Settings
from backpass.engine.own_engine.answer import own_graph

LIMITS = replace(Settings().program_limits(), seconds=None)
FETCHED = PROGRAM.replace(
    """    with open("input.txt", "w") as file:
        file.write("ana\\nada\\ndana\\nnada\\nanna\\nadan\\n")
""",
    """    import urllib.request
    urllib.request.urlretrieve("https://example.org/names.txt", "input.txt")
""",
)


@pytest.fixture(scope="module")
def answer() -> Any:
    return own_graph(PROGRAM, LIMITS)


def test_ten_steps_print_what_cpython_prints(tmp_path: Path) -> None:
    text = PROGRAM.replace("STEPS = 5", "STEPS = 10")
    assert text != PROGRAM
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120)
    assert own_graph(text, LIMITS)["printed"] == done.stdout.splitlines()


def test_its_gradients_are_right_and_its_nodes_are_folded(answer: Any) -> None:
    about = answer["own_engine"]
    assert (about["verdict"], about["passes"], about["agreeing"]) == ("right", 5, about["compared"])
    kinds = {(group["kind"], group["name"]) for group in answer["groups"]}
    assert {("iteration", "place = 1"), ("iteration", "layer = 0"), ("iteration", "head = 1"), ("call", "softmax")} <= kinds
    assert answer["problems"] == []


def test_a_text_stands_in_for_the_file_that_it_fetches() -> None:
    assert FETCHED != PROGRAM
    answer = own_graph(FETCHED.replace("STEPS = 5", "STEPS = 1"), LIMITS)
    assert answer["printed"][:2] == ["words: 120", "tokens: 27"]
    assert (answer["own_engine"]["verdict"], len(answer["problems"])) == ("right", 1)
    assert "`input.txt` is not available here: a made-up text" in str(answer["problems"][0]["message"])


def test_a_wrong_slope_is_found_in_it() -> None:
    text = PROGRAM.replace("(power * self.data ** (power - 1),)", "(power * self.data ** power,)").replace(
        "STEPS = 5", "STEPS = 1"
    )
    mistake = own_graph(text, LIMITS)["own_engine"]["mistake"]
    assert (mistake["kind"], mistake["right"] == mistake["theirs"]) == ("wrong-local-derivative", False)
