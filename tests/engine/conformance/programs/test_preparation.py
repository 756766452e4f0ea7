"""Scikit-learn's split and scalers, tables of embeddings and old names of initialisers, as teaching code uses them."""

from typing import Any

import numpy as np
import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse

START = """
import numpy as np
import torch
import torch.nn as nn
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import MinMaxScaler, StandardScaler
X = np.arange(20.0).reshape(10, 2)**2
y = np.arange(10)
"""


def ran(text: str) -> Run:
    return run(parse(START + text))


def value(text: str, name: str) -> Any:
    return ran(f"{text}\n({name} * 1.0).sum()").names[name].raw


@pytest.mark.parametrize(
    ("seed", "given", "tested"), [(42, "test_size=0.3", 3), (0, "", 3), (7, "train_size=0.45", 6), (1, "test_size=4", 4)]
)
def test_a_split_has_the_rows_of_scikit_learn(seed: int, given: str, tested: int) -> None:
    """`ShuffleSplit`: the first places of the permutation are tested, those behind them are trained on."""
    order = np.random.RandomState(seed).permutation(10)
    text = f"a, b, c, d = train_test_split(X, y, {given + ',' if given else ''} random_state={seed})"
    rows = np.arange(20.0).reshape(10, 2) ** 2
    trained = order[tested:] if "train_size" not in given else order[tested : tested + 4]
    assert value(text, "b").tolist() == rows[order[:tested]].tolist()
    assert value(text, "a").tolist() == rows[trained].tolist()
    assert value(text, "d").tolist() == order[:tested].tolist()


def test_a_split_without_shuffling_keeps_the_order() -> None:
    assert value("a, b = train_test_split(y, test_size=0.25, shuffle=False)", "b").tolist() == [7, 8, 9]


@pytest.mark.parametrize("given", ["stratify=y", "test_size=1.5", "test_size=10"])
def test_what_a_split_does_not_do_is_refused(given: str) -> None:
    with pytest.raises(ProblemError):
        ran(f"a, b = train_test_split(y, {given})\n(a * 1.0).sum()")


def test_scalers_do_what_their_formulas_say() -> None:
    rows = np.arange(20.0).reshape(10, 2) ** 2
    standard = value("s = StandardScaler().fit(X[:6])\nz = s.transform(X)", "z")
    assert np.allclose(standard, (rows - rows[:6].mean(0)) / rows[:6].std(0), rtol=1e-12)
    assert np.allclose(
        value("s = StandardScaler()\nz = s.inverse_transform(s.fit_transform(X))", "z"), rows, rtol=1e-12, atol=1e-9
    )
    between = value("z = MinMaxScaler(feature_range=(-1, 1)).fit_transform(X)", "z")
    assert np.allclose(between, 2 * (rows - rows.min(0)) / (rows.max(0) - rows.min(0)) - 1, rtol=1e-12)
    assert value("z = StandardScaler().fit_transform(np.ones((3, 2)))", "z").tolist() == [[0.0, 0.0]] * 3
    with pytest.raises(ProblemError, match="fit"):
        ran("z = StandardScaler().transform(X)\nz.sum()")


@pytest.mark.parametrize("freeze", [True, False])
def test_a_table_of_an_embedding_is_looked_up_and_trained_only_where_it_is_not_frozen(freeze: bool) -> None:
    torch = pytest.importorskip("torch")
    text = f"""
table = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
emb = nn.Embedding.from_pretrained(table, freeze={freeze})
w = torch.tensor(2.0, requires_grad=True)
loss = (w * emb(torch.tensor([2, 0, 2])))**2
loss = loss.sum()
loss.backward()
g = w.grad
"""
    made = ran(text)
    names: dict[str, Any] = {"torch": torch, "nn": torch.nn}
    exec(text, names)
    assert made.output.raw == names["loss"].item()
    assert ("emb.weight" in made.inputs) is not freeze
    assert names["emb"].weight.requires_grad is not freeze


def test_a_recurrent_layer_takes_sizes_that_have_names() -> None:
    text = "n_hidden = 3\nnet = nn.LSTM(2, n_hidden, bidirectional=True)\nout, _ = net(torch.ones(4, 1, 2))\nout.sum()"
    assert ran(text).names["out"].shape == (4, 1, 6)


def test_old_names_of_initialisers_fill_as_the_new_ones() -> None:
    first = value("torch.manual_seed(0)\nw = torch.empty(3, 4)\nnn.init.xavier_uniform(w)", "w")
    second = value("torch.manual_seed(0)\nw = torch.empty(3, 4)\nnn.init.xavier_uniform_(w)", "w")
    assert first.tolist() == second.tolist()
    assert np.abs(first).max() <= (6 / 7) ** 0.5


@pytest.mark.parametrize(
    "text",
    [
        "print('a' 'b')",
        "print('a' f'{1 + 1}' \"c\")",
        "print('%d ' '%d' % (1, 2))",
        "x = ('a'\n     'b')\nprint(x, 'a' 'b'.upper())",
    ],
)
def test_texts_side_by_side_are_one(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(text, {})
    assert run(parse(text)).printed == capsys.readouterr().out.splitlines()
