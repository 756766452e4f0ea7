"""Notes where the library that a program is written for does something else. The oracle is the library itself: it must really
stop, or have None or NaN, where a note says so, and must not where none does.
"""

import contextlib
import io
import math
import warnings
from typing import Any

import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.interpreter.tensor_semantics.library_differences import DIFFERENCES, Difference
from backpass.engine.language import parse
from backpass.engine.messages import Text
from backpass.engine.problems import Code, ProblemError
from backpass.engine.serialization.graph_json import gradient_json

torch = pytest.importorskip("torch")

X = "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
S = "x = torch.tensor(2.0, requires_grad=True)\n"

STOPS: dict[str, tuple[str, ...]] = {
    "second backward": (
        f"{S}y = x*x\ny.backward()\ny.backward()",
        f"{S}y = x*3\nz = y + 1\nz.backward()\nw = y*2\nw.backward()",
        f"{S}y = x.exp()\ny.backward()\ny.backward()",
        f"{X}y = x[[0, 1]].sum()\ny.backward()\ny.backward()",
    ),
    "backward of several": (f"{X}y = x*2\ny.backward()", f"{X}(x + 1).backward()"),
    "backward of untracked": (
        "x = torch.tensor(2.0)\ny = x*x\ny.backward()",
        f"{S}y = x.detach()*2\ny.backward()",
    ),
    "backward of unrecorded": (
        f"{S}with torch.no_grad():\n    y = x*x\ny.backward()",
        f"{S}with torch.no_grad():\n    y = x*x\nz = torch.autograd.grad(y, x)[0]",
        f"{S}@torch.no_grad()\ndef f(v):\n    return v*v\ny = f(x)\ny.backward()",
    ),
    "arithmetic with None": (
        "w = torch.tensor(2.0, requires_grad=True)\nfor i in range(2):\n    (w*w).backward()\n    w = w - 0.1*w.grad",
        f"{S}y = x*x\ny.backward()\nz = y.grad + 1",
    ),
    "whole numbers": (
        "x = torch.tensor(2, requires_grad=True)\ny = x*x",
        "x = torch.tensor([1, 2], requires_grad=True)\ny = x.sum()",
        "x = torch.tensor([1, 2])\nx.requires_grad_()\ny = x.sum()",
    ),
    "leaf in place": (f"{X}x += 1\nx.sum()", f"{X}x[0] = 5.0\nx.sum()", f"{X}x.add_(1)\nx.sum()"),
    "changed since": (
        f"{S}w = torch.tensor(3.0, requires_grad=True)\ny = w*x\nwith torch.no_grad():\n    w -= 1.0\ny.backward()",
        f"{S}w = torch.tensor(3.0, requires_grad=True)\ny = w*x\nwith torch.no_grad():\n    w.copy_(x)\ny.backward()",
        f"{S}opt = torch.optim.SGD([x], lr=0.5)\ny = x*x\n(y*y).backward(retain_graph=True)\nopt.step()\ny.backward()",
        f"{S}opt = torch.optim.Adam([x])\ny = x*x\n(y*y).backward(retain_graph=True)\nopt.step()\ny.backward()",
        f"{S}y = x.exp()\nz = y*1\ny += 1\nz.backward()",
        f"{S}a = x*1\nb = a*a\na += 1\nb.backward()",
    ),
    "whole numbers in place": ("a = torch.tensor([1, 2])\na += 0.5", "a = torch.arange(3)\na[:1] /= 2"),
    "whole powers": ("a = torch.tensor([1, 2]) ** -1", "a = torch.tensor([1, 2])\na **= -2"),
    "whole numbers by zero": ("a = torch.tensor([1, 2]) // 0", "a = torch.tensor([1, 2]) % 0"),
    "whole numbers without floats": ("a = torch.tensor([1, 2]).mean()", "a = torch.arange(3).var()"),
    "whole numbers and floats": ("a = torch.tensor([1, 2]) @ torch.ones(2)", "a = torch.zeros(2, 2) @ torch.arange(2)"),
    "numpy of tracked": (f"{X}y = x.numpy()",),
    "unused input": (f"{S}u = torch.tensor(1.0, requires_grad=True)\ng = torch.autograd.grad(x*x, [x, u])\nx*1",),
    "untracked gradient": (
        f"{S}y = x**3\ng, = torch.autograd.grad(y, x)\nh, = torch.autograd.grad(g, x)\nh",
        "x = torch.tensor(2.0)\ng, = torch.autograd.grad(x*x, x)\ng",
    ),
}
"""By note, programs at which PyTorch stops."""

