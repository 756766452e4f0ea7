"""`import backpass`: its names, and that it imports nothing until one of them is used."""

import subprocess
import sys

import pytest

import backpass

PUBLIC = (
    {"CaptureError", "Graph", "Tensor", "backward", "capture", "autograd", "capture_jax", "nn", "optim", "record", "show"}
    | {"Function", "Operation", "custom_vjp", "defjvp", "defvjp", "primitive"}
    | {
        "elementwise_grad",
        "enable_grad",
        "grad",
        "hessian",
        "is_grad_enabled",
        "jacrev",
        "jvp",
        "no_grad",
        "set_grad_enabled",
        "value_and_grad",
    }
    | {"arange", "eye", "full", "linspace", "manual_seed", "ones", "ones_like", "rand", "randn", "tensor", "zeros", "zeros_like"}
)


def test_the_public_names_are_these_and_each_is_there() -> None:
    assert set(backpass.__all__) == PUBLIC == set(dir(backpass))
    assert all(getattr(backpass, name) is not None for name in PUBLIC)


def test_names_of_classes_and_modules_are_those_of_the_engine() -> None:
    from backpass.engine import Tensor
    from backpass.engine.learning import nn

    assert backpass.Tensor is Tensor
    assert backpass.nn.MLP is nn.MLP


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'backpass' has no attribute 'teaspoon'"):
        _ = backpass.teaspoon
    with pytest.raises(AttributeError, match="correction=1"):
        _ = backpass.std


def test_its_modules_are_imported_as_those_of_pytorch_are() -> None:
    import backpass.autograd as autograd  # noqa: PLR0402 - as PyTorch's modules are imported
    import backpass.nn as nn  # noqa: PLR0402
    import backpass.optim as optim  # noqa: PLR0402

    x = backpass.Tensor(3.0)
    optim.SGD([x], lr=0.1)
    assert nn.MLP is backpass.nn.MLP
    assert autograd.grad is backpass.grad
    with pytest.raises(AttributeError, match=r"'Linear'; it has MLP, .*backpass\.capture"):
        _ = nn.Linear


def test_a_traceback_shows_the_hint_below_the_message() -> None:
    program = "import numpy as np; from backpass import Tensor; np.asarray(Tensor([1.0]))"
    ended = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert "`x.detach()`" in ended.stderr.splitlines()[-1]


def test_operations_are_functions_of_it() -> None:
    assert backpass.tanh(backpass.Tensor(0.0)).item() == 0.0
    assert backpass.cat([backpass.ones(2), backpass.zeros(1)]).tolist() == [1.0, 1.0, 0.0]


def test_importing_it_imports_nothing_that_takes_time() -> None:
    """Aimed at below 0.15 s beyond NumPy; what is not imported cannot take longer on a slow machine."""
    program = (
        "import sys, backpass;"
        "print([name for name in ('numpy', 'backpass.engine', 'backpass.app', 'torch', 'jax', 'fastapi') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert said.strip() == "[]"
