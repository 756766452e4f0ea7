"""Letters side by side as a product, as formulas are written: `mx + b` is `m*x + b`, `E = mc²` is `E = m*c²`.

Which names of a program are such runs is decided once it has been run, since only then it is known which of them have no value;
`engine.interpreter.run` asks for it. A name is a run of letters where all of this holds:

- It has no value, none is given for it, and nothing here is called so.
- It consists of two to four letters, each with an index or without (`w₁x₁`, `w1x1`).
- The program is a formula: assignments, expressions and definitions of one line, without members, indices and texts.
- No two names have a `*` between them: who writes one product with it writes all products so.
- Either each of its letters stands elsewhere alone, or every letter has an index; or all names that are read are single letters
  and such runs, and this one is no word: two letters, or three without a vowel that are not all capitals (`nRT`, `mgh`), no unit
  and no abbreviation (`lr`, `kg`, `std`), no differential (`dx`).
"""

import re
from collections.abc import Collection, Iterable
from itertools import pairwise
from keyword import kwlist

from backpass.engine.language import syntax_tree
from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.language.program import Assign, Define, Evaluate, Program, Return, walk
from backpass.engine.language.syntax_tree import (
    AssignmentTarget,
    Attribute,
    Call,
    FormattedString,
    Invoke,
    Name,
    StringLiteral,
    Subscript,
)
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span

_LETTER = re.compile(r"[^\W\d_π](?:[₀-₉]+|[0-9]+)?")
SYMBOL = re.compile(rf"{_LETTER.pattern}|[^\W\d_]_\w+|π\w*")
"""A name of one letter, with an index or without."""
_SPACED = re.compile(rf"(?<!\w)(?:{SYMBOL.pattern})[ \t]+[^\W\d_]")
_PROGRAM = re.compile(rf"[\[\"#]|\b(?:{'|'.join(kwlist)}|print)\b")
_NO_WORDS = frozenset({"pi"})
_RUN = re.compile(rf"(?:{_LETTER.pattern}){{2,4}}")
_STAR = re.compile(r"(?<![\w.])[^\W\d]\w*[ \t]*\*[ \t]*[^\W\d]\w*(?![\w(.])")
"""A product of two names with its sign."""
_NO_FORMULA = (Attribute, FormattedString, Invoke, syntax_tree.Collection, StringLiteral, Subscript)
_VOWELS = frozenset("aeiouAEIOU")
_TWO = "bn bs ce fc fn fp hi id ix kl lb ll lr mb mu nn no np nu ok pi se tf tn tp ub wd xi xs ys ws zs"
_THREE = (
    "bbl bwd bsz cdf cfg cmd cnt csv ctx dst fwd grd grp hdr key lbl lhs lmb lst msg mlp nll nrm nxt ptr prv pts pwr rhs rng rms"
    " rnn sgd sqr src std str sym tgt tmp trn tst val wgt wts xyz"
)
_UNITS = "cm eV Hz kg kHz kJ km kN kPa kW mV mg ml mm ms nm ns pm"
_ABBREVIATIONS = frozenset(f"{_TWO} {_THREE} {_UNITS}".split())
"""Words of programs, and units, that are two letters or three without a vowel."""


def letters_of(name: str) -> list[str]:
    """The letters of a run, each with its index; empty where a name is none."""
    if _RUN.fullmatch(name) is None:
        return []
    letters = _LETTER.findall(name)
    counted = [letter for letter in letters if letter[-1].isascii() and letter[-1].isdigit()]
    return letters if not counted or len(counted) == len(letters) else []


def runs_of_letters(program: Program, without_value: Collection[str], known: Iterable[str]) -> frozenset[str]:
    """Those of the names without a value that are read as products. `known` are names that have a value by other means."""
    asked = {name: letters for name in without_value if len(letters := letters_of(name)) > 1}
    if not asked or _STAR.search(program.text) or not _is_formula(program):
        return frozenset()
    parts = [part for statement in program.statements for part in walk(statement)]
    read = {part.name for part in parts if isinstance(part, Name)}
    alone = {*read, *known}
    for part in parts:
        if isinstance(part, Assign):
            alone |= {target.name for target in part.targets if isinstance(target, AssignmentTarget)}
        elif isinstance(part, Define):
            alone |= {parameter.name for parameter in part.parameters}
    clear = {name for name in read if (letters := letters_of(name)) and (_has_indices(letters) or _is_no_word(name, letters))}
    has_words = any(name not in clear and name not in _NO_WORDS and not SYMBOL.fullmatch(name) for name in read)
    return frozenset(name for name, letters in asked.items() if alone.issuperset(letters) or (name in clear and not has_words))


