"""What hostile and unlucky clients do on the wire: a real server on real sockets ends its waiting, and serves everyone else."""

import asyncio
import contextlib
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.classroom import classroom
from tests.servers import running_server

LIMITS: dict[str, Any] = {
    "header_seconds": 0.6,
    "body_seconds": 0.6,
    "send_seconds": 0.6,
    "keep_alive_seconds": 1,
    "max_header_bytes": 16_384,
    "max_connections": 40,
    "max_body_bytes": 40_000,
    "max_message_bytes": 50_000,
}
HEAD = b"POST /api/v1/gradient HTTP/1.1\r\nhost: a\r\ncontent-length: %d\r\n\r\n"
BODY = b'{"program": "x*x"}'
GET = b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server") / "log.txt", **LIMITS) as address:
        yield address


@pytest.fixture
def line(url: str) -> Iterator[socket.socket]:
    with connect(url) as made:
        yield made
    assert httpx2.get(f"{url}/healthz", timeout=10).status_code == 200, "everyone else is served"


def connect(url: str) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=15)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def all_of(line: socket.socket) -> bytes:
    """What comes until the server ends the connection; it must do so."""
    received = b""
    try:
        while piece := line.recv(65_536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def refusal(answer: bytes) -> tuple[int, str]:
    """Status and code of the one answer."""
    head, _, body = answer.partition(b"\r\n\r\n")
    document: dict[str, Any] = json.loads(body)
    assert b"application/problem+json" in head
    assert b"connection: close" in head
    assert document["problems"][0]["hint"]
    return int(head.split()[1]), document["problems"][0]["code"]


def drip(line: socket.socket, content: bytes, seconds: float) -> None:
    """Sends a byte at a time, until all is sent or the server has had enough."""
    try:
        for byte in content:
            line.sendall(bytes([byte]))
            time.sleep(seconds)
    except (BrokenPipeError, ConnectionResetError):
        pass


@pytest.mark.parametrize("address", [b"http://a:b/", b"http:///", b"http://[", b"http://a:99999/"])
def test_an_address_that_cannot_be_read_is_answered(line: socket.socket, url: str, address: bytes) -> None:
    line.sendall(b"GET %b HTTP/1.1\r\nhost: a\r\n\r\n" % address)
    assert refusal(all_of(line)) == (400, "invalid-request")
    with connect(url) as again:
        again.sendall(GET)
        assert b" 200 " in again.recv(65_536)
        again.sendall(b"GET %b HTTP/1.1\r\nhost: a\r\n\r\n" % address)
        assert refusal(all_of(again)) == (400, "invalid-request")


def test_a_header_that_comes_byte_by_byte_is_not_waited_for(line: socket.socket) -> None:
    start = time.monotonic()
    drip(line, b"GET /healthz HTTP/1.1\r\nx-slow: " + b"a" * 1_000, 0.05)
    assert time.monotonic() - start < 10
    assert refusal(all_of(line)) == (408, "request-timeout")


def test_a_connection_that_says_nothing_is_ended(line: socket.socket) -> None:
    assert refusal(all_of(line)) == (408, "request-timeout")


def test_a_second_request_must_come_to_its_end_as_well(line: socket.socket) -> None:
    line.sendall(GET + b"GET /hea")
    answer = all_of(line)
    assert answer.startswith(b"HTTP/1.1 200")
    assert refusal(answer[answer.index(b"HTTP/1.1 408") :]) == (408, "request-timeout")


def test_empty_lines_keep_no_connection_open(line: socket.socket) -> None:
    line.sendall(GET)
    line.recv(65_536)
    start = time.monotonic()
    drip(line, b"\r\n" * 1_000, 0.05)
    all_of(line)
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("piece", [1_000_000, 5_000], ids=["at once", "in pieces"])
def test_a_header_of_a_megabyte_is_refused(line: socket.socket, piece: int) -> None:
    content = b"GET / HTTP/1.1\r\nx-large: " + b"a" * 1_000_000
    try:
        for start in range(0, len(content), piece):
            line.sendall(content[start : start + piece])
    except (BrokenPipeError, ConnectionResetError):
        pass
    answer = all_of(line)
    assert answer == b"" or refusal(answer) == (431, "headers-too-large")  # reset, where the answer met what was still coming


def test_a_header_just_too_large_is_told_so(line: socket.socket) -> None:
    line.sendall(b"GET / HTTP/1.1\r\nx-large: " + b"a" * 16_400)
    assert refusal(all_of(line)) == (431, "headers-too-large")


def test_many_small_headers_are_as_large_as_one(line: socket.socket) -> None:
    line.sendall(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 3_000)
    assert refusal(all_of(line)) == (431, "headers-too-large")


def header(size: int, more: bytes = b"") -> bytes:
    """A request for `/healthz` of exactly so many bytes."""
    begin = b"GET /healthz HTTP/1.1\r\nhost: a\r\n" + more + b"x-large: "
    return begin + b"a" * (size - len(begin) - 4) + b"\r\n\r\n"


@pytest.mark.parametrize("piece", [100_000, 16_384, 9_000, 1_000], ids=["at once", "16,384", "9,000", "1,000"])
@pytest.mark.parametrize("size", [16_383, 16_384, 16_385, 16_500, 20_000, 30_000, 32_500, 34_000])
def test_the_size_of_a_header_counts_exactly(line: socket.socket, size: int, piece: int) -> None:
    content = header(size, b"connection: close\r\n")
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        for start in range(0, size, piece):
            line.sendall(content[start : start + piece])
            time.sleep(0.005)
    answer = all_of(line)
    if size <= LIMITS["max_header_bytes"]:
        assert answer.startswith(b"HTTP/1.1 200")
    else:
        assert answer == b"" or refusal(answer) == (431, "headers-too-large")  # reset, where the answer met what was coming


@pytest.mark.parametrize("piece", [100_000, 16_384, 9_000], ids=["at once", "16,384", "9,000"])
@pytest.mark.parametrize("sizes", [(16_384, 16_384), (10_000, 16_384, 16_384), (50, 16_384, 50, 12_000)])
def test_headers_of_requests_that_come_together_count_each_by_itself(
    line: socket.socket, sizes: tuple[int, ...], piece: int
) -> None:
    content = b"".join(map(header, sizes))
    for start in range(0, len(content), piece):
        line.sendall(content[start : start + piece])
    received = b""
    while received.count(b'{"status":"ok"}') < len(sizes):
        received += line.recv(65_536)
    assert received.count(b"HTTP/1.1 200") == len(sizes)


def test_a_header_too_large_behind_another_request_is_refused(line: socket.socket) -> None:
    line.sendall(header(100))
    assert line.recv(65_536).startswith(b"HTTP/1.1 200")
    line.sendall(header(16_385))
    assert refusal(all_of(line)) == (431, "headers-too-large")


@pytest.mark.parametrize("chunked", [False, True], ids=["announced", "chunked"])
@pytest.mark.parametrize(("more", "status"), [(0, b"200"), (1, b"413")])
def test_the_size_of_a_body_counts_exactly(line: socket.socket, more: int, status: bytes, chunked: bool) -> None:
    body = BODY + b" " * (LIMITS["max_body_bytes"] - len(BODY) + more)
    start = b"POST /api/v1/gradient HTTP/1.1\r\nhost: a\r\nconnection: close\r\n"
    if chunked:
        pieces = [body[place : place + 7_000] for place in range(0, len(body), 7_000)]
        content = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        line.sendall(start + b"transfer-encoding: chunked\r\n\r\n" + content + b"0\r\n\r\n")
    else:
        line.sendall(start + b"content-length: %d\r\n\r\n" % len(body) + body)
    assert all_of(line).split()[1] == status


@pytest.mark.parametrize("fragments", [1, 7])
@pytest.mark.parametrize(("more", "closed"), [(0, False), (1, True)])
def test_the_size_of_a_live_message_counts_exactly(url: str, more: int, closed: bool, fragments: int) -> None:
    async def story() -> None:
        async with classroom(url, view={"program": "x"}) as room:
            host = await room.host()
            shortest = len(json.dumps({"type": "show", "changes": {"program": ""}}))
            text = "x" * (LIMITS["max_message_bytes"] - shortest + more)
            message = json.dumps({"type": "show", "changes": {"program": text}})
            size = -(-len(message) // fragments)
            await host.socket.send(message[start : start + size] for start in range(0, len(message), size))
            if closed:
                assert await host.closed() == 1009
            else:
                await (await room.guest()).until_view(program=text)

    asyncio.run(story())


@pytest.mark.parametrize("sent", [b"", b'{"program"'], ids=["not begun", "begun"])
def test_a_body_that_does_not_come_to_its_end_is_not_waited_for(line: socket.socket, sent: bytes) -> None:
    line.sendall(HEAD % len(BODY) + sent)
    assert refusal(all_of(line)) == (408, "request-timeout")


def test_a_body_that_never_ends_is_not_waited_for(line: socket.socket) -> None:
    line.sendall(b"POST /api/v1/gradient HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n")
    drip(line, b"1\r\nx\r\n" * 100, 0.02)
    assert refusal(all_of(line)) == (408, "request-timeout")


def test_a_body_that_was_refused_early_does_not_keep_the_connection(line: socket.socket) -> None:
    line.sendall(HEAD % 200_000_000)
    assert line.recv(65_536).startswith(b"HTTP/1.1 413")
    start = time.monotonic()
    drip(line, b"x" * 2_000, 0.05)
    all_of(line)
    assert time.monotonic() - start < 10


def test_what_is_not_http_is_refused(line: socket.socket) -> None:
    line.sendall(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
    assert refusal(all_of(line)) == (400, "invalid-request")


def test_requests_that_come_together_are_answered_in_their_order(line: socket.socket) -> None:
    programs = [json.dumps({"program": f"x*{number}"}).encode() for number in range(50)]
    line.sendall(b"".join(HEAD % len(program) + program for program in programs))
    answer = all_of(line)
    assert [float(value) for value in re.findall(rb'"value":([\d.]+)', answer)] == list(range(50))


def test_more_requests_than_wait_on_one_connection_end_it(line: socket.socket) -> None:
    line.sendall(GET * 3_000)
    assert all_of(line).count(b"HTTP/1.1 200") < 3_000


def test_a_client_that_does_not_read_is_cut(url: str) -> None:
    program = json.dumps({"program": "+".join(["x"] * 3_000)}).encode()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.settimeout(15)
        line.connect(("127.0.0.1", int(url.rpartition(":")[2])))
        line.sendall((b"POST /api/v1/graph HTTP/1.1\r\nhost: a\r\ncontent-length: %d\r\n\r\n" % len(program) + program) * 20)
        time.sleep(3)
        assert len(all_of(line)) < 20_000_000
    assert httpx2.get(f"{url}/healthz", timeout=10).status_code == 200


def test_more_connections_than_are_kept_are_closed_and_the_others_served(url: str) -> None:
    lines = [connect(url) for _ in range(60)]
    try:
        time.sleep(0.2)
        answered = 0
        for line in lines:
            try:
                line.sendall(GET)
                answered += line.recv(65_536).startswith(b"HTTP/1.1 200")
            except (BrokenPipeError, ConnectionResetError):
                pass
        assert 20 <= answered <= 40
    finally:
        for line in lines:
            line.close()
    time.sleep(0.3)
    assert httpx2.get(f"{url}/healthz", timeout=10).status_code == 200


@pytest.mark.parametrize(("trusted", "statuses"), [("", [200, 200, 429]), ("127.0.0.1", [200, 200, 200])], ids=["no", "yes"])
def test_who_asks_is_taken_from_a_header_only_where_the_proxy_is_trusted(
    tmp_path: Path, trusted: str, statuses: list[int]
) -> None:
    with (
        running_server(tmp_path / "log.txt", requests_per_minute=2, trusted_proxies=trusted) as url,
        httpx2.Client(base_url=url) as client,
    ):
        asked = [client.get("/api/v1/problems", headers={"x-forwarded-for": f"192.0.2.{number}"}) for number in range(3)]
        assert [answer.status_code for answer in asked] == statuses
