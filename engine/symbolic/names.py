"""Names for the letters of formulas, such as the language reads back."""

from collections.abc import Collection, Mapping, Sequence

from backpass.engine.language.parsing.lexer import TokenKind, tokenize
from backpass.engine.serialization.computation import identifier


def is_name(text: str) -> bool:
    """Whether the language reads a text as one name."""
    tokens = tokenize(text).tokens
    return len(tokens) == 2 and tokens[0].kind is TokenKind.NAME and tokens[0].span == (0, len(text))


def symbol_names(names: Sequence[str]) -> Mapping[str, str]:
    """Per name of an input its letter: itself where it can be, else as near as can be (`x#2` is `x_2`), each different."""
    taken = {name for name in names if is_name(name)}
    letters = {name: name for name in taken}
    for name in names:
        if name not in letters:
            letters[name] = free_name(identifier(name), taken)
            taken.add(letters[name])
    return letters


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if it is taken."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted}_{count}"
    return name
