"""`backpass.record`: all values, names, groups and lines of a forward pass in PyTorch, and nothing of it changed."""

import gc
import inspect
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import backpass
from tests.engine.capture.models import MODELS, Case, adds_up, assert_same_step, made

DIGITS = {"float32": 1e-6, "float64": 1e-12}


def line_of(text: str) -> int:
    """The line of this file that ends with a comment."""
    lines = Path(__file__).read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"# {text}"))


def recorded(case: Case, **options: Any) -> tuple[Any, Any]:
    with backpass.record(model=case.model, **options) as recording:
        loss = case.loss()
    return loss, recording.graph(loss)


@pytest.mark.parametrize("name", MODELS)
def test_every_value_is_recorded_and_contributions_add_up(name: str) -> None:
    case = made(name)
    _, graph = recorded(case, most_elements=10**6)
    assert adds_up(graph.json, DIGITS) > len(case.leaves) - 1
    assert [node["op"] for node in graph.nodes if node["data"] is None] == []
    assert all("site" in node for node in graph.nodes if node["op"] not in {None, "Scaled", "copy_slices", "as_strided"})


@pytest.mark.parametrize("name", MODELS)
def test_a_recorded_step_is_the_same_step(name: str) -> None:
    plain, case = made(name), made(name)
    plain_loss = plain.loss()
    plain_loss.backward()
    with backpass.record(model=case.model) as recording:
        loss = case.loss()
        loss.backward()
    assert_same_step(loss, plain_loss)
    for ours, theirs in zip(case.leaves, plain.leaves, strict=True):
        assert_same_step(ours.grad, theirs.grad)
    state, gradients = torch.get_rng_state(), [leaf.grad.clone() for leaf in case.leaves]
    graph = recording.graph(loss)
    assert torch.equal(torch.get_rng_state(), state)
    assert graph.value == loss.item()
    for leaf, gradient in zip(case.leaves, gradients, strict=True):
        assert torch.equal(leaf.grad, gradient)


def test_values_are_those_of_the_forward_pass_also_after_the_optimiser_has_changed_the_weights() -> None:
    case = made("MLP")
    before = case.model[0].weight.detach().double().numpy().copy()
    optimiser = torch.optim.SGD(case.model.parameters(), lr=0.5)
    with backpass.record(model=case.model) as recording:
        loss = case.loss()
        loss.backward()
        optimiser.step()
    graph = recording.graph(loss)
    (weight,) = (node for node in graph.nodes if node["name"] == "0.weight")
    assert np.array_equal(np.array(weight["data"]), before)
    assert not np.array_equal(case.model[0].weight.detach().double().numpy(), before)


def test_values_that_were_overwritten_in_place_are_those_before() -> None:
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    with backpass.record() as recording:
        b = a * 3
        b.add_(1)
        b[0] = 0.0
        loss = (b * b).sum()
    graph = recording.graph(loss)
    assert [node["data"] for node in graph.nodes if node["op"]][:3] == [[3.0, 6.0], [4.0, 7.0], [0.0, 7.0]]
    assert graph.gradients == {"a": [0.0, 42.0]}


def test_modules_are_groups_and_parameters_have_their_names() -> None:
    case = made("transformer with mask and dropout")
    _, graph = recorded(case)
    groups = graph.json["groups"]
    paths: list[str] = []
    for group in groups:
        paths.append(group["name"] if group["parent"] is None else f"{paths[group['parent']]} > {group['name']}")
    assert "TransformerEncoder > layers.1 > layers.1.self_attn > multi_head_attention_forward()" in paths
    assert set(graph.gradients) == {name for name, _ in case.model.named_parameters()}
    assert {node["role"] for node in graph.nodes} == {"parameter", "constant", "intermediate", "output"}
    used = {node["group"] for node in graph.nodes}
    assert {paths[group] for group in used if group is not None} > {"TransformerEncoder > layers.0 > layers.0.norm1"}


