"""Stand-ins: what a function is differentiated by, distinguished from everything else that is made of the same tensor.

`grad(lambda t: t * x)(x)` is x, not 2x: the derivative by the argument alone. Were the argument the tensor x itself, whatever
else leads to x would be counted as well, which is called perturbation confusion (Siskind and Pearlmutter, Confusion of Tagged
Perturbations in Forward Automatic Differentiation, 2005). So the function gets a copy, whose gradient is taken; afterwards the
tensor takes the copy's place, so that no graph shows it.
"""

from collections.abc import Sequence

from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.graph.trace import ancestors


def stand_in(tensor: Tensor) -> Tensor:
    """A copy to be differentiated by, through which gradients flow on to the tensor."""
    made = FUNCTIONS["multiply"](tensor, 1.0)
    made.span = tensor.span
    return made


def rejoined(results: Sequence[Tensor], leaves: Sequence[Tensor]) -> list[Tensor]:
    """The results, with the tensors themselves in all places of those leaves that are stand-ins."""
    originals: dict[Tensor, Tensor] = {}
    for leaf in leaves:  # a stand-in of a stand-in comes after it
        if leaf.first is not None:
            originals[leaf] = originals.get(leaf.first, leaf.first)

    def original(tensor: Tensor) -> Tensor:
        return originals.get(tensor, tensor)

    for user in {each for result in results for each in ancestors(result)}:
        if user in originals or originals.keys().isdisjoint(user.inputs):
            continue
        assert user.first is not None
        user.first = original(user.first)
        user.second = None if user.second is None else original(user.second)
        user.other_inputs = tuple(map(original, user.other_inputs))
    return [original(each) for each in results]
