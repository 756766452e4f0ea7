"""Every operation on whole arrays keeps its promises. Generated from the cases in the records."""

import numpy as np
import pytest

from backpass.engine import OPERATIONS, Code, Operation, ProblemError, Tensor
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.graph.tensor import apply, shape_after
from backpass.engine.operations import How
from backpass.engine.operations.model import Case
from tests.in_turn import in_turn

TRANSFORMS = [record for record in OPERATIONS.values() if not record.elementwise]


def label(place: tuple[Operation, Case]) -> str:
    record, case = place
    return f"{record.name} {case.shapes} {dict(case.options)}"


every_case = in_turn("operation, case", [(record, case) for record in TRANSFORMS for case in record.cases], ids=label)
every_misfit = in_turn("operation, case", [(record, case) for record in TRANSFORMS for case in record.misfits], ids=label)
REFUSED = {Code.SHAPE_MISMATCH, Code.INVALID_AXIS}


def arrays(operation: Operation, case: Case) -> list[np.ndarray]:
    generator = np.random.default_rng(len(operation.name))
    ranges = operation.samples * len(case.shapes) if operation.variadic else operation.samples
    return [np.asarray(generator.uniform(*limits, size=shape)) for limits, shape in zip(ranges, case.shapes, strict=True)]


def value(operation: Operation, data: list[np.ndarray], case: Case) -> np.ndarray:
    return np.asarray(apply(operation, *map(Tensor, data), **case.options).data)


@every_case
def test_the_adjoints_agree_with_central_differences(operation: Operation, case: Case) -> None:
    data = arrays(operation, case)
    inputs = [Tensor(array) for array in data]
    out = apply(operation, *inputs, **case.options)
    upstream = np.random.default_rng(7).uniform(-1, 1, size=out.shape)
    gradients = backward(out, upstream)
    for slot, tensor in enumerate(inputs):
        found = np.asarray(gradients.of(tensor))
        assert found.shape == data[slot].shape
        for place in np.ndindex(data[slot].shape):
            estimates = []
            for step in (1e-3, 5e-4):
                moved = []
                for sign in (1, -1):
                    copies = [array.copy() for array in data]
                    copies[slot][place] += sign * step
                    moved.append(float((value(operation, copies, case) * upstream).sum()))
                estimates.append((moved[0] - moved[1]) / (2 * step))
            expected = (4 * estimates[1] - estimates[0]) / 3
            assert found[place] == pytest.approx(expected, rel=1e-7, abs=1e-8)


@every_case
def test_the_shape_rule_foretells_the_shape(operation: Operation, case: Case) -> None:
    inputs = [Tensor(array) for array in arrays(operation, case)]
    assert shape_after(operation, inputs, case.options) == apply(operation, *inputs, **case.options).shape


@every_misfit
def test_what_does_not_fit_is_refused_by_name(operation: Operation, case: Case) -> None:
    with pytest.raises(ProblemError) as refusal:
        apply(operation, *(Tensor(np.ones(shape)) for shape in case.shapes), **case.options)
    (problem,) = refusal.value.problems
    assert problem.code in REFUSED
    assert problem.hint


@every_case
def test_contributions_have_the_shape_of_their_input_and_add_up(operation: Operation, case: Case) -> None:
    inputs = [Tensor(array) for array in arrays(operation, case)]
    out = apply(operation, *inputs, **case.options)
    gradients = backward(out)
    for each in gradients.contributions():
        assert np.shape(each.sent) == each.input.shape
        assert each.how is How.ADJOINT
        assert each.local is None
        assert np.allclose(each.sent, gradients.of(each.input))


@in_turn("operation", TRANSFORMS, ids=lambda record: record.name)
def test_every_transform_has_cases_and_misfits(operation: Operation) -> None:
    assert operation.cases
    assert operation.misfits or operation.name == "flatten"  # which takes whatever there is
    assert len(operation.rules) == operation.arity


def test_tied_extremes_share_the_gradient() -> None:
    x = Tensor([3.0, 1.0, 3.0])
    x.amax().backward()
    assert x.grad.tolist() == [0.5, 0, 0.5]


def test_a_product_with_a_zero_has_the_product_of_the_others_as_its_gradient() -> None:
    x = Tensor([2.0, 0.0, 5.0])
    x.prod().backward()
    assert x.grad.tolist() == [0, 10, 0]


def test_a_singular_matrix_has_a_determinant_with_a_gradient_but_no_inverse() -> None:
    x = Tensor([[1.0, 2.0], [2.0, 4.0]])
    x.determinant().backward()
    assert np.allclose(x.grad, [[4, -2], [-2, 1]])
    for operation in (OPERATIONS["inverse"], OPERATIONS["solve"]):
        with pytest.raises(ProblemError) as refusal:
            apply(operation, *[x, Tensor([1.0, 2.0])][: operation.arity])
        assert refusal.value.problems[0].code is Code.SINGULAR_MATRIX


def test_the_softmax_family_is_exact_where_the_naive_formulas_fail() -> None:
    x = Tensor([800.0, -800.0, 0.0])
    assert x.softmax().data.tolist() == [1, 0, 0]
    assert x.logsumexp().data == 800
    assert x.log_softmax().data.tolist() == [0, -1600, -800]
    x.logsumexp().backward()
    assert x.grad.tolist() == [1, 0, 0]


def test_tensors_are_indexed_and_walked_through_as_arrays_are() -> None:
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    assert [row.data.tolist() for row in x] == [[1, 2], [3, 4]]
    assert len(x) == 2
    assert x[:, -1].data.tolist() == [2, 4]
    assert x.T.data.tolist() == [[1, 3], [2, 4]]
    assert (x @ x).data.tolist() == [[7, 10], [15, 22]]
    for wrong in (lambda: len(Tensor(1.0)), lambda: iter(Tensor(1.0))):
        with pytest.raises(TypeError, match="scalar"):
            wrong()


def test_the_gradient_of_a_product_of_matrices_is_g_times_b_transposed() -> None:
    generator = np.random.default_rng(0)
    a, b, g = (generator.normal(size=shape) for shape in ((2, 3), (3, 4), (2, 4)))
    left, right = Tensor(a), Tensor(b)
    (left @ right).backward(g)
    assert np.allclose(left.grad, g @ b.T)
    assert np.allclose(right.grad, a.T @ g)


def test_functions_refuse_options_they_do_not_have() -> None:
    with pytest.raises(TypeError, match="does not take `axes`"):
        Tensor([1.0]).sum(axes=0)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="2 arguments"):
        Tensor([1.0]).matmul()  # type: ignore[call-arg]
