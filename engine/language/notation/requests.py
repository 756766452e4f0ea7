"""Derivatives as people ask for them: `derivative of x² sin(x) at x = 2`, `f'(3)`, `diff(f, x)`, and what SymPy writes around it.

What only asks becomes blanks of the same length, so that a place stays the same place; what is asked for becomes a call of
`derivative` (see `leibniz`), and `at x = 2` a value of x. Knows characters and tokens only.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from backpass.engine.language.notation.leibniz import DERIVATIVE
from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.language.parsing.patterns import split
from backpass.engine.language.pasted_text.other_languages import DIFFERENTIATED, LONGEST
from backpass.engine.language.program import Assign, Statement
from backpass.engine.language.syntax_tree import AssignmentTarget, NumberLiteral
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span

PRIMED = "derivative_at"
"""The function that `f'(3)` becomes a call of, with f, the order and 3."""

_NUMBER = r"[-−+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_VALUE = re.compile(rf"(?P<name>[^\W\d]\w*)[ \t]*=[ \t]*(?P<value>{_NUMBER})")
_EQUATION = rf"[^\W\d]\w*[ \t]*=[ \t]*{_NUMBER}"
_AT = re.compile(
    r"[ \t]+(?:at|when|for|where|if)[ \t]+(?:the[ \t]+point[ \t]+)?"
    rf"(?P<values>{_EQUATION}(?:(?:[ \t]*,[ \t]*(?:and[ \t]+)?|[ \t]+and[ \t]+){_EQUATION})*)[ \t]*[?.]?[ \t]*$"
)
_AT_POINT = re.compile(
    rf"[ \t]+at[ \t]+(?:the[ \t]+point[ \t]+)?\([ \t]*(?P<numbers>{_NUMBER}(?:[ \t]*,[ \t]*{_NUMBER})*)[ \t]*\)[ \t]*[?.]?[ \t]*$"
)
"""`at (1, 2)`: of the names in their order."""
_BY = re.compile(r"[ \t]+(?:with respect to|w\.?r\.?t\.?|by)[ \t]+(?P<name>[^\W\d]\w*)[ \t]*[?]?[ \t]*$")
_ASKING = r"[ \t]*(?:(?:what is|what's|find|compute|calculate|take|evaluate)[ \t]+)?(?:the[ \t]+)?"
_WORDS = re.compile(
    _ASKING + r"(?:differentiate|(?:(?P<order>first|second|third|fourth|2nd|3rd|4th)[ \t]+)?(?:partial[ \t]+)?derivative[ \t]+of"
    r"|slope[ \t]+of|rate[ \t]+of[ \t]+change[ \t]+of)[ \t]+(?=\S)",
    re.IGNORECASE,
)
_ORDERS = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_GRADIENT = re.compile(_ASKING + r"(?:gradient[ \t]+of[ \t]+(?=\S)|(?:gradient|grad)[ \t]+(?=\()|∇[ \t]*(?=\())", re.IGNORECASE)
_STOP = re.compile(r"[ \t]*[?.][ \t]*$")
"""The gradient of an expression is shown beside the expression."""
_EVALUATE = re.compile(
    r"[ \t]*(?:evaluate|compute|calculate|find(?:[ \t]+the[ \t]+value[ \t]+of)?|what is|what's)[ \t]+(?=\S)", re.IGNORECASE
)
_NO_FORMULA = re.compile(r"[#'\"]|\b(?:def|for|if|import|in|lambda|return|while|with)\b")
"""What a line has in it that is Python's and no formula."""
_PROGRAM = re.compile(r"\"\"\"|\'\'\'|^[ \t]*(?:async[ \t]+def|def|class|import|from)[ \t]", re.MULTILINE)
_HEAD = re.compile(r"[ \t]*[^\W\d_]\w{0,2}\(([^\W\d]\w*(?:[ \t]*,[ \t]*[^\W\d]\w*)*)\)[ \t]*=(?!=)[ \t]*(?=\S)")
"""`f(x, y) =` before an expression."""
_QUOTIENT = re.compile(r"(?P<above>[d∂])[\w²³⁴^*]{0,9}[ \t]*/[ \t]*(?P<below>[d∂])\w")
_PRIMED = re.compile(
    r"[ \t]*(?:(?:find|compute|what is)[ \t]+)?(?P<name>[^\W\d_])['′][ \t]+(?:where|if|for|when|of)[ \t]+(?P=name)"
    r"[ \t]*=[ \t]*(?=\S)",
    re.IGNORECASE,
)
"""`y' where y = x^2`."""
_DERIVED = re.compile(
    _ASKING
    + r"d(?P<name>[^\W\d_])[ \t]*/[ \t]*d(?P<by>[^\W\d_])[ \t]+(?:where|if|for|when|of)[ \t]+(?P=name)[ \t]*=[ \t]*(?=\S)",
    re.IGNORECASE,
)
"""`dy/dx if y = x^2`."""
_ASKS = re.compile(
    r"\b(?:at|when|where|for|if|evaluate|slope|rate|gradient|grad)[ \t]|∇|\bsymbols?\(|deriv|different|∂|sympy"
    rf"|['′″'][ \t]*\(|\bd[²³⁴\^*0-9]{{0,3}}\s*/\s*d|\b(?:diff|{DIFFERENTIATED})\(",
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
_DEFINES_SYMBOLS = re.compile(r"\b(?:def|import)\b[^\n]*\b(?:symbols|Symbol|var)\b")
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
    """Names, the numbers that they have, and where both stand, the number last."""
    problems: list[Problem] = field(default_factory=list)

    def blank(self, start: int, end: int) -> None:
        """Makes a part of the text blanks."""
        left = re.sub(r"[^\n]", " ", self.text[start:end])
        self.text = f"{self.text[:start]}{left}{self.text[end:]}"

    def given(self) -> list[Statement]:
        """The values as the assignments that come first."""
        made: list[Statement] = []
        for name, value, span in self.values:
            number = NumberLiteral(float(value.replace("−", "-")), (span[1] - len(value), span[1]))
            made.append(Assign((AssignmentTarget(name, span),), (number,), span))
        return made


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
    """`derivative of …`, `d/dx (…)`, `gradient of …` and formulas, each with a point at the end where there is one."""
    if _PROGRAM.search(found.original):
        return  # its words are those of comments and docstrings
    words = (
        _WORDS.match(found.text, start, end) or _PRIMED.match(found.text, start, end) or _DERIVED.match(found.text, start, end)
    )
    gradient = None if words else _GRADIENT.match(found.text, start, end)
    quotient = _QUOTIENT.search(found.text, start, end)
    if quotient is not None and "∂" in quotient[0]:
        for part in ("above", "below"):
            place = quotient.start(part)
            found.text = f"{found.text[:place]}d{found.text[place + 1 :]}"
    primed = re.search(r"[′″']\(", found.text[start:end])
    asked = words or gradient or quotient or primed
    if not asked and not _is_formula_at_a_point(found.text, start, end):
        return
    begin = start if words is None else words.end()
    if gradient is not None:
        found.blank(gradient.start(), gradient.end())
        begin = gradient.end()
    elif words is None and (evaluate := _EVALUATE.match(found.text, start, end)):
        found.blank(evaluate.start(), evaluate.end())
        begin = evaluate.end()
    by, end = _read_point(found, begin, end)
    if gradient is not None and (ends := _STOP.search(found.text, begin, end)):
        found.blank(ends.start(), end)
    if words is None:
        return
    if ends := _STOP.search(found.text, words.end(), end):
        found.blank(ends.start(), end)
        end = ends.start()
    if respect := _BY.search(found.text, start, end):
        found.blank(respect.start(), end)
        by, end = respect["name"], respect.start()
    groups = words.groupdict()
    found.blank(words.start(), words.end())
    times = _ORDERS.get((groups.get("order") or "").lower(), 1)
    found.wrapped += [((words.end(), end), groups.get("by") or by)] * times


def _is_formula_at_a_point(text: str, start: int, end: int) -> bool:
    """Whether a line is `x^2 + y at x = 1, y = 2`."""
    at = _AT.search(text, start, end) or _AT_POINT.search(text, start, end)
    return at is not None and bool(text[start : at.start()].strip()) and _NO_FORMULA.search(text, start, at.start()) is None


def _read_point(found: Requests, start: int, end: int) -> tuple[str | None, int]:
    """The values at the end of a line; returns the name where it is a single one, and where the line ends before them."""
    if at := _AT.search(found.text, start, end):
        values = list(_VALUE.finditer(found.text, at.start("values"), at.end("values")))
        found.values += [(each["name"], each["value"], each.span()) for each in values]
    elif at := _AT_POINT.search(found.text, start, end):
        written = found.text[start : at.start()]
        head = _HEAD.match(written)
        names = re.split(r"[ \t]*,[ \t]*", head[1]) if head else _names_of(written)
        numbers = list(re.compile(_NUMBER).finditer(found.text, at.start("numbers"), at.end("numbers")))
        if len(names) != len(numbers):
            hint = say("point-of-names.hint", names=", ".join(f"{name} = 1" for name in names or ("x",)))
            found.problems.append(
                Problem(Code.AMBIGUOUS, say("point-of-names"), hint, (at.start("numbers") - 1, at.end("numbers") + 1))
            )
            values = []
        else:
            found.values += [(name, each[0], each.span()) for name, each in zip(names, numbers, strict=True)]
            values = numbers
    else:
        return None, end
    if head := _HEAD.match(found.text, start, at.start()):  # the point is that of the value, not of a function
        found.blank(head.start(), head.end())
    found.blank(at.start(), end)
    return (found.values[-1][0] if len(values) == 1 else None), at.start()


def _names_of(expression: str) -> list[str]:
    """The variables of an expression, in the order of the alphabet."""
    names = set(re.findall(r"(?<![\w.])[^\W\d]\w*(?![\w(])", expression))
    return sorted(names - {"e", "pi", "π"})


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
    if not imports and not (re.search(_SYMBOLS % "", found.text, re.MULTILINE) and not _DEFINES_SYMBOLS.search(found.text)):
        return
    aliases = {each["alias"] or "sympy" for each in imports} or {"sympy"}
    prefix = "|".join(rf"{re.escape(alias)}\." for alias in sorted(aliases))
    symbols = list(re.compile(_SYMBOLS % prefix, re.MULTILINE).finditer(found.text))
    places = [each.span() for each in (*imports, *symbols)]
    places += [each.span() for each in re.finditer(rf"(?<![\w.])(?:{prefix})", found.text)]
    for each in _SUBS.finditer(found.text):
        found.values.append((each["name"], each["value"], (each.start("name"), each.end("value"))))
        places.append(each.span())
        message = say("value-throughout", name=each["name"], number=each["value"])
        found.problems.append(Problem(Code.READING, message, None, each.span()))
    for start, end in places:
        found.blank(start, end)
    found.problems.append(Problem(Code.IGNORED, say("sympy-symbols"), None, (imports or symbols)[0].span()))


def with_calls(tokens: list[Token], found: Requests) -> list[Token]:
    """The tokens with what is asked for as calls."""
    tokens = [token._replace(text="diff") if token.text == DIFFERENTIATED else token for token in tokens]
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
    if by is None and inside:
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
