"""Text to program. `parse` is the door: it never raises for bad text, it returns the program with its problems."""

from engine.language.blocks import BlockReader, lines
from engine.language.latex import is_latex, tokenize_latex
from engine.language.mistakes import explain
from engine.language.parser import ExpressionParser, StuckError
from engine.language.program import Program
from engine.language.tokens import tokenize
from engine.language.tree import Expression
from engine.limits import Limits
from engine.problems import Problem

__all__ = ["Program", "parse", "parse_expression"]


def parse(text: str, limits: Limits | None = None) -> Program:
    """The program that `text` spells. Each statement is read by itself, so one mistake does not hide the next.

    Raises ProblemError (too-long) where the text is longer than `limits` allow.
    """
    (limits or Limits()).check_characters(text)
    read = tokenize_latex(text) if is_latex(text) else tokenize(text)
    problems: list[Problem] = list(read.problems)
    reader = BlockReader(lambda stuck: problems.append(explain(stuck)))
    for line in lines(text, read.tokens):
        reader.read(line)
    statements = reader.end()
    return Program(text, statements, (*problems, *reader.notes))


def parse_expression(text: str) -> Expression:
    """The single expression that `text` spells, as the rules of the operations are written. Raises ValueError."""
    try:
        return ExpressionParser(tokenize(text).tokens).parse()
    except StuckError as stuck:
        raise ValueError(f"{text!r}: {explain(stuck).message}") from None
