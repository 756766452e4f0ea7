"""Decides where a program is computed: on the event loop if it is small, else in a worker process with a time limit.

Knows nothing of routes.
"""

import asyncio
import gc
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from backpass.app.evaluation.answer import Answer, AnswerFunction, refusal
from backpass.app.evaluation.fair_queue import QUICK_SECONDS, Work
from backpass.app.evaluation.process_pool import Recycling, Reports, WorkerLostError
from backpass.app.evaluation.worker_pool import Charge, ClosingError, OverloadedError, WorkerPool
from backpass.engine import Code, Limits, Problem
from backpass.engine.limits import TOO_MUCH
from backpass.engine.messages import language, say, speaking
from backpass.engine.progress import Progress, progress_of_main_thread

if TYPE_CHECKING:  # a worker process receives its limits, and need not import what reads settings
    from backpass.app.settings import Settings

_CAUTIOUS = 10
"""While much has been tried in place lately, what is not known is tried with this part of the limits."""

_TRIES_PER_SECOND, _MAX_TRIES = 0.2, 0.3
"""Seconds of the event loop that go into what is not quick before it is taken one after the other, and how many may gather."""

_SHORT_WAIT_SECONDS = 1.0
"""What a worker begins within this time need not be computed in place."""

_MAX_KNOWN = 8_192
"""Texts whose cost is remembered."""

_RESTART_SECONDS = 5
"""After a shutdown clients may try again in so many seconds."""


class Requester(NamedTuple):
    """The client of a request: its name for fair queueing, a callback for seconds computed, `gone()`, which ends when
    the client disconnects, and a callback for the progress of what a worker computes, which is called in another thread.
    """

    client: str = ""
    charge: Charge | None = None
    gone: Callable[[], Awaitable[None]] | None = None
    follow: Callable[[Progress], None] | None = None


NOBODY = Requester()


class RequesterGoneError(Exception):
    """The client has disconnected, and the answer is not computed."""


class Dispatcher:
    """Computes answers under the limits of the settings."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._limits = settings.program_limits()
        self._inline_limits = _at_most(self._limits, settings, 1)
        self._cautious_limits = _at_most(self._limits, settings, _CAUTIOUS)
        self._tries = _Allowance(_TRIES_PER_SECOND, _MAX_TRIES)
        self._try_lock, self._full_try_lock = asyncio.Lock(), asyncio.Lock()
        self._known: OrderedDict[int, Work] = OrderedDict()
        recycling = Recycling(settings.worker_requests, settings.worker_bytes)
        self.workers = WorkerPool(settings.worker_processes, settings.max_wait_seconds, recycling)

    async def answer(self, function: AnswerFunction, body: bytes, requester: Requester = NOBODY) -> Answer:
        """The function's answer, or a problem: timeout, overloaded, worker-lost, shutting-down. Raises RequesterGoneError."""
        if len(body) > self._settings.inline_bytes:
            return await self.in_worker(function, body, requester)
        work = self._work(function, body)
        answer = await self._inline(function, body, work, requester)
        return answer or await self.in_worker(function, body, requester, work)

    async def in_worker(
        self, function: AnswerFunction, body: bytes, requester: Requester = NOBODY, work: Work | None = None
    ) -> Answer:
        """The same, always in a worker process."""
        work = work or self._work(function, body)
        call = self.workers.call(
            self._settings.max_seconds,
            in_words_of,
            language.get(),
            function,
            body,
            self._limits,
            client=requester.client,
            work=work,
            charge=requester.charge,
            reports=requester.follow and Reports(progress_of_main_thread, requester.follow),
        )
        answer = await self.awaited(call, requester, self._settings.worker_processes)
        if work.quick and answer.retry_after is None:
            work.refused = None  # its numbers decide, and the next ones may be as small
        return answer

    async def awaited(self, call: Awaitable[Answer], requester: Requester, processes: int) -> Answer:
        """What a call of a pool with so many processes answers, or the problem why it does not. Raises RequesterGoneError."""
        try:
            return await (call if requester.gone is None else _cancel_when_gone(requester.gone, call))
        except TimeoutError:
            return refusal([_too_slow(self._settings.max_seconds)])
        except OverloadedError as error:
            return refusal([_overloaded(error, processes)], retry_after=error.seconds)
        except WorkerLostError:
            return refusal([_worker_lost()], retry_after=1)
        except ClosingError:
            return refusal([_shutting_down()], retry_after=_RESTART_SECONDS)

    async def _inline(self, function: AnswerFunction, body: bytes, work: Work, requester: Requester) -> Answer | None:
        """The answer computed in place; None where it is too much for that.

        What is known to be quick never waits. Once much has been tried that was not, texts are taken one after the other, and
        what is not known is tried with a part of the limits first; the rest of it only if workers could not begin it soon.
        """
        if work.refused is self._inline_limits:
            return None
        if work.quick or self._tries.left > 0:
            return self._try_inline(function, body, work, requester, self._inline_limits)
        if work.seconds is None and work.refused is not self._cautious_limits:
            answer = await self._inline_in_turn(function, body, work, requester, self._cautious_limits)
            if answer is not None:
                return answer
        if work.seconds is None and self.workers.wait_of(requester.client) < _SHORT_WAIT_SECONDS:
            return None
        async with self._full_try_lock:  # so that no more than one of these is before those that are tried in part
            return await self._inline_in_turn(function, body, work, requester, self._inline_limits)

    async def _inline_in_turn(
        self, function: AnswerFunction, body: bytes, work: Work, requester: Requester, limits: Limits
    ) -> Answer | None:
        """One after the other. Quick requests that arrived meanwhile are answered before each."""
        async with self._try_lock:
            await asyncio.sleep(0)
            return (
                None
                if work.refused in (limits, self._inline_limits)
                else self._try_inline(function, body, work, requester, limits)
            )

    def _try_inline(
        self, function: AnswerFunction, body: bytes, work: Work, requester: Requester, limits: Limits
    ) -> Answer | None:
        start = time.thread_time()
        answer = function(body, limits)
        seconds = time.thread_time() - start
        if seconds > QUICK_SECONDS:
            self._tries.use(seconds)
            if requester.charge is not None:
                requester.charge(seconds)
        if not TOO_MUCH.isdisjoint(answer.codes):
            work.refused = limits
            return None
        work.took(seconds)
        return answer

    def _work(self, function: AnswerFunction, body: bytes) -> Work:
        """What is known of the text in a request, whatever its numbers are."""
        asked = function.func if isinstance(function, partial) else function
        key = hash((asked, _text(body, self._settings.inline_bytes)))
        work = self._known.get(key)
        if work is None:
            work = self._known[key] = Work()
            if len(self._known) > _MAX_KNOWN:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(key)
        return work


