"""The set-up that a data set brings with it: one that learns it. tests/bench/setups.py makes the figures of docs/studio.md."""

from typing import Any

from backpass.engine.learning.datasets import Dataset

_HIDDEN = (8, 8)
_HIDDEN_OF = {"spiral": (16, 16), "sine": (16, 16)}
"""Data sets that ask for more neurons than others."""
_RATE = 0.03
_LOSSES = {"numbers": "mean_squared_error", "two": "binary_cross_entropy_with_logits", "several": "cross_entropy"}


def kind_of(classes: int | None) -> str:
    """Whether numbers are to be found, or one of two classes, or one of several."""
    return "numbers" if classes is None else "two" if classes == 2 else "several"


def setup_for(kind: str, outputs: int, name: str | None = None) -> dict[str, Any]:
    """A request without its data: a network for targets of that kind (`kind_of`), for a named data set or the user's own."""
    hidden = _HIDDEN_OF.get(name or "", _HIDDEN)
    return {
        "standardize": True,
        "model": {"kind": "mlp", "layers": [*hidden, outputs], "activation": "tanh", "last": "linear", "seed": 0},
        "loss": _LOSSES[kind],
        "optimizer": {"name": "adam", "learning_rate": _RATE},
        "endless": True,
    }


def setup_of(name: str, data: Dataset) -> dict[str, Any]:
    """The set-up of one of the data sets."""
    kind = kind_of(data.classes)
    outputs = data.classes if kind == "several" and data.classes else 1
    return setup_for(kind, outputs, name)


def own_setups() -> dict[str, Any]:
    """The set-ups for the user's own data, by the kind of their targets; of several classes the last layer is for three."""
    return {kind: setup_for(kind, 3 if kind == "several" else 1) for kind in _LOSSES}
