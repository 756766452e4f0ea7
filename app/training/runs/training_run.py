"""One run: its status, what clients requested of it, and its numbered events for listeners.

Knows nothing of how it is computed, nor of HTTP.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from backpass.app.evaluation.answer import Answer
from backpass.app.training.runs.worker import Altered, Beginning, Chunk, Event
from backpass.app.training.schemas import ChangeRequest
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.serialization.graph_json import number, problem_json, utf16


class Alive(NamedTuple):
    """The heartbeat, a comment after so many seconds without an event, so that no proxy takes the connection for dead."""

    seconds: float
    text: bytes


ALIVE = Alive(10.0, b": alive\n\n")


def event_text(number: int, event: Event) -> bytes:
    """An event as it goes over the wire."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, event.kind.encode(), event.data)


class _Numbered(NamedTuple):
    number: int
    kind: str
    text: bytes
    """As it goes over the wire."""


class Alteration(NamedTuple):
    """Another set-up that is wanted of a run, and where its refusal goes, or None."""

    training: bytes
    answer: asyncio.Future[Answer | None]


class TrainingRun:
    """A run with its buffer of events; older ones than fit into `buffer_bytes` are forgotten. `grown()` is called when it has
    taken over more to keep.
    """

    def __init__(
        self, run_id: str, client: str, beginning: Beginning, buffer_bytes: int, grown: Callable[[], None] = lambda: None
    ) -> None:
        self.id = run_id
        self.client = client
        self.request = beginning.request
        self.checkpoint = beginning.checkpoint
        self.checkpoint_step = beginning.step
        """The step of the checkpoint: before the last chunk, once the run has diverged."""
        self.step, self.steps, self.endless = beginning.step, beginning.steps, beginning.endless
        self.reported_step = beginning.step
        """The step of the last moment that was sent."""
        self.loss: float | None = None
        self.accuracy: float | None = None
        self.paused = beginning.paused
        self.wanted_steps = 0
        """Single steps that are to be made although it is paused."""
        self.steps_per_second: float | None = None
        self.alteration: Alteration | None = None
        self.outcome: str | None = None
        """The type of the last event, once there is one."""
        self.ending = b""
        """Its data."""
        self.listeners = 0
        self.heard = time.monotonic()
        """When somebody last began or ended to listen."""
        self.task: asyncio.Task[None] | None = None
        self._problem: Problem | None = None
        self._buffer_bytes = buffer_bytes
        self._grown = grown
        self._events: deque[_Numbered] = deque()
        self._bytes = 0
        self._last = 0
        self._started = beginning.events[0].data
        self._forgotten: dict[str, bytes] = {}
        """The last event of each kind among those that the buffer has lost."""
        self._published = asyncio.Event()
        self._changed = asyncio.Event()
        for event in beginning.events:
            self.publish(*event)

    # Status

    @property
    def over(self) -> bool:
        """Whether nothing will follow."""
        return self.outcome is not None

    @property
    def idle(self) -> bool:
        """Whether it is over and nobody listens to the rest of it."""
        return self.over and not self.listeners

    @property
    def state(self) -> str:
        """The state in one word, as clients see it."""
        return self.outcome or ("paused" if self.paused else "running")

    def status(self) -> dict[str, Any]:
        """The status, for JSON."""
        return {
            "id": self.id,
            "state": self.state,
            "step": self.step,
            "loss": None if self.loss is None else number(self.loss),
            "accuracy": self.accuracy,
            "events": self._last,
            "problems": [problem_json(self._problem, utf16(""))] if self._problem else [],
        }

    def took(self, chunk: Chunk, seconds_left: float | None) -> None:
        """Takes over what a chunk gave."""
        self.wanted_steps = max(0, self.wanted_steps - (chunk.step - self.step))
        self.step, self.reported_step = chunk.step, chunk.reported_step
        if chunk.checkpoint is not None:
            self.checkpoint, self.checkpoint_step = chunk.checkpoint, chunk.step
        if chunk.loss is not None:
            self.loss = chunk.loss
        if chunk.accuracy is not None:
            self.accuracy = chunk.accuracy
        for event in chunk.events:
            if event.kind == chunk.outcome:
                self.close(*event)
            elif event.kind == "progress":
                self.publish(event.kind, b'%b,"seconds_left":%b}' % (event.data[:-1], orjson.dumps(seconds_left)))
            else:
                self.publish(*event)
        self._grown()

    # What is wanted of it

    def change(self, wanted: ChangeRequest) -> None:
        """Takes note of what is wanted. Raises ProblemError (run-ended)."""
        if self.over:
            raise self._ended()
        if "steps_per_second" in wanted.model_fields_set:
            self.steps_per_second = wanted.steps_per_second
        if wanted.state is not None:
            self.paused = wanted.state == "paused"
            self.wanted_steps = 0
        if wanted.advance is not None:
            self.paused = True
            self.wanted_steps += wanted.advance
        self._changed.set()

    async def alter(self, training: bytes) -> Answer | None:
        """Has it go on with another set-up after the present chunk; a refusal if it cannot. Raises ProblemError (run-ended)."""
        while self.alteration is not None:
            await asyncio.wait([self.alteration.answer])
        if self.over:
            raise self._ended()
        self.alteration = Alteration(training, asyncio.get_running_loop().create_future())
        self._changed.set()
        return await asyncio.shield(self.alteration.answer)

    def altered(self, altered: Altered | Answer) -> None:
        """Takes over what became of the wanted set-up."""
        assert self.alteration is not None
        answer, self.alteration = self.alteration.answer, None
        if isinstance(altered, Answer):
            answer.set_result(altered)
            return
        self.request, self.checkpoint, self.steps, self.endless = (
            altered.request,
            altered.checkpoint,
            altered.steps,
            altered.endless,
        )
        self.reported_step = self.step
        for event in altered.events:
            self.publish(*event)
        self._started = altered.events[0].data
        answer.set_result(None)

    def refuse_alteration(self, error: ProblemError) -> None:
        """Answers a wish for another set-up with an error."""
        if self.alteration is not None:
            answer, self.alteration = self.alteration.answer, None
            answer.set_exception(error)

    def _ended(self) -> ProblemError:
        return ProblemError(Problem(Code.RUN_ENDED, say("run-ended", outcome=self.outcome), say("run-ended.hint")))

    async def changed(self, seconds: float) -> bool:
        """Waits until something else is wanted of it, or for so long; returns whether something is."""
        self._changed.clear()
        return await _set_within(self._changed, seconds)

    # Events

    def publish(self, kind: str, data: bytes) -> None:
        """Adds an event and wakes the listeners."""
        self._last += 1
        text = event_text(self._last, Event(kind, data))
        self._events.append(_Numbered(self._last, kind, text))
        self._bytes += len(text)
        self._forget(self._bytes - self._buffer_bytes)
        self._published.set()
        self._published = asyncio.Event()

    @property
    def kept(self) -> int:
        """The bytes of all that is kept of it."""
        others = (self.request, self.checkpoint, self._started, *self._forgotten.values())
        return self._bytes + sum(map(len, others))

    def shed(self, size: int) -> int:
        """Forgets its oldest events, of so many bytes where it has them; returns by how much less is kept."""
        before = self.kept
        self._forget(size)
        return before - self.kept

    def _forget(self, size: int) -> None:
        while size > 0 and len(self._events) > 1:
            lost = self._events.popleft()
            size -= len(lost.text)
            self._bytes -= len(lost.text)
            self._forgotten[lost.kind] = lost.text

    def close(self, kind: str, data: bytes) -> None:
        """Adds the last event; nothing will follow."""
        if not self.over:
            self.outcome = kind
            self.ending = data
            self.refuse_alteration(self._ended())
            self.publish(kind, data)

    def stop(self, reason: str, problem: Problem | None = None) -> None:
        """Ends it at once, in the middle of a step if need be."""
        if self.over:
            return
        self._problem = problem
        written = None if problem is None else problem_json(problem, utf16(""))
        self.close("stopped", orjson.dumps({"reason": reason, "step": self.step, "problem": written}))
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()

    def since(self, after: int) -> tuple[bytes, int]:
        """All events after that number as they go over the wire, and the number of the last of them.

        Where some of them are forgotten, `started` comes once more, marked as a gap, with the last of each kind that is lost.
        """
        first = self._events[0].number
        if after >= self._last:
            return b"", self._last
        texts = [event.text for event in self._events if event.number > after]
        if after < first - 1:
            gap = event_text(first - 1, Event("started", b'{"gap":true,' + self._started[1:]))
            lost = [text for kind, text in self._forgotten.items() if kind != "started"]
            texts = [gap, *lost, *texts]
        return b"".join(texts), self._last

    async def waited(self, seconds: float) -> bool:
        """Waits for the next event, or for so long; returns whether there is one."""
        return await _set_within(self._published, seconds)


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True
