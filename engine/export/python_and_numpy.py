"""Programs with the backward pass written out: plain Python on floats, and NumPy on arrays.

One line per contribution, in the order in which they arrive, each with the rule that it follows.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from backpass.engine.autodiff.create_graph import TensorAlgebra, gradients_as_tensors
from backpass.engine.autodiff.reverse_numeric import Contribution
from backpass.engine.export.code_writer import GRADIENT, CodeWriter, numbers
from backpass.engine.export.formula import Source, product
from backpass.engine.export.own_rules import recorded, two_functions
from backpass.engine.export.target_libraries import NUMPY, PYTHON, TargetLibrary
from backpass.engine.formulas.compiled import formulas
from backpass.engine.graph.custom_rules import OPTION, node
from backpass.engine.graph.tensor import Tensor, lift
from backpass.engine.graph.trace import ancestors, evaluation_order
from backpass.engine.language.printer import MARK
from backpass.engine.operations import Data, Transform
from backpass.engine.serialization.computation import Computation, identifiers
from backpass.engine.shapes import Shape, shape_of


def python(computation: Computation) -> str:
    """Scalars only. Raises ProblemError (not-exportable)."""
    return _ByHand(computation, PYTHON).written("plain Python")


def numpy(computation: Computation) -> str:
    """Raises ProblemError (not-exportable)."""
    if all(tensor.operation is None or tensor.operation.elementwise for tensor in computation.tensors):
        return _ByHand(computation, NUMPY).written("NumPy")
    return _ByOperations(computation).written()


class _Sent:
    """What the rule of one node of the program's own sends through a slot, as a node: of the upstream gradient and the inputs."""

    def __init__(self, user: Tensor, slot: int) -> None:
        self.user, self.slot = user, slot
        self.name = f"{user.operation}_backward"

    def forward(self, inputs: Sequence[Tensor]) -> tuple[Tensor, Callable[[Tensor], Sequence[Any]]]:
        raise NotImplementedError("it is written down and not computed again")

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        raise NotImplementedError("it is written down and not differentiated")


class _ByCalls(TensorAlgebra):
    """The backward pass with calls of the program's own rules, so that they are written down and not followed."""

    def adjoint(self, transform: Transform, user: Tensor, slot: int, cotangent: Tensor) -> Tensor:
        rule = recorded(user)
        if rule is None:
            return super().adjoint(transform, user, slot, cotangent)
        numbers = [each.raw for each in user.inputs]
        sent = transform.vjp(slot, cotangent.raw, numbers, user.raw, user.options)
        return lift(sent) if rule.gradients[slot] is None else node(_Sent(user, slot), [cotangent, *user.inputs], sent)


class _ByOperations(CodeWriter):
    """With operations on whole arrays: the backward pass as operations on arrays itself, one line each."""

    def __init__(self, computation: Computation) -> None:
        seed = computation.gradients.values[-1]
        self._found = gradients_as_tensors(computation.output, computation.wanted, 1.0 if seed is None else seed, kind=_ByCalls)
        for wanted, gradient in zip(computation.wanted, self._found, strict=True):
            gradient.label = gradient.label or f"grad_{computation.names[computation.ids[wanted]]}"
        known = dict(zip(computation.tensors, computation.gradients.values, strict=True))
        everything = sorted({each for made in self._found for each in ancestors(made)} | set(known), key=evaluation_order)
        self._forward = set(known)
        gradients = replace(computation.gradients, tensors=everything, values=[known.get(tensor) for tensor in everything])
        super().__init__(replace(computation, gradients=gradients), NUMPY, two_functions, ("put_back",))

    def written(self) -> str:
        computation = self.computation
        forward = [self._assigned(tensor) for tensor in computation.tensors if tensor in self._forward]
        backward = [self._assigned(tensor) for tensor in computation.tensors if tensor not in self._forward]
        output = self.by_tensor[computation.output]
        lines = ["# Forward pass: every value is kept, since the backward pass needs it.", *forward, ""]
        lines += ["# Backward pass: from the output back, one operation on whole arrays in each line.", *backward, ""]
        lines.append(self.printed(computation.output, f"np.asarray({output}).tolist()"))
        for wanted, gradient in zip(computation.wanted, self._found, strict=True):
            lines.append(self.printed(wanted, f"np.asarray({self.by_tensor[gradient]}).tolist()", GRADIENT))
        definitions = [_PUT_BACK] if any(" put_back(" in line for line in lines) else []
        title = f"{output} and its gradients in NumPy, with the backward pass written out."
        return self.program(title, lines, definitions)

    def _assigned(self, tensor: Tensor) -> str:
        made = self.formula(tensor) if tensor.operation else f"np.array({numbers(tensor.raw)})"
        return f"{self.by_tensor[tensor]} = {made}"

    def formula(self, tensor: Tensor) -> str:
        """How a node is made from its inputs; what goes back through a rule of the program's own is a call of that."""
        call = (tensor.options or {}).get(OPTION)
        if call is None or not isinstance(call.rule, _Sent):
            return super().formula(tensor)
        arguments = ", ".join(self.by_tensor[each] for each in tensor.inputs)
        return f"{self.own_rule(call.rule.user)}_backward({arguments})[{call.rule.slot}]"

    def source(self, tensor: Tensor) -> Source:
        """Every constant has a line of its own here, so that it is an array like all others."""
        return Source(self.by_tensor[tensor])