FINE = (
    f"{S}y = x*x\ny.backward()\nprint(x.grad)",
    f"{S}y = x*x\ny.backward(retain_graph=True)\ny.backward()",
    f"{S}y = x + 1\ny.backward()\ny.backward()",
    f"{S}y = x*x\nz = y.sum() + 1\nz.backward()\n(x*x).backward()",
    f"{X}y = x*2\ny.backward(torch.ones_like(y))",
    f"{X}y = x*2\ny.backward(gradient=torch.tensor([1.0, 0.0]))",
    f"{X}y = (x*2)[:1]\ny.backward()",
    f"{X}with torch.no_grad():\n    x -= 0.5\nx.sum()",
    f"{X}x.data -= 0.5\nx.sum()",
    f"{S}y = x*1\ny += 1\ny.backward()",
    f"{S}a = x*1\nb = a + a\na += 1\nb.backward()",
    f"{S}y = x*x\ny.retain_grad()\ny.backward()\nz = y.grad + 1",
    f"{X}y = x.detach().numpy()\nx.sum()",
    f"{X}y = x[:1].item()\nx.sum()",
    "x = torch.tensor([1.0, 2.0])\ny = x.numpy()\nx.sum()",
    "x = torch.tensor([1, 2])\ny = x.sum()",
    "a = torch.tensor([1, 2])\na += 1\na[0] = 3\ny = (a ** -1.0).sum()",
    "a = torch.tensor([1, 2])\nb = a.double()\ny = b.mean() + b @ torch.ones(2, dtype=torch.float64)",
    f"{S}u = torch.tensor(1.0, requires_grad=True)\ng = torch.autograd.grad(x*x, [x, u], allow_unused=True)\nx*1",
    f"{S}y = x**3\ng, = torch.autograd.grad(y, x, create_graph=True)\nh, = torch.autograd.grad(g, x)\nh",
    f"{S}y = x**3\ny.backward(create_graph=True)\ng = x.grad\n(g*g).backward()",
    (
        "w = torch.tensor(2.0, requires_grad=True)\nfor i in range(3):\n    loss = w*w\n    loss.backward()\n"
        "    with torch.no_grad():\n        w -= 0.25*w.grad\n    w.grad.zero_()"
    ),
    f"{X}y = torch.where(x > 1, x, -x).sum()\ny.backward()",
    (  # the discriminator and then the generator of a GAN
        f"{S}v = torch.tensor(1.5, requires_grad=True)\nfake = x.exp()\n(v*fake.detach()).backward()\n(v*fake).backward()"
    ),
)
"""Programs that PyTorch runs as they are."""


def notes(text: str) -> list[str]:
    """The names of the notes that a program gets."""
    found = run(parse(text))
    said = [problem for problem in found.problems if problem.code is Code.LIBRARY_DIFFERS]
    assert all(problem.span and problem.span[1] > problem.span[0] for problem in said)
    return [next(name for name, each in DIFFERENCES.items() if _is(each, problem.message)) for problem in said]


def _is(difference: Difference, message: str) -> bool:
    return isinstance(message, Text) and message.key == difference.key


