"""The same runs on a real cluster: a scheduler and two workers of dask.distributed, in processes of their own."""

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from backpass.app.settings import Settings
from backpass.app.training.executors.choice import executor_of
from backpass.app.training.executors.cluster import ClusterMissingError
from scripts.page import ROOT
from tests.app.events import Event, read_events, steps_of
from tests.servers import running_server

LONG: dict[str, Any] = {
    "data": {"name": "moons", "seed": 1337},
    "model": {"kind": "mlp", "layers": [16, 16, 1], "activation": "relu", "last": "linear", "zero_biases": True, "seed": 1337},
    "loss": "hinge",
    "l2": 1e-4,
    "optimizer": {"name": "sgd", "learning_rate": 0.05},
    "steps": 20_000,
    "regions": None,
}
START_SECONDS = 90.0
FAILED_SECONDS = 15.0
"""So soon a run ends after the last worker has gone: a promise to those who wait, not a measure of speed."""


class Cluster(NamedTuple):
    training: str
    """Where the server's training begins."""
    workers: list["subprocess.Popen[bytes]"]
    scheduler: str


@contextlib.contextmanager
def process(log: Path, *line: str) -> Iterator["subprocess.Popen[bytes]"]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "warning"}
    with log.open("wb") as output:
        started = subprocess.Popen([sys.executable, *line], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=environment)
        try:
            yield started
        finally:
            started.kill()
            started.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed: dask.distributed is missing")
    logs = tmp_path_factory.mktemp("cluster")
    found = logs / "scheduler.json"
    scheduler = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    worker = (
        "-m",
        "distributed.cli.dask_worker",
        "--scheduler-file",
        str(found),
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
    )
    with contextlib.ExitStack() as running:
        running.enter_context(process(logs / "scheduler.log", *scheduler, "--scheduler-file", str(found)))
        _wait(lambda: found.exists() and found.read_text().endswith("}"), logs)
        address = json.loads(found.read_text())["address"]
        directories = ("--local-directory", str(logs))
        workers = [
            running.enter_context(process(logs / f"worker{index}.log", *worker, *directories, "--name", f"worker{index}"))
            for index in range(2)
        ]
        settings = {"training_cluster": address, "max_seconds": START_SECONDS, "training_cluster_workers": 4}
        url = running.enter_context(running_server(logs / "server.log", **settings))
        yield Cluster(f"{url}/api/v1/training", workers, address)


