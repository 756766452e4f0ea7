"""Private idiom stays out: where the field has a term (publish, store, again), comments, docstrings, names and docs use it."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as tree

from scripts.page import ROOT

FOLDERS = ["app", "backpass", "engine", "scripts"]
"""Folders whose docstrings have been gone through."""

IDIOM = re.compile(
    r"\b(told|tells?|telling|said|anew|whoever|stands for|one[’']s own|passed over|(?:is|be) had|ran away|runs away|honoured"
    r"|comes? to (?:its|an|their) end|lets? go)\b",
    re.IGNORECASE,
)
IDIOM_IN_NAMES = re.compile(r"(^|_)(told|tells?|said|anew|whoever|MOST)(_|$)")


def idiom_in(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every idiom in docstrings, comments and names of a Python source, not in texts for users."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        prose = token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""'))
        if prose and (found := IDIOM.search(token.string)):
            yield token.start[0], found[0]
        elif token.type == tokenize.NAME and IDIOM_IN_NAMES.search(token.string):
            yield token.start[0], token.string


TYPESCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
IDIOM_IN_TYPESCRIPT = re.compile(r"\b(?:const|let|function)\s+(told|tells?|telling|said|anew|whoever)\b")


def idiom_in_typescript(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every idiom in comments and declared names of a TypeScript source."""
    for comment in TYPESCRIPT_COMMENT.finditer(source):
        if found := IDIOM.search(comment[0]):
            yield source.count("\n", 0, comment.start() + found.start()) + 1, found[0]
    for declared in IDIOM_IN_TYPESCRIPT.finditer(source):
        yield source.count("\n", 0, declared.start()) + 1, declared[1]


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_comments_and_names_use_the_terms_of_the_field(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    assert [f"{file.relative_to(ROOT)}:{line} {text}" for file in files for line, text in idiom_in(file.read_text("utf-8"))] == []


def test_comments_and_names_of_the_page_use_the_terms_of_the_field() -> None:
    files = sorted((ROOT / "static" / "src").rglob("*.ts"))
    assert len(files) > 100
    found = [
        f"{file.relative_to(ROOT)}:{line} {text}" for file in files for line, text in idiom_in_typescript(file.read_text("utf-8"))
    ]
    assert found == []


def test_documentation_uses_the_terms_of_the_field() -> None:
    """Rows of tables are left out: their sentences come from the messages."""
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    assert len(files) > 30
    lines = [(file, number, line) for file in files for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)]
    prose = [(file, number, line) for file, number, line in lines if not line.startswith("|")]
    assert [f"{file.relative_to(ROOT)}:{number} {line}" for file, number, line in prose if IDIOM.search(line)] == []


def test_descriptions_of_the_api_and_of_settings_use_the_terms_of_the_field() -> None:
    found = [
        f"{file.relative_to(ROOT)} {keyword.value.value!r}"
        for file in (ROOT / "app").rglob("*.py")
        for keyword in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(keyword, ast.keyword) and keyword.arg == "description"
        if isinstance(keyword.value, ast.Constant) and IDIOM.search(str(keyword.value.value))
    ]
    assert found == []


def test_an_idiom_is_found_in_comments_and_names_of_typescript() -> None:
    source = "/** Tells\n * a client, anew. */\nconst told = 'said'; // whoever\nlet kept = say('said');\n"
    assert list(idiom_in_typescript(source)) == [(1, "Tells"), (3, "whoever"), (3, "told")]


def test_an_idiom_is_found_in_prose_and_names_and_not_in_texts() -> None:
    source = '"""Tells a client."""\n_MOST_KEPT = 3  # built anew\nsaid = "whoever is told"\n'
    assert [text for _, text in idiom_in(source)] == ["Tells", "_MOST_KEPT", "anew", "said"]


ENGLISH_IN_TEMPLATE = re.compile(r"\} (?:of|from|and|to|in|by|blocked)(?: \$\{|`)|join\(\" (?:and|or) \"\)")
"""An English word between two places of a template, or between the names of a list."""


def test_no_word_of_one_language_is_put_between_numbers_and_names() -> None:
    """Words are in the catalogue, in every language; a pager had "1 – 200 of 364" on the French page, too."""
    found = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in sorted((ROOT / "static" / "src").rglob("*.ts"))
        for found in ENGLISH_IN_TEMPLATE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


ODD_IN_MESSAGES = re.compile(
    r"\b(?:told|anew|whoever|for who|passe[sd]? over|(?:is|be) had|of a place|r[au]ns? away|honoured|lets? go|mend(?:ed)?|leaps?"
    r"|comes? to (?:its|their|an) end|everybody|nobody|anybody|somebody|truths?|repetitions?|stretched|wires?|set-up|under way"
    r"|one[’']s own|(?<!base )(?<!not )(?<!divided )by itself|by themselves|on (?:its|the|their) way|understood|stands?|stood)\b"
    r"|^What (?:is|was) (?![^?]*\?)",
    re.IGNORECASE,
)
"""Words that a sentence for users does without: each has a plain verb, or a term of `docs/glossary.md`."""

ON_SLOPES = {
    *("asked-tangent", "curve-described", "example-function", "example-parabola", "panel-plot"),
    *("live-slope", "operation-prelu", "operation-tan"),
}
"""Messages about the slope of a line or of a curve. That of an operation is its local derivative."""


def words_of(part: tree.Pattern) -> str:
    """What a pattern says, without code and with … for what is put in."""
    written = ""
    for element in part.elements:
        if isinstance(element, tree.TextElement):
            written += element.value
        elif isinstance(element.expression, tree.SelectExpression):
            written += " ".join(words_of(variant.value) for variant in element.expression.variants)
        else:
            written += "…"
    return re.sub(r"`[^`]*`", "`…`", " ".join(written.split()))


def messages_in(language: str) -> Iterator[tuple[str, str]]:
    """The key and the words of every message and attribute."""
    for file in sorted((ROOT / "messages" / language).glob("*.ftl")):
        for entry in FluentParser().parse(file.read_text("utf-8")).body:
            if isinstance(entry, tree.Message):
                for part in [entry.value, *(attribute.value for attribute in entry.attributes)]:
                    if part is not None:
                        yield entry.id.name, words_of(part)


def test_messages_are_in_plain_english() -> None:
    found = list(messages_in("en"))
    assert len(found) > 3000
    assert [(key, words) for key, words in found if ODD_IN_MESSAGES.search(words)] == []


@pytest.mark.parametrize(("language", "word"), [("en", "slope"), ("fr", "pente")])
def test_an_edge_has_a_local_derivative_in_every_message(language: str, word: str) -> None:
    keys = {key for key, words in messages_in(language) if re.search(rf"\b{word}s?\b", words, re.IGNORECASE)}
    assert keys == ON_SLOPES


def test_odd_words_are_found_in_messages_and_their_plain_neighbours_are_not() -> None:
    for odd in (
        "It is passed over.",
        "What is to be shared has 3 characters.",
        "It starts by itself.",
        "Go by two ways on its way.",
    ):
        assert ODD_IN_MESSAGES.search(odd), odd
    for plain in ("What is the value of `a`?", "A power multiplies the base by itself.", "It is understandable.", "outstanding"):
        assert not ODD_IN_MESSAGES.search(plain), plain
