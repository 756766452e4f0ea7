"""Plain Python, interpreted: what is printed and raised is what CPython prints and raises."""

import ast
from contextlib import suppress

import pytest

from backpass.engine import Limits
from backpass.engine.plain_python.machine import Machine, Outcome
from backpass.engine.problems import ProblemError
from tests.engine.own_engine.oracle import of_cpython

PROGRAMS = {
    "classes": """
class A:
    count = 0
    def __init__(self, x): self.x = x; A.count += 1
    @property
    def twice(self): return 2 * self.x
    @twice.setter
    def twice(self, value): self.x = value / 2
    @classmethod
    def zero(cls): return cls(0)
    @staticmethod
    def plus(a, b): return a + b
    def __eq__(self, other): return isinstance(other, A) and self.x == other.x
    def __hash__(self): return hash(self.x)
    def __lt__(self, other): return self.x < other.x
    def __call__(self, *a, k=1, **m): return (self.x, a, k, m)
    def __len__(self): return 3
    def __getitem__(self, i): return i * self.x
    def __contains__(self, y): return y == self.x
    def __repr__(self): return f"A({self.x!r})"
class B(A):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def __repr__(self): return super().__repr__() + f"+{self.y}"
    def __getattr__(self, name): return name.upper()
a, b = A(3), B(1, 2)
a.twice = 10
print(a.twice, a, b, b.other, A.zero(), A.plus(1, 2), A.count, B.count)
print(sorted([A(3), A(1), b]), {A(1), A(1), b}, a(1, 2, k=3, z=4), len(a), a[4], 5.0 in a, list(zip(a, range(2))))
print(type(a) is A, isinstance(b, A), type(b).__name__, a != b, [x for x in (a, b) if x == A(5)])
print(getattr(b, "y"), getattr(a, "q", None), hasattr(a, "x"), hasattr(a, "zzz"), vars(b), callable(a))
""",
    "errors": """
class Own(ValueError):
    def __init__(self, code): super().__init__(f"code {code}"); self.code = code
def f(x):
    try:
        return 1 / x
    except ZeroDivisionError as error:
        print("caught", error)
        raise Own(7) from error
    finally:
        print("finally")
for x in (2, 0):
    try:
        print(f(x))
    except (KeyError, Own) as error:
        print(type(error).__name__, error, error.code, error.args)
    else:
        print("else")
try:
    [1, 2][5]
except IndexError as error:
    print(error)
try:
    None.grad
except AttributeError as error:
    print(error)
try:
    "a" + 1
except TypeError as error:
    print(error)
assert isinstance(f, object), "never"
def g(a, b=2, *, c): pass
for call in (lambda: g(), lambda: g(1, 2, 3, c=1), lambda: g(1, c=2, d=3), lambda: g(1), lambda: undefined):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
""",
    "generators and closures": """
def count(n):
    i = 0
    while i < n:
        sent = yield i
        i += sent or 1
def both():
    yield from count(2)
    for x in count(3):
        if x == 2: return
        yield -x
print(list(both()), sum(x * x for x in count(4)), next(count(1)))
g = count(10); next(g); print(g.send(5))
def make():
    total = 0
    def add(x):
        nonlocal total
        total += x
        return total
    return add
add = make(); add(1); print(add(2))
fs = [lambda x, i=i: x + i for i in range(3)]
print([f(10) for f in fs], (lambda *a, **k: (a, k))(1, *[2, 3], x=4, **{"y": 5}))
from contextlib import contextmanager
@contextmanager
def entered(name):
    print("enter", name)
    try:
        yield name
    finally:
        print("leave", name)
with entered("a") as a, entered("b") as b:
    print(a, b)
""",
    "texts and numbers": """
import math
print(f"{math.pi:.3f} {42:>6} {'x':^5}| {1e-7!r} {3.0} {10**20} {7//2} {-7%3} {2**-1} {True + 1}")
print("%.2f %s %d" % (1.005, [1, "a"], 3), "{:>8.2f}|{name}".format(2.5, name="n"), 1_000, 0.1 + 0.2)
print("a,b".split(","), " x ".strip(), "abc"[::-1], "-".join(map(str, range(3))), "ab" * 2, "b" in "abc")
print([1, *(2, 3)], {**{"a": 1}, "b": 2}, {1, 2} | {3}, (1,), [], {}, set(), None, ..., 3j * 1j)
a, *rest, z = range(5); print(a, rest, z)
x = y = []; x += [1]; print(y, x is y)
print([[i * j for j in range(3)] for i in range(2)], {k: v for k, v in zip("ab", (1, 2))}, 1 < 2 < 3, 1 if [] else 2)
d = {"b": 1}; d.setdefault("a", []).append(3); print(sorted(d.items(), key=lambda p: p[0]), d.get("q", 0))
for i in range(3):
    if i == 1: continue
else:
    print("done", i)
while True:
    break
print(max([3, 1], key=lambda v: -v), min(2, 5), round(2.567, 1), abs(-3), divmod(7, 2), any([0, 1]), all([]))
if (n := 10) > 5: print(n)
del d["a"]; print(d, math.inf, -math.inf, math.nan)
""",
    "arrays": """
import numpy as np
np.random.seed(0)
a = np.array([[1, 2, 3], [4, 5, 6]]); b = np.random.randn(3)
print(a, a.dtype, a.shape, a.T.shape, a @ b, a.sum(axis=0), a.mean(), repr(b))
print(np.exp(b).round(3), np.where(a > 2, a, 0), a[0, 1:], a[:, None].shape, np.zeros((2, 2)), np.float64(1.5), [np.float64(2)])
c = a.astype(float); c += 1; c[0] = 9; print(c, c.max(axis=1, keepdims=True), np.concatenate([a, a]).shape, np.outer(b, b).shape)
""",
    "dataclasses and abstract classes": """
from dataclasses import dataclass, field
from abc import ABC, abstractmethod
@dataclass
class P:
    x: float
    y: float = 2.0
    tags: list = field(default_factory=list)
    def norm(self): return (self.x ** 2 + self.y ** 2) ** 0.5
p = P(1.0); p.tags.append(1); print(p, P(1.0) == P(1.0), p == P(1.0), p.norm())
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Square(Shape):
    def area(self): return 4
try:
    Shape()
except TypeError as error:
    print(error)
print(Square().area(), [c.__name__ for c in (Shape, Square)], Square.__mro__[0].__name__)
class M:
    def __enter__(self): print("in"); return self
    def __exit__(self, *e): print("out", e[0]); return True
with M():
    raise ValueError("swallowed")
""",
    "named tuples": """
from collections import namedtuple
P = namedtuple('P', 'x y', defaults=[3])
p = P(1); q = p._replace(x=5)
print(p, q, p.x, q.y, P._fields, p._asdict(), p == (1, 3), isinstance(p, tuple), len(p), p[0], P._make([7, 8]))
a, b = p
print(a + b, type(p).__name__)
for e in (lambda: P(), lambda: p.z):
    try: e()
    except Exception as error: print(type(error).__name__, error)
""",
    "enumerations": """
from enum import Enum, auto
import enum
class Op(Enum):
    ADD = 'add'
    MUL = 'mul'
    PLUS = 'add'
    def apply(self, a, b):
        return a + b if self is Op.ADD else a * b
class C(enum.Enum):
    R = auto()
    G = auto()
print(Op.ADD, repr(Op.MUL), Op.ADD.name, Op.ADD.value, Op('mul'), Op['ADD'])
print(Op.PLUS is Op.ADD, Op.ADD == 'add', list(Op), [c.value for c in C])
print(Op.ADD.apply(2, 3), Op.MUL.apply(2, 3), {Op.ADD: 1}[Op.ADD], f"{Op.MUL}")
print(isinstance(Op.ADD, Op), Op.ADD in (Op.MUL, Op.ADD), len(Op), Op.ADD in Op)
try: Op('zzz')
except ValueError as error: print(error)
class Pl(Enum):
    E = (1.0, 2.0)
    def __init__(self, m, r):
        self.m = m; self.r = r
    @property
    def g(self): return self.m / self.r
print(Pl.E.g, Pl.E.value, Pl.E)
""",
    "small modules": """
import copy, heapq, json, numbers, string, bisect, statistics
from types import SimpleNamespace
class A:
    def __init__(self, v): self.v = v; self.l = [v, [v]]
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f"A({self.v})"
a = A(1); b = copy.copy(a); c = copy.deepcopy([a, a, {'k': a}, (1, [2])])
b.l.append(9); c[0].l.append(7)
print(a.l, b.l, c[0].l, c[0] is c[1], c[2]['k'] is c[0], copy.copy([1]), copy.deepcopy((1, 2)), copy.copy(3.0))
h = []
for v in (3, 1, 2): heapq.heappush(h, A(v))
print(heapq.heappop(h), heapq.heappop(h), heapq.nsmallest(2, [5, 1, 4]), heapq.nlargest(1, [A(1), A(8)]))
g = [3, 2, 1]; heapq.heapify(g); print(g)
print(json.dumps({'a': [1, 2.5, None, True], 'b': 'x'}, indent=2), json.loads('[1, {"a": 2.0}]'), json.dumps([a.v]))
print(isinstance(2.0, numbers.Number), isinstance('a', numbers.Real))
print(isinstance(True, numbers.Integral), string.ascii_lowercase, bisect.bisect([1, 2, 3], 2), statistics.mean([1, 2, 3.5]))
n = SimpleNamespace(lr=0.1, k=3); n.z = 1; print(n, n.lr, n == SimpleNamespace(lr=0.1, k=3, z=1))
class L:
    def __init__(self): self.n = 0
    def __copy__(self): return 'copied'
    def __deepcopy__(self, memo): return 'deep'
print(copy.copy(L()), copy.deepcopy([L()]))
l = [1]; l.append(l); m = copy.deepcopy(l); print(m[1] is m)
try:
    import no_such_library_xyz
except ImportError as error:
    print(error)
try:
    import no_such_library_xyz.part as q
    has = True
except ModuleNotFoundError:
    has = False
print(has)
""",
    "descriptors": """
class Doubled:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, of, kind):
        return self if of is None else 2 * getattr(of, self.name, 1)
    def __set__(self, of, value): setattr(of, self.name, value)
class Computed:
    def __init__(self, function): self.function = function
    def __get__(self, of, kind=None):
        value = of.__dict__[self.function.__name__] if False else self.function(of)
        setattr(of, self.function.__name__, value)
        return value
class A:
    x = Doubled()
    def __init__(self): self.x = 3
    @Computed
    def slow(self):
        print("once")
        return 7
a = A()
print(a.x, a._x, type(A.x).__name__, a.slow, a.slow, vars(a))
a.x = 5; a.x += 1
print(a.x)
""",
    "identities": """
class A: pass
a, b = A(), A()
print(id(a) == id(a), id(a) == id(b), hash(a) == hash(a), len({id(a), id(b), id(None)}), a == a, {a: 1}[a])
""",
    "products and encodings": """
import math
print(math.prod([2, 3, 4]), math.prod([1.5, 2], start=3), math.prod([]), math.prod(x for x in (1, 2)), math.lcm(4, 6))
print(math.prod(range(1, 300)) % 1009, 'é', 10**400 % 7)
""",
}


