"""What is computed in place and what in a worker process, while little is asked and while much is."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest

from backpass.app.evaluation.answer import Answer, refusal
from backpass.app.evaluation.dispatcher import Dispatcher, Requester, RequesterGoneError, _Allowance
from backpass.app.settings import Settings
from backpass.engine import Code, Limits, Problem

SETTINGS = Settings(database="sqlite+aiosqlite://", worker_processes=1, max_wait_seconds=3.0)
tried: Counter[str] = Counter()
"""How often each program was tried in this process."""


def counted(body: bytes, limits: Limits) -> Answer:
    """Programs of this test say how many repetitions they take, and for how many milliseconds they run."""
    program = orjson.loads(body)["program"]
    tried[program] += 1
    _, repetitions, milliseconds = program.split()
    end = time.thread_time() + min(float(milliseconds), limits.repetitions * float(milliseconds) / int(repetitions)) / 1_000
    while time.thread_time() < end:
        pass
    if int(repetitions) > limits.repetitions:
        return refusal([Problem(Code.TOO_MANY_REPETITIONS, "too many", "fewer")])
    return Answer(200, program.encode())


def body(name: str, repetitions: int = 1, milliseconds: float = 0, number: float = 0) -> bytes:
    return orjson.dumps({"program": f"{name} {repetitions} {milliseconds}", "inputs": {"x": number}})


def evaluated(run: Callable[[Dispatcher], Awaitable[Any]], settings: Settings = SETTINGS) -> Any:
    async def ended() -> Any:
        tried.clear()
        dispatcher = Dispatcher(settings)
        try:
            return await run(dispatcher)
        finally:
            await dispatcher.workers.close()

    return asyncio.run(ended())


def test_a_text_that_was_too_large_is_not_tried_in_place_again_whatever_its_numbers() -> None:
    async def asked(dispatcher: Dispatcher) -> None:
        for number in range(5):
            assert (await dispatcher.answer(counted, body("large", 10_000, 20, number))).status == 200

    evaluated(asked)
    assert tried == {"large 10000 20": 1}


def test_a_text_that_a_worker_computes_at_once_is_tried_in_place_again() -> None:
    """Its numbers decide, and the next ones may be as small."""

    async def asked(dispatcher: Dispatcher) -> None:
        await dispatcher.in_worker(counted, body("first", 1))  # a new process has to import this test
        for number in range(4):
            assert (await dispatcher.answer(counted, body("small", 10_000, 0, number))).status == 200

    evaluated(asked)
    assert tried["small 10000 0"] >= 2, "four times, unless others keep the worker from the processor"


def test_what_is_known_to_be_quick_is_answered_between_those_that_are_tried() -> None:
    async def asked(dispatcher: Dispatcher) -> list[str]:
        order: list[str] = []

        async def one(name: str, *arguments: int) -> None:
            answer = await dispatcher.answer(counted, body(name, *arguments))
            order.append(answer.body.decode().split()[0])

        await one("quick")
        dispatcher._tries = _Allowance(0.0, 0.1)
        await asyncio.gather(*(one(f"slow{number}", 1_000, 60) for number in range(8)), *(one("quick") for _ in range(3)))
        return order

    order = evaluated(asked)
    assert len(order) == 12
    assert order[-1].startswith("slow"), "those that are quick have not waited for all others"
    assert all(count <= 2 for count in tried.values() if count != tried["quick 1 0"])


def test_while_much_is_tried_large_texts_take_a_part_of_the_time_and_small_ones_are_answered_in_place() -> None:
    """Though the workers have no room."""

    async def asked(dispatcher: Dispatcher) -> list[Answer]:
        dispatcher._tries = _Allowance(0.0, 0.1)
        busy = [asyncio.ensure_future(dispatcher.in_worker(counted, body(f"busy{number}", 1, 900))) for number in range(8)]
        await asyncio.sleep(0.05)
        large = [dispatcher.answer(counted, body(f"large{number}", 5_000, 250)) for number in range(8)]
        small = [dispatcher.answer(counted, body(f"small{number}", 1_500, 1)) for number in range(8)]
        answers: list[Answer] = await asyncio.gather(*large, *small)
        for each in busy:
            each.cancel()
        return answers

    answers = evaluated(asked)
    assert [answer.status for answer in answers[8:]] == [200] * 8
    assert {answer.status for answer in answers[:8]} <= {200, 503}
    assert 503 in {answer.status for answer in answers[:8]}


def test_what_is_computed_in_place_is_charged_where_it_is_not_quick() -> None:
    charged: list[float] = []

    async def asked(dispatcher: Dispatcher) -> None:
        requester = Requester(charge=charged.append)
        await dispatcher.answer(counted, body("quick"), requester)
        assert charged == []
        await dispatcher.answer(counted, body("slow", 1, 50), requester)

    evaluated(asked)
    assert len(charged) == 1
    assert 0 < charged[0] < 1


def test_where_the_asker_goes_the_call_ends_and_nobody_is_answered() -> None:
    async def asked(dispatcher: Dispatcher) -> None:
        left = asyncio.Event()

        async def gone() -> None:
            await left.wait()

        call = asyncio.ensure_future(dispatcher.in_worker(counted, body("long", 1, 60_000), Requester(gone=gone)))
        waiting = asyncio.ensure_future(dispatcher.in_worker(counted, body("next", 1, 1)))
        await asyncio.sleep(0.2)
        left.set()
        with pytest.raises(RequesterGoneError):
            await call
        assert (await waiting).status == 200

    evaluated(asked, SETTINGS.model_copy(update={"max_wait_seconds": 60.0}))


@pytest.mark.parametrize(("waiting", "sentence"), [(1, "one large request waits"), (3, "3 large requests wait")])
def test_a_refusal_says_how_many_wait_and_when_to_come_back(waiting: int, sentence: str) -> None:
    async def asked(dispatcher: Dispatcher) -> Answer:
        calls = [
            asyncio.ensure_future(dispatcher.in_worker(counted, body("same", 1, 60_000, number))) for number in range(waiting + 1)
        ]
        await asyncio.sleep(0.05)
        dispatcher._work(counted, body("same", 1, 60_000)).seconds = 10.0
        refused = await dispatcher.in_worker(counted, body("same", 1, 60_000, 99))
        for call in calls:
            call.cancel()
        return refused

    refused = evaluated(asked)
    problem = orjson.loads(refused.body)["problems"][0]
    assert (refused.status, problem["code"]) == (503, "overloaded")
    assert sentence in problem["message"]
    assert refused.retry_after is not None
    assert f"in {refused.retry_after} seconds" in problem["hint"]


def test_limits_in_place_are_never_wider_than_those_of_a_worker() -> None:
    dispatcher = Dispatcher(SETTINGS.model_copy(update={"max_nodes": 10, "max_repetitions": 5}))
    assert dispatcher._inline_limits == replace(
        dispatcher._limits,
        evaluations=SETTINGS.inline_evaluations,
        operations=SETTINGS.inline_nodes,
        tentative=True,
    )
