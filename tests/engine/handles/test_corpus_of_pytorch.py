"""The programs of PyTorch in the corpus, with the numbers of the library."""

import numpy as np
import pytest

from tests.corpus.corpus import answers, entries, numbers
from tests.engine.handles.test_against_pytorch import printed_here

_OTHERS = ("import numpy", "import jax", "import tensorflow")
PROGRAMS = {
    entry.key: entry.text
    for entry in entries()
    if "import torch" in entry.text and not entry.formula and not any(each in entry.text for each in _OTHERS)
}
ANSWERS = answers()


@pytest.mark.parametrize("key", PROGRAMS)
def test_a_program_of_the_corpus_prints_the_numbers_of_the_library(key: str) -> None:
    np.testing.assert_allclose(numbers(printed_here(PROGRAMS[key])), ANSWERS[key], rtol=3e-4, atol=1.01e-4)


def test_the_corpus_has_many_of_them() -> None:
    assert len(PROGRAMS) > 60
