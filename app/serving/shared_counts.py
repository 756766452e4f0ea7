"""Shares rate-limit counts between server processes: each adds its counts in Redis a few times a second and reads the sums.

No request waits for it, and while Redis is unavailable every process counts alone. Addresses are in Redis for two windows.
"""

import asyncio
import logging
from collections.abc import Iterable

from redis.asyncio import Redis
from redis.exceptions import RedisError

from backpass.app.serving.sliding_window import Counts

SECONDS = 0.25
"""Between two exchanges."""

_KEY = "backpass:rate:{policy}:{window}:{client}"

logger = logging.getLogger(__name__)


async def exchange(redis: Redis, counts: Counts) -> None:
    """Adds what has been counted since the last time to the sums of all processes. Raises RedisError; unsent counts then
    still count here.
    """
    window, unsent = counts.window, counts.unsent()
    if not unsent:
        return
    pipeline = redis.pipeline(transaction=False)
    for client, units in unsent.items():
        key = _KEY.format(policy=counts.policy.name, window=window, client=client)
        pipeline.incrby(key, units)
        pipeline.expire(key, 2 * counts.policy.window)
    totals = (await pipeline.execute())[::2]
    counts.learn(window, dict(zip(unsent, totals, strict=True)))


async def exchange_for_ever(redis: Redis, counts: Iterable[Counts]) -> None:
    """Runs until it is cancelled. Logs once that Redis is unavailable, and once that it is back."""
    away = False
    while True:
        await asyncio.sleep(SECONDS)
        try:
            for each in counts:
                await exchange(redis, each)
            if away:
                logger.info("Redis is back: limits are counted together again")
            away = False
        except (RedisError, OSError):
            if not away:
                logger.warning("Redis is away: limits are counted by this process alone until it is back")
            away = True
