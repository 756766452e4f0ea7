"""Summaries of large arrays: PyTorch's are those of NumPy, and both are what they say."""

import numpy as np
import pytest
import torch

from engine.capture.pytorch import tensors
from engine.capture.summaries import BINS, recorded, summarised

ARRAYS = {
    "normal": torch.linspace(-3, 4, 2001) ** 3,
    "with NaN and infinities": torch.tensor([float("nan"), float("inf"), -float("inf"), *[0.5, 0.0, -2.0] * 500]),
    "nothing finite": torch.full((1500,), float("nan")),
    "all alike": torch.full((40, 30), 2.5),
    "zeros": torch.zeros(1200),
    "float64, very large": torch.linspace(-1, 1, 1100, dtype=torch.float64) * 1e300,
    "very small": torch.linspace(0, 1, 1100) * 1e-38,
    "whole numbers": torch.arange(1300) % 7,
    "truth values": torch.arange(1300) % 2 == 0,
    "sixteen bits": torch.linspace(-1, 1, 1100).to(torch.bfloat16),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_a_summary_is_the_same_however_it_is_computed(name: str) -> None:
    tensor = ARRAYS[name]
    ours = tensors.kept(tensor).json()
    theirs = summarised(tensor.double().numpy(), str(tensor.dtype).removeprefix("torch."), "cpu").json()
    counts, expected = (np.cumsum(each["histogram"].pop("counts")) for each in (ours, theirs))
    assert np.abs(counts - expected).max() <= 2, "numbers at the border of two bins"
    assert counts[-1] == expected[-1]
    assert len(counts) == BINS
    for one, other in ((ours, theirs), (ours.pop("histogram"), theirs.pop("histogram"))):
        assert {key: each for key, each in one.items() if isinstance(each, str | list)} == {
            key: each for key, each in other.items() if isinstance(each, str | list)
        }
        for key, each in one.items():
            if not isinstance(each, str | list):
                assert each == (None if other[key] is None else pytest.approx(other[key], rel=1e-6)), key


def test_a_small_array_is_a_copy_and_a_number_a_float() -> None:
    array = np.ones((2, 3))
    kept = recorded(array, "float64", "cpu")
    array[0, 0] = 5.0
    assert isinstance(kept, np.ndarray)
    assert kept.tolist() == [[1.0] * 3] * 2
    assert recorded(np.array(2, dtype=np.int64), "int64", "cpu") == 2.0


def test_tensors_of_other_layouts_are_kept() -> None:
    sparse = torch.eye(3).to_sparse()
    kept = tensors.kept(sparse)
    assert isinstance(kept, np.ndarray)
    assert np.array_equal(kept, np.eye(3))
    assert tensors.kept(torch.empty(2, 2, device="meta")) is None


def test_a_histogram_counts_beyond_what_float32_can() -> None:
    size = 2**24 + 5
    numbers = torch.zeros(size)
    numbers[-1] = 1.0
    found = tensors.summarised(numbers, "float32", "cpu")
    assert (found.counts[0], found.counts[-1], sum(found.counts)) == (size - 1, 1, size)
