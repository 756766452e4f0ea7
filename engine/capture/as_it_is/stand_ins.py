"""What stands in for a file of a program that is elsewhere, within the fence: an invented text, as in the language."""

import builtins
import io
import os
from typing import Any

from backpass.engine.invented_text import TEXTS, stand_in_text


class _Written(io.StringIO):
    """A file that the program writes; what is in it can be read again."""

    text = ""

    def close(self) -> None:
        """Keeps what is in it."""
        if not self.closed:
            self.text = self.getvalue()
        super().close()


class StandIns:
    """The files of one program."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        """Files in place of which a text was read."""
        self._written: dict[str, _Written] = {}
        self._open = builtins.open

    def install(self) -> None:
        """In place of what asks for files."""
        builtins.open = io.open = self.open
        os.getcwd = lambda: "/"

    def open(self, file: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
        """`open`: of a text, an invented one or what the program has written. Everything else is refused by the fence."""
        if isinstance(file, int) or "b" in mode:
            return self._open(file, mode, *rest, **options)
        path = os.fspath(file)
        written = self._written.get(path)
        if set(mode) & {"w", "a", "x"}:
            made = self._written[path] = _Written()
            made.write(written.text if written is not None and "a" in mode else "")
            return made
        if written is not None:
            return io.StringIO(written.text)
        if not path.endswith(TEXTS):
            return self._open(file, mode, *rest, **options)
        self.paths.append(path)
        return io.StringIO(text_for(path))


def text_for(path: str) -> str:
    """The text in place of a file's."""
    return stand_in_text(path.rpartition("/")[2])
