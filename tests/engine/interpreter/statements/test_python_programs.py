"""Programs in plain Python print here what Python itself prints: each is also run by Python, in these tests only."""

import contextlib
import io

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError


def printed_by_python(text: str) -> list[str]:
    """The lines that Python prints."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        exec(text, {"__name__": "__main__"})
    return written.getvalue().removesuffix("\n").split("\n") if written.getvalue() else []


PROGRAMS = (
    """\
a, *rest = [1, 2, 3]
print(a, rest)
""",
    """\
*hidden, last = (1, 2, 3)
print(hidden, last)
x = 2.0
y = x * last
""",
    """\
a, *b, c = "hello"
print(a, b, c)
b = 2.0
""",
    """\
for first, *others in [(1, 2, 3), (4, 5)]:
    print(first, others)
""",
    """\
(a, *b), c = [1, 2, 3], 4
print(a, b, c)
""",
    """\
def f(a, *args, scale=1, **kwargs):
    print(a, args, scale, kwargs)
f(1)
f(1, 2, 3, scale=4, other=5)
opts = {"scale": 2, "z": 9}
f(*[1, 2], **opts)
f(**{"a": 1}, b=3)
""",
    """\
def f(a, *, b=2):
    return a * b
print(f(3, b=4), f(3))
""",
    """\
class A:
    def __init__(self, n, **kw):
        self.n = n
        self.kw = kw
    def __repr__(self):
        return f"A({self.n})"
class B(A):
    def __init__(self, n, **kwargs):
        super().__init__(n, **kwargs)
b = B(3, k=1)
print(b, [b, b], f"{b}", b.kw, {1: b})
""",
    """\
s = set()
s.add(3)
s.add(1)
s.add(3)
print(s, len(s), 1 in s, 5 in s)
t = {1, 2, 9}
print(s.union(t), s.intersection(t), s - t, s.symmetric_difference(t))
print(sorted(s), list(t), {1, 2} == {2, 1}, {1} <= {1, 2}, {1}.issubset({1, 2}))
s.discard(100)
s.remove(1)
print(s, set(), bool(set()), isinstance(s, set), sum(t), max(t))
""",
    """\
topo = []
visited = set()
graph = {"d": ["b", "c"], "b": ["a"], "c": ["a"], "a": []}
def build(v):
    if v not in visited:
        visited.add(v)
        for child in graph[v]:
            build(child)
        topo.append(v)
build("d")
print(topo, len(visited))
""",
    """\
print({n: n**2 for n in range(4)}, {n % 3 for n in range(10)}, {k: v for k, v in [("a", 1), ("b", 2)] if v > 1})
d = {**{"a": 1, "b": 2}, "b": 3}
print(d, [*range(3), 5], (*[1, 2], 3), {*[1, 2], 3})
""",
    """\
d = {"a": 1, "b": 2}
del d["a"]
xs = [1, 2, 3, 4]
del xs[1]
del xs[0:1]
print(d, xs)
class A:
    pass
a = A()
a.x = 2
del a.x
print(hasattr(a, "x"))
y = 3
del y
""",
    """\
count = 0
def bump():
    global count
    count += 1
    return count
_ = bump()
_ = bump()
print(count)
""",
    """\
def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc
c = counter()
_ = c()
print(c(5))
""",
    """\
n = "top"
def outer():
    n = "outer"
    def inner():
        global n
        seen = [n for _ in range(1)]
        n = n + "!"
        return seen, n
    return inner(), n
print(outer(), n)
""",
    """\
total = 0
def f():
    global total
    for total in range(4):
        pass
f()
print(total)
""",
    """\
print(1, 2, "a", sep="-", end="!\\n")
print("x", end=" ")
print("y")
print()
print(*[1, 2, 3], sep=", ")
""",
    """\
s = "  Hello, World "
print(s.strip().lower().replace("o", "0").split(", "), s.upper().strip().startswith("HELLO"))
print("a,b,c".split(","), "-".join(["x", "y"]), "abc".find("c"), "abab".count("ab"), "7".zfill(3), "ab".center(6, "*"))
print("%d items" % 3, "{:>5}|".format("a"), "abc"[::-1], "abc" * 2, "b" in "abc")
""",
    """\
