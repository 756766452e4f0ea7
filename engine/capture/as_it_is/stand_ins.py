"""What stands in for data of a program that are elsewhere, within the fence: files, tables and pictures, as in the language."""

import builtins
import glob
import io
import os
import sys
import urllib.request
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from backpass.engine.capture.pasted import PASTED, part_of_text
from backpass.engine.capture.scripts.finding import frames_from
from backpass.engine.interpreter.errors import library_errors
from backpass.engine.invented import numbers
from backpass.engine.invented.files import Files
from backpass.engine.invented.texts import described, files_of

_NOWHERE: Any = SimpleNamespace(span=None)
_MAX_NOTES = 50


class _Bytes(io.BytesIO):
    """A file that the program writes, and may read again."""

    kept = b""

    def close(self) -> None:
        """Keeps what is in it."""
        if not self.closed:
            self.kept = self.getvalue()
        super().close()


class StandIns(Files):
    """The data of one program that are invented, and the files that it writes."""

    def __init__(self, program: str) -> None:
        super().__init__()
        self.notes: list[list[Any]] = []
        """Of each its kind, what is known of it, and the part of the text that asked for it."""
        self._program = program
        self._bytes: dict[str, _Bytes] = {}
        self._open = builtins.open

    def install(self) -> None:
        """In place of what asks for files."""
        builtins.open = io.open = self.open
        os.getcwd = lambda: "/"
        os.makedirs = os.mkdir = self._ignored
        os.path.exists = os.path.isfile = self.exists
        urllib.request.urlretrieve = self.fetch  # type: ignore[assignment]
        urllib.request.urlopen = self.answer
        glob.glob = self._glob  # type: ignore[assignment]
        np.loadtxt, np.genfromtxt = (self._table(each) for each in (np.loadtxt, np.genfromtxt))

    def note(self, kind: str, **known: Any) -> None:
        """Says once what stands in, and for which part of the text."""
        if len(self.notes) < _MAX_NOTES and not any(each[:2] == [kind, known] for each in self.notes):
            asking = next((each for each in frames_from(sys._getframe(1)) if each.f_code.co_filename == PASTED), None)
            self.notes.append([kind, known, asking and part_of_text(asking)])

    def _ignored(self, *_: Any, **__: Any) -> None:
        self.note("passed_over", what="files")

    def exists(self, path: Any) -> bool:
        """Whether the program has written or fetched it."""
        return str(path) in self._bytes or super().exists(path)

    def open(self, file: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
        """`open`: of what the program has written, or an invented text. Everything else is refused by the fence."""
        path = str(file)
        if "b" in mode and not isinstance(file, int):
            if "w" in mode:
                return self._bytes.setdefault(path, _Bytes())
            if path in self._bytes:
                return io.BytesIO(self._bytes[path].kept)
        return super().open(file, mode, *rest, **options)

    def refused(self, file: Any, mode: str, *rest: Any, **options: Any) -> Any:
        """Asks the kernel, which says no."""
        return self._open(file, mode, *rest, **options)

    def invented(self, path: str, text: str) -> None:
        """Says that a text stands in."""
        self.note("text", **described(path, text))

    def _glob(self, pathname: Any, **_: Any) -> list[str]:
        found = files_of(str(pathname))
        if found:
            self.note("files", pattern=str(pathname), count=len(found), first=found[0])
        return found

    def _table(self, read: Callable[..., Any]) -> Callable[..., Any]:
        """In place of `np.loadtxt`: a table of a file that is elsewhere is invented."""

        def table(fname: Any, dtype: Any = float, *rest: Any, usecols: Any = None, unpack: bool = False, **options: Any) -> Any:
            if not isinstance(fname, str | os.PathLike) or self.exists(fname):
                return read(fname, dtype, *rest, usecols=usecols, unpack=unpack, **options)
            drawn = self.table(str(fname), 0 if usecols is None else np.size(usecols)).astype(dtype or float)
            drawn = drawn[:, 0] if usecols is not None and np.ndim(usecols) == 0 else drawn
            return drawn.T if unpack else drawn

        return table

    def table(self, path: str, columns: int) -> numbers.Numbers:
        """The table of a file; of as many columns as the program expects, where it does not say how many."""
        columns = columns or numbers.columns_asked_for(self._program)
        self.note("table", path=path, rows=numbers.ROWS, columns=columns)
        return numbers.table(path, columns)

    def functions(self) -> SimpleNamespace:
        """What the texts of libraries call `backpass`: the same as in the language, with arrays of NumPy."""
        named = ("pictures", "folder", "picture", "table", "column", "data_set")
        offered = {f"stand_in_{each}": getattr(self, f"_{each}_of_text") for each in named}
        return SimpleNamespace(
            **offered,
            opened=self.open,
            resized_picture=_of_tensors(numbers.resized),
            cropped_picture=_of_tensors(numbers.cropped),
            numbers_of_table=np.array,
            refuse=_refuse,
            stop=_stop,
            passed_over=lambda what: self.note("passed_over", what=what),
        )

    def _pictures_of_text(self, name: str, part: str, shape: tuple[int, ...]) -> Any:
        """As many as the program takes at once: its first batch is a whole one. The language, which draws all, has a few."""
        count = max(shape[0], numbers.batch_asked_for(self._program))
        self.note("pictures", name=name, count=count, shape=list(shape[1:]))
        return numbers.pictures(f"{name} {part}", (count, *shape[1:]))

    def _folder_of_text(self, path: Any, shape: tuple[int, ...]) -> Any:
        self.note("folder", path=str(path), count=shape[0], shape=list(shape[1:]))
        return numbers.pictures(str(path), shape)

    def _picture_of_text(self, path: Any, shape: tuple[int, ...]) -> Any:
        channels, height, width = shape
        self.note("picture", path=str(path), channels=channels, height=height, width=width)
        return _tensor(numbers.pictures(str(path), shape))

    def _table_of_text(self, path: str, columns: int) -> Any:
        return self.table(str(path), columns)

    def _column_of_text(self, path: str, name: str, is_label: bool) -> Any:
        self.note("columns", path=str(path), rows=numbers.ROWS)
        return numbers.column(str(path), str(name), is_label=is_label)

    def _data_set_of_text(self, name: str, rows: int, columns: int, classes: int) -> Any:
        drawn, targets = numbers.data_set(name, rows, columns, classes)
        self.note("data_set", name=name, rows=rows, kept=len(drawn), columns=columns, classes=classes)
        return drawn.astype(float), targets


def _tensor(array: Any) -> Any:
    """An array as a tensor of PyTorch, where that is loaded."""
    return sys.modules["torch"].as_tensor(array) if "torch" in sys.modules else array


def _of_tensors(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda picture, *size: _tensor(function(np.asarray(picture), *(max(1, int(each)) for each in size)))


def _refuse(function: str, name: str, given: object) -> None:
    if given:
        raise NotImplementedError(library_errors.parameter(function, name, _NOWHERE).message)


def _stop(name: str) -> None:
    raise ValueError(library_errors.stopped(name, _NOWHERE).message)
