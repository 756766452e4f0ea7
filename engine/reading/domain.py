"""Which programs are Python alone: they define functions or classes, import nothing but modules of Python's, and every name and
member in them is their own or Python's.
"""

import ast
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from backpass.engine.plain_python.allow_list.native_members import methods_of
from backpass.engine.plain_python.syntax.scopes import bound_in, within
from backpass.engine.python.libraries.files import names_of, public_modules
from backpass.engine.python.source import Source

_MODULES = frozenset(
    {
        "math",
        "random",
        "collections",
        "itertools",
        "functools",
        "operator",
        "copy",
        "dataclasses",
        "enum",
        "typing",
        "abc",
        "__future__",
        "string",
        "time",
        "contextlib",
        "types",
        "numbers",
        "heapq",
        "bisect",
        "textwrap",
    }
)
_TYPES = (int, float, complex, str, bytes, list, tuple, dict, set, frozenset, range)
_OF_TYPES = frozenset(name for kind in _TYPES for name in methods_of(kind))
_OF_OBJECTS = frozenset(
    {
        "__class__",
        "__dict__",
        "__name__",
        "__doc__",
        "__init__",
        "__mro__",
        "__bases__",
        "__qualname__",
        "__self__",
        "__func__",
        "__cause__",
        "__repr__",
        "__str__",
        "__eq__",
        "__hash__",
        "__setattr__",
        "__getattribute__",
        "__new__",
        "__init_subclass__",
        "__module__",
        "__call__",
        "__len__",
        "__iter__",
        "__next__",
        "_fields",
        "_asdict",
        "_replace",
        "_make",
        "args",
        "setter",
        "getter",
        "deleter",
        "send",
        "close",
        "throw",
        "real",
        "imag",
        "value",
        "name",
        "from_iterable",
    }
)


def is_python_alone(source: Source, ready: AbstractSet[str]) -> bool:
    """Whether a program is one. `ready` are the names that every program has."""
    if not source.of_kinds(ast.ClassDef) and ast.FunctionDef not in source.by_kind:
        return False
    if any(map(_has_rule, source.of_kinds(ast.ClassDef))):
        return False
    given, modules = set(_given(source)), _imported(source)
    if any(name.partition(".")[0] not in _MODULES for name in modules) or not _is_whole(source, given, ready):
        return False
    return all(_is_known(each, given, modules) for each in source.of_kinds(ast.Attribute))


def is_of_prelude(source: Source, ready: AbstractSet[str]) -> bool:
    """Whether a program imports a library of the prelude, and none but these and Python's modules."""
    modules = _imported(source)
    libraries = {name for name in modules if name.partition(".")[0] not in _MODULES}
    if not libraries or not libraries.issubset(public_modules()):
        return False
    roots = {name.partition(".")[0] for name in libraries}
    own = roots & _OF_FUNCTIONS  # which compute with NumPy beside them
    if any(map(_has_rule, source.of_kinds(ast.ClassDef))):
        return False
    if own:
        return len(own) == 1 and roots <= own | {"numpy"} and _is_of_functions(source, ready)
    if "numpy" in roots:  # whose arrays share the numbers of tensors
        return len(roots) == 1 and _is_of_arrays(source, ready)
    names = {each.attr for each in source.of_kinds(ast.Attribute)} | {each.name for each in source.of_kinds(ast.alias)}
    return _LEFT.isdisjoint(names) and _is_whole(source, set(_given(source)), ready)


_LEFT = frozenset(
    {
        "numpy",  # whose arrays share the numbers of tensors
        "from_numpy",
    }
)
"""Names of libraries that the interpreter draws better yet."""


def _is_of_arrays(source: Source, ready: AbstractSet[str]) -> bool:
    names = {each.attr for each in source.of_kinds(ast.Attribute)} | {each.name for each in source.of_kinds(ast.alias)}
    return _LEFT_OF_NUMPY.isdisjoint(names) and _is_whole(source, set(_given(source)), ready)


