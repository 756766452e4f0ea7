"""The gradient as a sum over paths, against paths that are enumerated one by one."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backpass.engine import Code, Gradients, ProblemError, Tensor, backward
from backpass.engine.autodiff.paths import LISTED_EDGES, PathSum, digits, sum_over_paths
from backpass.engine.autodiff.reachability import local_derivative
from tests.engine.interpreter.test_programs import ran

TWO_PATHS = "a, b, c, d = 2, 3, 4, 5\n((a*b)+c)*(a+d)"
DECK = "x = 0.5\nw1 = 1.7\nw2 = 0.2\nw3 = 0.6\na = x²\nb = relu(w1*a + w3)\nc = relu(w2*a + w3)\ny = 4sin(b + c)"


def found(program: str, name: str, most: int = 10, **inputs: object) -> PathSum:
    result = ran(program, **inputs)
    gradients = backward(result.output)
    return sum_over_paths(gradients, list(gradients.tensors).index({**result.names, **result.inputs}[name]), most)


def enumerated(gradients: Gradients, node: int) -> list[float]:
    """The product of every path, by walking all of them."""
    positions = {tensor: position for position, tensor in enumerate(gradients.tensors)}
    products, waiting = [], [(gradients.tensors[-1], 1.0)]
    while waiting:
        tensor, product = waiting.pop()
        if positions[tensor] == node:
            products.append(product)
            continue
        for slot, source in enumerate(tensor.inputs):
            if source.requires_grad:
                waiting.append((source, product * float(local_derivative(tensor, slot))))
    return products


def diamonds(count: int, factor: float = 1.0) -> Gradients:
    x = Tensor(1.0)
    for _ in range(count):
        x = x * factor + x
    return backward(x)


def test_31_is_21_and_10() -> None:
    paths = found(TWO_PATHS, "a")
    assert (paths.gradient, paths.count, paths.listed, paths.remainder) == (31, 2, 31, 0)
    assert [path.product for path in paths.paths] == [21, 10]
    assert [path.locals for path in paths.paths] == [(7, 1, 3), (10, 1)]


def test_the_last_steps_are_the_contributions_of_the_ledger() -> None:
    result = ran(TWO_PATHS)
    gradients = backward(result.output)
    sent = [each.sent for each in gradients.contributions() if each.input is result.inputs["a"]]
    assert [step.contribution for step in found(TWO_PATHS, "a").last_steps] == sent == [10, 21]


def test_the_shared_weight_of_the_deck_has_two_paths() -> None:
    paths = found(DECK, "w3")
    slope = 4 * math.cos(1.7 * 0.25 + 0.6 + 0.2 * 0.25 + 0.6)
    assert paths.count == 2
    assert [path.product for path in paths.paths] == pytest.approx([slope, slope])
    assert paths.gradient == pytest.approx(2 * slope)


def test_a_value_used_twice_by_one_operation_has_a_path_for_each_place() -> None:
    paths = found("a = 3\na*a", "a")
    assert [(path.edges, path.product) for path in paths.paths] == [((0,), 3), ((1,), 3)]


def test_500_diamonds_have_2_to_the_500_paths() -> None:
    paths = sum_over_paths(diamonds(500), 0, 5)
    assert paths.count == 2**500
    assert paths.gradient == 2.0**500
    assert [path.product for path in paths.paths] == [1.0] * 5
    assert sum(step.paths for step in paths.last_steps) == 2**500
    assert [path.edges for path in paths.paths] == sorted(path.edges for path in paths.paths)


def test_the_largest_paths_of_a_long_chain_of_diamonds_are_known_by_reasoning() -> None:
    paths = sum_over_paths(diamonds(60, factor=0.5), 0, 62)
    assert [path.product for path in paths.paths] == [1.0] + [0.5] * 60 + [0.25]


def test_products_beyond_floats_are_still_compared() -> None:
    x = Tensor(1.0)
    y = x * 1e-300 * 1e-300 * 1e300 * 1e300 + x * 1e-200 * 1e-200 * 1e200
    paths = sum_over_paths(backward(y), 0, 1)
    assert len(paths.paths[0].edges) == 5


@given(st.data())
def test_any_graph_has_the_paths_that_walking_finds(data: st.DataObject) -> None:
    values = st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 3.0])
    tensors = [Tensor(data.draw(values)), Tensor(data.draw(values))]
    for _ in range(data.draw(st.integers(1, 6))):
        left, right = (tensors[data.draw(st.integers(0, len(tensors) - 1))] for _ in range(2))
        tensors.append(left * right if data.draw(st.booleans()) else left + right)
    gradients = backward(tensors[-1])
    node = data.draw(st.integers(0, len(gradients.tensors) - 1))
    most = data.draw(st.integers(1, 12))
    products = enumerated(gradients, node)
    paths = sum_over_paths(gradients, node, most)
    assert paths.count == len(products)
    assert paths.zeros <= products.count(0)
    assert math.fsum(products) == pytest.approx(paths.gradient)
    sizes = sorted(map(abs, products), reverse=True)[:most]
    assert [abs(path.product) for path in paths.paths] == pytest.approx(sizes)
    assert len({path.edges for path in paths.paths}) == len(paths.paths) == min(most, len(products))
    assert paths.remainder == pytest.approx(paths.gradient - math.fsum(path.product for path in paths.paths))


def test_a_path_names_its_nodes_and_edges_as_the_graph_does() -> None:
    result = ran(DECK)
    gradients = backward(result.output)
    node = list(gradients.tensors).index(result.inputs["w3"])
    ids = {tensor: position for position, tensor in enumerate(gradients.tensors)}
    edges = [(ids[source], ids[user]) for user in gradients.tensors for source in user.inputs]
    for path in sum_over_paths(gradients, node).paths:
        assert [edges[edge] for edge in path.edges] == [(below, above) for above, below in itertools.pairwise(path.nodes)]
        assert (path.nodes[0], path.nodes[-1]) == (len(gradients.tensors) - 1, node)


def test_the_output_itself_has_the_empty_path() -> None:
    paths = found("x = 3\ny = x*2", "y")
    assert [(path.nodes, path.edges, path.product) for path in paths.paths] == [((2,), (), 1.0)]
    assert (paths.count, paths.last_steps) == (1, ())


def test_no_path_leads_to_a_constant_and_its_gradient_is_not_zero_but_none() -> None:
    gradients = backward(ran("x*2").output)
    assert sum_over_paths(gradients, 1) == PathSum(None, 0, 0, (), ())
    assert sum_over_paths(gradients, 1).listed is None


def test_a_blocked_path_counts_and_brings_nothing() -> None:
    paths = found("x = -2\nrelu(x) + 3*x", "x")
    assert (paths.count, paths.zeros, paths.gradient) == (2, 1, 3)
    assert [path.product for path in paths.paths] == [3, 0]


def test_what_is_not_finite_is_listed_first_and_shown_as_it_is() -> None:
    paths = found("x = 0\n5*x + sqrt(x)", "x", 1)
    assert [path.product for path in paths.paths] == [math.inf]
    assert paths.gradient == math.inf
    assert math.isnan(paths.remainder or 0.0)


def test_a_blocked_branch_sends_nothing_even_of_infinity() -> None:
    paths = found("x = 0\nsqrt(relu(x)) + x", "x")
    assert [path.product for path in paths.paths] == [1.0, 0.0]
    assert paths.gradient == 1.0


def test_infinity_times_zero_is_not_a_number_where_nothing_is_blocked() -> None:
    paths = found("x = 0\nsqrt(x**2)", "x")
    assert math.isnan(paths.paths[0].product)
    assert math.isnan(paths.gradient or 0.0)


def test_an_element_of_a_tensor_is_followed_by_itself() -> None:
    gradients = backward(ran("x*w + x", x=[1, 2, 3], w=[4, 5, 6]).output)
    paths = sum_over_paths(gradients, 0, element=(2,))
    assert (paths.gradient, [path.product for path in paths.paths]) == (7, [6, 1])


NETWORK = """W1 = np.array([[0.5, -1.0, 0.3], [0.2, 0.8, -0.5]])
b1 = np.array([0.1, -0.2])
W2 = np.array([[0.7, -0.4], [0.3, 0.9]])
x = np.array([1.0, 0.5, -0.3])
h = np.tanh(W1 @ x + b1)
L = np.mean((W2 @ h - np.array([1.0, 0.0]))**2)"""
LOGISTIC = """x = np.array([0.123, 0.65, 1.0])
w = np.array([0.5, -1.0, 2.0])
L = np.sum(1/(1+np.exp(-x*w)))"""


def moved(program: str, name: str, element: tuple[int, ...], by: float) -> float:
    """The output after one element of an input was moved."""
    value = np.array(ran(program).names[name].raw)
    value[element] += by
    return float(np.sum(ran(program, **{name: value}).output.raw))


@pytest.mark.parametrize(
    ("program", "name", "element", "count"),
    [
        (NETWORK, "W1", (0, 1), 2),
        (NETWORK, "b1", (1,), 2),
        (NETWORK, "W2", (1, 0), 1),
        (NETWORK, "x", (2,), 4),
        (LOGISTIC, "w", (1,), 1),
        ("x = np.array([1.0, 2.0, 4.0])\nL = np.sum(x / np.sum(x))*x[1]", "x", (1,), 5),
        ("x = np.array([[1.0, 2.0], [3.0, 5.0]])\nL = np.prod(x, axis=0) * x[0]", "x", (0, 1), 2),
    ],
)
def test_paths_between_elements_add_up_to_the_slope_that_moving_one_shows(
    program: str, name: str, element: tuple[int, ...], count: int
) -> None:
    result = ran(program)
    gradients = backward(result.output)
    tensor = {**result.names, **result.inputs}[name]
    node = next(position for position, each in enumerate(gradients.tensors) if each is tensor)
    paths = sum_over_paths(gradients, node, 100, element)
    assert paths.count == len(paths.paths) == count
    slope = (moved(program, name, element, 1e-5) - moved(program, name, element, -1e-5)) / 2e-5
    assert paths.gradient == pytest.approx(slope, rel=1e-6)
    assert paths.listed == pytest.approx(paths.gradient)
    assert math.fsum(step.contribution for step in paths.last_steps) == pytest.approx(paths.gradient)
    assert sum(step.paths for step in paths.last_steps) == count
    for path in paths.paths:
        assert math.prod(path.locals) == pytest.approx(path.product)
        assert path.elements[-1] == element
        assert [len(each) for each in path.elements] == [len(gradients.tensors[each].shape) for each in path.nodes]


def test_a_number_that_was_stretched_has_a_path_through_each_place() -> None:
    gradients = backward(ran("x*w", x=[1, 2, 3]).output)
    paths = sum_over_paths(gradients, 1)
    assert [path.product for path in paths.paths] == [3, 2, 1]
    assert [path.elements for path in paths.paths] == [((2,), ()), ((1,), ()), ((0,), ())]


def test_a_way_with_a_slope_of_0_is_none_between_elements() -> None:
    gradients = backward(ran("sum(relu(x))", x=[-1, 2]).output)
    assert sum_over_paths(gradients, 0, element=(0,)) == PathSum(0.0, 0, 0, (), ())
    assert [path.product for path in sum_over_paths(gradients, 0, element=(1,)).paths] == [1]


@pytest.mark.parametrize(
    ("program", "x", "code"),
    [
        ("sum(sqrt(x))", [0.0, 1.0], Code.SCALARS_ONLY),
        ("sum(x.reshape(300, 1) @ x.reshape(1, 300))", [1.0] * 300, Code.TOO_MUCH_WORK),
    ],
)
def test_paths_between_elements_that_cannot_be_followed_are_refused(program: str, x: list[float], code: Code) -> None:
    with pytest.raises(ProblemError) as error:
        sum_over_paths(backward(ran(program, x=x).output), 0)
    (problem,) = error.value.problems
    assert problem.code is code
    assert problem.hint


@pytest.mark.parametrize("element", [(3,), (-1,), (), (0, 0)])
def test_an_element_that_is_not_there_is_refused(element: tuple[int, ...]) -> None:
    with pytest.raises(ProblemError) as error:
        sum_over_paths(backward(ran("x*2", x=[1, 2, 3]).output), 0, element=element)
    assert error.value.problems[0].code is Code.INVALID_REQUEST


def test_long_paths_are_listed_within_a_bound() -> None:
    paths = sum_over_paths(diamonds(15_000), 0, 100)
    assert paths.count == 2**15_000
    assert 1 < len(paths.paths) < 100
    assert sum(len(path.edges) for path in paths.paths) <= LISTED_EDGES


@pytest.mark.parametrize("exponent", [0, 1, 3_999, 4_000, 4_001, 9_000])
def test_a_count_is_written_with_all_its_digits(exponent: int) -> None:
    assert digits(10**exponent) == "1" + "0" * exponent
    assert digits(10**exponent - 1) == ("9" * exponent or "0")
