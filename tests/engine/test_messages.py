"""The catalogue: every language has every message, each is used, and each says what `fluent.runtime` says."""

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser
from fluent.syntax import ast as tree

from backpass.engine import Code, messages
from backpass.engine.messages import FOLDER, Text, entries, in_language, languages, say, separator, speaking
from backpass.engine.operations import OPERATIONS
from scripts.page import ROOT

LANGUAGES = languages()
OTHERS = [code for code in LANGUAGES if code != "en"]
FILES = sorted(file.relative_to(FOLDER) for file in FOLDER.rglob("*.ftl"))


@cache
def parsed(language: str) -> dict[str, tree.Message]:
    """Every message as Fluent's own parser reads it."""
    found: dict[str, tree.Message] = {}
    for file in sorted((FOLDER / language).glob("*.ftl")):
        for entry in FluentParser().parse(file.read_text("utf-8")).body:
            assert not isinstance(entry, tree.Junk), f"{file}: {entry.content}"
            if isinstance(entry, tree.Message):
                assert entry.id.name not in found, f"{entry.id.name} is in {language} twice"
                found[entry.id.name] = entry
    return found


def patterns(language: str) -> dict[str, tree.Pattern]:
    """By `key` and `key.attribute`."""
    found = {key: message.value for key, message in parsed(language).items() if message.value}
    return found | {
        f"{key}.{each.id.name}": each.value
        for key, message in parsed(language).items()
        for each in message.attributes
        if each.value
    }


def variables(node: object) -> set[str]:
    """The names of everything that is put into a pattern."""
    if isinstance(node, tree.VariableReference):
        return {node.id.name}
    if isinstance(node, list):
        return set().union(*map(variables, node))
    return variables(list(vars(node).values())) if isinstance(node, tree.BaseNode) else set()


def counts(node: object) -> set[str]:
    """The variables that have to be numbers: those that choose a plural, and those whose thousands are separated."""
    if isinstance(node, tree.SelectExpression):
        plural = any(isinstance(each.key, tree.Identifier) and each.key.name == "one" for each in node.variants)
        return (variables(node.selector) if plural else set()) | counts(node.variants)
    if isinstance(node, tree.FunctionReference):
        return variables(node.arguments)
    if isinstance(node, list):
        return set().union(*map(counts, node))
    return counts(list(vars(node).values())) if isinstance(node, tree.BaseNode) else set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_has_what_the_parser_of_fluent_reads(language: str) -> None:
    assert set(entries(language)) == set(patterns(language)) | {key for key in entries(language) if not entries(language)[key]}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_message_with_the_same_attributes_and_arguments(language: str) -> None:
    english, other = patterns("en"), patterns(language)
    assert set(other) == set(english)
    assert {key: variables(pattern) for key, pattern in other.items()} == {
        key: variables(pattern) for key, pattern in english.items()
    }


