"""The corpus as a whole: no program is wrong, each refusal was judged clear, and most programs give the right numbers."""

import sys
from collections import Counter

import pytest

from tests.corpus.corpus import Fate, answers, clear_refusals, entries, fate

FEWEST_RIGHT = 0.85
"""The share of programs that give the library's numbers, with a note or without."""


def test_the_corpus_gives_the_numbers_of_the_real_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    recorded, clear = answers(), clear_refusals()
    counted: Counter[Fate] = Counter()
    failed: list[str] = []
    for entry in entries():
        found, why = fate(entry, recorded[entry.key], clear)
        counted[found] += 1
        if found in (Fate.WRONG, Fate.CONFUSING):
            failed.append(f"{found}: {entry.key}: {why}")
    with capsys.disabled():
        sys.stdout.write(f"\n{counted.total()} programs: {', '.join(f'{each} {counted[each]}' for each in Fate)}\n")
    assert not failed, "\n".join(failed)
    assert counted.total() >= 300
    assert counted[Fate.RIGHT] + counted[Fate.NOTED] >= FEWEST_RIGHT * counted.total()


def test_what_is_recorded_belongs_to_a_program() -> None:
    keys = [entry.key for entry in entries()]
    assert len(set(keys)) == len(keys)
    assert set(answers()) == set(keys)
    assert set(clear_refusals()) <= set(keys)


def test_a_wrong_number_is_found() -> None:
    entry = next(entry for entry in entries() if entry.key == "pytorch: scalar chain")
    assert fate(entry, [0.5, 0.5], {})[0] is Fate.WRONG
    formula = next(entry for entry in entries() if entry.key == "wikipedia: kinetic energy")
    right = answers()[formula.key]
    assert fate(formula, right, {})[0] in (Fate.RIGHT, Fate.NOTED)
    assert fate(formula, {**right, "gradients": {"m": 1.0}}, {})[0] is Fate.WRONG
