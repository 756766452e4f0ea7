"""Modules without files: their code is in memory before the fence is closed, and is run when a program imports them."""

import importlib.util
import marshal
import struct
import sys
from collections.abc import Collection, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

_HEADER = 16
"""Bytes before the code in a file of compiled code: https://peps.python.org/pep-0552/."""


class _Module(NamedTuple):
    """The code of a module, as text or compiled."""

    content: bytes
    file: str
    is_package: bool
    is_compiled: bool


class InMemory(MetaPathFinder, Loader):
    """Finds modules whose code it has. Nothing else is looked for, so that an import never asks for a file."""

    def __init__(self) -> None:
        self._modules: dict[str, _Module] = {}

    def read(self, folder: Path, package: str = "", without: Collection[str] = ()) -> None:
        """Takes the modules below a folder, as parts of a package, but for those named in `without` and their parts."""
        for file in sorted(folder.iterdir()):
            name = f"{package}.{file.stem}" if package else file.stem
            if name in without or not file.stem.isidentifier():
                continue
            if file.suffix == ".py" and file.stem != "__init__":
                self._take(name, file, is_package=False)
            elif (file / "__init__.py").is_file():
                self._take(name, file / "__init__.py", is_package=True)
                self.read(file, name, without)

    def _take(self, name: str, file: Path, *, is_package: bool) -> None:
        if name not in sys.modules:
            compiled = _compiled(file)
            self._modules[name] = _Module(compiled or file.read_bytes(), str(file), is_package, compiled is not None)

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG002
        """Of a module that is in memory; None for every other."""
        found = self._modules.get(fullname)
        return found and ModuleSpec(fullname, self, origin=found.file, is_package=found.is_package)

    def exec_module(self, module: ModuleType) -> None:
        """Runs the code of a module in it."""
        found = self._modules[module.__name__]
        module.__file__ = found.file
        code = marshal.loads(found.content) if found.is_compiled else compile(found.content, found.file, "exec")  # noqa: S302
        assert isinstance(code, CodeType)
        exec(code, vars(module))  # noqa: S102 - it is a module of the installation


def _compiled(file: Path) -> bytes | None:
    """The compiled code of a file, where who installed it has left it and it is of this Python and of this file."""
    try:
        content = Path(importlib.util.cache_from_source(str(file))).read_bytes()
        magic, kind, changed, size = struct.unpack_from("<4sIII", content)
    except (OSError, struct.error):
        return None
    about = file.stat()
    is_same = kind == 0 and (changed, size) == (int(about.st_mtime) & 0xFFFFFFFF, about.st_size & 0xFFFFFFFF)
    return content[_HEADER:] if magic == importlib.util.MAGIC_NUMBER and is_same else None
