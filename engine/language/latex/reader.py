r"""LaTeX to tokens: `\frac{1}{1+e^{-x}}` becomes the tokens of `(1)/(1+exp(-x))`, so that the one parser reads it.

Tokens keep their places in what was typed; what is put in between (a product, a parenthesis) has the place where it stands.
Depth is kept on a stack of `_Frame`s. Knows how formulas are written, and the names of operations; nothing of values.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from backpass.engine.language.latex.cases import CASES, Row, rows, without_words
from backpass.engine.language.latex.definitions import definitions, in_lines, powers_as_names, without_chains
from backpass.engine.language.latex.matrices import Matrices
from backpass.engine.language.latex.sums import Sums
from backpass.engine.language.latex.symbols import (
    BRACKETS,
    ENVIRONMENTS,
    KNOWN_COMMANDS,
    NOT_COMPUTED,
    OPERATORS,
    ROOTS,
    SERIES,
    SPACES,
    Lexeme,
    end_of_index,
    index_of_result,
    lexemes,
    mark_above,
    sample_above,
)
from backpass.engine.language.notation.letters import letters_of, note_on_product
from backpass.engine.language.notation.pieces import compares, piecewise
from backpass.engine.language.parsing.lexer import LONGEST_NAME, SUPERSCRIPTS, Token, TokenKind, Tokens, name_too_long
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import MAX_PROBLEMS, Code, Problem, Span, nearest

_AROUND = re.compile(r"\s*\{*\s*\\(?:displaystyle|textstyle|begin)(?![a-zA-Z])")
"""Behind a brace that groups a formula, not a value."""
_SERIES = re.compile(r"\\(?:sum|prod)(?![a-zA-Z])|[∑∏]")
"""A power behind what is added up belongs to each term."""
_ARRAY = re.compile(r"\[|\\(?:mathbf|boldsymbol|bm|vec)(?![a-zA-Z])|matrix|\^\s*\{?\s*(?:\\top|T)(?![a-zA-Z])")
"""Where some name is an array: a list, a bold letter, a matrix, something transposed."""
_STOPS = {"+", "-", "*", "/", "=", ",", ")", "]", "}", "<", ">", "<=", ">=", "==", "!="}


@dataclass(slots=True)
class _Frame:
    """Something that has been opened."""

    kind: str
    """The lexeme that closes it; `bare` for an argument without parentheses, `one` for an argument of one value."""
    span: Span
    after: Callable[[int], None]
    """What is written when it closes, a function of the place."""
    ends: frozenset[str] = frozenset(_STOPS)
    """Of a bare argument: the symbols that end it."""


def tokenize_latex(text: str, products: Collection[str] = ()) -> Tokens:
    """The tokens of a text in LaTeX, with these names as products of their letters. Never raises; see `Tokens.problems`."""
    return _Reader(text, products).read()


class _Reader:
    def __init__(self, text: str, products: Collection[str]) -> None:
        self._text = text
        self._products = products
        self._noted: set[str] = set()
        self._tokens: list[Token] = []
        self._problems: list[Problem] = []
        self._frames: list[_Frame] = []
        self._ended = False
        """Whether a value stands last, so that another one behind it makes a product."""
        self._argument: tuple[Callable[[int], None], Span] | None = None
        """An argument is to come next: what is written after it."""
        self._function: tuple[Callable[[int], None], Span, frozenset[str]] | None = None
        """A function's argument is to come next, in parentheses or bare."""
        self._transposed = False
        """Whether what stands side by side is multiplied as matrices: behind a transposed one."""
        self._passed_over = 0
        """Up to where the text was refused as a whole."""
        self._around = 0
        """Braces that are open around whole formulas, as in `{\\displaystyle …}`."""
        self._sums = Sums(text)
        self._matrices = Matrices(text)
        self._own_e = re.search(r"(?<![\w\\])e\s*&?\s*=", text) is not None

    def read(self) -> Tokens:
        for lexeme in lexemes(self._text):
            if lexeme.start >= self._passed_over:
                self._lexeme(lexeme)
        self._break(len(self._text))
        self._put(TokenKind.END, "", len(self._text), len(self._text))
        tokens, values = self._sums.finished(in_lines(powers_as_names(self._tokens)))
        self._problems += self._sums.problems
        values += self._matrix_values(tokens)
        return Tokens(definitions(without_chains(tokens, self._problems)), self._problems, values)

    def _matrix_values(self, tokens: list[Token]) -> list[tuple[str, Any, Token]]:
        values = self._matrices.without_values(tokens)
        if values:
            names = ", ".join(f"`{name}`" for name, _, _ in values)
            written = "[[1, 2], [3, 4]]" if values[0][0].isupper() else "[0.1, 0.2, 0.3]"
            hint = say("latex-arrays.hint", name=values[0][0], value=written)
            self._problems.append(Problem(Code.READING, say("latex-arrays", names=names), hint, values[0][2].span))
        return values

    def _put(self, kind: TokenKind, text: str, start: int, end: int) -> None:
        if kind is TokenKind.NAME and len(text) > LONGEST_NAME:
            self._problems.append(name_too_long(text, start))
            text = text[:LONGEST_NAME]
        self._tokens.append(Token(kind, text, start, end))

    def _symbol(self, text: str, start: int, end: int | None = None) -> None:
        self._put(TokenKind.SYMBOL, text, start, start if end is None else end)

    def _problem(self, code: Code, message: str, hint: str | None, span: Span) -> None:
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(code, message, hint, span))

    def _lexeme(self, lexeme: Lexeme) -> None:
        if lexeme.kind == "space" or lexeme.text in SPACES:
            return
        if self._function is not None:
            self._open_argument_of_function(lexeme)
        if self._argument is not None and lexeme.kind != "open":
            after, span = self._argument
            self._argument = None
            self._symbol("(", lexeme.start)
            self._frames.append(_Frame("one", span, after))
        self._close_bare(lexeme)
        getattr(self, f"_read_{lexeme.kind}")(lexeme)

    def _open_argument_of_function(self, lexeme: Lexeme) -> None:
        assert self._function is not None
        after, span, ends = self._function
        in_parentheses = lexeme.kind in ("open", "left") or lexeme.text == "("
        self._function = None
        if in_parentheses and ends:
            self._frames.append(_Frame("one", span, after))
            self._ended = False
        else:
            self._symbol("(", lexeme.start)

            def closed(end: int) -> None:
                self._symbol(")", end)
                after(end)

            self._frames.append(_Frame("bare", span, closed, ends or _SUM_ENDS))
            self._ended = False

    def _close_bare(self, lexeme: Lexeme) -> None:
        """Ends bare arguments before what does not belong to them."""
        while self._frames and self._frames[-1].kind == "bare":
            frame = self._frames[-1]
            symbol = OPERATORS.get(lexeme.text, lexeme.text)
            stops = symbol in frame.ends and (self._ended or symbol not in "+-")
            stops = stops or lexeme.kind in ("close", "right", "boundary", "break", "environment")
            if not (stops or (lexeme.kind == "function" and self._ended and "*" in frame.ends)):
                return
            self._frames.pop()
            self._finish(frame, self._tokens[-1].end)

    def _finish(self, frame: _Frame, end: int) -> None:
        frame.after(end)
        if self._argument is None:
            self._complete(end)

    def _complete(self, end: int) -> None:
        """A value has been read: arguments of one value end with it."""
        self._ended = True
        while self._frames and self._frames[-1].kind == "one" and self._argument is None:
            self._frames.pop().after(end)
        if self._argument is not None:
            self._ended = False

    def _begin_value(self, start: int, name: Token | None = None) -> None:
        if self._ended:
            is_of_matrices = self._transposed or (name is not None and self._matrices.multiplies(self._tokens[-1], name))
            if self._transposed and name is not None:
                self._matrices.note(name)
            self._symbol("@" if is_of_matrices else "*", start)
        self._ended = False

    def _read_number(self, lexeme: Lexeme) -> None:
        self._begin_value(lexeme.start)
        self._put(TokenKind.NUMBER, lexeme.text, lexeme.start, lexeme.end)
        self._complete(lexeme.end)

    def _read_name(self, lexeme: Lexeme) -> None:
        if lexeme.text in self._products or self._matrices.are_letters(lexeme.text, lexeme.start):
            self._read_letters(lexeme)
            return
        self._begin_value(lexeme.start, Token(TokenKind.NAME, lexeme.text, lexeme.start, lexeme.end))
        self._put(TokenKind.NAME, lexeme.text, lexeme.start, lexeme.end)
        self._complete(lexeme.end)

    def _read_letters(self, lexeme: Lexeme) -> None:
        """`mx` as the product that it is: each letter a value, so that in `x^ab` only `a` is the power."""
        if lexeme.text not in self._noted:
            self._noted.add(lexeme.text)
            sign = "*" if lexeme.text in self._products else "@"
            self._problems.append(note_on_product(lexeme.text, (lexeme.start, lexeme.end), sign))
        start = lexeme.start
        for letter in letters_of(lexeme.text):
            self._lexeme(Lexeme("name", letter, start, start + len(letter)))
            start += len(letter)

    def _read_power(self, lexeme: Lexeme) -> None:
        """`^`: of e it is the exponential."""
        last = self._tokens[-1] if self._tokens else None
        if self._reads_mark_above(lexeme, last):
            return
        if last is not None and last.text == "e" and last.kind is TokenKind.NAME and not self._own_e:
            self._tokens[-1] = Token(TokenKind.NAME, "exp", last.start, lexeme.end)
        else:
            self._symbol("**", lexeme.start, lexeme.end)
        self._ended = False
        self._argument = (lambda end: self._symbol(")", end), (lexeme.start, lexeme.end))

    def _read_raised(self, lexeme: Lexeme) -> None:
        """`²` is read as `^{2}`."""
        start, end, raised = lexeme.start, lexeme.end, lexeme.text.translate(SUPERSCRIPTS)
        digits = raised.lstrip("+-")
        sign = [Lexeme("symbol", raised[0], start, start)] if digits != raised else []
        opening, closing = Lexeme("open", "{", start, start), Lexeme("close", "}", end, end)
        for each in (Lexeme("power", "^", start, start), opening, *sign, Lexeme("number", digits, start, end), closing):
            self._lexeme(each)

    def _reads_mark_above(self, lexeme: Lexeme, last: Token | None) -> bool:
        """What stands above and is no power: the mark of a transposed matrix, and the number of a sample, `x^{(i)}`."""
        if (end := self._matrices.transposed(lexeme.end, last)) is not None:
            self._symbol(".", lexeme.start, lexeme.start + 1)
            self._put(TokenKind.NAME, "T", lexeme.start + 1, end)
            self._transposed, self._passed_over = True, end
            self._complete(end)
            self._matrices.note_group(self._tokens[:-2])
            return True
        if (end := self._matrices.inverse(lexeme.end, last)) is not None:
            self._symbol(".", lexeme.start, lexeme.start + 1)
            self._put(TokenKind.NAME, "inverse", lexeme.start + 1, end)
            self._symbol("(", end)
            self._symbol(")", end)
            self._transposed, self._passed_over = True, end
            self._complete(end)
            return True
        refused = mark_above(self._text, lexeme.end)
        if refused is None:
            return False
        key, end = refused
        sample = sample_above(self._text, lexeme.end)
        if last is not None and last.kind is TokenKind.NAME and last.text != "e" and sample in self._sums.counters:
            self._tokens[-1] = Token(TokenKind.NAME, f"{last.text}_{sample}", last.start, end)
            self._passed_over = end
            self._complete(end)
            return True
        span = (lexeme.start, end)
        self._problem(Code.UNSUPPORTED, say(key, text=self._text[slice(*span)]), say(f"{key}.hint"), span)
        self._passed_over = end
        self._complete(end)
        return True

    def _read_open(self, lexeme: Lexeme) -> None:
        if self._argument is None and self._begins_formula() and _AROUND.match(self._text, lexeme.end):
            self._around += 1
            return
        after: Callable[[int], None] = lambda end: self._symbol(")", end - 1, end)  # noqa: E731
        if self._argument is not None:
            after, self._argument = self._argument[0], None
        else:
            self._begin_value(lexeme.start)
        self._symbol("(", lexeme.start, lexeme.end)
        self._ended = False
        self._frames.append(_Frame("}", (lexeme.start, lexeme.end), after))

    def _begins_formula(self) -> bool:
        return not self._frames and (not self._tokens or self._tokens[-1].kind is TokenKind.NEWLINE)

    def _read_close(self, lexeme: Lexeme) -> None:
        if self._around and not self._frames:
            self._around -= 1
            return
        self._pop("}", lexeme)

    def _pop(self, kind: str, lexeme: Lexeme) -> None:
        if not self._frames or self._frames[-1].kind != kind:
            message = say("latex-closes-nothing", text=self._text[lexeme.start : lexeme.end])
            self._problem(Code.UNBALANCED_PARENTHESES, message, say("latex-closes-nothing.hint"), (lexeme.start, lexeme.end))
            return
        self._finish(self._frames.pop(), lexeme.end)

    def _read_left(self, lexeme: Lexeme) -> None:
        """`\\left(` is a parenthesis, and so is `\\left[`; bars and half brackets are functions."""
        function, closing = BRACKETS[lexeme.text]
        if function or not self._may_be_called():
            self._begin_value(lexeme.start)
        if function:
            self._put(TokenKind.NAME, function, lexeme.start, lexeme.end)
        self._ended = False
        self._symbol("(", lexeme.start, lexeme.end)
        self._frames.append(_Frame(closing, (lexeme.start, lexeme.end), lambda end: self._symbol(")", end)))

    def _may_be_called(self) -> bool:
        """Whether a name stands last, which a parenthesis may call; a transposed matrix, `X.T`, is none."""
        last = self._tokens[-1] if self._tokens else None
        is_transposed = len(self._tokens) > 1 and self._tokens[-2].text == "."
        return last is not None and last.kind is TokenKind.NAME and self._ended and not is_transposed

    def _read_norm(self, lexeme: Lexeme) -> None:
        """`\\|` opens where a value may begin, and closes behind one."""
        closes = self._ended and any(frame.kind == "\\|" for frame in self._frames)
        side = Lexeme("right" if closes else "left", "\\|", lexeme.start, lexeme.end)
        (self._read_right if closes else self._read_left)(side)

    def _read_bar(self, lexeme: Lexeme) -> None:
        """`|x|`: a bar behind a value closes, where one is open; within parentheses, `p(x|y)`, it is none of both."""
        is_open = any(frame.kind == "|" for frame in self._frames)
        if self._ended and not is_open and self._frames and self._frames[-1].kind == ")":
            self._read_unknown(lexeme)
        else:
            (self._read_right if self._ended and is_open else self._read_left)(lexeme)

    def _read_brace(self, lexeme: Lexeme) -> None:
        """`\\{` is a brace that is written, as around Desmos' pieces."""
        if lexeme.text == "{":
            self._begin_value(lexeme.start)
        self._symbol(lexeme.text, lexeme.start, lexeme.end)
        self._ended = lexeme.text == "}"

    def _read_right(self, lexeme: Lexeme) -> None:
        self._pop(lexeme.text, lexeme)

    def _read_symbol(self, lexeme: Lexeme) -> None:
        text = OPERATORS.get(lexeme.text, lexeme.text)
        if text in ("(", "["):
            if not self._may_be_called():
                self._begin_value(lexeme.start)
            self._symbol(text, lexeme.start, lexeme.end)
            closing = ")" if text == "(" else "]"
            self._ended = False
            self._frames.append(_Frame(closing, (lexeme.start, lexeme.end), lambda end: self._symbol(closing, end - 1, end)))
        elif text in (")", "]"):
            self._pop(text, lexeme)
        else:
            self._ended = self._transposed = False
            self._symbol(text, lexeme.start, lexeme.end)

    def _read_fraction(self, lexeme: Lexeme) -> None:
        self._begin_value(lexeme.start)
        self._symbol("(", lexeme.start, lexeme.end)
        span = (lexeme.start, lexeme.end)

        def between(end: int) -> None:
            self._symbol(")", end)
            self._symbol("/", end)
            self._ended = False
            self._argument = (closed, span)

        def closed(end: int) -> None:
            self._symbol(")", end)
            self._symbol(")", end)

        self._argument = (between, span)

    def _read_derivative(self, lexeme: Lexeme) -> None:
        """`\\frac{dy}{dx}` as `(dy/dx)`, which `leibniz` reads on."""
        self._begin_value(lexeme.start)
        span, (above, below, _) = (lexeme.start, lexeme.end), lexeme.bounds
        powers = [[Token(TokenKind.POWER, order, *span)] if order else [] for order in (above, below)]
        what = [Token(TokenKind.NAME, lexeme.sub, *span)] if above and lexeme.sub else []
        first = Token(TokenKind.NAME, "d" if above else f"d{lexeme.sub}", *span)
        self._symbol("(", lexeme.start)
        self._tokens += [first, *powers[0], *what, Token(TokenKind.SYMBOL, "/", *span)]
        self._tokens += [Token(TokenKind.NAME, f"d{lexeme.text}", *span), *powers[1]]
        self._symbol(")", lexeme.end)
        self._complete(lexeme.end)

    def _read_root(self, lexeme: Lexeme) -> None:
        """A square root, a cube root, or a power of one part."""
        self._begin_value(lexeme.start)
        degree, span = lexeme.sub, (lexeme.start, lexeme.end)
        if degree in ROOTS:
            self._put(TokenKind.NAME, ROOTS[degree], *span)
            self._argument = (lambda end: self._symbol(")", end), span)
            return
        self._symbol("(", *span)

        def raised(end: int) -> None:
            for text in (")", "**", "(", "1", "/", degree, ")", ")"):
                self._put(_kind(text), text, end, end)

        self._argument = (raised, span)

    def _read_function(self, lexeme: Lexeme) -> None:
        """`\\sin`, `\\log_2`, `\\sin^2`, `\\operatorname{relu}`."""
        is_series = _SERIES.match(self._text, lexeme.start) is not None
        if is_series and (lexeme.sub in self._sums.counters or not lexeme.sub):
            self._read_unbounded(lexeme)
            return
        self._begin_value(lexeme.start)
        name, power, base = lexeme.text, lexeme.power, lexeme.sub
        if power == "-1" and f"a{name}" in OPERATIONS.spellings:
            name, power = f"a{name}", ""
        if name in ("log", "lg") and base in ("2", "10"):
            name, base = f"log{base}", ""
        if base and name not in ("log", "ln"):
            span = (lexeme.start, lexeme.end)
            self._problem(Code.UNSUPPORTED, say("latex-below", text=self._text[slice(*span)]), say("latex-below.hint"), span)
            base = ""
        opened = bool(base or power)
        if opened:
            self._symbol("(", lexeme.start)
        self._put(TokenKind.NAME, name, lexeme.start, lexeme.end)

        def after(end: int) -> None:
            if base:
                for text in ("/", "log", "(", base, ")"):
                    self._put(_kind(text), text, end, end)
            if power:
                for text in ("**", "(", *_signed(power), ")"):
                    self._put(_kind(text), text, end, end)
            if opened:
                self._symbol(")", end)

        self._function = (after, (lexeme.start, lexeme.end), frozenset(() if is_series else _STOPS))

    def _read_unbounded(self, lexeme: Lexeme) -> None:
        """`\\sum_i x_i`, and `\\sum x_i`, which goes over i, or over an array's elements; else it would be one term: refused."""
        if lexeme.sub:
            self._read_series(lexeme._replace(bounds=(lexeme.sub, "1", lexeme.power)))
            return
        self._begin_value(lexeme.start)
        self._put(TokenKind.NAME, lexeme.text, lexeme.start, lexeme.end)
        begin, span = len(self._tokens) - 1, (lexeme.start, lexeme.end)

        def after(end: int) -> None:
            index = self._sums.index_of(self._tokens[begin:])
            if index:
                self._end_series(begin, (index, "1", lexeme.power), (lexeme.start, end))
            elif index is None or lexeme.power or _ARRAY.search(self._text) is None:
                sign = self._text[lexeme.start : lexeme.start + 1]
                sign = sign if sign in SERIES else f"\\{lexeme.text}"
                self._problem(Code.UNSUPPORTED, say("latex-bare-sum", text=sign), say("latex-bare-sum.hint", text=sign), span)

        self._function = (after, span, frozenset())

    def _read_series(self, lexeme: Lexeme) -> None:
        """`\\sum_{i=1}^{3} i x` is `sum(i*x for i in range(1, 3 + 1))`; where it has `x_i` in it, its terms are written out."""
        self._begin_value(lexeme.start)
        index, first, last = lexeme.bounds
        self._put(TokenKind.NAME, lexeme.text, lexeme.start, lexeme.end)

        begin = len(self._tokens) - 1

        def after(end: int) -> None:
            if self._end_series(begin, lexeme.bounds, (lexeme.start, end)):
                return
            if not last:
                span = (lexeme.start, lexeme.end)
                self._problem(Code.UNSUPPORTED, say("latex-below", text=self._text[slice(*span)]), say("latex-below.hint"), span)
            else:
                self._tokens.pop()  # the parenthesis comes after the range
                words = ("for", index, "in", "range", "(", *_signed(first), ",", *_signed(last), "+", "1", ")", ")")
                for text in words:
                    self._put(_kind(text), text, end, end)

        self._function = (after, (lexeme.start, lexeme.end), frozenset())

    def _end_series(self, begin: int, bounds: tuple[str, str, str], span: Span) -> bool:
        """Writes out the sum that begins at a token, or refuses it; False where nothing in it is numbered."""
        written = self._sums.written_out(self._tokens, begin, bounds)
        if written:
            self._tokens[begin:] = written
        elif written is not None:
            name, values = self._sums.refused
            self._problem(Code.UNSUPPORTED, say("latex-indexed", name=name), say("latex-indexed.hint", name=values), span)
        return written is not None

    def _read_break(self, lexeme: Lexeme) -> None:
        if lexeme.text == "\n" and any(frame.kind not in ("bare", "one") for frame in self._frames):
            return
        self._break(lexeme.start)
        self._put(TokenKind.NEWLINE, lexeme.text, lexeme.start, lexeme.end)

    def _read_boundary(self, lexeme: Lexeme) -> None:
        """`$`, `\\[`, and their like: a formula begins or ends."""
        self._break(lexeme.start)
        self._put(TokenKind.NEWLINE, "\n", lexeme.start, lexeme.end)

    def _read_environment(self, lexeme: Lexeme) -> None:
        if lexeme.text in CASES and (found := rows(self._text, lexeme.end)) and self._read_cases(lexeme, *found):
            return
        if lexeme.text not in ENVIRONMENTS:
            message = say("latex-environment", text=lexeme.text)
            hint = say("latex-environment.hint", environments=", ".join(sorted(ENVIRONMENTS)))
            self._problem(Code.UNSUPPORTED, message, hint, (lexeme.start, lexeme.end))
        self._read_boundary(lexeme)

    def _read_cases(self, lexeme: Lexeme, found: list[Row], end: int) -> bool:
        """Each value and each condition is read separately, and all become one call; False where a condition compares nothing."""
        pieces = [(self._part(row.condition), self._part(row.value)) for row in found if row.condition]
        if not all(compares(condition) for condition, _ in pieces):
            return False
        self._begin_value(lexeme.start)
        otherwise = [] if found[-1].condition else self._part(found[-1].value)
        self._tokens += piecewise(pieces, otherwise, (lexeme.start, end))
        self._passed_over = end
        self._complete(end)
        return True

    def _part(self, span: Span) -> list[Token]:
        """The tokens of a part of the text, which keep their places."""
        part = without_words(self._text[slice(*span)])
        read = _Reader(" " * span[0] + part, self._products).read()
        self._problems += read.problems
        return [token for token in read.tokens if token.kind not in (TokenKind.NEWLINE, TokenKind.END)]

    def _read_unknown(self, lexeme: Lexeme) -> None:
        span = (lexeme.start, lexeme.end)
        if lexeme.text == "_" and (end := index_of_result(self._text, lexeme.end)) and self._tokens[-1:] and self._ended:
            self._passed_over = end
            return
        if lexeme.text == "_" and self._tokens[-1:] and self._ended and (end := end_of_index(self._text, lexeme.end)):
            shown = self._text[self._tokens[-1].start : end]
            self._passed_over = end
            self._problem(Code.UNSUPPORTED, say("latex-index", shown=shown), say("latex-index.hint"), (lexeme.start, end))
            return
        if not lexeme.text.startswith("\\"):
            self._problem(Code.INVALID_CHARACTER, say("latex-character", text=lexeme.text), "Remove it.", span)
            return
        if lexeme.text[1:] in NOT_COMPUTED:
            key = NOT_COMPUTED[lexeme.text[1:]]
            self._refuse_line(key, lexeme)
            return
        if lexeme.text[1:] in KNOWN_COMMANDS and lexeme.text != r"\top":  # it is read where something is behind it
            self._refuse_without_argument(lexeme.text, span)
            return
        close = nearest(lexeme.text[1:], KNOWN_COMMANDS)
        hint = say("did-you-mean-latex", close=close) if close else say("latex-function-name")
        if lexeme.text == r"\top":
            hint = say("did-you-mean", close=r"X^\top")
        self._problem(Code.SYNTAX, say("latex-command", text=lexeme.text), hint, span)

    def _refuse_without_argument(self, what: str, span: Span) -> None:
        example = _EXAMPLES.get(what, what + "{x}")
        self._problem(Code.SYNTAX, say("latex-no-argument", what=what), say("latex-no-argument.hint", example=example), span)

    def _read_endless(self, lexeme: Lexeme) -> None:
        """`\\sum_{k=0}^{\\infty}`."""
        self._refuse_line("latex-infinite", lexeme, "\\infty")

    def _refuse_line(self, key: str, lexeme: Lexeme, text: str = "") -> None:
        """One problem for what is not computed, and none for the rest of its line, whatever is open there."""
        self._problem(Code.UNSUPPORTED, say(key, text=text or lexeme.text), say(f"{key}.hint"), (lexeme.start, lexeme.end))
        self._frames.clear()
        self._argument = self._function = None
        self._passed_over = self._end_of_line(lexeme.start)
        self._ended = True

    def _end_of_line(self, start: int) -> int:
        end = self._text.find("\n", start)
        return len(self._text) if end < 0 else end

    def _break(self, place: int) -> None:
        """A statement ends: what is still open is closed, or reported as missing."""
        if self._argument is not None or self._function is not None:
            span = (self._argument or self._function)[1]  # type: ignore[index]
            self._refuse_without_argument(self._text[span[0] : span[1]], span)
            self._argument = self._function = None
        while self._frames:
            frame = self._frames.pop()
            if frame.kind not in ("bare", "one"):
                what = self._text[frame.span[0] : frame.span[1]]
                message = say("latex-never-closed", what=what)
                self._problem(Code.UNBALANCED_PARENTHESES, message, say("latex-never-closed.hint"), frame.span)
                if self._tokens and self._tokens[-1].text == "(":
                    continue  # closed, it would be empty brackets that nobody wrote
            frame.after(self._tokens[-1].end if self._tokens else place)
            if self._argument is not None:
                self._argument = None
        self._ended = self._transposed = False


_EXAMPLES = {
    "^": "x^{2}",
    r"\frac": r"\frac{x}{2}",
    r"\left": r"\left(x\right)",
    r"\right": r"\left(x\right)",
    r"\begin": r"\begin{aligned} x \end{aligned}",
    r"\end": r"\begin{aligned} x \end{aligned}",
    r"\operatorname": r"\operatorname{tanh}(x)",
    r"\sum": r"\sum_{i=1}^{3}{x_i}",
    r"\prod": r"\prod_{i=1}^{3}{x_i}",
}
"""What is written with an argument otherwise than in braces right behind it."""

_SUM_ENDS = frozenset(_STOPS - {"*", "/"})


def _kind(text: str) -> TokenKind:
    return TokenKind.NUMBER if text[0].isdigit() else TokenKind.NAME if text[0].isalpha() or text[0] == "_" else TokenKind.SYMBOL


def _signed(text: str) -> list[str]:
    """A number or a name with its sign, also `n - 1`, in pieces."""
    return re.findall(r"[\w.]+|[-+]", text)
