"""Programs that are run as they are, with the real library: which ones this server runs, and how they are asked for."""

import asyncio
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

import structlog

from backpass.app.evaluation.answer import Answer, refusal
from backpass.app.evaluation.confined_pool import ConfinedPool
from backpass.app.evaluation.dispatcher import Dispatcher, Requester
from backpass.app.evaluation.worker_pool import WorkerPool
from backpass.engine import Code, Problem
from backpass.engine.capture.as_it_is import fence
from backpass.engine.capture.as_it_is.answers import AsItIs
from backpass.engine.capture.as_it_is.confined import NotConfinedError, Outcome, tried
from backpass.engine.capture.as_it_is.fence import Bounds
from backpass.engine.capture.as_it_is.libraries import LIBRARIES
from backpass.engine.messages import language, say

if TYPE_CHECKING:
    from backpass.app.settings import Settings

log = structlog.get_logger()

CLOCK = 2.0
"""How many times longer than a program may compute it may take by the clock, on a busy machine."""

Words = Callable[[Outcome, AsItIs, str], Answer]
"""Makes an answer of an outcome, given what was asked and the language."""


def names_in(setting: str) -> tuple[str, ...]:
    """The libraries that the setting `run_as_is` names."""
    return tuple(dict.fromkeys(filter(None, (name.strip() for name in setting.split(",")))))


def check_confinement(settings: "Settings") -> None:
    """Raises NotConfinedError where this machine cannot run programs as the settings ask for."""
    for name in names_in(settings.run_as_is):
        if sentence := fence.lacking():
            raise NotConfinedError(sentence)
        if find_spec(name) is None:
            raise NotConfinedError(
                say("as-it-is-not-installed", library=LIBRARIES[name].title, error=f"No module named '{name}'")
            )
    if settings.run_as_is:
        tried()


class RunsAsIs:
    """A pool of confined processes for each library of the settings; none where they name none."""

    def __init__(self, settings: "Settings", dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._processes = settings.run_as_is_processes
        self.bounds = Bounds(settings.max_seconds, CLOCK * settings.max_seconds, settings.run_as_is_bytes)
        self._pools = {name: _pool(name, settings) for name in names_in(settings.run_as_is)}

    @property
    def libraries(self) -> tuple[str, ...]:
        """The libraries that programs are run with, by the names of their packages."""
        return tuple(self._pools)

    async def start(self) -> None:
        """Loads the libraries, while the server answers."""
        for name, (pool, _) in self._pools.items():
            try:
                await asyncio.to_thread(pool.confined.start)
                log.info("runs as is", library=name, version=pool.confined.version)
            except NotConfinedError as error:
                log.error("does not run as is", library=name, reason=str(error))  # noqa: TRY400 - the reason is all

    async def answer(self, words: Words, asked: AsItIs, requester: Requester) -> Answer:
        """What is made of the outcome of a program of one of the libraries. Raises RequesterGoneError."""
        _, workers = self._pools[asked.library]
        spoken = language.get()
        call = workers.call(self.bounds.seconds, words, asked, spoken, client=requester.client, charge=requester.charge)
        try:
            return await self._dispatcher.awaited(call, requester, self._processes)
        except NotConfinedError as error:
            return refusal([Problem(Code.AS_IT_IS, str(error))])

    async def drain(self) -> None:
        """Begins nothing new; what runs is finished."""
        for _, workers in self._pools.values():
            await workers.drain()

    async def close(self) -> None:
        """Ends all processes."""
        for _, workers in self._pools.values():
            await workers.close()


def _pool(name: str, settings: "Settings") -> tuple[ConfinedPool, WorkerPool]:
    pool = ConfinedPool(name, settings.run_as_is_processes)
    return pool, WorkerPool(settings.run_as_is_processes, settings.max_wait_seconds, pool=lambda _processes: pool)
