"""How an engine is used: its class, where its objects keep value and gradient, how a backward pass begins, what it offers."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.own_engine.detection import parsed
from backpass.engine.plain_python.machine import Machine
from backpass.engine.plain_python.values import MISSING, Function, Instance, UserClass
from backpass.engine.problems import Code, Problem, ProblemError

_DUNDERS = {
    "__add__": "+",
    "__sub__": "-",
    "__mul__": "*",
    "__truediv__": "/",
    "__pow__": "**",
    "__neg__": "neg",
    "__matmul__": "@",
}
_FUNCTIONS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "neg": "neg"}
UNARY = ("exp", "log", "tanh", "relu", "sin", "cos", "sigmoid", "sqrt", "sum", "mean")


@dataclass(frozen=True, slots=True)
class Engine:
    """How an engine is used."""

    text: str
    """Its definitions, without the rest of the program."""
    kind: str
    """The class whose objects are values."""
    value: str
    gradient: str
    """The attribute of the gradient, or in forward mode of the tangent."""
    backward: str
    """How a pass begins: `{}.backward()` or `gradients({})`; empty in forward mode."""
    offers: frozenset[str]
    """Operators, and names of functions of one value."""
    methods: frozenset[str]
    """Those functions that are methods."""
    by_functions: bool
    """Whether operators are functions of the program, such as `mul(x, y)`."""
    tracked: str
    """What a constructor is passed besides, so that there is a gradient."""
    arrays: bool
    """Whether values are arrays of NumPy."""
    tapes: tuple[str, ...] = ()
    """Lists of the whole program, emptied before each new pass."""

    def made(self, number: str) -> str:
        """An object of a number, as text."""
        return f"{self.kind}({number}{self.tracked})"

    def written(self, expression: str) -> str:
        """An expression of our language in the engine's words."""
        return ast.unparse(_Words(self).visit(ast.parse(expression, mode="eval").body))


class _Words(ast.NodeTransformer):
    """Writes calls as methods, and operators as functions, where the engine has them so."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.engine.methods and len(node.args) == 1:
            return ast.Call(ast.Attribute(node.args[0], node.func.id, ast.Load()), [], [])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not self.engine.by_functions:
            return node
        name = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}.get(type(node.op), "pow")
        return ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], [])


def definitions(text: str) -> str:
    """The imports, classes, functions and plain values of a program, without what it does with them. Raises SyntaxError."""
    tree = parsed(text)
    kept = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef)
    classes = {each.name for each in tree.body if isinstance(each, ast.ClassDef)}
    body: list[ast.stmt] = [each for each in tree.body if isinstance(each, kept) or _is_plain(each, classes)]
    lines = text.splitlines()
    found = []
    for each in body:
        first = min([each.lineno, *(part.lineno for part in getattr(each, "decorator_list", []))])
        found.append("\n".join(lines[first - 1 : each.end_lineno]))
    return "\n\n".join(found) + "\n"


def _is_plain(node: ast.stmt, classes: set[str]) -> bool:
    """Whether a statement gives a name a plain value, as `tape = []` does, or a class a member, as `Value.exp = exp` does."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    of_classes = all(
        isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in classes for each in targets
    )
    read = (ast.Name, ast.Call, ast.Attribute)
    names = all(isinstance(each, ast.Name) for each in targets)
    return of_classes or (names and not any(isinstance(each, read) for each in ast.walk(node.value)))


def discover(text: str, limits: Limits, gradient: str | None = None) -> Engine:
    """How the engine of a program is used. Raises ProblemError where there is none, SyntaxError where it is no Python.

    `gradient` is the attribute that holds the gradient, where the user has named it.
    """
    own = definitions(text)
    for kind in _candidates(own, limits):
        found = _described(own, kind, limits, gradient)
        if found is not None:
            return found
    if gradient is not None:
        raise ProblemError(Problem(Code.OWN_ENGINE_QUESTION, say("exam-no-attribute", name=gradient)))
    raise ProblemError(Problem(Code.OWN_ENGINE_STOPPED, say("exam-no-engine"), say("exam-no-engine.hint"), (0, len(text))))


def _machine(text: str, limits: Limits) -> Machine:
    machine = Machine(text, limits)
    outcome = machine.run(parsed(text))
    if outcome.error is not None:
        message = say("own-raised", name=type(outcome.error).__name__, text=str(outcome.error)[:300])
        raise ProblemError(Problem(Code.OWN_ENGINE_STOPPED, message, None, machine.places.span(outcome.error_at)))
    return machine


def _candidates(text: str, limits: Limits) -> list[str]:
    """The classes that might be that of values: those with arithmetic first, then those that hold one number."""
    names = _machine(text, limits).globals
    kinds = {name: value for name, value in names.items() if isinstance(value, UserClass)}
    return sorted(kinds, key=lambda name: -sum(kinds[name].find(each) is not MISSING for each in _DUNDERS))


