"""Hooks in programs: when they are called, with what, and what becomes of the gradient, against PyTorch running the same text."""

import contextlib
import io
import re
import warnings
from typing import Any

import numpy as np
import pytest

from backpass.engine.autodiff.create_graph import gradients_as_tensors
from backpass.engine.autodiff.jacobian import jacobian
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError

HEAD = """import torch
x = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
"""


def programs(text: str) -> dict[str, str]:
    """Programs by the comment above each."""
    return {name: program for name, _, program in (each.partition("\n") for each in text.strip().split("# ")[1:])}


PROGRAMS = programs("""
# a leaf
x.register_hook(lambda g: g * 2)
y = (x * w).sum()
y.backward()

# a result
a = x * w
a.register_hook(lambda g: g * 2 + 1)
y = (a * a).sum()
y.backward()

# the output
y = (x * w).sum()
y.register_hook(lambda g: g * 5)
y.backward()

# an upstream gradient
y = x * w
y.register_hook(lambda g: g * g)
y.backward(torch.tensor([1.0, 2.0, 3.0]))

# registered after use
a = x * w
b = a.exp()
a.register_hook(lambda g: g.clamp(-1, 1))
y = (b * a).sum()
y.backward()

# nothing given back
seen = []
x.register_hook(lambda g: seen.append(g))
y = (x * w).sum()
y.backward()

# two, one after the other
x.register_hook(lambda g: g * 3)
x.register_hook(lambda g: g + 1)
y = (x * x).sum()
y.backward()

# upstream of another
a = x * w
b = a * a
a.register_hook(lambda g: g * 2)
b.register_hook(lambda g: g.abs())
y = (b * x).sum()
y.backward()

# of a value in two places
a = x * w
a.register_hook(lambda g: g * 2)
y = (a * a * a.sin()).sum()
y.backward()

# by its name
def doubled(grad):
    return grad * 2
x.register_hook(hook=doubled)
y = (x * w).sum()
y.backward()

# looking at numbers
x.register_hook(lambda g: g * 2 if g.sum() > 100 else -g)
y = (x * w).sum()
y.backward()

# with a tensor of the program
a = x * w
a.register_hook(lambda g: g * x)
y = (a * a).sum()
y.backward()

# another tensor
x.register_hook(lambda g: torch.ones(3) * w * 2)
y = (x * w).sum()
y.backward()

# taken away
handle = x.register_hook(lambda g: g * 2)
handle.remove()
handle.remove()
y = (x * w).sum()
y.backward()

# taken away in between
a = x * w
handle = a.register_hook(lambda g: g * 2)
y = (a * x).sum()
y.backward(retain_graph=True)
handle.remove()
y.backward()

# several passes
a = x * w
a.register_hook(lambda g: g * 2)
y = (a * x).sum()
y.backward(retain_graph=True)
z = (a * a).sum()
z.backward(retain_graph=True)
y.backward()

# used again after a pass
a = x * w
a.register_hook(lambda g: g * 2)
y = a.sum()
y.backward(retain_graph=True)
y = (a * a).sum()
y.backward()

# after accumulation
def step(p):
    p.data = p.data - 0.1 * p.grad
    p.grad = None
w.register_post_accumulate_grad_hook(step)
for i in range(3):
    y = (x * w * w).sum()
    y.backward()
print(w.item())

# both kinds
w.register_post_accumulate_grad_hook(lambda p: print('after', p.grad.item()))
w.register_hook(lambda g: g * 2)
y = (x * w).sum()
y.backward()
y = (x * w).sum()
y.backward()

# in order
a = x * w
b = a + x
c = b * w
x.register_hook(lambda g: print('x'))
w.register_hook(lambda g: print('w'))
a.register_hook(lambda g: print('a'))
b.register_hook(lambda g: print('b'))
c.register_hook(lambda g: print('c'))
x.register_post_accumulate_grad_hook(lambda p: print('after x', p.grad.sum().item()))
w.register_post_accumulate_grad_hook(lambda p: print('after w', p.grad.item()))
y = c.sum()
y.backward()

# of parameters
m = torch.nn.Linear(3, 1)
with torch.no_grad():
    m.weight.fill_(0.5)
    m.bias.fill_(0.25)
for p in m.parameters():
    p.register_hook(lambda g: g / 2)
y = (m(x) * w).sum()
y.backward()
print(m.weight.grad.sum().item(), m.bias.grad.item())

# kept for later
seen = {}
def keep(name):
    def hook(g):
        seen[name] = g
    return hook
a = x * w
a.register_hook(keep('a'))
x.register_hook(keep('x'))
y = (a * a).sum()
y.backward()
print(seen['a'].sum().item(), (seen['x'] * 2).sum().item(), seen['a'].requires_grad)

# retained
a = x * w
a.retain_grad()
a.register_hook(lambda g: g * 3)
y = (a * 2).sum()
y.backward()
print(a.grad.sum().item())

# a method
class Scale:
    def __init__(self, by):
        self.by = by
    def __call__(self, g):
        return g * self.by
    def half(self, g):
        return g / 2
s = Scale(4.0)
x.register_hook(s)
w.register_hook(s.half)
y = (x * w).sum()
y.backward()
""")
"""Each ends with a backward pass from `y`."""

