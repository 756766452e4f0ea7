"""Data sets: the points of scikit-learn, the classes that were promised, and the same again from the same seed."""

import numpy as np
import pytest

from backpass.engine import ProblemError
from backpass.engine.learning.datasets import (
    DATASETS,
    Dataset,
    batches,
    blobs,
    circles,
    four_blobs,
    four_points,
    mesh,
    moons,
    sine,
    spiral,
    xor,
)

# From scikit-learn 1.9.1: the first three points, the first seven classes, and the sum of all coordinates.
SCIKIT_LEARN = {
    "make_moons(100, noise=0.1, random_state=1337)": (
        lambda: moons(100, 0.1, seed=1337),
        [[1.1221146075409685, 0.08147717341718697], [-0.8188294130836691, 0.058790063907949996]],
        [0, 0, 1, 0, 1, 1, 1],
        78.61023442501713,
    ),
    "make_circles(7, noise=0.05, factor=0.5, random_state=3)": (
        lambda: circles(7, 0.05, seed=3),
        [[0.04902769351454419, 0.5013509520897262], [-0.023002106033134274, -0.5028960420297178]],
        [1, 1, 1, 1, 0, 0, 0],
        -0.10270622147173658,
    ),
    "make_blobs(7, centers=3, cluster_std=1.0, random_state=3)": (
        lambda: blobs(7, 1.0, seed=3),
        [[-3.3005871795335833, 1.9261251676062088], [0.9332165700090495, 3.5359557755382482]],
        [1, 0, 2, 1, 0, 0, 2],
        37.02788116517454,
    ),
}


@pytest.mark.parametrize("call", SCIKIT_LEARN)
def test_the_same_seed_gives_scikit_learns_very_points(call: str) -> None:
    made, first, classes, total = SCIKIT_LEARN[call]
    data = made()
    np.testing.assert_allclose(data.inputs[:2], first, rtol=1e-15)
    assert data.targets[:7].tolist() == classes
    assert data.inputs.sum() == pytest.approx(total, rel=1e-13)


@pytest.mark.parametrize("name", [name for name in DATASETS if name != "four_points"])
def test_a_seed_gives_the_same_again_and_another_seed_something_else(name: str) -> None:
    made = DATASETS[name]
    one, again, other = (made(40, 0.2, seed=seed) for seed in (5, 5, 6))
    assert len(one) == 40
    assert one.inputs.tolist() == again.inputs.tolist()
    assert one.targets.tolist() == again.targets.tolist()
    assert one.inputs.tolist() != other.inputs.tolist()


def test_without_noise_each_point_lies_where_its_class_says() -> None:
    for data in (xor(60), xor(60, seed=1)):
        assert ((data.inputs.prod(axis=1) < 0) == data.targets).all()
        assert np.abs(data.inputs).min() >= 0.1
    data = circles(40, 0.0)
    np.testing.assert_allclose(np.hypot(*data.inputs.T), np.where(data.targets == 0, 1.0, 0.5))
    data = spiral(60, arms=3)
    x, y = data.inputs.T
    turned = np.angle((y + 1j * x) * np.exp(-2j * np.pi * (1.75 * np.hypot(x, y) + data.targets / 3)))
    np.testing.assert_allclose(turned, 0, atol=1e-12)
    assert np.bincount(data.targets.astype(int)).tolist() == [20, 20, 20]


def test_the_four_blobs_have_thirty_points_each_around_the_corners_and_one_is_class_1() -> None:
    data = four_blobs(seed=3)
    assert len(data) == 120
    assert data.targets.sum() == 30
    np.testing.assert_allclose(data.inputs[data.targets == 1].mean(axis=0), [1, -1], atol=0.2)
    for corner in ((-1, -1), (1, 1), (-1, 1), (1, -1)):
        near = np.hypot(*(data.inputs - corner).T) < 1.2
        assert 28 <= near.sum() <= 32
        assert data.inputs[near].std(axis=0) == pytest.approx([0.3, 0.3], abs=0.1)


def test_the_four_points_and_the_sine_are_as_the_courses_give_them() -> None:
    data = four_points()
    assert data.inputs.tolist() == [[2, 3, -1], [3, -1, 0.5], [0.5, 1, 1], [1, 1, -1]]
    assert (2 * data.targets - 1).tolist() == [1, -1, -1, 1]
    data = sine(50, seed=2)
    x = data.inputs[:, 0]
    assert (x >= 0).all()
    assert (x < 1).all()
    np.testing.assert_allclose(data.targets, 4 * np.sin(x**4))


def test_a_split_puts_every_example_into_one_of_the_two_parts() -> None:
    data = moons(50, seed=1)
    kept, held = data.split(0.2, seed=7)
    assert (len(kept), len(held)) == (40, 10)
    rows = [*map(tuple, kept.inputs.tolist()), *map(tuple, held.inputs.tolist())]
    assert sorted(rows) == sorted(map(tuple, data.inputs.tolist()))
    assert data.split(0.2, seed=8)[1].inputs.tolist() != held.inputs.tolist()
    with pytest.raises(ProblemError, match="leaves one part empty"):
        data.split(0.999)


def test_the_batches_of_an_epoch_are_every_example_once_in_an_order_of_their_own() -> None:
    portions = list(batches(10, 4, seed=1, epoch=0))
    assert [len(portion) for portion in portions] == [4, 4, 2]
    assert sorted(np.concatenate(portions).tolist()) == list(range(10))
    again, later = (list(batches(10, 4, seed=1, epoch=epoch)) for epoch in (0, 1))
    assert np.concatenate(again).tolist() == np.concatenate(portions).tolist()
    assert np.concatenate(later).tolist() != np.concatenate(portions).tolist()
    assert np.concatenate(list(batches(5, 2, seed=1, epoch=3, shuffle=False))).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("inputs", "targets", "classes", "message"),
    [
        ([[1.0, 2.0]], [0.0, 1.0], 2, "each example must be a row with one target"),
        ([1.0, 2.0], [0.0, 1.0], 2, "each example must be a row"),
        ([[1.0], [2.0]], [0.0, 0.0], 2, "at least two of them must occur"),
        ([[1.0], [2.0]], [0.0, 2.0], 2, "classes are numbered 0 to 1"),
        ([[1.0], [float("nan")]], [0.0, 1.0], 2, "not a finite number"),
        ([], [], None, "has no elements"),
        ([[1.0, 2.0], [3.0]], [0.0, 1.0], 2, "neither a number nor a nested list"),
    ],
)
def test_data_that_nothing_can_be_learnt_from_are_refused(
    inputs: list[float], targets: list[float], classes: int | None, message: str
) -> None:
    with pytest.raises(ProblemError, match=message) as refusal:
        Dataset(inputs, targets, classes)  # type: ignore[arg-type]
    assert refusal.value.problems[0].hint


def test_a_mesh_covers_the_examples_and_a_margin_and_gives_rows_back() -> None:
    grid = mesh(np.array([[0.0, 1.0], [2.0, 3.0]]), step=0.5, margin=1.0)
    assert (grid.x[0], grid.x[-1]) == (-1.0, 2.5)
    assert (grid.y[0], grid.y[-1]) == (0.0, 3.5)
    assert grid.points.shape == (8 * 8, 2)
    rows = grid.rows(grid.points[:, 0] + 10 * grid.points[:, 1])
    assert rows[3, 2] == grid.x[2] + 10 * grid.y[3]
    with pytest.raises(ProblemError, match="needs two features"):
        mesh(np.zeros((4, 3)))
