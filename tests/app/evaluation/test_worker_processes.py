"""Larger programs are computed in processes of their own, which end with their time. Real servers, since they start processes."""

import gc
from pathlib import Path
from typing import Any

import httpx2

from backpass.app.evaluation.answer import Answer
from backpass.app.evaluation.dispatcher import without_gc
from backpass.engine import Limits
from tests.servers import running_server

PROGRAM = {"program": "+".join(["x"] * 9_000), "detail": "gradients"}


def test_a_large_program_gets_its_answer_from_a_worker(tmp_path: Path) -> None:
    with running_server(tmp_path / "log.txt", inline_bytes=100) as url, httpx2.Client(base_url=url, timeout=30) as client:
        assert client.post("/api/v1/graph", json=PROGRAM).json()["gradients"] == {"x": 9_000}
        wrong = PROGRAM | {"program": "x +" + " " * 200}
        assert client.post("/api/v1/graph", json=wrong).json()["problems"][0]["code"] == "syntax"


def test_a_short_program_that_makes_many_nodes_gets_its_answer_from_a_worker(tmp_path: Path) -> None:
    """Where computing in place is refused for its nodes, and the worker's time is too short for anything."""
    short = {"program": "+".join(["x"] * 50)}
    settings: dict[str, Any] = {"inline_nodes": 20, "max_nodes": 1_000, "max_seconds": 0.00001}
    with running_server(tmp_path / "log.txt", **settings) as url, httpx2.Client(base_url=url, timeout=30) as client:
        assert client.post("/api/v1/gradient", json={"program": "x+x"}).json()["gradients"] == {"x": 2}
        assert client.post("/api/v1/gradient", json=short).json()["problems"][0]["code"] == "timeout"


def test_a_program_that_takes_too_long_is_ended_and_the_next_is_served(tmp_path: Path) -> None:
    with (
        running_server(tmp_path / "log.txt", inline_bytes=100, max_seconds=0.001) as url,
        httpx2.Client(base_url=url, timeout=30) as client,
    ):
        response = client.post("/api/v1/graph", json=PROGRAM)
        assert response.status_code == 422
        assert response.json()["problems"][0]["code"] == "timeout"
        assert client.post("/api/v1/gradient", json={"program": "x*x"}).json()["gradients"] == {"x": 2}


def test_a_worker_looks_for_garbage_between_programs_only() -> None:
    def collecting(_body: bytes, _limits: Limits) -> Answer:
        return Answer(200, str(gc.isenabled()).encode())

    assert without_gc(collecting, b"", Limits()).body == b"False"
    assert gc.isenabled()
