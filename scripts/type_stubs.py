"""Writes what mypy and an editor's completion know of operations: a stub of the methods of tensors, one of the functions.

Operations are given to the class of tensors when it is imported, each as its record says, so no source declares them.
`python3 run.py docs` runs this; a test fails where it was forgotten after a change.
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backpass.engine import OPERATIONS, Operation, Tensor  # noqa: E402
from backpass.engine.interpreter.libraries.spellings import OPTION_SPELLINGS  # noqa: E402
from backpass.engine.library.signatures import of_method, of_record  # noqa: E402

METHODS = ROOT / "engine" / "graph" / "tensor_methods.pyi"
FUNCTIONS = ROOT / "backpass" / "_operations.pyi"
_TYPES = {"axis": "int | Sequence[int] | None", "keepdims": "bool", "ddof": "float"}
_TWO_WAYS = frozenset({"std", "var"})
"""Operations that mean two things as functions, and so are methods alone."""


def stubs() -> dict[Path, str]:
    """The text of each file."""
    return {METHODS: _formatted(_methods()), FUNCTIONS: _formatted(_functions())}


def main() -> None:
    """Writes the files."""
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "stub.pyi", "-"]
    return subprocess.run(command, input=text, cwd=ROOT, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def _methods() -> str:
    lists = {name for record in OPERATIONS.values() if record.variadic for name in record.names}
    absent = _declared() | lists | {f"{name}_" for name in lists}
    names = [name for name in sorted(set(dir(Tensor)) - absent) if name.isascii() and (name in _HIDDEN or name[0] != "_")]
    head = _head("What tensors can besides what their class declares.", "Callable, Sequence", _CLASSES).replace(
        "\n\nfrom", "\n\nimport builtins\nfrom", 1
    )
    return f"{head}\nclass TensorMethods:\n" + "\n".join(map(_method, names))


def _functions() -> str:
    records = {name: record for name, record in OPERATIONS.spellings.items() if name.isascii() and name not in _TWO_WAYS}
    return _head("Every operation as a function.", "Sequence") + "\n".join(
        _definition(name, _arguments(record, of_record(record)), "Tensor", record.summary)
        for name, record in sorted(records.items())
    )


_CLASSES = """from backpass.engine.graph.hooks import Handle
from backpass.engine.graph.tensor import Tensor
from backpass.engine.library.conversions import Size"""
_HIDDEN = frozenset(
    {
        "__array__",
        "__ceil__",
        "__float__",
        "__floor__",
        "__int__",
        "__round__",
        "__trunc__",
        "__setitem__",
        "_backward",
        "_made_otherwise",
        "_op",
        "_prev",
    }
    | {"_repr_mimebundle_", "_repr_svg_"}
)
"""What people call all the same, by its name or by Python's own syntax."""


def _head(summary: str, abstract: str, imports: str = "from backpass.engine.graph.tensor import Tensor") -> str:
    return f'''"""{summary} Written by scripts/type_stubs.py from the records."""

from collections.abc import {abstract}
from typing import Any, TypeAlias

from numpy.typing import NDArray

{imports}

_Operand: TypeAlias = Tensor | float | NDArray[Any] | list[Any] | tuple[Any, ...]
'''


def _declared() -> set[str]:
    """The names of the class that its own source declares."""
    tree = ast.parse((ROOT / "engine" / "graph" / "tensor.py").read_text(encoding="utf-8"))
    (body,) = (each.body for each in tree.body if isinstance(each, ast.ClassDef) and each.name == "Tensor")
    return {each.name for each in body if isinstance(each, ast.FunctionDef)} | set(Tensor.__slots__)


def _method(name: str) -> str:
    found = inspect.getattr_static(Tensor, name)
    if isinstance(found, property):
        if found.fset:
            return f"    {name}: Any\n"
        returns = _written(inspect.signature(found.fget).return_annotation) if found.fget else "Any"
        return f"    @property\n    def {name}(self) -> {_builtin(returns)}: ...\n"
    summary = (inspect.getdoc(found) or "").partition("\n")[0]
    arguments, returns = _signature(found)
    record = OPERATIONS.spellings.get(name) or OPERATIONS.spellings.get(name.removesuffix("_"))
    if record is not None and found.__module__ == "backpass":
        arguments, returns = ["self", *_arguments(record, of_method(record))[1:]], "Tensor"
    arguments = [_builtin(argument) for argument in arguments]
    return "".join(f"    {line}\n" for line in _definition(name, arguments, _builtin(returns), summary).splitlines())


def _builtin(text: str) -> str:
    """Types that are methods of tensors, too."""
    name, colon, kind = text.rpartition(": ")
    return name + colon + re.sub(r"\b(bool|float|int)\b", r"builtins.\1", kind)


def _definition(name: str, arguments: Iterable[str], returns: str, summary: str) -> str:
    head = f"def {name}({', '.join(arguments)}) -> {returns}: ..."
    return head + "\n" if not summary else f'{head[:-4]}\n    """{summary}"""\n'


def _arguments(record: Operation, taken: inspect.Signature) -> list[str]:
    """What a call of the operation takes, with types."""
    return _listed(taken.replace(parameters=[each.replace(annotation=_type(each, record)) for each in taken.parameters.values()]))


def _type(parameter: inspect.Parameter, record: Operation) -> str:
    if parameter.name == "tensors":
        return "Sequence[_Operand]"
    if parameter.name == "sizes":
        return "int | Sequence[int]"
    ours = OPTION_SPELLINGS.get(parameter.name, parameter.name)
    unary = OPERATIONS[record.unary_form].options if record.unary_form else ()
    return _TYPES.get(ours, "Any") if ours in (*record.options, *unary) else "_Operand"


def _listed(signature: inspect.Signature) -> list[str]:
    """The parameters as they are written in a stub."""
    given = [
        each.replace(
            annotation=Any if each.annotation is each.empty else each.annotation,
            default=each.empty if each.default is each.empty else ...,
        )
        for each in signature.parameters.values()
    ]
    text = _plain(str(inspect.Signature(given))).replace("= Ellipsis", "= ...")
    return [each.strip() for each in re.split(r",(?![^\[]*\])", text[1:-1])]


def _signature(found: Any) -> tuple[list[str], str]:
    """Parameters and result of what is written as a function."""
    signature = inspect.signature(found)
    arguments = _listed(signature)
    arguments[0] = arguments[0].partition(":")[0]
    return arguments, _written(signature.return_annotation)


def _written(annotation: Any) -> str:
    return "Any" if annotation is inspect.Signature.empty else _plain(inspect.formatannotation(annotation))


def _plain(text: str) -> str:
    """Types by their names alone."""
    text = re.sub(r"\b(?:[a-z_]+\.)+([A-Z]\w*)", r"\1", text).replace("'", "")
    return re.sub(r"ndarray\[.*?\]\]", "NDArray[Any]", text)


if __name__ == "__main__":
    main()
