"""Counts the names of PyTorch, NumPy, JAX and SciPy in tutorials: `python scripts/count_names.py FOLDER` writes docs/names.json.

FOLDER holds checkouts of public tutorials, each in a folder `owner+name`. Python files, notebooks and the code of Markdown pages
are parsed; nothing of them is run or kept but names and numbers. A name counts once for each file, and by its occurrences.
PyTorch, NumPy, JAX and SciPy must be installed: what they do not have is not counted.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COUNTS = Path(__file__).resolve().parent.parent / "docs" / "names.json"

MODULES = (
    *("torch", "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.utils", "torch.optim", "torch.optim.lr_scheduler"),
    *("torch.autograd", "torch.linalg", "numpy", "numpy.linalg", "numpy.random"),
    *("jax.numpy", "jax.nn", "jax.lax", "jax.random", "scipy.special", "scipy.stats.norm"),
)
"""Whose names are counted."""

METHODS = {"torch": "torch.Tensor", "numpy": "numpy.ndarray", "jax": "jax.Array"}
"""By the library that a file imports, the class whose methods are counted in it: of several the first."""

_TUTORIALS = {
    "jax-ml/jax": r"(docs/(?!_static|pallas|jep)|examples/)",
    "PyTorchKorea/tutorials-kr": r"(beginner|intermediate|advanced|recipes)_source/",
    "HIPS/autograd": r"(examples|docs)/",
    "d2l-ai/d2l-en": r"chapter_",
}
"""By repository that holds more than tutorials, the beginning of the paths that are counted."""
_TABS = ("pytorch", "jax", "tensorflow", "mxnet")
"""Tabs of d2l's pages; those of the other libraries are left out."""
_MAX_KEPT = 600


