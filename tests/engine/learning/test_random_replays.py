"""Random graphs of tensors: replayed with other numbers they give what a new trace gives."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backpass.engine import OPERATIONS, ProblemError, Tensor, backward
from backpass.engine.compile.backends.numpy_tensors import TensorReplay
from backpass.engine.graph.tensor import FUNCTIONS

SMOOTH = [record for record in OPERATIONS.values() if record.elementwise and not record.kink and not record.domain]
SHAPES = st.sampled_from([(), (3,), (2, 3), (2, 1), (1, 3)])
WHOLE = ["sum", "mean", "softmax", "transpose"]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], list[tuple[str, list[int], dict[str, int]]]]:
    """Shapes of the leaves, and operations with the places of their inputs."""
    leaves = draw(st.lists(SHAPES, min_size=1, max_size=4))
    shapes: list[tuple[int, ...]] = list(leaves)
    plan: list[tuple[str, list[int], dict[str, int]]] = []
    for _ in range(draw(st.integers(1, 12))):
        record = draw(st.sampled_from(SMOOTH + [OPERATIONS[name] for name in WHOLE] * 3))
        places = [draw(st.integers(0, len(shapes) - 1)) for _ in record.parameters]
        options = {"axis": 0} if record.name in ("sum", "mean") and shapes[places[0]] and draw(st.booleans()) else {}
        stand_ins = [np.ones(shapes[place]) for place in places]
        try:
            shapes.append(FUNCTIONS[record.name](*(Tensor(each) for each in stand_ins), **options).shape)
        except ProblemError:
            continue  # a table and another on its side
        plan.append((record.name, places, options))
    return leaves, plan


def built(leaves: list[Tensor], plan: list[tuple[str, list[int], dict[str, int]]]) -> Tensor:
    """The graph, squashed at each step so that nothing overflows, and its last results added up."""
    made = list(leaves)
    for name, places, options in plan:
        result = FUNCTIONS[name](*(made[place] for place in places), **options)
        made.append(result.tanh())
    return FUNCTIONS["add"](made[-1].sum(), made[len(made) // 2].mean())


@given(graphs(), st.integers(0, 2**32 - 1))
def test_a_replay_equals_a_new_trace(graph: tuple, seed: int) -> None:
    shapes, plan = graph
    generator = np.random.default_rng(seed)
    first, second = ([generator.uniform(0.2, 2, size=shape) for shape in shapes] for _ in range(2))
    leaves = [Tensor(each) for each in first]
    replay = TensorReplay(built(leaves, plan), leaves)
    replay.parameters[:] = np.concatenate([each.ravel() for each in second])
    value = replay.differentiate()
    again = [Tensor(each) for each in second]
    output = built(again, plan)
    gradients = backward(output)
    found = dict(zip(gradients.tensors, gradients.values, strict=True))
    expected = [np.zeros(leaf.shape) if found.get(leaf) is None else found[leaf] for leaf in again]
    np.testing.assert_allclose(value, output.item(), rtol=1e-11)
    np.testing.assert_allclose(replay.gradients, np.concatenate([np.ravel(each) for each in expected]), rtol=1e-9, atol=1e-12)


def test_a_chain_of_thousands_is_written_down_without_recursion() -> None:
    x = Tensor([0.5, 1.0])
    end = x
    for _ in range(5_000):
        end = FUNCTIONS["add"](end, x)
    replay = TensorReplay(end.sum(), [x])
    assert replay.differentiate() == 5_001 * 1.5
    assert replay.gradients.tolist() == [5_001.0, 5_001.0]