SEVERAL_PASSES = {"taken away in between", "several passes", "after accumulation", "both kinds", "used again after a pass"}
"""Of which the graph shows the last one, and `.grad` the sum."""

GRAD = programs("""
# a leaf
x.register_hook(lambda g: 10 * g)
y = (x * x).sum()
z = torch.autograd.grad(y, x)[0]
print(z.sum().item())

# on the way
a = x * x
a.register_hook(lambda g: g * 4)
y = (a * w).sum()
z = torch.autograd.grad(y, [x, w])
print(z[0].sum().item(), z[1].item())

# not on the way
w.register_hook(lambda g: print('called'))
y = (x * w).sum()
print(torch.autograd.grad(y, x)[0].sum().item())

# of a result alone
a = x * x
a.register_hook(lambda g: g * 4)
y = (a * w).sum()
print(torch.autograd.grad(y, a)[0].sum().item())

# not after accumulation
x.register_post_accumulate_grad_hook(lambda p: print('called'))
y = (x * w).sum()
print(torch.autograd.grad(y, x)[0].sum().item())
""")


def made(program: str) -> Run:
    return run(parse(HEAD + program))


def in_pytorch(program: str) -> tuple[dict[str, Any], list[str]]:
    pytest.importorskip("torch")
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec("import torch\ntorch.set_default_dtype(torch.float64)\n" + HEAD + program, names)
    return names, printed.getvalue().splitlines()


def refused(program: str) -> str:
    with pytest.raises(ProblemError) as raised:
        made(program)
    (problem,) = raised.value.problems
    assert problem.hint
    assert problem.span
    return problem.message