def stops(text: str, **names: Any) -> bool:
    """Whether Python stops at a program, run with the real library."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(text, {"__name__": "pasted", **names})
        except (RuntimeError, TypeError, AttributeError, ValueError):
            return True
    return False


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in STOPS.items() for text in texts])
def test_pytorch_stops_where_a_note_says_so(name: str, text: str) -> None:
    whole = f"import torch\n{text}"
    assert stops(whole)
    assert name in notes(whole)


@pytest.mark.parametrize("text", FINE)
def test_a_program_that_pytorch_runs_gets_no_note(text: str) -> None:
    whole = f"import torch\n{text}"
    assert not stops(whole)
    assert notes(whole) == []


def test_every_difference_has_a_case() -> None:
    elsewhere = {
        "gradient of result",
        "variable in place",
        "not a number elsewhere",
        "certain probabilities",
        "other random numbers",
        "unseeded",
        "whole numbers cut off",
        "rounding",
        "division by zero",
        "no real number",
        "out of range",
        "narrow floats",
        "device",
        "beyond 32 bits",
        "product of zeros",
        "logarithm of nothing",
        "data changed since",
        "number of traced",
        "loop backwards",
        "a name that is missing",
        "a name that is elsewhere",
    }
    assert elsewhere | set(STOPS) == set(DIFFERENCES)


def test_a_gradient_that_pytorch_does_not_keep_is_printed_as_none_and_shown_in_the_graph() -> None:
    text = f"import torch\n{S}y = x*x\nz = 3*y\nz.backward()\nprint(y.grad, y.grad is None)"
    found = run(parse(text))
    assert found.printed == ["None True"]
    assert notes(text) == ["gradient of result"] * 2
    assert gradient_json(found, ["y"])["gradients"]["y"] == 3.0


@pytest.mark.parametrize(
    "lines",
    [
        "with torch.no_grad():\n    y = x*x\ny.backward()",
        "@torch.no_grad()\ndef f(v):\n    return v*v\ny = f(x)\ny.backward()",
        "torch.set_grad_enabled(False)\ny = x*x\ny.backward()",
        "with torch.no_grad():\n    y = x*x\ntorch.autograd.grad(y, x)",
    ],
)
def test_no_gradient_goes_back_through_what_was_computed_without_recording(lines: str) -> None:
    text = f"import torch\n{S}{lines}"
    assert gradient_json(run(parse(text)), ["x"])["gradients"]["x"] == 0.0
    assert "backward of unrecorded" in notes(text)


def test_a_leaf_made_of_what_was_computed_without_recording_gets_its_gradient() -> None:
    text = f"import torch\n{S}with torch.no_grad():\n    y = x*x\ny.requires_grad_()\nz = y*y\nz.backward()"
    assert gradient_json(run(parse(text)), ["y"])["gradients"]["y"] == 8.0
    assert notes(text) == []


def test_pytorch_has_nan_where_a_note_says_so() -> None:
    for expression in ("torch.where(x > 0, torch.sqrt(x), 0.0)", "torch.where(x > 0, x*torch.log(x), 0.0)"):
        text = f"import torch\nx = torch.tensor(0.0, requires_grad=True)\ny = {expression}\ny.backward()"
        names: dict[str, Any] = {}
        exec(text, names)
        assert math.isnan(names["x"].grad)
        answer = gradient_json(run(parse(text)))
        assert answer["gradients"] == {"x": 0.0}
        (said,) = [each for each in answer["problems"] if each["code"] == "library-differs"]
        assert "NaN" in said["message"]
    safe = "import torch\nx = torch.tensor(1.0, requires_grad=True)\ny = torch.where(x > 0, torch.sqrt(x), 0.0)\ny.backward()"
    assert not [each for each in gradient_json(run(parse(safe)))["problems"] if each["code"] == "library-differs"]


def test_random_numbers_are_said_to_be_others_once() -> None:
    text = "import torch\ntorch.manual_seed(1)\na = torch.randn(2)\nb = torch.rand(2)\nprint((a + b).sum())"
    assert notes(text).count("other random numbers") == 1
    assert notes("import numpy as np\nnp.random.seed(0)\na = np.random.randn(3)\na.sum()") == []
    assert notes("import numpy as np\na = np.random.randn(3)\nb = np.random.rand(3)\n(a*b).sum()") == ["unseeded"]
    assert notes("import random\nx = random.random()\nx*2") == ["unseeded"]


def test_digits_that_32_bits_do_not_hold_are_said_once() -> None:
    text = "import torch\nx = torch.tensor(0.1, requires_grad=True)\ny = x*x\ny.backward()\nprint(y.item())\nprint(x.item())"
    assert notes(text) == ["rounding"]
    assert notes(text.replace("0.1", "0.5")) == []


def test_jax_and_autograd_stop_at_whole_numbers() -> None:
    for library, module in (("jax", "import jax\nfrom jax import grad"), ("autograd", "from autograd import grad")):
        pytest.importorskip(library)
        text = f"{module}\ndef f(x):\n    return x*x\ng = grad(f)(3)\ng"
        assert stops(text)
        assert notes(text) == ["whole numbers"]
        assert notes(text.replace("(3)", "(3.0)")) == []


def test_a_variable_of_tensorflow_is_not_changed_by_an_operator() -> None:
    assert notes("import tensorflow as tf\nv = tf.Variable(2.0)\nv += 1\nv") == ["variable in place"]
    assert notes("import tensorflow as tf\nv = tf.Variable(2.0)\nw = v + 1\nw += 1\nw") == []


def test_other_arguments_of_backward_are_refused_by_name() -> None:
    with pytest.raises(ProblemError, match="inputs"):
        run(parse(f"import torch\n{S}y = x*x\ny.backward(inputs=[x])"))


def test_the_gradient_that_a_program_begins_with_is_the_graphs() -> None:
    text = f"import torch\n{X}y = x*x\ny.backward(torch.tensor([1.0, 10.0]))\nprint(x.grad)"
    found = run(parse(text))
    assert found.printed == ["[ 2., 40.]"]
    assert gradient_json(found)["gradients"]["x"] == [2.0, 40.0]
    assert gradient_json(found, upstream=2.0)["gradients"]["x"] == [4.0, 8.0]


@pytest.mark.parametrize("call", ["y.backward(retain_graph=x)", "torch.autograd.grad(y, x, create_graph=x)"])
def test_a_flag_that_is_a_tensor_of_several_elements_is_refused(call: str) -> None:
    text = f"import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = (x*x).sum()\n{call}"
    with pytest.raises(ProblemError):
        run(parse(text))


def test_checkpoint_gives_back_what_it_is_given() -> None:
    assert run(parse("import tensorflow as tf\nv = tf.constant([1.0, 0.0])\ntf.checkpoint(v > 0)")).output.shape == (2,)


@pytest.mark.parametrize(("probability", "said"), [(0.0, True), (1.0, True), (1e-50, True), (0.25, False)])
def test_probabilities_of_which_pytorch_bounds_the_logarithm_get_a_note(probability: float, said: bool) -> None:
    text = f"""
