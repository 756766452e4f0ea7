"""Files, as programs see them: those that they write themselves, and an invented text for one that is elsewhere."""

import posixpath
from typing import Any

from backpass.engine.invented import files, notes
from backpass.engine.invented.texts import described
from backpass.engine.plain_python.values import Module, Native

_PATHS = ("join", "basename", "dirname", "split", "splitext", "normpath")


class Files(files.Files):
    """The files of one run."""

    def __init__(self, machine: Any) -> None:
        super().__init__()
        self.machine = machine

    def refused(self, file: Any, mode: str, *_: Any, **__: Any) -> Any:
        """Raises ProblemError (unsupported)."""
        self.machine.modules.refuse("own-engine-file", str(file))

    def invented(self, path: str, text: str) -> None:
        """Says that a text stands in, and counts it."""
        self.machine.hold(len(text))
        self.machine.note(notes.text(self.machine.span(), **described(path, text)))

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
