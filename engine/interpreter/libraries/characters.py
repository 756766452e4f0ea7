"""`unicodedata`: of which kind characters are, and texts in one of Unicode's normal forms."""

import unicodedata
from typing import Any

from backpass.engine.interpreter.errors import binding_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError

_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
_LONGEST_FORM = 18
"""Characters that one character may become in a normal form."""
_AS_IN = "'é'"


@offer(("unicodedata",), "normalize", least=2, most=2, takes="(form, unistr)")
def _normalised(machine: Any, arguments: Arguments) -> Item:
    """A text in a normal form. Raises ProblemError for no text, and for no form."""
    form, text = arguments.values
    if form not in _FORMS:
        raise ProblemError(binding_errors.value("form", str(form), ", ".join(_FORMS), arguments.part))
    text = _text(text, "unistr", arguments)
    machine.evaluator.hold(len(text) * _LONGEST_FORM)
    return unicodedata.normalize(form, text)  # type: ignore[arg-type]


@offer(("unicodedata",), "category", "combining", least=1, most=1, takes="(chr)")
def _property(_: Any, arguments: Arguments) -> Item:
    """What Unicode says of a character. Raises ProblemError for what is none."""
    character = _text(arguments.values[0], "chr", arguments)
    if len(character) != 1:
        raise ProblemError(binding_errors.value("chr", character, _AS_IN, arguments.part))
    combining = getattr(arguments.part, "name", "category") == "combining"
    return unicodedata.combining(character) if combining else unicodedata.category(character)


def _text(item: Item, name: str, arguments: Arguments) -> str:
    if not isinstance(item, str):
        raise ProblemError(binding_errors.value(name, item, _AS_IN, arguments.part))
    return item
