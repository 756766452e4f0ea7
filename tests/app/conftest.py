"""A client that talks to the application without a network, and real servers for rooms."""

import contextlib
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from starlette.testclient import TestClient

from backpass.app.main import create_app
from backpass.app.settings import Settings
from tests.school import SCHOOLS, School, serving
from tests.services import MissingServiceError


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="sqlite+aiosqlite://")), raise_server_exceptions=False) as made:
        yield made


@pytest.fixture(scope="session")
def schools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], School]]:
    """A school by its name, which serves until all tests are over: each test has rooms of its own."""
    with contextlib.ExitStack() as ends:

        @cache
        def made(name: str) -> School:
            return ends.enter_context(serving(SCHOOLS[name], tmp_path_factory.mktemp("rooms")))

        yield made


@pytest.fixture(params=list(SCHOOLS))
def school(request: pytest.FixtureRequest, schools: Callable[[str], School]) -> School:
    """One process with SQLite, and two that share PostgreSQL and Redis."""
    try:
        return schools(request.param)
    except MissingServiceError as missing:
        pytest.skip(str(missing))
