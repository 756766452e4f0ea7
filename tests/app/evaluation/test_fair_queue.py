"""Whose turn it is: simulated, with no processes and no time but its own."""

import heapq
from collections.abc import Iterable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backpass.app.evaluation.fair_queue import FairQueue, Ticket, Work


class Asked(NamedTuple):
    """A request of the simulation."""

    at: float
    client: str
    seconds: float


class Done(NamedTuple):
    """How it went."""

    asked: Asked
    expected: float
    """As was reckoned when it came."""
    waited: float


def simulated(asked: Iterable[Asked], places: int, *, known: bool = True) -> list[Done]:
    """Every request, in the order in which they were begun."""
    turns = FairQueue(places)
    works: dict[float, Work] = {}
    of: dict[Ticket, tuple[Asked, float]] = {}
    done: list[Done] = []
    ends: list[tuple[float, int, Ticket]] = []
    coming = sorted(asked)
    while coming or ends:
        if coming and (not ends or coming[0].at <= ends[0][0]):
            one = coming.pop(0)
            now = one.at
            work = works.setdefault(one.seconds, Work())
            if known:
                work.seconds = one.seconds
            expected = turns.wait_of(one.client, now)
            of[turns.add(one.client, work, now)] = one, expected
        else:
            now, _, turn = heapq.heappop(ends)
            turns.over(turn, of[turn][0].seconds, completed=True)
        while turns.running < places and (begun := turns.next(now)) is not None:
            one, expected = of[begun]
            done.append(Done(one, expected, now - one.at))
            heapq.heappush(ends, (now + one.seconds, len(done), begun))
    assert (turns.waiting, turns.running) == (0, 0)
    return done


requests = st.lists(
    st.builds(Asked, st.floats(0, 20), st.sampled_from("abc"), st.sampled_from([0.1, 0.5, 2.0])), min_size=1, max_size=60
)


@given(requests, st.integers(1, 4))
def test_everyone_gets_a_turn_and_a_place_is_never_idle_while_somebody_waits(asked: list[Asked], places: int) -> None:
    done = simulated(asked, places)
    assert sorted(each.asked for each in done) == sorted(asked)
    busy = sum(each.seconds for each in asked)
    last = max(each.asked.at + each.waited for each in done)
    assert last <= max(each.at for each in asked) + busy


@given(requests)
def test_those_of_one_client_come_in_the_order_in_which_they_were_asked(asked: list[Asked]) -> None:
    done = simulated(asked, 2)
    for client in "abc":
        times = [each.asked.at for each in done if each.asked.client == client]
        assert times == sorted(times)


@given(st.integers(1, 60), st.integers(1, 4), st.sampled_from([0.1, 0.5, 2.0]))
def test_where_all_costs_are_known_the_reckoned_wait_of_one_client_is_right(count: int, places: int, seconds: float) -> None:
    """Within one computation, since it does not reckon who ends first."""
    for each in simulated([Asked(0.0, "a", seconds)] * count, places):
        assert abs(each.expected - each.waited) <= seconds + 1e-9


@given(st.integers(2, 200), st.sampled_from([0.1, 0.5, 2.0]), st.sampled_from([0.1, 0.5, 2.0]))
def test_the_burst_of_one_client_hardly_keeps_another_waiting(count: int, burst: float, other: float) -> None:
    asked = [Asked(0.0, "burst", burst)] * count + [Asked(0.05, "other", other)]
    (waited,) = [each.waited for each in simulated(asked, 2) if each.asked.client == "other"]
    assert waited <= 2 * burst + 1e-9


@given(st.sampled_from([(2.0, 0.5), (2.0, 0.1), (0.5, 0.1)]))
def test_two_clients_get_the_same_time_and_not_the_same_number(costs: tuple[float, float]) -> None:
    dear, cheap = costs
    asked = [Asked(0.0, "dear", dear)] * 100 + [Asked(0.0, "cheap", cheap)] * 1_000
    used = {"dear": 0.0, "cheap": 0.0}
    for each in simulated(asked, 2):
        if each.waited < 20:
            used[each.asked.client] += each.asked.seconds
    assert used["dear"] == pytest.approx(used["cheap"], abs=2 * dear + 2)


def test_costs_that_turn_out_other_than_reckoned_are_made_up_for() -> None:
    """Nothing is known of either text; one takes twenty times as long as the other."""
    asked = [Asked(0.0, "dear", 2.0)] * 60 + [Asked(0.0, "cheap", 0.1)] * 600
    done = simulated(asked, 1, known=False)
    first = [each for each in done if each.waited < 30]
    dear = sum(each.asked.seconds for each in first if each.asked.client == "dear")
    assert 10 <= dear <= 20


def test_who_leaves_the_queue_owes_nothing() -> None:
    turns, work = FairQueue(1), Work()
    work.seconds = 1.0
    turns.add("a", work, 0.0)
    assert turns.next(0.0) is not None
    left = [turns.add("a", work, 0.0) for _ in range(10)]
    turns.add("b", work, 0.0)
    for turn in left:
        turns.leave(turn)
    assert turns.wait_of("a", 0.0) <= 2.0 < turns.backlog(0.0) + 1.0
    assert turns.waiting == 1


def test_what_will_wait_too_long_is_known_as_soon_as_one_like_it_has_been_computed() -> None:
    turns, work = FairQueue(1), Work()
    many = [turns.add("a", work, 0.0) for _ in range(20)]
    first = turns.next(0.0)
    assert first is many[0]
    assert list(turns.late(10.0, 0.0)) == [], "half a second each, as far as is known"
    turns.over(first, 2.0, completed=True)
    assert list(turns.late(10.0, 2.0)) == many[6:], "two seconds each: those from the sixth on wait longer than ten"


def test_what_was_ended_before_its_end_counts_as_no_less_than_it_took() -> None:
    turns, work = FairQueue(1), Work()
    for seconds, expected in ((3.0, 3.0), (1.0, 3.0), (5.0, 4.0)):
        turns.add("a", work, 0.0)
        turn = turns.next(0.0)
        assert turn is not None
        turns.over(turn, seconds, completed=False)
        assert work.seconds == expected


def test_nothing_is_remembered_of_clients_once_nobody_waits() -> None:
    turns = FairQueue(1)
    for number in range(1_000):
        turns.add(f"client {number}", Work(), 0.0)
        turn = turns.next(0.0)
        assert turn is not None
        turns.over(turn, 0.1, completed=True)
    assert turns._clients == {}
