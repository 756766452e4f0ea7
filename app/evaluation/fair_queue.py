"""Whose turn it is where more is asked than can be computed: fair among clients, with an estimate of how long each has to wait.

Start-time fair queueing (Goyal, Vin, Cheng 1996): of the clients that wait, the one that has used least comes first; one that
returns after a pause begins where the others are. So a client that asks a hundred times waits for itself, and others hardly wait
for it. Knows nothing of processes and of time, which comes in.
"""

import math
from collections import deque
from collections.abc import Hashable

USUAL_SECONDS = 0.5
"""What a computation takes of which nothing is known yet."""

QUICK_SECONDS = 0.005
"""What is computed in less holds nobody up."""

_MAX_CLIENTS = 1_000
_LEARNT = 0.2
"""How much the last computation counts in what is usual."""


class Work:
    """What is known of the cost of some text: it is asked again with other numbers, by one or by many."""

    __slots__ = ("last", "refused", "seconds")

    def __init__(self) -> None:
        self.seconds: float | None = None
        """How long it takes, lately; None for what has never been computed."""
        self.last = math.inf
        """How long it took last."""
        self.refused: Hashable = None
        """Under which limits it was refused in place last."""

    @property
    def quick(self) -> bool:
        """Whether it holds nobody up, as far as is known."""
        return self.last < QUICK_SECONDS

    def took(self, seconds: float) -> None:
        """Remembers one more computation."""
        self.last = seconds
        self.seconds = seconds if self.seconds is None else (self.seconds + seconds) / 2


class Ticket:
    """One that waits or is computed."""

    __slots__ = ("began", "client", "reckoned", "since", "work")

    def __init__(self, client: str, work: Work, since: float) -> None:
        self.client = client
        self.work = work
        self.since = since
        self.began: float | None = None
        self.reckoned = 0.0
        """What it was thought to cost when it began."""


class _Client:
    """Those of one client."""

    __slots__ = ("used", "waiting")

    def __init__(self) -> None:
        self.used = 0.0
        """Seconds of computing, from where the others were when it came: the start of its next turn in virtual time."""
        self.waiting: deque[Ticket] = deque()


class FairQueue:
    """A queue before so many places. Times are in seconds."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._usual = USUAL_SECONDS
        self._clients: dict[str, _Client] = {}
        self._running: dict[Ticket, None] = {}
        self._now = 0.0
        """The start of the last turn that began, in virtual time."""
        self.waiting = 0
        """How many wait."""

    @property
    def running(self) -> int:
        """How many are computed."""
        return len(self._running)

    @property
    def usual(self) -> float:
        """Seconds that a computation takes on average, lately."""
        return self._usual

    def backlog(self, now: float) -> float:
        """How long all places together would take for what waits and is under way."""
        return (sum(map(self._waits, self._clients.values())) + self._under_way(now)) / self._places

    def wait_of(self, name: str, now: float) -> float:
        """How long one more turn of a client would presumably wait."""
        if len(self._running) < self._places and not self.waiting:
            return 0.0
        client = self._clients.get(name)
        own = 0.0 if client is None else self._waits(client)
        start = own + (self._now if client is None else max(self._now, client.used))
        ahead = sum(min(self._waits(each), max(0.0, start - each.used)) for each in self._clients.values() if each is not client)
        return (own + ahead + self._under_way(now)) / self._places

    def add(self, name: str, work: Work, now: float) -> Ticket:
        """One more turn, at the end of its client's."""
        turn = Ticket(name, work, now)
        client = self._clients.setdefault(name, _Client())
        if not client.waiting:
            client.used = max(client.used, self._now)
        client.waiting.append(turn)
        self.waiting += 1
        return turn

    def next(self, now: float) -> Ticket | None:
        """The turn that comes first, which is computed from now on; None where nobody waits."""
        if not self.waiting:
            return None
        client = min(
            (each for each in self._clients.values() if each.waiting), key=lambda each: (each.used, each.waiting[0].since)
        )
        turn = client.waiting.popleft()
        self.waiting -= 1
        self._now = max(self._now, client.used)
        turn.began, turn.reckoned = now, self._cost(turn.work)
        client.used += turn.reckoned
        self._running[turn] = None
        return turn

    def leave(self, turn: Ticket) -> None:
        """It waits no longer."""
        self._clients[turn.client].waiting.remove(turn)
        self.waiting -= 1
        self._forget()

    def over(self, turn: Ticket, seconds: float, *, completed: bool) -> None:
        """It has been computed for so long, and to its end where `completed`: that is what its text and its client have cost."""
        del self._running[turn]
        client = self._clients.get(turn.client)
        if client is not None:
            client.used += seconds - turn.reckoned
        if completed or (turn.work.seconds or 0.0) < seconds:
            turn.work.took(seconds)
            self._usual += _LEARNT * (seconds - self._usual)
        self._forget()

    def late(self, longest: float, now: float) -> list[Ticket]:
        """Those that will presumably have waited longer than that when it is their turn."""
        oldest = min((each.waiting[0].since for each in self._clients.values() if each.waiting), default=now)
        if now - oldest + self.backlog(now) <= longest:
            return []
        late, ahead = [], self._under_way(now)
        for turn in self._in_order():
            if now - turn.since + ahead / self._places > longest:
                late.append(turn)
            else:
                ahead += self._cost(turn.work)
        return late

    def _in_order(self) -> list[Ticket]:
        """All that wait, in the order in which they will presumably begin."""
        starts: list[tuple[float, float, int, Ticket]] = []
        for client in self._clients.values():
            start = client.used
            for turn in client.waiting:
                starts.append((start, turn.since, len(starts), turn))
                start += self._cost(turn.work)
        return [turn for *_, turn in sorted(starts)]

    def _cost(self, work: Work) -> float:
        return self._usual if work.seconds is None else work.seconds

    def _waits(self, client: _Client) -> float:
        return sum(self._cost(turn.work) for turn in client.waiting)

    def _under_way(self, now: float) -> float:
        """What is left of those that are computed. What has taken longer than usual goes on as long as it has taken so far."""
        left = 0.0
        for turn in self._running:
            assert turn.began is not None
            spent = now - turn.began
            expected = self._cost(turn.work) - spent
            left += expected if expected > 0 else spent if turn.work.seconds is None else 0.0
        return left

    def _forget(self) -> None:
        """Forgets clients without debt, once there are many or nobody waits."""
        if not self.waiting and not self._running:
            self._clients.clear()
            self._now = 0.0
        elif len(self._clients) > _MAX_CLIENTS:
            self._clients = {name: each for name, each in self._clients.items() if each.waiting or each.used > self._now}