p = torch.tensor([{probability!r}, 0.5], dtype=torch.float64, requires_grad=True)
loss = torch.nn.functional.binary_cross_entropy(p, torch.tensor([0.25, 1.0], dtype=torch.float64))
loss.backward()
"""
    names: dict[str, Any] = {"torch": torch}
    exec(text, names)
    value = run(parse(f"import torch{text}loss")).output.item()
    assert (value != pytest.approx(names["loss"].item(), rel=1e-9)) == said
    assert notes(f"import torch{text}loss") == ["certain probabilities"] * said


def said(text: str) -> str:
    """All that the notes of a program say."""
    return "\n".join(each["message"] for each in gradient_json(run(parse(text)))["problems"])


BESIDE = {
    "a = leaf([0.0, 4.0])\ntorch.log(a).masked_fill(a == 0, 0.0).sum().backward()\nprint(a.grad)\n(a*2)": "gives NaN",
    "a = leaf(100.0)\ntorch.where(a <= 0, torch.exp(a), 1 + a).backward()": "`torch.exp(a)` is ∞",
    "a = leaf(-200.0)\ntorch.log(torch.sigmoid(a)).backward()": "`torch.sigmoid(a)` is 0",
    "a = leaf([1.0])\nprint(torch.log(1 - torch.clamp(a, 1e-10, 1 - 1e-10)))": "32 bits",
    "torch.xlogy(leaf(0.0), leaf(0.0)).backward()": "gives NaN for the gradient of the second",
    "a = leaf(0.0)\ntorch.hypot(a, leaf(0.0)).backward()": "PyTorch gives NaN there",
}


@pytest.mark.parametrize("text", BESIDE)
def test_where_pytorch_answers_another_gradient_a_note_says_so(text: str) -> None:
    start = "import torch\ndef leaf(v):\n    return torch.tensor(v, requires_grad=True)\n"
    assert BESIDE[text] in said(start + text)


BESIDE_JAX = {
    ("jnp.linalg.norm(x)", "jnp.zeros(2)"): "JAX gives NaN there",
    ("jnp.std(x)", "jnp.array([1.0, 1.0])"): "JAX gives NaN there",
    ("jnp.abs(x)", "0.0"): "JAX gives 1 there",
    ("jnp.hypot(x, 0.0)", "0.0"): "JAX gives 0.5 there",
    ("x**0.0", "0.0"): "JAX gives NaN there",
    ("jnp.clip(x, 0.0, 1.0)", "0.0"): "JAX gives 0.5 there",
    ("jnp.arctan2(x, 0.0)", "0.0"): "JAX gives NaN there",
    ("jnp.log(jnp.cosh(x))", "100.0"): "`jnp.cosh(x)` is ∞",
    ("jnp.where(x > 0, jnp.sqrt(x), x)", "-1.0"): "JAX gives NaN",
}


@pytest.mark.parametrize(("function", "point"), BESIDE_JAX)
def test_where_jax_answers_another_gradient_a_note_says_so_also_of_one_that_is_not_shown(function: str, point: str) -> None:
    imports = "import jax\nimport jax.numpy as jnp\n"
    names: dict[str, Any] = {}
    with pytest.importorskip("jax").enable_x64(False):
        exec(f"{imports}gradient = jax.grad(lambda x: {function})({point})", names)
    text = f"{imports}gradient = jax.grad(lambda x: {function})({point})\nprint(jax.grad(lambda x: x*2)(3.0))"
    assert BESIDE_JAX[function, point] in said(text)
    ours = run(parse(text)).names["gradient"].raw
    assert not np.allclose(ours, names["gradient"])


def test_numbers_within_32_bits_or_asked_for_in_64_are_not_said_to_leave_them() -> None:
    start = "import torch\na = torch.tensor(100.0, requires_grad=True"
    assert "32 bits" not in said(f"{start})\ntorch.log(a).backward()")
    assert "is ∞" not in said(f"{start}, dtype=torch.float64)\ntorch.log(torch.exp(a)).backward()")


def test_a_comment_changes_no_gradient_and_no_note() -> None:
    text = "import torch\nx = torch.ones(3)\ny = (x*x).sum()\ny"
    commented = text.replace("(3)", "(3)  # without requires_grad=True")
    assert gradient_json(run(parse(text)))["gradients"] == gradient_json(run(parse(commented)))["gradients"]
    wide = "import torch\na = torch.tensor(100.0, requires_grad=True)\ntorch.log(torch.exp(a)).backward()"
    assert said(wide) == said(f"{wide}  # double check")


EDGES = (
    ("torch.atan2(x, x)", "0.0"),
    ("x.clamp_max(0)", "0.0"),
    ("x.clamp_min(0)", "0.0"),
    ("torch.logit(x)", "1.0"),
    ("torch.logit(x)", "1.5"),
    ("x.norm(p=3)", "[0.0, 0.0]"),
    ("torch.linalg.vector_norm(x, ord=4)", "[0.0, 0.0]"),
    ("torch.nn.functional.smooth_l1_loss(x, torch.zeros(2), beta=0.0)", "[0.5, -2.0]"),
    ("x.clamp(0, 1)", "float('nan')"),
    ("x.clamp(min=0)", "float('nan')"),
)


@pytest.mark.parametrize(("function", "point"), EDGES)
def test_gradients_at_edges_are_those_of_pytorch(function: str, point: str) -> None:
    text = f"import torch\nx = torch.tensor({point}, requires_grad=True)\ny = {function}\ny.backward()"
    names: dict[str, Any] = {}
    exec(text, names)
    found = gradient_json(run(parse(text)))["gradients"]["x"]
    assert np.allclose(np.array(found, dtype=float), names["x"].grad.numpy(), equal_nan=True)


UNSEEN = (
    "w.data -= 1.0",
    "w.data += 3.0",
    "w.data.fill_(7.0)",
    "w.data = torch.tensor(5.0)",
    "w.data.mul_(2.0)",
)


@pytest.mark.parametrize("change", UNSEEN)
def test_a_change_that_pytorch_does_not_see_gets_a_note_since_its_gradient_is_another(change: str) -> None:
    text = f"import torch\n{S}w = torch.tensor(3.0, requires_grad=True)\ny = w*x\n{change}\ny.backward()\nprint(x.grad)"
    assert not stops(text)
    assert notes(text) == ["data changed since"]
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(text, names)
    assert names["x"].grad.item() != 3.0


def test_a_change_after_the_pass_or_of_what_it_does_not_need_gets_no_note() -> None:
    start = f"import torch\n{S}w = torch.tensor(3.0, requires_grad=True)\n"
    assert notes(f"{start}y = w*x\ny.backward()\nw.data -= 1.0\nprint(x.grad)") == []
    assert notes(f"{start}y = w + x\nw.data -= 1.0\ny.backward()\nprint(x.grad)") == []
    steps = "opt = torch.optim.SGD([w, x], lr=0.5)\nfor i in range(3):\n    opt.zero_grad()\n    (w*x).backward()\n    opt.step()"
    assert notes(f"{start}{steps}\nprint(w.grad)") == []


@pytest.mark.parametrize(
    "imports", ["import jax\nimport numpy as np\nfrom jax import grad", "import autograd.numpy as np\nfrom autograd import grad"]
)
def test_a_number_taken_out_within_grad_is_where_the_library_stops(imports: str) -> None:
    for body in (
        "float(x)*x",
        "x**float(x)",
        "np.sin(float(x))*x",
        "x*float(f'{x:.1f}')",
        "x*float('%.1f' % x)",
        "x*len(f'{x:g}')",
    ):
        text = f"{imports}\ng = grad(lambda x: {body})(2.0)\ng"
        assert stops(text)
        assert notes(text) == ["number of traced"]
    outside = f"{imports}\ndef f(x):\n    return x*x\ng = grad(f)(2.0)\nprint(float(g), float(f(2.0)), f'{{g:.2f}}')"
    assert not stops(outside)
    assert "number of traced" not in notes(outside)


def test_reverse_mode_through_a_while_loop_is_where_jax_stops() -> None:
    start = "import jax\nimport jax.numpy as jnp\nf = lambda x: jax.lax.while_loop(lambda s: s < 100.0, lambda s: s * 2.0, x)\n"
    text = f"{start}g = jax.grad(f)(3.0)\ng"
    assert stops(text)
    assert notes(text) == ["loop backwards"]
    for fine in ("g = f(3.0)\ng", "g = jax.grad(lambda x: x * 2.0)(3.0)\nprint(f(3.0))", "g = jax.jacfwd(f)(3.0)\ng"):
        assert not stops(f"{start}{fine}")
        assert "loop backwards" not in notes(f"{start}{fine}")
