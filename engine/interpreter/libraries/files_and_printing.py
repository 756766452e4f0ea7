"""What writes files or chooses how numbers are printed: calls of it do nothing, and are noted. What reads files is refused."""

from typing import Any

from engine.interpreter.errors import library_errors, program_errors
from engine.interpreter.libraries.registry import offer
from engine.interpreter.values import Arguments, Item
from engine.problems import ProblemError


@offer(("torch",), "save", least=2, most=2, takes="(obj, f)")
@offer(("torch", "numpy", "np"), "set_printoptions", most=1, takes="(precision=None)")
def _without_effect(machine: Any, arguments: Arguments) -> Item:
    name = getattr(arguments.part, "name", "save")
    machine.names.note(program_errors.ignored(f"`{name}`", machine.evaluator.place or arguments.span))
    return None


@offer(("torch",), "load", takes="(f)")
@offer(("numpy", "np"), "load", "loadtxt", "genfromtxt", takes="(file)")
def _from_file(machine: Any, arguments: Arguments) -> Item:
    """Raises ProblemError (unsupported): there are no files here."""
    raise ProblemError(library_errors.no_files(getattr(arguments.part, "name", "load"), arguments.part))
