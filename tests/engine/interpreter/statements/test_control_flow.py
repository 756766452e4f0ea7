"""Loops, functions, classes, texts: run here and by Python itself, which is the oracle for what is printed."""

import contextlib
import io
import itertools
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backpass.app.api.gallery.examples import NETWORK as SEEDED_NETWORK
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.limits import Limits
from backpass.engine.problems import Code, ProblemError
from backpass.engine.serialization.graph_json import graph_json

SMALL = Limits(nodes=2_000, elements=10_000, repetitions=2_000, depth=50, printed=2_000)


def ran(text: str, **options: Any) -> Run:
    return run(parse(text), **options)


def printed_by_python(text: str) -> list[str]:
    """What the same text prints when Python runs it; it is a text of this file, never one of a user."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(text, {})
    return output.getvalue().split("\n")[:-1]


def gradients(text: str, **options: Any) -> dict[str, Any]:
    found = ran(text, **options)
    made = backward(found.output)
    values = dict(zip(made.tensors, made.values, strict=True))
    return {name: values[leaf] for name, leaf in found.inputs.items() if leaf in values}


SAME_AS_PYTHON = {
    "a loop over a range": "for i in range(2, 10, 3):\n    print(i, i*i, i/2, i//2, i % 2, -i)",
    "nested loops with break and continue": """
for i in range(5):
    if i == 1:
        continue
    for j in range(5):
        if j > i:
            break
        print(i, j)
    if i == 3:
        break
print('done')
""",
    "while with a condition that changes": """
n, steps = [27], [0]
while n[0] != 1:
    n[0] = n[0]//2 if n[0] % 2 == 0 else 3*n[0] + 1
    steps[0] += 1
print(steps[0])
""",
    "if, elif and else": """
def sign(x):
    if x > 0:
        return 'plus'
    elif x < 0:
        return 'minus'
    else:
        return 'zero'
for x in [-2, 0, 3]:
    print(sign(x))
""",
    "recursion": "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint([fib(i) for i in range(12)])",
    "defaults, keywords and several arguments": """
def f(a, b=2, *more):
    return [a, b, len(more)]
print(f(1), f(1, 3), f(b=5, a=4), f(1, 2, 3, 4), f(*[7, 8]))
""",
    "closures": """
def counter(start):
    def add(x):
        return start + x
    return add
two, ten = counter(2), counter(10)
print(two(1), ten(1), (lambda x, y=3: x*y)(4))
""",
    "comprehensions": """
print([i*j for i in range(3) for j in range(3) if i != j])
print([x for x in range(10) if x % 2 if x > 3], [[i, j] for i, j in enumerate('ab')])
x = 5
print([x for x in range(3)], x)
""",
    "lists": """
a = [3, 1, 2]
a.append(4); a += [5]; a.insert(0, 0)
b = a
b[1] = 30
print(a, len(a), a[-1], a[1:4], a[::-1], 30 in a, 7 not in a, a.pop(), a.index(2))
a.reverse(); print(a, sorted(a), sorted(a, key=lambda v: -v), sorted(a, reverse=True))
a[0:2] = [8, 9, 10]; print(a, [0]*3, [1] + [2], (1, 2) + (3,))
""",
    "dictionaries": """
d = {'a': 1, 'b': 2}
d['c'] = 3
print(d, d['b'], 'a' in d, d.get('z', 0), list(d.keys()), list(d.values()), sum(d.values()))
for key, value in d.items():
    print(key, value)
""",
    "numbers": """
