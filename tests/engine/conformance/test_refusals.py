"""What layers, losses and functions of arrays refuse: with the reason in words, and where the real library refuses it, too."""

import numpy as np
import pytest

from backpass.engine.interpreter.errors.library_errors import STOPPED
from backpass.engine.interpreter.libraries.written_as_programs.torch_and_micrograd_classes import PRELUDES
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.in_turn import in_turn

TORCH = """import torch
import torch.nn as nn
import torch.nn.functional as F
x = torch.arange(24.0).reshape(2, 3, 4)
"""
STOPS = (
    ("F.glu(x, dim=1)", "halves of an odd length"),
    ("nn.Softmax2d()(x[0])", "axes of Softmax2d"),
    ("nn.PReLU(2)(x[0, 0, :2])", "parameters of PReLU"),
    ("nn.PReLU(2)(x)", "parameters of PReLU"),
    ("F.dropout(x, 1.5)", "probability of dropout"),
    ("F.dropout2d(x, -0.5)", "probability of dropout"),
    ("F.triplet_margin_loss(x, x, x, margin=-1.0)", "margin of a triplet"),
    ("F.multi_margin_loss(x[0], torch.tensor([0, 1, 2]), p=3)", "power of a margin"),
    ("F.multi_margin_loss(x[0], torch.tensor([0, 1, 4]))", "numbers of classes"),
    ("F.one_hot(torch.tensor([0, 3]), 3)", "numbers of classes"),
    ("F.one_hot(torch.tensor([0, -1]), 3)", "numbers of classes"),
    ("F.nll_loss(x[0], torch.tensor([0, 1, 4]))", "numbers of classes"),
    ("nn.NLLLoss()(x[0], torch.tensor([0, 1, -1]))", "numbers of classes"),
    ("F.cross_entropy(x[0], torch.tensor([0, 1, 4]), label_smoothing=0.1)", "numbers of classes"),
    ("F.gaussian_nll_loss(x, x, -x)", "negative variance"),
    ("F.group_norm(x, 2)", "channels in groups"),
    ("nn.GroupNorm(2, 3)", "channels in groups"),
    ("F.group_norm(x, 3, torch.ones(1))", "one weight for each channel"),
    ("F.group_norm(x[:1, :, 0], 3)", "one value of a group"),
    ("nn.GroupNorm(3, 3)(x[:1, :, 0])", "one value of a group"),
    ("F.instance_norm(x[0])", "axes of instance normalisation"),
    ("F.instance_norm(x[:, :, :1])", "one value of an instance"),
    ("F.layer_norm(x, [3])", "shape to normalise"),
    ("nn.LayerNorm(1)(x)", "shape to normalise"),
    ("F.rms_norm(x, [3])", "shape to normalise"),
    ("F.pixel_shuffle(x, 2)", "channels to shuffle"),
    ("F.pixel_unshuffle(x, 2)", "lengths to unshuffle"),
    ("F.interpolate(x[0], scale_factor=2)", "axes to interpolate"),
    ("F.interpolate(x, scale_factor=(2, 2))", "factors of interpolation"),
    ("F.interpolate(x, scale_factor=0)", "factors above 0"),
)


def refused(text: str) -> str:
    with pytest.raises(ProblemError) as error:
        run(parse(text))
    return error.value.problems[0].message


@pytest.mark.parametrize(("call", "reason"), STOPS)
def test_what_pytorch_refuses_is_refused_with_its_reason(call: str, reason: str) -> None:
    pytest.importorskip("torch")
    with pytest.raises((RuntimeError, ValueError, AssertionError, IndexError)):
        exec(compile(TORCH + call, "call", "exec"), {})
    assert refused(TORCH + call) == STOPPED[reason]


@in_turn("module", PRELUDES)
def test_texts_of_libraries_are_read_without_a_problem(module: str) -> None:
    assert parse(PRELUDES[module]).problems == ()


def test_no_text_of_a_library_stops_without_a_reason() -> None:
    assert not [module for module, text in PRELUDES.items() if "assert " in text]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("torch.gather(x[0, 0], 0, torch.tensor([0.5]))", "whole number"),
        ("torch.gather(x[0, 0], 0, torch.tensor([4]))", "index 4"),
        ("torch.index_add(x[0, 0], 0, torch.tensor([0.5]), x[0, 0, :1])", "whole number"),
        ("torch.searchsorted(x[0, 0], 0.5, side='middle')", "side='middle'"),
        ("torch.searchsorted(x[0, 0], 0.5, side='left', right=True)", "side='left'"),
        ("torch.cdist(x[0], x[0], p=-1.0)", "p=-1.0"),
        ("torch.addmm(torch.ones(2, 3, 3), x[0], x[0].T)", "(2, 3, 3)"),
    ],
)
def test_what_pytorch_refuses_of_arrays_is_refused_by_name(call: str, words: str) -> None:
    pytest.importorskip("torch")
    with pytest.raises((RuntimeError, IndexError)):
        exec(compile(TORCH + call, "call", "exec"), {})
    assert words in refused(TORCH + call)


def test_pytorch_leaves_open_which_element_stays_where_several_are_scattered() -> None:
    assert "scatter" in refused(TORCH + "torch.scatter(x[0, 0], 0, torch.tensor([1, 1]), torch.tensor([5.0, 6.0]))")


def test_weights_that_add_up_to_zero_are_refused_by_numpy_alone() -> None:
    call = "np.average(np.array([1.0, 2.0]), weights=np.array([1.0, -1.0]))"
    with pytest.raises(ZeroDivisionError):
        eval(call, {"np": np})
    assert "add up to 0" in refused(f"import numpy as np\nv = {call}")
    found = run(parse(f"import jax.numpy as np\nv = {call}"))
    assert float(found.names["v"].data) == -np.inf


def test_factors_of_a_size_are_numbers_in_a_program_without_functions() -> None:
    found = run(
        parse("import torch\nimport torch.nn.functional as F\nx = torch.ones(1, 2, 2)\ny = F.interpolate(x, scale_factor=2)")
    )
    assert found.names["y"].shape == (1, 2, 4)


def test_a_fit_through_points_at_one_place_is_refused_as_undetermined() -> None:
    assert "hardly determine a polynomial" in refused(
        "import numpy as np\nnp.polyfit(np.array([2.0, 2.0, 2.0]), [1.0, 2.0, 3.0], 1)"
    )


def test_jax_refuses_no_matrix_for_being_unsymmetrical_unless_asked_to() -> None:
    text = "import jax.numpy as jnp\nA = jnp.array([[2.0, 1.0], [0.0, 3.0]])\n"
    for name in ("cholesky", "eigvalsh", "eigh"):
        assert "symmetric" in refused(f"{text}jnp.linalg.{name}(A, symmetrize_input=False)")
