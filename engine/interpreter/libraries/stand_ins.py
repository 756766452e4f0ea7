"""Data that stand in for those that are not here (`engine.invented`), as tensors, with a note. For the data sets of
`written_as_programs/image_data` and `data_sets`.
"""

from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.libraries.registry import OURS, count, offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.invented import notes, numbers, texts


@offer((OURS,), "stand_in_pictures", least=3, most=3)
def _pictures(machine: Any, arguments: Arguments) -> Item:
    """Pictures of random bytes instead of those of a data set, with a note: its name, which part of it, `(count, *shape)`."""
    name, part, lengths = arguments.values
    shape, drawn = _drawn(machine, f"{name} {part}", lengths, arguments)
    machine.names.note(notes.pictures(_place(machine, arguments), name=str(name), count=shape[0], shape=shape[1:]))
    return drawn


@offer((OURS,), "stand_in_folder", least=2, most=2)
def _folder(machine: Any, arguments: Arguments) -> Item:
    """The same instead of the pictures of a folder: its path, `(count, *shape)`. Which classes and sizes it has is not known."""
    path, lengths = arguments.values
    shape, drawn = _drawn(machine, str(path), lengths, arguments)
    machine.names.note(notes.folder(_place(machine, arguments), path=str(path), count=shape[0], shape=shape[1:]))
    return drawn


@offer((OURS,), "stand_in_picture", least=2, most=2)
def _picture(machine: Any, arguments: Arguments) -> Item:
    """The same instead of the one picture of a file: its path, `(channels, height, width)`."""
    path, lengths = arguments.values
    name = path if isinstance(path, str) else "…"
    (channels, height, width), drawn = _drawn(machine, name, lengths, arguments)
    machine.names.note(notes.picture(_place(machine, arguments), path=name, channels=channels, height=height, width=width))
    return drawn


def _drawn(machine: Any, name: str, lengths: Item, arguments: Arguments) -> tuple[tuple[int, ...], Tensor]:
    assert isinstance(lengths, tuple | list)
    shape = tuple(count(machine, each, arguments) for each in lengths)
    return shape, machine.evaluator.constant(numbers.pictures(name, shape).astype(float), arguments.span)


def _place(machine: Any, arguments: Arguments) -> Any:
    return machine.evaluator.place or arguments.span


@offer((OURS,), "stand_in_table", least=2, most=2)
def _table(machine: Any, arguments: Arguments) -> Item:
    """Random numbers instead of the table of a file, with a note: its path, how many columns, or 0 where nobody knows. The last
    column has 0 and 1 in turn, as labels have.
    """
    path, columns = arguments.values
    return stand_in_table(machine, str(path), count(machine, columns, arguments), arguments)


def stand_in_table(machine: Any, path: str, columns: int, arguments: Arguments) -> Tensor:
    """The table, `(rows, columns)`."""
    columns = columns or numbers.columns_asked_for(machine.names.text)
    machine.evaluator.hold(numbers.ROWS * columns)
    machine.passed_over.add(f"table {path}")
    machine.names.note(notes.table(_place(machine, arguments), path=path, rows=numbers.ROWS, columns=columns))
    return machine.evaluator.constant(numbers.table(path, columns), arguments.span)  # type: ignore[no-any-return]


@offer((OURS,), "stand_in_column", least=3, most=3)
def _column(machine: Any, arguments: Arguments) -> Item:
    """The same for one column: the path of the table, the name of the column, whether it has labels."""
    path, name, is_label = arguments.values
    machine.evaluator.hold(numbers.ROWS)
    if f"table {path}" not in machine.passed_over:
        machine.passed_over.add(f"table {path}")
        machine.names.note(notes.columns(_place(machine, arguments), path=str(path), rows=numbers.ROWS))
    drawn = numbers.column(str(path), str(name), is_label=bool(is_label))
    return machine.evaluator.constant(drawn, arguments.span)  # type: ignore[no-any-return]


@offer((OURS,), "stand_in_data_set", least=4, most=4)
def _data_set(machine: Any, arguments: Arguments) -> Item:
    """Random numbers instead of a data set of scikit-learn, with a note: its name, how many rows and columns it has, how many
    classes, or 0 where its targets are numbers. The numbers, and the targets.
    """
    name, *lengths = arguments.values
    rows, columns, classes = (count(machine, each, arguments) for each in lengths)
    machine.evaluator.hold(min(rows, numbers.ROWS) * (columns + 1))
    drawn, targets = numbers.data_set(str(name), rows, columns, classes)
    known: dict[str, Any] = {"name": str(name), "rows": rows, "kept": len(drawn), "columns": columns, "classes": classes}
    machine.names.note(notes.data_set(_place(machine, arguments), **known))
    found = tuple(machine.evaluator.constant(each.astype(float), arguments.span) for each in (drawn, targets))
    for each in found:
        machine.aliases.made(each, "numpy")
    if classes:
        machine.tracking.array_of_whole_numbers(found[1])
    return found


@offer((OURS,), "numbers_of_table", least=1, most=1)
def _numbers(machine: Any, arguments: Arguments) -> Item:
    """The numbers of a list as an array; they are data, so they get no gradient."""
    made = machine.evaluator.tensor(arguments.values[0], arguments.part)
    return machine.evaluator.constant(made.raw, arguments.span)  # type: ignore[no-any-return]


@offer((OURS,), "stand_in_files", least=1, most=1)
def _files(machine: Any, arguments: Arguments) -> Item:
    """Invented paths of files that a pattern such as `data/*.txt` fits, with a note; none for another pattern."""
    (pattern,) = arguments.values
    found: list[Item] = list(texts.files_of(pattern)) if isinstance(pattern, str) else []
    if found:
        known: dict[str, Any] = {"pattern": str(pattern), "count": len(found), "first": str(found[0])}
        machine.names.note(notes.files(_place(machine, arguments), **known))
    return found


@offer((OURS,), "resized_picture", least=3, most=3)
def _resized(machine: Any, arguments: Arguments) -> Item:
    """A picture `(channels, height, width)` in another size."""
    picture, size = _picture_and_size(machine, arguments)
    return machine.evaluator.constant(numbers.resized(picture, *size), arguments.span)  # type: ignore[no-any-return]


@offer((OURS,), "cropped_picture", least=3, most=3)
def _cropped(machine: Any, arguments: Arguments) -> Item:
    """The middle of a picture `(channels, height, width)`; where it is too small for that, zeros stand around it."""
    picture, size = _picture_and_size(machine, arguments)
    return machine.evaluator.constant(numbers.cropped(picture, *size), arguments.span)  # type: ignore[no-any-return]


def _picture_and_size(machine: Any, arguments: Arguments) -> tuple[Any, tuple[int, int]]:
    picture, *lengths = arguments.values
    assert isinstance(picture, Tensor)
    height, width = (max(1, count(machine, each, arguments)) for each in lengths)
    machine.evaluator.hold(picture.shape[0] * height * width)
    return picture.raw, (height, width)
