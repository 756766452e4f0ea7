"""Summaries of large arrays: PyTorch's are those of NumPy, and both are what they say."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import torch

from backpass.engine.capture.pytorch import tensors
from backpass.engine.capture.summaries import BINS, COUNTED, recorded, summarised

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
    "in several pieces": torch.linspace(-2, 5, 200_003).tanh(),
    "transposed": (torch.arange(90_000, dtype=torch.float64).reshape(300, 300) / 7).T,
    "far apart": torch.tensor([1e300, 1e-300, *[0.0] * 1000], dtype=torch.float64),
    "close to one another": 1 + torch.linspace(0, 1e-6, 1100),
    "sixteen bits": torch.linspace(-1, 1, 1100).to(torch.bfloat16),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_a_summary_is_the_same_however_it_is_computed(name: str) -> None:
    tensor = ARRAYS[name]
    dtype = str(tensor.dtype).removeprefix("torch.")
    kept = tensors.kept(tensor).json()
    assert_alike(kept, summarised(tensor.double().numpy(), dtype, "cpu").json())
    assert_alike(kept, expected_of(tensor, kept["histogram"]["counted_every"]))
    assert_alike(tensors.summarised_on_device(tensor, dtype, "cpu").json(), expected_of(tensor, 1))


def expected_of(tensor: torch.Tensor, every: int) -> dict[str, Any]:
    """The summary, by NumPy's own functions and in one piece. `every`: of how many elements, in memory, one is counted."""
    numbers = tensor.double().numpy().ravel(order="K")
    finite = numbers[np.isfinite(numbers)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (None, None)
    largest = float(np.abs(finite).max(initial=0.0)) or 1.0
    ends = (finite.min() / largest, finite.max() / largest) if finite.size else (0.0, 0.0)
    counts = (
        np.histogram(finite[::every] / largest, BINS, ends)[0] if ends[0] < ends[1] else np.eye(BINS, dtype=int)[0] * finite.size
    )
    return {
        "shape": list(tensor.shape),
        "dtype": str(tensor.dtype).removeprefix("torch."),
        "device": "cpu",
        "min": low,
        "max": high,
        "mean": float((finite / largest).mean()) * largest if finite.size else None,
        "norm": float(np.linalg.norm(finite / largest)) * largest if finite.size else None,
        "zeros": float((numbers == 0).mean()),
        "nonfinite": float((~np.isfinite(numbers)).mean()),
        "histogram": {"from": low, "to": high, "counts": counts.tolist(), "counted_every": every},
    }


def assert_alike(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    ours, theirs = deepcopy(ours), deepcopy(theirs)
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


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("bits", [0x7F800001, 0xFFBFFFFF, 0x7FC00000])
def test_memory_that_was_never_written_is_recorded_without_a_warning(bits: int) -> None:
    """Such as a signalling NaN, which NumPy warns of where it is widened."""
    small = recorded(np.array([bits, 0], dtype=np.uint32).view(np.float32), "float32", "cpu")
    assert isinstance(small, np.ndarray)
    assert np.isnan(small[0])


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
    found = tensors.summarised_on_device(numbers, "float32", "cpu")
    assert (found.counts[0], found.counts[-1], sum(found.counts)) == (size - 1, 1, size)


@pytest.mark.parametrize("shape", [(COUNTED,), (COUNTED + 1,), (64, 3, 32, 32), (2048, 512), (1009, 1009)])
def test_the_histogram_of_a_large_array_is_that_of_a_sample_from_everywhere(shape: tuple[int, ...]) -> None:
    numbers = np.random.default_rng(0).normal(size=shape)
    found = summarised(numbers, "float64", "cpu")
    taken = np.zeros(numbers.size, dtype=bool)
    taken[:: found.counted_every] = True
    assert sum(found.counts) == taken.sum() <= COUNTED
    assert (found.counted_every == 1) == (numbers.size <= COUNTED)
    for axis, length in enumerate(shape):
        of_each = np.moveaxis(taken.reshape(shape), axis, 0).reshape(length, -1).sum(axis=1)
        assert of_each.max() - of_each.min() <= max(1, 0.1 * of_each.max()), f"axis {axis}"
    every = np.histogram(numbers, BINS, (found.min, found.max))[0] / numbers.size
    assert np.abs(np.array(found.counts) / taken.sum() - every).max() < 0.01
    assert (found.min, found.max, found.zeros) == (numbers.min(), numbers.max(), 0.0)


@pytest.mark.parametrize("code_runs", [True, False])
def test_views_of_the_same_numbers_have_the_same_record_but_for_their_shape(code_runs: bool) -> None:
    numbers = torch.linspace(-1, 3, 6000).tanh().reshape(20, 30, 10)
    records = tensors.Records(1000)
    for view in (
        numbers,
        numbers.mT,
        numbers.reshape(600, 10),
        numbers.permute(2, 1, 0),
        numbers[:, ::2],
        numbers[:, 1::2],
        numbers[5:],
        -numbers,
    ):
        if code_runs:
            records.code_ran()
        assert records.of(view) == tensors.kept(view)


def test_numbers_that_change_have_another_record() -> None:
    numbers = torch.linspace(-1, 3, 6000)
    records = tensors.Records(1000)
    for change in (lambda: numbers.mul_(2), lambda: numbers.data.mul_(2), lambda: numbers.data.clamp_(max=1), lambda: None):
        assert records.of(numbers) == tensors.kept(numbers)
        change()
        records.code_ran()
        assert records.of(numbers[None]) == tensors.kept(numbers[None])
