"""Calls made in the real libraries, and the same calls as programs here."""

import functools
import importlib
import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance.cases import Call

PREFIX = "out"


@dataclass(frozen=True)
class Answer:
    """What a call gave: its values, each an array, a number or None, and the gradients of their weighted sum."""

    values: tuple[Any, ...]
    gradients: Mapping[str, Any]
    problem: str | None = None


def expression(call: Call, owner: str) -> str:
    """The call as it is written."""
    values = list(call.values)
    name = call.dotted.rpartition(".")[2]
    if owner == "self":
        receiver = values.pop(0)
        head = f"{receiver}.{name}"
    else:
        head = f"{owner}.{name}"
    return f"{head}({', '.join([*values, *(f'{key}={value}' for key, value in call.keywords.items())])})"


def weights(shape: tuple[int, ...]) -> Any:
    """The upstream gradient of a value of this shape: no two numbers alike."""
    count = math.prod(shape)
    return np.reshape(np.round(np.linspace(0.5, 1.7, count) if count else np.zeros(0), 3), shape)


IMPORTS = {
    "torch": "import torch\nimport torch.nn.functional as F\n",
    "numpy": "import numpy as np\n",
    "jax": "import jax\nimport jax.numpy as jnp\n",
    "autograd": "import autograd\nimport autograd.numpy as np\nimport autograd.scipy.special\n",
    "math": "import math\n",
    "random": "import random\n",
}
_MADE = {
    "torch": "torch.tensor({data}, requires_grad=True)",
    "numpy": "np.array({data})",
    "autograd": "np.array({data})",
    "jax": "jnp.array({data})",
    "math": "{data}",
}


def program(call: Call, library: str, owner: str) -> str:
    """The call as a program of ours whose value is the name `out`."""
    text = IMPORTS[library]
    for name, data in call.arrays.items():
        text += f"{name} = {_MADE[library].format(data=np.asarray(data).tolist())}\n"
    return f"{text}{PREFIX} = {expression(call, owner)}\n"


def ours(text: str, names: tuple[str, ...], *, pair: bool = False) -> Answer:
    """What the program gives here. Anything but a problem is an error of ours, and is raised."""
    suffix = f"{PREFIX}0 = {PREFIX}[0]\n{PREFIX}1 = {PREFIX}[1]\nprint({PREFIX}1)\n" if pair else f"print({PREFIX})\n"
    wanted = f"{PREFIX}0" if pair else PREFIX
    try:
        found = run(parse(text + suffix + (wanted if pair else "")))
    except ProblemError as error:
        first = error.problems[0]
        return _printed(text, suffix) if first.code == "empty-program" else Answer((), {}, f"{first.message} {first.hint or ''}")
    value = found.names.get(wanted)
    if value is None:
        return Answer((found.printed[0],), {})
    values: list[Any] = [np.asarray(value.data)]
    if pair:
        values.append(np.asarray(found.names[f"{PREFIX}1"].data))
    made = backward(value, weights(value.shape))
    by_tensor = dict(zip(made.tensors, made.values, strict=True))
    leaves = {name: found.inputs.get(name) for name in names}
    gradients = {
        name: np.zeros(np.shape(leaf.data)) if by_tensor.get(leaf) is None else np.asarray(by_tensor[leaf])
        for name, leaf in leaves.items()
        if leaf is not None
    }
    return Answer(tuple(values), gradients)


def _printed(text: str, suffix: str) -> Answer:
    """Of a program without a graph: what it prints, made visible by a last line that has one."""
    try:
        found = run(parse(f"{text}{suffix}visible = 1.0\nvisible*visible"))
    except ProblemError as error:
        return Answer((), {}, error.problems[0].message)
    return Answer((found.printed[0],), {})


def theirs(call: Call, library: str, owner: str) -> Answer:
    """What the real library gives."""
    text = expression(call, owner)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return _ORACLES[library](text, call)
    except Exception as error:  # noqa: BLE001 (whatever a library raises is its refusal)
        return Answer((), {}, f"{type(error).__name__}: {error}")


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool) or value is None else np.asarray(value, dtype=float)


def _torch(text: str, call: Call) -> Answer:
    torch = importlib.import_module("torch")
    usual = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        return _of_torch(torch, text, call)
    finally:
        torch.set_default_dtype(usual)


