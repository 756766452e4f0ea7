"""The API is what its description says: thousands of generated requests, right and wrong, find nothing else.

`DESCRIBED_CASES=20000` in the environment tries so many.
"""

import os
import sys
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.contract.described import tried
from tests.servers import running_server

CASES = int(os.environ.get("DESCRIBED_CASES", "1"))
"""At least so many; the first round, which is the same each time, has more than two thousand."""

SETTINGS: dict[str, Any] = {
    "requests_per_minute": 0,
    "creations_per_hour": 0,
    "guesses_per_minute": 0,
    "max_rooms": 100_000,
    "max_training_steps": 20,
    "max_training_work": 1_000_000,
    "max_training_runs": 1_000,
    "max_training_runs_per_client": 1_000,
    "training_grace_seconds": 1,
    "max_seconds": 30,
}
"""No limit on how much is asked, and runs that end soon."""

OF_WHAT_CANNOT_BE_GUESSED = {
    "GET /api/v1/shares/{code}",
    "GET /api/v1/training/{run_id}",
    "PATCH /api/v1/training/{run_id}",
    "DELETE /api/v1/training/{run_id}",
    "GET /api/v1/training/{run_id}/checkpoint",
}

RARELY = {
    "DELETE /api/v1/rooms/{code}",
    "DELETE /api/v1/rooms/{code}/practice",
    "GET /api/v1/rooms/{code}/polls/{poll}/answer",
    "DELETE /api/v1/rooms/{code}/polls/{poll}",
    "POST /api/v1/training/graph",
    "POST /api/v1/training/input-step",
    "POST /api/v1/training/sweep",
}
"""What takes the right one of two tokens, or numbers that fit a model: chance need not do it, also of 20,000 cases."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("described") / "log.txt", **SETTINGS) as address:
        yield address


def test_every_request_is_answered_as_described(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    account = tried(url, CASES)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{account.cases:,} requests, {len(account.by_operation)} operations, answers {dict(account.statuses)}\n"
        )
    assert not account.failures, str(account)
    assert account.cases > 2_000
    described = httpx2.get(f"{url}/openapi.json").json()["paths"]
    operations = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    assert operations - account.succeeded <= OF_WHAT_CANNOT_BE_GUESSED | RARELY
