"""`backpass.capture` of PyTorch: contributions add up to PyTorch's gradients, and nothing of the model changes."""

import gc
import re
from typing import Any

import numpy as np
import pytest
import torch

import backpass
from backpass.engine.capture.recognise import _alike
from backpass.engine.messages import speaking
from tests.engine.capture.models import MODELS, Scaled, adds_up, assert_same_step, made

DIGITS = {"float32": 1e-6, "float64": 1e-12}


def gradients(case: Any) -> list[Any]:
    return [None if leaf.grad is None else leaf.grad.clone() for leaf in case.leaves]


@pytest.mark.parametrize("name", MODELS)
def test_contributions_add_up_to_the_gradients_that_pytorch_reports(name: str) -> None:
    plain, case = made(name), made(name)
    expected = torch.autograd.grad(plain.loss(), plain.leaves, allow_unused=True)
    loss = case.loss()
    graph = backpass.capture(loss, {f"p{number}": leaf for number, leaf in enumerate(case.leaves)}, most_elements=10**6)
    assert adds_up(graph.json, DIGITS) > len(case.leaves) - 1
    assert graph.value == loss.item()
    found = graph.gradients
    assert len(found) == len(case.leaves)
    for number, gradient in enumerate(expected):
        assert_same_step(torch.tensor(found[f"p{number}"], dtype=gradient.dtype), gradient)


@pytest.mark.parametrize("name", MODELS)
def test_a_captured_model_computes_what_it_computes_without(name: str) -> None:
    plain, case = made(name), made(name)
    expected, loss = plain.loss(), case.loss()
    before = torch.get_rng_state(), gradients(case)
    backpass.capture(loss)
    assert torch.equal(torch.get_rng_state(), before[0])
    assert gradients(case) == before[1] == [None] * len(case.leaves)
    expected.backward()
    loss.backward()
    assert_same_step(loss, expected)
    for ours, theirs in zip(gradients(case), gradients(plain), strict=True):
        assert_same_step(ours, theirs)


def leaf_of_torch(value: float, _name: str) -> Any:
    return torch.tensor(value, requires_grad=True)


def leaf_of_ours(value: float, name: str) -> Any:
    return backpass.Tensor(value, label=name or None)


@pytest.mark.parametrize("leaf", [leaf_of_torch, leaf_of_ours])
@pytest.mark.parametrize("names", ["", "xx", "x", "xy"])
def test_contributions_are_found_by_every_name_that_the_gradients_have(leaf: Any, names: str) -> None:
    leaves = [leaf(value, names[place : place + 1]) for place, value in enumerate((2.0, 3.0, 5.0))]
    total = leaves[0] * leaves[1] * leaves[2] * leaves[0] * 7.0
    graph = backpass.capture(total, {"v0": total})
    assert len(graph.gradients) == 3
    for name, gradient in graph.gradients.items():
        assert sum(graph.contributions(name)) == gradient
    assert sorted(len(graph.contributions(name)) for name in graph.gradients) == [1, 1, 2]
    with pytest.raises(KeyError):
        graph.contributions("v9")


def test_a_scalar_graph_has_names_values_and_the_operations_of_our_records() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    b = torch.tensor(-3.0, requires_grad=True)
    product = a * b
    loss = product * a
    graph = backpass.capture(loss)
    assert [(node["name"], node["op"], node["role"]) for node in graph.nodes] == [
        ("a", None, "input"),
        ("b", None, "input"),
        ("product", "multiply", "intermediate"),
        ("loss", "multiply", "output"),
    ]
    assert graph.gradients == {"a": -12.0, "b": 4.0}
    assert graph.contributions("a") == [-6.0, -6.0]
    assert [edge["local"] for edge in graph.edges] == [-3.0, 2.0, 2.0, -6.0]
    assert [step.get("total") for step in graph.json["steps"] if step["phase"] == "backward"] == [1.0, 2.0, -6.0, -12.0, 4.0]


def test_a_value_that_pytorch_did_not_save_is_null_and_not_zero() -> None:
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    graph = backpass.capture(((a + 1) + 2).sum(), {})
    assert [node["data"] for node in graph.nodes if node["op"]] == [None, None, 9.0]


def test_an_operation_is_ours_only_where_it_computes_the_same() -> None:
    a, b = (torch.tensor(value, requires_grad=True) for value in (2.0, 3.0))
    plain, other = a + b, torch.add(a, b, alpha=2.0)
    assert backpass.capture(plain).nodes[-1]["op"] == "add"
    assert backpass.capture(other).nodes[-1]["op"] == "torch.add"


def test_broadcasting_is_undone_in_the_contribution() -> None:
    row, column = torch.ones(4, requires_grad=True), torch.ones(3, 1, requires_grad=True)
    graph = backpass.capture((row * column).sum())
    assert graph.gradients == {"row": [3.0] * 4, "column": [[4.0]] * 3}
    assert [edge["how"] for edge in graph.edges][:2] == ["sum-over-axes"] * 2
    assert sum("arriving" in step for step in graph.json["steps"]) == 2


