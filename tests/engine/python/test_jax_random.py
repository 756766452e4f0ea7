"""Random numbers beside those that JAX draws from the same key."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from backpass.engine.python.libraries import jax_random

pytestmark = pytest.mark.skipif(find_spec("jax") is None, reason="JAX is not installed")
SEEDS = (0, 42, -1, 2**31 - 1)
SHAPES = ((), (1,), (50, 4))
BOUNDS = ((0, 10), (-5, 5), (3, 3), (7, 2), (0, 2**31 - 1))
DIGITS = {False: 3e-7, True: 1e-13}
"""Of what processors compute with other last digits: logarithms, and sums of products of 64 bits."""


@pytest.fixture(params=[False, True], ids=["32 bits", "64 bits"])
def is_wide(request: Any) -> Iterator[bool]:
    import jax

    before = jax.config.read("jax_enable_x64")
    jax.config.update("jax_enable_x64", request.param)
    yield request.param
    jax.config.update("jax_enable_x64", before)


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_are_those_of_jax(seed: int, is_wide: bool) -> None:
    import jax

    real, key = jax.random.PRNGKey(seed), jax_random.key_of(seed, is_wide=is_wide)
    assert tuple(np.asarray(real).tolist()) == key
    assert np.asarray(jax.random.split(real, 5)).tolist() == [list(each) for each in jax_random.split(key, 5)]
    for number in (0, 7, 2**32 - 1):
        assert tuple(np.asarray(jax.random.fold_in(real, number)).tolist()) == jax_random.folded(key, number)


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_are_those_of_jax(seed: int, is_wide: bool) -> None:
    import jax

    real, key = jax.random.PRNGKey(seed), jax_random.key_of(seed, is_wide=is_wide)
    for shape in SHAPES:
        for low, high in ((0.0, 1.0), (-1.5, 2.25)):
            found = jax_random.uniform(key, shape, low, high, is_wide=is_wide)
            wanted = np.asarray(jax.random.uniform(real, shape, minval=low, maxval=high))
            np.testing.assert_allclose(found, wanted, rtol=0, atol=0 if (low, high) == (0.0, 1.0) else DIGITS[is_wide])
        found = jax_random.normal(key, shape, is_wide=is_wide)
        assert found.dtype == (np.float64 if is_wide else np.float32)
        np.testing.assert_allclose(found, np.asarray(jax.random.normal(real, shape)), rtol=DIGITS[is_wide], atol=DIGITS[is_wide])
        for low, high in BOUNDS:
            wanted = np.asarray(jax.random.randint(real, shape, low, high))
            np.testing.assert_array_equal(jax_random.integers(key, shape, low, high, is_wide=is_wide), wanted)


@pytest.mark.parametrize("count", [1, 5, 3000])
def test_orders_are_those_of_jax(count: int, is_wide: bool) -> None:
    import jax

    wanted = np.asarray(jax.random.permutation(jax.random.PRNGKey(3), count))
    np.testing.assert_array_equal(jax_random.order(jax_random.key_of(3, is_wide=is_wide), count), wanted)
