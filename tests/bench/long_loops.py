"""How long training loops take that a program writes itself, beside micrograd with the same arithmetic, one number at a time.

    python3 run.py bench long_loops

Each is run under the limits of a server. The figures are seconds of the processor for all repetitions; micrograd's are those of a
few repetitions times how many there are.
"""

import math
import random
import time
from collections.abc import Callable

from micrograd.engine import Value

from backpass.app.settings import Settings
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from tests.bench._measure import size

XOR_EPOCHS, POLYNOMIAL_STEPS, POINTS = size((10_000, 2_000, 2_000), (100, 20, 20))
MEASURED_EPOCHS, MEASURED_STEPS = size((200, 2), (1, 1))

XOR_LOOP = f"""
import numpy as np
np.random.seed(1)
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
y = np.array([[0], [1], [1], [0]])
def sigmoid(x):
    return 1 / (1 + np.exp(-x))
W1 = np.random.randn(2, 4)
b1 = np.zeros((1, 4))
W2 = np.random.randn(4, 1)
b2 = np.zeros((1, 1))
for epoch in range({XOR_EPOCHS}):
    h = sigmoid(X @ W1 + b1)
    out = sigmoid(h @ W2 + b2)
    error = out - y
    d_out = error * out * (1 - out)
    d_h = d_out @ W2.T * h * (1 - h)
    W2 -= 0.5 * h.T @ d_out
    b2 -= 0.5 * d_out.sum(axis=0, keepdims=True)
    W1 -= 0.5 * X.T @ d_h
    b1 -= 0.5 * d_h.sum(axis=0, keepdims=True)
"""
XOR = f"{XOR_LOOP}np.mean(error**2)"
XOR_KEPT = f"""
losses = []
{XOR_LOOP}
    loss = np.mean(error**2)
    losses.append(loss.item())
loss
"""
XOR_PRINTED = f"""
{XOR_LOOP}
    if epoch % 100 == 0:
        loss = np.mean(error**2)
        print(f"{{epoch}} {{loss:.4f}}")
np.mean(error**2)
"""

POLYNOMIAL = f"""
import numpy as np
x = np.linspace(-np.pi, np.pi, {POINTS})
y = np.sin(x)
a, b, c, d = 0.1, 0.2, 0.3, 0.4
for t in range({POLYNOMIAL_STEPS}):
    y_pred = a + b * x + c * x ** 2 + d * x ** 3
    grad = 2.0 * (y_pred - y)
    a = a - 1e-6 * grad.sum()
    b = b - 1e-6 * (grad * x).sum()
    c = c - 1e-6 * (grad * x ** 2).sum()
    d = d - 1e-6 * (grad * x ** 3).sum()
np.square(y_pred - y).sum()
"""

POLYNOMIAL_BACKWARD = f"""
import torch
x = torch.linspace(-3.14159, 3.14159, {POINTS})
y = torch.sin(x)
a = torch.tensor(0.1, requires_grad=True)
b = torch.tensor(0.2, requires_grad=True)
c = torch.tensor(0.3, requires_grad=True)
d = torch.tensor(0.4, requires_grad=True)
for t in range({POLYNOMIAL_STEPS}):
    loss = (a + b * x + c * x ** 2 + d * x ** 3 - y).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        for p in [a, b, c, d]:
            p -= 1e-6 * p.grad
            p.grad = None
"""


def exponential(value: Value) -> Value:
    """`exp`, which micrograd does not have."""
    made = Value(math.exp(value.data), (value,), "exp")

    def back() -> None:
        value.grad += made.data * made.grad

    made._backward = back
    return made


def _descend(parameters: list[Value], loss: Value, rate: float) -> None:
    for each in parameters:
        each.grad = 0
    loss.backward()
    for each in parameters:
        each.data -= rate * each.grad


def micrograd_xor() -> Callable[[], None]:
    """One epoch."""
    random.seed(1)
    first = [[Value(random.gauss(0, 1)) for _ in range(4)] for _ in range(2)]
    biases = [Value(0.0) for _ in range(4)]
    second, bias = [Value(random.gauss(0, 1)) for _ in range(4)], Value(0.0)
    rows = [((0.0, 0.0), 0.0), ((0.0, 1.0), 1.0), ((1.0, 0.0), 1.0), ((1.0, 1.0), 0.0)]

    def sigmoid(value: Value) -> Value:
        return 1 / (1 + exponential(-value))

    def epoch() -> None:
        loss = Value(0.0)
        for (p, q), target in rows:
            hidden = [sigmoid(p * first[0][j] + q * first[1][j] + biases[j]) for j in range(4)]
            out = sigmoid(sum((h * w for h, w in zip(hidden, second, strict=True)), bias))
            loss = loss + (out - target) ** 2
        _descend([*first[0], *first[1], *biases, *second, bias], loss, 0.25)

    return epoch


def micrograd_polynomial() -> Callable[[], None]:
    """One step."""
    points = [-math.pi + 2 * math.pi * i / (POINTS - 1) for i in range(POINTS)]
    a, b, c, d = parameters = [Value(each) for each in (0.1, 0.2, 0.3, 0.4)]

    def step() -> None:
        terms = [(a + b * x + c * x**2 + d * x**3 - math.sin(x)) ** 2 for x in points]
        while len(terms) > 1:  # in pairs, since micrograd recurses on the depth of its graph
            terms = [terms[i] + terms[i + 1] if i + 1 < len(terms) else terms[i] for i in range(0, len(terms), 2)]
        _descend(parameters, terms[0], 1e-6)

    return step


def _seconds(work: Callable[[], object], times: int = 1) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def main() -> None:
    limits = Settings().program_limits()
    xor = _seconds(micrograd_xor(), MEASURED_EPOCHS) * XOR_EPOCHS
    polynomial = _seconds(micrograd_polynomial(), MEASURED_STEPS) * POLYNOMIAL_STEPS
    rows = (
        (f"XOR in NumPy, {XOR_EPOCHS:,} epochs", XOR, xor),
        ("the same, each loss in a list", XOR_KEPT, xor),
        ("the same, every 100th loss printed", XOR_PRINTED, xor),
        (f"polynomial in NumPy, {POLYNOMIAL_STEPS:,} steps", POLYNOMIAL, polynomial),
        (f"polynomial in PyTorch, {POLYNOMIAL_STEPS:,} steps", POLYNOMIAL_BACKWARD, polynomial),
    )
    print(f"{'':40}{'Backpass':>10}{'micrograd':>11}{'ratio':>8}")
    for name, text, other in rows:
        program = parse(text)
        ours = _seconds(lambda program=program: run(program, limits=limits))  # type: ignore[misc]
        print(f"{name:40}{ours:8.1f} s{other:9.1f} s{other / ours:8.1f}")


if __name__ == "__main__":
    main()
