"""Wrong input, by example: each mistake that people make stands here as texts that show it, with what to say about it.

The parser says only where it got stuck. Which mistake that is, is looked up by *situation*: every example is parsed once, and the
place where it gets stuck is the situation it represents. So the table needs no conditions, and a test feeds every example back.
"""

import keyword
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from backpass.engine.language.parsing.blocks import BlockReader, lines
from backpass.engine.language.parsing.brackets import CLOSED_BY
from backpass.engine.language.parsing.lexer import Token, TokenKind, tokenize
from backpass.engine.language.parsing.pending import StuckError
from backpass.engine.language.pasted_text.foreign_signs import foreign_sign
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Replacement, Span


@dataclass(frozen=True, slots=True)
class SyntaxMistake:
    """`key` is of a message with a hint. Both may use `$token`, where reading stopped, and `$before`, what stood before it."""

    examples: tuple[str, ...]
    key: str
    code: Code = Code.SYNTAX


MISTAKES = (
    SyntaxMistake(
        ("a b", "a sin"),
        "side-by-side",
    ),
    SyntaxMistake(("match a:", "match a, b:", "match (a):", "case 1:", "case [a, b]:", "case _:"), "match-statement"),
    SyntaxMistake(
        ("a 2", "2 3", "(a) 2", "a² 2"),
        "number-follows",
    ),
    SyntaxMistake(
        ("a +", "a *", "a -", "a /", "a **", "a ==", "-", "√"),
        "text-ends",
    ),
    SyntaxMistake(
        (
            "a + * b",
            "a * / b",
            "a / * b",
            "a - * b",
            "a ** * b",
            "a * * b",
            "a + / b",
            "a - / b",
            "a / / b",
            "a ** ** b",
            "a * ** b",
            "a + ** b",
            "a / ** b",
            "a - ** b",
            "* a",
            "/ a",
            "** a",
            "(* a)",
            "[* a for a in b]",
            "{* a for a in b}",
            "{** a for a in b}",
            "(** a)",
            "[** a]",
        ),
        "nothing-on-left",
    ),
    SyntaxMistake(
        ("(a + )", "(a * )", "(a - )", "(a / )", "(-)"),
        "parenthesis-instead-of-value",
    ),
    SyntaxMistake(
        ("a,", "|a, b|", "2, 3", "a, 3"),
        "comma-in-expression",
    ),
    SyntaxMistake(
        ("f(, a)", "(, a)", ", a", "f(a, , b)", "[, a]", "[a, , b]", "a[, b]"),
        "comma-without-value",
    ),
    SyntaxMistake(("a =", "a = b =", "f(a=)", "f(a=, b)"), "nothing-right-of-equals"),
    SyntaxMistake(("a = = b", "a = = 2"), "equals-twice"),
    SyntaxMistake(
        ("= a", "= 2"),
        "nothing-left-of-equals",
        Code.SYNTAX,
    ),
    SyntaxMistake(
        ("2 = a", "a + b = 2", "-a = 2", "2x = 4"),
        "no-name-left-of-equals",
    ),
    SyntaxMistake(
        ("f(a=b=1)", "f(a=1=2)", "f((a)=1)", "f('a'=1)", "f(-a=1)", "f(=1)", "(a = 1)", "(=1)", "[a = 1]", "a[b = 1]"),
        "equals-in-expression",
    ),
    SyntaxMistake(
        ("f(a=1, a=2)",),
        "keyword-given-twice",
    ),
    SyntaxMistake(
        ("f(a=1, 2)", "f(a=1, *b)"),
        "place-after-name",
    ),
    SyntaxMistake(
        ("[a for a in b, c]", "[c, a for a in b]", "f(a for a in b, c)", "f(c=a for a in b)"),
        "comprehension-among-others",
    ),
    SyntaxMistake(
        ("def f(a, a):", "lambda a, a: a", "def f(*a, *b):"),
        "parameter-twice",
    ),
    SyntaxMistake(
        ("def f(a=1, b):", "lambda a=1, b: a"),
        "default-missing",
    ),
    SyntaxMistake(
        ("a, b = 1, 2, 3", "a, b, c = 1, 2"),
        "sides-of-equals",
    ),
    SyntaxMistake(
        ("a . 2", "a .", "a.+"),
        "name-after-point",
        Code.ATTRIBUTE_REFUSED,
    ),
    SyntaxMistake(
        ("0x1f", "0b101", "0o17"),
        "not-decimal",
        Code.NOT_A_NUMBER_TEXT,
    ),
    SyntaxMistake(
        ("0x", "0b", "a + 0o"),
        "base-without-digits",
        Code.NOT_A_NUMBER_TEXT,
    ),
    SyntaxMistake(
        ("0777", "0_7", "2 * 09"),
        "leading-zeros",
        Code.NOT_A_NUMBER_TEXT,
    ),
    SyntaxMistake(
        ("1e", "a = 2.5E", "1e*2", "1e-a", ".5e + 1"),
        "number-unfinished",
        Code.NOT_A_NUMBER_TEXT,
    ),
    SyntaxMistake(
        ("1_", "1__0", "2_a", "1.5_"),
        "underscore-in-number",
        Code.NOT_A_NUMBER_TEXT,
    ),
    SyntaxMistake(
        ("5.a", "10.sin(a)", "1._5"),
        "name-behind-point",
        Code.NOT_A_NUMBER_TEXT,
    ),
    SyntaxMistake(
        ("f(a; b)", "f(2; b)", "(a; b)"),
        "semicolon-in-brackets",
        Code.SYNTAX,
    ),
    SyntaxMistake(
        ("a |b|", "a|b|"),
        "bars-beside-name",
        Code.SYNTAX,
    ),
    SyntaxMistake(
        ("|a", "2 + |a - 2"),
        "bar-missing",
        Code.UNBALANCED_PARENTHESES,
    ),
    SyntaxMistake(
        ("a% * b", "a% / b", "a%", "(a%)", "(a%, b)"),
        "percent",
        Code.UNSUPPORTED,
    ),
    SyntaxMistake(
        ("a ~ b",),
        "works-on-bits",
        Code.UNSUPPORTED,
    ),
    SyntaxMistake(
        ("a!",),
        "factorial",
        Code.UNSUPPORTED,
    ),
    SyntaxMistake(
        ("a ? b", "?", "a $ b", "$a", "f(a : b)", "(a) : b", ": a", "a[b:c:d:e]", "a -> b"),
        "token-without-meaning",
        Code.SYNTAX,
    ),
    SyntaxMistake(("a := b", "a := 2", "a[0] := 2"), "assigned-by-colon"),
    SyntaxMistake(
        ("{a: 1, b}", "{a, b: 1}"),
        "curly-brackets",
        Code.UNSUPPORTED,
    ),
    SyntaxMistake(
        ("a {b}", "2 {b}", "(a) {b}"),
        "curly-bracket-after-value",
        Code.UNSUPPORTED,
    ),
    SyntaxMistake(
        ("a, *b, *c = x", "*a, *b = x"),
        "starred-twice",
    ),
    SyntaxMistake(
        ("break", "if a:\n    continue", "for i in x:\n    def f():\n        break", "for i in x:\n    a\nelse:\n    break"),
        "outside-loop",
    ),
    SyntaxMistake(
        ("return a", "nonlocal a", "class A:\n    return a"),
        "outside-function",
    ),
    SyntaxMistake(
        ("def f(a):\n    global a", "def f(a):\n    if a:\n        global a"),
        "declared-parameter",
    ),
    SyntaxMistake(
        ("if a:\n    b\n  c", "for i in x:\n        a\n    b"),
        "dedent-between",
    ),
    SyntaxMistake(
        ("(a if b)", "[a if b]", "f(a if b)", "a if b"),
        "conditional-without-else",
    ),
    SyntaxMistake(
        ("for i in x", "if a", "while a", "def f(x)", "class A", "else", "with a"),
        "colon-missing",
    ),
    SyntaxMistake(
        ("if:", "while:", "with:"),
        "condition-missing",
    ),
    SyntaxMistake(
        ("for:", "for i:", "for i in:"),
        "loop-without-range",
    ),
    SyntaxMistake(
        ("def:", "def f:", "def 2(x):", "def f(x) y:"),
        "function-header",
    ),
    SyntaxMistake(("class:", "class 2:"), "class-header"),
    SyntaxMistake(
        ("else: a", "elif a: b", "except: a", "finally: a", "try: a"),
        "else-without-if",
    ),
    SyntaxMistake(
        ("if a:", "for i in x:", "def f(x):", "class A:", "while a:"),
        "empty-block",
    ),
    SyntaxMistake(
        (
            "def f(2):",
            "def f(x y):",
            "lambda 2: a",
            "lambda x y: a",
            "f = lambda x",
            "def f(x=1=2):",
            "def f(None):",
            "def f(**k, a):",
        ),
        "parameter-list",
    ),
    SyntaxMistake(
        ("f'{a'", "f'a}'", 'f"{a"'),
        "format-bracket",
    ),
    SyntaxMistake(("a : b", "x: float"), "annotation-without-value"),
    SyntaxMistake(
        ("2 [a]", "2²[a]"),
        "number-indexed",
    ),
    SyntaxMistake(
        ("a[]",),
        "empty-index",
    ),
    SyntaxMistake(
        ("(a]", "(a}", "a]", "a}", "]", "}", "[a}", "a[0}"),
        "bracket-not-opened",
        Code.UNBALANCED_PARENTHESES,
    ),
    SyntaxMistake(
        ("(a", "((a)", "f(a", "tanh(a + b", "[a", "a[0", "{1: 2"),
        "parenthesis-not-closed",
        Code.UNBALANCED_PARENTHESES,
    ),
    SyntaxMistake(
        ("(", "((", "f(", "[", "a["),
        "parenthesis-at-end",
        Code.UNBALANCED_PARENTHESES,
    ),
    SyntaxMistake(
        ("a)", "2)", "a²)", "(a))", "f(a))"),
        "parenthesis-not-opened",
        Code.UNBALANCED_PARENTHESES,
    ),
    SyntaxMistake(
        (")",),
        "parenthesis-not-opened",
        Code.UNBALANCED_PARENTHESES,
    ),
    SyntaxMistake(
        ("a 'text'", "2 'text'"),
        "quoted-text-follows",
        Code.STRING_NOT_ALLOWED,
    ),
)