def _described(text: str, name: str, limits: Limits, chosen: str | None) -> Engine | None:
    machine = _machine(text, limits)
    kind = machine.globals[name]
    initial = kind.find("__init__")
    if not isinstance(initial, Function) or not initial.parameters.positional[1:]:
        return None
    tracked = {"requires_grad": True} if "requires_grad" in initial.parameters.names else {}
    try:
        one, other = (machine.construct(kind, [number], tracked) for number in (2.5, 3.5))
    except Exception:  # noqa: BLE001 - whatever the engine raises
        return None
    value = next((key for key in one.members if _is(one, key, 2.5) and _is(other, key, 3.5)), None)
    if value is None:
        return None
    own = {symbol for method, symbol in _DUNDERS.items() if kind.find(method) is not MISSING}
    functions = {each for each, found in machine.globals.items() if isinstance(found, Function)}
    by_functions = not own & {"+", "*"}
    offers = {_FUNCTIONS[each] for each in functions & _FUNCTIONS.keys()} if by_functions else own
    methods = {each for each in UNARY if isinstance(kind.find(each), Function)}
    offers |= methods | (functions & set(UNARY))
    if not offers & {"+", "*"}:
        return None
    pair = ("add" if "+" in offers else "mul", "+" if "+" in offers else "*")
    if chosen is not None and chosen not in one.members:
        return None
    begin, gradient = _backward(
        machine, kind, (one, other), value, pair[0] if by_functions else pair[1], by_functions=by_functions
    )
    gradient = chosen or gradient
    if gradient is None:
        return None
    tracking = ", requires_grad=True" if tracked else ""
    arrays = isinstance(one.members[value], np.ndarray)
    tapes = tuple(each for each, held in machine.globals.items() if isinstance(held, list))
    return Engine(
        text, name, value, gradient, begin, frozenset(offers), frozenset(methods), by_functions, tracking, arrays, tapes
    )


def _is(of: Instance, name: str, number: float) -> bool:
    found = of.members[name]
    return isinstance(found, int | float | np.ndarray | np.generic) and np.ndim(found) == 0 and float(found) == number


def _backward(
    machine: Machine, kind: UserClass, pair: tuple[Any, Any], value: str, symbol: str, *, by_functions: bool
) -> tuple[str, str | None]:
    """How a pass begins, and the attribute that it writes."""
    one, other = pair
    result: Any = None
    try:
        if by_functions:
            result = machine.call(machine.globals[symbol], [one, other], {})
        else:
            result = one + other if symbol == "+" else one * other
    except (ArithmeticError, TypeError, ValueError, AttributeError, LookupError):
        result = one
    named = [key for key in one.members if key != value and _speaks(key)]
    for pattern, call in _beginnings(machine, kind, result):
        before = dict(one.members)
        try:
            machine.call(call, [result] if not pattern.startswith("{}") else [], {})
        except Exception:  # noqa: BLE001 - whatever the engine raises
            return pattern, named[0] if named else None
        changed = [key for key in one.members if key != value and one.members[key] is not before.get(key)]
        written = [key for key in changed if isinstance(one.members[key], int | float | np.ndarray | np.generic)]
        found = next(iter([*(each for each in written if each in named), *written, *named]), None)
        if found is not None:
            return pattern, found
    second = machine.construct(kind, [2.5, 1.0], {}) if len(_positional(kind)) > 2 else None
    tangent = next((key for key in second.members if key != value and _is(second, key, 1.0)), None) if second else None
    return "", tangent


def _speaks(name: str) -> bool:
    return any(word in name.lower() for word in ("grad", "adj", "deriv", "slope", "bar"))


def _positional(kind: UserClass) -> list[str]:
    initial = kind.find("__init__")
    return initial.parameters.positional if isinstance(initial, Function) else []


def _beginnings(machine: Machine, kind: UserClass, result: Any) -> Iterator[tuple[str, Any]]:
    """Methods and functions that may begin a pass, the likely ones first."""
    words = ("backward", "backprop", "back", "gradients", "grads", "grad")
    names = {name for each in kind.line if isinstance(each, UserClass) for name in each.members}
    for word in words:
        for name in sorted(names):
            found = kind.find(name)
            if word in name.lower() and "zero" not in name and isinstance(found, Function) and found.parameters.needed == 1:
                yield f"{{}}.{name}()", machine.bound(found, result)
        for name, function in machine.globals.items():
            if word in name.lower() and "zero" not in name and isinstance(function, Function) and function.parameters.needed == 1:
                yield f"{name}({{}})", function
