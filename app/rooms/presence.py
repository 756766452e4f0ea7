"""Who is in a room at the moment, over all server processes. Pure: the time comes in as an argument."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

_BELIEVED_SECONDS = 15.0
"""How long the word of another process holds without being renewed."""


class _Elsewhere(NamedTuple):
    guests: Mapping[int, bool]
    tabs: frozenset[str]
    until: float


class Presence:
    """Guests with whether they follow, and the host's tabs."""

    def __init__(self) -> None:
        self._connections: Counter[int] = Counter()
        self._following: dict[int, bool] = {}
        self._tabs: Counter[str] = Counter()
        self._elsewhere: dict[str, _Elsewhere] = {}
        self.changed = False
        """Whether something changed here that others have not been told."""

    def guest_came(self, guest: int) -> None:
        """One more connection of a guest."""
        self._connections[guest] += 1
        self._following.setdefault(guest, True)
        self.changed = True

    def guest_went(self, guest: int) -> None:
        """One fewer."""
        self.changed = True
        self._connections[guest] -= 1
        if self._connections[guest] <= 0:
            del self._connections[guest], self._following[guest]

    def follow(self, guest: int, following: bool) -> None:
        """A guest of this process looks around, or follows again."""
        if guest in self._following:
            self._following[guest] = following
            self.changed = True

    def tab_came(self, tab: str) -> None:
        """One more connection of a tab."""
        self._tabs[tab] += 1
        self.changed = True

    def tab_went(self, tab: str) -> None:
        """One fewer."""
        self.changed = True
        self._tabs[tab] -= 1
        if self._tabs[tab] <= 0:
            del self._tabs[tab]

    def here(self) -> tuple[dict[int, bool], list[str]]:
        """What this process tells others."""
        self.changed = False
        return dict(self._following), list(self._tabs)

    def told(self, process: str, guests: Mapping[int, bool], tabs: frozenset[str], now: float) -> None:
        """What another process says of itself."""
        if guests or tabs:
            self._elsewhere[process] = _Elsewhere(guests, tabs, now + _BELIEVED_SECONDS)
        else:
            self._elsewhere.pop(process, None)

    def forget_silent(self, now: float) -> None:
        """Lets go of processes that have not been heard of for too long."""
        if any(each.until <= now for each in self._elsewhere.values()):
            self._elsewhere = {process: each for process, each in self._elsewhere.items() if each.until > now}

    def guests(self) -> dict[int, bool]:
        """Everybody who is here, and whether they follow."""
        everybody: dict[int, bool] = {}
        for each in self._elsewhere.values():
            everybody.update(each.guests)
        return everybody | self._following

    def tabs(self) -> set[str]:
        """The host's tabs that are open."""
        return set(self._tabs).union(*(each.tabs for each in self._elsewhere.values()))
