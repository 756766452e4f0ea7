"""The API is what its description says: thousands of generated requests, right and wrong, find nothing else.

`python3 run.py fuzz description` tries more.
"""

import sys
from collections.abc import Iterator

import httpx2
import pytest

from tests.contract.described import SETTINGS, rounds
from tests.servers import running_server

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
    account = next(rounds(url))
    with capsys.disabled():
        sys.stdout.write(
            f"\n{account.cases:,} requests, {len(account.by_operation)} operations, answers {dict(account.statuses)}\n"
        )
    assert not account.failures, str(account)
    assert account.cases > 2_000
    described = httpx2.get(f"{url}/openapi.json").json()["paths"]
    operations = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    assert operations - account.succeeded <= OF_WHAT_CANNOT_BE_GUESSED | RARELY
