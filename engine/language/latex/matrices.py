r"""Which names of a formula are vectors and matrices: `\mathbf{w}^\top \mathbf{x}`, `w^T x`, `QK^T`, `(X^T X)^{-1}`.

Where a text transposes something, side by side means the product of matrices. Names that take part in one and have no value get
arrays that fit each other: small letters three numbers, capital ones three by three. Knows characters and tokens only.
"""

import re
from itertools import pairwise
from typing import Any

from backpass.engine.language.latex.sums import stand_in
from backpass.engine.language.parsing.lexer import Token, TokenKind

SIZE = 3
"""Elements of a vector that stands in; rows and columns of a matrix."""
_T = r"(?:\\(?:top|intercal)(?![a-zA-Z])|\\(?:mathsf|mathrm|mathbf|mathit|text)\s*\{?\s*T(?![a-zA-Z])(?:\s*\})?|T(?![a-zA-Z]))"
_TRANSPOSED = re.compile(rf"\s*(?:\{{\s*{_T}\s*\}}|{_T})")
_BOLD = re.compile(r"\\(?:mathbf|boldsymbol|bm|vec)(?![a-zA-Z])")
_INVERSE = re.compile(r"\s*(?:\{\s*-\s*1\s*\}|-1(?!\d))")
_BY_COMMAND = re.compile(rf"\^\s*\{{?\s*(?=\\){_T}")
_PLAIN_T = r"\^\s*(?:\{\s*T\s*\}|T(?![a-zA-Z]))"
_BY_LETTER = re.compile(rf"(?:[^\W\d_]|\\[a-z]+\s*\{{[^{{}}]*\}})\s*{_PLAIN_T}|\)\s*{_PLAIN_T}\s*(?:\\left\s*)?\(")
"""Above a letter, and between two groups."""
_OWN_T = re.compile(r"(?<![\w\\^{])T(?!\w)")
"""A T that is a name of its own: then `x^T` is a power."""


class Matrices:
    """The vectors and matrices of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._own_t = _OWN_T.search(text) is not None
        by_letter = None if self._own_t else _BY_LETTER.search(text)
        self._transposes = by_letter is not None or _BY_COMMAND.search(text) is not None
        self._names: dict[str, Token] = {}

    def transposed(self, place: int, last: Token | None) -> int | None:
        """Where the mark of a transposed matrix ends: `^\\top`, `^{\\mathsf T}`; a plain `^T` is one above a letter, where T is
        no name of the text. `place` is behind the `^`, and `last` stands before it.
        """
        found = _TRANSPOSED.match(self._text, place)
        if found is None:
            return None
        is_name = last is not None and last.kind is TokenKind.NAME and last.text != "e"
        is_group = last is not None and last.text == ")" and self._transposes
        if "\\" not in found[0] and (self._own_t or not (is_name or is_group)) and not (last and self._is_bold(last)):
            return None
        if last is not None:
            self.note(last)
        return found.end()

    def note_group(self, tokens: list[Token]) -> None:
        """The same of the letters in a group that is transposed, `(y - X w)^T`: of all tokens, which end with its parenthesis."""
        depth = 0
        for token, following in zip(reversed(tokens), [None, *reversed(tokens)], strict=False):
            depth += (token.text == ")") - (token.text == "(")
            if depth == 0:
                return
            if token.kind is TokenKind.NAME and len(token.text) == 1 and (following is None or following.text != "("):
                self.note(token)

    def are_letters(self, name: str, start: int) -> bool:
        """Whether a run of letters with a capital one is a product of matrices: `QK` of `QK^T`, and `Xw`."""
        is_run = self._transposes and 1 < len(name) < 4 and name.isalpha() and not name.islower()
        return is_run and self._text[start] != "\\"

    def inverse(self, place: int, last: Token | None) -> int | None:
        """Where `^{-1}` of a matrix ends; None where it is a power."""
        found = _INVERSE.match(self._text, place)
        if found is None or last is None or not (self._is_matrix(last) or (self._transposes and last.text == ")")):
            return None
        self.note(last)
        return found.end()

    def multiplies(self, left: Token, right: Token) -> bool:
        """Whether two values side by side are a product of matrices."""
        behind = left.text == ")" and self._transposes
        if not (self._is_matrix(left) or behind):
            return False
        is_vector = left.text[0].isupper() and len(right.text) == 1 and self._transposes  # `X w`
        if not (self._is_matrix(right) or is_vector):
            return False
        self.note(left)
        self.note(right)
        return True

    def note(self, token: Token) -> None:
        """Takes a name for a vector or a matrix, as one behind a transposed matrix."""
        if token.kind is TokenKind.NAME and token.text != "T":
            self._names.setdefault(token.text, token)

    def _is_matrix(self, token: Token) -> bool:
        if token.kind is not TokenKind.NAME:
            return False
        return (
            self._is_bold(token)
            or token.text in self._names
            or (self._transposes and len(token.text) == 1 and token.text.isupper())
        )

    def _is_bold(self, token: Token) -> bool:
        return token.kind is TokenKind.NAME and _BOLD.match(self._text, token.start) is not None

    def without_values(self, tokens: list[Token]) -> list[tuple[str, list[Any], Token]]:
        """The names that are given no value, each with an array and a place."""
        assigned = {token.text for token, following in pairwise(tokens) if following.text == "="}
        called = {token.text for token, following in pairwise(tokens) if following.text == "("}
        for token in tokens if self._names else []:
            if self._is_bold(token):
                self.note(token)
        waiting = [name for name in self._names if name not in assigned and name not in called]
        return [(name, _array(name, place), self._names[name]) for place, name in enumerate(waiting)]


def _array(name: str, place: int) -> list[Any]:
    if not name[0].isupper():
        return [stand_in(index, place) for index in range(1, SIZE + 1)]
    return [
        [1.0 if row == column else stand_in(row * SIZE + column, place) / 2 for column in range(1, SIZE + 1)]
        for row in range(1, SIZE + 1)
    ]
