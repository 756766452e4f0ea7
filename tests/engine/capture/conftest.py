"""Tests that compare to the bit let one thread add: several add in the order in which they come. All of them need PyTorch."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

HAS_TORCH = importlib.util.find_spec("torch") is not None


class WithoutTorch(pytest.Module):
    def collect(self) -> NoReturn:
        pytest.skip("PyTorch is not installed")


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return None if HAS_TORCH else WithoutTorch.from_parent(parent, path=module_path)


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
