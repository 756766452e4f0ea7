"""Layers that normalise, that resize images, and stacks of transformer layers, beside PyTorch's."""

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance.layers.test_containers_and_margins import _agree as agree

HEADER = """
import torch
import torch.nn as nn
import torch.nn.functional as F
x = ((torch.arange(64.0).reshape(2, 4, 2, 4) * 0.7) % 3 - 1).requires_grad_()
w = torch.arange(64.0) / 10
"""


@pytest.mark.parametrize(
    "out",
    [
        "F.group_norm(x, 2)",
        "F.group_norm(x, 4, torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.ones(4), 0.1)",
        "F.instance_norm(x)",
        "F.instance_norm(x, weight=torch.tensor([1.0, 2.0, 3.0, 4.0]), eps=0.1)",
        "nn.InstanceNorm2d(4)(x)",
        "nn.InstanceNorm2d(4, affine=True)(x[0])",
        "nn.InstanceNorm1d(4)(x.reshape(2, 4, 8))",
        "F.rms_norm(x, [4])",
        "nn.RMSNorm([2, 4], eps=0.1)(x)",
        "nn.RMSNorm(4)(x)",
        "nn.PixelShuffle(2)(x)",
        "nn.PixelUnshuffle(2)(x)",
        "F.pixel_shuffle(x[0], 2)",
        "nn.Upsample(scale_factor=2)(x)",
        "F.interpolate(x, scale_factor=(1, 3), mode='nearest')",
        "F.interpolate(x[0], scale_factor=2.0)",
        "nn.ZeroPad2d(1)(x)",
        "nn.ZeroPad2d((0, 1, 2, 0))(x)",
        "nn.ConstantPad1d(1, 2.5)(x[0])",
        "nn.ReflectionPad2d(1)(x)",
        "nn.ReflectionPad2d((3, 0, 1, 1))(x[0])",
        "nn.ReflectionPad1d((2, 3))(x[0])",
        "nn.ReplicationPad2d((2, 1, 0, 3))(x)",
        "nn.ReplicationPad1d(5)(x[0, 1:])",
        "nn.CircularPad2d((4, 1, 2, 0))(x)",
        "F.pad(x[0], (1, 2), mode='circular')",
        "F.pad(x[0], (1, 2), mode='reflect') ** 2",
        "nn.Unflatten(1, (2, 2))(x)",
        "F.unfold(x, 2)",
        "F.unfold(x[0], (1, 2), padding=1, stride=(1, 2))",
        "nn.Unfold((2, 2), dilation=(1, 2), padding=(1, 0), stride=1)(x)",
    ],
)
def test_layers_that_normalise_or_resize_are_pytorchs(out: str) -> None:
    agree(
        f"{HEADER}out = {out}\nloss = (out.flatten()[:32] ** 2 * w[:32]).sum()\nloss.backward()\n"
        "print(list(out.shape), out.sum().item())\nprint(x.grad.flatten().tolist())\n"
    )


@pytest.mark.parametrize("options", ["", ", norm=nn.LayerNorm(4)"])
def test_a_stack_of_transformer_layers_starts_with_copies_of_one(options: str) -> None:
    agree(
        f"""{HEADER}
layer = nn.TransformerEncoderLayer(d_model=4, nhead=2, dim_feedforward=8, dropout=0.0, batch_first=True)
for i, p in enumerate(layer.parameters()):
    p.data = torch.sin(torch.arange(float(p.numel())) + i).reshape(p.shape)
stack = nn.TransformerEncoder(layer, num_layers=2{options})
out = stack(x.reshape(4, 4, 4))
loss = (out.flatten() * w).sum()
loss.backward()
print(loss.item(), len(list(stack.parameters())))
print([name for name, p in stack.named_parameters()][:3])
print(x.grad.flatten().tolist())
print(stack.layers[0].linear1.weight.grad.tolist(), stack.layers[1].linear1.weight.grad.tolist())
"""
    )


@pytest.mark.parametrize(
    "call",
    [
        "F.interpolate(x, size=(4, 8), scale_factor=2)",
        "F.interpolate(x, size=(4, 8), mode='bicubic')",
        "F.interpolate(x, size=(4, 8), align_corners=True)",
        "F.group_norm(x, 3)",
        "F.instance_norm(x[0, 0])",
        "nn.InstanceNorm2d(4, track_running_stats=True)",
        "nn.PixelShuffle(3)(x)",
        "F.rms_norm(x, [5])",
        "F.unfold(x, 5)",
        "F.unfold(x[0, 0], 2)",
        "F.unfold(x, 2, stride=0)",
        "F.multi_margin_loss(x[0, :, 0], torch.tensor([0, 7, 0, 0]))",
        "F.gaussian_nll_loss(x, x, x)",
        "F.triplet_margin_loss(x, x, x, margin=-1.0)",
        "nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 1)(x[0], is_causal=True)",
    ],
)
def test_what_is_not_understood_of_them_is_refused(call: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(f"{HEADER}{call}"))
