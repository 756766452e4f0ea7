"""The notes on data that stand in for others."""

from collections.abc import Callable, Mapping

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span

Place = Span | None
Shape = tuple[int, ...]


def text(place: Place, *, path: str, lines: int, characters: int) -> Problem:
    """A text is there instead of that of a file."""
    message = say("stand-in-text", path=path, lines=lines, characters=characters)
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-text.hint"), place)


def files(place: Place, *, pattern: str, count: int, first: str) -> Problem:
    """Files that a pattern fits are invented."""
    message = say("stand-in-files", pattern=pattern, count=count, first=first)
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-text.hint"), place)


def pictures(place: Place, *, name: str, count: int, shape: Shape) -> Problem:
    """Random numbers are there instead of the pictures of a data set."""
    message = say("stand-in-pictures", name=name, count=count, shape=shape)
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-pictures.hint"), place)


def folder(place: Place, *, path: str, count: int, shape: Shape) -> Problem:
    """Random numbers are there instead of the pictures of a folder."""
    message = say("stand-in-folder", path=path, count=count, shape=shape)
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-pictures.hint"), place)


def picture(place: Place, *, path: str, channels: int, height: int, width: int) -> Problem:
    """Random numbers are there instead of the picture of a file."""
    message = say("stand-in-picture", path=path, height=height, width=width, channels=channels)
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-picture.hint"), place)


def table(place: Place, *, path: str, rows: int, columns: int) -> Problem:
    """Random numbers are there instead of the table of a file."""
    message = say("stand-in-table", path=path, rows=rows, columns=columns)
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-table.hint"), place)


def columns(place: Place, *, path: str, rows: int) -> Problem:
    """The same for each column by its name."""
    return Problem(Code.LIBRARY_DIFFERS, say("stand-in-columns", path=path, rows=rows), say("stand-in-table.hint"), place)


def data_set(place: Place, *, name: str, rows: int, kept: int, columns: int, classes: int) -> Problem:
    """Random numbers are there instead of a data set of scikit-learn."""
    message = say("stand-in-data-set", name=name, rows=rows, kept=kept, columns=columns, classes=classes)
    return Problem(Code.LIBRARY_DIFFERS, message, say("stand-in-table.hint"), place)


NOTES: Mapping[str, Callable[..., Problem]] = {
    each.__name__: each for each in (text, files, pictures, folder, picture, table, columns, data_set)
}
"""By kind."""
