"""Numbers as people read them: four significant digits, a true minus, an exponent where the digits would be many.

The page formats its numbers by the same rules (static/src/text/format.ts); a test compares the sentences of both.
"""

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

import numpy as np

from backpass.engine.messages import language, say
from backpass.engine.operations import Data
from backpass.engine.shapes import Shape, format_shape, shape_of

MINUS = "−"
NOT_COMPUTED = "—"
DIGITS = 4
_SMALLEST_PLAIN, _LARGEST_PLAIN = 1e-3, 1e5
"""Outside this range a number is written with an exponent."""
_SAME = 1e-12
"""0.1 + 0.2 is shown as 0.3: a difference of a few units in the last place is not something a reader was denied."""
_KEPT = 10_000
"""Texts that are remembered: one graph asks for the same ones again and again."""
_ROUNDING = Context(prec=DIGITS, rounding=ROUND_HALF_UP)


@lru_cache(_KEPT)
def format_number(value: float) -> str:
    """A number that is already short stays short; trailing zeros are kept where something was rounded away."""
    if value != value:
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if value == 0:
        return "0"
    magnitude = abs(value)
    plain = magnitude >= _SMALLEST_PLAIN and math.floor(magnitude + 0.5) < _LARGEST_PLAIN
    text = _plain(magnitude) if plain else _with_exponent(magnitude)
    return MINUS + text if value < 0 else text


def _plain(magnitude: float) -> str:
    if magnitude.is_integer():
        return str(int(magnitude))
    if magnitude >= 10 ** (DIGITS - 1):
        return str(math.floor(magnitude + 0.5))
    rounded = _ROUNDING.create_decimal(Decimal(magnitude))
    places = max(0, DIGITS - 1 - rounded.adjusted())
    return _trimmed(f"{rounded:.{places}f}", magnitude)


def _with_exponent(magnitude: float) -> str:
    mantissa, exponent = f"{_ROUNDING.create_decimal(Decimal(magnitude)):.{DIGITS - 1}e}".split("e")
    exact = abs(float(f"{mantissa}e{exponent}") - magnitude) <= magnitude * _SAME
    shown = _without_zeros(mantissa) if exact else mantissa
    return f"{shown}e{int(exponent)}".replace("-", MINUS)


def _trimmed(text: str, magnitude: float) -> str:
    return _without_zeros(text) if abs(float(text) - magnitude) <= magnitude * _SAME else text


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


_MAX_DECIMALS = 9
"""More are no help to anybody."""

_TIE = 1e-14
"""A decimal half may be a little less as a binary number."""

SumTexts = tuple[str, str, str]


@lru_cache(_KEPT)
def sum_texts(first: float, second: float, total: float) -> SumTexts:
    """Two terms and their sum, each as it is written everywhere else or with more decimals, so that what is written adds up.

    Those that cannot be made to add up are written as ever.
    """
    numbers = (first, second, total)
    usual = (format_number(first), format_number(second), format_number(total))
    if adds_up(usual) or not all(number == 0 or _SMALLEST_PLAIN <= abs(number) < _LARGEST_PLAIN for number in numbers):
        return usual
    fewest = max(len(text.partition(".")[2]) for text in usual)
    fallback: SumTexts | None = None
    for decimals in range(fewest, _MAX_DECIMALS + 1):
        texts = (_decimals(first, decimals), _decimals(second, decimals), _decimals(total, decimals))
        if not adds_up(texts):
            continue
        if tuple(map(_rounded_by_hand, texts)) == usual:
            return texts
        fallback = fallback or texts
    return fallback or usual


def adds_up(texts: SumTexts) -> bool:
    """Whether the numbers as they are written, rounded, add up as they are written."""
    try:
        first, second, whole = map(_number, texts)
    except ValueError:
        return False
    return abs(first + second - whole) <= 1e-12 * max(abs(first), abs(second), abs(whole))


def _rounded_by_hand(text: str) -> str:
    """What a reader rounds a text to, half up: 1.32345 is 1.323 on a card, but its form 1.3235 would be rounded to 1.324."""
    return format_number(_number(text) * (1 + _TIE))


def _number(text: str) -> float:
    return float(text.replace(MINUS, "-"))


def beside_usual(text: str, total: float) -> str:
    """The text of a sum, with what cards show of it where they have fewer digits: `1.155 ≈ 1.16`."""
    usual = format_number(total)
    return text if text == usual else f"{text} ≈ {usual}"


_FACTORS = re.compile(r"\(?(−?[\d.]+(?:e−?\d+)?)\)? ([×/]) \(?(−?[\d.]+(?:e−?\d+)?)\)?")


def equals_sign(numbers: str, result: str) -> str:
    """What stands between a product or quotient of two numbers and its result, both as they are written.

    `≈` where what is written comes to another number as it would be written, since the two were rounded; else, and of all other
    calculations, `=`.
    """
    if not (found := _FACTORS.fullmatch(numbers)):
        return "="
    first, second = _number(found[1]), _number(found[3])
    if found[2] == "/" and second == 0:
        return "="
    shown = format_number(first * second if found[2] == "×" else first / second)
    return "=" if shown == result.strip("`") else "≈"


def negated(text: str) -> str:
    """The text of a number with the other sign."""
    return text if text == "0" else text.removeprefix(MINUS) if text.startswith(MINUS) else MINUS + text


def _decimals(number: float, decimals: int) -> str:
    """A number that is exact stays as short as it is: 0 and not 0.000."""
    magnitude = abs(number)
    fixed = str(Decimal(magnitude).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))
    text = _without_zeros(fixed) if float(fixed) == magnitude else fixed
    return MINUS + text if number < 0 else text


