"""Programs with a mistake: what comes before it is run; its statement can be left out, and what depends on that is refused."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from backpass.engine import Limits, ProblemError, Severity
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.partial import run_partly
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.problems import Code
from backpass.engine.serialization.graph_json import gradient_json

GOOD = "a = 2.0\nb = a*3\nprint(b)\n"


def errors(made: Run) -> list[tuple[str, str | None]]:
    """The place of each error and the statement that it is in."""
    text = made.program.text
    found = [each for each in made.problems if each.severity is Severity.ERROR]
    return [(text[slice(*each.span or (0, 0))], each.statement and text[slice(*each.statement)]) for each in found]


@pytest.mark.parametrize(
    ("rest", "place", "statement"),
    [
        ("c = foo(b)\nd = c + 1", "foo", "c = foo(b)"),
        ("foo(b, 2); e = d", "foo", "foo(b, 2)"),
        ("c = b +\nd = b", "", "c = b +"),
        ("c = (b + 1\nd = b", "(", "c = (b + 1"),
        ("for i in range(3):\n    zork(b)\n    b = b*2\nb", "zork", "zork(b)"),
        ("@torch.no_grad()\ndef f(x):\n    y = x +\n    return y\nf(b)", "+", "y = x +"),
        ("@zork\ndef f(x):\n    return x\nf(b)", "def f(x)", "@zork\ndef f(x):\n    return x"),
        ("if b > 1:\n    c = 1\nelif b >:\n    c = 2\nc*b", "elif", "if b > 1:\n    c = 1\nelif b >:\n    c = 2"),
        ("def f(x y):\n    return x\n\nf(b)", "y", "def f(x y):\n    return x"),
        ("assert b == 7\nb*2", "assert b == 7", "assert b == 7"),
    ],
)
def test_a_program_is_run_up_to_its_first_mistake(rest: str, place: str, statement: str) -> None:
    made = run_partly(parse(GOOD + rest))
    assert made.output.label == "b"
    assert made.output.raw == 6.0
    assert gradient_json(made)["gradients"] == {"a": 3.0}
    assert made.printed == ["6.0"]
    found, whole = errors(made)[0]
    assert found.startswith(place)
    assert whole == statement
    assert made.stopped_at is not None
    assert len(GOOD) <= made.stopped_at <= len(GOOD + rest)
    with pytest.raises(ProblemError):
        run(parse(GOOD + rest))


TRAINING = """
import torch
import torch.nn as nn
net = nn.Linear(2, 1)
net.weight.data = torch.tensor([[1.0, 2.0]])
net.bias.data = torch.tensor([0.5])
"""


@pytest.mark.parametrize(
    ("rest", "line"),
    [
        ("def main():\n    loss = net(torch.tensor([3.0, 4.0])).sum()\n    zork.log(loss, 2, 3)\nmain()", 10),
        ("loss = net(torch.tensor([3.0, 4.0])).sum()\nloss.backward()\nwith torch.no_grad():\n    zork.log(loss, 2, 3)", 10),
        ("def f(x):\n    return x +\nloss = net(torch.tensor([3.0, 4.0])).sum()\nf(loss)", 10),
    ],
)
def test_the_loss_that_a_loop_or_a_function_has_computed_is_the_output_where_it_stops(rest: str, line: int) -> None:
    made = run_partly(parse(TRAINING + rest))
    assert made.output.raw == 11.5  # 1*3 + 2*4 + 0.5
    gradients = gradient_json(made)["gradients"]
    assert gradients["net.weight"] == [[3.0, 4.0]]
    assert gradients["net.bias"] == [1.0]
    assert made.stopped_at is not None
    assert made.program.text.count("\n", 0, made.stopped_at) + 1 == line
    assert errors(made)


MODEL = """
import torch
import torch.nn as nn
import torch.nn.functional as F
class Net(nn.Module):
    def __init__(self, hidden_size, depth=1):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 5)
        self.fc = nn.Linear(2*12*12, hidden_size)
    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv(x)), 2)
        x = x.view(x.size(0), -1)
        return self.fc(x)
