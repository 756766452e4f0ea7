r"""Sums and products over numbered values, `\sum_{i=1}^{n} (y_i - \hat{y}_i)^2`, written out: each term has names of its own.

Within the sum over i, `y_i` is another value in every term: `y_1`, `y_2`, `y_3`; of a name that was given a list, its elements.
How many terms there are follows from the bounds. A bound that is a letter is the number that a line gives it, `n = 5`; without
such a line it is the length of a list that the sum goes over, else `TERMS`, and the letter is that number everywhere.
A line `\hat{y}_i = w x_i + b` is one for each term. Numbered names that have no value get numbers between 0 and 1, so that no
two terms are the same. Knows tokens only.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from backpass.engine.language.latex.symbols import with_written_indices
from backpass.engine.language.notation.letters import is_two_letters
from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

TERMS = 3
"""Where nothing says how many terms a sum has."""
_MAX_TERMS = 12
"""Of a sum whose terms have names of their own."""
_MAX_TOKENS = 20_000
"""That a sum may be written out to."""
_COUNTER = re.compile(r"(?:\\(?:sum|prod)(?![a-zA-Z])|[∑∏])\s*(?:\\limits\s*)?_\s*\{?\s*([^\W\d_])(?![^\W\d_])")
_DIGIT = re.compile(r"_\s*\{?\s*(\d)(?!\d)")
_BOUND = re.compile(r"([^\W\d_])(?:\s*([-+])\s*(\d+))?")
_SHIFTED = re.compile(r"_(\d+)_(plus|minus)_(\d+)(?![0-9])")
_INDEX = re.compile(r"_\s*(?:\{\s*)?([^\W\d_])(?![^\W_])")
_NUMBERED = re.compile(r"[^\W_]{0,2}\d[^\W_]{0,2}")
_WORDS = frozenset(
    ["id", "if", "in", "is", "it", "no", "nn", "of", "on", "or", "so", "to", "up", "max", "min", "mid", "out", "end"]
)
"""Indices that are no letters of sums."""
_MEAN = re.compile(r"(?:(?<![\w.])[1½]\s*/\s*|\\[dt]?frac\s*\{?\s*1\s*\}?\s*\{?\s*)([nNmM])(?!\w)")
"""One by the number of terms: the mean of a sum whose bounds are left out."""
_USUAL_COUNTERS = frozenset("ijklmnt")
"""Letters that number things wherever they are an index."""
_BREAKS = (TokenKind.NEWLINE, TokenKind.END)


class Sums:
    """The sums of one text that have numbered values in them."""

    def __init__(self, text: str) -> None:
        text = with_written_indices(text)
        self.counters = set(_COUNTER.findall(text))
        """The letters that sums go over."""
        self.problems: list[Problem] = []
        self.refused = ("", "")
        """Of the last sum that cannot be written out, a numbered name, and that name without its index."""
        self._letters = {*self.counters, *_INDEX.findall(text), *"0123456789"}
        """What indices consist of."""
        self._fewest = max(map(int, _DIGIT.findall(text)), default=0)
        mean = _MEAN.search(text)
        self._mean = mean[1] if mean and not re.search(rf"(?<!\w){mean[1]}\s*=(?!\s*\d+\s*(?:[\n;]|\Z))", text) else ""
        """The letter of the number of terms, where a mean is taken."""
        self._lengths: dict[str, int] = {}
        """By letter that is a bound, its number."""
        self._numbers: dict[str, list[int]] = {}
        """By name without its index, the numbers that came into its place."""
        self._lists: dict[str, int] = {}
        """By name that was given a list, its length."""
        self._given: dict[str, int] = {}
        """By name that was given a whole number, that number."""
        self._looked_at = 0
        """Where the first line begins that was not looked at yet."""
        self._noted: set[str] = set()

    def index_of(self, inside: Sequence[Token]) -> str | None:
        """The letter that a sum with nothing below its sign goes over: that of all indices in it. None where there are several,
        or where another letter than those of sums may be a name's mark; empty where nothing has an index.
        """
        parts = [part for token in inside if token.kind is TokenKind.NAME for part in token.text.split("_")[1:]]
        letters = {letter for part in parts if len(part) < 3 and part not in _WORDS for letter in part if letter.isalpha()}
        if not letters:
            return ""
        letter = letters.pop()
        if letters or letter not in _USUAL_COUNTERS:
            return None
        self.counters.add(letter)
        return letter

    def written_out(self, tokens: Sequence[Token], begin: int, bounds: tuple[str, str, str]) -> list[Token] | None:
        """The terms of `sum`, `(`, what is added up, `)`, which stand at `begin`: as many tokens as that takes; none where that
        cannot be written out (see `refused`), and None where nothing in it is numbered.
        """
        index, first, last = bounds
        series = tokens[begin:]
        inside = series[2:-1]
        numbered = [token for token in inside if self._is_numbered(token, index)]
        if not numbered:
            return None
        self.refused = (numbered[0].text, self._base(numbered[0]))
        self._look_at_lines(tokens, begin)
        length = min((self._lists[name] for name in map(self._base, numbered) if name in self._lists), default=0)
        if not first.isdecimal() or (end := self._end(last, int(first), length, series[0])) is None:
            return []
        numbers = range(int(first), end + 1)
        if not 1 <= len(numbers) <= _MAX_TERMS or len(numbers) * len(inside) > _MAX_TOKENS:
            return []
        terms = [self._term(inside, index, number) for number in numbers]
        if any("_minus_" in token.text or "_plus_" in token.text for term in terms for token in term):
            return []
        opening, closing = series[1], series[-1]
        sign = opening._replace(text="+" if series[0].text == "sum" else "*")
        written = [opening]
        for place, term in enumerate(terms):
            written += [*([sign] if place else []), opening, *term, closing]
        return [*written, closing]

    def finished(self, tokens: list[Token]) -> tuple[list[Token], list[tuple[str, float, Token]]]:
        """All tokens of the text once its sums are written out, and the names that have no value, with a number and a place."""
        if not self._numbers and not self._lengths:
            return tokens, []
        called = Counter(token.text for token, following in pairwise(tokens) if following.text == "(")
        lines = [self._line(line, called) for line in _lines(tokens)]
        defined = [line for line in lines if self._is_numbered_definition(line)]
        rest = [line for line in lines if not self._is_numbered_definition(line)]
        written = [token for line in defined for token in self._every_number(line)]
        written += [token for line in rest for token in line]
        written = [self._first_one(token) for token in written]
        for token in written:
            if token.kind is TokenKind.NAME and self._is_free(token.text):
                base = self._base(token)
                first, last = (_numbered_name(base, self._numbers[base][place]) for place in (0, -1))
                message = say("latex-free-index", name=token.text, first=first, last=last)
                self.problems.append(Problem(Code.UNSUPPORTED, message, say("latex-free-index.hint", first=first), token.span))
        return written, self._without_values(written)

    # Which names are numbered

    def _is_numbered(self, token: Token, index: str) -> bool:
        return token.kind is TokenKind.NAME and any(self._involves(part, index) for part in token.text.split("_")[1:])

    def _involves(self, part: str, index: str) -> bool:
        """Whether an index has the letter of a sum in it: `i`, and `ij`, which is no word."""
        if part == index:
            return True
        others = set(part) - {index}
        return index in part and len(part) <= 3 and (len(part) == 2 or self._letters.issuperset(others)) and part not in _WORDS

    def _base(self, token: Token) -> str:
        """A numbered name up to its index."""
        first, *parts = token.text.split("_")
        found = [first]
        for part in parts:
            if _NUMBERED.fullmatch(part) or any(self._involves(part, index) for index in self.counters):
                break
            found.append(part)
        return "_".join(found)

    def _is_free(self, name: str) -> bool:
        """Whether a name has the letter of a sum as its index, outside that sum, and is one of those of its terms."""
        token = Token(TokenKind.NAME, name, 0, 0)
        return self._base(token) in self._numbers and any(self._is_numbered(token, index) for index in self.counters)

    def _first_one(self, token: Token) -> Token:
        """`z_i` as `z_1` in a formula that holds for every i: beside a sum over j of `z_j`. With a note."""
        base, _, index = token.text.rpartition("_")
        if token.kind is not TokenKind.NAME or len(index) != 1 or not index.isalpha() or base not in self._numbers:
            return token
        if index in self.counters or index in self._lengths:
            return token
        name = _numbered_name(base, self._numbers[base][0])
        if index not in self._noted:
            self._noted.add(index)
            message = say("latex-every-index", letter=index, name=token.text, first=name)
            self.problems.append(Problem(Code.READING, message, say("latex-every-index.hint", first=name), token.span))
        return token._replace(text=name)

    # How many terms there are

    def _look_at_lines(self, tokens: Sequence[Token], end: int) -> None:
        """The numbers and lists that lines above give to names, `n = 5` and `x = [1, 2]`: each line is looked at once."""
        for place in range(self._looked_at, end):
            if tokens[place].kind is TokenKind.NEWLINE:
                line = tokens[self._looked_at : place]
                self._looked_at = place + 1
                if len(line) < 3 or line[1].text != "=":
                    continue
                if len(line) == 3 and line[2].text.isdecimal():
                    self._given[line[0].text] = int(line[2].text)
                elif line[2].text == "[":
                    self._lists[line[0].text] = _items(line[2:])

    def _end(self, last: str, begin: int, length: int, series: Token) -> int | None:
        """The last number of a sum; None where it is not known."""
        if last.isdecimal():
            return int(last)
        last = last or self._mean
        usual = begin + (length or max(TERMS, self._fewest)) - 1
        if not last:
            self._note(series, "", usual - begin + 1)
            return usual
        bound = _BOUND.fullmatch(last)
        if bound is None:
            return None
        letter, shift = bound[1], int(f"{bound[2]}{bound[3]}") if bound[2] else 0
        if letter not in self._lengths:
            given = self._given.get(letter)
            self._lengths[letter] = usual - shift if given is None else given
            if given is None and not length:
                self._note(series, letter, usual - begin + 1)
        return self._lengths[letter] + shift

    def _note(self, series: Token, letter: str, count: int) -> None:
        if letter in self._noted:
            return
        self._noted.add(letter)
        message = say("latex-terms", count=count)
        hint = say("latex-terms.hint", letter=letter) if letter else None
        self.problems.append(Problem(Code.READING, message, hint, series.span))

    # What is written

    def _term(self, tokens: Sequence[Token], index: str, number: int) -> list[Token]:
        written: list[Token] = []
        for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
            made = list(self._in_term(token, index, number))
            written += made
            if made != [token] and following.text == "(":  # `y_i (…)`: a value is no function
                written.append(Token(TokenKind.SYMBOL, "*", token.end, token.end))
        return written

    def _in_term(self, token: Token, index: str, number: int) -> Iterator[Token]:
        if token.kind is TokenKind.NAME and token.text == index:
            yield token._replace(kind=TokenKind.NUMBER, text=str(number))
            return
        if not self._is_numbered(token, index):
            yield token
            return
        base = self._base(token)
        if is_two_letters(base) and base not in self._lists:  # `w x_i`
            middle = token.start + 1
            yield Token(TokenKind.NAME, base[0], token.start, middle)
            yield Token(TokenKind.SYMBOL, "*", middle, middle)
            token = Token(TokenKind.NAME, token.text[1:], middle, token.end)
            base = base[1]
        if base in self._lists and token.text == f"{base}_{index}" and number:
            at = token.end
            yield Token(TokenKind.NAME, base, token.start, at)
            yield from (Token(TokenKind.SYMBOL, "[", at, at), Token(TokenKind.NUMBER, str(number - 1), at, at))
            yield Token(TokenKind.SYMBOL, "]", at, at)
            return
        first, *parts = token.text.split("_")
        parts = [part.replace(index, str(number)) if self._involves(part, index) else part for part in parts]
        known = self._numbers.setdefault(base, [])
        if number not in known:
            known.append(number)
        yield token._replace(text=_shifted("_".join([first, *parts])))

    def _line(self, line: list[Token], called: Counter[str]) -> list[Token]:
        """A line with the numbers of the bounds in the place of their letters, and without what gives them. In front of `=`
        parameters that are numbered are left out, `L(y, y_hat)`, where nothing calls the function.
        """
        if len(line) == 4 and line[0].text in self._lengths and line[1].text == "=":
            return []
        line = [
            token._replace(kind=TokenKind.NUMBER, text=str(self._lengths[token.text]))
            if token.kind is TokenKind.NAME and token.text in self._lengths
            else self._last_one(token)
            for token in line
        ]
        closing = next((place for place, token in enumerate(line) if token.text == ")"), 0)
        if closing > 2 and line[1].text == "(" and line[closing + 1].text == "=" and called[line[0].text] == 1:
            kept = [token for token in line[2:closing] if token.text != "," and token.text not in self._numbers]
            comma = Token(TokenKind.SYMBOL, ",", line[closing].start, line[closing].start)
            between = [part for token in kept for part in (comma, token)][1:]
            return [line[0], *([line[1], *between, line[closing]] if kept else []), *line[closing + 1 :]]
        return line

    def _last_one(self, token: Token) -> Token:
        """`x_n` as `x_3`, where n is the number of terms."""
        base, _, index = token.text.rpartition("_")
        if token.kind is TokenKind.NAME and index in self._lengths and base in self._numbers:
            return token._replace(text=_numbered_name(base, self._lengths[index]))
        return token

    def _is_numbered_definition(self, line: list[Token]) -> bool:
        return len(line) > 2 and line[1].text == "=" and line[0].kind is TokenKind.NAME and self._is_free(line[0].text)

    def _every_number(self, line: list[Token]) -> list[Token]:
        """`y_i = …` once for each number that came into the place of i."""
        index = next(index for index in sorted(self.counters) if self._is_numbered(line[0], index))
        body = [*line[:-1], line[-1]._replace(kind=TokenKind.NEWLINE, text="\n")]
        return [token for number in sorted(self._numbers[self._base(line[0])]) for token in self._term(body, index, number)]

    def _without_values(self, tokens: list[Token]) -> list[tuple[str, float, Token]]:
        """The numbered names that are given no value, each with one."""
        assigned = {token.text for token, following in pairwise(tokens) if following.text == "="}
        found: dict[str, tuple[float, Token]] = {}
        bases = list(self._numbers)
        for token in tokens:
            name, base = token.text, self._base(token)
            if token.kind is not TokenKind.NAME or base not in self._numbers or name in assigned or name == base:
                continue
            if name not in found and not self._is_free(name):
                number = int(re.sub(r"\D", "", name[len(base) :]) or 0)
                found[name] = (stand_in(number, bases.index(base)), token)
        if found:
            message = say("latex-numbered-inputs", names=", ".join(f"`{name}`" for name in found))
            name, (_, first) = next(iter(found.items()))
            self.problems.append(Problem(Code.READING, message, say("latex-numbered-inputs.hint", name=name), first.span))
        return [(name, value, token) for name, (value, token) in found.items()]


def stand_in(number: int, place: int) -> float:
    """A value between 0 and 1 for a term's number and the place of its name among the names: neighbours differ."""
    return ((number * 3 + place * 4) % 9 + 1) / 10


def _shifted(name: str) -> str:
    """`x_2_plus_1` as `x_3`; where that would be negative, as it is."""

    def number(found: re.Match[str]) -> str:
        value = int(found[1]) + (1 if found[2] == "plus" else -1) * int(found[3])
        return f"_{value}" if value >= 0 else found[0]

    return _SHIFTED.sub(number, name)


def _numbered_name(base: str, number: int) -> str:
    return f"{base}_{number}"


def _lines(tokens: list[Token]) -> Iterator[list[Token]]:
    line: list[Token] = []
    for token in tokens:
        line.append(token)
        if token.kind in _BREAKS:
            yield line
            line = []


def _items(tokens: Sequence[Token]) -> int:
    """How many items a list has."""
    depth = commas = 0
    for token in tokens:
        depth += (token.text == "[") - (token.text == "]")
        commas += token.text == "," and depth == 1
    return commas + 1
