"""Who is in a room at the moment, over all server processes. Pure: the time comes in as an argument."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

_BELIEVED_SECONDS = 15.0
"""How long the heartbeat of another process is valid."""


class _OtherProcess(NamedTuple):
    guests: Mapping[int, bool]
    tabs: frozenset[str]
    until: float


class Presence:
    """Guests with whether they follow, and the host's tabs."""

    def __init__(self) -> None:
        self._connections: Counter[int] = Counter()
        self._following: dict[int, bool] = {}
        self._tabs: Counter[str] = Counter()
        self._others: dict[str, _OtherProcess] = {}
        self.changed = False
        """Whether something changed here that has not been published."""

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
        """The guests and tabs of this process, to be published."""
        self.changed = False
        return dict(self._following), list(self._tabs)

    def update(self, process: str, guests: Mapping[int, bool], tabs: frozenset[str], now: float) -> None:
        """Takes over the heartbeat of another process: its guests and tabs."""
        if guests or tabs:
            self._others[process] = _OtherProcess(guests, tabs, now + _BELIEVED_SECONDS)
        else:
            self._others.pop(process, None)

    def forget_silent(self, now: float) -> None:
        """Drops processes whose heartbeat is overdue."""
        if any(each.until <= now for each in self._others.values()):
            self._others = {process: each for process, each in self._others.items() if each.until > now}

    def guests(self) -> dict[int, bool]:
        """Everybody who is here, and whether they follow."""
        everybody: dict[int, bool] = {}
        for each in self._others.values():
            everybody.update(each.guests)
        return everybody | self._following

    def tabs(self) -> set[str]:
        """The host's tabs that are open."""
        return set(self._tabs).union(*(each.tabs for each in self._others.values()))
