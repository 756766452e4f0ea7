"""A client that talks to the application without a network, and real servers for rooms."""

import contextlib
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.school import SCHOOLS, School, serving
from tests.services import MissingServiceError


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="sqlite+aiosqlite://")), raise_server_exceptions=False) as made:
        yield made


@pytest.fixture(scope="module", params=list(SCHOOLS))
def school(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    """One process with SQLite, and two that share PostgreSQL and Redis."""
    with contextlib.ExitStack() as ends:
        try:
            made = ends.enter_context(serving(SCHOOLS[request.param], tmp_path_factory.mktemp("rooms")))
        except MissingServiceError as missing:
            pytest.skip(str(missing))
        yield made
