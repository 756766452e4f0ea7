"""A program as a model: some of its inputs are the features of an example, all others are parameters that learn.

Where the program works on each example by itself, element by element, a whole batch is computed at once; where it mixes the
elements of its tensors, or decides by values, it takes one example at a time. Knows nothing of losses or optimisers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.language import Program
from engine.limits import Limits
from engine.nn import Module
from engine.problems import Code, Problem, ProblemError
from engine.running.interpreter import run
from engine.shapes import Data
from engine.tensor import Tensor, lift
from engine.tensor_replay import regrown
from engine.trace import ancestors


class ProgramModel(Module):
    """The program's output as a function of `features`, the names that stand for the columns of a table of examples.

    `start` gives parameters other numbers than the program has for them; `limits` bound what one run of it may cost. Raises
    ProblemError where the program does not run, for a feature it does not use (unknown-input), and where nothing is left to
    learn (invalid-input).
    """

    def __init__(
        self,
        program: Program,
        features: Sequence[str],
        start: Mapping[str, Any] | None = None,
        output: str | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.program = program
        self._limits = limits
        self.features = tuple(features)
        self.output = output
        made = run(program, dict.fromkeys(features, 1.0) | dict(start or {}), output, limits)
        used = set(ancestors(made.output))
        self.nodes = len(used)
        """Of the graph for one example."""
        self.shape = made.output.shape
        """Of what it makes of one example."""
        # Only what stands under a plain name can be given a number from outside: not a second `x#2`, not `model.w[0]`. Where
        # nothing is decided by numbers, the graph is the same whatever they are, and the leaf is replaced in it.
        self._learning = {
            name: Tensor(leaf.data, label=name)
            for name, leaf in made.inputs.items()
            if name not in self.features and leaf in used and (_is_plain(name) or not made.decided)
        }
        if not self._learning:
            raise ProblemError(
                Problem(
                    Code.INVALID_INPUT,
                    f"Every input of the program is a feature ({', '.join(features)}), so there is nothing that could learn.",
                    "Use a name that is no feature for each number that is to be learnt, as in `w*x + b`.",
                )
            )
        elementwise = all(tensor.operation is None or tensor.operation.elementwise for tensor in used)
        single = all(not tensor.shape for tensor in used)
        self.one_by_one = made.decided or not (elementwise and single)

    def named_parameters(self) -> Iterator[tuple[str, Tensor]]:
        """The inputs that are no features, under their own names."""
        return iter(self._learning.items())

    def __call__(self, x: Any) -> Tensor:
        """The output for one example, a list with a number for each feature; or for a batch, shape (examples, features)."""
        columns = list(x) if self.one_by_one else [lift(x)[:, place] for place in range(lift(x).shape[-1])]
        if len(columns) != len(self.features):
            raise ProblemError(
                Problem(
                    Code.SHAPE_MISMATCH,
                    f"The program has {len(self.features)} features, but the examples have {len(columns)} numbers each.",
                    f"Name as many features as a row has numbers; now there are {', '.join(self.features)}.",
                )
            )
        wanted = dict(zip(self.features, map(lift, columns), strict=True)) | self._learning
        given: dict[str, Data] = {name: tensor.data for name, tensor in wanted.items() if _is_plain(name)}
        made = run(self.program, given, self.output, self._limits)
        return regrown(made.output, {leaf: wanted[name] for name, leaf in made.inputs.items() if name in wanted})


def _is_plain(name: str) -> bool:
    return not set(name) & set("#.[(")
