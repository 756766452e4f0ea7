"""The modules that programs may import, and the names in each that they may use."""

import ast
import itertools
import math
import random
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import cached_property
from typing import Any

from backpass.engine.messages import say
from backpass.engine.plain_python.allow_list.files import Files
from backpass.engine.plain_python.allow_list.functional_modules import functools_module, operator_module
from backpass.engine.plain_python.allow_list.numpy_names import numpy_modules
from backpass.engine.plain_python.allow_list.passed_over import IGNORED, computing_names
from backpass.engine.plain_python.allow_list.ready import lazy
from backpass.engine.plain_python.allow_list.standard_modules import named_tuple, standard_modules
from backpass.engine.plain_python.syntax.operators import BINARY
from backpass.engine.plain_python.values import Absent, Function, Ignored, Marked, Module, Native
from backpass.engine.problems import Code, Problem, nearest

_MATH = [name for name, function in vars(math).items() if callable(function) and not name.startswith("_")]
_RANDOM = [
    "seed",
    "random",
    "uniform",
    "randint",
    "choice",
    "choices",
    "sample",
    "shuffle",
    "gauss",
    "normalvariate",
    "randrange",
    "betavariate",
    "expovariate",
]
_LAZY_ITERTOOLS = ["zip_longest", "islice", "starmap", "takewhile", "dropwhile", "filterfalse", "compress", "pairwise", "groupby"]
_POOLING = ["product", "combinations", "permutations", "combinations_with_replacement"]
"""Functions of `itertools` that keep all of what they are given."""

_LONGEST = 20_000
"""Bits of a whole number."""
_TYPING = [
    "Any",
    "Callable",
    "Dict",
    "Generic",
    "Iterable",
    "Iterator",
    "List",
    "Literal",
    "NamedTuple",
    "Optional",
    "Protocol",
    "Sequence",
    "Self",
    "Set",
    "Tuple",
    "Type",
    "TypeVar",
    "Union",
    "TYPE_CHECKING",
    "ClassVar",
    "Final",
    "Mapping",
    "Generator",
    "Collection",
    "Hashable",
    "Sized",
    "overload",
    "cast",
    "TypeAlias",
]


