"""Where programs are computed: small requests in place, larger ones in a worker process that is killed when its time is up.

An *answer function* takes the request's body and the limits and returns status and body. It must be a module-level function and
never raise for bad input, so that it gives the same answer in either place. Knows nothing of routes.
"""

import gc
import math
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import anyio
import anyio.to_process

from app.errors import problem_answer
from engine import Code, Limits, Problem

if TYPE_CHECKING:  # a worker process is told its limits, and need not wait for what reads settings
    from app.settings import Settings

_TOO_MUCH = [code.value.encode() for code in (Code.TOO_MUCH_WORK, Code.TOO_MANY_REPETITIONS, Code.TOO_MANY_NODES)]
"""In a refusal: what is too much in place may be little enough for a worker."""


class Answer(NamedTuple):
    """What goes back to the client."""

    status: int
    body: bytes


AnswerFunction = Callable[[bytes, Limits], Answer]
Charge = Callable[[float], None]
"""Told how many seconds of a worker process somebody has used."""


class Evaluator:
    """Computes answers under the limits of the settings."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._limits = settings.program_limits()
        self._in_place = replace(
            self._limits,
            evaluations=min(settings.inline_evaluations, settings.max_evaluations),
            repetitions=min(settings.inline_repetitions, settings.max_repetitions),
            nodes=min(settings.inline_nodes, settings.max_nodes),
        )
        self._workers = anyio.CapacityLimiter(settings.worker_processes)
        self._no_limit = anyio.CapacityLimiter(math.inf)

    @property
    def busy(self) -> int:
        """Worker processes that compute."""
        return self._workers.statistics().borrowed_tokens

    @property
    def waiting(self) -> int:
        """Requests that wait for one."""
        return self._workers.statistics().tasks_waiting

    async def answer(self, function: AnswerFunction, body: bytes, charge: Charge | None = None) -> Answer:
        """The function's answer, or a `timeout` problem. `charge` is told the seconds of a worker process, if it took one."""
        if len(body) <= self._settings.inline_bytes:
            found = function(body, self._in_place)
            if found.status < HTTPStatus.BAD_REQUEST or not any(code in found.body for code in _TOO_MUCH):
                return found
        return await self.elsewhere(function, body, charge)

    async def elsewhere(self, function: AnswerFunction, body: bytes, charge: Charge | None = None) -> Answer:
        """The same, always in a worker process."""
        try:
            with anyio.fail_after(self._settings.max_seconds):
                async with self._workers:
                    start = perf_counter()
                    try:
                        return await anyio.to_process.run_sync(
                            uncollected, function, body, self._limits, cancellable=True, limiter=self._no_limit
                        )
                    finally:
                        if charge is not None:
                            charge(perf_counter() - start)
        except TimeoutError:
            return Answer(*problem_answer([_too_slow(self._settings.max_seconds)], ""))


def uncollected(function: AnswerFunction, body: bytes, limits: Limits) -> Answer:
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
        f"The computation took longer than {seconds:g} seconds, the most this server gives to one program.",
        "Make the program smaller, or use the Python library, where you set the limits.",
    )