_KEYWORD_HINTS = {
    "try": "keyword-try",
    "except": "keyword-try",
    "global": "keyword-global",
    "nonlocal": "keyword-global",
    "yield": "keyword-yield",
    "del": "keyword-del",
    "raise": "keyword-raise",
    "if": "keyword-if",
    "else": "keyword-else",
    "for": "keyword-for",
}

_BY_REASON = frozenset(
    {
        "set",
        "equals twice",
        "walrus",
        "base",
        "base without digits",
        "leading zeros",
        "name behind point",
        "underscore in number",
        "number unfinished",
        "no target",
        "starred twice",
        "repeated keyword",
        "by place after by name",
        "comprehension among others",
        "repeated parameter",
        "default missing",
        "unfinished conditional",
        "colon",
        "header",
        "for",
        "def",
        "class",
        "else",
        "empty block",
        "parameter",
        "format",
        "annotation",
        "nesting",
        "dedent",
        "outside loop",
        "outside function",
        "declared parameter",
    }
)
"""Reasons that say everything; the others depend on what stood where."""


def explain(stuck: StuckError, text: str = "") -> Problem:
    """The problem to show for the place where the parser got stuck. Every situation has one; the rarest a general one.

    In words the signs are those of `text`, where they may be others than the tokens': `^` is read as `**`. A bracket that the
    lines before should have closed is the mistake, whatever the next line got stuck at.
    """
    token, before = stuck.token, stuck.before
    span = token.span if token.end > token.start else before.span if before else (max(0, token.start - 1), token.start)
    if (named := _keyword_as_name(stuck, text) or foreign_sign(token, before, text)) is not None:
        return named
    if stuck.reason == "keyword":
        return Problem(
            Code.UNSUPPORTED,
            say("keyword-not-here", text=token.text),
            say(_KEYWORD_HINTS.get(token.text, "keyword-not-here.hint")),
            token.span,
        )
    opened = stuck.unclosed
    if opened is not None and token.kind is not TokenKind.END and "\n" in text[opened.end : token.start]:
        words = {"opened": opened.text, "line": text.count("\n", 0, opened.start) + 1, "close": CLOSED_BY[opened.text]}
        return Problem(Code.UNBALANCED_PARENTHESES, say("left-open", **words), say("left-open.hint", **words), opened.span)
    behind = _statement_within(stuck, text) or _closed_by_another(stuck, text)
    if behind is not None:
        return behind
    mistake = _by_situation().get(_situation(stuck))
    words = {"token": _typed(token, text), "before": _typed(before, text) if before else ""}
    if opened is not None:
        words |= {"opened": opened.text, "close": CLOSED_BY[opened.text]}
    if mistake is None:
        shown = f"`{words['token']}`" if token.text else say("end-of-text")
        return Problem(
            Code.SYNTAX,
            say("stopped-at", shown=shown),
            say("stopped-at.hint"),
            span,
        )
    if mistake.key == "side-by-side" and before is not None and (product := _of_matrix(before, token, text)):
        message, hint = say("side-by-side", **words), say("matrix-beside-name", product=product.text)
        behind_operator = text[: before.start].rstrip().endswith(("/", "^", "*", "%", "@", "."))
        return Problem(mistake.code, message, hint, span, replacement=None if behind_operator else product)
    better = _WRITTEN_INSTEAD[mistake.key](span, text) if mistake.key in _WRITTEN_INSTEAD else None
    return Problem(mistake.code, say(mistake.key, **words), say(f"{mistake.key}.hint", **words), span, replacement=better)


