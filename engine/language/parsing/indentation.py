"""Indentation in which tabs and spaces are mixed, so that what belongs to which block depends on how wide a tab is."""

from collections.abc import Sequence
from typing import Protocol

from backpass.engine.language.parsing.lexer import Token
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem


class _Begun(Protocol):
    """The first tokens of a statement."""

    @property
    def tokens(self) -> Sequence[Token]: ...

    @property
    def indentation(self) -> int | None:
        """None where it does not begin its line."""


def mixed_indentation(text: str, lines: Sequence[_Begun]) -> Problem | None:
    """The note on the first line whose indentation neither begins with that of the line above nor the other way round; Python
    refuses it. None where there is none.
    """
    above = ""
    for line in lines:
        if line.indentation is None:
            continue
        token = line.tokens[0]
        written = text[text.rfind("\n", 0, token.start) + 1 : token.start]
        written = written.rpartition("\f")[2] if written.isspace() else ""
        if not written.startswith(above) and not above.startswith(written):
            return Problem(Code.READING, say("mixed-indentation"), say("mixed-indentation.hint"), token.span)
        above = written
    return None
