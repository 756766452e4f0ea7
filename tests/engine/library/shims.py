"""The names of micrograd and of HIPS autograd for ours, so that programs and tests written for them run on `engine`.

python -m pytest -p tests.engine.library.shims path/to/autograd/tests/test_scalar_ops.py
python -m pytest -p tests.engine.library.shims path/to/micrograd/test/test_engine.py
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from backpass import engine
from backpass.engine import Tensor

_draw = np.random.default_rng(1)


def check_grads(function: Callable[..., Any], modes: object = (), order: int = 2) -> Callable[..., None]:
    """HIPS autograd's: derivatives up to an order against differences, along random directions and by every argument."""

    def check(*arguments: Any) -> None:
        for place in range(len(arguments)):
            weights = _draw.normal(size=np.shape(function(*arguments)))

            def weighted(*given: Any, weights: Any = weights) -> Any:
                return np.sum(function(*given) * weights)

            gradient = engine.grad(weighted, place)
            direction = _draw.normal(size=np.shape(arguments[place]))
            moved = [
                [*arguments[:place], arguments[place] + sign * 5e-7 * direction, *arguments[place + 1 :]] for sign in (1, -1)
            ]
            numeric = float(weighted(*moved[0]) - weighted(*moved[1])) / 1e-6
            exact = float(np.sum(gradient(*arguments) * direction))
            assert abs(exact - numeric) < 1e-6 or abs(exact - numeric) < 1e-6 * abs(exact + numeric), (exact, numeric)
            if order > 1:
                check_grads(gradient, modes, order - 1)(*arguments)

    return check


def _module(name: str, **members: Any) -> None:
    made = ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made


def pytest_configure() -> None:
    """Puts the names in place, where this module is loaded as a plugin; importing it changes nothing."""
    _module("micrograd", __path__=[])
    _module("micrograd.engine", Value=Tensor)
    _module("autograd", __path__=[], grad=engine.grad, value_and_grad=engine.value_and_grad, numpy=np)
    _module("autograd.test_util", check_grads=check_grads)
    sys.modules["autograd.numpy"] = np
    sys.modules["autograd.numpy.random"] = np.random
