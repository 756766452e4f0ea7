"""Several server processes count limits together over a real Redis, and each alone while it is away."""

import asyncio
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from backpass.app.serving.shared_counts import SECONDS, exchange
from backpass.app.serving.sliding_window import Counts, Policy
from tests.servers import running_server
from tests.services import MissingServiceError, redis

NOW = 1_000_000_020.0


@pytest.fixture
def address() -> Iterator[str]:
    try:
        with redis() as url:
            yield url
    except MissingServiceError as missing:
        pytest.skip(str(missing))


def test_what_one_process_counts_the_other_knows_after_an_exchange(address: str) -> None:
    async def counted() -> None:
        one, other = (Counts(Policy("requests", 10, 60)) for _ in range(2))
        async with Redis.from_url(address) as client:
            one.take("a", 6, NOW)
            await exchange(client, one)
            assert other.take("a", 1, NOW).remaining == 9, "not known yet"
            await exchange(client, other)
            assert other.take("a", 1, NOW).remaining == 2
            assert not other.take("a", 4, NOW).allowed
            await exchange(client, other)
            one.take("a", 1, NOW)
            await exchange(client, one)
            assert one.take("a", 1, NOW).remaining == 0
            assert {await client.ttl(key) <= 120 for key in await client.keys("*")} == {True}

    asyncio.run(counted())


def test_without_redis_a_process_counts_alone() -> None:
    async def counted() -> None:
        counts = Counts(Policy("requests", 10, 60))
        counts.take("a", 6, NOW)
        async with Redis.from_url("redis://127.0.0.1:1") as client:
            with pytest.raises(RedisError):
                await exchange(client, counts)
        assert counts.take("a", 1, NOW).remaining == 3

    asyncio.run(counted())


def test_two_servers_that_share_a_redis_share_the_limits(address: str, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"redis": address, "requests_per_minute": 10}

    async def accepted(one: str, other: str) -> tuple[list[int], int, float]:
        """What one server answers to 6 requests, how many the other accepts before it refuses, and the seconds of all."""
        async with httpx2.AsyncClient() as client:
            begun = time.monotonic()
            statuses = [(await client.get(f"{one}/api/v1/problems")).status_code for _ in range(6)]
            count = 0
            while count < 10:
                await asyncio.sleep(4 * SECONDS)
                if (await client.get(f"{other}/api/v1/problems")).status_code == 429:
                    break
                count += 1
            return statuses, count, time.monotonic() - begun

    with running_server(tmp_path / "one.txt", **settings) as one, running_server(tmp_path / "other.txt", **settings) as other:
        statuses, count, seconds = asyncio.run(accepted(one, other))
    assert statuses == [200] * 6
    # 4 of the 10 are left; the window slides on, so that one more is allowed after each 6 seconds of a new minute
    assert 4 <= count <= 4 + math.ceil(seconds / 6)
    assert count < 10, "as many as a server alone"
