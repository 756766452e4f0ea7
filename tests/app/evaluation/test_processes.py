"""Worker processes by themselves: at most so many, whatever happens to them and to those who wait."""

import asyncio
import gc
import os
import signal
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from backpass.app.evaluation.process_pool import Recycling, WorkerLostError
from backpass.app.evaluation.worker_pool import ClosingError, OverloadedError, WorkerPool
from tests.processes import is_there, workers_of


def used_in(workers: WorkerPool, *run: Callable[[WorkerPool], Any]) -> list[Any]:
    """What coroutine functions give that are run at the same time, before the processes end."""

    async def ended() -> list[Any]:
        try:
            return await asyncio.gather(*(each(workers) for each in run))
        finally:
            await workers.close()

    return asyncio.run(ended())


def process(_argument: object = None) -> int:
    return os.getpid()


def busy(seconds: float) -> int:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
    return os.getpid()


def holding_the_lock(exponent: int) -> int:
    """One operation of the interpreter, during which no other thread of it runs."""
    return (3**exponent) % 7


def out_of_memory() -> None:
    raise MemoryError


class UnsendableError(Exception):
    """Cannot be made again from its arguments."""

    def __init__(self, _one: int, _two: int) -> None:
        super().__init__("one")


def failing(kind: str) -> None:
    raise UnsendableError(1, 2) if kind == "unsendable" else ValueError(kind)


def test_calls_go_to_the_same_processes_again() -> None:
    async def asked(workers: WorkerPool) -> set[int]:
        return {await workers.call(20, process) for _ in range(20)}

    workers = WorkerPool(2)
    (processes,) = used_in(workers, asked)
    assert len(processes) == 1
    assert os.getpid() not in processes
    assert (workers.started, workers.alive) == (1, 0)


def test_what_a_function_raises_is_raised_here() -> None:
    async def asked(workers: WorkerPool) -> int:
        with pytest.raises(ValueError, match="some text"):
            await workers.call(20, failing, "some text")
        with pytest.raises(RuntimeError, match="UnsendableError"):
            await workers.call(20, failing, "unsendable")
        return workers.started

    assert used_in(WorkerPool(1), asked) == [1]


def test_a_call_that_is_too_long_is_ended_even_where_no_other_thread_can_run() -> None:
    async def asked(workers: WorkerPool) -> float:
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            await workers.call(0.3, holding_the_lock, 100_000_000)
        taken = time.monotonic() - start
        assert await workers.call(20, process)
        return taken

    (taken,) = used_in(WorkerPool(1), asked)
    assert taken < 20, "the power takes minutes"


