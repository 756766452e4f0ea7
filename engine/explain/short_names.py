"""Names of one graph cut to a width so that those that differ do so when they are cut as well: `token_em…weight` beside
`position…weight`. The page has the same in static/src/text/short_names.ts.
"""

from collections.abc import Collection, Iterable

from backpass.engine.explain.number_format import forms_of, shorten_label
from backpass.engine.explain.repeated_names import lowered


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
    """How names are cut; those that would be cut alike differ."""
    found: dict[str, str] = {}
    if all(len(name) <= width for name in names):
        return found
    by_short: dict[str, list[str]] = {}
    for name, short in _alike_by_owner(names, width).items():
        found[name] = short
        by_short.setdefault(short, []).append(name)
    taken = set(by_short) | {name for name in names if len(name) <= width}
    for short, alike in by_short.items():
        if len(alike) < 2:
            continue
        found.update((name, name) for name in alike if len(name) <= width)
        long = [name for name in alike if len(name) > width]
        cuts = ([_without_middle(name, head, width) for name in long] for head in _heads_by(width))
        fitting = (texts for texts in cuts if len(set(texts)) == len(texts) and taken.isdisjoint(texts))
        texts = next(fitting, None) or _numbered(short, len(long), width, taken)
        found.update(zip(long, texts, strict=True))
        taken.update(texts)
    return found


def _alike_by_owner(names: list[str], width: int) -> dict[str, str]:
    """Names of one object lose the same parts: `fc1.bias` beside `fc1.weight`, though there is room for `m.fc1.bias`."""
    lost: dict[str, int] = {}
    for name in names:
        fitting = next((place for place, form in enumerate(forms_of(name)) if len(form) <= width), 0)
        owner = name.partition(".")[0]
        lost[owner] = max(lost.get(owner, 0), fitting)

    def cut(name: str) -> str:
        forms = forms_of(name)[lost[name.partition(".")[0]] :]
        return next((form for form in forms if len(form) <= width), shorten_label(name, width))

    return {name: cut(name) for name in names}


def _heads_by(width: int) -> list[int]:
    """Letters that are kept of the beginning: half of them, else fewer, else more."""
    return sorted(range(1, width - 1), key=lambda head: (abs(head - width // 2), head))


def _without_middle(name: str, head: int, width: int) -> str:
    return f"{name[:head]}…{name[len(name) - (width - 1 - head) :].removeprefix('.')}"


def _numbered(short: str, count: int, width: int, taken: Collection[str]) -> list[str]:
    """Where neither beginnings nor ends differ."""
    texts: list[str] = []
    number = 0
    while len(texts) < count:
        number += 1
        turn = lowered(number)
        text = short[: max(1, width - len(turn))] + turn
        if text not in taken:
            texts.append(text)
    return texts
