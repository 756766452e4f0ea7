"""Derivatives as people ask for them: `derivative of x² sin(x) at x = 2`, `f'(3)`, `diff(f, x)`, and what SymPy writes around it.

What only asks becomes blanks of the same length, so that a place stays the same place; what is asked for becomes a call of
`derivative` (see `leibniz`), and `at x = 2` a value of x. Knows characters and tokens only.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from engine.language.notation.leibniz import DERIVATIVE
from engine.language.parsing.lexer import Token, TokenKind
from engine.language.parsing.patterns import split
from engine.language.pasted_text.other_languages import LONGEST
from engine.language.program import Assign, Statement
from engine.language.syntax_tree import AssignmentTarget, NumberLiteral
from engine.messages import say
from engine.problems import Code, Problem, Span

PRIMED = "derivative_at"
"""The function that `f'(3)` becomes a call of, with f, the order and 3."""

_NUMBER = r"[-−+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_AT = re.compile(rf"[ \t]+(?:at|when|for|where)[ \t]+(?P<name>[^\W\d]\w*)[ \t]*=[ \t]*(?P<value>{_NUMBER})[ \t]*[?.]?[ \t]*$")
_BY = re.compile(r"[ \t]+(?:with respect to|w\.?r\.?t\.?|by)[ \t]+(?P<name>[^\W\d]\w*)[ \t]*[?]?[ \t]*$")
_WORDS = re.compile(
    r"[ \t]*(?:(?:what is|find|compute|calculate|take)[ \t]+)?(?:the[ \t]+)?(?:differentiate|derivative[ \t]+of)[ \t]+(?=\S)",
    re.IGNORECASE,
)
_QUOTIENT = re.compile(r"(?P<above>[d∂])[\w²³⁴^*]{0,9}[ \t]*/[ \t]*(?P<below>[d∂])\w")
_PRIMED = re.compile(
    r"[ \t]*(?:(?:find|compute|what is)[ \t]+)?(?P<name>[^\W\d_])['′][ \t]+(?:where|if|for|when|of)[ \t]+(?P=name)"
    r"[ \t]*=[ \t]*(?=\S)",
    re.IGNORECASE,
)
"""`y' where y = x^2`."""
_ASKS = re.compile(
    r"['′][ \t]+(?:where|if|for|when|of)\b|deriv|different|∂|\bd[²³⁴\^*0-9]{0,3}\s*/\s*d|[′″'][ \t]*\(|\bdiff\(|sympy",
    re.IGNORECASE,
)
_PRIMES = re.compile(r"(?<![\w'\"])(?P<name>[^\W\d_]\w{0,2})(?P<marks>'{1,3}|′{1,3}|″|‴)(?=\()")
_MARK = {"'": "\u02b9", "′": "\u02b9", "″": "\u02ba", "‴": "\u02bc"}
"""Characters of names, one for each character of primes."""
_ORDER = {"\u02b9": 1, "\u02ba": 2, "\u02bc": 3}
_SYMPY = re.compile(
    r"^[ \t]*(?:from[ \t]+sympy(?:\.\w+)*[ \t]+import[ \t][^\n;]*|import[ \t]+sympy(?:[ \t]+as[ \t]+(?P<alias>\w+))?)",
    re.MULTILINE,
)
_SYMBOLS = r"^[ \t]*[\w ,]+=[ \t]*(?:%s)?(?:symbols|Symbol|var)\([ \t]*(['\"])[\w ,]+\1[^()\n]*\)"
_SUBS = re.compile(rf"\.subs\([ \t]*(?P<name>[^\W\d]\w*)[ \t]*,[ \t]*(?P<value>{_NUMBER})[ \t]*\)(?:\.evalf\([ \t]*\))?")


@dataclass(slots=True)
class Requests:
    """What a text asks for."""

    text: str
    """Without the words that ask."""
    original: str = ""
    """With them."""
    wrapped: list[tuple[Span, str | None]] = field(default_factory=list)
    """What is to be differentiated, and by which name; None where none is given."""
    values: list[tuple[str, str, Span]] = field(default_factory=list)
    """Names, the numbers that they have, and where that stands."""
    problems: list[Problem] = field(default_factory=list)

    def blank(self, start: int, end: int) -> None:
        """Makes a part of the text blanks."""
        left = re.sub(r"[^\n]", " ", self.text[start:end])
        self.text = f"{self.text[:start]}{left}{self.text[end:]}"

    def given(self) -> list[Statement]:
        """The values as the assignments that come first."""
        return [
            Assign((AssignmentTarget(name, span),), (NumberLiteral(float(value.replace("−", "-")), span),), span)
            for name, value, span in self.values
        ]


def asks(text: str) -> bool:
    """Whether a text may ask for a derivative."""
    return len(text) <= LONGEST and _ASKS.search(text) is not None


def read_requests(text: str) -> Requests:
    """What a text asks for in words, with primes, or by SymPy's means."""
    found = Requests(text, text)
    _read_sympy(found)
    start = 0
    for line in re.split(r"[\n;]", text):
        _read_line(found, start, start + len(line))
        start += len(line) + 1
    _read_primes(found)
    assigned = set(re.findall(r"(?:^|[\n;])[ \t]*([^\W\d]\w*)[ \t]*=(?!=)", found.text))
    names = [name for name, _, _ in found.values]
    for name, _, span in found.values:
        if name in assigned or names.count(name) > 1:
            found.problems.append(
                Problem(Code.AMBIGUOUS, say("value-twice", name=name), say("value-twice.hint", name=name), span)
            )
            found.values = []
            break
    return found


