"""Names that a line uses and only a line below it sets: the number there is 1, and no input of the one below is meant."""

import re
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from functools import cached_property

from backpass.engine.language.program import Assign, Program, Statement, names_given, names_read
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Replacement, Span

_MAX_BETWEEN = 200
"""Statements between the use and the value that are looked through."""
_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\n]*)?(?=\n|\Z)")


class Settings:
    """Which statements of the top level give which names a value."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def of(self) -> dict[str, list[Statement]]:
        """The statements by the name to which they give a value."""
        found: dict[str, list[Statement]] = {}
        for statement, given in zip(self._program.statements, self._given, strict=True):
            for name in given:
                found.setdefault(name, []).append(statement)
        return found

    @cached_property
    def _given(self) -> list[set[str]]:
        return [names_given(each) for each in self._program.statements]

    @cached_property
    def _read(self) -> list[set[str]]:
        return [names_read(each) for each in self._program.statements]

    def used_too_early(self, name: str, span: Span, known: Collection[str], assumed: AbstractSet[str]) -> Problem | None:
        """The warning on a use before the line that sets the name; `known` are the names with a value, `assumed` those of them
        that count as 1. None where no line below sets it, or to what is computed from it, as an update does.
        """
        below = next((each for each in self.of.get(name, ()) if each.span[0] > span[0]), None)
        if not isinstance(below, Assign) or self._program.is_latex:
            return None
        statements = self._program.statements
        setting = next(index for index, each in enumerate(statements) if each is below)
        begun = max((index for index in range(setting) if statements[index].span[0] <= span[0]), default=setting)
        if not 0 < setting - begun <= _MAX_BETWEEN or "\n" not in self._program.text[span[0] : below.span[0]]:
            return None
        following = {name, *assumed, *(each for each in self.of if each not in known)}
        for index in range(begun, setting):
            if self._read[index] & following:
                following |= self._given[index]
            elif isinstance(statements[index], Assign):
                following -= self._given[index]
        if self._read[setting] & following:
            return None
        line = self._program.text.count("\n", 0, below.span[0]) + 1
        return Problem(
            Code.USED_TOO_EARLY,
            say("used-too-early", name=name, line=line),
            say("used-too-early.hint", line=line),
            span,
            replacement=self._moved(begun, setting),
        )

    def _moved(self, begun: int, setting: int) -> Replacement | None:
        """The setting line put above the one that uses the name; None where it shares its line, or needs what lies between."""
        text, statements = self._program.text, self._program.statements
        start, (first, last) = statements[begun].span[0], statements[setting].span
        rest = _REST_OF_LINE.match(text, last)
        stands_alone = all(place == 0 or text[place - 1] == "\n" for place in (start, first))
        if not rest or not stands_alone or any(self._read[setting] & self._given[index] for index in range(begun, setting)):
            return None
        return Replacement((start, rest.end()), f"{text[first : rest.end()]}\n{text[start : first - 1]}")
