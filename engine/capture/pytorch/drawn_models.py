"""The output of a model that a program makes or defines and never gives data: on numbers that fit its first layers, as the
language has it (`interpreter.drawn_models`).
"""

import inspect
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import torch
from torch import nn

from backpass.engine.capture.as_it_is.stand_ins import StandIns
from backpass.engine.interpreter.drawn_models import MAX_TRIED, SIZES, StandIn, fitting, state, usual

_MAX_LAYERS = 4
_MAX_ARGUMENTS = 3
_MAIN = "__main__"


def drawn_model(variables: Mapping[str, Any], stand_ins: StandIns) -> Any:
    """The output of the first model that runs: of one that the program has made, the last first, else of a class that it defines.
    None where it has no model, or none runs.
    """
    calls = ((written, model, given) for written, model in _models(variables) for given in _arguments(model))
    for written, model, given in islice(calls, MAX_TRIED):
        output = _tried(model, [_tensor(each, name) for name, each in given])
        if output is not None:
            call = f"{written}({', '.join(each.written for _, each in given)})"
            stand_ins.note("model", name=type(model).__name__, call=call)
            return output
    return None


def _models(variables: Mapping[str, Any]) -> Iterator[tuple[str, nn.Module]]:
    made = [(name, value) for name, value in reversed([*variables.items()]) if isinstance(value, nn.Module)]
    yield from sorted(made, key=lambda each: type(each[1]).__module__ != _MAIN)
    for name, kind in reversed([*variables.items()]):
        if isinstance(kind, type) and issubclass(kind, nn.Module) and kind.__module__ == _MAIN:
            wanted = _wanted(kind.__init__, without=1)
            known = [variables[each] if isinstance(variables.get(each), int | float | str) else usual(each) for each in wanted]
            model = _made(kind, known)
            if model is not None:
                yield f"{name}({', '.join(map(repr, known))})", model


def _wanted(function: Any, without: int = 0) -> list[str]:
    """The parameters that have to be given."""
    parameters = list(inspect.signature(function).parameters.values())[without:]
    usual_kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return [each.name for each in parameters if each.default is inspect.Parameter.empty and each.kind is usual_kind]


def _made(kind: type[nn.Module], given: list[Any]) -> nn.Module | None:
    try:
        return kind(*given)
    except Exception:  # noqa: BLE001 - a person's class may raise anything, and the person did not make one
        return None


def _arguments(model: nn.Module) -> Iterator[list[tuple[str, StandIn]]]:
    """What the model may be given, the likeliest first: the same for each parameter, or a state for those behind the first."""
    wanted = _wanted(model.forward) if type(model).__module__ == _MAIN else ["input"]
    layers = [vars(each) for each in model.modules() if any(name in vars(each) for name in SIZES) and not list(each.children())]
    candidates = dict.fromkeys(each for sizes in layers[:_MAX_LAYERS] for each in fitting(sizes))
    recurrent = next((sizes for sizes in layers if "hidden_size" in sizes), None)
    if 0 < len(wanted) <= _MAX_ARGUMENTS:
        first, *others = wanted
        for each in candidates:
            yield [(name, each) for name in wanted]
            if others and recurrent is not None:
                yield [(first, each), *((name, state(recurrent, each.shape)) for name in others)]


def _tensor(given: StandIn, name: str) -> Any:
    return torch.tensor(given.drawn(name), dtype=torch.float32 if given.below is None else torch.int64)


def _tried(model: nn.Module, given: list[Any]) -> Any:
    try:
        output = model(*given)
    except Exception:  # noqa: BLE001 - as above
        return None
    parts = output if isinstance(output, tuple | list) else [output]
    return next((each for each in parts if isinstance(each, torch.Tensor) and each.grad_fn is not None), None)
