"""Writes the tables of signatures: what the functions, methods and classes that programs may call take in the real libraries.

`.venv/bin/python scripts/signatures.py` reads the libraries that are installed and writes a file for each in
`engine/interpreter/signatures/tables/`; with `--tensorflow FOLDER` also TensorFlow's, from the Python sources of an unpacked
wheel, since it is too large to be installed for that. A test compares the files with the installed libraries.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.metadata
import inspect
import json
import platform
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backpass.engine.interpreter.libraries.spellings import DIALECTS, SAME_NAMES  # noqa: E402
from backpass.engine.interpreter.signatures.binding import OBJECTS, accepted, accepted_methods  # noqa: E402
from backpass.engine.interpreter.signatures.signatures import FOLDER  # noqa: E402

LIBRARIES = {
    "python": ("math", "random"),
    "numpy": ("numpy",),
    "torch": ("torch",),
    "jax": ("jax",),
    "autograd": ("autograd",),
    "tensorflow": ("tensorflow",),
}
"""Per file the libraries whose modules stand in it."""

_MADE_OF_DATA = ("tensor", "as_tensor", "array")
"""What has schemas of its own for each kind of data."""
_DOCUMENTED = ("cuda",)
"""Methods whose schema is that of compiled programs, which give no device."""
_UNSTATED = "..."
"""In the place of a default that is no plain value."""
_MOVED = "non_blocking: bool = False, copy: bool = False, *, memory_format=None"
_OF_BINDINGS = {
    "torch.Tensor.nonzero": ["(*, as_tuple=False)"],
    "torch.Tensor.to": [f"({first}{_MOVED})" for first in ("device, dtype=None, ", "dtype=None, ", "")],
}
"""What PyTorch's binding to Python adds to a schema, and no documentation of the method has."""
_DROPPED = ("_", "called_by_autograd_dispatcher")
"""Beginnings of parameters that are not for callers."""


def table(library: str, tensorflow: Path | None = None) -> dict[str, Any]:
    """A library's table: its version and, by dotted name, the signatures of what programs may call.

    Raises ImportError where the library is not installed.
    """
    if library == "tensorflow":
        if tensorflow is None:
            raise ImportError(library)
        exported = _exported(tensorflow)
        read: Callable[[str, str], list[str]] = lambda module, name: exported.get(f"{module}.{name}", [])  # noqa: E731
        version = tensorflow.name
    else:
        read = _installed
        version = _version(library)
    found: dict[str, list[str]] = {}
    for module in sorted({each for dialect in DIALECTS for each in dialect.modules} - SAME_NAMES.keys()):
        if module.partition(".")[0] in LIBRARIES[library]:
            for name in sorted(accepted(module)):
                if signatures := read(module, name):
                    found[f"{module}.{name}"] = signatures
    for dotted in OBJECTS.get(library, ()):
        module, _, kind = dotted.rpartition(".")
        for name in sorted(accepted_methods()):
            if library != "tensorflow" and (signatures := _of_method(module, kind, name)):
                found[f"{dotted}.{name}"] = _OF_BINDINGS.get(f"{dotted}.{name}", signatures)
    return {"library": library, "version": version, "signatures": found}


def _version(library: str) -> str:
    if library == "python":
        return ".".join(platform.python_version_tuple()[:2])
    if library == "autograd":
        return importlib.metadata.version("autograd")
    return str(importlib.import_module(library).__version__).partition("+")[0]


def _module(name: str) -> Any:
    """A module or a class by its dotted name; what autograd wraps is asked of whom it wraps. None where there is none."""
    for wrapper, wrapped in (("autograd.numpy", "numpy"), ("autograd.scipy", "scipy")):
        if name.startswith(wrapper):
            name = wrapped + name.removeprefix(wrapper)
    return _imported(name)


def _imported(name: str) -> Any:
    parts = name.split(".")
    found: Any
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found
    raise ImportError(name)


def _installed(module: str, name: str) -> list[str]:
    if not hasattr(_imported(module), name):
        return []
    function = getattr(_module(module), name, None)
    if not callable(function) or inspect.ismodule(function):
        return []
    if inspect.isclass(module_class := _module(module)) and not inspect.isclass(function):
        return [_without_first(each) for each in _signatures(function, module, name)] if module_class else []
    return _signatures(function, module, name)