"""


@pytest.mark.parametrize("rest", ["", "if __name__ == '__main__':\n    pass", "def main():\n    train(Net(3))"])
def test_a_model_that_is_only_defined_is_drawn_on_numbers_of_a_shape_that_fits(rest: str) -> None:
    made = run_partly(parse(MODEL + rest))
    assert made.drawn
    assert made.stopped_at is None
    assert not errors(made)
    assert made.output.shape == (2, 8)
    assert list(made.inputs) == ["Net.conv.weight", "Net.conv.bias", "Net.fc.weight", "Net.fc.bias"]
    note = next(each for each in made.problems if getattr(each.message, "key", "") == "drawn-model")
    assert "Net(8)(torch.randn(2, 1, 28, 28))" in note.message
    assert run(parse(MODEL + "Net(8)(torch.randn(2, 1, 28, 28))")).output.shape == (2, 8)


def test_numbers_of_a_drawn_model_are_those_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    made = run_partly(parse(MODEL))
    names: dict[str, Any] = {}
    exec(MODEL, names)
    model = names["Net"](8).double()
    leaves = {name: torch.tensor(leaf.raw) for name, leaf in made.inputs.items()}
    model.load_state_dict({name.removeprefix("Net."): value for name, value in leaves.items()})
    data = next(each for each in ancestors(made.output) if each.shape == (2, 1, 28, 28) and each.operation is None)
    model(torch.tensor(data.raw)).sum().backward()
    gradients = gradient_json(made)["gradients"]
    for name, parameter in model.named_parameters():
        assert np.allclose(gradients[f"Net.{name}"], parameter.grad.numpy(), rtol=1e-10, atol=1e-12)


OF_SETTINGS = """
import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self, SETTINGS):
        super().__init__()
        self.embedded = nn.Embedding(VOCAB, WIDTH)
        self.dropped = nn.Dropout(RATE)
        self.out = nn.Linear(WIDTH, VOCAB, bias=BIAS)
    def forward(self, x):
        return self.out(self.dropped(self.embedded(x)))
"""


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (
            {
                "SETTINGS": "cfg",
                "VOCAB": 'cfg["vocab_size"]',
                "WIDTH": 'cfg["emb_dim"]',
                "RATE": 'cfg["drop_rate"]',
                "BIAS": 'cfg["qkv_bias"]',
            },
            "Net({'vocab_size': 20, 'emb_dim': 8, 'drop_rate': 0.1, 'qkv_bias': True})(torch.randint(20, (2, 5,)))",
        ),
        (
            {
                "SETTINGS": "config",
                "VOCAB": "config.vocab_size",
                "WIDTH": "config.n_embd",
                "RATE": "config.embd_pdrop",
                "BIAS": "config.bias",
            },
            "Net(SimpleNamespace(vocab_size=20, n_embd=8, embd_pdrop=0.1, bias=True))(torch.randint(20, (2, 5,)))",
        ),
    ],
)
@pytest.mark.parametrize(
    "rest", ["", 'cfg = {"vocab_size": 50257, "emb_dim": 768, "drop_rate": 0.1, "qkv_bias": False}\nNet(cfg)']
)
def test_a_model_that_takes_its_sizes_together_is_drawn_with_small_ones(names: dict[str, str], written: str, rest: str) -> None:
    text = OF_SETTINGS
    for name, instead in names.items():
        text = text.replace(name, instead)
    made = run_partly(parse(text + (rest if "cfg" in text else "")))
    assert made.drawn
    note = next(each for each in made.problems if getattr(each.message, "key", "") == "drawn-model")
    assert written in note.message
    assert made.output.shape == (2, 5, 20)
    assert list(made.inputs) == ["Net.embedded.weight", "Net.out.weight", "Net.out.bias"]


RECURRENT = """
import torch
import torch.nn as nn
class RNN(nn.Module):
    def __init__(self, input_size, hidden_size, output_size, n_layers=2):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.encoder = nn.Embedding(input_size, hidden_size)
        self.gru = nn.GRU(hidden_size, hidden_size, n_layers)
        self.decoder = nn.Linear(hidden_size, output_size)
    def forward(self, input, hidden):
        output, hidden = self.gru(self.encoder(input.view(1, -1)), hidden)
        return self.decoder(output[0]), hidden
