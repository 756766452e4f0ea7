"""Generators, iterators, and objects that `with` enters: programs print what they print in Python."""

import contextlib
import io
from dataclasses import replace

import pytest

from backpass.engine import Code, Limits, ProblemError
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

PROGRAMS = (
    """
def count(n):
    print("begin")
    for i in range(n):
        yield i
    print("end")
for i in count(3):
    print(i)
print(list(count(2)), sum(count(4)), max(count(3)), tuple(count(1)))
g = count(2)
print(next(g), next(g), next(g, "none"))
try:
    next(g)
except StopIteration as e:
    print("stop", repr(e))
""",
    """
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
for i, f in enumerate(fib()):
    if i > 6:
        break
    print(i, f)
for a, b in zip(range(3), fib()):
    print(a, b)
g = fib()
print([next(g) for _ in range(10)])
""",
    """
def flat(xs):
    for x in xs:
        if isinstance(x, list):
            yield from flat(x)
        else:
            yield x
print(list(flat([1, [2, [3, 4]], 5])), 3 in flat([1, [3]]))
def pairs():
    yield 1, 2
    yield
    return 5
print(list(pairs()), [*pairs()])
a, b = count = flat([1, 2])
print(a, b)
""",
    """
class Batches:
    def __init__(self, data, size):
        self.data = data
        self.size = size
    def __iter__(self):
        for i in range(0, len(self.data), self.size):
            yield self.data[i:i + self.size]
for batch in Batches([1, 2, 3, 4, 5], 2):
    print(batch)
class Down:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n
print(list(Down(3)), [x * x for x in Down(3)], sum(Down(4)))
it = iter([1, 2, 3])
print(next(it), list(it), list(it))
""",
    """
class Timer:
    def __init__(self, name):
        self.name = name
    def __enter__(self):
        print("enter", self.name)
        return self
    def __exit__(self, *args):
        print("exit", self.name)
with Timer("a") as t:
    print("within", t.name)
def f():
    with Timer("b"), Timer("c") as c:
        return c.name
print(f())
for i in range(2):
    with Timer(i):
        if i == 0:
            continue
        print("body")
try:
    with Timer("d"):
        raise ValueError("x")
except ValueError as e:
    print("caught", e)
""",
    """
def steps():
    try:
        yield 1
        yield 1 / 0
    except ZeroDivisionError:
        yield "zero"
    finally:
        print("finally")
print(list(steps()))
def bad():
    yield 1
    raise KeyError("k")
try:
    for v in bad():
        print(v)
except KeyError as e:
    print("caught", e)
""",
    """
def numbers(): return [3, 1, 2]
xs = numbers()
g = (x * x for x in xs)
print(next(g), list(g), list(g))
print(next(x for x in xs if x < 3), next((x for x in xs if x > 5), None), sum((x for x in xs)), max((x * 1.5 for x in [1, 2])))
print(", ".join((str(x) for x in xs)), sorted((x for x in xs)), any((x > 2 for x in xs)))
print(tuple((x for x in xs)), set((1 for x in xs)))
for v in (x for x in xs):
    print(v)
a, *b = (x for x in xs)
print(a, b, 3 in (x for x in xs), dict((x, 1) for x in range(2)), len([*(x for x in xs)]))
""",
)


def _printed_by_python(text: str) -> list[str]:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        exec(text, {})
    return written.getvalue().splitlines()


@pytest.mark.parametrize("text", PROGRAMS)
def test_python_prints_the_same(text: str) -> None:
    assert list(run(parse(text)).printed) == _printed_by_python(text)


def test_gradients_flow_through_a_generator() -> None:
    text = """
w = 2.0
def powers(v, n):
    p = v
    for _ in range(n):
        yield p
        p = p * v
total = 0
for p in powers(w, 3):
    total = total + p
total
"""
    found = run(parse(text))
    assert found.output.raw == 2 + 4 + 8
    assert backward(found.output).of(found.inputs["w"]) == 1 + 4 + 12


def _problem_of(text: str) -> Code:
    with pytest.raises(ProblemError) as caught:
        run(parse(text), limits=replace(Limits(), repetitions=500, nodes=500, depth=30, elements=2_000))
    return caught.value.problems[0].code


_ENDLESS = "def f():\n    while True:\n        yield 1\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("list(f())", Code.TOO_MANY_REPETITIONS),
        ("for v in f(): pass", Code.TOO_MANY_REPETITIONS),
        ("for a, b in zip(f(), f()): pass", Code.TOO_MANY_REPETITIONS),
        ("def g(): yield from g()\nlist(g())", Code.TOO_DEEP),
        ("try:\n    list(f())\nexcept Exception:\n    pass", Code.TOO_MANY_REPETITIONS),
    ],
)
def test_what_has_no_end_is_ended(text: str, code: Code) -> None:
    assert _problem_of(f"{_ENDLESS}{text}\nx = 2.0\nx*x") is code


def test_a_generator_does_not_wait_within_a_context() -> None:
    text = "import torch\ndef f():\n    with torch.no_grad():\n        yield 1\nx = 2.0\ny = x * sum(f())\ny"
    assert _problem_of(text) is Code.UNSUPPORTED


def test_the_next_of_nothing_is_an_exception() -> None:
    assert _problem_of("def f():\n    yield 1.0\ng = f()\nnext(g)\nx = next(g)\nx*x") is Code.ASSERTION


def test_what_objects_do_to_gradients_ends_with_them() -> None:
    text = """
import torch
class Shown:
    def __repr__(self): return "shown"
    def __enter__(self): return self
    def __exit__(self, *args): pass
x = torch.tensor(2.0, requires_grad=True)
with torch.no_grad():
    with Shown() as s:
        y = x * 3
        print([s], y.requires_grad)
    z = x * 3
    print(z.requires_grad)
(x * 2).backward()
"""
    assert list(run(parse(text)).printed) == ["[shown] False", "False"]