for _ in range(1): pass
print(7 // 2, -7 // 2, -7 % 3, 2**10, 2**-1, 1e3, 3.0, 0.1 + 0.2, 10/4, 1_000, round(2.567, 2), round(2.5), abs(-3))
print(max(3, 1, 2), min([4, 2]), sum([1, 2, 3]), sum([0.5], 1), int(3.9), int('12'), float('1e-3'), max([3, -5], key=abs))
print(1 < 2, 1 == 1.0, 2 != 3, not True, True and False, 0 or 5, None is None, 1 if [] else 2)
""",
    "texts": """
for _ in range(1): pass
name, x = 'loss', 0.123456
print(f'{name}: {x:.3f} {x:8.2e}|{12:5d}|{name!r}|{{}}', 'a' + 'b', '-'.join(['1', '2']), 'ab' * 2)
print('%s %.2f %d%%' % (name, x, 5), '{} {:.1f} {0}'.format('q', 2.25) if False else '{} {:.1f}'.format('q', 2.25))
print('tab\\tnew', "it's", 'upper'.upper(), sep=' | ', end='!\\n')
print(str(3) + 'x', repr('q'), [None, True, 'a'])
""",
    "taking apart": """
a, b = 1, 2
a, b = b, a
(c, d), e = [3, 4], 5
for (i, (j, k)) in [(1, (2, 3))]:
    print(a, b, c, d, e, i, j, k)
""",
    "a class with methods, inheritance and operators": """
class Shape:
    sides = 0
    def __init__(self, name):
        self.name = name
    def describe(self):
        return f'{self.name} has {self.sides} sides'
    @staticmethod
    def double(x):
        return 2*x
    @property
    def twice(self):
        return 2*self.sides
class Square(Shape):
    sides = 4
    def __init__(self):
        super().__init__('square')
    def __len__(self):
        return self.sides
    def __getitem__(self, i):
        return i * 10
    def __add__(self, other):
        return self.sides + other
    def __radd__(self, other):
        return other - self.sides
    def __call__(self, x):
        return x + 1
    def __repr__(self):
        return 'Square()'
s = Square()
print(s.describe(), s.twice, Shape.double(4), len(s), s[3], s + 1, 1 + s, s(5), s, isinstance(s, Shape))
s.sides = 5
print(s.sides, Square.sides, Shape.describe(s))
""",
    "an object that holds items": """
class Table:
    def __init__(self):
        self.items = {}
    def __setitem__(self, key, value):
        self.items[key] = value
        return 'never seen'
    def __getitem__(self, key):
        return self.items[key]
    def __delitem__(self, key):
        del self.items[key]
    def __contains__(self, key):
        return key in self.items
    def __len__(self):
        return len(self.items)
t = Table()
t['a'] = 2
t['a'] += 3
t[0, 'b'], t['c'] = 7, t['a'] * 2
print(t['a'], t[0, 'b'], t['c'], len(t), 'c' in t)
del t['c']
print(len(t), 'c' in t)
for i in range(20):
    t[i] = i * i
print(t[19], len(t))
""",
    "going through things together": """
for i, (a, b) in enumerate(zip([1, 2, 3], 'xyz')):
    print(i, a, b)
print(list(map(lambda v: v*v, [1, 2])), list(filter(lambda v: v > 1, [1, 2])))
print(list(reversed([1, 2])), any([0, 1]), all([0, 1]))
""",
    "seeded random numbers": """
import random
random.seed(42)
print([random.uniform(-1, 1) for _ in range(3)], random.randint(1, 6), random.choice('abc'))
x = [1, 2, 3, 4]
random.shuffle(x)
print(x, random.random(), random.gauss(0, 1))
""",
    "comparisons in a row": """
def shown(value):
    print('asked for', value)
    return value
for a, b, c in [(1, 2, 3), (2, 2, 3), (3, 2, 1), (1, 3, 2)]:
    print(shown(a) < shown(b) < shown(c), a <= b < c == 3, a < b > c, not a < b < c, (a < b) < c)
    print(0 < a < 3 and b or c, [v for v in [a, b, c] if 1 < v < 3], a + 1 < b * 2 < c - -9)
""",
    "own functions called as what notebooks show": """
def show(value):
    print('shown', value)
    return 2*value
def display(*values):
    return len(values)
class Card:
    def show(self):
        return 'a card'
    def draw_dot(self):
        return show(4)
print(show(3), display(1, 2), Card().show(), Card().draw_dot())
""",
    "one line": "for i in range(3): print(i); print(-i)\nif True: print('yes')\nelse: print('no')",
    "tabs and comments": "for i in range(2):  # first\n\t# inside\n\tprint(i)\n\n\tprint('x')\nprint('end')",
    "assert and pass": "assert 1 < 2, 'never'\nfor i in range(2):\n    pass\nprint('ok')",
}


@pytest.mark.parametrize("name", SAME_AS_PYTHON)
def test_programs_print_what_python_prints(name: str) -> None:
    text = SAME_AS_PYTHON[name]
    assert ran(f"{text}\nx_ = 1.0\nx_").printed == printed_by_python(text)


arithmetic = st.recursive(
    st.one_of(st.integers(-9, 9).map(lambda n: f"({n})"), st.sampled_from(["i", "1.5", "0.25"])),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" + ", " - ", " * "]), inner).map(lambda each: f"({''.join(each)})"),
        st.tuples(inner, st.sampled_from([" < ", " == ", " >= "]), inner, inner, inner).map(
            lambda each: f"({each[3]} if {each[0]}{each[1]}{each[2]} else {each[4]})"
        ),
        st.tuples(inner, st.sampled_from([" < ", " != "]), inner, st.sampled_from([" <= ", " > "]), inner).map(
            lambda each: f"({''.join(each)})"
        ),
        st.tuples(inner, st.sampled_from([" and ", " or "]), inner).map(lambda each: f"({''.join(each)})"),
        inner.map(lambda each: f"(not {each})"),
        st.tuples(inner, inner).map(lambda each: f"(lambda q: q + {each[0]})({each[1]})"),
        st.tuples(inner, inner).map(lambda each: f"sum([{each[0]} for i in range(2)], {each[1]})"),
    ),
    max_leaves=12,
)


@given(arithmetic)
@settings(max_examples=150, deadline=None)
def test_any_arithmetic_with_choices_and_functions_gives_what_python_gives(expression: str) -> None:
    text = f"for i in range(3):\n    print({expression})"
    assert ran(f"{text}\nx_ = 1.0\nx_").printed == printed_by_python(text)


# Graphs and gradients


def test_a_function_called_with_a_number_has_that_number_as_its_input() -> None:
    assert gradients("def f(x):\n    return 3*x**2 - 4*x + 5\nf(3.0)") == {"x": 14.0}
    assert gradients("f(x) = 3x² - 4x + 5\nf(3)") == {"x": 14.0}
    assert gradients("f = lambda x, y: x*y\nf(3.0, 4)") == {"x": 4.0, "y": 3.0}
    assert gradients("f(x) = x²\nf(3)", inputs={"x": 5}) == {"x": 10.0}


def test_what_a_loop_repeats_is_repeated_in_the_graph() -> None:
    assert gradients("x = 2.0\nfor i in range(3):\n    x = x*x\nx") == {"x": 8 * 2.0**7}


def test_a_zero_to_which_a_loop_adds_is_no_input() -> None:
    assert gradients("w = 3.0\ntotal = 0\nfor i in range(1, 4):\n    total += w*i\ntotal") == {"w": 6.0}


def test_a_list_of_numbers_in_a_program_with_loops_is_a_list_of_inputs() -> None:
    found = gradients("xs = [1.0, 2.0]\nws = [[3.0], [4.0]]\nsum(w[0]*x for w, x in zip(ws, xs))")
    assert found == {"xs[0]": 3.0, "xs[1]": 4.0, "ws[0][0]": 1.0, "ws[1][0]": 2.0}
    changed = gradients("xs = [1.0, 2.0]\nsum(x**2 for x in xs)", inputs={"xs": [5.0, 6.0]})
    assert changed == {"xs[0]": 10.0, "xs[1]": 12.0}
    assert gradients("xs = [1.0, 2.0]\nsum(x**2 for x in xs)", inputs={"xs[1]": 7.0}) == {"xs[0]": 2.0, "xs[1]": 14.0}


def test_without_loops_a_list_is_one_tensor() -> None:
    found = gradients("x = [1.0, 2.0]\nsum(x**2)")
    np.testing.assert_array_equal(found["x"], [2.0, 4.0])


def test_only_the_branch_taken_is_in_the_graph_and_the_run_says_it_was_chosen() -> None:
    chosen = ran("x = 2.0\nif x > 1:\n    y = x**3\nelse:\n    y = -x\ny")
    assert chosen.output.item() == 8.0
    assert chosen.is_data_dependent
    assert gradients("x = -2.0\ny = x**3 if x > 1 else -x\ny") == {"x": -1.0}
    assert not ran("x = 2.0\nfor i in range(3):\n    x = x*x if i < 2 else x\nx").is_data_dependent


NETWORK = SEEDED_NETWORK.replace("seed(1337)", "seed(42)").replace("range(10)", "range(20)")
"""The network that the page offers as an example, from other numbers and for longer."""


def trained_by_hand() -> list[float]:
    """The same network in NumPy, with the same random numbers and derivatives written out."""
    stream = random.Random(42)
    sizes = [3, 4, 4, 1]
    layers = []
    for many, few in itertools.pairwise(sizes):
        rows = [[stream.uniform(-1, 1) for _ in range(many + 1)] for _ in range(few)]
        layers.append(np.array(rows))
    xs = np.array([[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]])
    ys = np.array([1.0, -1.0, -1.0, 1.0])
    losses = []
    for _ in range(20):
        activations = [xs]
        for layer in layers:
            activations.append(np.tanh(activations[-1] @ layer[:, :-1].T + layer[:, -1]))
        difference = activations[-1][:, 0] - ys
        losses.append(float(np.sum(difference**2)))
        upstream = (2 * difference)[:, None]
        for number in reversed(range(len(layers))):
            upstream = upstream * (1 - activations[number + 1] ** 2)
            slope = np.hstack([upstream.T @ activations[number], upstream.sum(axis=0)[:, None]])
            upstream = upstream @ layers[number][:, :-1]
            layers[number] = layers[number] - 0.1 * slope
    return losses


def test_a_network_written_out_with_classes_trains_as_by_hand() -> None:
    found = ran(NETWORK)
    losses = [float(line.split()[1]) for line in found.printed]
    np.testing.assert_allclose(losses, trained_by_hand(), rtol=1e-9)
    assert len(found.parameters) == 41
    assert "n.layers[0].neurons[0].w[0]" in found.inputs
    assert found.output.item() == losses[-1], "the last loss is shown, with the numbers it was computed from"


def test_the_graph_of_a_trained_network_has_the_weights_it_was_computed_with() -> None:
    found = ran(NETWORK)
    again = ran(NETWORK.replace("range(20)", "range(19)") + "\nz = sum((n(x) - y)**2 for x, y in zip(xs, ys))", output="z")
    assert again.output.item() == pytest.approx(found.output.item(), rel=1e-12)


def test_parameters_can_be_given_other_values_by_the_names_they_have() -> None:
    text = "class N:\n    def __init__(self):\n        self.w = [Value(0.5*i) for i in range(3)]\n    def __call__(self, x):\n"
    text += "        return sum(w*x for w in self.w)\nn = N()\nx = 2.0\nn(x)"
    assert ran(text).output.item() == 3.0
    assert ran(text, inputs={"n.w[1]": 10.0}).output.item() == 22.0
    with pytest.raises(ProblemError) as refusal:
        ran(text, inputs={"n.w[7]": 10.0})
    assert [problem.code for problem in refusal.value.problems] == [Code.UNKNOWN_INPUT]


def test_nodes_know_the_call_and_the_repetition_that_made_them() -> None:
    graph = graph_json(ran("def square(v):\n    return v*v\nx = 3.0\nfor i in range(2):\n    x = square(x) + 1\nx"))
    paths: dict[object, Any] = {}
    for group in graph["groups"]:
        parent = "" if group["parent"] is None else paths[group["parent"]] + " / "
        paths[group["id"]] = parent + group["name"]
    made = [(node["op"], paths.get(node["group"])) for node in graph["nodes"] if node["op"]]
    assert made == [
        ("multiply", "for i in range(2) / i = 0 / square"),
        ("add", "for i in range(2) / i = 0"),
        ("multiply", "for i in range(2) / i = 1 / square"),
        ("add", "for i in range(2) / i = 1"),
    ]
    assert "groups" not in graph_json(ran("x = 1\nx*x"))


def test_forgetting_to_reset_gradients_adds_them_up_as_in_the_original() -> None:
    text = "w = Value(1.0)\nfor i in range(3):\n    y = w*w\n    y.backward()\n    print(w.grad)\ny"
    assert ran(text).printed == ["2.0", "4.0", "6.0"]


def test_a_number_that_is_set_afterwards_does_not_change_the_graph_that_was_built() -> None:
    found = ran("w = Value(3.0)\ny = w*w\ny.backward()\nw.data = w.data - 0.1*w.grad\nprint(w.data)")
    assert found.printed == ["2.4"]
    assert found.output.item() == 9.0
    assert found.inputs["w"].item() == 3.0


# Limits


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("while True:\n    pass", Code.TOO_MANY_REPETITIONS),
        ("[i for i in range(10**9)]", Code.TOO_MANY_REPETITIONS),
        ("def f(n):\n    return f(n)\nf(1)", Code.TOO_DEEP),
        ("def f():\n    return [0]*10**9\nf()", Code.TOO_MANY_ELEMENTS),
        ("def f():\n    return 'ab'*10**9\nf()", Code.TOO_MANY_ELEMENTS),
        ("def f():\n    return list(range(10**12))\nf()", Code.TOO_MANY_ELEMENTS),
        ("import numpy as np\nnp.zeros((10**6, 10**6))", Code.TOO_MANY_ELEMENTS),
        ("import numpy as np\nnp.eye(10**6)", Code.TOO_MANY_ELEMENTS),
        ("import numpy as np\nnp.random.randn(10**5, 10**5)", Code.TOO_MANY_ELEMENTS),
        ("import numpy as np\nnp.linspace(0, 1, 10**9)", Code.TOO_MANY_ELEMENTS),
        ("x = 1.0\nfor i in range(10**6):\n    x = x*1.0\nx", Code.TOO_MANY_NODES),
        ("a = [1]\nfor i in range(100):\n    a = a + a\na[0]*x", Code.TOO_MANY_ELEMENTS),
        ("s = 'a'\nfor i in range(100):\n    s = s + s\nx", Code.TOO_MANY_ELEMENTS),
        ("a = [[1.0, 2.0], [3.0, 4.0]]\nfor i in range(10**5):\n    a = [a, a]\nsum(a)", Code.INVALID_AXIS),
        ("def f(*a): return 0\nf(*range(10**12))", Code.TOO_MANY_ELEMENTS),
        ("import random\nfor i in [0]: random.sample(range(10**12), 3)", Code.TOO_MANY_ELEMENTS),
        ("a = [1, 2]\nfor i in [0]: a[0:1] = range(10**12)\nx", Code.TOO_MANY_ELEMENTS),
        ("for i in [0]: list(range(10.0**300))", Code.TOO_MANY_ELEMENTS),
        ("def f(): return [[1]*1000]*1000 == [[1]*1000]*1000\nf()", Code.UNSUPPORTED),
        ("def f(): return sorted([[2], [1]])\nf()", Code.UNSUPPORTED),
        ("def f(): return max([1, 'a'])\nf()", Code.UNSUPPORTED),
        ("while True:\n    print('b')", Code.TOO_MANY_REPETITIONS),
        ("print(f'{1:999999999d}')\nx", Code.INVALID_FORMAT),
        ("print('%999999999d' % 1)\nx", Code.INVALID_FORMAT),
    ],
)
def test_programs_without_end_or_measure_are_refused_by_count(text: str, code: Code) -> None:
    with pytest.raises(ProblemError) as refusal:
        ran(text, limits=Limits(nodes=100_000, elements=1_000_000, repetitions=200_000, printed=20_000))
    assert refusal.value.problems[0].code is code
    assert all(problem.span for problem in refusal.value.problems)


def test_long_prints_are_cut_and_what_was_cut_is_said() -> None:
    found = ran("print('a'*90)\nfor i in range(100): print('b'*1000, end='')\nx", limits=Limits(printed=20_000))
    assert (len(found.printed), sum(map(len, found.printed))) == (2, 19_999)
    (said,) = [problem for problem in found.problems if problem.code is Code.IGNORED]
    assert "first 20,000" in str(said.message)


def test_whole_numbers_do_not_grow_without_bound() -> None:
    assert ran("n = [9]\nfor i in range(50):\n    n[0] = n[0]**9\nprint(n[0])\nx").printed == ["inf"]


def test_a_list_of_lists_of_lists_is_printed_as_far_as_anyone_reads() -> None:
    printed = ran("a = ['a']*1000\nfor i in range(4): a = [a]*1000\nprint(a)\nx").printed
    assert len(printed[0]) < 20_000
    assert "…" in printed[0][-20:]


def test_a_list_that_holds_itself_is_refused_where_it_is_computed_with_and_cut_short_where_it_is_printed() -> None:
    text = "a = [1]\na.append(a)\nprint(a)\ndef f(): return 0\n"
    assert "…" in ran(text + "x").printed[0]
    with pytest.raises(ProblemError):
        ran(text + "a*x")


MISTAKES_IN_PROGRAMS = {
    "def f(x):\n    return x*x\nf()": Code.ARGUMENT_COUNT,
    "def f(x):\n    return x*x\nf(1, 2)": Code.ARGUMENT_COUNT,
    "def f(x):\n    return x*x\nf(y=2)": Code.ARGUMENT_COUNT,
    "def f(x):\n    y = x*x\nf(2)*3": Code.UNSUPPORTED,
    "class A:\n    pass\nA(1)": Code.ARGUMENT_COUNT,
    "class A:\n    pass\na = A()\na.size": Code.ATTRIBUTE_REFUSED,
    "class A:\n    pass\na = A()\na()": Code.UNKNOWN_FUNCTION,
    "for i in 3:\n    x": Code.UNSUPPORTED,
    "for a, b in [(1, 2, 3)]:\n    x": Code.SYNTAX,
    "a = [1, 2]\nfor i in range(3):\n    a[i]*x": Code.INVALID_AXIS,
    "d = {'a': 1}\nd['b']": Code.INVALID_AXIS,
    "def f(): return 'abc'\nx + f()": Code.STRING_NOT_ALLOWED,
    "def f(): return sorted([1, 'a'])\nf()": Code.UNSUPPORTED,
    "x = [1.0, 2.0]\nif x > 1:\n    y = x\nx": Code.SHAPE_MISMATCH,
    "with 3:\n    x": Code.UNSUPPORTED,
    "def f(): pass\nf().__class__": Code.ATTRIBUTE_REFUSED,
    "def f(x): return x\nf.__globals__": Code.ATTRIBUTE_REFUSED,
    "class A:\n    pass\nA.__subclasses__()": Code.ATTRIBUTE_REFUSED,
    "class A:\n    pass\nA().__class__.__mro__": Code.ATTRIBUTE_REFUSED,
    "'{0.__class__}'.format(1)\nx": Code.INVALID_FORMAT,
    "super().x": Code.UNSUPPORTED,
    "import socket\nsocket.socket('true')": Code.IMPORT_REFUSED,
    "def f(x):\n    import subprocess\n    return subprocess.run(x)\nf(1)": Code.IMPORT_REFUSED,
    "def f(x):\n    return g(x)\nf(1)": Code.UNKNOWN_FUNCTION,
}


@pytest.mark.parametrize("text", MISTAKES_IN_PROGRAMS, ids=ascii)
def test_mistakes_in_programs_are_refused_by_name_at_their_place(text: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        ran(text)
    problem = refusal.value.problems[0]
    assert problem.code is MISTAKES_IN_PROGRAMS[text]
    assert problem.hint
    assert problem.span is not None
    assert 0 <= problem.span[0] < problem.span[1] <= len(text)


@given(st.text(alphabet="abx12.+-*()[]{}=,:\n '\"fdeinrlwhu|_", max_size=60))
@settings(max_examples=600, deadline=None)
def test_any_program_runs_or_is_refused_and_never_crashes(text: str) -> None:
    with contextlib.suppress(ProblemError):
        ran(text, limits=SMALL)


PIECES = (
    "for i in range(3):",
    "while x > 0:",
    "if x:",
    "else:",
    "elif y:",
    "def f(x, y=2):",
    "class A:",
    "return x",
    "x = 2.0",
    "y = f(x)",
    "x += y",
    "a = A()",
    "a.b = [x, y]",
    "print(x, a)",
    "x.backward()",
    "x.data = 3",
    "z = [q*x for q in range(2)]",
    "z[0] = x",
    "d = {'k': x}",
    "y = (lambda q: q*x)(3)",
    "break",
    "continue",
    "f(*z)",
    "x, y = y, x",
    "with torch.no_grad():",
    "y = x if x > 1 else -x",
    "y = x and y or not x",
    "import torch",
    "sum(z)",
    "max(z, key=lambda v: -v)",
)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(PIECES)), max_size=12))
@settings(max_examples=600, deadline=None)
def test_any_mixture_of_statements_runs_or_is_refused_and_never_crashes(lines: list[tuple[int, str]]) -> None:
    text = "\n".join("    " * depth + line for depth, line in lines)
    with contextlib.suppress(ProblemError):
        graph_json(ran(text, limits=SMALL))


def test_repetitions_over_numbers_are_named_by_their_turn_and_a_rounded_number() -> None:
    groups = graph_json(run(parse("h = 0\nfor x in [0.5, 0.1*3 - 0.5]:\n    h = tanh(w*h + x)\nh")))["groups"]
    assert [group["name"] for group in groups] == [
        "for x in [0.5, 0.1*3 - 0.5]",
        "repetition 1, x = 0.5",
        "repetition 2, x = −0.2",
    ]
