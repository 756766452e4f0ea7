"""Runs on a real server: watched, steered, dropped and taken up again, with workers that die and clients that leave."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.app.events import Event, read_events, steps_of
from tests.processes import PROC, workers_of
from tests.servers import Server, running_server

LONG: dict[str, Any] = {
    "data": {"name": "moons", "seed": 1337},
    "model": {"kind": "mlp", "layers": [16, 16, 1], "activation": "relu", "last": "linear", "zero_biases": True, "seed": 1337},
    "loss": "hinge",
    "l2": 1e-4,
    "optimizer": {"name": "sgd", "learning_rate": 0.05},
    "steps": 200_000,
    "regions": 10,
}
SHORT = LONG | {"steps": 3_000}
GRACE = 2.0


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings: dict[str, Any] = {
        "training_grace_seconds": GRACE,
        "max_training_runs_per_client": 12,
        "max_training_seconds": 300,
        "max_seconds": 60,
    }
    made = Server(tmp_path_factory.mktemp("training") / "server.log", **settings)
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def server(process: Server) -> str:
    return f"{process.url}/api/v1/training"


@contextlib.contextmanager
def stream(method: str, url: str, **arguments: Any) -> Iterator[Iterator[Event]]:
    """The events of a run, as they come."""
    with httpx2.stream(method, url, timeout=60, **arguments) as answer:
        assert answer.status_code == 200, answer.read()
        yield read_events(answer.iter_lines())


def begun(events: Iterator[Event], kind: str = "started") -> Event:
    """The first event of that kind."""
    return next(event for event in events if event.kind == kind)


def status(url: str) -> dict[str, Any]:
    return httpx2.get(url, headers={"accept": "application/json"}).json()


def patched(url: str, **wanted: Any) -> dict[str, Any]:
    answer = httpx2.patch(url, json=wanted)
    assert answer.status_code == 200, answer.text
    return answer.json()


def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "not in time"
        time.sleep(0.02)


def test_a_dropped_connection_is_taken_up_with_no_event_lost_or_doubled(server: str) -> None:
    seen: list[Event] = []
    with stream("POST", server, json=SHORT) as events:
        for event in events:
            seen.append(event)
            if len(seen) == 7:
                break
    url = f"{server}/{seen[0].data['id']}"
    for more in (1, 5, 2, 11):
        with stream("GET", url, headers={"last-event-id": str(seen[-1].number)}) as events:
            seen += islice(events, more)
    with stream("GET", url, params={"after": seen[-1].number}) as events:
        seen += events
    assert [event.number for event in seen] == list(range(1, len(seen) + 1))
    assert seen[-1].kind == "finished"
    steps = [step["step"] for step in steps_of(seen)]
    assert steps == sorted(set(range(0, 3_000, 2)) | {2_999})
    with stream("GET", url) as events:
        assert list(events) == seen, "whoever comes late gets the same from the beginning"


def test_two_listeners_hear_the_same(server: str) -> None:
    with stream("POST", server, json=SHORT) as events:
        first = [next(events)]
        with stream("GET", f"{server}/{first[0].data['id']}") as others:
            first += events
            assert list(others) == first


@pytest.mark.skipif(not PROC.is_dir(), reason="workers are found by /proc, which this system does not have")
def test_a_worker_that_is_killed_costs_nothing_but_time(server: str, process: Server) -> None:
    request = LONG | {"steps": 40_000}
    with stream("POST", server, json=request) as events:
        seen = [next(events)]
        killed = 0
        for event in events:
            seen.append(event)
            if event.kind == "progress" and killed < 2 and event.data["steps"][-1]["step"] > 2_000 * (killed + 1):
                for worker in workers_of(process.process):
                    os.kill(worker, signal.SIGKILL)
                killed += 1
        assert killed == 2
    assert seen[-1].kind == "finished", seen[-1]
    assert [event.number for event in seen] == list(range(1, len(seen) + 1))
    with stream("POST", server, json=request) as events:
        undisturbed = list(events)
    assert steps_of(seen) == steps_of(undisturbed), "the very same numbers, each once"
    assert seen[-1].data == undisturbed[-1].data


def test_a_run_pauses_makes_single_steps_and_goes_on(server: str) -> None:
    with stream("POST", server, json=LONG | {"keep_every": 1_000, "paused": True}) as events:
        seen = [next(events) for _ in range(3)]
        assert [event.kind for event in seen] == ["started", "moment", "state"]
        assert seen[2].data == {"state": "paused"}
        url = f"{server}/{seen[0].data['id']}"
        assert status(url)["state"] == "paused"
        for step in (1, 2):
            assert patched(url, advance=1)["state"] == "paused"
            moment = begun(events, "moment").data
            assert moment["step"] == step
            assert status(url)["step"] == step
        patched(url, advance=5)
        assert begun(events, "moment").data["step"] == 7
        assert patched(url, state="running")["state"] == "running"
        assert begun(events, "state").data == {"state": "running"}
        eventually(lambda: status(url)["step"] > 500)
        patched(url, state="paused")
        told = begun_after_pause(events)
        stopped_at = status(url)["step"]
        assert told == stopped_at
        time.sleep(0.4)
        assert status(url)["step"] == stopped_at
        assert httpx2.delete(url).status_code == 204
        assert [event.kind for event in events][-1] == "stopped"


def begun_after_pause(events: Iterator[Event]) -> int:
    """The step of the last moment before the run says that it is paused."""
    last = -1
    for event in events:
        if event.kind == "moment":
            last = event.data["step"]
        if event.kind == "state" and event.data["state"] == "paused":
            return last
    raise AssertionError("it never paused")


def test_a_run_keeps_to_the_pace_that_is_wanted_and_pauses_at_once_at_any(server: str) -> None:
    with stream("POST", server, json=LONG | {"paused": True}) as events:
        url = f"{server}/{next(events).data['id']}"
        patched(url, steps_per_second=20)
        patched(url, state="running")
        start = time.monotonic()
        eventually(lambda: status(url)["step"] >= 20)
        assert 0.5 < time.monotonic() - start < 10
        patched(url, steps_per_second=0.01)
        start = time.monotonic()
        patched(url, state="paused")
        while begun(events, "state").data["state"] != "paused":
            pass
        assert time.monotonic() - start < 10, "a pause does not wait for the next step to be due"
        patched(url, steps_per_second=None, state="running")
        eventually(lambda: status(url)["step"] > 1_000)
        httpx2.delete(url)


def test_a_checkpoint_goes_on_with_the_same_numbers(server: str) -> None:
    request = SHORT | {"batch_size": 7, "optimizer": {"name": "adam", "learning_rate": 0.01}, "watch_every": 1, "steps": 400}
    with stream("POST", server, json=request | {"paused": True}) as events:
        url = f"{server}/{next(events).data['id']}"
        patched(url, advance=150)
        eventually(lambda: status(url)["step"] == 150)
        answer = httpx2.get(f"{url}/checkpoint")
        assert answer.headers["content-disposition"] == 'attachment; filename="training-step-150.json"'
        patched(url, state="running")
        undisturbed = list(events)
    with stream("POST", server, json={"checkpoint": answer.json()}) as events:
        continued = list(events)
    assert continued[0].data["step"] == 150
    assert [step["step"] for step in steps_of(continued)] == list(range(150, 400))
    assert steps_of(continued) == steps_of(undisturbed)[150:]
    assert continued[-1].data == undisturbed[-1].data
    longer = answer.json()
    longer["request"]["steps"] = 410
    with stream("POST", server, json={"checkpoint": longer}) as events:
        assert list(events)[-1].data["step"] == 410


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda document: document["checkpoint"].pop("step"), "cannot be loaded"),
        (lambda document: document["checkpoint"].update(step=-3), "its step must be a whole number, 0 or more"),
        (lambda document: document["checkpoint"].update(parameters={"w": 1}), "parameter of only one of the two"),
        (lambda document: document["checkpoint"].update(watch={"sleep": 1}), "cannot be loaded"),
        (lambda document: document["checkpoint"].update(watch=7), "cannot be loaded"),
        (lambda document: document["checkpoint"].update(format=2), "checkpoint is from a run with"),
        (lambda document: document["request"].update(loss="mean_squared_error"), "checkpoint is from a run with"),
        (lambda document: document["request"]["model"].update(layers=[10**6, 1]), "4,000,001 weights"),
    ],
)
def test_a_checkpoint_that_was_spoiled_is_refused(server: str, change: Callable[[Any], None], message: str) -> None:
    with stream("POST", server, json=SHORT | {"paused": True}) as events:
        document = httpx2.get(f"{server}/{next(events).data['id']}/checkpoint").json()
    change(document)
    answer = httpx2.post(server, json={"checkpoint": document})
    assert answer.status_code == 422, answer.text
    assert message in answer.json()["problems"][0]["message"]


def test_a_run_is_ended_at_once_and_then_unknown(server: str) -> None:
    with stream("POST", server, json=LONG) as events:
        url = f"{server}/{next(events).data['id']}"
        begun(events, "progress")
        start = time.monotonic()
        assert httpx2.delete(url).status_code == 204
        last = list(events)[-1]
        assert time.monotonic() - start < 30
    assert last.kind == "stopped"
    assert last.data["reason"] == "deleted"
    for method in ("GET", "DELETE", "PATCH"):
        answer = httpx2.request(method, url)
        assert answer.status_code == 404
        assert answer.json()["problems"][0]["code"] == "unknown-run"


def test_a_run_nobody_listens_to_ends_after_its_grace_and_is_forgotten_after_another(server: str) -> None:
    with stream("POST", server, json=LONG) as events:
        url = f"{server}/{next(events).data['id']}"
        begun(events, "progress")
    time.sleep(GRACE / 2)
    with stream("GET", url, params={"after": 3}) as events:
        next(events)
        time.sleep(GRACE * 1.5)
        assert status(url)["state"] == "running", "somebody came back"
    eventually(lambda: status(url).get("state") != "running", 3 * GRACE)
    with stream("GET", url) as events:
        assert next(event for event in events if event.kind == "stopped").data["reason"] == "left"
    eventually(lambda: "id" not in status(url), 3 * GRACE)


def test_what_ended_cannot_be_changed(server: str) -> None:
    with stream("POST", server, json=SHORT | {"steps": 3}) as events:
        seen = list(events)
    answer = httpx2.patch(f"{server}/{seen[0].data['id']}", json={"state": "paused"})
    assert answer.status_code == 409
    assert answer.json()["problems"][0]["code"] == "run-ended"


def test_wishes_that_make_no_sense_are_refused(server: str) -> None:
    with stream("POST", server, json=SHORT | {"paused": True}) as events:
        url = f"{server}/{next(events).data['id']}"
        for wanted in ({"state": "asleep"}, {"advance": 0}, {"steps_per_second": -1}, {"speed": 3}):
            assert httpx2.patch(url, json=wanted).status_code == 400
        for number in ("seven", "-1", "1e3", "", "9" * 40):
            answer = httpx2.get(url, params={"after": number})
            assert (answer.status_code, answer.json()["problems"][0]["code"]) == (400, "invalid-request")


def test_ten_runs_at_once_all_get_on_and_the_server_answers_meanwhile(server: str) -> None:
    def watch(index: int) -> list[Event]:
        with stream("POST", server, json=LONG | {"steps": 2_000, "model": LONG["model"] | {"seed": index}}) as events:
            return list(events)

    with ThreadPoolExecutor(10) as pool:
        watched = [pool.submit(watch, index) for index in range(10)]
        while not all(each.done() for each in watched):
            answer = httpx2.post(server.replace("/training", "/gradient"), json={"program": "x*y"}, timeout=20)
            assert answer.status_code == 200
            time.sleep(0.05)
    results = [each.result() for each in watched]
    for events in results:
        assert events[-1].kind == "finished"
        assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert len({events[-1].data["loss"] for events in results}) == 10


def test_more_runs_than_allowed_are_refused_until_one_ends(tmp_path: Path) -> None:
    with (
        running_server(tmp_path / "server.log", max_training_runs_per_client=2, max_training_seconds=1.0) as root,
        contextlib.ExitStack() as open_streams,
    ):
        url = f"{root}/api/v1/training"
        runs = [open_streams.enter_context(stream("POST", url, json=LONG | {"paused": True})) for _ in range(2)]
        answer = httpx2.post(url, json=SHORT)
        assert answer.status_code == 429
        assert answer.json()["problems"][0]["code"] == "too-many-runs"
        first, second = (f"{url}/{next(run).data['id']}" for run in runs)
        httpx2.delete(first)
        with stream("POST", url, json=SHORT | {"steps": 3}) as events:
            assert list(events)[-1].kind == "finished"
        patched(second, state="running")
        last = list(runs[1])[-1]
        assert (last.kind, last.data["reason"], last.data["problem"]["code"]) == ("stopped", "limit", "timeout")


def test_a_step_that_takes_too_long_is_ended_too(tmp_path: Path) -> None:
    slow = "s = 0\nfor i in range(500):\n    s = s + w*x*i\n    if s > 1e9:\n        s = 0\ns"
    request = {"data": {"name": "sine", "count": 40}, "model": {"kind": "program", "program": slow, "features": ["x"]}}
    with running_server(tmp_path / "server.log", max_training_seconds=0.1, max_seconds=200) as url:
        start = time.monotonic()
        with stream("POST", f"{url}/api/v1/training", json=request | {"regions": None}) as events:
            last = list(events)[-1]
        assert (last.kind, last.data["reason"]) == ("stopped", "limit")
        assert time.monotonic() - start < 100


def test_where_the_buffer_overflows_a_late_listener_is_told_of_the_gap(tmp_path: Path) -> None:
    with running_server(tmp_path / "server.log", training_buffer_bytes=100_000) as root:
        url = f"{root}/api/v1/training"
        with stream("POST", url, json=SHORT) as events:
            seen = list(events)
            with stream("GET", f"{url}/{seen[0].data['id']}", params={"after": 4}) as late:
                found = list(late)
    assert found[0].kind == "started"
    assert found[0].data == {"gap": True} | seen[0].data
    kept = [event for event in found[1:] if event.number > found[0].number]
    assert kept == seen[-len(kept) :]
    assert 1 < len(kept) < len(seen) - 4
    lost = found[1 : len(found) - len(kept)]
    assert {event.kind for event in lost} == {"moment", "progress", "state"}
    for event in lost:
        assert event == [each for each in seen if each.kind == event.kind and each.number <= found[0].number][-1]


def test_a_server_that_is_told_to_end_ends_its_runs_politely(tmp_path: Path) -> None:
    server = Server(tmp_path / "server.log")
    server.start()
    url = f"{server.url}/api/v1/training"
    sweep = {"training": LONG, "learning_rates": [0.01, 0.02]}
    with contextlib.ExitStack() as ends:
        ends.callback(server.stop)
        streams = [("", LONG), ("", LONG | {"paused": True}), ("/sweep", sweep)]
        listened = [ends.enter_context(stream("POST", url + path, json=request)) for path, request in streams]
        for events, kind in zip(listened, ("progress", "state", "started"), strict=True):
            begun(events, kind)
        os.kill(server.process, signal.SIGTERM)
        for events in listened:
            last = list(events)[-1]
            assert (last.kind, last.data["reason"]) == ("stopped", "shutdown")
            assert last.data["problem"]["code"] == "shutting-down"