class _Allowance:
    """Seconds that may be used, so many a second."""

    def __init__(self, per_second: float, most: float) -> None:
        self._per_second = per_second
        self._most = most
        self._left = most
        self._counted = time.monotonic()

    @property
    def left(self) -> float:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._counted) * self._per_second)
        self._counted = now
        return self._left

    def use(self, seconds: float) -> None:
        self._left -= seconds


def _at_most(limits: Limits, settings: "Settings", part: int) -> Limits:
    """The limits of what is computed in place, or a part of them."""
    return replace(
        limits,
        evaluations=min(settings.inline_evaluations // part, settings.max_evaluations),
        repetitions=min(settings.inline_repetitions // part, settings.max_repetitions),
        nodes=min(settings.inline_nodes // part, settings.max_nodes),
        operations=min(settings.inline_nodes // part, settings.max_operations),
        tentative=True,
    )


def _text(body: bytes, most: int) -> object:
    """The program in a request's body; of what has none, or is large, how it begins."""
    if len(body) <= most:
        try:
            program = orjson.loads(body)["program"]
        except (ValueError, KeyError, TypeError):
            return b""
        return program if isinstance(program, str) else b""
    return body[:most]


async def _cancel_when_gone(gone: Callable[[], Awaitable[None]], call: Awaitable[Any]) -> Any:
    """What a call gives. Raises RequesterGoneError where `gone` finishes first; the call is cancelled then."""
    computing, leaving = asyncio.ensure_future(call), asyncio.ensure_future(gone())
    try:
        await asyncio.wait((computing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not computing.done():
            raise RequesterGoneError
        return computing.result()
    finally:
        computing.cancel()
        leaving.cancel()


def in_words_of(spoken: str, function: AnswerFunction, body: bytes, limits: Limits) -> Answer:
    """The answer with its texts in a language, for a worker process, which knows nothing of the request's context."""
    with speaking(spoken):
        return without_gc(function, body, limits)


def without_gc(function: AnswerFunction, body: bytes, limits: Limits) -> Answer:
    """The answer, computed without looking for garbage on the way, which would take as long again in a graph of many nodes.

    What one program can leave behind is bounded by the limits.
    """
    gc.disable()
    try:
        return function(body, limits)
    finally:
        gc.enable()


def _too_slow(seconds: float) -> Problem:
    return Problem(
        Code.TIMEOUT,
        say("computation-too-long", seconds=f"{seconds:g}"),
        say("computation-too-long.hint"),
    )


def _overloaded(error: OverloadedError, processes: int) -> Problem:
    return Problem(
        Code.OVERLOADED,
        say("overloaded", waiting=error.waiting, processes=processes),
        say("overloaded.hint", seconds=error.seconds),
    )


def _worker_lost() -> Problem:
    return Problem(
        Code.WORKER_LOST,
        say("worker-lost"),
        say("worker-lost.hint"),
    )


def _shutting_down() -> Problem:
    return Problem(Code.SHUTTING_DOWN, say("shutting-down"), say("shutting-down.hint"))
