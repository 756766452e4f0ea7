"""Work that many ask for at once is done a few times, and for the last who asked as well."""

import asyncio

from backpass.app.classroom.questions.coalesce import Coalescer


def test_what_many_ask_for_is_done_once_for_all_and_again_for_whoever_asks_meanwhile() -> None:
    done: list[str] = []

    async def story() -> None:
        async def do(code: str) -> None:
            done.append(code)
            if len(done) == 1:
                soon.request(code)  # somebody asks while it is being done

        soon = Coalescer(0.01, do)
        for _ in range(100):
            soon.request("A")
        await asyncio.sleep(0.1)
        assert done == ["A", "A"]
        soon.request("A")
        soon.request("B")
        await asyncio.sleep(0.1)
        assert sorted(done) == ["A", "A", "A", "B"]

    asyncio.run(story())


def test_what_fails_is_done_again_when_it_is_asked_for_again() -> None:
    tries: list[str] = []

    async def story() -> None:
        async def do(code: str) -> None:
            tries.append(code)
            if len(tries) == 1:
                raise OSError("the database is away")

        soon = Coalescer(0.01, do)
        soon.request("A")
        await asyncio.sleep(0.05)
        soon.request("A")
        await asyncio.sleep(0.05)
        assert tries == ["A", "A"]

    asyncio.run(story())


def test_after_its_end_nothing_is_done() -> None:
    done: list[str] = []

    async def story() -> None:
        async def do(code: str) -> None:
            done.append(code)

        soon = Coalescer(0.05, do)
        soon.request("A")
        await soon.close()
        soon.request("B")
        await asyncio.sleep(0.1)
        assert done == []

    asyncio.run(story())