def test_grad_fields_stay_as_they_are_also_of_tensors_that_retain_them() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    middle = a * 3
    middle.retain_grad()
    calls: list[float] = []
    middle.register_hook(lambda gradient: calls.append(gradient.item()))
    loss = middle**2
    backpass.capture(loss)
    assert [each.grad for each in (a, middle)] == [None, None]
    loss.backward()
    assert [each.grad.item() for each in (a, middle)] == [36.0, 12.0]
    assert calls == [12.0, 12.0], "hooks run in the pass of the capture, and stay"


def test_where_a_hook_changes_a_gradient_the_node_has_what_pytorch_reports() -> None:
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    doubled = a * 2
    doubled.register_hook(lambda gradient: gradient * 10)
    loss = doubled.sum()
    graph = backpass.capture(loss)
    (expected,) = torch.autograd.grad(loss, doubled, retain_graph=True)
    assert [node["grad"] for node in graph.nodes if node["name"] == "doubled"] == [expected.tolist()] == [[10.0, 10.0]]
    assert graph.contributions("doubled") == [[1.0, 1.0]]
    assert graph.gradients == {"a": [20.0, 20.0]}


@pytest.mark.parametrize("size", [3, 2000])
@pytest.mark.parametrize("change", ["mul_", "data.mul_"])
def test_where_a_hook_changes_a_gradient_in_place_the_node_has_what_pytorch_reports(size: int, change: str) -> None:
    def double(gradient: Any) -> None:
        (gradient.data if change == "data.mul_" else gradient).mul_(2)

    a = torch.ones(size, requires_grad=True)
    tripled = a * 3
    for each in (a, tripled):
        each.register_hook(double)
    loss = (tripled * torch.linspace(1, 2, size)).sum()
    graph = backpass.capture(loss)
    expected = dict(zip(("a", "tripled"), torch.autograd.grad(loss, (a, tripled), retain_graph=True), strict=True))
    assert expected["a"].max() == 24.0
    for name, gradient in expected.items():
        (node,) = (node for node in graph.nodes if node["name"] == name)
        if size == 3:
            assert node["grad"] == gradient.tolist()
        else:
            assert node["summary"]["grad"]["max"] == float(gradient.max())


def test_what_is_compiled_is_one_function() -> None:
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    compiled = torch.compile(lambda x: (x * x).exp().sum(), backend="aot_eager")
    graph = backpass.capture(compiled(a) * 2)
    assert next(node["op"] for node in graph.nodes if node["op"]) == "CompiledFunction"
    assert adds_up(graph.json, DIGITS) == 2


def test_the_upstream_gradient_of_several_elements() -> None:
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    out = a * a
    assert backpass.capture(out, upstream=[1.0, 10.0]).gradients == {"a": [2.0, 40.0]}


def test_large_arrays_are_summarised() -> None:
    weight = torch.zeros(40, 50, requires_grad=True)
    with torch.no_grad():
        weight[0, 0], weight[0, 1], weight[1, 0] = 3.0, -4.0, float("nan")
    graph = backpass.capture((weight * weight).nansum())
    node = graph.nodes[0]
    assert (node["data"], node["shape"]) == (None, [40, 50])
    summary = node["summary"]["data"]
    counts = summary["histogram"]["counts"]
    assert (summary["min"], summary["max"], summary["norm"]) == (-4.0, 3.0, 5.0)
    assert summary["nonfinite"] == pytest.approx(1 / 2000)
    assert summary["zeros"] == 1997 / 2000
    assert (sum(counts), counts[0], counts[-1], len(counts)) == (1999, 1, 1, 32)
    assert node["summary"]["grad"]["max"] == 6.0
    assert {edge["summary"]["norm"] for edge in graph.edges[:2]} == {5.0}
    assert len(graph.to_json()) < 8_000


def test_numbers_that_are_not_finite_are_valid_json() -> None:
    a = torch.tensor([0.0, 1.0], requires_grad=True)
    text = backpass.capture(a.log().sum()).to_json()
    assert '"-Infinity"' in text
    assert not re.search(r"[^\"]\bNaN\b[^\"]", text)


def test_a_tensor_of_ours_is_captured_as_well() -> None:
    a, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)
    loss = a * b + a**2
    graph = backpass.capture(loss)
    assert graph.gradients == {"a": 1.0, "b": 2.0}
    assert graph.contributions("a") == [-3.0, 4.0]
    assert graph.nodes[-1]["name"] == "loss"
    assert loss.grad is None
    assert backpass.capture(graph) is graph


def freed() -> Any:
    loss = torch.tensor(2.0, requires_grad=True).exp()
    loss.backward()
    return loss


def changed() -> Any:
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    b = a.exp()
    loss = (b * b).sum()
    b.add_(1)
    return loss


def reentrant() -> Any:
    from torch.utils.checkpoint import checkpoint

    return checkpoint(torch.exp, torch.tensor(2.0, requires_grad=True), use_reentrant=True)


