"""The line on what was read: libraries, lines, and what was passed over."""

import pytest

from backpass.engine.interpreter.partial import run_partly
from backpass.engine.language import parse
from backpass.engine.messages import speaking
from backpass.engine.serialization.reading import reading_json, reading_of

TRAINING = """import torch
import matplotlib.pyplot as plt

# a comment is no code
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor(2.0, requires_grad=True, device=device)
fig, ax = plt.subplots()
y = x**2
for i in range(2):
    y = y*x
    ax.plot(
        i)
    plt.plot(i)
plt.show()
y.backward()
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 2.0", "1 line"),
        ("a = 2; b = 3\n\na*b", "2 of 2 lines"),
        (TRAINING, "PyTorch; 7 of 13 lines; ignored: devices, plots"),
        ("```python\na = 2.0\na*3\n```\nSo it goes on.", "2 of 5 lines; ignored: Markdown"),
        (">>> a = 2.0\n>>> a*3\n6.0", "2 of 3 lines; ignored: prompts and printed lines"),
        ("%matplotlib inline\n!pip install torch\na = 2.0\na*a", "2 of 4 lines; ignored: notebook commands"),
        ("import numpy as np\nx = np.array([1.0, 2.0])\ny = foo(x)\nz = y", "NumPy; 2 of 4 lines"),
        ("a = 2.0\n# left out: b = foo(a)\na*3", "2 of 3 lines; ignored: statements left out"),
        ("import numpy as np\nimport torch\nnp.sin(2.0)", "PyTorch, NumPy; 3 of 3 lines"),
    ],
)
def test_the_line_says_what_was_read(text: str, sentence: str) -> None:
    assert reading_of(run_partly(parse(text))).sentence == sentence


def test_it_is_worded_in_the_readers_language() -> None:
    with speaking("fr"):
        found = reading_json(run_partly(parse(TRAINING)))
    assert found["passed_over"] == ["périphériques", "figures"]
    assert found["sentence"].startswith("PyTorch; 7 lignes sur 13")


LOOP = """import torch
w = torch.tensor(0.5, requires_grad=True)
for epoch in range(20):
    for batch, x in enumerate([1.0, 2.0]):
        loss = (w*x - 1)**2
        loss.backward()
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (LOOP, "epoch = 19, iteration 2"),
        (LOOP + "    if epoch == 7:\n        break\n", "epoch = 7, iteration 2"),
        (LOOP.replace("20", "1"), "iteration 2"),
        (LOOP.replace("20", "3000").replace("batch, x in enumerate([1.0, 2.0])", "x in [3.0]"), "epoch = 2999"),
        (LOOP + "y = w*3\ny.backward()\n", None),
        ("w = 0.5\nh = 0.1\nfor t in range(5):\n    h = tanh(w*h)", None),
        ("w = 0.5\nfor t in range(5):\n    k = t*2.0\nw*k", None),
        ("w = 0.5\nh = 0.1\nfor t in range(3):\n    for i in range(2):\n        z = h*i\n    h = z + w*h", None),
    ],
)
def test_the_one_pass_of_a_loop_that_the_graph_is_of_is_named(text: str, shown: str | None) -> None:
    found = reading_of(run_partly(parse(text)))
    assert found.shown_pass == shown
    assert ("the graph shows one pass" in found.sentence) is (shown is not None)