def sources(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Repository, path and text of each file that is counted."""
    for repository in sorted(each for each in folder.iterdir() if each.is_dir()):
        paths = _git(repository, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
        wanted = re.compile(_TUTORIALS.get(repository.name.replace("+", "/"), ""))
        notebooks = {path.removesuffix(".ipynb") for path in paths if path.endswith(".ipynb")}
        for path in paths:
            stem, _, suffix = path.rpartition(".")
            twin = suffix in ("md", "py") and stem in notebooks  # a page that is a notebook too
            if suffix in ("py", "ipynb", "md") and not twin and wanted.match(path):
                try:
                    yield repository.name.replace("+", "/"), path, _git(repository, "show", f"HEAD:{path}")
                except subprocess.CalledProcessError:
                    continue  # a file that the checkout lists and does not hold


def _git(repository: Path, *words: str) -> str:
    place = repository / "repo" if (repository / "repo").exists() else repository
    made = subprocess.run(["git", "-C", str(place), *words], capture_output=True, check=True)  # noqa: S607
    return made.stdout.decode("utf-8", "replace")


def programs(path: str, text: str) -> list[list[str]]:
    """The pieces of code of a file. Several lists where the file says the same in several libraries."""
    if path.endswith(".py"):
        return [[text]]
    if path.endswith(".ipynb"):
        try:
            cells = json.loads(text).get("cells", [])
        except ValueError:
            return []
        return [["".join(each["source"]) for each in cells if each.get("cell_type") == "code"]]
    blocks = _CODE.findall(text)
    tabs = [_tabs(block) for block in blocks]
    if not any(tabs):
        return [blocks]
    return [[block for block, names in zip(blocks, tabs, strict=True) if not names or tab in names] for tab in _TABS[:2]]


_CODE = re.compile(r"^```[ \t]*\{?\.?(?:code-cell|python|ipython)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE | re.IGNORECASE)
"""Code of a Markdown page."""


def _tabs(block: str) -> tuple[str, ...]:
    found = re.match(r"\s*(?:#@tab|%%tab)([^\n]*)", block)
    names = tuple(re.findall(r"\w+", found[1])) if found else ()
    return _TABS if "all" in names else names


def names_of(pieces: list[str]) -> Counter[str]:
    """How often the code of a file uses each name."""
    trees = []
    for piece in pieces:
        lines = [re.sub(r"^(\s*)[%!?].*$", r"\1pass", line) for line in piece.splitlines()]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                trees.append(ast.parse("\n".join(lines)))
        except (SyntaxError, ValueError):
            continue
    aliases: dict[str, str] = {}
    for tree in trees:
        aliases |= _imports(tree)
    libraries = {each.partition(".")[0] for each in aliases.values()}
    kind = next((METHODS[each] for each in METHODS if each in libraries), None)
    found: Counter[str] = Counter()
    for tree in trees:
        called = {id(each.func) for each in ast.walk(tree) if isinstance(each, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute | ast.Name) and (name := _counted(node, aliases, kind, id(node) in called)):
                found[name] += 1
    return found


def _imports(tree: ast.AST) -> dict[str, str]:
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                found[each.asname or each.name.partition(".")[0]] = each.name if each.asname else each.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                found[each.asname or each.name] = f"{node.module}.{each.name}"
    return {name: re.sub(r"^autograd\.(?=numpy|scipy)", "", dotted) for name, dotted in found.items()}


def _counted(node: ast.Attribute | ast.Name, aliases: dict[str, str], kind: str | None, called: bool) -> str | None:
    """The dotted name that a piece of code refers to, if it is one that is counted."""
    parts: list[str] = []
    below: ast.expr = node
    while isinstance(below, ast.Attribute):
        parts.insert(0, below.attr)
        below = below.value
    if isinstance(below, ast.Name) and below.id in aliases:
        module, _, name = ".".join([aliases[below.id], *parts]).rpartition(".")
        return f"{module}.{name}" if module in MODULES and _exists(module, name) and not _is_module(module, name) else None
    if (
        isinstance(node, ast.Attribute)
        and called
        and kind
        and not isinstance(below, ast.Constant)
        and _is_method(kind, node.attr)
    ):
        return f"{kind}.{node.attr}"
    return None


def _exists(module: str, name: str) -> bool:
    return not name.startswith("_") and hasattr(_of(module), name)


def _is_module(module: str, name: str) -> bool:
    return type(getattr(_of(module), name)).__name__ == "module"


def _is_method(kind: str, name: str) -> bool:
    """Whether only arrays have it, and neither lists, texts and dictionaries nor modules and figures."""
    others = (list, str, dict, set, tuple)
    if name in _OF_OTHERS or any(hasattr(each, name) for each in others):
        return False
    return callable(getattr(_of(kind), name, None))


_OF_OTHERS = frozenset(
    {"to", "cuda", "cpu", "type", "apply", "backward", "numpy", "plot", "hist", "put", "set_", "map", "select"}
)
"""Methods that modules, figures and data sets have as well; those of tensors are not distinguished from them."""
_OF_OTHERS -= {"backward", "numpy"}


def _of(dotted: str) -> Any:
    module, _, name = dotted.rpartition(".")
    try:
        return importlib.import_module(dotted)
    except ImportError:
        return getattr(importlib.import_module(module), name)


def main() -> None:
    folder = Path(sys.argv[1])
    files: Counter[str] = Counter()
    uses: Counter[str] = Counter()
    read: Counter[str] = Counter()
    for repository, path, text in sources(folder):
        found: Counter[str] = Counter()
        for pieces in programs(path, text):
            found |= names_of(pieces)
        read[repository] += bool(found)
        files.update(found.keys())
        uses.update(found)
    commits = {name: _git(folder / name.replace("/", "+"), "rev-parse", "--short=10", "HEAD").strip() for name in read}
    kept = sorted(files, key=lambda name: (-files[name], -uses[name], name))[:_MAX_KEPT]
    COUNTS.write_text(
        json.dumps(
            {
                "sources": [{"repository": name, "commit": commits[name], "files": read[name]} for name in sorted(read)],
                "names": {name: [files[name], uses[name]] for name in kept},
            },
            indent=1,
        )
        + "\n",
        encoding="utf-8",
    )
    print(f"{sum(read.values())} files, {len(files)} names")


if __name__ == "__main__":
    main()
