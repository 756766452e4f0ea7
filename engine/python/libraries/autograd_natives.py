"""What files of autograd's prelude take from `backpass.engine.python.libraries.autograd_natives`; its arrays are NumPy's."""

from typing import Any

from backpass.engine.handles.arrays import Array
from backpass.engine.python.libraries.array_natives import PLAIN, VALUES
from backpass.engine.python.libraries.natives import Table
from backpass.engine.python.libraries.own_rules import OwnRules

__all__ = ["autograd_natives_of"]


class AutogradNatives(OwnRules):
    """The functions of one run."""

    needs_scalar = False

    def number_of(self, array: Array, kind: Any = None) -> Any:
        """See `ArrayNatives.number_of`. What is differentiated has no number in autograd, which is left to others."""
        if self.is_differentiating and array.node.requires_grad:
            self.libraries.beyond("the number of what is differentiated")
        return super().number_of(array, kind)

    def refuse(self, name: str) -> Any:
        """See `ArrayNatives.refuse`."""
        return self.libraries.machine.modules.refuse("python-module-lacks", module="autograd", name=name)


def autograd_natives_of(libraries: Any) -> dict[str, Any]:
    """The functions and values by their names."""
    return Table(AutogradNatives(libraries), PLAIN, VALUES, ("ArrayBase", libraries.array_base))
