"""By which names the server answers, so that no site can make a browser take its name for this machine (DNS rebinding).

Without the setting, only what reaches the machine itself is checked: every browser there can open it, whichever page asks it to.
What comes over a network may use any name, since others choose the names of a server on theirs.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from backpass.app.problems.error_handlers import problem_response
from backpass.engine import Code, Problem
from backpass.engine.messages import say

FORWARDED = ("x-forwarded-for", "forwarded", "via")
"""Headers that a reverse proxy or a tunnel adds."""

PROBES = ("/healthz", "/readyz", "/computez")
"""Asked by load balancers, by whatever name or address they know."""

OPERATORS = (*PROBES, "/metrics")
"""What the operator's machine may ask, and no page that it happens to show."""

CREATIONS = {"/api/v1/rooms", "/api/v1/shares", "/api/v1/training"}
"""What a POST to leaves something behind: a room, a short link, a run."""


class KnownHosts:
    """Refuses requests for other names than the server's own, and lets no page of the internet leave things behind on a server of
    this machine or its network.
    """

    def __init__(self, app: ASGIApp, *, allowed: str, public_address: str, origins: str) -> None:
        self.app = app
        self._allowed = frozenset(allowed.lower().split())
        self._public = urlsplit(public_address).hostname
        self._origins = frozenset(origins.split())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"] in PROBES:
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        host = _name(f"//{headers.get('host', '')}")
        if host and not self._is_known(host, headers, scope):
            return await _refused("unknown-host", host=headers["host"])(scope, receive, send)
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in CREATIONS and _is_near(host):
            origin = headers.get("origin")
            if origin is not None and origin not in self._origins and not _is_near(_name(origin)):
                return await _refused("foreign-page", origin=origin)(scope, receive, send)
        return await self.app(scope, receive, send)

    def _is_known(self, host: str, headers: Headers, scope: Scope) -> bool:
        here = _address((scope.get("server") or ("",))[0])
        if host == self._public or "*" in self._allowed or host in self._allowed:
            return True
        if self._allowed:
            return _is_this_machine(host) or (here is not None and _address(host) == here)
        if here is None or not here.is_loopback or any(name in headers for name in FORWARDED):
            return True
        # The internet gives no names of one word.
        return _is_this_machine(host) or ("." not in host and ":" not in host)


def _name(address: str) -> str:
    """The host that an address names; empty where it names none, a colon where it is no address."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ":"


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is written as, or None where it is a name."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _is_this_machine(host: str) -> bool:
    address = _address(host)
    return address.is_loopback if address is not None else host == "localhost" or host.endswith(".localhost")


def _is_near(host: str) -> bool:
    """Whether that is this machine, or one of a private network."""
    address = _address(host)
    return _is_this_machine(host) or (address is not None and address.is_private)


def _refused(key: str, **values: str) -> ASGIApp:
    return problem_response(Problem(Code.INVALID_REQUEST, say(key, **values), say(f"{key}.hint")))
