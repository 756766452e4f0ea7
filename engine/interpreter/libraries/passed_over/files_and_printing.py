"""What writes files or chooses how numbers are printed: calls of it do nothing, and are noted. What reads files is refused."""

from typing import Any

import numpy as np

from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.objects import OBJECTS
from backpass.engine.interpreter.errors import library_errors, program_errors
from backpass.engine.interpreter.exceptions import RaisedError
from backpass.engine.interpreter.libraries.arrays import number_types
from backpass.engine.interpreter.libraries.registry import OURS, given, offer
from backpass.engine.interpreter.libraries.stand_ins import stand_in_table
from backpass.engine.interpreter.values import Arguments, Instance, Item, PassedOver
from backpass.engine.invented import notes
from backpass.engine.invented.texts import TEXTS, described, stand_in_text
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError


@offer(("torch",), "save", least=2, most=2, takes="(obj, f)")
@offer(("torch", "numpy", "np"), "set_printoptions", most=1, takes="(precision=None)")
@offer(("torch",), "set_num_threads", least=1, most=1, takes="(int)")
@offer(("torch",), "set_num_interop_threads", least=1, most=1, takes="(int)")
@offer(("torch",), "set_flush_denormal", least=1, most=1, takes="(mode)")
@offer(("torch",), "set_float32_matmul_precision", least=1, most=1, takes="(precision)")
@offer(("torch",), "use_deterministic_algorithms", least=1, most=1, takes="(mode, *, warn_only=False)")
@offer(("numpy", "np", "autograd.numpy"), "seterr", takes="(all=None, divide=None, over=None, under=None, invalid=None)")
@offer(("numpy", "np"), "save", least=2, most=2, takes="(file, arr)")
@offer(("numpy", "np"), "savez", "savez_compressed", "savetxt", least=1, takes="(file, *args, **kwds)")
def _without_effect(machine: Any, arguments: Arguments) -> Item:
    name = getattr(arguments.part, "name", "save")
    machine.names.note(program_errors.ignored(f"`{name}`", machine.evaluator.place or arguments.span))
    return None


@offer(("sys",), "exit", most=1, takes="(status=None)")
@builtin(OBJECTS, "exit", "quit", most=1)
def _exit(machine: Any, arguments: Arguments) -> Item:
    """Ends the program. Raises RaisedError, which is Python's `SystemExit`."""
    exception = Instance(machine.exceptions["SystemExit"], {"args": tuple(arguments.values)})
    raise RaisedError([program_errors.raised(machine.evaluator.place or arguments.span)], exception)


@offer(
    ("numpy", "np", "autograd.numpy"),
    "errstate",
    takes="(*, all=None, divide=None, over=None, under=None, invalid=None, call=None)",
)
@offer(("torch.autograd",), "detect_anomaly", "set_detect_anomaly", most=2, takes="(mode=True, check_nan=True)")
def _without_effect_in_with(machine: Any, arguments: Arguments) -> Item:
    """What chooses how accidents are reported, as a call or behind `with`."""
    name = getattr(arguments.part, "name", "errstate")
    machine.names.note(program_errors.ignored(f"`{name}`", machine.evaluator.place or arguments.span))
    return PassedOver(name)


@offer(("torch",), "load", takes="(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None)")
@offer(("numpy", "np"), "load", takes="(file, mmap_mode=None, allow_pickle=False)")
def _from_file(machine: Any, arguments: Arguments) -> Item:
    """Raises ProblemError (unsupported): there are no files here."""
    raise ProblemError(library_errors.no_files(getattr(arguments.part, "name", "load"), arguments.part))


@offer(
    ("numpy", "np"),
    "loadtxt",
    "genfromtxt",
    takes="(fname, dtype=None, comments=None, delimiter=None, *, skiprows=0, skip_header=0, usecols=None, unpack=False)",
)
def _table(machine: Any, arguments: Arguments) -> Item:
    """A table of numbers, which is invented, in the type that is asked for. Raises ProblemError for texts."""
    (path,) = arguments.values[:1]
    picked = arguments.keywords.get("usecols")
    columns = 0 if picked is None else len(picked) if isinstance(picked, list | tuple) else 1
    drawn = stand_in_table(machine, path if isinstance(path, str) else "…", columns, arguments)
    if columns and not isinstance(picked, list | tuple):
        drawn = machine.evaluator.constant(np.asarray(drawn.raw)[:, 0], arguments.span)
    dtype = given(arguments, fname=path, dtype=None)[1]
    if dtype is not None:
        drawn = number_types.converted(machine, drawn, dtype, arguments.part)
    if machine.truth(arguments.keywords.get("unpack", False), arguments.span):
        return machine.evaluator.operation(OPERATIONS["transpose"], [drawn], arguments.part)  # type: ignore[no-any-return]
    return drawn


@builtin(OBJECTS, "open", least=1)
def _open(machine: Any, arguments: Arguments) -> Item:
    """A file to write to, which is ignored. Raises ProblemError for one to read from: there are no files here."""
    _, mode = given(arguments, file="", mode="r")
    return _opened(machine, mode, arguments)


@offer((OURS,), "opened", least=2, most=2)
def _opened_by_path(machine: Any, arguments: Arguments) -> Item:
    return _opened(machine, arguments.values[1], arguments)


def _opened(machine: Any, mode: Item, arguments: Arguments) -> Item:
    path = arguments.values[0] if arguments.values else None
    if mode in ("r", "rt") and isinstance(path, str) and path.endswith(TEXTS):
        text = stand_in_text(path)
        machine.names.note(notes.text(machine.evaluator.place or arguments.span, **described(path, text)))
        machine.evaluator.hold(len(text))
        return machine.apart(machine.load("io")["StringIO"], Arguments([text], {}, arguments.part))  # type: ignore[no-any-return]
    if not isinstance(mode, str) or not set(mode) & {"w", "a", "x"}:
        raise ProblemError(library_errors.no_files("open", _place(machine, arguments)))
    _note(machine, "files", arguments)
    return PassedOver("open.file")


@offer((OURS,), "reads_file", least=1, most=1)
def _reads_file(machine: Any, arguments: Arguments) -> Item:
    """Raises ProblemError (unsupported): there are no files here."""
    raise ProblemError(library_errors.no_files(str(arguments.values[0]), _place(machine, arguments)))


@offer((OURS,), "passed_over", least=1, most=1)
def _passed_over(machine: Any, arguments: Arguments) -> Item:
    """Says once of a kind of things that they are ignored: `files`, `arguments`."""
    _note(machine, str(arguments.values[0]), arguments)
    return None


@offer((OURS,), "nothing_of", least=1, most=1)
def _nothing_of(machine: Any, arguments: Arguments) -> Item:
    """What is ignored, by its full name."""
    return PassedOver(str(arguments.values[0]))


def _note(machine: Any, kind: str, arguments: Arguments) -> None:
    if kind not in machine.passed_over:
        machine.passed_over.add(kind)
        machine.names.note(library_errors.passed_over(kind, machine.evaluator.place or arguments.span))


def _place(machine: Any, arguments: Arguments) -> Any:
    return arguments.part._replace(span=machine.evaluator.place or arguments.span)
