"""Python's exceptions, for `try` and `raise`: their classes, and which of them Python raises where a problem is found here.

A problem that Python would not meet, such as a function that is not known here, is no exception: nothing catches it.
"""

from ast import literal_eval
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.values import Arguments, Class, Instance
from backpass.engine.problems import Code, Problem, ProblemError

_PARENTS = {
    "BaseException": None,
    "Exception": "BaseException",
    "KeyboardInterrupt": "BaseException",
    "SystemExit": "BaseException",
    "ArithmeticError": "Exception",
    "ZeroDivisionError": "ArithmeticError",
    "OverflowError": "ArithmeticError",
    "FloatingPointError": "ArithmeticError",
    "AssertionError": "Exception",
    "AttributeError": "Exception",
    "ImportError": "Exception",
    "ModuleNotFoundError": "ImportError",
    "LookupError": "Exception",
    "IndexError": "LookupError",
    "KeyError": "LookupError",
    "NameError": "Exception",
    "OSError": "Exception",
    "FileNotFoundError": "OSError",
    "RuntimeError": "Exception",
    "NotImplementedError": "RuntimeError",
    "RecursionError": "RuntimeError",
    "StopIteration": "Exception",
    "TypeError": "Exception",
    "ValueError": "Exception",
    "Warning": "Exception",
    "UserWarning": "Warning",
    "DeprecationWarning": "Warning",
    "RuntimeWarning": "Warning",
}
"""Per class, the one that it extends, which stands before it."""

_MARK = "(exception)"
"""A member of all of them that no program can spell."""

_RAISED = {
    "index-missing": ("IndexError", "list index out of range"),
    "assertion": ("AssertionError", ""),
    "import-refused": ("ModuleNotFoundError", ""),
    "argument-missing": ("TypeError", ""),
    "unknown-argument": ("TypeError", ""),
    "too-many-arguments": ("TypeError", ""),
    "class-takes-no-values": ("TypeError", ""),
    "names-and-values": ("ValueError", "not enough values to unpack"),
    "names-and-values.more": ("ValueError", "too many values to unpack"),
    "class-lacks": ("AttributeError", ""),
    "not-changed-in-place": ("TypeError", ""),
    "element-replaced": ("TypeError", ""),
    "name-set-below": ("NameError", ""),
    "not-in-list": ("ValueError", "list.remove(x): x not in list"),
}
"""By the key of a message, the class and the text of what Python raises; without a text it is the message's own."""

_WITH_MEMBERS = frozenset({"kind-object", "kind-class", "kind-list", "kind-text", "kind-dictionary", "kind-set"})
"""Of whose members all are known here, so that Python lacks those that are lacking."""

_UNCATCHABLE = frozenset(
    {Code.TOO_MANY_NODES, Code.TOO_MANY_ELEMENTS, Code.TOO_MANY_REPETITIONS, Code.TOO_DEEP, Code.TOO_MUCH_WORK, Code.TOO_LONG}
)


class Caught(NamedTuple):
    """An exception that is being handled, and the problem that it is where nothing catches it."""

    exception: Instance
    error: ProblemError


class RaisedError(ProblemError):
    """The program raises an exception of its own."""

    def __init__(self, problems: Collection[Problem], exception: Instance) -> None:
        super().__init__(problems)
        self.exception = exception


def is_of_python(name: str) -> bool:
    """Whether Python has a class of exceptions of that name."""
    return name in _PARENTS


def exception_classes() -> dict[str, Class]:
    """Python's classes of exceptions by name; for one run, since programs can change them."""
    made: dict[str, Class] = {}
    for name, parent in _PARENTS.items():
        made[name] = Class(name, () if parent is None else (made[parent],), {} if parent else {_MARK: True})
    return made


def is_exception(kind: Class) -> bool:
    """Whether a class is one of exceptions."""
    return kind.find(_MARK) is True


def initialised_exception(instance: Instance) -> Callable[[Any, Arguments], None]:
    """`super().__init__(…)` of an object: what an exception is given is its text."""

    def initialise(_: Any, arguments: Arguments) -> None:
        if is_exception(instance.kind):
            instance.members["args"] = tuple(arguments.values)

    return initialise


def exception_of(error: ProblemError, classes: dict[str, Class], libraries: Collection[str]) -> Instance | None:
    """What Python raises in place of a problem; None where it does not."""
    if isinstance(error, RaisedError):
        return error.exception
    problem = error.problems[0]
    found = None if len(error.problems) != 1 or problem.code in _UNCATCHABLE else _found(problem, libraries)
    return None if found is None else Instance(classes[found[0]], {"args": () if found[1] == "" else (found[1],)})


def is_exit(error: Exception) -> bool:
    """Whether a program ends itself without a failure: `sys.exit()`."""
    if not isinstance(error, RaisedError) or all(kind.name != "SystemExit" for kind in error.exception.kind.line()):
        return False
    given: Any = error.exception.members.get("args", ())
    if len(given) > 1:
        return False
    status = given[0] if given else None
    if isinstance(status, Tensor):
        return not status.shape and status.item() == 0.0
    return status is None or (isinstance(status, int) and status == 0)


def _value(written: str) -> Any:
    """What was written by `repr`, and perhaps cut off."""
    try:
        return literal_eval(written)
    except (ValueError, SyntaxError):
        return written


def _found(problem: Problem, libraries: Collection[str]) -> tuple[str, Any] | None:
    """The name of the class, and the text."""
    key = getattr(problem.message, "key", "")
    words = getattr(problem.message, "arguments", {})
    if key == "python-raises":
        return str(words["name"]), str(words["text"])
    if key == "key-missing":
        return "KeyError", _value(str(words["key"]))
    if key == "no-member" and getattr(words["kind_of"], "key", "") in _WITH_MEMBERS:
        return "AttributeError", problem.message
    if key == "shapes-not-combined" and {"numpy", "torch"} & {*libraries}:
        return "RuntimeError" if "torch" in libraries else "ValueError", problem.message
    if key == "assertion":
        return "AssertionError", ""
    name, text = _RAISED.get(key, (None, ""))
    return None if name is None else (name, text or problem.message)