def _of_torch(torch: Any, text: str, call: Call) -> Answer:
    leaves = {name: torch.tensor(np.asarray(data), requires_grad=True) for name, data in call.arrays.items()}
    arguments = dict(leaves)
    if call.dotted.endswith(".cross_entropy") and not np.any(np.mod(call.arrays["target"], 1)):
        arguments["target"] = torch.tensor(np.asarray(call.arrays["target"]).astype(int))
    found = eval(text, {"torch": torch, "F": torch.nn.functional, **arguments})
    values = list(found) if isinstance(found, tuple) else [found]
    if not isinstance(values[0], torch.Tensor):
        return Answer((_plain(found) if not isinstance(found, tuple | list) else np.asarray(found, dtype=float),), {})
    gradients: dict[str, Any] = {}
    if values[0].requires_grad:
        upstream = torch.tensor(weights(tuple(values[0].shape)))
        made = torch.autograd.grad(values[0], list(leaves.values()), upstream, allow_unused=True)
        gradients = {
            name: np.zeros(tuple(leaf.shape)) if each is None else each.detach().numpy()
            for (name, leaf), each in zip(leaves.items(), made, strict=True)
        }
    return Answer(tuple(each.detach().numpy().astype(float) for each in values), gradients)


def _numpy(text: str, call: Call) -> Answer:
    found = eval(text, {"np": np, "numpy": np, **{name: np.asarray(data) for name, data in call.arrays.items()}})
    return Answer((_plain(found),), {})


def _python(text: str, call: Call) -> Answer:
    found = eval(text, {"math": math, **{name: np.asarray(data).tolist() for name, data in call.arrays.items()}})
    return Answer((_plain(found),), {})


def _autograd(text: str, call: Call) -> Answer:
    anp, autograd = importlib.import_module("autograd.numpy"), importlib.import_module("autograd")
    importlib.import_module("autograd.scipy.special")
    names = [name for name in call.arrays if name in call.differentiated]
    fixed = {name: np.asarray(data) for name, data in call.arrays.items()}

    def function(*inputs: Any) -> Any:
        return eval(text, {"np": anp, "autograd": autograd, **fixed, **dict(zip(names, inputs, strict=True))})

    given = [np.asarray(call.arrays[name]) for name in names]
    found = function(*given)
    gradients = {}
    for place, name in enumerate(names):
        try:
            product, value = autograd.make_vjp(function, place)(*given)
            gradients[name] = np.asarray(product(weights(np.shape(value))))
        except Exception:  # noqa: BLE001 (it has no rule for many)
            continue
    return Answer((_plain(found),), gradients)


def _jax(text: str, call: Call) -> Answer:
    jax = _jax_in_doubles()
    jnp = importlib.import_module("jax.numpy")
    names = [name for name in call.arrays if name in call.differentiated]
    fixed = {name: jnp.asarray(data) for name, data in call.arrays.items()}

    def function(*inputs: Any) -> Any:
        return eval(text, {"jnp": jnp, "jax": jax, **fixed, **dict(zip(names, inputs, strict=True))})

    if not names:
        return Answer((_plain(function()),), {})
    given = [fixed[name] for name in names]
    found = function(*given)
    if not hasattr(found, "dtype"):
        return Answer((_plain(found) if not isinstance(found, tuple | list) else np.asarray(found, dtype=float),), {})
    if not jnp.issubdtype(found.dtype, jnp.floating):
        return Answer((np.asarray(found, dtype=float),), {})
    value, pull = jax.vjp(function, *given)
    made = pull(jnp.asarray(weights(np.shape(value))))
    return Answer((np.asarray(value),), {name: np.asarray(each) for name, each in zip(names, made, strict=True)})


@functools.cache
def _jax_in_doubles() -> Any:
    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    for name in ("jax.scipy.special", "jax.nn", "jax.lax"):
        importlib.import_module(name)
    return jax


_ORACLES: Mapping[str, Callable[[str, Call], Answer]] = {
    "torch": _torch,
    "numpy": _numpy,
    "math": _python,
    "autograd": _autograd,
    "jax": _jax,
}


def disagreement(mine: Answer, real: Answer) -> str | None:
    """What differs between two answers, if something does."""
    for place, (one, other) in enumerate(zip(mine.values, real.values, strict=False)):
        if found := _differs(one, other):
            return f"value {place}: {found}"
    for name, gradient in mine.gradients.items():
        if name in real.gradients and (found := _differs(gradient, real.gradients[name])):
            return f"gradient of {name}: {found}"
    return None


def _differs(mine: Any, real: Any) -> str | None:
    if isinstance(mine, str):
        return None if _same_text(mine, real) else f"printed {mine}, not {real}"
    one, other = np.asarray(mine, dtype=float), np.asarray(real, dtype=float)
    if one.shape != other.shape:
        return f"shape {one.shape}, not {other.shape}"
    if not np.allclose(one, other, rtol=1e-8, atol=1e-10, equal_nan=True):
        return f"{one.tolist()}, not {other.tolist()}"
    return None


def _same_text(mine: str, real: Any) -> bool:
    """Whether a printed text says the same numbers."""
    try:
        written = np.asarray(eval(mine, {"nan": math.nan, "inf": math.inf}), dtype=float)
    except (SyntaxError, NameError, ValueError, TypeError):
        return mine == str(real)
    return written.shape == np.shape(real) and np.allclose(written, np.asarray(real, dtype=float), rtol=1e-8, equal_nan=True)
