"""The files of the prelude: which names each gives, and by which statement. Read once for all runs."""

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

PRELUDE = Path(__file__).resolve().parents[2] / "prelude"
NATIVES = "backpass.engine.python.libraries.natives"
"""The module from which a file of the prelude takes what is not written as a program."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the prelude."""

    statements: dict[str, ast.stmt] = field(default_factory=dict)
    """By name, what gives it."""
    stars: list[ast.ImportFrom] = field(default_factory=list)
    """The imports of all names of another file."""


@cache
def path_of(module: str) -> Path | None:
    """Where a module of the prelude stands; None where it is not one."""
    place = PRELUDE.joinpath(*module.split("."))
    for found in (place / "__init__.py", place.with_suffix(".py")):
        if found.is_file():
            return found
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
    return tuple(names)


@cache
def file_of(module: str) -> File:
    """What stands in a module. Raises LookupError where there is none."""
    path = path_of(module)
    if path is None:
        raise LookupError(module)
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