xs = [3, 1, 2]
xs.sort()
print(xs)
xs.sort(reverse=True)
print(xs, sorted(xs, key=lambda v: -v), sorted(["bb", "a"], key=len))
xs.remove(3)
print(xs)
words = {"a": 3, "b": 1}
print(min(words, key=lambda k: words[k]), max([1, 5, 2], key=lambda v: -v), sum([1, 2, 3]), any([0, 1]), all([]))
for i, (k, v) in enumerate(words.items(), start=1):
    print(i, k, v)
print(list(zip([1, 2], "ab", strict=True)), words.pop("a"), words, words.setdefault("z", 5), words.get("q", 0))
words.update(b=7)
print(words, isinstance(3, int), isinstance("a", str), isinstance([1], (list, tuple)), callable(print), id(xs) == id(xs))
""",
    """\
class V:
    def __init__(self, data, _children=()):
        self.data = data
        self._prev = set(_children)
    def __add__(self, o):
        return V(self.data + o.data, (self, o))
a = V(2.0)
b = a + a
print(len(b._prev), len((a + b)._prev))
""",
    """\
def f(*args):
    return sum(args)
print(f(1, 2, 3), f(*range(4)), (lambda *a, **k: (a, k))(1, x=2))
""",
    """\
x = 1, 2
a, b = b, a = x
print(x, a, b)
""",
    """\
n = 2
s = {n, 2, 3}
print(s, len(s))
""",
)


@pytest.mark.parametrize("text", PROGRAMS)
def test_prints_what_python_prints(text: str) -> None:
    assert run(parse(f"{text}value = 1.0\n")).printed == printed_by_python(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a, *b, c = [1]", "syntax"),
        ("def f(**k):\n    return 1\nf(**[1, 2])", "unsupported"),
        ("def f(a):\n    return a\nf(1, **{'a': 2})", "argument-count"),
        ("def f(a, *, b):\n    return a\nf(1, 2)", "argument-count"),
        ("def f(a):\n    return a\nf(a=1, **{'a': 2})", "argument-count"),
        ("s = {[1], 2}", "unsupported"),
        ("s = {1, 2}\ns.remove(3)", "invalid-axis"),
        ("x = 2.0\ndel x\ny = x * 2", "unknown-name"),
        ("def f():\n    nonlocal q\n    q = 1\nf()", "unknown-name"),
        ("x = 1\ndef f():\n    del x\nf()", "unsupported"),
        ("def f(x):\n    if x > 1:\n        raise ValueError('too large') from None\n    return x\nf(2.0)", "assertion"),
        ("raise NotImplementedError", "assertion"),
        ("'a'.replace(1, 2)", "argument-count"),
        ("[1, 2].remove(3)", "invalid-axis"),
        ("{'a': 1}.pop('b')", "invalid-axis"),
    ],
)
def test_what_python_refuses_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    assert [str(problem.code) for problem in caught.value.problems] == [code]


def test_an_exception_that_is_not_reached_is_passed_over() -> None:
    text = "def f(x):\n    if x > 5: raise ValueError(f'{x} is too large')\n    return x * x\ny = f(2.0)"
    assert run(parse(text)).output.item() == 4.0


def test_nodes_of_the_graph_are_told_apart_in_sets() -> None:
    text = "from micrograd.engine import Value\na = Value(2.0)\nb = Value(2.0)\nc = a*b\nprint(len({a, b, c, a}))\nc.backward()\n"
    assert run(parse(text)).printed == ["3"]


def test_a_name_that_functions_change_is_no_input() -> None:
    result = run(parse("count = 0\ndef f(x):\n    global count\n    count += 1\n    return x * x\ny = f(3.0)\nprint(count)\n"))
    assert result.printed == ["1"]
    assert set(result.inputs) == {"x"}


def test_gradients_flow_through_starred_and_named_values() -> None:
    function = "def f(*xs, **weights):\n    first, *rest = xs\n    return first * weights['w'] + sum(rest)\n"
    text = function + "a = 2.0\nb = 3.0\nw = 5.0\ny = f(a, b, b, **{'w': w})\n"
    result = run(parse(text))
    assert result.output.item() == 16.0
    result.output.backward()
    assert {name: leaf.grad for name, leaf in result.inputs.items()} == {"a": 5.0, "b": 2.0, "w": 2.0}
