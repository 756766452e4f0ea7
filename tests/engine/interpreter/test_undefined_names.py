"""What is said of names that a paste uses and never sets: what is missing and what to write, and no operation that is alike."""

import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import say
from backpass.engine.problems import Problem
from backpass.engine.serialization.graph_json import graph_json

NAMES = (
    *("model", "net", "network", "mlp", "weights", "weight", "biases", "bias", "data", "dataset", "dataloader", "train_loader"),
    *("loader", "loss_fn", "loss", "criterion", "optimizer", "optim", "opt", "scheduler", "x_train", "X_train", "y_train"),
    *("x_test", "batch", "inputs", "labels", "targets", "target", "preds", "pred", "outputs", "output", "logits", "hidden"),
    *("params", "parameters", "layer", "layers", "encoder", "decoder", "features", "images", "img", "device", "epochs"),
    *("num_epochs", "learning_rate", "n_samples", "history", "losses", "state", "config", "args", "tokenizer", "vocab"),
    *("embedding", "embeddings", "mask", "noise", "scores", "cost", "predict", "forward", "policy", "value", "act"),
)
CALLED = (
    ("{}(3.0)", "x", "2*x"),
    ("y = {}(x)\ny.backward()", "x", "2*x"),
    ("import torch\nx = torch.ones(2, requires_grad=True)\nout = {}(x, 2)\nout.sum().backward()", "x, y", "x + y"),
)
"""Programs with a call, and the parameters and the value of a function that it could mean."""
LISTS = ("{}[0]", "y = 2*{}[0, 1]", "for a, b in {}:\n    print(a)", "len({})")
OBJECTS = ("y = {}.some_layer", "for p in {}.everything():\n    print(p)", "x = 2.0\ny = x + {}.evaluate_all(x)")


def _only_problem(text: str) -> tuple[Code, str, str | None]:
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    problem = caught.value.problems[0]
    return problem.code, problem.message, problem.hint


@pytest.mark.parametrize("name", NAMES)
def test_no_operation_is_suggested_for_what_is_missing(name: str) -> None:
    for form, parameters, value in CALLED:
        hint = say("define-or-paste", name=name, parameters=parameters, value=value)
        wanted = Code.UNKNOWN_FUNCTION, say("not-a-function", name=name), hint
        assert _only_problem(form.format(name)) == wanted
    never_set = say("earlier-cell", names=f"`{name}`", count=1)
    for form in LISTS:
        assert _only_problem(form.format(name)) == (Code.UNKNOWN_NAME, never_set, say("earlier-cell.hint", name=name))
    for form, member in zip(OBJECTS, ("some_layer", "everything", "evaluate_all"), strict=True):
        hint = say("earlier-cell.object", name=name, member=member)
        assert _only_problem(form.format(name)) == (Code.UNKNOWN_NAME, never_set, hint)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tahn(x)", "tanh"),
        ("sofmax([1, 2])", "softmax"),
        ("x.sigmod()", "sigmoid"),
        ("def modell(x):\n    return 2*x\nmodel(3.0)", "modell"),
        ("def net(x):\n    return 2*x\nnett(3.0)", "net"),
    ],
)
def test_what_is_misspelt_is_suggested(text: str, meant: str) -> None:
    assert meant in str(_only_problem(text)[2])


@pytest.mark.parametrize("name", ["rate", "softmax", "pi", "e", "Linear", "zeros"])
@pytest.mark.parametrize("use", ["x = 2.0\ny = x*{}", "x = 2.0\ny = x*{}(x)", "def f(x):\n    return x*{}\nf(2.0)"])
def test_a_name_that_an_unknown_module_may_bring_is_neither_an_input_nor_an_operation(name: str, use: str) -> None:
    code, message, _ = _only_problem("from helpers import *\n" + use.format(name))
    assert (code, message) == (Code.IMPORT_REFUSED, say("from-elsewhere", name=name, modules="`helpers`", count=1))


