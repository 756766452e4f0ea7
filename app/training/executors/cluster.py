"""The same work on a cluster of dask.distributed, where one machine is outgrown. Nothing else knows that there is one.

Its workers must have this version of Backpass installed. Chunks are short, so what is cancelled while it is computed ends
by itself soon; nothing is killed, since a worker may compute for others at the same time.
"""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from backpass.app.training.executors.executor import NoWorkersError, WorkerLostError

Result = TypeVar("Result")

CONNECT_SECONDS = 10
LOOK_SECONDS = 1.0
"""After so long a call that has no result yet looks whether there is a worker, again and again."""
WORKERLESS_LOOKS = 4
"""After so many looks in a row that found none it waits no longer: a worker may be started again meanwhile."""


class ClusterMissingError(Exception):
    """dask.distributed is not installed; the text is what to do."""


class ClusterExecutor:
    """The workers of the scheduler at an address such as `tcp://host:8786`."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise ClusterMissingError(
                'The setting training_cluster needs the library dask.distributed: pip install "backpass[cluster]".'
            ) from None
        self._library: Any = distributed
        self._lost_errors = (
            distributed.KilledWorker,
            distributed.client.FutureCancelledError,
            distributed.comm.core.CommClosedError,
        )
        self._address = address
        self._client: Any = None
        self._connecting = asyncio.Lock()
        self._cancelling: set[asyncio.Future[None]] = set()
        """Cancellations under way."""

    async def call(self, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        """As `LocalExecutor.call`; the time of waiting for a free worker counts as well."""
        try:
            client = await self._connected()
            future = client.submit(function, *arguments, pure=False)
        except (OSError, RuntimeError) as error:
            raise await self._lost(error) from error
        try:
            async with asyncio.timeout(seconds):
                result: Result = await self._outcome(client, future)
                return result
        except self._lost_errors as error:
            raise await self._lost(error) from error
        except (TimeoutError, asyncio.CancelledError, NoWorkersError):
            # Not waited for: where the scheduler has gone as well, nobody is left to answer.
            cancelling = asyncio.ensure_future(future.cancel())
            self._cancelling.add(cancelling)
            cancelling.add_done_callback(self._on_cancelled)
            raise

    async def _outcome(self, client: Any, future: Any) -> Any:
        """The result. Raises NoWorkersError where nobody is there to compute it: a scheduler keeps the work, and says nothing."""
        outcome = asyncio.ensure_future(future.result())
        looks = 0
        try:
            while not (await asyncio.wait([outcome], timeout=LOOK_SECONDS))[0]:
                looks = looks + 1 if await self._is_empty(client) else 0
                if looks == WORKERLESS_LOOKS:
                    raise NoWorkersError("the cluster has no workers")
            return outcome.result()
        finally:
            outcome.cancel()

    async def _is_empty(self, client: Any) -> bool:
        """Whether the scheduler says that it has no worker. Where it does not answer, its loss is noticed otherwise."""
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                return not await client.nthreads()
        except (OSError, RuntimeError):
            return False

    def _on_cancelled(self, cancelling: "asyncio.Future[None]") -> None:
        self._cancelling.discard(cancelling)
        if not cancelling.cancelled():
            cancelling.exception()

    async def _lost(self, error: BaseException) -> WorkerLostError:
        """Reconnects for the next call, unless a single worker was lost."""
        if not isinstance(error, self._library.KilledWorker):
            await self.close()
        return WorkerLostError(str(error))

    async def _connected(self) -> Any:
        async with self._connecting:
            if self._client is None:
                self._client = await self._library.Client(
                    self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False
                )
            return self._client

    async def has_workers(self) -> bool:
        """Whether the cluster answers and has a worker."""
        try:
            return bool(await (await self._connected()).nthreads())
        except (OSError, RuntimeError, *self._lost_errors):
            return False

    async def close(self) -> None:
        """Leaves the cluster, which goes on without us."""
        client, self._client = self._client, None
        if client is not None:
            await client.close(timeout=CONNECT_SECONDS)
