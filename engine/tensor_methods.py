"""What a tensor can do with the whole graph behind it: its backward pass, forgetting gradients, its picture in a notebook.

Backward passes and pictures are made of tensors, so `engine.tensor` may not know them: the class is given them, once, by
`engine` itself.
"""

from typing import Any

from engine.backward import backward
from engine.tensor import Tensor
from engine.trace import ancestors


def _backward(self: Tensor, upstream: Any = 1.0) -> None:
    """Adds d self / d tensor, times `upstream`, to `.grad` of every tensor that needs one.

    `upstream` is a number (for every element alike) or has the shape of this tensor. Raises ProblemError (shape-mismatch).
    """
    backward(self, upstream).accumulate()


def _zero_grad(self: Tensor) -> None:
    """Forgets the gradients of this tensor and of everything it was made from."""
    for tensor in ancestors(self):
        tensor.accumulated = None


def _picture(self: Tensor) -> str:
    """What a notebook shows: the graph that leads to this tensor."""
    from engine.export.svg import draw  # when it is first asked for: who computes only need not wait for what draws

    return draw(self)


def give_methods() -> None:
    """Gives the class of tensors the methods above."""
    for name, method in {"backward": _backward, "zero_grad": _zero_grad, "_repr_svg_": _picture}.items():
        method.__name__ = name
        method.__qualname__ = f"Tensor.{name}"
        setattr(Tensor, name, method)