def run(text: str, limits: Limits | None = None) -> Outcome:
    """A program run to its end."""
    return Machine(text, limits or Limits()).run(ast.parse(text))


def test_programs_print_and_raise_what_python_does() -> None:
    for (name, text), (printed, error) in zip(PROGRAMS.items(), of_cpython([*PROGRAMS.values()]), strict=True):
        outcome = run(text)
        assert outcome.printed == printed, name
        assert (outcome.error is None) == (error is None), name


HOSTILE = {
    "a loop without end": "while True:\n    pass",
    "a million objects": "class A:\n    pass\nx = [A() for _ in range(10**7)]",
    "a number of a million digits": "x = 10 ** 10 ** 8",
    "squares of squares": "x = 3\nwhile True:\n    x = x * x",
    "a text without end": "x = 'a'\nwhile True:\n    x += x",
    "a list of a billion": "x = [0] * 10**9",
    "lists within lists": "a = [0] * 1000\nb = [a] * 1000\nc = [b] * 1000\nprint([c] * 1000)",
    "a wide format": "print(f'{1:>999999999}')",
    "a wide percent": "print('%999999999d' % 1)",
    "an array of a terabyte": "import numpy as np\nx = np.zeros((10**6, 10**6))",
    "an outer product": "import numpy as np\na = np.ones(10**6)\nb = a[:, None] * a[None, :]",
    "a sum over a trillion": "print(sum(range(10**12)))",
    "a comparison of lists within lists": "a = [0] * 1000\nb = [a] * 1000\nprint([b] * 1000 == [[[0] * 1000] * 1000] * 1000)",
    "printing without end": "while True:\n    print('x' * 1000)",
    "files": "open('/etc/passwd')",
    "a product of all": "import math\nmath.prod(range(1, 200000))",
    "a multiple of all": "import math\nmath.lcm(*range(1, 60000))",
    "a lookup of everything": "class A:\n    def __getattribute__(self, name): return 1",
    "a class of classes": "class M(type): pass",
    "the use of os": "import os\nos.remove('x')",
    "a name of os": "from os import remove\nremove('x')",
    "a test of unittest": "import unittest\nclass T(unittest.TestCase): pass",
    "a loop over what is drawn": "import matplotlib.pyplot as plt\nfor x in plt.gca(): pass",
    "a list of what is drawn": "import networkx as nx\nprint(list(nx.DiGraph()))",
    "a search in what is drawn": "import networkx as nx\nprint(3 in nx.DiGraph())",
    "the import by name": "__import__('os')",
    "classes of Python": "print(().__class__.__bases__[0].__subclasses__())",
    "globals of a function": "def f(): pass\nprint(f.__globals__)",
    "code of a function": "print((lambda: 0).__code__)",
    "frames of a generator": "g = (x for x in [1])\nprint(g.gi_frame)",
    "members through format": "print('{0.__class__.__mro__}'.format(1))",
    "evaluation": "eval('1')",
    "memory through NumPy": "import numpy as np\nprint(np.lib.stride_tricks)",
    "memory through an object": """
import numpy as np
class A:
    __array_interface__ = {'shape': (10,), 'typestr': '<f8', 'data': (1024, False), 'version': 3}
    def __getattr__(self, name): return {'shape': (10,), 'typestr': '<f8', 'data': (1024, False), 'version': 3}
print(np.asarray(A()) + 1)
""",
    "a lookup that calls itself": "class A:\n    def __getattr__(self, name): return getattr(self, name + 'x')\nA().y",
    "an equality that calls itself": "class A:\n    def __eq__(self, other): return self == other\nA() == A()",
    "a representation that calls itself": "class A:\n    def __repr__(self): return repr(self)\nprint(A())",
    "a hash that raises": "class A:\n    def __hash__(self): raise ValueError('no')\n{A()}",
    "a length that lies": "class A:\n    def __len__(self): return 10**30\nprint(list(range(len(A()))))",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs_are_answered(name: str) -> None:
    limits = Limits(repetitions=300_000, elements=2_000_000, printed=20_000)
    with suppress(ProblemError):  # refused, with a message
        assert run(HOSTILE[name], limits).error is not None


def test_a_limit_cannot_be_caught() -> None:
    text = "while True:\n    try:\n        while True: pass\n    except Exception:\n        pass\n    except:\n        pass"
    with pytest.raises(ProblemError):
        run(text, Limits(repetitions=10_000))


def test_objects_that_refer_to_one_another_are_shown_and_compared() -> None:
    outcome = run("class A: pass\na = A(); b = A(); a.o = b; b.o = a\nx = []; x.append(1); print(a.o.o is a, a == b, x)")
    assert outcome.error is None
    assert outcome.printed == "True False [1]\n"


def test_an_import_alone_is_never_refused() -> None:
    names = ["os", "uuid", "weakref", "inspect", "unittest", "torch", "jax", "re", "logging", "networkx", "numpy.fft", "xml.dom"]
    headers = [f"import {name}" for name in names] + [
        "from torch import nn",
        "import torch.nn.functional as F",
        "from os import path",
    ]
    for header in headers:
        assert run(f"{header}\nprint(1)").printed == "1\n", header


PASSED_OVER = {
    "from tqdm import tqdm\nfor i in tqdm(range(2)): print(i)": "0\n1\n",
    "from tqdm import trange\nfor i in trange(1, 3): print(i)": "1\n2\n",
    "import tqdm\nprint([i for i in tqdm.tqdm(x * x for x in range(3))], len(tqdm.tqdm([1, 2])))": "[0, 1, 4] 2\n",
    "from tqdm.auto import tqdm\nbar = tqdm(range(2))\nfor i in bar: bar.set_description('x'); tqdm.write('hi')": "hi\nhi\n",
    "from tqdm import tqdm\nwith tqdm(total=2) as bar:\n    for i in range(2): bar.update(1)\nprint(i)": "1\n",
    "from rich.progress import track\nprint(sum(track([1, 2], description='x')))": "3\n",
    "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1])\nprint(1)": "1\n",
    "import matplotlib.pyplot as plt\n_, axes = plt.subplots(2, 3)\nfor i, a in enumerate(axes.flat): a.plot()\nprint(i)": "5\n",
    "import matplotlib.pyplot as plt\nfig, (a, b) = plt.subplots(1, 2)\nn, b, p = plt.hist([1])\n(l,) = a.f(1)\nprint(1)": "1\n",
    "from termcolor import colored\nfrom colorama import Fore\nprint(colored('a', 'red'), repr(Fore.RED))": "a '\\x1b[31m'\n",
}


def test_what_is_passed_over_ends_and_gives_what_it_wraps() -> None:
    for text, printed in PASSED_OVER.items():
        assert run(text, Limits(repetitions=1_000)).printed == printed, text


def test_no_place_in_memory_is_shown() -> None:
    text = """
class A:
    def f(self): pass
a = A()
g = (i for i in [1])
for each in (a, a.f, A.f, lambda: 0, g, print, map(str, []), zip([], []), iter([]), [lambda: 0, a], {1: g}, super, "<x at 0x12>"):
    print(each, repr(each), f"{each} {each!r}", "{}".format(each), "%s" % (each,), str(each))
print(id(a), id(g), hash(a), hash(A.f), object.__repr__(a), a.__hash__())
"""
    printed = run(text).printed.replace("<x at 0x12>", "")
    assert " at 0x" not in printed
    assert all(int(each) < 1_000 for each in printed.splitlines()[-1].split() if each.isdigit())