def _has_indices(letters: list[str]) -> bool:
    return all(len(letter) > 1 for letter in letters)


def _is_no_word(name: str, letters: list[str]) -> bool:
    if name in _ABBREVIATIONS or name.startswith(("d", "∂", "Δ")) or len(letters) > 3:
        return False
    return len(letters) == 2 or not (name.isupper() or _VOWELS.intersection(name))


def is_two_letters(name: str) -> bool:
    """Whether a run is two letters that are no word and no abbreviation: `wx`."""
    return len(name) == 2 and name.isalpha() and _is_no_word(name, list(name))


def _is_formula(program: Program) -> bool:
    for statement in program.statements:
        kind = type(statement)
        if kind is Define:
            if len(statement.body) != 1 or type(statement.body[0]) is not Return or statement.decorators:  # type: ignore[union-attr]
                return False
        elif kind is not Evaluate and (kind is not Assign or statement.augmented):  # type: ignore[union-attr]
            return False
        for part in walk(statement):
            if isinstance(part, _NO_FORMULA) or (isinstance(part, Call) and part.method):
                return False
    return "def " not in program.text


def split_runs(tokens: list[Token], products: Collection[str], problems: list[Problem]) -> list[Token]:
    """The tokens with each of these names as the product of its letters, and a note at the first of each. Below a line,
    `PV/nR`, such a product is one divisor.
    """
    if not products:
        return tokens
    read: list[Token] = []
    noted: set[str] = set()
    closing = -1
    for place, token in enumerate(tokens):
        if place == closing:
            read.append(Token(TokenKind.SYMBOL, ")", tokens[place - 1].end, tokens[place - 1].end))
        if token.kind is not TokenKind.NAME or token.text not in products or tokens[place + 1].text == "(":
            read.append(token)
            continue
        letters = letters_of(token.text)
        if token.text not in noted:
            noted.add(token.text)
            problems.append(note_on_product(token.text, token.span))
        if place > closing and read and read[-1].kind is TokenKind.SYMBOL and read[-1].text in ("/", "**"):
            read.append(Token(TokenKind.SYMBOL, "(", token.start, token.start))
            closing = _end_of_power(tokens, place + 1)
        read += _product(token, letters)
    return read


def with_spaces(text: str, tokens: list[Token], problems: list[Problem]) -> list[Token]:
    """The tokens with a `*` between single letters that stand side by side, as in `m x + b`, and a note for each product.
    A program is left as it is, and so is a text that has a `*` between two names, and what stands below a line: `1/m x`.
    """
    if _SPACED.search(text) is None or _STAR.search(text) or _PROGRAM.search(text):
        return tokens
    read: list[Token] = []
    run: list[Token] = []
    is_below = False
    for token, following in pairwise(tokens):
        is_below = is_below if run else bool(read) and read[-1].text == "/"
        read.append(token)
        run.append(token)
        if _is_letter(token) and _is_letter(following) and text[token.end : following.start].isspace() and not is_below:
            read.append(Token(TokenKind.SYMBOL, "*", token.end, following.start))
            continue
        if len(run) > 1:
            span = (run[0].start, token.end)
            product = "*".join(each.text for each in run)
            problems.append(
                Problem(Code.READING, say("letters-side-by-side", text=text[slice(*span)], product=product), None, span)
            )
        run = []
    return [*read, tokens[-1]]


def _is_letter(token: Token) -> bool:
    return token.kind is TokenKind.NAME and SYMBOL.fullmatch(token.text) is not None


def _end_of_power(tokens: list[Token], place: int) -> int:
    """Behind the power that stands at this place, if there is one: it belongs to the last letter."""
    if tokens[place].kind is TokenKind.POWER:
        return place + 1
    if tokens[place].text != "**":
        return place
    place += 1
    place += tokens[place].text in ("-", "+")
    depth = 0
    while tokens[place].kind is not TokenKind.END:
        depth += (tokens[place].text == "(") - (tokens[place].text == ")")
        place += 1
        if depth <= 0:
            break
    return place


def _product(token: Token, letters: list[str]) -> list[Token]:
    tokens: list[Token] = []
    start = token.start
    for letter in letters:
        if tokens:
            tokens.append(Token(TokenKind.SYMBOL, "*", start, start))
        tokens.append(Token(TokenKind.NAME, letter, start, start + len(letter)))
        start += len(letter)
    return tokens


def note_on_product(name: str, span: Span, sign: str = "*") -> Problem:
    """What was read, and how to make it one name."""
    message = say("letters-side-by-side", text=name, product=sign.join(letters_of(name)))
    return Problem(Code.READING, message, say("letters-side-by-side.hint", text=name), span)