_MATRIX = re.compile(r"(?:[\w.]+\([ \t]*)?\[\s*\[")
"""How a list of lists begins, as it is or as an array: `*` multiplies each of its numbers by itself."""
_OF_LIST = re.compile(r"(?:[\w.]+\([ \t]*)?\[")


def _of_matrix(before: Token, token: Token, text: str) -> Replacement | None:
    """`W @ x` for a matrix of the program beside its vector or another matrix; None where either is something else."""
    first, second = (re.search(rf"^[ \t]*{re.escape(each.text)}[ \t]*=[ \t]*", text, re.MULTILINE) for each in (before, token))
    if not (first and second and _MATRIX.match(text, first.end()) and _OF_LIST.match(text, second.end())):
        return None
    return Replacement((before.start, token.end), f"{before.text} @ {token.text}")


_KEYWORD_ASSIGNED = re.compile(rf"^[ \t]*({'|'.join(keyword.kwlist)})[ \t]*=(?!=)", re.MULTILINE)


def _keyword_as_name(stuck: StuckError, text: str) -> Problem | None:
    """`lambda = 0.1`, and each use of it: a word of Python's own where a name is meant, as the assignment shows."""
    near = next((each for each in (stuck.before, stuck.token) if each is not None and keyword.iskeyword(each.text)), None)
    word, begin = (near.text, near.start) if near else ("lambda", text.rfind("lambda", 0, stuck.token.start))
    if (near is None and stuck.reason != "parameter") or begin < 0 or word not in _KEYWORD_ASSIGNED.findall(text):
        return None
    span, instead = (begin, begin + len(word)), "lam" if word == "lambda" else f"{word.lower()}_"
    message, hint = say("keyword-as-name", word=word), say("keyword-as-name.hint", instead=instead)
    return Problem(Code.SYNTAX, message, hint, span, replacement=Replacement(span, instead))