def lines_alike(ours: list[str], theirs: list[str]) -> bool:
    def parts(lines: list[str]) -> list[Any]:
        found: list[Any] = []
        for word in re.sub(r"[\[\],]", " ", " ".join(lines)).split():
            try:
                found.append(pytest.approx(float(word), rel=1e-9))
            except ValueError:
                found.append(word)
        return found

    return parts(theirs) == [each.expected if hasattr(each, "expected") else each for each in parts(ours)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_and_what_is_printed_are_those_of_pytorch(name: str) -> None:
    program = PROGRAMS[name]
    read = "\nprint(x.grad.tolist() if x.grad is not None else None)\nprint(w.grad.item() if w.grad is not None else None)"
    theirs, printed = in_pytorch(program + read)
    ours = made(program + read)
    assert lines_alike(ours.printed, printed), (ours.printed, printed)
    if theirs["y"].numel() == 1:
        assert ours.output.item() == pytest.approx(theirs["y"].item())


@pytest.mark.parametrize("name", sorted(PROGRAMS.keys() - SEVERAL_PASSES))
def test_the_graph_shows_the_gradient_that_pytorch_gives(name: str) -> None:
    theirs, _ = in_pytorch(PROGRAMS[name])
    ours = made(PROGRAMS[name])
    gradients = backward(ours.output, ours.seed())
    for leaf in {"x", "w"} & ours.inputs.keys():
        if theirs[leaf].grad is None:
            continue
        assert gradients.of(ours.inputs[leaf]) == pytest.approx(theirs[leaf].grad.numpy(), rel=1e-12)
    for tensor, value in zip(gradients.tensors, gradients.values, strict=True):
        arriving = [each.sent for each in gradients.contributions() if each.input is tensor]
        if arriving and tensor is not ours.output:
            assert sum(arriving) == pytest.approx(value)


@pytest.mark.parametrize("name", GRAD)
def test_torch_autograd_grad_calls_hooks_on_its_way(name: str) -> None:
    _, printed = in_pytorch(GRAD[name])
    assert lines_alike(made(GRAD[name]).printed, printed)


def test_a_second_derivative_goes_through_what_the_hook_computed() -> None:
    program = (
        "a = x * x\na.register_hook(lambda g: g * g * x)\ny = (a * w).sum()\n"
        "z = (torch.autograd.grad(y, x, create_graph=True)[0] ** 2).sum()\nz.backward()"
    )
    theirs, _ = in_pytorch(program)
    ours = made(program)
    gradients = backward(ours.output)
    for leaf in ("x", "w"):
        assert gradients.of(ours.inputs[leaf]) == pytest.approx(theirs[leaf].grad.numpy(), rel=1e-12)


def test_a_pass_that_is_recorded_goes_through_hooks() -> None:
    program = (
        "w.register_hook(lambda g: g * g)\ny = (x * w * w).sum()\ny.backward(create_graph=True)\n"
        "z = w.grad * w\nw.grad = None\nz.backward()\nprint(w.grad.item())"
    )
    with warnings.catch_warnings(action="ignore"):
        _, printed = in_pytorch(program)
    assert lines_alike(made(program).printed, printed)


def test_a_rule_is_followed_for_each_gradient_of_a_jacobian() -> None:
    ours = made("a = x * w\na.register_hook(lambda g: g * g)\ny = a * 2\ny.backward(torch.ones(3))")
    rows = jacobian(ours.output, {"x": ours.inputs["x"]})["x"]
    assert rows == pytest.approx(np.diag([12.0, 12.0, 12.0]))
    looking = made("a = x * w\na.register_hook(lambda g: g * 2 if g.sum() > 0 else g)\ny = a * 2\ny.backward(torch.ones(3))")
    with pytest.raises(ProblemError, match="reads numbers of the gradient"):
        jacobian(looking.output, {"x": looking.inputs["x"]})
    with pytest.raises(ProblemError, match="reads numbers of the gradient"):
        gradients_as_tensors(looking.output, [looking.inputs["x"]], np.full(3, 2.0))


def test_the_node_is_called_as_the_hook() -> None:
    named = made(
        "def clip_gradient(g):\n    return g.clamp(-1, 1)\nx.register_hook(clip_gradient)\ny = (x * w).sum()\ny.backward()"
    )
    nodes = backward(named.output).tensors
    assert [each.operation.name for each in nodes if each.operation] == ["clip_gradient", "multiply", "sum"]
    plain = made("x.register_hook(lambda g: print(g))\ny = (x * w).sum()\ny.backward()")
    assert [each.operation.name for each in backward(plain.output).tensors if each.operation] == ["multiply", "sum"]


@pytest.mark.parametrize(
    ("program", "part"),
    [
        ("torch.tensor(2.0).register_hook(lambda g: g)", "does not require a gradient"),
        ("x.detach().register_hook(lambda g: g)", "does not require a gradient"),
        ("with torch.no_grad():\n    a = x * 2\na.register_hook(lambda g: g)", "does not require a gradient"),
        ("(x * 2).register_post_accumulate_grad_hook(lambda p: None)", "leaves only"),
        ("torch.tensor(2.0).register_post_accumulate_grad_hook(lambda p: None)", "does not require a gradient"),
        ("x.register_hook(3.0)", "a function of the gradient"),
        ("x.register_hook(lambda g: 3.0)\ny = x.sum()\ny.backward()", "PyTorch takes a tensor"),
        ("x.register_hook(lambda g: torch.ones(2))\ny = x.sum()\ny.backward()", "of shape (2,) instead of (3,)"),
        ("x.register_post_accumulate_grad_hook(lambda p: p)\ny = x.sum()\ny.backward()", "ignores its result"),
        ("def f(g):\n    g *= 2\nx.register_hook(f)\ny = x.sum()\ny.backward()", "in place"),
        ("x.register_hook(lambda g: g.mul_(2))\ny = x.sum()\ny.backward()", "in place"),
        ("m = torch.nn.Linear(3, 1)\nm.register_forward_hook(lambda m, i, o: o)", "hook of a module"),
        ("m = torch.nn.Linear(3, 1)\nm.register_full_backward_hook(lambda m, i, o: None)", "hook of a module"),
        ("y = x.sum()\nx.register_hook(lambda g: y.backward())\ny.backward()", "its own backward pass"),
        ("def f(g):\n    x.register_hook(f)\nx.register_hook(f)\ny = x.sum()\ny.backward()", "hooks are not supported"),
        ("a = x * x\na.register_hook(lambda g: g * 2)\ntorch.autograd.grad(a.sum(), [a, x])", "asked for alone"),
        ("x.register_hook(lambda g: g * 2)\ntorch.autograd.grad([x.sum(), w * w], [x, w])", "hooks are not called"),
        (
            "h = []\nx.register_hook(lambda g: h.append(g))\n(x*x).sum().backward(create_graph=True)\n(h[0]*x).sum().backward()",
            "used outside",
        ),
        ("import numpy as np\na = np.array([1.0])\na.register_hook(lambda g: g)", "PyTorch's tensors"),
    ],
)
def test_what_pytorch_refuses_or_is_not_followed_is_refused_by_name(program: str, part: str) -> None:
    assert part in refused(program)


def test_a_hook_that_no_pass_has_called_is_told() -> None:
    ours = made("x.register_hook(lambda g: g * 2)\ny = (x * w).sum()")
    notes = [problem for problem in ours.problems if problem.code is Code.LIBRARY_DIFFERS]
    assert ["was not called" in problem.message for problem in notes] == [True]
    called = made("x.register_hook(lambda g: g * 2)\ny = (x * w).sum()\ny.backward()")
    assert not [problem for problem in called.problems if "was not called" in problem.message]


def test_a_hook_of_one_run_is_not_known_to_another() -> None:
    program = "x.register_hook(lambda g: g * 2)\ny = (x * w).sum()\ny.backward()"
    for _ in range(2):
        ours = made(program)
        assert backward(ours.output).of(ours.inputs["x"]) == pytest.approx(np.full(3, 6.0))
    plain = made("y = (x * w).sum()\ny.backward()")
    assert backward(plain.output).of(plain.inputs["x"]) == pytest.approx(np.full(3, 3.0))
