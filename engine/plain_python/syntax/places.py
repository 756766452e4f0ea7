"""Where the parts of a program stand in its text, counted in code points."""

import ast
from itertools import accumulate

from backpass.engine.problems import Span


class Places:
    """Spans of nodes of a syntax tree, which counts bytes of UTF-8 in a line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True) or [""]
        self._starts = [0, *accumulate(map(len, self._lines))]
        self._known: dict[ast.AST, Span] = {}

    def span(self, node: ast.AST | None) -> Span | None:
        """Where a node stands; of a statement with a body, its first line."""
        line = getattr(node, "lineno", None)
        if node is None or line is None:
            return None
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._span(node, line)
        return found

    def _span(self, node: ast.AST, line: int) -> Span:
        start = self.offset(line, node.col_offset)  # type: ignore[attr-defined]
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.For | ast.While | ast.If | ast.With | ast.Try):
            return start, start + len(self.text[start : self._starts[line]].rstrip())
        return start, self.offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def offset(self, line: int, column: int) -> int:
        """A place from a line, counted from 1, and bytes in it."""
        if line > len(self._lines):
            return len(self.text)
        written = self._lines[line - 1]
        inside = column if written.isascii() else len(written.encode()[:column].decode(errors="ignore"))
        return self._starts[line - 1] + inside