class Modules:
    """The modules of one run: the generators of random numbers in them are its own."""

    types: tuple[type, ...] = (deque, defaultdict, OrderedDict, Counter, range, itertools.chain)

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self.files = Files(machine)
        self.known: dict[str, Callable[[], Module]] = {
            "math": self._math,
            "random": self._random,
            "functools": lambda: functools_module(machine),
            "itertools": self._itertools,
            "collections": self._collections,
            "collections.abc": self._typing,
            "operator": lambda: operator_module(machine),
            "typing": self._typing,
            "typing_extensions": self._typing,
            "abc": self._abc,
            "dataclasses": self._dataclasses,
            "sys": self._sys,
            "time": self._time,
            **standard_modules(machine),
            **self.files.modules(),
            **{name: self._of_numpy(name) for name in ("numpy", "numpy.random", "numpy.linalg", "numpy.typing")},
        }
        self._made: dict[str, Module] = {}

    @cached_property
    def computing(self) -> dict[str, Any]:
        """By full name, what of passed-over modules is run all the same."""
        return computing_names(self)

    def module(self, name: str, *, may_lack: bool = False) -> Any:
        """A module. One that is not here is refused where it is used. Raises ModuleNotFoundError where the program has another
        way for a library that is not installed, as `may_lack` says.
        """
        if name.partition(".")[0] in IGNORED:
            return Ignored(name, self)
        if name not in self.known:
            if may_lack and name.partition(".")[0] not in sys.stdlib_module_names:
                raise ModuleNotFoundError(f"No module named {name.partition('.')[0]!r}")
            return self.absent(name)
        if name not in self._made:
            self._made[name] = self.known[name]()
        return self._made[name]

    def absent(self, name: str) -> Absent:
        """A module or a name of one that is not here."""
        return Absent(name, self)

    def refuse(self, key: str, name: str, **more: Any) -> Any:
        """Ends the run. Raises ProblemError (unsupported)."""
        self.machine.halt(Problem(Code.UNSUPPORTED, say(key, name=name, **more), say(f"{key}.hint"), self.machine.span()))

    def refuse_absent(self, name: str) -> Any:
        """Ends the run where something is used that is not here. Raises ProblemError (import-refused)."""
        name = name.partition(".")[0]
        near = None if name in sys.stdlib_module_names else nearest(name, self.known)
        hint = say("did-you-mean", close=near) if near else say("own-engine-import.hint", names="math, random, numpy")
        self.machine.halt(Problem(Code.IMPORT_REFUSED, say("own-engine-import", name=name), hint, self.machine.span()))

    def _native(self, name: str, function: Callable[..., Any]) -> Native:
        return Native(name, function)

    def _given(self, function: Callable[..., Any], name: str) -> Native:
        """A function whose arguments are counted before it goes through them."""
        machine = self.machine

        def call(*values: Any, **named: Any) -> Any:
            for each in values:
                machine.counted(each)
            return function(*values, **named)

        return Native(name, call)

    def _drawn(self, function: Callable[..., Any], name: str) -> Native:
        """A function of `random`, which searches for ever where a parameter is not a number."""
        machine = self.machine

        def call(*values: Any, **named: Any) -> Any:
            for each in (*values, *named.values()):
                if isinstance(each, float) and not math.isfinite(each):
                    machine.too_large()
                machine.hold(each if name == "sample" and isinstance(each, int) else 1)
                machine.counted(1 if isinstance(each, range) and name != "shuffle" else each)
            return function(*values, **named)

        return Native(name, call)

    def _math(self) -> Module:
        watch = self.machine.watch
        found: dict[str, Any] = {
            name: self._guarded_math(name, watch.number_function(name, getattr(math, name))) for name in _MATH
        }
        return Module("math", found | {name: getattr(math, name) for name in ("pi", "e", "inf", "nan", "tau")})

    def _guarded_math(self, name: str, function: Callable[..., Any]) -> Native:
        if name not in ("factorial", "comb", "perm", "prod", "lcm", "gcd", "fsum"):
            return Native(name, function)
        machine = self.machine
        if name == "prod":
            return Native(name, self._product)

        def call(*values: Any) -> Any:
            if name == "lcm" and sum(each.bit_length() for each in values if isinstance(each, int)) > _LONGEST:
                machine.too_large()
            if any(isinstance(each, int) and abs(each) > 2_000 for each in values) and name in ("factorial", "comb", "perm"):
                machine.too_large()
            for each in values:
                machine.counted(each)
            return function(*values)

        return Native(name, call)

    def _product(self, items: Any, *, start: Any = 1) -> Any:
        """`math.prod`, which is refused the numbers that `*` is."""
        for each in self.machine.finite(items):
            start = BINARY[ast.Mult](self.machine, start, each)
        return start

    def _random(self) -> Module:
        machine, found = self.machine, {}

        def offered(own: random.Random) -> dict[str, Any]:
            return {name: self._drawn(machine.watch.drawn(name, getattr(own, name)), name) for name in _RANDOM}

        def choices(own: random.Random) -> Callable[..., Any]:
            def call(items: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> Any:
                machine.hold(k)
                return own.choices(items, weights, cum_weights=cum_weights, k=k)

            return call

        def made(own: random.Random) -> dict[str, Any]:
            return offered(own) | {"choices": Native("choices", choices(own))}

        found = made(random.Random())  # noqa: S311 - the program's own numbers
        found["Random"] = Native("Random", lambda *seed: Module("Random", made(random.Random(*seed))))  # noqa: S311
        return Module("random", found)

    def _itertools(self) -> Module:
        machine = self.machine
        found: dict[str, Any] = {name: Native(name, lazy(machine, getattr(itertools, name))) for name in _LAZY_ITERTOOLS}
        found["count"] = Native("count", lambda *values: machine.finite(itertools.count(*values)))
        found["cycle"] = Native("cycle", lambda items: machine.finite(itertools.cycle(machine.counted(items))))
        found["repeat"] = Native(
            "repeat", lambda item, times=None: machine.finite(itertools.repeat(item, *([] if times is None else [times])))
        )

        def pooled(name: str) -> Callable[..., Any]:
            def call(*values: Any, **named: Any) -> Any:
                for each in (*values, *named.values()):
                    machine.hold(each if isinstance(each, int) else 1)
                    machine.counted(each)
                return machine.finite(getattr(itertools, name)(*values, **named))

            return call

        def accumulate(items: Any, function: Any = None, *, initial: Any = None) -> Any:
            add = machine.counting(function) or (lambda left, right: BINARY[ast.Add](machine, left, right))
            return machine.finite(itertools.accumulate(machine.finite(items), add, initial=initial))

        found |= {name: Native(name, pooled(name)) for name in _POOLING}
        found["accumulate"] = Native("accumulate", accumulate)

        def chain(*items: Any) -> Any:
            return itertools.chain(*map(machine.finite, items))

        flat = Native("from_iterable", lambda items: (each for part in machine.finite(items) for each in machine.finite(part)))
        found["chain"] = Native("chain", chain, from_iterable=flat)
        return Module("itertools", found)

    def _collections(self) -> Module:
        def made(name: str, kind: Any) -> Native:
            return self._given(kind, name)

        def default(factory: Any = None, *values: Any) -> Any:
            made_by = None if factory is None else lambda: self.machine.call(factory, [], {})
            return defaultdict(made_by, *values)

        found: dict[str, Any] = {
            "deque": made("deque", deque),
            "Counter": made("Counter", Counter),
            "OrderedDict": made("OrderedDict", OrderedDict),
        }
        found["namedtuple"] = named_tuple(self.machine)
        return Module("collections", found | {"defaultdict": Native("defaultdict", default)})

    def _typing(self) -> Module:
        found: dict[str, Any] = dict.fromkeys(_TYPING, Ignored())
        found |= {
            "TYPE_CHECKING": False,
            "cast": Native("cast", lambda _, value: value),
            "overload": Native("overload", lambda f: f),
        }
        return Module("typing", {**found, "Union": _Union()})

    def _abc(self) -> Module:
        machine = self.machine

        def abstract(function: Any) -> Any:
            inner = function.function if isinstance(function, Marked) else function
            if isinstance(inner, Function):
                inner.members["__isabstractmethod__"] = True
            return function

        kind = machine.make_class("ABC", [], {}, {}, ast.Pass())
        return Module("abc", {"ABC": kind, "ABCMeta": Ignored(), "abstractmethod": Native("abstractmethod", abstract)})

    def _dataclasses(self) -> Module:
        from backpass.engine.plain_python.allow_list.data_classes import data_class, field

        machine = self.machine
        made = Native("dataclass", lambda *kinds, **options: data_class(machine, kinds[0] if kinds else None, options))
        return Module("dataclasses", {"dataclass": made, "field": Native("field", field)})

    def _sys(self) -> Module:
        machine = self.machine

        def deepen(depth: int) -> None:
            machine.deepest = max(100, min(int(depth), machine.limits.depth))

        out = Module(
            "stdout", {"write": Native("write", lambda text: machine.print_(str(text))), "flush": Native("flush", lambda: None)}
        )
        found = {
            "setrecursionlimit": Native("setrecursionlimit", deepen),
            "getrecursionlimit": Native("getrecursionlimit", lambda: machine.deepest),
            "maxsize": sys.maxsize,
            "stdout": out,
            "stderr": Ignored(),
            "version_info": (3, 11),
            "float_info": sys.float_info,
        }
        return Module("sys", found)

    def _time(self) -> Module:
        clock = Native("time", lambda: 0.0)
        return Module(
            "time", {"time": clock, "perf_counter": clock, "monotonic": clock, "sleep": Native("sleep", lambda _: None)}
        )

    def _of_numpy(self, name: str) -> Callable[[], Module]:
        def made() -> Module:
            for key, module in numpy_modules(self.machine).items():
                self._made.setdefault(key, module)
            return self._made[name]

        return made


class _Union(Ignored):
    """`typing.Union`, which `isinstance` may be asked for."""

    __slots__ = ()

    def __getitem__(self, kinds: Any) -> Any:
        return kinds if isinstance(kinds, tuple) else (kinds,)
