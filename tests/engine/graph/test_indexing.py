"""Elements by lists of indices, masks, `...` and new axes. The oracles: NumPy for what is picked, PyTorch for what flows back."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backpass.engine import Code, ProblemError, Tensor
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

DATA = np.arange(24.0).reshape(2, 3, 4) / 7 - 1


@st.composite
def keys(draw: st.DrawFn) -> tuple[Any, ...]:
    """A key for the shape (2, 3, 4)."""
    length = draw(st.integers(1, 3))
    entries: list[Any] = []
    for size in DATA.shape:
        numbers = st.integers(-size, size - 1)
        entries.append(
            draw(
                st.one_of(
                    numbers,
                    st.sampled_from([slice(None), slice(0, 2), slice(None, None, -1)]),
                    st.lists(numbers, min_size=length, max_size=length),
                    st.lists(numbers, min_size=length, max_size=length).map(np.array),
                )
            )
        )
    entries = entries[: draw(st.integers(0, 3))]
    for each in draw(st.lists(st.sampled_from([None, Ellipsis]), max_size=2, unique=True)):
        entries.insert(draw(st.integers(0, len(entries))), each)
    return tuple(entries)


@settings(max_examples=400, deadline=None)
@given(keys())
def test_any_key_picks_what_numpy_picks_and_gives_each_element_what_was_picked_of_it(key: tuple[Any, ...]) -> None:
    x = Tensor(DATA)
    found = x[key]
    expected = DATA[key]
    np.testing.assert_array_equal(found.data, expected)
    assert found.shape == np.shape(expected)
    weights = np.cos(np.arange(float(np.size(expected)))).reshape(np.shape(expected))
    received = np.zeros(DATA.shape)
    np.add.at(received, key, weights)
    np.testing.assert_allclose(backward((found * weights).sum()).of(x), received, atol=1e-12)


PROGRAMS = (
    "x[[1, 0, 1]]",
    "x[:, [2, 0]]",
    "x[[0, 1], [2, 1]]",
    "x[0, ..., 1]",
    "x[..., None] * x[:, :, None]",
    "x[x > 0]",
    "x[(x > -1) * (x < 0.5)]",
    "x[:, torch.tensor([0, 2])]",
    "x[torch.tensor([[0, 1], [1, 1]])]",
    "x[range(2), [0, 2]]",
    "x[0][[True, False, True]]",
    "torch.cumsum(x, dim=1)",
    "torch.cumsum(x[0], 0)",
    "torch.logaddexp(x[0], x[1])",
    "torch.einsum('ij,kj->ik', x, x)",
    "torch.einsum('ij,jk', x, x.T)",
    "torch.einsum('ij->j', x)",
    "torch.einsum('ij,ij', x, x)",
    "torch.einsum('ij,ij->ij', x, x)",
    "torch.einsum('ii->i', x @ x.T)",
    "torch.einsum('ii', x @ x.T)",
    "torch.einsum('...j,j->...', x, x[0])",
    "torch.einsum('...i,...j->...ij', x, x)",
    "torch.einsum('bi,ij,bj->b', x, x.T @ x, x)",
    "torch.einsum('i,j->ji', x[0], x[1])",
    "torch.einsum('ij,k->ik', x, x[0])",
)


@pytest.mark.parametrize("expression", PROGRAMS)
@pytest.mark.parametrize("with_loops", [False, True])
def test_programs_of_pytorch_index_as_it_does(expression: str, *, with_loops: bool) -> None:
    torch = pytest.importorskip("torch")
    data = [[0.25, -2.0, 1.5], [3.0, 0.125, -0.5]]
    text = f"import torch\n{'for i in [0]: pass' if with_loops else ''}\nx = torch.tensor({data}, requires_grad=True)\n"
    found = run(parse(f"{text}y = {expression}\n(y*y).sum()"))
    x = torch.tensor(data, dtype=torch.float64, requires_grad=True)
    y = eval(expression)
    (y * y).sum().backward()
    np.testing.assert_allclose(found.names["y"].data, y.detach().numpy(), rtol=1e-12)
    np.testing.assert_allclose(backward(found.output).of(found.inputs["x"]), x.grad.numpy(), rtol=1e-12)


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("x[[0.5]]", Code.INVALID_AXIS),
        ("x[[0, 9]]", Code.INVALID_AXIS),
        ("x[[1.0, 2.0] > 1]", Code.SHAPE_MISMATCH),
        ("x[[0, 1], 0]", Code.INVALID_AXIS),
        ("x[..., ...]", Code.INVALID_AXIS),
        ("x[[[0, 1], [1]]]", Code.SHAPE_MISMATCH),
        ("... + x", Code.UNSUPPORTED),
        ("for i in [0]: y = [1, 2][None]", Code.INVALID_AXIS),
        ("put_back(x, key=0)", Code.ARGUMENT_COUNT),
        ("index(x)", Code.ARGUMENT_COUNT),
        ("index(x, 9)", Code.INVALID_AXIS),
        ("np.einsum('ij,j', x, x)", Code.SHAPE_MISMATCH),
        ("np.einsum('i,j', x)", Code.SHAPE_MISMATCH),
        ("np.einsum('i->k', x)", Code.SHAPE_MISMATCH),
        ("np.einsum('i->ii', x)", Code.SHAPE_MISMATCH),
        ("np.einsum('i,i', x, [1.0, 2.0])", Code.SHAPE_MISMATCH),
        ("np.einsum('1', x)", Code.SHAPE_MISMATCH),
        ("np.einsum(x, x)", Code.SHAPE_MISMATCH),
    ],
)
def test_keys_that_pick_nothing_are_refused_at_their_place(expression: str, code: Code) -> None:
    text = f"x = [1.0, 2.0, 3.0]\n{expression}"
    with pytest.raises(ProblemError) as refusal:
        run(parse(text))
    problem = refusal.value.problems[0]
    assert problem.code is code
    assert problem.span is not None
    assert problem.span[0] >= text.index("\n")


def test_a_choice_by_a_mask_is_a_decision() -> None:
    assert run(parse("x = [1.0, -2.0]\nx[x > 0].sum()")).is_data_dependent
    assert not run(parse("x = [1.0, -2.0]\nx[[0, 0]].sum()")).is_data_dependent
