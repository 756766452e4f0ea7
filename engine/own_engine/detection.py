"""Whether a program brings an engine of its own: a class whose objects carry gradients or tangents through arithmetic."""

import ast
import sys
from functools import lru_cache

_ARITHMETIC = frozenset({"__add__", "__mul__", "__radd__", "__rmul__", "__sub__", "__truediv__", "__matmul__", "__pow__"})
_OF_LIBRARIES = frozenset({"torch", "jax", "tensorflow", "nn", "autograd", "keras", "tf", "flax"})
_GRADIENT = ("grad", "backward", "backprop", "adjoint", "dual", "tangent", "deriv", "_back", "vjp", "jvp")
_CONSTRUCTORS = frozenset({"Value", "Tensor", "Variable", "Var", "Dual"})


_DEEPEST = 4_000
"""Of Python's own frames, while a text is parsed: sums of thousands of terms are as deep as they are long."""


def parsed(text: str) -> ast.Module:
    """A text as Python reads it. Raises SyntaxError, also where it is nested more deeply than Python can read."""
    frames = sys.getrecursionlimit()
    sys.setrecursionlimit(max(frames, _DEEPEST))
    try:
        return ast.parse(text)
    except (RecursionError, MemoryError) as error:
        raise SyntaxError(str(error)) from None
    finally:
        sys.setrecursionlimit(frames)


@lru_cache(maxsize=256)
def defines_engine(text: str) -> bool:
    """Whether a program's text does. Only what Python reads can, and only then is the text looked at closely."""
    if "class " not in text or "def " not in text or len(text) > 200_000:
        return False
    try:
        tree = parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    classes = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    kinds = [each for each in classes if not _is_of_library(each)]
    if any(_is_of_library(each) for each in classes):
        return False
    return any(_carries(each) for each in kinds) or _with_operations(kinds) or _with_tape(tree, kinds)


def _is_of_library(kind: ast.ClassDef) -> bool:
    """Whether a class extends one of a library's, such as `torch.autograd.Function`."""
    for base in kind.bases:
        names = {each.id for each in ast.walk(base) if isinstance(each, ast.Name)}
        names |= {each.attr for each in ast.walk(base) if isinstance(each, ast.Attribute)}
        if names & _OF_LIBRARIES:
            return True
    return False


def _methods(kind: ast.ClassDef) -> set[str]:
    found = {each.name for each in kind.body if isinstance(each, ast.FunctionDef)}
    return found | {
        name.id for each in kind.body if isinstance(each, ast.Assign) for name in each.targets if isinstance(name, ast.Name)
    }


def _words(tree: ast.AST) -> set[str]:
    """The attributes, names of functions and names of classes in a part of a program, in small letters."""
    found = set()
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute):
            found.add(each.attr.lower())
        elif isinstance(each, ast.FunctionDef | ast.ClassDef):
            found.add(each.name.lower())
        elif isinstance(each, ast.arg):
            found.add(each.arg.lower())
    return found


def _carries(kind: ast.ClassDef) -> bool:
    """Arithmetic, and gradients by the name of anything in it."""
    return bool(_methods(kind) & _ARITHMETIC) and (_speaks(kind) or kind.name in _CONSTRUCTORS)


def _speaks(tree: ast.AST) -> bool:
    words = _words(tree)
    return "back" in words or any(word in name for name in words for word in _GRADIENT)


def _with_operations(kinds: list[ast.ClassDef]) -> bool:
    """Operations as objects: a class with `forward` and `backward`, beside a class of ours by name, `Tensor` or `Value`."""
    return any(each.name in _CONSTRUCTORS for each in kinds) and any({"forward", "backward"} <= _methods(each) for each in kinds)


def _with_tape(tree: ast.Module, kinds: list[ast.ClassDef]) -> bool:
    """A class whose objects have a gradient that functions of the program add to: a tape of closures."""
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    stored = {
        target.attr
        for function in functions
        for each in ast.walk(function)
        if isinstance(each, ast.AugAssign | ast.Assign)
        for target in ([each.target] if isinstance(each, ast.AugAssign) else each.targets)
        if isinstance(target, ast.Attribute)
    }
    held = {
        each.attr
        for kind in kinds
        for each in ast.walk(kind)
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
    }
    gradients = {name for name in stored & held if name.lower() in {"grad", "gradient", "adjoint", "bar", "derivative"}}
    return bool(gradients) and any("tape" in name or "back" in name or "grad" in name for name in _words(tree) | _globals(tree))


def _globals(tree: ast.Module) -> set[str]:
    return {
        target.id.lower()
        for each in tree.body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