REFUSED = {
    "no grad_fn": (lambda: torch.tensor(2.0), "has no `grad_fn`"),
    "a leaf": (lambda: torch.tensor(2.0, requires_grad=True), "has no `grad_fn`"),
    "freed": (freed, "was freed"),
    "changed in place": (changed, "modified by an inplace operation"),
    "no tensor": (lambda: 2.0, "`float` cannot be captured"),
    "several": (lambda: [torch.ones(2, requires_grad=True).sum()], "Several outputs"),
    "no scalar": (lambda: torch.ones(2, 3, requires_grad=True) * 2, "has the shape (2, 3)"),
    "complex": (lambda: (torch.ones(2, requires_grad=True) * 1j).abs().sum(), "Complex numbers"),
    "reentrant checkpoint": (reentrant, "reentrant checkpoint"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_captured_is_refused_by_name(name: str) -> None:
    make, message = REFUSED[name]
    out = make()
    with pytest.raises(backpass.CaptureError, match=re.escape(message)) as refused:
        backpass.capture(out)
    assert refused.value.problems[0].hint
    with speaking("fr"):
        assert message not in str(refused.value.problems[0].hint)


def test_a_refused_seed_names_both_shapes() -> None:
    with pytest.raises(backpass.CaptureError, match=re.escape("has the shape (3,), but the output has (2,)")):
        backpass.capture(torch.ones(2, requires_grad=True) * 2, upstream=[1.0, 2.0, 3.0])


def test_functions_are_left_without_hooks_after_a_refusal() -> None:
    calls: list[object] = []
    with pytest.raises(backpass.CaptureError):
        backpass.capture(loss := freed())
    loss.grad_fn.register_hook(lambda *given: calls.append(given))
    assert loss.grad_fn._sequence_nr() >= 0
    assert Scaled.apply(torch.ones(1, requires_grad=True))[0].grad_fn is not None


@pytest.mark.parametrize("upstream", ["x", [1, [2]], object(), 1j, {"a": 1}])
def test_an_upstream_gradient_that_is_no_number_is_refused(upstream: object) -> None:
    loss = torch.ones((), requires_grad=True) * 2
    with pytest.raises(backpass.CaptureError, match="is neither a number nor an array of the output's shape"):
        backpass.capture(loss, upstream=upstream)


@pytest.mark.parametrize("most_elements", [-1, 1.5, "x", None, True])
def test_a_number_of_elements_that_is_no_count_is_refused(most_elements: Any) -> None:
    loss = torch.ones((), requires_grad=True) * 2
    for call in (
        lambda: backpass.capture(loss, most_elements=most_elements),
        lambda: backpass.record(most_elements=most_elements),
        lambda: backpass.capture_jax(lambda x: x * 2, 1.0, most_elements=most_elements),
    ):
        with pytest.raises(backpass.CaptureError, match="`most_elements` is"):
            call()


def test_numbers_are_numbers_also_where_every_array_is_summarised() -> None:
    a = torch.ones(2, requires_grad=True)
    graph = backpass.capture((a * a).sum(), most_elements=0)
    assert graph.value == 2.0
    assert graph.gradients == {"a": None}


def test_what_is_of_the_same_numbers_is_recognised_and_nothing_else() -> None:
    nan, inf = float("nan"), float("inf")
    alike: list[tuple[Any, Any, bool]] = [
        (1.0, 1.0 + 1e-7, True),
        (1.0, 1.001, False),
        (inf, inf, True),
        (inf, -inf, False),
        (nan, nan, True),
        (nan, 1.0, False),
        (1.0, nan, False),
        (0.0, -0.0, True),
        (np.array([1.0, inf, nan]), np.array([1.0, inf, nan]), True),
        (np.array([1.0, inf, nan]), np.array([1.001, inf, nan]), False),
        (np.array([1.0, inf]), np.array([1.0, -inf]), False),
        (np.array([1.0, 2.0]), np.array([1.0, nan]), False),
        (np.array([1.0, nan]), np.array([1.0, 2.0]), False),
        (np.array([1.0, inf]), np.array([1.0, 2.0]), False),
        (np.array([1e-9, 1.0]), np.array([0.0, 1.0]), True),
        (np.array([1.0]), 1.0, False),
        (np.zeros((0, 3)), np.zeros((0, 3)), True),
    ]
    with np.errstate(all="ignore"):
        for ours, theirs, wanted in alike:
            assert _alike(ours, theirs, "float32") is wanted, (ours, theirs)


def test_the_search_for_cycles_goes_on_afterwards_as_before() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    during: list[bool] = []
    product = a * a
    product.register_hook(lambda _gradient: during.append(gc.isenabled()))
    for is_on in (True, False):
        (gc.enable if is_on else gc.disable)()
        try:
            backpass.capture(product * 3)
            assert gc.isenabled() is is_on
            with pytest.raises(backpass.CaptureError):
                backpass.capture(torch.ones(2))
            assert gc.isenabled() is is_on
        finally:
            gc.enable()
    assert during == [False, False]