_HEADER = re.compile(r"([^\n#'\"\\]*[^\s#'\"\\])[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]*)(?=\S)")
"""The rest of a line, and how far the next one that says something is indented."""


def _with_a_colon(span: Span, text: str) -> Replacement | None:
    """The first line of a block with a colon, where the block below shows that the line is all of it."""
    found = _HEADER.match(text, span[0])
    if found is None or len(found[2]) <= _indentation(text, span[0]) or any(map(found[1].count, ":{")):
        return None
    return Replacement(found.span(1), f"{found[1]}:")


_WRITTEN_INSTEAD: dict[str, Callable[[Span, str], Replacement | None]] = {
    "colon-missing": _with_a_colon,
    "assigned-by-colon": lambda span, _text: Replacement(span, "="),
}
"""By a mistake's key, what to write in its place."""


_ASSIGNMENT = re.compile(r"[ \t]*[^\W\d]\w*[ \t]*=(?!=)")


def _statement_within(stuck: StuckError, text: str) -> Problem | None:
    """Where a line that gives a name a value is read as part of a bracket of a line above, which is closed too late."""
    begin = text.rfind("\n", 0, stuck.token.start) + 1
    if text[begin : stuck.token.start].strip() or not _ASSIGNMENT.match(text, begin):
        return None
    opened: list[Token] = []
    for token in tokenize(text[:begin]).tokens:
        if token.kind is TokenKind.SYMBOL and token.text in ("(", "[", "{"):
            opened.append(token)
        elif token.kind is TokenKind.SYMBOL and token.text in (")", "]", "}") and opened:
            opened.pop()
    if not opened or stuck.token.start - begin > _indentation(text, opened[-1].start):
        return None
    within, line = opened[-1], text.count("\n", 0, opened[-1].start) + 1
    words = {"opened": within.text, "line": line, "close": CLOSED_BY[within.text], "behind": text.count("\n", 0, begin) + 1}
    return Problem(Code.UNBALANCED_PARENTHESES, say("closed-late", **words), say("closed-late.hint", **words), within.span)