_LEFT_OF_NUMPY = frozenset(
    {
        "*",
        "float32",
        "float16",
        "int32",
        "uint8",
        "complex128",
        "einsum",
    }
)
"""Names of NumPy that the interpreter has and its prelude has not."""


_OF_FUNCTIONS = frozenset({"jax", "autograd"})
"""Libraries that give derivatives of functions, which compute with arrays like NumPy's or beside them."""
_LEFT_OF_FUNCTIONS = frozenset(
    {
        *(_LEFT_OF_NUMPY - {"float32", "int32"}),
        "eigh",
        "svd",
    }
)
"""Names of these libraries that the interpreter has and their preludes have not."""


def _is_of_functions(source: Source, ready: AbstractSet[str]) -> bool:
    names = {each.attr for each in source.of_kinds(ast.Attribute)} | {each.name for each in source.of_kinds(ast.alias)}
    return _LEFT_OF_FUNCTIONS.isdisjoint(names) and _is_whole(source, set(_given(source)), ready)


def _imported(source: Source) -> set[str]:
    return {name for each in source.of_kinds(ast.Import, ast.ImportFrom) for name in _modules(each)}


def _is_whole(source: Source, given: AbstractSet[str], ready: AbstractSet[str]) -> bool:
    """Whether every name that a program reads is its own or Python's."""
    if any(isinstance(each.value, complex) for each in source.of_kinds(ast.Constant)):
        return False
    read = {each.id for each in source.of_kinds(ast.Name) if isinstance(each.ctx, ast.Load)} - given
    if read - ready or "complex" in read:
        return False
    declared = {name for each in source.of_kinds(ast.Global) for name in each.names}
    return not _read_by_top_level(source.tree) - bound_in(source.tree.body) - declared - ready - set(_all_of_modules(source))


def _has_rule(kind: ast.ClassDef) -> bool:
    """Whether a class is a rule for derivatives, as libraries have them."""
    return {"forward", "backward"} <= {each.name for each in kind.body if isinstance(each, ast.FunctionDef)}


def _read_by_top_level(tree: ast.Module) -> set[str]:
    """The names that statements of the top level read, but for those of comprehensions and lambdas of their own."""
    inside = list(within(tree.body))
    own = {name for each in inside if isinstance(each, ast.comprehension) for name in bound_in([each.target])}
    return {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)} - own


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]


def _given(source: Source) -> Iterator[str]:
    """The names and members that a program gives a value."""
    yield from (each.id for each in source.of_kinds(ast.Name) if not isinstance(each.ctx, ast.Load))
    yield from (each.attr for each in source.of_kinds(ast.Attribute) if not isinstance(each.ctx, ast.Load))
    yield from (each.arg for each in source.of_kinds(ast.arg, ast.keyword) if each.arg)
    for each in source.of_kinds(ast.Import, ast.ImportFrom):
        yield from ((name.asname or name.name).partition(".")[0] for name in each.names)
    yield from _all_of_modules(source)
    for each in source.of_kinds(ast.Constant):
        if isinstance(each.value, str):  # fields of named tuples, slots, `setattr`
            yield from each.value.replace(",", " ").split()[:_MAX_FIELDS]
    yield from (each.name for each in source.of_kinds(*_NAMED) if each.name)
    yield from (each.rest for each in source.of_kinds(ast.MatchMapping) if each.rest)


def _all_of_modules(source: Source) -> Iterator[str]:
    """The names that `from module import *` gives."""
    for each in source.of_kinds(ast.ImportFrom):
        if each.names[0].name == "*" and each.module in public_modules():
            yield from names_of(each.module)


_NAMED = (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.alias)
_MAX_FIELDS = 50


def _is_known(node: ast.Attribute, given: set[str], modules: set[str]) -> bool:
    """Whether a member is the program's own, or one of Python's."""
    if node.attr in given or node.attr in _OF_OBJECTS or node.attr in _OF_TYPES:
        return True
    owner = node.value
    return isinstance(owner, ast.Name) and (bool(modules) and owner.id in given)
