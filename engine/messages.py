"""Every sentence that people read, by its key, in the reader's language.

The sentences are Project Fluent files: `messages/<language>/*.ftl`, read by Python and by the page alike. A folder is a language.
`say("unknown-function", name="tanj")` words a message, `say("unknown-function.hint")` its attribute `hint`. Most messages are
plain templates and are compiled from their line; what has plurals or other choices is read by `fluent.syntax`. A test compares
each message with `fluent.runtime`, which itself weighs more than the library. See docs/adr/0019-one-catalogue-of-sentences.md.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fluent.syntax import FluentParser
from fluent.syntax import ast as tree

DEFAULT_LANGUAGE = "en"
_CHECKOUT, _WHEEL = Path(__file__).parent.parent / "messages", Path(__file__).parent / "catalogue"
FOLDER = _WHEEL if _WHEEL.is_dir() else _CHECKOUT
"""Beside this module in a wheel, at the top of a checkout."""

Argument = str | int
"""What can be put into a message: words, and counts, which plurals and thousands separators need as numbers."""

language: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)
"""The language in which messages are worded: of a request, a command or a thread."""


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    """Words messages in this language meanwhile. Raises LookupError where there is no such language."""
    if chosen not in languages():
        raise LookupError(chosen)
    token = language.set(chosen)
    try:
        yield
    finally:
        language.reset(token)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    found = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
    return (DEFAULT_LANGUAGE, *(code for code in found if code != DEFAULT_LANGUAGE))


@lru_cache(1_000)
def preferred(header: str) -> str:
    """The language that an `Accept-Language` wants most, of those there are; English where it wants none of them."""
    wanted: list[tuple[float, str]] = []
    for each in header[:1_000].split(","):
        tag, _, parameter = each.strip().partition(";")
        try:
            weight = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        code = tag.strip().lower().partition("-")[0]
        if code in languages() and weight > 0:
            wanted.append((weight, code))
    return max(wanted, key=lambda each: each[0])[1] if wanted else DEFAULT_LANGUAGE


class Text(str):
    """A worded message, which knows from what it was made and so can be worded in another language."""

    __slots__ = ("arguments", "key", "language")

    key: str
    arguments: Mapping[str, Argument]
    language: str

    def __reduce__(self) -> tuple[object, ...]:
        return _worded, (self.key, self.arguments, self.language)


def say(key: str, /, **arguments: object) -> Text:
    """The message in the language of the context. Arguments that are no numbers are put in as `str` writes them; a text that was
    worded in another language is worded again. Raises KeyError for an unknown key and for a missing argument.
    """
    return _worded(key, {name: _argument(value) for name, value in arguments.items()}, language.get())


def is_message(key: str) -> bool:
    """Whether there is a message, or an attribute, of this key."""
    return key in entries(DEFAULT_LANGUAGE)


def in_language(text: str) -> str:
    """The same message in the language of the context; a text that is none stays as it is."""
    if isinstance(text, Text) and text.language != language.get():
        return _worded(text.key, {name: _argument(value) for name, value in text.arguments.items()}, language.get())
    return text


def kept(text: str) -> str:
    """A message as it is stored and sent on: by key and arguments, so that each reader has it in their language. A text that
    is none stays as it is.
    """
    return f"{_KEPT}{json.dumps([text.key, dict(text.arguments)])}" if isinstance(text, Text) else text


def reworded(text: str) -> str:
    """What was kept, in the language of the context; what was not stays as it is."""
    if not text.startswith(_KEPT):
        return text
    try:
        key, arguments = json.loads(text.removeprefix(_KEPT))
        return say(key, **arguments)
    except Exception:  # noqa: BLE001 - of another version; or a stranger typed it, who must not stop what others receive
        return text.removeprefix(_KEPT)


def spoken(document: str, chosen: str | None = None) -> str:
    """A JSON document with everything in it that was kept in this language, which is that of the context where none is named."""
    return _spoken(document, chosen or language.get()) if _KEPT_IN_JSON in document else document


@lru_cache(32)
def _spoken(document: str, chosen: str) -> str:
    """A whole class receives the same document."""
    with speaking(chosen):
        return _KEPT_STRING.sub(lambda found: json.dumps(reworded(json.loads(found[0])), ensure_ascii=False), document)


_KEPT, _KEPT_IN_JSON = "\x1f", r"\u001f"
"""How a kept message begins: with a character that nobody types and that no sentence has."""
_KEPT_STRING = re.compile(rf'"{re.escape(_KEPT_IN_JSON)}(?:[^"\\]|\\.)*"')


def worded(document: Any) -> Any:
    """A document of dicts and lists with every message in it worded in the language of the context."""
    if isinstance(document, dict):
        return {key: value if type(value) in _WORDLESS else worded(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return list(document) if _WORDLESS.issuperset(map(type, document)) else [worded(value) for value in document]
    return in_language(document) if isinstance(document, str) else document


_WORDLESS = frozenset({str, int, float, bool, type(None)})
"""The types of what is no message. Most of a graph are numbers, and to call a function for each would take seconds."""


def _argument(value: object) -> Argument:
    if isinstance(value, Text):
        return in_language(value)
    if type(value) is str or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return format(value)


def _worded(key: str, arguments: Mapping[str, Argument], spoken: str) -> Text:
    text = Text(_template(key, spoken).fill(arguments))
    text.key, text.arguments, text.language = key, arguments, spoken
    return text


class Template:
    """A message without choices: its text as `str.format` takes it, and which of its numbers have their thousands separated."""

    __slots__ = ("_grouped", "_separator", "_text")

    def __init__(self, text: str, grouped: frozenset[str], separator: str) -> None:
        self._text, self._grouped, self._separator = text, grouped, separator

    def fill(self, arguments: Mapping[str, Argument]) -> str:
        """The text with its arguments put in. Raises KeyError where one is missing."""
        if self._grouped:
            separated = {name: f"{arguments[name]:,}".replace(",", self._separator) for name in self._grouped}
            return self._text.format_map({**arguments, **separated})
        return self._text.format_map(arguments)


class Choices:
    """A message that chooses among texts: by a number, by the plural that a number asks for, or by a word."""

    __slots__ = ("_pattern", "_spoken")

    def __init__(self, key: str, source: str, spoken: str) -> None:
        entry = FluentParser().parse_entry(f"key = {source}\n")
        if not isinstance(entry, tree.Message) or entry.value is None:
            raise ValueError(f"{spoken}: {key}")
        self._pattern, self._spoken = entry.value, spoken

    def fill(self, arguments: Mapping[str, Argument]) -> str:
        """The text with its arguments put in. Raises KeyError where one is missing."""
        return self._worded(self._pattern, arguments)

    def _worded(self, pattern: tree.Pattern, arguments: Mapping[str, Argument]) -> str:
        return "".join(
            part.value if isinstance(part, tree.TextElement) else self._placed(part.expression, arguments)
            for part in pattern.elements
        )

    def _placed(self, expression: Any, arguments: Mapping[str, Argument]) -> str:
        if isinstance(expression, tree.SelectExpression):
            value = arguments[expression.selector.id.name]  # type: ignore[union-attr]
            chosen = [each for each in expression.variants if self._fits(each.key, value)]
            default = [each for each in expression.variants if each.default]
            return self._worded((chosen or default)[0].value, arguments)
        if isinstance(expression, tree.FunctionReference):  # GROUP, which is the only one
            return f"{arguments[expression.arguments.positional[0].id.name]:,}".replace(",", separator(self._spoken))  # type: ignore[union-attr]
        if isinstance(expression, tree.VariableReference):
            return str(arguments[expression.id.name])
        return str(expression.parse()["value"])

    def _fits(self, key: tree.Identifier | tree.NumberLiteral, value: Argument) -> bool:
        if isinstance(key, tree.NumberLiteral):
            return not isinstance(value, str) and value == key.parse()["value"]
        return key.name == (value if isinstance(value, str) else _PLURALS[self._spoken](abs(value)))


_PLURALS: dict[str, Callable[[int], str]] = {
    "en": lambda count: "one" if count == 1 else "other",
    "fr": lambda count: "one" if count < 2 else "other",
}
"""Which plural a whole number asks for, by the plural rules of https://cldr.unicode.org. A language needs its line."""

