"""The widget of notebooks without a notebook: what its traits take and refuse, and which graphs can be computed again."""

import importlib.util
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import backpass
from backpass.engine.capture import refusals, showing
from backpass.engine.capture.recomputing import Fixed, recomputable

pytest.importorskip("anywidget")  # of the extra `notebook`, which the extra `test` has
from backpass.engine.capture.widget import GraphWidget


def of(out: Any, names: dict[str, Any] | None = None, inputs: dict[str, Any] | None = None) -> GraphWidget:
    return GraphWidget(*recomputable(out, names or {}, inputs))


@pytest.fixture
def widget() -> GraphWidget:
    a, b = backpass.Tensor(2.0), backpass.Tensor(-3.0)
    return of((a * b + 6).tanh() * a, {"a": a, "b": b})


def test_some_inputs_are_set_and_the_graph_is_that_of_these_numbers(widget: GraphWidget) -> None:
    seen: list[Any] = []
    widget.observe(lambda change: seen.append((change.name, widget.graph.gradients["a"])), "inputs")
    widget.inputs = {"a": 0.5}
    a, b = backpass.Tensor(0.5), backpass.Tensor(-3.0)
    expected = backpass.capture((a * b + 6).tanh() * a, {"a": a, "b": b})
    assert widget.inputs == {"a": 0.5, "b": -3.0}
    assert widget.graph.json == expected.json
    assert seen == [("inputs", expected.gradients["a"])], "observers see the graph of the numbers"


def test_the_step_stays_where_it_is_and_the_end_stays_the_end(widget: GraphWidget) -> None:
    assert widget.step == widget.steps == len(widget.graph.json["steps"])
    widget.step = 3
    widget.inputs = {"b": 1}
    assert widget.step == 3


def test_another_branch_of_a_function_has_steps_of_its_own() -> None:
    widget = of(lambda a: a * a * a if a.item() > 0 else a + 1, {}, {"a": 2.0})
    widget.selection = {"edge": 3}
    widget.inputs = {"a": -1.0}
    assert widget.step == widget.steps == 3
    assert widget.selection is None, "there is no such edge any more"
    assert widget.graph.value == 0.0


