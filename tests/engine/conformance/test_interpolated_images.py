"""`interpolate` and `autograd.backward` of PyTorch beside the installed one: what they print, with gradients."""

import contextlib
import io
import re

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

_HEAD = "import torch\nimport torch.nn.functional as F\n"
_IMAGE = "x = torch.tensor([[[[1., 2., -1.], [0.5, 3., 4.]]]], dtype=torch.float64, requires_grad=True)\n"
_ROW = "x = torch.tensor([[[1., 2., -1., 0.5]]], dtype=torch.float64, requires_grad=True)\n"
_PASS = "print(y)\n(y * torch.arange(float(y.numel()), dtype=torch.float64).reshape(y.shape)).sum().backward()\nprint(x.grad)"
_LEAF = "x = torch.tensor(2., requires_grad=True)\nv = torch.tensor([1., 2.], requires_grad=True)\n"


def _calls() -> list[str]:
    ways = [
        "scale_factor=2, mode='bilinear'",
        "scale_factor=2, mode='bilinear', align_corners=True",
        "scale_factor=(1.5, 3), mode='bilinear', align_corners=False",
        "size=(3, 5), mode='bilinear'",
        "size=(1, 2), mode='bilinear', align_corners=True",
        "size=(1, 2), mode='bilinear'",
        "size=4",
        "size=(1, 5)",
        "scale_factor=1.5",
        "scale_factor=(0.5, 2)",
        "scale_factor=3",
    ]
    rows = ["size=7, mode='linear'", "scale_factor=0.5, mode='linear'", "size=3, mode='linear', align_corners=True", "size=6"]
    return [
        *(_HEAD + _IMAGE + f"y = F.interpolate(x, {way})\n" + _PASS for way in ways),
        *(_HEAD + _ROW + f"y = F.interpolate(x, {way})\n" + _PASS for way in rows),
        _HEAD + _LEAF + "torch.autograd.backward([x*x, x*3])\nprint(x.grad)",
        _HEAD + _LEAF + "torch.autograd.backward(x*x)\nprint(x.grad)",
        _HEAD + _LEAF + "torch.autograd.backward([v*x, x*3], [torch.tensor([1., 10.]), torch.tensor(2.)])\nprint(x.grad, v.grad)",
        _HEAD + _LEAF + "torch.autograd.backward(v*x, torch.tensor([1., 10.]))\nprint(x.grad, v.grad)",
        _HEAD + _LEAF + "torch.autograd.backward((x*x, (v*x).sum()))\nprint(x.grad, v.grad)",
        _HEAD + _LEAF + "y = x.data\nprint(y.is_leaf, y.grad, y.grad_fn, y.requires_grad, y.ndim)",
    ]


def _numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", re.sub(r"dtype=\S+|grad_fn=\S+", "", text))]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", _calls())
def test_what_is_printed_is_what_pytorch_prints(program: str) -> None:
    pytest.importorskip("torch")
    lines = io.StringIO()
    with contextlib.redirect_stdout(lines):
        exec(compile(program, "program", "exec"), {})
    ours = "\n".join(run(parse(program)).printed)
    assert np.allclose(_numbers(ours), _numbers(lines.getvalue()), atol=2e-4)
    assert [each in ours for each in ("True", "False", "None")] == [
        each in lines.getvalue() for each in ("True", "False", "None")
    ]


def test_jax_is_named_where_its_updates_pick_a_place_twice() -> None:
    program = "import jax.numpy as jnp\nv = jnp.array([1., 2.])\njnp.zeros(2).at[jnp.array([0, 0])].max(v)"
    with pytest.raises(ProblemError, match=r"`\.at\[…\]\.max` writes to one element several times"):
        run(parse(program))
