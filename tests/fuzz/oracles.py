"""Gradients by other means: central differences of the whole program, run again with other inputs, and PyTorch itself.

Either may have nothing to say: where a program has no derivative at a point, or is none of PyTorch's.
"""

import math
import random
import re
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from backpass.engine import ProblemError
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import Program, parse
from tests.fuzz.mutation import words
from tests.fuzz.requests import Call, Violation, limits

_CUT = re.compile(
    r"detach|no_grad|\.data|\.grad|item|tolist|numpy|int\(|float\(|bool|round|floor|ceil|rint|sign|grad|random|rand|seed|Tape|"
    r"stop_gradient|//|%|while|if |argm|==|!=|heaviside|trunc|enable|backward|requires_grad|tensor\(|constant|\.label|Variable|"
    r"len|print|format|f'"
)
"""What cuts a value off the graph, or makes steps: there differences and derivatives differ rightly."""
_STEPS = (1e-4, 1e-5)
_TOLERANCE = 1e-3
_LARGEST = 1e7


def differences_disagree(call: Call, document: Mapping[str, Any]) -> str | None:
    """What of a gradient's answer differs from central differences; None where nothing does, or they cannot tell."""
    text = call.body["program"]
    gradients = {name: value for name, value in document["gradients"].items() if isinstance(value, float) and abs(value) < 1e6}
    if _CUT.search(text) or not gradients or document["problems"]:
        return None
    program = parse(text)
    made = run(program)
    if any(np.any(np.abs(each.data) > _LARGEST) for each in ancestors(made.output)):
        return None  # what is added to a large number is lost in rounding, which differences see and derivatives do not
    at = {name: made.inputs[name].item() for name in gradients}
    for name, found in gradients.items():
        if not 1e-3 < abs(at[name]) < 1e3:
            continue
        estimates = [_central(program, name, at[name], step * max(1.0, abs(at[name]))) for step in _STEPS]
        if None in estimates:
            continue
        coarse, fine = estimates
        assert coarse is not None
        assert fine is not None
        scale = max(1.0, abs(fine), abs(found))
        if abs(coarse - fine) < 1e-5 * scale and abs(fine - found) > _TOLERANCE * scale:
            return f"d/d{name} is {found}, and by differences {fine}"
    return None


def _central(program: Program, name: str, at: float, step: float) -> float | None:
    try:
        above, here, below = (
            float(np.sum(run(program, {name: at + move}, limits=limits()).output.data)) for move in (step, 0.0, -step)
        )
    except ProblemError:
        return None
    slope = (above - below) / (2 * step)
    if abs((above - here) - (here - below)) > 0.1 * abs(slope) * step:
        return None  # it bends: at a kink both sides have slopes of their own
    # Rounding of the values, seen through a division by the step.
    lost = 1e-15 * max(abs(above), abs(below)) / step
    return slope if math.isfinite(slope) and lost < 1e-6 * max(1.0, abs(slope)) else None


_UNARY = words("sin cos tanh exp sigmoid relu square abs atan erf expm1 log1p sqrt log sinh sum mean prod neg")
_ALONG = ("softmax(dim=0)", "cumsum(dim=0)", "logsumexp(dim=0)")
_REDUCED = ("sum", "mean", "norm", "prod", "amax", "var")


def torch_program(generator: random.Random) -> str:
    """A program whose text is valid here and in PyTorch, and means the same in both."""
    length = generator.choice((0, 2, 3))
    names = []
    lines = ["import torch"]
    for name in generator.sample(("a", "b", "c"), generator.randint(1, 3)):
        numbers = [f"{generator.uniform(-2, 2):.3f}" for _ in range(max(1, length))]
        lines.append(f"{name} = torch.tensor({numbers[0] if not length else '[' + ', '.join(numbers) + ']'}, requires_grad=True)")
        names.append(name)
    for index in range(generator.randint(1, 6)):
        one, other = generator.choice(names), generator.choice(names)
        along = length > 0 and generator.random() < 0.15
        call = f"{one}.{generator.choice(_ALONG)}" if along else f"torch.{generator.choice(_UNARY)}({one})"
        text = generator.choice(
            [call] * 3
            + [f"{one} {generator.choice('+-*')} {other}", f"{one} / ({other}**2 + 1)", f"torch.maximum({one}, {other})"]
            + [f"{one}**{generator.choice((2, 3))}", f"torch.where({one} > {other}, {one}, {other}*2)", f"-{one} + 1.5"]
        )
        if generator.random() < 0.2:
            lines += [
                f"t{index} = {one}",
                f"for i in range({generator.randint(0, 3)}):",
                f"    t{index} = t{index} * 0.5 + {text}",
            ]
        else:
            lines.append(f"t{index} = {text}")
        names.append(f"t{index}")
    lines.append(f"loss = torch.{generator.choice(_REDUCED)}({names[-1]} * {generator.choice(names)})")
    return "\n".join([*lines, "loss.backward()"])


def torch_disagrees(text: str, document: Mapping[str, Any]) -> str | None:
    """What of a gradient's answer differs from what PyTorch computes with the same text, in double precision."""
    import torch

    torch.set_default_dtype(torch.float64)
    scope: dict[str, Any] = {}
    try:
        with warnings.catch_warnings(action="ignore"):
            exec(text, scope)
    except (RuntimeError, TypeError, IndexError, ValueError, AttributeError):
        return None
    value = scope["loss"].detach().numpy()
    if not np.isfinite(value):
        return None  # how NaN goes back is a convention of each library
    pairs = [("value", document["value"], value)]
    pairs += [
        (f"d/d{name}", value, scope[name].grad.numpy())
        for name, value in document["gradients"].items()
        if name in scope and scope[name].grad is not None and value is not None
    ]
    for what, found, expected in pairs:
        ours = np.array(found, dtype=float)
        if ours.shape != expected.shape:
            return f"{what} has the shape {ours.shape}, in PyTorch {expected.shape}"
        with np.errstate(all="ignore"):
            near = np.abs(ours - expected) <= 1e-9 * np.maximum(1.0, np.abs(expected))
        if not np.all(near | (ours == expected) | ~np.isfinite(expected)):
            return f"{what} is {ours}, in PyTorch {expected}"
    return None


def violated(kind: str, detail: str | None, call: Call) -> None:
    """Raises Violation where there is a detail."""
    if detail is not None:
        raise Violation(kind, detail, call)
