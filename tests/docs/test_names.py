"""The list of names that tutorials use: counted once, and what becomes of each is asked of what reads programs."""

from collections import Counter

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.interpreter.signatures.parameter_meanings import PASSED_OVER
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from scripts import names


def test_the_list_is_sorted_and_says_where_it_comes_from() -> None:
    counted = names.counts()
    uses = list(counted["names"].values())
    assert uses == sorted(uses, reverse=True)
    assert len(counted["sources"]) >= 15
    assert sum(each["files"] for each in counted["sources"]) >= uses[0][0]


def test_all_of_what_is_used_most_is_read() -> None:
    first = list(names.counts()["names"])[: names.FIRST]
    found = Counter(names.status(each) for each in first)
    assert not found[names.REFUSED_BY_NAME]
    assert found[names.PASSED] < 10


def test_a_status_is_that_of_the_name_itself() -> None:
    assert names.status("torch.nn.Linear") == names.HONOURED
    assert names.status("torch.Tensor.add_") == names.HONOURED
    assert names.status("torch.nn.Linearr") == names.REFUSED_BY_NAME
    assert names.status("torch.Tensor.resize_") == names.REFUSED_BY_NAME
    assert names.status("torch.float32") == names.PASSED


def test_what_is_passed_over_can_be_spoken_of() -> None:
    for dotted in PASSED_OVER:
        run(parse(f"import {dotted.partition('.')[0]}\nfound = {dotted}\nx = 2.0\nx * x"))


def test_a_file_that_would_be_written_is_noted_and_one_that_would_be_read_refused() -> None:
    text = "import torch\nx = torch.tensor(2.0, requires_grad=True)\ntorch.save(x, 'x.pt')\nx * x"
    assert any("`save` does nothing here" in each.message for each in run(parse(text)).problems)
    with pytest.raises(ProblemError, match="reads a file"):
        run(parse(text.replace("torch.save(x, 'x.pt')", "y = torch.load('x.pt')")))
