"""Names of one graph cut to a width so that those that differ do so when they are cut as well: `token_em…weight` beside
`position…weight`. The page has the same in static/src/text/short_names.ts.
"""

from collections.abc import Collection, Iterable

from engine.explain.number_format import shorten_label


class ShortNames:
    """Cuts labels to a width; each of the names that were given as no other of them is."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(dict.fromkeys(names))
        self._by_width: dict[int, dict[str, str]] = {}

    def cut(self, label: str, width: int) -> str:
        """A label in at most `width` characters."""
        if width not in self._by_width:
            self._by_width[width] = _distinguished(self._names, width)
        return self._by_width[width].get(label) or shorten_label(label, width)


def _distinguished(names: list[str], width: int) -> dict[str, str]:
    """By name: how those are cut that would else be cut alike."""
    found: dict[str, str] = {}
    if all(len(name) <= width for name in names):
        return found
    by_short: dict[str, list[str]] = {}
    for name in names:
        by_short.setdefault(shorten_label(name, width), []).append(name)
    taken = set(by_short)
    for short, alike in by_short.items():
        if len(alike) < 2:
            continue
        long = [name for name in alike if len(name) > width]
        cuts = ([_without_middle(name, head, width) for name in long] for head in _heads_by(width))
        fitting = (texts for texts in cuts if len(set(texts)) == len(texts) and taken.isdisjoint(texts))
        texts = next(fitting, None) or _numbered(short, len(long), width, taken)
        found.update(zip(long, texts, strict=True))
        taken.update(texts)
    return found


def _heads_by(width: int) -> list[int]:
    """Letters that are kept of the beginning: half of them, else fewer, else more."""
    return sorted(range(1, width - 1), key=lambda head: (abs(head - width // 2), head))


def _without_middle(name: str, head: int, width: int) -> str:
    return f"{name[:head]}…{name[len(name) - (width - 1 - head) :].removeprefix('.')}"


_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _numbered(short: str, count: int, width: int, taken: Collection[str]) -> list[str]:
    """Where neither beginnings nor ends differ."""
    texts: list[str] = []
    number = 0
    while len(texts) < count:
        number += 1
        turn = str(number).translate(_LOWERED)
        text = short[: max(1, width - len(turn))] + turn
        if text not in taken:
            texts.append(text)
    return texts
