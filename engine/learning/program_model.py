"""A program as a model: some of its inputs are the features of an example, all others are parameters that learn.

Where the program works on each example separately, element by element, a whole batch is computed at once; where it mixes the
elements of its tensors, or decides by values, it takes one example at a time. Knows nothing of losses or optimisers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from backpass.engine.compile.backends.numpy_tensors import retrace
from backpass.engine.graph.tensor import Tensor, lift
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import Program
from backpass.engine.learning.nn import Module
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Data


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
        own = next((each for each in used if each.operation is not None and each.operation.own), None)
        if own is not None:
            raise ProblemError(_own_rule(own))
        self.nodes = len(used)
        """Of the graph for one example."""
        self.shape = made.output.shape
        """Of what it makes of one example."""
        # Only what stands under a plain name can be given a number from outside: not a second `x#2`, not `model.w[0]`. Where
        # nothing is decided by numbers, the graph is the same whatever they are, and the leaf is replaced in it.
        self._learning = {
            name: Tensor(leaf.raw, label=name)
            for name, leaf in made.inputs.items()
            if name not in self.features and leaf in used and (_is_plain(name) or not made.is_data_dependent)
        }
        if not self._learning:
            raise ProblemError(
                Problem(
                    Code.INVALID_INPUT,
                    say("nothing-learns", features=", ".join(features)),
                    say("nothing-learns.hint"),
                )
            )
        elementwise = all(tensor.operation is None or tensor.operation.elementwise for tensor in used)
        single = all(not tensor.shape for tensor in used)
        self.one_by_one = made.is_data_dependent or not (elementwise and single)

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
                    say("program-features", count=len(self.features), count2=len(columns)),
                    say("program-features.hint", features=", ".join(self.features)),
                )
            )
        wanted = dict(zip(self.features, map(lift, columns), strict=True)) | self._learning
        given: dict[str, Data] = {name: tensor.raw for name, tensor in wanted.items() if _is_plain(name)}
        made = run(self.program, given, self.output, self._limits)
        return retrace(made.output, {leaf: wanted[name] for name, leaf in made.inputs.items() if name in wanted})


def _is_plain(name: str) -> bool:
    return not set(name) & set("#.[(")


def _own_rule(tensor: Tensor) -> Problem:
    assert tensor.operation is not None
    return Problem(
        Code.UNSUPPORTED,
        say("rule-in-training", name=tensor.operation.name),
        say("rule-in-training.hint"),
        tensor.span,
    )
