"""What every format starts from: a finished computation, its gradients, and a name for every node.

Knows tensors and gradients; of formats it knows only that some want names of their own making.
"""

import keyword
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from backpass.engine.autodiff.reverse_numeric import Contribution, Gradients, backward
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.run import Run
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.serialization.graph_json import named
from backpass.engine.serialization.summed_output import is_summed


@dataclass(frozen=True)
class Computation:
    """The nodes that lead to an output, with their gradients. A node's id is its position, as everywhere."""

    run: Run
    gradients: Gradients
    upstream: Any
    wrt: Sequence[str] | None
    wanted: tuple[Tensor, ...]
    """The nodes whose gradients are asked for, in the order in which they were."""
    summed: bool = False
    """Whether the gradients are those of the sum of the output's elements, since no upstream gradient was given."""

    @classmethod
    def of(cls, run: Run, wrt: Sequence[str] | None = None, upstream: Any = 1.0) -> "Computation":
        """Raises ProblemError (unknown-input, invalid-input, shape-mismatch). What does not feed the output is left out."""
        seed = run.seed(upstream)
        gradients = backward(run.output, seed)
        reached = set(gradients.tensors)
        asked = run.inputs.values() if wrt is None else [named(run, name) for name in wrt]
        return cls(
            run, gradients, seed, wrt, tuple(dict.fromkeys(each for each in asked if each in reached)), is_summed(run, upstream)
        )

    @property
    def tensors(self) -> Sequence[Tensor]:
        return self.gradients.tensors

    @property
    def output(self) -> Tensor:
        return self.run.output

    @cached_property
    def ids(self) -> dict[Tensor, int]:
        return {tensor: position for position, tensor in enumerate(self.tensors)}

    @cached_property
    def users(self) -> dict[Tensor, list[Tensor]]:
        """Per node, the nodes that use it; one that uses it twice stands there twice."""
        users: dict[Tensor, list[Tensor]] = {tensor: [] for tensor in self.tensors}
        for tensor in self.tensors:
            for source in tensor.inputs:
                users[source].append(tensor)
        return users

    @cached_property
    def leaves(self) -> list[Tensor]:
        """The leaves for which a gradient is computed."""
        return [tensor for tensor in self.tensors if tensor.operation is None and tensor.requires_grad]

    @cached_property
    def contributions(self) -> list[Contribution]:
        """In the order in which they arrive."""
        return list(self.gradients.contributions())

    @cached_property
    def names(self) -> list[str]:
        """The name of each node, as a person gave it; where nobody did, v1, v2 …, and c1, c2 … for constants. Two may
        be alike.
        """
        given = {tensor.label for tensor in self.tensors}
        counts = {"v": 0, "c": 0}
        names = []
        for tensor in self.tensors:
            name = tensor.label
            letter = "v" if tensor.operation else "c"
            while not name or (name in given and not tensor.label):
                counts[letter] += 1
                name = f"{letter}{counts[letter]}"
            names.append(name)
        return names


def identifiers(names: Sequence[str], taken: Collection[str]) -> list[str]:
    """Per name a Python identifier as near to it as can be: valid, unique, none of `taken`, no keyword."""
    used = set(taken)
    # Where each has got to, so that of ten thousand nodes called y none is counted from the start again.
    counts: dict[str, int] = {}
    result = []
    for name in names:
        plain = identifier(name)
        unique, count = plain, counts.get(plain, 1)
        while unique in used:
            count += 1
            unique = f"{plain}_{count}"
        counts[plain] = count
        used.add(unique)
        result.append(unique)
    return result


def identifier(name: str) -> str:
    """`x₁` is `x1`, `x#2` is `x_2`, `lambda` is `lambda_`."""
    # Python itself reads identifiers in this normal form, so two names that it would take for one become one here as well.
    normal = unicodedata.normalize("NFKC", name)
    plain = "".join(character if f"_{character}".isidentifier() else "_" for character in normal).rstrip("_") or "v"
    if not plain.isidentifier():
        plain = f"v{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def not_exportable(format_name: str, why: str, hint: str, tensor: Tensor | None = None, node: int | None = None) -> ProblemError:
    """The refusal of a format that cannot hold what the program computes."""
    span = None if tensor is None else tensor.span
    return ProblemError(
        Problem(Code.NOT_EXPORTABLE, say("format-cannot-hold", format_name=format_name, why=why), hint, span, node)
    )


def check_scalars(computation: Computation, format_name: str, instead: str) -> None:
    """Raises ProblemError (not-exportable) where a node is not a single number."""
    for node, tensor in enumerate(computation.tensors):
        if not isinstance(tensor.raw, float):
            why = say("format-tensor", names=computation.names[node], shape=tensor.shape)
            raise not_exportable(format_name, why, say("format-tensor.hint", instead=instead), tensor, node)
