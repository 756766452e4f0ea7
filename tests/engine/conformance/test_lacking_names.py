"""Which operations the libraries lack under a module's or a class's name, beside the installed ones, and what is said of them."""

import importlib
from typing import Any

import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.interpreter.signatures.binding import _COMPLETE, lacking
from backpass.engine.language import parse
from backpass.engine.operations import OPERATIONS
from backpass.engine.serialization.graph_json import graph_json


def _real(module: str) -> Any:
    pytest.importorskip(module.partition(".")[0])
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        parent, _, name = module.rpartition(".")
        return getattr(importlib.import_module(parent), name)


@pytest.mark.parametrize("module", sorted(_COMPLETE))
def test_a_module_lacks_what_the_installed_one_lacks(module: str) -> None:
    real = _real(module)
    if module == "jax.Array":
        real = type(_real("jax.numpy").ones(2))
    assert [name for name in OPERATIONS.spellings if hasattr(real, name) == (lacking(module, name) is not None)] == []


def test_where_a_library_has_it_else_it_has_it_there() -> None:
    places = {lacking(module, name) for module in _COMPLETE for name in OPERATIONS.spellings} - {None, ""}
    assert [each for each in sorted(places) if not hasattr(_real(each.rpartition(".")[0]), each.rpartition(".")[2])] == []


def _notes(program: str) -> list[tuple[str, str]]:
    problems = graph_json(run(parse(program)))["problems"]
    return [(each["message"], each["hint"]) for each in problems if each["code"] == "library-differs"]


@pytest.mark.parametrize(
    ("program", "name", "hint"),
    [
        (
            "import numpy as np\nx = 2.0\nnp.relu(x)",
            "NumPy would stop here: it has no `numpy.relu`",
            "Write out what it computes",
        ),
        (
            "import math\nx = 2.0\nmath.sigmoid(x)",
            "Python would stop here: it has no `math.sigmoid`",
            "Write out what it computes",
        ),
        (
            "from math import relu\nx = 2.0\nrelu(x)",
            "Python would stop here: it has no `math.relu`",
            "Write out what it computes",
        ),
        (
            "import torch\nx = torch.tensor(2., requires_grad=True)\ntorch.softplus(x)",
            "PyTorch would stop here: it has no `torch.softplus`",
            "Write `torch.nn.functional.softplus`.",
        ),
        (
            "import torch\nx = torch.tensor(2., requires_grad=True)\nx.softplus()",
            "PyTorch would stop here: it has no `torch.Tensor.softplus`",
            "Write `torch.nn.functional.softplus`.",
        ),
        (
            "import jax.numpy as jnp\nx = 2.0\nf = jnp.gelu\nf(x)",
            "JAX would stop here: it has no `jax.numpy.gelu`",
            "Write `jax.nn.gelu`.",
        ),
    ],
)
def test_a_name_that_a_library_lacks_is_computed_with_a_note(program: str, name: str, hint: str) -> None:
    for _ in range(2):  # the second time as calls are remembered
        ((message, remedy),) = _notes(program)
        assert message == f"{name}. Here it is computed."
        assert remedy.startswith(hint)


def test_names_that_a_library_has_get_no_note() -> None:
    head = "import torch\nimport torch.nn.functional as F\nx = torch.tensor([2., -1.], requires_grad=True)\n"
    assert _notes(head + "(F.softplus(x) + torch.sigmoid(x) + x.relu() + F.gelu(x) + torch.special.expit(x)).sum()") == []
