"""The worked cases of the four teaching engines, computed by the library, with the figures that they print."""

import pytest

from backpass import Tensor, nn


def test_a_parabola_is_descended_in_the_steps_of_the_course() -> None:
    x = Tensor(0.0)
    path = []
    for _ in range(5):
        x.grad = None
        (2 * x**2 + 3 * x + 5).backward()
        x.data -= 0.4 * x.grad
        path.append(x.item())
    assert path == pytest.approx([-1.2, -0.48, -0.912, -0.6528, -0.80832], rel=1e-14)


def test_two_paths_add_up() -> None:
    a, b, c, d = Tensor(2.0), Tensor(3.0), Tensor(4.0), Tensor(5.0)
    t1 = a * b
    t2, t3 = t1 + c, a + d
    out = t2 * t3
    out.backward()
    assert [each.item() for each in (out, t1, t2, t3)] == [70, 6, 10, 7]
    assert [each.grad for each in (a, b, c, d)] == [31, 14, 7, 10]


@pytest.mark.parametrize("apart", [False, True])
def test_a_neuron_has_the_same_gradients_when_tanh_is_taken_apart(apart: bool) -> None:
    x1, x2, w1, w2, b = (Tensor(each) for each in (2.0, 0.0, -3.0, 1.0, 6.8813735870195432))
    n = x1 * w1 + x2 * w2 + b
    e = (2 * n).exp()
    o = (e - 1) / (e + 1) if apart else n.tanh()
    o.backward()
    assert f"{o.item():.4f}" == "0.7071"
    assert [each.grad for each in (n, x1, w1, x2, w2)] == pytest.approx([0.5, -1.5, 1.0, 0.5, 0.0])


def test_a_shared_weight_gets_the_sum_over_both_paths() -> None:
    w1, w2, w3 = Tensor(1.7), Tensor(0.2), Tensor(0.6)
    a = Tensor(0.5, requires_grad=False) ** 2
    b, c = (w1 * a + w3).relu(), (w2 * a + w3).relu()
    y = 4 * (b + c).sin()
    y.backward()
    assert w3.grad == pytest.approx(b.grad + c.grad, rel=1e-15)
    assert y.item() == pytest.approx(3.9783028326983194, rel=1e-14)


def test_networks_have_the_parameters_that_the_courses_count() -> None:
    assert len(nn.MLP(3, [4, 4, 1]).parameters()) == 41
    assert len(nn.MLP(2, [16, 16, 1]).parameters()) == 337