@pytest.mark.parametrize(
    ("trait", "value", "sentence"),
    [
        ("step", 99, "no step 99"),
        ("step", -1, "no step -1"),
        ("selection", {"node": 99}, "selects nothing"),
        ("selection", {"node": 1, "edge": 1}, "selects nothing"),
        ("inputs", {"z": 1.0}, "no input `z`"),
        ("inputs", {"a": float("nan")}, "`a` cannot be set to `nan`"),
        ("inputs", {"a": True}, "`a` cannot be set to `True`"),
        ("inputs", {"a": 10**400}, "`a` cannot be"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(widget: GraphWidget, trait: str, value: Any, sentence: str) -> None:
    before, graph = getattr(widget, trait), widget.graph
    with pytest.raises(backpass.CaptureError, match=sentence):
        setattr(widget, trait, value)
    assert getattr(widget, trait) == before
    assert widget.graph is graph


def test_what_a_slider_asks_for_is_answered_also_where_it_fails(widget: GraphWidget) -> None:
    widget.set_state({"_asked": {"number": "7", "inputs": {"a": 1.0, "b": 2.0}}})
    assert (widget.inputs, widget._answer) == ({"a": 1.0, "b": 2.0}, {"number": "7", "problem": ""})
    widget.set_state({"_asked": {"number": "8", "inputs": {"c": 1.0}}})
    assert widget._answer["number"] == "8"
    assert "no input `c`" in widget._answer["problem"]
    assert widget.inputs == {"a": 1.0, "b": 2.0}


def squared_through_a_rule(x: backpass.Tensor) -> backpass.Tensor:
    from backpass.engine import Function

    class Squared(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, upstream: Any) -> Any:
            return upstream * 2 * ctx.saved_tensors[0]

    made: backpass.Tensor = Squared.apply(x)
    return made + 1


def hooked(x: backpass.Tensor) -> backpass.Tensor:
    y = x * 3
    y.register_hook(lambda gradient: gradient * 2)
    return y + 1


def changed_afterwards(x: backpass.Tensor) -> backpass.Tensor:
    y = x * x
    x.data = 5.0
    return y


@pytest.mark.parametrize("made", [squared_through_a_rule, hooked, changed_afterwards])
def test_a_tensor_whose_operations_do_not_repeat_its_graph_is_shown_as_it_is(made: Any) -> None:
    x = backpass.Tensor(2.0)
    source, graph = recomputable(made(x), {"x": x}, None)
    assert isinstance(source, Fixed)
    widget = GraphWidget(source, graph)
    assert widget.inputs == {}
    with pytest.raises(backpass.CaptureError) as error:
        widget.inputs = {"x": 1.0}
    assert "backpass.show(f, inputs=" in error.value.problems[0].hint


def test_arrays_and_leaves_without_a_name_have_no_slider() -> None:
    x, y = backpass.Tensor([1.0, 2.0]), backpass.Tensor(3.0)
    widget = of((x * y * backpass.Tensor(2.0)).sum(), {"x": x, "y": y})
    assert widget.inputs == {"y": 3.0}
    widget.inputs = {"y": 1.0}
    assert widget.graph.value == 6.0


def test_a_function_of_pytorch_is_called_again_and_captured() -> None:
    torch = pytest.importorskip("torch")
    widget = of(lambda w, x, rate: torch.tanh(w * x).sum() * rate, {}, {"w": torch.tensor(0.5), "x": torch.ones(3), "rate": 2})
    assert widget.inputs == {"w": 0.5, "rate": 2.0}
    widget.inputs = {"w": 0.25, "rate": 3.0}
    w = torch.tensor(0.25, requires_grad=True)
    expected = torch.tanh(w * torch.ones(3)).sum() * 3.0
    expected.backward()
    assert widget.graph.value == expected.item()
    assert widget.graph.gradients["w"] == w.grad.item()
    assert widget._places["rate"] is None, "a plain number is no node"


def test_a_function_of_jax_is_called_again_and_captured() -> None:
    jax = pytest.importorskip("jax")
    widget = of(lambda w, b: jax.numpy.tanh(w * b) * w, {}, {"w": jax.numpy.asarray(0.5), "b": 2.0})
    widget.inputs = {"w": 0.25}
    expected = jax.grad(lambda w: jax.numpy.tanh(w * 2.0) * w)(jax.numpy.asarray(0.25))
    assert widget.graph.gradients["w"] == pytest.approx(float(expected), rel=1e-6)
    assert set(widget._places.values()).isdisjoint({None})


def test_function_and_inputs_belong_together() -> None:
    with pytest.raises(backpass.CaptureError, match="none were given"):
        backpass.show(lambda a: a)
    with pytest.raises(backpass.CaptureError, match="arguments of a function"):
        backpass.show(backpass.Tensor(2.0) * 2, inputs={"a": 1.0})


def test_without_the_extra_there_is_no_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "backpass.engine.capture.widget")
    monkeypatch.setitem(sys.modules, "anywidget", None)
    source, graph = recomputable(backpass.Tensor(2.0) * 2, {}, None)
    assert showing._widget(source, graph) is None
    with pytest.raises(refusals.MissingExtraError, match="anywidget") as error:
        refusals.needed("backpass.engine.capture.widget", "anywidget", "notebook", package="anywidget")
    assert "backpass[notebook]" in error.value.problems[0].hint


def test_importing_backpass_imports_no_widgets() -> None:
    import subprocess

    assert importlib.util.find_spec("anywidget") is not None
    code = "import backpass, sys; backpass.show; print([name for name in ('anywidget', 'IPython') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("content", "server", "is_widget"),
    [
        ({"allow_stdin": True}, "", True),
        ({"allow_stdin": False}, "", False),
        ({"allow_stdin": False}, "voila/0.5", True),
        ({}, "", True),
    ],
)
def test_where_nobody_is_there_it_is_the_player_alone(
    widget: GraphWidget, monkeypatch: pytest.MonkeyPatch, content: dict[str, bool], server: str, is_widget: bool
) -> None:
    """An export takes a widget whose state is stored before anything else, and cannot show it without asking other servers."""
    kernel = SimpleNamespace(get_parent=lambda: {"content": content})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=kernel)))
    monkeypatch.setenv("SERVER_SOFTWARE", server)
    data, _ = widget._repr_mimebundle_()
    assert ("application/vnd.jupyter.widget-view+json" in data) is is_widget
    assert "text/html" in data
