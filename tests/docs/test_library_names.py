"""The page of names: every name of PyTorch is on it once, with a reason where it is missing, and what it says is true."""

import numpy as np
import pytest

from backpass import Function, Operation, Tensor, nn, optim
from backpass.engine.library import FunctionContext
from scripts.library_names import DIFFERS, MICROGRAD, REASONS, TEACHING, has, pytorch_names, reason


class Cube(Operation):
    def forward(self, x: Tensor) -> Tensor:
        return x**3

    def backward(self, upstream_grad: Tensor) -> tuple[Tensor]:
        (x,) = self.parents
        return (3 * x**2 * upstream_grad,)


class Square(Function):
    @staticmethod
    def forward(ctx: FunctionContext, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: FunctionContext, upstream: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return 2 * x * upstream


SHOWN = [
    *((name, each.shown) for name, each in DIFFERS.items()),
    *((each.name, each.shown) for each in MICROGRAD),
    *((each.name, each.shown) for names in TEACHING.values() for each in names),
]


@pytest.mark.parametrize(("name", "expression"), SHOWN, ids=[name for name, _ in SHOWN])
def test_what_the_page_says_of_a_name_is_true(name: str, expression: str) -> None:
    names = {
        "np": np,
        "nn": nn,
        "optim": optim,
        "Tensor": Tensor,
        "FunctionContext": FunctionContext,
        "Cube": Cube,
        "Square": Square,
        "x": Tensor([1.0, 2.0, 4.0]),
        "m": Tensor([[1.0, 2.0], [3.0, 4.0]]),
        "s": Tensor(3.0),
    }
    assert bool(eval(expression, names)) is True, name


def test_every_missing_name_has_a_reason_and_every_reason_a_name() -> None:
    missing = [name for name in pytorch_names() if not has(name)]
    assert [name for name in missing if reason(name) is None] == []
    assert {reason(name) for name in missing} == set(REASONS)


def test_differences_are_of_names_that_there_are() -> None:
    assert set(DIFFERS) <= {name for name in pytorch_names() if has(name)}


def test_the_names_are_those_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    theirs = {name for name in dir(torch.Tensor) if not name.startswith("_")}
    if torch.__version__.startswith("2.13"):
        assert pytorch_names() == sorted(theirs)
    else:  # names come and go with versions, and few of them
        assert len(theirs ^ {*pytorch_names()}) < 60
