"""How the server listens: uvicorn's settings in one place, for `backpass serve`, `run.py` and the container."""

import asyncio
import os
import socket
import sys

import structlog
import uvicorn
from uvicorn.supervisors import ChangeReload

from backpass.app.http.assets import Assets
from backpass.app.serving import logs
from backpass.app.serving.draining import Draining
from backpass.app.serving.http_protocol import ConnectionLimits, GuardedConfig
from backpass.app.serving.websocket_protocol import DirectProtocol
from backpass.app.settings import Settings

log = structlog.get_logger()

_WATCHED = ["app", "engine", "static/dist"]
"""What makes a server that is worked on start again."""

_MAX_FILES = 65_536


def configuration(settings: Settings, host: str, port: int, *, reload: bool = False) -> GuardedConfig:
    """uvicorn's configuration."""
    return GuardedConfig(
        "backpass.app.main:create_app",
        factory=True,
        host=host,
        port=port,
        limits=ConnectionLimits(
            header_seconds=settings.header_seconds,
            body_seconds=settings.body_seconds,
            send_seconds=settings.send_seconds,
            header_bytes=settings.max_header_bytes,
            connections=settings.max_connections,
        ),
        # Compressing each message for each of a class would cost three times the processor and twice the memory of a connection.
        ws=DirectProtocol,
        ws_per_message_deflate=False,
        ws_max_size=settings.max_message_bytes,
        # Without a trusted proxy the client is the peer of the connection: trusting a header would evade every limit.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        access_log=False,  # it has addresses and what was asked
        log_config=None,
        timeout_graceful_shutdown=settings.shutdown_seconds,
        timeout_keep_alive=settings.keep_alive_seconds,
        reload=reload,
        reload_dirs=_WATCHED if reload else None,
        reload_includes=["manifest.json"] if reload else None,
    )


def run(settings: Settings, host: str, port: int, *, reload: bool = False) -> None:
    """Serves until a signal to shut down. Raises PageNotBuiltError at once if the page has not been built."""
    Assets()
    config = configuration(settings, host, port, reload=reload)
    server = DrainingServer(config, settings)
    if config.should_reload:
        ChangeReload(config, target=server.run, sockets=[config.bind_socket()]).run()
    else:
        server.run()


class DrainingServer(uvicorn.Server):
    """Shuts down in order: readiness fails, long streams end, connections are closed."""

    def __init__(self, config: GuardedConfig, settings: Settings) -> None:
        super().__init__(config)
        self._settings = settings

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        logs.configure(self._settings.log_format, self._settings.log_level)
        allow_many_files()
        super().run(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        log.info("listening", port=self.config.port, process=os.getpid())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("ending", connections=len(self.server_state.connections), requests=len(self.server_state.tasks))
        draining: Draining = self.lifespan.state["draining"]
        draining.begun = True
        await asyncio.sleep(self._settings.drain_seconds)
        await draining.end(self._settings.shutdown_seconds)
        await super().shutdown(sockets)
        log.info("ended")


def allow_many_files() -> None:
    """Lets this process open as many connections as the system allows it; many systems start with 1,024, too few for a class."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
