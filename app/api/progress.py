"""Streams the progress of a program before its answer, to a client that accepts `text/event-stream`.

An answer that comes within a second is sent as to everybody else, so that only long computations are streamed. The events are
`progress`, once a second, and at the end `answer` with the status and the body that the response would have had.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Coroutine
from time import monotonic
from typing import Any

import orjson
from anyio import to_thread
from fastapi import Request, Response
from pydantic import BaseModel, Field
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.dispatcher import RequesterGoneError
from backpass.app.http.codings import takes_gzip
from backpass.engine.progress import Progress

EVENT_STREAM = "text/event-stream"

Computation = Callable[[Callable[[Progress], None]], Coroutine[Any, Any, Answer]]
"""Computes an answer; it is given what is to be called with the progress."""

FIRST_SECONDS = 1.0
"""What is answered within this time is not streamed."""

_EVERY_SECONDS = 1.0
_COMPRESSION_LEVEL = 5
_GZIP_WINDOW = 31
_HEADERS = {"cache-control": "no-cache", "x-accel-buffering": "no", "vary": "Accept, Accept-Encoding"}


class LoopModel(BaseModel):
    """A loop in progress."""

    name: str = Field(description="The name that takes its items; empty where it is not a single name.")
    done: int = Field(description="The repetitions that have begun.")
    total: int | None = Field(description="All that there will be; null where that is not known.")


class ProgressModel(BaseModel):
    """The data of an event `progress`."""

    seconds: float = Field(description="Since the request was read.")
    loops: list[LoopModel] = Field(description="The loops that go through items, the outermost first.")
    repetitions: int = Field(description="Repetitions of all loops and calls of functions so far; 0 while nothing is known.")


STREAM = {
    EVENT_STREAM: {
        "schema": {
            "type": "object",
            "description": "With `Accept: text/event-stream`, after a second: events `progress`, then one `answer`, whose data "
            "has the `status` and the `body` that the response would have had, and its `retry_after`.",
            "properties": {
                "event": {"type": "string", "enum": ["progress", "answer"]},
                "data": {"type": "string", "contentMediaType": "application/json"},
            },
            "required": ["event", "data"],
        }
    }
}


def takes_progress(request: Request) -> bool:
    """Whether the client accepts a stream, by name."""
    return EVENT_STREAM in request.headers.get("accept", "")


async def quick_or_streamed(request: Request, compute: Computation) -> Answer | Response:
    """The answer, if it comes soon; else a response that streams.

    Raises RequesterGoneError.
    """
    latest: list[Progress] = []
    begun = monotonic()
    computing = asyncio.ensure_future(compute(lambda progress: latest.__setitem__(slice(None), [progress])))
    try:
        done, _ = await asyncio.wait((computing,), timeout=FIRST_SECONDS)
    except asyncio.CancelledError:
        computing.cancel()
        raise
    return computing.result() if done else ProgressStream(request, computing, latest, begun)


class ProgressStream(Response):
    """The events of a computation that is under way."""

    def __init__(self, request: Request, computing: "asyncio.Future[Answer]", latest: list[Progress], begun: float) -> None:
        super().__init__(None, 200, _HEADERS, EVENT_STREAM)
        del self.headers["content-length"]
        self._computing, self._latest, self._begun = computing, latest, begun
        self._compressor = zlib.compressobj(_COMPRESSION_LEVEL, wbits=_GZIP_WINDOW) if takes_gzip(request.headers) else None
        if self._compressor is not None:
            self.headers["content-encoding"] = "gzip"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as ASGI has it
        """Sends the events. Raises ClientDisconnect where the client leaves; the computation ends then."""
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            async for event in self._events():
                await send({"type": "http.response.body", "body": await self._coded(event), "more_body": True})
            await send({"type": "http.response.body", "body": self._compressor.flush() if self._compressor else b""})
        except RequesterGoneError:
            raise ClientDisconnect from None
        finally:
            self._computing.cancel()

    async def _events(self) -> AsyncIterator[bytes]:
        while not self._computing.done():
            yield _event(b"progress", orjson.dumps(self._progress().model_dump()))
            await asyncio.wait((self._computing,), timeout=_EVERY_SECONDS)
        status, body, retry_after, _codes = self._computing.result()
        yield _event(b"answer", b'{"status":%d,"retry_after":%s,"body":%s}' % (status, orjson.dumps(retry_after), body))

    def _progress(self) -> ProgressModel:
        loops, repetitions = self._latest[0] if self._latest else ((), 0)
        shown = [LoopModel(**loop._asdict()) for loop in loops]
        return ProgressModel(seconds=round(monotonic() - self._begun, 1), loops=shown, repetitions=repetitions)

    async def _coded(self, event: bytes) -> bytes:
        compressor = self._compressor
        if compressor is None:
            return event
        return await to_thread.run_sync(lambda: compressor.compress(event) + compressor.flush(zlib.Z_SYNC_FLUSH))


def _event(kind: bytes, data: bytes) -> bytes:
    """A server-sent event. JSON as it is written here has no line breaks."""
    return b"event: %s\ndata: %s\n\n" % (kind, data)