def _of_method(module: str, kind: str, name: str) -> list[str]:
    owner = getattr(_module(module), kind, None)
    method = getattr(owner, name, None)
    if not callable(method):
        return []
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):
        schemas = [] if name in _DOCUMENTED else _of_schemas(f"aten::{name}", method=True)
        return schemas or _of_docstring(method, name)
    if any(each.kind is each.VAR_KEYWORD for each in signature.parameters.values()):  # numpy.ndarray says less than numpy
        function = getattr(_module(module), name, None)
        signature = inspect.signature(function) if callable(function) else signature
    return [_without_first(_written(signature))]


def _without_first(text: str) -> str:
    return re.sub(r"^\((?:self|a|[a-z]+)(?:, /)?(?:, )?", "(", text)


def _signatures(function: Any, module: str, name: str) -> list[str]:
    try:
        return [_written(inspect.signature(_behind(function)))]
    except (TypeError, ValueError):
        pass
    if name in _MADE_OF_DATA:
        return _of_docstring(function, name)
    if module.startswith("torch"):
        prefix = {"torch.linalg": "linalg_", "torch.special": "special_"}.get(module, "")
        native = getattr(function, "__name__", name).removeprefix(prefix)
        for each in (f"aten::{prefix}{name}", f"aten::{name}", f"aten::{native}"):
            if found := _of_schemas(each, method=False):
                return found
    return _of_docstring(function, name)


def _behind(function: Any) -> Any:
    """Of a function of PyTorch's that one of two stands behind, by an option, the one that takes the same."""
    while (code := getattr(function, "__code__", None)) is not None and "if_true" in code.co_freevars:
        function = function.__closure__[code.co_freevars.index("if_true")].cell_contents
    return function


