"""Text to tokens. Class notation (`2x²`, `3 × π`, `−1`) is part of the language, so its characters are tokens like any other.

Knows characters only: not which names are operations, nor what may follow what.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple

from backpass.engine.messages import say
from backpass.engine.problems import MAX_PROBLEMS, Code, Problem, Span


class TokenKind(StrEnum):
    NUMBER = "number"
    NAME = "name"
    STRING = "string"
    SYMBOL = "symbol"
    POWER = "power"
    """A written superscript such as `²` or `⁻¹`."""
    NEWLINE = "newline"
    END = "end"


class Token(NamedTuple):
    kind: TokenKind
    text: str
    """Its normal form: symbols in their plain spelling (`×` is `*`), a superscript as its digits."""
    start: int
    end: int

    @property
    def span(self) -> Span:
        return (self.start, self.end)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text, ending with an END token, and what could not be read."""

    tokens: list[Token]
    problems: list[Problem]
    values: list[tuple[str, Any, Token]] = field(default_factory=list)
    """Names that the text gives no value, each with the number or the nested list that it gets, and where it stands."""


SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
"""Superscript digits and signs, and what they stand for."""

SAME_SYMBOL = {
    "×": "*",
    "·": "*",
    "⋅": "*",
    "∙": "*",
    "∗": "*",
    "÷": "/",
    "∕": "/",
    "−": "-",
    "–": "-",
    "^": "**",
    "⁄": "/",
    "＋": "+",
    "＝": "=",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
}
"""Characters as they come from a class, a word processor or a phone, and the symbol they are read as."""

LONGEST_NAME = 255
"""Characters of a name. Every value that it names repeats it, so a long name in a loop would fill the memory."""

