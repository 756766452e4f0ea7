"""Lists that hold themselves, lists that stand in others a thousand times, and long texts: a program with them ends, and soon."""

import contextlib
import signal
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backpass.engine import Code, Limits, ProblemError
from backpass.engine.graph.tensor import next_number
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import graph_json

LIMITS = Limits(characters=200_000, nodes=20_000, elements=1_000_000, repetitions=2_000, printed=20_000, evaluations=200_000)


def ran(text: str) -> Run:
    found = run(parse(text), limits=LIMITS)
    graph_json(found)
    return found


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Fails a test instead of waiting for it without end."""

    def stop(*_: object) -> None:
        pytest.fail(f"not done after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


ITSELF = "a = []\na.append(a)\n"
DOUBLED = "for i in range(40): a = [a, a]\n"
FUNCTION = "def f(values): return 0\n"


@pytest.mark.parametrize(
    "text",
    [
        ITSELF + FUNCTION + "f(a)\nx",
        ITSELF + "for i in [0]: print(a, str(a), f'{a}', '%s' % a, a in a, len(a), a.index(a))\nx",
        ITSELF + "for i in [0]: a += a\nd = {'a': a}\nd['d'] = d\nprint(d)\nx",
        "a = [1.0]\n" + DOUBLED + FUNCTION + "f(a)\nx",
        "a = [[]]\n" + DOUBLED + FUNCTION + "f(a)\nx",
        "a = 'b'*400000\nfor i in [0]: print([a]*1000)\nx",
        "a = Value(2.0)\nb = [a]\nfor i in range(1900): b = [b]\na*2",
        "for i in [0]: print(0.5 in range(10**18), 3.0 in range(10**18), x in range(10**18))\nx",
        "d = {1: 1}\nfor k in d: d[k + 1] = 1\nx",
        "w = Value([1.0, 2.0])\nfor i in [0]: w.grad = [0.0, 0.0]\nw.sum()",
    ],
    ids=ascii,
)
def test_what_can_be_computed_of_shared_lists_is_computed_at_once(text: str) -> None:
    with at_most(10):
        assert ran(text).output.shape == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (ITSELF + "a", Code.EMPTY_PROGRAM),
        (ITSELF + "(b,) = a\nb", Code.EMPTY_PROGRAM),
        (ITSELF + "a*x", Code.INVALID_AXIS),
        (ITSELF + "for i in [0]: b = a == [a]\nx", Code.UNSUPPORTED),
        (ITSELF + "for i in [0]: b = sorted(a)\nx", Code.UNSUPPORTED),
        (ITSELF + "for i in [0]: b = max(a)\nx", Code.UNSUPPORTED),
        (ITSELF + "w = Value(2.0)\nw.data = a\nw", Code.INVALID_AXIS),
        (ITSELF + "def g(v): return g(v[0])\ng(a)", Code.TOO_DEEP),
        ("a = [1.0]\n" + DOUBLED + "w = Value(2.0)\nw.data = a\nw", Code.INVALID_AXIS),
        ("a = [1.0]\nfor i in range(25): a = [a, a]\nw = Value(2.0)\nw.data = a\nw", Code.TOO_MANY_NODES),
        ("a = [1.0]\nfor i in range(25): a = [a, a]\nw = Value(2.0)\nw.grad = a\nw", Code.TOO_MANY_NODES),
        (FUNCTION + "a = [1.0]*1000\nb = [a]*1000\nf([b]*1000)\nx", Code.TOO_MANY_ELEMENTS),
        ("a = [1]*100000\nb = [a[:] for i in range(1900)]\nx", Code.TOO_MANY_ELEMENTS),
        ("a = [1]*10000\nfor i in [0]: b = zip(*([a]*10000))\nx", Code.TOO_MANY_ELEMENTS),
        ("a = [1]*900000\nfor i in range(1900): b = 3 in a\nx", Code.TOO_MANY_REPETITIONS),
        ("a = [1]*400000\nfor i in range(1900): b = a == a\nx", Code.TOO_MANY_REPETITIONS),
        ("a = [1]*900000\nfor i in range(1900): a.insert(0, 1)\nx", Code.TOO_MANY_ELEMENTS),
        ("a = [1]*900000\nfor i in range(1900): a[0:0] = [1]\nx", Code.TOO_MANY_ELEMENTS),
        ("a = [1]*10\nfor i in [0]: a[::2] = [1]\nx", Code.SHAPE_MISMATCH),
        ("t = tuple([1]*300000)\nd = {}\nfor i in range(1900): d[t] = 1\nx", Code.UNSUPPORTED),
        ("s = 'x'*900000\nfor i in [0]: t = '%s'*100 % ((s,)*100)\nx", Code.TOO_MANY_ELEMENTS),
        ("s = 'x'*900000\nfor i in [0]: t = ('{0}'*20000).format(s)\nx", Code.TOO_MANY_ELEMENTS),
        ("s = 'x'*900000\nfor i in [0]: t = f'" + "{s}" * 3000 + "'\nx", Code.TOO_MANY_ELEMENTS),
        ("s = 'x'*900000\nt = [s.upper() for i in range(1900)]\nx", Code.TOO_MANY_ELEMENTS),
        ("for i in [0]: print(*[1]*1000, sep='x'*900000)\nx", Code.TOO_MANY_ELEMENTS),
        ("y = x\nfor i in range(1000): y = y + x\nfor i in range(900):\n    y.backward()\n    g = x.grad\ny", Code.TOO_MUCH_WORK),
    ],
    ids=ascii,
)
def test_what_would_never_end_is_refused_by_count_at_its_place(text: str, code: Code) -> None:
    with at_most(20), pytest.raises(ProblemError) as refusal:
        ran(text)
    problem = refusal.value.problems[0]
    assert problem.code is code
    assert problem.span is not None


def test_a_gradient_that_is_set_to_an_array_of_zeros_is_forgotten() -> None:
    begin = "import numpy as np\nw = Value([1.0, 2.0])\n"
    repeated = "for i in range(2):\n    w.grad = np.zeros(2)\n    y = (w*w).sum()\n    y.backward()\n    print(w.grad)\n"
    assert ran(begin + repeated).printed == ["[2., 4.]", "[2., 4.]"]


def test_values_held_deeper_than_a_name_is_long_are_called_by_their_class() -> None:
    begin = "class A:\n    def __init__(self): self.w = Value(2.0)\na = [A()]\nout = a[0].w*A().w\n"
    with at_most(10):
        assert [*ran(begin).inputs] == ["a[0].w", "A.w"]
        assert [*ran(begin + "for i in range(900): a = [a]\nout*1").inputs] == ["A.w", "A.w#2"]


PIECES = (
    "a = []",
    "a = [1.0, 2]",
    "a = [x]",
    "a.append(a)",
    "a.append(b)",
    "b = [a, a]",
    "b = [a]*30",
    "b = a + a",
    "a = b",
    "a = b[:]",
    "a[0] = b",
    "b += a",
    "a = (a, b)",
    "b = {'k': a, 'x': x}",
    "for c in a: b = [b, c]",
    "for i in range(12): a = [a, a]",
    "a = [a for i in range(9)]",
    "f(a)",
    "f(*a)",
    "y = sum(a)",
    "y = x*a[0]",
    "print(a, b)",
    "print(f'{a} {b!r}', a == b, a in b)",
    "a = sorted(a)",
    "y = max(a)",
    "a = list(zip(a, *b))",
    "a = list(map(f, a))",
    "b = ' '.join(b)",
    "x.data = a",
    "x.grad = b",
    "y = Value(a)",
    "y = stack(a)",
    "d = vars(A())",
    "A.b = a",
    "a, *b = b",
    "a, b = b",
    "a.extend(b)",
    "y = x[a]",
    "a",
    "y",
)


@given(st.lists(st.sampled_from(PIECES), max_size=14))
@settings(max_examples=500, deadline=None)
def test_any_mixture_of_shared_lists_ends_or_is_refused(lines: list[str]) -> None:
    text = "\n".join(("x = Value(2.0)", "def f(v, *more): return v", "class A: pass", "a = [1]", "b = [a]", *lines, "x*2"))
    with at_most(20), contextlib.suppress(ProblemError):
        ran(text)


def test_a_list_that_holds_one_list_too_often_is_refused_before_its_numbers_are_made() -> None:
    before = next_number()
    with pytest.raises(ProblemError) as caught:
        run(parse("a = [1.0]\nfor i in range(25): a = [a, a]\nw = Value(2.0)\nw.grad = a\nw"))
    assert caught.value.problems[0].code is Code.TOO_MANY_NODES
    assert next_number() - before < 100
