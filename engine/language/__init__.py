"""Text to program. `parse` is the door: it never raises for bad text, it returns the program with its problems."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from backpass.engine.language.diagnostics import explain
from backpass.engine.language.latex.definitions import values_of_definitions
from backpass.engine.language.latex.detection import is_latex, with_signs_of_sums
from backpass.engine.language.latex.reader import tokenize_latex
from backpass.engine.language.latex.reading_order import in_order_of_definition
from backpass.engine.language.notation.factors import with_factors
from backpass.engine.language.notation.leibniz import has_derivatives, read_derivatives
from backpass.engine.language.notation.letters import split_runs, with_spaces
from backpass.engine.language.notation.pieces import with_pieces
from backpass.engine.language.notation.requests import asks, read_requests, with_calls
from backpass.engine.language.notation.school_names import without_parentheses
from backpass.engine.language.parsing.blocks import BlockReader, lines
from backpass.engine.language.parsing.indentation import mixed_indentation
from backpass.engine.language.parsing.left_out import MARK, with_left_out, without
from backpass.engine.language.parsing.lexer import Token, tokenize
from backpass.engine.language.parsing.parser import ExpressionParser, StuckError
from backpass.engine.language.parsing.plain_lines import read_plain
from backpass.engine.language.pasted_text.asked_otherwise import asked_otherwise
from backpass.engine.language.pasted_text.copied_text import unwrap
from backpass.engine.language.pasted_text.not_a_program import page_of_the_web, prose
from backpass.engine.language.pasted_text.other_languages import read_other_language
from backpass.engine.language.pasted_text.written_numbers import read_written_numbers
from backpass.engine.language.program import Assign, Program
from backpass.engine.language.syntax_tree import AssignmentTarget, Expression
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.problems import MAX_PROBLEMS, Code, Problem, Severity, Span

__all__ = ["Program", "parse", "parse_expression"]


def parse(text: str, limits: Limits | None = None, products: Collection[str] = (), left_out: Collection[Span] = ()) -> Program:
    """The program that `text` spells. Each statement is read separately, so one mistake does not hide the next.

    Of very many mistakes the first are explained, `MAX_PROBLEMS` at most. The names in `products` are read as products of their
    letters (see `letters`). The statements in `left_out` are not read: names that come from them have no value.

    Raises ProblemError (too-long) where the text is longer than `limits` allow.
    """
    (limits or Limits()).check_characters(text)
    if page := page_of_the_web(text):
        return Program(text, (), (page,))
    bare, notes = unwrap(text)
    is_plain = not products and not left_out and MARK not in bare and not has_derivatives(bare) and "diff(" not in bare
    if is_plain and (plain := read_plain(bare)):
        return Program(text, plain, tuple(notes))
    program = _parse(bare, products, left_out)
    is_read = program.statements and not any(problem.severity is Severity.ERROR for problem in program.problems)
    if not is_read and not program.is_latex and not asked_otherwise(bare) and (sentences := prose(text)):
        return Program(text, (), (sentences,))
    return replace(program, text=text, problems=(*notes, *program.problems)) if notes or bare != text else program


def _parse(text: str, products: Collection[str] = (), left_out: Collection[Span] = ()) -> Program:
    """The same by the parser itself, whatever the text is."""
    latex = is_latex(text)
    written, spelled = text, list[Problem]()
    text = with_signs_of_sums(text) if latex else text
    if not latex:
        text, spelled = read_other_language(text)
        if any(problem.severity is Severity.ERROR for problem in spelled):
            return Program(written, (), tuple(spelled))
        if refusal := asked_otherwise(text):
            return Program(written, (), (refusal,))
        text, numbers = read_written_numbers(text)
        spelled += numbers
    asked = read_requests(text) if not latex and asks(text) else None
    text = asked.text if asked else text
    read = tokenize_latex(text, products) if latex else tokenize(text)
    problems: list[Problem] = [*spelled, *(each for each in read.problems if not _is_within(each.span, left_out))]
    unexplained = 0

    errors = (each for each in read.problems if each.severity is Severity.ERROR)
    unreadable = {text.count("\n", 0, each.span[0]) for each in errors if each.span}

    def note(stuck: StuckError) -> None:
        nonlocal unexplained
        if unreadable and text.count("\n", 0, stuck.token.start) in unreadable:
            return  # what reading stumbled over is named already
        if len(problems) < MAX_PROBLEMS:
            problems.append(without_parentheses(stuck.before, stuck.token, text) or explain(stuck, "" if latex else text))
        else:
            unexplained += 1

    reader = BlockReader(note)
    tokens = split_runs(with_pieces(read.tokens) if ":" in text and "{" in text else read.tokens, products, problems)
    tokens = tokens if latex else with_spaces(text, tokens, problems)
    tokens = with_factors(tokens, problems)
    if asked:
        tokens = with_calls(tokens, asked)
        problems += asked.problems
    tokens = tokens if latex else values_of_definitions(tokens)
    tokens = read_derivatives(text, tokens, problems)
    if MARK in text:
        tokens = with_left_out(text, tokens)
    tokens = without(text, tokens, left_out) if left_out else tokens
    begun = list(lines(text, tokens))
    for line in begun:
        reader.read(line)
    if "\t" in text and (mixed := mixed_indentation(text, begun)):
        problems.append(mixed)
    statements = reader.end()
    values = asked.given() if asked else [_given(*value) for value in read.values]
    statements = in_order_of_definition((*values, *statements)) if latex else (*values, *statements)
    return Program(written, statements, (*_listed(problems, unexplained), *reader.notes), frozenset(products), is_latex=latex)


def _given(name: str, value: Any, token: Token) -> Assign:
    """`name = value` for a name of a formula, though nothing writes it."""
    nowhere = (token.end, token.end)
    expression = tuple(part._replace(span=nowhere) for part in parse_expression(repr(value)))
    return Assign((AssignmentTarget(name, token.span),), expression, token.span)


def _is_within(span: Span | None, spans: Collection[Span]) -> bool:
    return span is not None and any(begin <= span[0] < end for begin, end in spans)


def _listed(problems: list[Problem], unexplained: int) -> list[Problem]:
    """At most `MAX_PROBLEMS`, the last of which counts the others: a text that is no program has one in every line."""
    more = len(problems) + unexplained - MAX_PROBLEMS
    if more <= 0:
        return problems
    problems.sort(key=lambda problem: problem.span or (0, 0))
    last = Problem(
        Code.SYNTAX,
        say("more-problems", more=more + 1),
        say("more-problems.hint"),
        problems[MAX_PROBLEMS - 1].span,
    )
    return [*problems[: MAX_PROBLEMS - 1], last]


def parse_expression(text: str) -> Expression:
    """The single expression that `text` spells, as the rules of the operations are written. Raises ValueError."""
    try:
        return ExpressionParser(tokenize(text).tokens).parse()
    except StuckError as stuck:
        raise ValueError(f"{text!r}: {explain(stuck).message}") from None
