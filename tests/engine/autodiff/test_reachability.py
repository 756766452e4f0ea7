"""A branch that was not taken sends nothing, whatever its slopes are; a 0 that only comes out as one hides no NaN."""

from typing import Any

import numpy as np
import pytest

from backpass import engine
from backpass.engine import Tensor, backward
from backpass.engine.autodiff.reachability import Reachability
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import gradient_json, graph_json


@pytest.mark.parametrize(
    "program", ["where(x > 0, x*log(x), 0)", "where(x > 0, sqrt(x), 0)", "relu(sqrt(x))", "0 // sqrt(x) + x - x"]
)
def test_an_infinite_slope_behind_a_block_gives_a_gradient_of_0(program: str) -> None:
    assert gradient_json(run(parse(program), {"x": 0.0}))["gradients"]["x"] == 0


def test_what_a_graph_says_of_its_edges_is_what_was_added_up() -> None:
    graph = graph_json(run(parse("where(x > 0, x*log(x), 0)"), {"x": 0.0}))
    assert all(edge["contribution"] in (None, 0.0) for edge in graph["edges"])


def test_elements_are_blocked_one_by_one_and_through_what_moves_them() -> None:
    x = Tensor([[0.0, 4.0], [1.0, 0.0]])
    root = engine.sqrt(x).T.reshape(4)
    made = engine.where([0.0, 1.0, 1.0, 0.0], engine.stack([root, root])[0], 0.0).sum()
    assert np.array_equal(backward(made).of(x), [[0, 0.25], [0.5, 0]])


def test_a_branch_that_is_taken_somewhere_else_is_not_blocked() -> None:
    x = Tensor(0.0)
    root = engine.sqrt(x)
    assert backward(engine.where(0.0, root, 1.0) + root).of(x) == np.inf


@pytest.mark.parametrize("program", ["sqrt(x)*sqrt(x)", "sqrt(x)**2", "0*log(x)"])
def test_a_zero_that_comes_out_of_numbers_times_infinity_stays_not_a_number(program: str) -> None:
    assert gradient_json(run(parse(program), {"x": 0.0}))["gradients"]["x"] == "NaN"


def test_a_broadcast_input_is_alive_where_any_of_its_copies_is() -> None:
    x = Tensor([0.0, 0.0])
    shared: Any = x * np.ones((2, 2))
    made = engine.where([[0.0, 1.0], [0.0, 0.0]], shared, 1.0)
    blocks = Reachability([x, shared, made])
    assert np.array_equal(blocks.mask(shared), [[False, True], [False, False]])
    assert np.array_equal(blocks.mask(x), [False, True])