_ENTRY = re.compile(r"^(?P<key>-?[a-zA-Z][\w-]*) *= *(?P<source>.*(?:\n[ \t}].*)*)", re.MULTILINE)
_ATTRIBUTE = re.compile(r"^ +\.(?P<name>[a-zA-Z][\w-]*) *= *", re.MULTILINE)
_PLACEABLE = re.compile(r'\{ *(?:\$(?P<name>[a-zA-Z][\w-]*)|GROUP\(\$(?P<grouped>[a-zA-Z][\w-]*)\)|"(?P<text>[^"\\\n]*)") *\}')


@cache
def entries(spoken: str) -> dict[str, str]:
    """The source of every message of a language and of each attribute, by `key` and `key.attribute`."""
    found: dict[str, str] = {}
    for file in sorted((FOLDER / spoken).glob("*.ftl")):
        for entry in _ENTRY.finditer(file.read_text("utf-8")):
            value, *attributes = _ATTRIBUTE.split(entry["source"])
            found[entry["key"]] = value.rstrip()
            for name, source in zip(attributes[::2], attributes[1::2], strict=True):
                found[f"{entry['key']}.{name}"] = source.rstrip()
    return found


@cache
def _template(key: str, spoken: str) -> Template | Choices:
    """The compiled message. Raises KeyError where there is none."""
    source = _source(key, spoken)
    rest = _PLACEABLE.sub("", source)
    if "{" in rest or "}" in rest or "\n" in source:
        return Choices(key, source, spoken)
    grouped: set[str] = set()
    pieces, end = [], 0
    for placeable in _PLACEABLE.finditer(source):
        pieces.append(source[end : placeable.start()])
        if placeable["text"] is not None:
            pieces.append(placeable["text"].replace("{", "{{").replace("}", "}}"))
        else:
            name = placeable["name"] or placeable["grouped"]
            pieces.append(f"{{{name}}}")
            grouped |= {name} if placeable["grouped"] else set()
        end = placeable.end()
    return Template("".join([*pieces, source[end:]]), frozenset(grouped), separator(spoken) if grouped else "")


def _source(key: str, spoken: str) -> str:
    sources = entries(spoken)
    return sources[key] if key in sources else entries(DEFAULT_LANGUAGE)[key]


@cache
def separator(spoken: str) -> str:
    """What stands between thousands."""
    return _template("thousands-separator", spoken).fill({})
