"""Files, as programs see them: those that they write themselves, and an invented text for one that is elsewhere."""

import io
from typing import Any

from backpass.engine.invented.texts import TEXTS, stand_in_text


class _Written(io.StringIO):
    """A file that the program writes; what is in it can be read again."""

    kept: str | None = None

    def close(self) -> None:
        """Keeps what is in it."""
        if not self.closed:
            self.kept = self.getvalue()
        super().close()

    @property
    def text(self) -> str:
        """What is in it."""
        return self.getvalue() if self.kept is None else self.kept


class Files:
    """The files of one program."""

    def __init__(self) -> None:
        self._written: dict[str, _Written] = {}
        self._fetched: dict[str, str] = {}
        """By path, from which address the program fetched it."""

    def open(self, file: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
        """`open`."""
        path = str(file)
        written = self._written.get(path)
        is_text = "b" not in mode
        if is_text and set(mode) & {"w", "a", "x"}:
            made = _Written(written.text if written is not None and "a" in mode else "")
            made.seek(0, io.SEEK_END)
            self._written[path] = made
            return made
        if is_text and written is not None:
            return io.StringIO(written.text)
        source = self._fetched.get(path, path)
        if is_text and (path.endswith(TEXTS) or source.endswith(TEXTS)):
            return io.StringIO(self._invented(path, source))
        return self.refused(file, mode, *rest, **options)

    def _invented(self, path: str, source: str) -> str:
        text = stand_in_text(source)
        self.invented(path, text)
        return text

    def refused(self, file: Any, mode: str, *rest: Any, **options: Any) -> Any:
        """What `open` gives where no text can stand in."""
        raise NotImplementedError

    def invented(self, path: str, text: str) -> None:
        """Says that a text stands in."""
        raise NotImplementedError

    def exists(self, path: Any) -> bool:
        """Whether the program has written or fetched it."""
        return str(path) in self._written or str(path) in self._fetched

    def fetch(self, url: str, filename: str | None = None, *_: Any) -> tuple[str, None]:
        """`urllib.request.urlretrieve`."""
        path = filename or url.rpartition("/")[2]
        self._fetched[path] = url
        return path, None

    def answer(self, url: Any, *_: Any, **__: Any) -> Any:
        """`urllib.request.urlopen`."""
        if not isinstance(url, str) or not url.endswith(TEXTS):
            return self.refused(url, "rb")
        return io.BytesIO(self._invented(url, url).encode())
