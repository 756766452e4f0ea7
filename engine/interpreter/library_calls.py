"""Methods of arrays as the language has them, called from outside of a program: what a program can, `engine.library` can.

The call is read by the library's own signature, and what it computes is part of the graph of the tensors that it is given.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.run import machine_of
from backpass.engine.interpreter.signatures.binding import Reading, chosen, of_method
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.language import parse, parse_expression
from backpass.engine.language.syntax_tree import Call

LIBRARY = "torch"
"""Whose signatures are read."""

_PROGRAM = parse(f"import {LIBRARY}\n0.0")


@cache
def reading_of(name: str) -> Reading | None:
    """How the library reads the method; None where the language does not have it."""
    return of_method(LIBRARY, name)


@cache
def _part(name: str) -> Call:
    """A call of the method, for sentences about it."""
    part: Any = parse_expression(f"x.{name}()")[-1]
    assert isinstance(part, Call)
    return part


def call_method(name: str, tensor: Tensor, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Item:
    """What `tensor.name(…)` gives in a program. Raises ProblemError as it does there."""
    reading, part = reading_of(name), _part(name)
    assert reading is not None
    machine, items = machine_of(_PROGRAM), [tensor, *arguments]
    for each in (*items, *keywords.values()):
        if isinstance(each, Tensor):
            machine.aliases.made(each, LIBRARY)
    function = chosen([reading], machine, items, dict(keywords), part).function
    return machine.apart(function, Arguments(items, dict(keywords), part))
