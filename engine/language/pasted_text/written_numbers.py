"""Numbers as people write them: with commas between thousands, `250,000`, and with a unit behind them, `2.5 kg`.

What is ignored becomes blanks of the same length, so that a place stays the same place. Knows characters only.
"""

import re

from backpass.engine.language.pasted_text.other_languages import LONGEST
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

_HINT = re.compile(r"[0-9],[0-9]{3}(?![0-9])|[0-9][ \t\u00a0\u202f]+[^\W\d_]")
_THOUSANDS = re.compile(r"(?<![\w.,\[(])[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?![\w.,\])])")
_LEADING_ZERO = re.compile(r",0")
_NUMBER = r"[-−+]?(?:[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_WORD = (
    r"(?:kg|mg|cm|mm|km|nm|µm|ms|ns|µs|min|hr|hours?|seconds?|met(?:er|re)s?|grams?|Hz|kHz|MHz|GHz|Pa|kPa|hPa|MPa|bar|atm|kJ|MJ|kW|MW|kWh"
    r"|eV|keV|MeV|mol|rad|deg|degrees|kN|mA|kV|mV|ohms?|Ω|°C|°F|years?|days?)"
)
_LETTER = r"(?:[gmsNJWVAKLhFTC]|kg|cm|mm|km|ms|mol|rad|Pa|kJ|Hz|eV|hr|h)"
_RAISED = r"(?:\^-?[0-9]|\*\*-?[0-9]|[⁻]?[²³¹])?"
_COMPOSED = rf"{_LETTER}{_RAISED}(?:[ \t]?[/·*][ \t]?{_LETTER}{_RAISED})+"
_MEASURED = re.compile(
    rf"(?:^|(?<=[;\n]))[ \t]*(?P<name>[^\W\d]\w*)[ \t]*=[ \t]*{_NUMBER}[ \t\u00a0\u202f]+(?P<unit>{_COMPOSED}|{_WORD}{_RAISED})"
    r"(?=[ \t]*(?:$|[;#\n]))",
    re.MULTILINE,
)


def read_written_numbers(text: str) -> tuple[str, list[Problem]]:
    """The text as it is read here, and a note for each kind of spelling that it has."""
    if len(text) > LONGEST or _HINT.search(text) is None:
        return text, []
    problems: list[Problem] = []
    for found in list(_THOUSANDS.finditer(text)):
        if _LEADING_ZERO.search(found[0]):  # `1,200` may be two numbers, `250,000` is none in Python
            number = found[0].replace(",", "")
            text = f"{text[: found.start()]}{number.ljust(len(found[0]))}{text[found.end() :]}"
            problems.append(_note(say("reads-thousands", text=found[0], number=number), found.span()))
    units = [found for found in _MEASURED.finditer(text) if not _is_name(found["unit"], text)]
    for found in units:
        start, end = found.span("unit")
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    if units:
        problems.append(_note(say("reads-units", unit=units[0]["unit"]), units[0].span("unit")))
    return text, problems


def _is_name(unit: str, text: str) -> bool:
    """Whether the program gives a word that looks like a unit a value; letters in `m/s` are units whatever they are elsewhere."""
    return unit.isalpha() and re.search(rf"(?:^|[\n;])[ \t]*{re.escape(unit)}[ \t]*=", text) is not None


def _note(message: str, span: tuple[int, int]) -> Problem:
    return Problem(Code.READING, message, None, span)