"""


def test_a_model_that_notes_its_sizes_and_takes_a_state_is_drawn_with_the_state_of_its_layer() -> None:
    made = run_partly(parse(RECURRENT))
    note = next(each for each in made.problems if getattr(each.message, "key", "") == "drawn-model")
    assert "RNN(8, 8, 8)(torch.randint(8, (5,)), torch.randn(2, 5, 8))" in note.message
    assert made.output.shape == (5, 8)


def test_what_follows_from_a_statement_that_could_not_be_run_is_no_error_of_its_own() -> None:
    text = (
        "from util import get_clouds\nclass SVM:\n    def fit(self, X):\n        self.w = X.sum()\n"
        "    def score(self, x):\n        return x * self.w + self.unset\n"
        "X = get_clouds()\nmodel = SVM()\nmodel.fit(X)\nprint(model.score(3.0), len(X), f'{X:.4f}')\nmodel.misspelt"
    )
    with pytest.raises(ProblemError) as caught:
        run_partly(parse(text))
    assert [each.span and text[slice(*each.span)] for each in caught.value.problems] == ["get_clouds()", "model.misspelt"]


def test_an_imported_class_is_not_what_a_program_defines() -> None:
    text = "from torch.utils.data import DataLoader\ndef train(model, data):\n    for x in data:\n        model(x)"
    with pytest.raises(ProblemError, match="`train` is defined but never called"):
        run_partly(parse(text))


def test_a_drawn_model_takes_values_that_are_given_for_its_weights() -> None:
    zeros = run_partly(parse(MODEL), {"Net.fc.weight": np.zeros((8, 288)).tolist(), "Net.fc.bias": [1.0] * 8})
    assert np.all(zeros.output.raw == 1.0)


def test_a_model_is_drawn_up_to_what_it_cannot_compute() -> None:
    made = run_partly(parse(MODEL.replace("x = x.view", "x = torch.zork(x)\n        x = x.view")))
    assert made.output.shape == (2, 2, 12, 12)
    assert [found for found, _ in errors(made)] == ["zork"]
    assert made.stopped_at is not None


def test_a_model_that_gives_no_gradient_is_not_drawn() -> None:
    text = "import torch.nn as nn\nclass Net(nn.Module):\n    def forward(self, x):\n        return x.zork()\n"
    with pytest.raises(ProblemError):
        run_partly(parse(text))
    with pytest.raises(ProblemError):
        run_partly(parse(text.replace("x.zork()", "x.argmax()")))
    single = MODEL.replace("return self.fc(x)", "return self.fc(x)[0, 0]")
    assert run_partly(parse(single)).output.shape == ()
    stopped = single.replace("x = x.view", "torch.zork(x.sum())\n        x = x.view")
    assert run_partly(parse(stopped)).output.shape == (2, 2, 12, 12)


@pytest.mark.parametrize("before", ["data = open('data.csv').read()\n", "import gym\nenv = gym.make('CartPole-v0')\n"])
def test_a_model_behind_data_that_is_not_here_is_drawn(before: str) -> None:
    made = run_partly(parse(before + MODEL + "model = Net(size)\nmodel(data)"))
    assert (made.drawn, made.stopped_at) == (True, before.find("data" if "data" in before else "env"))
    assert made.output.shape == (2, 8)


def test_a_drawn_model_uses_no_name_whose_statement_was_not_run() -> None:
    """It would count as 1, and the model would have another size than in the program."""
    model = MODEL.replace("def __init__(self, hidden_size, depth=1)", "def __init__(self)")
    start = "import gym\nenv = gym.make('x')\n"
    with pytest.raises(ProblemError):
        run_partly(parse(f"{start}hidden_size = len(env.names)\n{model}"))
    assert run_partly(parse(f"{start}hidden_size = 3 + 2\n{model}")).output.shape == (2, 5)


BEHIND = f"import gym\nenv = gym.make('x')\nlayers = [nn.Linear(3, 4), nn.ReLU()]\nsizes = {{'out': 5}}\n{MODEL}"


@pytest.mark.parametrize(
    ("rest", "shape", "call"),
    [
        ("net = Net(3 + 4)\ntrain(net, env)", (2, 7), "net("),
        ("for step in range(3):\n    env.step(step)\nn = len('abc')*2\nnet = Net(hidden_size=n)", (2, 6), "net("),
        ("net = nn.Sequential(*layers)", (2, 4), "net("),
        ("net = Net(sizes['out'])\nnet.fc.bias.data.fill_(0)\nnet.train()", (2, 5), "net("),
        ("def made(n):\n    return nn.Sequential(nn.Linear(3, n))\nnet = made(9)", (2, 9), "net("),
        ("class Box(env.Base):\n    pass\nbox = Box()\nnet = Net(3)", (2, 3), "net("),
        ("net = Net(env.n)", (2, 8), "Net(8)("),
        ("net = Net(3)\nnet.fc = nn.Linear(288, env.n)", (2, 8), "Net(8)("),
        ("net = Net(3)\nnet.add_module('fc', env.last)", (2, 8), "Net(8)("),
        ("def change(m):\n    m.fc = env.last\nnet = Net(3)\nchange(net)", (2, 8), "Net(8)("),
        ("sizes['out'] = env.n\nnet = Net(sizes['out'])", (2, 8), "Net(8)("),
        ("env.change(sizes)\nnet = Net(sizes['out'])", (2, 8), "Net(8)("),
        ("def note():\n    sizes.update(env.sizes)\nnote()\nnet = Net(sizes['out'])", (2, 8), "Net(8)("),
        ("n = 3\ndef count():\n    global n\n    n = env.n\ncount()\nnet = Net(n)", (2, 8), "Net(8)("),
        ("n = int(np.random.rand()*3) + 3\nnet = Net(n)", (2, 8), "Net(8)("),
    ],
)
def test_a_model_that_is_made_behind_what_stopped_a_program_is_drawn(rest: str, shape: tuple[int, ...], call: str) -> None:
    """With nothing that was not run, nor what that may have changed: then the class is drawn, as the note says."""
    made = run_partly(parse(f"import torch.nn as nn\nimport numpy as np\n{BEHIND}\n{rest}"))
    note = next(each for each in made.problems if getattr(each.message, "key", "") == "drawn-model")
    assert f"`{call}torch.randn(2, " in note.message
    assert made.output.shape == shape


def test_a_model_for_which_the_usual_numbers_are_too_many_is_drawn_on_fewer() -> None:
    layers = ", ".join(f"nn.Conv2d({24 if n else 1}, 24, 3, padding=1)" for n in range(4))
    made = run_partly(parse(f"import torch.nn as nn\nnet = nn.Sequential({layers})\n"), limits=Limits(elements=2_000_000))
    assert made.output.shape == (1, 24, 28, 28)
    made = run_partly(parse(f"import torch.nn as nn\nnet = nn.Sequential({layers})\n"), limits=Limits(elements=700_000))
    assert made.output.shape == (1, 24, 16, 16)
    note = next(each for each in made.problems if getattr(each.message, "key", "") == "drawn-model")
    assert "`net(torch.randn(1, 1, 16, 16))`" in note.message
    with pytest.raises(ProblemError) as refused:
        run_partly(parse(f"import torch.nn as nn\nnet = nn.Sequential({layers})\n"), limits=Limits(elements=20_000))
    assert refused.value.problems[0].code is Code.TOO_MANY_ELEMENTS


def test_a_model_whose_init_was_stopped_is_drawn_without_a_word_on_what_it_lacks() -> None:
    text = """import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.second = nn.Linear(8, 4000)
    def forward(self, x):
        x = torch.relu(self.first(x))
        return self.second(x)
