"""`class Cube(Operation)` typed as a program, and the graph as a program walks it."""

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.autodiff.check.gradient_check import Verdict, check
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run
from backpass.engine.interpreter.run import run as run_program
from backpass.engine.language import parse

CUBE = """class Cube(Operation):
    def forward(self, x):
        return x**3
    def backward(self, upstream_grad):
        return (upstream_grad*7,)
x = 2.0
"""


def run(text: str) -> Run:
    return run_program(parse(text))


def printed(text: str) -> str:
    return " ".join(run(text).printed)


def gradients(text: str) -> dict[str, object]:
    found = run(text)
    passed = backward(found.output)
    return {name: passed.of(leaf) for name, leaf in found.inputs.items()}


@pytest.mark.parametrize("start", ["", "from engine import Operation\n", "from backpass import Operation\n", "import backpass\n"])
@pytest.mark.parametrize("called", ["Cube()(x)", "Cube(x)", "Cube.apply(x)", "Cube().apply(x)"])
def test_the_rule_of_the_class_is_what_flows_however_it_is_called(start: str, called: str) -> None:
    text = CUBE.replace("(Operation)", "(backpass.Operation)") if start.startswith("import") else CUBE
    assert gradients(f"{start}{text}y = {called}\n") == {"x": 7.0}


def test_the_check_says_that_a_wrong_rule_differs() -> None:
    found = run(f"{CUBE}y = Cube()(x)\n")
    (checked,) = check(backward(found.output), found.inputs)["x"]
    assert (checked.autodiff, checked.verdict) == (7.0, Verdict.DIFFERS)
    assert checked.numeric == pytest.approx(12.0, rel=1e-6)


def test_parents_are_the_inputs_in_the_order_that_forward_gives_them() -> None:
    text = """class Quotient(Operation):
    def forward(self, a, b):
        self.parents = (b, a)
        return a / b
    def backward(self, upstream_grad):
        b, a = self.parents
        return -upstream_grad * a / b**2, upstream_grad / b
a = 3.0
b = 2.0
q = Quotient()(a, b)
print(q.grad_fn, q.grad_fn.parents[0] is b)
"""
    assert gradients(text) == {"a": 0.5, "b": -0.75}
    assert printed(text) == "<Quotient> True"


def test_a_class_of_numbers_taken_out_of_the_graph() -> None:
    text = """class Mul(Operation):
    def forward(self, a, b):
        return Tensor(a.data * b.data)
    def backward(self, upstream_grad):
        a, b = self.parents
        return upstream_grad * b.data, upstream_grad * a.data
a = Tensor(2.0, requires_grad=True)
b = Tensor(5.0, requires_grad=True)
y = Mul()(a, b)
y.backward()
print(a.grad, b.grad)
"""
    assert printed(text) == "5.0 2.0"


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("return upstream_grad", Code.ARGUMENT_COUNT, "`Bad` returns 1 gradient"),
        ("return upstream_grad, 1.0, 2.0", Code.ARGUMENT_COUNT, "`Bad` returns 3 gradients"),
        ("return upstream_grad.sum(), upstream_grad", Code.SHAPE_MISMATCH, r"`Bad` returns a gradient of shape \(\)"),
        ("upstream_grad * 2", Code.UNSUPPORTED, "`Bad` returns nothing"),
        ("raise ValueError('mine')", Code.ASSERTION, "raises an exception"),
    ],
)
@pytest.mark.parametrize("make", ["Operation", "Function"])
def test_a_bad_rule_is_named_with_its_class_and_place(make: str, body: str, code: Code, words: str) -> None:
    first = {"Operation": "self", "Function": "ctx"}[make]
    static = "    @staticmethod\n" if make == "Function" else ""
    called = {"Operation": "Bad()(x, y)", "Function": "Bad.apply(x, y)"}[make]
    text = (
        f"class Bad({make}):\n{static}    def forward({first}, x, y):\n        return x * y\n"
        f"{static}    def backward({first}, upstream_grad):\n        {body}\n"
        f"x = Tensor([1.0, 2.0])\ny = Tensor([3.0, 4.0])\nz = {called}.sum()\nz.backward()\n"
    )
    with pytest.raises(ProblemError, match=words) as raised:
        run(text)
    (problem,) = raised.value.problems
    assert problem.code is code
    assert problem.span is not None
    assert text[slice(*problem.span)] == (body if code is Code.ASSERTION else called)


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ("    def forward(self, x):\n        return x\n", "no method `backward`"),
        ("    def backward(self, g):\n        return g\n", "no method `forward`"),
        (
            "    def forward(s, x):\n        s.parents = x,x\n        return x\n    def backward(s, g):\n        return g\n",
            "`self.parents` of `Bad`",
        ),
    ],
)
def test_an_incomplete_class_is_refused_by_name(members: str, words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        run(f"class Bad(Operation):\n{members}x = 2.0\ny = Bad()(x)\n")


@pytest.mark.parametrize("library", ["", "import torch\n"])
def test_a_graph_is_walked_by_its_operations(library: str) -> None:
    make = "torch.tensor(2.0, requires_grad=True)" if library else "Tensor(2.0)"
    text = f"""{library}x = {make}
z = (x * 3.0 + x).tanh()
def names(fn):
    if fn is None:
        return []
    found = []
    for each, _ in fn.next_functions:
        found += names(each)
    return [fn.name] + found
print(names(z.grad_fn), x.grad_fn, z.grad_fn is z.grad_fn)
"""
    assert printed(text) == "['tanh', 'add', 'multiply', 'AccumulateGrad', 'AccumulateGrad'] None True"


def test_prev_and_op_as_notebooks_use_them() -> None:
    text = """def trace(root):
    nodes, edges = set(), set()
    def build(v):
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.add((child, v))
                build(child)
    build(root)
    return nodes, edges
a = Value(2.0)
b = a * a + a
nodes, edges = trace(b)
print(len(nodes), len(edges), b._op, a._op == '')
"""
    assert printed(text) == "3 3 + True"


def test_a_backward_pass_made_by_hand() -> None:
    text = """a = Value(3.0)
b = a * a
c = b + a
c.grad = 1.0
c._backward()
b._backward()
a._backward()
print(a.grad, b.grad)
"""
    found = run(text)
    assert found.printed == ["7.0 1.0"]
    assert [problem.message for problem in found.problems if "by hand" in problem.message]
    assert found.output.item() == 12.0


def test_a_pass_by_hand_that_forgets_a_node_is_shown_as_it_is() -> None:
    text = "a = Value(3.0)\nb = a * a\nc = b + a\nc.grad = 1.0\nc._backward()\nprint(a.grad)\n"
    assert printed(text) == "1.0"


def test_a_second_argument_of_a_sum_is_its_axis_outside_of_python() -> None:
    assert run("m = [[1.0, 2.0], [3.0, 4.0]]\ny = sum(m, 1)\n").output.tolist() == [3.0, 7.0]


def test_rounding_to_digits_in_any_program() -> None:
    assert printed("x = 2.0\ny = x * 1.2345\nprint(round(y.item(), 2))\n") == "2.47"


@pytest.mark.parametrize("text", ["x = 1j * 2\n", "import torch\nx = torch.tensor(1 + 2.5j)\nx * x\n", "z = 3 + 4j\n"])
def test_complex_numbers_are_refused_by_name(text: str) -> None:
    with pytest.raises(ProblemError, match="j is a complex number") as raised:
        run(text)
    assert raised.value.problems[0].span is not None


def test_a_j_with_a_value_is_a_factor() -> None:
    assert run("j = 3.0\ny = 2j\n").output.item() == 6.0