def _read_line(found: Requests, start: int, end: int) -> None:
    """`derivative of …` and `d/dx (…)`, both with a point at the end where there is one."""
    words = _WORDS.match(found.text, start, end) or _PRIMED.match(found.text, start, end)
    quotient = _QUOTIENT.search(found.text, start, end)
    if quotient is not None and "∂" in quotient[0]:
        for part in ("above", "below"):
            place = quotient.start(part)
            found.text = f"{found.text[:place]}d{found.text[place + 1 :]}"
    if words is None and quotient is None and not re.search(r"[′″']\(", found.text[start:end]):
        return
    by = None
    if at := _AT.search(found.text, start, end):
        found.values.append((at["name"], at["value"], (at.start("name"), at.end("value"))))
        found.blank(at.start(), end)
        by = at["name"]
        end = at.start()
    if words is None:
        return
    if ends := re.compile(r"[ \t]*[?.][ \t]*$").search(found.text, words.end(), end):
        found.blank(ends.start(), end)
        end = ends.start()
    if respect := _BY.search(found.text, start, end):
        found.blank(respect.start(), end)
        by, end = respect["name"], respect.start()
    found.blank(words.start(), words.end())
    found.wrapped.append(((words.end(), end), by))


def _read_primes(found: Requests) -> None:
    """`f'(3)` where f is defined as in class, `f(x) = …`: elsewhere a quotation mark is one."""
    for prime in _PRIMES.finditer(found.text):
        line = found.text[found.text.rfind("\n", 0, prime.start()) + 1 :].partition("\n")[0]
        if line.count("'") != sum(each["marks"].count("'") for each in _PRIMES.finditer(line)) and "'" in prime["marks"]:
            continue
        if re.search(rf"(?:^|[\n;])[ \t]*{re.escape(prime['name'])}[ \t]*\([ \t]*\w+[ \t]*\)[ \t]*=(?!=)", found.text):
            start, end = prime.span("marks")
            marks = "".join(_MARK[mark] for mark in prime["marks"])
            found.text = f"{found.text[:start]}{marks}{found.text[end:]}"


def _read_sympy(found: Requests) -> None:
    """Imports and symbols of SymPy, which are names without values here, and `.subs(x, 2)`."""
    imports = list(_SYMPY.finditer(found.text))
    if not imports:
        return
    aliases = {each["alias"] or "sympy" for each in imports}
    prefix = "|".join(rf"{re.escape(alias)}\." for alias in sorted(aliases))
    symbols = list(re.compile(_SYMBOLS % prefix, re.MULTILINE).finditer(found.text))
    places = [each.span() for each in (*imports, *symbols)]
    places += [each.span() for each in re.finditer(rf"(?<![\w.])(?:{prefix})", found.text)]
    for each in _SUBS.finditer(found.text):
        found.values.append((each["name"], each["value"], each.span()))
        places.append(each.span())
        message = say("value-throughout", name=each["name"], number=each["value"])
        found.problems.append(Problem(Code.READING, message, None, each.span()))
    for start, end in places:
        found.blank(start, end)
    found.problems.append(Problem(Code.IGNORED, say("sympy-symbols"), None, imports[0].span()))