def _written(signature: inspect.Signature) -> str:
    """A signature as text without annotations, defaults that are no plain values as `...`."""
    kept = [
        each.replace(annotation=each.empty)
        for each in signature.parameters.values()
        if not each.name.startswith(_DROPPED) and each.kind is not each.VAR_KEYWORD
    ]
    places = [each for each in kept if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    only = [each for each in kept if each.kind is each.POSITIONAL_ONLY]
    parts = [_parameter(each) for each in places]
    if only:
        parts.insert(len(only), "/")
    several = [each for each in kept if each.kind is each.VAR_POSITIONAL]
    named = [each for each in kept if each.kind is each.KEYWORD_ONLY]
    parts += [f"*{each.name}" for each in several] or (["*"] if named else [])
    return f"({', '.join([*parts, *map(_parameter, named)])})"


def _parameter(parameter: inspect.Parameter) -> str:
    return parameter.name if parameter.default is parameter.empty else f"{parameter.name}={_plain(parameter.default)}"


def _plain(default: Any) -> str:
    text = repr(default)
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _UNSTATED
    return text


def _of_docstring(function: Any, name: str) -> list[str]:
    """The signatures that a documentation begins with: `tensor(data, *, dtype=None) -> Tensor`."""
    found = []
    text = re.sub(r"[\[\]]", "", function.__doc__ or "") if _is_python(function) else function.__doc__ or ""
    for given in re.findall(rf"(?:^|\.\. function:: ){re.escape(name)}(\(.*?\))(?: ->|$)", text, re.MULTILINE):
        text = re.sub(
            r"=\s*([A-Za-z_.]+)", lambda each: each[0] if each[1] in ("None", "True", "False") else f"={_UNSTATED}", given
        )
        text = re.sub(r"(Optional\[[^\]]*\])(?!\s*=)", r"\1=None", text)  # which PyTorch forgets to say of `as_tensor`
        try:
            ast.parse(f"def f{text}: pass")
        except SyntaxError:
            continue
        found.append(text.replace(" = ", "="))
    return found


def _is_python(function: Any) -> bool:
    """Whether it is Python's own, whose documentation has what may be left out in square brackets."""
    return getattr(function, "__module__", "") == "math"


# PyTorch's own functions have their signatures as schemas, one for each way of calling


_TYPES = (
    (r"int\[\d*\]|SymInt\[\d*\]", "ints"),
    (r"int|SymInt", "int"),
    (r"bool", "bool"),
    (r"Tensor\[\]", "tensors"),
    (r"Tensor", "Tensor"),
)
_NOT_FOR_CALLERS = re.compile(r"Dimname|\(\w!\)|MemoryFormat")


def _of_schemas(name: str, *, method: bool) -> list[str]:
    torch = importlib.import_module("torch")
    schemas = torch._C._jit_get_schemas_for_operator(name)
    texts = [str(each) for each in schemas if any("Tensor" in str(found.type) for found in each.returns)]
    has_out = any("(a!) out" in each for each in texts) and not method
    if name in (
        "aten::empty",
        "aten::full_like",
    ):  # which has no schema without a memory format, and no signature in its documentation
        texts = [each.replace(", MemoryFormat? memory_format=None", "") for each in texts]
    found = [_of_schema(each, method=method, has_out=has_out) for each in texts if not _NOT_FOR_CALLERS.search(each)]
    return sorted({each for each in found if each is not None}, key=lambda each: ("int" not in each, each))


def _of_schema(text: str, *, method: bool, has_out: bool) -> str | None:
    inside = re.sub(r"\(\w(?: -> \*)?\)", "", text[text.index("(") + 1 : text.rindex(") ->")])
    given = [each.strip() for each in re.split(r", (?![^\[]*\])", inside) if each.strip()]
    if method and (not given or given.pop(0).split()[-1] != "self"):
        return None
    written = [each if each == "*" else _of_schema_parameter(each) for each in given]
    places = given[: given.index("*")] if "*" in given else given
    if len(places) == 1 and re.match(r"(?:Sym)?[iI]nt\[\]", places[0]):
        written[0] = written[0].replace(": ints", ": places")
    if has_out:
        written += ["out=None"] if "*" in given else ["*", "out=None"]
    if "pin_memory" in text:
        written.append("requires_grad=False")
    return f"({', '.join(written)})"


def _of_schema_parameter(text: str) -> str:
    kind, _, rest = text.partition(" ")
    name, equals, default = rest.partition("=")
    name = "input" if name == "self" else name
    written = next((ours for theirs, ours in _TYPES if re.fullmatch(rf"(?:{theirs})\??", kind)), None)
    written = None if name == "dtype" else written  # a number to PyTorch itself, and no number to callers
    text = f"{name}: {written}" if written else name
    if not equals and kind.endswith("?"):
        equals = ""
    if not equals:
        return text
    plain = _UNSTATED if name == "dtype" and default != "None" else _plain_or_unstated(default)
    return f"{text} = {plain}" if written else f"{text}={plain}"


def _plain_or_unstated(text: str) -> str:
    text = text.replace('"', "'")
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _UNSTATED
    return text


# TensorFlow, which is not imported: its sources are read


def _exported(folder: Path) -> dict[str, list[str]]:
    """By public name, what TensorFlow's sources export with `@tf_export`."""
    found: dict[str, list[str]] = {}
    for path in sorted((folder / "tensorflow" / "python").rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "tf_export" not in text:
            continue
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for name in _exported_names(node.decorator_list):
                    if written := _of_node(node):
                        found[f"tensorflow.{name}"] = [written]
    return found


def _exported_names(decorators: Iterable[ast.expr]) -> list[str]:
    names = []
    for each in decorators:
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute | ast.Name):
            called = each.func.attr if isinstance(each.func, ast.Attribute) else each.func.id
            if called == "tf_export":
                names += [str(ast.literal_eval(argument)) for argument in each.args]
    return names


def _of_node(node: ast.FunctionDef | ast.ClassDef) -> str | None:
    if isinstance(node, ast.ClassDef):
        initial = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
        return _without_first(_of_arguments(initial.args)) if initial else None
    return _of_arguments(node.args)


def _of_arguments(arguments: ast.arguments) -> str:
    places = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(places) - len(arguments.defaults)) + list(arguments.defaults)
    parts = [_of_argument(each.arg, default) for each, default in zip(places, defaults, strict=True)]
    if arguments.vararg:
        parts.append(f"*{arguments.vararg.arg}")
    elif arguments.kwonlyargs:
        parts.append("*")
    parts += [_of_argument(each.arg, default) for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    return f"({', '.join(parts)})"


def _of_argument(name: str, default: ast.expr | None) -> str:
    return name if default is None else f"{name}={_plain_or_unstated(ast.unparse(default))}"


def written(made: dict[str, Any]) -> str:
    """A table as the text of its file."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tensorflow", type=Path, help="an unpacked wheel, in a folder called as its version")
    options = parser.parse_args()
    for library in LIBRARIES:
        try:
            made = table(library, options.tensorflow)
        except ImportError:
            print(f"{library}: not installed, so its table stays as it is")
            continue
        (FOLDER / f"{library}.json").write_text(written(made), encoding="utf-8")
        print(f"{library} {made['version']}: {len(made['signatures'])} names")


if __name__ == "__main__":
    main()
