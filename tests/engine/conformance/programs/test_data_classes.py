"""Data classes and rows with names: programs print here what they print in Python; what would differ is refused by name."""

import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import say
from tests.engine.conformance.programs.test_tutorials import printed_alike

CONFIG = """
from dataclasses import asdict, astuple, dataclass, field
import dataclasses
from typing import ClassVar, NamedTuple

@dataclass
class Config:
    block_size: int = 8
    n_embd: int = 4
    family: ClassVar[int] = 7
    dropout: float = 0.0
    sizes: list[int] = field(default_factory=lambda: [1, 2])

@dataclasses.dataclass
class Point:
    x: float
    y: float = 2.0
    calls = 0
    def __post_init__(self):
        self.total = self.x + self.y
        Point.calls = Point.calls + 1
    def norm(self):
        return self.x * self.x + self.y * self.y

@dataclass(frozen=True, repr=True)
class Point3:
    z: float = field(default=1.5)

class Row(NamedTuple):
    w: float
    b: float = 0.5
"""
PROGRAMS = {
    "defaults": "c = Config(n_embd=16)\nprint(c.n_embd, c.block_size, c.dropout, c.family, Config.family, Config.block_size)",
    "own list each": "a, b = Config(), Config()\na.sizes.append(3)\nprint(a.sizes, b.sizes, len(Config(sizes=[]).sizes))",
    "as text": "print(Config(2, dropout=0.25))\nprint(f'{Point(1.0)} {Point(1.0, 4.0)!r}')",
    "equal": "print([int(each) for each in (Config() == Config(), Config() == Config(9), Point(1.0) == Point(1.0, 2.0))])",
    "as dictionary": "print(asdict(Config(n_embd=3)), astuple(Point(1.0)))",
    "after the constructor": "p = Point(3.0)\nq = Point(1.0, y=5.0)\nprint(p.total, q.total, q.norm(), Point.calls)",
    "a default that is a field": "print(Point3().z, Point3(2.0).z, Point3.z)",
    "changed": "c = Config()\nc.n_embd = 12\nprint(c.n_embd, Config().n_embd, c)",
    "rows": "r = Row(2.0)\nw, b = r\nprint(w, b, r.b, r[0], r._replace(b=3.0).b, len(r), Row(b=1.0, w=4.0))",
}
INHERITED = """
from dataclasses import dataclass
@dataclass
class A:
    x: float
    y: float = 2.0
@dataclass
class B(A):
    z: float = 3.0
    y: float = 5.0
    def total(self):
        return self.x + self.y + self.z
print(B(1.0), B(1.0, z=4.0).total(), A(1.0), B(1.0, 2.0, 3.0))
"""
NETWORK = """
import torch
import torch.nn as nn
from dataclasses import dataclass
torch.set_default_dtype(torch.float64)

@dataclass
class Config:
    width: int = 3
    scale: float = 0.5

class Net(nn.Module):
    weight: torch.Tensor
    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.weight = nn.Parameter(torch.arange(1.0, config.width + 1))
    def forward(self, x):
        return torch.tanh(x * self.weight * self.config.scale).sum()
    @torch.no_grad()
    def predict(self, x, factor=1.0):
        return self(x) * factor

class Louder(Net):
    @torch.no_grad()
    def predict(self, x):
        return super().predict(x, factor=2.0)

net = Louder(Config(width=2))
x = torch.tensor(0.3)
print(net.predict(x).item(), int(net.predict(x).requires_grad), int(net(x).requires_grad))
loss = net(x) * net.predict(x)
loss.backward()
print(net.weight.grad.tolist())
"""


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_data_classes_are_python_s(program: str) -> None:
    printed_alike(CONFIG + program)


@pytest.mark.parametrize("program", [INHERITED, NETWORK], ids=["inherited", "network"])
def test_fields_and_wrapped_methods_are_inherited(program: str) -> None:
    printed_alike(program)


def test_a_part_of_a_script_needs_no_import() -> None:
    assert run(parse("@dataclass\nclass C:\n    a: float\n    b: float = 2.0\nx = 3.0\nx * C(4.0).a")).output.item() == 12.0


def test_decorators_of_classes_are_applied_nearest_first() -> None:
    text = """
def twice(kind):
    kind.factor = kind.factor * 2
    return kind
def plus(kind):
    kind.factor = kind.factor + 1
    return kind
@twice
@plus
class A:
    factor = 3.0
x = 1.0
x * A().factor
"""
    assert run(parse(text)).output.item() == 8.0


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("@dataclass(order=True)\nclass C:\n    a: float\nC(1.0).a * 2", None),
        ("from dataclasses import field\n@dataclass\nclass C:\n    a: float = field(init=False)\nC().a * 2", None),
        ("@dataclass\nclass C:\n    a: float = 1.0\n    b: float\nC(1.0, 2.0).a * 2", "default-missing"),
        ("@dataclass\nclass C:\n    a: float\nC().a * 2", None),
        ("@dataclass\nclass C:\n    a: float\nC(1.0, 2.0).a * 2", None),
        ("@unknown\nclass C:\n    a = 2.0\nC().a * 2", "no-decorator"),
        ("@unknown\ndef f(x):\n    return x * x\nf(2.0)", "no-decorator"),
        ("from dataclasses import asdict\nclass C:\n    a = 2.0\nasdict(C())", None),
        ("@dataclass\ndef f(x):\n    return x * x\nf(2.0)", None),
        ("x: float\nx * 2", None),
    ],
)
def test_what_would_differ_is_refused(text: str, key: str | None) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    if key is not None:
        assert refused.value.problems[0].message == say(key)


def test_rows_with_methods_are_refused() -> None:
    text = (
        "from typing import NamedTuple\nclass P(NamedTuple):\n    w: float\n    def f(self):\n        return self.w\nP(2.0).w * 2"
    )
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    assert refused.value.problems[0].message == say("rows-with-methods", name="P")
