"""The files of the prelude: which names each gives, and by which statement. Read once for all runs."""

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

PRELUDE = Path(__file__).resolve().parents[2] / "prelude"
NATIVES = "backpass.engine.python.libraries.natives"
"""The module from which a file of the prelude takes what is not written as a program."""
ARRAY_NATIVES = "backpass.engine.python.libraries.array_natives"
"""As `NATIVES`, of NumPy's, and of the library whose arrays a module computes with where NumPy's files are laid out again."""
JAX_NATIVES = "backpass.engine.python.libraries.jax_natives"
"""As `NATIVES`, of JAX's."""
AUTOGRAD_NATIVES = "backpass.engine.python.libraries.autograd_natives"
"""As `NATIVES`, of autograd's."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the prelude."""

    statements: dict[str, ast.stmt] = field(default_factory=dict)
    """By name, what gives it."""
    stars: list[ast.ImportFrom] = field(default_factory=list)
    """The imports of all names of another file."""


_SAME = MappingProxyType(
    {
        **dict.fromkeys(
            (f"torch.nn.modules{each}" for each in ("", ".activation", ".batchnorm", ".container", ".conv")), "torch.nn"
        ),
        **dict.fromkeys(
            (f"torch.nn.modules.{each}" for each in ("dropout", "linear", "loss", "module", "pooling", "sparse")), "torch.nn"
        ),
        **dict.fromkeys(
            (f"torch.optim.{each}" for each in ("adam", "adamw", "sgd", "optimizer", "rmsprop", "adagrad")), "torch.optim"
        ),
        **dict.fromkeys(
            (f"torch.distributions.{each}" for each in ("bernoulli", "categorical", "kl", "normal")), "torch.distributions"
        ),
        "torch.nn.parameter": "torch.nn",
        **{f"autograd.{each}": each for each in ("numpy", "numpy.linalg", "numpy.random")},
    }
)
"""Modules whose names are those of another one here."""
_LAID_AGAIN = MappingProxyType({"jax.numpy": "numpy", "jax.scipy": "autograd.scipy"})
"""Modules whose files are those of others, laid out once more with arrays of their own, but for the files that they have."""
_AGAIN_FOR_PROGRAMS = ("jax.numpy.linalg", *(f"jax.scipy{each}" for each in ("", ".special", ".stats", ".stats.norm")))
"""Those of them that programs may import."""


def module_of(name: str) -> str:
    """The module whose names one has: its own, unless it is another one's here."""
    return _SAME.get(name, name)


@cache
def path_of(module: str) -> Path | None:
    """Where a module of the prelude stands; None where it is not one."""
    place = PRELUDE.joinpath(*module_of(module).split("."))
    for found in (place / "__init__.py", place.with_suffix(".py")):
        if found.is_file():
            return found
    for own, other in _LAID_AGAIN.items():
        if module == own or module.startswith(f"{own}."):
            return path_of(other + module.removeprefix(own))
    return None


@cache
def public_modules() -> tuple[str, ...]:
    """The modules that programs may import."""
    names = []
    for path in sorted(PRELUDE.rglob("*.py")):
        parts = path.relative_to(PRELUDE).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if not any(part.startswith("_") for part in parts):
            names.append(".".join(parts))
    return *names, *_AGAIN_FOR_PROGRAMS, *_SAME


@cache
def file_of(module: str) -> File:
    """What stands in a module. Raises LookupError where there is none."""
    path = path_of(module)
    if path is None:
        raise LookupError(module)
    if module_of(module) != module:
        return file_of(module_of(module))
    found = File()
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
            found.stars.append(statement)
        for name in _given_by(statement):
            found.statements[name] = statement
    return found


def _given_by(statement: ast.stmt) -> list[str]:
    """The names that a statement of a file gives."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [each.asname or each.name for each in statement.names if each.name != "*"]
    if isinstance(statement, ast.Assign):
        return [each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    return []


def target_of(module: str, statement: ast.ImportFrom) -> str:
    """The module from which a file imports: `from .shapes import …` in `torch._tensor` is of `torch.shapes`."""
    if not statement.level:
        return statement.module or ""
    path = path_of(module)
    parts = module.split(".")
    is_package = path is not None and path.name == "__init__.py"
    kept = parts[: len(parts) - statement.level + is_package]
    return ".".join([*kept, *(statement.module.split(".") if statement.module else [])])


@cache
def names_of(module: str) -> list[str]:
    """The names that `from module import *` gives; of all but `torch` itself, its submodules are among them."""
    file = file_of(module)
    own = [name for name, statement in file.statements.items() if is_public(name, module, statement)]
    below = [each.rpartition(".")[2] for each in public_modules() if each.rpartition(".")[0] == module != "torch"]
    return own + below + [name for star in file.stars for name in names_of(target_of(module, star))]


def is_public(name: str, module: str, statement: ast.stmt) -> bool:
    """Whether a name is for programs: not one that a file imports from elsewhere for itself."""
    is_own = not isinstance(statement, ast.Import | ast.ImportFrom) or _is_of_library(module, statement)
    return not name.startswith("_") and is_own


def _is_of_library(module: str, statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.level > 0