def test_a_process_that_is_stopped_is_replaced() -> None:
    async def asked(workers: WorkerPool) -> None:
        first = await workers.call(20, process)
        os.kill(first, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            await workers.call(0.2, process)
        assert not is_there(first)
        assert await workers.call(20, process) != first

    used_in(WorkerPool(1), asked)


def test_a_process_without_memory_ends_and_the_next_call_gets_another() -> None:
    async def asked(workers: WorkerPool) -> None:
        first = await workers.call(20, process)
        with pytest.raises(WorkerLostError):
            await workers.call(20, out_of_memory)
        assert not is_there(first)
        assert await workers.call(20, process) != first
        assert workers.lost == 1

    used_in(WorkerPool(1), asked)


@pytest.mark.parametrize(("recycling", "processes"), [(Recycling(calls=2), 3), (Recycling(bytes=1), 6), (Recycling(), 1)])
def test_processes_are_replaced_after_so_many_calls_or_bytes(recycling: Recycling, processes: int) -> None:
    async def asked(workers: WorkerPool) -> list[int]:
        return [await workers.call(20, process) for _ in range(6)]

    (seen,) = used_in(WorkerPool(1, recycling=recycling), asked)
    assert len(set(seen)) == processes
    assert not any(map(is_there, seen))


def test_whatever_is_cancelled_when_there_are_never_more_processes_than_places() -> None:
    """Some calls are cancelled before they begin, some while a process starts, some while they are computed."""
    most = 0
    of_other_tests = set(workers_of(os.getpid()))

    async def watched(workers: WorkerPool) -> None:
        nonlocal most
        while not done.is_set():
            most = max(most, len({*workers_of(os.getpid())} - of_other_tests), workers.alive)
            await asyncio.sleep(0.005)

    async def cancelled(workers: WorkerPool) -> None:
        for round_ in range(40):
            calls = [asyncio.ensure_future(workers.call(20, busy, 0.5)) for _ in range(4)]
            await asyncio.sleep(round_ * 0.002)
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
        assert await workers.call(20, process)
        assert (workers.busy, workers.waiting) == (0, 0)
        done.set()

    done = asyncio.Event()
    workers = WorkerPool(2)
    used_in(workers, cancelled, watched)
    assert 1 <= most <= 2
    assert workers.started > 2, "none was ended"
    assert {*workers_of(os.getpid())} <= of_other_tests


def test_who_asks_is_charged_for_what_was_computed_however_it_ended_and_not_for_waiting() -> None:
    charged: dict[str, float] = {}

    def call(workers: WorkerPool, name: str, limit: float, seconds: float) -> "asyncio.Future[int]":
        return asyncio.ensure_future(workers.call(limit, busy, seconds, charge=lambda used: charged.update({name: used})))

    async def asked(workers: WorkerPool) -> float:
        await workers.call(20, process, charge=lambda used: charged.update(first_of_all=used))
        start = time.monotonic()
        calls = {name: call(workers, name, 20, 0.3) for name in ("first", "second", "third")}
        left = call(workers, "left the queue", 20, 0.3)
        calls["too long"] = call(workers, "too long", 0.3, 60)
        cancelled = call(workers, "cancelled", 20, 60)
        await asyncio.sleep(0.1)
        left.cancel()
        await asyncio.gather(*calls.values(), return_exceptions=True)
        await asyncio.sleep(0.3)
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
        await workers.call(20, process)  # begins once that process has ended
        return time.monotonic() - start

    workers = WorkerPool(1)
    (took,) = used_in(workers, asked)
    computed = {name: used for name, used in charged.items() if name != "first_of_all"}
    assert computed.keys() == {"first", "second", "third", "too long", "cancelled"}
    assert min(computed.values()) > 0.05
    assert sum(computed.values()) <= took, "they were computed one after the other"
    assert sum(charged.values()) <= workers.seconds


def large(size: int) -> "Large":
    return Large(bytes(size))


class Large:
    """An answer that can be watched."""

    def __init__(self, data: bytes) -> None:
        self.data = data


def test_an_answer_is_let_go_without_the_collector() -> None:
    """It may have many megabytes, and the collector of a server seldom comes by."""

    async def asked(workers: WorkerPool) -> None:
        gc.disable()
        try:
            answer = await workers.call(20, large, 1_000)
            watched = weakref.ref(answer)
            del answer
            await asyncio.sleep(0.05)
            assert watched() is None
        finally:
            gc.enable()

    used_in(WorkerPool(1), asked)


def test_a_call_that_waits_too_long_is_refused_and_says_when_to_come_back() -> None:
    async def first(workers: WorkerPool) -> int:
        return await workers.call(20, busy, 1.5)

    async def second(workers: WorkerPool) -> tuple[int, int]:
        await asyncio.sleep(0.1)
        with pytest.raises(OverloadedError) as refused:
            await workers.call(20, busy, 0.1)
        return refused.value.waiting, refused.value.seconds

    _, (waiting, seconds) = used_in(WorkerPool(1, longest_wait=0.5), first, second)
    assert waiting == 0
    assert seconds >= 1


def test_those_that_wait_when_it_ends_are_told_so() -> None:
    async def drained() -> None:
        workers = WorkerPool(1)
        calls = [asyncio.ensure_future(workers.call(20, busy, 0.5)) for _ in range(3)]
        await asyncio.sleep(0.1)
        await workers.drain()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        assert isinstance(ended[0], int)
        assert all(isinstance(each, ClosingError) for each in ended[1:])
        with pytest.raises(ClosingError):
            await workers.call(20, process)
        await workers.close()

    asyncio.run(drained())
