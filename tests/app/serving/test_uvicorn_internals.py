"""What the server uses of uvicorn and websockets beyond their documented API (ADR 18). They fail if a release removes it."""

import ast
import asyncio
import inspect
import textwrap
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from backpass.app.serving.http_protocol import ConnectionLimits, GuardedConfig, GuardedProtocol
from backpass.app.serving.websocket_protocol import Direct, DirectProtocol, framed
from scripts.page import ROOT

LIMITS = ConnectionLimits(header_seconds=5, body_seconds=5, send_seconds=5, header_bytes=10_000, connections=10)


class Transport(asyncio.Transport):
    """Remembers what is written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.protocol: asyncio.BaseProtocol | None = None

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self.protocol is not None
        return self.protocol

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass

    def abort(self) -> None:
        pass


async def _silent(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001 (as ASGI has it)
    await asyncio.Event().wait()


def _config() -> GuardedConfig:
    config = GuardedConfig(_silent, limits=LIMITS, log_config=None)
    config.load()
    return config


async def _connected(protocol: Any, *pieces: bytes) -> Transport:
    transport = Transport()
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    for piece in pieces:
        protocol.data_received(piece)
        await asyncio.sleep(0)
    return transport


def read_of(owner: str, cls: type) -> set[str]:
    """The attributes that the class reads of `owner` (such as `self` or `self.cycle`), without those that it sets or defines."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    found = [each for each in ast.walk(tree) if isinstance(each, ast.Attribute) and ast.unparse(each.value) == owner]
    own = {each.attr for each in found if isinstance(each.ctx, ast.Store)} if owner == "self" else set()
    return {each.attr for each in found} - own - vars(cls).keys()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(GuardedProtocol, HttpToolsProtocol), (DirectProtocol, WebSocketsSansIOProtocol)],
    ids=["http", "websocket"],
)
def test_every_method_that_is_overridden_is_one_of_uvicorn(ours: type, theirs: type) -> None:
    overridden = {name for name, member in vars(ours).items() if inspect.isfunction(member) and not name.startswith("_")}
    assert overridden
    assert {name for name in overridden if not hasattr(theirs, name)} == set()


def test_http_connections_have_the_state_that_limits_are_kept_by() -> None:
    async def story() -> None:
        protocol = GuardedProtocol(_config(), ServerState(), {}, asyncio.get_running_loop())
        await _connected(protocol, b"POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\n")
        read = read_of("self", GuardedProtocol)
        assert {"cycle", "pipeline", "parser", "headers", "url", "transport", "connections", "loop"} <= read
        assert {name for name in read if not hasattr(protocol, name)} == set()
        used = read_of("self.cycle", GuardedProtocol)
        assert used == {"response_complete", "response_started", "disconnected"}
        assert {name for name in used if getattr(protocol.cycle, name, None) is not False} == set(), "the response has not begun"
        protocol.connection_lost(None)

    asyncio.run(story())


def test_websockets_have_the_state_that_direct_writes_need() -> None:
    handshake = (
        b"GET /live HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    )

    async def story() -> None:
        protocol = DirectProtocol(_config(), ServerState(), {}, asyncio.get_running_loop())
        await _connected(protocol, handshake)
        assert {name for name in read_of("self._protocol", Direct) if not hasattr(protocol, name)} == set()
        assert {name for name in read_of("protocol", Direct) if not hasattr(protocol, name)} == set()
        direct = next(each for each in protocol.scope["extensions"].values() if isinstance(each, Direct))
        assert not direct.writable() or protocol.handshake_complete
        before = protocol.conn.max_message_size
        direct.let_in()
        assert protocol.conn.max_message_size == protocol.config.ws_max_size > before

    asyncio.run(story())


def test_a_message_is_framed_as_the_library_frames_it() -> None:
    assert framed("∂") == b"\x81\x03" + "∂".encode() == bytes(Frame(Opcode.TEXT, "∂".encode()).serialize(mask=False))


@pytest.mark.parametrize("name", ["uvicorn", "websockets", "httptools"])
def test_what_is_leaned_on_is_bounded_above(name: str) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]["server"]
    (requirement,) = [each for each in map(Requirement, declared) if each.name == name]
    assert any(each.operator == "<" and Version(each.version) > Version("0") for each in requirement.specifier)