def _closed_by_another(stuck: StuckError, text: str) -> Problem | None:
    """`f([1, 2)`: where a bracket within another is not closed, and the outer one's sign comes."""
    token, opened = stuck.token, list[Token]()
    if token.kind is not TokenKind.SYMBOL or token.text not in _CLOSES or not text:
        return None
    for each in tokenize(text[: token.start]).tokens:
        if each.kind is TokenKind.SYMBOL and each.text in ("(", "[", "{"):
            opened.append(each)
        elif each.kind is TokenKind.SYMBOL and each.text in _CLOSES and opened and opened.pop().text != _CLOSES[each.text]:
            return None
    if len(opened) < 2 or opened[-2].text != _CLOSES[token.text] or opened[-1].text == opened[-2].text:
        return None
    close = CLOSED_BY[opened[-1].text]
    words = {"opened": opened[-1].text, "token": token.text, "close": close}
    replacement = Replacement((token.start, token.start), close)
    message, hint = say("closed-by-another", **words), say("closed-by-another.hint", **words)
    return Problem(Code.UNBALANCED_PARENTHESES, message, hint, token.span, replacement=replacement)


_CLOSES = {")": "(", "]": "[", "}": "{"}


def _indentation(text: str, offset: int) -> int:
    """How far the line of an offset is indented."""
    line = text[text.rfind("\n", 0, offset) + 1 :]
    return len(line) - len(line.lstrip(" \t"))


def _typed(token: Token, text: str) -> str:
    """A token as it was written."""
    typed = text[token.start : token.end].strip() if token.kind is TokenKind.SYMBOL else ""
    return typed or token.text


def _situation(stuck: StuckError) -> tuple[str, str, str]:
    """What makes two places alike: the reason, what stopped the reading, and what kind of thing stood before it."""
    if stuck.reason in _BY_REASON:
        return (stuck.reason, "", "")
    return (stuck.reason, _class(stuck.token), _class(stuck.before))


def _class(token: Token | None) -> str:
    if token is None:
        return ""
    return token.text if token.kind is TokenKind.SYMBOL else token.kind


@cache
def _by_situation() -> dict[tuple[str, str, str], SyntaxMistake]:
    situations: dict[tuple[str, str, str], SyntaxMistake] = {}
    for mistake in MISTAKES:
        for example in mistake.examples:
            situations.setdefault(_situation(stuck_at(example)), mistake)
    return situations


def stuck_at(text: str) -> StuckError:
    """Where reading of a text gets stuck first. Raises ValueError where it does not."""
    found: list[StuckError] = []
    reader = BlockReader(found.append)
    for line in lines(text, tokenize(text).tokens):
        reader.read(line)
    reader.end()
    if not found:
        raise ValueError(f"{text!r} is no mistake")
    return found[0]
