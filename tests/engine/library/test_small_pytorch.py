"""Small programs for PyTorch, run on the library with the import line changed: they print what they print there."""

import contextlib
import io

import numpy as np
import pytest

import backpass
from backpass.engine import CallError, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

pytest.importorskip("torch")

PROGRAMS = {
    "autograd": """
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
y = (w * x + torch.exp(-x)).pow(2).sum()
y.backward()
print(y.item(), x.grad.item(), w.grad.tolist())
""",
    "a polynomial of degree three": """
x = torch.linspace(-3.0, 3.0, 50, dtype=torch.float64)
y = torch.sin(x)
a = torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
b = torch.tensor(0.8, dtype=torch.float64, requires_grad=True)
d = torch.tensor(-0.05, dtype=torch.float64, requires_grad=True)
for step in range(40):
    loss = (a + b * x + d * x**3 - y).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        for p in (a, b, d):
            p -= 1e-4 * p.grad
            p.grad = None
print(loss.item(), a.item(), b.item(), d.item())
""",
    "two layers by hand": """
x = torch.arange(0.0, 1.0, 0.25, dtype=torch.float64).reshape(4, 1) @ torch.ones(1, 3, dtype=torch.float64)
w1 = (0.1 * torch.eye(3, 5, dtype=torch.float64) + 0.05).detach().requires_grad_()
w2 = torch.full((5, 2), 0.3, dtype=torch.float64, requires_grad=True)
target = torch.zeros_like(x[:, :2]) + torch.ones(2, dtype=torch.float64)
for _ in range(30):
    loss = ((x.mm(w1).clamp(min=0).mm(w2) - target) ** 2).mean()
    if w1.grad is not None:
        w1.grad.zero_()
        w2.grad.zero_()
    loss.backward()
    with torch.no_grad():
        w1 -= 0.1 * w1.grad
        w2 -= 0.1 * w2.grad
print(loss.item(), w1.tolist(), w2.tolist())
""",
    "an optimiser": """
w = torch.tensor([1.0, -1.0], dtype=torch.float64, requires_grad=True)
b = torch.zeros(1, dtype=torch.float64, requires_grad=True)
optimizer = torch.optim.Adam([w, b], lr=0.1, betas=(0.8, 0.99))
x = torch.tensor([[1.0, 2.0], [0.5, -1.0], [-2.0, 0.3]], dtype=torch.float64)
y = torch.tensor([1.0, 0.0, 1.0], dtype=torch.float64)
for _ in range(25):
    p = torch.sigmoid(x @ w + b)
    loss = -(y * torch.log(p) + (1 - y) * torch.log(1 - p)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), w.tolist(), b.tolist())
""",
    "a function and a module of one's own": """
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x**2 * g
class Line(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.tensor(1.5, requires_grad=True)
    def forward(self, x):
        return Cube.apply(self.w * x)
line = Line()
out = line(torch.tensor(2.0))
out.backward()
second = torch.autograd.grad(Cube.apply(line.w), line.w, create_graph=True)[0]
print(out.item(), line.w.grad.item(), second.item())
""",
    "rows, parts and choices": """
x = torch.tensor([[1.0, -2.0, 0.5], [3.0, 0.0, -1.0]], dtype=torch.float64, requires_grad=True)
parts = torch.cat([x[:, :1], torch.relu(x[:, 1:])], dim=1)
loss = torch.where(x > 0, parts, parts * 0.1).sum() + torch.softmax(x, dim=1)[:, 0].sum() + torch.stack([x[0], x[1]]).norm()
loss.backward()
print(loss.item(), x.grad.tolist(), x.max().item(), x.sum(dim=0).tolist(), x.mean(dim=1, keepdim=True).tolist())
""",
}


def printed(text: str) -> list[float]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(text, "program", "exec"), {"__name__": "__main__"})
    plain = said.getvalue().replace("[", " ").replace("]", " ").replace(",", " ").replace("True", "1")
    return [float(word) for word in plain.split()]


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_prints_the_same_with_the_import_line_changed(program: str) -> None:
    ours = printed("import backpass as torch\n" + program)
    theirs = printed("import torch\n" + program)
    assert len(ours) == len(theirs) > 1
    assert np.allclose(ours, theirs, rtol=1e-6, atol=1e-12)


def test_random_numbers_are_those_of_a_program_that_is_typed() -> None:
    backpass.manual_seed(7)
    ours = [*backpass.randn(3).tolist(), *backpass.rand(2).tolist()]
    typed = run(parse("import torch\ntorch.manual_seed(7)\na = torch.randn(3)\nb = torch.rand(2)\nout = torch.cat([a, b]) * 1"))
    assert typed.output.raw.tolist() == ours


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("zeros(-1)", "is not a shape"),
        ("ones(2.5)", "is not a shape"),
        ("randn([2, True])", "is not a shape"),
        ("arange(0, 1, 0)", "cannot be 0"),
        ("tensor([1, 2], dtype='int64')", "int64"),
        ("tensor('two')", "two"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(call: str, said: str) -> None:
    with pytest.raises((CallError, ProblemError), match=said):
        eval(f"backpass.{call}")
