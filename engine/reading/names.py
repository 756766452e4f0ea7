"""What the names of a program stand for at the end of a run, and where they stand for it."""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.python.numbers import node_of


def names_of(names: dict[str, Any]) -> dict[str, Tensor]:
    """The node of each name that has one."""
    return {name: node for name, value in names.items() if (node := node_of(value)) is not None}
