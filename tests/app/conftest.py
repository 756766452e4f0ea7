"""A client that talks to the application without a network."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="sqlite+aiosqlite://")), raise_server_exceptions=False) as made:
        yield made