def test_a_layer_that_is_used_twice_is_two_groups_and_one_node_for_its_weight() -> None:
    _, graph = recorded(made("shared weights"))
    assert [group["name"] for group in graph.json["groups"]].count("shared") == 2
    assert [node["name"] for node in graph.nodes].count("shared.weight") == 1
    assert len(graph.contributions("shared.weight")) == 2


def test_several_models_by_name() -> None:
    one, other = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
    with backpass.record(model={"actor": one, "critic": other}) as recording:
        loss = other(one(torch.ones(1, 2))).sum()
    assert set(recording.graph(loss).gradients) == {"actor.weight", "actor.bias", "critic.weight", "critic.bias"}


def test_each_call_has_its_file_and_line() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    with backpass.record() as recording:
        b = a.exp()  # the line of exp
        loss = b * 2
    (node,) = (each for each in recording.graph(loss).nodes if each["name"] == "b")
    assert node["site"]["line"] == line_of("the line of exp")
    assert Path(node["site"]["file"]).name == Path(__file__).name


def test_health_names_the_line_of_the_first_value_that_is_not_finite() -> None:
    class Broken(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first = torch.nn.Linear(3, 3)
            self.norm = Divided()

        def forward(self, x: Any) -> Any:
            return self.norm(self.first(x)).sum()

    class Divided(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return x / (x - x)  # the line of the division

    net = Broken()
    with backpass.record(model=net) as recording:
        loss = net(torch.ones(2, 3))
    health = recording.graph(loss).health()
    assert health.first_non_finite is not None
    assert (health.first_non_finite.name, health.first_non_finite.line) == ("norm", line_of("the line of the division"))
    assert str(health).endswith(f"norm, line {line_of('the line of the division')} of {health.first_non_finite.file}")
    assert [(layer.layer, layer.nonfinite > 0) for layer in health.layers] == [("first", True), ("norm", True), ("Broken", True)]


def test_health_shows_how_gradients_fade_and_units_die() -> None:
    torch.manual_seed(0)
    layers = [layer for _ in range(4) for layer in (torch.nn.Linear(6, 6), torch.nn.Sigmoid())]
    last = torch.nn.Linear(6, 6)
    net = torch.nn.Sequential(*layers, last, torch.nn.ReLU())
    with torch.no_grad():
        last.bias.fill_(-100.0)
        last.bias[0] = 100.0
    with backpass.record(model=net) as recording:
        loss = net(torch.randn(4, 6)).sum()
    health = recording.graph(loss).health()
    by_layer = {layer.layer: layer for layer in health.layers}
    norms = [by_layer[name].parameter_gradient_norm for name in ("8", "6", "4", "2", "0")]
    assert norms == sorted(norms, reverse=True)
    weight = torch.cat([last.weight.detach().flatten(), last.bias.detach()])
    assert by_layer["8"].parameter_norm == pytest.approx(float(weight.double().norm()))
    assert by_layer["9"].zeros == 5 / 6
    assert health.first_non_finite is None
    assert str(health).split("\n")[0].startswith("layer  nodes")


def test_what_needs_no_gradient_is_a_constant_with_its_value() -> None:
    a, mask = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([0.0, 1.0])
    with backpass.record() as recording:
        with torch.no_grad():
            scale = a.sum()
        loss = (a * mask / scale).sum()
    graph = recording.graph(loss)
    constants = {node["name"]: (node["data"], node["grad"]) for node in graph.nodes if node["role"] == "constant"}
    assert constants == {"mask": ([0.0, 1.0], None), "scale": (3.0, None)}
    assert graph.gradients == {"a": [0.0, pytest.approx(1 / 3)]}


def test_gradients_that_results_retain_stay_as_they_are() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    outside = a * 3
    outside.retain_grad()
    with backpass.record() as recording:
        inside = outside**2
        inside.retain_grad()
        loss = inside * 2
    recording.graph(loss)
    assert [each.grad for each in (a, outside, inside)] == [None] * 3


def test_indices_and_numbers_are_inputs() -> None:
    _, graph = recorded(made("embedding with repeated indices"))
    (embedding,) = (node for node in graph.nodes if node["op"] == "embedding")
    assert [graph.nodes[source]["data"] for source in embedding["inputs"]][1] == [0.0, 1.0, 0.0, 3.0, 0.0]
    (power,) = (node for node in graph.nodes if node["op"] == "power")
    assert graph.nodes[power["inputs"][1]]["data"] == 3.0


def test_a_recording_ends_also_with_an_error_and_leaves_no_hooks() -> None:
    from torch.nn.modules import module

    before = len(module._global_forward_hooks), len(module._global_forward_pre_hooks)
    net = torch.nn.Linear(2, 2)
    with pytest.raises(RuntimeError), backpass.record(model=net):
        net(torch.ones(3, 3))
    assert (len(module._global_forward_hooks), len(module._global_forward_pre_hooks)) == before
    assert torch.overrides._get_current_function_mode() is None
    with backpass.record(model=net) as recording:
        loss = net(torch.ones(3, 2)).sum()
    assert {group["name"] for group in recording.graph(loss).json["groups"]} == {"Linear", "linear()"}


def test_functions_that_are_mapped_are_captured_as_their_operations() -> None:
    a = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    with backpass.record() as recording:
        loss = torch.vmap(lambda row: (row * row).sum())(a).prod()
    graph = recording.graph(loss)
    assert adds_up(graph.json, DIGITS) > 1
    assert graph.gradients == {"a": [[50.0, 100.0], [30.0, 40.0]]}


def test_a_graph_that_was_freed_outside_of_the_block_is_refused() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    with backpass.record() as recording:
        loss = a.exp()
    loss.backward()
    with pytest.raises(backpass.CaptureError, match="was freed"):
        recording.graph(loss)


def test_a_model_that_is_none_is_refused() -> None:
    with pytest.raises(backpass.CaptureError, match="`str` is not a model"):
        backpass.record(model="net")


def test_every_public_function_says_what_it_raises() -> None:
    for function in (backpass.capture, backpass.record):
        assert "Raises" in (inspect.getdoc(function) or "")


def _data_of(graph: Any, name: str) -> Any:
    (node,) = (node for node in graph.nodes if node["name"] == name)
    return node["data"]


def test_weights_that_change_after_the_block_are_recorded_as_they_were() -> None:
    p = torch.tensor([1.0, 2.0], requires_grad=True)
    with backpass.record() as recording:
        tripled = p * 3
        loss = tripled.sum()
    loss.backward(retain_graph=True)
    torch.optim.SGD([p], lr=1.0).step()
    graph = recording.graph(loss)
    assert list(_data_of(graph, "p")) == [1.0, 2.0]
    assert list(_data_of(graph, "tripled")) == [3.0, 6.0]


def test_a_result_that_changes_after_the_block_has_no_recorded_value() -> None:
    p = torch.tensor([1.0, 2.0], requires_grad=True)
    with backpass.record() as recording:
        tripled = p * 3
        loss = tripled.sum()
    with torch.no_grad():
        tripled.add_(5)
    assert _data_of(recording.graph(loss), "tripled") is None


def test_data_that_is_set_within_the_block_is_recorded_as_it_was() -> None:
    p = torch.tensor([1.0, 2.0], requires_grad=True)
    with backpass.record() as recording:
        loss = (p * p).sum()
        p.data = torch.tensor([10.0, 20.0])
        graph = recording.graph(loss)
    assert list(_data_of(graph, "p")) == [1.0, 2.0]


def test_complex_numbers_beside_the_graph_do_not_stop_the_code_that_is_recorded() -> None:
    p = torch.tensor([1.0, 2.0], requires_grad=True)
    with backpass.record() as recording:
        turn = torch.ones(2, dtype=torch.complex64)
        turn *= 1j
        loss = (p * p).sum()
    assert recording.graph(loss).value == 5.0


def test_hooks_on_one_of_several_results_change_what_it_sends_once() -> None:
    p = torch.tensor([1.0, 2.0], requires_grad=True)
    first, second = torch.unbind(p)
    first.register_hook(lambda gradient: gradient * 2)
    loss = first * 3 + second
    graph = backpass.capture(loss, names={"p": p})
    (node,) = (node for node in graph.nodes if node["name"] == "p")
    assert list(node["grad"]) == [6.0, 1.0]
    arriving = [edge["contribution"] for edge in graph.edges if edge["source"] == node["id"]]
    assert np.array_equal(np.sum(np.array(arriving, dtype=float), axis=0), [6.0, 1.0])


def test_constants_that_change_between_two_uses_are_two_values() -> None:
    w = torch.ones(2, requires_grad=True)
    with backpass.record() as recording:
        x = torch.zeros(2)
        x += 1
        first = (w + x).sum()
        x += 1
        loss = first + (w + x).sum()
        x += 5
    graph = recording.graph(loss)
    assert [node["data"] for node in graph.nodes if node["name"] == "x"] == [[1.0, 1.0], [2.0, 2.0]]
    assert graph.value == 10.0


def test_parameters_that_are_made_in_the_block_are_shown_as_they_were_used() -> None:
    with backpass.record() as recording:
        net = torch.nn.Linear(2, 1)
        optimiser = torch.optim.SGD(net.parameters(), lr=0.5)
        net(torch.ones(1, 2)).sum().backward()
        optimiser.step()
        used = net.bias.detach().tolist()
        loss = net(torch.ones(1, 2)).sum()
        loss.backward()
        optimiser.step()
    (bias,) = (node for node in recording.graph(loss).nodes if node["name"] == "net.bias")
    assert bias["data"] == used != net.bias.tolist()


def test_a_leaf_that_is_changed_between_two_uses_is_refused() -> None:
    w = torch.ones(2, requires_grad=True)
    with backpass.record() as recording:
        first = w.sum()
        with torch.no_grad():
            w.add_(1)
        loss = first + w.sum()
    with pytest.raises(backpass.CaptureError, match="between two uses"):
        recording.graph(loss)


def test_without_a_model_the_parts_of_the_first_module_that_is_called_have_their_paths() -> None:
    first, second = (torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Tanh()) for _ in range(2))
    with backpass.record() as recording:
        loss = torch.nn.MSELoss()(second(first(torch.ones(1, 2))), torch.zeros(1, 2))
    groups = [group["name"] for group in recording.graph(loss).json["groups"]]
    assert groups[:3] == ["Sequential", "0", "linear()"]
    assert [name for name in groups[3:] if not name.endswith("()")] == [
        "1",
        "Sequential",
        "Sequential.0",
        "Sequential.1",
        "MSELoss",
    ]


def test_each_of_several_losses_has_its_own_graph() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    with backpass.record() as recording:
        first = a * 3
        first.backward()
        second = a**2
        second.backward(torch.tensor(10.0))
    assert (recording.graph(first).value, recording.graph(first).gradients) == (6.0, {"a": 3.0})
    assert (recording.graph(second).value, recording.graph(second).gradients) == (4.0, {"a": 40.0})


def test_a_loss_that_was_differentiated_twice_has_the_graph_of_the_last_time() -> None:
    a = torch.tensor(2.0, requires_grad=True)
    with backpass.record() as recording:
        loss = a * 3
        loss.backward(retain_graph=True)
        loss.backward(torch.tensor(2.0))
    assert recording.graph(loss).gradients == {"a": 6.0}


def test_a_recording_that_is_let_go_of_is_freed_at_once() -> None:
    net, x = torch.nn.Linear(3, 2), torch.randn(4, 3)

    def step() -> list[Any]:
        with backpass.record(model=net) as recording:
            hidden = net(x)
            loss = hidden.square().sum()
        assert recording.graph(loss).value > 0
        return [weakref.ref(recording), weakref.ref(hidden)]

    step()  # what PyTorch imports at its first call keeps frames
    gc.collect()
    gc.disable()
    try:
        assert [each() for each in step()] == [None, None]
    finally:
        gc.enable()
