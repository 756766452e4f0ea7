"""How much a client may ask in a time: counts in a window that slides. Knows nothing of requests and of time, which comes in.

The count of the present window is added to the part of the previous one that the sliding window still covers, as if what came
in that one had come evenly. Windows begin at the same moment for all clients, so that forgetting is dropping a dictionary.
"""

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

_DIGITS = 6
"""After the point of a wait; what floating point adds beyond them is no second more."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How many units a client may use within a window of so many seconds."""

    name: str
    quota: int
    window: int

    @property
    def header(self) -> str:
        """As in the field `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers."""
        return f'"{self.name}";q={self.quota};w={self.window}'


class RateDecision(NamedTuple):
    """Whether there was enough left, how many units are left, and in how many seconds there are more."""

    allowed: bool
    remaining: int
    wait: int


class Counts:
    """What every client has used of one policy."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.window = 0
        """The number of the present window, counted since the epoch."""
        self._present: dict[str, int] = {}
        self._previous: dict[str, int] = {}
        self._unsent: dict[str, int] = {}

    def take(self, client: str, cost: int, now: float) -> RateDecision:
        """Uses up units where enough are left, and none where not. What costs more than the quota counts as the whole of it."""
        cost = min(cost, self.policy.quota)
        decision = self.look(client, cost, now)
        if decision.allowed:
            self.add(client, cost)
        return decision

    def add(self, client: str, cost: int) -> None:
        """Counts units in the present window, allowed or not."""
        self._present[client] = self._present.get(client, 0) + cost
        self._unsent[client] = self._unsent.get(client, 0) + cost

    def look(self, client: str, cost: int, now: float) -> RateDecision:
        """What `take` would answer; `cost` is at most the quota."""
        quota, window = self.policy.quota, self.policy.window
        number = int(now // window)
        if number > self.window:  # a clock that is set back must not empty what is counted
            self._turn(number)
        left = (self.window + 1) * window - now
        present = self._present.get(client, 0)
        previous = self._previous.get(client, 0)
        remaining = int(quota - present - previous * left / window)
        if remaining >= cost:
            return RateDecision(True, remaining - cost, ceil(left))
        return RateDecision(False, max(0, remaining), self._wait(present, previous, cost, left))

    def _turn(self, number: int) -> None:
        self._previous = self._present if number == self.window + 1 else {}
        self._present = {}
        self._unsent = {}
        self.window = number

    def unsent(self) -> dict[str, int]:
        """The counts of the present window since the last call, which are to be shared."""
        sent, self._unsent = self._unsent, {}
        return sent

    def learn(self, window: int, totals: dict[str, int]) -> None:
        """Takes over what all processes together have counted in a window, this one's sent units included."""
        if window == self.window:
            for client, total in totals.items():
                self._present[client] = total + self._unsent.get(client, 0)
        elif window == self.window - 1:
            self._previous |= totals

    def _wait(self, present: int, previous: int, cost: int, left: float) -> int:
        """Seconds until as much as `cost` is left: as the previous window slides out, or after it this one."""
        quota, window = self.policy.quota, self.policy.window
        free = quota - cost
        if present <= free:
            return max(1, ceil(round(left - window * (free - present) / previous, _DIGITS)))
        return max(1, ceil(round(left + window * (1 - free / present), _DIGITS)))
