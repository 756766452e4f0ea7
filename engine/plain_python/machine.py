"""Runs a Python program with Python's own numbers, texts and lists. Every statement is carried out here, none by Python.

Objects of the program are `values.Instance`; everything a program may reach of Python and NumPy is listed in `ready`,
`native_members` and `modules`. A `Watch` is notified of what happens.
"""

import ast
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from typing import Any, NoReturn

from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.plain_python import living_items
from backpass.engine.plain_python.allow_list.modules import Modules
from backpass.engine.plain_python.allow_list.ready import Ready, call_type
from backpass.engine.plain_python.guards import DEEPEST
from backpass.engine.plain_python.members import Members
from backpass.engine.plain_python.syntax.expressions import Expressions
from backpass.engine.plain_python.syntax.places import Places
from backpass.engine.plain_python.syntax.scopes import FunctionScope
from backpass.engine.plain_python.syntax.statements import Statements
from backpass.engine.plain_python.values import (
    MISSING,
    Absent,
    BoundMethod,
    Env,
    Function,
    Ignored,
    Instance,
    Native,
    Object,
    UserClass,
    Within,
)
from backpass.engine.plain_python.watch import Watch
from backpass.engine.problems import Code, Problem, ProblemError, Span
from backpass.engine.progress import observed

_PYTHON_FRAMES = 30
"""Frames of Python's own that a call of the program takes at most, with room to spare."""


@dataclass(slots=True)
class Outcome:
    """What running a program gave."""

    printed: str = ""
    error: Exception | None = None
    """The exception that ended it; None where it ran to its end."""
    error_at: ast.AST | None = None
    """The statement or call that raised it."""
    calls: list[ast.AST] = field(default_factory=list)
    """The calls that were open then, the innermost last."""
    names: dict[str, Any] = field(default_factory=dict)
    """What its names stand for at the end."""
    blamed: ast.AST | None = None
    """The innermost operator or call that raised it."""
    scopes: list[dict[str, Any]] = field(default_factory=list)
    """What the names of the functions stood for that were being run then, the innermost first."""


