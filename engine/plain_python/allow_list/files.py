"""Files, as programs see them: those that they write themselves, and an invented text for one that is elsewhere."""

import io
import posixpath
from typing import Any

from backpass.engine.invented_text import TEXTS, stand_in_note, stand_in_text
from backpass.engine.plain_python.values import Module, Native

_PATHS = ("join", "basename", "dirname", "split", "splitext", "normpath")


class _Written(io.StringIO):
    """A file that the program writes; what is in it can be read again."""

    kept: str | None = None

    def close(self) -> None:
        self.kept = self.text
        super().close()

    @property
    def text(self) -> str:
        """What is in it."""
        return self.getvalue() if self.kept is None else self.kept


class Files:
    """The files of one run."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self._written: dict[str, _Written] = {}
        self._fetched: dict[str, str] = {}
        """By path, from which address the program fetched it."""

    def open(self, file: Any, mode: str = "r", *_: Any, **__: Any) -> io.StringIO:
        """`open`. Raises ProblemError (unsupported) where no text can stand in."""
        path = str(file)
        written = self._written.get(path)
        if set(mode) & {"w", "a", "x"} and "b" not in mode:
            made = _Written(written.text if written is not None and "a" in mode else "")
            made.seek(0, io.SEEK_END)
            self._written[path] = made
            return made
        if written is not None and "b" not in mode:
            return io.StringIO(written.text)
        source = self._fetched.get(path, path)
        if "b" in mode or not (path.endswith(TEXTS) or source.endswith(TEXTS)):
            self.machine.modules.refuse("own-engine-file", path)
        return io.StringIO(self._invented(path, source))

    def _invented(self, path: str, source: str) -> str:
        text = stand_in_text(source.rpartition("/")[2])
        self.machine.hold(len(text))
        self.machine.note(stand_in_note(path, text, self.machine.span()))
        return text

    def exists(self, path: Any) -> bool:
        """Whether the program has written or fetched it."""
        return str(path) in self._written or str(path) in self._fetched

    def fetch(self, url: str, filename: str | None = None, *_: Any) -> tuple[str, None]:
        """`urllib.request.urlretrieve`."""
        path = filename or url.rpartition("/")[2]
        self._fetched[path] = url
        return path, None

    def answer(self, url: Any, *_: Any, **__: Any) -> io.BytesIO:
        """`urllib.request.urlopen`. Raises ProblemError (unsupported) for anything but a text."""
        if not isinstance(url, str) or not url.endswith(TEXTS):
            self.machine.modules.refuse("own-engine-file", str(url))
        return io.BytesIO(self._invented(url, url).encode())

    def modules(self) -> dict[str, Any]:
        """`os` and `urllib`, as far as they reach files."""
        paths = {name: Native(name, getattr(posixpath, name)) for name in _PATHS}
        paths |= {name: Native(name, self.exists) for name in ("exists", "isfile")}
        path = Module("os.path", paths)
        made = {name: Native(name, lambda *_, **__: None) for name in ("makedirs", "mkdir")}
        getenv = Native("getenv", lambda _, default=None: default)
        request = Module(
            "urllib.request", {"urlretrieve": Native("urlretrieve", self.fetch), "urlopen": Native("urlopen", self.answer)}
        )
        return {
            "os": lambda: Module("os", {"path": path, "sep": "/", "linesep": "\n", "getenv": getenv, **made}),
            "os.path": lambda: path,
            "urllib": lambda: Module("urllib", {"request": request}),
            "urllib.request": lambda: request,
        }
