"""Recurrent layers and attention beside PyTorch's: values, shapes and gradients."""

import random

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance.layers.test_images import FILL, image
from tests.engine.conformance.layers.test_layers_and_scipy import compared
from tests.engine.conformance.test_sweep import TORCH

X = image((4, 2, 3), random.Random(3), "x") + image((2, 2, 2), random.Random(4), "h") + FILL


@pytest.mark.filterwarnings("ignore:Support for mismatched")
@pytest.mark.parametrize(
    "body",
    [
        "m = fill(nn.RNN(3, 2))\nout, last = m(x)\nout = out * last",
        "m = fill(nn.RNN(3, 2, 2, 'relu', False))\nout, last = m(x, h)\nout = out.sum() * last",
        "m = fill(nn.RNN(3, 2, nonlinearity='relu', batch_first=True))\nout, last = m(x)\nout = out.sum() * last",
        "m = fill(nn.RNN(3, 2, bidirectional=True))\nout, last = m(x, h)\nout = out ** 2 + last.sum()",
        "m = fill(nn.LSTM(3, 2))\nout, (a, c) = m(x)\nout = out * a + c",
        "m = fill(nn.LSTM(3, 2, 2, batch_first=True, dropout=0.5)).eval()\nout, state = m(x)\nout = out.sum() * state[1]",
        "m = fill(nn.LSTM(3, 2, bidirectional=True, bias=False))\nout, (a, c) = m(x, (h, 2 * h))\nout = out.sum() * a + c",
        "m = fill(nn.LSTM(3, 4, proj_size=2))\nout, (a, c) = m(x)\nout = out.sum() * a + c.sum()",
        "m = fill(nn.GRU(3, 2))\nout, last = m(x)\nout = out * last",
        "m = fill(nn.GRU(3, 2, 2, bidirectional=True, batch_first=True))\nout, last = m(x)\nout = out.sum() * last",
        "m = fill(nn.GRU(3, 2))\nout, last = m(x[:, 0], h[:1, 0])\nout = out * last",
        "m = fill(nn.LSTM(3, 2))\nout, (a, c) = m(x[:, 0], (h[:1, 0], h[:1, 1]))\nout = out * a + c",
        "m = fill(nn.RNNCell(3, 2))\nout = m(x[0], m(x[1]))",
        "m = fill(nn.RNNCell(3, 2, False, 'relu'))\nout = m(x[0, 0])",
        "m = fill(nn.LSTMCell(3, 2))\na, c = m(x[0])\na, c = m(x[1], (a, c))\nout = a * c",
        "m = fill(nn.GRUCell(3, 2, bias=False))\nout = m(x[0], m(x[1], h[0]))",
        "out = F.scaled_dot_product_attention(x, 2 * x, x ** 2)",
        "out = F.scaled_dot_product_attention(x, x, x, is_causal=True, scale=0.3)",
        "out = F.scaled_dot_product_attention(x, x, x, attn_mask=torch.tensor([[0.0, 1.0], [-1.0, 0.5]]))",
        "out = F.scaled_dot_product_attention(x, x, x, torch.tril(torch.ones(2, 2)) > 0)",
        "m = fill(nn.MultiheadAttention(4, 2, batch_first=True))\ny = F.pad(x, (0, 1))\nout = m(y, y, y)[0] ** 2",
        "m = fill(nn.MultiheadAttention(3, 1))\nout, w = m(x, x[1:], x[1:], need_weights=False)\nout = out ** 2",
        "m = fill(nn.MultiheadAttention(3, 3, bias=False))\nout, w = m(x, x, x, average_attn_weights=False)\nout = out.sum() * w",
        "m = fill(nn.MultiheadAttention(3, 1))\nmask = torch.triu(torch.ones(4, 4), 1) > 0\nout = m(x, x, x, attn_mask=mask)[0]",
        "m = fill(nn.MultiheadAttention(3, 1))\nout = m(x, x, x, x[:, :, 0].T > 1.5, attn_mask=torch.ones(4, 4))[0]",
        "m = fill(nn.MultiheadAttention(3, 1))\nout = m(x[:, 0], x[:, 1], x[:, 1])[0]",
        "m = fill(nn.TransformerEncoderLayer(3, 1, 4, 0.0, batch_first=True))\nout = m(x) ** 2",
        "m = fill(nn.TransformerEncoderLayer(3, 1, 4, activation='gelu', norm_first=True)).eval()\nout = m(x) ** 2",
    ],
)
def test_sequences_give_pytorch_s_numbers(body: str) -> None:
    compared(X + body + "\n", ("x",))


def test_parameters_have_pytorch_s_names() -> None:
    torch = pytest.importorskip("torch")
    text = "import torch\nm = torch.nn.{}\nprint([(name, tuple(p.shape)) for name, p in m.named_parameters()])\nx = 1.0\nx*x"
    for made in ("LSTM(3, 4, 2, bidirectional=True, proj_size=2)", "GRU(3, 4, bias=False)", "MultiheadAttention(4, 2)"):
        real = [(name, tuple(each.shape)) for name, each in eval(f"torch.nn.{made}", {"torch": torch}).named_parameters()]
        assert run(parse(text.format(made))).printed == [str(real)]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("nn.RNN(3, 2, nonlinearity='sigmoid')", "`nonlinearity` of `torch.nn.RNN`"),
        ("nn.LSTM(3, 2)(x[0, 0])", "A sequence"),
        ("nn.MultiheadAttention(3, 2)", "multiple of the number of heads"),
        ("nn.MultiheadAttention(3, 1, add_zero_attn=True)", "`add_zero_attn` of"),
        ("nn.MultiheadAttention(3, 1, kdim=2)", "`kdim` of"),
        ("F.scaled_dot_product_attention(x, x, x, enable_gqa=True)", "`enable_gqa` of"),
        ("nn.TransformerEncoderLayer(3, 1, activation='selu')", "`activation` of"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(body: str, said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        run(parse(TORCH + "from torch import nn\n" + X + body + "\nx.sum()"))
