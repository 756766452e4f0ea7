"""What all programs written for a library share: names for the nodes, literals in place of constants, the lines of
the forward pass.

Knows a target by its table of facts alone.
"""

import builtins
import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from backpass.engine.autodiff.diagnose import finite
from backpass.engine.export.formula import Source, literal
from backpass.engine.export.own_rules import Layout, OwnRules, recorded
from backpass.engine.export.target_libraries import Lacking, TargetLibrary, function_name
from backpass.engine.export.transforms import transform_source
from backpass.engine.graph.tensor import Tensor
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS, Data
from backpass.engine.problems import ProblemError
from backpass.engine.serialization.computation import Computation, check_scalars, identifiers, not_exportable
from backpass.engine.serialization.summed_output import summed_note

_RESERVED = {*dir(builtins), *OPERATIONS, *map(function_name, OPERATIONS.values())}
"""Names that a program may need for themselves."""


OTHER_FORMATS = say("export-as-code", instead=say("numpy-pytorch-jax"))


class CodeWriter:
    """Writes one computation for one target. Raises ProblemError (not-exportable) where the target cannot hold it.

    `layout` is how the target defines an operation of the program's own.
    """

    def __init__(self, computation: Computation, target: TargetLibrary, layout: Layout, reserved: Iterable[str] = ()) -> None:
        self.computation = computation
        self.target = target
        self.lacking = Lacking(target)
        self._check()
        taken = _RESERVED.union(target.imports, reserved)
        self.reserved = taken
        self.names = identifiers(computation.names, taken)
        self.by_tensor = dict(zip(computation.tensors, self.names, strict=True))
        self.taken = taken.union(self.names)
        self.own_rules = self._own_rules(layout)

    def _own_rules(self, layout: Layout) -> OwnRules:
        return OwnRules(self.target, layout, self.value_of, self.lacking, self.reserved, set(self.taken))

    def value_of(self, data: Data) -> str:
        """A number or array as a value of the library."""
        return f"{self.target.constructor}({numbers(data)})" if self.target.constructor else numbers(data)

    def _check(self) -> None:
        if self.target.scalars:
            check_scalars(self.computation, self.target.name, say("numpy-pytorch-jax"))
            self._check_finite()

    def _check_finite(self) -> None:
        """Python's own functions raise where IEEE arithmetic answers NaN or infinity, so such a program would not run."""
        computation = self.computation
        for values in ([tensor.raw for tensor in computation.tensors], computation.gradients.values):
            for node, value in enumerate(values):
                if value is not None and not finite(value):
                    name = computation.names[node]
                    why = say("export-not-finite", name=name)
                    hint = say("export-not-finite.hint")
                    raise not_exportable(self.target.name, why, hint, computation.tensors[node], node)

    @cached_property
    def inlined(self) -> set[Tensor]:
        """The constants that stand as literals where they are used: those without a name, beside a value that is none."""
        return {
            tensor
            for tensor, users in self.computation.users.items()
            if tensor.operation is None
            and not tensor.requires_grad
            and not tensor.label
            and isinstance(tensor.raw, float)
            and users
            and all(self._takes_a_literal(user) for user in users)
        }

    def _takes_a_literal(self, user: Tensor) -> bool:
        assert user.operation is not None
        return user.requires_grad and (self.target.takes_numbers or user.operation.notation.infix is not None)

    def source(self, tensor: Tensor) -> Source:
        """How a node is referred to."""
        if tensor in self.inlined:
            assert isinstance(tensor.raw, float)
            return literal(tensor.raw)
        return Source(self.by_tensor[tensor])

    def formula(self, tensor: Tensor) -> str:
        """How a node is made from its inputs."""
        assert tensor.operation is not None
        arguments = [self.source(source) for source in tensor.inputs]
        if tensor.operation.own:
            return self.applied(self.own_rule(tensor), [argument.text for argument in arguments])
        if tensor.operation.elementwise or tensor.operation.notation.infix:
            return self.lacking.call(tensor.operation, arguments).text
        made = transform_source(self.target, tensor, [argument.text for argument in arguments])
        if made is None:
            raise self.lacks(tensor)
        return made

    def own_rule(self, tensor: Tensor) -> str:
        """The name of what is defined for a node of the program's own. Raises ProblemError where nothing can be."""
        if recorded(tensor) is None:
            raise self.lacks(tensor)
        return self.own_rules.name(tensor, self.target.name, self.computation.ids[tensor])

    def applied(self, name: str, arguments: list[str]) -> str:
        """The call of what is defined under this name."""
        return f"{name}({', '.join(arguments)})"

    def lacks(self, tensor: Tensor) -> ProblemError:
        """The refusal of an operation on whole arrays."""
        assert tensor.operation is not None
        why = say("export-no-code", as_a_whole=tensor.operation.as_a_whole)
        hint = say("export-no-code.hint") if tensor.operation.own else OTHER_FORMATS
        return not_exportable(self.target.name, why, hint, tensor, self.computation.ids[tensor])

    def slope(self, user: Tensor, slot: int) -> Source:
        """The user's derivative in a slot, from the record's rule."""
        record = user.operation
        assert record is not None
        names: Mapping[str, Source] = dict(zip(record.parameters, map(self.source, user.inputs), strict=True))
        return self.lacking.formula(record.rules[slot].text, {**names, "out": self.source(user)})

    def program(self, title: str, lines: Iterable[str], definitions: Iterable[str] = ()) -> str:
        """The whole text: what it is, the imports it needs, the functions that the library lacks, and the lines."""
        defined = [*self.lacking.values(), *definitions, *self.own_rules.definitions.values()]
        body = "\n".join(lines)
        text = "".join(f"\n\n{definition}\n" for definition in defined) + ("\n\n" if defined else "\n") + body
        imports = [line for name, line in self.target.imports.items() if re.search(rf"(?<![\w.]){name}\b", text)]
        notes = _summed(self.computation) if self.computation.summed else []
        return "\n".join([f"# {title}", *notes, *imports, f"{text}\n"])

    def printed(self, tensor: Tensor, expression: str, what: str = "") -> str:
        """A line that prints a number under the name that a person gave the node."""
        name = self.computation.names[self.computation.ids[tensor]]
        return f"print({f'{what}{name} ='!r}, {expression})"


def numbers(data: Data) -> str:
    """A number or nested list as Python source."""
    return literal(data).text if isinstance(data, float) else repr(data.tolist())


SUMMED = "# The output has several elements: the gradients are those of their sum."


def _summed(computation: Computation) -> list[str]:
    """Comments on an output of several elements: what the gradients are of, and by which names each element can be asked for."""
    offered = [choice for note in summed_note(computation.run) for choice in note.choices]
    listed = ", ".join([*offered[:_LARGEST_LISTING], "…"] if len(offered) > _LARGEST_LISTING else offered)
    return [SUMMED, f"# For those of one element, ask for it as the output: {listed}"] if offered else [SUMMED]


_LARGEST_LISTING = 8
"""Elements that a comment names."""

GRADIENT = "gradient of "
"""What stands before a name where its gradient is printed."""