NEVER_NONE = {
    *("bias-of-channels count", "channels-differ groups", "earlier-cell count", "finding-batch size", "finding-narrow count"),
    *("fooled count", "fooled.not count"),
    *("from-elsewhere count", "gradients-wrong count", "graph-of-rest count", "graph-of-rest-up-to count"),
    *("in-class-other-answers count", "lesson-edit-more count", "lesson-edit-ready pages", "lesson-shared-wrong count"),
    *(
        "more-to-come count",
        "no-image rank",
        "own-watched-part passes",
        "practice-passed count",
        "repeated-axes count",
        "rule-gives-nothing wanted",
    ),
    *("rule-gradient-count wanted", "stand-in-picture channels", "whole-numbers-from count", "wires-in-one count"),
}
"""Numbers of messages that are never 0: French has one form for 0 and 1."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_none_is_not_said_to_be_one(language: str) -> None:
    alike = set()
    for key, pattern in patterns(language).items():
        names = counts(pattern)
        for name in names:
            given = {each: 2 if each in names else each for each in variables(pattern)}
            with speaking(language):
                if say(key, **given | {name: 0}) == say(key, **given | {name: 1}):
                    alike.add(f"{key} {name}")
    assert alike <= NEVER_NONE


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_counted_in_the_singular(language: str) -> None:
    wrong = set()
    for key, pattern in patterns(language).items():
        with speaking(language):
            text = str(say(key, **dict.fromkeys(variables(pattern), 1)))
        if re.search(rf"(?<!of )\b1 ({PLURALS[language]})\b", text):
            wrong.add(key)
    assert wrong <= NEVER_ONE, wrong - NEVER_ONE


PLURALS = {
    "en": "more (?:contributions|lines|rows)|arguments|columns|features|gradients|inputs|iterations|operations|tensors",
    "fr": "autres|contributions|entrées|gradients|justes|neurones|opérations|pages|paramètres|questions|réponses|tenseurs|tests",
}
"""What is counted most, as it is written after every number but one."""
NEVER_ONE = frozenset(
    {
        *("builtin-arguments", "cli-examine-autograder", "log-result.right", "network-described"),  # texts, not numbers
        *("check-some", "exam-not-run", "run-too-large", "too-many-prepared", "too-much-explained", "too-much-moderated"),
        *("empty-layer", "rules-nested"),
    }
)
"""Messages with other numbers: texts that hold one, and limits, which are larger."""


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_keeps_each_message_in_the_file_of_the_same_name(language: str) -> None:
    assert {file.name for file in (FOLDER / language).iterdir()} == {file.name for file in (FOLDER / "en").iterdir()}


def grouped(count: Any, language: str) -> Any:
    return f"{int(count):,}".replace(",", separator(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_say_what_the_runtime_says(language: str) -> None:
    bundle = FluentBundle([language], use_isolating=False, functions={"GROUP": partial(grouped, language=language)})
    for file in (FOLDER / language).glob("*.ftl"):
        bundle.add_resource(FluentResource(file.read_text("utf-8")))
    compared = 0
    for key, pattern in patterns(language).items():
        for count in (0, 1, 2, 3, 12_345, 1_000_000):
            given: dict[str, str | int] = {name: count if name in counts(pattern) else f"«{name}»" for name in variables(pattern)}
            numbers = {
                name: fluent_number(each, useGrouping=False) if isinstance(each, int) else each for name, each in given.items()
            }
            message, _, attribute = key.partition(".")
            entry = bundle.get_message(message)
            words, errors = bundle.format_pattern(entry.attributes[attribute] if attribute else entry.value, numbers)
            assert not errors, key
            with speaking(language):
                assert say(key, **given) == words, key
            compared += 1
    assert compared > 1000


def constants() -> Iterator[str]:
    """Every text in the sources of Python and the page that may be a key."""
    for folder in ("app", "engine", "scripts"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
    for file in (ROOT / "static" / "src").rglob("*.ts"):
        yield from re.findall(r"[\"'`]([a-z][a-z0-9.-]*)[\"'`]", file.read_text("utf-8"))
    for file in (ROOT / "templates").glob("*.html"):
        yield from re.findall(r"\bsay\([\"']([a-z0-9-]+)", file.read_text("utf-8"))


PAGE_CALL = re.compile(r"\b(?:say|worded)\(\s*\"([a-z][\w.-]*)\"(?:,\s*\{((?:[^{}]|\{[^{}]*\})*)\})?")


def calls_of_the_page() -> Iterator[tuple[str, str, str]]:
    """Place, key and the text of the arguments of each message that the page words."""
    for file in (ROOT / "static" / "src").rglob("*.ts"):
        for key, words in PAGE_CALL.findall(file.read_text("utf-8")):
            yield str(file), key, words


def test_the_page_gives_every_message_that_it_words_what_it_needs() -> None:
    of_the_page = re.compile(r"explain|formats|page|player")
    known = {
        key
        for file in (FOLDER / "en").glob("*.ftl")
        if of_the_page.match(file.stem)
        for key in re.findall(r"^([a-z][\w-]*) *=", file.read_text("utf-8"), re.MULTILINE)
    }
    needed = {key: variables(pattern) for key, pattern in patterns("en").items()}
    found = list(calls_of_the_page())
    assert len(found) > 500
    for place, key, words in found:
        assert key in needed, f"{place}: {key}"
        assert key.partition(".")[0] in known, f"{place}: {key}"
        assert all(re.search(rf"\b{name}\b", words) for name in needed[key]), f"{place}: {key}"


def calls() -> Iterator[tuple[str, str, set[str] | None]]:
    """Where Python words a message: place, key, and the names of its arguments where they are written out."""
    for folder in ("app", "engine"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                    key = node.args[0]
                    if isinstance(key, ast.Constant) and isinstance(key.value, str) and re.fullmatch(r"[a-z][\w.-]*", key.value):
                        named = {each.arg for each in node.keywords if each.arg}
                        yield f"{file}:{node.lineno}", key.value, named if all(each.arg for each in node.keywords) else None


def test_every_message_is_used() -> None:
    named = {f"code-{code.value}" for code in Code} | {f"operation-{name.replace('_', '-')}" for name in OPERATIONS}
    used = {text.partition(".")[0] for text in constants()} | named
    page = "".join(file.read_text("utf-8") for file in (ROOT / "static" / "src").rglob("*.ts"))
    families = tuple(re.findall(r"\bsay\(`([a-z-]+-)\$\{", page))
    assert sorted(key for key in parsed("en") if key not in used and not key.startswith(families)) == []


def test_every_message_that_is_worded_exists_and_gets_what_it_needs() -> None:
    needed = {key: variables(pattern) for key, pattern in patterns("en").items()}
    found = list(calls())
    assert len(found) > 100
    for place, key, named in found:
        assert key in needed, f"{place}: {key}"
        assert named is None or named == needed[key], f"{place}: {key}"


@pytest.mark.parametrize("language", OTHERS)
def test_code_between_backticks_is_the_same_in_every_language(language: str) -> None:
    """Names of the program, of fields and of libraries are never translated."""
    english = patterns("en")
    for key, pattern in patterns(language).items():
        theirs, ours = (sorted(re.findall(r"`[^`]*`", _text(each))) for each in (pattern, english[key]))
        assert set(theirs) <= set(ours), key


def _text(pattern: tree.Pattern) -> str:
    return "".join(each.value if isinstance(each, tree.TextElement) else "…" for each in pattern.elements)


def test_french_has_its_spaces_and_apostrophes() -> None:
    for key, pattern in patterns("fr").items():
        prose = re.sub(r"`[^`]*`", "`", _text(pattern))
        assert not re.search(r" [;!?»]| :(?=\s|$)|« ", prose), key
        assert not re.search(r"(?<=[a-zà-ÿ])'(?=[\wà-ÿ`])", prose, re.IGNORECASE), key


def test_a_message_can_be_worded_in_another_language_later_also_after_a_journey() -> None:
    english = say("unknown-output", name="z")
    assert type(english) is Text
    with speaking("fr"):
        assert in_language(english) == say("unknown-output", name="z") != english
        assert in_language(pickle.loads(pickle.dumps(english))) == in_language(english)
        assert in_language("a text of the program") == "a text of the program"
    assert in_language(english) is english


def test_a_message_within_a_message_is_worded_again_as_well() -> None:
    english = say("not-finite", what=say("the-output"))
    with speaking("fr"):
        assert in_language(english) == "La sortie n’est pas un nombre fini."


def test_what_is_no_language_or_no_message_is_refused() -> None:
    with pytest.raises(LookupError), speaking("xx"):
        pass
    with pytest.raises(KeyError):
        say("no-such-message")
    with pytest.raises(KeyError):
        say("unknown-output")
    assert messages.language.get() == "en"
