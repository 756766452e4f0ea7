"""A server for the network of a room: what it prints brings others in, on any terminal, with or without a network."""

import asyncio
import io
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from backpass.app.http.local_addresses import local_addresses, reachable_addresses
from backpass.app.serving import lan
from scripts import server
from scripts.page import ROOT
from tests.servers import wait_until_it_answers
from tests.services import free_port


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def invitation(monkeypatch: pytest.MonkeyPatch, addresses: list[str], out: io.TextIOBase | None = None) -> str:
    monkeypatch.setattr(lan, "local_addresses", lambda: addresses)
    out = out or io.StringIO()
    lan.invite(8123, out)  # type: ignore[arg-type]
    out.seek(0)
    return out.read()


def test_the_invitation_has_the_address_its_picture_and_what_is_exposed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = invitation(monkeypatch, ["192.0.2.7", "198.51.100.9"])
    assert "Others on your network open http://192.0.2.7:8123" in text
    assert "http://198.51.100.9:8123" in text
    assert "join a class at http://192.0.2.7:8123/join" in text
    assert lan.picture("http://192.0.2.7:8123/join", io.StringIO()) in text, "a camera leads to the code field"
    assert text.count("█") > 100
    assert "\x1b" not in text
    assert "can open the page" in text


def test_a_terminal_is_told_which_colours_the_picture_has(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for line in invitation(monkeypatch, ["192.0.2.7"], Terminal()).splitlines() if "█" in line]
    assert lines
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)


def test_an_output_without_blocks_gets_the_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    text = invitation(monkeypatch, ["192.0.2.7"], io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert "http://192.0.2.7:8123" in text


def test_without_a_network_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "hotspot" in invitation(monkeypatch, [])


def test_addresses_are_those_of_this_machine_and_not_of_itself_alone() -> None:
    for address in local_addresses():
        assert not address.startswith("127.")
        with socket.socket() as probe:
            probe.bind((address, 0))


def test_a_server_for_the_network_is_reached_at_the_address_it_prints(tmp_path: Path) -> None:
    if not local_addresses():
        pytest.skip("This machine is on no network.")
    port, log = free_port(), tmp_path / "log.txt"
    with log.open("wb") as output:
        command = server.command(sys.executable, "127.0.0.1", port, lan=True)
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output)
    try:
        address = f"http://{local_addresses()[0]}:{port}"
        wait_until_it_answers(process, f"{address}/healthz", log)
        assert address in log.read_text(encoding="utf-8")
        assert httpx2.get(f"{address}/metrics").status_code == 404
    finally:
        process.terminate()
        process.wait(timeout=20)


def test_addresses_at_which_nothing_answers_are_not_reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a server is bound to the machine itself: 127.0.0.2 is another address of it."""
    monkeypatch.setattr("backpass.app.http.local_addresses.local_addresses", lambda: ["127.0.0.2"])
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        assert asyncio.run(reachable_addresses(listening.getsockname()[1])) == []
    with socket.socket() as listening:
        listening.bind(("127.0.0.2", 0))
        listening.listen()
        assert asyncio.run(reachable_addresses(listening.getsockname()[1])) == ["127.0.0.2"]