def _wait(ready: Any, logs: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while not ready():
        assert time.monotonic() < end, (logs / "scheduler.log").read_text()
        time.sleep(0.05)


@contextlib.contextmanager
def stream(url: str, request: dict[str, Any]) -> Iterator[Iterator[Event]]:
    with httpx2.stream("POST", url, json=request, timeout=START_SECONDS) as answer:
        assert answer.status_code == 200, answer.read()
        yield read_events(answer.iter_lines())


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """The run as this machine's own workers make it."""
    with (
        running_server(tmp_path_factory.mktemp("local") / "server.log", max_seconds=START_SECONDS) as url,
        stream(f"{url}/api/v1/training", LONG) as events,
    ):
        return list(events)


def test_a_run_on_the_cluster_has_the_very_numbers_of_a_local_one(cluster: Cluster, undisturbed: list[Event]) -> None:
    with stream(cluster.training, LONG) as events:
        seen = list(events)
    assert seen[-1].kind == "finished", seen[-1]
    assert steps_of(seen) == steps_of(undisturbed)
    assert seen[-1].data == undisturbed[-1].data


def test_a_sweep_is_spread_over_the_workers(cluster: Cluster) -> None:
    request = {"training": LONG | {"steps": 1_000}, "learning_rates": [0.01, 0.05, 0.1], "widths": [4, 8, 16]}
    with stream(f"{cluster.training}/sweep", request) as events:
        seen = list(events)
    assert [event.kind for event in seen] == ["started", *["cell"] * 9, "finished"]
    assert all(event.data["problem"] is None and event.data["loss"] < 1 for event in seen[1:-1])
    import distributed

    with distributed.Client(cluster.scheduler, set_as_default=False) as client:
        trained = client.run(lambda: "backpass.app.training.runs.worker" in sys.modules)
    assert list(trained.values()) == [True, True], "both workers were given something to compute"


def test_what_is_refused_locally_is_refused_on_the_cluster(cluster: Cluster) -> None:
    answer = httpx2.post(cluster.training, json=LONG | {"loss": "hing"}, timeout=START_SECONDS)
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["field"] == "loss"


def test_a_run_on_the_cluster_pauses_and_ends_when_it_is_told_to(cluster: Cluster) -> None:
    with stream(cluster.training, LONG | {"steps": 1_000_000, "paused": True}) as events:
        url = f"{cluster.training}/{next(events).data['id']}"
        assert httpx2.patch(url, json={"advance": 3}).status_code == 200
        moments = (event.data["step"] for event in events if event.kind == "moment")
        assert next(step for step in moments if step) == 3
        httpx2.patch(url, json={"state": "running"})
        next(event for event in events if event.kind == "progress")
        assert httpx2.delete(url).status_code == 204
        assert [event.kind for event in events][-1] == "stopped"


def test_a_worker_of_the_cluster_that_is_killed_costs_nothing_but_time(cluster: Cluster, undisturbed: list[Event]) -> None:
    """One worker is left."""
    with stream(cluster.training, LONG) as events:
        seen = [next(events)]
        for event in events:
            seen.append(event)
            if event.kind == "progress" and cluster.workers[0].poll() is None:
                cluster.workers[0].send_signal(signal.SIGKILL)
                cluster.workers[0].wait()
    assert seen[-1].kind == "finished", seen[-1]
    assert [event.number for event in seen] == list(range(1, len(seen) + 1))
    assert steps_of(seen) == steps_of(undisturbed)


def test_a_run_whose_cluster_has_no_worker_left_ends_as_failed(cluster: Cluster) -> None:
    """The last test: nobody is left. Without an end of the run the stream would go on until the test is ended."""
    server = cluster.training.removesuffix("/api/v1/training")
    assert httpx2.get(f"{server}/readyz", timeout=START_SECONDS).json()["checks"]["cluster"] == "ok"
    gone = last = math.inf
    with stream(cluster.training, LONG | {"steps": 1_000_000}) as events:
        seen = [next(events)]
        for event in events:
            seen.append(event)
            last = time.monotonic()
            if event.kind == "progress" and gone == math.inf:
                for worker in cluster.workers:
                    worker.kill()
                gone = time.monotonic()
    assert (seen[-1].kind, seen[-1].data["reason"]) == ("stopped", "failed")
    assert last - gone < FAILED_SECONDS
    assert "no workers left" in seen[-1].data["problem"]["message"]
    ready = httpx2.get(f"{server}/readyz", timeout=START_SECONDS)
    assert (ready.status_code, ready.json()["checks"]["cluster"]) == (503, "not ok")
    assert httpx2.get(f"{server}/computez", timeout=START_SECONDS).status_code == 200, "graphs are computed without a cluster"
    refused = httpx2.post(cluster.training, json=LONG, timeout=START_SECONDS)
    assert (refused.status_code, "no workers left" in refused.json()["problems"][0]["message"]) == (503, True)


def test_a_cluster_that_is_not_there_is_told_as_lost_workers(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed: dask.distributed is missing")
    with running_server(tmp_path / "server.log", training_cluster="tcp://127.0.0.1:9") as url:
        answer = httpx2.post(f"{url}/api/v1/training", json=LONG, timeout=START_SECONDS)
    assert answer.status_code == 503
    assert answer.json()["problems"][0]["code"] == "worker-lost"


def test_without_the_library_a_cluster_in_the_settings_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterMissingError, match=r"pip install \"backpass\[cluster\]\""):
        executor_of(Settings(training_cluster="tcp://127.0.0.1:8786"))