_SYMBOLS = ["...", "**=", "//=", "**", "//", "->", ":=", *(f"{symbol}=" for symbol in "+-*/%@^&|=!<>")]
_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SUPERSCRIPTS_WRITTEN = tuple(f"{_SUPERSCRIPT}⁻⁺")
"""What a written power may begin with."""
_SUBSCRIPT = "₀₁₂₃₄₅₆₇₈₉"
FRACTIONS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5)}
FRACTIONS |= {"⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
FRACTIONS |= {"⅑": (1, 9), "⅒": (1, 10), "↉": (0, 3)}
"""Fractions that are one character: above and below the line. `2½` is two and a half."""
_RAISED = dict(zip("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghijklmnoprstuvwxyz", strict=True))
"""Letters that are written as a power, `eʸ`, and what they stand for."""
_NO_LETTERS = f"{_SUPERSCRIPT}{''.join(_RAISED)}{''.join(FRACTIONS)}⅟"
"""What Unicode counts among the characters of words and no name holds."""

_NAME_CHARACTER = rf"[^\W{_NO_LETTERS}]"
_UNFINISHED = r"[eE](?!\w|[ \t]*(?:\*\*|[\^(\[]))"
"""The `e` of a power of ten that is missing, as in `1e`: a power of e, as in `2e^x`, is none."""
_GLUED = (
    rf"(?:{_UNFINISHED}|_{_NAME_CHARACTER}*"
    rf"|(?<=\.)(?!(?:and|else|for|if|in|is|not|or|[jJ])\b)[^\W\d{_NO_LETTERS}]{_NAME_CHARACTER}*)?"
)
"""What may follow a number in no program of Python and is no factor either: an `e` without its power of ten, an underscore, and a
name behind a decimal point.
"""

_TOKEN = re.compile(
    r"[ \t]*(?:(?P<space>[ \t\f\r\u00a0\u2009\u202f]+|\\\r?\n|\#[^\n]*)"
    rf"|(?P<fraction>[0-9]*[{''.join(FRACTIONS)}])"
    r"|(?P<number>0[xXbBoO][0-9A-Za-z_]*|(?:[0-9]+(?:_[0-9]+)*(?:\.(?:[0-9]+(?:_[0-9]+)*)?)?|\.[0-9]+(?:_[0-9]+)*)(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?"
    rf"{_GLUED})"
    r"|(?P<string>(?:[rbfuRBFU]{1,2})?(?:\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'))"
    # π is a number, so it is no part of a name beside it: `2πr`. With an index it is one of its own: `π_θ`, `π2`, `log_π`.
    rf"|(?P<name>(?:π(?![_0-9{_SUBSCRIPT}])|(?:π|[^\W\dπ{_NO_LETTERS}])(?:[^\Wπ{_NO_LETTERS}]|(?<=_)π)*))"
    rf"|(?P<power>[⁻⁺]?(?:[{_SUPERSCRIPT}]*[{''.join(_RAISED)}]+|[{_SUPERSCRIPT}]+))"
    r"|(?P<newline>\n|;|\u2028|\u2029)"
    rf"|(?P<symbol>{'|'.join(map(re.escape, _SYMBOLS))}|[-+*/%@()\[\]{{}}<>=,.:!&|~?$√{re.escape(''.join(SAME_SYMBOL))}]))",
    re.DOTALL,
)
"""A token, with the blanks before it: most tokens have one, and would take a match of their own."""


_DEEPER = dict.fromkeys("([{", 1) | dict.fromkeys(")]}", -1)
"""How brackets change the depth."""


def tokenize(text: str) -> Tokens:
    """The tokens of `text`. Inside parentheses a new line does not end a statement. Never raises; see `Tokens.problems`."""
    tokens: list[Token] = []
    problems: list[Problem] = []
    append = tokens.append
    position, depth = 0, 0
    for found in _TOKEN.finditer(text):
        group = found.lastgroup or ""
        if found.start() != position:
            _note(problems, _unreadable(text, position, found.start()))
        start, position = found.span(group)
        if group == "space":
            continue
        spelled = found[group]
        if group == "name":
            if len(spelled) > LONGEST_NAME:
                _note(problems, [name_too_long(spelled, start)])
                spelled = spelled[:LONGEST_NAME]
            append(Token(TokenKind.NAME, spelled, start, position))
        elif group == "symbol":
            symbol = SAME_SYMBOL.get(spelled, "**=" if spelled == "^=" else spelled)
            append(Token(TokenKind.SYMBOL, symbol, start, position))
            if symbol in _DEEPER:
                depth = max(0, depth + _DEEPER[symbol])
        elif group == "newline":
            if depth == 0 or spelled == ";":
                kind = _kind_of_end(text, position, depth)
                depth = 0 if kind is TokenKind.NEWLINE else depth
                append(Token(kind, spelled, start, position))
        elif group == "fraction":
            append(Token(TokenKind.NUMBER, fraction(spelled), start, position))
        elif group == "power" or spelled[-1] in "eE":
            tokens += _power(spelled, start) if group == "power" else _with_e(spelled, start, text)
        else:
            append(Token(TokenKind(group), spelled, start, position))
    _note(problems, _unreadable(text, position, len(text)))
    append(Token(TokenKind.END, "", len(text), len(text)))
    return Tokens(_beside_pi(tokens, problems) if "π" in text else tokens, problems)


def _with_e(number: str, start: int, text: str) -> Iterator[Token]:
    """`1e` as a number that is not finished; `2E` as twice the E to which the text gives a value, or that stands there by itself
    as well. An e by itself is Euler's number, and so says nothing about `2e`.
    """
    place, letter = start + len(number) - 1, number[-1]
    target, header = rf"(?<![\w.]){letter}[ \t]*(?:,[^\n=]*)?=(?!=)", rf"\b(?:def|for|lambda)\b[^\n:]*\b{letter}\b"
    named = rf"{target}|{header}" if letter == "e" else rf"(?<![\w.]){letter}(?!\w)|{header}"
    if UNFINISHED.fullmatch(number) is None or re.search(named, text) is None:
        yield Token(TokenKind.NUMBER, number, start, place + 1)
        return
    yield Token(TokenKind.NUMBER, number[:-1], start, place)
    yield Token(TokenKind.NAME, letter, place, place + 1)


UNFINISHED = re.compile(r"[0-9._]*[0-9.][eE]")
"""A number whose power of ten is missing."""


def _power(spelled: str, start: int) -> Iterator[Token]:
    """`²` as one token; `ʸ` as `**(y)`, `⁻²ˣ` as `**(-2x)`."""
    end = start + len(spelled)
    if spelled[-1] not in _RAISED:
        yield Token(TokenKind.POWER, spelled.translate(SUPERSCRIPTS), start, end)
        return
    yield Token(TokenKind.SYMBOL, "**", start, start)
    yield Token(TokenKind.SYMBOL, "(", start, start)
    letters = spelled.lstrip("⁻⁺" + _SUPERSCRIPT)
    place = end - len(letters)
    written = spelled[: -len(letters)].translate(SUPERSCRIPTS)
    if written[:1] in ("-", "+"):
        yield Token(TokenKind.SYMBOL, written[0], start, start + 1)
    if digits := written.lstrip("-+"):
        yield Token(TokenKind.NUMBER, digits, place - len(digits), place)
    yield Token(TokenKind.NAME, "".join(map(_RAISED.__getitem__, letters)), place, end)
    yield Token(TokenKind.SYMBOL, ")", end, end)


def _kind_of_end(text: str, position: int, depth: int) -> TokenKind:
    """What ends a statement; a semicolon among brackets that are closed before the line ends does not."""
    if depth == 0:
        return TokenKind.NEWLINE
    for character in text[position:].partition("\n")[0]:
        depth += _DEEPER.get(character, 0)
        if depth == 0:
            return TokenKind.SYMBOL
    return TokenKind.NEWLINE


def _note(problems: list[Problem], found: Iterable[Problem]) -> None:
    """Adds as many as are listed of one text."""
    problems += islice(found, max(0, MAX_PROBLEMS - len(problems)))


def fraction(text: str) -> str:
    """A fraction of one character, whole numbers before it or not, as a decimal number: `2½` is `2.5`."""
    above, below = FRACTIONS[text[-1]]
    return repr(float(text[:-1] or "0") + above / below)


_MAX_LETTERS = 3
"""Letters glued to π that are read as a product."""


def _beside_pi(tokens: list[Token], problems: list[Problem]) -> list[Token]:
    """Letters that are glued to π are names of one letter each, as in `2πrh`, unless the program has a name that they are."""
    glued = [
        token.kind is TokenKind.NAME
        and 1 < len(token.text) <= _MAX_LETTERS
        and token.text.isalpha()
        and (
            (place > 0 and tokens[place - 1].text == "π" and tokens[place - 1].end == token.start)
            or (tokens[place + 1].text == "π" and tokens[place + 1].start == token.end)
        )
        and tokens[place + 1].text != "("
        for place, token in enumerate(tokens)
    ]
    own = {token.text for token, is_glued in zip(tokens, glued, strict=True) if not is_glued}
    read: list[Token] = []
    for token, is_glued in zip(tokens, glued, strict=True):
        if not is_glued or token.text in own:
            read.append(token)
            continue
        for place, letter in enumerate(token.text, token.start):
            if place > token.start:
                read.append(Token(TokenKind.SYMBOL, "*", place, place))
            read.append(Token(TokenKind.NAME, letter, place, place + 1))
        product = "*".join(token.text)
        message = say("beside-pi", text=token.text, product=product)
        problems.append(Problem(Code.READING, message, say("beside-pi.hint", text=token.text), token.span))
    return read


def name_too_long(name: str, start: int) -> Problem:
    """The problem of a name of more than `LONGEST_NAME` characters."""
    return Problem(
        Code.TOO_LONG,
        say("name-too-long", count=len(name), longest_name=LONGEST_NAME),
        say("name-too-long.hint"),
        (start, start + len(name)),
    )


_DEGREES = re.compile(r"([0-9.]+|[^\W\d]\w*)[ \t]*$")
_PRIMES = "'′’"
"""What people write for a derivative, as in `y' = 2x`."""
_BEFORE_PRIME = re.compile(r"[\w)]")
_LONGEST_NAMED = 40
"""Characters before a degree sign in which the angle is looked for."""


_EMOJI = r"[\u203c-\u3299\U0001f000-\U0001faff]"
_ADDED = r"[\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
"""What changes the look of the emoji before it: its colours, its key, the letters of a flag."""
_RUN = re.compile(
    rf"((?P<whole>[\U0001f1e6-\U0001f1ff]{{2}}|{_EMOJI}{_ADDED}*(?:\u200d{_EMOJI}{_ADDED}*)+|{_EMOJI}[\U000e0020-\U000e007f]+)"
    rf"|.)(?:\1|{_ADDED})*",
    re.DOTALL,
)
"""The same character again and again, or the several that one emoji is made of."""


def _unreadable(text: str, start: int, end: int) -> Iterator[Problem]:
    """A problem for each run of the same character that has no meaning."""
    for run in _RUN.finditer(text, start, end):
        character, position, length = run[1], run.start(), len(run[0])
        if character == "°":
            degrees = _DEGREES.search(text, max(0, position - _LONGEST_NAMED), position)
            hint = say("degree-sign.hint", degrees=degrees[1] if degrees else "x")
            yield Problem(Code.INVALID_CHARACTER, say("degree-sign"), hint, (position, position + length))
        elif character in _PRIMES and _BEFORE_PRIME.match(text, position - 1):
            yield Problem(Code.INVALID_CHARACTER, say("prime-mark"), say("prime-mark.hint"), (position, position + length))
        else:
            shown = run[0] if "\ufe0f" in run[0] and not run["whole"] else character
            yield _without_meaning(shown, (position, position + length))


def _without_meaning(character: str, span: Span) -> Problem:
    if character in "\"'`“”„‘’":
        return Problem(
            Code.STRING_NOT_ALLOWED,
            say("quotation-not-closed"),
            say("numbers-not-texts"),
            span,
        )
    is_seen = character[0].isprintable()
    shown = character if is_seen and character != "\\" else repr(character)[1:-1] if is_seen else f"U+{ord(character[0]):04X}"
    return Problem(
        Code.INVALID_CHARACTER,
        say("character-without-meaning", shown=shown),
        say("character-without-meaning.visible" if is_seen else "character-without-meaning.hint"),
        span,
    )
