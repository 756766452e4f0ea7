"""Texts that somebody mistyped, pasted twice or means badly: tokens lost, doubled, exchanged; odd characters, depth, length."""

import random
import re
from collections.abc import Callable, Sequence

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def words(text: str) -> list[str]:
    """A table that is easier to read as one line."""
    return text.split()


_JUNK = (
    *("\x00", "\ufeff", "\u200b", "\u202e", "e\u0301", "\u0301", "\U0001f600", "\ud800", "\t", "\r", "\r\n", "\f", "\u2028"),
    *words("é ² ₁ ½ ∞ ≤ → 𝐱 ﬁ Ⅳ ٣ \\ ' \" ''' \"\"\" ` $ # @ ~ ? ! := -> ... ** // { } [ ] ( ) | , ; : . = == _"),
)
"""Characters that are seldom typed on purpose."""
_WORDS = (
    *words("lambda if else for in while def class return import from as with not and or is None True pass break yield global"),
    *words("try: await async self x= axis=0 dim=-1 *x **x print super() __init__ .T .data .grad .backward() [::-1] inf nan"),
    "x for x in",
    "requires_grad=True",
)
_NUMBERS = (
    *words("1e400 1e-400 0x1f 1_0 1__0 0b2 1e 1.2.3 2**1024 10**-400 1j 00 -0.0 .5. 1e+"),
    "9" * 400,
    "1" + "0" * 30,
)
_PAIRS = (
    *(("(", ")"), ("[", "]"), ("sin(", ")"), ("-", ""), ("√", ""), ("not ", ""), ("lambda: ", ""), ("|", "|"), ("{1: ", "}")),
    *(("x[", "]"), ("1 if 1 else ", ""), ("x.", "x"), ("f(x=", ")"), ("(1, ", ")"), ("[x for x in ", "]"), ("x**", "2")),
    *((r"\frac{", "}{2}"), (r"\sqrt{", "}")),
)
"""What can stand within itself, as deep as somebody likes."""
_ARGUMENTS = (
    *words("x= x=x= axis= * ** = dim=(0,0), shape=-1, key=None, out=x,"),
    *("x=1, ", "axis=0, ", "x=1 for x in "),
)

Mutation = Callable[[str, random.Random, Sequence[str]], str]


def mutated(text: str, generator: random.Random, corpus: Sequence[str]) -> str:
    """The text after one to six accidents. `corpus`: other texts, of which parts may get into it."""
    for _ in range(generator.choice((1, 1, 1, 2, 2, 3, 6))):
        text = generator.choices(_MUTATIONS, _WEIGHTS)[0](text, generator, corpus)
    return text[:20_000]


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text) or [""]


def _delete(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    tokens = _tokens(text)
    start = generator.randrange(len(tokens))
    del tokens[start : start + generator.choice((1, 1, 1, 2, 5))]
    return "".join(tokens)


def _double(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    tokens = _tokens(text)
    start = generator.randrange(len(tokens))
    part = tokens[start : start + generator.choice((1, 1, 2, 6))]
    return "".join(tokens[:start] + part * generator.choice((2, 2, 3)) + tokens[start:])


def _swap(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    tokens = _tokens(text)
    one, other = generator.randrange(len(tokens)), generator.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _replace(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    """A token by another of the same text, a number by an odd one."""
    tokens = _tokens(text)
    place = generator.randrange(len(tokens))
    tokens[place] = generator.choice(_NUMBERS) if tokens[place].isdigit() else generator.choice(tokens)
    return "".join(tokens)


def _insert(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    place = generator.randint(0, len(text))
    word = generator.choice((*_JUNK, *_WORDS, *_NUMBERS))
    return f"{text[:place]}{word if len(word) < 2 else f' {word} '}{text[place:]}"


def _splice(text: str, generator: random.Random, corpus: Sequence[str]) -> str:
    """Lines of another text among its own."""
    lines, others = text.split("\n"), generator.choice(corpus).split("\n")
    start = generator.randrange(len(others))
    place = generator.randint(0, len(lines))
    return "\n".join([*lines[:place], *others[start : start + generator.randint(1, 4)], *lines[place:]])


def _lines(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    """A line lost, doubled, moved or indented."""
    lines = text.split("\n")
    place = generator.randrange(len(lines))
    what = generator.randrange(4)
    if what == 0:
        del lines[place]
    elif what == 1:
        lines.insert(place, lines[place])
    elif what == 2:
        lines.insert(generator.randrange(len(lines)), lines.pop(place))
    else:
        lines[place] = generator.choice(("    ", " ", "\t", "        ")) + lines[place]
    return "\n".join(lines)


def _deep(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    """Something within itself many times."""
    opening, closing = generator.choice(_PAIRS)
    times = generator.choice((3, 30, 300, 900))
    place = generator.randint(0, len(text))
    inner = "x" if generator.random() < 0.7 else text[place : place + 10]
    return f"{text[:place]}{opening * times}{inner}{closing * times}{text[place:]}"


def _long(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    """A line, a name or a number that goes on and on."""
    tokens = _tokens(text)
    place = generator.randrange(len(tokens))
    times = generator.choice((20, 200, 1_000))
    tokens[place] = generator.choice((tokens[place], tokens[place] + " + ", tokens[place] + ", ", tokens[place] + "\n")) * times
    return "".join(tokens)


def _keyword(text: str, generator: random.Random, _corpus: Sequence[str]) -> str:
    """An argument by name where none belongs."""
    places = [found.end() for found in re.finditer(r"[(,]", text)] or [0]
    place = generator.choice(places)
    added = generator.choice(_ARGUMENTS)
    return f"{text[:place]}{added}{text[place:]}"


_MUTATIONS: tuple[Mutation, ...] = (_delete, _double, _swap, _replace, _insert, _splice, _lines, _deep, _long, _keyword)
_WEIGHTS = (4, 3, 3, 4, 5, 3, 3, 0.6, 0.6, 3)