def main():
    net = Net()
    net(torch.randn(2, 4)).sum().backward()
main()
"""
    made = run_partly(parse(text), limits=Limits(elements=20_000))
    assert made.output.shape == (2, 8)
    errors = [each.code for each in made.problems if each.severity is Severity.ERROR]
    assert errors == [Code.TOO_MANY_ELEMENTS]


def test_a_list_to_which_something_would_have_been_added_makes_no_model() -> None:
    start = "import torch.nn as nn\nimport gym\nenv = gym.make('x')\nlayers = [nn.Linear(3, 4), nn.ReLU()]\n"
    added = "for name in env.names:\n    layers.append(nn.Linear(4, 4))\n"
    assert run_partly(parse(f"{start}net = nn.Sequential(*layers)")).output.shape == (2, 4)
    with pytest.raises(ProblemError):
        run_partly(parse(f"{start}{added}net = nn.Sequential(*layers)"))


def test_a_program_without_a_mistake_is_run_whole() -> None:
    made = run_partly(parse(GOOD + "b*2"))
    assert (made.stopped_at, made.output.raw) == (None, 12.0)
    assert not made.problems


@pytest.mark.parametrize("text", ["c = foo(1)\nd = 2", "def f(x):\n    return x\nzork(3)", "import zork\nzork.x\nx*x"])
def test_where_nothing_comes_before_the_mistake_the_program_is_refused_with_the_statement(text: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run_partly(parse(text))
    first = refused.value.problems[0]
    assert first.statement is not None
    assert text[slice(*first.statement)] in text.split("\n")


def test_inputs_and_outputs_that_come_later_are_no_mistake_of_the_part() -> None:
    made = run_partly(parse(GOOD + "k = 4.0\nc = foo(k)"), {"k": 3.0, "a": 5.0}, "c")
    assert (made.output.label, made.output.raw) == ("b", 15.0)
    assert {name: leaf.raw for name, leaf in made.inputs.items()} == {"a": 5.0, "k": 3.0}
    with pytest.raises(ProblemError, match="zz"):
        run_partly(parse(GOOD), {"zz": 1.0})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a = 2.0\n# left out: c = foo(a)\nb = a*3\nb", 6.0),
        ("a = 2.0; # left out: c = foo(a)\nb = a*3\nb", 6.0),
        ("a = 2.0\nfor i in range(2):\n    # left out: log(a, i)\n    a = a*3\na", 18.0),
        ("def f(x):\n    # left out: check(x)\n    return x*3\nf(2.0)", 6.0),
        ("def f(x):\n    # left out: pass me\n    # left out: and me\nf(2.0)\n2.0*3", 6.0),
        ("if True:\n    # left out: foo()\na = 2.0\na*3", 6.0),
        ("a = [2.0,\n# left out: 5\n3.0]\na[0]*a[1]", 6.0),
        (">>> a = 2.0\n>>> # left out: for i in x y:\n... # left out:     a = foo(i)\n>>> b = 3*2.0\n>>> b", 6.0),
        ("# left out: a = foo(1)\na = 2.0\na*3", 6.0),
    ],
)
def test_a_statement_that_was_left_out_leaves_the_rest(text: str, value: float) -> None:
    assert run(parse(text)).output.raw == value


@pytest.mark.parametrize(
    ("left_out", "used"),
    [
        ("c = foo(a)", "c*a"),
        ("a = foo(a)", "a*2"),
        ("a += foo(3)", "a*2"),
        ("c, (d, *e) = foo(a)", "a*e"),
        ("c: float = foo(a)", "c*a"),
        ("def c(x) return x", "c(a)"),
        ("for c in foo(a): pass", "c*a"),
        ("with foo(a) as c: pass", "c*a"),
        ("import zork.deep as c", "c.pi*a"),
        ("import c.deep", "c.pi*a"),
        ("from zork import (d, e as c)", "c(a)"),
        ("if a > 1: c = foo(a)", "c*a"),
        ("a.data = foo(2)", "a*2"),
        ("a.fancy_(2)", "a*2"),
        ("init.fancy_(a, 3)", "a*2"),
        ("a[0] = foo(2)", "a*2"),
    ],
)
def test_what_comes_from_a_statement_that_was_left_out_is_refused(left_out: str, used: str) -> None:
    text = f"a = 2.0\n# left out: {left_out}\n{used}"
    with pytest.raises(ProblemError, match="comes from line 2, which was left out"):
        run(parse(text))


def test_an_older_value_is_not_taken_for_the_one_that_was_left_out() -> None:
    text = "x = 2.0\ndef f(y):\n    x = y\n    # left out: x = foo(y)\n    return x*y\nf(x)"
    with pytest.raises(ProblemError, match="`x` comes from line 4"):
        run(parse(text))
    assert run(parse(text.replace("return x*y", "x = 1.0\n    return x*y"))).output.raw == 2.0


def test_a_statement_that_was_left_out_is_noted_with_its_place() -> None:
    text = "a = 2.0\n# left out: c = foo(a)\n# left out:     b\n\n# left out: d = 3\na*3"
    notes = [text[slice(*each.span or (0, 0))] for each in run(parse(text)).problems]
    assert notes == ["# left out: c = foo(a)\n# left out:     b", "# left out: d = 3"]


def test_no_part_of_a_program_is_shown_where_it_is_only_tried_with_small_limits() -> None:
    text = "x = 2.0\ns = x\nfor i in range(50):\n    s = s + x\ns"
    small = Limits(repetitions=10)
    assert run_partly(parse(text), limits=small).stopped_at == text.index("for")
    with pytest.raises(ProblemError):
        run_partly(parse(text), limits=replace(small, tentative=True))


@pytest.mark.parametrize(
    "failing",
    [
        "a, b = zork(2)",
        "(a, c), b = zork(2)",
        "for a, b in zork(2):\n    pass",
        "with zork(2) as b:\n    a = 1",
        "a = b = zork(2)",
    ],
)
def test_names_that_a_mistaken_statement_would_set_have_no_number(failing: str) -> None:
    with pytest.raises(ProblemError) as raised:
        run(parse(f"x = 2.0\n{failing}\nprint(a, b)\nx*3"))
    assert list(raised.value.printed) == ["<value> <value>"]


def test_an_array_that_a_function_has_computed_is_the_output_where_it_stops() -> None:
    made = run_partly(
        parse("import numpy as np\ndef f(x):\n    y = x*2\n    return zork.log(y, 2)\nx = np.array([1.0, 2.0])\nf(x)")
    )
    assert np.all(made.output.raw == [2.0, 4.0])
    assert gradient_json(made)["gradients"] == {"x": [2.0, 2.0]}


def test_a_program_that_takes_too_long_is_shown_as_far_as_it_came_and_run_once() -> None:
    text = "import torch\nw = torch.tensor(2.0, requires_grad=True)\nwhile True:\n    loss = (w*3)**2\n    loss.backward()"
    made = run_partly(parse(text), limits=Limits(seconds=0.2))
    assert made.output.raw == 36.0
    assert gradient_json(made)["gradients"] == {"w": 36.0}
    assert made.stopped_at == text.index("while")
    assert [each.code for each in made.problems if each.severity is Severity.ERROR] == [Code.TOO_MUCH_WORK]
    with pytest.raises(ProblemError):
        run(parse(text), limits=Limits(seconds=0.2, repetitions=1_000))  # time is no limit of what is run whole


def test_errors_behind_the_one_that_stopped_a_program_are_reported_too_with_little_work() -> None:
    text = GOOD + "zork(b)\nc = b*2\nfrob(c)"
    made = run_partly(parse(text))
    assert [found for found, _ in errors(made)] == ["zork", "frob"]
    assert made.output.label == "b"
    long = GOOD + "zork(b)\nfor i in range(10**7):\n    b = b*1\nfrob(b)"
    assert [found for found, _ in errors(run_partly(parse(long)))] == ["zork"]


LEARNS = """
import torch
w = torch.tensor(2.0, requires_grad=True)
"""


@pytest.mark.parametrize(
    ("rest", "left_out", "end", "value", "gradient"),
    [
        # Computed by hand: what is left out has no value, and what the gradients come from does not depend on it.
        ("env = gym.make('x')\nsize = env.size\nloss = w*3\nloss.backward()", [4, 5], None, 6.0, 3.0),
        ("v = 3.0 +\nloss = w*w\nloss.backward()", [4], None, 4.0, 4.0),
        ("def f(x):\n    zork.log(x)\n    return x*w\nloss = f(3.0)\nloss.backward()", [5], None, 6.0, 3.0),
        ("for i in range(3):\n    loss = w*3\n    zork.log(loss, 2, 3)\n    loss.backward()", [6], None, 6.0, 3.0),
        ("zork.setup()\nloss = w*3\nloss.backward()\nzork.plot(loss)\nlate = w*5", [4], 7, 6.0, 3.0),
        ("for i in range(3):\n    if zork(i): continue\nloss = w*5\nloss.backward()", [4], None, 10.0, 5.0),
        ("while True:\n    if zork(w): break\nloss = w*5\nloss.backward()", [4], None, 10.0, 5.0),
    ],
)
def test_gradients_behind_what_cannot_be_run_are_those_without_it(
    rest: str, left_out: list[int], end: int | None, value: float, gradient: float
) -> None:
    made = run_partly(parse(LEARNS + rest))
    found = gradient_json(made)
    assert found["partial"] == {"line": left_out[0], "left_out": left_out, "end": end}
    assert found["value"] == value
    assert found["gradients"]["w"] == gradient
    assert [each for each in made.problems if each.severity is Severity.ERROR]
    assert all(each.statement for each in made.problems if each.severity is Severity.ERROR)


def test_a_module_that_is_not_here_is_called_so_at_every_use() -> None:
    """Not a name that came from the first statement that was left out."""
    made = run_partly(parse(LEARNS + "import gym\ngym.scale(w)\ngym.scale(w)\n(w*w).backward()"))
    assert len(made.left_out) == 2
    assert {each.code for each in made.problems if each.severity is Severity.ERROR} == {Code.IMPORT_REFUSED}


@pytest.mark.parametrize(
    "rest",
    [
        "w.zork_()\nloss = w*3\nloss.backward()",  # it might have changed `w`
        "v = zork(w)\nloss = v*3\nloss.backward()",
        "def f(x):\n    if x > 2: return zork(x)\n    return x*w\nloss = f(3.0)\nloss.backward()",
        "while w < 9:\n    if zork(w): break\n    if zork(2*w): continue\n    w.data *= 2\nloss = w*3\nloss.backward()",
        "def f(x):\n    for i in (1, 2):\n        if zork(i): break\n        x = x*w\n    return x\nloss = f(3)\nloss.backward()",
        "assert w == 3\nloss = w*3\nloss.backward()",
        "raise ValueError('no')\nloss = w*3\nloss.backward()",
        "zork.log(w)\nloss = w*3",  # no script: nothing in it computes a gradient
    ],
)
def test_what_decides_on_the_rest_is_never_left_out(rest: str) -> None:
    made = run_partly(parse(LEARNS + rest))
    assert (made.output.raw, made.left_out) == (2.0, ())
    assert made.stopped_at is not None


def test_the_text_that_leaves_a_statement_out_gives_the_same_gradients() -> None:
    """Another route: the page turns such a statement into a comment."""
    text = LEARNS + "size = zork.size\nv = w*w\nv.backward()\n"
    by_hand = run(parse(text.replace("size = zork", "# left out: size = zork")))
    assert gradient_json(run_partly(parse(text)))["gradients"] == gradient_json(by_hand)["gradients"] == {"w": 4.0}


@pytest.mark.parametrize("field", [".: float", "2: float", "(x): float"])
def test_a_data_class_with_a_field_without_a_name_is_refused(field: str) -> None:
    text = f"from dataclasses import dataclass\n@dataclass\nclass P:\n    {field}\nx = 3.0\ny = x*x\n"
    with pytest.raises(ProblemError):
        run(parse(text))
