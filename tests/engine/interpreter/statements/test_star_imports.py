"""`from module import *`, what it takes from the program's own names, and the last import's right of way."""

import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import say


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("from torch.nn import *\nimport torch\nm = Linear(2, 1)\ny = m(torch.ones(1, 2)).sum()", "nn.Linear"),
        ("from torch.nn import *\nfrom torch import *\nm = Sequential(Linear(2, 1), ReLU())\ny = m(ones(1, 2)).sum()", "nn."),
        ("from torch.nn import *\nimport torch\ny = functional.relu(torch.ones(2)).sum()", "nn.functional"),
        (
            "from torch.optim import *\nimport torch\nw = torch.ones(2, requires_grad=True)\no = SGD([w], lr=0.1)\ny = w.sum()",
            "SGD",
        ),
    ],
)
def test_classes_come_with_the_star(text: str, alike: str) -> None:
    written = text.replace("from torch.nn import *", "import torch.nn as nn\nfrom torch import nn").replace(
        "Linear(", "nn.Linear("
    )
    written = (
        written.replace("Sequential(", "nn.Sequential(").replace("ReLU(", "nn.ReLU(").replace("functional.", "nn.functional.")
    )
    written = written.replace("from torch.optim import *", "from torch.optim import SGD")
    assert alike in written
    assert run(parse(text)).output.raw == run(parse(written)).output.raw


@pytest.mark.parametrize(
    "text",
    [
        "e = 5.0\nfrom math import *\ny = e*2",
        "e = 5.0\nfrom math import e\ny = e*2",
        "def sin(x):\n    return 3*x\nfrom math import sin\nx = 2.0\ny = sin(x)",
        "def sin(x):\n    return 3*x\nfrom math import *\nx = 2.0\ny = sin(x)",
        "from math import *\ndef sin(x):\n    return 3*x\nx = 2.0\ny = sin(x)",
        "from math import pi as PI\nx = 2.0\ny = x*PI",
        "from math import *\ne = 5.0\ny = e*2",
    ],
)
def test_what_was_given_a_meaning_last_has_it(text: str) -> None:
    names: dict[str, float] = {}
    exec(text, names)
    assert run(parse(text)).output.raw == pytest.approx(names["y"])


@pytest.mark.parametrize(
    ("library", "call"),
    [
        ("import numpy as np", "np.array"),
        ("import numpy as np", "np.asarray"),
        ("import torch", "torch.tensor"),
        ("import jax.numpy as jnp", "jnp.array"),
        ("from numpy import array", "array"),
    ],
)
@pytest.mark.parametrize("rows", ["[1.0, 2.0], [3.0, 4.0]", "[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]"])
def test_rows_without_their_brackets_are_named(library: str, call: str, rows: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(f"{library}\nA = {call}({rows})\ny = A.sum()"))
    (problem,) = refused.value.problems
    assert problem.message.endswith(say("rows-apart", name="\0").partition("\0")[2])


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("def f(x):\n\ty = x*x\n        return y\nf(2.0)", "return"),
        ("x = 2.0\nfor i in range(3):\n        x = x*2\n\tx = x+1\ny = x", "x"),
        ("def f(x):\n\ty = x*x\n\treturn y\nf(2.0)", None),
        ("def f(x):\n\treturn x*x\ndef g(x):\n    return x\ng(f(2.0))", None),
        ("def f(x):\n\ty = (x*\n    x)\n\treturn y\nf(2.0)", None),
    ],
)
def test_tabs_beside_spaces_are_noted_where_python_refuses_them(text: str, noted: str | None) -> None:
    found = [problem for problem in parse(text).problems if problem.message == say("mixed-indentation")]
    assert [text[slice(*problem.span)] for problem in found if problem.span] == ([noted] if noted else [])
    try:
        compile(text, "program", "exec")
    except TabError:
        assert noted
    else:
        assert not noted