def test_all_modules_that_may_have_brought_a_name_are_named() -> None:
    _, message, _ = _only_problem("from models import *\nfrom data import *\nx = 2.0\ny = Net(x)")
    assert "`Net`" in message
    assert "one of `models`, `data`" in message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("from helpers import *\nx = 3.0\ny = x**2", 9),
        ("from helpers import *\ndef softmax(x):\n    return 2*x\nx = 3.0\ny = softmax(x)", 6),
        ("from helpers import *\nx = 3.0\ny = x*len([1, 2]) + sum([x, x]) + max(x, 1) + abs(-x)", 18),
        ("from helpers import *\nfrom math import *\nx = 3.0\ny = x*cos(0*pi) + floor(e) + tau - tau", 5),
        ("from torch import tanh, ones\nfrom helpers import *\nx = ones(2)\ny = tanh(0*x).sum()", 0),
        ("import numpy as np\nfrom helpers import *\nx = np.array([1.0, 2])\ny = np.sum(x)*math.cos(0)", 3),
        ("try:\n    from helpers import *\nexcept ImportError:\n    rate = 4.0\nx = 2.0\ny = rate*x", 8),
        ("from math import *\nx = 1.0\ny = x*tau/pi", 2),
    ],
)
def test_what_an_unknown_module_does_not_bring_is_what_it_is(text: str, value: float) -> None:
    assert run(parse(text)).output.data == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("import torch\nP.shape\nP = torch.ones(2)\ny = P.sum()", 3),
        ("import numpy as np\nx = np.array([1.0])\ny = x*rate\n\nrate = 0.1\nrate = 0.2", 5),
        ("import torch\ndef f(x):\n    return scale*x\ny = f(2.0)\nscale = 3.0", 5),
        ("import torch\nx = torch.ones(2)\nfor i in range(3):\n    x = x*i + w\nfor w in range(2):\n    x = x*w", 5),
    ],
)
def test_what_a_script_sets_only_later_is_refused_with_the_line(text: str, line: int) -> None:
    code, message, _ = _only_problem(text)
    assert code is Code.UNKNOWN_NAME
    assert f"line {line} assigns one" in message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("import torch\ndef f(x):\n    return scale*x\nscale = 3.0\ny = f(2.0)", 6),
        ("import torch\ntry:\n    P\nexcept NameError:\n    P = 4.0\ny = torch.tensor(1.0)*P", 4),
        ("import torch\ny = torch.tensor(1.0)*k", 1),
        (
            "import torch\nw = torch.ones(1)\nfor i in range(3):\n    if i:\n        w = w*last\n    last = i + 1\ny = w.sum()",
            2,
        ),
        ("y = a*x\na = 3\ny", 1),
    ],
)
def test_what_has_its_value_in_time_or_nowhere_is_not_refused(text: str, value: float) -> None:
    assert run(parse(text)).output.data == pytest.approx(value)


def _too_early(text: str) -> list[Problem]:
    return [problem for problem in run(parse(text)).problems if problem.code is Code.USED_TOO_EARLY]


def test_a_name_that_a_line_below_sets_is_warned_of_at_its_use_and_the_line_can_be_moved_above() -> None:
    text = "L = w*x + b\nw = 2\nx = 5\nb = 1  # offset\nL"
    found = graph_json(run(parse(text)))
    assert [(each["code"], each["span"]) for each in found["problems"]] == [("used-too-early", [at, at + 1]) for at in (4, 6, 10)]
    first = found["problems"][0]
    assert "only in line 2" in first["message"]
    assert "line 2 above" in first["hint"]
    while problems := _too_early(text):
        (start, end), moved = problems[0].replacement or ((0, 0), "")
        text = text[:start] + moved + text[end:]
    assert text == "w = 2\nx = 5\nb = 1  # offset\nL = w*x + b\nL"
    assert run(parse(text)).output.data == 11


@pytest.mark.parametrize(
    "text",
    [
        "x = x*2\nx",
        "y = w*x\nw -= 0.1*w\ny",
        "L = (w*x)**2\ng = 2*L\nw = w - 0.1*g\nL",
        "c = a + b\na = b\nb = c\nc",
        "def f(t):\n    return w*t\nw = 3\nf(2)",
        "for i in range(3):\n    L = w*3\n    w = 2\nL",
        "y = a*x\nif y > 5:\n    a = 3\ny",
    ],
)
def test_an_update_a_loop_and_a_function_that_runs_later_use_no_name_too_early(text: str) -> None:
    assert not _too_early(text)


def test_a_line_that_needs_what_lies_between_is_not_offered_to_be_moved() -> None:
    (first, second) = _too_early("L = a*b\na = 2\nb = a + 1\nL")
    assert first.replacement
    assert not second.replacement


@pytest.mark.parametrize("written", ["L.backwards()", "L.bakward()", "L.backwards"])
def test_a_misspelt_backward_is_known(written: str) -> None:
    text = f"x = 2\nL = x*x\n{written}"
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    problem = refused.value.problems[0]
    assert problem.replacement
    (start, end), instead = problem.replacement
    assert text[:start] + instead + text[end:] == "x = 2\nL = x*x\nL.backward()"


def test_a_mistyped_name_has_the_one_of_a_line_below_as_its_hint() -> None:
    assert run(parse("biass*x\nbias = 1")).problems[0].hint == "Did you mean `bias`?"


def test_a_value_of_the_program_is_not_said_to_be_missing() -> None:
    assert _only_problem("weights = 2.0\nweights[0]")[0] is Code.INVALID_AXIS
    assert _only_problem("weights = 2.0\ny = other + weights.step()")[0] is Code.UNKNOWN_FUNCTION


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import torch\nl = torch.tensor(2.0, requires_grad=True)\nprint((l*l).data[0])", "`.item()`"),
        ("x = 2.0\nx.next()*x", "`next(…)`"),
        ("x = 2.0\ndir(x)", "Python function"),
        ("x = 2.0\nx.type_az(x)", "Check the spelling"),
        ("from helpers import *\nx = 1.0\nloss(x)*x", "paste its text"),
        ("from helpers import loss\nx = 1.0\nloss(x)*x", "paste its text"),
        (
            "import matplotlib.pyplot as plt\nfig, axes = plt.subplots(2)\nx = 1.0\nfor a, b in zip(axes, [x, x]):\n    print(b)",
            "leave out what needs it",
        ),
    ],
)
def test_what_a_program_means_that_is_not_here_is_told_with_what_to_write(program: str, told: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(program))
    assert told in str(refused.value.problems[0].hint)