_PUT_BACK = '''def put_back(x, shape, key):
    """The numbers of x in their places, and 0 everywhere else."""
    made = np.zeros(shape)
    np.add.at(made, key, x)
    return made'''


class _ByHand(CodeWriter):
    def __init__(self, computation: Computation, target: TargetLibrary) -> None:
        super().__init__(computation, target, two_functions)
        gradients = identifiers([f"grad_{name}" for name in self.names], self.taken)
        self.gradients = dict(zip(computation.tensors, gradients, strict=True))

    def written(self, library: str) -> str:
        output = self.computation.output
        lines = ["# Forward pass: every value is kept, since the backward pass needs it."]
        lines += [self._assigned(tensor) for tensor in self.computation.tensors if tensor not in self.inlined]
        if output.requires_grad:
            lines += [
                "",
                "# Backward pass: from the output back, one line for each use of a value.",
                self._seed(),
                *self._backward(),
            ]
        lines += ["", self.printed(output, self._plain(self.by_tensor[output]))]
        lines += [self.printed(each, self._plain(self.gradients[each]), GRADIENT) for each in self.computation.wanted]
        return self.program(f"{self.names[-1]} and its gradients in {library}, with the backward pass written by hand.", lines)

    def _data(self, data: Data) -> str:
        return numbers(data) if self.target.scalars else f"np.array({numbers(data)})"

    def _plain(self, expression: str) -> str:
        """What is printed: a number or a list."""
        return expression if self.target.scalars else f"np.asarray({expression}).tolist()"

    def _assigned(self, tensor: Tensor) -> str:
        made = self.formula(tensor) if tensor.operation else self._data(tensor.raw)
        return f"{self.by_tensor[tensor]} = {made}"

    def _seed(self) -> str:
        output = self.computation.output
        seed = self.computation.gradients.values[-1]
        assert seed is not None
        return f"{self.gradients[output]} = {self._data(seed)}  # the gradient with which the backward pass starts"

    def _backward(self) -> list[str]:
        lines = []
        reached: set[Tensor] = set()
        for each in self.computation.contributions:
            gradient = self.gradients[each.input]
            sent = self._sent(each)
            if each.input not in reached:
                line = f"{gradient} = {sent}"
            elif self.target.scalars:
                line = f"{gradient} += {sent}"
            else:  # in place it would also change an array that shares its numbers
                line = f"{gradient} = {gradient} + {sent}"
            reached.add(each.input)
            lines.append(f"{line}  # {self._rule(each)}")
        return lines

    def _sent(self, each: Contribution) -> str:
        """Local derivative × upstream, in the shape of the input."""
        assert each.user.operation is not None
        if each.user.operation.own:
            arguments = [self.gradients[each.user], *(self.source(source).text for source in each.user.inputs)]
            return f"{self.own_rule(each.user)}_backward({', '.join(arguments)})[{each.slot}]"
        sent = product(self.slope(each.user, each.slot), Source(self.gradients[each.user])).text
        return _summed(sent, shape_of(each.scaled), shape_of(each.sent), each.axes) if each.axes else sent

    def _rule(self, each: Contribution) -> str:
        """The rule with the names of this program: `tanh: ∂o/∂n = 1 − o²`."""
        record = each.user.operation
        assert record is not None
        if record.own:
            return f"{record.name}: what its own rule sends to {self.by_tensor[each.input]}"
        letters = {name: _letters(self.source(source)) for name, source in zip(record.parameters, each.user.inputs, strict=True)}
        letters["out"] = self.by_tensor[each.user]
        plain = MARK.sub(lambda found: letters[found[1] or found[2]], formulas(record).rules[each.slot][1])
        twice = sum(source is each.input for source in each.user.inputs) > 1
        place = f", in place {each.slot + 1}" if twice else ""
        summed = ", summed over the axes along which it was repeated" if each.axes else ""
        return f"{record.name}: ∂{letters['out']}/∂{self.by_tensor[each.input]} = {plain}{place}{summed}"


def _letters(source: Source) -> str:
    """A name, or a number as it is written in a formula."""
    return source.text if source.number is None else f"{source.number:g}".replace("-", "−")


def _summed(sent: str, given: Shape, shape: Shape, axes: tuple[int, ...]) -> str:
    """The sum over the axes along which an input was repeated."""
    if shape == ():
        return f"np.sum({sent})"
    lead = len(given) - len(shape)
    if axes == tuple(range(lead)):
        return f"np.sum({sent}, axis={axes})"
    return f"np.sum({sent}, axis={axes}, keepdims=True).reshape({shape})"
