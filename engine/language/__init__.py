"""Text to program. `parse` is the door: it never raises for bad text, it returns the program with its problems."""

from engine.language.mistakes import explain
from engine.language.parser import ExpressionParser, StuckError
from engine.language.statements import parse_statement
from engine.language.tokens import Kind, Token, tokenize
from engine.language.tree import Expression, Program, Statement
from engine.limits import Limits
from engine.problems import Problem

__all__ = ["Program", "parse", "parse_expression"]


def parse(text: str, limits: Limits | None = None) -> Program:
    """The program that `text` spells. Each statement is read by itself, so one mistake does not hide the next.

    Raises ProblemError (too-long) where the text is longer than `limits` allow.
    """
    (limits or Limits()).check_characters(text)
    read = tokenize(text)
    problems: list[Problem] = list(read.problems)
    statements: list[Statement] = []
    run: list[Token] = []
    for token in read.tokens:
        if token.kind not in (Kind.NEWLINE, Kind.END):
            run.append(token)
            continue
        if run:
            try:
                statements += parse_statement([*run, Token(Kind.END, "", run[-1].end, run[-1].end)], problems)
            except StuckError as stuck:
                problems.append(explain(stuck))
        run = []
    return Program(text, tuple(statements), tuple(problems))


def parse_expression(text: str) -> Expression:
    """The single expression that `text` spells, as the rules of the operations are written. Raises ValueError."""
    try:
        return ExpressionParser(tokenize(text).tokens).parse()
    except StuckError as stuck:
        raise ValueError(f"{text!r}: {explain(stuck).message}") from None