class Machine(Members):
    """Runs one program."""

    counts_living: bool = True
    """Whether what is alive is counted where everything ever made would be too much: for a process of its own, since Python's
    collector is asked, which knows of all that the process does.
    """
    lays_expressions: type[Expressions] = Expressions
    lays_statements: type[Statements] = Statements

    def __init__(self, text: str, limits: Limits, watch: Watch | None = None, places: Places | None = None) -> None:
        super().__init__(limits, places or Places(text))
        self.watch = watch or Watch()
        self.watch.machine = self
        self.deepest = DEEPEST
        self.globals: dict[str, Any] = {}
        self.builtins: Ready = Ready(self)
        self.expressions = self.lays_expressions(self)
        self.statements = self.lays_statements(self, self.expressions)
        self.handling: list[Exception] = []
        self.calls = 0
        self.open: list[tuple[int, Function, Any, ast.AST | None]] = []
        """The calls in progress: a number, the function, its first argument, and where it was called."""
        self.notes: list[Problem] = []
        self.within: Within | None = None
        """The innermost call, loop or repetition that is in progress."""
        self._printed: list[str] = []
        self._characters = 0
        self._failing: BaseException | None = None
        self.failed_at: ast.AST | None = None
        self._blamed: tuple[BaseException | None, ast.AST | None] = None, None
        self._scopes: list[dict[str, Any]] = []

    @cached_property
    def object_class(self) -> UserClass:
        """The class of `object()`."""
        return self.make_class("object", [], {}, {}, ast.Pass())

    @cached_property
    def modules(self) -> Modules:
        """The modules that the program may import."""
        return Modules(self)

    def run(self, tree: ast.Module) -> Outcome:
        """Runs a program to its end or to its first exception. Raises ProblemError at a limit and for what is not read."""
        frames = sys.getrecursionlimit()
        sys.setrecursionlimit(max(frames, self.deepest * _PYTHON_FRAMES))
        error = None
        if self.counts_living:
            living_items.begin()
        try:
            with observed(self):
                self.statements.block(tree.body, None)(Env(self.globals, None))
        except ProblemError as refused:
            raise (self.halted or refused) from None
        except Exception as raised:  # noqa: BLE001 - whatever the program raises is its result
            if self.halted is not None:
                raise self.halted from None
            error = raised
            self._failed(raised)
            self.measure(raised)  # nothing asks when it is shown
        finally:
            sys.setrecursionlimit(frames)
            if self.counts_living:
                living_items.end(self._held)
            if (cut := self.limits.printed_too_much(self._characters)) is not None:
                self.note(cut)
        outcome = Outcome("".join(self._printed), error, self.failed_at if error else None, names=self.globals)
        if error is not None:
            outcome.blamed = self._blamed[1] if self._blamed[0] is error else self.failed_at
            outcome.scopes = self._scopes
        return outcome

    @property
    def printed(self) -> str:
        """What has been printed so far."""
        return "".join(self._printed)

    # Calls

    def open_calls(self) -> frozenset[int]:
        """The numbers of the calls in progress."""
        return frozenset(number for number, *_ in self.open)

    def call(self, what: Any, values: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Calls anything. Raises TypeError for what cannot be called."""
        kind = type(what)
        if kind is Function:
            return self.run_function(what, values, named)
        if kind is BoundMethod:
            return self.run_function(what.function, [what.receiver, *values], named)
        if kind is Native:
            self.tick()
            return what.call(*values, **named)
        if kind is UserClass:
            return self.construct(what, values, named)  # type: ignore[arg-type]
        if isinstance(what, type):
            return call_type(self, what, tuple(values), dict(named))
        if isinstance(what, Instance):
            method = what.user_class.find("__call__")
            if method is not MISSING:
                return self.call(self.bound(method, what), values, named)
        if isinstance(what, Ignored):
            return what(*values, **named)
        raise TypeError(
            f"'{self.kind_of(what).__name__ if not isinstance(what, Object) else what.user_class.name}' object is not callable"
        )

    def run_function(self, function: Function, values: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Calls a function of the program. Raises TypeError where the arguments do not fit, RecursionError as Python does."""
        self.tick()
        parameters = function.parameters
        if (
            not named
            and len(values) == len(parameters.positional)
            and parameters.rest is None is parameters.rest_named
            and not parameters.only
        ):
            names = dict(zip(parameters.positional, values, strict=True))
        else:
            names = self._bind(function, values, named)
        self.deepen()
        at = self.node
        self.calls += 1
        within = self.within
        self.within = Within(within, "call", function, at)
        self.open.append((self.calls, function, values[0] if values else None, at))
        try:
            return function.body(Env(names, function.around, function))
        except BaseException as error:
            if error is not self._failing:
                self._failed(error)
            self._scopes.append(names)
            raise
        finally:
            self.open.pop()
            self.within = within
            self.depth -= 1
            self.node = at

    def deepen(self) -> None:
        """Counts a call within those in progress. Raises RecursionError as Python does."""
        if self.depth >= self.deepest:
            raise RecursionError("maximum recursion depth exceeded")
        self.depth += 1

    def _failed(self, error: BaseException) -> None:
        if error is not self._failing:
            self._failing, self.failed_at, self._scopes = error, self.node, []
            self.watch.failed(error)

    def blame(self, error: Exception, node: ast.AST) -> None:
        """Notes the operator that raised an exception, unless one within it did."""
        if self._blamed[0] is not error:
            self._blamed = error, node

    def _bind(self, function: Function, values: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters with their values."""
        wanted, name = function.parameters, f"{function.qualname}()"
        given = len(values)
        names = dict(zip(wanted.positional, values, strict=False))
        if wanted.rest is not None:
            names[wanted.rest] = tuple(values[len(wanted.positional) :])
        elif given > len(wanted.positional):
            takes = _takes(len(wanted.positional), wanted.needed)
            own = [each for each in named if each in wanted.only]
            if own:
                more = f"positional argument{'' if given == 1 else 's'} (and {len(own)} keyword-only argument"
                raise TypeError(f"{name} takes {takes} but {given} {more}{'' if len(own) == 1 else 's'}) were given")
            raise TypeError(f"{name} takes {takes} but {given} {'was' if given == 1 else 'were'} given")
        others: dict[str, Any] = {}
        for key, value in named.items():
            if key in names and key in wanted.names:
                raise TypeError(f"{name} got multiple values for argument '{key}'")
            if key in wanted.names:
                names[key] = value
            elif wanted.rest_named is None:
                raise TypeError(f"{name} got an unexpected keyword argument '{key}'")
            else:
                others[key] = value
        if wanted.rest_named is not None:
            names[wanted.rest_named] = others
        for key, value in function.defaults.items():
            names.setdefault(key, value)
        missing = [each for each in wanted.positional if each not in names]
        if missing:
            several = "s" if len(missing) > 1 else ""
            raise TypeError(f"{name} missing {len(missing)} required positional argument{several}: {_listed(missing)}")
        if missing := [each for each in wanted.only if each not in names]:
            several = "s" if len(missing) > 1 else ""
            raise TypeError(f"{name} missing {len(missing)} required keyword-only argument{several}: {_listed(missing)}")
        return names

    # What statements and expressions ask for

    def iterate(self, items: Any) -> Any:
        """What a loop goes through. Raises TypeError as Python does."""
        if isinstance(items, Native):
            raise TypeError("'type' object is not iterable")
        return iter(items)

    def container(self, items: Any) -> Any:
        """What `in` searches."""
        return items

    def mapping(self, value: Any) -> dict[str, Any]:
        """What stands behind `**`."""
        if not isinstance(value, dict):
            raise TypeError(f"'{self.kind_of(value).__name__}' object is not a mapping")
        self.tick(1 + len(value) // 8)
        return value

    def add_keywords(self, keywords: dict[str, Any], name: str | None, value: Any, what: Any) -> None:
        """`name=value`, or all of `**value`, among the arguments of a call. Raises TypeError as Python does."""
        more = self.mapping(value) if name is None else {name: value}
        if not keywords.keys().isdisjoint(more):
            twice = next(each for each in more if each in keywords)
            called = getattr(what, "qualname", getattr(what, "name", "function"))
            raise TypeError(f"{called}() got multiple values for keyword argument '{twice}'")
        for each in more:
            if not isinstance(each, str):
                raise TypeError("keywords must be strings")
        keywords.update(more)

    def identical(self, left: Any, right: Any) -> bool:
        """`left is right`."""
        return left is right or (isinstance(left, BoundMethod) and left == right and False)

    def private(self, name: str, scope: FunctionScope | None) -> str:
        """A name as Python writes it inside a class: `__x` is `_Class__x` there."""
        if name.startswith("__") and not name.endswith("__"):
            while scope is not None:
                if (own := getattr(scope, "class_name", None)) is not None:
                    return f"_{own.lstrip('_')}{name}"
                scope = scope.around
        return name

    def name_given(self, name: Any) -> str:
        """A name that `getattr` is given. Raises TypeError."""
        if not isinstance(name, str):
            raise TypeError("attribute name must be string, not 'int'")
        name.encode()
        return name

    def exception(self, error: Any) -> Exception:
        """What `raise` raises. Raises TypeError for anything that is no exception."""
        if isinstance(error, UserClass) or (isinstance(error, type) and issubclass(error, Exception)):
            error = self.call(error, [], {})
        if not isinstance(error, Exception):
            raise TypeError("exceptions must derive from BaseException")
        return error

    def handled(self) -> Exception | None:
        """The exception that the innermost `except` is about."""
        return self.handling[-1] if self.handling else None

    def is_a(self, error: Exception, kinds: Any) -> bool:
        """Whether an `except` is meant for an exception."""
        several = kinds if isinstance(kinds, tuple) else (kinds,)
        for each in several:
            if isinstance(each, Absent):
                each()
        return any(isinstance(error, each.real if isinstance(each, UserClass) else each) for each in several)

    def may_make(self, kind: type) -> bool:
        """Whether a program may call a type that it has come by."""
        return kind in self.modules.types

    def module(self, name: str, *, may_lack: bool = False) -> Any:
        """An imported module. Raises ModuleNotFoundError where `may_lack` and it is not there."""
        return self.modules.module(name, may_lack=may_lack)

    def from_module(self, module: str | None, name: str, *, may_lack: bool = False) -> Any:
        """`from module import name`."""
        found = self.modules.module(module or "", may_lack=may_lack)
        whole = f"{module}.{name}"
        if isinstance(found, Absent):
            return Absent(whole, self.modules)
        return self.modules.module(whole) if whole in self.modules.known else self.member(found, name)

    def print_(self, text: str, file: Any = None) -> None:
        """A printed text, of which no more is kept than may be printed."""
        if isinstance(file, Ignored):
            return
        if isinstance(file, StringIO):
            file.write(text)
            return
        self.tick(len(text) // 64)
        if not text.isascii():
            text.encode()  # raises UnicodeEncodeError for half of a pair of surrogates, as Python does
        room = self.limits.printed - self._characters
        self._characters += len(text)
        if room > 0:
            self._printed.append(text[:room])

    def note(self, problem: Problem) -> None:
        """Keeps what is worth knowing of how the program was run, each once."""
        if problem not in self.notes:
            self.notes.append(problem)

    def unread_input(self) -> NoReturn:
        """`input()`: nobody is there to answer."""
        self.halt(Problem(Code.UNSUPPORTED, say("python-input"), None, self.span()))

    def span(self) -> Span | None:
        """Where the program is."""
        return self.places.span(self.node)


def _takes(most: int, least: int) -> str:
    if most == least:
        return f"{most} positional argument{'' if most == 1 else 's'}"
    return f"from {least} to {most} positional arguments"


def _listed(names: list[str]) -> str:
    quoted = [f"'{each}'" for each in names]
    if len(quoted) < 3:
        return " and ".join(quoted)
    return f"{', '.join(quoted[:-1])}, and {quoted[-1]}"
