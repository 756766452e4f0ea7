"""Devices and types of numbers, which are passed over, and what is drawn at random."""

from typing import Any

import numpy as np

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from tests.engine.conformance.test_sweep import NUMPY, TORCH


def noted(text: str) -> list[str]:
    """The messages of what is said of a program."""
    return [problem.message for problem in run(parse(text)).problems]


def test_devices_and_narrow_types_are_noted_once() -> None:
    text = TORCH + "B = A.to('cuda').float().cpu().to(torch.float32)\nC = torch.zeros(2, dtype=torch.float32)\n(A + B + C).sum()"
    notes = noted(text)
    assert sum("Devices are ignored" in each for each in notes) == 1
    assert sum("computes with 32 bits" in each for each in notes) == 1
    assert len(notes) == 2
    (narrow,) = noted(NUMPY + "np.sum(A * np.float32(2.0)) + np.float32(1.0)")
    assert "`float32` with about 7 digits" in narrow


def test_a_type_can_be_asked_for_printed_and_compared() -> None:
    text = TORCH + "print(A.dtype, torch.tensor([1, 2]).dtype, A.device, A.dtype == torch.double)\nA.sum()"
    assert run(parse(text)).printed == ["torch.float64 torch.int64 cpu True"]


KEYS = """
import jax
from jax import random
x = 2.0
key = random.PRNGKey(7)
keys = random.split(key, 3)
one, two = random.split(key)
"""


def drawn(text: str) -> Any:
    """The numbers of a program."""
    return np.asarray(run(parse(text)).output.data)


def test_what_is_drawn_with_a_key_of_jax_follows_from_the_key_alone() -> None:
    first = drawn(KEYS + "x * random.normal(keys[1], (200,))")
    again = drawn(KEYS + "random.uniform(one)\nx * jax.random.normal(random.split(random.key(7), num=3)[1], shape=(200,))")
    assert first.tolist() == again.tolist()
    others = [
        drawn(KEYS + f"x * random.normal({key}, (200,))") for key in ("key", "keys[0]", "one", "two", "random.fold_in(key, 1)")
    ]
    assert all(not np.isclose(other, first).any() for other in others)
    assert abs(first.mean()) < 0.5
    assert 1.5 < first.std() < 2.5
    assert sum("draws other random numbers" in each for each in noted(KEYS + "x * random.normal(one) * random.uniform(two)")) == 1


def test_draws_stay_within_what_is_asked_for() -> None:
    uniform = drawn(KEYS + "x / 2 * random.uniform(one, (500,), minval=-3.0, maxval=-1.0)")
    assert -3 <= uniform.min() < -2.9
    assert -1.1 < uniform.max() < -1
    assert -3 <= drawn(KEYS + "x / 2 * random.uniform(one, minval=-3.0, maxval=-2.0)") < -2
    assert set(drawn(KEYS + "x / 2 * random.bernoulli(one, shape=(50,))")) == {0, 1}
    assert set(drawn(KEYS + "x / 2 * random.randint(one, (100,), -1, 2)")) == {-1, 0, 1}
    assert sorted(drawn(KEYS + "x / 2 * random.permutation(one, 6)")) == [0, 1, 2, 3, 4, 5]
    assert set(drawn(KEYS + "x / 2 * random.bernoulli(one, 0.5, (50,))")) == {0, 1}
    assert set(drawn(TORCH + "torch.randint(3, (100,)) + 0 * A.sum()")) == {0, 1, 2}
    assert set(drawn(TORCH + "torch.randint(low=4, high=6, size=(50,)) + 0 * A.sum()")) == {4, 5}
    assert sorted(drawn(TORCH + "torch.randperm(4) + 0 * A.sum()")) == [0, 1, 2, 3]
    normal = drawn(TORCH + "torch.normal(5.0, 0.1, size=(100,)) + 0 * A.sum()")
    assert 4.9 < normal.mean() < 5.1
    assert drawn(TORCH + "torch.normal(A, torch.zeros(2)) * 1.0").tolist() == [[1, 5], [7, 2]]


def test_a_generator_of_pytorch_has_numbers_of_its_own() -> None:
    text = TORCH + "g = torch.Generator().manual_seed(3)\nh = torch.Generator()\nh.manual_seed(3)\n"
    assert drawn(text + "A[0] + torch.randn(2, generator=g) - torch.randn((2,), generator=h)").tolist() == [1, 5]
    assert drawn(text + "A[0] + torch.rand(2, generator=g) - torch.rand(2)").tolist() != [1, 5]


def test_whole_numbers_of_numpy_are_those_that_numpy_draws() -> None:
    state, generator = np.random.RandomState(4), np.random.default_rng(4)
    numpy = NUMPY + "np.random.seed(4)\nrng = np.random.default_rng(4)\n"
    assert drawn(numpy + "np.random.randint(0, 9, (2, 2)) + 0 * A").tolist() == state.randint(0, 9, (2, 2)).tolist()
    assert drawn(numpy + "rng.integers(5, size=2) + 0 * A[0]").tolist() == generator.integers(5, size=2).tolist()
    assert (
        drawn(numpy + "np.random.normal(scale=0.1, size=2) + 0 * A[0]").tolist()
        == np.random.RandomState(4).normal(scale=0.1, size=2).tolist()
    )
    assert (
        drawn(numpy + "np.random.uniform(high=3.0, size=2) + 0 * A[0]").tolist()
        == np.random.RandomState(4).uniform(high=3.0, size=2).tolist()
    )
    assert drawn(numpy + "rng.permutation(2) + 0 * A[0]").tolist() == np.random.default_rng(4).permutation(2).tolist()