def with_calls(tokens: list[Token], found: Requests) -> list[Token]:
    """The tokens with what is asked for as calls."""
    pairs = [(token.text, following.text) for token, following in pairwise(tokens)]
    defines = ("diff", "=") in pairs or ("def", "diff") in pairs
    read: list[Token] = []
    opened = passed = -1
    for place, token in enumerate(tokens):
        if place == opened:
            continue
        if place < passed:
            continue
        opens = token.kind is TokenKind.NAME and tokens[place + 1].text == "("
        if opens and token.text == "diff" and not defines and (nested := _nested(tokens, place)):
            passed, calls = nested
            read += calls
            continue
        if opens and token.text == "diff" and not defines and (not place or tokens[place - 1].text != "."):
            read.append(token._replace(text=DERIVATIVE))
            continue
        if opens and token.text == "diff" and place > 1 and _is_method(tokens, place, found):
            owner = tokens[place - 2]
            opened = place + 1
            read[-2:] = [
                token._replace(text=DERIVATIVE),
                tokens[opened],
                owner,
                Token(TokenKind.SYMBOL, ",", owner.end, owner.end),
            ]
            continue
        marks = token.text[len(token.text.rstrip("".join(_ORDER))) :] if opens else ""
        if not marks:
            read.append(token)
            continue
        name, end, opened = token.text.removesuffix(marks), token.end, place + 1
        order = sum(_ORDER[mark] for mark in marks)
        read += [Token(TokenKind.NAME, PRIMED, token.start, end), tokens[place + 1]]
        read += [Token(TokenKind.NAME, name, token.start, token.start + len(name)), Token(TokenKind.SYMBOL, ",", end, end)]
        read += [Token(TokenKind.NUMBER, str(order), end, end), Token(TokenKind.SYMBOL, ",", end, end)]
    for span, by in found.wrapped:
        read = _wrapped(read, span, by, found.problems)
    return read


def _nested(tokens: list[Token], place: int) -> tuple[int, list[Token]] | None:
    """`diff(f, x, x)` as a derivative of a derivative, and where it ends; None for anything else: a second name may hold the
    number of times.
    """
    depth, end = 1, place + 2
    while end < len(tokens) and depth:
        depth += (tokens[end].text in ("(", "[")) - (tokens[end].text in (")", "]"))
        end += 1
    what, *by = split(tokens[place + 2 : end - 1], ",")
    names = {run[0].text if len(run) == 1 and run[0].kind is TokenKind.NAME else "" for run in by}
    if depth or len(by) < 2 or len(names) > 1 or "" in names:
        return None
    opening = [tokens[place]._replace(text=DERIVATIVE), tokens[place + 1]]
    closing = tokens[end - 1]
    behind = [token for (name,) in by for token in (closing._replace(text=","), name, closing)]
    return end, [*opening * len(by), *what, *behind]


def _is_method(tokens: list[Token], place: int, found: Requests) -> bool:
    """Whether `f.diff(x)` stands here, as SymPy writes it: a name, a point, and an argument."""
    owner, point, closes = tokens[place - 2], tokens[place - 1], tokens[place + 2]
    return point.text == "." and owner.kind is TokenKind.NAME and closes.text != ")" and "sympy" in found.original


def _wrapped(tokens: list[Token], span: Span, by: str | None, problems: list[Problem]) -> list[Token]:
    """The tokens of one expression as a call of `derivative`."""
    begin = next((place for place, token in enumerate(tokens) if token.start >= span[0]), len(tokens) - 1)
    end = next(place for place, token in enumerate(tokens) if token.end > span[1] or token.kind is TokenKind.END)
    inside = tokens[begin:end]
    if by is None:
        following = [*inside[1:], Token(TokenKind.END, "", span[1], span[1])]
        names = {
            each.text for each, after in zip(inside, following, strict=True) if each.kind is TokenKind.NAME and after.text != "("
        }
        names -= {"e", "pi", "π"}
        by = "x" if "x" in names else min(names) if len(names) == 1 else None
    if by is None or not inside:
        problems.append(Problem(Code.AMBIGUOUS, say("derivative-by-what"), say("derivative-by-what.hint"), span))
        return tokens
    start, stop = span[0], inside[-1].end
    return [
        *tokens[:begin],
        Token(TokenKind.NAME, DERIVATIVE, start, start),
        Token(TokenKind.SYMBOL, "(", start, start),
        *inside,
        Token(TokenKind.SYMBOL, ",", stop, stop),
        Token(TokenKind.NAME, by, stop, stop),
        Token(TokenKind.SYMBOL, ")", stop, stop),
        *tokens[end:],
    ]