def format_value(data: Data | None, width: int = 14) -> str:
    """The number, the list where it is at most `width` characters long, else the shape; a dash for None."""
    if data is None:
        return NOT_COMPUTED
    if isinstance(data, float):
        return format_number(data)
    shape = shape_of(data)
    if len(shape) == 1 and shape[0] <= width:
        listed = f"[{', '.join(map(format_number, data.tolist()))}]"
        if len(listed) <= width:
            return listed
    return format_shape(shape)


_MODULES = re.compile(
    r"(^|[=(\s])(?:(?:torch|nn|functional|F|np|numpy|jnp|jax|lax|scipy|special|tf|math|random|linalg|self)\.)+(?=[^\W\d_]\w*\()"
)
"""What stands in front of functions that are called, as `torch.nn.functional.` in `torch.nn.functional.relu(x)`."""


@lru_cache(_KEPT)
def shorten(text: str, width: int) -> str:
    """Source text cut to a width, first of the modules of its functions; the beginning says most. As the page's `shorten`."""
    line = re.sub(r"\s+", " ", text).strip()
    if len(line) <= width:
        return line
    bare = _MODULES.sub(r"\1", line)
    return bare if len(bare) <= width else f"{bare[: max(1, width - 1)].rstrip()}…"


_WORD, _TAIL = r"[^\W\d]\w*(?:\[\d+\])*", r"(?:\.\w+(?:\[\d+\])*)+"
_DOTTED_NAME = re.compile(_WORD + _TAIL)
_NUMBERED_PART = re.compile(r"\b([^\W\d_])[^\W\d_]{3,}(\d+)\.")
_INDEXED_PART = re.compile(r"\b([^\W\d_])(?:[^\W\d_]|_){2,}(\[\d+\])\.")
_OWNER = re.compile(r"^([^\W\d_])\w*\.(?=.*\.)")


@lru_cache(_KEPT)
def forms_of(label: str) -> tuple[str, ...]:
    """A name, then what it can be cut to; of one without dots itself alone."""
    if not _DOTTED_NAME.fullmatch(label):
        return (label,)

    def initials(text: str) -> str:
        return _INDEXED_PART.sub(r"\1\2.", _NUMBERED_PART.sub(r"\1\2.", text))

    owner, without = _OWNER.sub(r"\1.", label), _OWNER.sub("", label)
    return (label, _NUMBERED_PART.sub(r"\1\2.", label), owner, initials(owner), without, initials(without))


@lru_cache(_KEPT)
def shorten_label(label: str, width: int) -> str:
    """A label cut to a width, as the page's `shortenLabel`: of a dotted name, words with a number or a place become their initial
    and it, `m.l[0].weight`, then the object goes; where that is not enough the end is shown, which says most.
    """
    if not _DOTTED_NAME.fullmatch(label):
        return shorten(label, width)
    cut = "…" + label[1 - max(2, width) :].removeprefix(".")
    return next((form for form in forms_of(label) if len(form) <= width), cut)


def all_zero(data: Data) -> bool:
    """Whether every number of it is 0."""
    return data == 0 if isinstance(data, float) else not np.any(data)


_ALOUD = {
    "−": "aloud-minus",
    "-": "aloud-minus",
    "+": "aloud-plus",
    "±": "aloud-plus-minus",
    "×": "aloud-times",
    "·": "aloud-times",
    "**": "aloud-power",
    "*": "aloud-times",
    "/": "aloud-over",
    "^": "aloud-power",
    "<=": "aloud-at-most",
    ">=": "aloud-at-least",
    "==": "aloud-equals",
    "=": "aloud-equals",
    "<": "aloud-less",
    ">": "aloud-greater",
    "²": "aloud-squared",
    "³": "aloud-cubed",
    "∞": "aloud-infinity",
    "π": "aloud-pi",
    "√": "aloud-root",
    "∂": "aloud-d",
    "→": "aloud-gives",
    "@": "aloud-at",
    "NaN": "aloud-nan",
}
"""By sign, the message that says it."""
_SYMBOL = re.compile("|".join(map(re.escape, sorted(_ALOUD, key=len, reverse=True))))


def aloud(text: str) -> str:
    """Prose or source text as a voice reads it: signs in words, everything else that has no sound left out."""
    return _aloud(text, language.get())


@lru_cache(_KEPT)
def _aloud(text: str, _language: str) -> str:
    text = re.sub(r"(?<=\w)-(?=[^\W\d])", " ", text)  # a hyphen, not a minus
    text = re.sub(r"(\d)e([−-]?\d+)", rf"\1 {say('aloud-times-ten')} \2", text)
    text = re.sub(r"(?<=\w)\((?=[^)])", f" {say('aloud-of')} ", text)
    text = _SYMBOL.sub(lambda found: f" {say(_ALOUD[found[0]])} ", text)
    text = re.sub(r"[^\w\s.,;:?]|_", " ", text)
    text = re.sub(r"(?<!\d)\.(?=\d)|\.(?=\w)(?<!\d\.)", " ", text)
    return re.sub(r"\s+([.,;:?])", r"\1", re.sub(r"\s+", " ", text)).strip()


def number_aloud(value: float) -> str:
    """`minus 2.5`, `infinity`, `1.5 times 10 to the minus 7`."""
    return aloud(format_number(value))


def shape_aloud(shape: Shape) -> str:
    """`2 by 3`."""
    return f" {say('aloud-by')} ".join(map(str, shape))


def value_aloud(data: Data | None) -> str:
    """A number, a short list, or what shape a tensor has."""
    if data is None:
        return say("aloud-not-computed")
    if isinstance(data, float):
        return number_aloud(data)
    if data.ndim == 1 and data.size <= 4:
        return say("aloud-list", numbers=", ".join(map(number_aloud, data.tolist())))
    return say("aloud-tensor", shape=shape_aloud(data.shape))
